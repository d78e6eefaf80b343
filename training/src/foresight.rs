//! What sides can expect, by what searches find later in a game.

use arrayvec::ArrayVec;
use rotunda_movegen::SEATS;
use rotunda_search::net::LEADER_PENALTY;

use crate::examples::{Example, Examples};
use crate::loss::{UNIT_OF_MANY, UNIT_OF_TWO, logistic};

/// A ply whose position was searched, of a game that is learned from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched {
    /// The first seat of the mover's side, how many sides were left, and the mover's lead in centipawns, as
    /// the search has found it.
    pub side: u8,
    pub sides: u8,
    pub lead: f32,
    /// Whether another move was played than the best one.
    pub strayed: bool,
    /// The number of the example that was made of it, among those to which its game belongs.
    pub example: Option<u32>,
}

/// By how many centipawns a lead is divided to be odds, as their natural logarithm, by the number of sides
/// that are left.
pub(crate) type Units = [f32; SEATS + 1];

/// The lead of each side in centipawns by the derived evaluation, or the mover's in a duel, and its points.
pub(crate) type Foretold = ArrayVec<(f32, f32), SEATS>;

/// The search's [`Units`].
pub(crate) const fn unit(sides: usize) -> f32 {
    if sides > 2 { UNIT_OF_MANY } else { UNIT_OF_TWO }
}

/// The odds against an even share with so many sides.
pub(crate) fn handicap(sides: usize) -> f32 {
    ((sides.max(2) - 1) as f32).ln()
}

impl Examples {
    /// Gives examples what each side can expect: of the searches of its own moves from here on, each
    /// counts `lambda` times as much as the one before it, and what is left counts the result (Sutton,
    /// Learning to Predict by the Methods of Temporal Differences, 1988). A move that was not the
    /// best one says nothing of the position before it. In a duel a search speaks for both sides.
    pub fn foresee(&mut self, lambda: f32, units: &Units) {
        let is_duel = self.is_duel();
        let mut begin = 0;
        for (game, end) in self.ends.iter().enumerate() {
            let mut expected = self.points[game];
            let examples =
                if Self::is_kept(game) { &mut self.validation } else { &mut self.training };
            for searched in self.searched[begin..*end].iter().rev() {
                let (side, sides) = (usize::from(searched.side), usize::from(searched.sides));
                let found = logistic(searched.lead / units[sides] - handicap(sides));
                let later = if searched.strayed { 0.0 } else { lambda };
                expected[side] = later * expected[side] + (1.0 - later) * found;
                if is_duel {
                    expected[1 - side] = 1.0 - expected[side];
                }
                if let Some(example) = searched.example {
                    examples[example as usize].expected = expected;
                }
            }
            begin = *end;
        }
    }
}

impl Examples {
    /// How many sides are left in an example, and what the derived evaluation says of them.
    pub fn foretold(&self, example: &Example) -> (usize, Foretold) {
        let points = &self.points[example.game as usize];
        if self.is_duel() {
            let mover = (f32::from(example.derived[0]), points[usize::from(example.turn)]);
            return (2, std::iter::once(mover).collect());
        }
        let mut worth = [None; SEATS];
        for seat in (0..SEATS).filter(|seat| example.alive >> seat & 1 != 0) {
            *worth[self.sides[seat]].get_or_insert(0.0) += f32::from(example.derived[seat]);
        }
        let living = (0..SEATS).filter(|side| worth[*side].is_some());
        let foretold: Foretold = living.map(|side| (lead(&worth, side).0, points[side])).collect();
        (foretold.len(), foretold)
    }
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
    use rotunda_movegen::{Options, Variant};
    use rotunda_search::net::Base;

    use super::*;
    use crate::trainer_tests::records;

    const UNITS: Units = [0.0, 0.0, 200.0, 300.0, 400.0, 500.0, 600.0];

    /// The examples of a random game of a variant, that has a search on every ply.
    fn examples(variant: &str) -> Examples {
        let family = Variant::by_name(variant).expect("known").family(Options::default());
        let mut examples = Examples::none(family, Base::Full);
        for game in records(family, 3) {
            examples.add(&game).expect("as written");
        }
        examples
    }

    #[test]
    fn a_search_counts_the_less_the_later_it_is() {
        for variant in ["rollerball", "modern3", "modern4-2v2"] {
            let mut examples = examples(variant);
            let game: Vec<Searched> = examples.searched[..examples.ends[0]].to_vec();
            let found = |searched: &Searched| {
                let sides = usize::from(searched.sides);
                logistic(searched.lead / UNITS[sides] - handicap(sides))
            };
            let (first, number) = game
                .iter()
                .find_map(|searched| Some((*searched, searched.example? as usize)))
                .expect("some position is learned from");
            let side = usize::from(first.side);
            examples.foresee(0.0, &UNITS);
            assert!((examples.training[number].expected[side] - found(&first)).abs() < 1e-6);
            examples.foresee(1.0, &UNITS);
            let told = examples.training[number].expected;
            let off =
                told.iter().zip(examples.points[0]).map(|(told, points)| (told - points).abs());
            assert!(off.sum::<f32>() < 1e-6, "{variant}: {told:?}");
            examples.foresee(0.75, &UNITS);
            let later = game.iter().skip_while(|ply| ply.example != first.example);
            let speaks = |ply: &&Searched| examples.is_duel() || usize::from(ply.side) == side;
            let (mut expected, mut left) = (0.0, 1.0);
            for ply in later.filter(speaks) {
                let found = found(ply);
                let found = if usize::from(ply.side) == side { found } else { 1.0 - found };
                expected += left * 0.25 * found;
                left *= 0.75;
            }
            expected += left * examples.points[0][side];
            let told = examples.training[number].expected[side];
            assert!((told - expected).abs() < 1e-4, "{variant}: {told} {expected}");
        }
    }

    #[test]
    fn a_move_that_was_not_the_best_says_nothing_of_the_position_before_it() {
        let mut examples = examples("rollerball");
        examples.searched.iter_mut().for_each(|searched| searched.strayed = true);
        examples.foresee(0.0, &UNITS);
        let alone = examples.checksum();
        examples.foresee(0.9, &UNITS);
        assert_eq!(examples.checksum(), alone);
    }

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
