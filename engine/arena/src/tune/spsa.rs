//! [`Spsa`]: many numbers tuned at once by the results of games.
//!
//! Simultaneous perturbation stochastic approximation (Spall, IEEE Transactions on Automatic
//! Control 37/3, 1992) in the form that Fishtest has: in every iteration all numbers are moved a
//! little up or down at random, an engine with these plays one with the opposite moves, and every
//! number goes the way of the winner. Steps and gains shrink with the iterations.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// How fast steps shrink.
const GAMMA: f64 = 0.101;
/// How fast gains shrink.
const ALPHA: f64 = 0.602;
/// The part of all iterations by which the first gains are damped.
const STABILITY: f64 = 0.1;
/// Steps of the last iteration by which a number moves for each point of the last iteration, if
/// nothing else is asked for: what Fishtest has for tens of thousands of games.
pub const USUAL_GAIN: f64 = 0.002;
/// The part of a number's range that the last iteration moves it.
const LAST_STEP: f64 = 0.05;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// The option of the engine.
    pub name: String,
    /// Where it began.
    pub start: i64,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
}

impl Parameter {
    /// By how much the last iteration moves it; at least half a unit, or rounding would hide it.
    #[must_use]
    pub fn last_step(&self) -> f64 {
        ((self.max - self.min) as f64 * LAST_STEP).max(0.5)
    }

    fn bounded(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }
}

/// The numbers of the two engines of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// Up or down, for each number.
    signs: Vec<f64>,
    /// What the engine with the signs plays with.
    pub plus: Vec<i64>,
    /// What the other plays with.
    pub minus: Vec<i64>,
}

/// The state of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    iterations: u64,
    last_gain: f64,
    seed: u64,
}

impl Spsa {
    /// A tuning that begins with the parameters' starts, for so many iterations; `last_gain` is by
    /// how many of its steps a number moves for each point of the last iteration.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, iterations: u64, last_gain: f64, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start as f64).collect();
        Self { parameters, values, iterations: iterations.max(1), last_gain, seed }
    }

    /// What the numbers have come to.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Goes on from values that were reached before.
    ///
    /// # Panics
    /// If there are more or fewer than parameters.
    pub fn resume(&mut self, values: Vec<f64>) {
        assert_eq!(values.len(), self.parameters.len());
        self.values = values;
    }

    /// How far a number is moved in an iteration, and by how much it follows each point.
    fn step_and_gain(&self, parameter: &Parameter, iteration: u64) -> (f64, f64) {
        let (all, now) = (self.iterations as f64, iteration as f64 + 1.0);
        let step = parameter.last_step() * (all / now).powf(GAMMA);
        let damped = all * STABILITY;
        let gain = self.last_gain
            * parameter.last_step().powi(2)
            * ((damped + all) / (damped + now)).powf(ALPHA);
        (step, gain / step)
    }

    /// The numbers that play in an iteration; they follow from the seed, its number, and the
    /// values.
    ///
    /// Between two whole numbers chance decides, so that small steps count on the average.
    #[must_use]
    pub fn perturb(&self, iteration: u64) -> Perturbation {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(iteration);
        let mut perturbation =
            Perturbation { signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            let (step, _) = self.step_and_gain(parameter, iteration);
            let chance = rng.random_range(0.0..1.0);
            let round = |value: f64| (parameter.bounded(value) + chance).floor() as i64;
            let bounded = |value: f64| round(value).clamp(parameter.min, parameter.max);
            perturbation.signs.push(sign);
            perturbation.plus.push(bounded(value + sign * step));
            perturbation.minus.push(bounded(value - sign * step));
        }
        perturbation
    }

    /// Moves all numbers by the result of an iteration: the points by which the first engine is
    /// ahead, a game won being one more than a game lost.
    pub fn update(&mut self, iteration: u64, perturbation: &Perturbation, ahead: f64) {
        for index in 0..self.parameters.len() {
            let parameter = &self.parameters[index];
            let (_, gain) = self.step_and_gain(parameter, iteration);
            let moved = self.values[index] + gain * ahead * perturbation.signs[index];
            self.values[index] = parameter.bounded(moved);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        let parameter =
            |name: &str, start| Parameter { name: name.into(), start, min: 0, max: 100 };
        vec![parameter("low", 80), parameter("high", 20)]
    }

    /// The better engine is that nearer to 30 and 70; how much better decides with what chance it
    /// wins.
    #[test]
    fn numbers_find_their_best_values_through_noise() {
        let (iterations, games) = (4000, 16);
        let mut spsa = Spsa::new(parameters(), iterations, USUAL_GAIN, 5);
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let loss = |values: &[i64]| -> f64 {
            values.iter().zip([30.0, 70.0]).map(|(v, best)| (*v as f64 - best).powi(2)).sum()
        };
        for iteration in 0..iterations {
            let perturbation = spsa.perturb(iteration);
            let better = loss(&perturbation.minus) - loss(&perturbation.plus);
            let chance = 1.0 / (1.0 + (-better / 2000.0).exp());
            let won = (0..games).filter(|_| rng.random_bool(chance)).count() as f64;
            spsa.update(iteration, &perturbation, 2.0 * won - f64::from(games));
        }
        let near = |value: f64, best: f64| (value - best).abs() < 8.0;
        assert!(
            near(spsa.values()[0], 30.0) && near(spsa.values()[1], 70.0),
            "{:?}",
            spsa.values()
        );
    }

    #[test]
    fn a_greater_gain_moves_numbers_further_by_the_same_result() {
        let moved = |gain| {
            let mut spsa = Spsa::new(parameters(), 100, gain, 1);
            let perturbation = spsa.perturb(99);
            spsa.update(99, &perturbation, 1.0);
            (spsa.values()[0] - 80.0).abs()
        };
        assert!((moved(3.0 * USUAL_GAIN) - 3.0 * moved(USUAL_GAIN)).abs() < 1e-9);
        assert!((moved(USUAL_GAIN) - USUAL_GAIN * 100.0 * LAST_STEP).abs() < 1e-9);
    }

    #[test]
    fn perturbations_stay_within_the_ranges_and_follow_from_the_seed() {
        let mut spsa = Spsa::new(parameters(), 100, USUAL_GAIN, 1);
        spsa.resume(vec![99.5, 0.0]);
        for iteration in 0..100 {
            let Perturbation { plus, minus, .. } = spsa.perturb(iteration);
            assert!(plus.iter().chain(&minus).all(|value| (0..=100).contains(value)));
            assert_ne!(plus, minus);
        }
        assert_eq!(spsa.perturb(7), spsa.clone().perturb(7));
        assert_ne!(spsa.perturb(7), spsa.perturb(8));
    }
}
