//! An Ordinary Variant without its Checkers (docs/rules/ordinary-nocheckers.md).

use super::chess::{BISHOP, KNIGHT, QUEEN, ROOK, castlings, knight_leaps, men, pawn};
use crate::grid::compass;
use crate::spec::{DeadMaterial, EnPassantCounts, KindSpec, Spec};
use crate::{Board, Grid, Kind, Mode, Scoring, slides, steps};

const TIGER: Kind = Kind(6);
const LEO: Kind = Kind(7);
const MAN: Kind = Kind(8);

pub(crate) fn spec() -> Spec {
    let grid = Grid::new(12, 10, |_, _| true);
    let mut pawn = pawn(&grid);
    pawn.choices = vec![QUEEN, LEO, ROOK, BISHOP, KNIGHT, TIGER, MAN];
    let mut kinds = men(&grid, pawn);
    let cells = grid.cells();
    kinds.push(KindSpec::piece('T', cells, |from| {
        let mut paths = slides(&grid, from, &compass::DIAGONAL, Mode::Quiet);
        paths.extend(knight_leaps(&grid, from, Mode::Capture));
        paths
    }));
    kinds.push(KindSpec::piece('L', cells, |from| {
        let mut paths = slides(&grid, from, &compass::ALL, Mode::Quiet);
        paths.extend(slides(&grid, from, &compass::ALL, Mode::Hop));
        paths
    }));
    kinds.push(KindSpec::piece('M', cells, |from| steps(&grid, from, &compass::ALL, Mode::Both)));
    Spec {
        name: "ordinary-nocheckers",
        kinds,
        // The king goes three cells; the landing cell is judged after the whole move.
        castlings: castlings(&grid, [('K', "h1 k1 l1 j1", "i1 j1"), ('Q', "h1 e1 a1 f1", "g1 f1")]),
        laps: Vec::new(),
        fields: Spec::fen_fields(),
        start: "rnbtqmlktbnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBTQMLKTBNR w KQkq - 0 1",
        dead: DeadMaterial::default(),
        scoring: Scoring::DYNAMIC,
        en_passant_counts: EnPassantCounts::IfGeometric,
        note: "",
        grid,
    }
}
