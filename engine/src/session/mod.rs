//! [`Session`]: reads commands, answers them, and runs one job at a time beside them.

mod cecp;
mod execute;
mod queued;
#[cfg(test)]
mod tests;
mod uci;

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rotunda_protocol::{CommandError, LONGEST_LINE, Line, LineReader, Reason, reply};
use rotunda_search::{TableError, thinker};

use crate::backpressure::{Backpressure, cost};
use crate::ink::Ink;
use crate::job::{Done, Job};
use crate::output::Output;
use crate::state::{State, ThinkerFactory};
use cecp::conversation::Cecp;
use queued::Queued;

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The time for which `quit` waits for a job to stop before it abandons the job.
const STOP_DEADLINE: Duration = Duration::from_secs(2);
/// The interval of progress lines of a count that goes on after the end of the input. If such a
/// line cannot be written, no reader is left, and the count ends.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// A protocol of interfaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI, with extensions.
    Uci,
    /// The Chess Engine Communication Protocol, version 2.
    Xboard,
}

/// An event that the session waits for.
enum Event {
    /// A line has come, with the number of the input's read that brought it.
    Line(Line, u64),
    /// There is no more input.
    EndOfInput,
    /// The job is done.
    JobDone(Box<Done>),
    /// Nothing has happened for as long as the session's phase lets it wait.
    Timeout,
}

/// The phase of the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
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

/// A conversation in the extended UCI language, or in XBoard's protocol if the first word is
/// `xboard`.
pub struct Session {
    state: State,
    output: Arc<Output>,
    backpressure: Arc<Backpressure>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// UCI commands that wait for their turn.
    queue: VecDeque<Queued>,
    job: Option<Job>,
    /// The number of the input's read that brought the latest perft, bench or list.
    counting_read: u64,
    phase: Phase,
    ink: Ink,
    /// The number of seats of the games that `uci` lists; `None` for all games.
    seats: Option<usize>,
    /// The protocol of the conversation; `None` until the first word decides.
    protocol: Option<Protocol>,
    /// The state of a conversation with XBoard.
    cecp: Cecp,
}

impl Session {
    /// Creates a session that answers to a writer.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the transposition table.
    pub fn new(output: impl Write + Send + 'static) -> Result<Self, TableError> {
        Self::with_thinkers(output, thinker)
    }

    /// Creates a session with other thinkers for its searches.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the transposition table.
    pub fn with_thinkers(
        output: impl Write + Send + 'static,
        factory: ThinkerFactory,
    ) -> Result<Self, TableError> {
        let (sender, events) = channel();
        Ok(Self {
            state: State::new(factory)?,
            output: Arc::new(Output::new(output)),
            backpressure: Arc::default(),
            sender,
            events,
            queue: VecDeque::new(),
            job: None,
            counting_read: 0,
            phase: Phase::Open,
            ink: Ink::Plain,
            seats: None,
            protocol: None,
            cecp: Cecp::default(),
        })
    }

    /// Returns the session with boards drawn in this ink.
    #[must_use]
    pub fn with_ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    /// Returns the session with a fixed protocol, whatever the first word is.
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
    pub fn run(mut self, input: impl BufRead + Send + 'static) {
        if let Err(error) = self.read(input) {
            self.print_error(&CommandError::new("input", Reason::Internal(error.to_string())));
            return;
        }
        while self.phase != Phase::Over {
            match self.next_event() {
                Event::Line(line, read) => self.receive(line, read),
                Event::EndOfInput => self.phase = Phase::Finishing,
                Event::JobDone(done) => self.finish_job(*done),
                Event::Timeout => self.time_out(),
            }
            self.run_queue();
            let is_done = self.job.is_none() && self.queue.is_empty() && !self.cecp.has_waiting();
            if self.output.is_closed() || self.phase != Phase::Open && is_done {
                self.phase = Phase::Over;
            }
        }
        self.shut_down();
    }

    /// Reads lines on a thread of its own, which ends with the input or with the process.
    fn read(&self, input: impl BufRead + Send + 'static) -> std::io::Result<()> {
        let (sender, backpressure) = (self.sender.clone(), self.backpressure.clone());
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
        Builder::new().name("input".into()).spawn(body).map(drop)
    }

    fn next_event(&self) -> Event {
        let patience = match self.phase {
            Phase::Quitting(until) => Some(until.saturating_duration_since(Instant::now())),
            Phase::Finishing => Some(HEARTBEAT),
            Phase::Open | Phase::Over => None,
        };
        let received = match patience {
            Some(patience) => self.events.recv_timeout(patience),
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        // The session holds a sender itself, so the channel never closes.
        received.unwrap_or(Event::Timeout)
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

    /// Handles a line of input, in the session's protocol.
    fn receive(&mut self, line: Line, read: u64) {
        let Line::Text(line) = line else {
            return self.refuse_long_line(read);
        };
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        if self.protocol.is_none() && !is_blank {
            let is_xboard = line.trim_ascii() == b"xboard";
            self.protocol = Some(if is_xboard { Protocol::Xboard } else { Protocol::Uci });
        }
        if self.protocol == Some(Protocol::Xboard) {
            self.receive_cecp(&line);
        } else {
            self.receive_uci(&line, read);
        }
    }

    /// Refuses a line that is too long, in its turn.
    fn refuse_long_line(&mut self, read: u64) {
        let error = CommandError::new("input", Reason::TooLong(LONGEST_LINE));
        if self.protocol == Some(Protocol::Xboard) {
            self.state.note_refusal(&error);
            self.print_error(&error);
        } else {
            self.queue.push_back(Queued { command: Err(error), bytes: 0, read });
        }
    }

    /// Carries out waiting commands, as far as the job allows.
    fn run_queue(&mut self) {
        self.run_cecp_queue();
        self.run_uci_queue();
        if self.phase == Phase::Finishing {
            self.stop_endless();
        }
    }

    fn finish_job(&mut self, done: Done) {
        if let Some(job) = self.job.take() {
            if let Some(thinker) = done.thinker {
                self.state.give_back(thinker);
            }
            job.join();
            if let Some(result) = done.result {
                self.decide(result);
            }
        }
    }

    fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Stops a search that would not end by itself.
    fn stop_endless(&self) {
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
            match self.events.recv_timeout(left) {
                Ok(Event::JobDone(done)) => self.finish_job(*done),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn print_error(&self, error: &CommandError) {
        self.output.print(&reply::error(error));
    }
}
