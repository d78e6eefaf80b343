//! [`OneSeries`]: the legal steps of a single series, without a list of the others.
//!
//! A duty to go on needs one lawful continuation, which is usually found at once: any end with a
//! safe king proves it. So one series is judged fast, even if the draughtsman has millions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::jump_safety::JumpSafety;
use super::series::{Jumper, State};
use crate::families::gen_budget::{STATES_PER_LOOK, StopSign};
use crate::geometry::{Bitboard, Cell};
use crate::position::Position;
use crate::tables::{Jumps, beyond};

/// A judge of single series of one draughtsman.
pub(super) struct OneSeries<'a, const W: usize> {
    jumper: Jumper<'a, W>,
    position: &'a Position<'a, W>,
    jump_safety: &'a JumpSafety<W>,
    /// The stop sign. Once it is given, no answer is valid.
    stop: Option<StopSign<'a>>,
    /// The known states, with whether the king is safe at some end of a series from there on.
    live: FxHashMap<State<W>, bool>,
}

/// The most answers that are kept from one layer of a walk to the next.
const KEPT: usize = 1 << 16;

/// A stage of a path, whether it must capture an enemy draughtsman next, and the index of the stage
/// before.
#[derive(Clone, Copy)]
struct Step<const W: usize> {
    at: Cell,
    taken: Bitboard<W>,
    bound: bool,
    parent: usize,
}

impl<'a, const W: usize> OneSeries<'a, W> {
    pub fn new(
        position: &'a Position<'a, W>,
        jumps: &'a Jumps<W>,
        jump_safety: &'a JumpSafety<W>,
        from: Cell,
    ) -> Self {
        let jumper = Jumper::of(position, jumps, from);
        Self { jumper, position, jump_safety, stop: None, live: FxHashMap::default() }
    }

    /// Returns the same judge with a stop sign.
    pub fn until(self, stop: Option<StopSign<'a>>) -> Self {
        Self { stop, ..self }
    }

    /// Returns whether the stop sign has been given.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }

