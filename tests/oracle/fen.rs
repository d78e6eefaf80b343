//! The fields of a FEN other than the board.

use super::castling::Castling;
use super::grid::Grid;
use super::{BLACK, State, WHITE};

/// Splits a FEN into exactly `N` fields.
pub fn fields<const N: usize>(fen: &str) -> Result<[&str; N], String> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let count = fields.len();
    fields.try_into().map_err(|_| format!("{count} fields, not {N}"))
}

/// Reads the side to move.
pub fn side(text: &str) -> Result<usize, String> {
    match text {
        "w" => Ok(WHITE),
        "b" => Ok(BLACK),
        _ => Err(format!("no side {text:?}")),
    }
}

/// Returns the letter of a side.
pub fn side_letter(side: usize) -> char {
    if side == WHITE { 'w' } else { 'b' }
}

/// Reads a counter.
pub fn counter(text: &str) -> Result<u32, String> {
    let wrong = || format!("bad counter {text:?}");
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    text.parse().map_err(|_| wrong())
}

/// Reads a field of letters in the order of `all`, or `-` for none.
pub fn rights(text: &str, all: &str) -> Result<String, String> {
    if text == "-" {
        return Ok(String::new());
    }
    let known: String = all.chars().filter(|&right| text.contains(right)).collect();
    if known == text && !text.is_empty() {
        Ok(known)
    } else {
        Err(format!("{text:?} is not a part of {all:?}"))
    }
}

/// Returns the text of a field that may be empty.
pub fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// Reads a FEN of six fields: board, side, castling, passed cell, and two counters.
///
/// `leap` returns start and end of the pawn's double step, for a passed cell and the pawn's side.
pub fn read(
    grid: &Grid,
    kinds: &str,
    castlings: &[Castling],
    leap: impl Fn(usize, usize) -> Option<[usize; 2]>,
    fen: &str,
) -> Result<State, String> {
    let [board, mover, castling, passed, halfmove, fullmove] = fields::<6>(fen)?;
    // One right may allow several castlings.
    let mut letters: Vec<char> = castlings.iter().map(|castling| castling.right).collect();
    letters.dedup();
    let letters = String::from_iter(letters);
    let mut s = State {
        board: grid.read(board, kinds)?,
        side: side(mover)?,
        rights: rights(castling, &letters)?,
        passed: None,
        halfmove: counter(halfmove)?,
        fullmove: counter(fullmove)?,
    };
    for castling in castlings {
        if s.rights.contains(castling.right) && !castling.at_home(&s.board) {
            return Err(format!("nobody can castle {:?}", castling.right));
        }
    }
    if passed != "-" {
        let wrong = || format!("no pawn passed over {passed:?}");
        let cell = grid.cell(passed).ok_or_else(wrong)?;
        let enemy = super::duel::other(s.side);
        let [start, end] = leap(cell, enemy).ok_or_else(wrong)?;
        let pawn = super::Piece { side: enemy, kind: 'P' };
        if s.board[start].is_some() || s.board[cell].is_some() || s.board[end] != Some(pawn) {
            return Err(wrong());
        }
        s.passed = Some(cell);
    }
    Ok(s)
}

/// Writes a FEN that [`read`] reads back.
pub fn write(grid: &Grid, s: &State) -> String {
    format!(
        "{} {} {} {} {} {}",
        grid.write(&s.board),
        side_letter(s.side),
        or_dash(&s.rights),
        s.passed.map_or("-", |cell| grid.name(cell)),
        s.halfmove,
        s.fullmove
    )
}
