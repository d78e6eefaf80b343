//! Random games from the start and from artificial positions.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::scatter::scatter;
use crate::oracle::ring::{Attempt, Deed, Outcome, Ring, State};
use crate::support::scaled;

/// Artificial starts of each variant.
const SCATTERED: usize = 1700;
/// Plies played from each of them.
const WALK: usize = 3;
/// Games from the start.
const GAMES: usize = 2;
/// Games from artificial positions.
const ENDGAMES: usize = 60;
/// Most plies of a game.
const LONGEST: usize = 160;
/// How often players take their last action back, if they can: in most games, and in those that
/// are to end by repetition.
const HOMING: [f64; 2] = [0.3, 0.95];

/// What a walk has come to: all positions so far, what the mover could do, and the end.
pub struct Stage<'a> {
    /// The rules.
    pub ring: &'a Ring,
    /// The positions, the present one last.
    pub line: &'a [State],
    /// The action that led here; none at the beginning of a walk.
    pub mv: Option<&'a str>,
    /// Everything the mover could do, the illegal included.
    pub attempts: &'a [Attempt],
    /// How the game has ended.
    pub outcome: Option<&'a Outcome>,
}

impl Stage<'_> {
    /// The present position.
    pub fn now(&self) -> &State {
        self.line.last().expect("a line has a position")
    }
}

/// Walks through positions of all sorts and shows every one of them; the walks are the same for
/// the same numbers. `tell` hears of artificial positions whether they are possible.
pub fn wander(
    rules: &Ring,
    rng: &mut ChaCha8Rng,
    mut tell: impl FnMut(&str, bool),
    mut show: impl FnMut(&Stage),
) {
    let (short, long) = (scaled(SCATTERED), scaled(ENDGAMES));
    for index in 0..short + long {
        let text = scatter(rules, rng);
        let s = rules.parse(&text);
        tell(&text, s.is_ok());
        if let Ok(s) = s {
            walk(rules, rng, s, if index < short { WALK } else { LONGEST }, &mut show);
        }
    }
    for _ in 0..scaled(GAMES) {
        walk(rules, rng, rules.start(), LONGEST, &mut show);
    }
}

fn walk(
    rules: &Ring,
    rng: &mut ChaCha8Rng,
    start: State,
    plies: usize,
    show: &mut impl FnMut(&Stage),
) {
    let mut line = vec![start];
    let mut mv: Option<String> = None;
    let homing = *HOMING.choose(rng).expect("two choices");
    for _ in 0..=plies {
        let now = line.last().expect("a line has a position");
        let attempts = rules.attempts(now);
        let outcome = rules.outcome(&line);
        show(&Stage {
            ring: rules,
            line: &line,
            mv: mv.as_deref(),
            attempts: &attempts,
            outcome: outcome.as_ref(),
        });
        if outcome.is_some() {
            return;
        }
        let legal: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.legal).collect();
        let next = choose(rng, homing, &line, &legal);
        mv = Some(next.name.clone());
        let after = next.after.clone();
        line.push(after);
    }
}

/// Any action; sometimes one that takes the last one back, or that changes more than a place.
fn choose<'a>(
    rng: &mut ChaCha8Rng,
    homing: f64,
    line: &[State],
    legal: &[&'a Attempt],
) -> &'a Attempt {
    let now = line.last().expect("a line has a position");
    let round = now.living().count();
    // After the action the position may be the same as one or two rounds before it.
    for plies in [round, 2 * round] {
        let back = line.len().checked_sub(plies).and_then(|index| line.get(index));
        if rng.random_bool(homing)
            && let Some(found) = back
                .and_then(|back| legal.iter().find(|attempt| attempt.after.pieces == back.pieces))
        {
            return found;
        }
    }
    let special = |attempt: &&&Attempt| match attempt.deed {
        Deed::Move { to, promotion, .. } => now.pieces[to].is_some() || promotion.is_some(),
        _ => true,
    };
    let special: Vec<&&Attempt> = legal.iter().filter(special).collect();
    if rng.random_bool(0.4)
        && let Some(found) = special.choose(rng)
    {
        return found;
    }
    legal.choose(rng).expect("a game that goes on has actions")
}
