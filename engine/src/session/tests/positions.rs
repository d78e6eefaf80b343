//! Commands about the board and the options, good and bad.

use rotunda_protocol::LONGEST_LINE;

use super::*;

#[test]
fn errors_change_nothing() {
    let text = replies(
        instant,
        "position startpos moves e2e4\n\
         position startpos moves e2e4 e2e4\n\
         position variant rollerball startpos moves e2e4\n\
         position fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
         setoption name UCI_Variant value hexagonal\n\
         setoption name Hash value 33554432\n\
         xyzzy\n\u{0}\n\nd\n",
    );
    let errors: Vec<_> =
        text.lines().filter_map(|line| line.strip_prefix("info string error: ")).collect();
    assert_eq!(errors.len(), 7, "{text}");
    assert_eq!(errors[0], r#"position: "e2e4": move 2 is not legal"#);
    assert_eq!(errors[1], r#"position: "e2e4": move 1 is not legal"#);
    assert!(errors[2].starts_with("position: "), "{}", errors[2]);
    assert_eq!(errors[3], r#"setoption: "hexagonal": unknown variant"#);
    assert!(errors[4].starts_with("setoption: a hash table of 33554432 MB"), "{}", errors[4]);
    assert!(text.contains("\nFen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"));
    assert!(!text.contains("bestmove") && !text.contains("info string variant"), "{text}");
}

#[test]
fn go_always_ends_in_a_bestmove() {
    for line in [
        "go foo",
        "go depth 2 foo",
        "go searchmoves e2e5",
        "go wtime 1000.5 btime 1000.5",
        "go depth -1",
        "go movetime",
        "go time 1 ponder x",
    ] {
        let script = format!("position startpos moves e2e4\n{line}\nstop\nponderhit\n");
        let text = replies(instant, &script);
        assert_eq!(text.matches("bestmove ").count(), 1, "{line}: {text}");
        assert_eq!(text.matches("info string go: left out ").count(), 1, "{line}: {text}");
        assert!(!text.contains("error") && !text.contains("(none)"), "{line}: {text}");
    }
}

#[test]
fn without_a_position_an_endless_search_waits_for_stop() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        let conversation = Conversation::with(instant);
        conversation.send(&format!("position x\n{go}\nisready"));
        conversation.replies.wait("readyok", 1);
        assert!(!conversation.replies.text().contains("bestmove"), "{go}");
        conversation.send("stop");
        conversation.replies.wait("bestmove (none)", 1);
        conversation.send("position startpos\ngo depth 1");
        conversation.replies.wait("bestmove", 2);
        assert_eq!(conversation.end().matches("(none)").count(), 1);
    }
}

#[test]
fn no_move_of_another_game_follows_a_refused_position() {
    let none = "bestmove (none)\n";
    for refused in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e2e4 e7e5",
        "position variant hexagonal startpos",
        "position starpos",
        "position",
        &format!("position startpos moves {}", "e2e4 ".repeat(300_000)),
    ] {
        let script =
            format!("position startpos moves d2d4\n{refused}\ngo depth 1\ngo perft 1\ngo\nstop\n");
        let text = replies(instant, &script);
        assert_eq!(text.matches(none).count(), 2, "{text}");
        assert_eq!(text.matches("bestmove").count(), 2, "{text}");
        assert_eq!(
            text.matches("there is no position, the latest was refused: ").count(),
            3,
            "{text}"
        );
        let mended = replies(instant, &format!("{script}position startpos\ngo depth 1\n"));
        assert_eq!(mended.matches("bestmove").count(), 3, "{mended}");
        assert_eq!(mended.matches(none).count(), 2, "{mended}");
    }
}

#[test]
fn positions_are_read_leniently_and_what_changed_is_named() {
    for (line, fen, notes) in [
        (
            "position fen 2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1",
            "2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b - - 0 1",
            4,
        ),
        (
            "position fen  4k3/8/8/8/8/8/8/4K2R  w H e3 -1  1 moves",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            3,
        ),
        (
            "position startpos e2e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            1,
        ),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 e1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", 1),
        (
            "position startpos moves a2a4 b7b5 a4b5 a7a6 b5a6 c7c5 a6a7 c5c4 a7b8Q",
            "rQbqkbnr/3ppppp/8/8/2p5/8/1PPPPPPP/RNBQKBNR b KQkq - 0 5",
            0,
        ),
        (
            "position startpos moves E2E4 e7E5",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            0,
        ),
        (
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8",
            "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2",
            2,
        ),
    ] {
        let text = replies(instant, &format!("{line}\nd\n"));
        assert!(text.contains(&format!("Fen: {fen}\n")), "{line}: {text}");
        assert_eq!(text.matches("info string ").count(), notes, "{line}: {text}");
    }
}

