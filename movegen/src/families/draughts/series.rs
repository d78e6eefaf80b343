//! [`Series`]: all series of jumps of one draughtsman, each with one canonical path.
//!
//! A state of a series is where the piece stands and whom it has taken; two paths to one state are
//! one move. States are found breadth first, by captures, so that a later one never leads to an
//! earlier one; whether a state leads to a safe end, and hence whether a duty to go on exists, is
//! then known from the last to the first. Another walk from the start, by jumps, finds what may be
//! reached by rights and by which path (docs/rules/ordinary.md, "The Checker").
//!
//! Jumps never lead from a cell that can be landed on to one that can be jumped, so one set holds
//! both the place of the piece and its victims: the place is the only cell of its class.

use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::jump_safety::{Change, JumpSafety};
use super::takers::JumpBoard;
use crate::families::effort::{Effort, STATES_PER_LOOK};
use crate::geometry::{Bitboard, Cell};
use crate::position::Position;
use crate::tables::{Jumps, beyond};

/// The victims of a series, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State<const W: usize>(Bitboard<W>);

impl<const W: usize> State<W> {
    pub fn of(at: Cell, taken: Bitboard<W>) -> Self {
        Self(taken | Bitboard::of(at))
    }
}

/// States differ in few bits, which a hash by one multiplication leaves in few bits of the place in
/// a table; so they are mixed before.
impl<const W: usize> Hash for State<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.mixed());
    }
}

/// What is known of a state.
#[derive(Clone, Copy, Default, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and all are known of every state"
)]
struct StateInfo {
    /// Whether the own king is safe if the series stops here.
    safe: bool,
    /// Whether the king is safe at some end of the series from here on that has been found.
    live: bool,
    /// The same, or states from here on have not been looked at.
    may_live: bool,
    /// Whether the next jump must take an enemy draughtsman, or may have to.
    bound: bool,
    /// Where the states begin to which a jump leads, in the list of all these.
    next: usize,
}

/// A stage of a lawful path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// After friendly jumps alone, or none.
    Friendly(Cell),
    /// In the capturing state with this index.
    Capturing(usize),
}

/// A stage and the index of the step before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    stage: Stage,
    parent: usize,
}

/// A draughtsman of the side to move, and the board on which it jumps.
#[derive(Clone, Copy)]
pub(super) struct Jumper<'a, const W: usize> {
    pub jumps: &'a Jumps<W>,
    pub board: JumpBoard<W>,
    pub from: Cell,
    /// The cells that its jumps can lead to.
    class: Bitboard<W>,
    pub occupied: Bitboard<W>,
    /// The enemy draughtsmen.
    pub enemy_draughtsmen: Bitboard<W>,
}

/// All series of one draughtsman of the side to move.
pub(crate) struct Series<'a, const W: usize> {
    jumper: Jumper<'a, W>,
    /// The cells reached by friendly jumps alone, the start included.
    quiet_reached: Bitboard<W>,
    states: IndexSet<State<W>, FxBuildHasher>,
    state_info: Vec<StateInfo>,
    /// The states to which jumps lead, state by state.
    next: Vec<u32>,
}

/// The lawful paths of all series of one draughtsman.
pub(crate) struct Paths<'s, 'a, const W: usize> {
    series: &'s Series<'a, W>,
    /// By number of jumps, then by the cells of the path.
    steps: Vec<Step>,
    /// The cells reached by friendly jumps from which a duty to capture leads on.
    bound: Bitboard<W>,
}

/// The cells that a draughtsman reaches by friendly jumps alone, its own included, and whether it
/// can capture from any of them.
pub(crate) fn quiet_jumps<const W: usize>(
    jumps: &Jumps<W>,
    board: &JumpBoard<W>,
    from: Cell,
) -> (Bitboard<W>, bool) {
    let own = Bitboard::of(from);
    let occupied = (board.friends | board.foes) - own;
    let reached = jumps.flood(own, board.friends - own, occupied);
    let victims = board.victims();
    let captures = reached.iter().any(|at| !jumps.passing(at, victims, occupied).is_empty());
    (reached, captures)
}

