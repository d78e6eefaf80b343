//! Seams: edges beyond which a flat picture continues at its other side, as on a cylinder, a torus,
//! or a strip with a twist.

use super::board::{Feature, FeatureKind, Layout};
use super::plane::{Contour, Corner, Point, SAME};
use crate::geometry::Cell;

/// A motion of the plane, which keeps all distances: from a board to its image beyond a seam.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Motion {
    /// The image of the direction to the right.
    x: Point,
    /// The image of the direction upwards.
    y: Point,
    /// The image of the centre.
    centre: Point,
}

impl Motion {
    /// Returns the image of a point.
    #[must_use]
    pub fn apply(&self, Point { x, y }: Point) -> Point {
        self.turn(Point { x, y }).moved(self.centre)
    }

    /// Returns the point that has this image.
    #[must_use]
    pub fn undo(&self, image: Point) -> Point {
        let from_centre = image.minus(self.centre);
        Point { x: dot(from_centre, self.x), y: dot(from_centre, self.y) }
    }

    /// Returns the image of a direction.
    fn turn(&self, Point { x, y }: Point) -> Point {
        Point { x: self.x.x * x + self.y.x * y, y: self.x.y * x + self.y.y * y }
    }

    /// Returns this motion after another one.
    fn after(&self, other: &Self) -> Self {
        Self { x: self.turn(other.x), y: self.turn(other.y), centre: self.apply(other.centre) }
    }

    /// Returns whether two motions are the same, within the precision of numbers.
    fn is_same(&self, other: &Self) -> bool {
        let pairs = [(self.x, other.x), (self.y, other.y), (self.centre, other.centre)];
        pairs.iter().all(|(a, b)| a.distance(*b) < SAME)
    }

    /// Returns the image of a contour.
    fn image(&self, contour: &Contour) -> Contour {
        let corner = |corner: &Corner| Corner { at: self.apply(corner.at), ..*corner };
        let corners = contour.corners.iter().map(corner).collect();
        Contour { corners, is_closed: contour.is_closed }
    }
}

fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y
}

/// An edge of the board: its ends, the direction from the first to the second, and the direction
/// out of the board, both of length 1.
struct Side {
    ends: [Point; 2],
    along: Point,
    outward: Point,
}

impl Layout {
    /// Returns the motion from the board to an image of it beyond its seams, if the way from a cell
    /// to the image of another one is shorter than to that cell itself; otherwise `None`.
    #[must_use]
    pub fn beyond_seams(&self, from: Cell, to: Cell) -> Option<Motion> {
        let [here, there] = [from, to].map(|cell| self.tiles[cell.index()].centre);
        let length = |motion: &Motion| motion.apply(there).distance(here);
        let motions = self.motions();
        let best = motions.iter().min_by(|a, b| length(a).total_cmp(&length(b)))?;
        (length(best) + SAME < there.distance(here)).then_some(*best)
    }

    /// The motions from the board to its images beyond one seam and beyond two that meet.
    fn motions(&self) -> Vec<Motion> {
        let seams: Vec<&Feature> =
            self.features.iter().filter(|feature| feature.kind == FeatureKind::Seam).collect();
        let mut single: Vec<Motion> = Vec::new();
        for seam in &seams {
            let is_same_seam = |other: &&&Feature| other.cells.iter().eq(seam.cells.iter().rev());
            for other in seams.iter().filter(is_same_seam) {
                let motion = join(&self.side(seam), &self.side(other));
                if !single.iter().any(|known| known.is_same(&motion)) {
                    single.push(motion);
                }
            }
        }
        let double = single.iter().flat_map(|a| single.iter().map(|b| a.after(b)));
        let mut motions: Vec<Motion> = double.collect();
        motions.extend(single);
        motions
    }

    /// Returns the edge at which a seam is.
    fn side(&self, seam: &Feature) -> Side {
        let ends = [seam.contour.corners[0].at, seam.contour.corners[1].at];
        let length = ends[0].distance(ends[1]);
        let way = ends[1].minus(ends[0]);
        let along = Point { x: way.x / length, y: way.y / length };
        let aside = Point { x: along.y, y: -along.x };
        let inside = self.tiles[seam.cells[0].index()].centre;
        let is_inward = dot(aside, inside.minus(ends[0])) > 0.0;
        let outward = if is_inward { Point { x: -aside.x, y: -aside.y } } else { aside };
        Side { ends, along, outward }
    }

