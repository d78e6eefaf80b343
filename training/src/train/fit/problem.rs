//! [`Problem`]: the loss of the evaluation with changed numbers, and its minimum.

use rayon::prelude::*;
use rotunda_movegen::SEATS;

use super::columns::Column;
use super::rows::Values;
use super::solve::solve;
use crate::train::examples::{Example, Examples};
use crate::train::logit::{Units, logistic, margin_within, offset, values};
use crate::train::loss::{surprise, target};

/// The number of positions that share a sum, so that sums are the same for any number of threads.
const PART: usize = 1024;
/// The number of parts in which the games are held out in turn.
pub(super) const FOLDS: usize = 5;
/// The part of the range of the soft maximum by which it is changed to see its effect.
const RANGE_STEP: f32 = 0.01;

/// The objective of a fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    /// The part of the result in targets.
    pub result: f32,
    /// The centipawns of a unit of odds, by the number of sides left.
    pub units: Units,
    /// The usual range of the soft maximum of rivals.
    pub range: f32,
}

/// The loss of the evaluation with changed numbers.
pub(super) struct Problem<'a> {
    examples: &'a Examples,
    /// The positions, game by game.
    order: Vec<&'a Example>,
    objective: Objective,
    /// The numbers that matter.
    pub columns: Vec<Column>,
    /// The change of the value of each seat by a unit of each number, position by position.
    slopes: Vec<f32>,
}

/// The sums over positions.
#[derive(Clone)]
struct Sums {
    loss: f64,
    gradient: Vec<f64>,
    /// The matrix of second derivatives without the curvature of margins (Gauss and Newton), of
    /// which the lower triangle is filled.
    curvature: Vec<f64>,
}

impl Sums {
    fn none(size: usize) -> Self {
        Self { loss: 0.0, gradient: vec![0.0; size], curvature: vec![0.0; size * size] }
    }

    fn add(mut self, other: &Self) -> Self {
        self.loss += other.loss;
        self.gradient.iter_mut().zip(&other.gradient).for_each(|(sum, value)| *sum += value);
        self.curvature.iter_mut().zip(&other.curvature).for_each(|(sum, value)| *sum += value);
        self
    }
}

/// Returns the examples game by game.
fn in_order(examples: &Examples) -> Vec<&Example> {
    let mut order: Vec<&Example> = examples.training.iter().chain(&examples.validation).collect();
    order.sort_by_key(|example| example.game);
    order
}

/// Returns the mean loss of evaluations that are given for each position.
pub(super) fn loss_of(examples: &Examples, objective: Objective, values: &[Values]) -> f64 {
    let none = Problem {
        examples,
        order: in_order(examples),
        objective,
        columns: Vec::new(),
        slopes: Vec::new(),
    };
    let of_position = |(example, values): (&&Example, &Values)| {
        let mut loss = 0.0;
        none.each_side(
            example,
            &values[0].map(f32::from),
            objective.range,
            |part, logit, target, _| {
                loss += f64::from(part * surprise(target, logit));
            },
        );
        loss
    };
    none.order.iter().zip(values).map(of_position).sum::<f64>() / none.order.len().max(1) as f64
}

impl<'a> Problem<'a> {
    /// Creates the problem of examples with the values of their positions: first by the usual
    /// numbers, then with each of the columns changed by its step.
    pub fn new(
        examples: &'a Examples,
        objective: Objective,
        columns: &[Column],
        values: &[Values],
    ) -> Self {
        let changes = |column: usize| values.iter().any(|values| values[column + 1] != values[0]);
        let many_sides = !examples.is_duel() && objective.units.len() > 2 && {
            let order = examples.training.iter();
            order.clone().any(|example| Self::sides(examples, example) > 2)
        };
        let matters: Vec<usize> = (0..columns.len())
            .filter(|index| if columns[*index].is_range() { many_sides } else { changes(*index) })
            .collect();
        let kept: Vec<Column> = matters.iter().map(|index| columns[*index]).collect();
        let mut slopes = Vec::with_capacity(values.len() * SEATS * kept.len());
        let seats = Self::seats_of(examples);
        for values in values {
            for (seat, usual) in values[0].iter().enumerate().take(seats) {
                slopes.extend(matters.iter().zip(&kept).map(|(index, column)| {
                    let change = values[index + 1][seat] - usual;
                    f32::from(change) / column.step() as f32 * column.width()
                }));
            }
        }
        Self { examples, order: in_order(examples), objective, columns: kept, slopes }
    }

    fn sides(examples: &Examples, example: &Example) -> usize {
        let alive = (0..SEATS).filter(|seat| example.alive >> seat & 1 != 0);
        let mut sides: Vec<usize> = alive.map(|seat| examples.sides[seat]).collect();
        sides.sort_unstable();
        sides.dedup();
        sides.len()
    }

