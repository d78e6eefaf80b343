//! The effects of an action of circular chess on the position: captures, eliminations, the next
//! turn.

use super::{KING_LOSS_ELIMINATES, is_byzantine};
use crate::geometry::{Bitboard, Cell};
use crate::position::{Move, MoveKind, Position, seats};
use crate::tables::{Piece, Seat};

impl<const W: usize> Position<'_, W> {
    /// Plays an action that is known to be legal.
    pub(crate) fn play_action(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.halfmove += 1;
        match mv.kind() {
            MoveKind::Removal => {
                let pawn = self.take(from);
                self.take(to);
                self.halfmove = 0;
                self.players.passes = 0;
                self.lose(pawn.seat(), false);
            }
            MoveKind::Pass => {
                self.players.passes = self.players.passes.saturating_add(1);
                self.pass_turn();
            }
            MoveKind::Swap => {
                let (pawn, mate) = (self.take(from), self.take(to));
                self.put(to, pawn);
                self.put(from, mate);
                self.advance_pawn();
                self.players.passes = 0;
                self.pass_turn();
            }
            _ => {
                self.players.passes = 0;
                self.go(mv, from, to);
                self.pass_turn();
            }
        }
        debug_assert!(self.has_right_keys(), "{mv:?}");
    }

    /// Moves a piece, which captures the piece on its target.
    #[inline]
    fn go(&mut self, mv: Move, from: Cell, to: Cell) {
        let piece = self.take(from);
        let victim = self.piece(to);
        if self.variant.is_pawn(piece.kind()) {
            self.advance_pawn();
        }
        let kind = mv.promotes_to().unwrap_or(piece.kind());
        if !victim.is_some() {
            self.put(to, Piece::new(piece.seat(), kind));
            return;
        }
        self.halfmove = 0;
        if victim.is_dead() {
            self.clear(to);
            self.put(to, Piece::new(piece.seat(), kind));
        } else {
            self.take(to);
            self.put(to, Piece::new(piece.seat(), kind));
            self.lose(victim.seat(), victim.kind() == self.variant.king);
        }
    }

    /// Records that a pawn has advanced: no earlier position can occur again, unless pawns run for
    /// ever.
    #[inline]
    fn advance_pawn(&mut self) {
        if !is_byzantine(self.variant) {
            self.halfmove = 0;
        }
    }

    /// Passes the turn to the next living seat; the move number rises when the turn passes the
    /// first seat.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        let next = self.next_seat();
        let keys = &self.variant.keys;
        self.key ^= keys.turn(self.turn) ^ keys.turn(next);
        self.fullmove += u32::from(next <= self.turn);
        self.turn = next;
    }

    /// Eliminates the players that are out after `seat` has lost a piece (multiplayer-circular.md
    /// 6).
    fn lose(&mut self, seat: Seat, king: bool) {
        if !self.players.teams {
            if king || is_byzantine(self.variant) && self.seat(seat).is_single() {
                self.eliminate(seat);
            }
            return;
        }
        if king {
            let side = self.players.sides[seat.index()];
            if !self.friends(seat).meets(self.all_of(self.variant.king)) {
                seats(side & self.players.alive).for_each(|mate| self.eliminate(mate));
            } else if self.flags & KING_LOSS_ELIMINATES != 0 {
                self.eliminate(seat);
            }
        }
        if self.is_alive(seat) && self.seat(seat).is_empty() {
            self.eliminate(seat);
        }
    }

    /// Eliminates a player that has resigned or overstepped its time (multiplayer-circular.md 6).
    /// Its team is out with it if no team mate has a king, as after the capture of the last king.
    /// Returns whether the seat was playing.
    ///
    /// The count of quiet moves restarts: fewer players are allowed fewer of them, and an
    /// elimination is as final as a capture.
    pub(super) fn leave(&mut self, seat: Seat) -> bool {
        if !self.is_alive(seat) || self.is_over() {
            return false;
        }
        self.eliminate(seat);
        if self.players.teams && !self.friends(seat).meets(self.all_of(self.variant.king)) {
            let side = self.players.sides[seat.index()];
            seats(side & self.players.alive).for_each(|mate| self.eliminate(mate));
        }
        self.halfmove = 0;
        self.players.passes = 0;
        if !self.is_alive(self.turn) {
            self.pass_turn();
        }
        debug_assert!(self.has_right_keys(), "{seat:?} leaves");
        true
    }

    /// Eliminates a player. Its pieces stay on the board, dead.
    fn eliminate(&mut self, seat: Seat) {
        for cell in self.seat(seat) {
            let piece = self.take(cell);
            self.put_dead(cell, piece.dead());
        }
        self.players.alive &= !(1 << seat.0);
        self.key ^= self.variant.keys.gone(seat);
    }

    /// Puts a dead piece on an empty cell.
    pub(super) fn put_dead(&mut self, cell: Cell, piece: Piece) {
        self.occupied |= Bitboard::of(cell);
        self.pieces[cell.index() / 128][cell.index() % 128] = piece;
        self.key ^= self.variant.keys.any_piece(piece, cell);
    }

    /// Takes a dead piece off the board.
    fn clear(&mut self, cell: Cell) {
        self.key ^= self.variant.keys.any_piece(self.piece(cell), cell);
        self.occupied -= Bitboard::of(cell);
        self.pieces[cell.index() / 128][cell.index() % 128] = Piece::NONE;
    }
}
