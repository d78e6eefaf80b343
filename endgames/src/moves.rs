//! [`Moves`]: what the solver asks of a game's rules, for positions of one material.

use std::ops::ControlFlow;

use crate::code::Code;
use crate::layout::State;

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    /// To a position of the same material.
    Inside(State),
    /// To other material, of which the table is known.
    Outside(Code),
}

/// What the solver asks of a game's rules, for positions of one material.
pub(crate) trait Moves: Sync {
    /// Whether [`Moves::predecessors`] finds all of them; otherwise the solver does without.
    const GOES_BACK: bool;

    /// Whether the position can occur: nothing stands where it cannot, and the side to move cannot
    /// take the king.
    fn is_possible(&self, state: State) -> bool;

    /// Whether the side to move is in check.
    fn in_check(&self, state: State) -> bool;

    /// Visits where the moves of a possible position lead, until told to break off; a position that
    /// is not possible stands for a move that is not legal.
    fn successors(&self, state: State, visit: impl FnMut(Next) -> ControlFlow<()>);

    /// Visits the positions of the same material from which a move leads here, and perhaps some
    /// that are not possible.
    fn predecessors(&self, state: State, visit: impl FnMut(State));
}
