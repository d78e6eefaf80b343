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

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::jump_safety::{Change, JumpSafety};
use super::takers::Scene;
use crate::geometry::{Bitboard, Cell};
use crate::position::Position;
use crate::tables::{Jumps, beyond};

/// The victims of a series, and where it stands.
type State<const W: usize> = Bitboard<W>;

/// What is known of a state.
#[derive(Clone, Copy, Default, Debug)]
struct Facts {
    /// Whether the own king is safe if the series stops here.
    safe: bool,
    /// Whether the king is safe at some end of the series from here on.
    live: bool,
    /// Whether the next jump must take an enemy draughtsman.
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

/// What a draughtsman of the side to move sees.
#[derive(Clone, Copy)]
struct View<'a, const W: usize> {
    jumps: &'a Jumps<W>,
    scene: Scene<W>,
    from: Cell,
    /// The cells that its jumps can lead to.
    class: Bitboard<W>,
    occupied: Bitboard<W>,
    /// The enemy draughtsmen.
    enemy_draughtsmen: Bitboard<W>,
}

/// All series of one draughtsman of the side to move.
pub(crate) struct Series<'a, const W: usize> {
    view: View<'a, W>,
    /// The cells reached by friendly jumps alone, the start included.
    quiet_reached: Bitboard<W>,
    states: IndexSet<State<W>, FxBuildHasher>,
    facts: Vec<Facts>,
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
pub(crate) fn canters<const W: usize>(
    jumps: &Jumps<W>,
    scene: &Scene<W>,
    from: Cell,
) -> (Bitboard<W>, bool) {
    let own = Bitboard::of(from);
    let occupied = (scene.friends | scene.foes) - own;
    let reached = jumps.flood(own, scene.friends - own, occupied);
    let victims = scene.victims();
    let captures = reached.iter().any(|at| !jumps.passing(at, victims, occupied).is_empty());
    (reached, captures)
}

/// Whether a series of the draughtsman on `from`, which comes to `quiet_reached` by friendly jumps, might
/// take a rival: asked without regard to pieces being taken once only.
pub(crate) fn might_take<const W: usize>(
    jumps: &Jumps<W>,
    scene: &Scene<W>,
    (from, quiet_reached): (Cell, Bitboard<W>),
    enemy_draughtsmen: Bitboard<W>,
) -> bool {
    let occupied = (scene.friends | scene.foes) - Bitboard::of(from);
    jumps
        .flood(quiet_reached, scene.victims(), occupied)
        .iter()
        .any(|at| !jumps.passing(at, enemy_draughtsmen, occupied).is_empty())
}

impl<const W: usize> View<'_, W> {
    /// Where a series stands, and whom it has taken.
    #[inline]
    fn parts(&self, state: State<W>) -> (Cell, Bitboard<W>) {
        let at = (state & self.class).first().expect("the piece stands somewhere");
        (at, state - self.class)
    }

    /// The states that captures from a cell lead to when `taken` are gone, by rising landings.
    #[inline]
    fn captures(&self, at: Cell, taken: Bitboard<W>) -> impl Iterator<Item = State<W>> + use<W> {
        let (scene, occupied) = (self.scene, self.occupied);
        (self.jumps.over(at) & scene.victims()).iter().filter_map(move |over| {
            let (landing, victim) = (beyond(at, over), Bitboard::of(scene.victim(over)));
            let free = !occupied.has(landing) && !taken.meets(victim);
            free.then(|| taken | victim | Bitboard::of(landing))
        })
    }
}

impl<'a, const W: usize> Series<'a, W> {
    /// Explores the series of the draughtsman on `from`.
    pub fn explore(
        position: &Position<W>,
        jumps: &'a Jumps<W>,
        jump_safety: &JumpSafety<W>,
        from: Cell,
    ) -> Self {
        let scene = Scene::of(position, jumps.kind);
        let own = Bitboard::of(from);
        let occupied = (scene.friends | scene.foes) - own;
        let view = View {
            jumps,
            scene,
            from,
            class: jumps.class(from),
            occupied,
            enemy_draughtsmen: position.pieces(position.turn.opponent(), jumps.kind),
        };
        let mut series = Self {
            view,
            quiet_reached: jumps.flood(own, scene.friends - own, occupied),
            states: IndexSet::default(),
            facts: Vec::new(),
            next: Vec::new(),
        };
        series.find_states();
        series.judge_states(position, jump_safety);
        series
    }

