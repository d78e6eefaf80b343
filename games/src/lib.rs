//! Games from text files: boards, pieces and rules in TOML, compiled to playable variants.
//!
//! ```
//! let text = r#"
//! [[game]]
//! name = "rooks-on-a-cylinder"
//! start = "r1k1r/5/5/5/R1K1R w - - 0 1"
//! board = { shape = "cylinder", files = 5, ranks = 5 }
//! piece = [
//!     { letter = "R", moves = "R" },
//!     { letter = "K", moves = "K", royal = true },
//! ]
//! "#;
//! let variants = rotunda_games::add("rooks.toml", text)?;
//! assert_eq!(variants[0].game().legal_moves().len(), 15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The keys are described in `docs/games.md`.

mod begin;
mod betza;
mod cells;
mod compile;
mod courses;
mod ends;
mod findings;
mod idle;
mod import;
mod kinds;
mod laps;
mod lasting;
mod leaps;
mod motion;
mod moves;
mod notation;
mod plane;
mod problem;
mod read;
mod royal;
#[cfg(test)]
mod schema;
mod seats;
mod shapes;
mod source;
mod strays;
mod table;
mod texts;
mod values;
mod wording;
mod zones;

pub use import::{Imported, import, in_files};
pub use problem::{FileError, Problem};
pub use read::{FileGame, LARGEST, add, load, read, read_file, reload, replace};

/// The JSON schema of files of games, with which editors complete and check keys.
pub const SCHEMA: &str = include_str!("../games.schema.json");
