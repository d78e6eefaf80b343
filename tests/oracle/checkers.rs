//! The Ordinary Variant with its Checkers, from docs/rules/ordinary.md.
//!
//! The pieces other than the Checker are those of [`Ordinary`]. Every series of jumps is walked in
//! full. The duties to capture Checkers are in [`super::duties`].

use std::collections::BTreeMap;

use super::castling::{self, Castling};
use super::duel::{self, Duel, Try};
use super::grid::Grid;
use super::ordinary::{MEN, Ordinary};
use super::series::{CHECKER, Jump, Ride, Series, Stop};
use super::square::{self, QUEEN};
use super::{Attempt, BLACK, Game, Outcome, Piece, State, WHITE, fen};

const START: &str = "rnbtqmlktbnr/pppppppppppp/1c2c2c2c1/12/12/12/12/1C2C2C2C1/PPPPPPPPPPPP/\
                     RNBTQMLKTBNR w KQkq - 0 1";

/// The rules.
pub struct Checkers {
    pieces: Ordinary,
}

/// A move that a piece can make; two paths of a Checker that do the same are one move.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Its canonical text.
    pub name: String,
    /// What moves.
    pub kind: char,
    /// The position after it.
    pub after: State,
    /// Whether its canonical path captures en passant.
    pub en_passant: bool,
    /// The cells of the pieces it captures, in order.
    pub taken: Vec<usize>,
    /// For a Checker that jumps: all series that make up this move, the canonical one first.
    pub paths: Vec<Series>,
    /// Whether the king is safe after it.
    pub safe: bool,
    /// Whether the king is safe after it and no duty forbids it.
    pub legal: bool,
}

impl Checkers {
    /// The rules.
    pub fn new() -> Checkers {
        Checkers { pieces: Ordinary::new() }
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        self.pieces.grid()
    }

    /// The jumps of the shortest series by which the Checker on `from` could capture the piece on
    /// `target`; `passed` is its side's right to capture en passant (C8).
    pub fn threat(
        &self,
        board: &[Option<Piece>],
        passed: Option<usize>,
        from: usize,
        target: usize,
    ) -> Option<Vec<Jump>> {
        let ride = Ride::new(self.grid(), board, from, passed);
        ride.shortest(|jump| jump.captured == Some(target))
    }

    /// The pieces of `by` that could capture an enemy piece on `target`.
    pub fn captors(
        &self,
        board: &[Option<Piece>],
        passed: Option<usize>,
        target: usize,
        by: usize,
    ) -> Vec<usize> {
        let captures = |from: usize, piece: Piece| match piece.kind {
            CHECKER => self.threat(board, passed, from, target).is_some(),
            _ => self.pieces.strikes(board, from).contains(&target),
        };
        let pieces = duel::pieces_of(board, by).filter(|&(from, piece)| captures(from, piece));
        pieces.map(|(from, _)| from).collect()
    }

    /// Whether the king of `side` could be captured, the enemy having the right `passed`.
    fn capturable(&self, board: &[Option<Piece>], passed: Option<usize>, side: usize) -> bool {
        let king = board.iter().position(|piece| *piece == Some(Piece { side, kind: 'K' }));
        king.is_some_and(|king| !self.captors(board, passed, king, duel::other(side)).is_empty())
    }

    /// Whether the king of the side that has just moved could be captured.
    fn exposes_king(&self, after: &State) -> bool {
        self.capturable(&after.board, after.passed, duel::other(after.side))
    }

    /// Whether the enemy could take the king if it stood on `cell`, its home being empty (K2).
    pub fn catches(&self, s: &State, castling: &Castling, cell: usize) -> bool {
        let mut board = s.board.clone();
        let king = board[castling.king[0]].take();
        board[cell] = king;
        self.capturable(&board, None, s.side)
    }

    /// The castlings of both sides.
    pub fn castlings(&self) -> &[Castling] {
        &self.pieces.castlings
    }

    /// The position after a series that ends here.
    fn landed(&self, s: &State, ride: &Ride) -> State {
        let mut after = s.after(ride.from, ride.at(), CHECKER);
        for cell in ride.captured() {
            after.board[cell] = None;
            after.halfmove = 0;
        }
        castling::forfeit(&self.pieces.castlings, &mut after);
        after
    }

