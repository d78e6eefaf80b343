//! [`Derived`]: the evaluation that is derived from how pieces move, for trainers of nets.

use rotunda_movegen::{Position, SEATS, SlideCache};

use super::base::Base;
use super::cache::EvalCache;
use super::duel::{Known, evaluate};
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
