//! The limits of games without progress, and the points for their ends.

use rotunda_games::read;
use rotunda_movegen::{Game, Options, Outcome, Seat, Variant};

/// Returns the text of a game of kings and rooks with these keys added.
fn text(keys: &str) -> String {
    format!(
        "[[game]]\nname = \"rooks\"\nstart = \"2k2/5/5/5/R1K2 w - - 0 1\"\n{keys}\n\
         board = {{ shape = \"rectangle\", files = 5, ranks = 5 }}\n\
         piece = [\n    {{ letter = \"R\", moves = \"R\" }},\n    \
         {{ letter = \"P\", moves = \"fWcfF\", pawn = true }},\n    \
         {{ letter = \"K\", moves = \"K\", royal = true }},\n]\n"
    )
}

fn variant(keys: &str) -> &'static Variant {
    let games = read("f", &text(keys)).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"))
}

/// Plays the plies again and again, at most 1200. Returns their number at the end of the game, and
/// the result.
fn end(game: &mut Game, plies: &[&str]) -> Option<(usize, Outcome)> {
    for (ply, mv) in plies.iter().cycle().take(1200).enumerate() {
        if let Some(outcome) = game.outcome() {
            return Some((ply, outcome));
        }
        game.play_text(mv).unwrap_or_else(|error| panic!("{mv} in {}: {error}", game.fen()));
    }
    None
}

/// The moves of a rook and a king to and fro.
const ROUND: [&str; 4] = ["a1a2", "c5d5", "a2a1", "d5c5"];
/// The same moves with Black to move first.
const BLACK_FIRST: [&str; 4] = ["c5d5", "a1a2", "d5c5", "a2a1"];

/// Returns the plies, the reason and the points of White and Black at the end of these moves.
fn round(keys: &str, fen: Option<&str>) -> (usize, String, [u16; 2]) {
    let mut game = variant(keys).game_from(fen).expect("a position");
    let plies = if game.turn() == Seat::WHITE { &ROUND } else { &BLACK_FIRST };
    let (ply, outcome) = end(&mut game, plies).expect("the game ends");
    let points = [Seat::WHITE, Seat::BLACK].map(|seat| outcome.points(seat));
    (ply, outcome.reason.to_string(), points)
}

fn ends(ply: usize, reason: &str, points: [u16; 2]) -> (usize, String, [u16; 2]) {
    (ply, reason.to_owned(), points)
}

#[test]
fn positions_come_as_often_as_is_said() {
    assert_eq!(round("", None), ends(8, "threefold", [50, 50]));
    for (times, plies) in [(2, 4), (4, 12), (10, 36)] {
        let keys = format!("limits = {{ occurrences = {times} }}");
        assert_eq!(round(&keys, None), ends(plies, "repetition", [50, 50]), "{times}");
    }
    let none = "limits = { occurrences = 0 }";
    assert_eq!(round(none, None), ends(100, "fifty-moves", [50, 50]));
    let mut endless = variant("limits = { occurrences = 0, quiet_plies = 0 }").game();
    assert!(end(&mut endless, &ROUND).is_none());
}

#[test]
fn plies_without_progress_are_counted_as_far_as_is_said() {
    for plies in [1, 6, 101, 1000] {
        let keys = format!("limits = {{ quiet_plies = {plies}, occurrences = 0 }}");
        assert_eq!(round(&keys, None), ends(plies, "no-progress", [50, 50]));
    }
    // A position whose clock is beyond the limit ends the game, even without its history.
    let keys = "limits = { quiet_plies = 6, occurrences = 0 }";
    assert_eq!(round(keys, Some("2k2/5/5/5/R1K2 w - - 6 9")), ends(0, "no-progress", [50, 50]));
    assert_eq!(round(keys, Some("2k2/5/5/5/R1K2 w - - 4 9")), ends(2, "no-progress", [50, 50]));
    // The repetition comes before the clock ends the game, or with it.
    let both = "limits = { quiet_plies = 4, occurrences = 2 }\n\
                scoring = { repetition = { white = 70 }, no_progress = { white = 30 } }";
    assert_eq!(round(both, None), ends(4, "repetition", [70, 30]));
}

#[test]
fn captures_moves_of_pawns_and_mate_come_before_the_limit() {
    let after = |keys: &str, fen: &str, mv: &str| {
        let mut game = variant(keys).game_from(Some(fen)).expect("a position");
        game.play_text(mv).expect("legal");
        game.outcome().map(|outcome| (outcome.reason.to_string(), outcome.points(Seat::WHITE)))
    };
    let keys = "limits = { quiet_plies = 6 }";
    let is = |reason: &str, points| Some((reason.to_owned(), points));
    assert_eq!(after(keys, "2k2/5/r4/4P/R1K2 w - - 5 9", "c1d1"), is("no-progress", 50));
    assert_eq!(after(keys, "2k2/5/r4/4P/R1K2 w - - 5 9", "a1a3"), None);
    assert_eq!(after(keys, "2k2/5/r4/4P/R1K2 w - - 5 9", "e2e3"), None);
    assert_eq!(after(keys, "2k2/5/2K2/5/R4 w - - 5 9", "a1a5"), is("checkmate", 100));
    let stalemate = "limits = { quiet_plies = 6 }\nscoring = { stalemate = 80 }";
    assert_eq!(after(stalemate, "k4/3R1/2K2/5/5 w - - 5 9", "c3c4"), is("no-progress", 50));
    assert_eq!(after(stalemate, "k4/4R/1K3/5/5 w - - 5 9", "e4b4"), is("stalemate", 80));
}