    /// Returns the number of values of a position.
    fn seats_of(examples: &Examples) -> usize {
        if examples.is_duel() { 1 } else { examples.features.layout().seats }
    }

    /// Calls a function for each side of a position with values: its part of the loss, its logit,
    /// its target, and the derivatives of the logit by each value.
    fn each_side(
        &self,
        example: &Example,
        of_seats: &[f32; SEATS],
        range: f32,
        mut visit: impl FnMut(f32, f32, f32, [f32; SEATS]),
    ) {
        let Objective { result, units, .. } = self.objective;
        if self.examples.is_duel() {
            let target = target(self.examples, result, example, usize::from(example.turn));
            let mut slopes = [0.0; SEATS];
            slopes[0] = 1.0 / units[2];
            return visit(1.0, of_seats[0] / units[2], target, slopes);
        }
        let sides = &self.examples.sides;
        let alive = (0..SEATS).filter(|seat| example.alive >> seat & 1 != 0);
        let value = values(alive.map(|seat| (sides[seat], of_seats[seat])));
        let living = value.iter().flatten().count();
        let (unit, part) = (units[living], 1.0 / living.max(1) as f32);
        for side in (0..SEATS).filter(|side| value[*side].is_some()) {
            let (margin, of_sides) = margin_within(&value, side, range);
            let target = target(self.examples, result, example, side);
            let slopes = std::array::from_fn(|seat| {
                let is_alive = example.alive >> seat & 1 != 0;
                if is_alive { of_sides[sides[seat]] / unit } else { 0.0 }
            });
            visit(part, margin / unit - offset(living), target, slopes);
        }
    }

    /// Returns the range of the soft maximum with changed numbers, in their units.
    fn range(&self, changes: &[f32]) -> f32 {
        let range = self.columns.iter().zip(changes).find(|(column, _)| column.is_range());
        let change = range.map_or(0.0, |(column, change)| change * column.width());
        (self.objective.range + change).max(1.0)
    }

    /// Returns the values of each seat in a position with changed numbers.
    fn values(&self, index: usize, changes: &[f32]) -> [f32; SEATS] {
        let size = self.columns.len();
        let seats = Self::seats_of(self.examples);
        let derived = self.order[index].derived;
        std::array::from_fn(|seat| {
            if seat >= seats {
                return 0.0;
            }
            let slopes = &self.slopes[(index * seats + seat) * size..][..size];
            let change: f32 =
                slopes.iter().zip(changes).map(|(slope, change)| slope * change).sum();
            f32::from(derived[seat]) + change
        })
    }

    /// Adds a position to sums.
    fn add(&self, index: usize, changes: &[f32], sums: &mut Sums) {
        let (size, seats) = (self.columns.len(), Self::seats_of(self.examples));
        let (example, range) = (self.order[index], self.range(changes));
        let values = self.values(index, changes);
        let by_range = self.by_range(example, &values, range);
        let mut visited = 0;
        let mut slope = vec![0.0_f32; size];
        self.each_side(example, &values, range, |part, logit, target, of_seats| {
            let expected = logistic(logit);
            sums.loss += f64::from(part * surprise(target, logit));
            slope.fill(0.0);
            for (seat, by_value) in of_seats.iter().enumerate().take(seats) {
                if *by_value != 0.0 {
                    let row = &self.slopes[(index * seats + seat) * size..][..size];
                    slope.iter_mut().zip(row).for_each(|(sum, slope)| *sum += by_value * slope);
                }
            }
            for (column, slope) in self.columns.iter().zip(&mut slope) {
                if column.is_range() {
                    *slope = by_range[visited] * column.width();
                }
            }
            visited += 1;
            let error = f64::from(part * (expected - target));
            let weight = f64::from(part * expected * (1.0 - expected));
            for row in 0..size {
                sums.gradient[row] += error * f64::from(slope[row]);
                let of_row = weight * f64::from(slope[row]);
                let curvature = &mut sums.curvature[row * size..][..=row];
                for (sum, other) in curvature.iter_mut().zip(&slope) {
                    *sum += of_row * f64::from(*other);
                }
            }
        });
    }

    /// Returns the change of each side's logit by a centipawn of the range of the soft maximum.
    fn by_range(&self, example: &Example, values: &[f32; SEATS], range: f32) -> [f32; SEATS] {
        let mut found = [0.0; SEATS];
        if !self.columns.iter().any(Column::is_range) {
            return found;
        }
        let step = range * RANGE_STEP;
        for (sign, range) in [(1.0, range + step), (-1.0, range - step)] {
            let mut side = 0;
            self.each_side(example, values, range, |_, logit, _, _| {
                found[side] += sign * logit / (2.0 * step);
                side += 1;
            });
        }
        found
    }

