//! Random games from the start and from artificial positions.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::artificial::artificial_fen;
use crate::oracle::ring::{Action, Attempt, Outcome, Ring, State};
use crate::support::scaled;

/// Artificial starts of each variant.
const ARTIFICIAL: usize = 1700;
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
const TAKE_BACK: [f64; 2] = [0.3, 0.95];

/// One step of a random game: all positions so far, what the mover can do, and the outcome.
pub struct WalkStep<'a> {
    /// The rules.
    pub ring: &'a Ring,
    /// The positions, the present one last.
    pub line: &'a [State],
    /// The actions that led here from the first of the positions.
    pub moves: &'a [String],
    /// Everything the mover could do, illegal actions included.
    pub attempts: &'a [Attempt],
    /// How the game has ended.
    pub outcome: Option<&'a Outcome>,
}

impl WalkStep<'_> {
    /// The present position.
    pub fn now(&self) -> &State {
        self.line.last().expect("a line has a position")
    }
}

/// Plays random games and short lines from artificial positions, and hands every position to
/// `on_position`. `on_start` gets each artificial position and whether the oracle accepts it. The
/// games depend on the random numbers alone.
pub fn play_random_games(
    rules: &Ring,
    rng: &mut ChaCha8Rng,
    mut on_start: impl FnMut(&str, bool),
    mut on_position: impl FnMut(&WalkStep),
) {
    let (short, long) = (scaled(ARTIFICIAL), scaled(ENDGAMES));
    for index in 0..short + long {
        let text = artificial_fen(rules, rng);
        let s = rules.parse(&text);
        on_start(&text, s.is_ok());
        if let Ok(s) = s {
            walk(rules, rng, s, if index < short { WALK } else { LONGEST }, &mut on_position);
        }
    }
    for _ in 0..scaled(GAMES) {
        walk(rules, rng, rules.start(), LONGEST, &mut on_position);
    }
}

fn walk(
    rules: &Ring,
    rng: &mut ChaCha8Rng,
    start: State,
    plies: usize,
    on_position: &mut impl FnMut(&WalkStep),
) {
    let mut line = vec![start];
    let mut moves: Vec<String> = Vec::new();
    let take_back = *TAKE_BACK.choose(rng).expect("two choices");
    for _ in 0..=plies {
        let now = line.last().expect("a line has a position");
        let attempts = rules.attempts(now);
        let outcome = rules.outcome(&line);
        on_position(&WalkStep {
            ring: rules,
            line: &line,
            moves: &moves,
            attempts: &attempts,
            outcome: outcome.as_ref(),
        });
        if outcome.is_some() {
            return;
        }
        let legal: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.legal).collect();
        let next = choose(rng, take_back, &line, &legal);
        moves.push(next.name.clone());
        let after = next.after.clone();
        line.push(after);
    }
}

/// Any action; often one that takes the last one back, or a special one (a capture, a promotion, a
/// swap, a removal).
fn choose<'a>(
    rng: &mut ChaCha8Rng,
    take_back: f64,
    line: &[State],
    legal: &[&'a Attempt],
) -> &'a Attempt {
    let now = line.last().expect("a line has a position");
    let round = now.living().count();
    // After the action the position may be the same as one or two rounds before it.
    for plies in [round, 2 * round] {
        let back = line.len().checked_sub(plies).and_then(|index| line.get(index));
        if rng.random_bool(take_back)
            && let Some(found) = back
                .and_then(|back| legal.iter().find(|attempt| attempt.after.pieces == back.pieces))
        {
            return found;
        }
    }
    let special = |attempt: &&&Attempt| match attempt.action {
        Action::Move { to, promotion, .. } => now.pieces[to].is_some() || promotion.is_some(),
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
