//! Random and artificial positions of every variant, compared with the oracle.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Game, Position, Rules, VariantTables};

use crate::agree::{agree, same_outcome};
use crate::artificial::artificial_fen;
use crate::artificial::crowded::crowded_fen;
use crate::artificial::meetings::meeting_fen;
use crate::coverage::{Coverage, required, watch};
use crate::difference::Case;
use crate::oracle::facts::VariantFacts;
use crate::oracle::{Attempt, State, facts};
use crate::support::{Oracle, duels, for_family, on_every_processor, rng, scaled, tables};

/// Plies played from each artificial start.
const WALK: usize = 4;
/// Plies played from each start with draughtsmen crowded together.
const CROWDED_WALK: usize = 1;
/// Starts with lines that meet at the king, and plies played from each.
const MEETINGS: (usize, usize) = (6000, 1);
/// Most plies of a game, far beyond what the fifty-move rule lets pass without a capture.
const LONGEST: usize = 2000;

/// A comparison under way.
pub struct Comparison {
    oracle: Oracle,
    facts: &'static VariantFacts,
    tables: &'static VariantTables<1>,
    /// What took effect in the positions.
    pub coverage: Coverage,
    rng: ChaCha8Rng,
    /// How many positions have been compared.
    pub positions: usize,
    /// The reasons for which games have ended.
    pub reasons: Coverage,
}

impl Comparison {
    /// That of a variant with its oracle.
    fn new(variant: &'static str) -> Self {
        Self::of(Oracle::new(variant), tables(variant))
    }

    /// That of tables with the oracle of their rules, which is named for the pieces.
    pub fn of(oracle: Oracle, tables: &'static VariantTables<1>) -> Self {
        Self {
            facts: facts(oracle.variant),
            rng: rng(oracle.variant),
            oracle,
            tables,
            coverage: Coverage::default(),
            positions: 0,
            reasons: Coverage::default(),
        }
    }

    fn compare<R: Rules<1>>(&mut self, position: &Position<1>, s: &State) -> Vec<Attempt> {
        let attempts = agree::<R>(&self.oracle, position, s);
        watch(&self.oracle, self.facts, s, &attempts, &mut self.coverage);
        self.positions += 1;
        attempts.into_iter().filter(|attempt| attempt.legal).collect()
    }

    /// A random position, if it is one of a game.
    pub fn artificial<R: Rules<1>>(&mut self) -> Option<(Game<'static, R, 1>, State)> {
        let fen = artificial_fen(&self.oracle, self.facts, &mut self.rng);
        self.accept(&fen)
    }

    /// An artificial position, if both sides accept it; they must agree on that too.
    fn accept<R: Rules<1>>(&mut self, fen: &str) -> Option<(Game<'static, R, 1>, State)> {
        let game = Game::parse(self.tables, fen);
        let s = self.oracle.rules.parse(fen);
        assert_eq!(game.is_ok(), s.is_ok(), "{fen}: {:?} {:?}", game.err(), s.err());
        self.coverage.note(if s.is_ok() { "accepted" } else { "refused" });
        Some((game.ok()?, s.ok()?))
    }

    /// Special moves are preferred, so that what follows from them is seen too.
    fn choose(&mut self, s: &State, legal: &[Attempt]) -> Attempt {
        let special = |attempt: &&Attempt| {
            attempt.en_passant
                || attempt.after.passed.is_some()
                || attempt.after.rights != s.rights
                || attempt.name.ends_with(|c: char| c.is_ascii_alphabetic())
        };
        let special: Vec<_> = legal.iter().filter(special).collect();
        if self.rng.random()
            && let Some(chosen) = special.choose(&mut self.rng)
        {
            return (*chosen).clone();
        }
        legal.choose(&mut self.rng).expect("a game that goes on has moves").clone()
    }

