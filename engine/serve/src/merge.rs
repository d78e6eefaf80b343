//! [`merge`]: all of one tree added to another of the same game.

use crate::tree::Tree;

/// Adds the moves of a tree to another, with comments and glyphs for nodes that have none. Returns
/// the number in the second tree for each node of the first, if it is reachable and there was room.
///
/// Nothing of the second changes its number. `None` if the trees are of different games.
pub fn merge(tree: &mut Tree, other: &Tree) -> Option<Vec<Option<usize>>> {
    let start = |tree: &Tree| tree.start().unwrap_or_else(|| tree.variant().start()).to_owned();
    let is_same = tree.variant().name == other.variant().name
        && tree.options() == other.options()
        && start(tree) == start(other);
    if !is_same {
        return None;
    }
    let mut places = vec![None; other.nodes().len()];
    places[0] = Some(0);
    // The last one is taken first, so the children of a node go on in their order.
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        let source = &other.nodes()[node];
        let place = match other.action(node) {
            None => Some(0),
            Some(action) => places[source.parent]
                .and_then(|parent| Some(tree.add_action(parent, action).ok()?.0)),
        };
        places[node] = place;
        let Some(own) = place.and_then(|place| tree.node_mut(place)) else { continue };
        if own.comment.is_empty() {
            own.comment.clone_from(&source.comment);
        }
        for nag in &source.nags {
            if !own.nags.contains(nag) {
                own.nags.push(*nag);
            }
        }
        if own.before.is_empty() {
            own.before.clone_from(&source.before);
        }
        if own.commands.is_empty() {
            own.commands.clone_from(&source.commands);
        }
        if own.verdict.is_none() {
            own.verdict.clone_from(&source.verdict);
        }
        if own.clocks.is_none() {
            own.clocks.clone_from(&source.clocks);
        }
        waiting.extend(source.children.iter().rev());
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Options, Variant};

    use super::*;
    use crate::action::WrittenAction;

    fn tree(lines: &[&str]) -> Tree {
        let chess = Variant::by_name("chess").expect("known");
        let mut tree = Tree::new(chess, Options::default(), None).expect("the start");
        for line in lines {
            let mut node = 0;
            for text in line.split(' ') {
                node = tree.add(node, &WrittenAction::Move(text.into())).expect("legal").0;
            }
        }
        tree
    }

    #[test]
    fn nothing_of_either_tree_is_lost() {
        let mut one = tree(&["e2e4 e7e5", "d2d4"]);
        let mut other = tree(&["e2e4 c7c5 g1f3", "c2c4"]);
        one.node_mut(1).expect("it is there").comment = "King's pawn".into();
        other.node_mut(1).expect("it is there").comment = "Open".into();
        other.node_mut(2).expect("it is there").comment = "Sicilian".into();
        let places = merge(&mut one, &other).expect("one game");
        assert_eq!(places, [Some(0), Some(1), Some(4), Some(5), Some(6)]);
        let texts: Vec<&str> = one.nodes().iter().map(|node| node.text.as_str()).collect();
        assert_eq!(texts, ["", "e4", "e5", "d4", "c5", "Nf3", "c4"]);
        let comments = [1, 4].map(|node| one.nodes()[node].comment.as_str());
        assert_eq!((comments, one.tip()), (["King's pawn", "Sicilian"], 2));
        let again = merge(&mut one, &other).expect("one game");
        assert_eq!((again, one.nodes().len()), (places, 7));
    }

    #[test]
    fn other_games_are_left_alone() {
        let mut chess = tree(&["e2e4"]);
        let ring = Variant::by_name("modern3").expect("known");
        let ring = Tree::new(ring, Options::default(), None).expect("the start");
        assert_eq!(merge(&mut chess, &ring), None);
        assert_eq!(chess.nodes().len(), 2);
    }
}
