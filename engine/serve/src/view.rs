//! [`PositionView`]: a position as the page shows it.

use rotunda_movegen::{Cell, Game, GameMove, GameMoveKind, Kind, Piece, Seat};
use serde::Serialize;

use crate::action::Ending;
use crate::facts::facts;
use crate::tree::Tree;
use crate::variant_view::VariantView;

/// States of jump series that are looked at for a list of moves.
const MAX_STATES: usize = 200_000;
/// Moves that are sent, at most; of longer lists the page asks step by step.
const MAX_MOVES: usize = 3000;

/// A piece as pages name it: its cell, the number of its kind, its seat; nobody's have the seat -1.
pub type Placed = (u16, usize, i8);

/// The kind of action of a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// A piece goes somewhere.
    Move,
    /// A pawn becomes something else.
    Promotion,
    /// King and rook move.
    Castling,
    /// Pawns of team mates change places.
    Swap,
    /// Two facing pawns are removed.
    Removal,
    /// Nothing moves.
    Pass,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Move"))]
pub struct MoveView {
    /// In the game's notation.
    pub text: String,
    /// The kind of its action.
    pub class: MoveClass,
    /// The cells that are pointed at one after the other to play it.
    pub clicks: Vec<u16>,
    /// The cells of the pieces that it takes.
    pub takes: Vec<u16>,
    /// The kind that the piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub promotes: Option<usize>,
}

/// The last action of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastMove {
    /// The seat.
    pub seat: u8,
    /// The node after it.
    pub node: usize,
    /// The lines along which pieces went, as data of SVG paths.
    pub ways: Vec<String>,
    /// The cells that the move names, in its order; none where no move was made.
    pub cells: Vec<u16>,
}

/// A position as the page shows it: all that it has to know of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Position"))]
pub struct PositionView {
    /// Its node in the tree.
    pub node: usize,
    /// The position string.
    pub fen: String,
    /// The seat to move.
    pub turn: u8,
    /// The pieces.
    pub pieces: Vec<Placed>,
    /// The seats that still play.
    pub alive: Vec<bool>,
    /// The side of every seat.
    pub sides: Vec<usize>,
    /// The cells of the kings that an enemy attacks, whoever is to move.
    pub check: Vec<u16>,
    /// Whether the king has crossed the line of its race, by seat; null for those that run none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub laps: Vec<Option<bool>>,
    /// Whether a duty to capture leaves out moves of the side to move.
    pub bound: bool,
    /// The other facts that decide which moves are legal and when the game ends, in sentences:
    /// rights to castle and to capture en passant, plies without progress.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub facts: Vec<String>,
    /// The last action of every seat, the latest first.
    pub last: Vec<LastMove>,
    /// The legal moves; none once the game is over.
    pub moves: Vec<MoveView>,
    /// Whether there are more moves than the list can hold.
    pub cut: bool,
    /// The claim by which a seat may end the game, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub claim: Option<String>,
    /// That seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub claimant: Option<u8>,
    /// The end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ending: Option<Ending>,
}

impl PositionView {
    /// The position at a node of a tree.
    pub fn of(tree: &Tree, node: usize) -> Self {
        let variant = tree.variant();
        let variant_view = VariantView::of(variant);
        let standing = tree.standing(node);
        let game = standing.game();
        let ending = Ending::of(&standing);
        let legal = match ending {
            Some(_) => Some(Vec::new()),
            None => game.legal_moves_within(MAX_STATES),
        };
        let (moves, cut) = moves(legal.as_deref());
        let seats = || (0..variant.seats).map(|seat| Seat(seat as u8));
        let piece = |(cell, piece): (Cell, Piece)| {
            let seat = if piece.is_dead() { -1 } else { piece.seat().0 as i8 };
            (cell.index() as u16, piece.kind().index(), seat)
        };
        let claim = game.claim().filter(|_| ending.is_none());
        Self {
            node,
            fen: game.fen(),
            turn: game.turn().0,
            pieces: game.pieces().into_iter().map(piece).collect(),
            alive: seats().map(|seat| game.is_alive(seat)).collect(),
            sides: seats().map(|seat| game.side(seat)).collect(),
            check: numbers(&variant_view.kings_attacked(game)),
            laps: laps(game),
            bound: ending.is_none() && game.is_bound(),
            facts: facts(variant, game, legal.as_deref().unwrap_or_default()),
            last: last(tree, node),
            moves,
            cut,
            claim: claim.map(|claim| rotunda_notation::sentence(variant, &claim.outcome())),
            claimant: claim.map(|claim| claim.seat.0),
            ending,
        }
    }
}

/// Returns for each seat whether its king has crossed the line of its race; nothing in games
/// without one.
fn laps(game: &Game) -> Vec<Option<bool>> {
    let laps: Vec<_> = (0..game.seats()).map(|seat| game.has_lapped(Seat(seat as u8))).collect();
    if laps.iter().any(Option::is_some) { laps } else { Vec::new() }
}

fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

