//! [`Standings`]: the games so far, their sums, and the decision of a test.
//!
//! The same games give the same standings in any order. Sums are whole numbers, and a sequential
//! test sees the blocks in the order of the schedule.

use std::collections::{BTreeMap, BTreeSet};

use super::summary::{Earned, POINT, Summary, total};
use crate::base::error::{PlanError, StrayGame};
use crate::base::fault::FaultKind;
use crate::base::sprt::Hypothesis;
use crate::base::statistics::Sample;
use crate::plan::match_plan::Plan;
use crate::plan::schedule::{Schedule, sides};
use crate::record::game_record::GameRecord;

/// The number of faults that are listed one by one.
pub(crate) const MAX_FAULT_LINES: usize = 20;

/// The results of an engine.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Score {
    /// The number of games in which it had a seat.
    pub games: u64,
    /// The points, in shares of the [`POINT`].
    pub points: u64,
    /// The numbers of games with more, as many and fewer points than equals would get.
    pub results: [u64; 3],
    /// The numbers of complete blocks by their result.
    pub blocks: BTreeMap<Earned, u64>,
}

/// The sums over the games of a variant, or of all.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    /// The number of games.
    pub games: u64,
    /// The number of complete blocks.
    pub blocks: u64,
    /// The results by engine.
    pub scores: Vec<Score>,
    /// The numbers of games by their end.
    pub ends: BTreeMap<String, u64>,
    /// The number of times that a player left before the end, by reason.
    pub causes: BTreeMap<String, u64>,
    /// The numbers of faults by engine and kind.
    pub faults: BTreeMap<(usize, FaultKind), u64>,
}

/// The state of a sequential test.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Test {
    /// The first block that is not in the test yet.
    next: u64,
    blocks: BTreeMap<Earned, u64>,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The accepted hypothesis, and the block after which it was accepted.
    pub decision: Option<(Hypothesis, u64)>,
}

/// The games of a match so far, and their sums.
///
/// [`Report`](crate::Report) shows it.
#[derive(Clone, Debug)]
pub struct Standings {
    plan: Plan,
    schedule: Schedule,
    /// The side of every seat, by variant.
    sides: Vec<Vec<usize>>,
    games: BTreeMap<(u64, usize), Summary>,
    /// The sums by variant.
    pub(crate) scopes: Vec<Scope>,
    /// The first faults in the order of the schedule: block, game, number within the game, engine
    /// and fault.
    pub(crate) faults: BTreeMap<(u64, usize, usize), (usize, String)>,
    /// The test of the plan, if it has one.
    pub(crate) test: Option<Test>,
}

impl Standings {
    /// Returns the standings of a match before its first game.
    ///
    /// # Errors
    /// Returns an error if the plan names an unknown variant, none, or no engines.
    pub fn new(plan: &Plan) -> Result<Self, PlanError> {
        if plan.engines.is_empty() {
            return Err(PlanError::TooFewEngines);
        }
        let sides: Vec<Vec<usize>> = plan.entries()?.into_iter().map(sides).collect();
        Ok(Self::of_sides(plan, &sides))
    }

    /// Returns the same; `sides` has the side of every seat, by variant.
    fn of_sides(plan: &Plan, sides: &[Vec<usize>]) -> Self {
        let engines = plan.engines.len();
        let scope = Scope { scores: vec![Score::default(); engines], ..Scope::default() };
        Self {
            plan: plan.clone(),
            schedule: Schedule::new(engines, sides, plan.repeat),
            sides: sides.to_vec(),
            games: BTreeMap::new(),
            scopes: vec![scope; sides.len()],
            faults: BTreeMap::new(),
            test: plan.sprt.map(|_| Test::default()),
        }
    }

    /// Returns the plan of the match.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the schedule of the match.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the games that have been played, by block and place.
    pub(crate) fn played(&self) -> BTreeSet<(u64, usize)> {
        self.games.keys().copied().collect()
    }

    /// Returns the number of games, including those after a decision.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether no game has been played yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the number of a game in the order of the schedule, from 1.
    #[must_use]
    pub fn number(&self, game: &GameRecord) -> u64 {
        self.schedule.number(game.block, game.game)
    }

    /// Returns the number of games after the decision of the test, which do not count.
    pub(crate) fn surplus(&self) -> u64 {
        self.games.len() as u64 - self.scopes.iter().map(|scope| scope.games).sum::<u64>()
    }

