//! Games that end sooner or later than chess, or with other points: against the oracle, and in the
//! search.

use rotunda_movegen::{
    Claim, Duel, Family, FamilyGame, Game, Options, Seat, Variant, VariantTables,
};
use rotunda_search::{Event, Limits as Deadline, StopHandle, Value};

use crate::agree::same_outcome;
use crate::comparison::Comparison;
use crate::difference::Case;
use crate::oracle::Game as _;
use crate::oracle::draws::{Limits, USUAL};
use crate::oracle::limited::{Ends, Limited};
use crate::support::{Oracle, scaled, searcher};

/// The most plies of a random game.
const LONGEST: usize = 300;
/// The number of random games of each kind.
const GAMES: usize = 50;

/// Returns chess from a file, with these keys beside its own.
fn chess(keys: &str) -> &'static Variant {
    let file = include_str!("../games/games/chess.toml");
    let text = file.replacen("\nboard =", &format!("\n{keys}\nboard ="), 1);
    let games = rotunda_games::read("chess.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the tables of chess with these keys.
fn tables(keys: &str) -> &'static VariantTables<1> {
    let Family::Duel(tables) = chess(keys).family(Options::default()) else {
        panic!("chess is a duel of its tables")
    };
    tables
}

/// Plays random games with these keys beside the oracle. Games must end for each of the reasons.
fn agree(keys: &str, ends: Ends, reasons: &[&str]) {
    let oracle = Oracle::of("chess", Box::new(Limited::new(ends)));
    let mut comparison = Comparison::of(oracle, tables(keys));
    let mut games = 0;
    while games < scaled(GAMES) {
        if let Some((game, s)) = comparison.artificial::<Duel>() {
            comparison.play(game, s, LONGEST);
            games += 1;
        }
    }
    let ends: Vec<String> = reasons.iter().map(|reason| format!("end: {reason}")).collect();
    comparison.coverage.require(keys, &ends);
}

/// The positions and moves in which White's rook gives check with every move, and those in which
/// Black's rook does.
const CHECKS: [(&str, [&str; 4]); 2] = [
    ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8", "e8e7", "a8a7", "e7e8"]),
    ("4k3/8/8/8/8/8/r7/4K3 b - - 0 1", ["a2a1", "e1e2", "a1a2", "e2e1"]),
];

/// Plays perpetual checks by the keys and by the oracle. Returns the reason and the points of each.
fn perpetual_checks(keys: &str, ends: Ends) -> [(&'static str, [u16; 2]); 2] {
    let rules = Limited::new(ends);
    CHECKS.map(|(fen, round)| {
        let mut game = FamilyGame::<Duel, 1>::parse(tables(keys), fen).expect("a position");
        let mut line = vec![rules.parse(fen).expect("a position")];
        let mut played = Vec::new();
        for mv in round.into_iter().cycle() {
            let outcome = rules.outcome(&line);
            same_outcome(game.outcome(), outcome, Case { variant: "chess", fen, moves: &played });
            if let Some(outcome) = outcome {
                return (outcome.reason, outcome.points);
            }
            game.play_unchecked(&game.find(mv).expect("a legal move"));
            line.push(rules.play(line.last().expect("a position"), mv));
            played.push(mv);
        }
        unreachable!("a round is never over")
    })
}

const DRAW: [[u16; 2]; 2] = [[50, 50]; 2];

#[test]
fn whoever_brings_the_second_occurrence_about_wins_and_six_moves_draw() {
    let limits = Limits {
        quiet_plies: Some(12),
        no_progress: DRAW,
        occurrences: Some(2),
        repetition: [[0, 100], [100, 0]],
    };
    agree(
        "limits = { quiet_plies = 12, occurrences = 2 }\nscoring = { repetition = { mover = 0 } }",
        Ends { limits, perpetual: None },
        &["repetition", "no-progress"],
    );
}

#[test]
fn white_loses_by_the_fourth_occurrence_and_moves_are_not_counted() {
    let limits = Limits {
        quiet_plies: None,
        no_progress: DRAW,
        occurrences: Some(4),
        repetition: [[0, 100]; 2],
    };
    let keys = "limits = { quiet_plies = 0, occurrences = 4 }\n\
                scoring = { repetition = { white = 0 }, perpetual = [0, 0] }";
    let ends = Ends { limits, perpetual: Some([[0, 100], [100, 0]]) };
    agree(keys, ends, &["repetition"]);
    // White's perpetual check gives the points of the repetition.
    let checks = perpetual_checks(keys, ends);
    assert_eq!(checks, [("repetition", [0, 100]), ("perpetual-check", [100, 0])]);
}

#[test]
fn black_wins_by_seven_plies_and_positions_come_again() {
    let limits = Limits {
        quiet_plies: Some(7),
        no_progress: [[0, 100]; 2],
        occurrences: None,
        repetition: DRAW,
    };
    agree(
        "limits = { quiet_plies = 7, occurrences = 0 }\nscoring = { no_progress = { black = 100 } }",
        Ends { limits, perpetual: None },
        &["no-progress"],
    );
}

#[test]
fn a_third_occurrence_gives_points_but_for_perpetual_check() {
    let limits = Limits { repetition: [[75, 25], [25, 75]], ..USUAL };
    let keys = "scoring = { repetition = { mover = 75 }, perpetual = [50, 50] }";
    let ends = Ends { limits, perpetual: Some(DRAW) };
    agree(keys, ends, &["threefold"]);
    assert_eq!(perpetual_checks(keys, ends), [("perpetual-check", [50, 50]); 2]);
}

/// Returns a game by these keys after some moves.
fn after(keys: &str, fen: &str, moves: &str) -> Game {
    let mut game = chess(keys).game_from(Some(fen)).expect("a position");
    for mv in moves.split_whitespace() {
        game.play_text(mv).expect("a legal move");
    }
    game
}

/// Returns the move that a search plays, and its score.
fn think(game: &Game, depth: u32) -> (String, Value) {
    let mut value = None;
    let note = |event| {
        if let Event::Info(info) = event {
            value = Some(info.value);
        }
    };
    let result = searcher().run(game, &Deadline::depth(depth), &StopHandle::new(), note);
    (result.best.expect("there are moves").to_string(), value.expect("a search reports its value"))
}

/// A position in which Black loses unless it repeats: its king goes to and fro before a queen.
const LOST: &str = "7k/8/8/8/8/8/1Q6/K7 b - - 0 1";
/// Moves after which Black's king completes the repetition if it goes back once more.
const ROUND: &str = "h8g8 b2c2 g8h8 c2b2 h8g8 b2c2";

#[test]
fn a_lost_side_steers_into_the_repetition_that_wins_for_it() {
    // The side to move in the repeated position loses. After the king has gone back, that is White.
    let keys = "limits = { occurrences = 2 }\nscoring = { repetition = { mover = 0 } }";
    let line = "h8g8 b2c2";
    let game = after(keys, "7k/8/8/8/8/8/2Q5/K7 w - - 0 1", &format!("c2b2 {line}"));
    assert!(game.outcome().is_none());
    let (best, value) = think(&game, 6);
    assert_eq!((best.as_str(), value), ("g8h8", Value::Mate(1)));
    // By the rules of chess Black is lost.
    let game = after("", LOST, ROUND);
    let (_, value) = think(&game, 6);
    assert!(matches!(value, Value::Centipawns(..-300) | Value::Mate(..=0)), "{value:?}");
}

#[test]
fn a_won_side_shuns_the_repetition_that_loses_for_it() {
    // Any queen move wins but the one back, which repeats the position.
    let keys = "limits = { occurrences = 2 }\nscoring = { repetition = { mover = 100 } }";
    let game = after(keys, "7k/8/8/8/8/8/2Q5/K7 w - - 0 1", "c2b2 h8g8 b2c2 g8h8");
    let outcome = game.outcome().expect("Black has brought the start about again");
    assert_eq!((outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)), (100, 0));
    let game = after(keys, "7k/8/8/8/8/8/2Q5/K7 w - - 0 1", "c2b2 h8g8 b2c2");
    assert_ne!(think(&game, 6).0, "g8h8");
}

