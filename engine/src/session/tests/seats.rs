//! Games for two to six players.

use super::*;

/// Three players on their own: `a` has another king beside its own, and `b` two facing pawns.
const THREE: &str = "fen aR22cR/24/3bPbM19/2aKbK13cK6 a abc - b 0 1";
/// Two teams of two, of which `a` has only a blocked pawn and must pass.
const PASS: &str = "fen 32/32/32/4aPbN4bK10cK10 a abc ac.bd m 0 1";

#[test]
fn removals_and_passes_are_moves() {
    let text = replies(
        instant,
        &format!(
            "position variant byzantine3 {THREE}\nlegal\ngo depth 1 searchmoves xb4b5\n\
             position {THREE} moves xb4b5 a3b3\nd\n\
             go searchmoves xb4b5\n\
             position variant modern4-2v2 {PASS}\nlegal\ngo depth 1\ngo depth 1 searchmoves 0000\n\
             position {PASS} moves 0000\nd\nposition {PASS} moves 0000 0000\n"
        ),
    );
    let legal: Vec<_> = text.lines().filter(|line| line.starts_with("legal ")).collect();
    // Nobody hands on the turn by a removal, and a bare king is out.
    assert!(legal[0].ends_with(" xb4b5") && legal[1] == "legal 0000", "{text}");
    assert!(text.contains("\nFen: aR22cR/24/2aK21/3xbK13cK6 c ac - b 1 1\n"), "{text}");
    assert!(text.contains("\nFen: 32/32/32/4aPbN4bK10cK10 b abc ac.bd m 1 1\n"), "{text}");
    assert_eq!(text.matches("bestmove 0000\n").count(), 2, "{text}");
    let errors: Vec<_> = text.lines().filter(|line| line.contains(" error: ")).collect();
    assert_eq!(errors, [r#"info string error: position: "0000": move 2 is not legal"#]);
    assert!(text.contains(r#"info string go: left out "xb4b5": "#), "{text}");
}

#[test]
fn every_seat_has_points_and_a_clock() {
    let text = replies(
        instant,
        "position variant modern6-2v2v2 startpos moves d4d5\noutcome\n\
         go time 900 inc 9,9\ngo time 900,900 inc 9\ngo time 900,900\n\
         position variant modern3 fen 24/24/24/2aK5bK15 b ab - m 99 60\noutcome\n\
         position fen 24/24/24/2aK5bK15 b ab - m 100 60\noutcome\n\
         position fen 24/24/24/2aK21 a a - m 0 9\noutcome\nlegal\n",
    );
    let outcomes: Vec<_> = text.lines().filter(|line| line.starts_with("outcome")).collect();
    let expected = [
        "outcome ongoing",
        "outcome ongoing",
        "outcome fifty-moves 50 50 0",
        "outcome last-king 100 0 0",
    ];
    assert_eq!(outcomes, expected, "{text}");
    let short = r#"go: left out "time": fewer than 2 numbers, and seat 2 is to move"#;
    assert!(text.contains(short) && text.contains(r#"left out "inc": fewer than 2"#), "{text}");
    assert_eq!(text.matches("bestmove").count(), 3, "{text}");
}

#[test]
fn mercy_warns_before_moves_and_changes_none() {
    // The king on a3 steps before the rook's line along ring b, or onto it.
    const RISKY: &str = "position variant modern3 fen 24/24/7bR16/2aK10bK6cK3 a abc - m 0 1";
    let warned = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("info string selfcheck"));
        lines.map(String::from).collect()
    };
    assert_eq!(warned(&replies(instant, &format!("{RISKY}\ngo depth 1\n"))), [""; 0]);
    let text = replies(
        instant,
        &format!(
            "setoption name Mercy value true\nposition startpos\n{RISKY}\nlegal\ngo depth 1\n\
             position fen 24/24/7bR16/2aK10bK10 a ab - m 0 1\nposition fen nonsense\n"
        ),
    );
    let warning = "info string selfcheck a3b2 a3b3 a3b4";
    assert_eq!(warned(&text), [warning, warning, "info string selfcheck"], "{text}");
    assert!(text.contains("\nlegal a3a2 a3b2 a3b3 a3a4 a3b4\n"), "{text}");
    let place = text.rfind(warning).expect("it warns");
    assert!(text[place..].contains("info string thinking\nbestmove a3b4\n"), "{text}");
}

#[test]
fn what_becomes_of_team_players_is_an_option() {
    let text = replies(
        instant,
        "position variant modern4-2v2 startpos moves d4d5\nd\n\
         setoption name TeamKingLoss value eliminate\nd\n\
         setoption name UCI_Variant value modern4-2v2\n\
         setoption name TeamKingLoss value continue\nd\n",
    );
    let rules = |line: &str| line.split(' ').rev().nth(2).expect("a position string").to_string();
    let fens: Vec<_> = text.lines().filter(|line| line.starts_with("Fen: ")).collect();
    assert_eq!(fens.iter().map(|fen| rules(fen)).collect::<Vec<_>>(), ["m", "mf", "m"], "{text}");
    assert!(fens[1].contains(" b abcd ac.bd mf 0 1") || fens[1].contains(" b abcd ac.bd mf 1 1"));
    let announced: Vec<_> =
        text.lines().filter(|line| line.contains("variant modern4-2v2")).collect();
    assert_eq!(announced.iter().map(|line| rules(line)).collect::<Vec<_>>(), ["m", "mf"], "{text}");
}

#[test]
fn searches_of_many_sides_report_shares() {
    for mode in ["auto", "paranoid", "brs+", "maxn", "mcts"] {
        let text = replies(
            search_engine,
            &format!(
                "setoption name MultiSearch value {mode}\nsetoption name UCI_ShowWDL value true\n\
                 setoption name MultiPV value 2\n\
                 position variant byzantine3 {THREE}\ngo depth 3\n"
            ),
        );
        let lines: Vec<_> = text.lines().collect();
        let mut reported = 0;
        for (line, next) in lines.iter().zip(&lines[1..]) {
            if !line.contains(" multipv 1 ") {
                continue;
            }
            let words =
                next.strip_prefix("info string shares ").unwrap_or_else(|| panic!("{text}"));
            let words: Vec<_> = words.split(' ').collect();
            assert_eq!([words[0], words[2], words[4]], ["a", "b", "c"]);
            let parts = words.iter().skip(1).step_by(2).map(|part| part.parse::<u16>());
            assert_eq!(parts.map(|part| part.expect("a number")).sum::<u16>(), 1000, "{text}");
            reported += 1;
        }
        assert!(reported >= 3 && text.matches("info string shares ").count() == reported, "{text}");
        assert!(!text.contains(" wdl ") && !text.contains("error"), "{text}");
    }
}

#[test]
fn shares_are_those_at_the_end_of_the_line() {
    // The rook takes one of two enemies; team mates have the same share.
    let text = replies(
        search_engine,
        "position variant modern3 fen 24/24/24/2aK5aR2bK7cK4 a abc - m 0 1\n\
         go depth 1 searchmoves a9a12\n\
         position variant modern6-2v2v2 startpos\ngo depth 1\n\
         position variant modern4-2v2 startpos\nsetoption name UCI_ShowWDL value true\ngo depth 1\n",
    );
    let shares: Vec<_> = text.lines().filter(|line| line.contains(" shares ")).collect();
    assert!(shares[0].contains(" b 0 "), "{text}");
    let teams: Vec<_> = shares.last().expect("reported").split(' ').skip(4).step_by(2).collect();
    assert_eq!(teams[..3], teams[3..], "{text}");
    let two_sides = text.rfind("variant modern4-2v2").expect("announced");
    assert!(text[two_sides..].contains(" wdl ") && !text[two_sides..].contains(" shares "));
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    let text = replies(
        search_engine,
        "position variant modern3 fen 24/24/24/2aK21 a a - m 0 9\ngo depth 3\n\
         position fen cQ23/cQ23/cQ23/aK8cK14 a ac - m 0 9\noutcome\ngo depth 3\n",
    );
    // The remaining player has won. Zero means that the mover is mated.
    let answers = "info depth 0 score mate 1\nbestmove (none)\n\
        outcome checkmate 0 0 100\ninfo depth 0 score mate 0\nbestmove (none)\n";
    assert!(text.ends_with(answers), "{text}");
}

#[test]
fn evaluations_of_many_seats_are_tables() {
    let text = replies(search_engine, &format!("position variant byzantine3 {THREE}\neval\n"));
    assert!(text.contains("\nseat | pawns "), "{text}");
    for seat in ["a    |", "b    |", "c    |"] {
        assert_eq!(text.matches(&format!("\n{seat}")).count(), 1, "{text}");
    }
    assert!(text.trim_end().ends_with("cp; shares in permille"), "{text}");
}

#[test]
fn the_list_may_be_of_games_for_so_many_seats() {
    let replies = Replies::default();
    let session = Session::with_engines(replies.clone(), instant).expect("a small table");
    let script = "uci\nsetoption name UCI_Variant value modern4\n";
    session.with_seats(2).run(Cursor::new(script.to_string()));
    let text = replies.text();
    assert!(text.contains(" var byzantine2 ") && !text.contains(" var modern4"), "{text}");
    assert!(text.contains("info string variant modern4 "), "{text}");
}
