//! [`MoveSearch`]: the search of a move, and scores as files hold them.

use rotunda_movegen::GameMove;
use rotunda_search::Value;

/// A game won at once, as a score of a file.
pub const MATE: i16 = 30_000;
/// The least score that is a mate.
pub const LEAST_MATE: i16 = MATE - 1000;

/// The search of the position before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveSearch {
    /// The best move, if another one was played.
    pub best: Option<GameMove>,
    /// The score of the position in centipawns from its mover's view; a mate in `n` moves is
    /// [`MATE`]` - n`, being mated in `n` the negative of that.
    pub score: i16,
}

/// Returns a value as a score of a file.
#[must_use]
pub fn score(value: Value) -> i16 {
    let limit = i32::from(LEAST_MATE);
    let score = match value {
        Value::Centipawns(score) => score.clamp(1 - limit, limit - 1),
        Value::Mate(moves) if moves > 0 => (i32::from(MATE) - moves).max(limit),
        Value::Mate(moves) => -(i32::from(MATE) + moves).max(limit),
    };
    score as i16
}

/// Returns whether a score of a file is a mate, for or against the mover.
#[must_use]
pub const fn is_mate(score: i16) -> bool {
    score.unsigned_abs() >= LEAST_MATE.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_beyond_centipawns() {
        assert_eq!(score(Value::Mate(3)), 29_997);
        assert_eq!(score(Value::Mate(-3)), -29_997);
        assert_eq!(score(Value::Mate(0)), -MATE);
        assert_eq!(score(Value::Centipawns(-20_000)), -20_000);
        assert!(is_mate(score(Value::Mate(-70))) && !is_mate(score(Value::Centipawns(32_000))));
    }
}
