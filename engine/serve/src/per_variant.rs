//! [`PerVariant`]: a value of each variant, made once.

use std::ptr;
use std::sync::{PoisonError, RwLock};

use rotunda_movegen::Variant;

/// A value of each variant, made at the first request. It lives as long as the variants, which is
/// as long as the process.
pub struct PerVariant<T: 'static>(RwLock<Vec<(&'static Variant, &'static T)>>);

impl<T> PerVariant<T> {
    /// Creates the place for the values.
    pub const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// Returns the value of a variant.
    pub fn of(&self, variant: &'static Variant, make: impl FnOnce() -> T) -> &'static T {
        let find = |known: &[(&'static Variant, &'static T)]| {
            known.iter().find(|(other, _)| ptr::eq(*other, variant)).map(|(_, value)| *value)
        };
        let known = find(&self.0.read().unwrap_or_else(PoisonError::into_inner));
        known.unwrap_or_else(|| {
            let new = make();
            let mut values = self.0.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have been quicker.
            find(&values).unwrap_or_else(|| {
                let new: &'static T = Box::leak(Box::new(new));
                values.push((variant, new));
                new
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rotunda_movegen::{GameData, Layout, Spec};

    use super::*;

    #[test]
    fn a_value_is_made_once_and_stays_with_its_variant() {
        static NAMES: PerVariant<String> = PerVariant::new();
        let made = Cell::new(0);
        let of = |variant: &'static Variant| {
            NAMES.of(variant, || {
                made.set(made.get() + 1);
                variant.title.to_owned()
            })
        };
        let data = |title: &str| {
            let chess = Variant::by_name("chess").expect("known");
            let spec = Spec { name: "per-variant".into(), ..chess.spec() };
            let layout = Layout::squares(&spec.grid);
            let rules = String::new();
            GameData { title: title.into(), rules, spec, layout, round_table: false }
        };
        let first = Variant::add(vec![data("first")]).expect("sound")[0];
        for variant in Variant::all().iter().chain([first]) {
            assert_eq!(
                (of(variant).as_str(), of(variant).as_str()),
                (variant.title, variant.title)
            );
        }
        let changed = Variant::replace(vec![data("changed")]).expect("sound")[0];
        assert_eq!((of(changed).as_str(), of(first).as_str()), ("changed", "first"));
        assert_eq!(made.get(), Variant::all().len() + 2);
    }
}
