//! Chess tables against published figures.
//!
//! Sources: M. R. B. Clarke, A Quantitative Study of King and Pawn against King, Advances in
//! Computer Chess 1, 1977, and D. F. Beal and M. R. B. Clarke, The Construction of Economical and
//! Correct Algorithms for King and Pawn against King, Advances in Computer Chess 2, 1980 (King and
//! Pawn, with the Pawn on files a to d: half of what is counted here); T. Ströhlein, Untersuchungen
//! über kombinatorische Spiele, 1970 (King and Rook, King and Queen); K. Thompson, Retrograde
//! Analysis of Certain Endgames, ICCA Journal 9(3), 1986.

use std::sync::LazyLock;

use rotunda_endgames::{Library, Material, Report};
use rotunda_movegen::{Duel, Family, Options, Variant};

/// The statistics of chess material with three pieces.
static THREE_MEN: LazyLock<[Report; 5]> =
    LazyLock::new(|| reports(["KQK", "KRK", "KPK", "KBK", "KNK"]));

/// Returns the statistics of chess material.
fn reports<const N: usize>(names: [&str; N]) -> [Report; N] {
    let variant = Variant::by_name("chess").expect("known");
    let Family::Duel(chess) = variant.family(Options::default()) else {
        panic!("chess is a duel of its tables")
    };
    let mut library = Library::<Duel, 1>::new(chess).expect("a duel");
    names.map(|name| {
        let material = Material::parse(chess, name).expect("four men at most");
        library.build(&material, &()).expect("small enough");
        library.report(&material).expect("it has been built")
    })
}

/// Returns the length in moves of White's longest win with White to move.
fn moves(report: &Report) -> Option<u16> {
    report.longest[0].as_ref().map(|(plies, _)| plies.div_ceil(2))
}

#[test]
fn longest_wins_of_three_men_are_as_published() {
    let found = THREE_MEN.each_ref().map(moves);
    assert_eq!(found, [Some(10), Some(16), Some(28), None, None]);
}

#[test]
fn won_positions_of_three_men_are_as_published() {
    let [queen, rook, pawn, ..] = &*THREE_MEN;
    let white = |report: &Report| (report.tallies[0].positions, report.tallies[0].won[0]);
    let black = |report: &Report| (report.tallies[1].positions, report.tallies[1].lost[0]);
    assert_eq!((white(queen), black(queen)), ((144_508, 144_508), (223_944, 200_896)));
    assert_eq!((white(rook), black(rook)), ((175_168, 175_168), (223_944, 201_700)));
    assert_eq!(white(pawn), (2 * 81_664, 2 * 62_480));
    assert_eq!(black(pawn), (2 * 84_012, 2 * 48_802));
}

#[test]
fn longest_wins_of_four_men_are_as_published() {
    let [both] = reports(["KBNK"]);
    assert_eq!(moves(&both), Some(33));
    if crate::is_full_volume() {
        let [bishops, knights] = reports(["KBBK", "KNNK"]);
        assert_eq!(moves(&bishops), Some(19));
        // Two knights cannot force mate.
        assert_eq!(moves(&knights), Some(1));
        assert!(knights.tallies[0].won[0] * 1000 < knights.tallies[0].positions);
    }
}
