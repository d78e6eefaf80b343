//! [`Session`]: reads commands, answers them, and runs one job at a time beside them.
//!
//! What comes while a job runs: `stop`, `quit`, `isready` and `ponderhit` act at once (after a best
//! move, `isready` waits for what came before it); questions are answered and options for the next
//! search are taken at once. A command that needs the board
//! or the table (`position`, `go`, `ucinewgame`, `bench`, most options) waits, and the commands
//! after it too: for the end of a search that has a limit; a search that has none is stopped for
//! it, and says its best move. At the end of the input what was begun is brought to its end in
//! the same way.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rotunda_movegen::{Ink, Options};
use rotunda_protocol::{
    Command, CommandError, GoOrder, HELP, LONGEST_LINE, Line, LineReader, PositionOrder, Reason,
    Setting, reply,
};
use rotunda_search::threads::caught;
use rotunda_search::{TableError, Thinker, Verdict, thinker};

use crate::job::{Job, Search, Task, checked};
use crate::room::{Room, cost};
use crate::state::State;
use crate::{Maker, Output, VERSION};

/// How long `quit` waits for a job to stop before it leaves it behind.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the session waits for.
enum Event {
    /// Input has come.
    Line(Line),
    /// There is no more input.
    End,
    /// The job is done; a search gives its thinker back.
    Finished(Option<Box<dyn Thinker>>),
}

/// A command that waits for its turn, and the room that it takes up.
struct Waiting {
    command: Command,
    bytes: usize,
}

/// A conversation in the extended UCI language.
pub struct Session {
    state: State,
    output: Arc<Output>,
    room: Arc<Room>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    waiting: VecDeque<Waiting>,
    job: Option<Job>,
    input_ended: bool,
    ink: Ink,
}

