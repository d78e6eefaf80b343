//! The sequential probability ratio test, by generalised likelihood ratio on the results of blocks.
//!
//! The likelihood of each hypothesis is that of the most likely distribution of block results that
//! agrees with it: M. Van den Bergh, "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution", Proposition 1.1
//! (<https://www.cantate.be/Fishtest/comparing_approximations.pdf>), and for normalised Elo
//! "Comments on normalized Elo", section 4.1
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use serde::{Deserialize, Serialize};

use super::error::PlanError;
use super::statistics::{EVEN, NORMALIZED_ELO, Sample, share};

/// The count of a result that has not occurred, since no result is impossible (Fishtest).
const UNSEEN: f64 = 1e-3;
/// The steps of bisection, enough for all digits of a number.
const BISECTIONS: usize = 100;
/// The steps towards the most likely distribution of a normalised score. A few are enough.
const ITERATIONS: usize = 20;
/// The change of a probability below which it counts as converged.
const CONVERGED: f64 = 1e-9;

/// The meaning of the hypotheses' Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The expected score in units of its standard deviation, which decides the length of a test.
    Normalized,
    /// The expected score.
    Logistic,
}

/// The two hypotheses of a sequential test, and its error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtSpec {
    /// The Elo of the first engine under H0.
    pub elo0: f64,
    /// The Elo of the first engine under H1.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 holds.
    pub beta: f64,
    /// The meaning of Elo.
    pub model: Model,
}

/// The usual test of a change: 0 or 5 of normalised Elo, with errors of 5 %.
impl Default for SprtSpec {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The first engine's Elo is `elo0`.
    H0,
    /// The first engine's Elo is `elo1`.
    H1,
}

impl SprtSpec {
    /// Checks that the hypotheses differ and the error rates make sense.
    ///
    /// # Errors
    /// Returns an error if not.
    pub fn check(&self) -> Result<(), PlanError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(PlanError::SprtElo);
        }
        if !is_rate(self.alpha) || !is_rate(self.beta) {
            return Err(PlanError::SprtRates);
        }
        Ok(())
    }

    /// Returns the bounds of the log-likelihood ratio at which the test accepts H0 and H1 (A. Wald,
    /// 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the accepted hypothesis at a log-likelihood ratio; `None` while the test goes on.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match llr {
            llr if llr <= lower => Some(Hypothesis::H0),
            llr if llr >= upper => Some(Hypothesis::H1),
            _ => None,
        }
    }

    /// Returns the generalised log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn llr(&self, sample: &Sample) -> f64 {
        let blocks = sample.blocks();
        if blocks == 0.0 {
            return 0.0;
        }
        let filled = |number: f64| if number == 0.0 { UNSEEN } else { number };
        let total: f64 = sample.values.iter().map(|&(_, number)| filled(number)).sum();
        let seen: Vec<(f64, f64)> =
            sample.values.iter().map(|&(value, number)| (value, filled(number) / total)).collect();
        let likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, share(elo)),
            Model::Normalized => with_ratio(&seen, elo / NORMALIZED_ELO * sample.games.sqrt()),
        };
        let (null, alternative) = (likely(self.elo0), likely(self.elo1));
        let ratio = |((&(_, chance), p0), p1): ((&(f64, f64), f64), f64)| chance * (p1 / p0).ln();
        total * seen.iter().zip(null).zip(alternative).map(ratio).sum::<f64>()
    }
}

/// Returns the most likely distribution on the seen values under which `deviations` have mean zero:
/// each probability is divided by `1 + theta * deviation`.
fn tilted(seen: &[(f64, f64)], deviations: &[f64]) -> Vec<f64> {
    let min = deviations.iter().copied().fold(f64::INFINITY, f64::min);
    let max = deviations.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let excess = |theta: f64| -> f64 {
        let term = |(&(_, chance), d): (&(f64, f64), &f64)| chance * d / (1.0 + theta * d);
        seen.iter().zip(deviations).map(term).sum()
    };
    // The excess falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    seen.iter().zip(deviations).map(|(&(_, chance), d)| chance / (1.0 + theta * d)).collect()
}

