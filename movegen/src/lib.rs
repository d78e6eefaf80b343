//! Boards, rules, positions and legal moves of chess on boards that are not 8x8 squares.
//!
//! A board is a graph of (cell, heading) steps ([`Board`]); a kind of piece is a set of ordered
//! paths from every cell ([`Path`]); a variant is data ([`Spec`]) that is compiled to tables
//! ([`Variant`]) at first use. [`Position`] is a plain value, played by copying; [`Rules`] holds
//! the few points where families of games differ in control flow.
//!
//! ```
//! use rotunda_movegen::{Options, Perft, variant};
//! let entry = variant("rollerball").expect("a known variant");
//! let mut game = entry.family(Options::default()).game(None)?;
//! game.play("c2b3")?;
//! let counts = game.perft(&Perft { depth: 1, threads: 1 });
//! assert_eq!(counts.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod bitboard;
mod board;
mod check_info;
mod draughts;
mod draw;
mod duel;
mod fen;
mod game;
mod generate;
mod grid;
mod history;
mod keys;
mod moves;
mod outcome;
mod perft;
mod piece;
mod players;
mod position;
mod registry;
mod ring;
mod rules;
mod slides;
mod spec;
mod tables;
mod variant;
mod variants;

pub use bitboard::{Bitboard, Cells};
pub use board::{Board, Dir, Mode, Path, ray, slides, steps};
pub use check_info::CheckInfo;
pub use draughts::{Draughts, SeriesMove};
pub use draw::Ink;
pub use duel::Duel;
pub use fen::FenError;
pub use game::{AnyGame, Game, IllegalMove};
pub use generate::{Select, Sink};
pub use grid::{Grid, compass};
pub use history::History;
pub use moves::{AsMove, Move, MoveKind};
pub use outcome::{FULL, HALF, Outcome, Reason, Scoring};
pub use perft::{Perft, leaves, perft};
pub use piece::{Cell, KINDS, Kind, Piece, SEATS, Seat};
pub use position::Position;
pub use registry::{Entry, Family, Options, variant, variants};
pub use ring::Ring;
pub use rules::{Duty, Rules};
pub use slides::{Lines, Slides};
pub use spec::{CastlingSpec, DeadMaterial, EnPassantCounts, Field, KindSpec, LapSpec, Role, Spec};
pub use variant::Variant;
pub use variants::roundtable84::{CirSquare, Link};
