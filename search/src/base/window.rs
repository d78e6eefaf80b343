//! [`Window`]: the scores between which a search has to know exactly.

use std::ops::Neg;

use super::report::Bound;
use super::score::{INFINITE, Score};

/// The scores between which a search must be exact.
///
/// ```text
///  -INFINITE          alpha            beta          INFINITE
///      |  fails low:    |   the exact   |  fails high:   |
///      |  "at most      |   score is    |  "at least     |
///      |   this"        |   returned    |   this"        |
/// ```
///
/// The side to move already has `alpha` by another line, and the opponent has `beta`: it will not
/// allow a line worth `beta` or more. The opponent's window is the negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// The window with every score.
    pub const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    pub const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// Returns the window that only distinguishes scores above `alpha` from others.
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Returns the intersection with another window, which must not be empty.
    #[inline]
    pub fn within(self, other: Self) -> Self {
        Self { alpha: self.alpha.max(other.alpha), beta: self.beta.min(other.beta) }
    }

    /// Returns the score of the window that is nearest to a score.
    #[inline]
    pub fn clamp(self, score: Score) -> Score {
        score.max(self.alpha).min(self.beta)
    }

    /// Returns whether no score lies strictly inside.
    pub const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Returns the relation to the true score of a score that a search with this window has
    /// returned.
    pub const fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Neg for Window {
    type Output = Self;

    /// Returns the opponent's window.
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_sees_the_window_the_other_way_round() {
        let window = Window::new(-20, 50);
        assert_eq!(-window, Window::new(-50, 20));
        assert_eq!(-Window::FULL, Window::FULL);
        assert!((-Window::null(7)).is_null() && !window.is_null());
    }

    #[test]
    fn scores_at_the_edges_are_bounds() {
        let window = Window::new(-20, 50);
        let bounds = [-21, -20, -19, 49, 50].map(|score| window.bound(score));
        let (upper, exact, lower) = (Bound::Upper, Bound::Exact, Bound::Lower);
        assert_eq!(bounds, [upper, upper, exact, exact, lower]);
    }
}
