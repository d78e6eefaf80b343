//! Round Table Chess on 84 cells: castles with walls, triangles, and red diamonds.

use super::castling::{self, Castling};
use super::cirsquare::{self, Board, Joint, LIMITS};
use super::duel::{self, Duel, PseudoMove};
use super::facts::{CastlingFacts, DRAWS, Extent, VariantFacts};
use super::grid::Grid;
use super::{BLACK, Piece, State, WHITE, fen};

/// The number of pieces of each kind in an army at the start. A pawn promotes only to a missing
/// piece.
const SUPPLY: [(char, usize); 4] = [('Q', 1), ('R', 2), ('B', 2), ('N', 2)];

/// The start of king and queen. All else is the same in both set-ups.
pub struct Setup {
    start: &'static str,
    king: &'static str,
    queen: &'static str,
}

/// The set-up with the knights behind king and queen.
pub const KNIGHTS_BEHIND: Setup = Setup {
    start: "***prnnrp***/***pbqkbp***/***pppppp***/12/12/12/12/\
            ***PPPPPP***/***PBQKBP***/***PRNNRP*** w KQkq - 0 1",
    king: "g2",
    queen: "f2",
};

/// The set-up with the knights in front of king and queen.
pub const KNIGHTS_FRONT: Setup = Setup {
    start: "***prqkrp***/***pbnnbp***/***pppppp***/12/12/12/12/\
            ***PPPPPP***/***PBNNBP***/***PRQKRP*** w KQkq - 0 1",
    king: "g1",
    queen: "f1",
};

const CASTLINGS_KNIGHTS_BEHIND: [CastlingFacts; 4] = [
    CastlingFacts {
        right: 'K',
        king: ["g2", "h2"],
        rook: ["h1", "g2"],
        between: &["h2"],
        guarded: &["h2"],
        code: ["h1", "g2"],
        way: "1",
    },
    CastlingFacts {
        right: 'K',
        king: ["g2", "h1"],
        rook: ["h1", "h2"],
        between: &["h2"],
        guarded: &["h2", "h1"],
        code: ["g2", "h1"],
        way: "2",
    },
    CastlingFacts {
        right: 'Q',
        king: ["g2", "e2"],
        rook: ["e1", "g2"],
        between: &["f2", "e2"],
        guarded: &["f2", "e2"],
        code: ["e1", "g2"],
        way: "1",
    },
    CastlingFacts {
        right: 'Q',
        king: ["g2", "e1"],
        rook: ["e1", "e2"],
        between: &["f2", "e2"],
        guarded: &["f2", "e2", "e1"],
        code: ["g2", "e1"],
        way: "2",
    },
];

const CASTLINGS_KNIGHTS_FRONT: [CastlingFacts; 4] = [
    CastlingFacts {
        right: 'K',
        king: ["g1", "h2"],
        rook: ["h1", "g1"],
        between: &["h2"],
        guarded: &["h2"],
        code: ["h1", "g1"],
        way: "1",
    },
    CastlingFacts {
        right: 'K',
        king: ["g1", "h1"],
        rook: ["h1", "h2"],
        between: &["h2"],
        guarded: &["h2", "h1"],
        code: ["g1", "h1"],
        way: "2",
    },
    CastlingFacts {
        right: 'Q',
        king: ["g1", "e2"],
        rook: ["e1", "g1"],
        between: &["f1", "e2"],
        guarded: &["f1", "e2"],
        code: ["e1", "g1"],
        way: "1",
    },
    CastlingFacts {
        right: 'Q',
        king: ["g1", "e1"],
        rook: ["e1", "e2"],
        between: &["f1", "e2"],
        guarded: &["f1", "e2", "e1"],
        code: ["g1", "e1"],
        way: "2",
    },
];

