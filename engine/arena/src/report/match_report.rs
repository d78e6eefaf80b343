//! [`Report`]: the table of a match, for people and for scripts.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::standings::{Scope, Score, Standings};
use super::summary::{Earned, POINT};
use crate::base::sprt::{Hypothesis, SprtSpec};
use crate::base::statistics::{Estimate, with_interval};
use crate::plan::schedule::label;

/// The number of games of a pair.
const PAIR: u64 = 2;

/// The table of a match. It is the same for the same games in any order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The engines' names.
    pub engines: Vec<String>,
    /// The seed of random openings and orders.
    pub seed: u64,
    /// All variants together, and then every variant if there are several.
    #[serde(rename = "tables")]
    pub variants: Vec<VariantReport>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtReport>,
    /// The number of games that ended after the test was decided, and do not count.
    pub surplus: u64,
    /// The first faults one by one.
    pub faults: Vec<FaultLine>,
}

/// The games of a variant, or of all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantReport {
    /// The variants' names.
    pub variant: String,
    /// The number of games.
    pub games: u64,
    /// The number of complete blocks.
    pub blocks: u64,
    /// The rows by engine.
    pub rows: Vec<Row>,
    /// The numbers of complete blocks by the first engine's points, for pairs of two engines.
    pub histogram: Option<Vec<(f64, u64)>>,
    /// The numbers of games by their end.
    pub endings: BTreeMap<String, u64>,
    /// The number of times that a player of more than two left before the end, other than by the
    /// rules, by reason.
    pub eliminations: BTreeMap<String, u64>,
    /// The numbers of faults by engine and kind.
    pub faults: BTreeMap<String, BTreeMap<String, u64>>,
}

/// The results of an engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub engine: String,
    /// The number of games in which it had a seat.
    pub games: u64,
    /// Its points.
    pub points: f64,
    /// The number of games with more points than equals would get.
    pub wins: u64,
    /// The number of games with as many points as equals would get.
    pub draws: u64,
    /// The number of games with fewer points than equals would get.
    pub losses: u64,
    /// The estimate of its strength from its complete blocks.
    #[serde(flatten)]
    pub strength: Option<Strength>,
}

/// The estimate of strength from complete blocks. Infinite numbers are `null` in JSON.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The mean share of the point.
    pub score: f64,
    /// The Elo above the others.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end of its 95 % interval.
    pub elo_high: f64,
    /// Half the width of its 95 % interval by the normal approximation, as other tools show it. It
    /// is unreliable where few blocks are lost or few are won.
    pub elo_error: f64,
    /// Normalised Elo.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_error: f64,
    /// The likelihood of superiority.
    pub los: f64,
}

/// A sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// The test.
    #[serde(flatten)]
    pub spec: SprtSpec,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The ratio at or below which H0 is accepted.
    pub lower: f64,
    /// The ratio at or above which H1 is accepted.
    pub upper: f64,
    /// The accepted hypothesis.
    pub accepted: Option<Hypothesis>,
}

/// A fault of an engine in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultLine {
    /// The game: the numbers of its block and of itself.
    pub game: String,
    /// The engine's name.
    pub engine: String,
    /// The fault.
    pub what: String,
}

impl Strength {
    /// Returns the Elo with its interval, or with the only bound that it has.
    #[must_use]
    pub fn elo_text(&self) -> String {
        with_interval(self.elo, self.elo_low, self.elo_high)
    }
}

impl From<Estimate> for Strength {
    fn from(estimate: Estimate) -> Self {
        Self {
            score: estimate.score,
            elo: estimate.elo,
            elo_low: estimate.elo_low,
            elo_high: estimate.elo_high,
            elo_error: estimate.elo_error,
            nelo: estimate.normalized,
            nelo_error: estimate.normalized_error,
            los: estimate.los,
        }
    }
}

/// Returns shares of the [`POINT`] as points of one.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer games than 2^52")]
fn whole(points: u64) -> f64 {
    points as f64 / POINT as f64
}

impl Report {
    /// Returns the report of the games so far.
    #[must_use]
    pub fn new(standings: &Standings) -> Self {
        let plan = standings.plan();
        let names = plan.engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>();
        let variant_report = |variant: &str, scope: &Scope| variant_report(variant, scope, &names);
        let mut variants = vec![variant_report(&plan.variants.join(", "), &standings.pool())];
        if plan.variants.len() > 1 {
            let apart = plan.variants.iter().zip(&standings.scopes);
            variants.extend(apart.map(|(variant, scope)| variant_report(variant, scope)));
        }
        let fault = |(at, (engine, what)): (&(u64, usize, usize), &(usize, String))| FaultLine {
            game: label((at.0, at.1)),
            engine: names[*engine].clone(),
            what: what.clone(),
        };
        let sprt = plan.sprt.zip(standings.test.as_ref()).map(|(spec, test)| {
            let (lower, upper) = spec.bounds();
            let accepted = test.decision.map(|(hypothesis, _)| hypothesis);
            SprtReport { spec, llr: test.llr, lower, upper, accepted }
        });
        let (seed, surplus) = (plan.seed, standings.surplus());
        let faults = standings.faults.iter().map(fault).collect();
        Self { engines: names, seed, variants, sprt, surplus, faults }
    }

