//! The narrowing of a test run by the environment to one position.

use std::env;

use crate::wanted::VARIANT;

/// The environment variable with the position that [`crate::one_position`] compares: a position
/// string, perhaps with `moves` and moves after it.
pub const FEN: &str = "ROTUNDA_TEST_FEN";

/// Returns the position that is compared alone, if there is one.
pub fn position() -> Option<String> {
    env::var(FEN).ok()
}

/// Returns the shell command that compares one position alone; `moves` are played from it first.
pub fn command(variant: &str, fen: &str, moves: &[&str]) -> String {
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!(
        "{VARIANT}={variant} {FEN}='{fen}{moves}' cargo test -p rotunda-tests --test rotunda \
         one_position -- --nocapture"
    )
}
