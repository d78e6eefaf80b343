//! [`Tapered`]: a middlegame and an endgame value that are added up together.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A middlegame and an endgame value in centipawns, added up together and blended at the end.
///
/// ```text
///   middle  *
///             *             all pieces on the board: the middlegame value alone,
///               *           none but kings and pawns: the endgame value alone,
///                 *         between them a straight line
///   end               *
///         full  phase   0
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tapered {
    pub middle: i32,
    pub end: i32,
}

impl Tapered {
    pub const fn new(middle: i32, end: i32) -> Self {
        Self { middle, end }
    }

    /// The value at a phase from 0, the barest endgame, to `full`, the opening.
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middle * phase + self.end * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.middle - other.middle, self.end - other.end)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, by: i32) -> Self {
        Self::new(self.middle * by, self.end * by)
    }
}
