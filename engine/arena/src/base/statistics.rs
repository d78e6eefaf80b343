//! [`Sample`] and [`Estimate`]: strength, estimated from the results of blocks.
//!
//! The games of a block share their opening and are not independent of each other, but the blocks
//! are. So every error bar comes from the spread of the blocks' means. For pairs this is what
//! Fishtest calls pentanomial (M. Van den Bergh, "Normalized Elo", 2020,
//! <https://www.cantate.be/Fishtest/normalized_elo.pdf>; formulas in docs/match.md).

#![expect(clippy::cast_precision_loss, reason = "there are far fewer games than 2^52")]

use std::cmp::Ordering;
use std::f64::consts::{LN_10, SQRT_2};

/// The two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;
/// The factor from a normalised score to normalised Elo. The slope of the logistic curve at zero
/// makes it the same as Elo where no game is drawn.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / LN_10;
/// The scale of logistic Elo.
const LOGISTIC_ELO: f64 = 400.0;
/// The share that two sides of equal strength expect.
pub(crate) const EVEN: f64 = 0.5;

/// The mean results of blocks, with the number of blocks of each value.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sample {
    /// Values from 0 to 1, and their numbers.
    pub values: Vec<(f64, f64)>,
    /// The mean number of games of a block.
    pub games: f64,
    /// The share that players of equal strength expect.
    pub expected: f64,
}

impl Sample {
    /// Returns the sample of pairs with no point, half a point, .. two points.
    #[must_use]
    pub fn pentanomial(counts: [u64; 5]) -> Self {
        let value = |index: usize| index as f64 / 4.0;
        let values = counts.iter().enumerate().map(|(index, &n)| (value(index), n as f64));
        Self { values: values.collect(), games: 2.0, expected: EVEN }
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn blocks(&self) -> f64 {
        self.values.iter().map(|(_, number)| number).sum()
    }

    /// Returns the mean and the variance of the values; `None` if there are none.
    #[must_use]
    pub fn moments(&self) -> Option<(f64, f64)> {
        let blocks = self.blocks();
        (blocks > 0.0).then(|| {
            let sum: f64 = self.values.iter().map(|(value, number)| value * number).sum();
            let mean = sum / blocks;
            let square = |(value, number): &(f64, f64)| (value - mean).powi(2) * number;
            (mean, self.values.iter().map(square).sum::<f64>() / blocks)
        })
    }

    /// Returns the estimate of strength; `None` if the sample is empty.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let error = (variance / self.blocks()).sqrt();
        let (low, high) = (mean - Z_95 * error, mean + Z_95 * error);
        let per_game = (variance * self.games).sqrt();
        let normalized = |score: f64| (score - self.expected) / per_game * NORMALIZED_ELO;
        let elo = |score| elo(score, self.expected);
        let (min, max) = interval(mean, variance, self.blocks());
        // Without any spread, the sign of the lead decides.
        let los = match mean.total_cmp(&self.expected) {
            _ if error > 0.0 => normal((mean - self.expected) / error),
            Ordering::Less => 0.0,
            Ordering::Equal => EVEN,
            Ordering::Greater => 1.0,
        };
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            elo_low: elo(min),
            elo_high: elo(max),
            // A few equal blocks do not mean that all are equal.
            elo_error: if error > 0.0 { (elo(high) - elo(low)) / 2.0 } else { f64::NAN },
            normalized: normalized(mean),
            normalized_error: (normalized(high) - normalized(low)) / 2.0,
            los,
        })
    }
}

/// The estimate of strength from a sample. Some numbers may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
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
    /// The normalised Elo above the others.
    pub normalized: f64,
    /// Half the width of its 95 % interval.
    pub normalized_error: f64,
    /// The likelihood of superiority.
    pub los: f64,
}

/// Returns the 95 % interval of a mean share of the point: Wilson's score interval. The number of
/// trials is the number of single games that would give the observed spread at this mean.
///
/// Unlike the normal approximation, it stays between 0 and 1 and does not shrink to nothing at the
/// ends: a clean sweep has a lower bound. E. B. Wilson, "Probable inference, the law of succession,
/// and statistical inference", JASA 22, 1927; the effective number of trials as in E. L. Korn and
/// B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
/// counts estimated from survey data", Survey Methodology 24, 1998.
fn interval(mean: f64, variance: f64, blocks: f64) -> (f64, f64) {
    let single = mean * (1.0 - mean);
    // A few equal blocks do not mean that all are equal: each of them is one trial.
    let trials = if variance > 0.0 { single / variance * blocks } else { blocks };
    let square = Z_95 * Z_95 / trials;
    let centre = (mean + square / 2.0) / (1.0 + square);
    let half = Z_95 * (single / trials + square / (4.0 * trials)).sqrt() / (1.0 + square);
    let low = if mean > 0.0 { centre - half } else { 0.0 };
    let high = if mean < 1.0 { centre + half } else { 1.0 };
    (low, high)
}

/// Returns a number with its interval, or with its only bound.
pub(crate) fn with_interval(number: f64, low: f64, high: f64) -> String {
    if low.is_finite() && high.is_finite() {
        format!("{number:+.1} [{low:+.1}, {high:+.1}]")
    } else if low.is_finite() {
        format!("> {low:+.1}")
    } else if high.is_finite() {
        format!("< {high:+.1}")
    } else {
        "?".into()
    }
}

