//! [`Trainer`]: gradient descent over examples, with Adam.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::examples::{Example, Examples};
use super::model::{MAX_OUTPUT, Model, Objective, Pass};

/// The number of examples of a step.
const BATCH: usize = 8192;
/// The number of examples that share a gradient, so that the sums are the same for any number of
/// threads.
const PART: usize = 1024;
/// The decay of the means of gradients and of their squares (Kingma and Ba, Adam, 2015).
const FORGET: (f32, f32) = (0.9, 0.999);
/// The factor of weight decay for weights of one of several regions.
const REGIONAL: f32 = 12.0;
/// The number that keeps divisors from being zero.
const EPSILON: f32 = 1e-8;
/// The number of parts of all epochs. In the last part the output weights stay rounded, so that the
/// other weights adapt to the rounding.
const PARTS: u32 = 3;
/// The part of the first rate that is left in the last step.
const LAST_RATE: f32 = 0.01;

/// The schedule of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Schedule {
    /// The number of times that every example is seen.
    pub epochs: u32,
    /// The first rate, which falls along a half wave of the cosine.
    pub rate: f32,
    /// The fraction of the distance to its origin that a weight moves in a step of rate 1.
    pub decay: f32,
    pub seed: u64,
}

/// Mean losses after an epoch, in nats.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Losses {
    /// The loss over the training positions.
    pub training: f32,
    /// The loss over the validation positions.
    pub validation: f32,
}

/// The state of a training: the parameters, and the moments for the next step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub parameters: Vec<f32>,
    /// The means of gradients, and of their squares.
    pub moments: [Vec<f32>; 2],
    /// The number of steps.
    pub steps: u32,
}

/// Gradient descent over examples.
pub(crate) struct Trainer<'a> {
    pub model: Model,
    examples: &'a Examples,
    pool: &'a ThreadPool,
    objective: Objective,
    schedule: Schedule,
    /// See [`State::moments`].
    moments: [Vec<f32>; 2],
    steps: u32,
    /// The weights to which decay leads: those of the net to begin with, or 0.
    origin: Vec<f32>,
    order: Vec<u32>,
    /// Whether the output weights stay fixed.
    keeps_outputs: bool,
    /// The greatest absolute weight of an input.
    bound: f32,
}

impl<'a> Trainer<'a> {
    /// Creates a trainer of a model. Decay leads to the weights of the model if it
    /// `is_continued`, and otherwise to 0. `bound` is the greatest weight of an input that integers
    /// can hold.
    pub fn new(
        (model, is_continued): (Model, bool),
        (examples, pool): (&'a Examples, &'a ThreadPool),
        objective: Objective,
        schedule: Schedule,
        bound: f32,
    ) -> Self {
        let moments = [vec![0.0; model.len()], vec![0.0; model.len()]];
        let origin = if is_continued { model.parameters.clone() } else { vec![0.0; model.len()] };
        let order = (0..examples.training.len() as u32).collect();
        let keeps_outputs = false;
        Self {
            model,
            examples,
            pool,
            objective,
            schedule,
            moments,
            steps: 0,
            origin,
            order,
            keeps_outputs,
            bound,
        }
    }

    /// Returns the state so far.
    pub fn state(&self) -> State {
        let parameters = self.model.parameters.clone();
        State { parameters, moments: self.moments.clone(), steps: self.steps }
    }

    /// Continues from a state after so many epochs. Returns whether the state has the size of this
    /// model.
    pub fn resume(&mut self, state: State, epochs: u32) -> bool {
        let State { parameters, moments, steps } = state;
        let size = self.model.len();
        if [&parameters, &moments[0], &moments[1]].iter().any(|values| values.len() != size) {
            return false;
        }
        (self.model.parameters, self.moments, self.steps) = (parameters, moments, steps);
        (0..epochs).for_each(|epoch| self.shuffle(epoch));
        true
    }

    /// Reorders the examples from the order of the epoch before to that of an epoch.
    fn shuffle(&mut self, epoch: u32) {
        let mut random = ChaCha8Rng::seed_from_u64(self.schedule.seed.wrapping_add(epoch.into()));
        self.order.shuffle(&mut random);
    }

