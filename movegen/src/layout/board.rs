//! [`Layout`]: the look of a board.

use super::plane::{Contour, Corner, Point, SAME};
use crate::geometry::Cell;
use crate::tables::Seat;

/// The least space between the drawing and the edge of the picture.
const MARGIN: f64 = 0.12;
/// The width of a label's letter, as a part of its height.
const LETTER_WIDTH: f64 = 0.62;

/// The colour of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// The shade of h1 on a chess board.
    Light,
    /// A shade between the two, on boards that need a third.
    Middle,
    /// The shade of a1 on a chess board.
    Dark,
    /// The ground of a board of lines, whose cells are the crossings and have no edges to be seen.
    Plain,
}

impl Shade {
    /// Returns the shade of a cell by the parity of two coordinates, as on a chess board.
    #[must_use]
    pub const fn chequered(file: usize, rank: usize) -> Self {
        if (file + rank).is_multiple_of(2) { Self::Dark } else { Self::Light }
    }
}

/// A cell in the plane.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// Its edge.
    pub contour: Contour,
    /// The point on which a piece stands.
    pub centre: Point,
    /// The least distance of the edge from that point.
    pub room: f64,
    /// Its colour.
    pub shade: Shade,
}

impl Tile {
    /// Creates the tile within a contour. Pieces stand on its centre of gravity.
    #[must_use]
    pub fn new(contour: Contour, shade: Shade) -> Self {
        let centre = contour.centroid();
        Self { room: contour.distance(centre), centre, contour, shade }
    }
}

/// The kind of a part of a board that is not a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureKind {
    /// An empty centre; lines run across it between the cells on its edge.
    Hub,
    /// A line from a cell to one that adjoins it without touching it.
    Joint,
    /// An edge of the first of its cells. Beyond it comes the second one, on the board's other
    /// side. Its first corner meets the last one of that cell's seam.
    Seam,
    /// A castle wall.
    Wall,
    /// A diamond. A move passes at most one.
    Diamond,
    /// The line before which pawns promote.
    PromotionLine,
    /// The line that a king crosses on its way round the board.
    StartLine,
    /// A cell on which pawns promote.
    Promotion,
    /// The goal of a king's race.
    Goal,
    /// An arrow in the direction in which pieces run.
    Direction,
    /// A line of a board whose pieces stand on the crossings of lines.
    Line,
}

/// A part of a board that is not a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// Its kind.
    pub kind: FeatureKind,
    /// Its shape.
    pub contour: Contour,
    /// The seat that it concerns; `None` for all seats.
    pub seat: Option<Seat>,
    /// The cells that it joins, separates or marks.
    pub cells: Vec<Cell>,
}

impl Feature {
    /// Creates a feature that concerns all seats.
    #[must_use]
    pub const fn new(kind: FeatureKind, contour: Contour, cells: Vec<Cell>) -> Self {
        Self { kind, contour, seat: None, cells }
    }

    /// Returns the feature for one seat alone.
    #[must_use]
    pub fn of(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }
}

/// The way in which a label follows a turn of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The label turns with the board.
    Board,
    /// The label stays below the board and moves only to the left or right.
    Below,
    /// The label stays at the left of the board and moves only up or down.
    Left,
}

/// A printed name, or printed part of the names of cells.
///
/// The name of a cell is the text of its labels, in the order of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text, in lower-case letters and digits.
    pub text: String,
    /// The middle of the text.
    pub at: Point,
    /// The height of a digit.
    pub height: f64,
    /// The way in which it follows a turn of the board.
    pub anchor: Anchor,
    /// The cells that have it in their names.
    pub cells: Vec<Cell>,
}

impl Label {
    /// Creates a label on the board itself.
    #[must_use]
    pub fn new(text: impl Into<String>, at: Point, height: f64, cells: Vec<Cell>) -> Self {
        Self { text: text.into(), at, height, anchor: Anchor::Board, cells }
    }

    /// Returns the label with another anchor, for boards of squares.
    #[must_use]
    pub fn beside(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// Returns half of its width and half of its height.
    #[must_use]
    pub fn half_size(&self) -> (f64, f64) {
        (self.text.chars().count() as f64 * self.height * LETTER_WIDTH / 2.0, self.height / 2.0)
    }

    fn turned(&self, degrees: f64) -> Self {
        let at = self.at.turned(degrees);
        let at = match self.anchor {
            Anchor::Board => at,
            Anchor::Below => Point { x: at.x, y: self.at.y },
            Anchor::Left => Point { x: self.at.x, y: at.y },
        };
        Self { at, ..self.clone() }
    }
}

/// The colour of a seat's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// The name for people.
    pub name: &'static str,
    /// The parts of red, green and blue.
    pub rgb: [u8; 3],
}

impl Colour {
    /// White.
    pub const WHITE: Self = Self { name: "White", rgb: [0xff, 0xff, 0xff] };
    /// Black.
    pub const BLACK: Self = Self { name: "Black", rgb: [0x3a, 0x3a, 0x40] };
    /// Red.
    pub const RED: Self = Self { name: "Red", rgb: [0xd8, 0x3a, 0x34] };
    /// Yellow.
    pub const YELLOW: Self = Self { name: "Yellow", rgb: [0xf6, 0xc8, 0x2e] };
    /// Green.
    pub const GREEN: Self = Self { name: "Green", rgb: [0x35, 0x9a, 0x47] };
    /// Blue.
    pub const BLUE: Self = Self { name: "Blue", rgb: [0x34, 0x74, 0xd4] };
    /// Purple.
    pub const PURPLE: Self = Self { name: "Purple", rgb: [0x93, 0x49, 0xb8] };
}

