//! [`Position`]: the pieces on the board, whose turn it is, and all else that decides legal moves.

use super::moves::{Move, MoveKind};
use super::players::Players;
use crate::geometry::{Bitboard, Cell};
use crate::tables::keys::StructureKeys;
use crate::tables::{EnPassantCounts, KINDS, Kind, Piece, SEATS, Seat, VariantTables};

/// A pawn that has just made a start step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EnPassant {
    /// The first cell that it passed over, where it can be captured.
    pub over: Cell,
    /// The cell on which it stands.
    pub pawn: Cell,
    /// Its kind before the step and the index of the step in that kind's list, if the step has one.
    /// It may then have passed over several cells.
    pub step: Option<(Kind, u16)>,
    /// A bit for each passed cell, in the order of their numbers. It is set if the right to capture
    /// there counts in the key.
    pub counts: u16,
}

/// The pieces on the board, the seat to move, and everything else that decides legal moves.
///
/// Seats and kinds hold the living pieces. A dead piece, whose owner has been eliminated, is only
/// in `occupied` and `pieces`. It blocks and can be captured, but neither moves nor attacks.
///
/// A position is a plain value: search and perft copy it and play on the copy. It begins a cache
/// line, so that a copy spans as few lines as possible.
///
/// ```
/// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Seat, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let game = FamilyGame::<Duel, 1>::new(chess);
/// let mut position = game.position().clone(); // a plain value, without a past
/// position.play_unchecked(game.find("e2e4")?);
/// assert_eq!(position.turn(), Seat::BLACK);
/// assert_eq!(position.occupied().len(), 32);
/// assert!(position.piece(chess.grid().at("e4")).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Position<'v, const W: usize> {
    pub(crate) variant: &'v VariantTables<W>,
    pub(crate) seats: [Bitboard<W>; SEATS],
    pub(crate) kinds: [Bitboard<W>; KINDS],
    pub(crate) occupied: Bitboard<W>,
    pub(crate) pieces: [[Piece; 128]; W],
    pub(crate) turn: Seat,
    pub(crate) flags: u32,
    pub(crate) en_passant: Option<EnPassant>,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) key: u64,
    structure_keys: StructureKeys,
    pub(crate) players: Players,
}

impl<'v, const W: usize> Position<'v, W> {
    /// The empty board.
    pub(crate) fn empty(variant: &'v VariantTables<W>) -> Self {
        Self {
            variant,
            seats: [Bitboard::EMPTY; SEATS],
            kinds: [Bitboard::EMPTY; KINDS],
            occupied: Bitboard::EMPTY,
            pieces: [[Piece::NONE; 128]; W],
            turn: Seat::WHITE,
            flags: 0,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            key: 0,
            structure_keys: [0; 1 + SEATS],
            players: Players::all(variant.seats()),
        }
    }

