//! [`TermWeights`]: the centipawns of the terms that do not depend on kinds and cells.

use super::eval_params::EvalParams;
use super::tapered::Tapered;
use crate::base::score::Score;

/// The divisor of the square of the danger units, and the bound of king danger in centipawns.
const DANGER: (i32, i32) = (6, 700);
/// The whole of a percentage.
const WHOLE: i32 = 100;

/// The centipawns of the terms that do not depend on kinds and cells; see [`EvalParams`].
#[derive(Clone, Debug)]
pub(crate) struct TermWeights {
    pub(super) tempo: Score,
    pub(super) threatened: Tapered,
    pub(super) attack: Tapered,
    pub(super) defended_pawn: Tapered,
    /// For each own pawn beside the king, and for each other piece.
    pub(super) shelter: (Tapered, Tapered),
    /// King danger in percent, in the middlegame and in the endgame.
    danger: (i32, i32),
    pub(super) jump: Tapered,
    pub(super) escort: i32,
    pub(super) doubled: Tapered,
    pub(super) both_colours: Tapered,
    pub(super) alive: Score,
    pub(super) en_prise: Tapered,
    pub(super) dead_cover: Tapered,
    /// The range of the [`soft_maximum`](super::soft_maximum) of rivals.
    pub(crate) rival_range: Score,
}

impl TermWeights {
    pub(super) const fn of(params: &EvalParams) -> Self {
        let both = Tapered::new;
        Self {
            tempo: params.tempo,
            threatened: both(-params.threatened, -params.threatened_end),
            attack: both(params.attack, params.attack_end),
            defended_pawn: both(params.defended_pawn, params.defended_pawn_end),
            shelter: (both(params.shelter_pawn, 0), both(params.shelter_piece, 0)),
            danger: (params.king_danger, params.king_danger_end),
            jump: both(params.jump, params.jump_end),
            escort: params.escort,
            doubled: both(-params.doubled, -params.doubled_end),
            both_colours: both(params.both_colours, params.both_colours_end),
            alive: params.alive,
            en_prise: both(params.en_prise, params.en_prise),
            dead_cover: both(params.dead_cover, 0),
            rival_range: params.rival_range,
        }
    }

    /// Returns the centipawns of so many units of danger to a king.
    #[inline]
    pub(super) fn danger(&self, units: i32) -> Tapered {
        let middle = (units * units / DANGER.0).min(DANGER.1);
        Tapered::new(middle * self.danger.0 / WHOLE, units * self.danger.1 / WHOLE)
    }
}
