//! Games of files.

use super::*;

/// A file of games of the repository.
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