/// The legal moves, and whether there are more than can be shown.
fn moves(legal: Option<&[GameMove]>) -> (Vec<MoveView>, bool) {
    match legal {
        Some(moves) if moves.len() <= MAX_MOVES => {
            (moves.iter().map(MoveView::of).collect(), false)
        }
        _ => (Vec::new(), true),
    }
}

impl MoveView {
    /// A legal move.
    pub fn of(mv: &GameMove) -> Self {
        Self {
            class: class(mv),
            clicks: numbers(&mv.cells()),
            takes: numbers(mv.captured()),
            promotes: mv.promotion().map(Kind::index),
            text: mv.to_string(),
        }
    }
}

const fn class(mv: &GameMove) -> MoveClass {
    match mv.kind() {
        GameMoveKind::Plain
        | GameMoveKind::Capture
        | GameMoveKind::EnPassant
        | GameMoveKind::Series => MoveClass::Move,
        GameMoveKind::Promotion => MoveClass::Promotion,
        GameMoveKind::Castling => MoveClass::Castling,
        GameMoveKind::Swap => MoveClass::Swap,
        GameMoveKind::Removal => MoveClass::Removal,
        GameMoveKind::Pass => MoveClass::Pass,
    }
}

/// The last action of every seat before a node, as long as the seats take turns.
fn last(tree: &Tree, node: usize) -> Vec<LastMove> {
    let mut found: Vec<LastMove> = Vec::new();
    for at in tree.line(node).into_iter().skip(1).rev() {
        let entry = &tree.nodes()[at];
        if found.iter().any(|last| last.seat == entry.seat) || found.len() == tree.variant().seats {
            break;
        }
        let (ways, cells) = (entry.ways.clone(), numbers(&entry.cells));
        found.push(LastMove { seat: entry.seat, node: at, ways, cells });
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rotunda_movegen::{Options, Variant};

    use super::*;
    use crate::action::WrittenAction;

    fn at(variant: &str, fen: &str) -> PositionView {
        let variant = Variant::by_name(variant).expect("known");
        let tree = Tree::new(variant, Options::default(), Some(fen.into())).expect("well-formed");
        PositionView::of(&tree, 0)
    }

    #[test]
    fn every_legal_move_of_random_games_can_be_pointed_at() {
        let mut random = StdRng::seed_from_u64(3);
        for variant in Variant::all() {
            let mut tree = Tree::new(variant, Options::default(), None).expect("the start");
            let mut node = 0;
            for _ in 0..60 {
                let view = PositionView::of(&tree, node);
                let legal = tree.standing(node).game().legal_moves();
                if view.ending.is_some() {
                    break;
                }
                assert_eq!(
                    view.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>(),
                    legal.iter().map(ToString::to_string).collect::<Vec<_>>()
                );
                let ways: BTreeSet<_> =
                    view.moves.iter().map(|mv| (&mv.clicks, mv.promotes, mv.class as u8)).collect();
                assert_eq!(ways.len(), legal.len(), "{}: {}", variant.name, view.fen);
                for mv in &view.moves {
                    assert!(mv.clicks.len() != 1, "{mv:?}");
                    assert_eq!(mv.clicks.is_empty(), mv.class == MoveClass::Pass, "{mv:?}");
                }
                let pick = legal[random.random_range(0..legal.len())].to_string();
                node = tree.add(node, &WrittenAction::Move(pick)).expect("legal").0;
            }
        }
    }

    #[test]
    fn actions_have_their_classes() {
        let class = |variant: &str, fen: &str, text: &str| {
            let view = at(variant, fen);
            view.moves.iter().find(|mv| mv.text == text).map(|mv| mv.class)
        };
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(class("chess", castling, "e1g1"), Some(MoveClass::Castling));
        assert_eq!(class("chess", castling, "h1h8"), Some(MoveClass::Move));
        let promotion = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(class("chess", promotion, "e7d8q"), Some(MoveClass::Promotion));
        let series = at("ordinary", "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1");
        assert!(series.moves.iter().all(|mv| mv.class == MoveClass::Move), "{:?}", series.moves);
    }

    #[test]
    fn laps_and_duties_are_seen() {
        let lapped = "2rbp2/2rkp2/2***2/1K***2/2***2/4R2/2PBR2 w K 0 1";
        assert_eq!(at("rollerball", lapped).laps, [Some(true), Some(false)]);
        assert!(at("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").laps.is_empty());
        let dutiful = at("ordinary", "11k/12/12/12/12/12/4c1nC4/3P8/12/K11 w - - 0 1");
        assert!(dutiful.bound && dutiful.moves.iter().all(|mv| !mv.takes.is_empty()));
        assert!(!at("ordinary", "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1").bound);
    }

    #[test]
    fn the_end_leaves_no_moves_and_says_why() {
        let mate = at("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        assert!(mate.moves.is_empty() && mate.check.len() == 1);
        let ending = mate.ending.expect("it is over");
        assert_eq!(
            (ending.text.as_str(), &ending.points[..]),
            ("Checkmate: Black wins.", &[0, 100][..])
        );
    }
}
