//! [`Histories`]: statistics of the search on moves and on errors of the evaluation.

use rotunda_movegen::{AsMove, Cell, KINDS, Kind, Position, Seat, VariantTables};

use crate::base::params as p;
use crate::base::prefetch::prefetch;
use crate::base::score::Score;

/// The bound below which gravity keeps entries of the move histories.
const LIMIT: i32 = 16_384;
/// The number of keys of correction histories of a node: pawns, the mover's other pieces, all
/// others' pieces, and the last two moves.
const CORRECTION_KEYS: usize = 4;
/// The number of classes of moves by threats, see
/// [`Threats::class`](crate::ordering::threats::Threats::class).
const THREAT_CLASSES: usize = 4;
/// The number of pawn structures that move histories distinguish.
const PAWN_HISTORIES: usize = 256;
/// The number of entries of a correction table.
const CORRECTIONS: usize = 1 << 14;
/// The unit of corrections: entries are centipawns times this.
const GRAIN: i32 = 256;
/// The greatest correction in centipawns.
const MAX_CORRECTION: i32 = 96;
/// The weight of a new error in a correction for each ply of depth, and its bound, in 256ths.
const WEIGHT: (i32, i32) = (4, 32);

/// An odd factor that mixes the bits of a hash.
const SPREAD: u64 = 0xD6E8_FEB8_6659_FD93;

/// The seat, kind and target of a move: the index of continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo {
    pub seat: Seat,
    pub kind: Kind,
    pub to: Cell,
}

/// Returns the kind and cell with which a move ends.
#[inline]
pub(crate) fn piece_to<const W: usize>(position: &Position<W>, mv: &impl AsMove) -> PieceTo {
    let piece = position.piece(mv.from());
    // A pass names no piece.
    let kind = if piece.is_some() { piece.kind() } else { Kind(0) };
    PieceTo { seat: position.turn(), kind, to: mv.to() }
}

impl PieceTo {
    /// Returns a different number for each, never 0.
    fn number(self) -> u64 {
        1 + u64::from(u32::from_le_bytes([self.seat.0, self.kind.0, self.to.0, 0]))
    }
}

/// The moves one, two and four plies before a node, as far as they exist: those to which its moves
/// may be answers or continuations.
pub(crate) type PreviousMoves = [Option<PieceTo>; 3];

/// The first indices of the continuation histories of a node, and of its pawn histories. The
/// histories after no move are all 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryRows {
    continuations: [usize; 3],
    pawns: usize,
}

/// The first indices of the histories of one piece's quiet moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietPlaces {
    /// The main histories of moves to cells that are not attacked and to those that are.
    main: [usize; 2],
    /// The index within the rows.
    column: usize,
}

/// The indices of a node's keys in the correction histories.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CorrectionKeys([u32; CORRECTION_KEYS]);

/// The tables of one search thread.
#[derive(Debug)]
pub(crate) struct Histories {
    seats: usize,
    cells: usize,
    kinds: usize,
    quiets: Vec<i16>,
    noisy: Vec<i16>,
    continuations: Vec<i16>,
    pawns: Vec<i16>,
    corrections: [Vec<i16>; CORRECTION_KEYS],
}

