//! Cylinder Chess, the example of `docs/adding-a-variant.md`, from the rules on that page.

use super::duel::{self, Duel, PseudoMove};
use super::facts::{DRAWS, Extent, VariantFacts};
use super::grid::Grid;
use super::square::{self, BISHOP, KNIGHT, QUEEN, ROOK, Step};
use super::{Piece, State, WHITE, fen};

/// The facts of the game.
pub const FACTS: VariantFacts = VariantFacts {
    variant: "cylinder",
    pieces: "QRRBBNNPPPP",
    castlings: &[],
    en_passant: Some('P'),
    double_files: 8,
    laps: "",
    promotions: "qrbn",
    endings: DRAWS,
    extent: Extent { artificial: 5000, crowded: 0, games: 2, endgames: 40, enough: 5000 },
};

/// Chess on a board whose files a and h adjoin.
pub struct Cylinder {
    grid: Grid,
}

impl Cylinder {
    /// Creates the rules.
    pub fn new() -> Cylinder {
        Cylinder { grid: Grid::drawn(&["........"; 8]) }
    }

    /// Returns the cell one step away, round the cylinder.
    fn step(&self, from: usize, (files, ranks): Step) -> Option<usize> {
        let (file, rank) = self.grid.place(from);
        self.grid.at((file + files).rem_euclid(8), rank + ranks)
    }

    fn leaps(&self, from: usize, steps: &[Step]) -> Vec<usize> {
        steps.iter().filter_map(|&step| self.step(from, step)).collect()
    }

    /// Returns the cells on each line up to the first piece. A line round the cylinder ends before
    /// the cell where it began.
    fn slides(&self, board: &[Option<Piece>], from: usize, steps: &[Step]) -> Vec<usize> {
        let mut reached = Vec::new();
        for &step in steps {
            let mut at = from;
            while let Some(next) = self.step(at, step).filter(|&next| next != from) {
                reached.push(next);
                if board[next].is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    /// Returns the moves of the pawn on `from`.
    fn pawn_moves(&self, s: &State, from: usize) -> Vec<PseudoMove> {
        let up = if s.side == WHITE { 1 } else { -1 };
        let mut all = Vec::new();
        let free = |cell: &usize| s.board[*cell].is_none();
        if let Some(one) = self.step(from, (0, up)).filter(free) {
            all.extend(self.arrivals(s, from, one));
            let is_home = self.grid.place(from).1 == if s.side == WHITE { 1 } else { 6 };
            if let Some(two) = self.step(one, (0, up)).filter(|two| is_home && free(two)) {
                let mut double = duel::plain(&self.grid, s, from, two);
                double.after.passed = Some(one);
                all.push(double);
            }
        }
        for to in self.leaps(from, &[(-1, up), (1, up)]) {
            if s.board[to].is_some_and(|piece| piece.side != s.side) {
                all.extend(self.arrivals(s, from, to));
            } else if s.passed == Some(to) {
                let mut taking = duel::plain(&self.grid, s, from, to);
                let taken = self.step(to, (0, -up)).expect("a pawn has passed here");
                taking.after.board[taken] = None;
                taking.en_passant = true;
                all.push(taking);
            }
        }
        all
    }

    /// Returns the pawn's move, or one for each promotion.
    fn arrivals(&self, s: &State, from: usize, to: usize) -> Vec<PseudoMove> {
        let plain = duel::plain(&self.grid, s, from, to);
        let (_, rank) = self.grid.place(to);
        if rank != 0 && rank != 7 {
            return vec![plain];
        }
        let promoted = |kind: char| {
            let name = format!("{}{}", plain.name, kind.to_ascii_lowercase());
            PseudoMove::new(name, s.after(from, to, kind))
        };
        "QRBN".chars().map(promoted).collect()
    }
}

impl Duel for Cylinder {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn array(&self) -> &'static str {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        let leap = |passed, side| square::double_step(&self.grid, passed, side);
        let s = fen::read(&self.grid, "KQRBNP", &[], leap, fen)?;
        if square::stray_pawn(&self.grid, &s.board) {
            return Err("a pawn on the first or the last rank".into());
        }
        Ok(s)
    }

    fn write(&self, s: &State) -> String {
        fen::write(&self.grid, s)
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        let Some(piece) = board[from] else { return Vec::new() };
        match piece.kind {
            'P' if piece.side == WHITE => self.leaps(from, &[(-1, 1), (1, 1)]),
            'P' => self.leaps(from, &[(-1, -1), (1, -1)]),
            'N' => self.leaps(from, &KNIGHT),
            'B' => self.slides(board, from, &BISHOP),
            'R' => self.slides(board, from, &ROOK),
            'Q' => self.slides(board, from, &QUEEN),
            _ => self.leaps(from, &QUEEN),
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let mut all = Vec::new();
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            if piece.kind == 'P' {
                all.extend(self.pawn_moves(s, from));
                continue;
            }
            for to in self.attacks(&s.board, from) {
                if s.board[to].is_none_or(|other| other.side != s.side) {
                    all.push(duel::plain(&self.grid, s, from, to));
                }
            }
        }
        all
    }

    fn insufficient(&self, s: &State) -> bool {
        duel::non_kings(&s.board).is_empty()
    }
}
