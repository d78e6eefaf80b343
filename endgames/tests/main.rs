//! Endgame tables against the game itself, published figures, fortresses and the summaries in the
//! program.

mod agreement;
mod figures;
mod fortress;
mod summaries;

/// Returns whether the environment asks for all tables, and not only for those that are solved
/// quickly.
fn is_full_volume() -> bool {
    std::env::var_os("ROTUNDA_TEST_SCALE").is_some()
}
