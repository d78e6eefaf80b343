//! [`Conversation`]: the one loop of every session, in a [`Dialect`].

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rotunda_movegen::Game;
use rotunda_protocol::{CommandError, LONGEST_LINE, Line, LineReader, Reason, reply};
use rotunda_search::threads::caught;
use rotunda_search::{Limits, SearchResult};

use crate::backpressure::{Backpressure, cost};
use crate::job::{Done, Job, Search, Task};
use crate::output::Output;
use crate::room;
use crate::state::State;
use crate::voice::Voice;

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The time for which `quit` waits for a job to stop before it abandons the job.
const STOP_DEADLINE: Duration = Duration::from_secs(2);
/// The interval of progress lines of a count that goes on after the end of the input. If such a
/// line cannot be written, no reader is left, and the count ends.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// An event that a conversation waits for.
pub(super) enum Event {
    /// A line has come, with the number of the input's read that brought it.
    Line(Line, u64),
    /// There is no more input.
    EndOfInput,
    /// The job is done.
    JobDone(Box<Done>),
    /// Nothing has happened for as long as the phase lets the conversation wait.
    Timeout,
}

/// The phase of a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Commands come.
    Open,
    /// `quit` has come during perft, the bench or a long list. The input of a script ends before
    /// this time.
    Quitting(Instant),
    /// The input has ended, and the started work is finished.
    Finishing,
    /// The running job is stopped.
    Over,
}

/// A protocol of interfaces, spoken with the state and the jobs of a conversation.
pub(super) trait Dialect: Sized {
    /// The commands of the protocol.
    type Command;

    /// Parses a line, which came with a read of the input. A command that cannot wait acts at once;
    /// any other one is returned and waits for its turn.
    fn parse(
        conversation: &mut Conversation<Self>,
        line: &[u8],
        read: u64,
    ) -> Result<Option<Self::Command>, CommandError>;

    /// Parses a line at its turn that named an unknown game when it came, since a command before it
    /// may have loaded the game. Returns `None` if the dialect looks games up at their turn anyway.
    fn parse_late(_line: &[u8]) -> Option<Result<Self::Command, CommandError>> {
        None
    }

    /// Returns whether a command must wait until the running job has ended. Ends the job if nobody
    /// waits for its result.
    fn needs_idle(conversation: &mut Conversation<Self>, command: &Self::Command) -> bool;

    /// Carries out a command.
    fn execute(
        conversation: &mut Conversation<Self>,
        command: Self::Command,
    ) -> Result<(), CommandError>;

    /// Returns the voice of searches and errors.
    fn voice(conversation: &Conversation<Self>) -> Arc<dyn Voice>;

    /// Returns whether the order to stop is meant for the running job.
    fn may_stop(_: &Conversation<Self>) -> bool {
        true
    }

    /// Takes the result of a search, whose voice has reported it.
    fn take_result(_: &mut Conversation<Self>, _: SearchResult) {}
}

/// A command that waits for its turn, or the reason why it is refused.
pub(super) struct Queued<C> {
    pub command: Result<C, CommandError>,
    /// The line, which a refusal repeats.
    line: Vec<u8>,
    /// The bytes that it counts in the backpressure.
    bytes: usize,
    /// Whether a stop has come since, which holds for all work that was ordered before it.
    is_stopped: bool,
}

/// The input of a session, read on a thread of its own.
pub(super) struct Input {
    backpressure: Arc<Backpressure>,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Input {
    /// Starts the thread that reads lines. It ends with the input or with the process.
    ///
    /// # Errors
    /// Returns an error if there can be no thread.
    pub fn read(input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, events) = channel();
        let this = Self { backpressure: Arc::default(), sender, events };
        let (sender, backpressure) = (this.sender.clone(), this.backpressure.clone());
        let body = move || {
            let mut lines = LineReader::new(input);
            while let Some(line) = lines.next() {
                if let Line::Text(text) = &line {
                    backpressure.reserve(cost(text));
                }
                if sender.send(Event::Line(line, lines.reads())).is_err() {
                    return;
                }
            }
            let _ = sender.send(Event::EndOfInput);
        };
        Builder::new().name("input".into()).spawn(body)?;
        Ok(this)
    }

    /// Waits for the first line that is not blank, or the end of the input.
    pub fn first_event(&self) -> Event {
        loop {
            match self.wait(None) {
                Event::Line(Line::Text(line), _) if line.trim_ascii().is_empty() => {
                    self.backpressure.release(cost(&line));
                }
                event => return event,
            }
        }
    }

    /// Waits for an event, for a time at most.
    fn wait(&self, patience: Option<Duration>) -> Event {
        let received = match patience {
            Some(patience) => self.events.recv_timeout(patience),
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        // The input holds a sender itself, so the channel never closes.
        received.unwrap_or(Event::Timeout)
    }
}

/// A conversation: its state, the commands that wait, and the job beside them.
pub(super) struct Conversation<D: Dialect> {
    pub state: State,
    pub output: Arc<Output>,
    input: Input,
    pub queue: VecDeque<Queued<D::Command>>,
    pub job: Option<Job>,
    pub phase: Phase,
    /// The state of the dialect.
    pub dialect: D,
}

impl<D: Dialect> Conversation<D> {
    /// Creates a conversation in a dialect.
    pub fn new(state: State, output: Arc<Output>, input: Input, dialect: D) -> Self {
        let (queue, job, phase) = (VecDeque::new(), None, Phase::Open);
        Self { state, output, input, queue, job, phase, dialect }
    }