    /// All complete series that begin like this one and obey C5, with a safe king or not.
    fn completions(&self, s: &State, ride: &Ride) -> Vec<Series> {
        let begun = !ride.jumps.is_empty();
        let (mut onto_checkers, mut others) = (Vec::new(), Vec::new());
        if begun {
            let after = self.landed(s, ride);
            let safe = !self.exposes_king(&after);
            let (path, jumps) = (ride.path(), ride.jumps.clone());
            others.push(Series { path, jumps, stops: Vec::new(), after, safe });
        }
        for jump in ride.next_jumps() {
            let found = self.completions(s, &ride.and(jump));
            if begun && ride.takes_checker(&jump) {
                onto_checkers.extend(found);
            } else {
                others.extend(found);
            }
        }
        let any_safe = |all: &[Series]| all.iter().any(|series| series.safe);
        let bound = any_safe(&onto_checkers);
        let stop = match bound {
            true if any_safe(&others) => Stop::Bound,
            false if !onto_checkers.is_empty() => Stop::Void,
            _ => Stop::Free,
        };
        let mut all = onto_checkers;
        if !bound {
            all.extend(others);
        }
        for series in all.iter_mut().filter(|_| begun) {
            series.stops.insert(0, stop);
        }
        all
    }

    /// The moves by jumps of the Checker on `from`.
    fn series(&self, s: &State, from: usize) -> Vec<Ply> {
        let ride = Ride::new(self.grid(), &s.board, from, s.passed);
        let mut moves: BTreeMap<_, Vec<Series>> = BTreeMap::new();
        for series in self.completions(s, &ride) {
            let to = series.path.last().copied();
            moves.entry((to, taken(s, &series.after))).or_default().push(series);
        }
        let ply = |(_, taken): (Option<usize>, Vec<usize>), mut paths: Vec<Series>| {
            paths.sort_by(|a, b| (a.path.len(), &a.path).cmp(&(b.path.len(), &b.path)));
            let Series { after, safe, jumps, path, .. } = paths[0].clone();
            let en_passant = jumps.iter().any(|jump| jump.en_passant);
            let (name, kind, legal) = (self.text(&path), CHECKER, safe);
            Ply { name, kind, after, en_passant, taken, paths, safe, legal }
        };
        moves.into_iter().map(|(identity, paths)| ply(identity, paths)).collect()
    }

    fn text(&self, path: &[usize]) -> String {
        path.iter().map(|&cell| self.grid().name(cell)).collect()
    }

    /// A Checker's steps (C1).
    fn steps(&self, s: &State, from: usize) -> Vec<Try> {
        let grid = self.grid();
        let cells = square::leaps(grid, from, &QUEEN).into_iter();
        let free = cells.filter(|&to| s.board[to].is_none());
        free.map(|to| duel::plain(grid, s, from, to)).collect()
    }

    /// All moves that the pieces can make; legal are those with a safe king.
    pub fn plies(&self, s: &State) -> Vec<Ply> {
        let (mut tries, mut all): (Vec<(char, Try)>, Vec<Ply>) = (Vec::new(), Vec::new());
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            let of_piece = if piece.kind == CHECKER {
                all.extend(self.series(s, from));
                self.steps(s, from)
            } else {
                self.pieces.piece_tries(s, from, piece.kind)
            };
            tries.extend(of_piece.into_iter().map(|t| (piece.kind, t)));
        }
        let castlings = &self.pieces.castlings;
        let castled = castling::tries(self.grid(), castlings, s, |castling, cell| {
            self.catches(s, castling, cell)
        });
        tries.extend(castled.into_iter().map(|t| ('K', t)));
        all.extend(tries.into_iter().map(|(kind, Try { name, mut after, en_passant })| {
            castling::forfeit(castlings, &mut after);
            let safe = !self.exposes_king(&after);
            let (taken, paths, legal) = (taken(s, &after), Vec::new(), safe);
            Ply { name, kind, after, en_passant, taken, paths, safe, legal }
        }));
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// All texts that stand for a legal move, each with the canonical one of that move.
    ///
    /// The friendly jumps of a series never come back to a square.
    pub fn paths(&self, s: &State) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for ply in self.judge(s).plies.into_iter().filter(|ply| ply.legal) {
            all.extend(ply.paths.iter().map(|series| (self.text(&series.path), ply.name.clone())));
            if ply.paths.is_empty() {
                all.push((ply.name.clone(), ply.name));
            }
        }
        all
    }

    /// The passed cell, if a capture over it exists, king safety and C5 left aside (N4).
    pub fn passed(&self, s: &State) -> Option<usize> {
        let grid = self.grid();
        let over = |passed: usize| {
            duel::pieces_of(&s.board, s.side).any(|(from, piece)| match piece.kind {
                'P' => square::pawn_strikes(grid, from, s.side).contains(&passed),
                CHECKER => {
                    let ride = Ride::new(grid, &s.board, from, s.passed);
                    ride.shortest(|jump| jump.en_passant).is_some()
                }
                _ => false,
            })
        };
        s.passed.filter(|&passed| over(passed))
    }
}

