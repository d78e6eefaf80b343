//! The moves that are left when a side can capture an enemy draughtsman, and therefore must.
//!
//! The rules are M1 to M5 of docs/rules/ordinary.md. They apply to the whole list of moves that
//! leave the king safe, and never make it empty.

use std::ops::ControlFlow;

use super::generation::{SeriesSink, check_info as check_info_of, generate_safe};
use super::jump_safety::JumpSafety;
use super::moves::SeriesMove;
use super::one::OneSeries;
use super::safe_moves::{SafeMoves, en_prise};
use super::takers::jumps_of;
use super::walk::each_safe;
use crate::families::gen_budget::{GenBudget, StopSign};
use crate::families::rules::Duty;
use crate::geometry::{Bitboard, Cell};
use crate::position::{CheckInfo, GenKind, Move, Position, Sink, generate};
use crate::tables::{Jumps, Kind};

/// The demand on the mover by enemy draughtsmen that are en prise. It applies if any of its moves
/// can fulfil it.
pub(super) struct Demand<'a, const W: usize> {
    position: &'a Position<'a, W>,
    /// The draughtsmen of which one must be captured. If there are none, the move must put the last
    /// one that is en prise out of reach.
    exposed: Bitboard<W>,
    /// Whether some move is known to fulfil it.
    binds: bool,
    stop: Option<StopSign<'a>>,
}

impl<'a, const W: usize> Demand<'a, W> {
    /// Returns the demand in a position in which an enemy draughtsman is en prise.
    pub fn of(
        position: &'a Position<'a, W>,
        check_info: &CheckInfo<W>,
        stop: Option<StopSign<'a>>,
    ) -> Self {
        if check_info.in_check() {
            return Self { position, exposed: check_info.en_prise, binds: false, stop };
        }
        let exposed = exposed(position, check_info, stop);
        Self { position, exposed, binds: !exposed.is_empty(), stop }
    }

    /// Returns whether some move is known to fulfil the demand.
    pub const fn binds(&self) -> bool {
        self.binds
    }

    /// Returns whether a move fulfils the demand.
    pub fn is_met_by(&self, mv: &SeriesMove<W>) -> bool {
        if self.exposed.is_empty() {
            cures(self.position, mv, self.stop)
        } else {
            mv.captured(self.position).meets(self.exposed)
        }
    }

    /// Returns a series that fulfils the demand with its first jump.
    fn met_by_series(&self, check_info: &CheckInfo<W>) -> Option<SeriesMove<W>> {
        let (position, jumps) = (self.position, jumps_of(self.position));
        let jump_safety = JumpSafety::of(position, jumps, check_info);
        position.pieces(position.turn, jumps.kind).iter().find_map(|from| {
            let mut series = OneSeries::new(position, jumps, &jump_safety, from).until(self.stop);
            let (to, taken) = series.taking_first(self.exposed)?;
            Some(SeriesMove::capture(from, to, taken))
        })
    }
}

/// Returns the lawful moves of a position in which an enemy draughtsman is en prise, as far as
/// `budget` goes.
///
/// A duty depends on all moves. If the moves within `budget` do not decide whether another one
/// fulfils it, the function looks at more. Out of check, a draughtsman that can be captured shows
/// that the duty applies, so everything is decided. Otherwise, if no move within the largest budget
/// fulfils the duty, the function assumes that none can.
pub(super) fn lawful<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    budget: &mut GenBudget,
) -> Duty<SeriesMove<W>> {
    let demand = Demand::of(position, check_info, budget.stop_sign());
    loop {
        let mut moves = Vec::new();
        generate_safe(position, check_info, GenKind::All, budget, &mut moves);
        let going = moves.iter().take_while(|_| !budget.is_stopped());
        let dutiful: Vec<SeriesMove<W>> =
            going.filter(|mv| demand.is_met_by(mv)).copied().collect();
        if !dutiful.is_empty() {
            return Duty { moves: dutiful, binds: true };
        }
        if budget.grow() {
            continue;
        }
        let found = if demand.binds() { demand.met_by_series(check_info) } else { None };
        return match found {
            Some(mv) => Duty { moves: vec![mv], binds: true },
            None => Duty { moves, binds: false },
        };
    }
}

