//! Fuzz targets: functions that take any bytes and must neither panic nor hang.
//!
//! | target | what the bytes are |
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
//! Built in the usual way, each binary instead runs the files named on its command line, which
//! is how a finding is looked at, and `cargo test` runs every file of the corpus.

pub mod commands;
mod fragments;
pub mod game_files;
pub mod match_words;
pub mod nets;
pub mod pgn;
pub mod positions;
pub mod records;
mod talk;
pub mod training_data;
pub mod xboard;

use std::process::ExitCode;

/// A target.
pub type Target = fn(&[u8]);

/// Runs a target on every file that the command line names.
#[must_use]
pub fn replay(target: Target) -> ExitCode {
    for path in std::env::args_os().skip(1) {
        match std::fs::read(&path) {
            Ok(bytes) => target(&bytes),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        }
        println!("{}: fine", path.display());
    }
    ExitCode::SUCCESS
}

/// The entry point of a target's binary: libFuzzer's, or a `main` that replays files.
#[macro_export]
macro_rules! entry_point {
    ($target:path) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $target(bytes));

        #[cfg(not(fuzzing))]
        fn main() -> std::process::ExitCode {
            $crate::replay($target)
        }
    };
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Runs a target on its files of the corpus, and on every beginning of them.
    fn replay_corpus(name: &str, target: Target) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut files = 0;
        for entry in std::fs::read_dir(folder).expect("every target has a corpus") {
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
        replay_corpus("commands", commands::run);
    }

    #[test]
    fn xboard_of_the_corpus() {
        replay_corpus("xboard", xboard::run);
    }

    #[test]
    fn nets_of_the_corpus() {
        replay_corpus("nets", nets::run);
    }

    #[test]
    fn game_files_of_the_corpus() {
        replay_corpus("game-files", game_files::run);
    }

    #[test]
    fn records_of_the_corpus() {
        replay_corpus("records", records::run);
    }

    #[test]
    fn pgn_of_the_corpus() {
        replay_corpus("pgn", pgn::run);
    }

    #[test]
    fn match_words_of_the_corpus() {
        replay_corpus("match-words", match_words::run);
    }

    #[test]
    fn training_data_of_the_corpus() {
        replay_corpus("training-data", training_data::run);
    }

    #[test]
    fn positions_of_the_corpus() {
        replay_corpus("positions", positions::run);
    }
}
