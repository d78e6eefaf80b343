//! Conversations, with engines that search, wait, cheat and panic.

mod cecp;
mod games;
mod jobs;
mod positions;
mod seats;

use std::io::{self, BufReader, Cursor, Read};
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rotunda_movegen::{Game, GameMove, Variant};
use rotunda_search::{
    Event as SearchEvent, Limits, SearchEngine, SearchOrder, SearchResult, Settings, StopHandle,
};

use super::*;

/// The time after which a test considers the session hung, long enough for busy machines.
const SOON: Duration = Duration::from_secs(300);

/// A writer whose contents can be read.
#[derive(Clone, Default)]
struct Replies(Arc<Mutex<Vec<u8>>>);

impl Write for Replies {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Replies {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("replies are text")
    }

    fn count(&self, part: &str) -> usize {
        self.text().matches(part).count()
    }

    /// Waits until the replies have a part so many times.
    fn wait(&self, part: &str, times: usize) {
        let deadline = Instant::now() + SOON;
        while self.count(part) < times {
            assert!(Instant::now() < deadline, "no {part:?} in {:?}", self.text());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// An input that gets its bytes when the test says so.
struct Pipe(mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// A conversation step by step.
struct Conversation {
    input: Option<mpsc::Sender<Vec<u8>>>,
    replies: Replies,
    session: JoinHandle<()>,
}

impl Conversation {
    fn with(factory: EngineFactory) -> Self {
        let (sender, input) = mpsc::channel();
        let replies = Replies::default();
        let session = Session::with_engines(replies.clone(), factory).expect("a small table");
        let input = BufReader::new(Pipe(input, Vec::new()));
        let session = std::thread::spawn(move || session.run(input));
        Self { input: Some(sender), replies, session }
    }

    fn send(&self, lines: &str) {
        let line = format!("{lines}\n").into_bytes();
        self.input.as_ref().expect("the input has not ended").send(line).expect("it listens");
    }

    fn end(mut self) -> String {
        self.input = None;
        self.session.join().expect("the session does not panic");
        self.replies.text()
    }
}

/// Returns all replies to a script.
fn replies(factory: EngineFactory, script: &str) -> String {
    let replies = Replies::default();
    let session = Session::with_engines(replies.clone(), factory).expect("a small table");
    session.run(Cursor::new(script.to_string()));
    replies.text()
}

/// The function of a fake engine instead of a search.
type FakeSearch = fn(&Game, &Limits, &StopHandle) -> SearchResult;

/// A engine that does something else than search.
struct FakeEngine(FakeSearch);

impl SearchEngine for FakeEngine {
    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchResult {
        on_event(SearchEvent::Note("thinking".into()));
        self.0(game, order.limits, order.stop)
    }

    fn prepare(&mut self, _: &Game, _: &Settings) {}

    fn new_game(&mut self) {}

    fn trace(&self, _: &Game, _: &Settings) -> String {
        panic!("nothing to explain")
    }
}

fn last(game: &Game) -> SearchResult {
    SearchResult { best: game.legal_moves().pop(), ..SearchResult::default() }
}

/// Answers at once, whatever the limits.
fn instant() -> Box<dyn SearchEngine> {
    Box::new(FakeEngine(|game, _, _| last(game)))
}

/// Thinks a tenth of a second a ply, or until it is stopped.
fn slow() -> Box<dyn SearchEngine> {
    Box::new(FakeEngine(|game, limits, stop| {
        let begin = Instant::now();
        let time = Duration::from_millis(100) * limits.depth.unwrap_or(u32::MAX);
        while !stop.is_stopped() && begin.elapsed() < time {
            std::thread::sleep(Duration::from_millis(1));
        }
        last(game)
    }))
}

fn cheating() -> Box<dyn SearchEngine> {
    /// The first move of another position.
    fn elsewhere(text: &str) -> Option<GameMove> {
        let fen = Some("3k4/8/8/8/8/8/8/R3Q1K1 w - - 0 1");
        Variant::all()[0].game_from(fen).expect("well-formed").parse_move(text).ok()
    }
    Box::new(FakeEngine(|_, _, _| SearchResult {
        best: elsewhere("e1e8"),
        ponder: elsewhere("a1a2"),
        ..SearchResult::default()
    }))
}

fn panicking() -> Box<dyn SearchEngine> {
    Box::new(FakeEngine(|_, _, _| panic!("out of\nideas")))
}
