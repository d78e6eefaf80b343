//! [`UpcomingRepetition`]: moves that bring an earlier position back, known before any is played.

use rotunda_movegen::{
    AsMove, Cell, CheckInfo, History, Kind, Mode, Piece, Position, Rules, Seat, VariantTables,
};
use rustc_hash::FxHashMap;

use crate::base::params;
use crate::base::score::{DRAW, Score, of_share};

/// The least number of plies after which a position can occur again, less one.
const SHORTEST: u32 = 3;

/// The moves of pieces between two cells, by their difference in the hash key of a duel's position.
/// They do not include jumps over neighbours and a king's steps that change its lap.
///
/// If one move can repeat a position, and repetitions are draws, no line from here is worse than a
/// draw for the side to move (the idea is Stockfish's, after van Kervinck, The Design and
/// Implementation of the Rookie 2.0 Chess Playing Program, 2002).
#[derive(Debug)]
pub(crate) struct UpcomingRepetition {
    cells: FxHashMap<u64, (Cell, Cell)>,
}

impl UpcomingRepetition {
    /// Returns the moves of a variant; none where repetitions do not end the game or are not draws.
    pub fn of<R: Rules<W>, const W: usize>(start: &Position<W>) -> Self {
        let variant = start.variant();
        let scoring = variant.scoring();
        // A bare king cannot rely on a repetition, since its opponent may claim first.
        let is_drawn = scoring.perpetual.is_none()
            && scoring.bare_king.is_none()
            && scoring.repetition.iter().all(|share| of_share(*share) == DRAW);
        if !R::ALTERNATES || !is_drawn || R::occurrences(start).is_none() {
            return Self { cells: FxHashMap::default() };
        }
        Self { cells: steps(variant).collect() }
    }

    /// Returns alpha, raised to a draw if the mover can repeat one of the last `reach` positions
    /// before the current one.
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
        let can_return = |change| self.can_change::<R, W>(position, check_info, change);
        if history.one_side_away(turn, reach).any(can_return) { DRAW } else { alpha }
    }

    /// Returns whether a legal move has this difference of keys.
    fn can_change<R: Rules<W>, const W: usize>(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        change: u64,
    ) -> bool {
        let Some((one, other)) = self.cells.get(&change) else { return false };
        let (from, to) =
            if position.seat(position.turn()).has(*one) { (*one, *other) } else { (*other, *one) };
        let (mut moves, mut budget) = (Vec::new(), params::node_budget());
        R::generate_from(position, check_info, from, &mut budget, &mut moves);
        moves.iter().filter(|mv| mv.to() == to).any(|mv| {
            let mut child = position.clone();
            R::play(&mut child, mv);
            child.key() == position.key() ^ change
        })
    }
}

/// Returns all moves of all pieces of both seats on an empty board, with their key differences.
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
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{Duel, Family, GenKind, Options, Variant, in_family};

    use super::*;

    /// The plies of a random game.
    const PLIES: usize = 80;
    /// The number of random games of each variant.
    const GAMES: u64 = 20;

    /// Returns after each move of a line whether the mover can repeat a position of it other than
    /// the first.
    fn can_return(variant: &str, fen: &str, line: &str) -> Vec<bool> {
        let Family::Duel(variant) =
            Variant::by_name(variant).expect("known").family(Options::default())
        else {
            panic!("a duel on a board of one word");
        };
        let repetitions = UpcomingRepetition::of::<Duel, 1>(&Duel::start(variant));
        let mut position = Duel::parse(variant, fen).expect("well-formed");
        let mut history = History::default();
        let mut after = |(before, text)| {
            let mv = Duel::find(&position, text).expect("legal");
            Duel::play(&mut position, &mv);
            let check_info = Duel::check_info(&position);
            history.push(position.key(), check_info.in_check());
            let node = (&position, &check_info);
            repetitions.at_least_drawn::<Duel, 1>(node, &history, before, -100) == DRAW
        };
        (0..).zip(line.split(' ')).map(&mut after).collect()
    }

    #[test]
    fn perpetual_check_is_seen_a_ply_before_the_position_comes_again() {
        let queen_and_rooks = "6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1";
        let seen = can_return("chess", queen_and_rooks, "h5e8 g8h7 e8h5 h7g8");
        assert_eq!(seen, [false, false, false, true]);
        // After moves of two rooks, none can repeat the start. After the queen's return, one of the
        // rooks can.
        let seen = can_return("chess", queen_and_rooks, "h5h3 a2a3 h3h5 b2b3 h5h3");
        assert_eq!(seen, [false, false, false, false, true]);
        // A capture cannot be undone.
        let rook_and_pawn = "6k1/8/8/8/8/p7/8/R5K1 w - - 0 1";
        let seen = can_return("chess", rook_and_pawn, "a1a2 g8g7 a2a1 g7g8 a1a3 g8g7 a3a1 g7g8");
        assert_eq!(seen, [false, false, false, true, false, false, false, true]);
    }

    /// Plays a random game in which pieces often move back, and compares the answer after each move
    /// with a trial of all moves. Returns how often a repetition was possible.
    fn shuffle<R: Rules<W>, const W: usize>(start: &Position<W>, seed: u64) -> usize {
        let repetitions = UpcomingRepetition::of::<R, W>(start);
        let variant = start.variant();
        let all_foreseen =
            variant.laps().is_empty() && !variant.kinds().iter().any(|kind| kind.jumps);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut position, mut keys) = (start.clone(), vec![start.key()]);
        let (mut history, mut last, mut found) = (History::default(), [None; 2], 0);
        history.push(start.key(), false);
        for ply in 0..PLIES {
            let (mut moves, mut budget) = (Vec::new(), params::node_budget());
            let check_info = R::check_info(&position);
            R::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut moves);
            if R::ended(&position).is_some() || moves.is_empty() {
                break;
            }
            let reach = position.reversible_plies().min(ply as u32) as usize;
            let earlier: Vec<u64> = (3..=reach).step_by(2).map(|back| keys[ply - back]).collect();
            let brings_back = |mv: &R::Move| {
                let mut child = position.clone();
                R::play(&mut child, mv);
                earlier.contains(&child.key())
            };
            let found_score = repetitions.at_least_drawn::<R, W>(
                (&position, &check_info),
                &history,
                ply as u32,
                -1,
            );
            let is_so = moves.iter().any(brings_back);
            assert!(is_so || found_score != DRAW, "{} is not drawn", R::fen(&position));
            assert!(
                !is_so || found_score == DRAW || !all_foreseen,
                "{} is drawn",
                R::fen(&position)
            );
            found += usize::from(found_score == DRAW);
            let back = last[ply % 2];
            let is_back = |mv: &&R::Move| Some((mv.to(), mv.from())) == back;
            let back = moves.iter().find(is_back).filter(|_| random.random_bool(0.6));
            let mv = back.or_else(|| moves.choose(&mut random)).expect("there are moves");
            last[ply % 2] = Some((mv.from(), mv.to()));
            R::play(&mut position, mv);
            keys.push(position.key());
            history.push(position.key(), false);
        }
        found
    }

    #[test]
    fn what_is_told_is_what_playing_all_moves_tells() {
        let options = Options { classic_scoring: true, ..Options::default() };
        for variant in Variant::all().iter().filter(|variant| variant.is_duel()) {
            let seen = in_family!(variant.family(options), R, tables => {
                let start = <R as Rules<_>>::start(tables);
                (0..GAMES).map(|seed| shuffle::<R, _>(&start, seed)).sum::<usize>()
            });
            assert!(seen > 0, "{}", variant.name);
        }
    }
}
