//! Random numbers for incremental hash keys (Zobrist 1970).

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Cell, Man};

/// The seed of all keys: fixed, so that keys and searches are the same on every machine.
const SEED: u64 = 0x526F_7475_6E64_6121;
/// How many flags a position can have: castling rights or laps.
const FLAGS: usize = 32;

/// The random numbers of one variant.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    kinds: usize,
    cells: usize,
    men: Vec<u64>,
    en_passant: Vec<u64>,
    flags: [u64; FLAGS],
    /// Added when the second seat is to move.
    pub black: u64,
}

impl Keys {
    pub fn new(seats: usize, kinds: usize, cells: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(SEED);
        Self {
            kinds,
            cells,
            men: (0..seats * kinds * cells).map(|_| random.random()).collect(),
            en_passant: (0..cells).map(|_| random.random()).collect(),
            flags: std::array::from_fn(|_| random.random()),
            black: random.random(),
        }
    }

    /// The number of a man on a cell.
    #[inline]
    pub fn man(&self, man: Man, cell: Cell) -> u64 {
        let row = man.seat().index() * self.kinds + man.kind().index();
        self.men[row * self.cells + cell.index()]
    }

    /// The number of a cell on which a capture en passant is possible.
    #[inline]
    pub fn en_passant(&self, cell: Cell) -> u64 {
        self.en_passant[cell.index()]
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
