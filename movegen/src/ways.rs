//! The ways that pieces take over the board in a move.

use crate::geometry::{Cell, Mode, Path};
use crate::position::{AsMove, MoveKind, Position};

/// The cells that one piece passes in a move, from the first to the last.
pub type Way = Vec<Cell>;

/// Returns the ways of the pieces in a legal move other than a series of jumps: one, two for
/// castling, none for a pass or a removal.
pub fn ways<M: AsMove, const W: usize>(position: &Position<W>, mv: &M) -> Vec<Way> {
    match mv.kind() {
        MoveKind::Pass | MoveKind::Removal => Vec::new(),
        MoveKind::Castle => castling(position, (mv.from(), mv.to())),
        _ => vec![way(position, mv.from(), mv.to())],
    }
}

/// Returns the ways of king and rook in the castling with two cells as its text.
fn castling<const W: usize>(position: &Position<W>, code: (Cell, Cell)) -> Vec<Way> {
    let castlings = position.variant.sides[position.turn.index()].castlings.iter();
    let mut meant = castlings.filter(|castling| {
        castling.code == code && position.king(position.turn) == Some(castling.king.0)
    });
    let ways = meant.next().map(|castling| [castling.king, castling.rook]);
    ways.into_iter().flatten().map(|(from, to)| vec![from, to]).collect()
}

/// Returns the shortest open path of the piece on a cell to another. It is only the two cells if no
/// path of the piece leads there, or if the first cell is empty.
pub fn way<const W: usize>(position: &Position<W>, from: Cell, to: Cell) -> Way {
    let piece = position.piece(from);
    let straight = vec![from, to];
    if !piece.is_some() {
        return straight;
    }
    let kind = &position.variant.kinds[piece.kind().index()];
    let paths = kind.paths[piece.seat().index()][from.index()].iter();
    let open = paths.filter_map(|path| open_part(position, path, to));
    let shortest = open.min_by_key(|cells| cells.len());
    shortest.map_or(straight, |cells| [&[from], cells].concat())
}

/// Returns the part of a path that ends on a cell, if the piece may go so far.
fn open_part<'a, const W: usize>(
    position: &Position<W>,
    path: &'a Path,
    to: Cell,
) -> Option<&'a [Cell]> {
    let end = path.cells.iter().position(|cell| *cell == to)?;
    if !path.targets().contains(&to) {
        return None;
    }
    let occupied = position.occupied();
    let pieces = path.cells[..end].iter().filter(|cell| occupied.has(**cell)).count();
    let hurdles = usize::from(path.mode == Mode::Hop);
    (pieces == hurdles).then(|| &path.cells[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variant;

    /// Returns the ways of a move as names of cells.
    fn names(variant: &str, fen: &str, text: &str) -> Vec<String> {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(Some(fen)).expect("well-formed");
        let grid = variant.spec().grid;
        let mv = game.parse_move(text).expect("legal");
        let name =
            |way: &Way| way.iter().map(|cell| grid.name(*cell)).collect::<Vec<_>>().join(" ");
        mv.ways().iter().map(name).collect()
    }

    #[test]
    fn a_move_goes_along_the_path_of_its_piece() {
        let rebound = "K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1";
        assert_eq!(names("rollerball", rebound, "g4e1"), ["g4 g3 g2 g1 f1 e1"]);
        let ring = "24/24/24/2aR8bK9aKcK1 a abc - m 0 1";
        assert_eq!(names("modern3", ring, "a3a6"), ["a3 a4 a5 a6"]);
        let through_the_centre = "8*/4k4/9/9/9/3Q5/4K4/8* w - - 0 1";
        assert_eq!(names("circular70", through_the_centre, "d3d6"), ["d3 d4 d5 d6"]);
        let fork = "***4k1***/***6***/***6***/12/12/12/12/***2R3***/***6***/***K5*** w - - 0 1";
        assert_eq!(names("roundtable84", fork, "f3d5"), ["f3 e3 d3 d4 d5"]);
    }

    #[test]
    fn castling_has_two_ways_and_a_series_every_cell() {
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(names("chess", castling, "e1g1"), ["e1 g1", "h1 f1"]);
        let series = "12/12/12/12/12/12/2P9/1C10/12/K10k w - - 0 1";
        assert_eq!(names("ordinary", series, "b3d5"), ["b3 d5"]);
        let steps = "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1";
        assert_eq!(names("ordinary", steps, "b3d5b7"), ["b3 d5 b7"]);
    }

    #[test]
    fn what_moves_no_piece_has_no_way() {
        let facing = "32/32/32/aPaM5aK8bKcKdKbRaRcRdR9 b abcd - b 0 1";
        let found = names("byzantine4", facing, "xa1a2");
        assert!(found.is_empty(), "{found:?}");
    }
}
