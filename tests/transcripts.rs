//! Golden transcripts: a recorded session of every duel and of some multiplayer games, and one of
//! bad input.
//!
//! A transcript is a file of commands, marked `> `, each followed by its replies. Only what a
//! clock decides is masked.

use std::fs;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use rotunda_engine::Session;

use crate::golden::{self, check};
use crate::support::recorded;

/// The folder of the transcripts.
const FOLDER: &str = "transcripts";
/// How long a reply may take: searches of a debug build on a busy machine, and more.
const PATIENCE: Duration = Duration::from_secs(120);
/// The marker of a command in a transcript.
pub const PROMPT: &str = "> ";

/// Input that comes line by line, as the test sends it.
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

/// Output that is passed on line by line.
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

/// A session that gets one command after another.
struct Conversation {
    commands: Sender<String>,
    replies: Receiver<String>,
}

impl Conversation {
    fn new() -> Self {
        let (commands, lines) = channel();
        let (sender, replies) = channel();
        let session = Session::new(Tap { lines: sender, rest: Vec::new() });
        let session = session.expect("the machine has memory");
        let feed = BufReader::new(Feed { lines, rest: Vec::new() });
        std::thread::spawn(move || session.run(feed));
        Self { commands, replies }
    }

    fn send(&self, command: &str) {
        self.commands.send(command.to_owned()).expect("the session listens");
    }

    /// The next replies up to the one that `is_last`.
    fn until(&self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut replies = Vec::new();
        loop {
            let reply = self.replies.recv_timeout(PATIENCE).expect("the session answers");
            replies.push(reply);
            if is_last(replies.last().map_or("", String::as_str)) {
                return replies;
            }
        }
    }

    /// The replies to a command.
    fn ask(&self, command: &str) -> Vec<String> {
        self.send(command);
        if command.starts_with("go") {
            let is_error = |line: &str| line.starts_with("info string error");
            let mut replies = self.until(|line| {
                line.starts_with("bestmove") || line.starts_with("Nodes searched") || is_error(line)
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
}

/// A reply without what a clock decides.
pub fn masked(reply: &str) -> String {
    if !reply.starts_with("info ") {
        return reply.into();
    }
    let mut words: Vec<&str> = reply.split(' ').collect();
    for index in 1..words.len() {
        if ["nps", "time"].contains(&words[index - 1]) {
            words[index] = "*";
        }
    }
    words.join(" ")
}

/// The replies to each of the commands, as a session gives them one after another.
pub fn replies(commands: impl Iterator<Item = String>) -> impl Iterator<Item = Vec<String>> {
    let conversation = Conversation::new();
    commands.map(move |command| conversation.ask(&command))
}

fn record(commands: &[String]) -> String {
    let mut text = String::new();
    for (command, replies) in commands.iter().zip(replies(commands.iter().cloned())) {
        text += &[PROMPT, command, "\n"].concat();
        for reply in replies {
            text += &(masked(&reply) + "\n");
        }
    }
    text
}

#[test]
fn sessions_go_as_recorded() {
    for name in recorded().chain(["bad-input"]) {
        let recorded = fs::read_to_string(golden::path(FOLDER, name)).unwrap_or_default();
        let commands = recorded.lines().filter_map(|line| line.strip_prefix(PROMPT));
        let commands: Vec<String> = commands.map(ToOwned::to_owned).collect();
        assert!(!commands.is_empty(), "{name} has no transcript");
        check(FOLDER, name, &record(&commands));
    }
}
