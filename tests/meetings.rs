//! Lines to the king that meet, compared with the oracle: two checks that one move answers,
//! captures en passant that remove a hurdle, moves that open a line and close it again.
//!
//! `ROTUNDA_TEST_SCALE=20 cargo test -p rotunda-tests --test rotunda meetings` compares more than
//! 50,000 constructed positions of each variant. A usual run repeats the recorded positions and
//! some others.

use rotunda_movegen::{Draughts, Duel, Family, FamilyGame, Options, Rules, VariantTables};

use crate::comparison::Comparison;
use crate::coverage::meetings::required;
use crate::each_variant::tests_of;
use crate::oracle;
use crate::support::{self, Oracle, tables};

/// The game from a file in which pieces capture behind a hurdle.
pub const VAO: &str = "vaochess";

/// Returns the tables of the game from a file.
pub fn vao() -> &'static VariantTables<1> {
    let text = include_str!("data/vao.toml");
    let games = rotunda_games::read("vao.toml", text).unwrap_or_else(|error| panic!("{error}"));
    let variant = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    let Family::Duel(tables) = variant.family(Options::default()) else {
        panic!("{VAO} is a duel of its tables")
    };
    tables
}

fn compare<R: Rules<1>>(variant: &'static str, tables: &'static VariantTables<1>) {
    let mut comparison = Comparison::of(Oracle::new(variant), tables);
    comparison.meet::<R>();
    comparison.finish::<R>(&format!("meetings-{variant}"), &required(oracle::facts(variant)));
}

fn meetings_are_judged_as_the_oracle_judges_them(variant: &'static str) {
    match variant {
        VAO => compare::<Duel>(variant, vao()),
        "ordinary" => compare::<Draughts>(variant, tables(variant)),
        _ => compare::<Duel>(variant, tables(variant)),
    }
}

// These variants have double steps on files and ranks, and pieces that capture behind a hurdle.
tests_of!(meetings_are_judged_as_the_oracle_judges_them:
    ordinary "ordinary",
    ordinary_nocheckers "ordinary-nocheckers",
    vaochess "vaochess",
);

#[test]
fn a_capture_en_passant_that_answers_two_checks_is_no_mate() {
    // The pawn gives check and is the hurdle of the Leo behind it.
    let fen = "12/6p5/7l4/r6P4/5K6/r11/12/12/12/4r1r4k b - - 0 1";
    for variant in ["ordinary", "ordinary-nocheckers"] {
        let mut game = support::game(variant, fen);
        game.play_text("g9g7").expect("a legal move");
        assert_eq!((game.outcome(), game.checkers().len()), (None, 2), "{variant}");
        assert_eq!(support::texts(&game), ["h7g8"], "{variant}");
        let count: u64 = game.perft(1).iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(count, 1, "{variant}");
    }
    let vao = "4k3/1v6/8/3pP3/4K3/8/8/8 w - d6 0 1";
    let game = FamilyGame::<Duel, 1>::parse(self::vao(), vao).expect("a position");
    assert!(Duel::to_uci(game.position(), &game.moves()).contains(&"e5d6".to_owned()));
}
