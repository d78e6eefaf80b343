//! Discs: circles of cells round a centre that lines run through.

use rotunda_movegen::{
    Cell, Colour, Contour, Dir, Feature, FeatureKind, Grid, Label, Layout, Rings, Shade,
};

use super::places::mirrored;
use crate::plane::Plane;

/// The headings: inward is forward for both seats, and adding 4 turns round.
const NAMES: [&str; 8] = ["in", "inleft", "left", "outleft", "out", "outright", "right", "inright"];
/// Where they point, as seen by who looks inward.
const VECTORS: [(f64, f64); 8] = [
    (0.0, 1.0),
    (-1.0, 1.0),
    (-1.0, 0.0),
    (-1.0, -1.0),
    (0.0, -1.0),
    (1.0, -1.0),
    (1.0, 0.0),
    (1.0, 1.0),
];

/// The cells of a disc: every file is a whole diameter, from a sector to the one opposite.
struct Disc<'a> {
    grid: &'a Grid,
    /// Sectors of a half, which are the files.
    files: usize,
    /// Cells from the rim to the centre.
    depth: usize,
}

impl Disc<'_> {
    /// Sector and circle, both counted from 0, the circle from the rim.
    fn polar(&self, cell: Cell) -> (usize, usize) {
        let (file, rank) = self.grid.place(cell);
        if rank < self.depth {
            (file, rank)
        } else {
            (file + self.files, 2 * self.depth - 1 - rank)
        }
    }

    fn cell(&self, sector: usize, circle: usize) -> Option<Cell> {
        let sector = sector % (2 * self.files);
        if sector < self.files {
            self.grid.cell(sector, circle)
        } else {
            self.grid.cell(sector - self.files, 2 * self.depth - 1 - circle)
        }
    }

    /// A line that runs inward from the innermost circle goes straight across the centre, comes out
    /// facing outward, and keeps turning the same way.
    fn step(&self, from: Cell, heading: usize) -> Option<(Cell, Dir)> {
        let (sector, circle) = self.polar(from);
        let (right, inward) = VECTORS[heading];
        let sectors = 2 * self.files;
        // Sectors are counted to the left.
        let beside = match right as i32 {
            0 => sector,
            1 => sector + sectors - 1,
            _ => sector + 1,
        };
        let facing = Dir(heading as u8);
        match inward as i32 {
            0 => Some((self.cell(beside, circle)?, facing)),
            1 if circle + 1 < self.depth => Some((self.cell(beside, circle + 1)?, facing)),
            1 => {
                let outward = VECTORS.iter().position(|other| *other == (right, -1.0))?;
                Some((self.cell(beside + self.files, circle)?, Dir(outward as u8)))
            }
            _ => Some((self.cell(beside, circle.checked_sub(1)?)?, facing)),
        }
    }
}

/// The disc whose files are the diameters of a grid.
pub fn plane(grid: Grid) -> Plane {
    let disc = Disc { files: grid.files(), depth: grid.ranks() / 2, grid: &grid };
    let steps =
        grid.all().map(|cell| (0..8).map(|heading| disc.step(cell, heading)).collect()).collect();
    let layout = layout(&disc);
    Plane {
        names: NAMES.map(String::from).to_vec(),
        orthogonal: [0, 2, 4, 6].map(Dir).to_vec(),
        diagonal: [1, 3, 5, 7].map(Dir).to_vec(),
        black: (0..8).map(Dir).collect(),
        vectors: VECTORS.to_vec(),
        steps,
        lattice: None,
        mirror: mirrored(&grid),
        layout,
        grid,
    }
}

/// The height of the names of files and ranks.
const NAME_HEIGHT: f64 = 0.3;
/// How far the letters of the files are from the ends of their sectors.
const NAME_DISTANCE: f64 = 0.3;
/// Where the numbers of the ranks stand in the cells of the first file: rings from the inside of
/// the cell, and sectors.
const RANK_PLACE: (f64, f64) = (0.82, 0.12);

/// The disc as White sees it: White's sectors at the bottom, counted counter-clockwise.
fn layout(disc: &Disc) -> Layout {
    let sectors = 2 * disc.files;
    // Cells of the middle circle are about as wide as high.
    let inner = (sectors as f64 / std::f64::consts::TAU - disc.depth as f64 / 2.0).max(0.6);
    let rings = Rings { sectors, inner, before_bottom: (disc.files - 1) as f64 / 2.0 };
    let ring_of = |circle: usize| disc.depth - 1 - circle;
    let tile = |cell| {
        let (sector, circle) = disc.polar(cell);
        rings.tile(ring_of(circle), sector, Shade::chequered(sector, circle))
    };
    let innermost: Vec<Cell> =
        (0..sectors).filter_map(|sector| disc.cell(sector, disc.depth - 1)).collect();
    let hub = Feature::new(FeatureKind::Hub, Contour::circle(inner), innermost);
    let across = (0..disc.files).map(|sector| {
        let ends = [sector, sector + disc.files];
        let points = ends.map(|sector| rings.point(0.0, sector as f64 + 0.5));
        let cells = ends.into_iter().filter_map(|sector| disc.cell(sector, disc.depth - 1));
        Feature::new(FeatureKind::Joint, Contour::polyline(points.to_vec()), cells.collect())
    });
    let files = (0..sectors).filter_map(|sector| {
        let cells: Vec<Cell> =
            (0..disc.depth).filter_map(|circle| disc.cell(sector, circle)).collect();
        let outermost = cells.first()?;
        let ring = ring_of(disc.polar(*outermost).1) as f64 + 1.0;
        let at = rings.point(ring + NAME_DISTANCE, sector as f64 + 0.5);
        Some(Label::new(disc.grid.letter(sector % disc.files), at, NAME_HEIGHT, cells))
    });
    let ends = [0, disc.files];
    let ranks =
        ends.into_iter().flat_map(|sector| (0..disc.depth).map(move |circle| (sector, circle)));
    let ranks = ranks.map(|(sector, circle)| {
        let at = rings.point(ring_of(circle) as f64 + RANK_PLACE.0, sector as f64 + RANK_PLACE.1);
        let rank = if sector == 0 { circle } else { 2 * disc.depth - 1 - circle };
        let cells = disc.grid.all().filter(|cell| disc.grid.place(*cell).1 == rank).collect();
        Label::new((rank + 1).to_string(), at, NAME_HEIGHT * 0.7, cells)
    });
    Layout {
        tiles: disc.grid.all().map(tile).collect(),
        features: std::iter::once(hub).chain(across).collect(),
        labels: files.chain(ranks).collect(),
        colours: vec![Colour::WHITE, Colour::BLACK],
        turns: vec![0.0, 180.0],
    }
}
