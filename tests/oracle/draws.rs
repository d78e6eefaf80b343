//! Repetition, perpetual check, and the count of quiet moves.

use super::{BLACK, State, WHITE};

/// Plies without a capture or a pawn move that end a game.
pub const FIFTY_MOVES: u32 = 100;

/// Occurrences of one position that end a game.
const THREEFOLD: usize = 3;

/// The index of the first occurrence of the last position, if it now occurs the third time.
///
/// Positions are the same if pieces, side to move, rights, and the passed cell agree; `passed`
/// gives that cell only if it makes a difference.
pub fn third(line: &[State], passed: impl Fn(&State) -> Option<usize>) -> Option<usize> {
    let now = line.last()?;
    let same = |s: &State| {
        s.board == now.board
            && s.side == now.side
            && s.rights == now.rights
            && (s.passed == now.passed || passed(s) == passed(now))
    };
    let seen: Vec<usize> = (0..line.len()).filter(|&i| same(&line[i])).collect();
    (seen.len() >= THREEFOLD).then(|| seen[0])
}

/// The side, if it is one alone, all of whose moves after the first position gave check.
pub fn forcing(line: &[State], checked: impl Fn(&State) -> bool) -> Option<usize> {
    let always = |side: usize| line[1..].iter().filter(|s| s.side != side).all(&checked);
    match (always(WHITE), always(BLACK)) {
        (true, false) => Some(WHITE),
        (false, true) => Some(BLACK),
        _ => None,
    }
}
