//! [`EvalCache`]: the values that the evaluation of one position keeps for the next.

use rotunda_movegen::{SEATS, SlideCache};

use super::activity::Activity;
use super::pawn_terms::PawnCache;
use super::places::Places;
use super::seat_pawns::SeatPawns;

/// The caches for evaluations of one game's positions with the same weights.
#[derive(Clone, Debug)]
pub(crate) struct EvalCache<const W: usize> {
    /// The attack sets of sliders.
    pub slides: SlideCache<W>,
    /// The piece-square sums.
    pub places: Places,
    /// The pawn terms of a duel.
    pub pawns: PawnCache<W>,
    /// The pawn terms of each seat among many.
    pub seat_pawns: [SeatPawns<W>; SEATS],
    /// The activity of each seat's other pieces among many.
    pub(super) activities: [Activity<W>; SEATS],
}

impl<const W: usize> EvalCache<W> {
    /// Creates empty caches.
    pub const fn new() -> Self {
        Self {
            slides: SlideCache::new(),
            places: Places::new(),
            pawns: PawnCache::new(),
            seat_pawns: [SeatPawns::NONE; SEATS],
            activities: [Activity::NONE; SEATS],
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{GenBudget, GenKind, Options, Rules, Variant, VariantTables, in_family};

    use super::super::pawn_terms::PawnTerms;
    use super::super::{Base, Known, Weights, evaluate, seat_values};
    use super::*;

    /// The number of random games of each variant.
    const GAMES: u64 = 2;
    /// The most plies of a game.
    const PLIES: usize = 80;
    /// The states of jump series that are looked at for a random move.
    const STATES: usize = 1 << 12;

    /// Checks that evaluations with caches of earlier positions equal those with empty caches, in
    /// random games.
    fn compare<R: Rules<W>, const W: usize>(tables: &'static VariantTables<W>, base: Base) {
        let start = R::start(tables);
        let weights = Weights::derive(&start);
        let mut cache = EvalCache::new();
        for seed in 0..GAMES {
            let (mut random, mut position) = (ChaCha8Rng::seed_from_u64(seed), start.clone());
            for _ in 0..PLIES {
                if R::ended(&position).is_some() {
                    break;
                }
                let name = tables.name();
                if R::ALTERNATES {
                    let pawns = PawnTerms::of(&position, &weights);
                    let [kept, fresh] = [&mut cache, &mut EvalCache::new()].map(|cache| {
                        let EvalCache { slides, places, .. } = cache;
                        let known = Known { pawns: &pawns, slides, places };
                        evaluate(&position, &weights, known, base, |_, _| 0)
                    });
                    assert_eq!(kept, fresh, "{name}");
                } else {
                    let [kept, fresh] = [&mut cache, &mut EvalCache::new()]
                        .map(|cache| seat_values(&position, &weights, cache, (base, &[0; SEATS])));
                    assert_eq!(kept, fresh, "{name}");
                }
                let (mut moves, mut budget) = (Vec::new(), GenBudget::new(STATES, STATES));
                let check_info = R::check_info(&position);
                R::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut moves);
                let Some(mv) = moves.choose(&mut random) else { break };
                R::play(&mut position, mv);
            }
        }
    }

    #[test]
    fn what_is_kept_changes_no_evaluation() {
        for variant in Variant::all() {
            for base in [Base::Full, Base::Summary] {
                in_family!(variant.family(Options::default()), R, tables => compare::<R, _>(tables, base));
            }
        }
    }
}
