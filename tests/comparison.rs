//! Recorded, random and artificial positions of every duel, compared with the oracle.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{FamilyGame, Rules, VariantTables};

use crate::agree::{agree, same_outcome};
use crate::artificial::artificial_fen;
use crate::artificial::crowded::crowded_fen;
use crate::artificial::meetings::meeting_fen;
use crate::coverage::{Coverage, required, watch};
use crate::difference::Case;
use crate::each_variant::each_duel;
use crate::oracle::facts::VariantFacts;
use crate::oracle::{Attempt, State, facts};
use crate::recorded::{Record, Recorder, records, shortest_cut};
use crate::support::{Oracle, for_family, is_full_volume, rng, tables, volume};

/// The plies played from each artificial start.
const WALK: usize = 4;
/// The plies played from each start with draughtsmen crowded together.
const CROWDED_WALK: usize = 1;
/// The number of starts with lines that meet at the king, and the plies played from each.
const MEETINGS: (usize, usize) = (6000, 1);
/// The most plies of a game, more than any game takes under the fifty-move rule.
const LONGEST: usize = 2000;

/// A comparison under way.
pub struct Comparison {
    oracle: Oracle,
    facts: &'static VariantFacts,
    tables: &'static VariantTables<1>,
    /// The rules that took effect in the positions, and the ends of games.
    pub coverage: Coverage,
    rng: ChaCha8Rng,
    /// The number of compared positions.
    pub positions: usize,
    recorder: Option<Recorder>,
}

impl Comparison {
    /// Returns the comparison of a variant with its oracle.
    fn new(variant: &'static str) -> Self {
        Self::of(Oracle::new(variant), tables(variant))
    }

    /// Returns the comparison of tables with an oracle of their rules. The oracle's variant has the
    /// same pieces.
    pub fn of(oracle: Oracle, tables: &'static VariantTables<1>) -> Self {
        Self {
            facts: facts(oracle.variant),
            rng: rng(oracle.variant),
            oracle,
            tables,
            coverage: Coverage::default(),
            positions: 0,
            recorder: Recorder::if_recording(),
        }
    }

    /// Compares the last position of a line, which a game has reached by these moves. Returns the
    /// legal moves, or nothing if the game has ended, and the rules that took effect.
    fn compare<R: Rules<1>>(
        &mut self,
        game: &FamilyGame<R, 1>,
        line: &[State],
        moves: &[String],
    ) -> (Option<Vec<Attempt>>, Coverage) {
        let (now, mut seen) = (line.last().expect("a line has a position"), Coverage::default());
        let attempts = agree::<R>(&self.oracle, game.position(), now);
        watch(&self.oracle, self.facts, now, &attempts, &mut seen);
        let outcome = self.oracle.rules.outcome(line);
        let fen = self.oracle.rules.fen(&line[0]);
        let way: Vec<&str> = moves.iter().map(String::as_str).collect();
        let case = Case { variant: self.facts.variant, fen: &fen, moves: &way };
        same_outcome(game.outcome(), outcome, case);
        if let Some(outcome) = outcome {
            seen.note(format!("end: {}", outcome.reason));
        }
        self.positions += 1;
        self.coverage.add(seen.clone());
        let legal = attempts.into_iter().filter(|attempt| attempt.legal).collect();
        (outcome.is_none().then_some(legal), seen)
    }

    /// Offers a position to the recorder, with as few of the last moves as lead to the same
    /// outcome.
    fn record(&mut self, line: &[State], moves: &[String], seen: &Coverage) {
        let Some(recorder) = &mut self.recorder else { return };
        let rules = &self.oracle.rules;
        recorder.offer(seen, || {
            let outcome = rules.outcome(line);
            let first = |cut: usize| line.len() - 1 - cut;
            let is_same = |cut: usize| rules.outcome(&line[first(cut)..]) == outcome;
            let first = first(shortest_cut(line.len(), is_same));
            (rules.fen(&line[first]), moves[first..].to_vec())
        });
    }

    /// Returns a random artificial position, if it is a possible one.
    pub fn artificial<R: Rules<1>>(&mut self) -> Option<(FamilyGame<'static, R, 1>, State)> {
        let fen = artificial_fen(&self.oracle, self.facts, &mut self.rng);
        self.accept(&fen)
    }

    /// Returns the game and the position of a string if it is accepted. Engine and oracle must
    /// agree on that too.
    fn accept<R: Rules<1>>(&mut self, fen: &str) -> Option<(FamilyGame<'static, R, 1>, State)> {
        let game = FamilyGame::parse(self.tables, fen);
        let s = self.oracle.rules.parse(fen);
        assert_eq!(game.is_ok(), s.is_ok(), "{fen}: {:?} {:?}", game.err(), s.err());
        if s.is_err() {
            let mut seen = Coverage::default();
            seen.note("refused");
            if let Some(recorder) = &mut self.recorder {
                recorder.begin();
                recorder.offer(&seen, || (fen.to_owned(), Vec::new()));
            }
            self.coverage.add(seen);
        }
        Some((game.ok()?, s.ok()?))
    }

