//! [`Network`]: the weights of a net, and its arithmetic.

use wide::{i16x16, i32x8};

use super::aligned::Aligned;
use super::exposure::STATES;
use super::provenance::Provenance;
use super::regions::Regions;
use crate::base::score::MAX_EVAL;
use crate::eval::Base;

/// The activation 1 in the accumulators' unit.
pub const ACTIVE: i32 = 255;
/// The output weight 1 in its unit.
pub const OUTPUT_UNIT: i32 = 64;
/// The number of neurons that are computed at a time. The number of all neurons is a multiple of
/// it.
pub(super) const LANES: usize = 16;
/// Half the bits of an `i32`.
const HALF: i32 = 16;

/// The size of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of inputs in each region, see [`Layout`](super::Layout).
    pub inputs: usize,
    /// The number of regions, each with weights of its own for all inputs.
    pub regions: usize,
    /// Whether the state of a piece adds weights to those of the input, see
    /// [`Exposure::state`](super::Exposure::state). They are the same in all regions.
    pub threats: bool,
    /// The neurons of each point of view, a multiple of 16.
    pub hidden: usize,
    /// The output buckets by the number of pieces.
    pub buckets: usize,
    /// The number of pieces at the start, which the buckets divide evenly.
    pub men: usize,
    /// The points of view of an output: two in a duel, mover and opponent; one among more seats,
    /// each of which has an output of its own.
    pub perspectives: usize,
}

impl Shape {
    /// Returns the number of columns of weights: those of all inputs for each region, and then for
    /// each state but the first.
    #[inline]
    #[must_use]
    pub const fn columns(&self) -> usize {
        (self.regions + if self.threats { STATES } else { 0 }) * self.inputs
    }

    /// Returns the most columns in an accumulator's sum, for positions with at most the pieces of
    /// the start.
    #[must_use]
    pub const fn most_summed(&self) -> usize {
        if self.threats { 2 * self.men } else { self.men }
    }

    /// Returns the bucket of a position with so many pieces.
    #[inline]
    #[must_use]
    pub fn bucket(&self, men: usize) -> usize {
        (men.saturating_sub(1) * self.buckets / self.men.max(1)).min(self.buckets - 1)
    }
}

/// A net with integer weights.
///
/// The accumulator of a point of view is `bias + sum of columns`, in units of [`ACTIVE`]. The
/// output is the sum of `clamp(accumulator, 0, ACTIVE)^2 * weight` over the neurons of its points
/// of view, plus a bias, times the scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The size.
    pub shape: Shape,
    /// The base to which its output is added.
    pub base: Base,
    /// The centipawns of the output 1.
    pub scale: i32,
    /// The regions of the own king, for the weights of inputs.
    pub regions: Regions,
    /// The columns of `hidden` weights for each input, for each region and then for each state but
    /// the first, in units of [`ACTIVE`].
    pub columns: Aligned,
    /// The accumulators of an empty board.
    pub biases: Vec<i16>,
    /// The weights of the neurons of all points of view, by bucket, in units of [`OUTPUT_UNIT`].
    pub outputs: Vec<i16>,
    /// The bias of each bucket, in units of [`ACTIVE`] times [`OUTPUT_UNIT`].
    pub output_biases: Vec<i32>,
    /// The fingerprint of the game's inputs, see
    /// [`Features::fingerprint`](super::Features::fingerprint).
    pub fingerprint: u64,
    /// Its provenance.
    pub provenance: Provenance,
}

impl Network {
    /// Returns the weights of an input in a region, for state 0, or the weights that another state
    /// adds, if the net has threats.
    #[inline]
    #[must_use]
    pub fn column(&self, region: usize, state: usize, input: u32) -> &[i16] {
        let Shape { inputs, regions, hidden, .. } = self.shape;
        let group = if state == 0 { region } else { regions + state - 1 };
        let column = group * inputs + input as usize;
        &self.columns[column * hidden..][..hidden]
    }

