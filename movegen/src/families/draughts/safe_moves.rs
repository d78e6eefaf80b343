//! [`SafeMoves`]: the moves that are safe along lines, without those that let a draughtsman take
//! the king.

use super::jump_safety::{Change, JumpSafety};
use crate::geometry::{Bitboard, Cell};
use crate::position::{Move, MoveKind, Position, Sink};
use crate::tables::{Jumps, Kind};

/// The filter that passes on the moves after which no enemy draughtsman can capture the king.
pub(crate) struct SafeMoves<'a, S, const W: usize> {
    pub position: &'a Position<'a, W>,
    pub jumps: &'a Jumps<W>,
    pub jump_safety: &'a JumpSafety<W>,
    pub sink: &'a mut S,
}

impl<S, const W: usize> SafeMoves<'_, S, W> {
    fn safe(&self, from: Cell, targets: Bitboard<W>) -> Bitboard<W> {
        let doubtful = self.jump_safety.unclear_targets(from) & targets;
        if doubtful.is_empty() {
            return targets;
        }
        let is_safe = |to: &Cell| {
            let change = Change::step(self.position, from, *to);
            self.jump_safety.spares(self.position, self.jumps, &change)
        };
        (targets - doubtful) | doubtful.iter().filter(is_safe).collect()
    }

    fn special_is_safe(&self, mv: Move) -> bool {
        let (position, from, to) = (self.position, mv.from(), mv.to());
        let step = Change::step(position, from, to);
        let change = match mv.kind() {
            MoveKind::Castle => return self.castling_is_safe(mv),
            MoveKind::EnPassant => Change { taken: Bitboard::of(Cell(mv.extra())), ..step },
            MoveKind::Double if self.jump_safety.spares_all_steps() => return true,
            MoveKind::Double => {
                let motions = &position.variant.sides[position.turn.index()].motions;
                let starts = &motions[position.piece(from).kind().index()].starts;
                let (passed, _) = starts.passed((from, to), position.occupied);
                Change { passed: Some((passed, to)), ..step }
            }
            _ => step,
        };
        self.jump_safety.spares(position, self.jumps, &change)
    }

    /// Returns whether no draughtsman could capture the king on a cell that it passes, nor after
    /// castling.
    fn castling_is_safe(&self, mv: Move) -> bool {
        let position = self.position;
        let castlings = &position.variant.sides[position.turn.index()].castlings;
        let castling = &castlings[usize::from(mv.extra())];
        let spares =
            |change, king| self.jump_safety.is_king_safe_on(position, self.jumps, &change, king);
        let passes = castling
            .safe
            .iter()
            .all(|cell| spares(Change::step(position, castling.king.0, cell), cell));
        let both = Change {
            left: Bitboard::of(castling.king.0) | Bitboard::of(castling.rook.0),
            entered: Bitboard::of(castling.king.1) | Bitboard::of(castling.rook.1),
            taken: Bitboard::EMPTY,
            passed: None,
        };
        passes && spares(both, castling.king.1)
    }
}

impl<S: Sink<W>, const W: usize> Sink<W> for SafeMoves<'_, S, W> {
    #[inline]
    fn plain(&mut self, from: Cell, to: Bitboard<W>) {
        // Where only captures are generated, most pieces have none.
        if !to.is_empty() {
            let safe = self.safe(from, to);
            self.sink.plain(from, safe);
        }
    }

    #[inline]
    fn promotions(&mut self, from: Cell, to: Bitboard<W>, kinds: &[Kind]) {
        let safe = self.safe(from, to);
        self.sink.promotions(from, safe, kinds);
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        if self.special_is_safe(mv) {
            self.sink.special(mv);
        }
    }
}

/// Returns the enemy draughtsmen that a pawn or the first jump of a draughtsman of the side to move
/// could capture, without regard to the king's safety.
#[inline]
pub(crate) fn en_prise<const W: usize>(position: &Position<W>, jumps: &Jumps<W>) -> Bitboard<W> {
    let seat = position.turn;
    let enemy_draughtsmen = position.pieces(seat.opponent(), jumps.kind);
    let by_pawns = position.attacked_by_pawns(seat, enemy_draughtsmen);
    let jumping = position.pieces(seat, jumps.kind).iter();
    let jumped = jumping.map(|from| jumps.passing(from, enemy_draughtsmen, position.occupied));
    jumped.fold(by_pawns, |set, jumped| set | jumped)
}
