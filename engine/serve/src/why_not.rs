//! Why a move is refused, in a sentence.

use std::ops::ControlFlow;

use rotunda_movegen::{Cell, Game, Hindrance, Piece, Variant};

use crate::scene::Scene;

/// Moves that are named as examples, at most.
const EXAMPLES: usize = 3;
/// States of jump series that are looked at for a sentence.
const STATES: usize = 200_000;

/// A sentence that says why a text is no legal move of a game that goes on.
pub fn why_not(variant: &'static Variant, game: &Game, text: &str) -> String {
    let scene = Scene::of(variant);
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
    let cells = scene.cells(text);
    let (Some(from), Some(to)) = (cells.first().copied(), cells.get(1..).and_then(<[Cell]>::last))
    else {
        return format!("\"{shown}\" names no move here; {}.", examples(game));
    };
    let names = game.cells();
    let name = |cell: Cell| names[cell.index()].as_str();
    let mover = scene.colour(game.turn().index());
    let found = game.pieces().into_iter().find(|(cell, _)| *cell == from);
    let Some((_, piece)) = found else {
        return format!("No piece stands on {}.", name(from));
    };
    let what = kind(game, piece);
    if piece.is_dead() {
        return format!("The {what} on {} is dead: it does not move.", name(from));
    }
    if piece.seat() != game.turn() {
        let owner = scene.colour(piece.seat().index());
        return format!("The {what} on {} is {owner}'s, and {mover} is to move.", name(from));
    }
    match game.hindrance(from, *to) {
        Some(Hindrance::Duty) if all_capture(game) => {
            format!("{mover} must capture; {}.", examples(game))
        }
        Some(Hindrance::Duty) => {
            format!("A duty to capture binds {mover}; {}.", examples(game))
        }
        Some(Hindrance::InCheck) => format!("The {what} may not go to {} in check.", name(*to)),
        Some(Hindrance::ExposesKing) if !game.checkers().is_empty() => {
            format!("{mover} is in check, and {shown} does not end it.")
        }
        Some(Hindrance::ExposesKing) => format!("{shown} would put {mover}'s own king in check."),
        None => format!("The {what} on {} does not go to {} here.", name(from), name(*to)),
    }
}

/// What people call a piece.
fn kind(game: &Game, piece: Piece) -> &'static str {
    game.kinds()[piece.kind().index()].1
}

/// Whether every legal move takes something, as far as a bounded look shows.
fn all_capture(game: &Game) -> bool {
    let moves = game.legal_moves_within(STATES);
    moves.is_none_or(|moves| moves.iter().all(|mv| !mv.captured().is_empty()))
}

/// A few of the legal moves, in words.
fn examples(game: &Game) -> String {
    let mut found = Vec::new();
    let stop = |found: &mut Vec<String>, text| {
        found.push(text);
        if found.len() > EXAMPLES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let all = game.each_legal(&|| false, &mut |text| stop(&mut found, text));
    found.truncate(EXAMPLES);
    let list = found.join(", ");
    if all.is_break() {
        format!("legal moves are {list} and others")
    } else {
        format!("legal moves are {list}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(variant: &str, fen: &str, text: &str) -> String {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(Some(fen)).expect("well-formed");
        why_not(variant, &game, text)
    }

    #[test]
    fn every_reason_has_its_sentence() {
        let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
        let chess = |text| why("chess", pinned, text);
        assert_eq!(chess("e2c3"), "e2c3 would put White's own king in check.");
        assert_eq!(chess("e2e3"), "The knight on e2 does not go to e3 here.");
        assert_eq!(chess("a1a2"), "No piece stands on a1.");
        assert_eq!(chess("e8e7"), "The king on e8 is Black's, and White is to move.");
        assert_eq!(
            chess("what"),
            "\"what\" names no move here; legal moves are e1d1, e1f1, e1d2 and others."
        );
        let checked = "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1";
        assert_eq!(why("chess", checked, "h1h2"), "White is in check, and h1h2 does not end it.");
        assert_eq!(why("chess", checked, "e1g1"), "The king may not go to g1 in check.");
        let dutiful = "11k/12/12/12/12/12/4c1nC4/3P8/12/K11 w - - 0 1";
        assert_eq!(
            why("ordinary", dutiful, "a1a2"),
            "White must capture; legal moves are d3e4, h4f4d4."
        );
        let dead = "4aPxbN26/32/32/18cK3dK9 a acd ac.bd b 0 1";
        let sentence = why("byzantine4-2v2", dead, "d6d7");
        assert!(sentence.contains("is dead: it does not move."), "{sentence}");
    }
}
