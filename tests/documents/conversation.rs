//! A session that receives one command after another, as from a person or an interface.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rotunda_engine::Session;

/// The time to wait for a reply, enough for searches of a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Input that comes line by line from the test.
struct Feed {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            self.rest = line.into_bytes();
            self.rest.push(b'\n');
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Output that goes to the test line by line.
struct Tap {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8_lossy(&self.rest).into_owned();
                let _ = self.lines.send(line);
                self.rest.clear();
            } else {
                self.rest.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A session that receives one command after another.
pub struct Conversation {
    commands: Sender<String>,
    replies: Receiver<String>,
    session: JoinHandle<()>,
}

impl Conversation {
    pub fn new() -> Self {
        let (commands, lines) = channel();
        let (sender, replies) = channel();
        let session = Session::new(Tap { lines: sender, rest: Vec::new() });
        let session = session.expect("the machine has memory");
        let feed = BufReader::new(Feed { lines, rest: Vec::new() });
        let session = std::thread::spawn(move || session.run(feed));
        Self { commands, replies, session }
    }

    /// Sends a command.
    pub fn send(&self, command: &str) {
        self.commands.send(command.to_owned()).expect("the session listens");
    }

    /// Returns the next replies up to the one that `is_last`.
    pub fn until(&self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut replies = Vec::new();
        loop {
            let reply = self.replies.recv_timeout(PATIENCE).expect("the session answers");
            replies.push(reply);
            if is_last(replies.last().map_or("", String::as_str)) {
                return replies;
            }
        }
    }

    /// Sends a command and returns the replies to it.
    pub fn ask(&self, command: &str) -> Vec<String> {
        self.send(command);
        if command.starts_with("go") {
            // Every search ends in a move. A perft may be refused.
            let is_count = command.starts_with("go perft");
            let is_refusal = |line: &str| is_count && line.starts_with("info string error");
            let mut replies = self.until(|line| {
                line.starts_with("bestmove")
                    || line.starts_with("Nodes searched")
                    || is_refusal(line)
            });
            if replies.last().is_some_and(|line| line.starts_with("Nodes searched")) {
                replies.extend(self.until(str::is_empty));
            }
            return replies;
        }
        self.send("isready");
        let mut replies = self.until(|line| line == "readyok");
        replies.pop();
        replies
    }

    /// Sends `quit` and waits until the session has ended; the input stays open until then.
    pub fn quit(self) {
        self.send("quit");
        self.session.join().expect("the session does not panic");
    }
}
