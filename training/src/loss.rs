//! What a net is asked to say of an example, and how far it is from that.

use rotunda_movegen::SEATS;

use crate::examples::Example;
use crate::model::{Aim, Hidden, Pass};

/// Centipawns of one unit of odds between two sides, and among more, as the search takes them: those
/// that make ten to one, by the natural logarithm of ten.
pub(crate) const UNIT_OF_TWO: f32 = 400.0 / std::f32::consts::LN_10;
/// See [`UNIT_OF_TWO`].
pub(crate) const UNIT_OF_MANY: f32 = 700.0 / std::f32::consts::LN_10;

/// A number for each side, by its first seat; `None` for sides that are out.
type OfSides = [Option<f32>; SEATS];

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
        let Aim { result, scale } = self.aim;
        let odds = f32::from(example.derived[0]) / scale + example.weight * output;
        let points = self.examples.points[example.game as usize][usize::from(example.turn)];
        let scored = logistic(f32::from(example.score) / scale);
        let target = result * points + (1.0 - result) * scored;
        let loss = entropy(target, odds) - entropy(target, (target / (1.0 - target)).ln());
        (loss, [example.weight * (logistic(odds) - target); SEATS])
    }

    /// Among many, what is foretold are the shares of sides.
    fn many_errors(
        &self,
        example: &Example,
        hidden: &[Hidden],
        outputs: &[f32; SEATS],
    ) -> (f32, [f32; SEATS]) {
        let sides = &self.examples.sides;
        let mut worth: OfSides = [None; SEATS];
        for own in hidden {
            let seat = own.seat.index();
            let seat_worth = f32::from(example.derived[seat]) + self.aim.scale * outputs[seat];
            *worth[sides[seat]].get_or_insert(0.0) += seat_worth;
        }
        let unit = if worth.iter().flatten().count() > 2 { UNIT_OF_MANY } else { UNIT_OF_TWO };
        let expected = shares(&worth, unit);
        let target = self.target_shares(example, &expected, unit);
        let mut loss = 0.0;
        for (expected, target) in expected.iter().zip(&target) {
            if *target > 0.0 {
                loss += target * (target / expected.max(1e-9)).ln();
            }
        }
        let mut errors = [0.0; SEATS];
        for (error, own) in errors.iter_mut().zip(hidden) {
            let side = sides[own.seat.index()];
            *error = (expected[side] - target[side]) * self.aim.scale / unit;
        }
        (loss, errors)
    }

    /// The shares that are aimed at: in part those of the result; in part the search's score for the
    /// mover's side, with which the others share what is left as they are expected to.
    fn target_shares(&self, example: &Example, expected: &[f32; SEATS], unit: f32) -> [f32; SEATS] {
        let points = &self.examples.points[example.game as usize];
        let sides = &self.examples.sides;
        let mover = sides[usize::from(example.turn)];
        let opponents = expected.iter().filter(|share| **share > 0.0).count().max(2) - 1;
        let odds = f32::from(example.score) / unit - (opponents as f32).ln();
        let scored = logistic(odds);
        let left = (1.0 - scored) / (1.0 - expected[mover]).max(1e-6);
        let living = |side: usize| expected[side] > 0.0;
        let all: f32 = (0..SEATS).filter(|side| living(*side)).map(|side| points[side]).sum();
        std::array::from_fn(|side| {
            if !living(side) {
                return 0.0;
            }
            let by_score = if side == mover { scored } else { expected[side] * left };
            let by_result = points[side] / all.max(f32::MIN_POSITIVE);
            self.aim.result * by_result + (1.0 - self.aim.result) * by_score
        })
    }
}

/// The shares of sides that are worth so much, 0 for those that are out.
fn shares(worth: &OfSides, unit: f32) -> [f32; SEATS] {
    let most = worth.iter().flatten().copied().fold(f32::MIN, f32::max);
    let parts = worth.map(|worth| worth.map_or(0.0, |worth| ((worth - most) / unit).exp()));
    let whole: f32 = parts.iter().sum();
    parts.map(|part| (part / whole).max(if part > 0.0 { 1e-9 } else { 0.0 }))
}

/// The expected points at odds, given as their natural logarithm.
pub(crate) fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The cross entropy of a target and odds, which are bounded.
pub(crate) fn entropy(target: f32, odds: f32) -> f32 {
    let expected = logistic(odds).clamp(1e-6, 1.0 - 1e-6);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}
