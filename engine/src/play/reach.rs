//! The steps of a piece, and the reason why a move is not legal, in words.

use rotunda_movegen::{Game, Variant};
use rotunda_notation::{MoveError, Notation, why_not};

/// Returns the targets of the piece on a cell, whoever is to move, and the victims of its steps.
pub fn goes(variant: &'static Variant, game: &Game, cell: &str) -> String {
    let names = game.cells();
    let Some((from, piece)) =
        game.pieces().into_iter().find(|(from, _)| names[from.index()] == cell)
    else {
        let is_cell = names.iter().any(|name| name == cell);
        return if is_cell {
            format!("No piece stands on {cell}.")
        } else {
            format!("The board has no cell {cell}.")
        };
    };
    let kind = game.kinds()[piece.kind().index()].1;
    if piece.is_dead() {
        return format!("The {kind} on {cell} is dead: it does not move.");
    }
    let owner = variant.layout().colours[piece.seat().index()].name;
    let (mut quiet, mut takes, mut barred) = (Vec::new(), Vec::new(), Vec::new());
    for step in game.reach(from) {
        let way = step.text.strip_prefix(cell).unwrap_or(&step.text).to_owned();
        if step.hindrance.is_some() {
            barred.push(way);
        } else if step.captured.is_empty() {
            quiet.push(way);
        } else {
            takes.push(way);
        }
    }
    let parts = [("goes to", quiet), ("takes on", takes), ("may not now go to", barred)];
    let words: Vec<String> = parts
        .iter()
        .filter(|(_, ways)| !ways.is_empty())
        .map(|(verb, ways)| format!("{verb} {}", ways.join(" ")))
        .collect();
    let words = if words.is_empty() { "cannot move".to_owned() } else { words.join("; ") };
    format!("{owner}'s {kind} on {cell} {words}.")
}

/// Returns why a text is no legal move, or that it is one.
pub fn why(variant: &'static Variant, game: &Game, text: &str) -> String {
    match Notation::of(variant).read(game, text) {
        Ok(_) => format!("{text} is legal."),
        Err(error @ MoveError::Ambiguous { .. }) => format!("{error}."),
        Err(_) => why_not(variant, game, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess(fen: &str) -> (&'static Variant, Game) {
        let variant = Variant::by_name("chess").expect("known");
        (variant, variant.game_from(Some(fen)).expect("well-formed"))
    }

    #[test]
    fn every_piece_says_where_it_goes() {
        let (variant, game) = chess("4k3/8/8/8/4r3/8/4N2P/4K3 w - - 0 1");
        let of = |cell| goes(variant, &game, cell);
        assert_eq!(of("h2"), "White's pawn on h2 goes to h3 h4.");
        assert!(of("e4").starts_with("Black's rook on e4 goes to "), "{}", of("e4"));
        assert!(of("e4").ends_with("; takes on e2."), "{}", of("e4"));
        assert!(of("e2").starts_with("White's knight on e2 may not now go to "), "{}", of("e2"));
        assert_eq!(of("a1"), "No piece stands on a1.");
        assert_eq!(of("z9"), "The board has no cell z9.");
    }

    #[test]
    fn a_legal_move_needs_no_reason() {
        let (variant, game) = chess("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1");
        assert_eq!(why(variant, &game, "e1f1"), "e1f1 is legal.");
        assert_eq!(why(variant, &game, "e2e3"), "The knight on e2 does not go to e3.");
    }
}
