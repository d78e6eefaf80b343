//! The look of the round board of 84 cells (docs/rules/round-table-84.md 1).

use super::board::{CirSquare, Point as LatticePoint, outline};
use crate::geometry::Cell;
use crate::layout::{
    Colour, Contour, Corner, Edge, Feature, FeatureKind, Label, Layout, Point, Shade, Tile,
};

/// The lattice lines at the edges of the block of squares in the middle, from the west and from
/// the south.
const BLOCK: ((usize, usize), (usize, usize)) = ((4, 8), (3, 7));
/// The lattice lines through the middle, from the west and from the south.
const MIDDLE: (f64, f64) = (6.0, 5.0);
/// The radius of the innermost circle; those beyond it are 1 wide.
const FIRST_CIRCLE: f64 = 3.7;
/// The angle of a sector.
const SECTOR: f64 = 18.0;
/// The height of the names of cells, and their distance from the corner of the cell.
const NAME: (f64, f64) = (0.15, 0.3);
/// Half of the width and of the height of a red diamond.
const DIAMOND: (f64, f64) = (0.14, 0.2);

/// Returns the place of a lattice point on the round board: in the block of squares, or on a
/// circle.
fn plane((x, y): LatticePoint) -> Point {
    let (east, north) = (x as f64 - MIDDLE.0, y as f64 - MIDDLE.1);
    let ((west_edge, east_edge), (south_edge, north_edge)) = BLOCK;
    let circle = |beyond: usize| FIRST_CIRCLE + beyond as f64;
    match (x, y) {
        _ if x < west_edge => Point::polar(circle(west_edge - 1 - x), 180.0 - north * SECTOR),
        _ if x > east_edge => Point::polar(circle(x - east_edge - 1), north * SECTOR),
        _ if y < south_edge => Point::polar(circle(south_edge - 1 - y), 270.0 + east * SECTOR),
        _ if y > north_edge => Point::polar(circle(y - north_edge - 1), 90.0 - east * SECTOR),
        _ => Point { x: east, y: north },
    }
}

/// Returns the edge between two points. It is round if both lie on one circle.
fn edge(from: Point, to: Point) -> Edge {
    let is_round = from.radius() > FIRST_CIRCLE - 0.1 && (from.radius() - to.radius()).abs() < 0.1;
    if is_round { Edge::Round } else { Edge::Straight }
}

fn tile(board: &CirSquare, cell: Cell) -> Tile {
    let points: Vec<Point> = outline(board.grid(), cell).into_iter().map(plane).collect();
    let next = |index: usize| points[(index + 1) % points.len()];
    let corner = |(index, at): (usize, &Point)| Corner { at: *at, edge: edge(*at, next(index)) };
    let corners = points.iter().enumerate().map(corner).collect();
    let (file, rank) = board.grid().place(cell);
    Tile::new(Contour { corners, is_closed: true }, Shade::chequered(file, rank))
}

/// Returns the label of a cell in its lowest corner on the side away from the board's middle.
fn name(board: &CirSquare, tile: &Tile, cell: Cell) -> Label {
    let corners = tile.contour.corners.iter().map(|corner| corner.at);
    let sign = tile.centre.x.signum();
    let lowest = corners.min_by(|a, b| (a.y - sign * a.x).total_cmp(&(b.y - sign * b.x)));
    let corner = lowest.expect("a tile has corners");
    let at = corner.towards(tile.centre, NAME.1 / corner.distance(tile.centre));
    Label::new(board.grid().name(cell), at, NAME.0, vec![cell])
}

/// The castle walls: the sides between a castle and the battlefield.
fn walls(board: &CirSquare) -> Vec<Feature> {
    let mut walls = Vec::new();
    for cell in board.grid().all().filter(|cell| board.castle(*cell).is_some()) {
        let out = board.sides(cell).iter().flatten().find(|link| board.castle(link.to).is_none());
        let Some(out) = out else { continue };
        let beyond = outline(board.grid(), out.to);
        let mut ends = outline(board.grid(), cell);
        ends.retain(|point| beyond.contains(point));
        let line = Contour::polyline(ends.into_iter().map(plane).collect());
        walls.push(Feature::new(FeatureKind::Wall, line, vec![cell, out.to]));
    }
    walls
}

/// Returns a red diamond for each of the four middles, between its two bands.
fn diamonds(board: &CirSquare) -> Vec<Feature> {
    let around = |names: &str| names.split(' ').map(|name| board.grid().at(name)).collect();
    let diamond = |(direction, names)| {
        let middle = Point::polar(FIRST_CIRCLE + 1.0, direction);
        let offset = |(x, y): (f64, f64)| Point { x: middle.x + x, y: middle.y + y };
        let (width, height) = DIAMOND;
        let points = [(-width, 0.0), (0.0, -height), (width, 0.0), (0.0, height)].map(offset);
        Feature::new(FeatureKind::Diamond, Contour::polygon(points.to_vec()), around(names))
    };
    let places = [
        (270.0, "f1 g1 f2 g2"),
        (0.0, "j5 j6 k5 k6"),
        (90.0, "f9 g9 f10 g10"),
        (180.0, "b5 b6 c5 c6"),
    ];
    places.map(diamond).to_vec()
}

/// Returns the board for White, with its castle at the bottom.
pub(crate) fn layout() -> Layout {
    let board = CirSquare::new();
    let tiles: Vec<Tile> = board.grid().all().map(|cell| tile(&board, cell)).collect();
    let labels = board.grid().all().map(|cell| name(&board, &tiles[cell.index()], cell)).collect();
    Layout {
        features: walls(&board).into_iter().chain(diamonds(&board)).collect(),
        labels,
        tiles,
        colours: vec![Colour::WHITE, Colour::BLACK],
        turns: vec![0.0, 180.0],
    }
}
