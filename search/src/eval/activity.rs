//! [`Activity`]: mobility and attacks of one seat's pieces among many seats, kept until a cell that
//! they see changes.

use rotunda_movegen::{Bitboard, Cell, Position, SEATS, Seat, SlideCache};

use super::tapered::Tapered;
use super::weights::Weights;

/// The facts on which the activity of a seat's pieces depends, besides the pieces themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings<const W: usize> {
    /// The kings of the living seats.
    pub kings: [Option<Cell>; SEATS],
    /// The pieces of all sides, and of the seat's side.
    pub occupied: Bitboard<W>,
    pub friends: Bitboard<W>,
    /// The cells that pawns of enemies attack.
    pub hostile_pawns: Bitboard<W>,
}

impl<const W: usize> Surroundings<W> {
    /// Returns whether others are equal on these cells.
    #[inline]
    fn agree(&self, other: &Self, on: Bitboard<W>) -> bool {
        let differ = (self.occupied ^ other.occupied)
            | (self.friends ^ other.friends)
            | (self.hostile_pawns ^ other.hostile_pawns);
        !differ.meets(on) && self.kings == other.kings
    }
}

/// The activity of one seat's pieces without pawns and king: their cells, their attacks, and the
/// danger to enemy kings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity<const W: usize> {
    /// The key of the seat's pieces.
    pieces: u64,
    around: Surroundings<W>,
    /// The cells on which the pieces stand, and those that their attacks depend on.
    sight: Bitboard<W>,
    /// The cells that they attack.
    pub attacks: Bitboard<W>,
    /// Their value there.
    pub value: Tapered,
    /// The units of danger to each seat's king, and the number of pieces that cause it.
    pub dangers: [(i32, i32); SEATS],
}

impl<const W: usize> Activity<W> {
    /// The activity of a seat without pieces on an empty board.
    pub const NONE: Self = Self {
        pieces: 0,
        around: Surroundings {
            kings: [None; SEATS],
            occupied: Bitboard::EMPTY,
            friends: Bitboard::EMPTY,
            hostile_pawns: Bitboard::EMPTY,
        },
        sight: Bitboard::EMPTY,
        attacks: Bitboard::EMPTY,
        value: Tapered::new(0, 0),
        dangers: [(0, 0); SEATS],
    };

    /// Updates the activity of a seat's pieces.
    #[inline]
    pub fn update(
        &mut self,
        position: &Position<W>,
        seat: Seat,
        around: &Surroundings<W>,
        (weights, slides): (&Weights<W>, &mut SlideCache<W>),
    ) {
        let is_known = weights.pieces_leap_or_slide()
            && self.pieces == position.piece_key(seat)
            && self.around.agree(around, self.sight);
        if !is_known {
            *self = Self::of(position, seat, around, (weights, slides));
        }
    }

    fn of(
        position: &Position<W>,
        seat: Seat,
        around: &Surroundings<W>,
        (weights, slides): (&Weights<W>, &mut SlideCache<W>),
    ) -> Self {
        let Surroundings { kings, friends, hostile_pawns, .. } = *around;
        let mut known = Self { pieces: position.piece_key(seat), around: *around, ..Self::NONE };
        let free = !(friends | hostile_pawns);
        let side = position.side_of(seat);
        let mut zones = [Bitboard::EMPTY; SEATS];
        for enemy in position.living().filter(|other| position.side_of(*other) != side) {
            let zone = kings[enemy.index()].map(|king| weights.zone(king));
            zones[enemy.index()] = zone.unwrap_or(Bitboard::EMPTY);
        }
        let any_zone = zones.iter().fold(Bitboard::EMPTY, |set, zone| set | *zone);
        for &kind in weights.other_kinds() {
            let usual = weights.mobility[kind.index()].usual;
            let mut mobility = 0;
            position.for_each_attacker(seat, kind, slides, |cell, attacks, moves| {
                known.attacks |= attacks;
                known.sight |= moves | Bitboard::of(cell);
                known.value += weights.square(seat, kind, cell);
                mobility += (moves & free).len() as i32 - usual;
                if !attacks.meets(any_zone) {
                    return;
                }
                for ((danger, attackers), zone) in known.dangers.iter_mut().zip(&zones) {
                    let near = (attacks & *zone).len() as i32;
                    *danger += near * weights.danger[kind.index()];
                    *attackers += i32::from(near > 0);
                }
            });
            known.value += weights.mobility[kind.index()].worth(mobility);
            let threatened = position.pieces(seat, kind) & hostile_pawns;
            known.value += weights.terms.threatened * threatened.len() as i32;
        }
        known
    }
}
