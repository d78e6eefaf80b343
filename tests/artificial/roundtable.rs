//! Artificial positions of Round Table Chess, each around one of its rules.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::{CROWD, pool};
use crate::oracle::cirsquare::{self, Joint, LIMITS, Limits};
use crate::oracle::facts::VariantFacts;
use crate::oracle::{BLACK, Piece, State, WHITE};
use crate::support::Oracle;

/// The pieces of an army except king and pawns.
const ARMY: [char; 7] = ['Q', 'R', 'R', 'B', 'B', 'N', 'N'];
/// The most cells tried for a piece that attacks the target.
const AIMS: usize = 40;
/// The most neighbours of a cell at the edge.
const EDGE: usize = 5;

/// A position under construction.
struct Draft<'a> {
    oracle: &'a Oracle,
    facts: &'a VariantFacts,
    rng: &'a mut ChaCha8Rng,
    s: State,
}

/// Returns a position string with the pieces around one of the rules, and others placed at random;
/// often an impossible one.
pub fn artificial_fen(oracle: &Oracle, facts: &VariantFacts, rng: &mut ChaCha8Rng) -> String {
    let mut s = oracle.blank();
    s.side = rng.random_range(WHITE..=BLACK);
    let mut draft = Draft { oracle, facts, rng, s };
    let max = draft.set_up();
    draft.place_pieces(max);
    let Draft { rng, mut s, .. } = draft;
    s.halfmove = *[0, rng.random_range(0..100), 99].choose(rng).expect("three choices");
    s.fullmove = rng.random_range(1..300);
    oracle.rules.fen(&s)
}

