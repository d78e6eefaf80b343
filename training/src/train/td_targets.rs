//! TD(lambda) targets: the expected points of sides, by later searches of a game.

use arrayvec::ArrayVec;
use rotunda_movegen::SEATS;

use super::examples::{Example, Examples};
use super::logit::{Units, logistic, margin, offset, values};

/// The lead of each side in centipawns by the derived evaluation, or the mover's in a duel, and its
/// points.
pub(crate) type SideTargets = ArrayVec<(f32, f32), SEATS>;

impl Examples {
    /// Sets the expected points of each side in the examples, by TD(lambda) (Sutton, Learning to
    /// Predict by the Methods of Temporal Differences, 1988). The searches of a side's own moves
    /// from here on count, each `lambda` times as much as the one before it, and the result has the
    /// rest of the weight. A move that was not the best one has no influence on the position before
    /// it. In a duel a search counts for both sides.
    pub fn set_td_targets(&mut self, lambda: f32, units: &Units) {
        let is_duel = self.is_duel();
        let mut begin = 0;
        for (game, end) in self.ends.iter().enumerate() {
            let mut expected = self.points[game];
            let examples =
                if Self::is_kept(game) { &mut self.validation } else { &mut self.training };
            for searched in self.searched[begin..*end].iter().rev() {
                let (side, sides) = (usize::from(searched.side), usize::from(searched.sides));
                let found = logistic(searched.margin / units[sides] - offset(sides));
                let later = if searched.explored { 0.0 } else { lambda };
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

    /// Returns the number of sides left in an example, and the derived evaluation's leads with the
    /// points.
    pub fn side_targets(&self, example: &Example) -> (usize, SideTargets) {
        let points = &self.points[example.game as usize];
        if self.is_duel() {
            let mover = (f32::from(example.derived[0]), points[usize::from(example.turn)]);
            return (2, std::iter::once(mover).collect());
        }
        let alive = (0..SEATS).filter(|seat| example.alive >> seat & 1 != 0);
        let seats = alive.map(|seat| (self.sides[seat], f32::from(example.derived[seat])));
        let value = values(seats);
        let living = (0..SEATS).filter(|side| value[*side].is_some());
        let targets: SideTargets =
            living.map(|side| (margin(&value, side).0, points[side])).collect();
        (targets.len(), targets)
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Options, Variant};
    use rotunda_search::net::Base;

    use super::*;
    use crate::train::examples::Searched;
    use crate::train::trainer_tests::records;

    const UNITS: Units = [0.0, 0.0, 200.0, 300.0, 400.0, 500.0, 600.0];

    /// Returns the examples of a random game of a variant, that has a search on every ply.
    fn examples(variant: &str) -> Examples {
        let variant = Variant::by_name(variant).expect("known");
        let family = variant.family(Options::default());
        let mut examples = Examples::none(family, Base::Full);
        for game in records(variant, 3) {
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
                logistic(searched.margin / UNITS[sides] - offset(sides))
            };
            let (first, number) = game
                .iter()
                .find_map(|searched| Some((*searched, searched.example? as usize)))
                .expect("some position is learned from");
            let side = usize::from(first.side);
            examples.set_td_targets(0.0, &UNITS);
            assert!((examples.training[number].expected[side] - found(&first)).abs() < 1e-6);
            examples.set_td_targets(1.0, &UNITS);
            let predicted = examples.training[number].expected;
            let off = predicted
                .iter()
                .zip(examples.points[0])
                .map(|(predicted, points)| (predicted - points).abs());
            assert!(off.sum::<f32>() < 1e-6, "{variant}: {predicted:?}");
            examples.set_td_targets(0.75, &UNITS);
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
            let predicted = examples.training[number].expected[side];
            assert!((predicted - expected).abs() < 1e-4, "{variant}: {predicted} {expected}");
        }
    }

    #[test]
    fn a_move_that_was_not_the_best_says_nothing_of_the_position_before_it() {
        let mut examples = examples("rollerball");
        examples.searched.iter_mut().for_each(|searched| searched.explored = true);
        examples.set_td_targets(0.0, &UNITS);
        let alone = examples.checksum();
        examples.set_td_targets(0.9, &UNITS);
        assert_eq!(examples.checksum(), alone);
    }
}