    /// Answers the commands of the input, of which the first event has come, to the end.
    pub fn run(mut self, first: Event) {
        let mut event = first;
        loop {
            match event {
                Event::Line(line, read) => self.receive(line, read),
                Event::EndOfInput => self.phase = Phase::Finishing,
                Event::JobDone(done) => self.finish_job(*done),
                Event::Timeout => self.time_out(),
            }
            self.run_queue();
            let is_done = self.job.is_none() && self.queue.is_empty();
            if self.output.is_closed() || self.phase != Phase::Open && is_done {
                self.phase = Phase::Over;
            }
            if self.phase == Phase::Over {
                return self.shut_down();
            }
            event = self.next_event();
        }
    }

    fn next_event(&self) -> Event {
        let patience = match self.phase {
            Phase::Quitting(until) => Some(until.saturating_duration_since(Instant::now())),
            Phase::Finishing => Some(HEARTBEAT),
            Phase::Open | Phase::Over => None,
        };
        self.input.wait(patience)
    }

    fn time_out(&mut self) {
        match self.phase {
            // The input stays open: a user is there, and has asked the session to end.
            Phase::Quitting(_) => self.phase = Phase::Over,
            _ => {
                if let Some(job) = self.job.as_ref().filter(|job| !job.is_search()) {
                    self.output.print(&reply::still_running(job.elapsed()));
                }
            }
        }
    }

    /// Handles a line of input: urgent commands act at once, the others wait in the queue.
    fn receive(&mut self, line: Line, read: u64) {
        let (command, bytes, line) = match line {
            Line::Text(line) => (D::parse(self, &line, read), cost(&line), line),
            Line::TooLong => {
                let error = CommandError::new("input", Reason::TooLong(LONGEST_LINE));
                (Err(error), 0, Vec::new())
            }
        };
        match command.transpose() {
            Some(command) => {
                self.queue.push_back(Queued { command, line, bytes, is_stopped: false });
            }
            None => self.input.backpressure.release(bytes),
        }
    }

    /// Carries out waiting commands, as far as the job allows.
    fn run_queue(&mut self) {
        while self.phase != Phase::Over
            && let Some(mut queued) = self.queue.pop_front()
        {
            let names_unknown_game =
                |error: &CommandError| *error.reason() == Reason::UnknownVariant;
            if queued.command.as_ref().is_err_and(names_unknown_game)
                && let Some(command) = D::parse_late(&queued.line)
            {
                queued.command = command;
            }
            if self.job.is_some()
                && queued.command.as_ref().is_ok_and(|command| D::needs_idle(self, command))
            {
                self.queue.push_front(queued);
                break;
            }
            let Queued { command, line, bytes, is_stopped } = queued;
            if let Err(error) = command.and_then(|command| D::execute(self, command)) {
                self.state.note_refusal(&error);
                let line = String::from_utf8_lossy(&line);
                self.output.print(&D::voice(self).refusal(&error, &line));
            }
            self.input.backpressure.release(bytes);
            if is_stopped && D::may_stop(self) {
                self.stop();
            }
        }
        if self.phase == Phase::Finishing {
            self.stop_endless();
        }
    }

    /// Starts a search of a game, which was ordered at this time.
    pub fn search(
        &mut self,
        game: Game,
        limits: Limits,
        started: Instant,
    ) -> Result<(), CommandError> {
        let search = Search {
            engine: self.state.take_engine(),
            tt: self.state.tt(),
            settings: self.state.preferences.settings(),
            limits,
            game,
            voice: D::voice(self),
            started,
        };
        self.start(Task::Search(Box::new(search)))
    }

    /// Starts a job.
    pub fn start(&mut self, task: Task) -> Result<(), CommandError> {
        let sender = self.input.sender.clone();
        let on_done = move |done| {
            let _ = sender.send(Event::JobDone(Box::new(done)));
        };
        let name = task.name();
        let job = Job::start(task, self.output.clone(), on_done);
        let internal =
            |error: io::Error| CommandError::new(name, Reason::Internal(error.to_string()));
        self.job = Some(job.map_err(internal)?);
        Ok(())
    }

    fn finish_job(&mut self, done: Done) {
        if let Some(job) = self.job.take() {
            if let Some(engine) = done.engine {
                self.state.give_back(engine);
            }
            job.join();
            if let Some(result) = done.result {
                D::take_result(self, result);
            }
        }
    }

    /// Stops the running job.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Stops the running job, and the jobs of all commands that wait as soon as they begin: who
    /// says stop waits for the answers to everything that came before.
    pub fn stop_all(&mut self) {
        if D::may_stop(self) {
            self.stop();
        }
        self.queue.iter_mut().for_each(|queued| queued.is_stopped = true);
    }

    /// Stops a search that would not end by itself.
    pub fn stop_endless(&self) {
        if let Some(job) = self.job.as_ref().filter(|job| job.is_endless()) {
            job.stop();
        }
    }

    /// Stops the running job and lets it print its last lines.
    fn shut_down(mut self) {
        self.stop();
        let deadline = Instant::now() + STOP_DEADLINE;
        while self.job.is_some() {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.input.wait(Some(left)) {
                Event::JobDone(done) => self.finish_job(*done),
                Event::Timeout => return,
                Event::Line(..) | Event::EndOfInput => {}
            }
        }
    }

    /// Prints each lenient reading in a line of its own.
    pub fn print_notes(&self, notes: &[String]) {
        let voice = D::voice(self);
        for note in notes {
            self.output.print(&voice.note(note));
        }
    }
}

/// Carries out a command of this name. Too little memory, for a command that needs some, and a
/// panic are errors.
pub(super) fn guarded(
    name: &str,
    takes_memory: bool,
    execute: impl FnOnce() -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    if takes_memory && !room::is_left() {
        return Err(CommandError::new(name, Reason::NoMemory));
    }
    caught(execute).unwrap_or_else(|what| Err(CommandError::new(name, Reason::Internal(what))))
}
