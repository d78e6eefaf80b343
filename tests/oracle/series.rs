//! The jumps of a draughtsman, and the series that they make up (docs/rules/ordinary.md 3).

use std::collections::{HashSet, VecDeque};

use super::grid::Grid;
use super::square::{self, QUEEN};
use super::{Piece, State, duel};

/// The letter of a draughtsman.
pub const DRAUGHTSMAN: char = 'C';

/// One jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// The target.
    pub to: usize,
    /// The cell of the captured piece; `None` if the draughtsman jumps over an own piece.
    pub captured: Option<usize>,
    /// Whether it captures en passant.
    pub en_passant: bool,
}

/// The rule that holds on a square after a jump of a series (C5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The series may end or go on.
    Free,
    /// The next jump must capture a draughtsman, though another continuation would leave the king
    /// safe too.
    Bound,
    /// A next jump could capture a draughtsman, but never with a safe king: there is no duty.
    Void,
}

/// A complete series.
#[derive(Clone, Debug)]
pub struct Series {
    /// All squares, with the first and the last.
    pub path: Vec<usize>,
    /// The jumps from each to the next.
    pub jumps: Vec<Jump>,
    /// The rule that held after each jump.
    pub stops: Vec<Stop>,
    /// The position after it.
    pub after: State,
    /// Whether the king is safe after it.
    pub safe: bool,
}

/// The beginning of a series; the draughtsman that jumps is lifted off the board.
#[derive(Clone)]
pub struct SeriesSoFar<'a> {
    grid: &'a Grid,
    board: Vec<Option<Piece>>,
    side: usize,
    passed: Option<usize>,
    /// The start square.
    pub from: usize,
    /// Its jumps so far.
    pub jumps: Vec<Jump>,
}

impl<'a> SeriesSoFar<'a> {
    /// Returns the draughtsman on `from` before its first jump; `passed` is its side's right to
    /// capture en passant.
    pub fn new(
        grid: &'a Grid,
        board: &[Option<Piece>],
        from: usize,
        passed: Option<usize>,
    ) -> SeriesSoFar<'a> {
        let mut board = board.to_vec();
        let side = board[from].take().expect("a draughtsman stands there").side;
        SeriesSoFar { grid, board, side, passed, from, jumps: Vec::new() }
    }

    /// Returns the draughtsman's current cell.
    pub fn at(&self) -> usize {
        self.jumps.last().map_or(self.from, |jump| jump.to)
    }

    /// Returns all squares that it has visited, in order.
    pub fn path(&self) -> Vec<usize> {
        [self.from].into_iter().chain(self.jumps.iter().map(|jump| jump.to)).collect()
    }

    /// Returns the cells of the captured pieces, sorted.
    pub fn captured(&self) -> Vec<usize> {
        let mut cells: Vec<usize> = self.jumps.iter().filter_map(|jump| jump.captured).collect();
        cells.sort_unstable();
        cells
    }

    /// Returns whether this jump captures a draughtsman.
    pub fn takes_draughtsman(&self, jump: &Jump) -> bool {
        let piece = jump.captured.and_then(|cell| self.board[cell]);
        piece.is_some_and(|piece| piece.kind == DRAUGHTSMAN)
    }

    /// Returns the jumps that it can make next; C5 does not count.
    pub fn next_jumps(&self) -> Vec<Jump> {
        QUEEN.iter().filter_map(|&step| self.jump(step)).collect()
    }

    fn jump(&self, step: (i32, i32)) -> Option<Jump> {
        let over = self.grid.step(self.at(), step)?;
        let to = self.grid.step(over, step)?;
        if self.board[to].is_some() {
            return None;
        }
        let captured = match self.board[over] {
            Some(piece) if piece.side == self.side => None,
            Some(_) => Some(over),
            None => Some(self.passer(over)?),
        };
        // The quiet jumps come first and may not return to a square. The capturing jumps follow.
        if captured.is_none() && (!self.captured().is_empty() || self.path().contains(&to)) {
            return None;
        }
        Some(Jump { to, captured, en_passant: captured.is_some_and(|cell| cell != over) })
    }

    /// Returns the pawn that a jump over the empty cell can capture, because the pawn has just
    /// passed over the cell.
    fn passer(&self, over: usize) -> Option<usize> {
        let enemy = duel::other(self.side);
        let [_, end] = square::double_step(self.grid, over, enemy)?;
        let stands = self.board[end] == Some(Piece { side: enemy, kind: 'P' });
        (self.passed == Some(over) && stands).then_some(end)
    }

    /// Returns the series with one more jump. The captured piece leaves the board at once.
    pub fn and(&self, jump: Jump) -> SeriesSoFar<'a> {
        let mut next = self.clone();
        if let Some(cell) = jump.captured {
            next.board[cell] = None;
        }
        next.jumps.push(jump);
        next
    }

    /// Returns the fewest jumps that end with a wanted one; C5 does not count.
    pub fn shortest(self, wanted: impl Fn(&Jump) -> bool) -> Option<Vec<Jump>> {
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([self]);
        while let Some(so_far) = queue.pop_front() {
            for jump in so_far.next_jumps() {
                let next = so_far.and(jump);
                if wanted(&jump) {
                    return Some(next.jumps);
                }
                if seen.insert((next.at(), next.captured())) {
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
