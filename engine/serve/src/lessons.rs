//! The lessons of a game: positions to click through, and a game with comments.

use rotunda_movegen::Variant;
use serde::{Deserialize, Serialize};

/// A position with something to find in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LessonPosition"))]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The variant in which it stands.
    pub variant: String,
    /// Its title, in a few words.
    pub title: String,
    /// The position string.
    pub fen: String,
    /// The task.
    pub task: String,
    /// The moves that do it, in the game's notation.
    pub moves: Vec<String>,
    /// The answer to one of them.
    pub then: String,
}

/// The lessons of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lessons {
    /// The positions, in their order.
    pub positions: Vec<Position>,
    /// A game with comments as PGN; empty if there is none.
    pub game: &'static str,
}

/// The names of games or the beginnings of their names, with their positions and a game.
const ALL: [(&str, &str, &str); 8] = [
    ("chess", include_str!("../lessons/chess.json"), include_str!("../lessons/chess.pgn")),
    ("circular", include_str!("../lessons/circular.json"), include_str!("../lessons/circular.pgn")),
    (
        "rollerball",
        include_str!("../lessons/rollerball.json"),
        include_str!("../lessons/rollerball.pgn"),
    ),
    (
        "roundtable84",
        include_str!("../lessons/roundtable84.json"),
        include_str!("../lessons/roundtable84.pgn"),
    ),
    (
        "ordinary-nocheckers",
        include_str!("../lessons/ordinary-nocheckers.json"),
        include_str!("../lessons/ordinary.pgn"),
    ),
    ("ordinary", include_str!("../lessons/ordinary.json"), include_str!("../lessons/ordinary.pgn")),
    ("modern", include_str!("../lessons/modern.json"), include_str!("../lessons/modern.pgn")),
    (
        "byzantine",
        include_str!("../lessons/byzantine.json"),
        include_str!("../lessons/byzantine.pgn"),
    ),
];

/// Returns the lessons of a game; nothing for games from files.
pub fn of(variant: &Variant) -> Lessons {
    let is_built_in = Variant::all().iter().any(|known| known.name == variant.name);
    let found = ALL.iter().find(|(name, ..)| is_built_in && variant.name.starts_with(name));
    match found {
        Some((_, positions, game)) => Lessons {
            positions: serde_json::from_str(positions).expect("a test has read it"),
            game,
        },
        None => Lessons { positions: Vec::new(), game: "" },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pgn_read::{self, ReadGame};

    #[test]
    fn every_game_has_five_positions_whose_moves_are_legal() {
        for variant in Variant::all() {
            let Lessons { positions, .. } = of(variant);
            assert_eq!(positions.len(), 5, "{}", variant.name);
            for Position { variant, title, fen, task, moves, then } in positions {
                let place = format!("{variant}: {title}");
                let entry = Variant::by_name(&variant).expect("a known game");
                let game = entry.game_from(Some(&fen));
                let game = game.unwrap_or_else(|error| panic!("{place}: {error}"));
                assert!(!moves.is_empty() && !task.is_empty() && !then.is_empty(), "{place}");
                for text in &moves {
                    assert!(game.parse_move(text).is_ok(), "{place}: {text} is not legal");
                }
                assert!(
                    game.legal_moves().len() > moves.len(),
                    "{place}: there is something to choose"
                );
            }
        }
    }

    #[test]
    fn a_game_of_each_family_has_comments() {
        let mut seen = BTreeSet::new();
        for variant in Variant::all() {
            let Lessons { game, .. } = of(variant);
            let read = pgn_read::read_all(game, variant).next().expect("a game");
            let ReadGame { record, notes, .. } =
                read.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            assert!(notes.is_empty(), "{}: {notes:?}", variant.name);
            let nodes = record.tree.nodes();
            let comments = nodes.iter().filter(|node| !node.comment.is_empty()).count();
            assert!(nodes.len() > 10 && comments >= 5, "{}: {comments} comments", variant.name);
            seen.insert(record.tree.variant().name);
        }
        assert!(seen.len() >= 7, "{seen:?}");
    }
}
