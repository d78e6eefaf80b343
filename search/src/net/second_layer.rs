//! [`SecondLayer`]: neurons that see those of the hidden layer.

use std::ops::Range;

use wide::{i16x16, i32x8};

use super::network::{ACTIVE, LANES, OUTPUT_UNIT};

/// Neurons of a second layer that are computed at a time; their number in a bucket is a multiple of it.
pub const GROUP: usize = 8;
/// Sums of a group that do not wait for each other.
const APART: usize = 4;

/// A weight of 1 of a second layer in its unit.
pub const SECOND_UNIT: i32 = 1024;
/// The greatest weight of a second layer either way.
const MAX_WEIGHT: i16 = (2 * SECOND_UNIT - 1) as i16;
/// The greatest bias either way, so that no sum of the largest net leaves 32 bits.
const MAX_BIAS: i32 = 1 << 29;
/// A sum of 1, of activations times weights.
const ONE: i32 = ACTIVE * SECOND_UNIT;
/// Bits of a sum that its activation drops.
const DROPPED: i32 = 6;
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
    /// In units of [`SECOND_UNIT`], in the order in which they are needed: for each bucket, each [`GROUP`] of
    /// its neurons, and each two of the neurons that these see, the weights of the two by each neuron of
    /// the group. See [`SecondLayer::place`].
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

    /// The place in [`SecondLayer::weights`] of the weight that a neuron, counted through all buckets, gives
    /// to one of `seen` that it sees.
    #[must_use]
    pub const fn place(neuron: usize, from: usize, seen: usize) -> usize {
        let (group, member) = (neuron / GROUP, neuron % GROUP);
        let (pair, second) = (from / 2, from % 2);
        group * GROUP * seen + (pair * GROUP + member) * 2 + second
    }

    /// What some of the neurons, whole groups, add to the output, in units of [`ACTIVE`] squared times
    /// [`OUTPUT_UNIT`], given the activations of those that they see.
    #[inline]
    pub(super) fn output(&self, neurons: Range<usize>, active: &[i16x16]) -> i64 {
        let seen = active.len() * LANES;
        let pairs: &[i32] = bytemuck::cast_slice(active);
        let pairs = pairs.as_chunks::<APART>().0;
        let groups =
            self.weights[neurons.start * seen..neurons.end * seen].chunks_exact(GROUP * seen);
        let biases = self.biases[neurons.clone()].as_chunks::<GROUP>().0;
        let outputs = self.outputs[neurons].as_chunks::<GROUP>().0;
        let mut output = 0;
        for ((weights, biases), outputs) in groups.zip(biases).zip(outputs) {
            let weights = weights.as_chunks::<{ 2 * GROUP }>().0.as_chunks::<APART>().0;
            let mut sums = [i32x8::new(*biases), i32x8::ZERO, i32x8::ZERO, i32x8::ZERO];
            for (pairs, weights) in pairs.iter().zip(weights) {
                for ((sum, pair), weights) in sums.iter_mut().zip(pairs).zip(weights) {
                    let pair: i16x16 = bytemuck::cast(i32x8::splat(*pair));
                    *sum += pair.dot(i16x16::new(*weights));
                }
            }
            let sums = sums[0] + sums[1] + (sums[2] + sums[3]);
            let active = sums.max(i32x8::ZERO).min(i32x8::splat(ONE)) >> DROPPED;
            for (active, weight) in active.to_array().into_iter().zip(outputs) {
                output += i64::from(active) * i64::from(active) * i64::from(*weight);
            }
        }
        output / PER_OUTPUT
    }

    /// The same in real numbers, an output of 1 being 1.
    pub(super) fn exact_output(&self, neurons: Range<usize>, active: &[f64]) -> f64 {
        let unit = f64::from(SECOND_UNIT);
        let of_neuron = |neuron: usize| {
            let weight = |from| f64::from(self.weights[Self::place(neuron, from, active.len())]);
            let seen = active.iter().enumerate().map(|(from, active)| active * weight(from));
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
