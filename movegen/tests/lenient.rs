//! Strings of positions that are read leniently.

use rotunda_movegen::Variant;

/// Returns the string as which a string of chess is read, and the number of notes.
fn read(fen: &str) -> Option<(String, usize)> {
    let chess = Variant::by_name("chess").expect("known");
    let (game, notes) = chess.game_leniently(fen).ok()?;
    Some((game.fen(), notes.len()))
}

#[test]
fn what_cannot_be_is_left_out_where_the_meaning_is_clear() {
    const BOARD: &str = "r3k2r/8/8/8/4P3/8/8/R3K2R";
    let cases = [
        ("w HAha - 0 1", "w KQkq - 0 1", 4),
        ("w HQhq - 0 1", "w KQkq - 0 1", 2),
        ("w KKQkq - 0 1", "w KQkq - 0 1", 1),
        ("w KQHkq - 0 1", "w KQkq - 0 1", 1),
        ("w KQkqDd - 0 1", "w KQkq - 0 1", 2),
        ("b - e3 0 1", "b - e3 0 1", 0),
        ("w KQ e3 0 1", "w KQ - 0 1", 1),
        ("w KQ e9 0 1", "w KQ - 0 1", 1),
        ("w KQ - -1 -7", "w KQ - 0 1", 2),
        ("w KQ - 99999999999999999999 1", "w KQ - 1000000 1", 1),
        ("W KQ - 0 1", "w KQ - 0 1", 1),
        ("Black KQ - -3", "b KQ - 0 1", 2),
        ("w KQ e4", "w KQ - 0 1", 1),
        ("w KQ 128 5 82", "w KQ - 5 82", 1),
    ];
    for (fields, right, notes) in cases {
        let read = read(&format!("{BOARD} {fields}"));
        assert_eq!(read, Some((format!("{BOARD} {right}"), notes)), "{fields}");
    }
    assert_eq!(
        read("2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1"),
        Some(("2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b - - 0 1".into(), 4))
    );
}

#[test]
fn what_has_no_clear_meaning_stays_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for fields in [
        "w KQ?q - 0 1",
        "x KQkq - 0 1",
        "w KQkq e - 0 1",
        "w KQkq - 1.5 1",
        "w KQkq 5 82",
        "",
        "ww",
    ] {
        assert_eq!(read(&format!("{start} {fields}")), None, "{fields}");
    }
    assert_eq!(read("8/8/8/8/8/8/8/8 w KQkq - 0 1"), None);
}

#[test]
fn the_strict_parser_and_the_start_of_every_game_are_as_they_were() {
    for variant in Variant::all() {
        let (game, notes) = variant.game_leniently(variant.start()).expect("the start");
        assert_eq!((game.fen().as_str(), notes.len()), (variant.start(), 0));
        let clock = format!("{} -4 -5", variant.start().rsplitn(3, ' ').nth(2).expect("fields"));
        assert!(variant.game_from(Some(&clock)).is_err(), "{}", variant.name);
        let (game, notes) = variant.game_leniently(&clock).expect("clear");
        assert_eq!((game.fen().as_str(), notes.len()), (variant.start(), 2));
    }
}