/// The cells of the enemy pieces that a move has captured.
fn taken(s: &State, after: &State) -> Vec<usize> {
    let gone = |&(cell, piece): &(usize, Piece)| after.board[cell] != Some(piece);
    duel::pieces_of(&s.board, duel::other(s.side)).filter(gone).map(|(cell, _)| cell).collect()
}

impl Game for Checkers {
    fn start(&self) -> &str {
        START
    }

    fn parse(&self, fen: &str) -> Result<State, String> {
        let s = self.pieces.read_pieces(fen, &format!("{MEN}{CHECKER}"))?;
        for side in [WHITE, BLACK] {
            let king = Some(Piece { side, kind: 'K' });
            if s.board.iter().filter(|piece| **piece == king).count() != 1 {
                return Err("each side needs exactly one king".into());
            }
        }
        if self.exposes_king(&s) {
            return Err("the side to move could capture the king".into());
        }
        Ok(s)
    }

    fn fen(&self, s: &State) -> String {
        fen::write(self.grid(), s)
    }

    fn moves(&self, s: &State) -> Vec<String> {
        let legal = self.judge(s).plies.into_iter().filter(|ply| ply.legal);
        legal.map(|ply| ply.name).collect()
    }

    fn attempts(&self, s: &State) -> Vec<Attempt> {
        let attempt = |ply: Ply| Attempt {
            name: ply.name,
            after: ply.after,
            en_passant: ply.en_passant,
            legal: ply.legal,
            forbidden_by_duty: ply.safe && !ply.legal,
        };
        self.judge(s).plies.into_iter().map(attempt).collect()
    }

    fn play(&self, s: &State, mv: &str) -> State {
        let found = self.judge(s).plies.into_iter().find(|ply| ply.name == mv && ply.legal);
        found.unwrap_or_else(|| panic!("no legal move {mv} in {}", self.fen(s))).after
    }

    fn checked(&self, s: &State) -> bool {
        self.capturable(&s.board, None, s.side)
    }

    fn captures_onto(&self, s: &State, cell: &str, side: usize) -> Vec<String> {
        let grid = self.grid();
        let cell = grid.cell(cell).expect("the cell is on the board");
        let mut board = s.board.clone();
        board[cell] = Some(Piece { side: duel::other(side), kind: 'M' });
        let captors = self.captors(&board, None, cell, side).into_iter();
        let mut names: Vec<String> = captors.map(|from| grid.name(from).to_string()).collect();
        names.sort();
        names
    }

    fn outcome(&self, line: &[State]) -> Option<Outcome> {
        let now = line.last()?;
        let scoring = self.pieces.scoring();
        if self.moves(now).is_empty() {
            return Some(duel::without_moves(now.side, self.checked(now), &scoring));
        }
        if self.pieces.insufficient(now) {
            return Some(Outcome { reason: "insufficient-material", points: [50, 50] });
        }
        duel::drawn(line, &scoring, |s| self.passed(s), |s| self.checked(s))
    }

    fn cells(&self) -> Vec<String> {
        let grid = self.grid();
        grid.cells().map(|cell| grid.name(cell).to_string()).collect()
    }
}
