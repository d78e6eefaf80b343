//! [`Series`]: all series of jumps of one draughtsman, each with one canonical path.
//!
//! A state of a series is where the man stands and whom it has taken; two paths to one state are
//! one move. States are found breadth first, by captures, so that a later one never leads to an
//! earlier one; whether a state leads to a safe end, and hence whether a duty to go on exists, is
//! then known from the last to the first. A second walk from the start, by jumps, finds what may be
//! reached by rights and by which path (docs/rules/ordinary.md, "The Checker").

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::jumps::{Jumps, Scene, beyond};
use super::peril::{Change, Peril};
use crate::{Bitboard, Cell, Position};

/// Where a capturing series stands, and the men it has taken.
type State<const W: usize> = (Cell, Bitboard<W>);

/// What is known of a state.
#[derive(Clone, Copy, Default, Debug)]
struct Facts {
    /// Whether the own king is safe if the series stops here.
    safe: bool,
    /// Whether the king is safe at some end of the series from here on.
    live: bool,
    /// Whether the next jump must take an enemy draughtsman.
    bound: bool,
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

/// All series of one draughtsman of the side to move.
pub(crate) struct Series<'a, const W: usize> {
    position: &'a Position<W>,
    jumps: &'a Jumps<W>,
    scene: Scene<W>,
    from: Cell,
    occupied: Bitboard<W>,
    /// The enemy draughtsmen.
    rivals: Bitboard<W>,
    states: IndexSet<State<W>, FxBuildHasher>,
    facts: Vec<Facts>,
    /// The stages of lawful paths, by number of jumps, then by the cells of the path.
    steps: Vec<Step>,
    /// The cells reached by friendly jumps from which a duty to capture leads on.
    bound: Bitboard<W>,
}

/// The cells that a draughtsman reaches by friendly jumps alone, its own included; `None` for the
/// capturing jumps if there is none from any of them.
pub(crate) fn canters<const W: usize>(
    jumps: &Jumps<W>,
    scene: &Scene<W>,
    from: Cell,
) -> (Bitboard<W>, bool) {
    let own = Bitboard::of(from);
    let occupied = (scene.friends | scene.foes) - own;
    let reached = jumps.flood(own, scene.friends - own, occupied);
    let prey = scene.prey();
    let captures = reached.iter().any(|at| {
        (jumps.over(at) & prey).iter().any(|over| !occupied.has(beyond(at, over)))
    });
    (reached, captures)
}

impl<'a, const W: usize> Series<'a, W> {
    /// Explores the series of the draughtsman on `from`.
    pub fn explore(
        position: &'a Position<W>,
        jumps: &'a Jumps<W>,
        peril: &Peril<W>,
        from: Cell,
    ) -> Self {
        let scene = Scene::of(position, jumps.kind);
        let own = Bitboard::of(from);
        let mut series = Self {
            position,
            jumps,
            scene,
            from,
            occupied: (scene.friends | scene.foes) - own,
            rivals: position.men(position.turn.opponent(), jumps.kind),
            states: IndexSet::default(),
            facts: Vec::new(),
            steps: Vec::new(),
            bound: Bitboard::EMPTY,
        };
        series.find_states();
        series.judge_states(peril);
        series.find_paths();
        series
    }

    /// The jumps over prey from a cell when `taken` are gone: landing and taken man.
    #[inline]
    fn captures(
        &self,
        at: Cell,
        taken: Bitboard<W>,
    ) -> impl Iterator<Item = State<W>> + use<W> {
        let (scene, occupied) = (self.scene, self.occupied);
        (self.jumps.over(at) & scene.prey()).iter().filter_map(move |over| {
            let (landing, victim) = (beyond(at, over), scene.victim(over));
            let free = !occupied.has(landing) && !taken.has(victim);
            free.then(|| (landing, taken | Bitboard::of(victim)))
        })
    }

    fn find_states(&mut self) {
        let friends = self.scene.friends - Bitboard::of(self.from);
        for at in self.jumps.flood(Bitboard::of(self.from), friends, self.occupied) {
            self.states.extend(self.captures(at, Bitboard::EMPTY));
        }
        let mut index = 0;
        while index < self.states.len() {
            let (at, taken) = self.states[index];
            self.states.extend(self.captures(at, taken));
            index += 1;
        }
    }

    fn judge_states(&mut self, peril: &Peril<W>) {
        self.facts = vec![Facts::default(); self.states.len()];
        for index in (0..self.states.len()).rev() {
            let (at, taken) = self.states[index];
            let change = Change {
                left: Bitboard::of(self.from),
                entered: Bitboard::of(at),
                taken,
                ghost: None,
            };
            let safe = peril.is_safe_after(self.position, self.jumps, &change);
            let (mut live, mut bound) = (safe, false);
            for next in self.captures(at, taken) {
                let leads_on = self.is_live(&next);
                live |= leads_on;
                bound |= leads_on && self.takes_rival(taken, &next);
            }
            self.facts[index] = Facts { safe, live, bound };
        }
    }

    fn is_live(&self, state: &State<W>) -> bool {
        self.states.get_index_of(state).is_some_and(|index| self.facts[index].live)
    }

    /// Whether the jump that led to a state took an enemy draughtsman.
    fn takes_rival(&self, before: Bitboard<W>, after: &State<W>) -> bool {
        (after.1 - before).meets(self.rivals)
    }

