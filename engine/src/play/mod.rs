//! `rotunda play`: people against the engine in a terminal.

mod reach;
mod time;

use std::io::{BufRead, Write};
use std::time::Instant;

use rotunda_movegen::{
    Action, FULL, Forfeit, GameMove, GameMoveKind, GameRecord, Options, Seat, Variant, Way,
};
use rotunda_notation::{MoveError, Notation, sentence};
use rotunda_protocol::reply;
use rotunda_search::{Event, Info, Limits, Searcher, StopHandle, Value};

pub use self::time::Time;
use self::time::{limits, shown};
use crate::completion::{Completion, RunError};
use crate::ink::Ink;

/// The words that a person can type.
const HELP: &str = "\
A move as e2e4 or Nf3, a promotion as e7e8q; 'legal' lists all moves. Beside moves there are
  hint       what the engine would play     undo    take back your last move
  moves c2   where the piece on c2 goes     new     begin again
  why e2e5   why a move is not legal        flip    look from the next seat
  rules      the game's rules in short      claim   end the game by a claim, if there is one
  fen        the position as text           quit    leave";

/// The columns that a terminal has if nobody has widened it.
const USUAL_WIDTH: usize = 80;

/// The game, the seats that people play, and the time.
#[derive(Clone, Debug)]
pub struct PlayConfig {
    /// The variant.
    pub variant: &'static Variant,
    /// The seats that people play.
    pub people: Vec<Seat>,
    /// The time of the engine, or of all.
    pub time: Time,
    /// The position; the variant's start if there is none.
    pub fen: Option<String>,
}

impl PlayConfig {
    /// Plays until the input ends or somebody leaves.
    ///
    /// # Errors
    /// If the position makes no sense, there is no memory, or `out` takes no more.
    pub fn run(
        &self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
        ink: Ink,
    ) -> Result<Completion, RunError> {
        let people = self.people.clone();
        let record = GameRecord::new(self.variant, Options::default(), self.fen.as_deref());
        let record = record.map_err(|error| RunError::Usage(format!("bad position: {error}")))?;
        let searcher = Searcher::new().map_err(|error| RunError::Machine(error.to_string()))?;
        let view = people.first().copied().unwrap_or(Seat(0));
        let record = record.with_clocks(self.time.clocks(self.variant.seats));
        let mut table = Table {
            args: self,
            people,
            record,
            since: Instant::now(),
            view,
            shown: None,
            searcher,
            kept: None,
            out,
            ink,
        };
        table.greet()?;
        table.play(input)
    }
}

