//! [`Derived`]: the evaluation that is derived from how pieces move, for trainers of nets.

use rotunda_movegen::{Position, SEATS, SlideCache};

use super::base::Base;
use super::cache::EvalCache;
use super::duel::{Known, evaluate};
use super::eval_params::EvalParams;
use super::multiplayer::seat_values;
use super::pawn_terms::PawnTerms;
use super::places::Places;
use super::weights::Weights;
use crate::base::score::Score;

/// The evaluation that is derived from the moves of a game's pieces.
#[derive(Clone, Debug)]
pub struct Derived<const W: usize> {
    weights: Weights<W>,
    base: Base,
}

impl<const W: usize> Derived<W> {
    /// Derives the evaluation of the game with this start position, with the base that a net adds
    /// to.
    #[must_use]
    pub fn of(start: &Position<W>, base: Base) -> Self {
        Self { weights: Weights::derive(start), base }
    }

    /// Derives the whole evaluation of the game with this start position, with given numbers.
    #[must_use]
    pub fn with_params(start: &Position<W>, params: &EvalParams) -> Self {
        Self { weights: Weights::with_params(start, params), base: Base::Full }
    }

    /// Returns the usual numbers of the game with this start position, with the values of its kinds
    /// that follow from their moves.
    ///
    /// ```
    /// use rotunda_movegen::{FamilyGame, Family, Variant, Options};
    /// use rotunda_search::net::Derived;
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     panic!("chess is a duel")
    /// };
    /// let params = Derived::params(FamilyGame::<rotunda_movegen::Duel, 1>::new(chess).position());
    /// assert!(params.values[&'R'] > params.values[&'N']);
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn params(start: &Position<W>) -> EvalParams {
        let values = Weights::derived_values(start).into_iter().collect();
        EvalParams { values, ..EvalParams::default() }
    }

    /// Returns the value of a duel's position for the side to move in centipawns. It also returns
    /// the factor for a net's output there, since evaluations fade towards the draw by counted
    /// moves.
    #[must_use]
    pub fn duel(&self, position: &Position<W>) -> (Score, f32) {
        let (left, all) = self.weights.fifty_move_scaling.left(position);
        let pawn_terms = PawnTerms::of(position, &self.weights);
        let (slides, places) = (&mut SlideCache::new(), &mut Places::new());
        let known = Known { pawns: &pawn_terms, slides, places };
        let score = evaluate(position, &self.weights, known, self.base, |_, _| 0);
        (score, left as f32 / all as f32)
    }

    /// Returns the value of every seat among more players in centipawns, 0 for eliminated ones.
    #[must_use]
    pub fn seats(&self, position: &Position<W>) -> [Score; SEATS] {
        let mut cache = EvalCache::new();
        seat_values(position, &self.weights, &mut cache, (self.base, &[0; SEATS]))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{GenBudget, GenKind, Options, Rules, Variant, VariantTables, in_family};

    use super::super::eval_params::{EVAL_PARAMS, EvalParam};
    use super::*;

    /// The most plies of a random game.
    const PLIES: usize = 120;
    /// The most plies of a random game in which players are eliminated.
    const MANY_PLIES: usize = 1000;
    /// Games that have all terms together.
    const GAMES: [&str; 4] = ["chess", "ordinary", "rollerball", "modern3"];
    /// The states of jump series that are looked at for a random move.
    const STATES: usize = 1 << 12;
    /// The only number that concerns no seat alone.
    const OF_NO_SEAT: &str = "rival_range";

    /// Returns the values of the positions of a random game, by each of these numbers.
    fn values(
        variant: &'static Variant,
        numbers: &[EvalParams],
        plies: usize,
    ) -> Vec<Vec<[Score; SEATS]>> {
        let family = variant.family(Options::default());
        in_family!(family, R, tables => values_of::<R, _>(tables, numbers, plies))
    }

    fn values_of<R: Rules<W>, const W: usize>(
        tables: &'static VariantTables<W>,
        numbers: &[EvalParams],
        plies: usize,
    ) -> Vec<Vec<[Score; SEATS]>> {
        let start = R::start(tables);
        let of_numbers = |params| Derived::with_params(&start, params);
        let evaluations: Vec<_> = numbers.iter().map(of_numbers).collect();
        let mut values = Vec::new();
        each_position::<R, W>(tables, plies, |position| {
            let value = |derived: &Derived<W>| {
                if R::ALTERNATES {
                    let mut of_mover = [0; SEATS];
                    of_mover[0] = derived.duel(position).0;
                    return of_mover;
                }
                derived.seats(position)
            };
            values.push(evaluations.iter().map(value).collect());
        });
        values
    }

    /// Calls `visit` for the positions of a random game, at most so many.
    fn each_position<R: Rules<W>, const W: usize>(
        tables: &'static VariantTables<W>,
        plies: usize,
        mut visit: impl FnMut(&Position<W>),
    ) {
        let (mut random, mut position) = (ChaCha8Rng::seed_from_u64(1), R::start(tables));
        for _ in 0..plies {
            if R::ended(&position).is_some() {
                return;
            }
            visit(&position);
            let (mut moves, mut budget) = (Vec::new(), GenBudget::new(STATES, STATES));
            let check_info = R::check_info(&position);
            R::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut moves);
            let Some(mv) = moves.choose(&mut random) else { return };
            R::play(&mut position, mv);
        }
    }

