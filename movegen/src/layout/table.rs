//! Tables: the look of boards of more than two players.

use super::board::{Anchor, Colour, Feature, FeatureKind, Label, Layout, Shade};
use super::rings::Rings;
use crate::geometry::{Cell, Grid, file_letter};

/// The width of a cell of the innermost ring, in widths of a ring.
const INNER_WIDTH: f64 = 0.87;
/// The height of the numbers of the sectors.
const NAME_HEIGHT: f64 = 0.3;
/// The distance of the numbers from the rim.
const NAME_DISTANCE: f64 = 0.32;
/// The place of a ring's name in its first cell, in rings from the cell's inside and in sectors.
const RING_NAME_PLACE: (f64, f64) = (0.82, 0.13);
/// The colours of the seats of tables for two to six (docs/rules/multiplayer-circular.md 2). The
/// rules name none for five.
const COLOURS: [&[Colour]; 5] = [
    &[Colour::WHITE, Colour::BLACK],
    &[Colour::WHITE, Colour::RED, Colour::BLACK],
    &[Colour::YELLOW, Colour::GREEN, Colour::RED, Colour::BLUE],
    &[Colour::YELLOW, Colour::GREEN, Colour::RED, Colour::BLUE, Colour::PURPLE],
    &[Colour::BLACK, Colour::PURPLE, Colour::BLUE, Colour::RED, Colour::YELLOW, Colour::GREEN],
];

impl Layout {
    /// Returns the board with two to six players round it, in the colours for their number. It
    /// turns counter-clockwise by so many degrees for each player, and names turn with it.
    ///
    /// ```
    /// use rotunda_movegen::{Grid, Layout};
    /// let board = Layout::squares(&Grid::new(14, 14, |_, _| true));
    /// let table = board.with_players(vec![0.0, 90.0, 180.0, 270.0]);
    /// assert_eq!((table.colours.len(), table.colours[3].name), (4, "Blue"));
    /// ```
    ///
    /// # Panics
    /// Panics if there are fewer or more players.
    #[must_use]
    pub fn with_players(self, turns: Vec<f64>) -> Self {
        let labels = self.labels.into_iter().map(|label| label.beside(Anchor::Board));
        Self { labels: labels.collect(), colours: COLOURS[turns.len() - 2].to_vec(), turns, ..self }
    }

    /// Returns the layout of rings for two to six players, as the first seat sees it. The files of
    /// the grid are rings, the first inside. The ranks are sectors, counter-clockwise from the
    /// beginning of the seat's home, whose middle is at the bottom. Pawns promote at lines before
    /// the sectors of `lines`.
    ///
    /// # Panics
    /// Panics if there are fewer or more seats.
    #[must_use]
    pub fn round_table(grid: &Grid, seats: usize, lines: &[usize]) -> Self {
        let sectors = grid.ranks();
        let rings = Rings {
            sectors,
            inner: sectors as f64 * INNER_WIDTH / std::f64::consts::TAU - 0.5,
            // A home takes half of the sectors that each seat has.
            before_bottom: sectors as f64 / seats as f64 / 4.0,
        };
        let tile = |cell| {
            let (ring, sector) = grid.place(cell);
            rings.tile(ring, sector, Shade::chequered(ring, sector))
        };
        let having = |holds: &dyn Fn((usize, usize)) -> bool| -> Vec<Cell> {
            grid.all().filter(|cell| holds(grid.place(*cell))).collect()
        };
        let rim = grid.files() as f64;
        let line = |sector: &usize| {
            let sector = *sector;
            let cells = having(&|(_, other)| other == sector || other + 1 == sector);
            let contour = rings.radius(sector as f64, 0.0, rim);
            Feature::new(FeatureKind::PromotionLine, contour, cells)
        };
        let ring_names = (0..grid.files()).map(|ring| {
            let at = rings.point(ring as f64 + RING_NAME_PLACE.0, RING_NAME_PLACE.1);
            let cells = having(&|(other, _)| other == ring);
            Label::new(file_letter(ring), at, NAME_HEIGHT * 0.8, cells)
        });
        let sector_names = (0..sectors).map(|sector| {
            let at = rings.point(rim + NAME_DISTANCE, sector as f64 + 0.5);
            let cells = having(&|(_, other)| other == sector);
            Label::new((sector + 1).to_string(), at, NAME_HEIGHT, cells)
        });
        Self {
            tiles: grid.all().map(tile).collect(),
            features: lines.iter().map(line).collect(),
            labels: ring_names.chain(sector_names).collect(),
            colours: COLOURS[seats - 2].to_vec(),
            turns: (0..seats).map(|seat| -360.0 * seat as f64 / seats as f64).collect(),
        }
    }
}
