//! The target `match-words`: the words after `rotunda match`, one a line.

use std::cell::RefCell;

use clap::{Args, Command, FromArgMatches};
use rotunda_engine::cli::MatchArgs;

use crate::fragments::expand;

thread_local! {
    /// The command line's grammar. It is kept, because it takes longer to build than words to read.
    static MATCH: RefCell<Command> = RefCell::new(MatchArgs::augment_args(Command::new("match")));
}

/// Reads the words and makes a plan from them. No game is played.
///
/// # Panics
/// Panics if a refusal has no reason.
pub fn run(bytes: &[u8]) {
    let text = expand(bytes);
    let text = String::from_utf8_lossy(&text);
    let words = std::iter::once("match").chain(text.lines());
    let matches = MATCH.with_borrow_mut(|command| command.try_get_matches_from_mut(words));
    let Ok(args) = matches.and_then(|matches| MatchArgs::from_arg_matches(&matches)) else {
        return;
    };
    if let Err(why) = args.plan() {
        assert!(!why.to_string().is_empty());
    }
}