#[test]
fn a_pawn_is_given_up_where_the_next_quiet_ply_loses() {
    let fen = "7k/8/8/8/3p4/8/1Q2P3/K7 w - - 9 40";
    let keys = "limits = { quiet_plies = 10 }\nscoring = { no_progress = { black = 100 } }";
    let (best, value) = think(&after(keys, fen, ""), 8);
    assert!(["e2e3", "e2e4", "b2d4"].contains(&best.as_str()), "{best}");
    assert!(matches!(value, Value::Centipawns(300..) | Value::Mate(1..)), "{value:?}");
    let only = after(keys, "7k/8/8/8/8/2p5/2P5/K5R1 w - - 9 40", "");
    assert_eq!(think(&only, 3).1, Value::Mate(-1), "all moves lose");
    let stalemate = after(keys, "7k/8/8/8/8/2p5/2P5/K5Q1 w - - 9 40", "");
    assert_eq!(think(&stalemate, 3), ("g1g6".into(), Value::Centipawns(0)));
}

#[test]
fn games_without_limits_are_searched_to_an_end() {
    let keys = "limits = { quiet_plies = 0, occurrences = 0 }";
    // Neither rook can be won, and both counters stand at their maximum.
    let fen = "4k3/7r/8/8/8/8/R7/4K3 w - - 1000000 1000000";
    let mut game = after(keys, fen, "");
    for mv in ["a2a3", "h7h6", "a3a2", "h6h7"].repeat(30) {
        game.play_text(mv).expect("a legal move");
        assert!(game.outcome().is_none());
    }
    assert!(game.fen().ends_with(" 1000000 1000000"), "{}", game.fen());
    let (_, value) = think(&game, 10);
    assert!(matches!(value, Value::Centipawns(-60..=60)), "{value:?}");
}

#[test]
fn a_position_that_stalemates_as_the_clock_runs_out_is_a_stalemate_to_the_search() {
    let keys = "limits = { quiet_plies = 10 }\nscoring = { stalemate = 100 }";
    let (best, value) = think(&after(keys, "7k/8/8/6Q1/8/8/8/K7 w - - 9 40", ""), 4);
    assert_eq!((best.as_str(), value), ("g5g6", Value::Mate(1)));
}

#[test]
fn a_bare_king_can_be_claimed_from_the_baring_move_on_in_a_game_from_a_file() {
    let rook = "7k/6n1/8/8/8/8/6R1/K7 w - - 0 1";
    let mut game = chess("scoring = { bare_king = 60 }").game_from(Some(rook)).expect("a position");
    assert_eq!(game.claim(), None);
    game.play_text("g2g7").expect("legal");
    assert_eq!(game.claim(), Some(Claim { seat: Seat::WHITE, share: 60 }));
    let outcome = game.make_claim(Seat::WHITE).expect("it is open");
    assert_eq!([Seat::WHITE, Seat::BLACK].map(|seat| outcome.points(seat)), [60, 40]);
    let mut without =
        chess("scoring = { stalemate = 60 }").game_from(Some(rook)).expect("a position");
    without.play_text("g2g7").expect("legal");
    assert_eq!(without.claim(), None);
}
