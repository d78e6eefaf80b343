//! The colours of boards and pieces.

use rotunda_movegen::{Colour, Shade};

/// The background.
pub const BACKGROUND: &str = "#fbf8f1";
/// The names of cells beside the board.
pub const NAMES: &str = "#5f5a50";
/// The edges of cells.
pub const EDGES: &str = "#6e6250";
/// The edge of the board.
pub const RIM: &str = "#40382c";
/// Castle walls.
pub const WALLS: &str = "#7d1fa2";
/// Diamonds.
pub const DIAMONDS: &str = "#d6201f";
/// The lines of boards on whose crossings the pieces stand.
pub const LINES: &str = "#5b4526";
/// The lines before which pawns promote.
pub const DOTS: &str = "#b3261e";
/// Arrows of the direction of play.
pub const DIRECTION: &str = "#a8977a";
/// The marks of a seat's cells.
pub const GOALS: &str = "#2f7d6b";
/// Highlighted cells.
pub const HIGHLIGHT: &str = "#e8a33d";
/// The cells of the last move.
pub const LAST: &str = "#a8b545";
/// The path of the last move.
pub const LAST_PATH: &str = "#5d7a1f";
/// Arrows of the caller.
pub const ARROWS: &str = "#1f6fb2";
/// A king that is attacked.
pub const CHECK: &str = "#e0402f";
/// The edges of pieces, and their details where the piece is light.
pub const INK: &str = "#17140f";
/// The details of dark pieces.
pub const CHALK: &str = "#f4efe4";
/// Dead pieces.
pub const DEAD: &str = "#a39d92";
/// The edges of dead pieces.
pub const DEAD_INK: &str = "#6f6a61";

/// The percentage of white below which a colour is dark.
const DARK: u32 = 45;

/// Returns the colour of a cell.
#[must_use]
pub const fn shade(shade: Shade) -> &'static str {
    match shade {
        Shade::Light => "#efe6d2",
        Shade::Plain => "#f0dcae",
        Shade::Middle => "#dcc8a3",
        Shade::Dark => "#c5ad87",
    }
}

/// Returns a colour in the notation of SVG.
#[must_use]
pub fn hex(colour: Colour) -> String {
    let [red, green, blue] = colour.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the colour of a piece's details, which contrasts with its own colour.
#[must_use]
pub fn detail(colour: Colour) -> &'static str {
    let [red, green, blue] = colour.rgb.map(u32::from);
    // The weights of the primaries in perceived brightness, by Rec. 601, in percent.
    let brightness = (30 * red + 59 * green + 11 * blue) / 255;
    if brightness < DARK { CHALK } else { INK }
}
