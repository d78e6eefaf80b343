//! Fuzz targets: functions that take any bytes and must neither panic nor hang.
//!
//! | target | meaning of the bytes |
//! |---|---|
//! | [`commands`] | the lines of a UCI session |
//! | [`xboard`] | the lines of a session in XBoard's protocol |
//! | [`positions`] | a variant, a position string, and moves to play from there |
//! | [`records`] | the file of a match |
//! | [`pgn`] | a file of games or positions |
//! | [`match_words`] | the words after `rotunda match`, one a line |
//! | [`training_data`] | a file of training data |
//! | [`nets`] | a file of a net: its header and its weights |
//! | [`game_files`] | a file of games |
//!
//! libFuzzer calls them when the package is built with `--cfg fuzzing`; `tests/fuzz/run` does that.
//! A usual build of the binary runs a target on the files of its command line, to examine a
//! finding, or on inputs near its corpus ([`smoke`]). `cargo test` runs every file of the corpus.

use std::path::{Path, PathBuf};

pub mod commands;
mod fragments;
pub mod game_files;
pub mod match_words;
mod mutator;
pub mod nets;
pub mod pgn;
pub mod positions;
pub mod records;
mod smoke;
mod talk;
pub mod training_data;
pub mod xboard;

pub use mutator::Mutator;
pub use smoke::smoke;

/// The type of a target.
pub type Target = fn(&[u8]);

/// The targets and their names.
pub const TARGETS: [(&str, Target); 9] = [
    ("commands", commands::run),
    ("xboard", xboard::run),
    ("positions", positions::run),
    ("records", records::run),
    ("pgn", pgn::run),
    ("match-words", match_words::run),
    ("training-data", training_data::run),
    ("nets", nets::run),
    ("game-files", game_files::run),
];

/// Returns the target with a name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(own, _)| *own == name).map(|(_, target)| *target)
}

/// Returns the folder with the corpus of a target.
#[must_use]
pub fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a target on its files of the corpus, and on the first half of each.
    fn replay_corpus(name: &str) {
        let target = target(name).expect("it is a target");
        let mut files = 0;
        for entry in std::fs::read_dir(corpus(name)).expect("every target has a corpus") {
            let path = entry.expect("the folder can be read").path();
            let bytes = std::fs::read(&path).expect("the file can be read");
            println!("{}", path.display());
            target(&bytes);
            target(&bytes[..bytes.len() / 2]);
            files += 1;
        }
        assert!(files > 0, "{name} has no corpus");
    }

    #[test]
    fn commands_of_the_corpus() {
        replay_corpus("commands");
    }

    #[test]
    fn xboard_of_the_corpus() {
        replay_corpus("xboard");
    }

    #[test]
    fn positions_of_the_corpus() {
        replay_corpus("positions");
    }

    #[test]
    fn records_of_the_corpus() {
        replay_corpus("records");
    }

    #[test]
    fn pgn_of_the_corpus() {
        replay_corpus("pgn");
    }

    #[test]
    fn match_words_of_the_corpus() {
        replay_corpus("match-words");
    }

    #[test]
    fn training_data_of_the_corpus() {
        replay_corpus("training-data");
    }

    #[test]
    fn nets_of_the_corpus() {
        replay_corpus("nets");
    }

    #[test]
    fn game_files_of_the_corpus() {
        replay_corpus("game-files");
    }
}
