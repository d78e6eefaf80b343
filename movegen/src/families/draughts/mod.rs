//! [`Draughts`]: the rules of An Ordinary Variant, whose draughtsmen jump and must capture
//! (docs/rules/ordinary.md).

mod duty;
mod generation;
mod jump_safety;
mod listing;
mod moves;
mod one;
mod safe_moves;
mod series;
mod takers;
mod texts;
mod walk;

use std::ops::ControlFlow;

use crate::families::GenBudget;
use crate::families::drawing::{Drawing, Trail};
use crate::families::duel::{Duel, drawing, fen::capturable_king};
use crate::families::rules::{Duty, Rules, Written};
use crate::geometry::{Bitboard, Cell};
use crate::position::{
    AsMove, CheckInfo, Claim, FenError, FenField, FenReason, GenKind, Outcome, Position, refuse,
};
use crate::tables::{Seat, VariantTables, beyond};

use generation::{FEW, count_safe, generate_safe, generate_safe_from};
pub use moves::SeriesMove;
use takers::jumps_of;

/// Games of two players with draughtsmen: a series of jumps is one move, and a player who can
/// capture an enemy draughtsman must do so.
#[derive(Clone, Copy, Default, Debug)]
pub struct Draughts;

impl<const W: usize> Rules<W> for Draughts {
    type Move = SeriesMove<W>;
    const NULL_MOVE: bool = true;

    fn check_info(position: &Position<W>) -> CheckInfo<W> {
        generation::check_info(position)
    }

    fn generate(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        gen_kind: GenKind,
        list: &mut Vec<SeriesMove<W>>,
    ) {
        Self::generate_within(position, check_info, gen_kind, &mut GenBudget::unlimited(), list);
    }

    fn generate_within(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        gen_kind: GenKind,
        budget: &mut GenBudget,
        list: &mut Vec<SeriesMove<W>>,
    ) {
        if check_info.en_prise.is_empty() {
            let before = list.len();
            generate_safe(position, check_info, gen_kind, budget, list);
            while list.len() == before && budget.grow() {
                generate_safe(position, check_info, gen_kind, budget, list);
            }
            return;
        }
        let Duty { moves, .. } = duty::lawful(position, check_info, budget);
        let wanted = |mv: &SeriesMove<W>| match gen_kind {
            GenKind::All => true,
            GenKind::Noisy => mv.is_noisy(position),
            GenKind::Quiet => !mv.is_noisy(position),
        };
        list.extend(moves.into_iter().filter(wanted));
    }

    fn generate_from(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        from: Cell,
        budget: &mut GenBudget,
        list: &mut Vec<SeriesMove<W>>,
    ) {
        if check_info.en_prise.is_empty() {
            generate_safe_from(position, check_info, from, budget, list);
        } else {
            let Duty { moves, .. } = duty::lawful(position, check_info, budget);
            list.extend(moves.into_iter().filter(|mv| AsMove::from(mv) == from));
        }
    }

    fn has_move(position: &Position<W>) -> bool {
        let (mut budget, mut some) = (GenBudget::new(FEW, usize::MAX), Vec::new());
        let check_info = Self::check_info(position);
        while some.is_empty() {
            // Duties never take away a side's last move.
            generate_safe(position, &check_info, GenKind::All, &mut budget, &mut some);
            if !budget.grow() {
                break;
            }
        }
        !some.is_empty()
    }

    fn count(position: &Position<W>) -> u64 {
        Self::count_within(position, &mut GenBudget::unlimited())
    }

    fn count_within(position: &Position<W>, budget: &mut GenBudget) -> u64 {
        let check_info = Self::check_info(position);
        if !check_info.en_prise.is_empty() {
            return duty::lawful(position, &check_info, budget).moves.len() as u64;
        }
        count_safe(position, &check_info, budget)
    }

    #[inline]
    fn play(position: &mut Position<W>, mv: &SeriesMove<W>) {
        position.play_series_move(mv);
    }

    fn pass(position: &mut Position<W>) {
        position.pass();
    }

    fn duty(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        budget: &mut GenBudget,
    ) -> Option<Duty<SeriesMove<W>>> {
        (!check_info.en_prise.is_empty()).then(|| duty::lawful(position, check_info, budget))
    }

    #[inline]
    fn ended(position: &Position<W>) -> Option<Outcome> {
        Duel::ended(position)
    }

