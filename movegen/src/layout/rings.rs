//! Boards of rings and sectors.

use super::board::{Shade, Tile};
use super::plane::{Contour, Corner, Edge, Point};

/// Rings of equal width round the board's centre, divided into equal sectors, which count
/// counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub struct Rings {
    /// The number of sectors.
    pub sectors: usize,
    /// The distance of the innermost ring's inner edge from the centre.
    pub inner: f64,
    /// The number of sectors from the beginning of the first one to the bottom of the board.
    pub before_bottom: f64,
}

impl Rings {
    /// Returns the point at so many rings from the inside and so many sectors from the beginning of
    /// the first one.
    #[must_use]
    pub fn point(&self, rings: f64, sectors: f64) -> Point {
        let pitch = 360.0 / self.sectors as f64;
        Point::polar(self.inner + rings, (sectors - self.before_bottom) * pitch - 90.0)
    }

    /// The tile in a ring, counted from the inside, and a sector.
    #[must_use]
    pub fn tile(&self, ring: usize, sector: usize, shade: Shade) -> Tile {
        let (ring, sector) = (ring as f64, sector as f64);
        let corner = |rings, sectors, edge| Corner { at: self.point(rings, sectors), edge };
        let corners = vec![
            corner(ring, sector, Edge::Straight),
            corner(ring + 1.0, sector, Edge::Round),
            corner(ring + 1.0, sector + 1.0, Edge::Straight),
            corner(ring, sector + 1.0, Edge::Round),
        ];
        Tile::new(Contour { corners, is_closed: true }, shade)
    }

    /// Returns the radial line between two rings at so many sectors from the beginning of the first
    /// one.
    #[must_use]
    pub fn radius(&self, sectors: f64, from: f64, to: f64) -> Contour {
        Contour::polyline(vec![self.point(from, sectors), self.point(to, sectors)])
    }
}
