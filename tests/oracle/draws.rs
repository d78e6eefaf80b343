//! Repetition, perpetual check, and the count of quiet moves.

use super::{BLACK, State, WHITE};

/// The limits of a game without progress, and the points of White and Black at its end: first those
/// with White to move, then those with Black to move.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The number of plies without a capture or a pawn move that ends a game.
    pub quiet_plies: Option<u32>,
    /// The points for that end.
    pub no_progress: [[u16; 2]; 2],
    /// The number of occurrences of one position that ends a game.
    pub occurrences: Option<usize>,
    /// The points for that end.
    pub repetition: [[u16; 2]; 2],
}

/// The limits of chess: draws.
pub const USUAL: Limits = Limits {
    quiet_plies: Some(100),
    no_progress: [[50, 50]; 2],
    occurrences: Some(3),
    repetition: [[50, 50]; 2],
};

/// Returns the index of the earliest occurrence of the last position that counts, if the position
/// now occurs so many times.
///
/// Positions are the same if pieces, side to move, rights, and the passed cell agree; `passed`
/// returns that cell only if it makes a difference.
pub fn repeated(
    line: &[State],
    times: usize,
    passed: impl Fn(&State) -> Option<usize>,
) -> Option<usize> {
    let now = line.last()?;
    let same = |s: &State| {
        s.board == now.board
            && s.side == now.side
            && s.rights == now.rights
            && (s.passed == now.passed || passed(s) == passed(now))
    };
    let seen: Vec<usize> = (0..line.len()).filter(|&i| same(&line[i])).collect();
    (seen.len() >= times).then(|| seen[seen.len() - times])
}

/// Returns the only side all of whose moves after the first position gave check, if there is such a
/// side.
pub fn forcing(line: &[State], checked: impl Fn(&State) -> bool) -> Option<usize> {
    let always = |side: usize| line[1..].iter().filter(|s| s.side != side).all(&checked);
    match (always(WHITE), always(BLACK)) {
        (true, false) => Some(WHITE),
        (false, true) => Some(BLACK),
        _ => None,
    }
}
