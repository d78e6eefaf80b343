//! Random and artificial positions of every variant, compared with the oracle.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Duel, Game, Position};

use crate::agree::{agree, same_outcome};
use crate::coverage::{Coverage, required, watch};
use crate::kits::{Kit, kit};
use crate::oracle::{Attempt, State};
use crate::scatter::scatter;
use crate::support::{Sheet, rng, scaled, tables};

/// Artificial starts of each variant.
const SCATTERED: usize = 4000;
/// Plies played from each of them.
const WALK: usize = 4;
/// Games from the start, played to their end.
const GAMES: usize = 3;
/// Games from artificial positions, played to their end.
const ENDGAMES: usize = 40;
/// Most plies of a game, far beyond what the fifty-move rule lets pass without a capture.
const LONGEST: usize = 2000;
/// Positions that a variant must have been compared in.
const ENOUGH: usize = 9000;

/// A comparison under way.
struct Comparison {
    sheet: Sheet,
    kit: &'static Kit,
    coverage: Coverage,
    rng: ChaCha8Rng,
    positions: usize,
    reasons: Coverage,
}

impl Comparison {
    fn new(variant: &'static str) -> Self {
        Self {
            sheet: Sheet::new(variant),
            kit: kit(variant),
            coverage: Coverage::default(),
            rng: rng(variant),
            positions: 0,
            reasons: Coverage::default(),
        }
    }

    fn compare(&mut self, position: &Position<1>, s: &State) -> Vec<Attempt> {
        let attempts = agree(&self.sheet, position, s);
        watch(&self.sheet, self.kit, s, &attempts, &mut self.coverage);
        self.positions += 1;
        attempts.into_iter().filter(|attempt| attempt.legal).collect()
    }

    /// An artificial position, if both sides accept it; they must agree on that too.
    fn scatter(&mut self) -> Option<(Game<Duel, 1>, State)> {
        let fen = scatter(&self.sheet, self.kit, &mut self.rng);
        let game = Game::parse(tables(self.kit.variant), &fen);
        let s = self.sheet.rules.parse(&fen);
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
    fn play(&mut self, game: Game<Duel, 1>, s: State, plies: usize) -> bool {
        let (mut game, mut line) = (game, vec![s]);
        for _ in 0..=plies {
            let now = line.last().expect("a game has a position").clone();
            let legal = self.compare(game.position(), &now);
            let outcome = self.sheet.rules.outcome(&line);
            same_outcome(game.outcome(), outcome, &game.position().fen());
            if let Some(outcome) = outcome {
                self.reasons.note(outcome.reason);
                return true;
            }
            let chosen = if plies == WALK {
                self.choose(&now, &legal)
            } else {
                self.choose_in_game(&line, &legal)
            };
            game.play_unchecked(&game.find(&chosen.name).expect("both sides know the move"));
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

    fn run(mut self, reasons: &[&str]) {
        for _ in 0..scaled(SCATTERED) {
            if let Some((game, s)) = self.scatter() {
                self.play(game, s, WALK);
            }
        }
        for _ in 0..scaled(GAMES) {
            let game = Game::new(tables(self.kit.variant));
            let start = self.sheet.start.clone();
            assert!(self.play(game, start, LONGEST), "a game without end");
        }
        for _ in 0..scaled(ENDGAMES) {
            if let Some((game, s)) = self.scatter() {
                assert!(self.play(game, s, LONGEST), "a game without end");
            }
        }
        println!("{}: {} positions", self.kit.variant, self.positions);
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        self.reasons.require(self.kit.variant, &reasons);
        self.coverage.require(self.kit.variant, &required(self.kit));
        assert!(self.positions >= ENOUGH, "{} positions", self.positions);
    }
}

/// How random games of chess end.
const DRAWS: [&str; 5] =
    ["checkmate", "stalemate", "threefold", "fifty-moves", "insufficient-material"];

#[test]
fn chess_is_played_as_the_oracle_plays_it() {
    Comparison::new("chess").run(&DRAWS);
}

#[test]
fn rollerball_is_played_as_the_oracle_plays_it() {
    let reasons = ["checkmate", "stalemate", "goal", "threefold", "fifty-moves"];
    Comparison::new("rollerball").run(&reasons);
}

#[test]
fn circular_chess_on_70_spaces_is_played_as_the_oracle_plays_it() {
    Comparison::new("circular70").run(&DRAWS);
}

#[test]
fn circular_chess_on_68_spaces_is_played_as_the_oracle_plays_it() {
    Comparison::new("circular68").run(&DRAWS);
}

#[test]
fn circular_chess_on_66_spaces_is_played_as_the_oracle_plays_it() {
    Comparison::new("circular66").run(&DRAWS);
}

#[test]
fn the_ordinary_variant_is_played_as_the_oracle_plays_it() {
    Comparison::new("ordinary-nocheckers").run(&DRAWS);
}