    fn no_moves_outcome(position: &Position<W>, check_info: &CheckInfo<W>) -> Outcome {
        Duel::no_moves_outcome(position, check_info)
    }

    #[inline]
    fn claim(position: &Position<W>) -> Option<Claim> {
        Duel::claim(position)
    }

    fn attackers(position: &Position<W>, cell: Cell, seat: Seat) -> Bitboard<W> {
        position.attackers(cell, seat) | position.draughtsmen_onto(cell, seat)
    }

    fn threats(position: &Position<W>, seat: Seat) -> Bitboard<W> {
        let king = position.king_cell(seat);
        position.threats(seat) | position.draughtsmen_onto(king, seat.opponent())
    }

    #[inline]
    fn jump_captures(
        position: &Position<W>,
        cell: Cell,
        seat: Seat,
        occupied: Bitboard<W>,
    ) -> bool {
        let jumps = jumps_of(position);
        (jumps.around(cell) & position.pieces(seat, jumps.kind) & occupied)
            .iter()
            .any(|near| !occupied.has(beyond(near, cell)))
    }

    fn captured(position: &Position<W>, mv: &SeriesMove<W>) -> Bitboard<W> {
        mv.captured(position)
    }

    fn parse<'v>(variant: &'v VariantTables<W>, fen: &str) -> Result<Position<'v, W>, FenError> {
        let mut position = Position::parse_duel(variant, fen)?;
        position.validate_numbers()?;
        if position.draughtsman_takes_king() {
            return capturable_king();
        }
        position.count_passed_for_draughtsmen();
        Ok(position)
    }

    fn fen(position: &Position<W>) -> String {
        position.duel_fen()
    }

    fn draw(position: &Position<W>, from: Seat, last: &[Vec<Cell>]) -> Drawing {
        drawing::draw(position, from, Trail(last))
    }

    fn to_uci(position: &Position<W>, moves: &[SeriesMove<W>]) -> Vec<String> {
        let written = texts::written(position, moves);
        written.into_iter().map(|written| written.text).collect()
    }

    fn written(position: &Position<W>, moves: &[SeriesMove<W>]) -> Vec<Written> {
        texts::written(position, moves)
    }

    fn is_legal(position: &Position<W>, mv: &SeriesMove<W>) -> bool {
        texts::is_legal(position, mv)
    }

    fn each_written(
        position: &Position<W>,
        stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&SeriesMove<W>, Written) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        listing::each_written(position, stop, visit)
    }

    fn find(position: &Position<W>, text: &str) -> Option<SeriesMove<W>> {
        texts::find(position, text)
    }
}

impl<const W: usize> Position<'_, W> {
    /// Refuses positions in which a side has more pieces than at the start. They cannot arise, and
    /// a draughtsman among so many pieces can have millions of series.
    fn validate_numbers(&self) -> Result<(), FenError> {
        let start = self.variant.start.split(' ').next().unwrap_or_default();
        for (seat, name) in [(Seat::WHITE, "White"), (Seat::BLACK, "Black")] {
            let is_own = |letter: &char| {
                self.variant.piece_of(*letter).is_some_and(|piece| piece.seat() == seat)
            };
            let (count, most) = (self.seat(seat).len(), start.chars().filter(is_own).count());
            if count as usize > most {
                let text = format!("{name} has {count} pieces, more than {most} at the start");
                return refuse(FenReason::Impossible, text)
                    .map_err(|error: FenError| error.shifted(FenField::Board, 0));
            }
        }
        Ok(())
    }

    /// Plays a move that is known to be lawful.
    fn play_series_move(&mut self, mv: &SeriesMove<W>) {
        if mv.taken().is_empty() {
            self.play_unchecked(mv.plain());
            self.count_passed_for_draughtsmen();
        } else {
            self.play_series(mv.plain().from(), mv.plain().to(), mv.taken());
        }
    }

    /// Plays a capturing series, which may end on its first cell.
    fn play_series(&mut self, from: Cell, to: Cell, taken: Bitboard<W>) {
        self.clear_en_passant();
        let mut lost = 0;
        for victim in taken {
            lost |= self.variant.losing[victim.index()];
            self.take(victim);
        }
        let piece = self.take(from);
        self.put(to, piece);
        self.set_flags(self.flags & !lost);
        self.halfmove = 0;
        self.hand_over();
        debug_assert!(self.has_right_keys(), "{from:?} {to:?} {taken:?}");
    }
}
