//! The variants that the environment lets a test run take.

use std::env;

use rotunda_movegen::Variant;

/// The environment variable that narrows a run to the variants that it names, with commas between.
pub const VARIANT: &str = "ROTUNDA_TEST_VARIANT";

/// Returns whether the environment lets a variant be tested.
pub fn is_wanted(variant: &str) -> bool {
    env::var(VARIANT).map_or(true, |names| names.split(',').any(|name| name == variant))
}

/// Returns the variants under test: those of the registry, unless the environment asks for fewer.
pub fn entries() -> impl Iterator<Item = &'static Variant> {
    Variant::all().iter().filter(|entry| is_wanted(entry.name))
}