    /// Returns whether two cells touch beyond a seam.
    pub(super) fn adjoin_over_a_seam(&self, a: Cell, b: Cell) -> bool {
        self.beyond_seams(a, b).is_some_and(|motion| {
            let [a, b] = [a, b].map(|cell| &self.tiles[cell.index()].contour);
            a.touches(&motion.image(b))
        })
    }
}

/// Returns the motion that puts an edge on another one, so that the board beyond it lies outside
/// and the first corner of each meets the last one of the other.
fn join(seam: &Side, other: &Side) -> Motion {
    let image = |direction: Point| {
        let (along, outward) = (dot(direction, other.along), dot(direction, other.outward));
        Point {
            x: -seam.along.x * along - seam.outward.x * outward,
            y: -seam.along.y * along - seam.outward.y * outward,
        }
    };
    let [x, y] = [Point { x: 1.0, y: 0.0 }, Point { x: 0.0, y: 1.0 }].map(image);
    let turned = Motion { x, y, centre: Point { x: 0.0, y: 0.0 } };
    let centre = seam.ends[0].minus(turned.apply(other.ends[1]));
    Motion { centre, ..turned }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;
    use crate::layout::Contour;

    /// Returns the board of chess with its first file beside the last, turned over or not.
    fn cylinder(is_twisted: bool) -> (Layout, Grid) {
        let grid = Grid::new(8, 8, |_, _| true);
        let mut layout = Layout::squares(&grid);
        let edge = |cell: Cell, side: f64, layout: &Layout| {
            let Point { x, y } = layout.tiles[cell.index()].centre;
            let ends = [-0.5, 0.5].map(|half| Point { x: x + side / 2.0, y: y + half * side });
            Contour::polyline(ends.to_vec())
        };
        for rank in 1..=8 {
            let beyond = if is_twisted { 9 - rank } else { rank };
            let [a, h] =
                [("a", rank), ("h", beyond)].map(|(file, rank)| grid.at(&format!("{file}{rank}")));
            for (side, cells) in [(-1.0, vec![a, h]), (1.0, vec![h, a])] {
                let mut contour = edge(cells[0], side, &layout);
                if is_twisted && side > 0.0 {
                    contour.corners.reverse();
                }
                layout.features.push(Feature::new(FeatureKind::Seam, contour, cells));
            }
        }
        (layout, grid)
    }

    /// Returns where a cell lies beyond the seam that is nearer to another one.
    fn image(layout: &Layout, grid: &Grid, from: &str, to: &str) -> Option<(f64, f64)> {
        let motion = layout.beyond_seams(grid.at(from), grid.at(to))?;
        let Point { x, y } = motion.apply(layout.tiles[grid.at(to).index()].centre);
        Some((x, y))
    }

    #[test]
    fn the_shorter_way_leads_over_the_seam() {
        let (layout, grid) = cylinder(false);
        let image = |from: &str, to: &str| image(&layout, &grid, from, to);
        // Cells are counted from the middle: a1 lies at -3.5, -3.5.
        assert_eq!(image("a1", "h1"), Some((-4.5, -3.5)));
        assert_eq!(image("g5", "a4"), Some((4.5, -0.5)));
        assert_eq!(image("b2", "d2"), None);
        assert_eq!(image("a1", "a8"), None);
        let adjoin = |a: &str, b: &str| layout.adjoin(grid.at(a), grid.at(b));
        assert!(adjoin("a1", "h2") && adjoin("h8", "a8"));
        assert!(!adjoin("a1", "h3") && !adjoin("a1", "g1") && !adjoin("a1", "a8"));
    }

    #[test]
    fn beyond_a_twist_the_board_is_turned_over() {
        let (layout, grid) = cylinder(true);
        let image = |from: &str, to: &str| image(&layout, &grid, from, to);
        assert_eq!(image("a1", "h8"), Some((-4.5, -3.5)));
        assert_eq!(image("a2", "h8"), Some((-4.5, -3.5)));
        assert_eq!(image("h8", "a2"), Some((4.5, 2.5)));
        let motion = layout.beyond_seams(grid.at("a2"), grid.at("h8")).expect("it is nearer");
        let there = layout.tiles[grid.at("h8").index()].centre;
        assert!(motion.undo(motion.apply(there)).distance(there) < SAME);
    }
}
