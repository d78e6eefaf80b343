//! What a net is asked to say of an example, and how far it is from that.

use rotunda_movegen::SEATS;

use crate::examples::Example;
use crate::model::{Hidden, Pass};
use crate::odds::{entropy, handicap, lead, logistic, worths};

/// How strongly the mean of the outputs of all seats is kept at 0: what all have alike is no lead
/// of any.
const GAUGE: f32 = 0.05;
/// The least that is expected for anybody, and for all others.
const LEAST: f32 = 1e-5;

impl Pass<'_> {
    /// The loss, and its derivative by what each point of view contributes.
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
        let odds = f32::from(example.derived[0]) / self.aim.scale + example.weight * output;
        let target = self.target(example, usize::from(example.turn));
        (surprise(target, odds), [example.weight * (logistic(odds) - target); SEATS])
    }

    /// Among many, what is foretold is what each side can expect, by its lead as the search takes
    /// it.
    fn many_errors(
        &self,
        example: &Example,
        hidden: &[Hidden],
        outputs: &[f32; SEATS],
    ) -> (f32, [f32; SEATS]) {
        let (sides, scale) = (&self.examples.sides, self.aim.scale);
        let worth = worths(hidden.iter().map(|own| {
            let seat = own.seat.index();
            (sides[seat], f32::from(example.derived[seat]) + scale * outputs[seat])
        }));
        let living = worth.iter().flatten().count();
        let (unit, handicap) = (self.aim.units[living], handicap(living));
        let part = 1.0 / living.max(1) as f32;
        let (mut loss, mut of_sides) = (0.0, [0.0; SEATS]);
        for side in (0..SEATS).filter(|side| worth[*side].is_some()) {
            let (lead, slopes) = lead(&worth, side);
            let (odds, target) = (lead / unit - handicap, self.target(example, side));
            loss += part * surprise(target, odds);
            let error = part * (logistic(odds) - target) * scale / unit;
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

    /// What is aimed at for a side: in part its points, in part what it can expect.
    fn target(&self, example: &Example, side: usize) -> f32 {
        let points = self.examples.points[example.game as usize][side];
        let target = self.aim.result * points + (1.0 - self.aim.result) * example.expected[side];
        target.clamp(LEAST, 1.0 - LEAST)
    }
}

/// The cross entropy of a target and odds, beyond that of the target and itself.
fn surprise(target: f32, odds: f32) -> f32 {
    entropy(target, odds) - entropy(target, (target / (1.0 - target)).ln())
}