    /// Returns the hypothesis that the test has accepted, and the block after which it did so;
    /// `None` while it goes on, and without a test.
    #[must_use]
    pub fn decision(&self) -> Option<(Hypothesis, u64)> {
        self.test.as_ref().and_then(|test| test.decision)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// Returns an error if it does not belong to the match, or is already there with another
    /// result.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), StrayGame> {
        let at = (game.block, game.game);
        let block = self.schedule.block(game.block);
        let seating = block.seatings.get(game.game);
        let variant = &self.plan.variants[block.variant];
        if seating != Some(&game.seating)
            || *variant != game.variant
            || game.points.len() != game.seating.len()
            || game.faults().any(|(seat, _)| seat >= game.seating.len())
        {
            return Err(StrayGame::Unknown(game.label()));
        }
        let summary = Summary::of(game, block.variant);
        if let Some(other) = self.games.get(&at) {
            let same = other.points == summary.points;
            return if same { Ok(()) } else { Err(StrayGame::Contradiction(game.label())) };
        }
        if self.decision().is_none_or(|(_, last)| game.block <= last) {
            self.count_game(at, &summary);
        }
        self.games.insert(at, summary);
        if self.decision().is_none_or(|(_, last)| game.block <= last) {
            self.count_block(game.block);
        }
        self.advance_test();
        Ok(())
    }

    /// Adds a game to the sums.
    fn count_game(&mut self, at: (u64, usize), game: &Summary) {
        let scope = &mut self.scopes[game.variant];
        scope.games += 1;
        *scope.ends.entry(game.end.clone()).or_default() += 1;
        for cause in &game.causes {
            *scope.causes.entry((*cause).into()).or_default() += 1;
        }
        for (number, (engine, fault)) in game.faults.iter().enumerate() {
            *scope.faults.entry((*engine, fault.kind)).or_default() += 1;
            self.faults.insert((at.0, at.1, number), (*engine, fault.to_string()));
            if self.faults.len() > MAX_FAULT_LINES {
                self.faults.pop_last();
            }
        }
        for (engine, score) in scope.scores.iter_mut().enumerate() {
            let Earned { points, expected, .. } = game.earned(engine);
            if expected > 0 {
                score.games += 1;
                score.points += points;
                let result = points.cmp(&expected).reverse() as i8 + 1;
                score.results[usize::from(result.cast_unsigned())] += 1;
            }
        }
    }

    /// Returns the games of a block, if it is complete.
    fn complete(&self, block: u64) -> Option<Vec<&Summary>> {
        let games = (0..self.schedule.games(block)).map(|game| self.games.get(&(block, game)));
        games.collect()
    }

    /// Adds a block to the sums if it is complete.
    fn count_block(&mut self, block: u64) {
        let Some(games) = self.complete(block) else { return };
        let variant = games[0].variant;
        let engines = self.plan.engines.len();
        let yields: Vec<Earned> = (0..engines).map(|engine| total(&games, engine)).collect();
        let scope = &mut self.scopes[variant];
        scope.blocks += 1;
        for (score, earned) in scope.scores.iter_mut().zip(yields) {
            if earned.games > 0 {
                *score.blocks.entry(earned).or_default() += 1;
            }
        }
    }

    /// Passes the next blocks to the test.
    fn advance_test(&mut self) {
        let (Some(spec), Some(mut test)) = (self.plan.sprt, self.test.take()) else { return };
        if test.decision.is_some() {
            self.test = Some(test);
            return;
        }
        while test.decision.is_none()
            && let Some(games) = self.complete(test.next)
        {
            *test.blocks.entry(total(&games, 0)).or_default() += 1;
            test.llr = spec.llr(&sample(&test.blocks, true));
            test.decision = spec.verdict(test.llr).map(|hypothesis| (hypothesis, test.next));
            test.next += 1;
        }
        let decided = test.decision;
        self.test = Some(test);
        if let Some((_, last)) = decided
            && self.games.keys().next_back().is_some_and(|(block, _)| *block > last)
        {
            self.drop_after(last);
        }
    }

    /// Removes the games after a block from the sums. They were running when the test was decided,
    /// and chance decides which of them finish.
    fn drop_after(&mut self, last: u64) {
        let mut fresh = Self::of_sides(&self.plan, &self.sides);
        let counted: Vec<_> =
            self.games.range(..=(last, usize::MAX)).map(|(&at, game)| (at, game.clone())).collect();
        for (at, game) in counted {
            fresh.count_game(at, &game);
            fresh.games.insert(at, game);
            fresh.count_block(at.0);
        }
        (self.scopes, self.faults) = (fresh.scopes, fresh.faults);
    }

