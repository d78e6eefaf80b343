//! [`Tunable`]: a number of the search that a tuner may change; only in builds with the feature
//! `tune`.

use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search, with its sensible range.
#[derive(Debug)]
pub struct Tunable {
    /// Its name in the search's parameters.
    pub name: &'static str,
    /// Its value in usual builds.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    value: &'static AtomicI32,
}

impl Tunable {
    pub(crate) const fn new(
        name: &'static str,
        (default, min, max): (i32, i32, i32),
        value: &'static AtomicI32,
    ) -> Self {
        Self { name, default, min, max, value }
    }

    /// Sets the value for all later searches of this process, limited to the range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), Ordering::Relaxed);
    }
}
