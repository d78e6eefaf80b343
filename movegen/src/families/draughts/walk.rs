//! [`each_safe`]: the moves that leave the king safe one after another, without a list of them.
//!
//! Every capture adds a victim, so the states with `n` victims lead only to those with `n + 1`. The
//! walk keeps only two such layers. The most crowded known set-up has two million states, and no
//! layer of it has more than 300,000.

use std::ops::ControlFlow;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::generation::generate_safe;
use super::jump_safety::JumpSafety;
use super::moves::SeriesMove;
use super::one::OneSeries;
use super::safe_moves::SafeMoves;
use super::series::State;
use super::takers::jumps_of;
use crate::families::gen_budget::{GenBudget, StopSign};
use crate::geometry::{Bitboard, Cell};
use crate::position::{AsMove, CheckInfo, GenKind, Position, Sink};
use crate::tables::{Jumps, beyond};

/// Returns whether a move is a series of jumps: one of a draughtsman that goes further than a step.
pub(super) fn is_series<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> bool {
    let jumps = jumps_of(position);
    position.pieces(position.turn, jumps.kind).has(mv.from()) && jumps.class(mv.from()).has(mv.to())
}

/// Passes the moves that leave the king safe to `visit`, before duties, until `visit` or `stop`
/// ends it. Series come with their canonical paths, other moves without a path.
pub(super) fn each_safe<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    stop: StopSign,
    mut visit: impl FnMut(&SeriesMove<W>, &[Cell]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut plain = Vec::new();
    generate_safe(position, check_info, GenKind::All, &mut GenBudget::new(0, 0), &mut plain);
    for mv in plain.iter().filter(|mv| !is_series(position, mv)) {
        visit(mv, &[])?;
    }
    let jumps = jumps_of(position);
    let jump_safety = JumpSafety::of(position, jumps, check_info);
    for from in position.pieces(position.turn, jumps.kind) {
        let judge = OneSeries::new(position, jumps, &jump_safety, from).until(Some(stop));
        let mut walk = SeriesWalk::new(judge);
        if stop() {
            return ControlFlow::Break(());
        }
        for path in walk.friendly_paths() {
            if let Some(mv) = friendly_series(position, check_info, (jumps, &jump_safety), path) {
                visit(&mv, path)?;
            }
        }
        walk.captures(&mut |path, taken| {
            visit(&SeriesMove::capture(from, path[path.len() - 1], taken), path)
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns a series of only friendly jumps, if it leaves the king safe.
pub(super) fn friendly_series<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    (jumps, jump_safety): (&Jumps<W>, &JumpSafety<W>),
    path: &[Cell],
) -> Option<SeriesMove<W>> {
    let (from, to) = (*path.first()?, *path.last()?);
    let mut safe = Vec::new();
    let target = Bitboard::of(to) & check_info.targets_of(from);
    SafeMoves { position, jumps, jump_safety, sink: &mut safe }.plain(from, target);
    safe.pop()
}

/// The number of captures of a series that need no allocation.
const USUAL: usize = 24;

/// The canonical path to a state. `start` is the index of the cell where its captures begin, in the
/// order of the canonical paths of friendly jumps.
///
/// Of two paths with equally many captures the lesser one is canonical: the shorter one, or else
/// the one whose cells come first (docs/rules/ordinary.md, N3).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Way {
    start: usize,
    landings: SmallVec<[Cell; USUAL]>,
}

impl Way {
    fn then(&self, landing: Cell) -> Self {
        let mut longer = self.clone();
        longer.landings.push(landing);
        longer
    }
}

/// The states with equally many victims, and the canonical path to each.
type Layer<const W: usize> = IndexMap<State<W>, Way, FxBuildHasher>;

/// A cell that friendly jumps reach, with their canonical path; the first one is the draughtsman's
/// own.
struct Start {
    path: Vec<Cell>,
    /// Whether the next jump must capture an enemy draughtsman.
    bound: bool,
}

/// The lawful series of one draughtsman, one after another.
struct SeriesWalk<'a, const W: usize> {
    judge: OneSeries<'a, W>,
    starts: Vec<Start>,
}

impl<'a, const W: usize> SeriesWalk<'a, W> {
    fn new(judge: OneSeries<'a, W>) -> Self {
        let mut walk = Self { judge, starts: Vec::new() };
        walk.find_starts();
        walk
    }

    /// Returns the paths of only friendly jumps that may end there, without regard to the king's
    /// safety.
    fn friendly_paths(&self) -> impl Iterator<Item = &[Cell]> {
        let ends = self.starts.iter().skip(1).filter(|start| !start.bound);
        ends.map(|start| &*start.path)
    }

    /// Passes the path and the victims of every capturing series to `visit`, until `visit` or the
    /// judge's stop sign ends it.
    fn captures(
        &mut self,
        visit: &mut impl FnMut(&[Cell], Bitboard<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut layer = self.first_layer();
        while !layer.is_empty() {
            self.judge.forget_many();
            layer = self.pass_layer(&layer, visit)?;
        }
        // A layer may be empty only because the stop sign was given.
        if self.judge.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn find_starts(&mut self) {
        let from = self.judge.jumper().from;
        let mut reached = Bitboard::of(from);
        self.starts.push(Start { path: vec![from], bound: false });
        let mut index = 0;
        while let Some(Start { path, bound }) = self.starts.get(index) {
            let jumper = *self.judge.jumper();
            let (path, bound) = (path.clone(), *bound);
            let at = path[path.len() - 1];
            for over in jumper.jumps.over(at) & jumper.friends() {
                let landing = beyond(at, over);
                if !bound && !(jumper.occupied | reached).has(landing) {
                    reached |= Bitboard::of(landing);
                    let bound = self.judge.is_bound(landing, Bitboard::EMPTY);
                    self.starts.push(Start { path: [&*path, &[landing]].concat(), bound });
                }
            }
            index += 1;
        }
    }

    fn first_layer(&mut self) -> Layer<W> {
        let mut layer = Layer::default();
        for index in 0..self.starts.len() {
            let Start { path, bound } = &self.starts[index];
            let (at, bound) = (path[path.len() - 1], *bound);
            let way = Way { start: index, landings: SmallVec::new() };
            self.extend((at, Bitboard::EMPTY), bound, &way, &mut layer);
        }
        layer
    }

    /// Passes the series that end in the states of a layer, and returns the layer after it.
    fn pass_layer(
        &mut self,
        layer: &Layer<W>,
        visit: &mut impl FnMut(&[Cell], Bitboard<W>) -> ControlFlow<()>,
    ) -> ControlFlow<(), Layer<W>> {
        let mut next = Layer::default();
        let mut path = Vec::new();
        for (state, way) in layer {
            let (at, taken) = self.judge.jumper().parts(*state);
            let bound = self.judge.is_bound(at, taken);
            let ends = !bound && self.judge.is_safe(at, taken);
            self.extend((at, taken), bound, way, &mut next);
            // After a stop sign, answers about lawfulness are not valid.
            if self.judge.is_stopped() {
                return ControlFlow::Break(());
            }
            if ends {
                path.clear();
                path.extend_from_slice(&self.starts[way.start].path);
                path.extend_from_slice(&way.landings);
                visit(&path, taken)?;
            }
        }
        ControlFlow::Continue(next)
    }

    /// Adds the states to which lawful captures lead, if the king is safe at some end after them.
    fn extend(
        &mut self,
        (at, taken): (Cell, Bitboard<W>),
        bound: bool,
        way: &Way,
        layer: &mut Layer<W>,
    ) {
        let jumper = *self.judge.jumper();
        for state in jumper.captures(at, taken) {
            let (landing, victims) = jumper.parts(state);
            let lawful = !bound || (victims - taken).meets(jumper.enemy_draughtsmen);
            if lawful && self.judge.is_live(state) {
                let way = way.then(landing);
                let known = layer.entry(state).or_insert_with(|| way.clone());
                if way < *known {
                    *known = way;
                }
            }
        }
    }
}
