//! The numbers of the search: depths in plies, margins in centipawns, parts of a ply in 1024ths.
//!
//! The numbers of [`tunables`] are constants in every usual build. A build with the feature `tune`
//! reads them from memory, so that a tuner can change them between games (see CONTRIBUTING.md).

use rotunda_movegen::GenBudget;

use super::score::Score;

/// Declares the numbers that a tuner may change: name, value, and a sensible range.
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

        /// The numbers for a tuner.
        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        pub(crate) mod tuning {
            use std::sync::atomic::AtomicI32;

            use crate::base::tuning::Tunable;

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

    /// Margin above beta, per ply of depth, from which a node is cut without a search.
    reverse_futility = 78, 30..=150;
    /// Margin below alpha, per ply of depth, from which a node drops into quiescence.
    razoring = 280, 120..=500;
    /// Centipawns above beta that reduce a null move by one more ply.
    null_margin = 200, 80..=400;
    /// The least reduction of a null move, in parts of a ply.
    null_base = 4096, 2048..=7168;
    /// Further reduction of a null move for each ply of depth.
    null_share = 256, 64..=512;
    /// Centipawns above beta at which the table's score of a shallower search cuts a node.
    small_probcut = 610, 150..=1000;
    /// Centipawns above beta that a capture must promise to be tried as a refutation.
    probcut = 205, 80..=350;

    /// Margin below alpha within which the evaluation must be for a quiet move to be searched.
    futility = 28, 20..=250;
    /// Increase of that margin for each ply that is left after reductions.
    futility_ply = 71, 30..=180;
    /// Centipawns that a quiet move may lose in exchanges, for the square of the plies that are
    /// left after reductions.
    exchange_quiet = 25, 8..=80;
    /// Centipawns that a capture may lose, for each ply of depth.
    exchange_noisy = 95, 30..=200;
    /// Number of quiet moves after which the rest are skipped, in 16ths: the constant part.
    lmp_base = 83, 16..=128;
    /// Part of that number for the square of the depth, in 16ths.
    lmp_square = 26, 6..=40;
    /// The history below which quiet moves are skipped, for each ply of depth.
    history_pruning = 3051, 1000..=9000;

    /// Centipawns by which all other moves must be worse than a singular one, for 16 plies of
    /// depth.
    singular_margin = 32, 8..=80;
    /// Further centipawns for a second ply of extension.
    double_margin = 20, 5..=80;

    /// Late-move reductions: the constant part.
    reduction_base = 1346, 0..=2000;
    /// Late-move reductions: the factor of the product of the logarithms of depth and move number.
    reduction_slope = 526, 250..=800;
    /// Reduction of a capture, in percent of a quiet move's.
    reduction_noisy = 50, 20..=110;
    /// Further reduction at a node that is expected to fail high.
    reduction_cut = 2048, 0..=4000;
    /// Further reduction where the evaluation has not risen.
    reduction_worse = 1024, 0..=2500;
    /// Smaller reduction in a node with an open window.
    reduction_open = 725, 0..=2500;
    /// Smaller reduction in a node that had an open window in an earlier iteration.
    reduction_tt_pv = 1686, 0..=4000;
    /// Further reduction where the best known move is a capture.
    reduction_hash_noisy = 1081, 0..=2500;
    /// Smaller reduction for a move that gives check.
    reduction_check = 3500, 0..=6000;
    /// Smaller reduction for a move that answers a check.
    reduction_evasion = 600, 0..=6000;
    /// History that shrinks a reduction by one ply.
    reduction_history = 4385, 4000..=25000;
    /// Centipawns above the best score at which a reduced move is searched a ply deeper.
    deeper_margin = 58, 10..=150;

    /// Reward of a move that causes a cutoff, per ply of depth.
    bonus_ply = 230, 60..=400;
    /// Greatest reward.
    bonus_max = 1700, 600..=3500;
    /// Punishment of the moves tried before it, in percent of the reward.
    malus = 100, 30..=250;
    /// Reward of a move that was searched again and was good then, in percent.
    bonus_again = 60, 0..=200;
    /// Reward of the move before a node that failed low, in percent.
    bonus_fail_low = 60, 0..=200;

    /// Reward of a quiet move for each 16 centipawns by which the evaluation rises with it.
    bonus_eval = 100, 0..=400;

    /// Weight of the main history in a quiet move's order, in 1024ths.
    order_main = 827, 256..=2560;
    /// Weight of the continuation history after the last move, in 1024ths.
    order_one = 1024, 256..=2560;
    /// Weight of the continuation history two plies before, in 1024ths.
    order_two = 1024, 256..=2560;
    /// Weight of the continuation history four plies before, in 1024ths.
    order_four = 1024, 0..=2560;
    /// Weight of the pawn history, in 1024ths.
    order_pawns = 768, 0..=2560;
    /// Order for each centipawn of a piece that escapes an attack by pawns; subtracted for one that
    /// enters it.
    order_threat = 12, 0..=48;
    /// Order for a check where only the king could capture the piece.
    order_check = 16000, 0..=40000;

    /// Weight of the evaluation's errors with the same pawns, in 256ths.
    correction_pawns = 64, 0..=384;
    /// Weight of the errors with the same other pieces of the mover, in 256ths.
    correction_own = 131, 0..=384;
    /// Weight of the errors with the same other pieces of everyone else, in 256ths.
    correction_others = 64, 0..=384;
    /// Weight of the errors after the same last two moves, in 256ths.
    correction_line = 48, 0..=384;

    /// Centipawns that quiescence adds to a capture's value before it skips it.
    delta = 218, 50..=400;
}

