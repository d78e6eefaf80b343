//! The conversion of a net in floating point to integers.

use std::fmt;

use rotunda_search::net::{ACTIVE, Network, OUTPUT_UNIT, Provenance, Shape};

use super::examples::{Example, Examples};
use super::model::{Model, Pass};

/// Returns the greatest absolute weight of an input with which no sum of a net of this shape
/// exceeds 16 bits.
pub(crate) fn bound(shape: Shape) -> f32 {
    // An input's weight is the sum of its own column and those of its groups.
    (greatest(shape) / ACTIVE as f32).min(1.98)
}

/// Returns the same in integers.
fn greatest(shape: Shape) -> f32 {
    f32::from(i16::MAX) / (shape.most_summed() as f32 + 1.0)
}

/// The greatest mean change of outputs by rounding, as a part of the net's scale. The net of chess
/// has half of it.
const MOST: f32 = 0.02;

/// The differences in centipawns between the net in integers and the one in floating point over the
/// validation positions. In each position the seat with the greatest difference counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounding {
    /// The mean.
    pub mean: f32,
    /// The greatest.
    pub greatest: f32,
    /// The greatest allowed mean.
    bound: f32,
}

impl Rounding {
    /// Returns whether the net in integers is as good as the one that was trained.
    #[must_use]
    pub fn is_fine(self) -> bool {
        self.mean <= self.bound
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, greatest, .. } = self;
        let verdict = if self.is_fine() { "" } else { ": too much" };
        write!(f, "rounding: {mean:.2} cp on average, {greatest:.2} cp at most{verdict}")
    }
}

/// Measures the [`Rounding`] of a net over the validation positions.
pub(crate) fn rounding(network: &Network, pass: &Pass<'_>) -> Rounding {
    let validation = &pass.examples.validation;
    let off = |example: &Example| {
        let exact = pass.outputs(example).map(|output| output * pass.objective.scale);
        let off = integer_outputs(network, pass, example).zip(exact);
        off.map(|(integer, exact)| (integer as f32 - exact).abs()).fold(0.0, f32::max)
    };
    let all = || validation.iter().map(off);
    Rounding {
        mean: all().sum::<f32>() / validation.len() as f32,
        greatest: all().fold(0.0, f32::max),
        bound: MOST * pass.objective.scale,
    }
}

/// The outputs of the net in integers for an example.
fn integer_outputs(
    network: &Network,
    pass: &Pass<'_>,
    example: &Example,
) -> impl Iterator<Item = i32> {
    let of_seat = |seat| {
        let mut sums = network.biases.clone();
        for input in pass.inputs(example, seat) {
            let column = &network.columns[input * network.shape.hidden..];
            sums.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    };
    let sums: Vec<Vec<i16>> = pass.seats(example).map(of_seat).collect();
    let bucket = network.shape.bucket(usize::from(example.pieces.1));
    let all: Vec<&[i16]> = sums.iter().map(|sums| &**sums).collect();
    let outputs: Vec<i32> = all
        .chunks(network.shape.perspectives)
        .map(|perspectives| network.output(bucket, perspectives))
        .collect();
    outputs.into_iter()
}

/// Returns the net that was trained on some examples, in integers.
pub(crate) fn quantise(
    model: &Model,
    examples: &Examples,
    scale: f32,
    provenance: Provenance,
) -> Network {
    let Shape { hidden, .. } = model.shape;
    let limit = greatest(model.shape);
    let active = |weight: &f32| (weight * ACTIVE as f32).round().clamp(-limit, limit) as i16;
    let unit = OUTPUT_UNIT as f32;
    let output = |weight: &f32| (weight * unit).round() as i16;
    let parameters = &model.parameters;
    let (outputs, output_biases) = (model.outputs(), model.output_biases());
    Network {
        shape: model.shape,
        base: examples.base,
        scale: scale.round() as i32,
        regions: model.regions.clone(),
        columns: model.columns().iter().map(active).collect(),
        biases: parameters[model.biases()..][..hidden].iter().map(active).collect(),
        outputs: parameters[outputs..output_biases].iter().map(output).collect(),
        output_biases: parameters[output_biases..]
            .iter()
            .map(|bias| (bias * ACTIVE as f32 * unit).round() as i32)
            .collect(),
        fingerprint: examples.features.fingerprint(),
        provenance,
    }
}
