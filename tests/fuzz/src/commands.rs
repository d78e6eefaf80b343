//! The target `commands`: a whole session, line by line, with searches of a few nodes.
//!
//! One session serves all runs, since threads and tables cost more than the commands; it begins
//! every run at the same place. The first byte says whether `stop` follows each line.

use std::collections::HashMap;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rotunda_engine::Session;
use rotunda_movegen::AnyGame;
use rotunda_protocol::{Command, Preference, Setting};
use rotunda_search::{Event, Limits, SearchOrder, SearchResult, Settings, Thinker, thinker};

use crate::fragments::expand;

/// Most nodes of a search, whatever the command asks for.
const NODES: u64 = 100;
/// The deepest perft that is counted.
const PERFT: u32 = 2;
/// Most threads, and megabytes of the hash table.
const MACHINE: usize = 4;
/// How long a session may take for all commands of a run.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a run ends with that has changed the table's size.
const RESIZE: &str = "setoption name Hash value 1\n";
/// What a run ends with that has left something in the table, or in what the threads have learned.
const FORGET: &str = "ucinewgame\n";
/// What every run ends with: the options that last, and the first variant at its start.
const RESET: &str = "setoption name Threads value 1\n\
    setoption name MultiPV value 1\nsetoption name MultiSearch value auto\n\
    setoption name Scoring value dynamic\nsetoption name TeamKingLoss value continue\n\
    setoption name Mercy value false\nsetoption name UCI_LimitStrength value false\n\
    setoption name Skill Level value 20\nsetoption name UCI_Variant value chess\nuci\n";

/// The session that serves the runs; none before the first one, and after a `quit`.
static SESSION: Mutex<Option<Talk>> = Mutex::new(None);

/// Runs the bytes as a session.
///
/// # Panics
/// If the session answers with an internal error, prints what is no text, or does not come to an end.
pub fn run(bytes: &[u8]) {
    let Some((mode, bytes)) = bytes.split_first() else { return };
    let text = expand(bytes);
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let talk = session.get_or_insert_with(Talk::new);
    let (mut ends, mut reset) = (1, String::from("\nstop\n"));
    for line in text.split(|byte| *byte == b'\n').filter(|line| is_affordable(line)) {
        talk.send(line);
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => {
                let talk = session.take().expect("it is there");
                drop(talk.input);
                talk.thread.join().expect("the session ends without a panic");
                return;
            }
            Ok(Some(Command::Uci)) => ends += 1,
            Ok(Some(Command::Go(_))) => reset.push_str(FORGET),
            Ok(Some(Command::SetOption(Setting::Hash(_)))) => reset.push_str(RESIZE),
            _ => {}
        }
        if mode % 2 == 1 {
            talk.send(b"stop");
        }
    }
    reset.push_str(RESET);
    talk.send(reset.as_bytes());
    for _ in 0..ends {
        let end = talk.ends.recv_timeout(PATIENCE);
        assert!(end.is_ok(), "the session does not answer");
    }
}

/// Whether a line asks for no more work and memory than a run may cost.
fn is_affordable(line: &[u8]) -> bool {
    match Command::parse(line) {
        Ok(Some(Command::Bench(_))) => false,
        Ok(Some(Command::Perft(depth))) => depth <= PERFT,
        Ok(Some(Command::SetOption(
            Setting::Hash(count) | Setting::Preference(Preference::Threads(count)),
        ))) => count <= MACHINE,
        _ => true,
    }
}

/// A session on a thread of its own.
struct Talk {
    input: Sender<Vec<u8>>,
    /// One message for every `uciok`.
    ends: Receiver<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Talk {
    fn new() -> Self {
        let (input, lines) = channel();
        let (done, ends) = channel();
        let output = Output { line: Vec::new(), done };
        let session = Session::with_thinkers(output, frugal).expect("the machine has memory");
        let input_end = BufReader::new(Lines { lines, rest: Vec::new() });
        let talk = Self { input, ends, thread: std::thread::spawn(move || session.run(input_end)) };
        talk.send([RESIZE, RESET].concat().as_bytes());
        talk.ends.recv_timeout(PATIENCE).expect("a new session answers");
        talk
    }

    fn send(&self, line: &[u8]) {
        // A session that has ended by itself is noticed when its answer fails to come.
        let _ = self.input.send([line, b"\n"].concat());
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

/// Output that is looked at line by line.
struct Output {
    line: Vec<u8>,
    /// Gets a message for every `uciok`.
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
            assert!(!line.contains(char::is_control), "{line:?}");
            if line == "uciok" {
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

/// A thinker that looks at a few nodes, whatever it is asked for, and has another one for every
/// variant: to derive the weights of a variant takes longer than all else in a run.
#[derive(Default)]
struct Frugal(Mutex<HashMap<&'static str, Box<dyn Thinker>>>);

fn frugal() -> Box<dyn Thinker> {
    Box::new(Frugal::default())
}

impl Frugal {
    fn thinkers(&self) -> MutexGuard<'_, HashMap<&'static str, Box<dyn Thinker>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinker for Frugal {
    fn think(
        &mut self,
        game: &dyn AnyGame,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult {
        let nodes = Some(order.limits.nodes.unwrap_or(NODES).min(NODES));
        let limits = Limits { nodes, ..order.limits.clone() };
        let order = SearchOrder { limits: &limits, ..*order };
        self.thinkers().entry(game.variant()).or_insert_with(thinker).think(game, &order, on_event)
    }

    fn prepare(&mut self, game: &dyn AnyGame, settings: &Settings) {
        self.thinkers().entry(game.variant()).or_insert_with(thinker).prepare(game, settings);
    }

    fn new_game(&mut self) {
        self.thinkers().values_mut().for_each(|thinker| thinker.new_game());
    }

    fn trace(&self, game: &dyn AnyGame, settings: &Settings) -> String {
        let mut thinkers = self.thinkers();
        let known = thinkers.entry(game.variant()).or_insert_with(thinker);
        known.prepare(game, settings);
        known.trace(game, settings)
    }
}
