//! The look of boards: cells in the plane, labels, the colours of the seats.

mod board;
mod disc;
mod lines;
mod plane;
mod rings;
mod seams;
mod squares;
mod table;

pub use board::{Anchor, Bounds, Colour, Feature, FeatureKind, Label, Layout, Shade, Tile};
pub use disc::Disc;
pub use plane::{Contour, Corner, Edge, Point};
pub use rings::Rings;
pub use seams::Motion;