    fn usual(variant: &'static Variant) -> EvalParams {
        fn of<R: Rules<W>, const W: usize>(tables: &'static VariantTables<W>) -> EvalParams {
            Derived::params(&R::start(tables))
        }
        in_family!(variant.family(Options::default()), R, tables => of::<R, _>(tables))
    }

    #[test]
    fn usual_numbers_change_no_evaluation() {
        for variant in Variant::all() {
            let usual = usual(variant);
            assert!(usual.out_of_range().is_none(), "{}", variant.name);
            for values in values(variant, &[EvalParams::default(), usual], PLIES) {
                assert_eq!(values[0], values[1], "{}", variant.name);
            }
        }
    }

    #[test]
    fn without_a_base_all_positions_are_even() {
        fn check<R: Rules<W>, const W: usize>(tables: &'static VariantTables<W>) {
            let start = R::start(tables);
            let derived = Derived::of(&start, Base::None);
            let tempo = derived.weights.terms.tempo;
            each_position::<R, W>(tables, PLIES, |position| {
                if R::ALTERNATES {
                    let (value, left) = derived.duel(position);
                    assert!((value as f32 - tempo as f32 * left).abs() < 1.0, "{value}");
                    return;
                }
                let values = derived.seats(position);
                let turn = position.turn();
                let others = position.living().filter(|seat| *seat != turn);
                let mut worth = others.map(|seat| values[seat.index()]);
                let first = worth.next().expect("the game goes on");
                assert_eq!(values[turn.index()], first + tempo);
                assert!(worth.all(|worth| worth == first), "{values:?}");
            });
        }
        for variant in Variant::all() {
            in_family!(variant.family(Options::default()), R, tables => check::<R, _>(tables));
        }
    }

    #[test]
    fn every_number_matters_in_some_game() {
        let greater = |param: &&EvalParam| {
            let mut params = EvalParams::default();
            param.set(&mut params, (param.default * 2).max(20).min(param.range.1));
            params
        };
        let mut idle: Vec<&EvalParam> = EVAL_PARAMS.iter().collect();
        for game in GAMES {
            let variant = Variant::by_name(game).expect("known");
            let usual = std::iter::once(EvalParams::default());
            let numbers: Vec<EvalParams> = usual.chain(idle.iter().map(greater)).collect();
            let values = values(variant, &numbers, MANY_PLIES);
            let is_idle =
                |index: &usize| values.iter().all(|values| values[index + 1] == values[0]);
            idle = (0..idle.len()).filter(is_idle).map(|index| idle[index]).collect();
        }
        let names: Vec<&str> = idle.iter().map(|param| param.name).collect();
        assert_eq!(names, [OF_NO_SEAT]);
    }
}
