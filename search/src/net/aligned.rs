//! [`Aligned`]: weights that begin a cache line.

use std::fmt;
use std::ops::Deref;

/// The bytes of a cache line.
const LINE: usize = 64;
/// The weights in a cache line.
const IN_LINE: usize = LINE / size_of::<i16>();

/// Weights whose first one begins a cache line, so that a column of weights spans as few lines as
/// possible.
pub struct Aligned {
    /// The weights, from `start` on; the rest is padding.
    all: Vec<i16>,
    start: usize,
    count: usize,
}

impl Deref for Aligned {
    type Target = [i16];

    #[inline]
    fn deref(&self) -> &[i16] {
        &self.all[self.start..][..self.count]
    }
}

impl From<&[i16]> for Aligned {
    fn from(weights: &[i16]) -> Self {
        let count = weights.len();
        let mut all = vec![0; count + IN_LINE];
        // If the first weight cannot begin a line, sums take longer, and nothing else changes.
        let start = all.as_ptr().align_offset(LINE).min(IN_LINE);
        all[start..][..count].copy_from_slice(weights);
        Self { all, start, count }
    }
}

impl From<Vec<i16>> for Aligned {
    fn from(weights: Vec<i16>) -> Self {
        Self::from(&*weights)
    }
}

impl FromIterator<i16> for Aligned {
    fn from_iter<I: IntoIterator<Item = i16>>(weights: I) -> Self {
        Self::from(Vec::from_iter(weights))
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Aligned {}

impl fmt::Debug for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_begin_a_line_too() {
        let weights: Aligned = (0..100).collect();
        for copy in [weights.clone(), weights] {
            assert_eq!(copy.as_ptr().align_offset(LINE), 0);
            assert!((0..100).eq(copy.iter().copied()));
        }
    }
}
