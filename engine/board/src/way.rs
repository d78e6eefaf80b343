//! The line that an arrow takes over the board.

use rotunda_movegen::{Cell, Contour, Corner, Edge, Layout, Tile};

use crate::sketch::data;

/// Two cells whose centres are no further apart in their distances from the board's centre lie in
/// one ring.
const ONE_RING: f64 = 0.1;

/// The line through the middles of cells, curved from cell to cell of one ring.
#[must_use]
pub(crate) fn way(layout: &Layout, route: &[Cell]) -> Contour {
    let tiles: Vec<&Tile> = route.iter().map(|cell| &layout.tiles[cell.index()]).collect();
    let corner = |index: usize| {
        let at = tiles[index].centre;
        let next = tiles.get(index + 1);
        let is_round = next.is_some_and(|next| in_one_ring(tiles[index], next));
        Corner { at, edge: if is_round { Edge::Round } else { Edge::Straight } }
    };
    Contour { corners: (0..tiles.len()).map(corner).collect(), is_closed: false }
}

/// The same line as the data of an SVG path, in the coordinates of
/// [`Description`](crate::Description).
///
/// ```
/// let variant = rotunda_movegen::Variant::by_name("modern3")?;
/// let game = variant.game();
/// let mv = game.parse_move("c2b24")?;
/// let route = &rotunda_board::routes(variant, &*game, &mv)[0];
/// assert!(rotunda_board::way_data(&variant.layout(), route).starts_with('M'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn way_data(layout: &Layout, route: &[Cell]) -> String {
    data(&way(layout, route))
}

/// Whether two cells with round edges are as far from the board's centre.
fn in_one_ring(a: &Tile, b: &Tile) -> bool {
    let is_round = |tile: &Tile| {
        tile.contour.corners.iter().filter(|corner| corner.edge == Edge::Round).count() > 1
    };
    is_round(a)
        && is_round(b)
        && (a.centre.radius() - b.centre.radius()).abs() < ONE_RING
        && a.contour.touches(&b.contour)
}
