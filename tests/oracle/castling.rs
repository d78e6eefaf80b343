//! Castling, as far as all games have it in common.

use super::duel::PseudoMove;
use super::grid::Grid;
use super::{BLACK, Piece, State, WHITE};

/// One castling.
pub struct Castling {
    /// Its letter in a FEN.
    pub right: char,
    /// The side that castles.
    pub side: usize,
    /// The start and the target of the king.
    pub king: [usize; 2],
    /// The start and the target of the rook.
    pub rook: [usize; 2],
    /// The cells between king and rook, all of which must be empty.
    pub between: Vec<usize>,
    /// The cells that no enemy piece may attack, besides the king's own.
    pub guarded: Vec<usize>,
    /// The two cells that name the move.
    pub code: [usize; 2],
}

/// The castlings of one wing, by the files of cells on rank 1.
pub struct Wing {
    /// White's letter.
    pub right: char,
    /// Files of the king's start and end.
    pub king: [i32; 2],
    /// Files of the rook's start and end.
    pub rook: [i32; 2],
    /// Files of the cells that no enemy piece may attack, besides the king's own.
    pub guarded: &'static [i32],
}

/// Returns the castlings of both sides, on the first and on the last rank.
pub fn both_sides(grid: &Grid, wings: &[Wing]) -> Vec<Castling> {
    let mut all = Vec::new();
    for side in [WHITE, BLACK] {
        let rank = if side == WHITE { 0 } else { grid.ranks() - 1 };
        let cell = |file: i32| grid.at(file, rank).expect("castling happens on the board");
        for wing in wings {
            let (king, rook) = (wing.king[0], wing.rook[0]);
            all.push(Castling {
                right: Piece { side, kind: wing.right }.letter(),
                side,
                king: wing.king.map(cell),
                rook: wing.rook.map(cell),
                between: (king.min(rook) + 1..king.max(rook)).map(cell).collect(),
                guarded: wing.guarded.iter().map(|&file| cell(file)).collect(),
                code: wing.king.map(cell),
            });
        }
    }
    all
}

impl Castling {
    /// Returns whether king and rook stand at home.
    pub fn at_home(&self, board: &[Option<Piece>]) -> bool {
        let stands = |cell: usize, kind| {
            let side = self.side;
            board[cell] == Some(Piece { side, kind })
        };
        stands(self.king[0], 'K') && stands(self.rook[0], 'R')
    }
}

/// Returns the castlings that obey all rules except the safety of the king's target.
///
/// `attacked` returns whether the enemy attacks a cell, in the sense of the game's castling rule.
pub fn pseudo_moves(
    grid: &Grid,
    castlings: &[Castling],
    s: &State,
    attacked: impl Fn(&Castling, usize) -> bool,
) -> Vec<PseudoMove> {
    let mut all = Vec::new();
    for castling in castlings.iter().filter(|castling| castling.side == s.side) {
        if !s.rights.contains(castling.right)
            || castling.between.iter().any(|&cell| s.board[cell].is_some())
            || attacked(castling, castling.king[0])
            || castling.guarded.iter().any(|&cell| attacked(castling, cell))
        {
            continue;
        }
        // The rook is lifted first: the king may land where it stood.
        let mut lifted = s.clone();
        let rook = lifted.board[castling.rook[0]].take();
        let mut after = lifted.after(castling.king[0], castling.king[1], 'K');
        after.board[castling.rook[1]] = rook;
        let [from, to] = castling.code;
        let name = format!("{}{}", grid.name(from), grid.name(to));
        all.push(PseudoMove::new(name, after));
    }
    all
}

/// Removes the rights whose king or rook has left its home or was captured there.
pub fn forfeit(castlings: &[Castling], s: &mut State) {
    for castling in castlings {
        if !castling.at_home(&s.board) {
            s.rights.retain(|right| right != castling.right);
        }
    }
}

/// Calls [`forfeit`] for the positions after all these moves.
pub fn forfeit_all(castlings: &[Castling], moves: &mut [PseudoMove]) {
    for t in moves {
        forfeit(castlings, &mut t.after);
    }
}
