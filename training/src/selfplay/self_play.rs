//! [`SelfPlay`]: one game as a pure function of the recipe and the game's number.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Action, Game, GameMove, GameRecord, Options, Outcome, SEATS, Seat, Variant};
use rotunda_search::{
    Bound, Event, Limits, Searcher, Settings, StopHandle, TableError, TranspositionTable, Value,
};
use rustc_hash::FxHashSet;

use super::adjudicator::Adjudicator;
use super::set_ups::set_ups;
use crate::file::header::Recipe;
use crate::file::plies::PlayedGame;
use crate::file::scored::{MoveSearch, is_mate, score};
use crate::file::stored_game::Ending;

/// Nodes, in those after which a search begins no new iteration, that end it in mid-iteration.
const HARD_LIMIT: u64 = 20;
/// The states of jump series that are looked at for a random move.
const STATES: usize = 1 << 12;
/// Openings that are tried before one is taken that is too unbalanced.
const ATTEMPTS: usize = 100;
/// Full moves in which temperature has an effect.
const WARM_MOVES: u32 = 20;
/// Lines among which temperature chooses.
const WARM_LINES: usize = 4;

/// The result of a search: the first moves of its best lines with their scores, the best first.
struct Verdict {
    lines: Vec<(GameMove, i16)>,
    claim: bool,
}

/// Plays games against itself.
pub(crate) struct SelfPlay<'a> {
    recipe: &'a Recipe,
    variant: &'static Variant,
    options: Options,
    starts: Vec<String>,
    searcher: Searcher,
}

impl<'a> SelfPlay<'a> {
    /// Creates a player of a variant.
    ///
    /// # Errors
    /// Returns an error if there is no memory for its table.
    pub fn new(
        recipe: &'a Recipe,
        settings: &Settings,
        (variant, options): (&'static Variant, Options),
    ) -> Result<Self, TableError> {
        let tt = TranspositionTable::new(recipe.hash)?;
        let mut searcher = Searcher::with_table(Arc::new(tt));
        searcher.settings = settings.clone();
        let starts = set_ups(variant, variant.family(options));
        Ok(Self { recipe, variant, options, starts, searcher })
    }

    /// Plays the game with this number; `None` if it was stopped.
    ///
    /// # Panics
    /// Panics if the search plays an illegal move.
    pub fn play(&mut self, number: u64, is_stopped: &dyn Fn() -> bool) -> Option<PlayedGame> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        rng.set_stream(number);
        self.searcher.new_game();
        let (mut record, mut verdict) = self.open(&mut rng);
        let opening = record.moves().count();
        let (mut searches, mut adjudicator) = (Vec::new(), Adjudicator::default());
        let (ending, points) = loop {
            if let Some(outcome) = record.outcome() {
                break (Ending::by(outcome.reason), points(&record, &outcome));
            }
            if is_stopped() {
                return None;
            }
            let game = record.game();
            let found = verdict.take().unwrap_or_else(|| self.search(game));
            let turn = game.turn();
            let chosen = self.choose(game, &found.lines, &mut rng);
            let mv = found.lines[chosen].0.clone();
            let noisy = mv.is_capture() || mv.promotion().is_some();
            if found.claim && record.act(Action::Claim(turn)).is_ok() {
                continue;
            }
            if let Some(call) = adjudicator.note(record.game(), found.lines[0].1, noisy) {
                break (call.ending, call.points);
            }
            record.play(&mv).expect("searches play legal moves");
            let best = (chosen > 0).then(|| found.lines[0].0.clone());
            searches.push(MoveSearch { best, score: found.lines[0].1 });
            if found.claim && chosen == 0 {
                // The claim may be open only now; if it is not, the game goes on.
                let _ = record.act(Action::Claim(turn));
            }
        };
        let points = std::array::from_fn(|seat| points.get(seat).map_or(0, |&of| of as u8));
        Some(PlayedGame { record, opening, searches, ending, points })
    }