    /// Returns the rules of the position.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> &'v VariantTables<W> {
        self.variant
    }

    /// Returns the seat to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The cells of a seat's pieces.
    #[inline]
    #[must_use]
    pub const fn seat(&self, seat: Seat) -> Bitboard<W> {
        self.seats[seat.index()]
    }

    /// The cells of a seat's pieces of one kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> Bitboard<W> {
        self.seats[seat.index()] & self.kinds[kind.index()]
    }

    /// The cells on which pieces stand.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard<W> {
        self.occupied
    }

    /// Returns the piece on a cell; [`Piece::NONE`] if it is empty.
    #[inline]
    #[must_use]
    pub const fn piece(&self, cell: Cell) -> Piece {
        self.pieces[cell.index() / 128][cell.index() % 128]
    }

    /// Returns the piece on each cell, 128 cells a row. There are none beyond the last cell.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &[[Piece; 128]; W] {
        &self.pieces
    }

    /// Returns the cell of a seat's king, if it has one. A player of circular chess may have lost
    /// it.
    ///
    /// ```
    /// use rotunda_movegen::{Duel, Family, Options, Rules, Seat, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     panic!("chess is a duel of its tables");
    /// };
    /// let position = <Duel as Rules<1>>::start(chess);
    /// assert_eq!(position.king(Seat::BLACK), chess.grid().named("e8"));
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn king(&self, seat: Seat) -> Option<Cell> {
        self.pieces(seat, self.variant.king).first()
    }

    /// Returns the cell of a king that must exist by the rules, as in every position of a duel.
    ///
    /// It is for hot loops. If there is no king, a debug build panics, and any other returns the
    /// first cell.
    #[inline]
    #[must_use]
    pub fn king_cell(&self, seat: Seat) -> Cell {
        let king = self.king(seat);
        debug_assert!(king.is_some(), "{seat:?} has no king");
        king.unwrap_or(Cell(0))
    }

    /// Returns the hash key, which is equal for positions with the same pieces, turn, rights and
    /// usable en passant.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the hash key after a plain move: no castling, promotion or double step, no capture
    /// elsewhere than on the target, no elimination, and no lost right. After any other move the
    /// key differs.
    ///
    /// ```
    /// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let game = FamilyGame::<Duel, 1>::new(chess);
    /// let (start, knight) = (game.position(), game.find("g1f3")?);
    /// let mut after = start.clone();
    /// after.play_unchecked(knight);
    /// assert_eq!(start.key_after_plain(knight.from(), knight.to()), after.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after_plain(&self, from: Cell, to: Cell) -> u64 {
        let keys = &self.variant.keys;
        let (piece, victim) = (self.piece(from), self.piece(to));
        let turns = keys.turn(self.turn) ^ keys.turn(self.next_seat());
        let mut key = self.key ^ self.en_passant_key() ^ turns;
        if piece.is_some() {
            key ^= keys.piece(piece, from) ^ keys.piece(piece, to);
        }
        if victim.is_some() {
            key ^= keys.any_piece(victim, to);
        }
        key
    }

    /// Returns a hash key of all living pawns. Barring collisions, it is equal exactly where they
    /// stand on the same cells.
    ///
    /// ```
    /// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Seat, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let game = FamilyGame::<Duel, 1>::new(chess);
    /// let (start, mut after) = (game.position(), game.position().clone());
    /// after.play_unchecked(game.find("g1f3")?);
    /// assert_eq!(after.pawn_key(), start.pawn_key());
    /// assert_ne!(after.piece_key(Seat::WHITE), start.piece_key(Seat::WHITE));
    /// assert_eq!(after.piece_key(Seat::BLACK), start.piece_key(Seat::BLACK));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        self.structure_keys[0]
    }

    /// Returns a hash key of a seat's living pieces without its pawns; see [`Position::pawn_key`].
    #[inline]
    #[must_use]
    pub const fn piece_key(&self, seat: Seat) -> u64 {
        self.structure_keys[1 + seat.index()]
    }

    /// Returns the plies since the last progress: a capture, a removed pair of pawns, or the move
    /// of a pawn that cannot come back.
    #[inline]
    #[must_use]
    pub const fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// Returns the number of plies that could be undone. An earlier occurrence of the position
    /// cannot be further back.
    ///
    /// Every move that resets the clock of quiet plies is irreversible, since a pawn move resets it
    /// only where pawns cannot come back. So the two are one number. A position string with a
    /// smaller clock only forgets earlier positions.
    #[inline]
    #[must_use]
    pub const fn reversible_plies(&self) -> u32 {
        self.halfmove
    }

    /// Returns the number of the move, which starts at 1 and rises after Black's.
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Returns whether the king of `seat` has crossed the line of its race.
    #[must_use]
    pub fn has_lapped(&self, seat: Seat) -> bool {
        self.variant.laps.iter().any(|lap| lap.seat == seat && self.flags & lap.flag != 0)
    }

    /// Returns the seat whose king has reached its goal, if there is one.
    #[inline]
    #[must_use]
    pub(crate) fn goal_winner(&self) -> Option<Seat> {
        let mut won = self.variant.laps.iter().filter(|lap| {
            self.flags & lap.flag != 0 && self.pieces(lap.seat, self.variant.king).meets(lap.goals)
        });
        won.next().map(|lap| lap.seat)
    }

    /// The key computed from scratch.
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        let keys = &self.variant.keys;
        let pieces =
            self.occupied.iter().fold(0, |sum, cell| sum ^ keys.any_piece(self.piece(cell), cell));
        let players = keys.players(self.players.alive, self.players.sides, self.variant.seats());
        pieces ^ keys.turn(self.turn) ^ keys.flags(self.flags) ^ self.en_passant_key() ^ players
    }

    /// Returns whether the keys are equal to those computed from scratch.
    pub(crate) fn has_right_keys(&self) -> bool {
        let keys = &self.variant.keys;
        let mut structures: StructureKeys = [0; 1 + SEATS];
        let living = self.seats.iter().fold(Bitboard::EMPTY, |all, seat| all | *seat);
        for cell in living {
            let piece = self.piece(cell);
            structures[keys.structure(piece)] ^= keys.piece(piece, cell);
        }
        self.key == self.key_from_scratch() && self.structure_keys == structures
    }

    #[inline]
    fn en_passant_key(&self) -> u64 {
        match self.en_passant {
            Some(en_passant) if en_passant.counts != 0 => self.key_of_en_passant(en_passant),
            _ => 0,
        }
    }

    /// Returns the hash number of the rights to capture a pawn that count in the key. Where other
    /// pawns may pass over the same cell, it distinguishes the pawns.
    fn key_of_en_passant(&self, en_passant: EnPassant) -> u64 {
        let keys = &self.variant.keys;
        let pawn = if self.variant.crossing_starts { keys.passing(en_passant.pawn) } else { 0 };
        let cells = self.en_passant_cells(en_passant).iter().zip(0..);
        let counting = cells.filter(|(_, bit)| en_passant.counts >> bit & 1 != 0);
        counting.fold(pawn, |key, (over, _)| key ^ keys.en_passant(over))
    }

    /// Returns the cells that a pawn has just passed over: those of every free way of its step.
    #[inline]
    pub(crate) fn en_passant_cells(&self, en_passant: EnPassant) -> Bitboard<W> {
        let Some((kind, place)) = en_passant.step else { return Bitboard::of(en_passant.over) };
        let motion = &self.variant.sides[self.turn.opponent().index()].motions[kind.index()];
        motion.starts.several[usize::from(place)].open(self.occupied)
    }

    #[inline]
    pub(crate) fn put(&mut self, cell: Cell, piece: Piece) {
        let set = Bitboard::of(cell);
        self.seats[piece.seat().index()] |= set;
        self.kinds[piece.kind().index()] |= set;
        self.occupied |= set;
        self.pieces[cell.index() / 128][cell.index() % 128] = piece;
        self.change_keys(cell, piece);
    }

    /// Updates the keys for a living piece that enters a cell, or leaves it.
    #[inline]
    fn change_keys(&mut self, cell: Cell, piece: Piece) {
        let keys = &self.variant.keys;
        let number = keys.piece(piece, cell);
        self.key ^= number;
        self.structure_keys[keys.structure(piece)] ^= number;
    }

    #[inline]
    pub(crate) fn take(&mut self, cell: Cell) -> Piece {
        let piece = self.piece(cell);
        let set = Bitboard::of(cell);
        self.seats[piece.seat().index()] -= set;
        self.kinds[piece.kind().index()] -= set;
        self.occupied -= set;
        self.pieces[cell.index() / 128][cell.index() % 128] = Piece::NONE;
        self.change_keys(cell, piece);
        piece
    }

    /// Plays a move that is known to be legal.
    pub fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.clear_en_passant();
        self.halfmove += 1;
        let stepping = (mv.kind() == MoveKind::Double).then(|| self.piece(from).kind());
        if mv.kind() == MoveKind::Castle {
            self.castle(mv.extra());
        } else {
            self.shift_piece(mv, from, to);
        }
        self.hand_over();
        if let Some(kind) = stepping {
            self.note_double_step(kind, from, to);
        }
        debug_assert!(self.has_right_keys(), "{mv:?}");
    }

    /// Ends a turn.
    #[inline]
    pub(crate) fn hand_over(&mut self) {
        self.fullmove += u32::from(self.turn == Seat::BLACK);
        self.turn = self.turn.opponent();
        self.key ^= self.variant.keys.black;
    }

    /// Passes the turn to the other side without a move. The clock of quiet plies restarts.
    pub(crate) fn pass(&mut self) {
        self.clear_en_passant();
        self.halfmove = 0;
        self.hand_over();
    }

    /// The cells of the pieces that a move of the side to move captures.
    #[inline]
    pub(crate) fn captured_by(&self, mv: Move) -> Bitboard<W> {
        match mv.kind() {
            MoveKind::EnPassant => Bitboard::of(Cell(mv.extra())),
            MoveKind::Removal => Bitboard::of(mv.from()) | Bitboard::of(mv.to()),
            MoveKind::Castle | MoveKind::Swap | MoveKind::Pass => Bitboard::EMPTY,
            _ => (Bitboard::of(mv.to()) - self.seat(self.turn)) & self.occupied,
        }
    }

    /// Removes the right to capture en passant.
    #[inline]
    pub(crate) fn clear_en_passant(&mut self) {
        self.key ^= self.en_passant_key();
        self.en_passant = None;
    }

    #[inline]
    fn shift_piece(&mut self, mv: Move, from: Cell, to: Cell) {
        let piece = self.take(from);
        let victim = match mv.kind() {
            MoveKind::EnPassant => Cell(mv.extra()),
            _ => to,
        };
        if self.occupied.has(victim) {
            self.take(victim);
            self.halfmove = 0;
        }
        if self.variant.is_pawn(piece.kind()) {
            self.halfmove = 0;
        }
        let kind = mv.promotes_to().unwrap_or(self.variant.kind_after(piece.kind(), from));
        self.put(to, Piece::new(piece.seat(), kind));
        let mut flags = self.flags & !self.variant.losing[from.index()];
        flags &= !self.variant.losing[to.index()];
        if kind == self.variant.king {
            flags = self.lap_flags(piece.seat(), from, to, flags);
        }
        self.set_flags(flags);
    }

    fn castle(&mut self, index: u8) {
        let variant = self.variant;
        let castling = &variant.sides[self.turn.index()].castlings[usize::from(index)];
        let king = self.take(castling.king.0);
        let rook = self.take(castling.rook.0);
        self.put(castling.king.1, king);
        self.put(castling.rook.1, rook);
        let flags = self.flags & !variant.losing[castling.king.0.index()];
        let (from, to) = castling.king;
        self.set_flags(self.lap_flags(king.seat(), from, to, flags));
    }

    #[inline]
    pub(crate) fn set_flags(&mut self, flags: u32) {
        let changed = self.flags ^ flags;
        if changed != 0 {
            self.key ^= self.variant.keys.flags(changed);
            self.flags = flags;
        }
    }

    /// Updates the flags after a king's step: a step over its line sets the flag, and a step back
    /// clears it.
    #[inline]
    fn lap_flags(&self, seat: Seat, from: Cell, to: Cell, flags: u32) -> u32 {
        let mut flags = flags;
        for lap in self.variant.laps.iter().filter(|lap| lap.seat == seat) {
            if lap.before.has(from) && lap.after.has(to) {
                flags |= lap.flag;
            } else if lap.after.has(from) && lap.before.has(to) {
                flags &= !lap.flag;
            }
        }
        flags
    }

    /// Records the start step of a pawn, with its kind before the step.
    fn note_double_step(&mut self, kind: Kind, from: Cell, to: Cell) {
        let mover = self.turn.opponent();
        let starts = &self.variant.sides[mover.index()].motions[kind.index()].starts;
        let (passed, place) = starts.passed((from, to), self.occupied);
        if let Some(over) = passed.first() {
            let step = place.map(|place| (kind, place));
            self.set_en_passant(EnPassant { over, pawn: to, step, counts: 0 });
        }
    }

    /// Records a start step, and the cells over which the right to capture counts in the key.
    pub(crate) fn set_en_passant(&mut self, en_passant: EnPassant) {
        let usable = |over: Cell| match self.variant.en_passant_counts {
            EnPassantCounts::IfGeometric => !self.en_passant_capturers(over).is_empty(),
            EnPassantCounts::IfLegal => self
                .en_passant_capturers(over)
                .iter()
                .any(|from| self.en_passant_is_safe(from, over, en_passant.pawn)),
        };
        let cells = self.en_passant_cells(en_passant).iter().zip(0..);
        let counts = cells.fold(0, |counts, (over, bit)| counts | u16::from(usable(over)) << bit);
        self.en_passant = Some(EnPassant { counts, ..en_passant });
        self.key ^= self.en_passant_key();
    }

    /// Adds rights to capture the pawn that has just made a start step to the key. `counts` has a
    /// bit for each passed cell.
    pub(crate) fn count_en_passant(&mut self, counts: u16) {
        self.key ^= self.en_passant_key();
        if let Some(en_passant) = &mut self.en_passant {
            en_passant.counts |= counts;
        }
        self.key ^= self.en_passant_key();
    }

    /// Returns the mover's pieces that could capture en passant on a passed cell, without regard to
    /// their king's safety.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, over: Cell) -> Bitboard<W> {
        let takers = self.variant.sides[self.turn.index()].passant.iter();
        let capturers = takers.fold(Bitboard::EMPTY, |set, (kind, from)| {
            set | from[over.index()] & self.kinds[kind.index()]
        });
        capturers & self.seat(self.turn)
    }

    /// Returns whether the mover's king is safe after this capture en passant.
    pub(crate) fn en_passant_is_safe(&self, from: Cell, over: Cell, pawn: Cell) -> bool {
        let (over, pawn) = (Bitboard::of(over), Bitboard::of(pawn));
        let occupied = (self.occupied - Bitboard::of(from) - pawn) | over;
        let enemy = self.turn.opponent();
        !self.is_attacked(self.king_cell(self.turn), enemy, self.seat(enemy) - pawn, occupied)
    }
}