/// The look of a board for its first seat: cells, labels, colours.
///
/// The unit of length is the width of a usual cell. A turn from seat to seat maps every board of
/// the registry to itself.
///
/// ```
/// use rotunda_movegen::{Seat, Variant};
/// let variant = Variant::by_name("modern6")?;
/// let layout = variant.layout();
/// assert_eq!((layout.tiles.len(), layout.colours.len()), (192, 6));
/// // Turned to the second seat, its home lies where that of the first was.
/// let turned = layout.seen_from(Seat(1));
/// let first_of = |seat: usize| 4 * 8 * seat;
/// assert!(turned.tiles[first_of(1)].centre.distance(layout.tiles[first_of(0)].centre) < 1e-6);
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The cells by their numbers.
    pub tiles: Vec<Tile>,
    /// The parts of the board on, between and beside them.
    pub features: Vec<Feature>,
    /// The names that are printed.
    pub labels: Vec<Label>,
    /// The colours of the seats.
    pub colours: Vec<Colour>,
    /// The degrees by which the board turns counter-clockwise for each seat, so that its own pieces
    /// are at the bottom.
    pub turns: Vec<f64>,
}

/// A rectangle of the plane: its lower left and upper right corners.
pub type Bounds = (Point, Point);

impl Layout {
    /// Returns the board as a seat sees it, with its own pieces at the bottom.
    ///
    /// # Panics
    /// Panics if there is no such seat.
    #[must_use]
    pub fn seen_from(&self, seat: Seat) -> Self {
        let turn = self.turns[seat.index()];
        let mut turned = self.clone();
        for tile in &mut turned.tiles {
            tile.contour = tile.contour.turned(turn);
            tile.centre = tile.centre.turned(turn);
        }
        for feature in &mut turned.features {
            feature.contour = feature.contour.turned(turn);
        }
        turned.labels = self.labels.iter().map(|label| label.turned(turn)).collect();
        turned.turns.iter_mut().for_each(|other| *other = (*other - turn).rem_euclid(360.0));
        turned
    }

    /// Returns the smallest rectangle that holds everything, with a margin.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let tiles = self.tiles.iter().flat_map(|tile| tile.contour.points());
        let features = self.features.iter().flat_map(|feature| feature.contour.points());
        let labels = self.labels.iter().flat_map(|label| {
            let (half_width, half_height) = label.half_size();
            let Point { x, y } = label.at;
            [-1.0, 1.0].map(|sign| Point { x: x + sign * half_width, y: y + sign * half_height })
        });
        let infinite = f64::INFINITY;
        let mut low = Point { x: infinite, y: infinite };
        let mut high = Point { x: -infinite, y: -infinite };
        for point in tiles.chain(features).chain(labels) {
            low = Point { x: low.x.min(point.x - MARGIN), y: low.y.min(point.y - MARGIN) };
            high = Point { x: high.x.max(point.x + MARGIN), y: high.y.max(point.y + MARGIN) };
        }
        (low, high)
    }

    /// The edges of the board: closed contours of all edges that belong to only one cell. Holes
    /// have contours of their own.
    #[must_use]
    pub fn outline(&self) -> Vec<Contour> {
        let edges: Vec<(Corner, Point)> =
            self.tiles.iter().flat_map(|tile| tile.contour.edges().collect::<Vec<_>>()).collect();
        let same = |a: Point, b: Point| a.distance(b) < SAME;
        let is_outer = |(from, to): &(Corner, Point)| {
            edges.iter().filter(|(a, b)| same(a.at, *to) && same(*b, from.at)).count() == 0
        };
        let mut rest: Vec<_> = edges.iter().filter(|edge| is_outer(edge)).copied().collect();
        let mut contours = Vec::new();
        while let Some((first, mut end)) = rest.pop() {
            let mut corners = vec![first];
            while let Some(next) = rest.iter().position(|(from, _)| same(from.at, end)) {
                let (corner, to) = rest.swap_remove(next);
                corners.push(corner);
                end = to;
            }
            contours.push(Contour { corners, is_closed: true });
        }
        contours
    }

    /// The name of a cell as the labels print it.
    #[must_use]
    pub fn printed_name(&self, cell: Cell) -> String {
        let labels = self.labels.iter().filter(|label| label.cells.contains(&cell));
        labels.map(|label| label.text.as_str()).collect()
    }

    /// Returns whether two cells adjoin: they touch, here or beyond a seam, or a feature joins
    /// them.
    #[must_use]
    pub fn adjoin(&self, a: Cell, b: Cell) -> bool {
        let joins = |feature: &Feature| {
            matches!(feature.kind, FeatureKind::Hub | FeatureKind::Joint)
                && feature.cells.contains(&a)
                && feature.cells.contains(&b)
        };
        self.tiles[a.index()].contour.touches(&self.tiles[b.index()].contour)
            || self.features.iter().any(joins)
            || self.adjoin_over_a_seam(a, b)
    }
}
