//! Strongholds: cells that the defender's king never has to leave once a pawn of its side has
//! promoted.
//!
//! The model has no piece for the new queen, and needs none. The king stays on its cell, and the
//! queen makes the moves. [`is_stronghold`] checks the conditions for this:
//!
//! - Nothing can check the king: the bound pieces attack cells of the other colour alone, and no
//!   pawn attacks the cell, now or later.
//! - The queen always has a move. It steps to each cell that a king can step to. None of these has
//!   the attacker's king, which would stand in check with the other side to move, and at least one
//!   is neither taken by a pawn nor attacked by one. Nothing pins the queen.
//! - The attacker may capture the queen. Then the position without it is one with the king on the
//!   same cell and the defender to move, and each of these is held.

use rotunda_movegen::{
    AsMove, Bitboard, Cell, Kind, Mode, Path, Piece, Rules, Seat, VariantTables,
};

use super::pawns::Pawns;
use super::siege::{ATTACKER, Siege, moves_of};
use super::solved::Solved;

/// Returns whether all pawns of a seat can promote to a piece that steps like a king everywhere.
pub(super) fn promotes_to_queen<const W: usize>(variant: &VariantTables<W>, seat: Seat) -> bool {
    let seat = seat.index();
    let steps_like_king = |choice: &Kind| {
        let queen = &variant.kinds()[choice.index()];
        let stays_queen = queen.changes.is_none()
            && queen.closed.iter().chain(&queen.promotes_on).all(Vec::is_empty);
        let king = &variant.kinds()[variant.king().index()];
        stays_queen
            && variant.grid().all().all(|cell| {
                let first = |to: &Cell| {
                    let mut paths = queen.paths[seat][cell.index()].iter();
                    paths.any(|path| path.mode == Mode::Both && path.cells[0] == *to)
                };
                let steps = king.paths[seat][cell.index()].iter();
                steps.flat_map(Path::targets).all(first)
            })
    };
    let pawns = variant.kinds().iter().enumerate();
    pawns
        .filter(|(kind, _)| variant.is_pawn(Kind(*kind as u8)))
        .all(|(_, pawn)| pawn.supply.is_empty() && pawn.choices[seat].iter().any(steps_like_king))
}

/// Returns the cells that a seat's pawns attack.
fn attacks_of_pawns<const W: usize>(
    variant: &VariantTables<W>,
    pawns: &Pawns,
    seat: Seat,
) -> Bitboard<W> {
    let own = pawns.iter().filter(|(_, pawn)| pawn.seat() == seat);
    own.flat_map(|(from, pawn)| pawn_captures(variant, from, pawn)).collect()
}

/// Returns the cells on which a pawn captures.
pub(super) fn pawn_captures<const W: usize>(
    variant: &VariantTables<W>,
    from: Cell,
    pawn: Piece,
) -> impl Iterator<Item = Cell> + '_ {
    let paths = &variant.kinds()[pawn.kind().index()].paths[pawn.seat().index()][from.index()];
    let captures = paths.iter().filter(|path| matches!(path.mode, Mode::Capture | Mode::Both));
    captures.flat_map(|path| path.targets().iter().copied())
}

/// Returns whether a queen on any cell has a step to a cell without a pawn that no pawn attacks.
fn queen_always_moves<const W: usize>(
    variant: &VariantTables<W>,
    pawns: &Pawns,
    attacked: Bitboard<W>,
    (king, defender): (Cell, Seat),
) -> bool {
    let steps = &variant.kinds()[variant.king().index()].paths[defender.index()];
    let is_open = |cell: &Cell| !attacked.has(*cell) && *cell != king && !pawns.has(*cell);
    variant
        .grid()
        .all()
        .filter(|cell| *cell != king && !pawns.has(*cell))
        .all(|cell| steps[cell.index()].iter().flat_map(Path::targets).any(is_open))
}

/// Returns whether the defender holds with these pawns of the attacker's after a promotion on the
/// first cell with its king on the second one. `known` returns the solution of a set of pawns, if
/// it has one.
pub(super) fn is_stronghold<'s, R: Rules<W>, const W: usize>(
    siege: &Siege<'_, W>,
    pawns: Pawns,
    [queen, king]: [Cell; 2],
    known: &impl Fn(&Pawns) -> Option<&'s Solved<W>>,
) -> bool {
    let is_safe = !attacks_of_pawns(siege.variant, &pawns, siege.attacker).has(queen);
    if siege.covered.has(king) || !is_safe {
        return false;
    }
    // The attacker's pawns move on meanwhile, so each set that they can come to is looked at.
    let mut sets = vec![pawns];
    let mut next = 0;
    while let Some(pawns) = sets.get(next).copied() {
        if !is_held_everywhere(siege, &pawns, king, known) {
            return false;
        }
        for other in siege.variant.grid().all() {
            for after in pawn_moves::<R, W>(siege, &pawns, [other, king]) {
                let Some(after) = after else { return false };
                if !sets.contains(&after) {
                    sets.push(after);
                }
            }
        }
        next += 1;
    }
    true
}

/// Returns whether the defender holds with its king on a cell wherever the attacker's king stands,
/// and whether its queen always has a move.
fn is_held_everywhere<'s, const W: usize>(
    siege: &Siege<'_, W>,
    pawns: &Pawns,
    king: Cell,
    known: &impl Fn(&Pawns) -> Option<&'s Solved<W>>,
) -> bool {
    let defender = siege.attacker.opponent();
    let attacked = attacks_of_pawns(siege.variant, pawns, siege.attacker);
    let is_held = |solved: &Solved<W>| {
        let mut others = siege.variant.grid().all();
        others.all(|other| [true, false].iter().all(|turn| solved.is_held([other, king], *turn)))
    };
    !attacked.has(king)
        && pawns.iter().all(|(_, pawn)| pawn.seat() == siege.attacker)
        && queen_always_moves(siege.variant, pawns, attacked, (king, defender))
        && known(pawns).is_some_and(is_held)
}

/// Returns the sets of pawns after each move of the attacker's pawns; `None` for a promotion.
fn pawn_moves<R: Rules<W>, const W: usize>(
    siege: &Siege<'_, W>,
    pawns: &Pawns,
    kings: [Cell; 2],
) -> Vec<Option<Pawns>> {
    let Some(position) = siege.position::<R>(pawns, kings, ATTACKER) else { return Vec::new() };
    let moves = moves_of::<R, W>(&position).into_iter().filter(|mv| mv.from() != kings[0]);
    let after = |mv: R::Move| {
        let mut child = position.clone();
        R::play(&mut child, &mv);
        mv.promotes_to().is_none().then(|| Pawns::of(&child))
    };
    moves.map(after).collect()
}
