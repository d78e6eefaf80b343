//! Seams: edges beyond which a flat picture of a cylinder or a torus continues at its other side.

use super::board::{Feature, FeatureKind, Layout};
use super::plane::{Point, SAME};
use crate::geometry::Cell;

impl Layout {
    /// Returns the vector from a cell to its image beside the board, as if the board were repeated
    /// beyond its seams, if a seam makes the way from another cell shorter; otherwise `None`.
    #[must_use]
    pub fn shift_over_seams(&self, from: Cell, to: Cell) -> Option<Point> {
        let [here, there] = [from, to].map(|cell| self.tiles[cell.index()].centre);
        let length = |shift: &Point| there.moved(*shift).distance(here);
        let shifts = self.shifts();
        let best = shifts.iter().min_by(|a, b| length(a).total_cmp(&length(b)))?;
        (length(best) + SAME < there.distance(here)).then_some(*best)
    }

    /// The vectors by which the board repeats beyond a seam and beyond two that meet.
    fn shifts(&self) -> Vec<Point> {
        let seams: Vec<&Feature> =
            self.features.iter().filter(|feature| feature.kind == FeatureKind::Seam).collect();
        let middle = |seam: &Feature| {
            let ends = [seam.contour.corners[0].at, seam.contour.corners[1].at];
            ends[0].towards(ends[1], 0.5)
        };
        let mut single: Vec<Point> = Vec::new();
        for seam in &seams {
            let is_same_seam = |other: &&&Feature| other.cells.iter().eq(seam.cells.iter().rev());
            for other in seams.iter().filter(is_same_seam) {
                let shift = middle(seam).minus(middle(other));
                if single.iter().all(|known| known.distance(shift) > SAME) {
                    single.push(shift);
                }
            }
        }
        let double = single.iter().flat_map(|a| single.iter().map(|b| a.moved(*b)));
        let mut shifts: Vec<Point> = double.collect();
        shifts.extend(single);
        shifts
    }

    /// Returns whether two cells touch beyond a seam.
    pub(super) fn adjoin_over_a_seam(&self, a: Cell, b: Cell) -> bool {
        self.shift_over_seams(a, b).is_some_and(|shift| {
            let [a, b] = [a, b].map(|cell| &self.tiles[cell.index()].contour);
            a.touches(&b.moved(shift))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;
    use crate::layout::Contour;

    /// Returns the board of chess with its first file beside the last.
    fn cylinder() -> (Layout, Grid) {
        let grid = Grid::new(8, 8, |_, _| true);
        let mut layout = Layout::squares(&grid);
        let edge = |cell: Cell, side: f64, layout: &Layout| {
            let Point { x, y } = layout.tiles[cell.index()].centre;
            let ends = [-0.5, 0.5].map(|half| Point { x: x + side / 2.0, y: y + half });
            Contour::polyline(ends.to_vec())
        };
        for rank in 1..=8 {
            let [a, h] = ["a", "h"].map(|file| grid.at(&format!("{file}{rank}")));
            for (side, cells) in [(-1.0, vec![a, h]), (1.0, vec![h, a])] {
                let contour = edge(cells[0], side, &layout);
                layout.features.push(Feature::new(FeatureKind::Seam, contour, cells));
            }
        }
        (layout, grid)
    }

    #[test]
    fn the_shorter_way_leads_over_the_seam() {
        let (layout, grid) = cylinder();
        let shift = |from: &str, to: &str| {
            layout.shift_over_seams(grid.at(from), grid.at(to)).map(|by| (by.x, by.y))
        };
        assert_eq!(shift("a1", "h1"), Some((-8.0, 0.0)));
        assert_eq!(shift("g5", "a4"), Some((8.0, 0.0)));
        assert_eq!(shift("b2", "d2"), None);
        assert_eq!(shift("a1", "a8"), None);
        let adjoin = |a: &str, b: &str| layout.adjoin(grid.at(a), grid.at(b));
        assert!(adjoin("a1", "h2") && adjoin("h8", "a8"));
        assert!(!adjoin("a1", "h3") && !adjoin("a1", "g1") && !adjoin("a1", "a8"));
    }
}