/// Whether a series of the draughtsman on `from`, which comes to `quiet_reached` by friendly jumps,
/// might take an enemy draughtsman: asked without regard to pieces being taken once only.
pub(crate) fn might_take<const W: usize>(
    jumps: &Jumps<W>,
    board: &JumpBoard<W>,
    (from, quiet_reached): (Cell, Bitboard<W>),
    enemy_draughtsmen: Bitboard<W>,
) -> bool {
    let occupied = (board.friends | board.foes) - Bitboard::of(from);
    jumps
        .flood(quiet_reached, board.victims(), occupied)
        .iter()
        .any(|at| !jumps.passing(at, enemy_draughtsmen, occupied).is_empty())
}

impl<'a, const W: usize> Jumper<'a, W> {
    /// The draughtsman on `from`.
    pub fn of(position: &Position<W>, jumps: &'a Jumps<W>, from: Cell) -> Self {
        let board = JumpBoard::of(position, jumps.kind);
        Jumper {
            jumps,
            board,
            from,
            class: jumps.class(from),
            occupied: (board.friends | board.foes) - Bitboard::of(from),
            enemy_draughtsmen: position.pieces(position.turn.opponent(), jumps.kind),
        }
    }

    /// The pieces of its side without itself.
    pub fn friends(&self) -> Bitboard<W> {
        self.board.friends - Bitboard::of(self.from)
    }

    /// Where a series stands, and whom it has taken.
    #[inline]
    pub fn parts(&self, state: State<W>) -> (Cell, Bitboard<W>) {
        let at = (state.0 & self.class).first().expect("the piece stands somewhere");
        (at, state.0 - self.class)
    }

    /// Whether the own king is safe if a series stops on a cell.
    pub fn is_safe(
        &self,
        position: &Position<W>,
        jump_safety: &JumpSafety<W>,
        at: Cell,
        taken: Bitboard<W>,
    ) -> bool {
        let (left, entered) = (Bitboard::of(self.from), Bitboard::of(at));
        let change = Change { left, entered, taken, passed: None };
        jump_safety.is_safe_after(position, self.jumps, &change)
    }

    /// The states that captures from a cell lead to when `taken` are gone, by rising landings.
    #[inline]
    pub fn captures(
        &self,
        at: Cell,
        taken: Bitboard<W>,
    ) -> impl Iterator<Item = State<W>> + use<W> {
        let (board, occupied) = (self.board, self.occupied);
        (self.jumps.over(at) & board.victims()).iter().filter_map(move |over| {
            let (landing, victim) = (beyond(at, over), Bitboard::of(board.victim(over)));
            let free = !occupied.has(landing) && !taken.meets(victim);
            free.then(|| State::of(landing, taken | victim))
        })
    }
}

impl<'a, const W: usize> Series<'a, W> {
    /// Explores the series of the draughtsman on `from`, as far as `effort` goes.
    ///
    /// What has not been looked at may hold a lawful continuation, and so a duty to go on: where
    /// that could be, a series neither ends nor goes on otherwise. So whatever is found is lawful.
    pub fn explore(
        position: &Position<W>,
        jumps: &'a Jumps<W>,
        jump_safety: &JumpSafety<W>,
        from: Cell,
        effort: &mut Effort,
    ) -> Self {
        let jumper = Jumper::of(position, jumps, from);
        let own = Bitboard::of(from);
        let mut series = Self {
            jumper,
            quiet_reached: jumps.flood(own, jumper.friends(), jumper.occupied),
            states: IndexSet::default(),
            state_info: Vec::new(),
            next: Vec::new(),
        };
        series.find_states(effort);
        series.judge_states(position, jump_safety, effort);
        series
    }

    /// Finds states and, of as many as `effort` allows, what they lead to.
    fn find_states(&mut self, effort: &mut Effort) {
        for at in self.quiet_reached {
            self.states.extend(self.jumper.captures(at, Bitboard::EMPTY));
        }
        while self.state_info.len() < self.states.len() && effort.take() {
            let (at, taken) = self.jumper.parts(self.states[self.state_info.len()]);
            self.state_info.push(StateInfo { next: self.next.len(), ..StateInfo::default() });
            for next in self.jumper.captures(at, taken) {
                self.next.push(self.states.insert_full(next).0 as u32);
            }
        }
    }

