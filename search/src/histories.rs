//! [`Histories`]: statistics of the search on moves and on errors of the evaluation.

use rotunda_movegen::{AsMove, Cell, KINDS, Kind, Position, Seat, VariantTables};

use crate::score::Score;

/// The bound that gravity keeps entries of the move histories below.
const LIMIT: i32 = 16_384;
/// Structures of a position whose errors are learned: pawns, the mover's other pieces, everybody else's.
const STRUCTURES: usize = 3;
/// Positions that a correction table tells apart.
const CORRECTIONS: usize = 1 << 14;
/// The grain of corrections: entries are centipawns times this.
const GRAIN: i32 = 256;
/// The greatest correction in centipawns.
const MAX_CORRECTION: i32 = 96;
/// The part that a new error has in a correction, for each ply of depth, and its bound; of 256.
const WEIGHT: (i32, i32) = (4, 32);

/// Who moved a piece of which kind to which cell: the index of continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo {
    pub seat: Seat,
    pub kind: Kind,
    pub to: Cell,
}

/// The kind and cell with which a move ends.
#[inline]
pub(crate) fn piece_to<const W: usize>(position: &Position<W>, mv: &impl AsMove) -> PieceTo {
    let piece = position.piece(mv.from());
    // A pass names no piece.
    let kind = if piece.is_some() { piece.kind() } else { Kind(0) };
    PieceTo { seat: position.turn(), kind, to: mv.to() }
}

/// The moves of the line to which a move may be an answer or a continuation: those one, two and four
/// plies before it, as far as there are any.
pub(crate) type Before = [Option<PieceTo>; 3];

/// Where the continuation histories after the moves before a node begin; those of no move are all 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows([usize; 3]);

/// The tables of one search thread.
#[derive(Debug)]
pub(crate) struct Histories {
    cells: usize,
    kinds: usize,
    quiets: Vec<i16>,
    noisy: Vec<i16>,
    continuations: Vec<i16>,
    corrections: [Vec<i32>; STRUCTURES],
}

