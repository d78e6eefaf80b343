//! Random and artificial positions of every variant, compared with the oracle.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Game, Position, Rules};

use crate::agree::{agree, same_outcome};
use crate::artificial::artificial_fen;
use crate::artificial::crowded::crowded_fen;
use crate::coverage::{Coverage, required, watch};
use crate::oracle::{Attempt, State};
use crate::support::{Oracle, for_family, rng, scaled, tables};
use crate::variant_facts::{VariantFacts, facts};

/// Plies played from each artificial start.
const WALK: usize = 4;
/// Plies played from each start with draughtsmen crowded together.
const CROWDED_WALK: usize = 1;
/// Most plies of a game, far beyond what the fifty-move rule lets pass without a capture.
const LONGEST: usize = 2000;

/// How many positions and games are compared.
struct Extent {
    /// Artificial starts.
    artificial: usize,
    /// Artificial starts with draughtsmen crowded together.
    crowded: usize,
    /// Games from the start, played to their end.
    games: usize,
    /// Games from artificial positions, played to their end.
    endgames: usize,
    /// Positions that a variant must have been compared in.
    enough: usize,
}

const USUAL: Extent = Extent { artificial: 4000, crowded: 0, games: 3, endgames: 40, enough: 9000 };
/// The oracle walks every path of every series, which takes its time.
const WITH_DRAUGHTSMEN: Extent =
    Extent { artificial: 4000, crowded: 16_000, games: 2, endgames: 20, enough: 30_000 };
/// Four ways to castle on each side need many positions until each has been refused for each reason.
const AT_THE_ROUND_TABLE: Extent =
    Extent { artificial: 6000, crowded: 0, games: 3, endgames: 40, enough: 14_000 };

/// A comparison under way.
struct Comparison {
    oracle: Oracle,
    facts: &'static VariantFacts,
    coverage: Coverage,
    rng: ChaCha8Rng,
    positions: usize,
    reasons: Coverage,
}

impl Comparison {
    fn new(variant: &'static str) -> Self {
        Self {
            oracle: Oracle::new(variant),
            facts: facts(variant),
            coverage: Coverage::default(),
            rng: rng(variant),
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

    fn artificial<R: Rules<1>>(&mut self) -> Option<(Game<R, 1>, State)> {
        let fen = artificial_fen(&self.oracle, self.facts, &mut self.rng);
        self.accept(&fen)
    }

    /// An artificial position, if both sides accept it; they must agree on that too.
    fn accept<R: Rules<1>>(&mut self, fen: &str) -> Option<(Game<R, 1>, State)> {
        let game = Game::parse(tables(self.facts.variant), fen);
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
    fn play<R: Rules<1>>(&mut self, game: Game<R, 1>, s: State, plies: usize) -> bool {
        let (mut game, mut line) = (game, vec![s]);
        for _ in 0..=plies {
            let now = line.last().expect("a game has a position").clone();
            let legal = self.compare::<R>(game.position(), &now);
            let outcome = self.oracle.rules.outcome(&line);
            same_outcome(game.outcome(), outcome, &game.position().fen());
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

    fn run<R: Rules<1>>(&mut self, extent: &Extent, reasons: &[&str]) {
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
            let game = Game::<R, 1>::new(tables(self.facts.variant));
            let start = self.oracle.start.clone();
            assert!(self.play(game, start, LONGEST), "a game without end");
        }
        for _ in 0..scaled(extent.endgames) {
            if let Some((game, s)) = self.artificial::<R>() {
                assert!(self.play(game, s, LONGEST), "a game without end");
            }
        }
        println!("{}: {} positions, {crowded} crowded", self.facts.variant, self.positions);
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        self.reasons.require(self.facts.variant, &reasons);
        self.coverage.require(self.facts.variant, &required(self.facts));
        assert!(self.positions >= scaled(extent.enough), "{} positions", self.positions);
    }
}

/// Compares a variant with the oracle.
fn compare<R: Rules<1>>(variant: &'static str, reasons: &[&str]) {
    let extent = match variant {
        "ordinary" => &WITH_DRAUGHTSMEN,
        "roundtable84" | "roundtable84-knights-front" => &AT_THE_ROUND_TABLE,
        _ => &USUAL,
    };
    Comparison::new(variant).run::<R>(extent, reasons);
}

/// How random games of chess end.
const DRAWS: [&str; 5] =
    ["checkmate", "stalemate", "threefold", "fifty-moves", "insufficient-material"];

#[test]
fn chess_is_played_as_the_oracle_plays_it() {
    for_family!("chess", compare("chess", &DRAWS));
}

#[test]
fn rollerball_is_played_as_the_oracle_plays_it() {
    let reasons = ["checkmate", "stalemate", "goal", "threefold", "fifty-moves"];
    for_family!("rollerball", compare("rollerball", &reasons));
}

#[test]
fn circular_chess_on_70_spaces_is_played_as_the_oracle_plays_it() {
    for_family!("circular70", compare("circular70", &DRAWS));
}

#[test]
fn circular_chess_on_68_spaces_is_played_as_the_oracle_plays_it() {
    for_family!("circular68", compare("circular68", &DRAWS));
}

#[test]
fn circular_chess_on_66_spaces_is_played_as_the_oracle_plays_it() {
    for_family!("circular66", compare("circular66", &DRAWS));
}

#[test]
fn the_ordinary_variant_is_played_as_the_oracle_plays_it() {
    let reasons = ["checkmate", "stalemate", "threefold", "fifty-moves"];
    for_family!("ordinary", compare("ordinary", &reasons));
}

#[test]
fn the_ordinary_variant_without_checkers_is_played_as_the_oracle_plays_it() {
    for_family!("ordinary-nocheckers", compare("ordinary-nocheckers", &DRAWS));
}

#[test]
fn round_table_chess_is_played_as_the_oracle_plays_it() {
    for_family!("roundtable84", compare("roundtable84", &DRAWS));
}

#[test]
fn round_table_chess_with_knights_in_front_is_played_as_the_oracle_plays_it() {
    let variant = "roundtable84-knights-front";
    for_family!(variant, compare(variant, &DRAWS));
}