/// The numbers that a tuner may change, in the order of this file.
#[cfg(feature = "tune")]
#[must_use]
pub fn tunables() -> &'static [crate::base::tuning::Tunable] {
    tuning::ALL
}

/// The depth from which the first window is narrow.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// The width at which a failing window is opened fully.
pub(crate) const ASPIRATION_LIMIT: Score = 600;
/// The most plies by which fail-highs reduce the search at the root.
pub(crate) const ASPIRATION_SHALLOWER: i32 = 3;

/// The plies before a draw by counted moves from which the table distinguishes positions by their
/// clocks.
pub(crate) const CLOCK_MATTERS: u32 = 12;

/// The depth up to which a node far above beta is cut without a search.
pub(crate) const REVERSE_FUTILITY: i32 = 8;
/// The depth up to which a node far below alpha drops into quiescence.
pub(crate) const RAZORING: i32 = 1;
/// The depth from which null moves are tried, and that from which they are verified.
pub(crate) const NULL_MOVE: (i32, i32) = (3, 14);
/// The most plies of reduction by [`null_margin`].
pub(crate) const NULL_MAX: i32 = 3;
/// The depth from which captures are tried as refutations, and their reduction in plies.
pub(crate) const PROBCUT: (i32, i32) = (5, 4);

/// The depth from which a node without a hash move is searched one ply less deep: internal
/// iterative reduction.
pub(crate) const IIR_DEPTH: i32 = 4;

/// The depth up to which quiet moves are counted for late-move pruning, see [`lmp_base`].
pub(crate) const LMP_DEPTH: i32 = 8;
/// The plies left after reductions up to which futility pruning applies to quiet moves.
pub(crate) const FUTILITY: i32 = 8;
/// The depth up to which losing exchanges are skipped.
pub(crate) const EXCHANGE: i32 = 8;
/// The depth up to which quiet moves with a bad history are skipped.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 4;

/// The depth from which a hash move is tested for being the only good one.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
/// The plies by which the table's entry may be shallower than the node.
pub(crate) const SINGULAR_AGE: i32 = 3;
/// The most second plies of extension in one line.
pub(crate) const DOUBLE_EXTENSIONS: u8 = 6;

/// The nodes of one quiescence search after which it returns static evaluations.
pub(crate) const QUIESCENCE_NODES: u64 = 1000;
/// The number of quiet answers to a check that quiescence looks at.
pub(crate) const QUIET_EVASIONS: u32 = 2;
/// The greatest reward or punishment by [`bonus_eval`].
pub(crate) const BONUS_EVAL_MAX: i32 = 1200;

/// The depth and move number from which moves are reduced.
pub(crate) const LATE_REDUCTION: (i32, usize) = (2, 1);
/// The unit of reductions: parts of a ply.
pub(crate) const PLY: i32 = 1024;
/// The number of first moves that may be searched a ply deeper than the first one, and the
/// reduction, in plies, below which they are.
pub(crate) const LATE_DEEPER: (usize, i32) = (5, -1);

/// The states of jump series that a node looks at, far more than any position of a game has, and
/// the most if these do not decide what is legal.
const NODE_STATES: (usize, usize) = (1 << 13, 1 << 16);
/// The states of jump series that are looked at for the root moves.
const ROOT_STATES: usize = 1 << 15;

/// Returns the budget for generating a node's moves.
pub(crate) const fn node_budget() -> GenBudget<'static> {
    GenBudget::new(NODE_STATES.0, NODE_STATES.1)
}

/// Returns the budget at the root, where at least one move must be found.
pub(crate) const fn root_budget() -> GenBudget<'static> {
    GenBudget::new(ROOT_STATES, usize::MAX)
}

/// Returns whether a root took more states than a node may.
pub(crate) const fn is_long(budget: &GenBudget) -> bool {
    budget.spent() > NODE_STATES.0
}