    /// Tells of every state what is to be known, from the last to the first.
    fn judge_states(
        &mut self,
        position: &Position<W>,
        jump_safety: &JumpSafety<W>,
        effort: &Effort,
    ) {
        let (looked_at, mut end) = (self.state_info.len(), self.next.len());
        let unknown = StateInfo { may_live: true, bound: true, next: end, ..StateInfo::default() };
        self.state_info.resize(self.states.len(), unknown);
        for index in (0..looked_at).rev() {
            if index.is_multiple_of(STATES_PER_LOOK) && effort.is_stopped() {
                return;
            }
            let (at, taken) = self.jumper.parts(self.states[index]);
            let safe = self.jumper.is_safe(position, jump_safety, at, taken);
            let (mut live, mut may_live, mut bound) = (safe, safe, false);
            let first = self.state_info[index].next;
            for next in &self.next[first..end] {
                let state_info = self.state_info[*next as usize];
                live |= state_info.live;
                may_live |= state_info.may_live;
                bound |= state_info.may_live && self.takes_enemy_draughtsman(taken, *next as usize);
            }
            end = first;
            self.state_info[index] = StateInfo { safe, live, may_live, bound, next: first };
        }
    }

    /// Whether the jump to a state, after which `before` were taken already, takes an enemy
    /// draughtsman.
    fn takes_enemy_draughtsman(&self, before: Bitboard<W>, state: usize) -> bool {
        (self.states[state].0 - before).meets(self.jumper.enemy_draughtsmen)
    }

    /// The states that a capture from a cell on which friendly jumps have ended leads to.
    fn first_captures(&self, at: Cell) -> impl Iterator<Item = usize> + '_ {
        let states = self.jumper.captures(at, Bitboard::EMPTY);
        states.map(|state| self.states.get_index_of(&state).expect("every state has been found"))
    }

    /// Whether a series that has come to a cell by friendly jumps must take an enemy draughtsman
    /// next, or may have to.
    fn must_capture_from(&self, at: Cell) -> bool {
        self.first_captures(at).any(|state| {
            self.takes_enemy_draughtsman(Bitboard::EMPTY, state) && self.state_info[state].may_live
        })
    }

    /// The states that captures from a state lead to.
    fn later_captures(&self, state: usize) -> &[u32] {
        let end =
            self.state_info.get(state + 1).map_or(self.next.len(), |state_info| state_info.next);
        &self.next[self.state_info[state].next..end]
    }

    /// Whether a series may end in a state that it has reached by rights.
    fn is_end(&self, state: usize) -> bool {
        self.state_info[state].safe && !self.state_info[state].bound
    }

    /// Whether no series comes to take an enemy draughtsman, so that there is no duty to go on.
    pub fn is_free(&self) -> bool {
        !self.states.iter().any(|state| state.0.meets(self.jumper.enemy_draughtsmen))
    }

    /// The capturing series where there is no duty to go on: where they end and whom they take.
    pub fn free_captures(&self) -> impl Iterator<Item = (Cell, Bitboard<W>)> + '_ {
        let ends = (0..self.states.len()).filter(|state| self.state_info[*state].safe);
        ends.map(|state| self.jumper.parts(self.states[state]))
    }

    /// The lawful paths.
    pub fn paths(&self) -> Paths<'_, 'a, W> {
        let mut paths = Paths { series: self, steps: Vec::new(), bound: Bitboard::EMPTY };
        paths.walk();
        paths
    }
}