#[test]
fn searchmoves_are_read_as_leniently_as_moves() {
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (text, best) in [("E1F1", "e1f1"), ("e1h1", "e1g1"), ("E1A1", "e1c1")] {
        let text = replies(search_engine, &format!("{position}\ngo depth 1 searchmoves {text}\n"));
        assert!(text.contains(&format!("bestmove {best}")) && !text.contains("left out"), "{text}");
    }
}

#[test]
fn a_change_of_variant_is_announced() {
    let announced = |script: &str| replies(instant, script).matches("info string variant ").count();
    assert_eq!(announced("setoption name UCI_Variant value rollerball\nisready\n"), 1);
    assert_eq!(announced("setoption name UCI_Variant value chess\n"), 1);
    assert_eq!(announced("position variant rollerball startpos\nposition startpos\n"), 1);
    assert_eq!(announced("position variant chess startpos\n"), 0);
    let text = replies(
        instant,
        "position startpos moves e2e4\nsetoption name UCI_Variant value chess\nd\n",
    );
    assert!(text.contains("/8/8/PPPPPPPP/RNBQKBNR w KQkq"), "{text}");
}

#[test]
fn scoring_changes_what_stalemate_is_worth_and_not_the_position() {
    const STALEMATE: &str = "position variant ordinary-nocheckers fen \
        k11/2Q9/12/12/12/12/12/12/12/11K b - - 0 1\n";
    let text = replies(
        instant,
        &format!(
            "{STALEMATE}outcome\nsetoption name Scoring value classic\noutcome\n\
             setoption name Scoring value dynamic\noutcome\ngo depth 1\n"
        ),
    );
    let outcomes: Vec<_> = text.lines().filter(|line| line.starts_with("outcome")).collect();
    let expected =
        ["outcome stalemate 60 40", "outcome stalemate 50 50", "outcome stalemate 60 40"];
    assert_eq!(outcomes, expected);
    assert!(text.ends_with("bestmove (none)\n"), "{text}");
}

#[test]
fn a_claim_ends_the_game_until_a_position_is_set_up() {
    const BARE: &str = "position variant ordinary fen \
        11k/12/12/12/12/12/12/12/12/KN10 w - - 0 1 moves b1c3 l10l9\n";
    let text = replies(
        search_engine,
        &format!(
            "claim\n{BARE}outcome\nclaim\noutcome\nlegal\ngo depth 3\ngo perft 1\nclaim\n\
             {BARE}outcome\n"
        ),
    );
    let text = text.split_once("startpos").expect("the variant is announced");
    assert_eq!(text.0.lines().next(), Some("info string error: claim: there is nothing to claim"));
    let replies = text.1.split_once('\n').expect("a line").1;
    let expected = "outcome ongoing\nclaim bareking 52 48\n\
        outcome bareking 52 48\noutcome bareking 52 48\nlegal\n\
        info depth 0 score cp 14\nbestmove (none)\n\nNodes searched: 0\n\n\
        info string error: claim: there is nothing to claim\n\
        outcome ongoing\nclaim bareking 52 48\n";
    assert_eq!(replies, expected);
}

#[test]
fn a_claim_is_open_to_who_has_just_bared_the_king() {
    const BARED: &str = "position variant ordinary fen \
        11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1";
    let text = replies(
        search_engine,
        &format!(
            "{BARED}\nclaim\n{BARED} moves k2k9\noutcome\nclaim\n{BARED} moves k2k9 l10k9\nclaim\n"
        ),
    );
    let text = text.split_once("startpos").expect("the variant is announced").1;
    let refused = "info string error: claim: there is nothing to claim\n";
    let granted = "outcome ongoing\nclaim bareking 52 48\noutcome bareking 52 48\n";
    assert_eq!(text.split_once('\n').expect("a line").1, format!("{refused}{granted}{refused}"));
}

