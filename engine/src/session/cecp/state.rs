//! [`Cecp`]: the state of a conversation with XBoard between commands.

use std::sync::Arc;

use rotunda_movegen::{GameMove, Seat, Variant};
use rotunda_protocol::cecp::{Notation, Selection, TimeControl};
use rotunda_search::Value;

use crate::voice::CecpVoice;

/// The purpose of the running job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The engine's move.
    Move,
    /// Thinking on the opponent's time, about this reply.
    Ponder(GameMove),
    /// Analysis, until it is stopped.
    Analysis,
    /// A hint for the user.
    Hint,
    /// The announcement of the end of the game, unless the other side announces it.
    Announcement,
}

/// The meaning of the lines that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Commands.
    Commands,
    /// The steps between `edit` and its end.
    EditSteps,
}

/// XBoard's protocol, with its state beside that of every conversation.
pub struct Cecp {
    pub(super) voice: Arc<CecpVoice>,
    /// The seat that the engine plays; `None` in force mode.
    pub(super) plays: Option<Seat>,
    pub(super) analyzes: bool,
    pub(super) ponders: bool,
    pub(super) control: TimeControl,
    pub(super) purpose: Option<Purpose>,
    /// Whether the result of the running job is dropped.
    pub(super) drops: bool,
    /// The reply that the engine expects in the current position.
    pub(super) expected: Option<GameMove>,
    /// The engine's own score of its last move.
    pub(super) value: Option<Value>,
    pub(super) selection: Selection,
    pub(super) input: Input,
    /// The position that is being entered: pieces by cell, and whether White's come.
    pub(super) editor: Option<(Vec<(String, char)>, bool)>,
}

impl Default for Cecp {
    fn default() -> Self {
        let notation = Notation::new(&Variant::all()[0]);
        Self {
            voice: Arc::new(CecpVoice::new(notation, false)),
            plays: None,
            analyzes: false,
            ponders: false,
            control: TimeControl::default(),
            purpose: None,
            drops: false,
            expected: None,
            value: None,
            selection: Selection::default(),
            input: Input::Commands,
            editor: None,
        }
    }
}

impl Cecp {
    /// The notation of the game.
    pub(super) fn notation(&self) -> Notation {
        self.voice.notation
    }
}
