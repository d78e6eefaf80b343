//! Lines of moves from the root, as reported to the outside.

use std::time::Duration;

use rotunda_movegen::{FamilyGame, Rules, Seat};

use crate::base::report::{Bound, Event, Info};
use crate::base::score::{ScoreScale, of_outcome, value, wdl};
use crate::eval::{EvalCache, Weights, even_standing_within, permille, seat_values, shares};
use crate::net::{GameNet, added};

/// The unit in which shares are computed before they are reported in permille.
const WHOLE: i32 = 1_000_000;

/// Returns whether at most two sides play.
pub(crate) fn is_two_sided<R: Rules<W>, const W: usize>(game: &FamilyGame<R, W>) -> bool {
    R::ALTERNATES || game.position().living_sides() <= 2
}

/// Returns the scale of scores for the game's current position.
pub(crate) fn score_scale<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    weights: &Weights<W>,
) -> ScoreScale {
    let position = game.position();
    if R::ALTERNATES {
        return ScoreScale::DUEL;
    }
    let even = even_standing_within(position.living_sides(), weights.terms.rival_range);
    ScoreScale { players: position.living_count(), even }
}

/// Returns every seat's expected share at the end of a line from the game's current position;
/// `None` with at most two sides, for which the score is enough.
pub(crate) fn shares_after<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    weights: &Weights<W>,
    net: Option<&GameNet>,
    line: &[R::Move],
) -> Option<Event> {
    if is_two_sided(game) {
        return None;
    }
    let mut game = FamilyGame::<R, W>::from_position(game.position().clone());
    for mv in line {
        game.play_unchecked(mv);
    }
    let position = game.position();
    let parts = if let Some(outcome) = game.outcome() {
        std::array::from_fn(|seat| i32::from(outcome.points(Seat(seat as u8))))
    } else {
        let (base, net) = added(net, position);
        let seat_values = seat_values(position, weights, &mut EvalCache::new(), (base, &net));
        shares(position, &seat_values, WHOLE)
    };
    Some(Event::Shares(permille(position, &parts)))
}

/// Returns the line about a game without legal moves, or without any of those to search.
pub(crate) fn without_moves<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    weights: &Weights<W>,
) -> Info {
    let turn = game.position().turn();
    let score = game.outcome().map_or(0, |outcome| of_outcome::<R, W>(&outcome, turn, 0));
    Info {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        lines: 1,
        value: value(score, score_scale(game, weights)),
        bound: Bound::Exact,
        wdl: Some(wdl(score)),
        nodes: 0,
        hash_full: 0,
        time: Duration::ZERO,
        pv: Vec::new(),
    }
}
