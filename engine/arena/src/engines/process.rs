//! [`Process`]: an engine's process and its output.

use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use rotunda_protocol::{Line, LineReader};

use super::process_group::ProcessGroup;
use crate::plan::match_plan::EngineSpec;

/// The most bytes that an engine may write before it answers; unit tests wait for fewer.
const MAX_OUTPUT: u64 = if cfg!(test) { 1 << 18 } else { 64 << 20 };
/// The most unread replies. An engine with more has to wait.
const QUEUE: usize = 1024;
/// The time for an engine to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(500);
/// The time for a process to end after it has closed its output.
const EXIT_TIME: Duration = Duration::from_millis(200);

/// An event from an engine.
#[derive(Debug)]
pub(crate) enum EngineEvent<R> {
    /// A reply and its time.
    Reply(R, Instant),
    /// The engine wrote too much, and no more is read.
    Flood,
    /// The engine has closed its output.
    Closed,
}

/// The state that the reading thread shares with the asking one.
///
/// Every line of an engine wakes a thread, which takes longer than reading it. Most lines come at
/// the beginning of a search. While reading is paused they collect in the pipe, and are then read
/// together.
struct ReadState {
    epoch: Instant,
    /// The end of the pause in reading, in microseconds after the epoch.
    paused_until: AtomicU64,
    /// The bytes read since the last command was sent.
    bytes: AtomicU64,
    /// Whether there were too many of them.
    flooded: AtomicBool,
}

impl ReadState {
    fn pause_left(&self) -> Duration {
        let until = Duration::from_micros(self.paused_until.load(Ordering::Relaxed));
        until.saturating_sub(self.epoch.elapsed())
    }
}

/// An engine's output: counted, not read during pauses, and at its end when there is too much.
struct Output<R> {
    inner: R,
    state: Arc<ReadState>,
}

impl<R: Read> Read for Output<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let pause = self.state.pause_left();
        if !pause.is_zero() {
            thread::sleep(pause);
        }
        let length = self.inner.read(buffer)?;
        let before = self.state.bytes.fetch_add(length as u64, Ordering::Relaxed);
        if before + length as u64 > MAX_OUTPUT {
            self.state.flooded.store(true, Ordering::Relaxed);
            return Ok(0);
        }
        Ok(length)
    }
}

/// An engine's process in a process group of its own, whose lines are parsed to replies `R`;
/// dropping it ends the group.
pub(crate) struct Process<R> {
    group: ProcessGroup,
    /// The channel to the writing thread; `None` once the engine has been asked to quit.
    input: Option<Sender<String>>,
    events: Receiver<EngineEvent<R>>,
    state: Arc<ReadState>,
}

impl<R: Send + 'static> Process<R> {
    /// Starts an engine. `parse` returns the meaning of a line, if it matters.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(
        spec: &EngineSpec,
        parse: impl FnMut(&str) -> Option<R> + Send + 'static,
    ) -> io::Result<Self> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut group = ProcessGroup::start(command)?;
        let (stdin, stdout) = (group.take_input(), group.take_output());
        let (stdin, inner) =
            stdin.zip(stdout).ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        let state = Arc::new(ReadState {
            epoch: Instant::now(),
            paused_until: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            flooded: AtomicBool::new(false),
        });
        let (sender, events) = sync_channel(QUEUE);
        let (input, commands) = channel();
        let output = Output { inner, state: state.clone() };
        Builder::new()
            .name("engine output".into())
            .spawn(move || read_all(output, parse, &sender))?;
        Builder::new().name("engine input".into()).spawn(move || write_all(stdin, &commands))?;
        Ok(Self { group, input: Some(input), events, state })
    }

    /// Sends lines, without waiting for the engine to read them.
    ///
    /// # Errors
    /// Returns an error if the engine has closed its input.
    pub fn send(&mut self, lines: impl Into<String>) -> io::Result<()> {
        let input = self.input.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        self.state.bytes.store(0, Ordering::Relaxed);
        input.send(lines.into()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Pauses reading the engine's output for a time.
    pub fn pause_reading(&self, time: Duration) {
        let until = self.state.epoch.elapsed() + time;
        self.state.paused_until.store(until.as_micros() as u64, Ordering::Relaxed);
    }

    /// Returns the bytes that the engine has written since the last command.
    pub fn output_bytes(&self) -> u64 {
        self.state.bytes.load(Ordering::Relaxed)
    }

    /// Waits for the next event; `None` if there is none in time.
    pub fn wait(&self, time: Duration) -> Option<EngineEvent<R>> {
        match self.events.recv_timeout(time) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(self.end()),
        }
    }

    /// Returns an event that has already come; `None` if there is none.
    pub fn poll(&self) -> Option<EngineEvent<R>> {
        match self.events.try_recv() {
            Ok(event) => Some(event),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(self.end()),
        }
    }

    /// Returns the event about the end of the output.
    fn end(&self) -> EngineEvent<R> {
        if self.state.flooded.load(Ordering::Relaxed) {
            EngineEvent::Flood
        } else {
            EngineEvent::Closed
        }
    }

    /// Describes the end of a process that has closed its output, as text for people.
    pub fn exit_text(&mut self) -> String {
        match self.group.wait(EXIT_TIME) {
            Some(status) => match status.code() {
                Some(code) => format!("exit status {code}"),
                None => status.to_string(),
            },
            None => "it closed its output".into(),
        }
    }

    /// Asks the engine to quit and waits for a moment.
    pub fn quit(mut self) {
        let asked = self.send("quit\n").is_ok();
        self.input = None;
        if asked {
            self.group.wait(QUIT_TIME);
        }
    }
}

