//! Discs: circles of cells round a centre, through which lines run.

use super::board::{Colour, Feature, FeatureKind, Label, Layout, Shade};
use super::plane::Contour;
use super::rings::Rings;
use crate::geometry::{Cell, Grid};

/// The height of the names of files and ranks.
const NAME_HEIGHT: f64 = 0.3;
/// The distance of the letters of the files from the ends of their sectors.
const NAME_DISTANCE: f64 = 0.3;
/// The place of a rank's number in the cell of the first file, in rings from the inside of the cell
/// and in sectors.
const RANK_PLACE: (f64, f64) = (0.82, 0.12);

/// A disc: every file of its grid is a whole diameter, from a sector to the one opposite.
#[derive(Clone, Debug)]
pub struct Disc {
    /// The cells. The number of ranks is even.
    pub grid: Grid,
}

impl Disc {
    /// Returns the number of sectors, two for each file.
    #[must_use]
    pub fn sectors(&self) -> usize {
        2 * self.grid.files()
    }

    /// Returns the number of cells from the rim to the centre.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.grid.ranks() / 2
    }

    /// Returns the sector and the circle of a cell, both counted from 0, the circle from the rim.
    #[must_use]
    pub fn polar(&self, cell: Cell) -> (usize, usize) {
        let (file, rank) = self.grid.place(cell);
        if rank < self.depth() {
            (file, rank)
        } else {
            (file + self.grid.files(), self.grid.ranks() - 1 - rank)
        }
    }

    /// Returns the cell in a circle of a sector. Sector numbers wrap round.
    #[must_use]
    pub fn cell(&self, sector: usize, circle: usize) -> Option<Cell> {
        let (sector, files) = (sector % self.sectors(), self.grid.files());
        if sector < files {
            self.grid.cell(sector, circle)
        } else {
            self.grid.cell(sector - files, self.grid.ranks() - 1 - circle)
        }
    }

    /// Returns the layout of the disc for White, whose sectors are at the bottom; sectors count
    /// counter-clockwise. The innermost circle begins `inner` heights of a cell from the centre.
    #[must_use]
    pub fn layout(&self, inner: f64) -> Layout {
        let before_bottom = (self.grid.files() - 1) as f64 / 2.0;
        let rings = Rings { sectors: self.sectors(), inner, before_bottom };
        let tile = |cell| {
            let (sector, circle) = self.polar(cell);
            rings.tile(self.ring(circle), sector, Shade::chequered(sector, circle))
        };
        Layout {
            tiles: self.grid.all().map(tile).collect(),
            features: self.centre(&rings),
            labels: self.file_letters(&rings).chain(self.rank_numbers(&rings)).collect(),
            colours: vec![Colour::WHITE, Colour::BLACK],
            turns: vec![0.0, 180.0],
        }
    }

    /// Returns the number of a circle, counted from the inside.
    fn ring(&self, circle: usize) -> usize {
        self.depth() - 1 - circle
    }

    /// The cells of a sector, from the rim inward.
    fn sector(&self, sector: usize) -> Vec<Cell> {
        (0..self.depth()).filter_map(|circle| self.cell(sector, circle)).collect()
    }

    /// The hub, and the lines across it that join the ends of the files' halves.
    fn centre(&self, rings: &Rings) -> Vec<Feature> {
        let innermost = |sector| self.cell(sector, self.depth() - 1);
        let around = (0..self.sectors()).filter_map(innermost).collect();
        let hub = Feature::new(FeatureKind::Hub, Contour::circle(rings.inner), around);
        let across = (0..self.grid.files()).map(|file| {
            let ends = [file, file + self.grid.files()];
            let points = ends.map(|sector| rings.point(0.0, sector as f64 + 0.5));
            let cells = ends.into_iter().filter_map(innermost).collect();
            Feature::new(FeatureKind::Joint, Contour::polyline(points.to_vec()), cells)
        });
        std::iter::once(hub).chain(across).collect()
    }

    /// The letters of the files, outside both of their ends.
    fn file_letters(&self, rings: &Rings) -> impl Iterator<Item = Label> {
        (0..self.sectors()).filter_map(|sector| {
            let cells = self.sector(sector);
            let ring = self.ring(self.polar(*cells.first()?).1) as f64 + 1.0;
            let at = rings.point(ring + NAME_DISTANCE, sector as f64 + 0.5);
            let letter = self.grid.letter(sector % self.grid.files());
            Some(Label::new(letter, at, NAME_HEIGHT, cells))
        })
    }

    /// The numbers of the ranks, in the cells of the first file.
    fn rank_numbers(&self, rings: &Rings) -> impl Iterator<Item = Label> {
        let (near, far) = (0..self.depth(), self.depth()..self.grid.ranks());
        near.chain(far.rev()).map(|rank| {
            let (sector, circle) = if rank < self.depth() {
                (0, rank)
            } else {
                (self.grid.files(), self.grid.ranks() - 1 - rank)
            };
            let ring = self.ring(circle) as f64 + RANK_PLACE.0;
            let at = rings.point(ring, sector as f64 + RANK_PLACE.1);
            let cells = self.grid.all().filter(|cell| self.grid.place(*cell).1 == rank).collect();
            Label::new((rank + 1).to_string(), at, NAME_HEIGHT * 0.7, cells)
        })
    }
}
