//! [`Answer`]: an engine's answer to the request for a move, in any protocol.

use rotunda_protocol::uci_client::BestMove;

/// A player's answer to the request for a move.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// A move, a claim or both.
    Move(BestMove),
    /// It resigns.
    Resign,
}