/// The facts of the set-up with the knights behind. Each side has four castlings, and many
/// positions are needed until each has been refused for each reason.
pub const FACTS_KNIGHTS_BEHIND: VariantFacts = VariantFacts {
    variant: "roundtable84",
    pieces: "QRRBBNNPPPP",
    castlings: &CASTLINGS_KNIGHTS_BEHIND,
    en_passant: Some('P'),
    double_files: 0,
    laps: "",
    promotions: "qrbn",
    endings: DRAWS,
    extent: Extent { artificial: 6000, crowded: 0, games: 3, endgames: 40, enough: 14_000 },
};

/// The facts of the set-up with the knights in front.
pub const FACTS_KNIGHTS_FRONT: VariantFacts = VariantFacts {
    variant: "roundtable84-knights-front",
    castlings: &CASTLINGS_KNIGHTS_FRONT,
    ..FACTS_KNIGHTS_BEHIND
};

/// The rules with one of the set-ups.
pub struct RoundTable {
    board: &'static Board,
    start: &'static str,
    castlings: Vec<Castling>,
}

impl RoundTable {
    /// Creates the rules with this set-up.
    pub fn new(setup: &Setup) -> RoundTable {
        let board = cirsquare::board();
        let castlings = castlings(board.grid(), setup);
        RoundTable { board, start: setup.start, castlings }
    }

    /// Returns start and end of the double step over `passed` by a pawn of `side`, if there is one.
    fn double_step(&self, passed: usize, side: usize) -> Option<[usize; 2]> {
        let behind = self.board.neighbours(passed, Joint::Side).into_iter();
        let mut behind = behind.filter(|&start| self.board.castle(start) == Some(side));
        let start = behind.find(|&start| self.board.ahead(start, side) == Some(passed))?;
        Some([start, self.board.ahead(passed, side)?])
    }

    /// Returns all moves of the pawn on `from`, legal or not.
    fn pseudo_pawn_moves(&self, s: &State, from: usize) -> Vec<PseudoMove> {
        let free = |cell: &usize| s.board[*cell].is_none();
        let mut all = Vec::new();
        if let Some(one) = self.board.ahead(from, s.side).filter(free) {
            all.extend(self.pawn_arrivals(s, from, one));
            let leap = self.double_step(one, s.side).filter(|[start, _]| *start == from);
            if let Some([_, two]) = leap.filter(|[_, end]| free(end)) {
                let mut t = duel::plain(self.board.grid(), s, from, two);
                t.after.passed = Some(one);
                all.push(t);
            }
        }
        for to in self.board.beside_ahead(from, s.side) {
            if s.board[to].is_some_and(|piece| piece.side != s.side) {
                all.extend(self.pawn_arrivals(s, from, to));
            } else if s.passed == Some(to) {
                let leap = self.double_step(to, duel::other(s.side));
                let [_, victim] = leap.expect("a pawn passed over this cell");
                let mut t = duel::plain(self.board.grid(), s, from, to);
                t.after.board[victim] = None;
                t.en_passant = true;
                all.push(t);
            }
        }
        all
    }

    /// Returns the moves of a pawn to a cell. In the enemy castle it promotes to a piece that its
    /// side has lost. If there is none, it stays a pawn for ever.
    fn pawn_arrivals(&self, s: &State, from: usize, to: usize) -> Vec<PseudoMove> {
        let plain = duel::plain(self.board.grid(), s, from, to);
        let lost = lost(&s.board, s.side);
        if self.board.castle(to) != Some(duel::other(s.side)) || lost.is_empty() {
            return vec![plain];
        }
        let promoted = |kind: char| {
            let name = format!("{}{}", plain.name, kind.to_ascii_lowercase());
            PseudoMove::new(name, s.after(from, to, kind))
        };
        lost.into_iter().map(promoted).collect()
    }
}

/// Returns the kinds of pieces that a side has lost.
pub fn lost(board: &[Option<Piece>], side: usize) -> Vec<char> {
    let alive =
        |kind: char| duel::pieces_of(board, side).filter(|(_, piece)| piece.kind == kind).count();
    let missing = SUPPLY.into_iter().filter(|&(kind, supply)| alive(kind) < supply);
    missing.map(|(kind, _)| kind).collect()
}