    /// Returns the positions of some games: those of one fold, or all others, or all.
    fn of_games(&self, games: Games) -> Vec<usize> {
        let is_in = |index: &usize| {
            let fold = self.order[*index].game as usize % FOLDS;
            match games {
                Games::All => true,
                Games::Fold(number) => fold == number,
                Games::Without(number) => fold != number,
            }
        };
        (0..self.order.len()).filter(is_in).collect()
    }

    fn sums(&self, positions: &[usize], changes: &[f32]) -> Sums {
        let size = self.columns.len();
        let of_part = |part: &[usize]| {
            let mut sums = Sums::none(size);
            for index in part {
                self.add(*index, changes, &mut sums);
            }
            sums
        };
        let parts: Vec<Sums> = positions.par_chunks(PART).map(of_part).collect();
        parts.iter().fold(Sums::none(size), Sums::add)
    }

    /// Returns the sum of the losses of some games with changed numbers, and the number of their
    /// positions.
    pub fn loss(&self, games: Games, changes: &[f32]) -> (f64, usize) {
        let positions = self.of_games(games);
        let of_position = |index: &usize| {
            let (mut loss, range) = (0.0, self.range(changes));
            let values = self.values(*index, changes);
            self.each_side(self.order[*index], &values, range, |part, logit, target, _| {
                loss += f64::from(part * surprise(target, logit));
            });
            loss
        };
        let losses: Vec<f64> = positions.par_iter().map(of_position).collect();
        (losses.iter().sum(), positions.len())
    }

    /// Returns the changes after so many steps of Newton's method from others. `pull` is the weight
    /// of the squared changes relative to the mean loss.
    ///
    /// Every number stays within its range: one at a bound that would leave it stays there, and the
    /// others have their minimum beside it (Bertsekas, Projected Newton Methods for Optimization
    /// Problems with Simple Constraints, 1982).
    pub fn descend(&self, games: Games, pull: f64, from: &[f32], steps: u32) -> Vec<f32> {
        let positions = self.of_games(games);
        let (size, count) = (self.columns.len(), positions.len().max(1) as f64);
        let bounds: Vec<(f32, f32)> = self.columns.iter().map(Column::bounds).collect();
        let mut changes = from.to_vec();
        for _ in 0..steps {
            let Sums { gradient, mut curvature, .. } = self.sums(&positions, &changes);
            for value in &mut curvature {
                *value /= count;
            }
            for row in 0..size {
                curvature[row * size + row] += pull;
            }
            let right = gradient.iter().zip(&changes);
            let mut right: Vec<f64> =
                right.map(|(slope, change)| -slope / count - pull * f64::from(*change)).collect();
            for (row, (least, most)) in bounds.iter().enumerate() {
                let rises = right[row] > 0.0;
                if changes[row] <= *least && !rises || changes[row] >= *most && rises {
                    hold(row, &mut curvature, &mut right);
                }
            }
            let Some(step) = solve(&curvature, &right) else { break };
            for (change, (step, (least, most))) in changes.iter_mut().zip(step.iter().zip(&bounds))
            {
                *change = (*change + *step as f32).clamp(*least, *most);
            }
        }
        changes
    }
}

/// Replaces the equation of an unknown by one that holds it at 0, in a matrix of which the lower
/// triangle is read.
fn hold(unknown: usize, matrix: &mut [f64], right: &mut [f64]) {
    let size = right.len();
    for other in 0..size {
        matrix[unknown.max(other) * size + unknown.min(other)] =
            f64::from(u8::from(other == unknown));
    }
    right[unknown] = 0.0;
}

/// Some of the games.
#[derive(Clone, Copy, Debug)]
pub(super) enum Games {
    All,
    /// Those of one of the parts.
    Fold(usize),
    /// All but those of one of the parts.
    Without(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_that_is_held_leaves_the_other_equations() {
        let mut matrix = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, -2.0, 1.0, 6.0];
        let mut right = [2.0, 11.0, 15.0];
        hold(1, &mut matrix, &mut right);
        let solution = solve(&matrix, &right).expect("positive definite");
        let of_others =
            [4.0 * solution[0] - 2.0 * solution[2], -2.0 * solution[0] + 6.0 * solution[2]];
        assert!((of_others[0] - 2.0).abs() < 1e-9 && (of_others[1] - 15.0).abs() < 1e-9);
        assert!(solution[1].abs() < 1e-9);
    }
}
