//! The targets of examples, and the loss of a net's outputs.

use rotunda_movegen::SEATS;

use super::examples::{Example, Examples};
use super::logit::{entropy, logistic, margin, offset, values};
use super::model::{Hidden, Pass};

/// The weight of the term that keeps the mean of all seats' outputs at 0, since an equal value for
/// all is no lead.
const GAUGE: f32 = 0.05;
/// The least expected share of a side, and of all others.
const LEAST: f32 = 1e-5;

impl Pass<'_> {
    /// Returns the loss, and its derivative by the contribution of each point of view.
    pub fn errors(&self, example: &Example, hidden: &[Hidden]) -> (f32, [f32; SEATS]) {
        let outputs = self.combined(example, hidden);
        if self.examples.is_duel() {
            return self.duel_errors(example, outputs[0]);
        }
        let mut of_seats = [0.0; SEATS];
        for (own, output) in hidden.iter().zip(outputs) {
            of_seats[own.seat.index()] = output;
        }
        self.many_errors(example, hidden, &of_seats)
    }

    fn duel_errors(&self, example: &Example, output: f32) -> (f32, [f32; SEATS]) {
        let logit = f32::from(example.derived[0]) / self.objective.scale + example.weight * output;
        let target = self.target(example, usize::from(example.turn));
        (surprise(target, logit), [example.weight * (logistic(logit) - target); SEATS])
    }

    /// Returns the loss among many sides, where each side's expected share follows from its lead,
    /// as in the search.
    fn many_errors(
        &self,
        example: &Example,
        hidden: &[Hidden],
        outputs: &[f32; SEATS],
    ) -> (f32, [f32; SEATS]) {
        let (sides, scale) = (&self.examples.sides, self.objective.scale);
        let value = values(hidden.iter().map(|own| {
            let seat = own.seat.index();
            (sides[seat], f32::from(example.derived[seat]) + scale * outputs[seat])
        }));
        let living = value.iter().flatten().count();
        let (unit, offset) = (self.objective.units[living], offset(living));
        let part = 1.0 / living.max(1) as f32;
        let (mut loss, mut of_sides) = (0.0, [0.0; SEATS]);
        for side in (0..SEATS).filter(|side| value[*side].is_some()) {
            let (margin, slopes) = margin(&value, side);
            let (logit, target) = (margin / unit - offset, self.target(example, side));
            loss += part * surprise(target, logit);
            let error = part * (logistic(logit) - target) * scale / unit;
            of_sides.iter_mut().zip(slopes).for_each(|(to, slope)| *to += error * slope);
        }
        let mean = outputs.iter().sum::<f32>() / hidden.len().max(1) as f32;
        loss += GAUGE * mean * mean * hidden.len() as f32 / 2.0;
        let mut errors = [0.0; SEATS];
        for (error, own) in errors.iter_mut().zip(hidden) {
            *error = of_sides[sides[own.seat.index()]] + GAUGE * mean;
        }
        (loss, errors)
    }

    fn target(&self, example: &Example, side: usize) -> f32 {
        target(self.examples, self.objective.result, example, side)
    }
}

/// Returns the target of a side: a mean of its points, of which the weight is `result`, and of its
/// expected points.
pub(super) fn target(examples: &Examples, result: f32, example: &Example, side: usize) -> f32 {
    let points = examples.points[example.game as usize][side];
    let target = result * points + (1.0 - result) * example.expected[side];
    target.clamp(LEAST, 1.0 - LEAST)
}

/// Returns the cross entropy of a target and odds, less the entropy of the target.
pub(super) fn surprise(target: f32, logit: f32) -> f32 {
    entropy(target, logit) - entropy(target, (target / (1.0 - target)).ln())
}
