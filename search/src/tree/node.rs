//! [`Node`]: the facts about a node of the tree before and after the search of its moves.

use rotunda_movegen::{CheckInfo, Position};

use crate::base::score::{INFINITE, Score};
use crate::base::window::Window;
use crate::ordering::picker::ListPool;
use crate::ordering::threats::Threats;
use crate::table::tt::TtEntry;

/// The facts about a node before its moves are looked at.
// Its flags are independent answers to separate questions.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "cut node is the field's word")]
pub(crate) struct Node {
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// The evaluation before any correction; meaningless in check.
    pub raw_eval: Score,
    /// The evaluation, replaced by the score of the table's entry where that is more exact;
    /// meaningless in check.
    pub eval: Score,
    /// Whether the evaluation has risen since the mover's last turn.
    pub improving: bool,
    /// Whether the window is open here, or was open in an earlier search of the position.
    pub tt_pv: bool,
    /// Whether the best move known is a capture or a promotion.
    pub hash_noisy: bool,
    pub entry: Option<TtEntry>,
}

/// A position one move below a node.
pub(crate) struct Child<'a, const W: usize> {
    pub position: &'a Position<'a, W>,
    pub check_info: &'a CheckInfo<W>,
    pub ply: usize,
    /// Whether its score is that of the other side.
    pub flips_sign: bool,
    /// The depth without extension or reduction.
    pub depth: i32,
}

/// The result of the moves of a node.
pub(crate) struct NodeResult<M, const W: usize> {
    pub best: Score,
    /// The move that raised alpha most; `None` if none did.
    pub mv: Option<M>,
    /// The quiet moves that were searched.
    pub quiets: Vec<M>,
    /// The captures and promotions that were searched.
    pub noisy: Vec<M>,
    /// Whether the node was cut since several moves seem to fail high, without proof.
    pub is_multi_cut: bool,
    /// The enemy's threats, if a quiet move was searched.
    pub threats: Threats<W>,
}

impl<M, const W: usize> NodeResult<M, W> {
    /// Returns the result of a node none of whose moves has been searched.
    pub fn nothing(pool: &mut ListPool<M>) -> Self {
        Self {
            best: -INFINITE,
            mv: None,
            quiets: pool.moves(),
            noisy: pool.moves(),
            is_multi_cut: false,
            threats: Threats::NONE,
        }
    }
}

/// The place of a move among those of its node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovePlace {
    /// The number of moves looked at, this one included.
    pub number: usize,
    /// The best score so far within the window.
    pub alpha: Score,
    /// The plies by which the move is extended.
    pub extension: i32,
    /// Whether it is a capture that loses material.
    pub bad_noisy: bool,
    /// The class of the move, see [`Threats::class`].
    pub threat_class: usize,
    /// Whether it is a quiet move after which certainly no enemy can capture the piece.
    pub is_left_alone: bool,
}
