//! [`Column`]: a number that is fitted.

use rotunda_search::net::{EVAL_PARAMS, EvalParam, EvalParams};

/// The least step by which a number is changed to see its effect.
const LEAST_STEP: i32 = 20;
/// The step of a kind's value.
const VALUE_STEP: i32 = 40;
/// The width of the pull of a number, as a part of the number.
const WIDTH: f32 = 0.3;
/// The width of the pull of a kind's value, as a part of the value.
const VALUE_WIDTH: f32 = 0.15;
/// The least width of a pull.
const LEAST_WIDTH: f32 = 2.0;
/// The name of the number that is no part of a seat's value.
const RANGE: &str = "rival_range";

/// A number before and after the fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FittedNumber {
    /// The name: that of the number, or `value` with the kind's letter.
    pub name: String,
    /// The usual number of the game.
    pub before: i32,
    /// The fitted number.
    pub after: i32,
}

/// The place of a number.
#[derive(Clone, Copy, Debug)]
enum Place {
    Param(&'static EvalParam),
    Value(char),
}

/// A number that is fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    place: Place,
    /// The usual number.
    usual: i32,
}

impl Column {
    /// Returns all numbers of a game with these usual ones.
    pub fn all(usual: &EvalParams) -> Vec<Self> {
        let params = EVAL_PARAMS.iter();
        let params = params.map(|param| Self { place: Place::Param(param), usual: param.default });
        let values = usual.values.iter();
        let values =
            values.map(|(letter, value)| Self { place: Place::Value(*letter), usual: *value });
        params.chain(values).collect()
    }

    /// Returns the step by which the number is changed to see its effect.
    pub fn step(&self) -> i32 {
        match self.place {
            Place::Param(_) => self.usual.max(LEAST_STEP),
            Place::Value(_) => VALUE_STEP,
        }
    }

    /// Returns the change of the number that counts as one unit.
    pub fn width(&self) -> f32 {
        let part = match self.place {
            Place::Param(_) => WIDTH,
            Place::Value(_) => VALUE_WIDTH,
        };
        (self.usual as f32 * part).max(LEAST_WIDTH)
    }

    /// Returns whether this is the range of the soft maximum of rivals, which is no part of a
    /// seat's value.
    pub fn is_range(&self) -> bool {
        matches!(self.place, Place::Param(param) if param.name == RANGE)
    }

    /// Returns the usual number.
    pub const fn usual(&self) -> i32 {
        self.usual
    }

    /// Returns the least and the greatest change of the number, in units.
    pub fn bounds(&self) -> (f32, f32) {
        let (least, most) = self.range();
        let change = |bound: i32| (bound - self.usual) as f32 / self.width();
        (change(least), change(most))
    }

    /// Returns the least and the greatest value of the number.
    const fn range(&self) -> (i32, i32) {
        match self.place {
            Place::Param(param) => param.range,
            Place::Value(_) => (*EvalParams::VALUES.start(), *EvalParams::VALUES.end()),
        }
    }

    /// Changes the number among others, within its range.
    pub fn set(&self, params: &mut EvalParams, value: i32) {
        let (least, most) = self.range();
        let value = value.clamp(least, most);
        match self.place {
            Place::Param(param) => param.set(params, value),
            Place::Value(letter) => {
                params.values.insert(letter, value);
            }
        }
    }

    /// Returns the number before and after the fit.
    pub fn fitted(&self, params: &EvalParams) -> FittedNumber {
        let (name, after) = match self.place {
            Place::Param(param) => (param.name.to_owned(), param.of(params)),
            Place::Value(letter) => (format!("value {letter}"), params.values[&letter]),
        };
        FittedNumber { name, before: self.usual, after }
    }
}
