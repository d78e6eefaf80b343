//! Boards of squares.

use super::board::{Anchor, Colour, Label, Layout, Shade, Tile};
use super::plane::{Contour, Point};
use crate::geometry::{Cell, Grid};

/// The height of the names beside the board.
const NAME_HEIGHT: f64 = 0.27;
/// The distance of the names from the board's edge.
const NAME_DISTANCE: f64 = 0.26;

/// Returns the middle of the place at a file and rank. The middle of the grid is the board's
/// centre.
fn place(grid: &Grid, file: usize, rank: usize) -> Point {
    let from_middle = |at: usize, count: usize| at as f64 + 0.5 - count as f64 / 2.0;
    Point { x: from_middle(file, grid.files()), y: from_middle(rank, grid.ranks()) }
}

/// The square with a middle.
fn square(middle: Point) -> Contour {
    let corner = |(x, y): (f64, f64)| Point { x: middle.x + x, y: middle.y + y };
    Contour::polygon([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(corner).to_vec())
}

impl Layout {
    /// Returns a duel's board of squares, with the letters of the files below it and the numbers of
    /// the ranks at its left.
    #[must_use]
    pub fn squares(grid: &Grid) -> Self {
        let tile = |cell| {
            let (file, rank) = grid.place(cell);
            Tile::new(square(place(grid, file, rank)), Shade::chequered(file, rank))
        };
        let having = |holds: &dyn Fn((usize, usize)) -> bool| -> Vec<Cell> {
            grid.all().filter(|cell| holds(grid.place(*cell))).collect()
        };
        let corner = place(grid, 0, 0);
        let edge = |at: f64| at - 0.5 - NAME_DISTANCE;
        let files = (0..grid.files()).map(|file| {
            let at = Point { x: place(grid, file, 0).x, y: edge(corner.y) };
            let cells = having(&|(other, _)| other == file);
            Label::new(grid.letter(file), at, NAME_HEIGHT, cells).beside(Anchor::Below)
        });
        let ranks = (0..grid.ranks()).map(|rank| {
            let at = Point { x: edge(corner.x), y: place(grid, 0, rank).y };
            let cells = having(&|(_, other)| other == rank);
            Label::new((rank + 1).to_string(), at, NAME_HEIGHT, cells).beside(Anchor::Left)
        });
        Self {
            tiles: grid.all().map(tile).collect(),
            features: Vec::new(),
            labels: files.chain(ranks).collect(),
            colours: vec![Colour::WHITE, Colour::BLACK],
            turns: vec![0.0, 180.0],
        }
    }
}