    /// Plays random moves from a start, and searches the position that they lead to.
    fn open(&mut self, rng: &mut ChaCha8Rng) -> (GameRecord, Option<Verdict>) {
        let start = self.starts.choose(rng).expect("every variant has a start").clone();
        let begin = || {
            let start = (!start.is_empty()).then_some(&*start);
            let record = GameRecord::new(self.variant, self.options, start);
            record.expect("a start is well-formed")
        };
        let (min, max) = self.recipe.opening;
        let mut last = (begin(), None);
        for _ in 0..ATTEMPTS {
            let plies = rng.random_range(min..=max);
            let mut record = begin();
            if !play_random_moves(&mut record, plies, rng) {
                continue;
            }
            let verdict = search(&mut self.searcher, self.recipe, record.game());
            let is_even = u32::from(verdict.lines[0].1.unsigned_abs()) <= self.recipe.imbalance;
            last = (record, Some(verdict));
            if is_even {
                break;
            }
        }
        last
    }

    fn search(&mut self, game: &Game) -> Verdict {
        search(&mut self.searcher, self.recipe, game)
    }

    /// The index of the line that is played.
    fn choose(&self, game: &Game, lines: &[(GameMove, i16)], rng: &mut ChaCha8Rng) -> usize {
        let warm = is_warm(self.recipe, game) && !is_mate(lines[0].1);
        if !warm || lines.len() == 1 {
            return 0;
        }
        let temperature = f64::from(self.recipe.temperature);
        let behind = |score: i16| f64::from(score) - f64::from(lines[0].1);
        let weight = |line: &(GameMove, i16)| libm::exp((behind(line.1) / temperature).min(0.0));
        let indices: Vec<usize> = (0..lines.len()).collect();
        indices.choose_weighted(rng, |&index| weight(&lines[index])).copied().unwrap_or(0)
    }
}

/// Returns whether temperature has an effect on the choice of a move.
fn is_warm(recipe: &Recipe, game: &Game) -> bool {
    recipe.temperature > 0 && game.fullmove() <= WARM_MOVES
}

fn search(searcher: &mut Searcher, recipe: &Recipe, game: &Game) -> Verdict {
    let hard = recipe.nodes.saturating_mul(HARD_LIMIT);
    let limits = Limits { nodes: Some(hard), ..Limits::soft_nodes(recipe.nodes) };
    searcher.settings.multi_pv = if is_warm(recipe, game) { WARM_LINES } else { 1 };
    let mut lines: Vec<(GameMove, i16)> = Vec::new();
    let result = searcher.run(game, &limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event
            && info.bound == Bound::Exact
            && let Some(mv) = info.pv.into_iter().next()
        {
            lines.truncate(info.multi_pv - 1);
            lines.push((mv, score(info.value)));
        }
    });
    let best = result.best.expect("the game goes on");
    if lines.first().is_none_or(|line| line.0 != best) {
        // A search that was ended in its first iteration has no result.
        let score = lines.first().map_or(score(Value::Centipawns(0)), |line| line.1);
        lines.insert(0, (best, score));
    }
    let mut seen = FxHashSet::default();
    lines.retain(|(mv, _)| seen.insert(mv.clone()));
    Verdict { lines, claim: result.claim }
}

/// Plays random moves. Returns whether there were so many, and the game goes on after them.
fn play_random_moves(record: &mut GameRecord, plies: u32, rng: &mut ChaCha8Rng) -> bool {
    for _ in 0..plies {
        let moves = record.game().legal_moves_within(STATES);
        let Some(mv) = moves.as_deref().and_then(|moves| moves.choose(rng)) else { return false };
        record.play(mv).expect("it is legal");
        if record.outcome().is_some() {
            return false;
        }
    }
    true
}

/// Returns the points of every seat.
fn points(record: &GameRecord, outcome: &Outcome) -> Vec<u16> {
    let seats = record.variant().seats.min(SEATS) as u8;
    (0..seats).map(|seat| outcome.points(Seat(seat))).collect()
}
