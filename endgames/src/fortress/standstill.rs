//! Standstills: a defender's pawn steps because its king cannot move, and the attacker's pawns make
//! the next move.
//!
//! The model lets the attacker choose anew at each move which cells its bound pieces attack. It
//! does not do so here. A pawn steps although bound pieces could have prevented it, while they
//! attack each cell to which the defender's king could go. Otherwise the defender chooses another
//! move, which holds as well. If a pawn of the attacker's replies, no bound piece has moved since,
//! and they attack all these cells still, unless a pawn now stands on a path to one. If the
//! defender has no pawn left, it is stalemated. For the same reason no bound piece gives check
//! after a pawn's move ([`is_answered`]).

use rotunda_movegen::{AsMove, Bitboard, Cell, Piece, Rules};

use super::after::{After, taken_back};
use super::pawns::Pawns;
use super::siege::{ATTACKER, DEFENDER, Siege, moves_of};
use super::solved::Solved;
use super::stronghold::pawn_captures;

/// A defender's position whose only moves are those that the attacker allows.
pub(super) struct Standstill<'s, const W: usize> {
    siege: &'s Siege<'s, W>,
    pawns: Pawns,
    kings: [Cell; 2],
    /// The cells to which the king could go.
    cells: Bitboard<W>,
}

impl<'s, const W: usize> Standstill<'s, W> {
    /// Returns the standstill of pawns and kings, the attacker's first; `None` if bound pieces
    /// might give check.
    pub fn of<R: Rules<W>>(
        siege: &'s Siege<'s, W>,
        pawns: Pawns,
        kings: [Cell; 2],
    ) -> Option<Self> {
        let position = siege.position::<R>(&pawns, kings, DEFENDER)?;
        let may_be_checked = siege.covered.has(kings[1]);
        if siege.hops || may_be_checked || R::check_info(&position).in_check() {
            return None;
        }
        let moves = moves_of::<R, W>(&position);
        let cells = moves.iter().filter(|mv| mv.from() == kings[1]).map(AsMove::to).collect();
        Some(Self { siege, pawns, kings, cells })
    }

    /// Returns whether the defender holds after a step of its pawn, which leads to `after`. `known`
    /// returns the solution of a set of pawns, if it has one.
    pub fn holds_after<'k, R: Rules<W>>(
        &self,
        after: &Pawns,
        known: &impl Fn(&Pawns) -> Option<&'k Solved<W>>,
    ) -> bool {
        let Self { siege, kings, .. } = self;
        let Some(position) = siege.position::<R>(after, *kings, ATTACKER) else { return false };
        let holds = |pawns: &Pawns, kings: [Cell; 2], turn: usize| {
            known(pawns).is_some_and(|solved| solved.is_held(kings, turn == ATTACKER))
        };
        let defender = siege.attacker.opponent();
        let mut exposed =
            after.iter().filter(|(cell, pawn)| pawn.seat() == defender && siege.covered.has(*cell));
        let waits = holds(after, *kings, DEFENDER);
        waits
            && exposed.all(|(cell, _)| holds(&after.without(cell), *kings, DEFENDER))
            && moves_of::<R, W>(&position).iter().all(|mv| {
                if mv.from() == kings[0] {
                    return holds(&after.without(mv.to()), [mv.to(), kings[1]], DEFENDER);
                }
                let mut child = position.clone();
                R::play(&mut child, mv);
                if child.double_stepped().is_some() {
                    return false;
                }
                if mv.promotes_to().is_none() {
                    let pawns = Pawns::of(&child);
                    return holds(&pawns, *kings, DEFENDER) || self.is_stalemate::<R>(&pawns);
                }
                match taken_back::<R, W>(siege, &child, mv, *kings) {
                    After::Position(pawns, kings, turn) => holds(&pawns, kings, turn),
                    _ => false,
                }
            })
    }

    /// Returns whether the defender has no move once these are the pawns, although no bound piece
    /// has moved.
    fn is_stalemate<R: Rules<W>>(&self, pawns: &Pawns) -> bool {
        let Self { siege, kings, .. } = self;
        let Some(position) = siege.position::<R>(pawns, *kings, DEFENDER) else { return false };
        let is_attacked_still = |to: Cell| {
            let mut new = pawns.iter().map(|(cell, _)| cell).filter(|cell| !self.pawns.has(*cell));
            self.cells.has(to) && !new.any(|cell| siege.joins(cell, to))
        };
        !R::check_info(&position).in_check()
            && pawns.iter().all(|(_, pawn)| pawn.seat() == siege.attacker)
            && moves_of::<R, W>(&position).iter().all(|mv| is_attacked_still(mv.to()))
    }
}

/// Returns whether the defender holds after a move of the attacker's pawn from a cell, by a capture
/// of its own pawn. No bound piece has moved, so none gives check, unless a pawn has left its path.
pub(super) fn is_answered<'k, R: Rules<W>, const W: usize>(
    siege: &Siege<'_, W>,
    pawns: &Pawns,
    kings: [Cell; 2],
    from: Cell,
    known: &impl Fn(&Pawns) -> Option<&'k Solved<W>>,
) -> bool {
    let may_be_checked = siege.covered.has(kings[1]);
    let is_defender = |pawn: Piece| pawn.seat() != siege.attacker;
    let mut captures = pawns
        .iter()
        .filter(|(_, pawn)| is_defender(*pawn))
        .flat_map(|(cell, pawn)| pawn_captures(siege.variant, cell, pawn));
    let may_capture = captures.any(|to| pawns.has(to));
    if siege.hops || !may_be_checked || !may_capture || siege.joins(from, kings[1]) {
        return false;
    }
    let Some(position) = siege.position::<R>(pawns, kings, DEFENDER) else { return false };
    moves_of::<R, W>(&position).iter().any(|mv| {
        let captures = pawns.has(mv.to()) && mv.from() != kings[1];
        let mut child = position.clone();
        R::play(&mut child, mv);
        captures
            && !siege.joins(mv.from(), kings[1])
            && mv.promotes_to().is_none()
            && known(&Pawns::of(&child)).is_some_and(|solved| solved.is_held(kings, true))
    })
}