    fn find_paths(&mut self) {
        let mut seen = vec![false; self.states.len()];
        let mut cantered: Bitboard<W> = Bitboard::of(self.from);
        self.steps.push(Step { stage: Stage::Friendly(self.from), parent: 0 });
        let mut index = 0;
        while index < self.steps.len() {
            let (at, taken, bound) = self.standing(index);
            let hurdles = match self.steps[index].stage {
                Stage::Friendly(_) if !bound => self.scene.friends - Bitboard::of(self.from),
                _ => Bitboard::EMPTY,
            };
            // Landings in rising order, so that paths come in the order of their cells.
            for over in self.jumps.over(at) & (hurdles | self.scene.prey()) {
                let landing = beyond(at, over);
                if self.occupied.has(landing) {
                    continue;
                }
                if hurdles.has(over) {
                    if !cantered.has(landing) {
                        cantered |= Bitboard::of(landing);
                        self.steps.push(Step { stage: Stage::Friendly(landing), parent: index });
                    }
                    continue;
                }
                let victim = Bitboard::of(self.scene.victim(over));
                if taken.meets(victim) || bound && !victim.meets(self.rivals) {
                    continue;
                }
                let next = self.states.get_index_of(&(landing, taken | victim));
                let next = next.expect("every state has been found");
                if !std::mem::replace(&mut seen[next], true) && self.facts[next].live {
                    self.steps.push(Step { stage: Stage::Capturing(next), parent: index });
                }
            }
            index += 1;
        }
    }

    /// Where a step's man stands, whom it has taken, and whether it must take a rival next.
    fn standing(&mut self, index: usize) -> (Cell, Bitboard<W>, bool) {
        match self.steps[index].stage {
            Stage::Capturing(state) => {
                let (at, taken) = self.states[state];
                (at, taken, self.facts[state].bound)
            }
            Stage::Friendly(at) => {
                let bound = at != self.from && self.must_capture_from(at);
                if bound {
                    self.bound |= Bitboard::of(at);
                }
                (at, Bitboard::EMPTY, bound)
            }
        }
    }

    /// The cells on which a series of friendly jumps alone may end, its king's safety aside.
    pub fn friendly_ends(&self) -> Bitboard<W> {
        let ends = self.steps.iter().filter_map(|step| match step.stage {
            Stage::Friendly(at) => Some(at),
            Stage::Capturing(_) => None,
        });
        ends.collect::<Bitboard<W>>() - self.bound - Bitboard::of(self.from)
    }

    /// The lawful capturing series: where they end and whom they take.
    pub fn capturing_ends(&self) -> impl Iterator<Item = State<W>> + '_ {
        self.steps.iter().filter_map(|step| match step.stage {
            Stage::Capturing(state) if self.facts[state].safe && !self.facts[state].bound => {
                Some(self.states[state])
            }
            _ => None,
        })
    }

    /// The enemy draughtsmen that some lawful series takes with its first jump.
    pub fn first_rivals(&self) -> Bitboard<W> {
        let first = self.captures(self.from, Bitboard::EMPTY);
        first.filter(|next| self.is_live(next)).fold(Bitboard::EMPTY, |set, next| set | next.1)
            & self.rivals
    }

    /// The canonical path of every lawful series: its cells, and whom it takes.
    pub fn paths(&self) -> impl Iterator<Item = (Vec<Cell>, Bitboard<W>)> + '_ {
        let ends = self.friendly_ends();
        (0..self.steps.len()).filter_map(move |index| {
            let taken = match self.steps[index].stage {
                Stage::Friendly(at) => ends.has(at).then_some(Bitboard::EMPTY),
                Stage::Capturing(state) => {
                    let facts = &self.facts[state];
                    (facts.safe && !facts.bound).then(|| self.states[state].1)
                }
            };
            taken.map(|taken| (self.path_to(index), taken))
        })
    }

    fn path_to(&self, mut index: usize) -> Vec<Cell> {
        let mut path = Vec::new();
        loop {
            let step = self.steps[index];
            path.push(match step.stage {
                Stage::Friendly(at) => at,
                Stage::Capturing(state) => self.states[state].0,
            });
            if index == 0 {
                break;
            }
            index = step.parent;
        }
        path.reverse();
        path
    }

    /// Whom a path of jumps takes, if it is lawful; its king's safety is not asked of a path
    /// without captures.
    pub fn follow(&self, path: &[Cell]) -> Option<Bitboard<W>> {
        let friends = self.scene.friends - Bitboard::of(self.from);
        let mut at = *path.first().filter(|cell| **cell == self.from)?;
        let mut taken = Bitboard::EMPTY;
        let mut bound = false;
        for &landing in &path[1..] {
            let over = self.jumps.over(at).iter().find(|over| beyond(at, *over) == landing)?;
            let free = !self.occupied.has(landing);
            let victim = Bitboard::of(self.scene.victim(over));
            if free && friends.has(over) && taken.is_empty() && !bound {
                bound = self.must_capture_from(landing);
            } else if free
                && self.scene.prey().has(over)
                && !taken.meets(victim)
                && (!bound || victim.meets(self.rivals))
            {
                taken |= victim;
                let state = self.states.get_index_of(&(landing, taken))?;
                bound = self.facts[state].bound;
            } else {
                return None;
            }
            at = landing;
        }
        let ends = if taken.is_empty() {
            !bound && at != self.from
        } else {
            !bound && self.facts[self.states.get_index_of(&(at, taken))?].safe
        };
        ends.then_some(taken)
    }

    /// Whether a series that has come to a cell by friendly jumps must take a rival next.
    fn must_capture_from(&self, at: Cell) -> bool {
        self.captures(at, Bitboard::EMPTY)
            .any(|next| self.takes_rival(Bitboard::EMPTY, &next) && self.is_live(&next))
    }
}
