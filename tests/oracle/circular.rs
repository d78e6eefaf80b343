//! Circular Chess on 70, 68 or 66 spaces: a disc whose files run through the centre.

use super::castling::{self, Castling, Wing};
use super::duel::{self, Duel, PseudoMove};
use super::facts::{CastlingFacts, DRAWS, USUAL, VariantFacts, home_rank_castlings};
use super::grid::Grid;
use super::{Piece, State, WHITE, fen};

/// The number of sectors; sector 0 is at White's left, and they run counter-clockwise.
const SECTORS: i32 = 18;
/// Half the circle: each diameter is a file.
const FILES: i32 = 9;
/// The innermost circle; circle 0 is the rim.
const INNERMOST: i32 = 3;
/// The circle on which pawns start.
const PAWNS: i32 = 1;
/// The file without home sectors, at both sides of the board.
const SIDE_FILE: i32 = 8;

/// The kinds to which a pawn may promote.
const PROMOTIONS: &str = "QRBN";

/// A direction: sectors counter-clockwise, and circles inward.
type Heading = (i32, i32);

const FILE_WAYS: [Heading; 2] = [(0, 1), (0, -1)];
const RANK_WAYS: [Heading; 2] = [(1, 0), (-1, 0)];
const ROOK: [Heading; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP: [Heading; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

const CASTLINGS: [CastlingFacts; 2] = home_rank_castlings(&["b1", "c1", "d1"]);

/// Returns the facts of the game on one of the boards.
pub const fn facts(variant: &'static str) -> VariantFacts {
    VariantFacts {
        variant,
        pieces: "QRRBBNNPPXXX",
        castlings: &CASTLINGS,
        en_passant: Some('X'),
        double_files: 8,
        laps: "",
        promotions: "qrbn",
        endings: DRAWS,
        extent: USUAL,
    }
}

/// One of the three boards.
pub struct Setup {
    /// The ranks, last one first, with `*` for voids.
    rows: [&'static str; 8],
    start: &'static str,
}

/// The board with 70 spaces.
pub const SPACES_70: Setup = Setup {
    rows: [
        "........*",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "........*",
    ],
    start: "rnbqkbnr*/pppppppp1/9/9/9/9/PPPPPPPP1/RNBQKBNR* w KQkq - 0 1",
};

/// The board with 68 spaces.
pub const SPACES_68: Setup = Setup {
    rows: [
        "........*",
        "........*",
        ".........",
        ".........",
        ".........",
        ".........",
        "........*",
        "........*",
    ],
    start: "rnbqkbnr*/pppppppp*/9/9/9/9/PPPPPPPP*/RNBQKBNR* w KQkq - 0 1",
};

/// The board with 66 spaces.
pub const SPACES_66: Setup = Setup {
    rows: [
        "........*",
        "........*",
        "........*",
        ".........",
        ".........",
        "........*",
        "........*",
        "........*",
    ],
    start: "rnbqkbnr*/pppppppp*/8*/9/9/8*/PPPPPPPP*/RNBQKBNR* w KQkq - 0 1",
};

/// The rules on one of the boards.
pub struct Circular {
    grid: Grid,
    start: &'static str,
    castlings: Vec<Castling>,
}

impl Circular {
    /// Creates the rules on this board.
    pub fn new(setup: &Setup) -> Circular {
        let grid = Grid::drawn(&setup.rows);
        // The enemy may attack no space between king and rook, not even b1.
        let wings = [
            Wing { right: 'K', king: [4, 6], rook: [7, 5], guarded: &[5, 6] },
            Wing { right: 'Q', king: [4, 2], rook: [0, 3], guarded: &[3, 2, 1] },
        ];
        let castlings = castling::both_sides(&grid, &wings);
        Circular { grid, start: setup.start, castlings }
    }

    /// Returns sector and circle of a space.
    fn polar(&self, cell: usize) -> (i32, i32) {
        let (file, rank) = self.grid.place(cell);
        if rank <= INNERMOST { (file, rank) } else { (file + FILES, self.grid.ranks() - 1 - rank) }
    }

    /// Returns the space in a sector, counted round and round, and on a circle.
    fn space(&self, sector: i32, circle: i32) -> Option<usize> {
        let sector = sector.rem_euclid(SECTORS);
        if sector < FILES {
            self.grid.at(sector, circle)
        } else {
            self.grid.at(sector - FILES, self.grid.ranks() - 1 - circle)
        }
    }

    /// Returns one step, and the heading after it. A step inward from the innermost circle leads
    /// across the centre and then outward, turning the same way as before.
    fn step(&self, from: usize, (turn, inward): Heading) -> Option<(usize, Heading)> {
        let (sector, circle) = self.polar(from);
        if inward == 1 && circle == INNERMOST {
            let opposite = self.space(sector + FILES + turn, INNERMOST)?;
            return Some((opposite, (turn, -1)));
        }
        let next = self.space(sector + turn, circle + inward)?;
        Some((next, (turn, inward)))
    }

    /// Returns the spaces one step away.
    fn leaps(&self, from: usize, headings: &[Heading]) -> Vec<usize> {
        headings.iter().filter_map(|&heading| self.step(from, heading)).map(|(to, _)| to).collect()
    }

    /// Returns the spaces that a slider reaches: the free ones, and the first piece on each line. A
    /// line round a circle ends before the space where it began.
    fn slides(&self, board: &[Option<Piece>], from: usize, headings: &[Heading]) -> Vec<usize> {
        let mut reached = Vec::new();
        for &heading in headings {
            let mut at = (from, heading);
            while let Some(next) = self.step(at.0, at.1).filter(|next| next.0 != from) {
                reached.push(next.0);
                if board[next.0].is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    /// Returns the spaces that a knight reaches: two steps along rank or file, then one along the
    /// other. Every space of that path must exist.
    fn knight(&self, from: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        for (long, short) in [(RANK_WAYS, FILE_WAYS), (FILE_WAYS, RANK_WAYS)] {
            for heading in long {
                let first = self.step(from, heading);
                let second = first.and_then(|(at, heading)| self.step(at, heading));
                if let Some((corner, _)) = second {
                    reached.extend(self.leaps(corner, &short));
                }
            }
        }
        reached
    }

    /// Returns whether a space lies in a home sector of this side.
    fn home(&self, cell: usize, side: usize) -> bool {
        let (sector, _) = self.polar(cell);
        sector % FILES != SIDE_FILE && (sector < FILES) == (side == WHITE)
    }

    /// Returns start and end of the double step over `passed` by a pawn of `side`, if there is one.
    fn double_step(&self, passed: usize, side: usize) -> Option<[usize; 2]> {
        let (sector, circle) = self.polar(passed);
        if circle != PAWNS + 1 || !self.home(passed, side) {
            return None;
        }
        Some([self.space(sector, circle - 1)?, self.space(sector, circle + 1)?])
    }

    /// Returns the forward direction of a pawn: inward until it has crossed the centre, then
    /// outward.
    fn inward(kind: char) -> i32 {
        if kind == 'P' { 1 } else { -1 }
    }

    /// Returns the two spaces that a pawn attacks.
    fn pawn_attacks(&self, from: usize, kind: char) -> Vec<usize> {
        let inward = Circular::inward(kind);
        self.leaps(from, &[(-1, inward), (1, inward)])
    }

    /// Returns all moves of the pawn of this kind on `from`, legal or not.
    fn pseudo_pawn_moves(&self, s: &State, from: usize, kind: char) -> Vec<PseudoMove> {
        let free = |cell: &usize| s.board[*cell].is_none();
        let straight = (0, Circular::inward(kind));
        let mut all = Vec::new();
        if let Some((one, _)) = self.step(from, straight).filter(|(to, _)| free(to)) {
            all.extend(self.pawn_arrivals(s, from, one, kind));
            let leap = self.double_step(one, s.side);
            let leap = leap.filter(|[start, _]| kind == 'P' && *start == from);
            if let Some([_, two]) = leap.filter(|[_, end]| free(end)) {
                let mut t = duel::plain(&self.grid, s, from, two);
                t.after.passed = Some(one);
                all.push(t);
            }
        }
        for to in self.pawn_attacks(from, kind) {
            if s.board[to].is_some_and(|piece| piece.side != s.side) {
                all.extend(self.pawn_arrivals(s, from, to, kind));
            } else if s.passed == Some(to) && kind == 'X' {
                // The capturing pawn has crossed the centre, and so comes from the innermost
                // circle.
                let leap = self.double_step(to, duel::other(s.side));
                let [_, victim] = leap.expect("a pawn passed over this space");
                for mut t in self.pawn_arrivals(s, from, to, kind) {
                    t.after.board[victim] = None;
                    t.en_passant = true;
                    all.push(t);
                }
            }
        }
        all
    }

    /// Returns the moves of a pawn to a space: the pawn is a crossed one if it was so before or
    /// crosses the centre now, and it promotes on the rim.
    fn pawn_arrivals(&self, s: &State, from: usize, to: usize, kind: char) -> Vec<PseudoMove> {
        let path = format!("{}{}", self.grid.name(from), self.grid.name(to));
        let crosses = self.polar(from).1 == INNERMOST;
        if kind == 'P' && !crosses {
            return vec![PseudoMove::new(path, s.after(from, to, 'P'))];
        }
        if self.polar(to).1 > 0 {
            return vec![PseudoMove::new(path, s.after(from, to, 'X'))];
        }
        let promoted = |kind: char| {
            let name = format!("{path}{}", kind.to_ascii_lowercase());
            PseudoMove::new(name, s.after(from, to, kind))
        };
        PROMOTIONS.chars().map(promoted).collect()
    }
}

impl Duel for Circular {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn array(&self) -> &'static str {
        self.start
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        let leap = |passed, side| self.double_step(passed, side);
        let s = fen::read(&self.grid, "KQRBNPX", &self.castlings, leap, fen)?;
        let pawn =
            |cell: &usize| s.board[*cell].is_some_and(|piece| matches!(piece.kind, 'P' | 'X'));
        if self.grid.cells().filter(pawn).any(|cell| self.polar(cell).1 == 0) {
            return Err("a pawn on the rim".into());
        }
        Ok(s)
    }

    fn write(&self, s: &State) -> String {
        fen::write(&self.grid, s)
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        let Some(piece) = board[from] else {
            return Vec::new();
        };
        match piece.kind {
            'P' | 'X' => self.pawn_attacks(from, piece.kind),
            'N' => self.knight(from),
            'K' => [self.leaps(from, &ROOK), self.leaps(from, &BISHOP)].concat(),
            'R' => self.slides(board, from, &ROOK),
            'B' => self.slides(board, from, &BISHOP),
            'Q' => [self.slides(board, from, &ROOK), self.slides(board, from, &BISHOP)].concat(),
            kind => unreachable!("no piece {kind}"),
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let grid = &self.grid;
        let mut all = castling::pseudo_moves(grid, &self.castlings, s, |_, cell| {
            duel::attacked(self, &s.board, cell, duel::other(s.side))
        });
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            if matches!(piece.kind, 'P' | 'X') {
                all.extend(self.pseudo_pawn_moves(s, from, piece.kind));
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
    /// colour. An enumeration of all positions on the three boards found no mate with these pieces.
    fn insufficient(&self, s: &State) -> bool {
        let colour = |cell: usize| {
            let (sector, circle) = self.polar(cell);
            (sector + circle) % 2
        };
        match &duel::non_kings(&s.board)[..] {
            [] | [(_, 'N' | 'B')] => true,
            pieces @ [(first, _), ..] => {
                pieces.iter().all(|(cell, kind)| *kind == 'B' && colour(*cell) == colour(*first))
            }
        }
    }
}
