//! The sides of a position: teams, turns, and kings that must be kept safe.

use super::players::seats;
use super::state::Position;
use crate::geometry::{Bitboard, Cell};
use crate::tables::{FULL, Kind, SEATS, Seat};

impl<const W: usize> Position<'_, W> {
    /// Returns whether the seat still plays.
    #[inline]
    #[must_use]
    pub const fn is_alive(&self, seat: Seat) -> bool {
        self.players.is_alive(seat)
    }

    /// The seats that still play, in turn order from the first.
    pub fn living(&self) -> impl Iterator<Item = Seat> + use<W> {
        seats(self.players.alive)
    }

    /// Returns the number of seats that still play.
    #[inline]
    #[must_use]
    pub const fn living_count(&self) -> u32 {
        self.players.alive.count_ones()
    }

    /// Returns the number of sides, teams or single players, that still play. The game is over when
    /// there are fewer than two.
    #[must_use]
    pub fn living_sides(&self) -> usize {
        self.players.living_sides()
    }

    /// Returns whether at most one side still plays.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        let alive = self.players.alive;
        alive == 0 || alive & !self.players.sides[alive.trailing_zeros() as usize] == 0
    }

    /// Returns whether any member of a seat's side still plays.
    #[inline]
    #[must_use]
    pub const fn is_side_alive(&self, seat: Seat) -> bool {
        self.players.alive & self.players.sides[seat.index()] != 0
    }

    /// Returns whether exactly two sides still play, so that one side's gain is the other's loss.
    #[inline]
    #[must_use]
    pub const fn is_two_sided(&self) -> bool {
        let alive = self.players.alive;
        if alive == 0 {
            return false;
        }
        let others = alive & !self.players.sides[alive.trailing_zeros() as usize];
        others != 0 && others & !self.players.sides[others.trailing_zeros() as usize] == 0
    }

    /// Returns the number of sides of the game, whether they still play or not.
    #[must_use]
    pub fn side_count(&self) -> usize {
        let seats = (0..self.variant.seats() as u8).map(Seat);
        seats.filter(|seat| self.side_of(*seat) == seat.index()).count()
    }

    /// Returns every seat's points of [`FULL`] if the remaining sides shared the point. Each member
    /// of a team gets its share.
    #[must_use]
    pub fn even_points(&self) -> [u16; SEATS] {
        let share = FULL / self.living_sides().max(1) as u16;
        let mut points = [0; SEATS];
        for seat in (0..self.variant.seats() as u8).map(Seat) {
            if self.is_side_alive(seat) {
                points[seat.index()] = share;
            }
        }
        points
    }

    /// Returns whether some players are team mates.
    #[inline]
    #[must_use]
    pub(crate) const fn has_teams(&self) -> bool {
        self.players.teams
    }

    /// The number of a seat's side: that of its first member.
    #[inline]
    #[must_use]
    pub const fn side_of(&self, seat: Seat) -> usize {
        self.players.sides[seat.index()].trailing_zeros() as usize
    }

    /// Returns the next living seat after the one to move: itself if it is the last.
    #[inline]
    #[must_use]
    pub(crate) const fn next_seat(&self) -> Seat {
        let alive = self.players.alive;
        let later = alive & (u8::MAX << 1 << self.turn.0);
        match if later == 0 { alive } else { later } {
            0 => self.turn,
            seats => Seat(seats.trailing_zeros() as u8),
        }
    }

    /// Returns whether kings must be kept safe and mate ends the game. This is so when two players
    /// are left, each alone. Otherwise kings may be left en prise.
    #[inline]
    #[must_use]
    pub const fn has_check_rules(&self) -> bool {
        !self.players.teams && self.players.alive.count_ones() == 2
    }

    /// The player whose attacks the king of the side to move must avoid, if there is one.
    #[inline]
    #[must_use]
    pub(crate) const fn check_enemy(&self) -> Option<Seat> {
        if !self.has_check_rules() {
            return None;
        }
        Some(Seat((self.players.alive & !(1 << self.turn.0)).trailing_zeros() as u8))
    }

    /// The living pieces of a seat and of its team mates.
    #[inline]
    #[must_use]
    pub fn friends(&self, seat: Seat) -> Bitboard<W> {
        if !self.players.teams {
            return self.seat(seat);
        }
        let mates = seats(self.players.sides[seat.index()]);
        mates.fold(Bitboard::EMPTY, |set, mate| set | self.seat(mate))
    }

    /// Returns the pieces of eliminated players. Every player may capture them, they do not move,
    /// and they attack nothing.
    #[inline]
    #[must_use]
    pub fn dead(&self) -> Bitboard<W> {
        self.seats.iter().fold(self.occupied, |dead, pieces| dead - *pieces)
    }

    /// The pieces of all living enemies that attack a seat's king; none if it has no king.
    #[must_use]
    pub fn threats(&self, seat: Seat) -> Bitboard<W> {
        let kings = self.pieces(seat, self.variant.king);
        let enemies = seats(self.players.alive & !self.players.sides[seat.index()]);
        let onto = |king: Cell, enemy: Seat| self.attackers(king, enemy);
        enemies.fold(Bitboard::EMPTY, |set, enemy| {
            kings.iter().fold(set, |set, king| set | onto(king, enemy))
        })
    }

    /// The living pieces of a kind, of all owners.
    #[inline]
    #[must_use]
    pub const fn all_of(&self, kind: Kind) -> Bitboard<W> {
        self.kinds[kind.index()]
    }
}
