//! The line of an arrow over the board.

use rotunda_movegen::{Cell, Contour, Corner, Edge, Layout, Point, Tile};

use crate::sketch::data;

/// The greatest difference of two cells' distances from the board's centre within one ring.
const ONE_RING: f64 = 0.1;

/// Returns the lines through the middles of cells, curved between cells of one ring. At a seam a
/// line leaves the board, and another enters at the other side.
#[must_use]
pub(crate) fn way(layout: &Layout, route: &[Cell]) -> Vec<Contour> {
    let mut lines = vec![Vec::new()];
    for (index, cell) in route.iter().enumerate() {
        let next = route.get(index + 1);
        let at = tile(layout, *cell).centre;
        let is_round = next.is_some_and(|next| in_one_ring(layout, *cell, *next));
        push(&mut lines, Corner { at, edge: if is_round { Edge::Round } else { Edge::Straight } });
        let Some((next, motion)) =
            next.and_then(|next| Some((*next, layout.beyond_seams(*cell, *next)?)))
        else {
            continue;
        };
        let to = tile(layout, next).centre;
        let edge = |from: Point, towards: Point| Corner {
            at: edge_of_board(layout, from, towards),
            edge: Edge::Straight,
        };
        push(&mut lines, edge(at, motion.apply(to)));
        lines.push(vec![edge(to, motion.undo(at))]);
    }
    lines.into_iter().map(|corners| Contour { corners, is_closed: false }).collect()
}

fn push(lines: &mut [Vec<Corner>], corner: Corner) {
    if let Some(line) = lines.last_mut() {
        line.push(corner);
    }
}

fn tile(layout: &Layout, cell: Cell) -> &Tile {
    &layout.tiles[cell.index()]
}

/// Returns the point where a line from the board to a point beside it leaves the rectangle of the
/// cells.
fn edge_of_board(layout: &Layout, from: Point, towards: Point) -> Point {
    let corners = || layout.tiles.iter().flat_map(|tile| &tile.contour.corners);
    let part = |from: f64, to: f64, along: &dyn Fn(Point) -> f64| {
        let ends = corners().map(|corner| along(corner.at));
        let bound = if to < from { ends.fold(from, f64::min) } else { ends.fold(from, f64::max) };
        if (to - from).abs() > f64::EPSILON { (bound - from) / (to - from) } else { 1.0 }
    };
    let x = part(from.x, towards.x, &|point| point.x);
    let y = part(from.y, towards.y, &|point| point.y);
    from.towards(towards, x.min(y).min(1.0))
}

/// Returns the same lines as the data of an SVG path, in the coordinates of
/// [`Description`](crate::Description).
///
/// ```
/// let variant = rotunda_movegen::Variant::by_name("modern3")?;
/// let game = variant.game();
/// let mv = game.parse_move("c2b24")?;
/// let way = &mv.ways()[0];
/// assert!(rotunda_board::way_data(&variant.layout(), way).starts_with('M'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn way_data(layout: &Layout, route: &[Cell]) -> String {
    way(layout, route).iter().map(data).collect()
}

/// Returns whether two cells with round edges have the same distance from the board's centre.
fn in_one_ring(layout: &Layout, a: Cell, b: Cell) -> bool {
    let [a, b] = [a, b].map(|cell| tile(layout, cell));
    let is_round = |tile: &Tile| {
        tile.contour.corners.iter().filter(|corner| corner.edge == Edge::Round).count() > 1
    };
    is_round(a)
        && is_round(b)
        && (a.centre.radius() - b.centre.radius()).abs() < ONE_RING
        && a.contour.touches(&b.contour)
}
