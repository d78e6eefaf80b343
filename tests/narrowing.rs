//! The narrowing of a test run by the environment, to one variant or to one position.

use std::env;

/// The environment variable that narrows a run to the variants that it names, with commas between.
pub const VARIANT: &str = "ROTUNDA_TEST_VARIANT";
/// The environment variable with the position that [`crate::one_position`] compares: a position
/// string, perhaps with `moves` and moves after it.
pub const FEN: &str = "ROTUNDA_TEST_FEN";

/// Returns whether the environment lets a variant be tested.
pub fn is_wanted(variant: &str) -> bool {
    env::var(VARIANT).map_or(true, |names| names.split(',').any(|name| name == variant))
}

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
