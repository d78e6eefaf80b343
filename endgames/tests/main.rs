//! Endgame tables against the game itself, published figures, fortresses and the summaries in the
//! program.

mod agreement;
mod figures;
mod fortress;
mod summaries;

/// Whether the environment asks for all that these tests can solve, and not only for what is solved
/// soon.
fn is_full_volume() -> bool {
    std::env::var_os("ROTUNDA_TEST_SCALE").is_some()
}
