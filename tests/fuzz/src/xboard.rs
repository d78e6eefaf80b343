//! The target `xboard`: a whole session in XBoard's protocol, line by line, with searches of a few
//! nodes.
//!
//! One session serves all runs; each run begins in the same state.

use std::sync::{Mutex, PoisonError};

use rotunda_engine::Protocol;
use rotunda_protocol::Setting;
use rotunda_protocol::cecp::Command;

use crate::fragments::expand_cecp;
use crate::talk::{MACHINE, Talk};

/// The last commands of every run, whatever was set up, edited or analysed before. The last line
/// asks for [`END`].
const RESET: &str = "\n.\nexit\nforce\neasy\nnopost\nvariant normal\nlevel 40 5 0\nnew\nforce\n\
    option Scoring=dynamic\noption Evaluation=net\noption UCI_LimitStrength=0\n\
    option Skill Level=20\nmemory 1\ncores 1\nping 4000000000\n";
/// The reply that ends a run. No other command causes it.
const END: &str = "pong 4000000000";

/// The session that serves the runs. There is none before the first run and after a `quit`.
static SESSION: Mutex<Option<Talk>> = Mutex::new(None);

/// Runs the bytes as a session.
///
/// # Panics
/// Panics if the session answers with an internal error, prints bytes that are no text, or does not
/// end.
pub fn run(bytes: &[u8]) {
    let text = expand_cecp(bytes);
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let talk = session.get_or_insert_with(new_session);
    for line in text.split(|byte| *byte == b'\n').filter(|line| is_affordable(line)) {
        talk.send(line);
        if matches!(Command::parse(line), Ok(Some(Command::Quit))) {
            // `quit` is no command while a position is edited, so the session leaves the editing
            // first.
            talk.send(b".\nquit");
            return session.take().expect("it is there").join();
        }
    }
    talk.send(RESET.as_bytes());
    talk.wait(1);
}

fn new_session() -> Talk {
    let talk = Talk::new(Protocol::Xboard, END);
    talk.send(["xboard\nprotover 2\n", RESET].concat().as_bytes());
    talk.wait(1);
    talk
}

/// Returns whether a line needs no more memory and threads than a run may cost, and prints no
/// answer that looks like the end of the run.
fn is_affordable(line: &[u8]) -> bool {
    match Command::parse(line) {
        Ok(Some(Command::Memory(count) | Command::Cores(count))) => count <= MACHINE,
        Ok(Some(Command::Option(Setting::EvalFile(_) | Setting::VariantPath(_)))) => false,
        Ok(Some(Command::Ping(number))) => number < 4_000_000_000,
        _ => true,
    }
}
