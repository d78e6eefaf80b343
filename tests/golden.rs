//! Golden files: recorded text that must stay the same, and is recorded anew only on purpose.

use std::path::{Path, PathBuf};
use std::{env, fs};

use rotunda_movegen::Variant;
use similar::TextDiff;

use crate::wanted::entries;

/// The environment variable that asks to record golden files anew.
const RECORD: &str = "ROTUNDA_RECORD";
/// The multiplayer games that have golden files: one for each number of seats except five, of both
/// rules, and of two and three teams.
pub const RECORDED: [&str; 4] = ["modern2", "byzantine3", "modern4-2v2", "byzantine6-2v2v2"];

/// Returns the variants under test that have golden files: every duel, and some multiplayer games.
pub fn recorded() -> impl Iterator<Item = &'static str> {
    let is_kept = |entry: &&'static Variant| entry.is_duel() || RECORDED.contains(&entry.name);
    entries().filter(is_kept).map(|entry| entry.name)
}

/// Returns the path of a file in a folder beside these tests.
pub fn path(folder: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{name}.txt"))
}

/// Returns whether the environment asks to record anew.
pub fn is_recording() -> bool {
    env::var_os(RECORD).is_some()
}

/// Compares a text with the recorded one, or records it if the environment asks for that.
///
/// # Panics
/// Panics if they differ; the message shows the lines that differ.
pub fn check(folder: &str, name: &str, text: &str) {
    let path = path(folder, name);
    if is_recording() {
        fs::write(&path, text).expect("the tests' folder can be written");
        return;
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    if text != recorded {
        let difference = TextDiff::from_lines(recorded.as_str(), text);
        let difference = difference.unified_diff().header("recorded", "now").to_string();
        panic!("{} is out of date; {RECORD}=1 records it anew\n{difference}", path.display());
    }
}
