//! The Ordinary Variant on 12x10, without its draughtsmen.

use super::castling::{self, Castling, Wing};
use super::duel::{self, Duel, PseudoMove, Scoring};
use super::facts::{CastlingFacts, DRAWS, Extent, USUAL, VariantFacts};
use super::grid::Grid;
use super::square::{self, BISHOP, KNIGHT, QUEEN};
use super::{Piece, State, fen};

const START: &str =
    "rnbtqmlktbnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBTQMLKTBNR w KQkq - 0 1";

/// The kinds to which a pawn may promote.
const PROMOTIONS: &str = "QLRBNTM";

/// The scoring table that the rules page recommends.
const DYNAMIC: Scoring = Scoring { stalemate: [60, 40], perpetual: Some([[50, 50], [49, 51]]) };

/// The letters of all pieces but the draughtsman.
pub const PIECES: &str = "KQRBNPTLM";

const CASTLINGS: [CastlingFacts; 2] = [
    CastlingFacts {
        right: 'K',
        king: ["h1", "k1"],
        rook: ["l1", "j1"],
        between: &["i1", "j1", "k1"],
        guarded: &["i1", "j1"],
        code: ["h1", "k1"],
        way: "",
    },
    CastlingFacts {
        right: 'Q',
        king: ["h1", "e1"],
        rook: ["a1", "f1"],
        between: &["b1", "c1", "d1", "e1", "f1", "g1"],
        guarded: &["g1", "f1"],
        code: ["h1", "e1"],
        way: "",
    },
];

/// The facts of the game without draughtsmen.
pub const FACTS: VariantFacts = VariantFacts {
    variant: "ordinary-nocheckers",
    pieces: "QRRBNTTTLLLMPPPP",
    castlings: &CASTLINGS,
    en_passant: Some('P'),
    double_files: 12,
    laps: "",
    promotions: "qlrbntm",
    endings: DRAWS,
    extent: USUAL,
};

/// The facts of the game with draughtsmen. Its numbers are small, because the oracle walks every
/// path of every series.
pub const DRAUGHTS_FACTS: VariantFacts = VariantFacts {
    variant: "ordinary",
    pieces: "QRRBNTTLLMPPPPPCCCC",
    endings: &["checkmate", "stalemate", "threefold", "fifty-moves"],
    extent: Extent { artificial: 4000, crowded: 16_000, games: 2, endgames: 20, enough: 30_000 },
    ..FACTS
};

/// The game on 120 cells.
pub struct Ordinary {
    grid: Grid,
    /// The castlings of both sides.
    pub castlings: Vec<Castling>,
}

impl Ordinary {
    /// Creates the rules.
    pub fn new() -> Ordinary {
        let grid = Grid::drawn(&["............"; 10]);
        // The king's target is judged after the whole move, with the rook in its new place.
        let wings = [
            Wing { right: 'K', king: [7, 10], rook: [11, 9], guarded: &[8, 9] },
            Wing { right: 'Q', king: [7, 4], rook: [0, 5], guarded: &[6, 5] },
        ];
        let castlings = castling::both_sides(&grid, &wings);
        Ordinary { grid, castlings }
    }

    /// Returns the targets of a piece, not a pawn, without a capture.
    fn walks(&self, board: &[Option<Piece>], from: usize, kind: char) -> Vec<usize> {
        let mut reached = match kind {
            'T' => square::slides(&self.grid, board, from, &BISHOP),
            'L' => square::slides(&self.grid, board, from, &QUEEN),
            _ => self.attacks(board, from),
        };
        reached.retain(|&to| board[to].is_none());
        reached
    }

    /// Reads a FEN with pieces of these letters.
    pub fn read_pieces(&self, fen: &str, letters: &str) -> Result<State, String> {
        let leap = |passed, side| square::double_step(&self.grid, passed, side);
        let s = fen::read(&self.grid, letters, &self.castlings, leap, fen)?;
        if square::stray_pawn(&self.grid, &s.board) {
            return Err("a pawn on the first or the last rank".into());
        }
        Ok(s)
    }

    /// Returns all moves except castlings of the piece on `from`, which is no draughtsman.
    pub fn pseudo_moves_of(&self, s: &State, from: usize, kind: char) -> Vec<PseudoMove> {
        let grid = &self.grid;
        if kind == 'P' {
            return square::pseudo_pawn_moves(grid, s, from, PROMOTIONS);
        }
        let mut all = Vec::new();
        for to in self.walks(&s.board, from, kind) {
            all.push(duel::plain(grid, s, from, to));
        }
        for to in self.attacks(&s.board, from) {
            if s.board[to].is_some_and(|other| other.side != s.side) {
                all.push(duel::plain(grid, s, from, to));
            }
        }
        all
    }

    /// Returns whether the enemy could capture the king on `cell`, its home being empty.
    fn catches(&self, s: &State, castling: &Castling, cell: usize) -> bool {
        let mut board = s.board.clone();
        let king = board[castling.king[0]].take();
        board[cell] = king;
        duel::capturable(self, &board, s.side)
    }
}

impl Duel for Ordinary {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn array(&self) -> &'static str {
        START
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        self.read_pieces(fen, PIECES)
    }

    fn write(&self, s: &State) -> String {
        fen::write(&self.grid, s)
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        let Some(piece) = board[from] else {
            return Vec::new();
        };
        match piece.kind {
            'P' => square::pawn_attacks(&self.grid, from, piece.side),
            'T' => square::leaps(&self.grid, from, &KNIGHT),
            'L' => square::hops(&self.grid, board, from, &QUEEN),
            'M' => square::leaps(&self.grid, from, &QUEEN),
            kind => square::orthodox(&self.grid, board, from, kind),
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let mut all = castling::pseudo_moves(&self.grid, &self.castlings, s, |castling, cell| {
            self.catches(s, castling, cell)
        });
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            all.extend(self.pseudo_moves_of(s, from, piece.kind));
        }
        castling::forfeit_all(&self.castlings, &mut all);
        all
    }

    /// Returns whether only the kings are left: any other piece can still bare or stalemate.
    fn insufficient(&self, s: &State) -> bool {
        duel::non_kings(&s.board).is_empty()
    }

    fn scoring(&self) -> Scoring {
        DYNAMIC
    }

    /// Returns the passed cell if a pawn could capture over it, legally or not.
    fn passed(&self, s: &State) -> Option<usize> {
        s.passed.filter(|_| self.pseudo_moves(s).iter().any(|t| t.en_passant))
    }
}