    /// The draughtsman.
    pub const fn jumper(&self) -> &Jumper<'a, W> {
        &self.jumper
    }

    /// Clears the stored answers if they are many.
    pub fn forget_many(&mut self) {
        if self.live.len() > KEPT {
            self.live = FxHashMap::default();
        }
    }

    /// Returns whether the own king is safe if the series stops on a cell.
    pub fn is_safe(&self, at: Cell, taken: Bitboard<W>) -> bool {
        self.jumper.is_safe(self.position, self.jump_safety, at, taken)
    }

    /// The enemy draughtsmen that the first jump of some lawful series captures.
    pub fn first_victims(&mut self) -> Bitboard<W> {
        let enemies = self.jumper.enemy_draughtsmen;
        let mut first = Bitboard::EMPTY;
        for state in self.jumper.captures(self.jumper.from, Bitboard::EMPTY) {
            let taken = self.jumper.parts(state).1;
            if taken.meets(enemies) && self.is_live(state) {
                first |= taken & enemies;
            }
        }
        first
    }

    /// Returns the victims of a path of jumps, if the path is lawful. It does not check the king's
    /// safety after a path without captures.
    pub fn follow(&mut self, path: &[Cell]) -> Option<Bitboard<W>> {
        let jumper = self.jumper;
        let mut at = *path.first().filter(|cell| **cell == jumper.from)?;
        let mut taken = Bitboard::EMPTY;
        let (mut bound, mut ends) = (false, false);
        for &landing in &path[1..] {
            let over = jumper.jumps.over(at).iter().find(|over| beyond(at, *over) == landing)?;
            if jumper.occupied.has(landing) {
                return None;
            }
            if jumper.friends().has(over) && taken.is_empty() && !bound {
                bound = self.is_bound(landing, taken);
                ends = landing != jumper.from;
            } else {
                let victim = Bitboard::of(jumper.board.victim(over));
                let forbidden =
                    taken.meets(victim) || bound && !victim.meets(jumper.enemy_draughtsmen);
                if forbidden || !jumper.board.victims().has(over) {
                    return None;
                }
                taken |= victim;
                ends = self.is_safe(landing, taken);
                bound = self.is_bound(landing, taken);
            }
            at = landing;
        }
        (ends && !bound).then_some(taken)
    }

    /// The canonical path of the series with these ends and victims; `None` if there is no such
    /// lawful series.
    ///
    /// The search is breadth first, like that of all paths, but only through states whose victims
    /// are among the wanted ones, since no other leads there.
    pub fn path(&mut self, to: Cell, wanted: Bitboard<W>) -> Option<Vec<Cell>> {
        let jumper = self.jumper;
        let start = Step { at: jumper.from, taken: Bitboard::EMPTY, bound: false, parent: 0 };
        let mut steps = vec![start];
        let mut seen = FxHashSet::default();
        seen.insert(State::of(jumper.from, Bitboard::EMPTY));
        let mut index = 0;
        while index < steps.len() {
            let step = steps[index];
            if index > 0 && step.at == to && step.taken == wanted {
                return (!step.bound).then(|| path_to(&steps, index));
            }
            for over in jumper.jumps.over(step.at) {
                let landing = beyond(step.at, over);
                let friendly = step.taken.is_empty() && jumper.friends().has(over) && !step.bound;
                let Some(taken) = self.taken_by(&step, over, landing, friendly) else { continue };
                let is_new = seen.insert(State::of(landing, taken));
                if (taken - wanted).is_empty() && is_new {
                    let bound = self.is_bound(landing, taken);
                    steps.push(Step { at: landing, taken, bound, parent: index });
                }
            }
            index += 1;
        }
        None
    }

    /// The victims after a jump from a step of a path, if it is lawful.
    fn taken_by(
        &self,
        step: &Step<W>,
        over: Cell,
        landing: Cell,
        friendly: bool,
    ) -> Option<Bitboard<W>> {
        let jumper = &self.jumper;
        if jumper.occupied.has(landing) {
            return None;
        }
        if friendly {
            return Some(step.taken);
        }
        let victim = Bitboard::of(jumper.board.victim(over));
        let lawful = jumper.board.victims().has(over)
            && !step.taken.meets(victim)
            && (!step.bound || victim.meets(jumper.enemy_draughtsmen));
        lawful.then(|| step.taken | victim)
    }

    /// Returns whether a series that stands on a cell must capture an enemy draughtsman next; never
    /// at its start.
    pub fn is_bound(&mut self, at: Cell, taken: Bitboard<W>) -> bool {
        let jumper = self.jumper;
        jumper.captures(at, taken).any(|state| {
            let victim = jumper.parts(state).1 - taken;
            victim.meets(jumper.enemy_draughtsmen) && self.is_live(state)
        })
    }

    /// Returns whether the king is safe at some end of a series from this state on.
    pub fn is_live(&mut self, state: State<W>) -> bool {
        if let Some(&known) = self.live.get(&state) {
            return known;
        }
        if self.live.len().is_multiple_of(STATES_PER_LOOK) && self.is_stopped() {
            return false;
        }
        let jumper = self.jumper;
        let (at, taken) = jumper.parts(state);
        let live =
            self.is_safe(at, taken) || jumper.captures(at, taken).any(|next| self.is_live(next));
        self.live.insert(state, live);
        live
    }

    /// Returns a lawful series whose first jump captures one of these pieces, if there is one.
    ///
    /// From a live state any lawful jump to another live state leads to a safe end, so the search
    /// never goes back.
    pub fn taking_first(&mut self, wanted: Bitboard<W>) -> Option<(Cell, Bitboard<W>)> {
        let jumper = self.jumper;
        let mut starts = jumper.captures(jumper.from, Bitboard::EMPTY);
        let mut state =
            starts.find(|state| jumper.parts(*state).1.meets(wanted) && self.is_live(*state))?;
        loop {
            let (at, taken) = jumper.parts(state);
            let bound = self.is_bound(at, taken);
            if !bound && self.is_safe(at, taken) {
                return Some((at, taken));
            }
            let is_lawful = |next: &State<W>| {
                !bound || (jumper.parts(*next).1 - taken).meets(jumper.enemy_draughtsmen)
            };
            let mut lawful = jumper.captures(at, taken).filter(is_lawful);
            state = lawful.find(|next| self.is_live(*next))?;
        }
    }
}

fn path_to<const W: usize>(steps: &[Step<W>], mut index: usize) -> Vec<Cell> {
    let mut path = vec![steps[index].at];
    while index > 0 {
        index = steps[index].parent;
        path.push(steps[index].at);
    }
    path.reverse();
    path
}
