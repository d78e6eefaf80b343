//! Games in a terminal, typed and shown.

use std::io::Cursor;
use std::time::Duration;

use clap::Parser;

use super::*;
use crate::cli::PlayArgs;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: PlayArgs,
}

/// Returns the output for typed lines.
fn shown(words: &str, typed: &str) -> String {
    shown_at("0.01", words, typed)
}

/// The same with a time.
fn shown_at(time: &str, words: &str, typed: &str) -> String {
    let line = ["play", "--time", time].into_iter().chain(words.split_whitespace());
    let args = Line::try_parse_from(line)
        .unwrap_or_else(|error| panic!("{error}"))
        .args
        .config()
        .expect("seats");
    let mut out = Vec::new();
    args.run(&mut Cursor::new(typed), &mut out, Ink::Plain).expect("it runs");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_person_plays_against_the_engine() {
    let text = shown("--variant rollerball", "a1a1\nc2b3\nundo\nc2b3\nhint\nquit\n");
    assert!(text.starts_with("Rollerball. You play White;"), "{text}");
    assert_eq!(text.matches("Black plays ").count(), 2, "{text}");
    assert_eq!(text.matches("'legal' lists the moves").count(), 1, "{text}");
}

#[test]
fn moves_are_typed_in_any_notation() {
    let fen = "7k/P7/8/8/8/5N2/8/1N5K w - - 0 1";
    let line = ["play", "--time", "0.01", "--fen", fen];
    let args = Line::try_parse_from(line).expect("words").args.config().expect("seats");
    let mut out = Vec::new();
    let typed = "Nd2\nwhy Nd2\nwhy a8=Q\na8=Q+\nquit\n";
    args.run(&mut Cursor::new(typed), &mut out, Ink::Plain).expect("it runs");
    let text = String::from_utf8(out).expect("text");
    assert_eq!(
        text.matches(&format!("\"Nd2\" may be b1d2 or f3d2 in {fen}.")).count(),
        2,
        "{text}"
    );
    assert!(text.contains("a8=Q is legal."), "{text}");
    assert_eq!(text.matches("Black plays ").count(), 1, "{text}");
}

#[test]
fn letters_have_names_and_a_wide_board_says_how_wide() {
    let six = shown("--variant modern6 --seat a", "");
    assert!(six.contains("You play Black;") && six.contains("On the board Black is a, "), "{six}");
    let printed = six.lines().find(|line| line.starts_with("The board is ")).expect("it is wide");
    let rows = six.lines().filter(|line| line.contains('|'));
    let width = rows.map(|line| line.chars().count()).max().expect("lines");
    assert!(
        width > USUAL_WIDTH && printed.contains(&format!(" {width} columns wide")),
        "{printed}"
    );
    for narrow in ["rollerball", "roundtable84", "modern4"] {
        assert!(!shown(&format!("--variant {narrow}"), "").contains("columns wide"), "{narrow}");
    }
}

#[test]
fn pieces_say_where_they_go_and_refusals_say_why() {
    let text = shown("", "moves g8\nwhy e2e5\na1a3\n");
    assert!(text.contains("Black's knight on g8 goes to f6 h6."), "{text}");
    assert!(text.contains("The pawn on e2 does not go to e5."), "{text}");
    assert!(text.contains("The rook on a1 does not get past the pawn on a2. 'legal'"), "{text}");
}

#[test]
fn the_moves_of_all_others_are_marked_and_the_signs_of_rings_explained() {
    let text = shown("--variant modern4 --seat a", "d4d5\n");
    assert!(
        text.contains("\nThe rings are pressed flat ") && text.contains("dotted line"),
        "{text}"
    );
    let moves: Vec<&str> = text.lines().filter(|line| line.contains(" plays ")).collect();
    assert_eq!(moves.len(), 3, "{text}");
    let board = text.rsplit("(a)> ").nth(1).expect("a board after the moves");
    assert_eq!(board.matches('[').count().max(board.matches(']').count()), 3, "{board}");
    assert!(!shown("", "").contains("pressed flat"));
}

#[test]
fn a_mate_is_told_in_words() {
    let text = shown("--seat w,b", "f2f3\ne7e5\ng2g4\nd8h4\nundo\nd8h4\nundo\n");
    assert_eq!(text.matches("Checkmate: Black wins.").count(), 2, "{text}");
}

#[test]
fn the_engine_plays_alone_to_the_end() {
    let fen = "--variant modern3 --seat none --fen";
    let line = fen.split_whitespace().chain(["24/24/24/2aRaK12cK7 a ac - m 0 1"]);
    let words = ["play", "--time", "0.02"].into_iter().chain(line);
    let args = Line::try_parse_from(words)
        .unwrap_or_else(|error| panic!("{error}"))
        .args
        .config()
        .expect("seats");
    let mut out = Vec::new();
    args.run(&mut Cursor::new(""), &mut out, Ink::Plain).expect("it runs");
    let text = String::from_utf8(out).expect("text");
    let is_over = [" wins.\n", "a draw.\n", "points.\n"].iter().any(|end| text.ends_with(end));
    assert!(is_over, "{text}");
}

#[test]
fn any_number_of_seats_is_played_by_people() {
    let text = shown("--variant modern4 --seat a,c", "d4d5\n");
    assert!(text.contains("You play Yellow and Red"), "{text}");
    assert!(text.contains("Green plays ") && text.contains("Red (c)> "), "{text}");
    assert!(!text.contains("Red plays "), "{text}");
}

#[test]
fn clocks_are_shown_and_who_has_no_time_left_has_lost() {
    let text = shown_at("60+1", "--seat w,b", "legal\ne2e4\nundo\nquit\n");
    assert!(text.contains("Clocks: White 1:00, Black 1:00\nWhite> "), "{text}");
    assert!(text.contains("\nBlack> ") && text.contains("[ P ]"), "{text}");
    for (words, printed) in [
        ("--seat w,b", "White has no time left: Black wins.\n"),
        ("--variant modern3 --seat a,b,c", "White has no time left and is out.\n"),
    ] {
        let line = ["play"].into_iter().chain(words.split_whitespace());
        let line = Line::try_parse_from(line).expect("words");
        let mut args = line.args.config().expect("seats");
        args.time = Time::Clock { base: Duration::ZERO, increment: Duration::ZERO };
        let mut out = Vec::new();
        args.run(&mut Cursor::new("legal\nundo\n"), &mut out, Ink::Plain).expect("it runs");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains(printed), "{text}");
    }
}

