//! [`Standings`]: the games so far, what they add up to, and whether a test has been decided.
//!
//! Whatever order games finish in, the same games give the same standings: sums are whole numbers,
//! and a sequential test sees the blocks in the order of the schedule.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{PlanError, StrayGame};
use crate::fault::FaultKind;
use crate::game_record::GameRecord;
use crate::plan::Plan;
use crate::schedule::{Schedule, sides};
use crate::sprt::Hypothesis;
use crate::statistics::Sample;
use crate::summary::{Earned, POINT, Summary, total};

/// Faults that are told one by one.
pub(crate) const MAX_FAULT_LINES: usize = 20;

/// What an engine has made of its games.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Score {
    /// Games in which it had a seat.
    pub games: u64,
    /// Shares of the [`POINT`].
    pub points: u64,
    /// Games with more, as many and fewer points than equals would get.
    pub results: [u64; 3],
    /// How often complete blocks had which yield.
    pub blocks: BTreeMap<Earned, u64>,
}

/// What the games of a variant, or of all, add up to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    /// How many there are.
    pub games: u64,
    /// The complete blocks.
    pub blocks: u64,
    /// By engine.
    pub scores: Vec<Score>,
    /// How many games ended in which way.
    pub ends: BTreeMap<String, u64>,
    /// How often a player left before the end, for which reason.
    pub causes: BTreeMap<String, u64>,
    /// How often an engine had a fault of a kind.
    pub faults: BTreeMap<(usize, FaultKind), u64>,
}

/// A sequential test under way.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Test {
    /// The first block that is not in the test yet.
    next: u64,
    blocks: BTreeMap<Earned, u64>,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// What was accepted, and after which block.
    pub decision: Option<(Hypothesis, u64)>,
}

/// The games of a match so far, and what they add up to.
///
/// [`Report`](crate::Report) shows it.
#[derive(Clone, Debug)]
pub struct Standings {
    plan: Plan,
    schedule: Schedule,
    /// By variant the side of every seat.
    sides: Vec<Vec<usize>>,
    games: BTreeMap<(u64, usize), Summary>,
    /// By variant.
    pub(crate) scopes: Vec<Scope>,
    /// The first faults in the order of the schedule: block, game, the fault's number in it, the
    /// engine and what it did.
    pub(crate) faults: BTreeMap<(u64, usize, usize), (usize, String)>,
    /// The test of the plan, if it has one.
    pub(crate) test: Option<Test>,
}

impl Standings {
    /// Returns the standings of a match before its first game.
    ///
    /// # Errors
    /// If the plan names an unknown variant, none, or no engines.
    pub fn new(plan: &Plan) -> Result<Self, PlanError> {
        if plan.engines.is_empty() {
            return Err(PlanError::TooFewEngines);
        }
        let sides: Vec<Vec<usize>> = plan.entries()?.into_iter().map(sides).collect();
        Ok(Self::of_sides(plan, &sides))
    }

    /// Returns the same; `sides` has for every variant the side of every seat.
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

    /// Returns how many games there are, those after a decision included.
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

    /// Returns how many games came after the decision of the test and do not count.
    pub(crate) fn surplus(&self) -> u64 {
        self.games.len() as u64 - self.scopes.iter().map(|scope| scope.games).sum::<u64>()
    }

    /// Returns which hypothesis the test has accepted, and after which block; `None` while it goes
    /// on, and without a test.
    #[must_use]
    pub fn decision(&self) -> Option<(Hypothesis, u64)> {
        self.test.as_ref().and_then(|test| test.decision)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it is no game of the match, or there is such a game with another result already.
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

    /// The games of a block, if it is complete.
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

    /// Lets the test see the blocks whose turn it is.
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

    /// Takes the games after a block out of the sums: they were under way when the test was
    /// decided, and which of them finish is a matter of chance.
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

    /// The evidence of an engine's blocks in a scope.
    pub(crate) fn sample(score: &Score) -> Sample {
        sample(&score.blocks, false)
    }
}

/// The evidence of blocks; on demand with all results of whole and half points, though some have
/// not occurred.
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
    use crate::game_record::samples::{game, plan};
    use crate::sprt::{Model, SprtSpec};

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