#[test]
fn points_are_those_of_the_side_to_move_or_of_one_side() {
    let black_first = Some("2k2/5/5/5/R1K2 b - - 0 1");
    for (share, white_to_move, black_to_move) in [
        ("mover = 0", [0, 100], [100, 0]),
        ("mover = 100", [100, 0], [0, 100]),
        ("mover = 40", [40, 60], [60, 40]),
        ("white = 0", [0, 100], [0, 100]),
        ("white = 60", [60, 40], [60, 40]),
        ("black = 100", [0, 100], [0, 100]),
        ("black = 50", [50, 50], [50, 50]),
    ] {
        let keys =
            format!("limits = {{ occurrences = 2 }}\nscoring = {{ repetition = {{ {share} }} }}");
        assert_eq!(round(&keys, None), ends(4, "repetition", white_to_move), "{share}");
        assert_eq!(round(&keys, black_first), ends(4, "repetition", black_to_move), "{share}");
        let keys =
            format!("limits = {{ quiet_plies = 2 }}\nscoring = {{ no_progress = {{ {share} }} }}");
        assert_eq!(round(&keys, None), ends(2, "no-progress", white_to_move), "{share}");
        assert_eq!(round(&keys, black_first), ends(2, "no-progress", black_to_move), "{share}");
    }
    // Under classic scoring the limits apply and draw.
    let keys = "limits = { occurrences = 2 }\nscoring = { repetition = { mover = 0 } }";
    let options = Options { classic_scoring: true, ..Options::default() };
    let mut game = variant(keys).family(options).game(None).expect("the start");
    let (ply, outcome) = end(&mut game, &ROUND).expect("it is over");
    assert_eq!((ply, outcome.points(Seat::WHITE)), (4, 50));
}

#[test]
fn perpetual_check_is_a_repetition_like_any_other_unless_it_is_said() {
    // The rook gives check with every move.
    let checks = ["a1a5", "c5c4", "a5a4", "c4c5", "a4a5"];
    let last = |scoring: &str| {
        let keys = format!("limits = {{ occurrences = 2 }}\n{scoring}");
        let mut game = variant(&keys).game_from(Some("2k2/5/5/5/R3K w - - 0 1")).expect("legal");
        for mv in checks {
            assert!(game.outcome().is_none(), "{mv}");
            game.play_text(mv).expect("legal");
        }
        let outcome = game.outcome().expect("Black is in the same check again");
        (outcome.reason.to_string(), outcome.points(Seat::WHITE))
    };
    let is = |reason: &str, white| (reason.to_owned(), white);
    assert_eq!(last(""), is("repetition", 50));
    assert_eq!(last("scoring = { repetition = { mover = 0 } }"), is("repetition", 100));
    let all = "scoring = { repetition = { mover = 0 }, perpetual = [0, 0] }";
    assert_eq!(last(all), is("perpetual-check", 0));
    let drawn = "scoring = { repetition = { mover = 0 }, perpetual = [50, 50] }";
    assert_eq!(last(drawn), is("perpetual-check", 50));
    let alike = "scoring = { repetition = { mover = 0 }, perpetual = [100, 0] }";
    assert_eq!(last(alike), is("repetition", 100));
}

#[test]
fn what_limits_a_game_is_told() {
    let found = |keys: &str| {
        let games = read("f", &text(keys)).unwrap_or_else(|error| panic!("{error}"));
        (games[0].limits(), games[0].findings().join("\n"))
    };
    let (usual, _) = found("");
    let draws = [
        "100 plies without a capture or a pawn's move: a draw",
        "the same position 3 times: a draw",
    ];
    assert_eq!(usual, draws);
    let (other, _) = found(
        "limits = { quiet_plies = 60, occurrences = 4 }\n\
         scoring = { repetition = { mover = 0 }, no_progress = { black = 100 } }",
    );
    let points = [
        "60 plies without a capture or a pawn's move: White loses",
        "the same position 4 times: the side to move loses",
    ];
    assert_eq!(other, points);
    let (none, findings) = found("limits = { quiet_plies = 0, occurrences = 0 }");
    assert!(none.is_empty() && findings.contains("may go on for ever"), "{findings}");
}
