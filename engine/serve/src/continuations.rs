//! [`Continuations`]: the next cells of moves after the cells that a page has picked, if there are
//! too many to list.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rotunda_movegen::{Cell, Game};

use crate::view::MoveView;

/// The continuations of legal moves from a beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuations {
    /// The cells that may be pointed at next.
    pub next: Vec<u16>,
    /// The moves that end here.
    pub moves: Vec<MoveView>,
    /// Whether the time was over before all moves were looked at.
    pub cut: bool,
}

impl Continuations {
    /// Returns the continuations after the clicked cells, in a game that goes on. It searches the
    /// moves until `stop` returns true.
    pub fn of(game: &Game, clicks: &[u16], stop: &dyn Fn() -> bool) -> Self {
        let mut next = BTreeSet::new();
        let mut moves = Vec::new();
        let looked = game.each_legal(stop, &mut |mv| {
            let cells = mv.cells();
            let number = |cell: &Cell| cell.index() as u16;
            if cells.len() >= clicks.len()
                && cells.iter().map(number).zip(clicks).all(|(a, b)| a == *b)
            {
                match cells.get(clicks.len()) {
                    Some(cell) => drop(next.insert(number(cell))),
                    None => moves.push(MoveView::of(&mv)),
                }
            }
            ControlFlow::Continue(())
        });
        Self { next: next.into_iter().collect(), moves, cut: looked.is_break() }
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{GameMove, Variant};

    use super::*;

    /// A position with one draughtsman amid sixteen knights: 11,000 moves.
    const CROWDED: &str = "11k/12/12/12/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";

    #[test]
    fn what_follows_is_what_the_list_of_moves_says() {
        let variant = Variant::by_name("ordinary").expect("known");
        let few = variant.game_from(Some("12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1"));
        let few = few.expect("well-formed");
        let numbers = |mv: &GameMove| mv.cells().iter().map(|cell| cell.index() as u16).collect();
        let lists: Vec<Vec<u16>> = few.legal_moves().iter().map(numbers).collect();
        for list in &lists {
            for at in 0..=list.len() {
                let continuations = Continuations::of(&few, &list[..at], &|| false);
                let follows: BTreeSet<u16> = lists
                    .iter()
                    .filter(|other| other.starts_with(&list[..at]))
                    .filter_map(|other| other.get(at).copied())
                    .collect();
                assert_eq!(continuations.next, follows.into_iter().collect::<Vec<_>>());
                let ends = lists.iter().filter(|other| *other == &list[..at]).count();
                assert_eq!(
                    (continuations.moves.len(), continuations.cut),
                    (ends, false),
                    "{list:?}"
                );
            }
        }
    }

    #[test]
    fn a_crowd_is_gone_through_step_by_step() {
        let variant = Variant::by_name("ordinary").expect("known");
        let game = variant.game_from(Some(CROWDED)).expect("well-formed");
        let names = game.cells();
        let mut clicks = Vec::new();
        loop {
            let continuations = Continuations::of(&game, &clicks, &|| false);
            // The draughtsman first, and then the first way on.
            let is_draughtsman =
                |cell: &&u16| game.letter(&names[usize::from(**cell)]) == Some('C');
            let next =
                continuations.next.iter().find(is_draughtsman).or(continuations.next.first());
            let Some(next) = next else {
                assert_eq!(continuations.moves.len(), 1, "{clicks:?}");
                break;
            };
            clicks.push(*next);
        }
        assert!(clicks.len() > 2, "{clicks:?}");
    }
}
