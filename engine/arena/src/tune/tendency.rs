//! [`Tendency`]: the direction of a parameter in one or several tunings, and whether it is more
//! than chance.

use super::log::TuneRecord;
use super::spsa::Parameter;
use crate::base::error::TuneError;

/// The total movement of a parameter in all tunings.
#[derive(Clone, Debug)]
pub struct Tendency {
    /// The parameter.
    pub parameter: Parameter,
    /// The sum of its distances from the start, in steps of the last iteration (a twentieth of its
    /// range).
    pub steps: f64,
    /// The ratio of that to the movement by chance: the root of the sum of all squared moves. By
    /// chance two of three parameters stay within 1, and 19 of 20 within 2.
    pub certainty: f64,
}

impl Tendency {
    /// Returns the value at so many times the distance from the start, within the range.
    #[must_use]
    pub fn value(&self, times: f64) -> i64 {
        let Parameter { start, min, max, .. } = self.parameter;
        let moved = start as f64 + times * self.steps * self.parameter.last_step();
        moved.round().clamp(min as f64, max as f64) as i64
    }
}

/// Returns the tendencies of all parameters, the most certain first.
///
/// # Errors
/// Returns an error if the tunings do not have the same parameters with the same starts.
pub fn tendencies(records: &[TuneRecord]) -> Result<Vec<Tendency>, TuneError> {
    let parameters = records.first().map_or(&[][..], |record| &record.header.parameters);
    if records.iter().any(|record| record.header.parameters != parameters) {
        return Err(TuneError::DifferentNumbers);
    }
    let tendency = |(index, parameter): (usize, &Parameter)| {
        let (mut steps, mut squares) = (0.0, 0.0);
        for record in records {
            let mut before = parameter.start as f64;
            for iteration in &record.iterations {
                let moved = (iteration.values[index] - before) / parameter.last_step();
                steps += moved;
                squares += moved * moved;
                before = iteration.values[index];
            }
        }
        let certainty = if squares > 0.0 { steps / squares.sqrt() } else { 0.0 };
        Tendency { parameter: parameter.clone(), steps, certainty }
    };
    let mut all: Vec<Tendency> = parameters.iter().enumerate().map(tendency).collect();
    all.sort_by(|a, b| b.certainty.abs().total_cmp(&a.certainty.abs()));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::log::samples::header;
    use super::super::log::{Iteration, TuneHeader};
    use super::*;

    fn record(starts: [i64; 2], values: &[[f64; 2]]) -> TuneRecord {
        let parameter =
            |name: &str, start| Parameter { name: name.into(), start, min: 0, max: 200 };
        let parameters = vec![parameter("noise", starts[0]), parameter("drift", starts[1])];
        let iteration = |values: &[f64; 2]| Iteration {
            number: 0,
            games: 4,
            ahead: 1.0,
            values: values.to_vec(),
        };
        TuneRecord {
            header: TuneHeader { parameters, ..header(9) },
            iterations: values.iter().map(iteration).collect(),
            bytes: 0,
        }
    }

    #[test]
    fn steady_moves_are_more_certain_than_those_back_and_forth() {
        let first = record([100, 100], &[[110.0, 110.0], [100.0, 120.0], [110.0, 130.0]]);
        let second = record([100, 100], &[[90.0, 110.0]]);
        let all = tendencies(&[first, second]).expect("the same numbers");
        let [drift, noise] = all.as_slice() else { panic!("two numbers") };
        assert_eq!((drift.parameter.name.as_str(), drift.steps), ("drift", 4.0));
        assert!((drift.certainty - 2.0).abs() < 1e-9, "four moves of one step each");
        assert_eq!((noise.steps, noise.certainty), (0.0, 0.0));
        assert_eq!((drift.value(1.0), drift.value(0.5), drift.value(90.0)), (140, 120, 200));
    }

    #[test]
    fn tunings_of_other_numbers_do_not_belong_together() {
        let [first, second] = [record([100, 100], &[]), record([100, 90], &[])];
        let error = tendencies(&[first, second]).expect_err("the starts differ");
        assert!(matches!(error, TuneError::DifferentNumbers));
    }
}