    /// Chooses a random move, often a special one, so that the comparison also reaches positions
    /// after special moves.
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
    /// included. Returns whether the game has ended.
    pub fn play<R: Rules<1>>(&mut self, game: FamilyGame<R, 1>, s: State, plies: usize) -> bool {
        let mut moves = Vec::new();
        let (mut game, mut line) = (game, vec![s]);
        self.recorder.iter_mut().for_each(Recorder::begin);
        for _ in 0..=plies {
            let (legal, seen) = self.compare::<R>(&game, &line, &moves);
            self.record(&line, &moves, &seen);
            let Some(legal) = legal else { return true };
            let chosen = if plies <= WALK {
                self.choose(line.last().expect("a line has a position"), &legal)
            } else {
                self.choose_in_game(&line, &legal)
            };
            let mv = game.find(&chosen.name).expect("both sides know the move");
            let alone = R::to_uci(game.position(), std::slice::from_ref(&mv));
            assert_eq!(alone, [chosen.name.as_str()]);
            game.play_unchecked(&mv);
            line.push(chosen.after);
            moves.push(chosen.name);
        }
        false
    }

    /// Chooses a random move, sometimes one that brings back an earlier board, so that positions
    /// repeat.
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
        for _ in 0..volume(starts) {
            let fen = meeting_fen(&self.oracle, self.facts, &mut self.rng);
            if let Some((game, s)) = self.accept::<R>(&fen) {
                self.play(game, s, plies);
            }
        }
        println!("{}: {} positions with lines that meet", self.facts.variant, self.positions);
    }

    /// Compares random positions and games; the facts of the variant hold their numbers.
    pub fn explore<R: Rules<1>>(&mut self) {
        let extent = &self.facts.extent;
        for _ in 0..volume(extent.crowded) {
            let fen = crowded_fen(&self.oracle, &mut self.rng);
            if let Some((game, s)) = self.accept::<R>(&fen) {
                self.play(game, s, CROWDED_WALK);
            }
        }
        let crowded = self.positions;
        for _ in 0..volume(extent.artificial) {
            if let Some((game, s)) = self.artificial::<R>() {
                self.play(game, s, WALK);
            }
        }
        for _ in 0..volume(extent.games) {
            let game = FamilyGame::<R, 1>::new(self.tables);
            let start = self.oracle.start.clone();
            assert!(self.play(game, start, LONGEST), "a game without end");
        }
        for _ in 0..volume(extent.endgames) {
            if let Some((game, s)) = self.artificial::<R>() {
                assert!(self.play(game, s, LONGEST), "a game without end");
            }
        }
        println!("{}: {} positions, {crowded} crowded", self.facts.variant, self.positions);
        assert!(self.positions >= volume(extent.enough), "{} positions", self.positions);
    }

    /// Ends the comparison with the recorded positions of a file. All these rules must take effect
    /// in the recorded positions, and at full volume in the random positions too.
    pub fn finish<R: Rules<1>>(mut self, file: &str, rules: &[String]) {
        if is_full_volume() {
            self.coverage.require(file, rules);
        }
        if let Some(recorder) = self.recorder.take() {
            recorder.write(file);
        }
        self.coverage = Coverage::default();
        for record in records(file) {
            self.repeat::<R>(&record);
        }
        self.coverage.require(&format!("{file}, recorded"), rules);
    }

    /// Compares a recorded position, in which the rules of the record must take effect.
    fn repeat<R: Rules<1>>(&mut self, record: &Record) {
        let Some((mut game, s)) = self.accept::<R>(&record.fen) else {
            assert_eq!(record.rules, ["refused"], "{record}");
            return;
        };
        let mut line = vec![s];
        for name in &record.moves {
            let before = line.last().expect("a line has a position");
            line.push(self.oracle.rules.play(before, name));
            let mv = game.find(name).unwrap_or_else(|_| panic!("{name} is not found: {record}"));
            game.play_unchecked(&mv);
        }
        let (_, seen) = self.compare::<R>(&game, &line, &record.moves);
        let lacks = record.rules.iter().find(|rule| !seen.names().any(|name| name == **rule));
        assert_eq!(lacks, None, "not met: {record}");
    }
}

/// Compares a variant with the oracle.
fn compare<R: Rules<1>>(variant: &'static str) {
    let mut comparison = Comparison::new(variant);
    comparison.explore::<R>();
    comparison.finish::<R>(variant, &required(facts(variant)));
}

fn is_played_as_the_oracle_plays_it(variant: &'static str) {
    for_family!(variant, compare(variant));
}

each_duel!(is_played_as_the_oracle_plays_it);
