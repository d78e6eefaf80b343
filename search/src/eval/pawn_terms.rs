//! [`PawnTerms`]: the terms that follow from the pawns of a duel alone, and their cache.

use rotunda_movegen::{Bitboard, PAWN_KINDS, Position, Seat};

use super::tapered::Tapered;
use super::weights::Weights;

/// The number of pawn structures in a cache. Neighbouring positions of a search have the same
/// structure, so a few are enough.
const CACHED: usize = 1024;

/// The pawns of both seats, kind by kind.
type Pawns<const W: usize> = [[Bitboard<W>; PAWN_KINDS]; 2];

/// The terms that depend only on the pawns of a duel, by seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnTerms<const W: usize> {
    /// The cells that they attack.
    pub attacks: [Bitboard<W>; 2],
    /// The sum of their piece-square values.
    pub squares: [Tapered; 2],
    /// The value of their structure.
    pub structure: [Tapered; 2],
    /// The pawns that no enemy pawn can stop.
    pub passed: [Bitboard<W>; 2],
}

impl<const W: usize> PawnTerms<W> {
    /// The terms of a board without pawns.
    const NONE: Self = Self {
        attacks: [Bitboard::EMPTY; 2],
        squares: [Tapered::new(0, 0); 2],
        structure: [Tapered::new(0, 0); 2],
        passed: [Bitboard::EMPTY; 2],
    };

    /// Returns the terms of a position.
    pub fn of(position: &Position<W>, weights: &Weights<W>) -> Self {
        let mut terms = Self::NONE;
        let pawns = pawns_of(position, weights);
        for seat in [Seat::WHITE, Seat::BLACK] {
            for kind in &weights.pawn_kinds {
                terms.attacks[seat.index()] |= position.pawn_attacks(seat, *kind);
            }
            terms.add(seat, &pawns, weights);
        }
        terms
    }

    /// Adds the terms of a seat's pawns.
    fn add(&mut self, seat: Seat, pawns: &Pawns<W>, weights: &Weights<W>) {
        let enemies = &pawns[seat.opponent().index()];
        let seat_index = seat.index();
        for (kind, pieces) in weights.pawn_kinds.iter().zip(pawns[seat_index]) {
            for cell in pieces {
                self.squares[seat_index] += weights.square(seat, *kind, cell);
                let pawn = weights.pawn(seat, *kind, cell);
                let stopped =
                    enemies.iter().zip(&pawn.stoppers).any(|(pawns, cells)| pawns.meets(*cells));
                if !stopped {
                    self.passed[seat_index] |= Bitboard::of(cell);
                }
                if pawn.way.meets(pieces) {
                    self.structure[seat_index] += weights.terms.doubled;
                }
            }
            let defended = pieces & self.attacks[seat_index];
            self.structure[seat_index] += weights.terms.defended_pawn * defended.len() as i32;
        }
    }
}

/// The pawns of a position.
#[inline]
fn pawns_of<const W: usize>(position: &Position<W>, weights: &Weights<W>) -> Pawns<W> {
    let mut pawns = [[Bitboard::EMPTY; PAWN_KINDS]; 2];
    for seat in [Seat::WHITE, Seat::BLACK] {
        for (set, kind) in pawns[seat.index()].iter_mut().zip(&weights.pawn_kinds) {
            *set = position.pieces(seat, *kind);
        }
    }
    pawns
}

/// The cache of pawn terms by pawn structure.
#[derive(Clone, Debug)]
pub(crate) struct PawnCache<const W: usize> {
    /// The entries with their pawn keys, indexed by the lowest bits of the key.
    entries: Vec<(u64, PawnTerms<W>)>,
}

impl<const W: usize> PawnCache<W> {
    /// Creates a cache that allocates memory at the first query.
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// The terms of a position.
    #[inline]
    pub fn terms(&mut self, position: &Position<W>, weights: &Weights<W>) -> &PawnTerms<W> {
        if self.entries.is_empty() {
            self.entries.resize(CACHED, (0, PawnTerms::NONE));
        }
        let key = position.pawn_key();
        let (known, terms) = &mut self.entries[key as usize % CACHED];
        if *known != key {
            *known = key;
            *terms = PawnTerms::of(position, weights);
        }
        terms
    }
}
