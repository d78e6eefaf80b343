//! [`Process`]: an engine's process, and what it says.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use rotunda_protocol::{Line, LineReader};

use crate::dialect::{Listener, Reply};
use crate::plan::EngineSpec;

/// Most bytes that an engine may write before it answers.
const MAX_OUTPUT: usize = 64 << 20;
/// Replies that wait to be heard; an engine that says more has to wait itself.
const QUEUE: usize = 1024;
/// How long an engine may take to leave when asked.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long the last words of a process that has closed its output may take.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How often a process is looked at while it leaves.
const LOOK: Duration = Duration::from_millis(2);

/// A time before which nothing needs to be heard.
///
/// Every line of an engine wakes a thread, which takes longer than to read it. Most lines come at
/// the beginning of a search; those who know that it will take a while read them together.
struct Lull {
    epoch: Instant,
    /// Microseconds after the epoch.
    until: AtomicU64,
}

impl Lull {
    fn left(&self) -> Duration {
        let until = Duration::from_micros(self.until.load(Ordering::Relaxed));
        until.saturating_sub(self.epoch.elapsed())
    }
}

/// An engine's output, not read during lulls.
struct Output<R> {
    inner: R,
    lull: Arc<Lull>,
}

impl<R: Read> Read for Output<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let lull = self.lull.left();
        if !lull.is_zero() {
            thread::sleep(lull);
        }
        self.inner.read(buffer)
    }
}

/// An engine's process in a process group of its own; dropping it ends the group.
pub(crate) struct Process {
    child: Child,
    /// `None` once it has been asked to leave.
    input: Option<ChildStdin>,
    replies: Receiver<Reply>,
    lull: Arc<Lull>,
}

impl Process {
    /// Starts an engine.
    pub fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // A group of its own: the terminal's Ctrl-C is for the match, and helpers end with it.
        let mut child = command.process_group(0).spawn()?;
        let (sender, replies) = sync_channel(QUEUE);
        let input = child.stdin.take();
        let lull = Arc::new(Lull { epoch: Instant::now(), until: AtomicU64::new(0) });
        // From here on dropping the process cleans up.
        let mut process = Self { child, input, replies, lull: lull.clone() };
        let inner = process.child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = Output { inner, lull };
        Builder::new().name("engine".into()).spawn(move || listen(output, &sender))?;
        Ok(process)
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(lines.as_bytes())?;
        input.flush()
    }

    /// Lets the engine talk for a time without being heard.
    pub fn leave_alone(&self, time: Duration) {
        let until = self.lull.epoch.elapsed() + time;
        self.lull.until.store(until.as_micros() as u64, Ordering::Relaxed);
    }

    /// Waits for a reply; `None` if there is none in time.
    pub fn wait(&self, time: Duration) -> Option<Reply> {
        match self.replies.recv_timeout(time) {
            Ok(reply) => Some(reply),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Reply::Closed),
        }
    }

    /// A reply that has come already; `None` if there is none.
    pub fn poll(&self) -> Option<Reply> {
        match self.replies.try_recv() {
            Ok(reply) => Some(reply),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Reply::Closed),
        }
    }

    /// How a process that has closed its output has ended, as text for people.
    pub fn epitaph(&self) -> String {
        match self.ended_within(LAST_WORDS) {
            Some(WaitStatus::Exited(_, code)) => format!("exit status {code}"),
            Some(WaitStatus::Signaled(_, signal, _)) => format!("killed by {signal}"),
            _ => "it closed its output".into(),
        }
    }

    fn id(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// The status of the process once it has ended, which stays to be collected: so its number
    /// belongs to no other process yet.
    fn ended_within(&self, time: Duration) -> Option<WaitStatus> {
        let deadline = Instant::now() + time;
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        loop {
            match waitid(Id::Pid(self.id()), flags) {
                Ok(WaitStatus::StillAlive) if Instant::now() < deadline => thread::sleep(LOOK),
                Ok(WaitStatus::StillAlive) | Err(_) => return None,
                Ok(status) => return Some(status),
            }
        }
    }

    /// Asks the engine to leave and gives it a moment.
    pub fn dismiss(mut self) {
        let asked = self.send("quit\n").is_ok();
        self.input = None;
        if asked {
            self.ended_within(FAREWELL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The leader has not been collected, so that the group cannot be anybody else's.
        let _ = killpg(self.id(), Signal::SIGKILL);
        let _ = self.child.wait();
    }
}

/// Hears an engine out, until it ends or nobody wants to know any more.
fn listen(output: impl Read, sender: &SyncSender<Reply>) {
    let mut listener = Listener::default();
    let mut bytes = 0;
    for line in LineReader::new(BufReader::new(output)) {
        let reply = match line {
            Line::Text(text) => {
                bytes += text.len() + 1;
                listener.hear(&String::from_utf8_lossy(&text))
            }
            Line::TooLong => {
                bytes += rotunda_protocol::LONGEST_LINE;
                None
            }
        };
        let flood = bytes > MAX_OUTPUT;
        if let Some(reply) = reply {
            bytes = 0;
            if sender.send(reply).is_err() {
                return;
            }
        }
        if flood {
            let _ = sender.send(Reply::Flood);
            return;
        }
    }
    let _ = sender.send(Reply::Closed);
}
