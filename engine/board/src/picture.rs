//! [`Picture`]: the options of a picture, and the position as SVG.

use std::collections::BTreeSet;

use rotunda_movegen::{
    Bounds, Cell, Contour, FeatureKind, Game, Layout, Piece, Point, Role, Seat, Shade, Tile,
    Variant, Way,
};

use crate::arrows::{DIRECTION, WAY, arrow, cut};
use crate::glyphs;
use crate::palette;
use crate::pieces::{GLYPH, lettered, strokes};
use crate::sketch::{Sketch, UNIT, data, number, transform};
use crate::way::way;

/// The side of a piece's square, in distances from the middle of the cell to its edge.
const GLYPH_ROOM: f64 = 2.05;
/// The smallest and the largest piece, in widths of a cell.
const PIECE_SIZES: (f64, f64) = (0.76, 1.12);
/// The dashes into which a seam breaks the edge of the board.
const SEAM: &str = "10 10";

/// The parts of a picture besides the position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The seat whose pieces are at the bottom.
    pub from: Seat,
    /// The width in pixels; without it the picture fills its place.
    pub size: Option<u32>,
    /// The routes of pieces in the last move.
    pub last: Vec<Way>,
    /// Arrows along these cells.
    pub arrows: Vec<Way>,
    /// The highlighted cells.
    pub highlights: Vec<Cell>,
}

impl Default for Picture {
    /// Returns the picture of only the position, for the first seat.
    fn default() -> Self {
        Self { from: Seat(0), size: None, last: vec![], arrows: vec![], highlights: vec![] }
    }
}

/// Returns a position as a picture in SVG without external parts: no fonts, scripts or files.
///
/// # Panics
/// Panics if the game is of another variant, or the picture names a seat that the game lacks.
#[must_use]
pub fn svg(variant: &'static Variant, game: &Game, picture: &Picture) -> String {
    let layout = variant.layout().seen_from(picture.from);
    let artist = Artist { variant, game, picture, layout: &layout };
    let mut sketch = Sketch::default();
    artist.open(&mut sketch);
    artist.define_pieces(&mut sketch);
    artist.cells(&mut sketch);
    artist.highlights(&mut sketch);
    artist.board(&mut sketch);
    artist.names(&mut sketch);
    artist.pieces(&mut sketch);
    let beside_piece = |route: &Way| artist.tile(*route.last().expect("a route has cells")).room;
    for route in &picture.last {
        artist.arrow(&mut sketch, route, palette::LAST_PATH, beside_piece(route));
    }
    for route in &picture.arrows {
        artist.arrow(&mut sketch, route, palette::ARROWS, 0.0);
    }
    sketch.close("svg");
    sketch.finish()
}

/// The parts of a picture that is being drawn.
struct Artist<'a> {
    variant: &'static Variant,
    game: &'a Game,
    picture: &'a Picture,
    layout: &'a Layout,
}

/// The facts that decide a piece's drawing: its kind and its owner; a dead piece has no owner.
type Look = (usize, Option<Seat>);

fn look(piece: Piece) -> Look {
    (piece.kind().index(), (!piece.is_dead()).then(|| piece.seat()))
}

fn id((kind, seat): Look) -> String {
    let owner = seat.map_or("x".to_owned(), |seat| seat.0.to_string());
    format!("p{owner}-{kind}")
}