    /// Returns the output in centipawns, within the bounds of evaluations, given the accumulators
    /// of each point of view.
    #[inline]
    #[must_use]
    pub fn output(&self, bucket: usize, accumulators: &[&[i16]]) -> i32 {
        let hidden = self.shape.hidden;
        let weights = &self.outputs[bucket * self.shape.perspectives * hidden..];
        let parts = accumulators.iter().zip(weights.chunks_exact(hidden));
        let sum: i64 = parts.map(|(accumulator, weights)| weighted(accumulator, weights)).sum();
        let unit = i64::from(ACTIVE * OUTPUT_UNIT);
        let output = sum / i64::from(ACTIVE) + i64::from(self.output_biases[bucket]);
        let centipawns = output * i64::from(self.scale) / unit;
        centipawns.clamp(-i64::from(MAX_EVAL), i64::from(MAX_EVAL)) as i32
    }

    /// Returns the greatest difference between [`Network::output`] and [`Network::exact_output`] in
    /// centipawns, if no sum overflows. Each of two divisions drops less than a unit, the first one
    /// a unit of the outputs' biases.
    #[must_use]
    pub fn greatest_rounding(&self) -> f64 {
        1.0 + f64::from(self.scale) / f64::from(ACTIVE * OUTPUT_UNIT)
    }

    /// Returns [`Network::output`] without rounding and overflow, in centipawns, by the same
    /// weights as real numbers. The accumulators are sums of [`Network::column`] and biases, in the
    /// same units.
    #[must_use]
    pub fn exact_output(&self, bucket: usize, accumulators: &[Vec<f64>]) -> f64 {
        let hidden = self.shape.hidden;
        let weights = &self.outputs[bucket * self.shape.perspectives * hidden..];
        let neurons = accumulators.iter().flatten().zip(weights);
        let (active, unit) = (f64::from(ACTIVE), f64::from(OUTPUT_UNIT));
        let sum: f64 = neurons
            .map(|(sum, weight)| (sum / active).clamp(0.0, 1.0).powi(2) * f64::from(*weight) / unit)
            .sum();
        let bias = f64::from(self.output_biases[bucket]) / (active * unit);
        let limit = f64::from(MAX_EVAL);
        ((sum + bias) * f64::from(self.scale)).clamp(-limit, limit)
    }
}

/// Returns the sum of squared activations times weights.
#[inline]
fn weighted(accumulator: &[i16], weights: &[i16]) -> i64 {
    let chunks = accumulator.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0);
    let mut sums = i32x8::ZERO;
    for (values, weights) in chunks {
        let active = i16x16::new(*values).max(i16x16::ZERO).min(i16x16::splat(ACTIVE as i16));
        // The product is at most 255 * 127, by the bound of weights.
        let weighted = active * i16x16::new(*weights);
        sums += weighted.dot(active);
    }
    total(sums)
}

/// Returns the sum of all lanes, which may need more than 32 bits.
///
/// It adds up the halves of the lanes as vectors. If it reads the lanes one by one, the compiler
/// may keep each in a register of its own in the loop before.
#[inline]
fn total(lanes: i32x8) -> i64 {
    let (high, low) = (lanes >> HALF, lanes & i32x8::splat((1 << HALF) - 1));
    (i64::from(high.reduce_add()) << HALF) + i64::from(low.reduce_add())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::file::MAX_OUTPUT;

    #[test]
    fn the_greatest_sums_of_any_number_of_neurons_do_not_overflow() {
        for hidden in [16, 240, 256, 272, 512, 1024] {
            for output in [MAX_OUTPUT, -MAX_OUTPUT] {
                let active = i64::from(ACTIVE);
                let expected = active * active * i64::from(output) * hidden as i64;
                assert_eq!(weighted(&vec![i16::MAX; hidden], &vec![output; hidden]), expected);
            }
        }
    }
}