    /// Learns from every example once; `epoch` counts from 0. The validation loss is that of the
    /// net with rounded output weights.
    pub fn epoch(&mut self, epoch: u32) -> Losses {
        self.shuffle(epoch);
        let Schedule { epochs, .. } = self.schedule;
        self.keeps_outputs = epoch + epochs.div_ceil(PARTS) >= epochs;
        if self.keeps_outputs {
            self.model.round_outputs();
        }
        let order = std::mem::take(&mut self.order);
        let loss: f64 = order.chunks(BATCH).map(|batch| self.step(batch)).sum();
        self.order = order;
        let count = self.examples.training.len() as f64;
        let validation = self.validate(&self.model.with_round_outputs());
        Losses { training: (loss / count) as f32, validation }
    }

    /// The mean loss of a model over the positions that are kept for validation.
    pub fn validate(&self, model: &Model) -> f32 {
        let columns = model.columns();
        let pass =
            Pass { model, examples: self.examples, objective: self.objective, columns: &columns };
        let examples = &self.examples.validation;
        let losses = examples.par_chunks(PART);
        let losses = losses.map(|part| part.iter().map(|one| f64::from(pass.loss(one))).sum());
        // The sum is in a fixed order, so it is the same every time.
        let losses: Vec<f64> = self.pool.install(|| losses.collect());
        (losses.iter().sum::<f64>() / examples.len() as f64) as f32
    }

    /// Makes one step, and returns the sum of the examples' losses.
    fn step(&mut self, batch: &[u32]) -> f64 {
        let columns = self.model.columns();
        let pass = Pass {
            model: &self.model,
            examples: self.examples,
            objective: self.objective,
            columns: &columns,
        };
        let of_part = |part: &[u32]| {
            let mut gradient = vec![0.0; self.model.len()];
            let example = |index: &u32| -> &Example { &self.examples.training[*index as usize] };
            let losses = part.iter().map(|index| pass.learn(example(index), &mut gradient));
            (losses.map(f64::from).sum::<f64>(), gradient)
        };
        let parts = batch.par_chunks(PART).map(of_part);
        let parts: Vec<(f64, Vec<f32>)> = self.pool.install(|| parts.collect());
        let mut loss = 0.0;
        let mut gradient = vec![0.0; self.model.len()];
        for (part_loss, part) in parts {
            loss += part_loss;
            gradient.iter_mut().zip(part).for_each(|(sum, value)| *sum += value);
        }
        for value in &mut gradient {
            *value /= batch.len() as f32;
        }
        self.model.share(&mut gradient);
        self.descend(&gradient);
        loss
    }

    fn descend(&mut self, gradient: &[f32]) {
        self.steps += 1;
        let rate = self.rate();
        let correction = |forget: f32| 1.0 - forget.powi(self.steps as i32);
        let (first, second) = (correction(FORGET.0), correction(FORGET.1));
        let decay = rate * self.schedule.decay;
        let (regional_end, weights_end) = (self.model.regional_columns(), self.model.biases());
        let pull = |index: usize| match index {
            // At most the whole distance, so that no decay leads beyond the origin.
            _ if index < regional_end => (decay * REGIONAL).min(1.0),
            _ if index < weights_end => decay.min(1.0),
            _ => 0.0,
        };
        let kept = self.model.outputs()..self.model.output_biases();
        let kept = if self.keeps_outputs { kept } else { 0..0 };
        let [means, squares] = &mut self.moments;
        let moments = means.iter_mut().zip(squares);
        let parameters = self.model.parameters.iter_mut().enumerate();
        for (((index, weight), value), (mean, square)) in parameters.zip(gradient).zip(moments) {
            *mean = FORGET.0 * *mean + (1.0 - FORGET.0) * value;
            *square = FORGET.1 * *square + (1.0 - FORGET.1) * value * value;
            let step = rate * (*mean / first) / ((*square / second).sqrt() + EPSILON);
            if !kept.contains(&index) {
                *weight += pull(index) * (self.origin[index] - *weight) - step;
            }
        }
        let (outputs, biases) = (self.model.outputs(), self.model.output_biases());
        for weight in &mut self.model.parameters[outputs..biases] {
            *weight = weight.clamp(-MAX_OUTPUT, MAX_OUTPUT);
        }
        let bound = self.bound;
        for weight in &mut self.model.parameters[..weights_end] {
            *weight = weight.clamp(-bound, bound);
        }
    }

    /// The rate of this step.
    fn rate(&self) -> f32 {
        let steps = self.examples.training.len().div_ceil(BATCH) as u32 * self.schedule.epochs;
        let way = (self.steps as f32 / steps.max(1) as f32).min(1.0);
        let wave = 0.5 * (1.0 + (std::f32::consts::PI * way).cos());
        self.schedule.rate * (LAST_RATE + (1.0 - LAST_RATE) * wave)
    }
}