impl Session {
    /// A session that answers to a writer.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn new(output: impl Write + Send + 'static) -> Result<Self, TableError> {
        Self::with_maker(output, thinker)
    }

    /// A session whose searches are done by other thinkers.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn with_maker(
        output: impl Write + Send + 'static,
        maker: Maker,
    ) -> Result<Self, TableError> {
        let (sender, events) = channel();
        Ok(Self {
            state: State::new(maker)?,
            output: Arc::new(Output::new(output)),
            room: Arc::default(),
            sender,
            events,
            waiting: VecDeque::new(),
            job: None,
            input_ended: false,
            ink: Ink::Plain,
        })
    }

    /// The same session with boards drawn in this ink.
    #[must_use]
    pub fn with_ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    /// Answers the commands of the input until `quit`, the end of the input, or the end of
    /// whoever reads the answers.
    pub fn run(mut self, input: impl BufRead + Send + 'static) {
        self.read(input);
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Line(Line::Text(line)) => {
                    if self.take(&line) == Next::Quit {
                        break;
                    }
                }
                Event::Line(Line::TooLong) => {
                    self.refuse(&CommandError::new("input", Reason::TooLong(LONGEST_LINE)));
                }
                Event::End => self.input_ended = true,
                Event::Finished(thinker) => self.finish_job(thinker),
            }
            self.proceed();
            let done = self.input_ended && self.job.is_none() && self.waiting.is_empty();
            if done || self.output.is_broken() {
                break;
            }
        }
        self.leave();
    }

    /// Reads lines on a thread of its own, which ends with the input or with the process.
    fn read(&self, input: impl BufRead + Send + 'static) {
        let (sender, room) = (self.sender.clone(), self.room.clone());
        std::thread::spawn(move || {
            for line in LineReader::new(input) {
                if let Line::Text(text) = &line {
                    room.take(cost(text));
                }
                if sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            let _ = sender.send(Event::End);
        });
    }

    /// Takes a line of input: does what cannot wait, puts the rest in the queue.
    fn take(&mut self, line: &[u8]) -> Next {
        let bytes = cost(line);
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => return Next::Quit,
            Ok(Some(Command::IsReady)) if self.is_free_to_say_so() => self.output.say("readyok"),
            Ok(Some(command)) => {
                // It may be meant for this search as well as for one that waits before it.
                if matches!(command, Command::Stop) {
                    self.stop();
                }
                self.waiting.push_back(Waiting { command, bytes });
                return Next::GoOn;
            }
            Ok(None) => {}
            Err(error) => self.refuse(&error),
        }
        self.room.free(bytes);
        Next::GoOn
    }

    /// Whether `isready` is answered at once: with nothing before it, or in mid-search; else it
    /// means that what came before it is done.
    fn is_free_to_say_so(&self) -> bool {
        self.waiting.is_empty() || self.job.as_ref().is_some_and(|job| !job.has_answered())
    }

    /// Does what waits as far as the job allows.
    fn proceed(&mut self) {
        while let Some(Waiting { command, bytes }) = self.waiting.pop_front() {
            if self.job.is_some() && needs_rest(&command) {
                self.waiting.push_front(Waiting { command, bytes });
                self.stop_endless();
                return;
            }
            let name = command.name();
            let result = caught(|| self.execute(command))
                .unwrap_or_else(|what| Err(CommandError::new(name, Reason::Internal(what))));
            if let Err(error) = result {
                self.refuse(&error);
            }
            self.room.free(bytes);
        }
        if self.input_ended {
            self.stop_endless();
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Uci => self.output.say(&reply::identity(VERSION)),
            Command::NewGame => self.state.forget(),
            Command::SetOption(setting) => self.set(setting)?,
            Command::Position(order) => {
                let before = self.state.entry().name;
                self.state.set_up("position", order)?;
                if self.state.entry().name != before {
                    self.announce();
                }
                self.warn();
            }
            Command::Go(order) => self.search(&order)?,
            Command::Perft(depth) => {
                let game = self.state.game().boxed();
                self.start(Task::Perft { game, depth })?;
            }
            Command::Bench(order) => {
                self.start(Task::Bench { order, maker: self.state.maker() })?;
            }
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(job) = &self.job {
                    job.ponder_hit();
                }
            }
            Command::Draw => self.output.say(&reply::drawing(self.state.game(), self.ink)),
            Command::Legal => self.output.say(&reply::legal(self.state.game())),
            Command::Outcome => self.output.say(&reply::outcome(self.state.game())),
            Command::Claim => {
                self.state.make_claim()?;
                self.output.say(&reply::outcome(self.state.game()));
            }
            Command::Eval => self.output.say(self.state.explain().trim_end()),
            Command::Help => self.output.say(HELP),
            Command::IsReady => self.output.say("readyok"),
            // `quit` is dealt with as it comes.
            Command::Ignored | Command::Quit => {}
        }
        Ok(())
    }

    fn set(&mut self, setting: Setting) -> Result<(), CommandError> {
        const NAME: &str = "setoption";
        match setting {
            Setting::Hash(megabytes) => self
                .state
                .resize_table(megabytes)
                .map_err(|error| CommandError::new(NAME, Reason::Table(error)))?,
            Setting::ClearHash => self.state.tt().clear(),
            Setting::Variant(entry) => {
                let start = PositionOrder { variant: Some(entry), fen: None, moves: Vec::new() };
                self.state.set_up(NAME, start)?;
                self.announce();
            }
            Setting::Scoring { classic } => {
                let rules = Options { classic_scoring: classic, ..self.state.rules() };
                self.state.set_rules(NAME, rules)?;
            }
            Setting::TeamKingLoss { eliminates } => {
                let rules = Options { team_king_loss_eliminates: eliminates, ..self.state.rules() };
                self.state.set_rules(NAME, rules)?;
            }
            Setting::Preference(preference) => self.state.preferences.change(preference),
        }
        Ok(())
    }

    /// Tells what the variant is like.
    fn announce(&self) {
        self.output.say(&reply::announcement(self.state.entry(), &self.state.start()));
    }

    /// Tells a player round a table which moves leave its king to be taken, if that is wished.
    fn warn(&self) {
        if self.state.preferences.mercy() && !self.state.entry().is_duel() {
            self.output.say(&reply::self_checks(self.state.game()));
        }
    }

    fn search(&mut self, order: &GoOrder) -> Result<(), CommandError> {
        let game = self.state.game().boxed();
        let legal = game.legal();
        let wrong = order.search_moves.iter().zip(1..).find(|(text, _)| !legal.contains(text));
        if let Some((text, number)) = wrong {
            return Err(CommandError::at("go", text, Reason::IllegalMove(number)));
        }
        let limits = order.limits(game.turn())?;
        self.warn();
        let search = Search {
            thinker: self.state.take_thinker(),
            tt: self.state.tt(),
            settings: self.state.preferences.settings(),
            limits,
            game,
            show_wdl: self.state.preferences.show_wdl(),
        };
        self.start(Task::Search(Box::new(search))).inspect_err(|_| {
            // Whoever asked waits for a move even if there is no thread to find one.
            let game = self.state.game();
            let (verdict, _) = checked(Verdict::default(), game, &order.search_moves);
            self.output.say(&reply::best_move(&verdict));
        })
    }

    fn start(&mut self, task: Task) -> Result<(), CommandError> {
        let sender = self.sender.clone();
        let finished = move |thinker| {
            let _ = sender.send(Event::Finished(thinker));
        };
        let name = task.name();
        let job = Job::start(task, self.output.clone(), finished);
        let refuse =
            |error: io::Error| CommandError::new(name, Reason::Internal(error.to_string()));
        self.job = Some(job.map_err(refuse)?);
        Ok(())
    }

    fn finish_job(&mut self, thinker: Option<Box<dyn Thinker>>) {
        if let Some(job) = self.job.take() {
            if job.is_search() {
                self.state.give_back(thinker);
            }
            job.join();
        }
    }

    fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Stops a search that nothing else would end.
    fn stop_endless(&self) {
        if let Some(job) = self.job.as_ref().filter(|job| job.is_endless()) {
            job.stop();
        }
    }

    /// Stops what runs and gives it a moment to say its last word.
    fn leave(mut self) {
        self.stop();
        let deadline = Instant::now() + PATIENCE;
        while self.job.is_some() {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Finished(thinker)) => self.finish_job(thinker),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn refuse(&self, error: &CommandError) {
        self.output.say(&reply::error(error));
    }
}

/// Whether a session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// Whether a command can only be done while no job runs.
const fn needs_rest(command: &Command) -> bool {
    match command {
        Command::SetOption(setting) => !matches!(setting, Setting::Preference(_)),
        Command::Position(_)
        | Command::Go(_)
        | Command::Perft(_)
        | Command::Bench(_)
        | Command::Claim
        | Command::NewGame => true,
        _ => false,
    }
}
