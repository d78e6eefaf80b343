//! [`judge`]: the agreement of evaluations with the verdicts of long searches.

use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs};

use rotunda_movegen::Variant;
use rotunda_search::net::{EvalFile, Network};
use rotunda_search::{Evaluation, Limits, Searcher, Settings};

use super::phase::Phase;
use super::verdicts::search;
use crate::file::net_file::NetFile;
use crate::file::training_error::{FileProblem, TrainingError, VerdictProblem};
use crate::train::logit::{UNIT_OF_TWO, logistic};

/// A position and its verdict.
#[derive(Clone, PartialEq, Debug)]
struct Judged {
    fen: String,
    phase: Phase,
    /// The expected points of the mover.
    expected: f64,
}

/// The agreement of evaluations with the verdicts of a file, by phase. Its text is a table.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The variant.
    pub variant: &'static Variant,
    /// The titles of the columns.
    pub titles: Vec<String>,
    /// The rows: every phase, and all together.
    pub rows: Vec<JudgedPhase>,
}

/// The agreement of evaluations with the verdicts on the positions of a phase.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedPhase {
    /// The phase, or `all`.
    pub phase: String,
    /// The number of its positions.
    pub positions: usize,
    /// Pearson's correlation of expected points for every column; `None` where one of the two is
    /// constant.
    pub correlations: Vec<Option<f64>>,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.rows.last().map_or(0, |row| row.positions);
        writeln!(f, "{}: {all} positions", self.variant.name)?;
        writeln!(f, "phase       positions  {}", self.titles.join("  "))?;
        for JudgedPhase { phase, positions, correlations } in &self.rows {
            write!(f, "{phase:<10} {positions:>10}")?;
            for (title, figure) in self.titles.iter().zip(correlations) {
                let text = figure.map_or("-".into(), |figure| format!("{figure:.3}"));
                write!(f, "  {text:>width$}", width = title.len())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Compares the derived evaluation and a net with the verdicts of a file, which is named after its
/// variant; `net` replaces the program's own.
///
/// # Errors
/// Returns an error if the file cannot be read or understood, or the net is of another game.
pub fn judge(path: &Path, net: Option<&Path>, nodes: u64) -> Result<Judgement, TrainingError> {
    let (variant, positions) = read(path).map_err(|problem| TrainingError::file(path, problem))?;
    let read_net =
        |net| read_net(net, variant).map_err(|problem| TrainingError::file(net, problem));
    let settings = [
        Settings { evaluation: Evaluation::Derived, ..Settings::default() },
        Settings {
            eval_file: net.map(read_net).transpose()?.map(EvalFile::Net),
            ..Settings::default()
        },
    ];
    let mut columns = Vec::new();
    for limits in &[Limits::depth(1), Limits::nodes(nodes)] {
        for settings in &settings {
            columns.push(expectations(variant, &positions, settings, limits)?);
        }
    }
    let titles = ["derived, depth 1".into(), "net, depth 1".into()];
    let titles =
        titles.into_iter().chain(["derived", "net"].map(|of| format!("{of}, {nodes} nodes")));
    let row = |phase: Option<Phase>| {
        let is_of = |judged: &Judged| phase.is_none_or(|phase| phase == judged.phase);
        let of = |column: &Vec<f64>| {
            let pairs = positions.iter().zip(column).filter(|(judged, _)| is_of(judged));
            correlation(&pairs.map(|(judged, own)| (judged.expected, *own)).collect::<Vec<_>>())
        };
        JudgedPhase {
            phase: phase.map_or("all".into(), |phase| phase.to_string()),
            positions: positions.iter().filter(|judged| is_of(judged)).count(),
            correlations: columns.iter().map(of).collect(),
        }
    };
    let rows = Phase::ALL.map(Some).into_iter().chain([None]).map(row).collect();
    Ok(Judgement { variant, titles: titles.collect(), rows })
}

fn read_net(path: &Path, variant: &'static Variant) -> Result<Arc<Network>, FileProblem> {
    let NetFile { network, .. } = NetFile::read(path)?;
    network.fits(variant)?;
    Ok(network)
}

/// Reads the variant and the positions of a file.
fn read(path: &Path) -> Result<(&'static Variant, Vec<Judged>), FileProblem> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let variant = Variant::by_name(&stem)?;
    let text = fs::read_to_string(path)?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
    let positions = lines.map(|(text, line)| {
        judged(variant, text).map_err(|problem| FileProblem::Verdict { line, problem })
    });
    Ok((variant, positions.collect::<Result<_, _>>()?))
}

/// Reads a position string with the operation `ce` of EPD, its verdict in centipawns for the mover.
fn judged(variant: &'static Variant, line: &str) -> Result<Judged, VerdictProblem> {
    let (fen, rest) = line.split_once(" ce ").ok_or(VerdictProblem::Missing)?;
    let score = rest.split(';').next().unwrap_or_default().trim();
    let score: i16 = score.parse().map_err(|_| VerdictProblem::NoNumber(score.into()))?;
    let game = variant.game_from(Some(fen))?;
    let phase = Phase::of(game.pieces().len(), variant.game().pieces().len());
    Ok(Judged { fen: fen.into(), phase, expected: expected(score) })
}

/// Returns the expected points of the mover by a score.
fn expected(score: i16) -> f64 {
    f64::from(logistic(f32::from(score) / UNIT_OF_TWO))
}

/// Returns the expected points of the positions by searches.
fn expectations(
    variant: &'static Variant,
    positions: &[Judged],
    settings: &Settings,
    limits: &Limits,
) -> Result<Vec<f64>, TrainingError> {
    let mut searcher = Searcher::new()?;
    searcher.settings = settings.clone();
    let of = |judged: &Judged| search(&mut searcher, variant, &judged.fen, limits).map(expected);
    positions.iter().map(of).collect()
}

/// Returns Pearson's correlation of pairs, or `None` if one of the two is constant.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let sums = pairs.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
    let means = (sums.0 / count, sums.1 / count);
    let mut products = [0.0; 3];
    for (a, b) in pairs {
        let (a, b) = (a - means.0, b - means.1);
        for (sum, product) in products.iter_mut().zip([a * b, a * a, b * b]) {
            *sum += product;
        }
    }
    let [both, first, second] = products;
    (first > 0.0 && second > 0.0).then(|| both / (first * second).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::phase::Phase::{Endgame, Middlegame, Opening};

    fn close(figure: Option<f64>, right: f64) -> bool {
        figure.is_some_and(|figure| (figure - right).abs() < 1e-9)
    }

    #[test]
    fn correlations_are_known() {
        assert!(close(correlation(&[(0.0, 5.0), (1.0, 7.0), (2.0, 9.0)]), 1.0));
        assert!(close(correlation(&[(0.0, 3.0), (1.0, 2.0), (2.0, 1.0)]), -1.0));
        assert!(close(correlation(&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]), 0.0));
        assert!(close(correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), 0.5));
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(correlation(&[]), None);
    }

    #[test]
    fn a_line_is_a_position_and_its_verdict() {
        let chess = Variant::by_name("chess").expect("known");
        let line = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ce 400; acn 9;";
        let judged = judged(chess, line).expect("well-formed");
        assert_eq!(
            (&*judged.fen, judged.phase),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Phase::Endgame)
        );
        assert!((judged.expected - 10.0 / 11.0).abs() < 1e-3, "ten to one: {}", judged.expected);
        let wrong = |line: &str| super::judged(chess, line).expect_err(line);
        assert_eq!(wrong("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), VerdictProblem::Missing);
        assert_eq!(wrong(&line.replace("400", "x")), VerdictProblem::NoNumber("x".into()));
        assert!(matches!(wrong("4k3 w - - ce 3;"), VerdictProblem::Position(_)));
    }

    #[test]
    fn phases_go_by_the_men_that_are_left() {
        let phases = [32, 22, 21, 11, 10].map(|men| Phase::of(men, 32));
        assert_eq!(phases, [Opening, Opening, Middlegame, Middlegame, Endgame]);
    }
}
