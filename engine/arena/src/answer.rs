//! [`Answer`]: what an engine answers when asked for a move, in any protocol.

use rotunda_protocol::uci_client::BestMove;

/// What a player answers when asked for a move.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// A move, a claim or both.
    Move(BestMove),
    /// It resigns.
    Resign,
}