/// Returns the Elo of a share of the point, as the logarithm of the odds against `expected`, the
/// share of equals.
fn elo(share: f64, expected: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    LOGISTIC_ELO * (share / (1.0 - share) * ((1.0 - expected) / expected)).log10()
}

/// Returns the share of the point of an Elo.
pub(crate) fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / LOGISTIC_ELO))
}

/// Returns the cumulative normal distribution.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() <= tolerance, "{left} is not {right}");
    }

    /// Checks published values: the tests of fastchess 1.8 (`app/tests/elo_test.cpp`), which has
    /// the counts in the order LL, LD, WL, DD, WD, WW.
    #[test]
    fn pentanomial_estimates_are_those_of_fastchess() {
        let rows = [
            ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28, 1.0, 0.579]),
            ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96, 0.0505, 0.488]),
            ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65, 0.0, 0.470]),
        ];
        for (counts, [elo, elo_error, normalized, normalized_error, los, score]) in rows {
            let estimate = Sample::pentanomial(counts).estimate().expect("there are pairs");
            close(estimate.elo, elo, 0.01);
            close(estimate.elo_error, elo_error, 0.01);
            close(estimate.normalized, normalized, 0.01);
            close(estimate.normalized_error, normalized_error, 0.01);
            close(estimate.los, los, 0.0001);
            close(estimate.score, score, 0.001);
        }
    }

    /// Checks published values: the same file, for single games.
    #[test]
    fn single_games_are_blocks_too() {
        let rows = [
            ([89.0, 123.0, 76.0], [-20.76, 40.13], None),
            ([96.0, 111.0, 136.0], [49.77, 36.77], Some([40.70, 30.43])),
        ];
        for ([losses, draws, wins], [normalized, normalized_error], elo) in rows {
            let values = vec![(0.0, losses), (0.5, draws), (1.0, wins)];
            let sample = Sample { values, games: 1.0, expected: EVEN };
            let estimate = sample.estimate().expect("there are games");
            close(estimate.normalized, normalized, 0.01);
            close(estimate.normalized_error, normalized_error, 0.01);
            if let Some([elo, error]) = elo {
                close(estimate.elo, elo, 0.01);
                close(estimate.elo_error, error, 0.01);
            }
        }
    }

    #[test]
    fn a_player_among_four_expects_a_quarter() {
        let sample = Sample { values: vec![(0.2, 5.0), (0.3, 5.0)], games: 4.0, expected: 0.25 };
        let estimate = sample.estimate().expect("there are blocks");
        close(estimate.elo, 0.0, 1e-9);
        close(estimate.los, 0.5, 1e-9);
    }

    /// Checks that the interval agrees with other tools for many mixed results, and is neither
    /// infinite nor symmetric for one-sided ones.
    #[test]
    fn intervals_make_sense_at_every_score() {
        let estimate = |counts| Sample::pentanomial(counts).estimate().expect("there are pairs");
        let even = estimate([7895, 8757, 5685, 568, 9999]);
        close((even.elo_high - even.elo_low) / 2.0, even.elo_error, 0.01);
        close(f64::midpoint(even.elo_high, even.elo_low), even.elo, 0.05);
        // 19 pairs won and one and a half points of another: 98.75 %.
        let strong = estimate([0, 0, 0, 1, 19]);
        assert!(!strong.elo_error.is_finite(), "{strong:?}");
        assert!(strong.elo_low > 400.0 && strong.elo_low < strong.elo, "{strong:?}");
        assert!(strong.elo_high > strong.elo && strong.elo_high < 1500.0, "{strong:?}");
        // 95 %: the interval of other tools is off by hundreds.
        let strong = estimate([0, 0, 1, 2, 17]);
        assert!(strong.elo_low > 250.0 && strong.elo_high < 1000.0, "{strong:?}");
        // Wilson, nine of nine: at least 9 / (9 + 1.96^2).
        let sweep = estimate([0, 0, 0, 0, 9]);
        let min = 9.0 / (9.0 + Z_95 * Z_95);
        close(sweep.elo_low, elo(min, EVEN), 1e-9);
        assert!(sweep.elo_high.is_infinite());
        let swept = estimate([9, 0, 0, 0, 0]);
        close(swept.elo_high, -sweep.elo_low, 1e-9);
        let single = estimate([0, 0, 1, 0, 0]);
        assert!(single.elo_low < -400.0 && single.elo_high > 400.0, "{single:?}");
        assert_eq!(with_interval(sweep.elo, 147.4, f64::INFINITY), "> +147.4");
        assert_eq!(with_interval(10.0, -5.04, 25.0), "+10.0 [-5.0, +25.0]");
    }

    #[test]
    fn a_clean_sweep_has_no_finite_elo_but_a_clear_leader() {
        let estimate = Sample::pentanomial([0, 0, 0, 0, 9]).estimate().expect("there are pairs");
        assert!(estimate.elo.is_infinite() && estimate.los > 0.999);
        let estimate = Sample::pentanomial([0, 0, 9, 0, 0]).estimate().expect("there are pairs");
        close(estimate.elo, 0.0, 1e-9);
        close(estimate.los, 0.5, 1e-9);
        assert!(estimate.elo_error.is_nan());
        assert_eq!(Sample::default().estimate(), None);
    }
}
