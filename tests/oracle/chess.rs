//! Orthodox chess, by the FIDE laws.

use super::castling::{self, Castling, Wing};
use super::duel::{self, Duel, PseudoMove};
use super::facts::{CastlingFacts, DRAWS, USUAL, VariantFacts, home_rank_castlings};
use super::grid::Grid;
use super::{Piece, State, fen, square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The kinds to which a pawn may promote.
const PROMOTIONS: &str = "QRBN";

const CASTLINGS: [CastlingFacts; 2] = home_rank_castlings(&["c1", "d1"]);

/// The facts of chess.
pub const FACTS: VariantFacts = VariantFacts {
    variant: "chess",
    pieces: "QRRBBNNPPPP",
    castlings: &CASTLINGS,
    en_passant: Some('P'),
    double_files: 8,
    laps: "",
    promotions: "qrbn",
    endings: DRAWS,
    extent: USUAL,
};

/// Chess on 64 cells.
pub struct Chess {
    grid: Grid,
    castlings: Vec<Castling>,
}

impl Chess {
    /// Creates the rules.
    pub fn new() -> Chess {
        let grid = Grid::drawn(&["........"; 8]);
        let wings = [
            Wing { right: 'K', king: [4, 6], rook: [7, 5], guarded: &[5, 6] },
            Wing { right: 'Q', king: [4, 2], rook: [0, 3], guarded: &[3, 2] },
        ];
        let castlings = castling::both_sides(&grid, &wings);
        Chess { grid, castlings }
    }
}

impl Duel for Chess {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn array(&self) -> &'static str {
        START
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        let leap = |passed, side| square::double_step(&self.grid, passed, side);
        let s = fen::read(&self.grid, "KQRBNP", &self.castlings, leap, fen)?;
        if square::stray_pawn(&self.grid, &s.board) {
            return Err("a pawn on the first or the last rank".into());
        }
        Ok(s)
    }

    fn write(&self, s: &State) -> String {
        fen::write(&self.grid, s)
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        match board[from] {
            None => Vec::new(),
            Some(Piece { kind: 'P', side }) => square::pawn_attacks(&self.grid, from, side),
            Some(piece) => square::orthodox(&self.grid, board, from, piece.kind),
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let grid = &self.grid;
        let mut all = castling::pseudo_moves(grid, &self.castlings, s, |_, cell| {
            duel::attacked(self, &s.board, cell, duel::other(s.side))
        });
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            if piece.kind == 'P' {
                all.extend(square::pseudo_pawn_moves(grid, s, from, PROMOTIONS));
                continue;
            }
            for to in self.attacks(&s.board, from) {
                if s.board[to].is_none_or(|other| other.side != s.side) {
                    all.push(duel::plain(grid, s, from, to));
                }
            }
        }
        castling::forfeit_all(&self.castlings, &mut all);
        all
    }

    /// Returns whether there are only bare kings, one minor piece, or bishops that all stand on one
    /// colour (FIDE 5.2.2).
    fn insufficient(&self, s: &State) -> bool {
        let pieces: Vec<(usize, char)> = duel::non_kings(&s.board);
        let colour = |cell: usize| {
            let (file, rank) = self.grid.place(cell);
            (file + rank) % 2
        };
        match pieces[..] {
            [] | [(_, 'N')] => true,
            [(first, 'B'), ..] => {
                let alike = |&(cell, kind)| kind == 'B' && colour(cell) == colour(first);
                pieces.iter().all(alike)
            }
            _ => false,
        }
    }
}
