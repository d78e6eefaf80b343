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
