//! [`EvalParams`]: the numbers of the derived evaluation that can be fitted to a game.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;

/// A number of the derived evaluation: its name, its usual value, and its range.
#[derive(Clone, Copy, Debug)]
pub struct EvalParam {
    /// The name, as files have it.
    pub name: &'static str,
    /// The value in games without fitted numbers.
    pub default: i32,
    /// The least and the greatest value.
    pub range: (i32, i32),
    get: fn(&EvalParams) -> i32,
    get_mut: fn(&mut EvalParams) -> &mut i32,
}

impl EvalParam {
    /// Returns the number among others.
    #[must_use]
    pub fn of(&self, params: &EvalParams) -> i32 {
        (self.get)(params)
    }

    /// Changes the number.
    pub fn set(&self, params: &mut EvalParams, value: i32) {
        *(self.get_mut)(params) = value;
    }
}

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal, $min:literal..=$max:literal;)*) => {
        /// The numbers of the derived evaluation that can be fitted to a game.
        ///
        /// Numbers are centipawns, or percent of what follows from the moves of the pieces. Most
        /// come in pairs, for the middlegame and for the endgame.
        ///
        /// ```
        /// use rotunda_search::net::{EVAL_PARAMS, EvalParams};
        /// let usual = EvalParams::default();
        /// assert!(EVAL_PARAMS.iter().all(|param| param.of(&usual) == param.default));
        /// ```
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct EvalParams {
            $($(#[doc = $doc])* pub $name: i32,)*
            /// The values of kinds other than kings and pawns in centipawns, by their letters. A
            /// kind without one has the value that follows from its moves.
            #[serde(skip)]
            pub values: BTreeMap<char, i32>,
        }

        impl Default for EvalParams {
            fn default() -> Self {
                Self { $($name: $default,)* values: BTreeMap::new() }
            }
        }

        /// All numbers of [`EvalParams`] besides the values of kinds.
        pub const EVAL_PARAMS: &[EvalParam] = &[
            $({
                const { assert!($min <= $default && $default <= $max) }
                EvalParam {
                    name: stringify!($name),
                    default: $default,
                    range: ($min, $max),
                    get: |params| params.$name,
                    get_mut: |params| &mut params.$name,
                }
            },)*
        ];
    };
}

params! {
    /// The value of pawns in the middlegame, in percent.
    pawn = 100, 20..=500;
    /// The value of pawns in the endgame, in percent.
    pawn_end = 100, 20..=500;
    /// The value of other pieces in the endgame, in percent of that in the middlegame.
    piece_end = 108, 50..=200;
    /// The differences between the cells of leapers, in percent.
    leaper_squares = 100, 0..=500;
    /// The differences between the cells of sliders, in percent.
    slider_squares = 100, 0..=500;
    /// The differences between the king's cells in the middlegame, in percent.
    king_squares = 100, 0..=500;
    /// The differences between the king's cells in the endgame, in percent.
    king_squares_end = 100, 0..=500;
    /// The mobility of leapers in the middlegame, in percent.
    leaper_mobility = 100, 0..=500;
    /// The mobility of leapers in the endgame, in percent.
    leaper_mobility_end = 100, 0..=500;
    /// The mobility of sliders in the middlegame, in percent.
    slider_mobility = 100, 0..=500;
    /// The mobility of sliders in the endgame, in percent.
    slider_mobility_end = 100, 0..=500;
    /// The centipawns of a pawn one step before promotion in the middlegame, which are divided by
    /// the number of steps.
    promotion = 52, 0..=1000;
    /// The same in the endgame.
    promotion_end = 90, 0..=1000;
    /// The centipawns in addition for a pawn that no enemy pawn can stop, in the middlegame.
    passed = 90, 0..=1000;
    /// The same in the endgame.
    passed_end = 210, 0..=1000;
    /// The centipawns for each step by which the enemy king is further than the own one from the
    /// cell before a passed pawn, divided by the pawn's steps to promotion.
    escort = 24, 0..=200;
    /// The centipawns that a pawn with another of its side in its way loses, in the middlegame.
    doubled = 8, 0..=200;
    /// The same in the endgame.
    doubled_end = 16, 0..=200;
    /// The centipawns for a pawn that another pawn defends, in the middlegame.
    defended_pawn = 8, 0..=200;
    /// The same in the endgame.
    defended_pawn_end = 8, 0..=200;
    /// The centipawns that a piece loses if an enemy pawn attacks it, or an enemy piece can jump
    /// over it, in the middlegame.
    threatened = 38, 0..=500;
    /// The same in the endgame.
    threatened_end = 30, 0..=500;
    /// The centipawns for an attack on a piece of greater value, or on an undefended piece, in the
    /// middlegame.
    attack = 22, 0..=500;
    /// The same in the endgame.
    attack_end = 22, 0..=500;
    /// The centipawns for each single jump that a side has, over a piece of either side, in the
    /// middlegame.
    jump = 24, 0..=500;
    /// The same in the endgame.
    jump_end = 24, 0..=500;
    /// The centipawns in the middlegame for pieces of a kind that never leaves one colour, when
    /// there are some on both colours.
    both_colours = 28, 0..=500;
    /// The same in the endgame.
    both_colours_end = 48, 0..=500;
    /// The centipawns in the middlegame for each own pawn beside the king.
    shelter_pawn = 9, 0..=200;
    /// The centipawns in the middlegame for each other own piece beside the king.
    shelter_piece = 3, 0..=200;
    /// King danger in the middlegame, in percent.
    king_danger = 100, 0..=500;
    /// King danger in the endgame, in percent.
    king_danger_end = 100, 0..=500;
    /// The centipawns of a king one step before its goal, which are divided by the number of steps.
    race = 260, 0..=2000;
    /// The centipawns for having the move.
    tempo = 12, 0..=200;
    /// The centipawns for a living player among many, besides the pieces.
    alive = 400, 0..=5000;
    /// The centipawns that a player among many loses if an enemy attacks its king and it is not to
    /// move.
    en_prise = 150, 0..=2000;
    /// The centipawns in the middlegame for a dead piece beside the king, which is cover until a
    /// piece captures it.
    dead_cover = 2, 0..=200;
    /// The difference in centipawns of two rivals up to which the lesser counts besides the
    /// greater.
    rival_range = 2168, 200..=10000;
}

impl EvalParams {
    /// The range of the values of kinds.
    pub const VALUES: RangeInclusive<i32> = 10..=5000;

    /// Returns the name of a number or of a kind whose value is out of its range, if there is one.
    pub(super) fn out_of_range(&self) -> Option<String> {
        let is_wrong = |param: &&EvalParam| {
            let (least, most) = param.range;
            !(least..=most).contains(&param.of(self))
        };
        let number = EVAL_PARAMS.iter().find(is_wrong).map(|param| param.name.to_owned());
        let value = || self.values.iter().find(|(_, value)| !Self::VALUES.contains(value));
        number.or_else(|| value().map(|(letter, _)| letter.to_string()))
    }
}