/// Moves an entry towards the bonus, in smaller steps nearer to the limit.
fn apply_bonus(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

impl Histories {
    pub fn new<const W: usize>(variant: &VariantTables<W>) -> Self {
        let (cells, kinds) = (variant.cells(), variant.kinds().len());
        let classes = if variant.seats() == 2 { THREAT_CLASSES } else { 1 };
        Self {
            seats: variant.seats(),
            cells,
            kinds,
            quiets: vec![0; classes * variant.seats() * cells * cells],
            noisy: vec![0; kinds * cells * KINDS],
            continuations: vec![0; (2 * kinds * cells + 1) * (kinds * cells)],
            pawns: vec![0; PAWN_HISTORIES * kinds * cells],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// Returns the index of a quiet move's main history; `class` is that of
    /// [`Threats::class`](crate::ordering::threats::Threats::class).
    #[inline]
    pub fn main_index(&self, seat: Seat, mv: &impl AsMove, class: usize) -> usize {
        self.main_row(seat, mv.from(), class) + mv.to().index()
    }

    /// Returns the first index of the main histories of a seat's quiet moves from a cell.
    fn main_row(&self, seat: Seat, from: Cell, class: usize) -> usize {
        ((class * self.seats + seat.index()) * self.cells + from.index()) * self.cells
    }

    fn noisy_index(&self, kind: Kind, to: Cell, victim: Kind) -> usize {
        (kind.index() * self.cells + to.index()) * KINDS + victim.index()
    }

    /// Returns the first index of the continuation histories of a seat's moves after this one.
    fn row(&self, before: PieceTo, seat: Seat) -> usize {
        let answers = usize::from(before.seat != seat);
        let row = (answers * self.kinds + before.kind.index()) * self.cells + before.to.index();
        row * (self.kinds * self.cells)
    }

    /// Returns the first index of the pawn histories of a pawn structure.
    fn pawn_row(&self, correction_keys: CorrectionKeys) -> usize {
        correction_keys.0[0] as usize % PAWN_HISTORIES * self.kinds * self.cells
    }

    /// Returns the index of a move in a row.
    fn column(&self, now: PieceTo) -> usize {
        now.kind.index() * self.cells + now.to.index()
    }

    /// Returns the first indices of a node's continuation histories and pawn histories.
    #[inline]
    pub fn rows(
        &self,
        before: PreviousMoves,
        correction_keys: CorrectionKeys,
        seat: Seat,
    ) -> HistoryRows {
        let row = self.kinds * self.cells;
        let none = self.continuations.len() - row;
        let after = |before: Option<PieceTo>| before.map_or(none, |before| self.row(before, seat));
        HistoryRows { continuations: before.map(after), pawns: self.pawn_row(correction_keys) }
    }

    /// Returns the indices of the histories of one piece's quiet moves, with the classes of their
    /// threats.
    #[inline]
    pub fn quiet_places(&self, now: PieceTo, from: Cell, classes: [usize; 2]) -> QuietPlaces {
        let main = classes.map(|class| self.main_row(now.seat, from, class));
        QuietPlaces { main, column: now.kind.index() * self.cells }
    }

    /// Returns the history of a quiet move to a cell that is attacked (1) or not (0): the sum of
    /// its main history, its continuation histories and its pawn history.
    #[inline]
    pub fn quiet(
        &self,
        rows: HistoryRows,
        places: &QuietPlaces,
        (to, attacked): (Cell, usize),
    ) -> i32 {
        let main = i32::from(self.quiets[places.main[attacked] + to.index()]);
        let column = places.column + to.index();
        let [one, two, four] =
            rows.continuations.map(|row| i32::from(self.continuations[row + column]));
        let pawns = i32::from(self.pawns[rows.pawns + column]);
        (main * p::order_main()
            + one * p::order_one()
            + two * p::order_two()
            + four * p::order_four()
            + pawns * p::order_pawns())
            / 1024
    }

    /// Rewards or punishes a quiet move, whose main history has the index `main`.
    pub fn update_quiet(
        &mut self,
        main: usize,
        now: PieceTo,
        (before, correction_keys): (PreviousMoves, CorrectionKeys),
        bonus: i32,
    ) {
        self.update_main(main, bonus);
        self.update_continuations(now, before, bonus);
        let index = self.pawn_row(correction_keys) + self.column(now);
        apply_bonus(&mut self.pawns[index], bonus);
    }

    /// Rewards or punishes a quiet move in its main history alone.
    pub fn update_main(&mut self, main: usize, bonus: i32) {
        apply_bonus(&mut self.quiets[main], bonus);
    }

    /// Rewards or punishes a quiet move in its continuation histories alone.
    pub fn update_continuations(&mut self, now: PieceTo, before: PreviousMoves, bonus: i32) {
        for before in before.into_iter().flatten() {
            let index = self.row(before, now.seat) + self.column(now);
            apply_bonus(&mut self.continuations[index], bonus);
        }
    }

    /// Returns the history of captures of this victim's kind on this cell by this kind.
    #[inline]
    pub fn noisy(&self, now: PieceTo, victim: Kind) -> i32 {
        i32::from(self.noisy[self.noisy_index(now.kind, now.to, victim)])
    }

    /// Rewards or punishes a capture.
    pub fn update_noisy(&mut self, now: PieceTo, victim: Kind, bonus: i32) {
        let index = self.noisy_index(now.kind, now.to, victim);
        apply_bonus(&mut self.noisy[index], bonus);
    }

    /// Prefetches the memory for [`Histories::correction`].
    #[inline]
    pub fn prefetch_corrections(&self, correction_keys: CorrectionKeys) {
        for (table, at) in self.corrections.iter().zip(correction_keys.0) {
            prefetch(&table[at as usize]);
        }
    }

    /// Returns the average error of the evaluation of similar positions in centipawns.
    #[inline]
    pub fn correction(&self, correction_keys: CorrectionKeys) -> Score {
        let parts = [
            p::correction_pawns(),
            p::correction_own(),
            p::correction_others(),
            p::correction_line(),
        ];
        let learned = self.corrections.iter().zip(correction_keys.0);
        let sum: i32 = learned
            .zip(parts)
            .map(|((table, at), part)| i32::from(table[at as usize]) * part)
            .sum();
        sum / (256 * GRAIN)
    }

    /// Learns from the difference between the result of a search and the evaluation.
    pub fn update_correction(&mut self, correction_keys: CorrectionKeys, depth: i32, error: Score) {
        let weight = (depth * WEIGHT.0).min(WEIGHT.1);
        let target = error.clamp(-MAX_CORRECTION, MAX_CORRECTION) * GRAIN;
        for (table, at) in self.corrections.iter_mut().zip(correction_keys.0) {
            let learned = &mut table[at as usize];
            *learned += ((target - i32::from(*learned)) * weight / 256) as i16;
        }
    }
}

impl CorrectionKeys {
    /// Returns the structures of a position, and of the two moves before it.
    pub fn of<const W: usize>(position: &Position<W>, before: PreviousMoves) -> Self {
        let seats = (0..position.variant().seats()).map(|seat| Seat(seat as u8));
        let others = seats.filter(|seat| *seat != position.turn());
        let others = others.fold(0, |key, seat| key ^ position.piece_key(seat));
        let [last, second, _] = before.map(|mv| mv.map_or(0, PieceTo::number));
        let line = mix(mix(last) ^ second);
        let hashes = [position.pawn_key(), position.piece_key(position.turn()), others, line];
        let turn = position.turn().index() as u32 % 2;
        Self(hashes.map(|hash| (hash >> 40) as u32 % CORRECTIONS as u32 * 2 + turn))
    }
}

/// Mixes a hash, so that all its bits depend on the structure.
fn mix(hash: u64) -> u64 {
    hash.wrapping_mul(SPREAD).rotate_left(29)
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
