//! [`OneSeries`]: what is lawful along a single series, without a look at all the others.
//!
//! A duty to go on needs one lawful continuation, which is mostly found at once: any end at which the
//! king is safe shows it. So a series of a draughtsman that has millions is judged as fast as any.

use rustc_hash::{FxHashMap, FxHashSet};

use super::jump_safety::JumpSafety;
use super::series::{Jumper, State};
use crate::geometry::{Bitboard, Cell};
use crate::position::Position;
use crate::tables::{Jumps, beyond};

/// A judge of single series of one draughtsman.
pub(crate) struct OneSeries<'a, const W: usize> {
    jumper: Jumper<'a, W>,
    position: &'a Position<'a, W>,
    jump_safety: &'a JumpSafety<W>,
    /// Whether the king is safe at some end of a series from a state on, as far as known.
    live: FxHashMap<State<W>, bool>,
}

/// A stage of a path, whether it is bound to take an enemy draughtsman next, and the index of the
/// stage before.
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
        Self { jumper, position, jump_safety, live: FxHashMap::default() }
    }

    /// The enemy draughtsmen that some lawful series takes with its first jump.
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

    /// Whom a path of jumps takes, if it is lawful; its king's safety is not asked of a path
    /// without captures.
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
                ends = jumper.is_safe(self.position, self.jump_safety, landing, taken);
                bound = self.is_bound(landing, taken);
            }
            at = landing;
        }
        (ends && !bound).then_some(taken)
    }

    /// The canonical path of the series with these ends and victims; `None` if there is no such
    /// lawful series.
    ///
    /// Breadth first, as all paths are walked, but only through states whose victims are among the
    /// wanted ones: no other leads there.
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

    /// Whether a series that stands on a cell must take an enemy draughtsman next; never at its start.
    fn is_bound(&mut self, at: Cell, taken: Bitboard<W>) -> bool {
        let jumper = self.jumper;
        jumper.captures(at, taken).any(|state| {
            let victim = jumper.parts(state).1 - taken;
            victim.meets(jumper.enemy_draughtsmen) && self.is_live(state)
        })
    }

    /// Whether the king is safe at some end of a series from this state on.
    fn is_live(&mut self, state: State<W>) -> bool {
        if let Some(&known) = self.live.get(&state) {
            return known;
        }
        let jumper = self.jumper;
        let (at, taken) = jumper.parts(state);
        let live = jumper.is_safe(self.position, self.jump_safety, at, taken)
            || jumper.captures(at, taken).any(|next| self.is_live(next));
        self.live.insert(state, live);
        live
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