/// Moves an entry towards the bonus, the more slowly the nearer it is to the limit.
fn apply_bonus(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

impl Histories {
    pub fn new<const W: usize>(variant: &VariantTables<W>) -> Self {
        let (cells, kinds) = (variant.cells(), variant.kinds().len());
        Self {
            cells,
            kinds,
            quiets: vec![0; variant.seats() * cells * cells],
            noisy: vec![0; kinds * cells * KINDS],
            continuations: vec![0; (2 * kinds * cells + 1) * (kinds * cells)],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTIONS]),
        }
    }

    fn quiet_index(&self, seat: Seat, (from, to): (Cell, Cell)) -> usize {
        (seat.index() * self.cells + from.index()) * self.cells + to.index()
    }

    fn noisy_index(&self, kind: Kind, to: Cell, victim: Kind) -> usize {
        (kind.index() * self.cells + to.index()) * KINDS + victim.index()
    }

    /// Where the continuation histories of a seat's moves after this one begin.
    fn row(&self, before: PieceTo, seat: Seat) -> usize {
        let answers = usize::from(before.seat != seat);
        let row = (answers * self.kinds + before.kind.index()) * self.cells + before.to.index();
        row * (self.kinds * self.cells)
    }

    /// The place of a move in a row.
    fn column(&self, now: PieceTo) -> usize {
        now.kind.index() * self.cells + now.to.index()
    }

    /// Where the continuation histories of a seat's moves after those before it begin.
    #[inline]
    pub fn rows(&self, before: Before, seat: Seat) -> Rows {
        let none = self.continuations.len() - self.kinds * self.cells;
        Rows(before.map(|before| before.map_or(none, |before| self.row(before, seat))))
    }

    /// How well a quiet move has done: its own history, and its continuation histories after the moves
    /// before it.
    #[inline]
    pub fn quiet(&self, mv: &impl AsMove, now: PieceTo, rows: Rows) -> i32 {
        let own = i32::from(self.quiets[self.quiet_index(now.seat, (mv.from(), mv.to()))]);
        let column = self.column(now);
        rows.0.into_iter().fold(own, |sum, row| sum + i32::from(self.continuations[row + column]))
    }

    /// Rewards or punishes a quiet move.
    pub fn update_quiet(
        &mut self,
        seat: Seat,
        mv: &impl AsMove,
        now: PieceTo,
        before: Before,
        bonus: i32,
    ) {
        self.update_own(seat, (mv.from(), mv.to()), bonus);
        self.update_continuations(now, before, bonus);
    }

    /// Rewards or punishes the quiet move from one cell to another for itself, whatever came before it.
    pub fn update_own(&mut self, seat: Seat, cells: (Cell, Cell), bonus: i32) {
        let index = self.quiet_index(seat, cells);
        apply_bonus(&mut self.quiets[index], bonus);
    }

    /// Rewards or punishes a quiet move as an answer to those before it, not for itself.
    pub fn update_continuations(&mut self, now: PieceTo, before: Before, bonus: i32) {
        for before in before.into_iter().flatten() {
            let index = self.row(before, now.seat) + self.column(now);
            apply_bonus(&mut self.continuations[index], bonus);
        }
    }

    /// How well taking a piece of the victim's kind there with a piece of this kind has done.
    #[inline]
    pub fn noisy(&self, now: PieceTo, victim: Kind) -> i32 {
        i32::from(self.noisy[self.noisy_index(now.kind, now.to, victim)])
    }

    /// Rewards or punishes a capture.
    pub fn update_noisy(&mut self, now: PieceTo, victim: Kind, bonus: i32) {
        let index = self.noisy_index(now.kind, now.to, victim);
        apply_bonus(&mut self.noisy[index], bonus);
    }

    /// By how many centipawns the evaluation of such positions has been wrong on average.
    #[inline]
    pub fn correction<const W: usize>(&self, position: &Position<W>) -> Score {
        let sum: i32 = self
            .corrections
            .iter()
            .zip(structures(position))
            .map(|(table, index)| table[index])
            .sum();
        sum / (2 * GRAIN)
    }

    /// Learns from the difference between the result of a search and the evaluation.
    pub fn update_correction<const W: usize>(
        &mut self,
        position: &Position<W>,
        depth: i32,
        error: Score,
    ) {
        let weight = (depth * WEIGHT.0).min(WEIGHT.1);
        let target = error.clamp(-MAX_CORRECTION, MAX_CORRECTION) * GRAIN;
        for (table, index) in self.corrections.iter_mut().zip(structures(position)) {
            table[index] += (target - table[index]) * weight / 256;
        }
    }
}

/// The places of a position in the correction tables.
fn structures<const W: usize>(position: &Position<W>) -> [usize; STRUCTURES] {
    let mut structures = [0_u64; STRUCTURES];
    for kind in (0..position.variant().kinds().len()).map(|kind| Kind(kind as u8)) {
        let is_pawn = position.variant().is_pawn(kind);
        for seat in (0..position.variant().seats()).map(|seat| Seat(seat as u8)) {
            let other = if seat == position.turn() { 1 } else { 2 };
            let structure = &mut structures[if is_pawn { 0 } else { other }];
            let print = position.pieces(seat, kind).fingerprint();
            *structure = (*structure ^ print).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
        }
    }
    let turn = position.turn().index() % 2;
    structures.map(|structure| (structure >> 40) as usize % CORRECTIONS * 2 + turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_entries_within_the_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            apply_bonus(&mut entry, 2000);
        }
        assert!(entry > 15_000 && i32::from(entry) <= LIMIT);
        for _ in 0..1000 {
            apply_bonus(&mut entry, -2000);
        }
        assert!(entry < -15_000 && i32::from(entry) >= -LIMIT);
    }
}
