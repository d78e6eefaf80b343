//! The numbers of the search: depths in plies, margins in centipawns.

use rotunda_movegen::Effort;

use crate::score::Score;

/// Half the width of the first window around the score of the iteration before.
pub(crate) const ASPIRATION: Score = 14;
/// The depth from which windows are narrowed at all.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// The width at which a failing window is opened fully.
pub(crate) const ASPIRATION_LIMIT: Score = 600;

/// Plies before the end of a game without progress from which scores found with a younger clock
/// are not trusted.
pub(crate) const CLOCK_MATTERS: u32 = 12;

/// Depth up to which a node far above beta is cut without a search, and the margin per ply.
pub(crate) const REVERSE_FUTILITY: (i32, Score) = (8, 78);
/// Depth up to which a node far below alpha drops into quiescence, and the margin per ply.
pub(crate) const RAZORING: (i32, Score) = (3, 280);
/// Depth from which passing is tried, and the plies by which it is searched less deep.
pub(crate) const NULL_MOVE: (i32, i32) = (3, 4);
/// Plies for each ply of which a null move is searched one less deep.
pub(crate) const NULL_DEPTH_SHARE: i32 = 4;
/// Centipawns above beta for each of which a null move is searched one ply less deep, up to
/// [`NULL_MAX`].
pub(crate) const NULL_MARGIN: Score = 200;
/// See [`NULL_MARGIN`].
pub(crate) const NULL_MAX: i32 = 3;

/// Depth from which a node without a hash move is searched one ply less deep.
pub(crate) const REDUCE_UNKNOWN: i32 = 4;

/// Depth up to which quiet moves are counted: after this many plus the depth's square none follow.
pub(crate) const LATE_MOVES: (i32, i32) = (8, 3);
/// Depth up to which a quiet move must bring the evaluation near alpha; margin, and per ply.
pub(crate) const FUTILITY: (i32, Score, Score) = (8, 90, 85);
/// Depth up to which losing exchanges are skipped; margin per ply of quiet moves and captures.
pub(crate) const EXCHANGE: (i32, Score, Score) = (8, -55, -95);
/// Depth up to which quiet moves with a bad history are skipped, and the history per ply.
pub(crate) const BAD_HISTORY: (i32, i32) = (4, -3500);

/// Depth from which a hash move is tested for being the only good one.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
/// Centipawns per ply of depth by which all other moves must be worse.
pub(crate) const SINGULAR_MARGIN: Score = 2;
/// Centipawns more for a second ply of extension.
pub(crate) const DOUBLE_MARGIN: Score = 20;
/// The entry may be this much shallower than the node.
pub(crate) const SINGULAR_AGE: i32 = 3;

/// Depth and move number from which quiet moves are searched less deep.
pub(crate) const LATE_REDUCTION: (i32, usize) = (2, 2);
/// Late-move reductions: the constant, and the divisor of the product of logarithms.
pub(crate) const REDUCTION: (f64, f64) = (0.75, 2.3);
/// History for each of which a reduction shrinks by a ply.
pub(crate) const HISTORY_PER_PLY: i32 = 9000;

/// Reward of a move that cut: per ply of depth, and the most.
pub(crate) const BONUS: (i32, i32) = (170, 1700);

/// Centipawns beyond what a capture brings that quiescence hopes for.
pub(crate) const DELTA: Score = 160;

/// States of jump series that a node looks at, far more than any position of a game has; and the
/// most if these leave open what is legal.
const NODE_STATES: (usize, usize) = (1 << 13, 1 << 16);
/// States of jump series that are looked at for the moves at the root.
const ROOT_STATES: usize = 1 << 15;

/// What the generation of a node's moves may look at.
pub(crate) const fn node_effort() -> Effort<'static> {
    Effort::new(NODE_STATES.0, NODE_STATES.1)
}

/// The same at the root, where at least one move must be found.
pub(crate) const fn root_effort() -> Effort<'static> {
    Effort::new(ROOT_STATES, usize::MAX)
}

/// Whether a root took more than a node looks at.
pub(crate) const fn is_long(effort: &Effort) -> bool {
    effort.spent() > NODE_STATES.0
}
