//! [`Node`]: what is known of a node of the tree before and after its moves are looked at.

use rotunda_movegen::{CheckInfo, Position};

use crate::score::Score;
use crate::tt::TtEntry;
use crate::window::Window;

/// What is known of a node before its moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    pub in_check: bool,
    /// The evaluation, replaced by the score of the table's entry where that says more;
    /// meaningless in check.
    pub eval: Score,
    /// Whether the evaluation has risen since the mover's last turn.
    pub improving: bool,
    pub entry: Option<TtEntry>,
}

/// A position one move below a node.
pub(crate) struct Child<'a, const W: usize> {
    pub position: &'a Position<'a, W>,
    pub check_info: &'a CheckInfo<W>,
    pub ply: usize,
    /// Whether its score is one for the other side.
    pub flips_sign: bool,
}

/// What the moves of a node have brought.
pub(crate) struct NodeResult<M> {
    pub best: Score,
    /// The first move that raised alpha most; `None` if none did.
    pub mv: Option<M>,
    /// The quiet moves that were searched.
    pub quiets: Vec<M>,
    /// The captures and promotions that were searched.
    pub noisy: Vec<M>,
}
