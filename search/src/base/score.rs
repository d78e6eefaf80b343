//! Scores: centipawns and mates as plain integers, and the points of outcomes as scores.

use rotunda_movegen::{FULL, Outcome, Rules, Seat};

use super::report::Value;

/// A score for the side to move: centipawns, or, near [`MATE`], the distance to a won game in
/// plies.
pub(crate) type Score = i32;

/// A drawn duel.
pub(crate) const DRAW: Score = 0;
/// The score of a game won at once.
pub(crate) const MATE: Score = 32_000;
/// A number beyond every score.
pub(crate) const INFINITE: Score = MATE + 1;
/// The deepest ply that a search goes to.
pub(crate) const MAX_PLY: usize = 200;
/// The least score that is a won game and not an evaluation.
pub(crate) const WON: Score = MATE - 2 * MAX_PLY as Score;
/// The bound of evaluations, well below any won game.
pub(crate) const MAX_EVAL: Score = 20_000;
/// The centipawns that make expected points ten to one between two sides.
pub const LOGISTIC_SCALE: f64 = 400.0;
/// The centipawns that make one side's share ten times another's while more than two play.
pub const LOGISTIC_SCALE_OF_MANY: f64 = 1800.0;

/// Returns the score of a win by the side to move `ply` plies from the root.
pub(crate) const fn won_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns the score of a loss by the side to move `ply` plies from the root.
pub(crate) const fn lost_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Returns whether a score is a won or a lost game and not an evaluation.
pub(crate) const fn is_decisive(score: Score) -> bool {
    score.abs() >= WON
}

/// Returns a share of the point, in parts of [`FULL`], as centipawns; whole wins are not shares.
pub(crate) fn of_share(share: u16) -> Score {
    let odds = f64::from(share) / f64::from(FULL - share);
    (LOGISTIC_SCALE * odds.log10()).round() as Score
}

/// Returns the same among more than two sides, where several may divide the rest.
pub(crate) fn of_share_of_many(share: u16) -> Score {
    of_expected(f64::from(share) / f64::from(FULL))
}

/// Returns the score of one of more than two sides that expects a part of the point, between 0 and
/// 1.
pub(crate) fn of_expected(part: f64) -> Score {
    let standing = LOGISTIC_SCALE_OF_MANY * (part / (1.0 - part)).log10();
    (standing.round() as Score).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Returns an outcome as a score for `seat`, `ply` plies from the root.
///
/// Only wins and losses of the whole point depend on the ply: a partial win has the same score at
/// every ply.
pub(crate) fn of_outcome<R: Rules<W>, const W: usize>(
    outcome: &Outcome,
    seat: Seat,
    ply: usize,
) -> Score {
    match outcome.points(seat) {
        FULL => won_in(ply),
        0 => lost_in(ply),
        share if R::ALTERNATES => of_share(share),
        share => of_share_of_many(share),
    }
}

/// The score as the table stores it: mates counted from the position, not from the root.
pub(crate) fn to_table(score: Score, ply: usize) -> i16 {
    let relative = match score {
        score if score >= WON => score + ply as Score,
        score if score <= -WON => score - ply as Score,
        score => score,
    };
    relative as i16
}

/// The score that [`to_table`] stored, seen from `ply`.
pub(crate) fn from_table(stored: i16, ply: usize) -> Score {
    match Score::from(stored) {
        score if score >= WON => score - ply as Score,
        score if score <= -WON => score + ply as Score,
        score => score,
    }
}

/// The scale with which a search reports its scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreScale {
    /// The number of players who move in turn.
    pub players: u32,
    /// The score of an even share, which is reported as 0.
    pub even: Score,
}

impl ScoreScale {
    /// The scale of a duel.
    pub const DUEL: Self = Self { players: 2, even: 0 };
}

/// Returns the score for people, with mates in moves of the mover.
///
/// A game that the mover has already won is reported as a mate in one, since zero means a lost one.
pub(crate) fn value(score: Score, scale: ScoreScale) -> Value {
    let players = scale.players.max(1);
    let moves = |plies: Score| plies.cast_unsigned().div_ceil(players).cast_signed();
    if score >= WON {
        Value::Mate(moves(MATE - score).max(1))
    } else if score <= -WON {
        Value::Mate(-moves(MATE + score))
    } else {
        Value::Centipawns(score - scale.even)
    }
}

/// The centipawns at which a win has a probability of one half.
const DRAW_MARGIN: f64 = 130.0;

/// Returns the expected wins, draws and losses in permille.
///
/// The model is two logistic curves with the usual slope, which are separated by the width of a
/// drawn game.
pub(crate) fn wdl(score: Score) -> [u32; 3] {
    let chance =
        |score: f64| 1.0 / (1.0 + 10_f64.powf((DRAW_MARGIN - score) / LOGISTIC_SCALE * 1.5));
    let permille = |chance: f64| (chance * 1000.0).round() as u32;
    let (win, loss) = if is_decisive(score) {
        (u32::from(score > 0) * 1000, u32::from(score < 0) * 1000)
    } else {
        (permille(chance(f64::from(score))), permille(chance(-f64::from(score))))
    };
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let mates = |score| [2, 3, 6].map(|players| value(score, ScoreScale { players, even: 0 }));
        let of = |moves: [i32; 3]| moves.map(Value::Mate);
        assert_eq!(mates(won_in(0)), of([1, 1, 1]));
        assert_eq!(mates(won_in(1)), of([1, 1, 1]));
        assert_eq!(mates(won_in(3)), of([2, 1, 1]));
        assert_eq!(mates(won_in(7)), of([4, 3, 2]));
        assert_eq!(mates(lost_in(0)), of([0, 0, 0]));
        assert_eq!(mates(lost_in(2)), of([-1, -1, -1]));
        assert_eq!(mates(lost_in(4)), of([-2, -2, -1]));
        assert_eq!(value(-35, ScoreScale::DUEL), Value::Centipawns(-35));
        assert_eq!(value(-500, ScoreScale { players: 3, even: -540 }), Value::Centipawns(40));
    }

    #[test]
    fn mates_come_back_from_the_table_at_another_ply() {
        let stored = to_table(won_in(7), 4);
        assert_eq!(from_table(stored, 2), won_in(5));
        assert_eq!(from_table(to_table(lost_in(7), 4), 0), lost_in(3));
        assert_eq!(from_table(to_table(321, 9), 1), 321);
    }

    #[test]
    fn shares_are_worth_what_the_rules_page_says() {
        assert_eq!([60, 52, 51, 50, 40].map(of_share), [70, 14, 7, 0, -70]);
    }

    #[test]
    fn chances_sum_to_the_whole() {
        for score in (-3000..3000).step_by(37).chain([won_in(4), lost_in(9)]) {
            assert_eq!(wdl(score).iter().sum::<u32>(), 1000);
        }
    }
}
