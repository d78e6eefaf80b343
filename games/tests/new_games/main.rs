//! Games that exist as files alone, against a slow generator that is written from their rules.

mod oracle;
mod rules;
mod table;
mod table_rules;
mod tables;
mod xiangqi;

use std::collections::BTreeSet;
use std::path::Path;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_games::load;
use rotunda_movegen::{AnyGame, GameMove, Seat, Variant};

use oracle::{Rules, State};

/// Games of random moves with each variant, and their greatest length in plies.
const GAMES: u64 = 40;
const PLIES: usize = 120;

/// The variant of a file of its name.
fn variant(name: &str) -> &'static Variant {
    named(name, name)
}

/// The variant with a name of a file.
fn named(file: &str, name: &str) -> &'static Variant {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{file}.toml"));
    let games = load(&path).unwrap_or_else(|error| panic!("{error}"));
    games.into_iter().find(|variant| variant.name == name).expect("the file has this game")
}

/// The position of the oracle with the same pieces as a game's.
fn same(rules: &Rules, game: &dyn AnyGame) -> State {
    let (names, kinds) = (game.cells(), game.kinds());
    let piece = |(cell, piece): (rotunda_movegen::Cell, rotunda_movegen::Piece)| {
        let side = usize::from(piece.seat() != Seat::WHITE);
        (names[cell.index()].clone(), side, kinds[piece.kind().index()].0)
    };
    rules::state(rules, &game.pieces().into_iter().map(piece).collect::<Vec<_>>())
}

/// How often rules took effect.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    en_passant: usize,
    promotions: usize,
    /// Positions in which a pawn may promote or not by the same move.
    declining: usize,
    checks: usize,
}

/// Plays random moves, rather those that promote or capture en passant than others, and compares all
/// moves of all positions. Castlings are left out where the game has them.
fn agree(name: &str) -> Seen {
    let (variant, rules) = (variant(name), rules::rules(name));
    let mut seen = Seen::default();
    for seed in 0..GAMES {
        let mut random = StdRng::seed_from_u64(seed);
        let start = variant.start().replace(" KQkq ", " - ");
        let mut game = variant.game_from(Some(&start)).expect("the start without castling");
        let mut state = same(&rules, &*game);
        for _ in 0..PLIES {
            let after = rules.moves(&state);
            let moves = game.legal_moves();
            let found: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
            let right: BTreeSet<String> = after.keys().cloned().collect();
            assert_eq!(found, right, "{name}: {}", game.fen());
            seen.positions += 1;
            let has_letter = |text: &str| text.ends_with(|last: char| last.is_ascii_alphabetic());
            let declines = |text: &String| found.contains(&text[..text.len() - 1]);
            let declining = found.iter().any(|text| has_letter(text) && declines(text));
            seen.declining += usize::from(declining);
            seen.checks += usize::from(!game.checkers().is_empty());
            if moves.is_empty() {
                break;
            }
            let in_passing = |mv: &GameMove| mv.captured().first().is_some_and(|c| *c != mv.to());
            let is_rare = |mv: &&GameMove| mv.promotes_to().is_some() || in_passing(mv);
            let rare: Vec<&GameMove> = moves.iter().filter(is_rare).collect();
            let mv = match rare.len() {
                count if count > 0 && random.random_bool(0.7) => {
                    rare[random.random_range(0..count)]
                }
                _ => &moves[random.random_range(0..moves.len())],
            };
            seen.promotions += usize::from(mv.promotes_to().is_some());
            seen.en_passant += usize::from(in_passing(mv));
            state = after[&mv.to_string()].clone();
            game.play(mv).expect("legal");
        }
    }
    seen
}

/// Compares the moves of many positions and the counts of the start by depth, which the oracle gave.
fn check(name: &str, counts: &[u64], has_en_passant: bool) {
    let seen = agree(name);
    assert!(seen.positions > 1000 && seen.checks > 50, "{name}: {seen:?}");
    assert_eq!(seen.declining > 0, name == "grand", "{name}: {seen:?}");
    assert!(seen.promotions > 0 && (seen.en_passant > 0) == has_en_passant, "{name}: {seen:?}");
    let game = variant(name).game();
    let perft = |depth| game.perft(depth).iter().map(|(_, leaves)| leaves).sum::<u64>();
    let found: Vec<u64> = (1..=counts.len() as u32).map(perft).collect();
    assert_eq!(found, counts, "{name}");
    let rules = rules::rules(name);
    let state = same(&rules, &*game);
    let right = [1, 2, 3].map(|depth| rules.perft(&state, depth));
    assert_eq!(right, counts[..3], "{name}: the oracle");
}

#[test]
fn cylinder() {
    // The counts are those of tests/example/cylinder.epd.
    check("cylinder", &[20, 392, 9162], true);
}

#[test]
fn torus() {
    check("torus", &[16, 246, 4481], false);
}

#[test]
fn capablanca() {
    // Those of Fairy-Stockfish.
    check("capablanca", &[28, 784, 25228, 805_128], true);
}

#[test]
fn grand() {
    // Those of Fairy-Stockfish.
    check("grand", &[65, 4225, 259_514], true);
}

#[test]
fn a_pawn_that_has_nothing_to_become_gives_check_where_it_cannot_go() {
    let game = |fen: &str| variant("grand").game_from(Some(fen)).expect("a position");
    // White has all that it began with but no cardinal in the second position.
    let full = "2k7/1P8/10/10/10/10/10/10/1NBQKCABN1/R8R b - - 0 1";
    let lost = "2k7/1P8/10/10/10/10/10/10/1NBQKC1BN1/R8R b - - 0 1";
    for fen in [full, lost] {
        assert_eq!(game(fen).checkers().len(), 1, "{fen}");
    }
    let ahead = |fen: &str| -> Vec<String> {
        let mut game = game(fen);
        let aside = game.legal_moves().into_iter().find(|mv| mv.to_string() == "c10c9");
        game.play(&aside.expect("the king may step aside")).expect("legal");
        let texts = game.legal_moves().into_iter().map(|mv| mv.to_string());
        texts.filter(|text| text.starts_with("b9")).collect()
    };
    assert_eq!(ahead(full), [""; 0]);
    assert_eq!(ahead(lost), ["b9b10a"]);
}

#[test]
fn glinski() {
    check("glinski", &[51, 2586, 137_858], true);
}

#[test]
fn mccooey() {
    check("mccooey", &[31, 947, 33307], true);
}

#[test]
fn moebius() {
    check("moebius", &[10, 100, 1234], false);
}
