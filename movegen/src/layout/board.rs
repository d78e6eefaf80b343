//! [`Layout`]: how a board looks.

use super::plane::{Contour, Corner, Point, SAME};
use crate::geometry::Cell;
use crate::tables::Seat;

/// The least space between what is drawn and the edge of the picture.
const MARGIN: f64 = 0.12;
/// The width of a letter of a label, in its heights.
const LETTER_WIDTH: f64 = 0.62;

/// The colour of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// As h1 of a chess board.
    Light,
    /// Between the two, on boards that need a third.
    Middle,
    /// As a1.
    Dark,
}

impl Shade {
    /// The shade of a cell by the parity of two coordinates, as on a chess board.
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
    /// Where a piece stands.
    pub centre: Point,
    /// How far the edge is from there at least.
    pub room: f64,
    /// Its colour.
    pub shade: Shade,
}

impl Tile {
    /// The tile within a contour; pieces stand on its centre of gravity.
    #[must_use]
    pub fn new(contour: Contour, shade: Shade) -> Self {
        let centre = contour.centroid();
        Self { room: contour.distance(centre), centre, contour, shade }
    }
}

/// What a board shows beside its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureKind {
    /// An empty centre; lines run across it between the cells on its edge.
    Hub,
    /// A line from a cell to one that adjoins it without touching it.
    Joint,
    /// An edge of the first of its cells, beyond which the second one lies on the board's other
    /// side.
    Seam,
    /// A castle wall.
    Wall,
    /// A diamond, of which a move passes at most one.
    Diamond,
    /// The line before which pawns promote.
    PromotionLine,
    /// The line that a king crosses on its way round the board.
    StartLine,
    /// A cell on which pawns promote.
    Promotion,
    /// A cell that a king races to.
    Goal,
    /// An arrow in the direction in which pieces run.
    Direction,
}

/// A part of a board that is no cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// Its shape.
    pub contour: Contour,
    /// Whom it concerns; `None` if everybody.
    pub seat: Option<Seat>,
    /// The cells that it joins, parts or marks.
    pub cells: Vec<Cell>,
}

impl Feature {
    /// A feature that concerns everybody.
    #[must_use]
    pub const fn new(kind: FeatureKind, contour: Contour, cells: Vec<Cell>) -> Self {
        Self { kind, contour, seat: None, cells }
    }

    /// The same feature as one that concerns a seat alone.
    #[must_use]
    pub fn of(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }
}

/// Where a label goes when the board is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Round with the board.
    Board,
    /// It stays below the board and moves to the left or right alone.
    Below,
    /// It stays at the left of the board and moves up or down alone.
    Left,
}

/// A name, or a part of the names of cells, that is printed.
///
/// What a cell is called is the text of its labels, in the order of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Lower-case letters and digits.
    pub text: String,
    /// The middle of the text.
    pub at: Point,
    /// The height of a digit.
    pub height: f64,
    /// Where it goes when the board is turned.
    pub anchor: Anchor,
    /// The cells that have it in their names.
    pub cells: Vec<Cell>,
}

impl Label {
    /// A label on the board itself.
    #[must_use]
    pub fn new(text: impl Into<String>, at: Point, height: f64, cells: Vec<Cell>) -> Self {
        Self { text: text.into(), at, height, anchor: Anchor::Board, cells }
    }

    /// The same label beside a board of squares.
    #[must_use]
    pub fn beside(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// Half of its width and half of its height.
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
    /// What people call it.
    pub name: &'static str,
    /// Red, green and blue.
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

/// How a board looks to its first seat: cells, what is printed beside them, colours.
///
/// Lengths are in widths of a usual cell. Every board of the registry is symmetric to turns from
/// seat to seat.
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
    /// What lies on, between and beside them.
    pub features: Vec<Feature>,
    /// The names that are printed.
    pub labels: Vec<Label>,
    /// The colours of the seats.
    pub colours: Vec<Colour>,
    /// By how many degrees the board is turned counter-clockwise for each seat, so that its own men
    /// are at the bottom.
    pub turns: Vec<f64>,
}

/// A rectangle of the plane: its lower left and upper right corners.
pub type Bounds = (Point, Point);

impl Layout {
    /// The board as a seat sees it, which has its own men at the bottom.
    ///
    /// # Panics
    /// If there is no such seat.
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

    /// The smallest rectangle that all fits in, with a margin.
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

    /// The edges of the board: closed contours of all edges that belong to one cell alone. Holes
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

    /// Whether two cells adjoin: they touch, here or beyond a seam, or a feature joins them.
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
