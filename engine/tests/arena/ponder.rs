//! Engines that ponder, with and without faults.

use std::process::exit;

use libtest_mimic::Trial;
use rotunda_movegen::{Game, GameMove};
use serde_json::Value;

use crate::faults::row;
use crate::scene::{Scene, rotunda};
use crate::trial;

/// The time on the clock in these matches, in milliseconds: far more than the games take.
const CLOCK: u64 = 100_000;
/// The increment after each move, in milliseconds.
const INCREMENT: u64 = 1000;
/// The words for this clock, and for games in which every seat makes four moves.
const LIMITS: &str = "--each tc=100+1 timemargin=20000 --maxmoves 4 --openings start --games 2";

/// The pondering of the faulty engine. It expects the first legal reply, or with "ponder-miss" the
/// last one, while its opponents always play the first.
///
/// Its `info` lines report what it received: `nodes` is the number of ponder hits, and the line is
/// the arguments of the last `go ponder`.
pub struct Ponder {
    mode: String,
    /// The arguments of `go ponder` and the answer to them, while it ponders.
    now: Option<(String, String)>,
    hits: u32,
    order: String,
}

impl Ponder {
    pub fn new(mode: &str) -> Self {
        Self { mode: mode.into(), now: None, hits: 0, order: String::new() }
    }

    /// Carries out one of the commands `go`, `ponderhit` and `stop`.
    pub fn take(&mut self, word: &str, rest: &str, game: &Game) {
        match (word, self.now.take()) {
            ("go", _) => {
                let legal = game.legal_moves();
                let best = legal.first().expect("games that go on have moves");
                let answer = self.answer(best, game);
                if rest.starts_with("ponder") {
                    self.begin(rest, answer);
                } else {
                    self.print(&answer);
                }
            }
            ("ponderhit", Some((order, answer))) => {
                self.hits += 1;
                self.order = order;
                self.print(&answer);
            }
            ("stop", Some((order, answer))) if self.mode != "ponder-deaf" => {
                self.order = order;
                println!("{answer}");
            }
            _ => {}
        }
    }

    /// Returns the best move with the expected reply.
    fn answer(&self, best: &GameMove, game: &Game) -> String {
        let mut after = game.clone();
        after.play(best).expect("it is legal");
        let replies = after.legal_moves();
        let expected = match self.mode.as_str() {
            "ponder-miss" | "ponder-deaf" => replies.last(),
            _ => replies.first(),
        };
        match expected {
            Some(_) if self.mode == "ponder-illegal" => format!("bestmove {best} ponder a1a1"),
            Some(expected) => format!("bestmove {best} ponder {expected}"),
            None => format!("bestmove {best}"),
        }
    }

    fn begin(&mut self, order: &str, answer: String) {
        match self.mode.as_str() {
            "ponder-early" => println!("{answer}"),
            "ponder-crash" => exit(3),
            _ => {}
        }
        self.now = Some((order.into(), answer));
    }

    fn print(&self, answer: &str) {
        let Self { hits, order, .. } = self;
        println!("info depth 1 score cp 0 nodes {hits} pv {order}\n{answer}");
    }
}

pub fn trials() -> Vec<Trial> {
    vec![
        trial("ponder::right_guesses_are_hits", || pondered("ponder", 3)),
        trial("ponder::wrong_guesses_are_stopped", || pondered("ponder-miss", 0)),
        trial("ponder::illegal_guesses_are_not_pondered_on", || pondered("ponder-illegal", 0)),
        trial("ponder::nobody_ponders_unless_told_to", unasked),
        trial("ponder::an_answer_before_it_is_asked_for", || loses("ponder-early", None)),
        trial("ponder::an_engine_that_does_not_stop", || loses("ponder-deaf", Some("hang"))),
        trial("ponder::an_engine_that_crashes_meanwhile", || loses("ponder-crash", Some("crash"))),
        trial("ponder::this_engine", ourselves),
    ]
}

/// Returns the moves of the pondering engine in the first game.
fn own_moves(game: &Value) -> Vec<&Value> {
    assert_eq!(game["seating"][0], 0, "it is White");
    game["moves"].as_array().expect("moves").iter().step_by(2).collect()
}

fn pondered(mode: &str, hits: u64) {
    let scene = Scene::new();
    let mut engine = scene.faulty(mode, "ponders");
    engine.push("ponder".into());
    let (games, report) = scene.play(&[engine, scene.faulty("honest", "good")], LIMITS);
    assert_eq!(report["tables"][0]["endings"]["move limit"], 2, "{report}");
    let moves = own_moves(&games[0]);
    assert_eq!(moves.last().map(|mv| &mv["nodes"]), Some(&hits.into()), "{}", games[0]);
    if mode == "ponder-illegal" {
        return;
    }
    // `go ponder` holds the clocks as they were after the move before.
    let words = moves[1]["pv"].as_str().expect("the order");
    let words: Vec<&str> = words.split(' ').collect();
    let number = |name: &str| -> u64 {
        let place = words.iter().position(|word| *word == name).expect("a full order");
        words[place + 1].parse().expect("a number")
    };
    let taken = moves[0]["t"].as_u64().expect("milliseconds");
    let left = CLOCK + INCREMENT - taken;
    assert!(number("wtime").abs_diff(left) <= 1, "{words:?}, {taken}");
    assert_eq!((number("btime"), number("winc")), (CLOCK, INCREMENT));
}

fn unasked() {
    let scene = Scene::new();
    let engines = [scene.faulty("ponder", "could"), scene.faulty("honest", "good")];
    let (games, _) = scene.play(&engines, LIMITS);
    assert!(own_moves(&games[0]).iter().all(|mv| mv["nodes"] == 0), "{}", games[0]);
}

/// Checks that an engine loses by a fault whose kind depends on timing: an early answer is one
/// without a question if it is seen in time. Otherwise the next answer is nonsense or an illegal
/// move.
fn loses(mode: &str, kind: Option<&str>) {
    let scene = Scene::new();
    let mut engine = scene.faulty(mode, "bad");
    engine.push("ponder=on".into());
    let limits = LIMITS.replace("tc=100+1 timemargin=20000", "st=0.3 timemargin=300");
    let (_, report) = scene.play(&[engine, scene.faulty("honest", "good")], &limits);
    assert_eq!(row(&report, "bad")["losses"], 2, "{report}");
    let faults = &report["tables"][0]["faults"]["bad"];
    let kinds = kind.map_or_else(|| vec!["nonsense", "illegal move"], |kind| vec![kind]);
    let count: u64 = kinds.iter().filter_map(|kind| faults[*kind].as_u64()).sum();
    assert_eq!(count, 2, "{report}");
    scene.assert_no_engines();
}

fn ourselves() {
    let scene = Scene::new();
    let words = "tc=1+0.02 timemargin=3000 ponder";
    let engines = [rotunda("A", words), rotunda("B", words)];
    let limits = "--variant chess,ordinary,circular70 --games 2 --maxmoves 8 --strict";
    let (games, report) = scene.play(&engines, limits);
    assert_eq!(games.len(), 6, "{report}");
    scene.assert_no_engines();
}
