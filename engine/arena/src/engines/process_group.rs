//! [`ProcessGroup`]: a program and its child processes, which end together.
//!
//! Only this file knows the systems' forms of it: a process group on Unix, a job object on Windows.
//! On other systems only the program itself is ended.

use std::io;
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

/// The interval at which an ending process is checked.
const POLL: Duration = Duration::from_millis(2);

/// A program in a group of its own. Dropping it ends the whole group.
///
/// The terminal's Ctrl-C does not reach it on Unix, since the match handles it.
#[derive(Debug)]
pub(crate) struct ProcessGroup {
    leader: Box<dyn ChildWrapper>,
    /// The program's exit status, once it has ended and the rest of its group with it.
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts a program.
    pub fn start(command: Command) -> io::Result<Self> {
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        Ok(Self { leader: command.spawn()?, status: None })
    }

    /// The program's input, if it is piped and not taken yet.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.leader.stdin().take()
    }

    /// The program's output, if it is piped and not taken yet.
    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.leader.stdout().take()
    }

    /// The program's exit status if it ends within a time; the rest of its group ends with it.
    pub fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        while self.status.is_none() {
            if let Ok(Some(status)) = self.leader.try_wait() {
                // This happens at once, since another group could get the same number later.
                let _ = self.leader.start_kill();
                self.status = Some(status);
            } else if Instant::now() < deadline {
                thread::sleep(POLL);
            } else {
                break;
            }
        }
        self.status
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if self.status.is_none() {
            let _ = self.leader.start_kill();
            let _ = self.leader.wait();
        }
    }
}
