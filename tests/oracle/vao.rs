//! Chess whose bishops are vaos: they move like bishops and capture behind exactly one piece. The
//! game is a file, `tests/data/vao.toml`.

use super::duel::{self, Duel, PseudoMove};
use super::facts::{DRAWS, Extent, VariantFacts};
use super::grid::Grid;
use super::square::{self, BISHOP};
use super::{Piece, State, fen};

/// The facts of the game.
pub const FACTS: VariantFacts = VariantFacts {
    variant: "vaochess",
    pieces: "QRRVVVVNPPPP",
    castlings: &[],
    en_passant: Some('P'),
    double_files: 8,
    laps: "",
    promotions: "qrn",
    endings: DRAWS,
    extent: Extent { artificial: 0, crowded: 0, games: 0, endgames: 0, enough: 0 },
};

/// The game on 64 cells.
pub struct Vao {
    grid: Grid,
}

impl Vao {
    /// Creates the rules.
    pub fn new() -> Vao {
        Vao { grid: Grid::drawn(&["........"; 8]) }
    }
}

impl Duel for Vao {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn array(&self) -> &'static str {
        "rnvqkvnr/pppppppp/8/8/8/8/PPPPPPPP/RNVQKVNR w - - 0 1"
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        let leap = |passed, side| square::double_step(&self.grid, passed, side);
        let s = fen::read(&self.grid, "KQRVNP", &[], leap, fen)?;
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
            Some(Piece { kind: 'V', .. }) => square::hops(&self.grid, board, from, &BISHOP),
            Some(piece) => square::orthodox(&self.grid, board, from, piece.kind),
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let grid = &self.grid;
        let mut all = Vec::new();
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            let mut quiet = match piece.kind {
                'P' => {
                    all.extend(square::pseudo_pawn_moves(grid, s, from, "QRN"));
                    continue;
                }
                'V' => square::slides(grid, &s.board, from, &BISHOP),
                _ => self.attacks(&s.board, from),
            };
            quiet.retain(|&to| s.board[to].is_none());
            let takes = |to: &usize| s.board[*to].is_some_and(|other| other.side != s.side);
            let captures = self.attacks(&s.board, from).into_iter().filter(takes);
            all.extend(quiet.into_iter().chain(captures).map(|to| duel::plain(grid, s, from, to)));
        }
        all
    }

    /// Returns whether only the two kings are left, the default of games from files.
    fn insufficient(&self, s: &State) -> bool {
        duel::non_kings(&s.board).is_empty()
    }
}