impl Artist<'_> {
    fn open(&self, sketch: &mut Sketch) {
        let (low, high): Bounds = self.layout.bounds();
        let (width, height) = (high.x - low.x, high.y - low.y);
        let corner = [low.x, -high.y, width, height].map(|length| number(length * UNIT));
        let view = corner.join(" ");
        let size = self.picture.size.map(|size| {
            let scaled = (f64::from(size) * height / width).round();
            [size.to_string(), number(scaled)]
        });
        let mut attributes =
            vec![("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", view.as_str())];
        if let Some([width, height]) = &size {
            attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
        }
        attributes.extend([("stroke-linejoin", "round"), ("stroke-linecap", "round")]);
        sketch.open("svg", &attributes);
        sketch.text("title", self.variant.title);
        sketch.text("desc", &self.game.fen());
        let [x, y, width, height] = &corner;
        let paper = [("x", x.as_str()), ("y", y), ("width", width), ("height", height)];
        sketch.element("rect", &[&paper[..], &[("fill", palette::BACKGROUND)]].concat());
    }

    /// Adds a drawing for each look that occurs.
    fn define_pieces(&self, sketch: &mut Sketch) {
        let looks: BTreeSet<Look> =
            self.game.pieces().into_iter().map(|(_, piece)| look(piece)).collect();
        let kinds = self.game.kinds();
        sketch.open("defs", &[]);
        for found in looks {
            let (letter, name) = kinds[found.0];
            let colour = found.1.map(|seat| self.layout.colours[seat.index()]);
            sketch.open("g", &[("id", &id(found))]);
            match glyphs::glyph(name) {
                Some(glyph) => strokes(sketch, glyph, colour),
                None => lettered(sketch, letter, colour),
            }
            sketch.close("g");
        }
        sketch.close("defs");
    }

    fn cells(&self, sketch: &mut Sketch) {
        let edges = number(UNIT * 0.015);
        sketch.open("g", &[("stroke", palette::EDGES), ("stroke-width", &edges)]);
        for shade in [Shade::Light, Shade::Middle, Shade::Dark, Shade::Plain] {
            let tiles = self.layout.tiles.iter().filter(|tile| tile.shade == shade);
            let lines: String = tiles.map(|tile| data(&tile.contour)).collect();
            if lines.is_empty() {
                continue;
            }
            let fill = palette::shade(shade);
            // No edge is seen between the cells of a plain ground.
            let edge = (shade == Shade::Plain).then_some(("stroke", fill));
            let attributes = [("d", lines.as_str()), ("fill", fill)];
            let attributes: Vec<_> = attributes.into_iter().chain(edge).collect();
            sketch.element("path", &attributes);
        }
        sketch.close("g");
    }

    fn highlights(&self, sketch: &mut Sketch) {
        let mut tint = |cell: Cell, colour| {
            let line = data(&self.tile(cell).contour);
            sketch.element("path", &[("d", &line), ("fill", colour), ("fill-opacity", "0.55")]);
        };
        let ends = self.picture.last.iter().flat_map(|route| [route.first(), route.last()]);
        let last: BTreeSet<Cell> = ends.flatten().copied().collect();
        for cell in last {
            tint(cell, palette::LAST);
        }
        for cell in &self.picture.highlights {
            tint(*cell, palette::HIGHLIGHT);
        }
        let king = self.king().filter(|_| !self.game.checkers().is_empty());
        if let Some(cell) = king {
            tint(cell, palette::CHECK);
        }
    }

    /// Returns the cell of the king of the side to move.
    fn king(&self) -> Option<Cell> {
        let spec = self.variant.spec();
        let is_king = |(_, piece): &(Cell, Piece)| {
            !piece.is_dead()
                && piece.seat() == self.game.turn()
                && spec.kinds[piece.kind().index()].role == Role::King
        };
        self.game.pieces().into_iter().find(is_king).map(|(cell, _)| cell)
    }

    /// Draws the edge of the board, and its other parts besides cells.
    fn board(&self, sketch: &mut Sketch) {
        let rim = number(UNIT * 0.05);
        sketch.open("g", &[("fill", "none"), ("stroke", palette::RIM), ("stroke-width", &rim)]);
        for contour in self.layout.outline() {
            sketch.element("path", &[("d", &data(&contour))]);
        }
        sketch.close("g");
        for feature in &self.layout.features {
            let line = data(&feature.contour);
            let colour = feature.seat.map(|seat| palette::hex(self.layout.colours[seat.index()]));
            let stroke = |sketch: &mut Sketch, colour, width: f64, more: &[(&str, &str)]| {
                let width = number(UNIT * width);
                let base = [("d", line.as_str()), ("fill", "none"), ("stroke", colour)];
                sketch.element("path", &[&base[..], &[("stroke-width", &width)], more].concat());
            };
            match feature.kind {
                FeatureKind::Hub => {}
                FeatureKind::Line => stroke(sketch, palette::LINES, 0.03, &[]),
                FeatureKind::Joint => {
                    stroke(sketch, palette::EDGES, 0.02, &[("stroke-dasharray", "5 5")]);
                }
                FeatureKind::Seam => {
                    let dashes = [("stroke-dasharray", SEAM), ("stroke-linecap", "butt")];
                    stroke(sketch, palette::BACKGROUND, 0.06, &dashes);
                }
                FeatureKind::Wall => stroke(sketch, palette::WALLS, 0.11, &[]),
                FeatureKind::PromotionLine => {
                    stroke(sketch, palette::DOTS, 0.08, &[("stroke-dasharray", "0.1 10")]);
                }
                FeatureKind::StartLine => {
                    let colour = colour.as_deref().unwrap_or(palette::GOALS);
                    let butt = [("stroke-linecap", "butt")];
                    stroke(sketch, palette::RIM, 0.13, &butt);
                    stroke(sketch, colour, 0.07, &butt);
                }
                FeatureKind::Diamond => {
                    sketch.element("path", &[("d", &line), ("fill", palette::DIAMONDS)]);
                }
                FeatureKind::Direction => {
                    arrow(sketch, &[feature.contour.points()], palette::DIRECTION, "1", DIRECTION);
                }
                FeatureKind::Goal | FeatureKind::Promotion => {
                    self.mark(sketch, feature.kind, feature.cells[0], colour.as_deref());
                }
            }
        }
    }

    /// Draws a ring for a goal, or a small triangle in the corner of a cell of promotion.
    fn mark(&self, sketch: &mut Sketch, kind: FeatureKind, cell: Cell, colour: Option<&str>) {
        let tile = self.tile(cell);
        let fill = colour.unwrap_or(palette::GOALS);
        let edge = number(UNIT * 0.03);
        if kind == FeatureKind::Goal {
            let [x, y] = [tile.centre.x, -tile.centre.y].map(|value| number(value * UNIT));
            for (width, colour) in [(0.12, palette::RIM), (0.07, fill)] {
                let (radius, width) = (number(tile.room * UNIT * 0.8), number(UNIT * width));
                sketch.element(
                    "circle",
                    &[
                        ("cx", &x),
                        ("cy", &y),
                        ("r", &radius),
                        ("fill", "none"),
                        ("stroke", colour),
                        ("stroke-width", &width),
                    ],
                );
            }
            return;
        }
        let room = tile.room;
        let corner =
            |(x, y): (f64, f64)| Point { x: tile.centre.x + x * room, y: tile.centre.y + y * room };
        let points = [(0.9, 0.9), (0.9, 0.5), (0.5, 0.9)].map(corner);
        let line = data(&Contour::polygon(points.to_vec()));
        sketch.element(
            "path",
            &[("d", &line), ("fill", fill), ("stroke", palette::RIM), ("stroke-width", &edge)],
        );
    }

    fn names(&self, sketch: &mut Sketch) {
        let pen = number(crate::letters::PEN);
        let style = [("fill", "none"), ("stroke", palette::NAMES), ("stroke-width", pen.as_str())];
        sketch.open("g", &style);
        for label in &self.layout.labels {
            sketch.word(&label.text, label.at, label.height);
        }
        sketch.close("g");
    }

    fn pieces(&self, sketch: &mut Sketch) {
        for (cell, piece) in self.game.pieces() {
            let tile = self.tile(cell);
            let side = (tile.room * GLYPH_ROOM).clamp(PIECE_SIZES.0, PIECE_SIZES.1) * UNIT;
            let x = tile.centre.x * UNIT - side / 2.0;
            let y = -tile.centre.y * UNIT - side / 2.0;
            let transform = transform(x, y, side / GLYPH);
            let href = format!("#{}", id(look(piece)));
            sketch.element("use", &[("href", &href), ("transform", &transform)]);
        }
    }

    /// Draws an arrow along the cells of a route, which ends at a distance before the middle of the
    /// last cell.
    fn arrow(&self, sketch: &mut Sketch, route: &Way, colour: &str, before: f64) {
        let mut lines: Vec<Vec<Point>> =
            way(self.layout, route).iter().map(Contour::points).collect();
        // The part beyond a seam is too short to be cut.
        if let [line] = &mut lines[..] {
            *line = cut(line, before);
        }
        arrow(sketch, &lines, colour, "0.8", WAY);
    }

    fn tile(&self, cell: Cell) -> &Tile {
        &self.layout.tiles[cell.index()]
    }
}