/// Reads an engine's output until it ends or the receiver is gone.
fn read_all<R>(
    output: impl Read,
    mut parse: impl FnMut(&str) -> Option<R>,
    sender: &SyncSender<EngineEvent<R>>,
) {
    for line in LineReader::new(BufReader::new(output)) {
        let Line::Text(text) = line else { continue };
        if let Some(reply) = parse(&String::from_utf8_lossy(&text))
            && sender.send(EngineEvent::Reply(reply, Instant::now())).is_err()
        {
            return;
        }
    }
}

/// Writes commands to an engine until there are no more or it has closed its input, even if it
/// reads slowly.
fn write_all(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for lines in commands {
        if stdin.write_all(lines.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use rotunda_protocol::uci_client::{EngineReply, ReplyParser};

    use super::*;

    /// The time for actions that must not wait, generous for busy machines.
    const SOON: Duration = Duration::from_secs(300);

    fn start(command: &str, args: &[&str]) -> Process<EngineReply> {
        let args = args.iter().map(ToString::to_string).collect();
        let spec = EngineSpec { command: command.into(), args, ..EngineSpec::default() };
        let mut parser = ReplyParser::default();
        Process::start(&spec, move |line| parser.parse(line)).expect("every Unix has it")
    }

    #[test]
    fn an_engine_that_does_not_read_is_not_waited_for() {
        let begin = Instant::now();
        let mut process = start("sleep", &["1000"]);
        // Far more than a pipe holds.
        for _ in 0..100 {
            process.send("position startpos ".repeat(10_000)).expect("nobody waits");
        }
        assert!(process.wait(Duration::from_millis(1)).is_none());
        drop(process);
        assert!(begin.elapsed() < SOON);
    }

    #[test]
    fn too_much_output_is_a_flood_whatever_its_lines() {
        for text in ["info depth 1 ", "x\n"] {
            let process = start("sh", &["-c", &format!("yes '{text}' | tr -d '@'")]);
            assert!(matches!(process.wait(SOON), Some(EngineEvent::Flood)), "{text}");
        }
        let endless = start("sh", &["-c", "yes 'info depth' | tr -d '\\n'"]);
        assert!(matches!(endless.wait(SOON), Some(EngineEvent::Flood)));
    }

    #[test]
    fn the_exit_status_is_told_and_the_group_ends_with_its_leader() {
        let mut process = start("sh", &["-c", "sleep 1000 & echo uciok; exit 3"]);
        assert!(matches!(process.wait(SOON), Some(EngineEvent::Reply(EngineReply::UciOk, _))));
        while process.group.wait(EXIT_TIME).is_none() {}
        assert_eq!(process.exit_text(), "exit status 3");
        // The helper had the output open, and was ended too.
        assert!(matches!(process.wait(SOON), Some(EngineEvent::Closed)));
    }
}
