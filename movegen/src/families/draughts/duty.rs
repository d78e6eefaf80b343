//! The moves that are left when an enemy draughtsman can be taken and so must be.
//!
//! The rules are M1 to M5 of docs/rules/ordinary.md. They are judged over the whole list of moves
//! that leave the king safe, and never empty it.

use super::generation::{FEW, SeriesSink, check_info as check_info_of, generate_safe};
use super::jump_safety::JumpSafety;
use super::moves::SeriesMove;
use super::one::OneSeries;
use super::safe_moves::{SafeMoves, en_prise};
use super::takers::jumps_of;
use crate::families::Effort;
use crate::families::rules::Duty;
use crate::geometry::{Bitboard, Cell};
use crate::position::{CheckInfo, Move, Position, Select, Sink, generate};
use crate::tables::{Jumps, Kind};

/// The lawful moves of a position in which an enemy draughtsman is en prise, as far as `effort` goes.
///
/// A duty is judged over all moves. If those that `effort` allows leave open whether others fulfil it,
/// more are looked at.
pub(super) fn lawful<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    effort: &mut Effort,
) -> Duty<SeriesMove<W>> {
    let exposed =
        if check_info.in_check() { check_info.en_prise } else { exposed(position, check_info) };
    let fulfils = |mv: &SeriesMove<W>| {
        if exposed.is_empty() { cures(position, mv) } else { mv.captured(position).meets(exposed) }
    };
    loop {
        let mut moves = Vec::new();
        generate_safe(position, check_info, Select::All, effort, &mut moves);
        let going = moves.iter().take_while(|_| !effort.is_stopped());
        let dutiful: Vec<SeriesMove<W>> = going.filter(|mv| fulfils(mv)).copied().collect();
        let binds = !dutiful.is_empty();
        if binds || !effort.grow() {
            return Duty { moves: if binds { dutiful } else { moves }, binds };
        }
    }
}

/// Whether no duty forbids a move that leaves the king safe.
pub(super) fn allows<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    mv: &SeriesMove<W>,
) -> bool {
    if check_info.en_prise.is_empty() {
        return true;
    }
    let exposed =
        if check_info.in_check() { check_info.en_prise } else { exposed(position, check_info) };
    let captured = mv.captured(position);
    if captured.meets(exposed) || exposed.is_empty() && cures(position, mv) {
        return true;
    }
    // Some move fulfils the duty instead, unless none can.
    !lawful(position, check_info, &mut Effort::new(FEW, usize::MAX)).binds
}

/// The enemy draughtsmen that a pawn can take, or a lawful series with its first jump.
fn exposed<const W: usize>(position: &Position<W>, check_info: &CheckInfo<W>) -> Bitboard<W> {
    let jumps = jumps_of(position);
    let jump_safety = JumpSafety::of(position, jumps, check_info);
    exposed_to_series(position, jumps, &jump_safety)
        | exposed_to_pawns(position, check_info, &jump_safety)
}

/// Whether, after a move, its side no longer has an enemy draughtsman en prise that it cannot take.
fn cures<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> bool {
    let mut again = position.clone();
    again.play_series_move(mv);
    again.pass();
    let jumps = jumps_of(&again);
    if en_prise(&again, jumps).is_empty() {
        return true;
    }
    !exposed(&again, &check_info_of(&again)).is_empty()
}

/// The enemy draughtsmen that a lawful series takes with its first jump.
fn exposed_to_series<const W: usize>(
    position: &Position<W>,
    jumps: &Jumps<W>,
    jump_safety: &JumpSafety<W>,
) -> Bitboard<W> {
    let enemy_draughtsmen = position.pieces(position.turn.opponent(), jumps.kind);
    let mut exposed = Bitboard::EMPTY;
    for from in position.pieces(position.turn, jumps.kind) {
        if !jumps.passing(from, enemy_draughtsmen, position.occupied).is_empty() {
            exposed |= OneSeries::new(position, jumps, jump_safety, from).first_victims();
        }
    }
    exposed
}

/// The enemy draughtsmen that a pawn can take.
fn exposed_to_pawns<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    jump_safety: &JumpSafety<W>,
) -> Bitboard<W> {
    let jumps = jumps_of(position);
    let mut taken = PawnTargets { position, targets: Bitboard::EMPTY };
    let mut safe_moves = SafeMoves { position, jumps, jump_safety, sink: &mut taken };
    generate::generate(position, check_info, Select::Noisy, &mut safe_moves);
    taken.targets & position.pieces(position.turn.opponent(), jumps.kind)
}

/// Where pawns go; not en passant, for what a double step brings is no draughtsman.
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
