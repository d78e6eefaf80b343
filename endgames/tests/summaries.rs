//! The summaries that are part of the program against tables built anew.

use rotunda_endgames::{Library, Material, Odds, Summary};
use rotunda_movegen::{Draughts, Duel, Family, Options, Rules, Variant, VariantTables};

/// Material that is small enough to be solved in a test.
const SETS: [&str; 6] = ["KK", "KQK", "KRK", "KNK", "KPK", "KXK"];

fn compare<R: Rules<1>>(tables: &VariantTables<1>) {
    let known = Summary::of(tables).unwrap_or_else(|| {
        panic!(
            "{} has no summary of its rules: see docs/endgames.md for the command that makes one",
            tables.name()
        )
    });
    let mut library = Library::<R, 1>::new(tables).expect("a duel");
    for name in SETS {
        let Some(material) = Material::parse(tables, name) else { continue };
        library.build(&material, &()).expect("small enough");
        let report = library.report(&material).expect("it has been built");
        assert_eq!(known.odds(&material), Some(Odds::of(&report)), "{} {name}", tables.name());
        for resistance in library.resistance(&material) {
            let told = known.resistances().iter().any(|(_, told)| *told == resistance);
            assert!(told, "{} {name}: {resistance}", tables.name());
        }
    }
}

#[test]
fn summaries_are_what_tables_say() {
    for variant in Variant::all() {
        match variant.family(Options::default()) {
            Family::Duel(tables) => compare::<Duel>(tables),
            Family::Draughts(tables) => compare::<Draughts>(tables),
            _ => {}
        }
    }
}