impl<const W: usize> Paths<'_, '_, W> {
    fn walk(&mut self) {
        let series = self.series;
        let jumper = &series.jumper;
        let mut seen = vec![false; series.states.len()];
        let mut quiet_reached = Bitboard::of(jumper.from);
        self.steps.push(Step { stage: Stage::Friendly(jumper.from), parent: 0 });
        let mut parent = 0;
        while parent < self.steps.len() {
            match self.steps[parent].stage {
                Stage::Friendly(at) => {
                    self.continue_quietly(at, parent, &mut quiet_reached, &mut seen);
                }
                Stage::Capturing(state) => {
                    let taken = jumper.parts(series.states[state]).1;
                    for &next in series.later_captures(state) {
                        let next = next as usize;
                        if !series.state_info[state].bound
                            || series.takes_enemy_draughtsman(taken, next)
                        {
                            self.capture(next, parent, &mut seen);
                        }
                    }
                }
            }
            parent += 1;
        }
    }

    fn capture(&mut self, state: usize, parent: usize, seen: &mut [bool]) {
        if self.series.state_info[state].live && !std::mem::replace(&mut seen[state], true) {
            self.steps.push(Step { stage: Stage::Capturing(state), parent });
        }
    }

    /// Adds what follows friendly jumps to a cell, friendly and capturing jumps in the order of
    /// their landings.
    fn continue_quietly(
        &mut self,
        at: Cell,
        parent: usize,
        quiet_reached: &mut Bitboard<W>,
        seen: &mut [bool],
    ) {
        let series = self.series;
        let jumper = &series.jumper;
        let bound = at != jumper.from && series.must_capture_from(at);
        if bound {
            self.bound |= Bitboard::of(at);
        }
        let friends = jumper.friends();
        let mut captures = series.first_captures(at);
        for over in jumper.jumps.over(at) & (friends | jumper.board.victims()) {
            let landing = beyond(at, over);
            if jumper.occupied.has(landing) {
                continue;
            }
            if !friends.has(over) {
                let state = captures.next().expect("every capture leads to a state");
                if !bound || series.takes_enemy_draughtsman(Bitboard::EMPTY, state) {
                    self.capture(state, parent, seen);
                }
            } else if !bound && !quiet_reached.has(landing) {
                *quiet_reached |= Bitboard::of(landing);
                self.steps.push(Step { stage: Stage::Friendly(landing), parent });
            }
        }
    }

    /// The cells on which a series of friendly jumps alone may end, its king's safety aside.
    pub fn quiet_jumps(&self) -> Bitboard<W> {
        let ends = self.steps.iter().filter_map(|step| match step.stage {
            Stage::Friendly(at) => Some(at),
            Stage::Capturing(_) => None,
        });
        ends.collect::<Bitboard<W>>() - self.bound - Bitboard::of(self.series.jumper.from)
    }

    /// The capturing series: where they end and whom they take.
    pub fn captures(&self) -> impl Iterator<Item = (Cell, Bitboard<W>)> + '_ {
        self.steps.iter().filter_map(|step| match step.stage {
            Stage::Capturing(state) if self.series.is_end(state) => {
                Some(self.series.jumper.parts(self.series.states[state]))
            }
            _ => None,
        })
    }

    /// The canonical path of every series, with its end and its victims.
    pub fn all(&self) -> impl Iterator<Item = (Vec<Cell>, Bitboard<W>)> + '_ {
        let quiet_jumps = self.quiet_jumps();
        (0..self.steps.len()).filter_map(move |index| {
            let taken = match self.steps[index].stage {
                Stage::Friendly(at) => quiet_jumps.has(at).then_some(Bitboard::EMPTY),
                Stage::Capturing(state) => self
                    .series
                    .is_end(state)
                    .then(|| self.series.jumper.parts(self.series.states[state]).1),
            };
            taken.map(|taken| (self.path_to(index), taken))
        })
    }

    fn path_to(&self, index: usize) -> Vec<Cell> {
        let (mut path, mut index) = (Vec::new(), index);
        loop {
            let step = self.steps[index];
            path.push(match step.stage {
                Stage::Friendly(at) => at,
                Stage::Capturing(state) => self.series.jumper.parts(self.series.states[state]).0,
            });
            if index == 0 {
                break;
            }
            index = step.parent;
        }
        path.reverse();
        path
    }
}
