//! Pieces on straight boards: riders, leapers, and the pawn of chess on any number of ranks.

use super::duel::PseudoMove;
use super::grid::Grid;
use super::{Piece, State, WHITE};

/// A direction: files and ranks of one step.
pub type Step = (i32, i32);

/// The rook's four steps.
pub const ROOK: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The bishop's four steps.
pub const BISHOP: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The eight steps of queen and king.
pub const QUEEN: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The knight's eight leaps.
pub const KNIGHT: [Step; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the cells one step away.
pub fn leaps(grid: &Grid, from: usize, steps: &[Step]) -> Vec<usize> {
    steps.iter().filter_map(|&step| grid.step(from, step)).collect()
}

/// Returns the cells any number of steps away: the free ones, and the first piece on each line.
pub fn slides(grid: &Grid, board: &[Option<Piece>], from: usize, steps: &[Step]) -> Vec<usize> {
    let mut reached = Vec::new();
    for &step in steps {
        let mut at = from;
        while let Some(next) = grid.step(at, step) {
            reached.push(next);
            if board[next].is_some() {
                break;
            }
            at = next;
        }
    }
    reached
}

/// Returns the cells behind exactly one piece of either side, at any distance, up to the next piece
/// and with it.
pub fn hops(grid: &Grid, board: &[Option<Piece>], from: usize, steps: &[Step]) -> Vec<usize> {
    let mut reached = Vec::new();
    for &step in steps {
        let mut hurdles = 0;
        let mut at = from;
        while let Some(next) = grid.step(at, step) {
            at = next;
            if hurdles == 1 {
                reached.push(next);
            }
            if board[next].is_some() {
                hurdles += 1;
            }
            if hurdles == 2 {
                break;
            }
        }
    }
    reached
}

/// Returns the cells that an orthodox piece other than a pawn reaches, empty or occupied.
pub fn orthodox(grid: &Grid, board: &[Option<Piece>], from: usize, kind: char) -> Vec<usize> {
    match kind {
        'K' => leaps(grid, from, &QUEEN),
        'N' => leaps(grid, from, &KNIGHT),
        'R' => slides(grid, board, from, &ROOK),
        'B' => slides(grid, board, from, &BISHOP),
        'Q' => slides(grid, board, from, &QUEEN),
        _ => unreachable!("no orthodox piece {kind}"),
    }
}

/// Returns the step that is forward for a side's pawns.
fn forward(side: usize) -> Step {
    if side == WHITE { (0, 1) } else { (0, -1) }
}

/// Returns the two cells that a pawn attacks.
pub fn pawn_attacks(grid: &Grid, from: usize, side: usize) -> Vec<usize> {
    let (_, up) = forward(side);
    leaps(grid, from, &[(-1, up), (1, up)])
}

/// Returns the rank of a cell as its side counts it, from 0.
fn own_rank(grid: &Grid, cell: usize, side: usize) -> i32 {
    let (_, rank) = grid.place(cell);
    if side == WHITE { rank } else { grid.ranks() - 1 - rank }
}

/// Returns start and end of the double step over `passed` by a pawn of `side`, if there is one.
pub fn double_step(grid: &Grid, passed: usize, side: usize) -> Option<[usize; 2]> {
    let (_, up) = forward(side);
    if own_rank(grid, passed, side) != 2 {
        return None;
    }
    Some([grid.step(passed, (0, -up))?, grid.step(passed, (0, up))?])
}

/// Returns whether a pawn stands on the first or the last rank, where none can.
pub fn stray_pawn(grid: &Grid, board: &[Option<Piece>]) -> bool {
    grid.cells().any(|cell| {
        let (_, rank) = grid.place(cell);
        let pawn = board[cell].is_some_and(|piece| piece.kind == 'P');
        pawn && (rank == 0 || rank == grid.ranks() - 1)
    })
}

/// Returns all moves of the pawn on `from`, legal or not; on the last rank it promotes to any of
/// `promotions`.
pub fn pseudo_pawn_moves(grid: &Grid, s: &State, from: usize, promotions: &str) -> Vec<PseudoMove> {
    let side = s.side;
    let mut all = Vec::new();
    if let Some(one) = grid.step(from, forward(side)).filter(|&one| s.board[one].is_none()) {
        all.extend(pawn_arrivals(grid, s, from, one, promotions));
        let two = grid.step(one, forward(side));
        if let Some(two) =
            two.filter(|&two| own_rank(grid, from, side) == 1 && s.board[two].is_none())
        {
            let mut leap = pawn_arrivals(grid, s, from, two, promotions);
            for t in &mut leap {
                t.after.passed = Some(one);
            }
            all.append(&mut leap);
        }
    }
    for to in pawn_attacks(grid, from, side) {
        if s.board[to].is_some_and(|piece| piece.side != side) {
            all.extend(pawn_arrivals(grid, s, from, to, promotions));
        } else if s.passed == Some(to) {
            let (_, up) = forward(side);
            let victim = grid.step(to, (0, -up)).expect("the pawn passed over this cell");
            for mut t in pawn_arrivals(grid, s, from, to, promotions) {
                t.after.board[victim] = None;
                t.en_passant = true;
                all.push(t);
            }
        }
    }
    all
}

/// Returns the moves of a pawn to a cell: one without promotion or, on the last rank, one for each
/// of `promotions`.
fn pawn_arrivals(
    grid: &Grid,
    s: &State,
    from: usize,
    to: usize,
    promotions: &str,
) -> Vec<PseudoMove> {
    let path = format!("{}{}", grid.name(from), grid.name(to));
    if own_rank(grid, to, s.side) < grid.ranks() - 1 {
        return vec![PseudoMove::new(path, s.after(from, to, 'P'))];
    }
    promotions
        .chars()
        .map(|kind| {
            let name = format!("{path}{}", kind.to_ascii_lowercase());
            PseudoMove::new(name, s.after(from, to, kind))
        })
        .collect()
}