/// Returns both castlings of both wings of both sides. The king goes to the start of the bishop or
/// of the rook, and the rook to the start of the king or of the bishop.
fn castlings(grid: &Grid, setup: &Setup) -> Vec<Castling> {
    let mut all = Vec::new();
    for side in [WHITE, BLACK] {
        let home = |name: &str| {
            let (file, rank) = grid.place(grid.cell(name).expect("a cell of White's castle"));
            let rank = if side == WHITE { rank } else { grid.ranks() - 1 - rank };
            grid.at(file, rank).expect("the castles mirror each other")
        };
        let king = home(setup.king);
        for (right, bishop, rook, between) in
            [('K', "h2", "h1", vec!["h2"]), ('Q', "e2", "e1", vec![setup.queen, "e2"])]
        {
            let right = Piece { side, kind: right }.letter();
            let (bishop, rook) = (home(bishop), home(rook));
            let between: Vec<usize> = between.into_iter().map(home).collect();
            all.push(Castling {
                right,
                side,
                king: [king, bishop],
                rook: [rook, king],
                guarded: between.clone(),
                between: between.clone(),
                code: [rook, king],
            });
            all.push(Castling {
                right,
                side,
                king: [king, rook],
                rook: [rook, bishop],
                guarded: between.iter().copied().chain([rook]).collect(),
                between,
                code: [king, rook],
            });
        }
    }
    all
}

impl Duel for RoundTable {
    fn grid(&self) -> &Grid {
        self.board.grid()
    }

    fn array(&self) -> &'static str {
        self.start
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        let leap = |passed, side| self.double_step(passed, side);
        let s = fen::read(self.grid(), "KQRBNP", &self.castlings, leap, fen)?;
        let is_pawn = |cell: &usize| s.board[*cell].is_some_and(|piece| piece.kind == 'P');
        let behind = |cell| self.board.castle(cell).is_some() && !self.board.in_pawn_row(cell);
        if self.grid().cells().filter(is_pawn).any(behind) {
            return Err("a pawn behind the pawn row".into());
        }
        Ok(s)
    }

    fn write(&self, s: &State) -> String {
        fen::write(self.grid(), s)
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        let Some(piece) = board[from] else {
            return Vec::new();
        };
        match piece.kind {
            'P' => self.board.beside_ahead(from, piece.side),
            'N' => self.board.knight(from),
            'K' => [Joint::Side, Joint::Corner]
                .map(|joint| self.board.neighbours(from, joint))
                .concat(),
            kind => {
                let mut reached = Vec::new();
                let mut visit = |way: &[usize]| reached.extend(way.last());
                for &joint in cirsquare::joints(kind) {
                    self.board.slide(board, from, joint, LIMITS, &mut visit);
                }
                reached
            }
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let grid = self.grid();
        let mut all = castling::pseudo_moves(grid, &self.castlings, s, |_, cell| {
            duel::attacked(self, &s.board, cell, duel::other(s.side))
        });
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            if piece.kind == 'P' {
                all.extend(self.pseudo_pawn_moves(s, from));
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

    /// Returns whether a king in check crosses a castle wall, which it may not do even to capture.
    fn forbids(&self, s: &State, after: &State) -> bool {
        let king = Some(Piece { side: s.side, kind: 'K' });
        let cell = |s: &State| s.board.iter().position(|piece| *piece == king);
        let (Some(from), Some(to)) = (cell(s), cell(after)) else {
            return false;
        };
        self.board.crosses_wall(from, to) && duel::capturable(self, &s.board, s.side)
    }

    /// Returns whether the kings are alone, or only a knight or bishops on cells of one colour are
    /// left beside them. These pieces can never mate.
    fn insufficient(&self, s: &State) -> bool {
        let pieces = duel::non_kings(&s.board);
        let colour = |cell: usize| {
            let (file, rank) = self.grid().place(cell);
            (file + rank) % 2
        };
        match pieces[..] {
            [] | [(_, 'N')] => true,
            [(first, _), ..] => {
                pieces.iter().all(|&(cell, kind)| kind == 'B' && colour(cell) == colour(first))
            }
        }
    }
}
