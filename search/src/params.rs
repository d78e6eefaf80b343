//! The numbers of the search: depths in plies, margins in centipawns, parts of a ply in 1024ths.
//!
//! Those of [`tunables`] are constants in every usual build. In one with the feature `tune` they
//! are read from memory, so that a tuner can change them between games (see CONTRIBUTING.md).

use rotunda_movegen::Effort;

use crate::score::Score;

/// Declares the numbers that a tuner may change: name, value, and the range that makes sense.
macro_rules! tunables {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal, $min:literal..=$max:literal;)*) => {
        $(
            $(#[doc = $doc])*
            #[inline]
            #[cfg(not(feature = "tune"))]
            pub(crate) const fn $name() -> i32 {
                const { assert!($min <= $value && $value <= $max) }
                $value
            }

            $(#[doc = $doc])*
            #[inline]
            #[cfg(feature = "tune")]
            pub(crate) fn $name() -> i32 {
                tuning::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        /// The numbers as a tuner sees them.
        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        pub(crate) mod tuning {
            use std::sync::atomic::AtomicI32;

            use crate::tuning::Tunable;

            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*

            pub static ALL: &[Tunable] = &[
                $(Tunable::new(stringify!($name), ($value, $min, $max), &$name),)*
            ];
        }
    };
}

tunables! {
    /// Half the width of the first window around the score of the iteration before.
    aspiration = 14, 5..=40;

    /// Margin per ply of depth by which a node must be above beta to be cut without a search.
    reverse_futility = 78, 30..=150;
    /// Margin per ply of depth by which a node must be below alpha to drop into quiescence.
    razoring = 280, 120..=500;
    /// Centipawns above beta for each of which a null move is searched one ply less deep.
    null_margin = 200, 80..=400;
    /// By how much less deep it is searched in any case, in parts of a ply.
    null_base = 4096, 2048..=7168;
    /// The same for each ply of depth.
    null_share = 256, 64..=512;
    /// Centipawns by which the table's score of a search less deep must be above beta to cut a
    /// node.
    small_probcut = 610, 150..=1000;
    /// Centipawns above beta that a capture must promise to be tried as a refutation.
    probcut = 205, 80..=350;

    /// Margin by which a quiet move must bring the evaluation near alpha.
    futility = 28, 20..=250;
    /// The same for each ply that is left after reductions.
    futility_ply = 71, 30..=180;
    /// Centipawns that a quiet move may lose in exchanges, for the square of the plies that are
    /// left after reductions.
    exchange_quiet = 25, 8..=80;
    /// Centipawns that a capture may lose, for each ply of depth.
    exchange_noisy = 95, 30..=200;
    /// Quiet moves after which none follow, in 16ths: the constant part.
    late_base = 83, 16..=128;
    /// The same for the square of the depth.
    late_square = 26, 6..=40;
    /// The history below which quiet moves are skipped, for each ply of depth.
    bad_history = 3051, 1000..=9000;

    /// Centipawns by which all other moves must be worse than a singular one, for each 16 plies of
    /// depth.
    singular_margin = 32, 8..=80;
    /// Centipawns more for a second ply of extension.
    double_margin = 20, 5..=80;

    /// Late-move reductions: the constant part.
    reduction_base = 1346, 0..=2000;
    /// Late-move reductions: what the product of the logarithms of depth and number counts.
    reduction_slope = 526, 250..=800;
    /// Percent of a quiet move's reduction that a capture gets.
    reduction_noisy = 50, 20..=110;
    /// More at a node that is expected to fail high.
    reduction_cut = 2048, 0..=4000;
    /// More where the evaluation has not risen.
    reduction_worse = 1024, 0..=2500;
    /// Less in a node with an open window.
    reduction_open = 725, 0..=2500;
    /// Less at a place that had an open window in an earlier iteration.
    reduction_was_open = 1686, 0..=4000;
    /// More where the best move known is a capture.
    reduction_hash_noisy = 1081, 0..=2500;
    /// Less for a move that gives check.
    reduction_check = 3500, 0..=6000;
    /// Less for a move that answers one.
    reduction_evasion = 600, 0..=6000;
    /// History for each of which a reduction shrinks by a ply.
    reduction_history = 4385, 4000..=25000;
    /// Centipawns above the best score at which a reduced move is searched a ply deeper.
    deeper_margin = 58, 10..=150;

    /// Reward of a move that cut, per ply of depth.
    bonus_ply = 230, 60..=400;
    /// The most.
    bonus_max = 1700, 600..=3500;
    /// Percent of it by which the moves tried before it are punished.
    malus = 100, 30..=250;
    /// Percent of it for a move that was searched again, if it has proved itself then.
    bonus_again = 60, 0..=200;
    /// Percent of it for the move before a node that failed low.
    bonus_fail_low = 60, 0..=200;

    /// Reward of a quiet move for each 16 centipawns by which the evaluation rises with it.
    bonus_eval = 100, 0..=400;

    /// What a quiet move's own history counts in its order, in 1024ths.
    order_own = 827, 256..=2560;
    /// The same of its continuation history after the last move.
    order_one = 1024, 256..=2560;
    /// After the move two plies before.
    order_two = 1024, 256..=2560;
    /// After the move four plies before.
    order_four = 1024, 0..=2560;
    /// The same of its history with such pawns.
    order_pawns = 768, 0..=2560;
    /// Order for each centipawn of a piece that leaves an attack by pawns; lost by one that goes
    /// into it.
    order_threat = 12, 0..=48;
    /// Order for a check where no enemy but the king can take the piece.
    order_check = 16000, 0..=40000;

    /// What is learned of the evaluation's errors with such pawns, in 256ths.
    correction_pawns = 64, 0..=384;
    /// The same with the mover's other pieces.
    correction_own = 131, 0..=384;
    /// With everybody else's other pieces.
    correction_others = 64, 0..=384;
    /// After the last two moves.
    correction_line = 48, 0..=384;

    /// Centipawns beyond what a capture brings that quiescence hopes for.
    delta = 218, 50..=400;
}

/// The numbers that a tuner may change, in the order of this file.
#[cfg(feature = "tune")]
#[must_use]
pub fn tunables() -> &'static [crate::tuning::Tunable] {
    tuning::ALL
}

/// The depth from which windows are narrowed at all.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// The width at which a failing window is opened fully.
pub(crate) const ASPIRATION_LIMIT: Score = 600;
/// The most plies by which a failing high makes the search at the root less deep.
pub(crate) const ASPIRATION_SHALLOWER: i32 = 3;

/// Plies before the end of a game without progress from which the table tells positions with
/// another clock apart.
pub(crate) const CLOCK_MATTERS: u32 = 12;

/// Depth up to which a node far above beta is cut without a search.
pub(crate) const REVERSE_FUTILITY: i32 = 8;
/// Depth up to which a node far below alpha drops into quiescence.
pub(crate) const RAZORING: i32 = 1;
/// Depth from which passing is tried, and that from which what it promises is verified.
pub(crate) const NULL_MOVE: (i32, i32) = (3, 14);
/// The most plies that [`null_margin`] takes.
pub(crate) const NULL_MAX: i32 = 3;
/// Depth from which captures are tried as refutations, and the plies by which they are searched
/// less deep.
pub(crate) const PROBCUT: (i32, i32) = (5, 4);

/// Depth from which a node without a hash move is searched one ply less deep.
pub(crate) const REDUCE_UNKNOWN: i32 = 4;

/// Depth up to which quiet moves are counted: after [`late_base`] and so on none follow.
pub(crate) const LATE_MOVES: i32 = 8;
/// Plies left after reductions up to which a quiet move must bring the evaluation near alpha.
pub(crate) const FUTILITY: i32 = 8;
/// Depth up to which losing exchanges are skipped.
pub(crate) const EXCHANGE: i32 = 8;
/// Depth up to which quiet moves with a bad history are skipped.
pub(crate) const BAD_HISTORY: i32 = 4;

/// Depth from which a hash move is tested for being the only good one.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
/// The entry may be this much shallower than the node.
pub(crate) const SINGULAR_AGE: i32 = 3;
/// The most second plies of extension in one line.
pub(crate) const DOUBLE_EXTENSIONS: u8 = 6;

/// Nodes of one quiescence after which nothing is played on.
pub(crate) const QUIESCENCE_NODES: u64 = 1000;
/// Quiet answers to a check that quiescence looks at.
pub(crate) const QUIET_EVASIONS: u32 = 2;
/// The most that [`bonus_eval`] gives or takes.
pub(crate) const BONUS_EVAL_MAX: i32 = 1200;

/// Depth and move number from which moves are searched less deep.
pub(crate) const LATE_REDUCTION: (i32, usize) = (2, 1);
/// Parts of a ply in which reductions are counted.
pub(crate) const PLY: i32 = 1024;
/// The number of first moves that may be searched a ply deeper than the first one, and the
/// reduction, in plies, below which they are.
pub(crate) const LATE_DEEPER: (usize, i32) = (5, -1);

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
