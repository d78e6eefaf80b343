//! Static exchange evaluation: the result of a series of captures on one cell.

use rotunda_movegen::{AsMove, Bitboard, Cell, Position, Rules, Seat};

use super::capture::capture_value;
use crate::base::score::Score;
use crate::eval::Weights;

/// Returns whether the captures on the target of a move gain its side at least `threshold`
/// centipawns. Each side always captures with its least valuable piece, and stops when that is
/// best.
///
/// The question is easier than "how much": the function does not try whole series, but only decides
/// which side is stuck. `balance` is the lead over the threshold of the side that has just moved if
/// its piece on the target is lost for nothing, which is the worst case:
///
/// ```text
///   Rook takes a defended pawn, threshold 0:        pawn 78, rook 500
///   take the pawn                  78 - 0    =  78   in the best case: the pawn is won
///   and lose the rook at once      78 - 500  = -422  in the worst case: not enough yet
///   the other side takes the rook with its pawn, and may lose that:
///                                  422 - 1 - 78 = 343  it is ahead even then: it has won
/// ```
///
/// Attackers behind others join in as the way opens, on every geometry, since the lines are
/// computed again after each capture. Pins are ignored.
pub(crate) fn gains_at_least<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    mv: &R::Move,
    threshold: Score,
) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let mover = position.turn();
    let value = |cell: Cell| weights.values[position.piece(cell).kind().index()];
    let captured = R::captured(position, mv);
    let taken = capture_value::<R, W>(position, weights, mv).value;
    if !R::ALTERNATES && !position.seat(mover).has(from) {
        return taken >= threshold; // a removal or a pass, which nobody can answer on a cell
    }
    let mut at_stake = value(from);
    let mut balance = taken - threshold;
    if let Some(kind) = mv.promotes_to() {
        balance += weights.values[kind.index()] - at_stake;
        at_stake = weights.values[kind.index()];
    }
    // In the best case there is no recapture. If even that is too little, the answer is no.
    if balance < 0 {
        return false;
    }
    // In the worst case the piece is lost for nothing. If even that is enough, the answer is yes.
    balance -= at_stake;
    if balance >= 0 {
        return true;
    }
    let mut occupied = ((position.occupied() - Bitboard::of(from)) - captured) | Bitboard::of(to);
    let mut ours = true;
    loop {
        ours = !ours;
        // A piece that captures without standing on the target cannot be recaptured there, so the
        // side with such a piece makes the last capture.
        if R::ALTERNATES && R::jump_captures(position, to, seat_of(mover, ours), occupied) {
            ours = !ours;
            break;
        }
        let attackers = side_attackers::<R, W>(position, to, (mover, ours), occupied) & occupied;
        // This side has no attacker left: it is stuck.
        let Some(min) = attackers.iter().min_by_key(|cell| value(*cell)) else { break };
        let king_takes = position.piece(min).kind() == position.variant().king();
        let left = occupied - Bitboard::of(min);
        // The king captures last, and cannot capture a piece that is still defended.
        if king_takes && side_attackers::<R, W>(position, to, (mover, !ours), left).meets(left) {
            break;
        }
        occupied = left;
        // This side needs one centipawn more than the other had to spare, and the piece that has
        // just captured may be lost for nothing.
        balance = -balance - 1 - value(min);
        if balance >= 0 {
            // This is enough even in the worst case: the other side is stuck.
            ours = !ours;
            break;
        }
    }
    // The side without a further capture has lost the exchange.
    !ours
}

/// Returns the mover of a duel, or its opponent.
fn seat_of(mover: Seat, ours: bool) -> Seat {
    if ours { mover } else { mover.opponent() }
}

/// Returns the pieces that attack a cell: those of the mover's side, or those of all others
/// together.
#[inline]
fn side_attackers<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    to: Cell,
    (mover, ours): (Seat, bool),
    occupied: Bitboard<W>,
) -> Bitboard<W> {
    if R::ALTERNATES {
        return position.attackers_through(to, seat_of(mover, ours), occupied);
    }
    let side = position.side_of(mover);
    let seats = position.living().filter(|seat| (position.side_of(*seat) == side) == ours);
    seats.fold(Bitboard::EMPTY, |set, seat| set | position.attackers_through(to, seat, occupied))
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Duel, Family, FamilyGame, Options, Rules, Variant};

    use super::*;

    /// Returns the largest threshold that the move reaches.
    fn exchange(fen: &str, mv: &str) -> Score {
        let Family::Duel(tables) =
            Variant::by_name("chess").expect("known").family(Options::default())
        else {
            panic!("chess is a duel");
        };
        let weights = Weights::derive(&Duel::start(tables));
        let game = FamilyGame::<Duel, 1>::parse(tables, fen).expect("well-formed");
        let mv = game.find(mv).expect("legal");
        let reached = |t: &Score| gains_at_least::<Duel, 1>(game.position(), &weights, &mv, *t);
        (-3000..3000).rev().find(reached).expect("some threshold is always reached")
    }

    fn value(letter: char) -> Score {
        let Family::Duel(tables) =
            Variant::by_name("chess").expect("known").family(Options::default())
        else {
            panic!("chess is a duel");
        };
        let kind = tables.kinds().iter().position(|kind| kind.letter == letter).expect("known");
        Weights::derive(&Duel::start(tables)).values[kind]
    }

    #[test]
    fn a_free_pawn_is_won_and_a_defended_one_costs_the_rook() {
        assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), value('P'));
        let defended = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(exchange(defended, "d3e5"), value('P') - value('N'));
    }

    #[test]
    fn pieces_behind_others_join_in() {
        let battery = "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1";
        assert_eq!(exchange(battery, "d2d5"), value('P'));
    }

    #[test]
    fn a_king_does_not_take_what_is_defended() {
        let fen = "8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1";
        assert_eq!(exchange(fen, "d2d5"), value('P'));
    }
}
