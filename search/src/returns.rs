//! [`Returns`]: moves that bring an earlier position back, known before anything is played.

use std::collections::HashMap;

use rotunda_movegen::{
    AsMove, Cell, CheckInfo, History, Kind, Mode, Piece, Position, Rules, Seat, VariantTables,
};

use crate::params;
use crate::score::{Score, of_share};

/// The score of a repetition.
const DRAW: Score = 0;
/// Plies after which a position can stand again at the earliest, less one.
const SHORTEST: u32 = 3;

/// The cells between which a piece goes, by what that changes in the hash key of a duel's position.
///
/// A position that one move can bring back draws at will, if that is what a repetition brings: no line
/// from here is worse than a draw for the side to move (the idea is Stockfish's, after van Kervinck,
/// The Design and Implementation of the Rookie 2.0 Chess Playing Program, 2002).
#[derive(Debug)]
pub(crate) struct Returns {
    cells: HashMap<u64, (Cell, Cell)>,
}

impl Returns {
    /// Those of a variant; none where positions may come again for nothing, or are no draw then.
    pub fn of<R: Rules<W>, const W: usize>(start: &Position<W>) -> Self {
        let variant = start.variant();
        let scoring = variant.scoring();
        let is_drawn = scoring.perpetual.is_none()
            && scoring.repetition.iter().all(|share| of_share(*share) == DRAW);
        if !R::ALTERNATES || !is_drawn || R::occurrences(start).is_none() {
            return Self { cells: HashMap::new() };
        }
        Self { cells: steps(variant).collect() }
    }

    /// Alpha, raised to a draw where the mover can bring back one of the last `reach` positions before this
    /// one, which is the last of the game.
    #[inline]
    pub fn at_least_drawn<R: Rules<W>, const W: usize>(
        &self,
        (position, check_info): (&Position<W>, &CheckInfo<W>),
        history: &History,
        reach: u32,
        alpha: Score,
    ) -> Score {
        let reach = reach.min(position.reversible_plies());
        if alpha >= DRAW || reach < SHORTEST {
            return alpha;
        }
        let turn = position.variant().key_of_turn();
        let brings_back = |key| self.has_step::<R, W>(position, check_info, key);
        if history.one_side_away(turn, reach).any(brings_back) { DRAW } else { alpha }
    }

    /// Whether a legal move changes nothing in the position's key but this.
    fn has_step<R: Rules<W>, const W: usize>(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        key: u64,
    ) -> bool {
        let Some((one, other)) = self.cells.get(&key) else { return false };
        let (from, to) =
            if position.seat(position.turn()).has(*one) { (*one, *other) } else { (*other, *one) };
        let (mut moves, mut effort) = (Vec::new(), params::node_effort());
        R::generate_from(position, check_info, from, &mut effort, &mut moves);
        moves.iter().any(|mv| mv.to() == to)
    }
}

/// All ways of all pieces of both seats on an empty board, and their keys.
fn steps<const W: usize>(
    variant: &VariantTables<W>,
) -> impl Iterator<Item = (u64, (Cell, Cell))> + '_ {
    let of_seat = move |seat: Seat| {
        variant.kinds().iter().zip(0..).flat_map(move |(kind, number)| {
            let piece = Piece::new(seat, Kind(number));
            variant.grid().all().flat_map(move |from| {
                let paths = &kind.paths[seat.index()][from.index()];
                let quiet =
                    paths.iter().filter(|path| !matches!(path.mode, Mode::Capture | Mode::Hop));
                quiet
                    .flat_map(|path| &path.cells)
                    .map(move |to| (variant.key_of_step(piece, from, *to), (from, *to)))
            })
        })
    };
    [Seat::WHITE, Seat::BLACK].into_iter().flat_map(of_seat)
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Duel, Family, Options, Variant};

    use super::*;

    /// After each move of a line whether the mover can bring back a position of it, the first aside.
    fn can_return(variant: &str, fen: &str, line: &str) -> Vec<bool> {
        let Family::Duel(variant) =
            Variant::by_name(variant).expect("known").family(Options::default())
        else {
            panic!("a duel on a board of one word");
        };
        let returns = Returns::of::<Duel, 1>(&Duel::start(variant));
        let mut position = Duel::parse(variant, fen).expect("well-formed");
        let mut history = History::default();
        let mut after = |(before, text)| {
            let mv = Duel::find(&position, text).expect("legal");
            Duel::play(&mut position, &mv);
            let check_info = Duel::check_info(&position);
            history.push(position.key(), check_info.in_check());
            let node = (&position, &check_info);
            returns.at_least_drawn::<Duel, 1>(node, &history, before, -100) == DRAW
        };
        (0..).zip(line.split(' ')).map(&mut after).collect()
    }

    #[test]
    fn perpetual_check_is_seen_a_ply_before_the_position_comes_again() {
        let queen_and_rooks = "6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1";
        let seen = can_return("chess", queen_and_rooks, "h5e8 g8h7 e8h5 h7g8");
        assert_eq!(seen, [false, false, false, true]);
        // Two rooks have moved, so that none brings back the start; then the queen has come back, and
        // one of the rooks can.
        let seen = can_return("chess", queen_and_rooks, "h5h3 a2a3 h3h5 b2b3 h5h3");
        assert_eq!(seen, [false, false, false, false, true]);
        // A capture cannot be undone.
        let rook_and_pawn = "6k1/8/8/8/8/p7/8/R5K1 w - - 0 1";
        let seen = can_return("chess", rook_and_pawn, "a1a2 g8g7 a2a1 g7g8 a1a3 g8g7 a3a1 g7g8");
        assert_eq!(seen, [false, false, false, true, false, false, false, true]);
    }
}