/// Returns the most likely distribution with this mean.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let deviations: Vec<f64> = seen.iter().map(|(value, _)| value - mean).collect();
    tilted(seen, &deviations)
}

/// Returns the most likely distribution whose mean is this many standard deviations above one half.
fn with_ratio(seen: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    let mut chances = vec![f64::from(seen.len() as u32).recip(); seen.len()];
    for _ in 0..ITERATIONS {
        let weighted = |of: &dyn Fn(f64) -> f64| -> f64 {
            seen.iter().zip(&chances).map(|((value, _), chance)| of(*value) * chance).sum()
        };
        let mean = weighted(&|value| value);
        let spread = weighted(&|value| (value - mean).powi(2)).sqrt();
        let deviation = |(value, _): &(f64, f64)| {
            value - EVEN - 0.5 * ratio * spread * (1.0 + ((value - mean) / spread).powi(2))
        };
        let deviations: Vec<f64> = seen.iter().map(deviation).collect();
        let next = tilted(seen, &deviations);
        let change = next.iter().zip(&chances).map(|(new, old)| (new - old).abs());
        let change = change.fold(0.0, f64::max);
        chances = next;
        if change < CONVERGED {
            break;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(elo0: f64, elo1: f64, model: Model) -> SprtSpec {
        SprtSpec { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Checks published values: the tests of fastchess 1.8 (`app/tests/sprt_test.cpp`), most of
    /// them results of Fishtest, with the counts in the order LL, LD, WL + DD, WD, WW.
    #[test]
    fn pairs_have_the_ratios_that_are_published() {
        let rows = [
            (Model::Normalized, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
            (Model::Normalized, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
            (Model::Normalized, 0.0, 5.0, [0, 0, 0, 0, 5550], 111.82),
            (Model::Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
            (Model::Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
        ];
        for (model, elo0, elo1, counts, llr) in rows {
            let found = spec(elo0, elo1, model).llr(&Sample::pentanomial(counts));
            assert!((found - llr).abs() < 0.01 * (1.0 + llr.abs()), "{counts:?}: {found}");
        }
    }

    /// Checks published values: the same file, for single games.
    #[test]
    fn single_games_have_the_ratios_that_are_published() {
        let rows = [
            (Model::Normalized, 0.0, 2.0, [36027.0, 68692.0, 36433.0], 0.92),
            (Model::Normalized, -1.75, 0.25, [10650.0, 20431.0, 10871.0], 2.30),
            (Model::Logistic, 0.5, 2.5, [21184.0, 40708.0, 21404.0], -1.57),
            (Model::Logistic, 0.0, 2.0, [57030.0, 106_593.0, 57433.0], -2.59),
        ];
        for (model, elo0, elo1, [losses, draws, wins], llr) in rows {
            let values = vec![(0.0, losses), (0.5, draws), (1.0, wins)];
            let found = spec(elo0, elo1, model).llr(&Sample { values, games: 1.0, expected: EVEN });
            assert!((found - llr).abs() < 0.01 * (1.0 + llr.abs()), "{found} is not {llr}");
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let spec = spec(0.0, 5.0, Model::Normalized);
        let (lower, upper) = spec.bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        assert_eq!(spec.verdict(2.95), Some(Hypothesis::H1));
        assert_eq!(spec.verdict(-2.95), Some(Hypothesis::H0));
        assert_eq!(spec.verdict(spec.llr(&Sample::pentanomial([1, 2, 3, 2, 1]))), None);
        assert!(spec.llr(&Sample::default()).abs() < f64::EPSILON);
    }

    #[test]
    fn partial_wins_count_between_draws_and_wins() {
        let test = spec(0.0, 50.0, Model::Logistic);
        let ratio = |value: f64| {
            let mut sample = Sample::pentanomial([5, 10, 20, 10, 5]);
            sample.values.push((value, 20.0));
            test.llr(&sample)
        };
        assert!(ratio(0.5) < ratio(0.55) && ratio(0.55) < ratio(0.75));
    }
}
