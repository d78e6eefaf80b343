//! [`Series`]: all series of jumps of one draughtsman, each with one canonical path.
//!
//! A state of a series is the cell of the piece and its victims. Two paths to one state are one
//! move. The generator finds states breadth first, by captures, so a later state never leads to an
//! earlier one. Then it goes from the last state to the first and notes which lead to a safe end,
//! and so where there is a duty to go on. A second walk from the start, by jumps, finds the states
//! that may lawfully be reached, and their paths (docs/rules/ordinary.md, "The Checker").
//!
//! A draughtsman's landing cells and the cells that it jumps over never overlap. So one set holds
//! both its own cell and its victims: its own is the only landing cell in the set.

use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::jump_safety::{Change, JumpSafety};
use super::takers::JumpBoard;
use crate::families::gen_budget::{GenBudget, STATES_PER_LOOK};
use crate::geometry::{Bitboard, Cell};
use crate::position::Position;
use crate::tables::{Jumps, beyond};

/// The victims of a series, and its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State<const W: usize>(Bitboard<W>);

impl<const W: usize> State<W> {
    pub fn of(at: Cell, taken: Bitboard<W>) -> Self {
        Self(taken | Bitboard::of(at))
    }
}

/// States differ in few bits, and a hash by one multiplication would leave the differences in few
/// bits of the table index. So the bits are mixed first.
impl<const W: usize> Hash for State<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.mixed());
    }
}

/// The facts about a state.
#[derive(Clone, Copy, Default, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and all are known of every state"
)]
struct StateInfo {
    /// Whether the own king is safe if the series ends here.
    safe: bool,
    /// Whether some known end of the series from here on has a safe king.
    live: bool,
    /// Whether this is so, or states from here on have not been looked at.
    may_live: bool,
    /// Whether the next jump must capture an enemy draughtsman, or may have to.
    bound: bool,
    /// The index of the first state that a jump from here leads to, in the list of all of these.
    next: usize,
}

/// A stage of a lawful path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// After only friendly jumps, or none.
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
    /// The cells on which its jumps can land.
    class: Bitboard<W>,
    pub occupied: Bitboard<W>,
    /// The enemy draughtsmen.
    pub enemy_draughtsmen: Bitboard<W>,
}

/// All series of one draughtsman of the side to move.
pub(crate) struct Series<'a, const W: usize> {
    jumper: Jumper<'a, W>,
    /// The cells reached by only friendly jumps, the start included.
    quiet_reached: Bitboard<W>,
    states: IndexSet<State<W>, FxBuildHasher>,
    state_info: Vec<StateInfo>,
    /// The states to which jumps lead, grouped by state.
    next: Vec<u32>,
}

/// The lawful paths of all series of one draughtsman.
pub(crate) struct Paths<'s, 'a, const W: usize> {
    series: &'s Series<'a, W>,
    /// The steps, ordered by the number of jumps, then by the cells of the path.
    steps: Vec<Step>,
    /// The cells reached by friendly jumps on which a duty to capture applies.
    bound: Bitboard<W>,
}

/// Returns the cells that a draughtsman reaches by only friendly jumps, its own included, and
/// whether it can capture from any of them.
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

