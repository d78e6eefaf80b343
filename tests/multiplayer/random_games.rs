//! Random games from the start and from artificial positions.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::artificial::artificial_fen;
use super::setups;
use crate::oracle::ring::{Action, Attempt, Outcome, Piece, Ring, State};
use crate::recorded::Record;
use crate::support::volume;

/// The number of artificial starts of each variant.
const ARTIFICIAL: usize = 1700;
/// The plies played from each artificial start.
const WALK: usize = 3;
/// The number of games from the start.
const GAMES: usize = 2;
/// The number of games from artificial positions.
const ENDGAMES: usize = 60;
/// The number of games in which a Byzantine pawn runs round the ring: on boards where two rounds
/// fit into the quiet moves of two players, and on larger ones.
const ROUNDS: usize = 6;
/// The most plies of a game.
const LONGEST: usize = 160;
/// The probability that players take their last action back, if they can: in most games, and in
/// games that are to end by repetition.
const TAKE_BACK: [f64; 2] = [0.3, 0.95];

/// The way in which actions are chosen.
#[derive(Clone, Copy)]
enum Habit {
    /// At random; with this probability the mover takes its last action back, if it can.
    TakeBack(f64),
    /// A mover with a pawn runs on with it; the others take their last actions back.
    Rounds,
}

/// One step of a random game: all positions so far, the possible actions, and the outcome.
pub struct WalkStep<'a> {
    /// The rules.
    pub ring: &'a Ring,
    /// The positions, the current one last.
    pub line: &'a [State],
    /// The actions from the first of the positions to the current one.
    pub moves: &'a [String],
    /// All actions of the mover, illegal ones included.
    pub attempts: &'a [Attempt],
    /// The outcome of the game, if it has ended.
    pub outcome: Option<&'a Outcome>,
}

impl WalkStep<'_> {
    /// Calls the function with the same position, at the end of its last so many plies alone.
    pub fn after_plies<T>(&self, plies: usize, ask: impl FnOnce(&WalkStep) -> T) -> T {
        let first = self.line.len() - 1 - plies;
        let line = &self.line[first..];
        let outcome = self.ring.outcome(line);
        let (moves, outcome) = (&self.moves[first..], outcome.as_ref());
        ask(&WalkStep { line, moves, outcome, ..*self })
    }

    /// Returns the current position.
    pub fn now(&self) -> &State {
        self.line.last().expect("a line has a position")
    }
}

/// Plays random games and short lines from artificial positions, and passes every position to
/// `on_position`. `on_start` gets each artificial position and whether the oracle accepts it. The
/// games depend on the random numbers alone.
pub fn play_random_games(
    rules: &Ring,
    rng: &mut ChaCha8Rng,
    mut on_start: impl FnMut(&str, bool),
    mut on_position: impl FnMut(&WalkStep),
) {
    let (short, long) = (volume(ARTIFICIAL), volume(ENDGAMES));
    for index in 0..short + long {
        let text = artificial_fen(rules, rng);
        let s = rules.parse(&text);
        on_start(&text, s.is_ok());
        if let Ok(s) = s {
            let habit = Habit::any(rng);
            let plies = if index < short { WALK } else { LONGEST };
            walk(rules, rng, (s, habit), plies, &mut on_position);
        }
    }
    for _ in 0..volume(GAMES) {
        let habit = Habit::any(rng);
        walk(rules, rng, (rules.start(), habit), LONGEST, &mut on_position);
    }
    if rules.byzantine && !rules.in_teams() {
        for _ in 0..volume(ROUNDS) {
            let start = setups::runner(rules, rng);
            walk(rules, rng, (start, Habit::Rounds), LONGEST, &mut on_position);
        }
    }
}

/// Plays the moves to a recorded position and passes every position on the way to `on_position`.
///
/// # Panics
/// Panics if a move is illegal.
pub fn repeat(rules: &Ring, record: &Record, mut on_position: impl FnMut(&WalkStep)) {
    let start = rules.parse(&record.fen);
    let mut line = vec![start.unwrap_or_else(|error| panic!("{record}: {error}"))];
    for played in 0..=record.moves.len() {
        let now = line.last().expect("a line has a position");
        let attempts = rules.attempts(now);
        on_position(&WalkStep {
            ring: rules,
            line: &line,
            moves: &record.moves[..played],
            attempts: &attempts,
            outcome: rules.outcome(&line).as_ref(),
        });
        if let Some(name) = record.moves.get(played) {
            let found = attempts.iter().find(|attempt| attempt.legal && attempt.name == *name);
            let after = found.unwrap_or_else(|| panic!("no {name}: {record}")).after.clone();
            line.push(after);
        }
    }
}

impl Habit {
    fn any(rng: &mut ChaCha8Rng) -> Self {
        Self::TakeBack(*TAKE_BACK.choose(rng).expect("two choices"))
    }
}

fn walk(
    rules: &Ring,
    rng: &mut ChaCha8Rng,
    (start, habit): (State, Habit),
    plies: usize,
    on_position: &mut impl FnMut(&WalkStep),
) {
    let mut line = vec![start];
    let mut moves: Vec<String> = Vec::new();
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
        let next = match habit {
            Habit::TakeBack(share) => choose(rng, share, &line, &legal),
            Habit::Rounds => run_on(rng, &line, &legal),
        };
        moves.push(next.name.clone());
        let after = next.after.clone();
        line.push(after);
    }
}

/// Chooses a random action, often one that brings back an earlier board, or a special one: a
/// capture, a promotion, a swap, a removal.
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

/// Returns a step of a pawn if there is one, otherwise the action that takes the last one back.
fn run_on<'a>(rng: &mut ChaCha8Rng, line: &[State], legal: &[&'a Attempt]) -> &'a Attempt {
    let now = line.last().expect("a line has a position");
    let quiet = |attempt: &&&Attempt| match attempt.action {
        Action::Move { to, .. } => now.pieces[to].is_none(),
        _ => false,
    };
    let is_pawn = |attempt: &&&Attempt| match attempt.action {
        Action::Move { from, .. } => now.pieces[from].is_some_and(Piece::is_pawn),
        _ => false,
    };
    // The pieces of the mover as they stood before its last action.
    let own = |s: &State| s.pieces_of(now.seat).collect::<Vec<_>>();
    let before = line.len().checked_sub(3).map(|index| own(&line[index]));
    let takes_back = |attempt: &&&Attempt| before.as_ref() == Some(&own(&attempt.after));
    let quiet: Vec<&&Attempt> = legal.iter().filter(quiet).collect();
    let step = quiet.iter().find(|attempt| is_pawn(attempt));
    let back = || quiet.iter().find(|attempt| takes_back(attempt));
    let any = || quiet.choose(rng).copied().or_else(|| legal.choose(rng));
    step.copied().or_else(|| back().copied()).or_else(any).expect("a game that goes on has actions")
}