#[test]
fn a_search_claims_with_the_move_that_bares_the_king() {
    // The rook is lost for the queen, and a draw is less than a claim.
    let position = "position variant ordinary fen 11k/10q1/12/12/12/12/12/12/10R1/K11 w - - 0 1";
    let text = replies(search_engine, &format!("{position}\ngo depth 4\n"));
    assert!(text.contains(" score cp 14 "), "{text}");
    assert!(text.contains("info string claim bareking\nbestmove k2k9"), "{text}");
}

#[test]
fn long_lines_are_refused_once_and_long_games_fit() {
    let mut script = "x".repeat(3 * LONGEST_LINE);
    script.push_str("\nposition startpos moves");
    script.push_str(&" b1c3 b8c6 c3b1 c6b8".repeat(2000));
    script.push_str("\nd\n");
    let text = replies(instant, &script);
    assert_eq!(text.matches("error").count(), 1, "{text}");
    assert!(text.starts_with("info string error: input: more than 1048576 bytes\n"));
    assert!(text.contains("w KQkq - 8000 4001"), "{text}");
}

#[test]
fn a_list_too_long_for_a_line_comes_in_parts() {
    const LONG: &str = "position variant ordinary fen \
        11k/12/12/2nnnnn5/2n1n1n5/1nnnnnnn4/2nCn1n5/2nnnnn5/12/11K w - - 0 1\n";
    let text = replies(slow, &format!("{LONG}go depth 1\nlegal\nd\nquit\n"));
    let (before, after) = text.split_once("bestmove").expect("the search is finished first");
    assert!(!before.contains("legal") && !after.contains("error"), "{before}");
    let parts: Vec<&str> = after.lines().filter_map(|line| line.strip_prefix("legal ")).collect();
    assert!(parts.iter().all(|part| part.split(' ').count() <= 1000));
    let moves: usize = parts.iter().map(|part| part.split(' ').count()).sum();
    assert_eq!(moves, 407_481);
    assert!(after.contains("\ninfo string legal complete 407481\n"));
}

#[test]
fn a_game_goes_on_and_back_by_hand() {
    let fens = |script: &str| -> Vec<String> {
        let text = replies(instant, script);
        let lines = text.lines().filter(|line| line.starts_with("Fen: ") || line.contains("error"));
        lines.map(String::from).collect()
    };
    let found = fens("move e2e4 e7e5\nundo\nmove e2e4\nmove c7c5 a1a5\nundo 3\nundo 0\nnew\n");
    let after_one = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert!(found[0].ends_with(" w KQkq e6 0 2"), "{found:?}");
    assert_eq!(found[1], format!("Fen: {after_one}"));
    assert_eq!(found[2], r#"info string error: move: "e2e4": move 1 is not legal"#);
    assert_eq!(found[3], r#"info string error: move: "a1a5": move 2 is not legal"#);
    assert_eq!(found[4], "info string error: undo: 1 moves have been played");
    assert_eq!(found[5], r#"info string error: undo: "0": not between 1 and 4294967295"#);
    assert!(found[6].contains("/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{found:?}");
    assert_eq!(found.len(), 7, "{found:?}");
}

#[test]
fn the_board_turns_from_seat_to_seat() {
    let board = |script: &str| {
        let text = replies(instant, script);
        text.lines().rfind(|line| line.starts_with('|')).map(String::from)
    };
    assert_eq!(board("flip\n").as_deref(), Some("| r | n | b | k | q | b | n | r | 8"));
    let back = board("flip\nflip\n");
    assert_eq!(back.as_deref(), Some("| R | N | B | Q | K | B | N | R | 1 *"));
    let ring = replies(instant, "position variant modern3 startpos\nflip\n");
    assert!(ring.contains("\n'--d|   |   |   |   | bM| bR: bR| bP|"), "{ring}");
    let other =
        "position variant modern3 startpos\nflip\nposition variant rollerball startpos\nd\n";
    assert_eq!(board(other).as_deref(), Some("|   |   | P | B | R |   |   | 1 *"));
}

#[test]
fn the_rules_are_told_in_short() {
    let text = replies(instant, "position variant rollerball startpos\nrules\n");
    assert!(text.contains("\nRollerball\n\nForward is clockwise"), "{text}");
    assert!(
        text.ends_with("In full: docs/rules/rollerball.md, in the source and in its archives\n"),
        "{text}"
    );
}
