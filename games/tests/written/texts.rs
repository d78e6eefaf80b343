//! Short files for tests, and the games that they give.

use rotunda_games::{FileGame, read};
use rotunda_movegen::{Game, Variant};

pub(super) const SQUARES: &str = "board = { shape = \"rectangle\", files = 8, ranks = 8 }";
pub(super) const KING: &str = "{ letter = \"K\", moves = \"K\", royal = true }";
pub(super) const QUEEN: &str = "{ letter = \"Q\", moves = \"Q\" }";

/// Returns a game with this start, these pieces beside the king, and further keys.
pub(super) fn file(start: &str, pieces: &[&str], more: &str) -> String {
    let pieces = pieces.iter().fold(KING.to_owned(), |all, piece| all + ", " + piece);
    format!(
        "[[game]]\nname = \"test\"\nstart = {start:?}\n{SQUARES}\npiece = [ {pieces} ]\n{more}\n"
    )
}

pub(super) fn variant(text: &str) -> &'static Variant {
    let games = read("f", text).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the reason why a file is refused.
pub(super) fn refusal(text: &str) -> String {
    let game = read("f", text).and_then(|games| games[0].unlisted().map(|_| ()));
    game.expect_err(text).to_string()
}

pub(super) fn checked(text: &str) -> FileGame {
    read("f", text).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

/// Returns the moves from a cell, in the order of their texts.
pub(super) fn from(game: &Game, cell: &str) -> Vec<String> {
    let moves = game.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.retain(|text| text.starts_with(cell));
    texts.sort();
    texts
}

/// Returns the numbers of move sequences by depth.
pub(super) fn counts(variant: &'static Variant, depth: u32) -> Vec<u64> {
    let count = |depth| variant.game().perft(depth).iter().map(|(_, leaves)| leaves).sum();
    (1..=depth).map(count).collect()
}
