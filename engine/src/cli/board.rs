//! `rotunda board`: a position as a picture.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use rotunda_board::{Picture, svg};
use rotunda_movegen::{Cell, Game, Grid, Seat, Way};

use super::names::seat_named;
use super::shared::PositionArg;
use crate::completion::{Completion, RunError};

/// The default width of a PNG, in pixels.
#[cfg(feature = "png")]
const USUAL_WIDTH: u32 = 800;
/// The widest picture, in pixels.
const WIDEST: i64 = 8192;

/// The options of `rotunda board`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("file").args(["svg", "png"])))]
pub struct BoardArgs {
    #[command(flatten)]
    position: PositionArg,
    /// Moves to play first, separated by commas or blanks
    #[arg(long, value_name = "M", num_args = 1..)]
    moves: Vec<String>,
    /// Draw the path of the last move
    #[arg(long)]
    last: bool,
    /// Arrows along the paths of pieces: a1b2,c3d4
    #[arg(long, value_name = "ARROWS", value_delimiter = ',')]
    arrows: Vec<String>,
    /// Cells to highlight: a1,b2
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    highlight: Vec<String>,
    /// The seat at the bottom: white, black, w, b, or a to f
    #[arg(long, value_name = "SEAT")]
    view: Option<String>,
    /// Write SVG to this file; without a file it goes to the standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Write PNG to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    png: Option<PathBuf>,
    /// The width in pixels
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=WIDEST), help_heading = "Output")]
    size: Option<u32>,
}

impl BoardArgs {
    /// Draws the picture.
    ///
    /// # Errors
    /// Returns an error if the position, a move, a cell or a seat makes no sense, or the file
    /// cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let mut game = self.position.game()?;
        let last = self.play(&mut game)?;
        let picture = self.picture(&game, last)?;
        let drawn = svg(self.position.of.variant, &game, &picture);
        if let Some(file) = &self.png {
            self.write_png(file, &drawn)?;
        } else if let Some(file) = &self.svg {
            write(file, drawn.as_bytes())?;
        } else {
            out.write_all(drawn.as_bytes())?;
        }
        Ok(Completion::Success)
    }

    /// Plays the moves and returns the ways of the last one.
    fn play(&self, game: &mut Game) -> Result<Vec<Way>, RunError> {
        let mut last = Vec::new();
        let words = self.moves.iter().flat_map(|words| words.split([',', ' ']));
        for text in words.filter(|word| !word.is_empty()) {
            let wrong = |error: &dyn Display| RunError::Usage(format!("{text}: {error}"));
            let mv = game.parse_move(text).map_err(|error| wrong(&error))?;
            last = mv.ways().to_vec();
            game.play(&mv).map_err(|error| wrong(&error))?;
        }
        Ok(if self.last { last } else { Vec::new() })
    }

    fn picture(&self, game: &Game, last: Vec<Way>) -> Result<Picture, RunError> {
        let grid = self.position.of.variant.spec().grid;
        let arrow = |text: &String| {
            let [from, to] = ends(&grid, text)?;
            Ok(game.way(from, to))
        };
        let from = self
            .view
            .as_ref()
            .map_or(Ok(Seat(0)), |name| seat_named(self.position.of.variant, name));
        Ok(Picture {
            from: from.map_err(RunError::Usage)?,
            size: self.size,
            last,
            arrows: self.arrows.iter().map(arrow).collect::<Result<_, RunError>>()?,
            highlights: self
                .highlight
                .iter()
                .map(|name| cell(&grid, name))
                .collect::<Result<_, RunError>>()?,
        })
    }

    #[cfg(feature = "png")]
    fn write_png(&self, file: &PathBuf, svg: &str) -> Result<(), RunError> {
        let bytes = rotunda_board::png(svg, self.size.unwrap_or(USUAL_WIDTH));
        write(file, &bytes.map_err(|error| RunError::Machine(error.to_string()))?)
    }

    #[cfg(not(feature = "png"))]
    #[expect(clippy::unused_self, reason = "the same shape as the one that can")]
    fn write_png(&self, _file: &PathBuf, _svg: &str) -> Result<(), RunError> {
        Err(RunError::Usage("this build has no PNG; it lacks the feature png".into()))
    }
}

fn write(file: &PathBuf, bytes: &[u8]) -> Result<(), RunError> {
    let named = |error: std::io::Error| format!("{}: {error}", file.display());
    let mut created = File::create(file).map_err(|error| RunError::Usage(named(error)))?;
    created.write_all(bytes).map_err(|error| RunError::Machine(named(error)))
}

fn cell(grid: &Grid, name: &str) -> Result<Cell, RunError> {
    grid.named(name).ok_or_else(|| RunError::Usage(format!("no cell is called {name:?}")))
}

/// The two cells of an arrow: `a1b12` is a1 and b12.
fn ends(grid: &Grid, text: &str) -> Result<[Cell; 2], RunError> {
    let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase());
    let Some((middle, _)) = second else {
        return Err(RunError::Usage(format!("{text:?} does not name two cells")));
    };
    Ok([cell(grid, &text[..middle])?, cell(grid, &text[middle..])?])
}
