//! [`Position`]: the pieces on the board, whose turn it is, and all else that decides legal moves.

use super::moves::{Move, MoveKind};
use super::players::Players;
use crate::geometry::{Bitboard, Cell};
use crate::tables::keys::StructureKeys;
use crate::tables::{EnPassantCounts, KINDS, Kind, Piece, SEATS, Seat, VariantTables};

/// A pawn that has just made a start step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    /// The first cell that it passed over, where it can be captured.
    pub over: Cell,
    /// The cell it stands on.
    pub pawn: Cell,
    /// What it was and the place of its step in that kind's list, if the step has one: it may have
    /// passed over several cells then.
    pub step: Option<(Kind, u16)>,
    /// A bit for each passed cell, in the order of their numbers, over which the right to capture
    /// tells this position from the same one without.
    pub counts: u16,
}

/// The pieces on the board, whose turn it is, and all else that decides legal moves.
///
/// Seats and kinds hold the living pieces. A dead piece, whose owner has been eliminated, is in
/// `occupied` and `pieces` alone: it blocks and can be taken, but neither moves nor attacks.
///
/// A plain value: search and perft copy it and play on the copy.
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
pub struct Position<'v, const W: usize> {
    pub(crate) variant: &'v VariantTables<W>,
    pub(crate) seats: [Bitboard<W>; SEATS],
    pub(crate) kinds: [Bitboard<W>; KINDS],
    pub(crate) occupied: Bitboard<W>,
    pub(crate) pieces: [[Piece; 128]; W],
    pub(crate) turn: Seat,
    pub(crate) flags: u32,
    pub(crate) passed: Option<Passed>,
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
            passed: None,
            halfmove: 0,
            fullmove: 1,
            key: 0,
            structure_keys: [0; 1 + SEATS],
            players: Players::all(variant.seats()),
        }
    }

    /// The rules that the position is played by.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> &'v VariantTables<W> {
        self.variant
    }

    /// Whose turn it is.
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

    /// What stands on a cell; [`Piece::NONE`] if nothing does.
    #[inline]
    #[must_use]
    pub const fn piece(&self, cell: Cell) -> Piece {
        self.pieces[cell.index() / 128][cell.index() % 128]
    }

    /// What stands on each cell, 128 cells a row; beyond the last cell nothing does.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &[[Piece; 128]; W] {
        &self.pieces
    }

    /// The cell of a seat's king, if it has one: a player of circular chess may have lost it.
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

    /// The cell of a king that the rules prove to be there, as in every position of a duel.
    ///
    /// It is for hot loops, which ask for no proof of their own. If there is no king after all, a
    /// debug build panics, and any other gives the first cell.
    #[inline]
    #[must_use]
    pub fn king_cell(&self, seat: Seat) -> Cell {
        let king = self.king(seat);
        debug_assert!(king.is_some(), "{seat:?} has no king");
        king.unwrap_or(Cell(0))
    }

    /// The hash key: equal for positions with the same pieces, turn, rights and usable en passant.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The hash key after a plain move: no castling, promotion or double step, no capture beside
    /// the target, nobody eliminated, and no right that is lost. After any other move the key is
    /// another.
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
        let mut key = self.key ^ self.passed_key() ^ turns;
        if piece.is_some() {
            key ^= keys.piece(piece, from) ^ keys.piece(piece, to);
        }
        if victim.is_some() {
            key ^= keys.any_piece(victim, to);
        }
        key
    }

    /// A hash key of all living pawns: equal, but for chance, where they stand on the same cells.
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

    /// A hash key of a seat's living pieces but its pawns; see [`Position::pawn_key`].
    #[inline]
    #[must_use]
    pub const fn piece_key(&self, seat: Seat) -> u64 {
        self.structure_keys[1 + seat.index()]
    }

    /// Plies since the last progress, as the game counts it: a capture, a pair of pawns removed, or
    /// the move of a pawn that cannot come back.
    #[inline]
    #[must_use]
    pub const fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// Plies that could be undone: how far back the same position may have stood.
    ///
    /// Whatever sets the clock of quiet plies back is irreversible in every game, since a pawn's
    /// move does so only where pawns cannot come back. So the two are one number; a position string
    /// that says less than has happened forgets only what was before it.
    #[inline]
    #[must_use]
    pub const fn reversible_plies(&self) -> u32 {
        self.halfmove
    }

    /// The number of the move, counted from 1 and growing after Black's.
    #[must_use]
    pub const fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Whether the king of `seat` has crossed the line that its race must cross.
    #[must_use]
    pub fn has_lapped(&self, seat: Seat) -> bool {
        self.variant.laps.iter().any(|lap| lap.seat == seat && self.flags & lap.flag != 0)
    }

    /// Who has brought its king to its goal, if anyone has.
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
        pieces ^ keys.turn(self.turn) ^ keys.flags(self.flags) ^ self.passed_key() ^ players
    }

    /// Whether the keys are what they would be if they were computed from scratch.
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
    fn passed_key(&self) -> u64 {
        match self.passed {
            Some(passed) if passed.counts != 0 => self.key_of_passed(passed),
            _ => 0,
        }
    }

    /// The number of the rights to capture a pawn that count; where other pawns may pass over the
    /// same cell, it tells them apart.
    fn key_of_passed(&self, passed: Passed) -> u64 {
        let keys = &self.variant.keys;
        let pawn = if self.variant.crossing_starts { keys.passing(passed.pawn) } else { 0 };
        let cells = self.passed_cells(passed).iter().zip(0..);
        let counting = cells.filter(|(_, bit)| passed.counts >> bit & 1 != 0);
        counting.fold(pawn, |key, (over, _)| key ^ keys.en_passant(over))
    }

    /// The cells that a pawn has just passed over: those of every way of its step that was free, as
    /// it still is.
    #[inline]
    pub(crate) fn passed_cells(&self, passed: Passed) -> Bitboard<W> {
        let Some((kind, place)) = passed.step else { return Bitboard::of(passed.over) };
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

    /// Brings the keys up to date for a living piece that comes to a cell, or goes from it.
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
        self.forget_passed();
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

    /// Hands the turn to the other side without a move; the clock of quiet plies starts anew.
    pub(crate) fn pass(&mut self) {
        self.forget_passed();
        self.halfmove = 0;
        self.hand_over();
    }

    /// The cells of the pieces that a move of the side to move takes.
    #[inline]
    pub(crate) fn captured_by(&self, mv: Move) -> Bitboard<W> {
        match mv.kind() {
            MoveKind::EnPassant => Bitboard::of(Cell(mv.extra())),
            MoveKind::Removal => Bitboard::of(mv.from()) | Bitboard::of(mv.to()),
            MoveKind::Castle | MoveKind::Swap | MoveKind::Pass => Bitboard::EMPTY,
            _ => (Bitboard::of(mv.to()) - self.seat(self.turn)) & self.occupied,
        }
    }

    /// Lets the right to capture en passant lapse.
    #[inline]
    pub(crate) fn forget_passed(&mut self) {
        self.key ^= self.passed_key();
        self.passed = None;
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
        let lost = variant.losing[castling.king.0.index()];
        self.set_flags(self.flags & !lost);
    }

    #[inline]
    pub(crate) fn set_flags(&mut self, flags: u32) {
        let changed = self.flags ^ flags;
        if changed != 0 {
            self.key ^= self.variant.keys.flags(changed);
            self.flags = flags;
        }
    }

    /// The flags after a king's step: over its line they are set, back over it they are cleared.
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

    /// Records the start step that a pawn, which was of a kind before it, has just made.
    fn note_double_step(&mut self, kind: Kind, from: Cell, to: Cell) {
        let mover = self.turn.opponent();
        let starts = &self.variant.sides[mover.index()].motions[kind.index()].starts;
        let (passed, place) = starts.passed((from, to), self.occupied);
        if let Some(over) = passed.first() {
            let step = place.map(|place| (kind, place));
            self.set_passed(Passed { over, pawn: to, step, counts: 0 });
        }
    }

    /// Records a start step, and over which cells the right to capture counts in the key.
    pub(crate) fn set_passed(&mut self, passed: Passed) {
        let usable = |over: Cell| match self.variant.en_passant_counts {
            EnPassantCounts::IfGeometric => !self.en_passant_capturers(over).is_empty(),
            EnPassantCounts::IfLegal => self
                .en_passant_capturers(over)
                .iter()
                .any(|from| self.en_passant_is_safe(from, over, passed.pawn)),
        };
        let cells = self.passed_cells(passed).iter().zip(0..);
        let counts = cells.fold(0, |counts, (over, bit)| counts | u16::from(usable(over)) << bit);
        self.passed = Some(Passed { counts, ..passed });
        self.key ^= self.passed_key();
    }

    /// Lets rights to capture the pawn that has just made a start step count in the key; `counts`
    /// has a bit for each passed cell.
    pub(crate) fn count_passed(&mut self, counts: u16) {
        self.key ^= self.passed_key();
        if let Some(passed) = &mut self.passed {
            passed.counts |= counts;
        }
        self.key ^= self.passed_key();
    }

    /// The mover's pieces that stand where they could capture on a cell that was passed over.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, over: Cell) -> Bitboard<W> {
        let takers = self.variant.sides[self.turn.index()].passant.iter();
        let capturers = takers.fold(Bitboard::EMPTY, |set, (kind, from)| {
            set | from[over.index()] & self.kinds[kind.index()]
        });
        capturers & self.seat(self.turn)
    }

    /// Whether the mover's king is safe after this capture en passant.
    pub(crate) fn en_passant_is_safe(&self, from: Cell, over: Cell, pawn: Cell) -> bool {
        let (over, pawn) = (Bitboard::of(over), Bitboard::of(pawn));
        let occupied = (self.occupied - Bitboard::of(from) - pawn) | over;
        let enemy = self.turn.opponent();
        !self.is_attacked(self.king_cell(self.turn), enemy, self.seat(enemy) - pawn, occupied)
    }
}
