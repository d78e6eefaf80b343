//! [`Sketch`]: SVG elements, written one after the other.

use std::fmt::Write;

use rotunda_movegen::{Contour, Edge, Point};

use crate::letters;

/// The units of the picture in the width of a cell.
pub const UNIT: f64 = 60.0;

/// SVG elements in the coordinates of the picture: `y` downwards, [`UNIT`] to a cell.
#[derive(Default, Debug)]
pub struct Sketch(String);

/// Returns a length in units of the picture, to a tenth.
#[must_use]
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The transform that moves and scales a drawing.
#[must_use]
pub fn transform(x: f64, y: f64, scale: f64) -> String {
    format!("translate({} {}) scale({scale:.3})", number(x), number(y))
}

/// Returns a point in the coordinates of the picture.
#[must_use]
pub fn place(point: Point) -> String {
    format!("{} {}", number(point.x * UNIT), number(-point.y * UNIT))
}

/// The data of an SVG path along a contour.
#[must_use]
pub fn data(contour: &Contour) -> String {
    let mut text = String::new();
    for (index, corner) in contour.corners.iter().enumerate() {
        let at = place(corner.at);
        let before = index.checked_sub(1).map(|index| contour.corners[index]);
        match before {
            None => text.extend(["M", &at]),
            Some(before) => text += &edge(before.edge, before.at, corner.at),
        }
    }
    if let (true, [first, .., last]) = (contour.is_closed, &contour.corners[..]) {
        if last.edge == Edge::Round {
            text += &edge(last.edge, last.at, first.at);
        }
        text.push('Z');
    }
    text
}

fn edge(edge: Edge, from: Point, to: Point) -> String {
    match edge {
        Edge::Straight => format!("L{}", place(to)),
        Edge::Round => {
            let radius = number(from.radius() * UNIT);
            // Counter-clockwise in the plane is a sweep of 0 where `y` points down.
            let is_clockwise = from.x * to.y - to.x * from.y < 0.0;
            format!("A{radius} {radius} 0 0 {} {}", u8::from(is_clockwise), place(to))
        }
    }
}

impl Sketch {
    /// Adds an element without a content.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.0.push('<');
        self.0 += name;
        self.attributes(attributes);
        self.0 += "/>\n";
    }

    /// Opens an element; [`Sketch::close`] closes it.
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.0.push('<');
        self.0 += name;
        self.attributes(attributes);
        self.0 += ">\n";
    }

    /// Closes an element.
    pub fn close(&mut self, name: &str) {
        let _ = writeln!(self.0, "</{name}>");
    }

    /// Adds an element with a text.
    pub fn text(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.0, "<{name}>{}</{name}>", escaped(text));
    }

    fn attributes(&mut self, attributes: &[(&str, &str)]) {
        for (name, value) in attributes {
            let _ = write!(self.0, " {name}=\"{}\"", escaped(value));
        }
    }

    /// Adds the letters of a word with its middle at a point, in a given height.
    pub fn word(&mut self, word: &str, at: Point, height: f64) {
        let scale = height * UNIT / letters::HEIGHT;
        let count = word.chars().count() as f64;
        let width = (count - 1.0) * letters::ADVANCE + letters::HEIGHT / 2.0;
        for (letter, index) in word.chars().zip(0_u8..) {
            let Some(line) = letters::line(letter) else { continue };
            let x = at.x * UNIT + (f64::from(index) * letters::ADVANCE - width / 2.0) * scale;
            let y = -at.y * UNIT - letters::HEIGHT / 2.0 * scale;
            self.element("path", &[("d", line), ("transform", &transform(x, y, scale))]);
        }
    }

    /// Returns the text of the sketch.
    #[must_use]
    pub fn finish(self) -> String {
        self.0
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
