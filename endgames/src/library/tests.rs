use rotunda_movegen::{
    Board, DeadMaterial, Duel, FULL, Family, Grid, HALF, KindSpec, Mode, Options, Path, Scoring,
    Spec, Variant, compass, steps,
};

use super::*;
use crate::solver::is_consistent;

/// Checks that the value of every position of some material follows from its moves.
fn check(variant: &str, names: &[&str]) {
    let family = Variant::by_name(variant).expect("known").family(Options::default());
    let Family::Duel(tables) = family else { panic!("{variant} is a duel of its tables") };
    check_tables(tables, names);
}

/// Does the same for any tables.
fn check_tables(tables: &VariantTables<1>, names: &[&str]) {
    let mut library = Library::<Duel, 1>::new(tables).expect("a duel");
    for name in names {
        let material = Material::parse(tables, name).expect("men of the variant");
        let (material, _) = library.usual(&material);
        library.build(&material, &()).expect("small enough");
        let exits = library.exits(&material, &()).expect("they are there");
        let table = Arc::clone(&library.made[&material]);
        let moves = PathMoves::new(tables, &table.layout, &exits);
        assert!(is_consistent(tables, &table, &moves), "{} {name}", tables.name());
    }
}

#[test]
fn tables_of_chess_agree_with_themselves_one_ply_ahead() {
    check("chess", &["KQK", "KPK"]);
}

#[test]
fn tables_with_laps_agree_with_themselves_one_ply_ahead() {
    check("rollerball", &["KK", "KPK"]);
}

#[test]
fn tables_of_a_disc_agree_with_themselves_one_ply_ahead() {
    check("circular66", &["KPK", "KXK"]);
}

#[test]
fn tables_of_men_alike_agree_with_themselves_one_ply_ahead() {
    check_tables(&knights_on_few_cells(), &["KNNK", "KNKN"]);
}

/// Returns a game of knights and kings on four files and five ranks.
fn knights_on_few_cells() -> VariantTables<1> {
    let grid = Grid::new(4, 5, |_, _| true);
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let leap = |from| {
        let targets = leaps.iter().filter_map(|leap| grid.offset(from, *leap));
        targets.map(|to| Path::leap(to, Mode::Both)).collect()
    };
    let kinds = vec![
        KindSpec::piece('N', grid.cells(), leap),
        KindSpec::piece('K', grid.cells(), |from| steps(&grid, from, &compass::ALL, Mode::Both))
            .royal(),
    ];
    let chess = Variant::by_name("chess").expect("known").spec();
    let start = "k2n/4/4/4/N2K w - - 0 1".into();
    let dead = DeadMaterial::default();
    let spec = Spec { kinds, grid, start, dead, castlings: Vec::new(), ..chess };
    VariantTables::compile(spec).expect("sound")
}

#[test]
fn what_has_no_table_is_refused_with_a_reason() {
    let ring = Variant::by_name("modern2").expect("known").family(Options::default());
    let Family::Multiplayer(tables) = ring else { panic!("a ring") };
    let refused = Library::<rotunda_movegen::Multiplayer, 1>::new(tables).err();
    assert!(refused.is_some_and(|why| why.to_string().contains("removals and passes")));
    let ordinary = Variant::by_name("ordinary").expect("known").family(Options::default());
    let Family::Draughts(tables) = ordinary else { panic!("it has draughtsmen") };
    let mut library = Library::<rotunda_movegen::Draughts, 1>::new(tables).expect("a duel");
    let mut refused = |name| {
        let material = Material::parse(tables, name).expect("men of the variant");
        library.build(&material, &()).err()
    };
    assert_eq!(refused("KCKC"), Some(Refusal::Series));
    let chess = Variant::by_name("chess").expect("known").spec();
    for (repetition, no_progress) in [([0; 2], [HALF; 2]), ([HALF; 2], [0, FULL])] {
        let scoring = Scoring { repetition, no_progress, ..chess.scoring };
        let spec = Spec { scoring, ..chess.clone() };
        let tables = VariantTables::<1>::compile(spec).expect("sound");
        assert_eq!(Library::<Duel, 1>::new(&tables).err(), Some(Refusal::Endless));
    }
    assert!(matches!(refused("KPKP"), Some(Refusal::TooLarge { .. })));
}
