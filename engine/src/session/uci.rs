//! The conversation in the extended UCI language: what acts at once, and what waits.
//!
//! Commands are carried out in the order in which they come. While a job runs:
//!
//! * `stop`, `ponderhit` and `isready` act at once. After the last reply of a job, `isready` waits
//!   for the commands before it.
//! * Questions are answered at once, and options of the next search are set at once.
//! * A command that needs the board or the table waits, and so do the commands after it. These are
//!   `position`, `go`, `ucinewgame`, `bench`, `claim`, most options, and `legal` where the list is
//!   long. They wait for the end of a job that ends by itself. A search without a limit is stopped
//!   for them and prints its best move.
//! * At the end of the input, started work is finished in the same way.
//! * `quit` stops a search at once. It also stops perft, the bench and long lists at once, unless
//!   it came from a script. It counts as such if it arrived together with the command that it
//!   follows, or if the input ends directly after it. Then these are finished first.

use std::time::{Duration, Instant};

use rotunda_protocol::{Command, CommandError, Reason, Setting};
use rotunda_search::threads::caught;

use super::queued::Queued;
use super::{Phase, Session};
use crate::backpressure::cost;
use crate::job::Job;
use crate::room;

/// The time within which the input of a script ends after `quit`.
const SCRIPT_END: Duration = Duration::from_millis(20);

impl Session {
    /// Handles a line of input: carries out urgent commands and queues the others.
    pub(super) fn receive_uci(&mut self, line: &[u8], read: u64) {
        let bytes = cost(line);
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        let command = match Command::parse(line) {
            _ if self.phase != Phase::Open => {
                // `quit` was not the last command, so the session does not wait for the end of this
                // input.
                if matches!(self.phase, Phase::Quitting(_)) && !is_blank {
                    self.phase = Phase::Over;
                }
                None
            }
            Ok(Some(Command::Quit)) => {
                self.quit(read);
                None
            }
            Ok(Some(Command::IsReady)) if self.answers_isready_at_once() => {
                self.state.prepare();
                self.output.print("readyok");
                None
            }
            Ok(Some(command)) => {
                // It may be meant for this job or for one that waits before it.
                if matches!(command, Command::Stop) {
                    self.stop();
                }
                if is_counting(&command) {
                    self.counting_read = read;
                }
                Some(Ok(command))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        };
        match command {
            Some(command) => self.queue.push_back(Queued { command, bytes, read }),
            None => self.backpressure.release(bytes),
        }
    }

    /// Stops searches; perft, the bench and long lists may be finished first.
    fn quit(&mut self, read: u64) {
        let is_search =
            |queued: &Queued| queued.command.as_ref().is_ok_and(|c| matches!(c, Command::Go(_)));
        self.queue.retain(|queued| !is_search(queued));
        let runs_search = self.job.as_ref().is_some_and(Job::is_search);
        if runs_search {
            self.stop();
        }
        let waits = |queued: &Queued| queued.command.as_ref().is_ok_and(is_counting);
        let is_counting = self.job.is_some() && !runs_search || self.queue.iter().any(waits);
        self.phase = if !is_counting {
            Phase::Over
        } else if self.counting_read == read {
            Phase::Finishing
        } else {
            Phase::Quitting(Instant::now() + SCRIPT_END)
        };
    }

    /// Returns whether `isready` is answered at once: with nothing before it, or in mid-search.
    /// Otherwise its answer means that all commands before it are done.
    fn answers_isready_at_once(&self) -> bool {
        self.queue.is_empty() || self.job.as_ref().is_some_and(|job| !job.has_answered())
    }

    /// Carries out waiting commands, as far as the job allows.
    pub(super) fn run_uci_queue(&mut self) {
        while self.phase != Phase::Over
            && let Some(Queued { command, bytes, read }) = self.queue.pop_front()
        {
            if self.job.is_some() && command.as_ref().is_ok_and(|command| self.needs_idle(command))
            {
                self.queue.push_front(Queued { command, bytes, read });
                self.stop_endless();
                return;
            }
            let result = command.and_then(|command| {
                let name = command.name();
                if takes_memory(&command) && !room::is_left() {
                    return Err(CommandError::new(name, Reason::NoMemory));
                }
                caught(|| self.execute(command))
                    .unwrap_or_else(|what| Err(CommandError::new(name, Reason::Internal(what))))
            });
            if let Err(error) = result {
                self.state.note_refusal(&error);
                self.print_error(&error);
            }
            self.backpressure.release(bytes);
        }
    }

    /// Returns whether a command can only be carried out while no job runs.
    fn needs_idle(&self, command: &Command) -> bool {
        match command {
            Command::SetOption(setting) => !matches!(setting, Setting::Preference(_)),
            Command::Position(_)
            | Command::Move(_)
            | Command::Undo(_)
            | Command::New
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Bench(_)
            | Command::Claim
            | Command::NewGame => true,
            Command::Legal => self.state.legal().is_none(),
            _ => false,
        }
    }
}

/// Returns whether a command does work that a script waits for: perft, the bench, long lists.
const fn is_counting(command: &Command) -> bool {
    matches!(command, Command::Perft(_) | Command::Bench(_) | Command::Legal)
}

/// Returns whether a command itself needs memory, before any job. `go` answers with a move even
/// without memory.
const fn takes_memory(command: &Command) -> bool {
    matches!(
        command,
        Command::SetOption(_)
            | Command::Position(_)
            | Command::NewGame
            | Command::Draw
            | Command::Legal
            | Command::Outcome
            | Command::Claim
            | Command::Eval
    )
}
