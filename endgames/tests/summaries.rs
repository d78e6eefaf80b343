//! The summaries that are part of the program against freshly built tables.

use rotunda_endgames::{Library, Material, Odds, Summary};
use rotunda_movegen::{Family, Options, Rules, Variant, VariantTables};

/// Compares the summary of a game with the table of some material, which must be built.
///
/// # Panics
/// Panics if they differ, or the game has no summary.
pub fn check<R: Rules<W>, const W: usize>(
    library: &mut Library<R, W>,
    known: &Summary,
    material: &Material,
) {
    let report = library.report(material).expect("it has been built");
    assert_eq!(known.odds(material), Some(Odds::of(&report)), "{material:?}");
    for resistance in library.resistance(material) {
        let is_known = known.resistances().iter().any(|(_, known)| *known == resistance);
        assert!(is_known, "{material:?}: {resistance}");
    }
}

/// Returns the summary of a game's rules.
pub fn known<const W: usize>(tables: &VariantTables<W>) -> Summary {
    Summary::of(tables).unwrap_or_else(|| {
        panic!(
            "{} has no summary of its rules: see docs/endgames.md for the command that makes one",
            tables.name()
        )
    })
}

#[test]
fn every_duel_has_a_summary_of_its_rules() {
    for variant in Variant::all() {
        if let Family::Duel(tables) | Family::Draughts(tables) = variant.family(Options::default())
        {
            known(tables);
        }
    }
}
