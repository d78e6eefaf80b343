//! Boards, rules, positions and legal moves of chess on boards that are not 8x8 squares.
//!
//! A board is a graph of (cell, heading) steps ([`Board`]); a kind of piece is a set of ordered
//! paths from every cell ([`Path`]); a variant is data ([`Spec`]) that is compiled to tables
//! ([`Variant`]) at first use. [`Position`] is a plain value, played by copying; [`Rules`] holds
//! the few points where families of games differ in control flow.
//!
//! ```
//! use rotunda_movegen::{Options, variant};
//! let entry = variant("rollerball").expect("a known variant");
//! let mut game = entry.family(Options::default()).game(None)?;
//! game.play("c2b3")?;
//! let counts = game.perft(1);
//! assert_eq!(counts.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod families;
mod game;
mod geometry;
mod perft;
mod position;
mod tables;
mod variants;

pub use families::{Draughts, Drawing, Duel, Duty, Mark, Multiplayer, Rules, SeriesMove};
pub use game::{AnyGame, Game, IllegalMove};
pub use geometry::{
    Bitboard, Board, Cell, Cells, Dir, Grid, Lines, Mode, Path, Slides, compass, ray, slides, steps,
};
pub use perft::{PerftObserver, leaves, perft, perft_on_pool};
pub use position::{
    AsMove, CheckInfo, FenError, History, Move, MoveKind, Outcome, Position, Reason, Select, Sink,
};
pub use tables::{
    CastlingSpec, DeadMaterial, EnPassantCounts, FULL, Field, HALF, KINDS, Kind, KindSpec, LapSpec,
    Piece, Role, SEATS, Scoring, Seat, Spec, Variant,
};
pub use variants::{CirSquare, Entry, Family, Link, Options, variant, variants};
