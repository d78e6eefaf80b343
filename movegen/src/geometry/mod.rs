//! Cells, sets of cells, boards, and the paths that pieces take over them.

pub(crate) mod bitboard;
pub(crate) mod board;
pub(crate) mod cell;
pub(crate) mod grid;
pub(crate) mod lame;
pub(crate) mod lines;
mod mask;
pub(crate) mod shifts;
pub(crate) mod slides;

pub use bitboard::{Bitboard, Cells};
pub use board::{Board, Dir, Mode, Path, ray, slides, steps};
pub use cell::Cell;
pub(crate) use grid::file_letter;
pub use grid::{Grid, compass};
pub use lame::LameLeaps;
pub use lines::Lines;
pub(crate) use shifts::{Shifts, shift_between};
pub use slides::Slides;
