//! Boards of lines, on whose crossings the pieces stand.

use super::board::{Feature, FeatureKind, Layout, Shade};
use super::plane::{Contour, Point};
use crate::geometry::{Cell, Grid};

impl Layout {
    /// Returns a board of squares as one of lines through their middles. Inner files are broken
    /// after the ranks of `rivers`, which count from 1. `palaces` have diagonals; each is
    /// given by two cells at opposite corners.
    ///
    /// ```
    /// use rotunda_movegen::{FeatureKind, Grid, Layout, Shade};
    /// let grid = Grid::new(9, 10, |_, _| true);
    /// let board = Layout::squares(&grid).on_lines(&grid, &[5], &[]);
    /// assert!(board.tiles.iter().all(|tile| tile.shade == Shade::Plain));
    /// // Ten ranks, two whole files, and seven in two parts.
    /// assert_eq!(board.features.iter().filter(|line| line.kind == FeatureKind::Line).count(), 26);
    /// ```
    #[must_use]
    pub fn on_lines(mut self, grid: &Grid, rivers: &[usize], palaces: &[[Cell; 2]]) -> Self {
        let (files, ranks) = (grid.files(), grid.ranks());
        let mut ends: Vec<((usize, usize), (usize, usize))> =
            (0..ranks).map(|rank| ((0, rank), (files - 1, rank))).collect();
        for file in 0..files {
            let is_edge = file == 0 || file + 1 == files;
            let breaks = rivers.iter().filter(|_| !is_edge);
            let mut from = 0;
            for river in breaks {
                ends.push(((file, from), (file, river - 1)));
                from = *river;
            }
            ends.push(((file, from), (file, ranks - 1)));
        }
        for palace in palaces {
            let [one, other] = palace.map(|cell| grid.place(cell));
            ends.extend([(one, other), ((one.0, other.1), (other.0, one.1))]);
        }
        let point = |(file, rank)| -> Option<Point> {
            grid.cell(file, rank).map(|cell| self.tiles[cell.index()].centre)
        };
        let lines: Vec<Feature> = ends
            .into_iter()
            .filter_map(|(from, to)| {
                let line = Contour::polyline(vec![point(from)?, point(to)?]);
                Some(Feature::new(FeatureKind::Line, line, Vec::new()))
            })
            .collect();
        self.features.extend(lines);
        for tile in &mut self.tiles {
            tile.shade = Shade::Plain;
        }
        self
    }
}
