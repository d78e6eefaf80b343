//! Rectangles, cylinders, toruses and rings: boards of squares, whose edges may be joined.

use rotunda_movegen::{
    Cell, Colour, Contour, Dir, Feature, FeatureKind, Grid, Label, Layout, Point, Rings, Shade,
    compass,
};

use super::places::mirrored;
use crate::plane::{Forks, Lattice, Plane, Seating};

/// The ends of the board that are joined.
#[derive(Clone, Copy, Default)]
pub struct Wraps {
    /// Whether the first and the last file are joined.
    pub files: bool,
    /// Whether the first and the last rank are joined.
    pub ranks: bool,
}

/// The headings of the compass.
const NAMES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// Returns a board of squares with the headings of the compass, reversed for Black.
pub fn plane(grid: Grid, wraps: Wraps) -> Plane {
    let size = (grid.files() as i32, grid.ranks() as i32);
    let place = |cell: Cell| {
        let (file, rank) = grid.place(cell);
        (file as i32, rank as i32)
    };
    let lattice = Lattice::new(
        compass::ORTHOGONAL.map(compass::delta).to_vec(),
        grid.all().map(place).collect(),
        (wraps.files.then_some(size.0), wraps.ranks.then_some(size.1)),
    );
    let step = |cell: Cell, dir: Dir| {
        let to = lattice.offset(cell, compass::delta(dir)).filter(|to| *to != cell)?;
        Some((to, dir))
    };
    let steps = grid.all().map(|cell| compass::ALL.map(|dir| step(cell, dir)).to_vec()).collect();
    let vector = |dir: Dir| {
        let (x, y) = compass::delta(dir);
        (f64::from(x), f64::from(y))
    };
    let mut layout = Layout::squares(&grid);
    layout.features = seams(&layout, &lattice);
    Plane {
        names: NAMES.map(String::from).to_vec(),
        orthogonal: compass::ORTHOGONAL.to_vec(),
        diagonal: compass::DIAGONAL.to_vec(),
        black: compass::ALL.map(|dir| Dir((dir.0 + 4) % 8)).to_vec(),
        vectors: compass::ALL.map(vector).to_vec(),
        steps,
        forks: Forks::new(),
        lattice: Some(lattice),
        mirror: mirrored(&grid),
        seating: Seating::Duel,
        turns: Vec::new(),
        layout,
        grid,
    }
}

/// Returns the edges of squares beyond which the board continues at its other side.
fn seams(layout: &Layout, lattice: &Lattice) -> Vec<Feature> {
    let cells = || (0..lattice.places.len()).map(|index| Cell(index as u8));
    let seam = |cell: Cell, (x, y): (i32, i32)| {
        let (file, rank) = lattice.places[cell.index()];
        let is_on_board = lattice.at((file + x, rank + y)).is_some();
        let to = lattice.offset(cell, (x, y)).filter(|to| !is_on_board && *to != cell)?;
        let (x, y) = (f64::from(x) / 2.0, f64::from(y) / 2.0);
        let Point { x: cx, y: cy } = layout.tiles[cell.index()].centre;
        let ends = [(x - y, y + x), (x + y, y - x)].map(|(x, y)| Point { x: cx + x, y: cy + y });
        let edge = Contour::polyline(ends.to_vec());
        Some(Feature::new(FeatureKind::Seam, edge, vec![cell, to]))
    };
    cells()
        .flat_map(|cell| lattice.deltas.iter().filter_map(move |delta| seam(cell, *delta)))
        .collect()
}

/// The height of the names of lanes and sectors.
const NAME_HEIGHT: f64 = 0.3;
/// The distance of the numbers of the sectors from the rim.
const NAME_DISTANCE: f64 = 0.4;
/// The place of a lane's letter in the cell of the first sector, in rings from the inside of the
/// cell and in sectors.
const LANE_PLACE: (f64, f64) = (0.82, 0.15);

/// Returns lanes round a centre, the first one outside, and sectors clockwise from the bottom;
/// forward is clockwise for all seats.
pub fn ring(grid: Grid) -> Plane {
    let (lanes, sectors) = (grid.files(), grid.ranks());
    let rings = Rings {
        sectors,
        inner: (sectors as f64 / std::f64::consts::TAU - lanes as f64 / 2.0).max(1.0),
        before_bottom: 0.0,
    };
    // Sectors of a picture are counted the other way round.
    let place = |cell: Cell| {
        let (lane, sector) = grid.place(cell);
        (lanes - 1 - lane, sectors - 1 - sector)
    };
    let tile = |cell: Cell| {
        let ((ring, sector), (lane, rank)) = (place(cell), grid.place(cell));
        rings.tile(ring, sector, Shade::chequered(lane, rank))
    };
    let having = |holds: &dyn Fn((usize, usize)) -> bool| -> Vec<Cell> {
        grid.all().filter(|cell| holds(grid.place(*cell))).collect()
    };
    let letters = (0..lanes).map(|lane| {
        let ring = (lanes - 1 - lane) as f64;
        let at = rings.point(ring + LANE_PLACE.0, (sectors - 1) as f64 + 1.0 - LANE_PLACE.1);
        Label::new(grid.letter(lane), at, NAME_HEIGHT * 0.7, having(&|(other, _)| other == lane))
    });
    let numbers = (0..sectors).map(|sector| {
        let at = rings.point(lanes as f64 + NAME_DISTANCE, (sectors - 1 - sector) as f64 + 0.5);
        let cells = having(&|(_, other)| other == sector);
        Label::new((sector + 1).to_string(), at, NAME_HEIGHT, cells)
    });
    let layout = Layout {
        tiles: grid.all().map(tile).collect(),
        features: Vec::new(),
        labels: letters.chain(numbers).collect(),
        colours: vec![Colour::WHITE, Colour::BLACK],
        turns: vec![0.0, 180.0],
    };
    let joined = plane(grid, Wraps { files: false, ranks: true });
    Plane { black: compass::ALL.to_vec(), layout, ..joined }
}