/// A game with those who play it.
struct Table<'a> {
    args: &'a PlayConfig,
    people: Vec<Seat>,
    record: GameRecord,
    /// The time at which the clock of the seat to move began to run.
    since: Instant,
    /// The seat whose pieces are at the bottom.
    view: Seat,
    /// The key of the position that was drawn last, and the seat that it was drawn for.
    shown: Option<(u64, Seat)>,
    searcher: Searcher,
    /// The text that a person has typed for its next turn.
    kept: Option<String>,
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
        let seats = (0..self.args.variant.seats as u8).map(Seat);
        if self.args.variant.seats > 2 {
            let letters: Vec<String> =
                seats.map(|seat| format!("{} is {}", self.name(seat), letter(seat))).collect();
            writeln!(self.out, "On the board {}.", letters.join(", "))?;
        }
        let board = self.record.game().draw_from(self.view, &[]).to_string();
        if board.contains("+===") {
            let rows = "rows go on where the lines at their ends lead";
            let dots = if board.contains(':') { "\nA colon is a dotted line." } else { "" };
            writeln!(self.out, "The rings are pressed flat round the hole, ===; {rows}.{dots}")?;
        }
        // The sentences beside the board may break, its rows may not.
        let rows = board.lines().filter(|line| line.contains('|'));
        let width = rows.map(|line| line.chars().count()).max().unwrap_or(0);
        if width > USUAL_WIDTH {
            let advice = "make the window as wide, or play with 'rotunda serve'";
            writeln!(self.out, "The board is {width} columns wide: {advice}.")?;
        }
        Ok(())
    }

    /// Plays turn by turn to the end of the input. A game of the engine alone ends with its
    /// outcome.
    fn play(&mut self, input: &mut dyn BufRead) -> Result<Completion, RunError> {
        let mut is_told = false;
        loop {
            let ending = self.ending();
            if let Some(ending) = ending.as_ref().filter(|_| !is_told) {
                self.show()?;
                writeln!(self.out, "{ending}")?;
            }
            is_told = ending.is_some();
            let turn = self.record.game().turn();
            if !is_told && !self.people.contains(&turn) {
                if !self.offer_claim(input)? {
                    self.engine_moves()?;
                }
                continue;
            }
            if !is_told && self.must_pass()? {
                continue;
            }
            if is_told && self.people.is_empty() {
                return Ok(Completion::Success);
            }
            self.show()?;
            self.show_clocks()?;
            let line = self.ask(turn, input)?;
            let Some(line) = line.filter(|line| line != "quit") else {
                return Ok(Completion::Success);
            };
            if is_told || self.runs_on(turn)? {
                self.obey(&line)?;
            }
        }
    }

    /// Returns the next line that a person types, or `None` at the end of the input.
    fn ask(&mut self, seat: Seat, input: &mut dyn BufRead) -> Result<Option<String>, RunError> {
        if let Some(line) = self.kept.take() {
            return Ok(Some(line));
        }
        match self.args.variant.seats {
            2 => write!(self.out, "{}> ", self.name(seat))?,
            _ => write!(self.out, "{} ({})> ", self.name(seat), letter(seat))?,
        }
        self.out.flush()?;
        let mut line = String::new();
        Ok((input.read_line(&mut line)? > 0).then(|| line.trim().to_owned()))
    }

    /// Lets a person who has just bared the enemy claim before the engine answers; whether it has
    /// claimed.
    fn offer_claim(&mut self, input: &mut dyn BufRead) -> Result<bool, RunError> {
        let is_new = || {
            let mut before = self.record.clone();
            before.undo().is_some() && before.game().claim().is_none()
        };
        let Some(claim) = self.record.game().claim().filter(|_| is_new()) else {
            return Ok(false);
        };
        if !self.people.contains(&claim.seat) {
            return Ok(false);
        }
        self.show()?;
        let points = format!("{}-{}", claim.share, FULL - claim.share);
        writeln!(self.out, "The king is bare: 'claim' ends the game {points}, Enter plays on.")?;
        let answer = self.ask(claim.seat, input)?;
        // The engine's clock does not run while a person chooses.
        self.since = Instant::now();
        match answer {
            Some(answer) if answer == "claim" => return Ok(self.claim(claim.seat)),
            Some(answer) if !answer.is_empty() => self.kept = Some(answer),
            _ => {}
        }
        Ok(false)
    }

    /// Returns the end of the game in words, or `None` if the game goes on.
    fn ending(&self) -> Option<String> {
        self.record.outcome().map(|outcome| sentence(self.args.variant, &outcome))
    }

    /// Takes the time that has gone off a seat's clock; whether it plays on.
    fn runs_on(&mut self, seat: Seat) -> Result<bool, RunError> {
        let gone = self.since.elapsed();
        self.since = Instant::now();
        let has_time = self.record.spend(seat, gone);
        if !has_time {
            let flag = Action::Forfeit(seat, Forfeit::FlagFall);
            self.record.act(flag).expect("who is to move plays");
            if self.record.outcome().is_none() {
                writeln!(self.out, "{} has no time left and is out.", self.name(seat))?;
            }
        }
        Ok(has_time)
    }

    fn show_clocks(&mut self) -> Result<(), RunError> {
        let Some(clocks) = self.record.clocks() else { return Ok(()) };
        let seats = (0..self.args.variant.seats as u8).map(Seat);
        let shown: Vec<String> =
            seats.map(|seat| format!("{} {}", self.name(seat), shown(clocks.left(seat)))).collect();
        writeln!(self.out, "Clocks: {}", shown.join(", "))?;
        Ok(())
    }

    /// Makes a seat's claim, if it is open.
    fn claim(&mut self, seat: Seat) -> bool {
        self.record.act(Action::Claim(seat)).is_ok()
    }

    /// Carries out the words that a person has typed.
    fn obey(&mut self, line: &str) -> Result<(), RunError> {
        match line {
            "" => {}
            "help" => writeln!(self.out, "{HELP}")?,
            "legal" => {
                let moves = self.record.game().legal_moves();
                let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
                writeln!(self.out, "{}", texts.join(" "))?;
            }
            "rules" => writeln!(self.out, "{}\n", reply::rules(self.args.variant))?,
            "fen" => writeln!(self.out, "{}", self.record.game().fen())?,
            "hint" => self.hint()?,
            "flip" => self.view = Seat((self.view.0 + 1) % self.args.variant.seats as u8),
            "undo" => self.undo()?,
            "new" => {
                while self.record.undo().is_some() {}
                let clocks = self.args.time.clocks(self.args.variant.seats);
                self.record = self.record.clone().with_clocks(clocks);
                self.since = Instant::now();
                self.searcher.new_game();
            }
            "claim" => {
                let claimant = self.record.game().claim().map(|claim| claim.seat);
                let claimant = claimant.filter(|seat| self.people.contains(seat));
                if !claimant.is_some_and(|seat| self.claim(seat)) {
                    writeln!(self.out, "There is nothing to claim.")?;
                }
            }
            text => match text.split_once(' ') {
                Some(("moves", cell)) => {
                    let text = reach::goes(self.args.variant, self.record.game(), cell.trim());
                    writeln!(self.out, "{text}")?;
                }
                Some(("why", text)) => {
                    let text = reach::why(self.args.variant, self.record.game(), text.trim());
                    writeln!(self.out, "{text}")?;
                }
                _ => self.person_moves(text)?,
            },
        }
        Ok(())
    }

    fn person_moves(&mut self, text: &str) -> Result<(), RunError> {
        if self.record.outcome().is_some() {
            return Ok(writeln!(self.out, "The game is over.")?);
        }
        let read = Notation::of(self.args.variant).read(self.record.game(), text);
        match read.map(|mv| self.record.play(&mv)) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => writeln!(self.out, "{error}; 'help' lists the commands.")?,
            Err(error @ MoveError::Ambiguous { .. }) => writeln!(self.out, "{error}.")?,
            Err(_) => {
                let why = rotunda_notation::why_not(self.args.variant, self.record.game(), text);
                writeln!(self.out, "{why} 'legal' lists the moves, 'help' the rest.")?;
            }
        }
        Ok(())
    }

    /// Passes for a person who can do nothing else.
    fn must_pass(&mut self) -> Result<bool, RunError> {
        let moves = self.record.game().legal_moves_within(1).unwrap_or_default();
        let [mv] = &moves[..] else { return Ok(false) };
        if mv.kind() != GameMoveKind::Pass {
            return Ok(false);
        }
        writeln!(self.out, "{} cannot move and passes.", self.name(self.record.game().turn()))?;
        self.record.play(mv).expect("a legal move");
        Ok(true)
    }

    fn engine_moves(&mut self) -> Result<(), RunError> {
        let seat = self.record.game().turn();
        let (result, info) = self.search(|table| match table.record.clocks() {
            Some(clocks) => limits(clocks, seat),
            None => table.args.time.hint(),
        });
        if !self.runs_on(seat)? {
            return Ok(());
        }
        let name = self.name(seat);
        if result.claim && self.claim(seat) {
            writeln!(self.out, "{name} claims.")?;
            return Ok(());
        }
        let best = result.best.expect("a game that goes on has a move");
        self.record.play(&best).expect("the search plays legal moves");
        let claims = if result.claim && self.claim(seat) { " and claims" } else { "" };
        writeln!(self.out, "{name} plays {best}{}{claims}.", score_text(info.as_ref()))?;
        if self.people.is_empty() {
            self.show()?;
            self.show_clocks()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), RunError> {
        if self.ending().is_some() {
            return Ok(writeln!(self.out, "The game is over.")?);
        }
        let (result, info) = self.search(|table| table.args.time.hint());
        let best = result.best.as_ref().map(ToString::to_string).unwrap_or_default();
        let line = info.as_ref().map(|info| joined(&info.pv)).unwrap_or_default();
        writeln!(self.out, "{best}{}: {line}", score_text(info.as_ref()))?;
        Ok(())
    }

    fn search(
        &mut self,
        limits: impl FnOnce(&Self) -> Limits,
    ) -> (rotunda_search::SearchResult, Option<Info>) {
        let limits = limits(self);
        let mut last = None;
        let result = self.searcher.run(self.record.game(), &limits, &StopHandle::new(), |event| {
            if let Event::Info(info) = event {
                last = Some(info);
            }
        });
        (result, last)
    }

    /// Takes back to the last turn of a person.
    fn undo(&mut self) -> Result<(), RunError> {
        let mut record = self.record.clone();
        while record.undo().is_some() {
            if self.people.contains(&record.game().turn()) {
                self.record = record;
                return Ok(());
            }
        }
        Ok(writeln!(self.out, "There is no move to take back.")?)
    }

    /// Draws the board, unless it has been drawn just so.
    fn show(&mut self) -> Result<(), RunError> {
        let seen = Some((self.record.game().key(), self.view));
        if self.shown == seen {
            return Ok(());
        }
        self.shown = seen;
        // The moves of all others since the seat's last turn.
        let others = self.args.variant.seats - 1;
        let last = self.record.moves().rev().take(others).flat_map(GameMove::ways);
        let last: Vec<Way> = last.cloned().collect();
        let board = self.ink.print(&self.record.game().draw_from(self.view, &last));
        writeln!(self.out, "\n{}\n", board.trim_end())?;
        Ok(())
    }

    fn name(&self, seat: Seat) -> &'static str {
        self.args.variant.layout().colours[seat.index()].name
    }
}

/// Returns the letter of a seat on boards for more than two.
fn letter(seat: Seat) -> char {
    char::from(b'a' + seat.0)
}

/// Moves on one line.
fn joined(moves: &[GameMove]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the engine's score of its line, in brackets.
fn score_text(info: Option<&Info>) -> String {
    match info.map(|info| info.value) {
        Some(Value::Centipawns(score)) => format!(" ({:+.2})", f64::from(score) / 100.0),
        Some(Value::Mate(moves)) if moves > 0 => format!(" (mates in {moves})"),
        Some(Value::Mate(moves)) => format!(" (is mated in {})", -moves),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests;
