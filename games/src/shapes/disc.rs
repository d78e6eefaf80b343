//! Discs: circles of cells round a centre, through which lines run.

use rotunda_movegen::{Cell, Dir, Disc, Grid};

use super::places::mirrored;
use crate::plane::{Forks, Plane, Seating};

/// The headings: inward is forward for both seats, and adding 4 reverses a heading.
const NAMES: [&str; 8] = ["in", "inleft", "left", "outleft", "out", "outright", "right", "inright"];
/// The vectors of the headings for a player who looks inward.
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

/// The least distance of the innermost circle from the centre.
const LEAST_INNER: f64 = 0.6;

/// Returns the cell and the heading after a step. A line that runs inward from the innermost circle
/// crosses the centre, goes on outward, and keeps its sense of rotation.
fn step(disc: &Disc, from: Cell, heading: usize) -> Option<(Cell, Dir)> {
    let (sector, circle) = disc.polar(from);
    let (right, inward) = VECTORS[heading];
    let sectors = disc.sectors();
    // Sectors are counted to the left.
    let beside = match right as i32 {
        0 => sector,
        1 => sector + sectors - 1,
        _ => sector + 1,
    };
    let facing = Dir(heading as u8);
    match inward as i32 {
        0 => Some((disc.cell(beside, circle)?, facing)),
        1 if circle + 1 < disc.depth() => Some((disc.cell(beside, circle + 1)?, facing)),
        1 => {
            let outward = VECTORS.iter().position(|other| *other == (right, -1.0))?;
            Some((disc.cell(beside + sectors / 2, circle)?, Dir(outward as u8)))
        }
        _ => Some((disc.cell(beside, circle.checked_sub(1)?)?, facing)),
    }
}

/// Returns the disc whose files are the diameters of a grid.
pub fn plane(grid: Grid) -> Plane {
    let disc = Disc { grid: grid.with_twist() };
    let grid = &disc.grid;
    let steps =
        grid.all().map(|cell| (0..8).map(|heading| step(&disc, cell, heading)).collect()).collect();
    // Cells of the middle circle are about as wide as they are high.
    let middle = disc.sectors() as f64 / std::f64::consts::TAU;
    let inner = (middle - disc.depth() as f64 / 2.0).max(LEAST_INNER);
    Plane {
        names: NAMES.map(String::from).to_vec(),
        orthogonal: [0, 2, 4, 6].map(Dir).to_vec(),
        diagonal: [1, 3, 5, 7].map(Dir).to_vec(),
        black: (0..8).map(Dir).collect(),
        vectors: VECTORS.to_vec(),
        steps,
        forks: Forks::new(),
        lattice: None,
        mirror: mirrored(grid),
        seating: Seating::Duel,
        turns: Vec::new(),
        layout: disc.layout(inner),
        grid: disc.grid,
    }
}
