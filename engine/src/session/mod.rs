//! [`Session`]: reads commands, answers them, and runs one job at a time beside them.

mod cecp;
mod conversation;
mod settings;
#[cfg(test)]
mod tests;
mod uci;

use std::io::{BufRead, Write};
use std::sync::Arc;

use rotunda_protocol::{CommandError, Line, Reason, reply};
use rotunda_search::{TableError, search_engine};

use crate::ink::Ink;
use crate::output::Output;
use crate::state::{EngineFactory, State};
use cecp::state::Cecp;
pub use conversation::VERSION;
use conversation::{Conversation, Event, Input};
use uci::Uci;

/// A protocol of interfaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI, with extensions.
    Uci,
    /// The Chess Engine Communication Protocol, version 2.
    Xboard,
}

/// A conversation in the extended UCI language, or in XBoard's protocol if the first word is
/// `xboard`.
pub struct Session {
    state: State,
    output: Arc<Output>,
    ink: Ink,
    /// The number of seats of the games that `uci` lists; `None` for all games.
    seats: Option<usize>,
    /// The protocol of the conversation; `None` if the first word decides.
    protocol: Option<Protocol>,
}

impl Session {
    /// Creates a session that answers to a writer.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the transposition table.
    pub fn new(output: impl Write + Send + 'static) -> Result<Self, TableError> {
        Self::with_engines(output, search_engine)
    }

    /// Creates a session with other engines for its searches.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the transposition table.
    pub fn with_engines(
        output: impl Write + Send + 'static,
        factory: EngineFactory,
    ) -> Result<Self, TableError> {
        Ok(Self {
            state: State::new(factory)?,
            output: Arc::new(Output::new(output)),
            ink: Ink::Plain,
            seats: None,
            protocol: None,
        })
    }

    /// Returns the session with boards drawn in this ink.
    #[must_use]
    pub fn with_ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    /// Returns the session with a fixed protocol, for any first word.
    #[must_use]
    pub fn with_protocol(self, protocol: Protocol) -> Self {
        Self { protocol: Some(protocol), ..self }
    }

    /// Returns the session that lists only the games for so many seats. It still plays the others.
    #[must_use]
    pub fn with_seats(self, seats: usize) -> Self {
        Self { seats: Some(seats), ..self }
    }

    /// Answers the commands of the input until `quit`, the end of the input, or the end of the
    /// reader.
    pub fn run(self, input: impl BufRead + Send + 'static) {
        let Self { state, output, ink, seats, protocol } = self;
        let input = match Input::read(input) {
            Ok(input) => input,
            Err(error) => {
                let error = CommandError::new("input", Reason::Internal(error.to_string()));
                return output.print(&reply::error(&error));
            }
        };
        let first = input.first_event();
        let is_xboard = match protocol {
            Some(protocol) => protocol == Protocol::Xboard,
            None => {
                matches!(&first, Event::Line(Line::Text(line), _) if line.trim_ascii() == b"xboard")
            }
        };
        if is_xboard {
            Conversation::new(state, output, input, Cecp::default()).run(first);
        } else {
            Conversation::new(state, output, input, Uci::new(ink, seats)).run(first);
        }
    }
}