#[test]
fn who_bares_the_enemy_may_claim_before_the_engine_answers() {
    let fen = "11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1";
    let play = |typed: &str| {
        let words = ["play", "--time", "0.01", "--variant", "ordinary", "--fen", fen];
        let args = Line::try_parse_from(words)
            .unwrap_or_else(|error| panic!("{error}"))
            .args
            .config()
            .expect("seats");
        let mut out = Vec::new();
        args.run(&mut Cursor::new(typed), &mut out, Ink::Plain).expect("it runs");
        String::from_utf8(out).expect("text")
    };
    let offer = "The king is bare: 'claim' ends the game 52-48, Enter plays on.\nWhite> ";
    let claimed = play("k2k9\nclaim\n");
    assert_eq!(claimed.matches(offer).count(), 1, "{claimed}");
    assert!(claimed.contains("A bare king, and a claim"), "{claimed}");
    assert!(!claimed.contains("Black plays"), "{claimed}");
    // The king takes the rook, and nothing is left to claim.
    let late = play("k2k9\n\nclaim\n");
    assert!(late.contains("Black plays l10k9") && !late.contains("and a claim"), "{late}");
    // A line that is no answer is taken for the next turn.
    let moved = play("k2k9\na1a2\n");
    assert!(moved.contains("Black plays l10k9"), "{moved}");
    assert_eq!(play("claim\n").matches("There is nothing to claim.").count(), 1);
}

#[test]
fn a_claim_belongs_to_its_seat() {
    let words = ["play", "--time", "0.01", "--variant", "ordinary", "--fen"];
    let play = |seats: &str, typed: &str| {
        let fen = "11k/12/12/12/12/12/12/R11/12/K11 b - - 0 1";
        let args = words.into_iter().chain([fen, "--seat", seats]);
        let args = Line::try_parse_from(args)
            .unwrap_or_else(|error| panic!("{error}"))
            .args
            .config()
            .expect("seats");
        let mut out = Vec::new();
        args.run(&mut Cursor::new(typed), &mut out, Ink::Plain).expect("it runs");
        String::from_utf8(out).expect("text")
    };
    assert!(play("b", "claim\nquit\n").contains("There is nothing to claim."));
    assert!(play("w,b", "claim\nquit\n").contains("A bare king, and a claim"));
}
