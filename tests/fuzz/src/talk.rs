//! A session on a thread of its own that serves run after run, with searches of a few nodes.
//!
//! One session serves all runs, since threads and tables cost more than the commands.

use std::collections::HashMap;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rotunda_engine::{Protocol, Session};
use rotunda_movegen::Game;
use rotunda_search::{
    Event, Limits, SearchEngine, SearchOrder, SearchResult, Settings, search_engine,
};

/// The most nodes of a search, whatever the command asks for.
const NODES: u64 = 100;
/// The most threads, and the most megabytes of the hash table.
pub const MACHINE: usize = 4;
/// The time that a session may take for all commands of a run.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session on a thread of its own.
pub struct Talk {
    input: Sender<Vec<u8>>,
    /// The channel with one message for every line that ends a run.
    ends: Receiver<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Talk {
    /// Starts a session in this language. It prints the line `end` in reply to a command, after all
    /// commands before it.
    pub fn new(protocol: Protocol, end: &'static str) -> Self {
        let (input, lines) = channel();
        let (done, ends) = channel();
        let output = Output { line: Vec::new(), end, done };
        let session = Session::with_engines(output, frugal).expect("the machine has memory");
        let session = session.with_protocol(protocol);
        let input_end = BufReader::new(Lines { lines, rest: Vec::new() });
        Self { input, ends, thread: std::thread::spawn(move || session.run(input_end)) }
    }

    /// Sends a line, or several.
    pub fn send(&self, lines: &[u8]) {
        // If the session has ended by itself, its next answer does not come.
        let _ = self.input.send([lines, b"\n"].concat());
    }

    /// Waits until the session has printed the line that ends a run this often.
    ///
    /// # Panics
    /// Panics if it does not.
    pub fn wait(&self, ends: usize) {
        for _ in 0..ends {
            let end = self.ends.recv_timeout(PATIENCE);
            assert!(end.is_ok(), "the session does not answer");
        }
    }

    /// Waits for the end of a session that has received `quit`.
    ///
    /// # Panics
    /// Panics if it ends with a panic.
    pub fn join(self) {
        drop(self.input);
        self.thread.join().expect("the session ends without a panic");
    }
}

/// Input that comes line by line.
struct Lines {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Output that is examined line by line.
struct Output {
    line: Vec<u8>,
    end: &'static str,
    /// The channel that gets a message for every line that ends a run.
    done: Sender<()>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = std::str::from_utf8(&self.line).expect("answers are text");
            assert!(!line.contains("internal error"), "{line}");
            // XBoard's protocol has a tab in front of a line of moves.
            let is_strange = |letter: char| letter.is_control() && letter != '\t';
            assert!(!line.contains(is_strange), "{line:?}");
            if line == self.end {
                let _ = self.done.send(());
            }
            self.line.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An engine that searches a few nodes only, whatever the limits, and that keeps an engine for
/// every variant: deriving the weights of a variant takes longer than all else in a run.
#[derive(Default)]
struct Frugal(Mutex<HashMap<&'static str, Known>>);

/// The engine of a variant.
struct Known {
    engine: Box<dyn SearchEngine>,
    /// Whether it has searched. To clear the engines of all variants takes long.
    has_searched: bool,
}

impl Default for Known {
    fn default() -> Self {
        Self { engine: search_engine(), has_searched: false }
    }
}

fn frugal() -> Box<dyn SearchEngine> {
    Box::new(Frugal::default())
}

impl Frugal {
    fn known(&self) -> MutexGuard<'_, HashMap<&'static str, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchEngine for Frugal {
    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult {
        let nodes = Some(order.limits.nodes.unwrap_or(NODES).min(NODES));
        let limits = Limits { nodes, ..order.limits.clone() };
        let order = SearchOrder { limits: &limits, ..*order };
        let mut known = self.known();
        let known = known.entry(game.variant()).or_default();
        known.has_searched = true;
        known.engine.think(game, &order, on_event)
    }

    fn prepare(&mut self, game: &Game, settings: &Settings) {
        self.known().entry(game.variant()).or_default().engine.prepare(game, settings);
    }

    fn new_game(&mut self) {
        for known in self.known().values_mut().filter(|known| known.has_searched) {
            known.engine.new_game();
            known.has_searched = false;
        }
    }

    fn trace(&self, game: &Game, settings: &Settings) -> String {
        let mut known = self.known();
        let known = known.entry(game.variant()).or_default();
        known.engine.prepare(game, settings);
        known.engine.trace(game, settings)
    }
}
