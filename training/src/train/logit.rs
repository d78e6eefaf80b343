//! Logits: the relation of a margin in centipawns to a side's expected points.

use rotunda_movegen::SEATS;
use rotunda_search::net::{
    LOGISTIC_SCALE, LOGISTIC_SCALE_OF_MANY, SOFT_MAXIMUM_RANGE, even_standing,
};

/// The centipawns of one unit of the logit between two sides, and among more, as in the search:
/// those that make ten to one, divided by the natural logarithm of ten.
pub(crate) const UNIT_OF_TWO: f32 = LOGISTIC_SCALE as f32 / std::f32::consts::LN_10;
/// See [`UNIT_OF_TWO`].
pub(crate) const UNIT_OF_MANY: f32 = LOGISTIC_SCALE_OF_MANY as f32 / std::f32::consts::LN_10;

/// The divisors that turn a margin in centipawns into a logit, by the number of sides left.
pub(crate) type Units = [f32; SEATS + 1];

/// Returns the search's unit for so many sides.
pub(crate) const fn unit(sides: usize) -> f32 {
    if sides > 2 { UNIT_OF_MANY } else { UNIT_OF_TWO }
}

/// Returns the offset of logits with so many sides: the logit of an even share, negated.
pub(crate) fn offset(sides: usize) -> f32 {
    ((sides.max(2) - 1) as f32).ln()
}

/// Returns the expected points at a logit.
pub(crate) fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Returns the cross entropy of a target and a logit, which is bounded.
pub(crate) fn entropy(target: f32, logit: f32) -> f32 {
    let expected = logistic(logit).clamp(1e-6, 1.0 - 1e-6);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

/// Returns the material of each side, indexed by its first seat; `None` for sides that are out.
///
/// `seats` has the side and the material of each living seat.
pub(crate) fn values(seats: impl Iterator<Item = (usize, f32)>) -> [Option<f32>; SEATS] {
    let mut values = [None; SEATS];
    for (side, value) in seats {
        *values[side].get_or_insert(0.0) += value;
    }
    values
}

/// Returns the margin of a side over an even standing, as in the search, in the unit of the sides'
/// values, and its derivative by each value.
pub(crate) fn margin(value: &[Option<f32>; SEATS], own: usize) -> (f32, [f32; SEATS]) {
    margin_within(value, own, SOFT_MAXIMUM_RANGE as f32)
}

/// Returns the [`margin`] with another range of the soft maximum.
pub(crate) fn margin_within(
    value: &[Option<f32>; SEATS],
    own: usize,
    range: f32,
) -> (f32, [f32; SEATS]) {
    let mut slopes = [0.0; SEATS];
    let mut rivals: Option<f32> = None;
    for side in (0..SEATS).filter(|side| *side != own) {
        let Some(value) = value[side] else { continue };
        let Some(before) = rivals else {
            (rivals, slopes[side]) = (Some(value), -1.0);
            continue;
        };
        let (together, slope) = soft_maximum(before, value, range);
        for earlier in &mut slopes {
            *earlier *= slope;
        }
        (rivals, slopes[side]) = (Some(together), slope - 1.0);
    }
    slopes[own] = 1.0;
    let sides = value.iter().flatten().count();
    let standing = value[own].unwrap_or(0.0) - rivals.unwrap_or(0.0);
    let even = even_standing(sides) as f32 * range / SOFT_MAXIMUM_RANGE as f32;
    (standing - even, slopes)
}

/// Returns the search's `soft_maximum` of real numbers, and its derivative by the first. That by
/// the second is 1 less this.
fn soft_maximum(first: f32, second: f32, range: f32) -> (f32, f32) {
    let near = (range - (first - second).abs()).max(0.0);
    let of_lesser = near / (2.0 * range);
    let slope = if first < second { of_lesser } else { 1.0 - of_lesser };
    (first.max(second) + near * near / (4.0 * range), slope)
}

#[cfg(test)]
mod tests {
    use rotunda_search::net;

    use super::*;

    /// Returns the worths of three sides of six seats.
    const fn values(values: [f32; 3]) -> [Option<f32>; SEATS] {
        [Some(values[0]), None, Some(values[1]), None, None, Some(values[2])]
    }

    #[test]
    fn a_lead_is_that_of_the_search_over_an_even_standing() {
        let is = |computed: f32, exact: f32| {
            assert!((computed - exact).abs() < 2.0, "{computed} {exact}");
        };
        is(margin(&values([300.0; 3]), 2).0, 0.0);
        for (own, rivals) in [(0, [2, 5]), (2, [0, 5]), (5, [0, 2])] {
            let all = [100, 0, 300, 0, 0, 2500];
            let together = net::soft_maximum(all[rivals[0]], all[rivals[1]]);
            let exact = (all[own] - together - even_standing(3)) as f32;
            is(margin(&values([100.0, 300.0, 2500.0]), own).0, exact);
        }
        let mut two = [None; SEATS];
        (two[1], two[4]) = (Some(50.0), Some(-20.0));
        is(margin(&two, 4).0, -70.0);
    }

    #[test]
    fn slopes_are_those_of_the_lead() {
        let step = 1.0;
        for own in [0, 2, 5] {
            let at = values([900.0, 300.0, 1500.0]);
            let (lead_at, slopes) = margin(&at, own);
            for side in [0, 2, 5] {
                let mut near = at;
                near[side] = near[side].map(|value| value + step);
                let (grown, _) = margin(&near, own);
                let rise = (grown - lead_at) / step;
                assert!((rise - slopes[side]).abs() < 0.01, "{own} {side}: {rise} {slopes:?}");
            }
        }
    }
}
