//! Boards of rings and sectors.

use super::board::{Shade, Tile};
use super::plane::{Contour, Corner, Edge, Point};

/// Rings of equal width round the board's centre, cut into equal sectors, which are counted
/// counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub struct Rings {
    /// How many sectors there are.
    pub sectors: usize,
    /// How far the innermost ring begins from the centre.
    pub inner: f64,
    /// How many sectors lie between the first one's beginning and the bottom of the board, which
    /// is a line between sectors.
    pub before_bottom: f64,
}

impl Rings {
    /// The point so many rings from the inside and so many sectors from the first one's beginning.
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

    /// The radial line at so many sectors from the first one's beginning, between two rings.
    #[must_use]
    pub fn radius(&self, sectors: f64, from: f64, to: f64) -> Contour {
        Contour::polyline(vec![self.point(from, sectors), self.point(to, sectors)])
    }
}