/// Returns whether no duty forbids a move, which leaves the king safe.
pub(super) fn allows<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    mv: &SeriesMove<W>,
) -> bool {
    if check_info.en_prise.is_empty() {
        return true;
    }
    let demand = Demand::of(position, check_info, None);
    // The move must fulfil the duty, unless no move can.
    demand.is_met_by(mv) || !can_be_met(position, check_info, &demand, &|| false)
}

/// Returns whether some move fulfils the demand. The answer is useless once `stop` returns true.
pub(super) fn can_be_met<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    demand: &Demand<W>,
    stop: StopSign,
) -> bool {
    let meets = |mv: &SeriesMove<W>, _: &[Cell]| {
        if demand.is_met_by(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    demand.binds() || each_safe(position, check_info, stop, meets).is_break()
}

/// Returns the enemy draughtsmen that a pawn can capture, or the first jump of a lawful series.
fn exposed<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    stop: Option<StopSign>,
) -> Bitboard<W> {
    let jumps = jumps_of(position);
    let jump_safety = JumpSafety::of(position, jumps, check_info);
    exposed_to_series(position, jumps, &jump_safety, stop)
        | exposed_to_pawns(position, check_info, &jump_safety)
}

/// Returns whether a move leaves no enemy draughtsman en prise that its side cannot capture.
fn cures<const W: usize>(
    position: &Position<W>,
    mv: &SeriesMove<W>,
    stop: Option<StopSign>,
) -> bool {
    let mut again = position.clone();
    again.play_series_move(mv);
    again.pass();
    let jumps = jumps_of(&again);
    if en_prise(&again, jumps).is_empty() {
        return true;
    }
    !exposed(&again, &check_info_of(&again), stop).is_empty()
}

/// Returns the enemy draughtsmen that the first jump of a lawful series captures.
fn exposed_to_series<const W: usize>(
    position: &Position<W>,
    jumps: &Jumps<W>,
    jump_safety: &JumpSafety<W>,
    stop: Option<StopSign>,
) -> Bitboard<W> {
    let enemy_draughtsmen = position.pieces(position.turn.opponent(), jumps.kind);
    let mut exposed = Bitboard::EMPTY;
    for from in position.pieces(position.turn, jumps.kind) {
        if !jumps.passing(from, enemy_draughtsmen, position.occupied).is_empty() {
            let mut series = OneSeries::new(position, jumps, jump_safety, from).until(stop);
            exposed |= series.first_victims();
        }
    }
    exposed
}

/// Returns the enemy draughtsmen that a pawn can capture.
fn exposed_to_pawns<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    jump_safety: &JumpSafety<W>,
) -> Bitboard<W> {
    let jumps = jumps_of(position);
    let mut taken = PawnTargets { position, targets: Bitboard::EMPTY };
    let mut safe_moves = SafeMoves { position, jumps, jump_safety, sink: &mut taken };
    generate::generate(position, check_info, GenKind::Noisy, &mut safe_moves);
    taken.targets & position.pieces(position.turn.opponent(), jumps.kind)
}

/// The target cells of pawns, without captures en passant, since the victim of those is never a
/// draughtsman.
struct PawnTargets<'a, const W: usize> {
    position: &'a Position<'a, W>,
    targets: Bitboard<W>,
}

impl<const W: usize> Sink<W> for PawnTargets<'_, W> {
    fn plain(&mut self, from: Cell, to: Bitboard<W>) {
        if self.position.variant.is_pawn(self.position.piece(from).kind()) {
            self.targets |= to;
        }
    }

    fn promotions(&mut self, from: Cell, to: Bitboard<W>, _: &[Kind]) {
        self.plain(from, to);
    }

    fn special(&mut self, _: Move) {}
}

impl<const W: usize> Sink<W> for Vec<SeriesMove<W>> {
    #[inline]
    fn plain(&mut self, from: Cell, to: Bitboard<W>) {
        self.extend(to.iter().map(|to| SeriesMove::from(Move::plain(from, to))));
    }

    fn promotions(&mut self, from: Cell, to: Bitboard<W>, kinds: &[Kind]) {
        for to in to {
            self.extend(
                kinds.iter().map(|kind| SeriesMove::from(Move::promotion(from, to, *kind))),
            );
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.push(mv.into());
    }
}

impl<const W: usize> SeriesSink<W> for Vec<SeriesMove<W>> {
    #[inline]
    fn capture(&mut self, from: Cell, to: Cell, taken: Bitboard<W>) {
        self.push(SeriesMove::capture(from, to, taken));
    }
}
