//! [`Network`]: the weights of a net, and its arithmetic.

use wide::{i16x16, i32x8};

use super::exposure::STATES;
use super::provenance::Provenance;
use super::regions::Regions;
use crate::eval::Base;
use crate::score::MAX_EVAL;

/// An activation of 1 in the accumulators' unit.
pub const ACTIVE: i32 = 255;
/// An output weight of 1 in its unit.
pub const OUTPUT_UNIT: i32 = 64;
/// Neurons that are computed at a time; the number of neurons is a multiple of it.
pub(super) const LANES: usize = 16;

/// The size of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many inputs there are in each region, see [`Layout`](super::Layout).
    pub inputs: usize,
    /// How many regions there are, each with weights of its own for all inputs.
    pub regions: usize,
    /// Whether the state of a piece adds weights of its own to those of the input, see
    /// [`Exposure::state`](super::Exposure::state); the same in all regions.
    pub threats: bool,
    /// Neurons of each point of view, a multiple of 16.
    pub hidden: usize,
    /// Output buckets by the number of men.
    pub buckets: usize,
    /// Men at the start, by which the buckets divide.
    pub men: usize,
    /// Points of view that an output is made of: two in a duel, mover and opponent; one among more
    /// seats, each of which has an output of its own.
    pub perspectives: usize,
}

impl Shape {
    /// How many columns of weights there are: those of all inputs, for each region and then for
    /// each state but the first.
    #[inline]
    #[must_use]
    pub const fn columns(&self) -> usize {
        (self.regions + if self.threats { STATES } else { 0 }) * self.inputs
    }

    /// The most columns whose weights an accumulator sums up, of positions with no more men than
    /// the start.
    #[must_use]
    pub const fn most_summed(&self) -> usize {
        if self.threats { 2 * self.men } else { self.men }
    }

    /// The bucket of a position with so many men.
    #[inline]
    #[must_use]
    pub fn bucket(&self, men: usize) -> usize {
        (men.saturating_sub(1) * self.buckets / self.men.max(1)).min(self.buckets - 1)
    }
}

/// A net with integer weights.
///
/// The accumulator of a point of view is `bias + sum of columns`, in units of [`ACTIVE`]. The
/// output is the sum of `clamp(accumulator, 0, ACTIVE)^2 * weight` over the neurons of its
/// perspectives, and a bias, times the scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The size.
    pub shape: Shape,
    /// What its output is added to.
    pub base: Base,
    /// Centipawns of an output of 1.
    pub scale: i32,
    /// Where the own king is, for the weights of inputs.
    pub regions: Regions,
    /// For each region, and then for each state of pieces but the first, a column of `hidden`
    /// weights for each input, in units of [`ACTIVE`].
    pub columns: Vec<i16>,
    /// The accumulators of an empty board.
    pub biases: Vec<i16>,
    /// For each bucket the weights of its perspectives' neurons, in units of [`OUTPUT_UNIT`].
    pub outputs: Vec<i16>,
    /// The bias of each bucket, in units of [`ACTIVE`] times [`OUTPUT_UNIT`].
    pub output_biases: Vec<i32>,
    /// The game whose inputs it knows, see [`Features::fingerprint`](super::Features::fingerprint).
    pub fingerprint: u64,
    /// How it was made.
    pub provenance: Provenance,
}

impl Network {
    /// The weights of an input in a region, or in state 0; what another state of a piece adds to
    /// them, if the net knows of states.
    #[inline]
    #[must_use]
    pub fn column(&self, region: usize, state: usize, input: u32) -> &[i16] {
        let Shape { inputs, regions, hidden, .. } = self.shape;
        let group = if state == 0 { region } else { regions + state - 1 };
        let column = group * inputs + input as usize;
        &self.columns[column * hidden..][..hidden]
    }

    /// The output in centipawns, bounded as evaluations are, given the accumulators of each
    /// perspective.
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

    /// The greatest difference between [`Network::output`] and [`Network::exact_output`], in
    /// centipawns, if no sum overflows: two divisions drop less than a unit each, the first one a
    /// unit of the outputs' biases.
    #[must_use]
    pub fn greatest_rounding(&self) -> f64 {
        1.0 + f64::from(self.scale) / f64::from(ACTIVE * OUTPUT_UNIT)
    }

    /// What [`Network::output`] would be without rounding and without bounds of its integers, in
    /// centipawns: the same weights as real numbers. The accumulators are sums of
    /// [`Network::column`] and biases, in the same units.
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

/// The sum of squared activations times weights.
#[inline]
fn weighted(accumulator: &[i16], weights: &[i16]) -> i64 {
    let chunks = accumulator.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0);
    let mut sums = i32x8::ZERO;
    for (values, weights) in chunks {
        let active = i16x16::new(*values).max(i16x16::ZERO).min(i16x16::splat(ACTIVE as i16));
        // At most 255 * 127, which is why weights are bounded by that.
        let weighted = active * i16x16::new(*weights);
        sums += weighted.dot(active);
    }
    sums.to_array().map(i64::from).iter().sum()
}
