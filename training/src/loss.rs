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
        let (mut worth, mut found): (OfSides, OfSides) = ([None; SEATS], [None; SEATS]);
        for own in hidden {
            let seat = own.seat.index();
            let derived = f32::from(example.derived[seat]);
            *found[sides[seat]].get_or_insert(0.0) += derived;
            *worth[sides[seat]].get_or_insert(0.0) += derived + self.aim.scale * outputs[seat];
        }
        if let Some(mover) = &mut found[sides[usize::from(example.turn)]] {
            *mover += f32::from(example.score);
        }
        let unit = if worth.iter().flatten().count() > 2 { UNIT_OF_MANY } else { UNIT_OF_TWO };
        let expected = shares(&worth, unit);
        let target = self.target_shares(example, &shares(&found, unit));
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

    /// The shares that are aimed at: in part those of the result; in part `found`, what every side has
    /// by the derived evaluation, the mover's as much more as its search has found.
    fn target_shares(&self, example: &Example, found: &[f32; SEATS]) -> [f32; SEATS] {
        let points = &self.examples.points[example.game as usize];
        let living = |side: &usize| found[*side] > 0.0;
        let all: f32 = (0..SEATS).filter(living).map(|side| points[side]).sum();
        std::array::from_fn(|side| {
            if !living(&side) {
                return 0.0;
            }
            let by_result = points[side] / all.max(f32::MIN_POSITIVE);
            self.aim.result * by_result + (1.0 - self.aim.result) * found[side]
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
