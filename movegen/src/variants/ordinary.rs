//! An Ordinary Variant, with its Checkers (docs/rules/ordinary.md) and without
//! (docs/rules/ordinary-nocheckers.md).

use super::chess::{BISHOP, KNIGHT, QUEEN, ROOK, castlings, knight_leaps, pawn, pieces};
use super::rules_page::RulesPage;
use crate::geometry::{Board, Grid, Mode, compass, slides, steps};
use crate::tables::{DeadMaterial, EnPassantCounts, GameLimits, Kind, KindSpec, Scoring, Spec};

const TIGER: Kind = Kind(6);
const LEO: Kind = Kind(7);
const MAN: Kind = Kind(8);

pub(crate) const RULES_WITHOUT_CHECKERS: RulesPage = RulesPage {
    file: "ordinary-nocheckers.md",
    summary: "\
Chess on 12 files and 10 ranks with three more pieces.
Tiger   moves as a bishop, takes as a knight.
Leo     moves as a queen; takes along the same lines what stands beyond exactly one piece.
Man     one step in any direction; it is no king.
The king castles over three squares, h1k1 and h1e1. Pawns become anything but a king. Stalemate is
worth 60 of 100 points to who gives it, a bare king 52 by a claim, perpetual check 51 to Black.",
};

pub(crate) const RULES: RulesPage = RulesPage {
    file: "ordinary.md",
    summary: "\
Chess on 12 files and 10 ranks with Tigers, Leos, Men and Checkers, which jump as in draughts.
Tiger    moves as a bishop, takes as a knight.
Leo      moves as a queen; takes along the same lines what stands beyond exactly one piece.
Man      one step in any direction; it is no king.
Checker  steps in any direction without taking. It jumps over a neighbour to the empty square behind:
         over any number of friends first, then over enemies, which it takes. A series may end after
         any jump unless an enemy Checker can be taken by the next.
An enemy Checker that a pawn or a Checker's first jump can take must be taken, by any piece.
The king castles over three squares, h1k1 and h1e1. Pawns become anything but a king or a Checker.
Stalemate is worth 60 of 100 points to who gives it, a bare king 52 by a claim, perpetual check 51
to Black. A series is written with every square that it lands on: b3d5d7.",
};

/// The game without Checkers.
pub(crate) fn spec_without_checkers() -> Spec {
    let grid = Grid::new(12, 10, |_, _| true);
    let mut pawn = pawn(&grid);
    pawn.choices = vec![vec![QUEEN, LEO, ROOK, BISHOP, KNIGHT, TIGER, MAN]; 2];
    let mut kinds = pieces(&grid, pawn);
    let cells = grid.cells();
    kinds.push(
        KindSpec::piece('T', cells, |from| {
            let mut paths = slides(&grid, from, &compass::DIAGONAL, Mode::Quiet);
            paths.extend(knight_leaps(&grid, from, Mode::Capture));
            paths
        })
        .named("tiger"),
    );
    kinds.push(
        KindSpec::piece('L', cells, |from| {
            let mut paths = slides(&grid, from, &compass::ALL, Mode::Quiet);
            paths.extend(slides(&grid, from, &compass::ALL, Mode::Hop));
            paths
        })
        .named("leo"),
    );
    kinds.push(
        KindSpec::piece('M', cells, |from| steps(&grid, from, &compass::ALL, Mode::Both))
            .named("man"),
    );
    Spec {
        name: "ordinary-nocheckers".into(),
        kinds,
        // The king goes three cells; its last cell is tested after the whole move.
        castlings: castlings(&grid, [('K', "h1 k1 l1 j1", "i1 j1"), ('Q', "h1 e1 a1 f1", "g1 f1")]),
        laps: Vec::new(),
        fields: Spec::fen_fields(),
        start: "rnbtqmlktbnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBTQMLKTBNR w KQkq - 0 1"
            .into(),
        dead: DeadMaterial::default(),
        scoring: Scoring::DYNAMIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfGeometric,
        family_flags: 0,
        note: String::new(),
        grid,
    }
}

/// The whole game.
pub(crate) fn spec() -> Spec {
    let mut spec = spec_without_checkers();
    let grid = &spec.grid;
    // Its steps are paths. Its jumps are not, since a series of jumps is one move.
    let draughtsman = KindSpec {
        jumps: true,
        ..KindSpec::piece('C', grid.cells(), |from| steps(grid, from, &compass::ALL, Mode::Quiet))
            .named("draughtsman (the Checker)")
    };
    spec.kinds.push(draughtsman);
    Spec {
        name: "ordinary".into(),
        start: "rnbtqmlktbnr/pppppppppppp/1c2c2c2c1/12/12/12/12/1C2C2C2C1/PPPPPPPPPPPP/RNBTQMLKTBNR w KQkq - 0 1".into(),
        ..spec
    }
}
