//! Pictures of positions on every board, and the boards' geometry for programs.
//!
//! ```
//! use rotunda_board::{Picture, svg};
//! let variant = rotunda_movegen::Variant::by_name("circular70")?;
//! let mut game = variant.game();
//! let mut picture = Picture::default();
//! for text in ["e2e4", "e7e5", "d1g4"] {
//!     let mv = game.parse_move(text)?;
//!     picture.last = mv.ways().to_vec();
//!     game.play(&mv)?;
//! }
//! assert!(svg(variant, &game, &picture).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrows;
mod describe;
mod glyphs;
mod letters;
mod palette;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod sketch;
mod way;

pub use describe::{Description, SCHEMA};
pub use picture::{Picture, svg};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use way::way_data;