    /// Plays on for at most so many plies and compares every position and outcome, repetitions
    /// and all; says whether the game has come to its end.
    pub fn play<R: Rules<1>>(&mut self, game: Game<R, 1>, s: State, plies: usize) -> bool {
        let (start, mut moves) = (game.fen(), Vec::new());
        let (mut game, mut line) = (game, vec![s]);
        for _ in 0..=plies {
            let now = line.last().expect("a game has a position").clone();
            let legal = self.compare::<R>(game.position(), &now);
            let outcome = self.oracle.rules.outcome(&line);
            let way: Vec<&str> = moves.iter().map(String::as_str).collect();
            let case = Case { variant: self.facts.variant, fen: &start, moves: &way };
            same_outcome(game.outcome(), outcome, case);
            if let Some(outcome) = outcome {
                self.reasons.note(outcome.reason);
                return true;
            }
            let chosen = if plies <= WALK {
                self.choose(&now, &legal)
            } else {
                self.choose_in_game(&line, &legal)
            };
            let mv = game.find(&chosen.name).expect("both sides know the move");
            let alone = R::texts(game.position(), std::slice::from_ref(&mv));
            assert_eq!(alone, [chosen.name.as_str()]);
            game.play_unchecked(&mv);
            line.push(chosen.after);
            moves.push(chosen.name);
        }
        false
    }

    /// Any move; sometimes the one that takes the last one back, so that positions repeat.
    fn choose_in_game(&mut self, line: &[State], legal: &[Attempt]) -> Attempt {
        if self.rng.random_bool(0.3)
            && let [.., before, _] = line
            && let Some(back) = legal.iter().find(|attempt| attempt.after.board == before.board)
        {
            return back.clone();
        }
        if self.rng.random_bool(0.4)
            && let [.., third, _, _, _] = line
            && let Some(back) = legal.iter().find(|attempt| attempt.after.board == third.board)
        {
            return back.clone();
        }
        legal.choose(&mut self.rng).expect("a game that goes on has moves").clone()
    }

    /// Compares positions in which lines to the king meet.
    pub fn meet<R: Rules<1>>(&mut self) {
        let (starts, plies) = MEETINGS;
        for _ in 0..scaled(starts) {
            let fen = meeting_fen(&self.oracle, self.facts, &mut self.rng);
            if let Some((game, s)) = self.accept::<R>(&fen) {
                self.play(game, s, plies);
            }
        }
        println!("{}: {} positions with lines that meet", self.facts.variant, self.positions);
    }

    fn run<R: Rules<1>>(&mut self) {
        let extent = &self.facts.extent;
        for _ in 0..scaled(extent.crowded) {
            let fen = crowded_fen(&self.oracle, &mut self.rng);
            if let Some((game, s)) = self.accept::<R>(&fen) {
                self.play(game, s, CROWDED_WALK);
            }
        }
        let crowded = self.positions;
        for _ in 0..scaled(extent.artificial) {
            if let Some((game, s)) = self.artificial::<R>() {
                self.play(game, s, WALK);
            }
        }
        for _ in 0..scaled(extent.games) {
            let game = Game::<R, 1>::new(self.tables);
            let start = self.oracle.start.clone();
            assert!(self.play(game, start, LONGEST), "a game without end");
        }
        for _ in 0..scaled(extent.endgames) {
            if let Some((game, s)) = self.artificial::<R>() {
                assert!(self.play(game, s, LONGEST), "a game without end");
            }
        }
        println!("{}: {} positions, {crowded} crowded", self.facts.variant, self.positions);
        let reasons: Vec<String> = self.facts.endings.iter().map(ToString::to_string).collect();
        self.reasons.require(self.facts.variant, &reasons);
        self.coverage.require(self.facts.variant, &required(self.facts));
        assert!(self.positions >= scaled(extent.enough), "{} positions", self.positions);
    }
}

/// Compares a variant with the oracle.
fn compare<R: Rules<1>>(variant: &'static str) {
    Comparison::new(variant).run::<R>();
}

#[test]
fn every_duel_is_played_as_the_oracle_plays_it() {
    let names = duels().map(|facts| facts.variant);
    on_every_processor(names, |variant| for_family!(variant, compare(variant)));
}
