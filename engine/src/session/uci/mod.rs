//! The conversation in the extended UCI language: the commands that act at once, and those that
//! wait.
//!
//! Commands are carried out in the order in which they come. While a job runs:
//!
//! * `stop`, `ponderhit` and `isready` act at once. `stop` ends the job, and those of all commands
//!   that wait as soon as they begin, so that every `go` before it is answered at once. After the
//!   last reply of a job, `isready` waits for the commands before it.
//! * Questions are answered at once, and options of the next search are set at once.
//! * A command that needs the board or the table waits, and so do the commands after it. These are
//!   `position`, `go`, `ucinewgame`, `bench`, `claim`, most options, and `legal` where the list is
//!   long. They wait for the end of a job that ends by itself. A search without a limit is stopped
//!   for them and prints its best move.
//! * At the end of the input, started work is finished in the same way.
//! * `quit` stops a search at once. It also stops perft, the bench and long lists at once, unless
//!   it came from a script. It counts as such if it arrived together with the command that it
//!   follows, or if the input ends directly after it. Then these are finished first.

mod execute;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rotunda_protocol::{Command, CommandError, Setting, reply};

use super::conversation::{Conversation, Dialect, Phase, Queued, guarded};
use crate::ink::Ink;
use crate::job::Job;
use crate::voice::{UciVoice, Voice};

/// The time within which the input of a script ends after `quit`.
const SCRIPT_END: Duration = Duration::from_millis(20);

/// The extended UCI language.
pub(super) struct Uci {
    ink: Ink,
    /// The number of seats of the games that `uci` lists; `None` for all games.
    seats: Option<usize>,
    /// The number of the input's read that brought the latest perft, bench or list.
    counting_read: u64,
}

impl Uci {
    /// Creates the language with boards in this ink. It lists games for so many seats, or all.
    pub const fn new(ink: Ink, seats: Option<usize>) -> Self {
        Self { ink, seats, counting_read: 0 }
    }
}

impl Dialect for Uci {
    type Command = Command;

    fn parse(
        conversation: &mut Conversation<Self>,
        line: &[u8],
        read: u64,
    ) -> Result<Option<Command>, CommandError> {
        if conversation.phase != Phase::Open {
            // `quit` was not the last command, so the session does not wait for the end of this
            // input.
            if matches!(conversation.phase, Phase::Quitting(_)) && !line.trim_ascii().is_empty() {
                conversation.phase = Phase::Over;
            }
            return Ok(None);
        }
        let note = |note: String| conversation.output.print(&reply::note(&note));
        match Command::parse_noting(line, note)? {
            Some(Command::Quit) => {
                conversation.quit(read);
                Ok(None)
            }
            Some(Command::IsReady) if conversation.answers_isready_at_once() => {
                conversation.state.prepare();
                conversation.output.print("readyok");
                Ok(None)
            }
            Some(Command::Stop) => {
                conversation.stop_all();
                Ok(None)
            }
            command => {
                if command.as_ref().is_some_and(is_counting) {
                    conversation.dialect.counting_read = read;
                }
                Ok(command)
            }
        }
    }

    fn parse_late(line: &[u8]) -> Option<Result<Command, CommandError>> {
        Command::parse(line).transpose()
    }

    fn needs_idle(conversation: &mut Conversation<Self>, command: &Command) -> bool {
        let waits = conversation.is_for_idle(command);
        if waits {
            conversation.stop_endless();
        }
        waits
    }

    fn execute(
        conversation: &mut Conversation<Self>,
        command: Command,
    ) -> Result<(), CommandError> {
        guarded(command.name(), takes_memory(&command), || conversation.carry_out(command))
    }

    fn voice(conversation: &Conversation<Self>) -> Arc<dyn Voice> {
        Arc::new(UciVoice { show_wdl: conversation.state.preferences.show_wdl() })
    }
}

impl Conversation<Uci> {
    /// Stops searches; perft, the bench and long lists may be finished first.
    fn quit(&mut self, read: u64) {
        let is_search = |queued: &Queued<Command>| {
            queued.command.as_ref().is_ok_and(|command| matches!(command, Command::Go(_)))
        };
        self.queue.retain(|queued| !is_search(queued));
        let runs_search = self.job.as_ref().is_some_and(Job::is_search);
        if runs_search {
            self.stop();
        }
        let waits = |queued: &Queued<Command>| queued.command.as_ref().is_ok_and(is_counting);
        let is_counting = self.job.is_some() && !runs_search || self.queue.iter().any(waits);
        self.phase = if !is_counting {
            Phase::Over
        } else if self.dialect.counting_read == read {
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

    /// Returns whether a command can only be carried out while no job runs.
    fn is_for_idle(&self, command: &Command) -> bool {
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
