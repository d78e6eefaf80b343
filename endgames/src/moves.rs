//! [`Moves`]: the questions of the solver to a game's rules, for positions of one material.

use std::ops::ControlFlow;

use crate::code::Code;
use crate::layout::State;

/// The position after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    /// A position of the same material.
    Inside(State),
    /// A position of other material, with its value from that table.
    Outside(Code),
}

/// The moves of positions of one material, as the solver needs them.
pub(crate) trait Moves: Sync {
    /// Whether [`Moves::predecessors`] finds all predecessors; if not, the solver does not use it.
    const GOES_BACK: bool;

    /// Returns whether the position can occur: each piece stands on a cell where it may stand, and
    /// the side to move cannot capture the king.
    fn is_possible(&self, state: State) -> bool;

    /// Returns whether the side to move is in check.
    fn in_check(&self, state: State) -> bool;

    /// Visits the positions after the moves of a possible position, until `visit` breaks off. An
    /// impossible position stands for an illegal move.
    fn successors(&self, state: State, visit: impl FnMut(Next) -> ControlFlow<()>);

    /// Visits the positions of the same material from which a move leads here. Some of them may be
    /// impossible.
    fn predecessors(&self, state: State, visit: impl FnMut(State));
}