    /// Returns the number of faults.
    #[must_use]
    pub fn fault_count(&self) -> u64 {
        let engines = self
            .variants
            .first()
            .into_iter()
            .flat_map(|variant_report| variant_report.faults.values());
        engines.flat_map(BTreeMap::values).sum()
    }
}

fn variant_report(variant: &str, scope: &Scope, names: &[String]) -> VariantReport {
    let row = |(engine, score): (&String, &Score)| {
        let [wins, draws, losses] = score.results;
        Row {
            engine: engine.clone(),
            games: score.games,
            points: whole(score.points),
            wins,
            draws,
            losses,
            strength: Standings::sample(score).estimate().map(Strength::from),
        }
    };
    let blocks = &scope.scores[0].blocks;
    // Larger blocks have too many results to list.
    let is_pairs = names.len() == 2 && blocks.keys().all(|key| key.games <= PAIR);
    let histogram = || {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        let games = blocks.keys().map(|key| key.games).max().unwrap_or(0);
        for halves in 0..=2 * games {
            counts.insert(halves * POINT / 2, 0);
        }
        for (Earned { points, .. }, number) in blocks {
            *counts.entry(*points).or_default() += number;
        }
        counts.into_iter().map(|(points, number)| (whole(points), number)).collect()
    };
    let mut faults: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for ((engine, kind), number) in &scope.faults {
        let own = faults.entry(names[*engine].clone()).or_default();
        own.insert(kind.text().into(), *number);
    }
    VariantReport {
        variant: variant.into(),
        games: scope.games,
        blocks: scope.blocks,
        rows: names.iter().zip(&scope.scores).map(row).collect(),
        histogram: is_pairs.then(histogram),
        endings: scope.ends.clone(),
        eliminations: scope.causes.clone(),
        faults,
    }
}

/// Returns entries as `name number, name number`.
fn listed(entries: &BTreeMap<String, u64>) -> String {
    let texts: Vec<_> = entries.iter().map(|(name, number)| format!("{name} {number}")).collect();
    texts.join(", ")
}

/// Returns a number with its error bar, or without one where there is none.
fn with_error(number: f64, error: f64) -> String {
    if number.is_finite() && error.is_finite() {
        format!("{number:+.1} ± {error:.1}")
    } else if number.is_finite() {
        format!("{number:+.1}")
    } else if number.is_nan() {
        "?".into()
    } else {
        format!("{number:+}")
    }
}

impl fmt::Display for VariantReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} games, {} complete blocks", self.variant, self.games, self.blocks)?;
        let longest = self.rows.iter().map(|row| row.engine.chars().count()).max();
        let width = longest.unwrap_or(0).max("engine".len());
        writeln!(
            f,
            "  {:width$} {:>7} {:>9} {:>7} {:>6} {:>6} {:>6} {:>26} {:>18} {:>7}",
            "engine", "games", "points", "score", "wins", "draws", "losses", "Elo", "nElo", "LOS"
        )?;
        for row in &self.rows {
            let Row { engine, games, points, wins, draws, losses, strength } = row;
            let texts = strength.map(|s| {
                let share = format!("{:.2}%", s.score * 100.0);
                let los = format!("{:.1}%", s.los * 100.0);
                [share, s.elo_text(), with_error(s.nelo, s.nelo_error), los]
            });
            let [share, elo, nelo, los] = texts.unwrap_or_else(|| ["?"; 4].map(String::from));
            writeln!(
                f,
                "  {engine:width$} {games:>7} {points:>9.2} {share:>7} {wins:>6} {draws:>6} \
                 {losses:>6} {elo:>26} {nelo:>18} {los:>7}"
            )?;
        }
        if let Some(histogram) = self.histogram.as_ref().filter(|_| self.blocks > 0) {
            let texts: Vec<_> =
                histogram.iter().map(|(points, n)| format!("{points}: {n}")).collect();
            writeln!(f, "  blocks by points of {}: {}", self.rows[0].engine, texts.join(", "))?;
        }
        writeln!(f, "  endings: {}", listed(&self.endings))?;
        if !self.eliminations.is_empty() {
            writeln!(f, "  eliminations: {}", listed(&self.eliminations))?;
        }
        for (engine, faults) in &self.faults {
            writeln!(f, "  faults of {engine}: {}", listed(faults))?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Match of {}, seed {}", self.engines.join(", "), self.seed)?;
        for variant_report in &self.variants {
            write!(f, "{variant_report}")?;
        }
        for FaultLine { game, engine, what } in &self.faults {
            writeln!(f, "game {game}, {engine}: {what}")?;
        }
        let listed = self.faults.len() as u64;
        if self.fault_count() > listed {
            writeln!(f, "and {} faults more", self.fault_count() - listed)?;
        }
        if let Some(SprtReport { spec, llr, lower, upper, accepted }) = &self.sprt {
            let verdict = match accepted {
                None => "undecided",
                Some(Hypothesis::H0) => "H0 accepted",
                Some(Hypothesis::H1) => "H1 accepted",
            };
            writeln!(
                f,
                "SPRT elo0={} elo1={}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}",
                spec.elo0, spec.elo1
            )?;
        }
        if self.surplus > 0 {
            writeln!(f, "{} games ended after the decision and do not count", self.surplus)?;
        }
        Ok(())
    }
}
