//! [`Node`]: what is known of a node of the tree before and after its moves are looked at.

use rotunda_movegen::{CheckInfo, Position};

use crate::picker::ListPool;
use crate::score::{INFINITE, Score};
use crate::threats::Threats;
use crate::tt::TtEntry;
use crate::window::Window;

/// What is known of a node before its moves are looked at.
// Its flags are independent answers to separate questions.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    pub in_check: bool,
    /// The evaluation before any correction; meaningless in check.
    pub raw_eval: Score,
    /// The evaluation, replaced by the score of the table's entry where that says more;
    /// meaningless in check.
    pub eval: Score,
    /// Whether the evaluation has risen since the mover's last turn.
    pub improving: bool,
    /// Whether the window is open here, or was in an earlier search of the position.
    pub was_open: bool,
    /// Whether the best move known is a capture or a promotion.
    pub hash_noisy: bool,
    pub entry: Option<TtEntry>,
}

/// A position one move below a node.
pub(crate) struct Child<'a, const W: usize> {
    pub position: &'a Position<'a, W>,
    pub check_info: &'a CheckInfo<W>,
    pub ply: usize,
    /// Whether its score is one for the other side.
    pub flips_sign: bool,
    /// How deep it is searched without extension or reduction.
    pub depth: i32,
}

/// What the moves of a node have brought.
pub(crate) struct NodeResult<M, const W: usize> {
    pub best: Score,
    /// The first move that raised alpha most; `None` if none did.
    pub mv: Option<M>,
    /// The quiet moves that were searched.
    pub quiets: Vec<M>,
    /// The captures and promotions that were searched.
    pub noisy: Vec<M>,
    /// Whether the node was cut because several moves seem to fail high, of which nothing is
    /// proven.
    pub is_multi_cut: bool,
    /// What the enemy attacks, if a quiet move was searched.
    pub threats: Threats<W>,
}

impl<M, const W: usize> NodeResult<M, W> {
    /// That of a node none of whose moves has been searched.
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

/// How a move stands among those of its node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovePlace {
    /// How many moves have been looked at, this one included.
    pub number: usize,
    /// The best score so far within the window.
    pub alpha: Score,
    /// Plies by which the move is searched deeper than others.
    pub extension: i32,
    /// Whether it is a capture that loses material.
    pub bad_noisy: bool,
    /// As [`Threats::class`].
    pub threat_class: usize,
    /// Whether it is a quiet move after which certainly no enemy can take the piece.
    pub is_left_alone: bool,
}
