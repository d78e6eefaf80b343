//! [`Tapered`]: a middlegame and an endgame value that are added up together.

use std::fmt;
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
///
/// One number holds both, the endgame's in its upper half, so that one addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tapered(i64);

impl Tapered {
    pub const fn new(middle: i32, end: i32) -> Self {
        Self(((end as i64) << i32::BITS) + middle as i64)
    }

    /// The middlegame value.
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The endgame value.
    pub const fn end(self) -> i32 {
        // A negative middlegame value has borrowed 1 from the upper half.
        ((self.0 - self.middle() as i64) >> i32::BITS) as i32
    }

    /// The value at a phase from 0, the barest endgame, to `full`, the opening.
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middle() * phase + self.end() * (full - phase)) / full
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middle(), self.end())
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
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
        Self(self.0 * i64::from(by))
    }
}
