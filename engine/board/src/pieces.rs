//! The pieces in the colours of the seats.

use rotunda_movegen::{Colour, Point};

use crate::glyphs::{self, Glyph, Part};
use crate::palette;
use crate::sketch::{Sketch, UNIT};

/// The side of the square on which a piece is drawn, in units of its drawing.
pub const GLYPH: f64 = 100.0;
/// The width of the pen, in the same units.
const PEN: &str = "4.5";

/// Draws the parts of a drawing in a seat's colour, or in that of dead pieces.
pub fn strokes(sketch: &mut Sketch, glyph: Glyph, colour: Option<Colour>) {
    let fill = colour.map_or(palette::DEAD.to_owned(), palette::hex);
    let ink = colour.map_or(palette::DEAD_INK, |_| palette::INK);
    let detail = colour.map_or(palette::DEAD_INK, palette::detail);
    for (part, line) in glyph {
        let (fill, stroke) = match part {
            Part::Body => (fill.as_str(), ink),
            Part::Line => ("none", detail),
            Part::Spot => (detail, "none"),
        };
        sketch.element(
            "path",
            &[("d", line), ("fill", fill), ("stroke", stroke), ("stroke-width", PEN)],
        );
    }
}

/// Draws a disc with a letter, for kinds without a drawing.
pub fn lettered(sketch: &mut Sketch, letter: char, colour: Option<Colour>) {
    strokes(sketch, glyphs::DISC, colour);
    let detail = colour.map_or(palette::DEAD_INK, palette::detail);
    sketch.open("g", &[("fill", "none"), ("stroke", detail), ("stroke-width", "1.6")]);
    let middle = GLYPH / 2.0 / UNIT;
    sketch.word(&letter.to_string(), Point { x: middle, y: -middle }, GLYPH * 0.42 / UNIT);
    sketch.close("g");
}
