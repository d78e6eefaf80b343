//! Fortresses against the tables: every held ending is a draw, and with pawns alone every draw is
//! held.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_endgames::{Fortresses, Library, Material, Verdict};
use rotunda_movegen::{Cell, Duel, Family, Options, Position, Rules, Seat, Variant, VariantTables};

use crate::agreement::small_board;

/// The number of random positions of each material.
const POSITIONS: usize = 4_000;

fn duel(name: &str) -> &'static VariantTables<1> {
    let family = Variant::by_name(name).expect("known").family(Options::default());
    let Family::Duel(tables) = family else { panic!("{name} is a duel") };
    tables
}

/// Returns random possible positions of some material.
fn positions<'v>(
    tables: &'v VariantTables<1>,
    material: &Material,
    count: usize,
) -> Vec<Position<'v, 1>> {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let cells: Vec<Cell> = tables.grid().all().collect();
    let any = || {
        let men = material.men();
        let places = cells.choose_multiple(&mut random, men.len()).copied().collect::<Vec<_>>();
        let pieces = places.into_iter().zip(men.iter().copied());
        Position::assemble(tables, pieces, Seat(random.random_range(0..2)), [false; 2])
    };
    let is_possible =
        |position: &Position<'_, 1>| Duel::parse(tables, &Duel::fen(position)).is_ok();
    std::iter::repeat_with(any).filter(is_possible).take(count).collect()
}

/// Checks that every held position of some material is a draw, and returns the numbers of held,
/// drawn and all positions.
fn compare(tables: &VariantTables<1>, name: &str) -> [usize; 3] {
    let material = Material::parse(tables, name).expect("men of the game");
    let mut library = Library::<Duel, 1>::new(tables).expect("a game with tables");
    library.build(&material, &()).expect("small enough");
    let mut fortresses = Fortresses::of(tables).expect("a game with draws");
    let mut counts = [0; 3];
    for position in positions(tables, &material, POSITIONS) {
        fortresses.prepare::<Duel>(&position, &mut |_| true);
        let is_held = fortresses.cannot_win::<Duel>(&position, Seat::WHITE);
        let is_drawn = library.probe(&position) == Some(Verdict::Draw);
        assert!(is_drawn || !is_held, "{name}: {} is held", Duel::fen(&position));
        for (count, is_so) in counts.iter_mut().zip([is_held, is_drawn, true]) {
            *count += usize::from(is_so);
        }
    }
    counts
}

#[test]
fn pawns_alone_are_known_exactly() {
    for name in ["chess", "circular66"] {
        let [held, drawn, all] = compare(duel(name), "KPK");
        assert!(held == drawn && drawn < all, "{name}: {held} held, {drawn} drawn");
    }
}

#[test]
fn what_is_held_against_a_bishop_is_drawn() {
    let [held, drawn, all] = compare(&small_board(), "KBPK");
    assert!(held > 0 && held <= drawn && drawn < all, "{held} held, {drawn} drawn");
}

/// Returns whether it is computed that White cannot win a position of chess.
fn is_held(fortresses: &mut Fortresses<1>, fen: &str) -> bool {
    let position = Duel::parse(duel("chess"), fen).expect("a position");
    fortresses.prepare::<Duel>(&position, &mut |_| true);
    fortresses.cannot_win::<Duel>(&position, Seat::WHITE)
}

#[test]
fn the_wrong_bishop_of_chess_is_known() {
    let mut fortresses = Fortresses::of(duel("chess")).expect("chess has them");
    let held = [
        "8/Pk6/8/8/8/3K4/5B2/8 w - - 1 14",
        "8/8/k7/8/P7/3K4/5B2/8 w - - 0 1",
        "k7/P7/8/2B5/8/3K4/8/8 w - - 0 1",
        "8/7k/7P/5K2/8/3B4/8/8 w - - 0 1",
        // Two pawns on a file.
        "8/Pk6/8/8/8/P1K5/8/6B1 w - - 0 1",
        // A pawn of the defender's that cannot move.
        "8/Pk6/8/8/p7/P1K5/8/6B1 w - - 0 1",
    ];
    for fen in held {
        assert!(is_held(&mut fortresses, fen), "{fen}");
    }
    let open = [
        // The right bishop, another file, a king too far away, and a pawn that the bishop takes so
        // that the other one changes files.
        "8/Pk6/8/8/8/3K4/4B3/8 w - - 0 1",
        "8/1k6/8/1P6/8/3K4/5B2/8 w - - 0 1",
        "8/P7/8/8/8/3K4/5B1k/8 w - - 0 1",
        "8/1P6/P7/8/k7/8/8/K5B1 w - - 0 1",
    ];
    for fen in open {
        assert!(!is_held(&mut fortresses, fen), "{fen}");
    }
}

#[test]
fn work_goes_on_where_it_has_paused() {
    let tables = duel("chess");
    let mut fortresses = Fortresses::of(tables).expect("chess has them");
    let position = Duel::parse(tables, "8/8/k7/8/P7/3K4/5B2/8 w - - 0 1").expect("a position");
    let mut calls = 0;
    while !fortresses.cannot_win::<Duel>(&position, Seat::WHITE) {
        let mut steps = 0;
        fortresses.prepare::<Duel>(&position, &mut |_| {
            steps += 1;
            steps <= 20
        });
        calls += 1;
        assert!(calls < 1000, "it never ends");
    }
    assert!(calls > 5, "{calls}");
}