impl Draft<'_> {
    /// Sets up one rule. Returns the number of further pieces that may be placed.
    fn set_up(&mut self) -> usize {
        match self.rng.random_range(0..12) {
            0..=2 => self.castlings(),
            3 => self.en_passant(),
            4 | 5 => self.edge(),
            6 | 7 => self.wall(),
            8 | 9 => self.line(),
            10 => self.pawns(),
            _ if self.rng.random() => CROWD,
            _ => CROWD / 3,
        }
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// Puts a piece on a cell if it is free and the piece may stand there.
    fn put(&mut self, cell: usize, side: usize, kind: char) {
        let board = cirsquare::board();
        let behind = board.castle(cell).is_some() && !board.in_pawn_row(cell);
        if kind != 'P' || !behind {
            self.s.board[cell].get_or_insert(Piece { side, kind });
        }
    }

    /// Returns a random cell that meets the condition.
    fn cell_where(&mut self, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let cells: Vec<usize> =
            cirsquare::board().grid().cells().filter(|&cell| wanted(cell)).collect();
        cells.choose(self.rng).copied()
    }

    /// Returns a random free cell.
    fn anywhere(&mut self) -> usize {
        let board = self.s.board.clone();
        self.cell_where(|cell| board[cell].is_none()).expect("the board is never full")
    }

    /// Puts a piece of this side where it attacks a cell.
    fn aim(&mut self, side: usize, target: usize) {
        let target = self.oracle.name(target);
        for _ in 0..AIMS {
            let (from, kind) = (self.anywhere(), *b"QRRBBNNP".choose(self.rng).expect("pieces"));
            self.put(from, side, char::from(kind));
            let name = self.oracle.name(from);
            if self.oracle.rules.captures_onto(&self.s, &target, side).contains(&name) {
                return;
            }
            self.s.board[from] = None;
        }
    }

    /// Places the missing kings and up to `max` more pieces at random.
    fn place_pieces(&mut self, max: usize) {
        let pool = pool(self.oracle, self.rng);
        for side in [WHITE, BLACK] {
            if !self.s.board.contains(&Some(Piece { side, kind: 'K' })) {
                let cell = self.anywhere();
                self.put(cell, side, 'K');
            }
        }
        let kinds: Vec<char> = self.facts.pieces.chars().collect();
        for _ in 0..self.rng.random_range(0..=max) {
            let cell = self.oracle.index(pool.choose(self.rng).expect("a pool has cells"));
            let kind = *kinds.choose(self.rng).expect("every variant has pieces");
            let side = self.rng.random_range(WHITE..=BLACK);
            self.put(cell, side, kind);
        }
    }

    /// Puts kings and rooks at home, and pieces that attack one of the cells that matter for
    /// castling.
    fn castlings(&mut self) -> usize {
        for side in [WHITE, BLACK] {
            let home = |oracle: &Oracle, name| oracle.index(&oracle.mirrored(name, side));
            self.put(home(self.oracle, self.facts.castlings[0].king[0]), side, 'K');
            for wing in self.facts.castlings.iter().filter(|wing| wing.way == "1") {
                if self.chance(0.8) {
                    self.put(home(self.oracle, wing.rook[0]), side, 'R');
                    let black = side == BLACK;
                    let right = if black { wing.right.to_ascii_lowercase() } else { wing.right };
                    let kept = self.chance(0.9);
                    self.s.rights.extend(kept.then_some(right));
                }
            }
            let wing = self.facts.castlings.choose(self.rng).expect("there are castlings");
            let shield = self.rng.random_range(0.0..=1.0);
            for name in ["e3", "f3", "g3", "h3"] {
                if self.chance(shield) {
                    self.put(home(self.oracle, name), side, 'P');
                }
            }
            let targets = [wing.guarded, &[wing.king[0], wing.rook[0]]].concat();
            if self.chance(0.25) {
                let cell = home(self.oracle, wing.between.choose(self.rng).expect("cells between"));
                self.put(cell, side, 'B');
            }
            if self.chance(0.75) {
                let first = self.chance(0.3);
                let target = if first { targets.first() } else { targets.choose(self.rng) };
                let target = target.expect("cells are guarded");
                self.aim(1 - side, home(self.oracle, target));
            }
        }
        CROWD / 4
    }

    /// Puts a pawn before its double step, pieces that could capture it, and often the capturer's
    /// king and a rook in their row.
    fn en_passant(&mut self) -> usize {
        let board = cirsquare::board();
        let side = self.s.side;
        let start =
            self.cell_where(|cell| board.castle(cell) == Some(side) && board.in_pawn_row(cell));
        let start = start.expect("there is a pawn row");
        let passed = board.ahead(start, side).expect("a pawn row leads out");
        self.put(start, side, 'P');
        let captors: Vec<usize> = board
            .grid()
            .cells()
            .filter(|&cell| board.beside_ahead(cell, 1 - side).contains(&passed))
            .collect();
        let captor = *captors.choose(self.rng).expect("somebody could capture there");
        self.put(captor, 1 - side, 'P');
        if self.chance(0.2) {
            for &captor in &captors {
                self.put(captor, 1 - side, 'P');
            }
        }
        let end = board.ahead(passed, side).expect("the double step has an end");
        let idea = self.rng.random_range(0..3);
        if idea == 0 {
            let row = board.grid().place(end).1;
            let files = [captor, end].map(|cell| board.grid().place(cell).0);
            let (first, last) = (files[0].min(files[1]), files[0].max(files[1]));
            let beyond = |file: i32, left: bool| if left { file < first } else { file > last };
            let left = self.chance(0.5);
            for (left, side, kind) in [(left, 1 - side, 'K'), (!left, side, 'R')] {
                let cell = self.cell_where(|cell| {
                    let (file, rank) = board.grid().place(cell);
                    rank == row && beyond(file, left)
                });
                if let Some(cell) = cell {
                    self.put(cell, side, kind);
                }
            }
        } else if idea == 1 {
            // The double step itself gives check.
            let target = board.beside_ahead(end, side);
            if let Some(&king) = target.choose(self.rng) {
                self.put(king, 1 - side, 'K');
            }
        }
        CROWD / 4
    }

    /// Puts the mover's king at the edge with few pieces, which may leave it no move.
    fn edge(&mut self) -> usize {
        let board = cirsquare::board();
        let neighbours = |cell: usize| {
            [Joint::Side, Joint::Corner].map(|joint| board.neighbours(cell, joint).len())
        };
        let side = self.s.side;
        let king = self.cell_where(|cell| neighbours(cell).iter().sum::<usize>() <= EDGE);
        self.put(king.expect("the board has an edge"), side, 'K');
        for kind in ['K', *['Q', 'R'].choose(self.rng).expect("two kinds")] {
            let cell = self.anywhere();
            self.put(cell, 1 - side, kind);
        }
        for _ in 0..self.rng.random_range(0..=2) {
            self.frozen(side);
        }
        self.rng.random_range(0..=1)
    }

    /// Puts a pawn of this side in the enemy castle.
    fn frozen(&mut self, side: usize) {
        let board = cirsquare::board();
        let cell =
            self.cell_where(|cell| board.castle(cell) == Some(1 - side) && board.in_pawn_row(cell));
        self.put(cell.expect("there is a pawn row"), side, 'P');
    }

    /// Puts the mover's king in check beside a wall, with pieces on some cells on its own side of
    /// it.
    fn wall(&mut self) -> usize {
        let board = cirsquare::board();
        let side = self.s.side;
        let around = |cell: usize| {
            [Joint::Side, Joint::Corner].map(|joint| board.neighbours(cell, joint)).concat()
        };
        let beyond = |cell: usize| around(cell).iter().any(|&to| board.crosses_wall(cell, to));
        let king = self.cell_where(beyond).expect("there are walls");
        self.put(king, side, 'K');
        let taken = self.rng.random_range(0.0..=1.0);
        for cell in around(king) {
            let across = board.crosses_wall(king, cell);
            if self.chance(if across { 0.15 } else { taken }) {
                let side = if across && self.chance(0.6) { 1 - side } else { side };
                let piece = *b"PPPBNR".choose(self.rng).expect("pieces");
                self.put(cell, side, char::from(piece));
            }
        }
        if self.chance(0.2) {
            // The other king guards cells beyond the wall.
            let far = around(king).into_iter().flat_map(around).collect::<Vec<_>>();
            let cell = *far.choose(self.rng).expect("every cell has neighbours");
            if !around(king).contains(&cell) {
                self.put(cell, 1 - side, 'K');
            }
        }
        for _ in 0..self.rng.random_range(0..=2) {
            self.aim(1 - side, king);
        }
        self.rng.random_range(0..=6)
    }

    /// Puts the mover's king at the end of a line through a triangle, over a diamond or too far for
    /// the limits, sometimes with a piece between.
    fn line(&mut self) -> usize {
        let board = cirsquare::board();
        let side = self.s.side;
        let kind = *['R', 'B', 'Q'].choose(self.rng).expect("three kinds");
        let from = self.anywhere();
        let over = usize::from(self.chance(0.3));
        let limits =
            Limits { triangles: LIMITS.triangles + over, diamonds: LIMITS.diamonds + over };
        let mut ways: Vec<Vec<usize>> = Vec::new();
        for &joint in cirsquare::joints(kind) {
            let empty = vec![None; self.s.board.len()];
            board.slide(&empty, from, joint, limits, &mut |way| ways.push(way.to_vec()));
        }
        let double =
            |way: &&Vec<usize>| ways.iter().filter(|other| other.last() == way.last()).count() > 1;
        let special = |way: &&Vec<usize>| {
            let diamond = way.windows(2).any(|pair| board.is_diamond(pair[0], pair[1]));
            diamond || way.iter().any(|&cell| board.is_triangle(cell))
        };
        let doubles: Vec<&Vec<usize>> = ways.iter().filter(double).collect();
        let specials: Vec<&Vec<usize>> = ways.iter().filter(special).collect();
        let first = if self.rng.random() { &doubles } else { &specials };
        let Some(way) = first.choose(self.rng).or_else(|| specials.choose(self.rng)) else {
            return CROWD;
        };
        let (end, between) = way.split_last().expect("a way has cells");
        self.put(from, 1 - side, kind);
        self.put(*end, side, 'K');
        if self.chance(0.5)
            && let Some(&cell) = between.choose(self.rng)
        {
            let kind = *b"QRBNPP".choose(self.rng).expect("pieces");
            self.put(cell, side, char::from(kind));
        }
        for _ in 0..self.rng.random_range(0..=3) {
            let cell = self.anywhere();
            let kind = *b"QRBN".choose(self.rng).expect("pieces");
            self.put(cell, side, char::from(kind));
        }
        self.rng.random_range(0..=4)
    }

    /// Puts the mover's pawns before the enemy castle or at home, with pieces to capture, and an
    /// army that has lost much or nothing.
    fn pawns(&mut self) -> usize {
        let board = cirsquare::board();
        let side = self.s.side;
        let near = |cell: usize| {
            let ahead =
                [board.ahead(cell, side).into_iter().collect(), board.beside_ahead(cell, side)];
            let enemy = |to: &usize| board.castle(*to) == Some(1 - side);
            board.castle(cell).is_none() && ahead.concat().iter().any(enemy)
        };
        let home = |cell: usize| board.castle(cell) == Some(side) && board.in_pawn_row(cell);
        for _ in 0..self.rng.random_range(1..=3) {
            let cell = if self.chance(0.7) { self.cell_where(near) } else { self.cell_where(home) };
            let cell = cell.expect("a castle has a wall");
            self.put(cell, side, 'P');
            for target in board.beside_ahead(cell, side) {
                if self.chance(0.4) {
                    let kind = *b"QRBN".choose(self.rng).expect("pieces");
                    self.put(target, 1 - side, char::from(kind));
                }
            }
        }
        let kept = *[1.0, 1.0, 0.9, 0.7, 0.4].choose(self.rng).expect("five choices");
        for kind in ARMY {
            if self.chance(kept) {
                let cell = self.anywhere();
                self.put(cell, side, kind);
            }
        }
        for side in [WHITE, BLACK] {
            if self.chance(0.3) {
                self.frozen(side);
            }
        }
        self.rng.random_range(0..=3)
    }
}
