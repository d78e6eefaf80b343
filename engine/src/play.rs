//! `rotunda play`: people against the engine in a terminal.

use std::io::{BufRead, Write};
use std::time::Duration;

use clap::Args;
use rotunda_arena::sentence;
use rotunda_command::{Completion, RunError};
use rotunda_movegen::{AnyGame, Seat, Variant};
use rotunda_protocol::reply;
use rotunda_search::{Event, Info, Limits, Searcher, StopHandle, Value};

use crate::ink::Ink;
use crate::names::{named, seat_named};

/// What can be typed.
const HELP: &str = "\
A move as e2e4, a promotion as e7e8q; 'legal' lists all moves. Beside moves there are
  hint     what the engine would play       undo    take back your last move
  flip     look from the next seat          new     begin again
  rules    the game's rules in short        claim   end the game by a claim, if there is one
  fen      the position as text             quit    leave";
/// Seconds for a move, at most.
const LONGEST: f64 = 86_400.0;

/// Who plays what.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The variant
    #[arg(long, value_parser = named, default_value = "chess")]
    variant: &'static Variant,
    /// The seats that people play: white, b, a,c, ..; the first seat if left out, nobody if 'none'
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    seat: Vec<String>,
    /// Seconds that the engine takes for a move
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: Duration,
    /// The position; the variant's start if left out
    #[arg(long)]
    fen: Option<String>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=LONGEST).contains(seconds));
    let seconds = seconds.ok_or_else(|| format!("a time between 0.001 and {LONGEST} seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}

impl PlayArgs {
    /// Plays until the input ends or somebody leaves.
    ///
    /// # Errors
    /// If a seat or the position makes no sense, there is no memory, or `out` takes no more.
    pub fn run(
        &self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
        ink: Ink,
    ) -> Result<Completion, RunError> {
        let people = self.people().map_err(RunError::Usage)?;
        let game = self.variant.game_from(self.fen.as_deref());
        let game = game.map_err(|error| RunError::Usage(format!("bad position: {error}")))?;
        let searcher = Searcher::new().map_err(|error| RunError::Machine(error.to_string()))?;
        let view = people.first().copied().unwrap_or(Seat(0));
        let past = Vec::new();
        let mut table =
            Table { args: self, people, game, past, view, shown: None, searcher, out, ink };
        table.greet()?;
        table.play(input)
    }

    fn people(&self) -> Result<Vec<Seat>, String> {
        match &self.seat[..] {
            [] => Ok(vec![Seat(0)]),
            [word] if word == "none" => Ok(Vec::new()),
            names => names.iter().map(|name| seat_named(self.variant, name)).collect(),
        }
    }
}

/// A game with those who play it.
struct Table<'a> {
    args: &'a PlayArgs,
    people: Vec<Seat>,
    game: Box<dyn AnyGame>,
    /// The positions before each move.
    past: Vec<Box<dyn AnyGame>>,
    /// Whose men are at the bottom.
    view: Seat,
    /// The key of the position that was drawn last, and the seat that it was drawn for.
    shown: Option<(u64, Seat)>,
    searcher: Searcher,
    out: &'a mut dyn Write,
    ink: Ink,
}

impl Table<'_> {
    fn greet(&mut self) -> Result<(), RunError> {
        let people: Vec<&str> = self.people.iter().map(|seat| self.name(*seat)).collect();
        let people = if people.is_empty() { "nobody".into() } else { people.join(" and ") };
        writeln!(
            self.out,
            "{}. You play {people}; 'help' lists what you can type.",
            self.args.variant.title
        )?;
        Ok(())
    }

    /// Turn by turn, to the end of the input; a game of the engine alone ends with its outcome.
    fn play(&mut self, input: &mut dyn BufRead) -> Result<Completion, RunError> {
        let mut is_told = false;
        loop {
            let outcome = self.game.outcome();
            if let Some(outcome) = outcome.filter(|_| !is_told) {
                self.show()?;
                writeln!(self.out, "{}", sentence(self.args.variant, &outcome))?;
            }
            is_told = outcome.is_some();
            let turn = self.game.turn();
            if outcome.is_none() && !self.people.contains(&turn) {
                self.engine_moves()?;
                continue;
            }
            if outcome.is_none() && self.must_pass()? {
                continue;
            }
            if outcome.is_some() && self.people.is_empty() {
                return Ok(Completion::Success);
            }
            self.show()?;
            write!(self.out, "{}> ", self.name(turn))?;
            self.out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 || line.trim() == "quit" {
                return Ok(Completion::Success);
            }
            self.obey(line.trim())?;
        }
    }

    /// Does what a person has typed.
    fn obey(&mut self, line: &str) -> Result<(), RunError> {
        match line {
            "" => {}
            "help" => writeln!(self.out, "{HELP}")?,
            "legal" => writeln!(self.out, "{}", self.game.legal().join(" "))?,
            "rules" => writeln!(self.out, "{}\n", reply::rules(self.args.variant))?,
            "fen" => writeln!(self.out, "{}", self.game.fen())?,
            "hint" => self.hint()?,
            "flip" => self.view = Seat((self.view.0 + 1) % self.args.variant.seats as u8),
            "undo" => self.undo()?,
            "new" => {
                if let Some(first) = self.past.drain(..).next() {
                    self.game = first;
                }
                self.searcher.new_game();
            }
            "claim" => {
                let before = self.game.boxed();
                match self.game.make_claim() {
                    Some(_) => self.past.push(before),
                    None => writeln!(self.out, "There is nothing to claim.")?,
                }
            }
            text => self.person_moves(text)?,
        }
        Ok(())
    }

    fn person_moves(&mut self, text: &str) -> Result<(), RunError> {
        let before = self.game.boxed();
        match self.game.play(text) {
            Ok(()) => self.past.push(before),
            Err(error) => writeln!(self.out, "{error}; 'legal' lists the moves, 'help' the rest.")?,
        }
        Ok(())
    }

    /// Passes for a person who can do nothing else.
    fn must_pass(&mut self) -> Result<bool, RunError> {
        const PASS: &str = "0000";
        let is_alone = self.game.legal_within(1).is_some_and(|moves| moves == [PASS]);
        if is_alone {
            writeln!(self.out, "{} cannot move and passes.", self.name(self.game.turn()))?;
            self.past.push(self.game.boxed());
            self.game.play(PASS).expect("a legal move");
        }
        Ok(is_alone)
    }

    fn engine_moves(&mut self) -> Result<(), RunError> {
        let turn = self.name(self.game.turn());
        let (result, info) = self.search();
        let before = self.game.boxed();
        if result.claim && self.game.make_claim().is_some() {
            writeln!(self.out, "{turn} claims.")?;
        } else {
            let best = result.best.expect("a game that goes on has a move");
            self.game.play(&best).expect("the search plays legal moves");
            writeln!(self.out, "{turn} plays {best}{}.", told(info.as_ref()))?;
            if self.people.is_empty() {
                self.show()?;
            }
        }
        self.past.push(before);
        Ok(())
    }

    fn hint(&mut self) -> Result<(), RunError> {
        if self.game.outcome().is_some() {
            return Ok(writeln!(self.out, "The game is over.")?);
        }
        let (result, info) = self.search();
        let best = result.best.unwrap_or_default();
        let line = info.as_ref().map(|info| info.pv.join(" ")).unwrap_or_default();
        writeln!(self.out, "{best}{}: {line}", told(info.as_ref()))?;
        Ok(())
    }

    fn search(&mut self) -> (rotunda_search::SearchResult, Option<Info>) {
        let limits = Limits::move_time(self.args.time);
        let mut last = None;
        let result = self.searcher.run(&*self.game, &limits, &StopHandle::new(), |event| {
            if let Event::Info(info) = event {
                last = Some(info);
            }
        });
        (result, last)
    }

    /// Takes back to the last turn of a person.
    fn undo(&mut self) -> Result<(), RunError> {
        match self.past.iter().rposition(|game| self.people.contains(&game.turn())) {
            Some(index) => {
                self.game = self.past.swap_remove(index);
                self.past.truncate(index);
            }
            None => writeln!(self.out, "There is no move to take back.")?,
        }
        Ok(())
    }

    /// Draws the board, unless it has been drawn just so.
    fn show(&mut self) -> Result<(), RunError> {
        let seen = Some((self.game.key(), self.view));
        if self.shown == seen {
            return Ok(());
        }
        self.shown = seen;
        let board = self.ink.print(&self.game.draw_from(self.view));
        writeln!(self.out, "\n{}\n", board.trim_end())?;
        Ok(())
    }

    fn name(&self, seat: Seat) -> &'static str {
        self.args.variant.layout().colours[seat.index()].name
    }
}