/// Returns whether a series of the draughtsman on `from`, which reaches `quiet_reached` by friendly
/// jumps, might capture an enemy draughtsman. It ignores that pieces can be captured only once.
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
    /// Returns the draughtsman on `from`.
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

    /// Returns the cell of a series, and its victims.
    #[inline]
    pub fn parts(&self, state: State<W>) -> (Cell, Bitboard<W>) {
        let at = (state.0 & self.class).first().expect("the piece stands somewhere");
        (at, state.0 - self.class)
    }

    /// Returns whether the own king is safe if a series stops on a cell.
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

    /// Returns the states after captures from a cell when `taken` are gone, in rising order of
    /// landings.
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
    /// Explores the series of the draughtsman on `from`, as far as `budget` goes.
    ///
    /// A state that was not looked at may have a lawful continuation, and so a duty to go on. Where
    /// that is possible, the series neither ends nor continues in another way. So every series that
    /// is found is lawful.
    pub fn explore(
        position: &Position<W>,
        jumps: &'a Jumps<W>,
        jump_safety: &JumpSafety<W>,
        from: Cell,
        budget: &mut GenBudget,
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
        series.find_states(budget);
        series.judge_states(position, jump_safety, budget);
        series
    }

    /// Finds the states and their successors, for as many states as `budget` allows.
    fn find_states(&mut self, budget: &mut GenBudget) {
        for at in self.quiet_reached {
            self.states.extend(self.jumper.captures(at, Bitboard::EMPTY));
        }
        while self.state_info.len() < self.states.len() && budget.take() {
            let (at, taken) = self.jumper.parts(self.states[self.state_info.len()]);
            self.state_info.push(StateInfo { next: self.next.len(), ..StateInfo::default() });
            for next in self.jumper.captures(at, taken) {
                self.next.push(self.states.insert_full(next).0 as u32);
            }
        }
    }

    /// Determines the facts of every state, from the last to the first.
    fn judge_states(
        &mut self,
        position: &Position<W>,
        jump_safety: &JumpSafety<W>,
        budget: &GenBudget,
    ) {
        let (looked_at, mut end) = (self.state_info.len(), self.next.len());
        let unknown = StateInfo { may_live: true, bound: true, next: end, ..StateInfo::default() };
        self.state_info.resize(self.states.len(), unknown);
        for index in (0..looked_at).rev() {
            if index.is_multiple_of(STATES_PER_LOOK) && budget.is_stopped() {
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

    /// Returns whether the jump to a state captures an enemy draughtsman; `before` are the earlier
    /// victims.
    fn takes_enemy_draughtsman(&self, before: Bitboard<W>, state: usize) -> bool {
        (self.states[state].0 - before).meets(self.jumper.enemy_draughtsmen)
    }

    /// Returns the states after a capture from a cell on which friendly jumps have ended.
    fn first_captures(&self, at: Cell) -> impl Iterator<Item = usize> + '_ {
        let states = self.jumper.captures(at, Bitboard::EMPTY);
        states.map(|state| self.states.get_index_of(&state).expect("every state has been found"))
    }

    /// Returns whether a series that has reached a cell by friendly jumps must capture an enemy
    /// draughtsman next, or may have to.
    fn must_capture_from(&self, at: Cell) -> bool {
        self.first_captures(at).any(|state| {
            self.takes_enemy_draughtsman(Bitboard::EMPTY, state) && self.state_info[state].may_live
        })
    }

    /// Returns the states after captures from a state.
    fn later_captures(&self, state: usize) -> &[u32] {
        let end =
            self.state_info.get(state + 1).map_or(self.next.len(), |state_info| state_info.next);
        &self.next[self.state_info[state].next..end]
    }

    /// Returns whether a series may end in a state that it has lawfully reached.
    fn is_end(&self, state: usize) -> bool {
        self.state_info[state].safe && !self.state_info[state].bound
    }

    /// Returns whether no series can capture an enemy draughtsman, so that there is no duty to go
    /// on.
    pub fn is_free(&self) -> bool {
        !self.states.iter().any(|state| state.0.meets(self.jumper.enemy_draughtsmen))
    }

    /// Returns the ends and victims of the capturing series where there is no duty to go on.
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

    /// Adds the continuations of friendly jumps to a cell: friendly and capturing jumps in the
    /// order of their landings.
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

    /// Returns the cells on which a series of only friendly jumps may end, without regard to the
    /// king's safety.
    pub fn quiet_jumps(&self) -> Bitboard<W> {
        let ends = self.steps.iter().filter_map(|step| match step.stage {
            Stage::Friendly(at) => Some(at),
            Stage::Capturing(_) => None,
        });
        ends.collect::<Bitboard<W>>() - self.bound - Bitboard::of(self.series.jumper.from)
    }

    /// Returns the ends and victims of the capturing series.
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
