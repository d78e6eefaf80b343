//! Fortresses against the tables: the attacker wins no held ending, and among endings with pawns
//! alone each ending that the attacker does not win is held.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_endgames::{Fortresses, Library, Material, Verdict};
use rotunda_movegen::{
    Cell, Duel, Family, GenKind, Kind, Options, Piece, Position, Rules, Seat, Variant,
    VariantTables,
};

use crate::agreement::{narrow_board, small_board};

/// The number of random positions of each material.
const POSITIONS: usize = 4_000;
/// The number of plies in which White must not mate in a held position where a pawn can promote.
const PLIES: u32 = 5;

fn duel(name: &str) -> &'static VariantTables<1> {
    let family = Variant::by_name(name).expect("known").family(Options::default());
    let Family::Duel(tables) = family else { panic!("{name} is a duel") };
    tables
}

/// Returns random possible positions of some pieces.
fn positions<'v>(
    tables: &'v VariantTables<1>,
    men: &[Piece],
    count: usize,
) -> Vec<Position<'v, 1>> {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let cells: Vec<Cell> = tables.grid().all().collect();
    let any = || {
        let places = cells.choose_multiple(&mut random, men.len()).copied().collect::<Vec<_>>();
        let pieces = places.into_iter().zip(men.iter().copied());
        Position::assemble(tables, pieces, Seat(random.random_range(0..2)), [false; 2])
    };
    let is_possible =
        |position: &Position<'_, 1>| Duel::parse(tables, &Duel::fen(position)).is_ok();
    std::iter::repeat_with(any).filter(is_possible).take(count).collect()
}

/// Checks that White wins no held position of some material. Returns the numbers of held positions,
/// of positions that White does not win, and of all positions.
fn compare(tables: &VariantTables<1>, name: &str) -> [usize; 3] {
    let material = Material::parse(tables, name).expect("men of the game");
    let mut library = Library::<Duel, 1>::new(tables).expect("a game with tables");
    library.build(&material, &()).expect("small enough");
    let mut fortresses = Fortresses::of(tables).expect("a game with draws");
    let mut counts = [0; 3];
    for position in positions(tables, material.men(), POSITIONS) {
        fortresses.prepare::<Duel>(&position, &mut |_| true);
        let is_held = fortresses.cannot_win::<Duel>(&position, Seat::WHITE);
        let is_won = match library.probe(&position).expect("a table") {
            Verdict::Draw => false,
            Verdict::Win { .. } => position.turn() == Seat::WHITE,
            Verdict::Loss { .. } => position.turn() == Seat::BLACK,
        };
        assert!(!is_won || !is_held, "{name}: {} is held", Duel::fen(&position));
        for (count, is_so) in counts.iter_mut().zip([is_held, !is_won, true]) {
            *count += usize::from(is_so);
        }
    }
    counts
}

#[test]
fn pawns_alone_are_known_exactly() {
    for name in ["chess", "circular66"] {
        let [held, not_won, all] = compare(duel(name), "KPK");
        assert!(held == not_won && not_won < all, "{name}: {held} held, {not_won} not won");
    }
}

#[test]
fn what_is_held_against_a_bishop_is_not_won() {
    let [held, not_won, all] = compare(&small_board(), "KBPK");
    assert!(held > 0 && not_won < all, "{held} held, {not_won} not won");
}

/// Returns whether White mates within some plies.
fn white_mates(position: &Position<'_, 1>, plies: u32) -> bool {
    let mut moves = Vec::new();
    Duel::generate(position, &Duel::check_info(position), GenKind::All, &mut moves);
    let whites = position.turn() == Seat::WHITE;
    if moves.is_empty() {
        return !whites && Duel::check_info(position).in_check();
    }
    let mates = |mv| {
        let mut child = position.clone();
        Duel::play(&mut child, mv);
        white_mates(&child, plies - 1)
    };
    plies > 0 && if whites { moves.iter().any(mates) } else { moves.iter().all(mates) }
}

#[test]
fn what_is_held_with_a_pawn_that_promotes_is_not_mated() {
    let board = narrow_board();
    let mut fortresses = Fortresses::of(&board).expect("a game with draws");
    let men = [(0, 3), (0, 2), (0, 0), (1, 3), (1, 0), (0, 0)];
    let men = men.map(|(seat, kind)| Piece::new(Seat(seat), Kind(kind)));
    for (men, least) in [(&men[..5], 100), (&men[..], 20)] {
        let mut held = 0;
        for position in positions(&board, men, POSITIONS) {
            fortresses.prepare::<Duel>(&position, &mut |_| true);
            if fortresses.cannot_win::<Duel>(&position, Seat::WHITE) {
                held += 1;
                assert!(!white_mates(&position, PLIES), "{} is held", Duel::fen(&position));
            }
        }
        assert!(held > least && held < POSITIONS, "{held} of {POSITIONS} are held");
    }
}

/// Returns whether the fortress rules prove that White cannot win a position of chess.
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
        // The defender has a pawn that cannot move.
        "8/Pk6/8/8/p7/P1K5/8/6B1 w - - 0 1",
        // The defender's pawns promote while the king stays in the corner.
        "8/Pk6/8/8/8/1p2K3/8/6B1 w - - 0 1",
        "8/Pk6/8/8/P7/2p1K3/8/6B1 w - - 0 1",
        // The defender's pawn steps to where a pawn can take it only while its king cannot move.
        "8/Pk6/8/1p6/8/P1K5/8/6B1 w - - 0 1",
        "8/Pk6/8/1p6/8/P1K5/8/6B1 b - - 0 1",
    ];
    for fen in held {
        assert!(is_held(&mut fortresses, fen), "{fen}");
    }
    let open = [
        // Right bishop, other file, king too far away; and a pawn that the bishop takes so that the
        // other pawn changes files.
        "8/Pk6/8/8/8/3K4/4B3/8 w - - 0 1",
        "8/1k6/8/1P6/8/3K4/5B2/8 w - - 0 1",
        "8/P7/8/8/8/3K4/5B1k/8 w - - 0 1",
        "8/1P6/P7/8/k7/8/8/K5B1 w - - 0 1",
        // A pawn takes another one and changes files.
        "8/Pk6/8/1p6/P7/2K5/8/6B1 w - - 0 1",
        "k7/P7/2K5/1p6/P7/8/8/6B1 w - - 0 1",
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