    /// Returns all variants together.
    pub(crate) fn pool(&self) -> Scope {
        let mut pool =
            Scope { scores: vec![Score::default(); self.plan.engines.len()], ..Scope::default() };
        for scope in &self.scopes {
            pool.games += scope.games;
            pool.blocks += scope.blocks;
            scope.ends.iter().for_each(|(end, n)| *pool.ends.entry(end.clone()).or_default() += n);
            for (cause, n) in &scope.causes {
                *pool.causes.entry(cause.clone()).or_default() += n;
            }
            scope.faults.iter().for_each(|(key, n)| *pool.faults.entry(*key).or_default() += n);
            for (sum, score) in pool.scores.iter_mut().zip(&scope.scores) {
                sum.games += score.games;
                sum.points += score.points;
                (0..3).for_each(|result| sum.results[result] += score.results[result]);
                score.blocks.iter().for_each(|(key, n)| *sum.blocks.entry(*key).or_default() += n);
            }
        }
        pool
    }

    /// Returns the sample of an engine's blocks in a scope.
    pub(crate) fn sample(score: &Score) -> Sample {
        sample(&score.blocks, false)
    }
}

/// Returns the sample of blocks, on demand with all results of whole and half points, even those
/// that have not occurred.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer games than 2^52")]
fn sample(blocks: &BTreeMap<Earned, u64>, all: bool) -> Sample {
    let mut counts = blocks.clone();
    if let Some((&first, _)) = blocks.first_key_value().filter(|_| all) {
        for halves in 0..=2 * first.games {
            counts.entry(Earned { points: halves * POINT / 2, ..first }).or_default();
        }
    }
    let number: u64 = blocks.values().sum();
    let sum =
        |of: fn(&Earned) -> u64| blocks.iter().map(|(key, n)| of(key) * n).sum::<u64>() as f64;
    let games = sum(|key| key.games);
    let value = |key: &Earned| key.points as f64 / (key.games * POINT) as f64;
    Sample {
        values: counts.iter().map(|(key, &n)| (value(key), n as f64)).collect(),
        games: games / number as f64,
        expected: sum(|key| key.expected) / (games * POINT as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::sprt::{Model, SprtSpec};
    use crate::record::game_record::samples::{game, plan};

    #[test]
    fn pairs_are_evidence_once_they_are_complete() {
        let mut standings = Standings::new(&plan(1)).expect("a plan of chess");
        for (block, place, points) in [(0, 0, 100), (3, 1, 60), (0, 1, 50), (2, 0, 0)] {
            standings.add(&game(block, place, points)).expect("a game of the match");
        }
        let scope = standings.pool();
        assert_eq!((scope.games, scope.blocks, standings.len()), (4, 1, 4));
        let first = &scope.scores[0];
        assert_eq!((first.points, first.results), (210 * POINT / 100, [2, 1, 1]));
        assert_eq!(scope.scores[1].results, [1, 1, 2]);
        let pair = Earned { points: 150 * POINT / 100, games: 2, expected: POINT };
        assert_eq!(first.blocks, BTreeMap::from([(pair, 1)]));
        assert_eq!(standings.played(), [(0, 0), (0, 1), (2, 0), (3, 1)].into());
    }

    #[test]
    fn strange_games_are_refused() {
        let mut standings = Standings::new(&plan(1)).expect("a plan of chess");
        standings.add(&game(0, 0, 100)).expect("a game of the match");
        standings.add(&game(0, 0, 100)).expect("the same again");
        assert_eq!(standings.len(), 1);
        assert_eq!(standings.add(&game(0, 0, 50)), Err(StrayGame::Contradiction("1.1".into())));
        let strange = GameRecord { game: 7, ..game(0, 0, 50) };
        assert!(standings.add(&strange).is_err());
    }

    #[test]
    fn a_decision_does_not_depend_on_the_order_in_which_games_end() {
        let test =
            SprtSpec { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        let plan = Plan { sprt: Some(test), ..plan(1) };
        let points = |block: u64| if block.is_multiple_of(4) { 50 } else { 100 };
        let mut games: Vec<GameRecord> = (0..60)
            .flat_map(|block| [0, 1].map(|place| game(block, place, points(block))))
            .collect();
        let judge = |games: &[GameRecord]| {
            let mut standings = Standings::new(&plan).expect("a plan of chess");
            for game in games {
                standings.add(game).expect("a game of the match");
            }
            (standings.decision(), standings.pool(), standings.surplus())
        };
        let forward = judge(&games);
        games.reverse();
        assert_eq!(judge(&games), forward);
        games.sort_by_key(|game| (game.block % 7, game.block));
        assert_eq!(judge(&games), forward);
        let (hypothesis, last) = forward.0.expect("decided");
        assert_eq!((hypothesis, forward.1.blocks), (Hypothesis::H1, last + 1));
        assert_eq!(forward.2, 2 * (59 - last));
    }
}