/// What the engine thinks of its line, in brackets.
fn told(info: Option<&Info>) -> String {
    match info.map(|info| info.value) {
        Some(Value::Centipawns(score)) => format!(" ({:+.2})", f64::from(score) / 100.0),
        Some(Value::Mate(moves)) if moves > 0 => format!(" (mates in {moves})"),
        Some(Value::Mate(moves)) => format!(" (is mated in {})", -moves),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: PlayArgs,
    }

    /// What is shown to somebody who types this.
    fn shown(words: &str, typed: &str) -> String {
        let line = ["play", "--time", "0.01"].into_iter().chain(words.split_whitespace());
        let args = Line::try_parse_from(line).unwrap_or_else(|error| panic!("{error}")).args;
        let mut out = Vec::new();
        args.run(&mut Cursor::new(typed), &mut out, Ink::Plain).expect("it runs");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_person_plays_against_the_engine() {
        let text = shown("--variant rollerball", "a1a1\nc2b3\nundo\nc2b3\nhint\nquit\n");
        assert!(text.starts_with("Rollerball. You play White;"), "{text}");
        assert_eq!(text.matches("Black plays ").count(), 2, "{text}");
        assert_eq!(text.matches("'legal' lists the moves").count(), 1, "{text}");
    }

    #[test]
    fn a_mate_is_told_in_words() {
        let text = shown("--seat w,b", "f2f3\ne7e5\ng2g4\nd8h4\nundo\nd8h4\nundo\n");
        assert_eq!(text.matches("Checkmate: Black wins.").count(), 2, "{text}");
    }

    #[test]
    fn the_engine_plays_alone_to_the_end() {
        let fen = "--variant modern3 --seat none --fen";
        let line = fen.split_whitespace().chain(["24/24/24/2aRaK12cK7 a ac - m 0 1"]);
        let words = ["play", "--time", "0.02"].into_iter().chain(line);
        let args = Line::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).args;
        let mut out = Vec::new();
        args.run(&mut Cursor::new(""), &mut out, Ink::Plain).expect("it runs");
        let text = String::from_utf8(out).expect("text");
        let is_over = [" wins.\n", "a draw.\n", "points.\n"].iter().any(|end| text.ends_with(end));
        assert!(is_over, "{text}");
    }

    #[test]
    fn any_number_of_seats_is_played_by_people() {
        let text = shown("--variant modern4 --seat a,c", "d4d5\n");
        assert!(text.contains("You play Yellow and Red"), "{text}");
        assert!(text.contains("Green plays ") && text.contains("Red> "), "{text}");
        assert!(!text.contains("Red plays "), "{text}");
    }
}
