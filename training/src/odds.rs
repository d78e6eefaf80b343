//! Odds: what a lead in centipawns says of the points that a side can expect.

use rotunda_movegen::SEATS;
use rotunda_search::net::LEADER_PENALTY;

/// Centipawns of one unit of odds between two sides, and among more, as the search takes them: those
/// that make ten to one, by the natural logarithm of ten.
pub(crate) const UNIT_OF_TWO: f32 = 400.0 / std::f32::consts::LN_10;
/// See [`UNIT_OF_TWO`].
pub(crate) const UNIT_OF_MANY: f32 = 700.0 / std::f32::consts::LN_10;

/// By how many centipawns a lead is divided to be odds, as their natural logarithm, by the number of sides
/// that are left.
pub(crate) type Units = [f32; SEATS + 1];

/// The search's [`Units`].
pub(crate) const fn unit(sides: usize) -> f32 {
    if sides > 2 { UNIT_OF_MANY } else { UNIT_OF_TWO }
}

/// The odds against an even share with so many sides.
pub(crate) fn handicap(sides: usize) -> f32 {
    ((sides.max(2) - 1) as f32).ln()
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

/// What each side is worth, by its first seat, of which `seats` tells with what each of its living seats is;
/// `None` for those that are out.
pub(crate) fn worths(seats: impl Iterator<Item = (usize, f32)>) -> [Option<f32>; SEATS] {
    let mut worths = [None; SEATS];
    for (side, worth) in seats {
        *worths[side].get_or_insert(0.0) += worth;
    }
    worths
}

/// The lead of a side as the search takes it, in what the worths of sides are counted in, and by how much
/// it grows with each.
pub(crate) fn lead(worth: &[Option<f32>; SEATS], own: usize) -> (f32, [f32; SEATS]) {
    let living = || (0..SEATS).filter(|side| worth[*side].is_some());
    let worth = |side: usize| worth[side].unwrap_or(0.0);
    let sides = living().count().max(2);
    let mut slopes = [-1.0 / (sides - 1) as f32; SEATS];
    slopes[own] = 1.0;
    let others = living().filter(|side| *side != own);
    let strongest = others.max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    if let Some(strongest) = strongest.filter(|other| sides > 2 && worth(own) > worth(*other)) {
        let penalty = 1.0 / LEADER_PENALTY as f32;
        slopes[own] -= penalty;
        slopes[strongest] += penalty;
    }
    (living().map(|side| slopes[side] * worth(side)).sum(), slopes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worths of three sides of six seats.
    fn worths(worths: [f32; 3]) -> [Option<f32>; SEATS] {
        let mut all = [None; SEATS];
        for (side, worth) in [0, 2, 5].into_iter().zip(worths) {
            all[side] = Some(worth);
        }
        all
    }

    #[test]
    fn a_lead_is_over_the_average_of_the_others_and_less_for_the_leader() {
        let is = |told: f32, exact: f32| assert!((told - exact).abs() < 1e-3, "{told} {exact}");
        is(lead(&worths([100.0, 300.0, 500.0]), 0).0, -300.0);
        let (leader, slopes) = lead(&worths([100.0, 300.0, 500.0]), 5);
        is(leader, 300.0 - 200.0 / LEADER_PENALTY as f32);
        is(
            slopes
                .iter()
                .zip([1.0, 0.0, 1.0, 0.0, 0.0, 1.0])
                .map(|(slope, living)| slope * living)
                .sum(),
            0.0,
        );
        let mut two = [None; SEATS];
        (two[1], two[4]) = (Some(50.0), Some(-20.0));
        is(lead(&two, 4).0, -70.0);
    }
}
