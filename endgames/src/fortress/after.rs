//! [`After`]: the position after a move that changes the set of pawns.

use rotunda_movegen::{AsMove, Cell, Position, Rules};

use super::pawns::Pawns;
use super::siege::{ATTACKER, Siege, moves_of};

/// The position after a move that changes the set of pawns.
pub(super) enum After {
    /// The attacker wins, as far as the model knows.
    Lost,
    /// Pawns, both kings, the attacker's first, and the side to move.
    Position(Pawns, [Cell; 2], usize),
    /// A pawn of the attacker's has left a cell. The defender is to move.
    Pushed(Pawns, [Cell; 2], Cell),
    /// A pawn of the defender's has made a step that the attacker could have prevented.
    Step(Pawns, [Cell; 2]),
    /// A pawn of the defender's has promoted to a queen on a cell, and the others are these. The
    /// defender's king stands on the second cell.
    Queen(Pawns, [Cell; 2]),
}

impl After {
    /// Returns the pawns whose solution decides.
    pub const fn needs(&self) -> Option<&Pawns> {
        match self {
            Self::Lost => None,
            Self::Position(pawns, ..)
            | Self::Pushed(pawns, ..)
            | Self::Step(pawns, _)
            | Self::Queen(pawns, _) => Some(pawns),
        }
    }
}

/// Returns the position after a promotion. It wins unless the defender's king can capture the piece
/// on a cell that the bound pieces never attack.
pub(super) fn taken_back<R: Rules<W>, const W: usize>(
    siege: &Siege<'_, W>,
    child: &Position<'_, W>,
    mv: &R::Move,
    kings: [Cell; 2],
) -> After {
    let is_taken = |reply: &R::Move| reply.from() == kings[1] && reply.to() == mv.to();
    let takes = !siege.covered.has(mv.to()) && moves_of::<R, W>(child).iter().any(is_taken);
    if takes {
        After::Position(Pawns::of(child).without(mv.to()), [kings[0], mv.to()], ATTACKER)
    } else {
        After::Lost
    }
}
