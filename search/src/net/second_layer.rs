//! [`SecondLayer`]: neurons that see those of the hidden layer.

use wide::{i16x16, i32x8};

use super::network::{ACTIVE, LANES, OUTPUT_UNIT};

/// A weight of 1 of a second layer in its unit.
pub const SECOND_UNIT: i32 = 1024;
/// The greatest weight of a second layer either way.
const MAX_WEIGHT: i16 = (2 * SECOND_UNIT - 1) as i16;
/// The greatest bias either way, so that no sum of the largest net leaves 32 bits.
const MAX_BIAS: i32 = 1 << 29;
/// A sum of 1, of activations times weights.
const ONE: i32 = ACTIVE * SECOND_UNIT;
/// Bits of a sum that its activation drops.
const DROPPED: u32 = 6;
/// Units of squared activations times weights in one of the output's, which is of [`ACTIVE`] squared
/// times [`OUTPUT_UNIT`].
const PER_OUTPUT: i64 = {
    let active = (ONE >> DROPPED) as i64;
    active * active * SECOND_UNIT as i64 / (ACTIVE as i64 * ACTIVE as i64 * OUTPUT_UNIT as i64)
};

/// Neurons that see those of the hidden layer, of all perspectives of an output, others in each bucket.
///
/// Each adds `clamp(bias + sum of activations * weights, 0, 1)^2 * output weight` to the output.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SecondLayer {
    /// For each bucket and each of its neurons a row of weights for the neurons that it sees, in units
    /// of [`SECOND_UNIT`].
    pub weights: Vec<i16>,
    /// The bias of each, in units of [`ACTIVE`] times [`SECOND_UNIT`].
    pub biases: Vec<i32>,
    /// The output weight of each, in units of [`SECOND_UNIT`].
    pub outputs: Vec<i16>,
}

impl SecondLayer {
    /// Whether no sum can overflow.
    pub(super) fn is_bounded(&self) -> bool {
        let mut weights = self.weights.iter().chain(&self.outputs);
        weights.all(|weight| weight.unsigned_abs() <= MAX_WEIGHT as u16)
            && self.biases.iter().all(|bias| bias.unsigned_abs() <= MAX_BIAS as u32)
    }

    /// What some of the neurons add to the output, in units of [`ACTIVE`] squared times
    /// [`OUTPUT_UNIT`], given the activations of those that they see.
    #[inline]
    pub(super) fn output(&self, neurons: std::ops::Range<usize>, active: &[i16x16]) -> i64 {
        let seen = active.len() * LANES;
        let rows = self.weights[neurons.start * seen..neurons.end * seen].chunks_exact(seen);
        let biases = &self.biases[neurons.clone()];
        let mut output = 0;
        for ((row, bias), weight) in rows.zip(biases).zip(&self.outputs[neurons]) {
            let mut sums = i32x8::ZERO;
            for (active, weights) in active.iter().zip(row.as_chunks::<LANES>().0) {
                sums += active.dot(i16x16::new(*weights));
            }
            let sum = sums.reduce_add() + bias;
            let active = i64::from(sum.clamp(0, ONE) >> DROPPED);
            output += active * active * i64::from(*weight);
        }
        output / PER_OUTPUT
    }

    /// The same in real numbers, an output of 1 being 1.
    pub(super) fn exact_output(&self, neurons: std::ops::Range<usize>, active: &[f64]) -> f64 {
        let unit = f64::from(SECOND_UNIT);
        let of_neuron = |neuron: usize| {
            let row = &self.weights[neuron * active.len()..][..active.len()];
            let seen = active.iter().zip(row).map(|(active, weight)| active * f64::from(*weight));
            let sum = seen.sum::<f64>() / unit + f64::from(self.biases[neuron]) / f64::from(ONE);
            sum.clamp(0.0, 1.0).powi(2) * f64::from(self.outputs[neuron]) / unit
        };
        neurons.map(of_neuron).sum()
    }

    /// The greatest difference between the two among buckets of so many neurons: what activations drop
    /// counts twice in their squares, and a division drops a unit.
    pub(super) fn greatest_rounding(&self, neurons: usize) -> f64 {
        if neurons == 0 {
            return 0.0;
        }
        let dropped = 2.0 / f64::from(ONE >> DROPPED);
        let of_bucket = |outputs: &[i16]| {
            let weights = outputs.iter().map(|weight| f64::from(weight.unsigned_abs()));
            weights.sum::<f64>() / f64::from(SECOND_UNIT) * dropped
        };
        let greatest = self.outputs.chunks_exact(neurons).map(of_bucket).fold(0.0, f64::max);
        greatest + 1.0 / f64::from(ACTIVE * ACTIVE * OUTPUT_UNIT)
    }
}
