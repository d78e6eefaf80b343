//! The work before `isready`, `stop` and `quit` are answered in the middle of a search, perft or
//! the bench, in the positions that keep the engine busiest.
//!
//! The tests measure the processor time of the process, jobs included, from the command to the
//! answer: a busy machine answers later, but spends no more processor time on it.

#[path = "../documents/conversation.rs"]
mod conversation;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use conversation::Conversation;

/// The most work between `isready` and `readyok`.
const READY: Duration = Duration::from_millis(100);
/// The most work between `stop` and the last line of the job that it ends.
const STOP: Duration = Duration::from_millis(50);
/// The most work between `quit` and the end of the session. The session still waits for a moment
/// for the end of the input, by which it recognises a script, and the job goes on.
const QUIT: Duration = Duration::from_millis(80);
/// The work that a job has done before the command comes.
const MIDDLE: Duration = Duration::from_millis(150);
/// The time to wait for a job that has found everything and does no more work.
const WORKLESS: Duration = Duration::from_secs(1);
/// The greatest factor by which debug builds are slower, because they check incremental values.
const DEBUG: u32 = if cfg!(debug_assertions) { 3 } else { 1 };

/// The lock of the running test: the tests of this program run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

/// A position in which White has a single move, and Black some forty at each of its turns.
const FORCED: &str = "chess fen r3k2r/pppq1ppp/2n2n2/8/1b6/8/PPP2PPP/RNBQ1K1r w kq - 0 1";
/// A position with draughtsmen, and pieces of both sides that they can jump over.
const PIECES: &str = "ordinary fen \
    11k/12/12/2ptcpp5/2p1n1n5/1qrpmppb4/2bCp1r5/2tcppl5/2p1p1c5/11K w - - 0 1";
/// A position with draughtsmen alone.
const DRAUGHTSMEN: &str = "ordinary fen 11k/2c1c1c1c3/1ccccccccc2/2c1c1c1c3/1ccccccccc2/12/\
    1CCCCCCCCC2/2C1C1C1C3/1CCCCCCCCC2/11K w - - 0 1";

/// The job that runs when the commands come.
#[derive(Clone, Copy)]
enum Busy {
    Search(&'static str, &'static str),
    Perft(&'static str, u32),
    Bench,
}

const JOBS: [Busy; 9] = [
    Busy::Search(FORCED, "infinite"),
    Busy::Search(PIECES, "infinite"),
    Busy::Search(PIECES, "movetime 600000"),
    Busy::Search(DRAUGHTSMEN, "infinite"),
    Busy::Search("modern6 startpos", "infinite"),
    Busy::Perft(FORCED, 20),
    Busy::Perft(PIECES, 20),
    Busy::Perft(DRAUGHTSMEN, 20),
    Busy::Bench,
];

impl Busy {
    /// Returns a session in the middle of this job.
    fn begin(self) -> Conversation {
        let conversation = Conversation::new();
        let (position, job) = match self {
            Self::Search(position, limit) => (position, format!("go {limit}")),
            Self::Perft(position, depth) => (position, format!("go perft {depth}")),
            Self::Bench => ("chess startpos", "bench depth 100".into()),
        };
        conversation.ask(&format!("position variant {position}"));
        let (start, sent) = (ProcessTime::now(), Instant::now());
        conversation.send(&job);
        while start.elapsed() < MIDDLE && sent.elapsed() < WORKLESS {
            std::thread::sleep(Duration::from_millis(1));
        }
        conversation
    }

    fn is_end(self, line: &str) -> bool {
        match self {
            Self::Search(..) => line.starts_with("bestmove"),
            Self::Perft(..) => line == "info string perft stopped",
            Self::Bench => line == "info string bench stopped",
        }
    }

    fn name(self) -> String {
        match self {
            Self::Search(position, limit) => format!("go {limit}: {position}"),
            Self::Perft(position, depth) => format!("go perft {depth}: {position}"),
            Self::Bench => "bench".into(),
        }
    }
}

/// Checks that the body takes no more work than this.
fn bounded(what: &str, max: Duration, body: impl FnOnce()) {
    let start = ProcessTime::now();
    body();
    let spent = start.elapsed();
    println!("{spent:?} {what}");
    assert!(spent <= max * DEBUG, "{what}: {spent:?} of processor time");
}

#[test]
fn isready_and_stop_are_answered_at_once() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for job in JOBS {
        let conversation = job.begin();
        bounded(&format!("isready during {}", job.name()), READY, || {
            conversation.send("isready");
            conversation.until(|line| line == "readyok");
        });
        bounded(&format!("stop during {}", job.name()), STOP, || {
            conversation.send("stop");
            conversation.until(|line| job.is_end(line));
        });
        conversation.quit();
    }
}

#[test]
fn quit_is_obeyed_at_once() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for job in JOBS {
        let conversation = job.begin();
        bounded(&format!("quit during {}", job.name()), QUIT, || conversation.quit());
    }
}

#[test]
fn xboard_hears_at_once_where_a_piece_may_go_and_that_a_move_is_not_legal() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for position in [PIECES, DRAUGHTSMEN] {
        let fen = position.strip_prefix("ordinary fen ").expect("a position of that game");
        let conversation = Conversation::new();
        conversation.send(&format!("xboard\nvariant ordinary\nforce\nsetboard {fen}\nping 1"));
        conversation.until(|line| line == "pong 1");
        for order in ["lift d3", "hover d4", "put d4", "usermove d3d4,d4d5", "usermove d3d9"] {
            bounded(&format!("{order}: {position}"), READY, || {
                conversation.send(&format!("{order}\nping 2"));
                conversation.until(|line| line == "pong 2");
            });
        }
        conversation.quit();
    }
}
