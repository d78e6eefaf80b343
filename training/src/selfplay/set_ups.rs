//! The set-ups of a variant: the start arrays of pieces that its rules allow.

use rotunda_movegen::{Family, Variant};

/// The variants that differ only in their start, so that games of one are also games of the other.
const SIBLINGS: [[&str; 2]; 2] =
    [["modern2", "modern2-rotated"], ["byzantine2", "byzantine2-mirrored"]];

/// Returns the position strings from which games of a variant start: its own start, as an empty
/// string, and those of the variants that differ only in their start.
#[must_use]
pub(crate) fn set_ups(variant: &'static Variant, family: Family) -> Vec<String> {
    let own = [String::new()].into_iter();
    let siblings = SIBLINGS.iter().filter(|names| names.contains(&variant.name)).flatten();
    let others = siblings.filter(|name| **name != variant.name);
    let starts = others.filter_map(|name| Some(Variant::by_name(name).ok()?.start().to_owned()));
    own.chain(starts.filter(|start| family.game(Some(start)).is_ok())).collect()
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Options;

    use super::*;

    #[test]
    fn siblings_are_played_alike() {
        for name in SIBLINGS.into_iter().flatten() {
            let variant = Variant::by_name(name).expect("known");
            let family = variant.family(Options::default());
            let starts = set_ups(variant, family);
            assert_eq!(starts.len(), 2, "{name}");
            let others = SIBLINGS.iter().find(|names| names.contains(&name)).expect("it is there");
            let other = others.iter().find(|other| **other != name).expect("another one");
            let other = Variant::by_name(other).expect("known").game();
            let here = family.game(Some(&starts[1])).expect("well-formed");
            assert_eq!(here.fen(), other.fen());
            assert_eq!(here.perft(3), other.perft(3), "{name}");
        }
    }
}
