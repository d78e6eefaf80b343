//! Random numbers for incremental hash keys (Zobrist 1970).

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::piece::{Piece, SEATS, Seat};
use crate::geometry::Cell;

/// The seed of all keys. It is fixed, so that keys and searches are the same on every machine.
const SEED: u64 = 0x526F_7475_6E64_6121;
/// The number of flags of a position: castling rights or laps.
const FLAGS: usize = 32;
/// The rotation that makes the number of a dead piece from that of a living one, and that of a
/// pawn's cell from that of a passed cell.
const ROTATION: u32 = 23;

/// The hash keys of parts of a position: all living pawns, then each seat's other living pieces.
pub(crate) type StructureKeys = [u64; 1 + SEATS];

/// The random numbers of one variant.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    kinds: usize,
    cells: usize,
    /// A bit for each kind of pawns.
    pawns: u32,
    pieces: Vec<u64>,
    en_passant: Vec<u64>,
    flags: [u64; FLAGS],
    /// The number that is added when the second seat is to move.
    pub black: u64,
    /// The numbers that are added when a later seat is to move.
    later: [u64; SEATS - 2],
    /// The numbers that are added for every eliminated seat.
    gone: [u64; SEATS],
    /// The factor for the number of a table with teams.
    teams: u64,
}

impl Keys {
    /// Creates the keys of a variant. `pawns` has a bit for each kind of pawns.
    pub fn new(seats: usize, (kinds, pawns): (usize, u32), cells: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(SEED);
        Self {
            kinds,
            cells,
            pawns,
            pieces: (0..seats * kinds * cells).map(|_| random.random()).collect(),
            en_passant: (0..cells).map(|_| random.random()).collect(),
            flags: std::array::from_fn(|_| random.random()),
            black: random.random(),
            later: std::array::from_fn(|_| random.random()),
            gone: std::array::from_fn(|_| random.random()),
            teams: random.random(),
        }
    }

    /// The number of a piece on a cell.
    #[inline]
    pub fn piece(&self, piece: Piece, cell: Cell) -> u64 {
        let row = piece.seat().index() * self.kinds + piece.kind().index();
        self.pieces[row * self.cells + cell.index()]
    }

    /// The place in a [`StructureKeys`] to which a piece belongs.
    #[inline]
    pub const fn structure(&self, piece: Piece) -> usize {
        if self.pawns >> piece.kind().0 & 1 != 0 { 0 } else { 1 + piece.seat().index() }
    }

    /// The number of a piece, living or dead, on a cell.
    pub fn any_piece(&self, piece: Piece, cell: Cell) -> u64 {
        self.piece(piece, cell).rotate_left(if piece.is_dead() { ROTATION } else { 0 })
    }

    /// The number of a seat's turn.
    #[inline]
    pub fn turn(&self, seat: Seat) -> u64 {
        match seat.index() {
            0 => 0,
            1 => self.black,
            later => self.later[later - 2],
        }
    }

    /// The number of a seat's elimination.
    pub fn gone(&self, seat: Seat) -> u64 {
        self.gone[seat.index()]
    }

    /// Returns the number of the living players and teams; 0 if all play, each alone.
    ///
    /// `alive` is the mask of the seats that still play, `sides` that of every seat's team.
    pub fn players(&self, alive: u8, sides: [u8; SEATS], seats: usize) -> u64 {
        let gone = (0..seats as u8).map(Seat).filter(|seat| alive >> seat.0 & 1 == 0);
        let teams = sides.iter().zip(0..).fold(0, |sum: u64, (mates, seat)| {
            let others = mates & !(1 << seat);
            (sum.rotate_left(8) ^ u64::from(others)).wrapping_mul(self.teams | 1)
        });
        gone.fold(teams, |sum, seat| sum ^ self.gone(seat))
    }

    /// The number of a cell on which a capture en passant is possible.
    #[inline]
    pub fn en_passant(&self, cell: Cell) -> u64 {
        self.en_passant[cell.index()]
    }

    /// Returns the number of a pawn's cell, which is added where other pawns may have passed over
    /// the same cell.
    #[inline]
    pub fn passing(&self, pawn: Cell) -> u64 {
        self.en_passant(pawn).rotate_left(ROTATION)
    }

    /// The sum of the numbers of the flags that are set.
    #[inline]
    pub fn flags(&self, set: u32) -> u64 {
        let mut sum = 0;
        let mut rest = set;
        while rest != 0 {
            sum ^= self.flags[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        sum
    }
}
