//! Static exchange evaluation: what a series of captures on one cell comes to.

use rotunda_movegen::{AsMove, Bitboard, Cell, Position, Rules, Seat};

use crate::capture::capture_value;
use crate::eval::Weights;
use crate::score::Score;

/// Whether the captures on the target of a move bring its side at least `threshold` centipawns,
/// each side always taking with its least valuable piece and stopping when that is best.
///
/// Attackers behind others join in as the way opens, on every geometry, since the lines are asked
/// anew after each capture. Pins are not considered.
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
    let mut gain = taken - threshold;
    if let Some(kind) = mv.promotes_to() {
        gain += weights.values[kind.index()] - at_stake;
        at_stake = weights.values[kind.index()];
    }
    if gain < 0 {
        return false;
    }
    gain -= at_stake;
    if gain >= 0 {
        return true;
    }
    let mut occupied = ((position.occupied() - Bitboard::of(from)) - captured) | Bitboard::of(to);
    let mut ours = true;
    loop {
        ours = !ours;
        if R::ALTERNATES && R::jump_captures(position, to, seat_of(mover, ours), occupied) {
            ours = !ours;
            break;
        }
        let attackers = side_attackers::<R, W>(position, to, (mover, ours), occupied) & occupied;
        let Some(min) = attackers.iter().min_by_key(|cell| value(*cell)) else { break };
        let king_takes = position.piece(min).kind() == position.variant().king();
        let left = occupied - Bitboard::of(min);
        if king_takes && side_attackers::<R, W>(position, to, (mover, !ours), left).meets(left) {
            break; // the king may not take what is still defended
        }
        occupied = left;
        gain = -gain - 1 - value(min);
        if gain >= 0 {
            ours = !ours;
            break;
        }
    }
    // The side that could not go on has lost the exchange.
    !ours
}

/// The mover of a duel, or its opponent.
fn seat_of(mover: Seat, ours: bool) -> Seat {
    if ours { mover } else { mover.opponent() }
}

/// The pieces that attack a cell: those of the mover's side, or those of all others together.
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
    use rotunda_movegen::{Duel, Family, Game, Options, Rules, variant};

    use super::*;

    /// The largest threshold that the move still reaches.
    fn exchange(fen: &str, mv: &str) -> Score {
        let Family::Duel(tables) = variant("chess").expect("known").family(Options::default())
        else {
            panic!("chess is a duel");
        };
        let weights = Weights::derive(&Duel::start(tables));
        let game = Game::<Duel, 1>::parse(tables, fen).expect("well-formed");
        let mv = game.find(mv).expect("legal");
        let reached = |t: &Score| gains_at_least::<Duel, 1>(game.position(), &weights, &mv, *t);
        (-3000..3000).rev().find(reached).expect("some threshold is always reached")
    }

    fn value(letter: char) -> Score {
        let Family::Duel(tables) = variant("chess").expect("known").family(Options::default())
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
