//! Perft suites: files of positions with the right counts.
//!
//! Each line is a [`PerftLine`]; the file is named after the variant.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rotunda_movegen::{Options, Variant};
use rotunda_notation::{PerftLine, PerftLineError};

use crate::files::read_text;
use crate::perft_runner::PerftRunner;
use crate::progress::{self, Leaves};

/// The largest suite, in bytes.
const LARGEST: u64 = 1 << 30;

/// A position with the right counts.
#[derive(Clone, Debug)]
pub struct Case {
    /// The variant.
    pub entry: &'static Variant,
    /// The position string.
    pub fen: String,
    /// Depths, in plies, with the number of leaves at each.
    pub counts: Vec<(u32, u64)>,
    /// The name of the position; empty if it has none.
    pub name: String,
}

/// The reason why a suite cannot run.
#[derive(Debug)]
pub enum SuiteError {
    /// The file cannot be read.
    File(PathBuf, io::Error),
    /// The file is not named after a variant.
    Variant(PathBuf),
    /// The line with this number, from 1, is not of the format.
    Line(PathBuf, usize),
    /// The file has no position, so a run would check nothing.
    Empty(PathBuf),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Variant(path) => write!(f, "{}: not named after a variant", path.display()),
            Self::Line(path, line) => {
                write!(f, "{}:{line}: {PerftLineError}", path.display())
            }
            Self::Empty(path) => write!(f, "{}: no positions", path.display()),
        }
    }
}

impl std::error::Error for SuiteError {}

/// Reads a suite.
///
/// # Errors
/// Returns an error if the file cannot be read, is not named after a variant, has a malformed line,
/// or has no position.
pub fn read_suite(path: &Path) -> Result<Vec<Case>, SuiteError> {
    let text = read_text(path, LARGEST).map_err(|error| SuiteError::File(path.into(), error))?;
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let entry = stem
        .and_then(|stem| Variant::by_name(stem).ok())
        .ok_or_else(|| SuiteError::Variant(path.into()))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let cases = lines.map(|(line, number)| {
        let PerftLine { fen, counts, name } =
            line.parse().map_err(|PerftLineError| SuiteError::Line(path.into(), number))?;
        Ok(Case { entry, fen, counts, name })
    });
    let cases: Vec<Case> = cases.collect::<Result<_, _>>()?;
    if cases.is_empty() { Err(SuiteError::Empty(path.into())) } else { Ok(cases) }
}

/// The numbers of passed and failed checks of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Right counts.
    pub passed: u64,
    /// Wrong counts, and position strings that were refused or did not come back the same.
    pub failed: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Checks every count of the cases that is at most `max`; writes a line for each failure.
///
/// # Errors
/// Returns an error if a line cannot be written.
pub fn run_suite(
    cases: &[Case],
    max: u64,
    runner: &PerftRunner,
    out: &mut dyn Write,
) -> io::Result<Tally> {
    let wanted = cases.iter().flat_map(|case| &case.counts).map(|&(_, leaves)| leaves);
    let bar = progress::bar(wanted.filter(|&leaves| leaves <= max).sum());
    let mut tally = Tally::default();
    for case in cases {
        let what = if case.name.is_empty() { &case.fen } else { &case.name };
        bar.set_message(format!("{} {what}", case.entry.name));
        let mut fail = |why: &str| {
            tally.failed += 1;
            bar.suspend(|| writeln!(out, "{} {}: {why}", case.entry.name, case.fen))
        };
        let game = match case.entry.family(Options::default()).game(Some(&case.fen)) {
            Ok(game) => game,
            Err(error) => {
                fail(&error.to_string())?;
                continue;
            }
        };
        if game.fen() != case.fen {
            fail(&format!("comes back as {}", game.fen()))?;
        }
        for &(depth, leaves) in case.counts.iter().filter(|&&(_, leaves)| leaves <= max) {
            let counts = runner.count(&game, depth, &Leaves(&bar));
            let sum = counts.map_or(0, |counts| counts.total);
            if sum == leaves {
                tally.passed += 1;
            } else {
                fail(&format!("D{depth} is {leaves}, counted {sum}"))?;
            }
        }
    }
    bar.finish_and_clear();
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> &'static Variant {
        Variant::by_name("chess").expect("known")
    }

    #[test]
    fn a_suite_without_positions_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("chess.epd");
        for text in ["", "\n \n"] {
            std::fs::write(&path, text).expect("a file");
            let error = read_suite(&path).expect_err("nothing to check");
            assert!(matches!(&error, SuiteError::Empty(_)), "{error}");
            assert!(error.to_string().ends_with("chess.epd: no positions"), "{error}");
        }
    }

    #[test]
    fn failures_are_told_one_a_line() {
        let start = chess().start();
        let lines = [
            format!("{start} ;D1 20 ;D2 401 ;D3 8902"),
            "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0".into(),
            format!("{} ;D1 20", start.trim_end_matches(" 0 1")),
        ];
        let case = |line: &String| {
            let PerftLine { fen, counts, name } = line.parse().expect("right");
            Case { entry: chess(), fen, counts, name }
        };
        let cases: Vec<_> = lines.iter().map(case).collect();
        let mut out = Vec::new();
        let runner = PerftRunner::new(1).expect("a thread");
        let tally = run_suite(&cases, 8000, &runner, &mut out).expect("memory takes all");
        assert_eq!(tally, Tally { passed: 2, failed: 3 });
        let out = String::from_utf8(out).expect("text");
        assert_eq!(out.lines().count(), 3, "{out}");
        assert!(out.starts_with(&format!("chess {start}: D2 is 401, counted 400\n")), "{out}");
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_position() {
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let path = folder.path().join("chess.epd");
        std::fs::write(&path, format!("\u{feff}{} ;D1 20\n", chess().start())).expect("room");
        assert_eq!(read_suite(&path).expect("a suite")[0].fen, chess().start());
        assert!(read_suite(&folder.path().join("..").join("chess")).is_err());
    }

    #[test]
    fn files_that_cannot_be_suites_are_refused() {
        let error = |path: &Path| read_suite(path).expect_err("no suite").to_string();
        let folder = tempfile::tempdir().expect("a place for temporary files");
        let path = folder.path().join("hexagonal.epd");
        std::fs::write(&path, format!("{} ;D1 20\n", chess().start())).expect("room for a file");
        assert_eq!(error(&path), format!("{}: not named after a variant", path.display()));
        for missing in ["nowhere/chess.epd", "nowhere/hexagonal.epd"] {
            assert!(error(Path::new(missing)).starts_with(&format!("{missing}: No such file")));
        }
    }
}
