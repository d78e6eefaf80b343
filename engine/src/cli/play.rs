//! `rotunda play`: the words of a game in the terminal.

use std::io::{BufRead, Write};

use clap::Args;
use rotunda_movegen::Seat;

use super::names::seat_named;
use super::shared::PositionArg;
use crate::completion::{Completion, RunError};
use crate::ink::Ink;
use crate::play::{PlayConfig, Time};

/// The options of `rotunda play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    position: PositionArg,
    /// Seats that people play: white, b, a,c, ..; by default the first seat; 'none' for nobody
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    seat: Vec<String>,
    /// Seconds of the engine for each move, or clocks of all seats, such as 300+3 or 5:00+3
    #[arg(long, value_name = "TIME", default_value = "2", value_parser = Time::parse)]
    time: Time,
}

impl PlayArgs {
    /// Plays until the input ends or the user leaves.
    ///
    /// # Errors
    /// Returns an error if a seat or the position makes no sense, there is no memory, or `out`
    /// takes no more.
    pub fn run(
        self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
        ink: Ink,
    ) -> Result<Completion, RunError> {
        self.config().map_err(RunError::Usage)?.run(input, out, ink)
    }

    /// Returns the game that the words describe.
    ///
    /// # Errors
    /// Returns an error if the variant has no such seat; the message lists those that it has.
    pub fn config(self) -> Result<PlayConfig, String> {
        let variant = self.position.of.variant;
        let people = match &self.seat[..] {
            [] => vec![Seat(0)],
            [word] if word == "none" => Vec::new(),
            names => {
                let seats = names.iter().map(|name| seat_named(variant, name));
                seats.collect::<Result<_, _>>()?
            }
        };
        Ok(PlayConfig { variant, people, time: self.time, fen: self.position.fen })
    }
}
