//! The second layer of a net in floating point, and its gradient.

use rand::Rng;
use rotunda_search::net::{ACTIVE, Network, SECOND_UNIT, SecondLayer};

use crate::model::{Hidden, Model};

/// Products that are summed up side by side, which single sums in order would forbid.
const LANES: usize = 16;
/// The bias of a new neuron.
const BIAS: f32 = 0.2;

/// The parameters of one bucket's second layer: rows of weights for the neurons that it sees, the biases,
/// the output weights.
struct Parameters<'a> {
    weights: &'a [f32],
    biases: &'a [f32],
    outputs: &'a [f32],
}

/// The activations that the second layer of an output sees, and the sums of its neurons.
pub(crate) struct Second {
    active: Vec<f32>,
    sums: Vec<f32>,
}

impl Model {
    /// How many parameters the second layer of a bucket has.
    const fn second_len(&self) -> usize {
        self.shape.second * (self.shape.seen() + 2)
    }

    /// Where the second layer of a bucket begins.
    pub const fn second(&self, bucket: usize) -> usize {
        self.output_biases() + self.shape.buckets + bucket * self.second_len()
    }

    fn second_parameters(&self, bucket: usize) -> Parameters<'_> {
        let all = &self.parameters[self.second(bucket)..][..self.second_len()];
        let (weights, rest) = all.split_at(self.shape.second * self.shape.seen());
        let (biases, outputs) = rest.split_at(self.shape.second);
        Parameters { weights, biases, outputs }
    }

    /// Gives second layers random weights.
    pub fn begin_second(&mut self, random: &mut impl Rng) {
        let (neurons, seen) = (self.shape.second, self.shape.seen());
        let spread = 1.0 / (seen as f32).sqrt();
        for bucket in 0..self.shape.buckets {
            let (begin, length) = (self.second(bucket), self.second_len());
            let all = &mut self.parameters[begin..][..length];
            let (weights, rest) = all.split_at_mut(neurons * seen);
            let (biases, outputs) = rest.split_at_mut(neurons);
            weights.fill_with(|| random.random_range(-spread..spread));
            biases.fill(BIAS);
            outputs.fill_with(|| random.random_range(-0.1..0.1));
        }
    }

    /// Makes second layers of these parameters say what those of a net in integers do, which may be
    /// smaller: the other neurons are not listened to, nor are those of the hidden layer.
    pub fn fill_second(&self, parameters: &mut [f32], network: &Network) {
        let (neurons, seen) = (self.shape.second, self.shape.seen());
        let (known, hidden) = (network.shape, self.shape.hidden);
        let unit = SECOND_UNIT as f32;
        for bucket in 0..self.shape.buckets {
            let all = &mut parameters[self.second(bucket)..][..self.second_len()];
            let (weights, rest) = all.split_at_mut(neurons * seen);
            let (biases, outputs) = rest.split_at_mut(neurons);
            outputs.fill(0.0);
            weights[..known.second * seen].fill(0.0);
            for neuron in 0..known.second {
                let from = bucket * known.second + neuron;
                biases[neuron] = network.second.biases[from] as f32 / (ACTIVE as f32 * unit);
                outputs[neuron] = f32::from(network.second.outputs[from]) / unit;
                let row = &network.second.weights[from * known.seen()..][..known.seen()];
                let to = weights[neuron * seen..][..seen].chunks_exact_mut(hidden);
                for (to, row) in to.zip(row.chunks_exact(known.hidden)) {
                    to.iter_mut().zip(row).for_each(|(to, by)| *to = f32::from(*by) / unit);
                }
            }
        }
    }

    /// The second layers in integers.
    pub fn integer_second(&self) -> SecondLayer {
        let unit = SECOND_UNIT as f32;
        let weight = |weight: &f32| (weight * unit).round() as i16;
        let bias = |bias: &f32| (bias * ACTIVE as f32 * unit).round() as i32;
        let mut layer = SecondLayer::default();
        for bucket in 0..self.shape.buckets {
            let Parameters { weights, biases, outputs } = self.second_parameters(bucket);
            layer.weights.extend(weights.iter().map(weight));
            layer.biases.extend(biases.iter().map(bias));
            layer.outputs.extend(outputs.iter().map(weight));
        }
        layer
    }

    /// What the second layer of a bucket sees and finds, given the points of view of one output.
    pub fn see(&self, bucket: usize, hidden: &[Hidden]) -> Second {
        if self.shape.second == 0 {
            return Second { active: Vec::new(), sums: Vec::new() };
        }
        let active = hidden.iter().flat_map(|own| &own.sums).map(|sum| sum.clamp(0.0, 1.0));
        let active: Vec<f32> = active.collect();
        let Parameters { weights, biases, .. } = self.second_parameters(bucket);
        let rows = weights.chunks_exact(self.shape.seen());
        let sums = rows.zip(biases).map(|(row, bias)| bias + product(&active, row)).collect();
        Second { active, sums }
    }

    /// What the second layer of a bucket adds to the output.
    pub fn second_output(&self, bucket: usize, second: &Second) -> f32 {
        let outputs = self.second_parameters(bucket).outputs;
        let neurons = second.sums.iter().zip(outputs);
        neurons.map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum()
    }

    /// Adds the gradient of the second layer of a bucket, `error` being that of the output, and finds that of
    /// the activations which it sees.
    pub fn propagate_second(
        &self,
        bucket: usize,
        second: &Second,
        error: f32,
        gradient: &mut [f32],
    ) -> Vec<f32> {
        let (neurons, seen) = (self.shape.second, self.shape.seen());
        let Parameters { weights, outputs, .. } = self.second_parameters(bucket);
        let (of_weights, rest) =
            gradient[self.second(bucket)..][..self.second_len()].split_at_mut(neurons * seen);
        let (of_biases, of_outputs) = rest.split_at_mut(neurons);
        let mut back = vec![0.0; seen];
        for (neuron, sum) in second.sums.iter().enumerate() {
            let active = sum.clamp(0.0, 1.0);
            of_outputs[neuron] += error * active * active;
            if *sum <= 0.0 || *sum >= 1.0 {
                continue;
            }
            let slope = error * outputs[neuron] * 2.0 * active;
            of_biases[neuron] += slope;
            let row = neuron * seen..(neuron + 1) * seen;
            add(&mut back, &weights[row.clone()], slope);
            add(&mut of_weights[row], &second.active, slope);
        }
        back
    }
}

/// The sum of products.
fn product(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.iter().sum()
}

/// Adds to numbers so many times others.
fn add(to: &mut [f32], by: &[f32], times: f32) {
    to.iter_mut().zip(by).for_each(|(to, by)| *to += times * by);
}
