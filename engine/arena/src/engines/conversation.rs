//! [`Conversation`]: commands to an engine and its replies, with deadlines, for any protocol.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::process::{EngineEvent, Process};
use crate::base::fault::{Fault, FaultKind};
use crate::plan::match_plan::EngineSpec;

/// The interval at which a waiting match checks whether it must end.
pub(crate) const POLL: Duration = Duration::from_millis(100);
/// The most other replies before an answer.
const MAX_STRAY_REPLIES: usize = 10_000;
/// The bytes without an answer at the deadline from which an engine counts as flooding and not as
/// hung.
const MUCH_OUTPUT: u64 = 4 << 20;
/// The bytes of a mebibyte.
const MIB: u64 = 1 << 20;

/// The reason why there is no answer.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum PlayerError {
    /// The engine has committed a fault.
    Fault(Fault),
    /// The match is to end.
    Interrupted,
}

impl From<Fault> for PlayerError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A reply of an engine in some protocol.
pub(crate) trait Reply: Send + 'static {
    /// Returns whether the reply is a move, which counts even if it comes late.
    fn is_move(&self) -> bool;
}

/// Commands to an engine and its replies.
pub(crate) struct Conversation<'a, R> {
    stop: &'a AtomicBool,
    process: Process<R>,
}

impl<'a, R: Reply> Conversation<'a, R> {
    /// Starts the engine's process. `stop` ends the waiting for replies.
    ///
    /// # Errors
    /// Returns an error if the process does not start.
    pub fn start(
        spec: &EngineSpec,
        stop: &'a AtomicBool,
        parse: impl FnMut(&str) -> Option<R> + Send + 'static,
    ) -> Result<Self, Fault> {
        let failed = |why: String| FaultKind::FailedStart.with(why);
        if let Some(dir) = spec.dir.as_ref().filter(|dir| !dir.is_dir()) {
            return Err(failed(format!("{} is no directory", dir.display())));
        }
        let process = Process::start(spec, parse)
            .map_err(|error| failed(format!("cannot run {}: {error}", spec.command)))?;
        Ok(Self { stop, process })
    }

    /// Sends lines, which end in a line feed.
    ///
    /// # Errors
    /// Returns an error if the engine has closed its input.
    pub fn send(&mut self, lines: impl Into<String>) -> Result<(), Fault> {
        self.process.send(lines).map_err(|_| FaultKind::Crash.with(self.process.exit_text()))
    }

    /// Pauses reading the engine's output for a time.
    pub fn pause_reading(&self, time: Duration) {
        self.process.pause_reading(time);
    }

    /// Takes the replies that have come unasked, up to the first for which `finds` returns
    /// something.
    ///
    /// # Errors
    /// Returns an error if the replies do not end.
    pub fn look_through<T>(
        &mut self,
        mut finds: impl FnMut(R) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        for _ in 0..MAX_STRAY_REPLIES {
            match self.process.poll() {
                Some(EngineEvent::Reply(reply, _)) => {
                    if let Some(found) = finds(reply) {
                        return Ok(Some(found));
                    }
                }
                // The next command fails for this reason.
                Some(EngineEvent::Flood | EngineEvent::Closed) | None => return Ok(None),
            }
        }
        Err(FaultKind::Flood.with(format!("{MAX_STRAY_REPLIES} replies, unasked")))
    }

    /// Waits for the reply for which `finds` returns something; `word` is its name in errors.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, or `finds` returns an error.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        word: &str,
        mut finds: impl FnMut(R) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Instant), PlayerError> {
        for _ in 0..=MAX_STRAY_REPLIES {
            let (reply, at) = self.reply(deadline, word)?;
            if let Some(found) = finds(reply) {
                return Ok((found?, at));
            }
        }
        let what = format!("no {word} in {MAX_STRAY_REPLIES} replies");
        Err(FaultKind::Flood.with(what).into())
    }

    /// Returns the next reply and its time, for a caller that waits for a word until a deadline.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, the engine has ended, or the match is
    /// to end.
    pub fn reply(&mut self, deadline: Instant, word: &str) -> Result<(R, Instant), PlayerError> {
        let begin = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(PlayerError::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.wait(left.min(POLL)) {
                Some(EngineEvent::Closed) => {
                    return Err(FaultKind::Crash.with(self.process.exit_text()).into());
                }
                Some(EngineEvent::Flood) => return Err(self.flood(word).into()),
                // An engine that prints other lines has not answered.
                Some(EngineEvent::Reply(reply, at)) if !left.is_zero() || reply.is_move() => {
                    return Ok((reply, at));
                }
                Some(_) | None if left.is_zero() => {
                    if self.process.output_bytes() >= MUCH_OUTPUT {
                        return Err(self.flood(word).into());
                    }
                    let seconds = begin.elapsed().as_secs_f64();
                    let why = format!("no {word} within {seconds:.1} s");
                    return Err(FaultKind::Hang.with(why).into());
                }
                Some(_) | None => {}
            }
        }
    }

    fn flood(&self, word: &str) -> Fault {
        let size = self.process.output_bytes() / MIB;
        FaultKind::Flood.with(format!("no {word} in {size} MiB of output"))
    }

    /// Asks the engine to quit.
    pub fn quit(self) {
        self.process.quit();
    }
}