    fn find_states(&mut self) {
        for at in self.quiet_reached {
            self.states.extend(self.view.captures(at, Bitboard::EMPTY));
        }
        while self.facts.len() < self.states.len() {
            let (at, taken) = self.view.parts(self.states[self.facts.len()]);
            self.facts.push(Facts { next: self.next.len(), ..Facts::default() });
            for next in self.view.captures(at, taken) {
                self.next.push(self.states.insert_full(next).0 as u32);
            }
        }
    }

    fn judge_states(&mut self, position: &Position<W>, jump_safety: &JumpSafety<W>) {
        let mut end = self.next.len();
        for index in (0..self.states.len()).rev() {
            let (at, taken) = self.view.parts(self.states[index]);
            let change = Change {
                left: Bitboard::of(self.view.from),
                entered: Bitboard::of(at),
                taken,
                ghost: None,
            };
            let safe = jump_safety.is_safe_after(position, self.view.jumps, &change);
            let (mut live, mut bound) = (safe, false);
            let first = self.facts[index].next;
            for next in &self.next[first..end] {
                let leads_on = self.facts[*next as usize].live;
                live |= leads_on;
                bound |= leads_on && self.takes_rival(taken, *next as usize);
            }
            end = first;
            self.facts[index] = Facts { safe, live, bound, next: first };
        }
    }

    /// Whether the jump to a state, after which `before` were taken already, takes a rival.
    fn takes_rival(&self, before: Bitboard<W>, state: usize) -> bool {
        (self.states[state] - before).meets(self.view.enemy_draughtsmen)
    }

