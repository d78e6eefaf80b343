//! The target `commands`: a whole UCI session, line by line, with searches of a few nodes.
//!
//! One session serves all runs; each run begins in the same state. If the first byte is odd, `stop`
//! follows each line.

use std::sync::{Mutex, PoisonError};

use rotunda_engine::Protocol;
use rotunda_protocol::{Command, Preference, Setting};

use crate::fragments::expand;
use crate::talk::{MACHINE, Talk};

/// The deepest perft that is counted.
const PERFT: u32 = 2;

/// The last command of a run that has changed the table's size.
const RESIZE: &str = "setoption name Hash value 1\n";
/// The last command of a run that has searched: it clears the table and the threads' memory.
const FORGET: &str = "ucinewgame\n";
/// The last commands of every run: they reset the lasting options, and set up the first variant.
const RESET: &str = "setoption name Threads value 1\n\
    setoption name MultiPV value 1\nsetoption name MultiSearch value auto\n\
    setoption name Scoring value dynamic\nsetoption name TeamKingLoss value continue\n\
    setoption name Mercy value false\nsetoption name UCI_LimitStrength value false\n\
    setoption name Skill Level value 20\nsetoption name UCI_Variant value chess\nuci\n";

/// The session that serves the runs. There is none before the first run and after a `quit`.
static SESSION: Mutex<Option<Talk>> = Mutex::new(None);

/// Runs the bytes as a session.
///
/// # Panics
/// Panics if the session answers with an internal error, prints bytes that are no text, or does not
/// end.
pub fn run(bytes: &[u8]) {
    let Some((mode, bytes)) = bytes.split_first() else { return };
    let text = expand(bytes);
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let talk = session.get_or_insert_with(new_session);
    let (mut ends, mut reset) = (1, String::from("\nstop\n"));
    for line in text.split(|byte| *byte == b'\n').filter(|line| is_affordable(line)) {
        talk.send(line);
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => {
                return session.take().expect("it is there").join();
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
    talk.wait(ends);
}

fn new_session() -> Talk {
    let talk = Talk::new(Protocol::Uci, "uciok");
    talk.send([RESIZE, RESET].concat().as_bytes());
    talk.wait(1);
    talk
}

/// Returns whether a line needs no more work and memory than a run may cost.
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
