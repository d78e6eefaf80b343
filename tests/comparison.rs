//! Random and artificial positions of every variant, compared with the oracle.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Game, Position, Rules};

use crate::agree::{agree, same_outcome};
use crate::cluster::cluster;
use crate::coverage::{Coverage, required, watch};
use crate::kits::{Kit, kit};
use crate::oracle::{Attempt, State};
use crate::scatter::scatter;
use crate::support::{Sheet, rng, scaled, tables, under};

/// Plies played from each artificial start.
const WALK: usize = 4;
/// Plies played from each start with Checkers crowded together.
const CROWDED_WALK: usize = 1;
/// Most plies of a game, far beyond what the fifty-move rule lets pass without a capture.
const LONGEST: usize = 2000;

/// How much is compared.
struct Extent {
    /// Artificial starts.
    scattered: usize,
    /// Artificial starts with Checkers crowded together.
    crowded: usize,
    /// Games from the start, played to their end.
    games: usize,
    /// Games from artificial positions, played to their end.
    endgames: usize,
    /// Positions that a variant must have been compared in.
    enough: usize,
}

const USUAL: Extent = Extent { scattered: 4000, crowded: 0, games: 3, endgames: 40, enough: 9000 };
/// The oracle walks every path of every series, which takes its time.
const WITH_CHECKERS: Extent =
    Extent { scattered: 4000, crowded: 16_000, games: 2, endgames: 20, enough: 30_000 };
/// Four ways to castle on each side need many positions until each has been refused for each reason.
const AT_THE_ROUND_TABLE: Extent =
    Extent { scattered: 6000, crowded: 0, games: 3, endgames: 40, enough: 14_000 };

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

    fn compare<R: Rules<1>>(&mut self, position: &Position<1>, s: &State) -> Vec<Attempt> {
        let attempts = agree::<R>(&self.sheet, position, s);
        watch(&self.sheet, self.kit, s, &attempts, &mut self.coverage);
        self.positions += 1;
        attempts.into_iter().filter(|attempt| attempt.legal).collect()
    }

    fn scatter<R: Rules<1>>(&mut self) -> Option<(Game<R, 1>, State)> {
        let fen = scatter(&self.sheet, self.kit, &mut self.rng);
        self.accept(&fen)
    }

    /// An artificial position, if both sides accept it; they must agree on that too.
    fn accept<R: Rules<1>>(&mut self, fen: &str) -> Option<(Game<R, 1>, State)> {
        let game = Game::parse(tables(self.kit.variant), fen);
        let s = self.sheet.rules.parse(fen);
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
            let outcome = self.sheet.rules.outcome(&line);
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
            let fen = cluster(&self.sheet, &mut self.rng);
            if let Some((game, s)) = self.accept::<R>(&fen) {
                self.play(game, s, CROWDED_WALK);
            }
        }
        let crowded = self.positions;
        for _ in 0..scaled(extent.scattered) {
            if let Some((game, s)) = self.scatter::<R>() {
                self.play(game, s, WALK);
            }
        }
        for _ in 0..scaled(extent.games) {
            let game = Game::<R, 1>::new(tables(self.kit.variant));
            let start = self.sheet.start.clone();
            assert!(self.play(game, start, LONGEST), "a game without end");
        }
        for _ in 0..scaled(extent.endgames) {
            if let Some((game, s)) = self.scatter::<R>() {
                assert!(self.play(game, s, LONGEST), "a game without end");
            }
        }
        println!("{}: {} positions, {crowded} crowded", self.kit.variant, self.positions);
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        self.reasons.require(self.kit.variant, &reasons);
        self.coverage.require(self.kit.variant, &required(self.kit));
        assert!(self.positions >= scaled(extent.enough), "{} positions", self.positions);
    }
}

/// Compares a variant with the oracle.
fn compare<R: Rules<1>>(variant: &'static str, reasons: &[&str]) {
    let extent = match variant {
        "ordinary" => &WITH_CHECKERS,
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
    under!("chess", compare("chess", &DRAWS));
}

#[test]
fn rollerball_is_played_as_the_oracle_plays_it() {
    let reasons = ["checkmate", "stalemate", "goal", "threefold", "fifty-moves"];
    under!("rollerball", compare("rollerball", &reasons));
}

#[test]
fn circular_chess_on_70_spaces_is_played_as_the_oracle_plays_it() {
    under!("circular70", compare("circular70", &DRAWS));
}

#[test]
fn circular_chess_on_68_spaces_is_played_as_the_oracle_plays_it() {
    under!("circular68", compare("circular68", &DRAWS));
}

#[test]
fn circular_chess_on_66_spaces_is_played_as_the_oracle_plays_it() {
    under!("circular66", compare("circular66", &DRAWS));
}

#[test]
fn the_ordinary_variant_is_played_as_the_oracle_plays_it() {
    let reasons = ["checkmate", "stalemate", "threefold", "fifty-moves"];
    under!("ordinary", compare("ordinary", &reasons));
}

#[test]
fn the_ordinary_variant_without_checkers_is_played_as_the_oracle_plays_it() {
    under!("ordinary-nocheckers", compare("ordinary-nocheckers", &DRAWS));
}

#[test]
fn round_table_chess_is_played_as_the_oracle_plays_it() {
    under!("roundtable84", compare("roundtable84", &DRAWS));
}

#[test]
fn round_table_chess_with_knights_in_front_is_played_as_the_oracle_plays_it() {
    let variant = "roundtable84-knights-front";
    under!(variant, compare(variant, &DRAWS));
}