    /// The states that a capture from a cell on which friendly jumps have ended leads to.
    fn first_captures(&self, at: Cell) -> impl Iterator<Item = usize> + '_ {
        let states = self.view.captures(at, Bitboard::EMPTY);
        states.map(|state| self.states.get_index_of(&state).expect("every state has been found"))
    }

    /// Whether a series that has come to a cell by friendly jumps must take a rival next.
    fn must_capture_from(&self, at: Cell) -> bool {
        self.first_captures(at)
            .any(|state| self.takes_rival(Bitboard::EMPTY, state) && self.facts[state].live)
    }

    /// The states that captures from a state lead to.
    fn later_captures(&self, state: usize) -> &[u32] {
        let end = self.facts.get(state + 1).map_or(self.next.len(), |facts| facts.next);
        &self.next[self.facts[state].next..end]
    }

    /// Whether a series may end in a state that it has reached by rights.
    fn is_end(&self, state: usize) -> bool {
        self.facts[state].safe && !self.facts[state].bound
    }

    /// Whether no series comes to take a rival, so that there is no duty to go on.
    pub fn is_free(&self) -> bool {
        !self.states.iter().any(|state| state.meets(self.view.enemy_draughtsmen))
    }

    /// The capturing series where there is no duty to go on: where they end and whom they take.
    pub fn free_captures(&self) -> impl Iterator<Item = (Cell, Bitboard<W>)> + '_ {
        let ends = (0..self.states.len()).filter(|state| self.facts[*state].safe);
        ends.map(|state| self.view.parts(self.states[state]))
    }

    /// The enemy draughtsmen that some lawful series takes with its first jump.
    pub fn first_rivals(&self) -> Bitboard<W> {
        let live = self.first_captures(self.view.from).filter(|state| self.facts[*state].live);
        live.fold(Bitboard::EMPTY, |set, state| set | self.states[state])
            & self.view.enemy_draughtsmen
    }

    /// Whom a path of jumps takes, if it is lawful; its king's safety is not asked of a path
    /// without captures.
    pub fn follow(&self, path: &[Cell]) -> Option<Bitboard<W>> {
        let view = &self.view;
        let friends = view.scene.friends - Bitboard::of(view.from);
        let mut at = *path.first().filter(|cell| **cell == view.from)?;
        let mut taken = Bitboard::EMPTY;
        let (mut bound, mut ends) = (false, false);
        for &landing in &path[1..] {
            let over = view.jumps.over(at).iter().find(|over| beyond(at, *over) == landing)?;
            let victim = Bitboard::of(view.scene.victim(over));
            if view.occupied.has(landing) {
                return None;
            }
            if friends.has(over) && taken.is_empty() && !bound {
                bound = self.must_capture_from(landing);
                ends = landing != view.from;
            } else {
                let forbidden =
                    taken.meets(victim) || bound && !victim.meets(view.enemy_draughtsmen);
                if forbidden || !view.scene.victims().has(over) {
                    return None;
                }
                taken |= victim;
                let state = self.states.get_index_of(&(taken | Bitboard::of(landing)))?;
                Facts { safe: ends, bound, .. } = self.facts[state];
            }
            at = landing;
        }
        (ends && !bound).then_some(taken)
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
        let view = &series.view;
        let mut seen = vec![false; series.states.len()];
        let mut quiet_reached = Bitboard::of(view.from);
        self.steps.push(Step { stage: Stage::Friendly(view.from), parent: 0 });
        let mut parent = 0;
        while parent < self.steps.len() {
            match self.steps[parent].stage {
                Stage::Friendly(at) => self.leave_canter(at, parent, &mut quiet_reached, &mut seen),
                Stage::Capturing(state) => {
                    let taken = view.parts(series.states[state]).1;
                    for &next in series.later_captures(state) {
                        let next = next as usize;
                        if !series.facts[state].bound || series.takes_rival(taken, next) {
                            self.capture(next, parent, &mut seen);
                        }
                    }
                }
            }
            parent += 1;
        }
    }

    fn capture(&mut self, state: usize, parent: usize, seen: &mut [bool]) {
        if self.series.facts[state].live && !std::mem::replace(&mut seen[state], true) {
            self.steps.push(Step { stage: Stage::Capturing(state), parent });
        }
    }

    /// Adds what follows friendly jumps to a cell, friendly and capturing jumps in the order of
    /// their landings.
    fn leave_canter(
        &mut self,
        at: Cell,
        parent: usize,
        quiet_reached: &mut Bitboard<W>,
        seen: &mut [bool],
    ) {
        let series = self.series;
        let view = &series.view;
        let bound = at != view.from && series.must_capture_from(at);
        if bound {
            self.bound |= Bitboard::of(at);
        }
        let friends = view.scene.friends - Bitboard::of(view.from);
        let mut captures = series.first_captures(at);
        for over in view.jumps.over(at) & (friends | view.scene.victims()) {
            let landing = beyond(at, over);
            if view.occupied.has(landing) {
                continue;
            }
            if !friends.has(over) {
                let state = captures.next().expect("every capture leads to a state");
                if !bound || series.takes_rival(Bitboard::EMPTY, state) {
                    self.capture(state, parent, seen);
                }
            } else if !bound && !quiet_reached.has(landing) {
                *quiet_reached |= Bitboard::of(landing);
                self.steps.push(Step { stage: Stage::Friendly(landing), parent });
            }
        }
    }

    /// The cells on which a series of friendly jumps alone may end, its king's safety aside.
    pub fn canters(&self) -> Bitboard<W> {
        let ends = self.steps.iter().filter_map(|step| match step.stage {
            Stage::Friendly(at) => Some(at),
            Stage::Capturing(_) => None,
        });
        ends.collect::<Bitboard<W>>() - self.bound - Bitboard::of(self.series.view.from)
    }

    /// The capturing series: where they end and whom they take.
    pub fn captures(&self) -> impl Iterator<Item = (Cell, Bitboard<W>)> + '_ {
        self.steps.iter().filter_map(|step| match step.stage {
            Stage::Capturing(state) if self.series.is_end(state) => {
                Some(self.series.view.parts(self.series.states[state]))
            }
            _ => None,
        })
    }

    /// The canonical path of the series with these ends and victims; `None` if there is no such
    /// lawful series.
    pub fn path(&self, to: Cell, taken: Bitboard<W>) -> Option<Vec<Cell>> {
        let is_meant = |step: &Step| match step.stage {
            Stage::Friendly(at) => taken.is_empty() && at == to,
            Stage::Capturing(state) => self.series.states[state] == taken | Bitboard::of(to),
        };
        let index = self.steps.iter().position(is_meant)?;
        Some(self.path_to(index))
    }

    /// The canonical path of every series, with its end and its victims.
    pub fn all(&self) -> impl Iterator<Item = (Vec<Cell>, Bitboard<W>)> + '_ {
        let canters = self.canters();
        (0..self.steps.len()).filter_map(move |index| {
            let taken = match self.steps[index].stage {
                Stage::Friendly(at) => canters.has(at).then_some(Bitboard::EMPTY),
                Stage::Capturing(state) => self
                    .series
                    .is_end(state)
                    .then(|| self.series.view.parts(self.series.states[state]).1),
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
                Stage::Capturing(state) => self.series.view.parts(self.series.states[state]).0,
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
