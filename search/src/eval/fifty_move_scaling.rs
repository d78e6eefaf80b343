//! [`FiftyMoveScaling`]: the scaling of an evaluation towards the draw by counted moves.

use rotunda_movegen::{HALF, Position, VariantTables};

/// The plies without progress at which an evaluation has roughly faded to nothing, in percent of
/// those that draw.
const PERCENT: u32 = 220;

/// The plies without progress at which evaluations of a variant have roughly faded to nothing;
/// `None` if they do not lead to a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiftyMoveScaling(Option<u32>);

impl FiftyMoveScaling {
    /// Returns the fading of a variant.
    pub fn of<const W: usize>(variant: &VariantTables<W>) -> Self {
        let draws = variant.scoring().no_progress == [HALF; 2];
        let limit = variant.limits().quiet_plies.filter(|_| draws);
        Self(limit.map(|limit| limit * PERCENT / 100))
    }

    /// Returns the part of an evaluation that is left, as numerator and denominator.
    pub fn left<const W: usize>(self, position: &Position<W>) -> (i32, i32) {
        let Some(all) = self.0 else { return (1, 1) };
        ((all - position.halfmove().min(all / 2)).cast_signed(), all.cast_signed())
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Duel, Family, GameLimits, Options, Scoring, Spec, Variant};

    use super::*;

    /// Returns chess with other limits and points.
    fn chess(quiet_plies: Option<u32>, no_progress: [u16; 2]) -> VariantTables<1> {
        let spec = Variant::by_name("chess").expect("known").spec();
        let limits = GameLimits { quiet_plies, ..GameLimits::USUAL };
        let scoring = Scoring { no_progress, ..spec.scoring };
        VariantTables::compile(Spec { limits, scoring, ..spec }).expect("sound")
    }

    /// Returns the part of evaluations that is left after so many plies.
    fn left(tables: &VariantTables<1>, plies: u32) -> (i32, i32) {
        let start = format!("4k3/8/8/8/8/8/8/4K2R w - - {plies} 90");
        let game =
            rotunda_movegen::FamilyGame::<Duel, 1>::parse(tables, &start).expect("a position");
        FiftyMoveScaling::of(tables).left(game.position())
    }

    #[test]
    fn evaluations_fade_towards_the_draw_of_the_games_own_limit() {
        let Family::Duel(usual) =
            Variant::by_name("chess").expect("known").family(Options::default())
        else {
            panic!("chess is a duel")
        };
        assert_eq!([0, 40, 99, 500].map(|plies| left(usual, plies).0), [220, 180, 121, 110]);
        let short = chess(Some(10), [HALF; 2]);
        assert_eq!([0, 4, 9].map(|plies| left(&short, plies)), [(22, 22), (18, 22), (13, 22)]);
        assert_eq!(left(&chess(Some(1), [HALF; 2]), 1), (1, 2));
    }

    #[test]
    fn nothing_fades_where_no_draw_comes_closer() {
        assert_eq!(left(&chess(None, [HALF; 2]), 1_000_000), (1, 1));
        assert_eq!(left(&chess(Some(10), [100, 0]), 9), (1, 1));
    }
}
