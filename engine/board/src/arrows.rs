//! Arrows along lines.

use rotunda_movegen::{Contour, Point};

use crate::sketch::{Sketch, UNIT, data, number, place};

/// The measures of an arrow: the width of its line, the length of its head, and half of the head's
/// width. The unit is the width of a cell.
pub type Measures = (f64, f64, f64);

/// The measures of an arrow along the way of a piece.
pub const WAY: Measures = (0.14, 0.42, 0.24);
/// The measures of an arrow in the direction of play.
pub const DIRECTION: Measures = (0.1, 0.26, 0.17);

/// Returns a line shortened by a length at its end.
pub fn cut(points: &[Point], length: f64) -> Vec<Point> {
    let mut rest = points.to_vec();
    let mut left = length;
    while let [.., before, end] = rest[..] {
        let piece = before.distance(end);
        rest.pop();
        if piece > left {
            rest.push(end.towards(before, left / piece));
            break;
        }
        left -= piece;
    }
    rest
}

/// Draws an arrow along lines of points; its head is at the end of the last.
pub fn arrow(
    sketch: &mut Sketch,
    lines: &[Vec<Point>],
    colour: &str,
    opacity: &str,
    (width, length, half): Measures,
) {
    let [before @ .., last] = lines else { return };
    let shaft = cut(last, length);
    let ([.., neck], [.., tip]) = (&shaft[..], &last[..]) else { return };
    let (dx, dy) = ((tip.x - neck.x) / neck.distance(*tip), (tip.y - neck.y) / neck.distance(*tip));
    let side = |sign: f64| Point { x: neck.x - sign * dy * half, y: neck.y + sign * dx * half };
    let head = data(&Contour::polygon(vec![*tip, side(1.0), side(-1.0)]));
    let drawn = |line: &Vec<Point>| {
        line.iter().enumerate().fold(String::new(), |line, (index, point)| {
            line + if index == 0 { "M" } else { "L" } + &place(*point)
        })
    };
    let line: String = before.iter().chain([&shaft]).map(drawn).collect();
    let pen = number(width * UNIT);
    sketch.open("g", &[("opacity", opacity), ("stroke", colour)]);
    sketch.element(
        "path",
        &[("d", &line), ("fill", "none"), ("stroke-width", &pen), ("stroke-linecap", "butt")],
    );
    sketch.element("path", &[("d", &head), ("fill", colour), ("stroke", "none")]);
    sketch.close("g");
}
