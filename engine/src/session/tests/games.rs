//! Games of files.

use super::*;

/// Returns the path of a file of games of the repository.
fn file(name: &str) -> String {
    format!("{}/../games/games/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn games_of_a_file_are_variants_from_then_on() {
    let text = replies(
        instant,
        &format!(
            "setoption name UCI_Variant value mccooey\n\
             setoption name VariantPath value {}\n\
             setoption name UCI_Variant value mccooey\n\
             position startpos moves f4f5\n\
             d\nuci\n",
            file("mccooey")
        ),
    );
    assert!(
        text.starts_with("info string error: setoption: \"mccooey\": unknown variant\n"),
        "{text}"
    );
    assert!(text.contains("\ninfo string variants mccooey\n"), "{text}");
    assert!(text.contains("\ninfo string variant mccooey files 11 ranks 11 "), "{text}");
    assert!(text.contains("/5P5/11/4PBP4/3PNBNP3/2PRQBKRP2 b - - 0 1"), "{text}");
    assert!(text.contains(" var mccooey"), "{text}");
}

#[test]
fn games_that_are_loaded_behind_a_search_can_be_named_at_once() {
    let text = replies(
        slow,
        &format!(
            "go depth 3\n\
             setoption name VariantPath value {}\n\
             position variant glinski startpos\n\
             setoption name UCI_Variant value gess\n\
             d\n",
            file("glinski")
        ),
    );
    let order = ["bestmove ", "info string variants glinski", "variant glinski files", "Fen: "];
    let places: Vec<_> = order.iter().map(|word| text.find(word)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{text}");
    assert!(text.contains("error: setoption: \"gess\": unknown variant\n"), "{text}");
    assert!(!text.contains("\"glinski\""), "{text}");
}

#[test]
fn boards_of_more_than_128_cells_are_played_and_not_shown_to_xboard() {
    let take_in = format!("setoption name VariantPath value {}", file("chess144"));
    let text = replies(
        instant,
        &format!(
            "{take_in}\nsetoption name UCI_Variant value chess144\n\
             position startpos moves g3g5 g10g8 h2i4 h11i9\nd\nperft 1\n"
        ),
    );
    let fen = "12/rnblaqk1lbnr/pppppp1ppppp/8c3/6p5/12/12/6P5/8C3/PPPPPP1PPPPP/RNBLAQK1LBNR/12";
    assert!(text.contains(&format!("Fen: {fen} w KQkq - 2 3")), "{text}");
    let option = take_in.replace("setoption name VariantPath value ", "option VariantPath=");
    let text = replies(instant, &format!("xboard\nprotover 2\n{option}\nvariant chess144\n"));
    let refusal =
        "tellusererror chess144 has 12 files and 12 ranks; this protocol can show 12 and 10";
    assert!(text.contains(refusal), "{text}");
}

#[test]
fn a_changed_file_is_loaded_again_in_place_of_the_earlier_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    let write = |start: &str| {
        let text = format!(
            "[[game]]\nname = \"session-kings\"\nstart = \"{start} w - - 0 1\"\n\
             board = {{ shape = \"rectangle\", files = 3, ranks = 3 }}\n\
             piece = [{{ letter = \"K\", moves = \"K\", royal = true }}]\n"
        );
        std::fs::write(&path, text).expect("writable");
    };
    let take_in = format!("setoption name VariantPath value {}", path.display());
    let conversation = Conversation::with(instant);
    write("2k/3/K2");
    conversation.send(&format!("{take_in}\nposition variant session-kings startpos\nd\n{take_in}"));
    conversation.replies.wait("Fen: 2k/3/K2", 1);
    conversation.replies.wait("info string variants session-kings", 2);
    write("1k1/3/K2");
    conversation.send(&format!("{take_in}\nd\nposition startpos moves a1b1\nd"));
    conversation.replies.wait("Fen: 1k1/3/1K1 b", 1);
    let text = conversation.end();
    assert!(text.contains("Fen: 1k1/3/K2 w"), "the changed game is set up: {text}");
    let announced = text.matches("info string variant session-kings files").count();
    assert!(announced == 2 && !text.contains("error"), "{text}");
}

#[test]
fn files_that_cannot_be_used_change_nothing() {
    let text = replies(
        instant,
        &format!(
            "setoption name VariantPath value {}\n\
             setoption name VariantPath value nowhere.toml\n\
             setoption name VariantPath value <empty>\n",
            file("chess")
        ),
    );
    let errors: Vec<&str> = text.lines().collect();
    assert_eq!(errors.len(), 2, "{text}");
    assert!(errors[0].ends_with(":3:8: there is a variant \"chess\" already"), "{text}");
    assert!(errors[1].starts_with("info string error: setoption: nowhere.toml: "), "{text}");
}
