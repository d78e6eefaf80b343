//! Games that exist only as files, against a slow generator that is written from their rules.

mod oracle;
mod rules;
mod table;
mod table_rules;
mod tables;
mod xiangqi;

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_games::{load, read};
use rotunda_movegen::{Game, GameMove, Seat, Variant};

use self::oracle::{Castling, Rules, State};

/// The number of random games of each variant, and their greatest length in plies.
const GAMES: u64 = 24;
const PLIES: usize = 120;
/// The most leaves of a count that the oracle repeats.
const ORACLE_LIMIT: u64 = 40_000;

/// Returns the variant of the file with its name.
fn variant(name: &str) -> &'static Variant {
    named(name, name)
}

/// Returns the path of a game's file.
fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{file}.toml"))
}

/// Returns the variant with this name in a file.
fn named(file: &str, name: &str) -> &'static Variant {
    let games = load(&path(file)).unwrap_or_else(|error| panic!("{error}"));
    games.into_iter().find(|variant| variant.name == name).expect("the file has this game")
}

/// Returns the position of the oracle with the same pieces as a game's.
fn same(rules: &Rules, game: &Game) -> State {
    let (names, kinds) = (game.cells(), game.kinds());
    let piece = |(cell, piece): (rotunda_movegen::Cell, rotunda_movegen::Piece)| {
        let side = usize::from(piece.seat() != Seat::WHITE);
        (names[cell.index()].clone(), side, kinds[piece.kind().index()].0)
    };
    let fen = game.fen();
    let rights = fen.split(' ').nth(2).expect("a field of rights");
    let rights = rights.chars().filter(char::is_ascii_alphabetic).collect();
    rules::state(rules, &game.pieces().into_iter().map(piece).collect::<Vec<_>>(), rights)
}

/// The counts of how often rules took effect.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    en_passant: usize,
    promotions: usize,
    /// The number of positions in which promotion of a pawn is optional.
    declining: usize,
    checks: usize,
    castlings: usize,
}

/// Plays random moves from each position in turn, and prefers promotions, castlings and captures en
/// passant. Compares all moves of all positions.
fn agree(variant: &'static Variant, rules: &Rules, positions: &[Counted]) -> Seen {
    let name = variant.name;
    let mut seen = Seen::default();
    for seed in 0..GAMES {
        let mut random = StdRng::seed_from_u64(seed);
        let (fen, _) = positions[seed as usize % positions.len()];
        let mut game = variant.game_from(fen).expect("a position");
        let mut state = same(rules, &game);
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
            let castles = |mv: &GameMove| {
                let is_own = |it: &Castling| {
                    let text = (rules.name)(it.king.0) + &(rules.name)(it.king.1);
                    state.rights.contains(&it.right) && text == mv.to_string()
                };
                rules.castlings.iter().any(is_own)
            };
            let is_rare =
                |mv: &&GameMove| mv.promotion().is_some() || in_passing(mv) || castles(mv);
            let rare: Vec<&GameMove> = moves.iter().filter(is_rare).collect();
            let mv = match rare.len() {
                count if count > 0 && random.random_bool(0.7) => {
                    rare[random.random_range(0..count)]
                }
                _ => &moves[random.random_range(0..moves.len())],
            };
            seen.promotions += usize::from(mv.promotion().is_some());
            seen.en_passant += usize::from(in_passing(mv));
            seen.castlings += usize::from(castles(mv));
            state = after[&mv.to_string()].clone();
            game.play(mv).expect("legal");
        }
    }
    seen
}

/// A position, or the start, with its counts by depth. The oracle gave the first three and repeats
/// the small ones.
type Counted<'a> = (Option<&'a str>, &'a [u64]);

/// Compares the moves of many positions and the counts of the start.
fn check(name: &str, counts: &[u64], has_en_passant: bool) {
    check_from(variant(name), &[(None, counts)], has_en_passant);
}

/// Compares the moves of many positions and the counts of these positions.
fn check_from(variant: &'static Variant, positions: &[Counted], has_en_passant: bool) {
    let (name, rules) = (variant.name, &rules::rules(variant.name));
    let seen = agree(variant, rules, positions);
    assert!(seen.positions > 500 && seen.checks > 20, "{name}: {seen:?}");
    assert_eq!(seen.declining > 0, name == "grand", "{name}: {seen:?}");
    assert!(seen.promotions > 0 && (seen.en_passant > 0) == has_en_passant, "{name}: {seen:?}");
    assert_eq!(seen.castlings > 0, !rules.castlings.is_empty(), "{name}: {seen:?}");
    for (fen, counts) in positions {
        let game = variant.game_from(*fen).expect("a position");
        let perft = |depth| game.perft(depth).iter().map(|(_, leaves)| leaves).sum::<u64>();
        let found: Vec<u64> = (1..=counts.len() as u32).map(perft).collect();
        assert_eq!(found, *counts, "{name}");
        let state = same(rules, &game);
        for (depth, leaves) in (1..).zip(*counts).filter(|(_, leaves)| **leaves <= ORACLE_LIMIT) {
            assert_eq!(rules.perft(&state, depth), *leaves, "{name}: the oracle, depth {depth}");
        }
    }
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
    // The counts are those of Fairy-Stockfish.
    check("capablanca", &[28, 784, 25228, 805_128], true);
}

#[test]
fn grand() {
    // The counts are those of Fairy-Stockfish.
    check("grand", &[65, 4225, 259_514], true);
}

#[test]
fn chess144() {
    // Pawns that are about to promote or to be taken en passant, and kings that may castle soon.
    let middle =
        "12/r5k4r/pPp1p3Pp1p/12/3P5P2/4q2L4/4l2C4/3p5p2/12/PpP1P3pP1P/R5K4R/12 w KQkq - 0 1";
    let counts: [&[u64]; 2] = [&[61, 3721, 236_103, 14_964_522], &[59, 3458, 194_975, 11_605_736]];
    let positions = [(None, counts[0]), (Some(middle), counts[1])];
    check_from(variant("chess144"), &positions, true);
}

/// Chess on 144 Squares with four more files and ranks, which makes 256 cells, and with longer ways
/// to castle. No board can have more cells.
const LARGEST: [(&str, &str); 12] = [
    ("chess144", "chess256"),
    ("files = 12, ranks = 12", "files = 16, ranks = 16"),
    (
        "12/rnblaqkclbnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBLAQKCLBNR/12",
        "16/rnblacaqklclabnr/pppppppppppppppp/16/16/16/16/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/RNBLACAQKLCLABNR/16",
    ),
    ("a3-l3", "a3-p3"),
    ("a12-l12", "a16-p16"),
    ("a1-l2", "a1-p2"),
    ("g2 j2", "i2 m2"),
    ("l2 i2", "p2 l2"),
    ("h2 i2 j2", "j2 k2 l2 m2"),
    ("g2 d2", "i2 e2"),
    ("a2 e2", "a2 f2"),
    ("f2 e2 d2", "h2 g2 f2 e2"),
];

#[test]
fn chess_on_256_cells() {
    let text = read_to_string(path("chess144")).expect("a file of the repository");
    let text = LARGEST.iter().fold(text, |text, (old, new)| text.replace(old, new));
    let games = read("chess256.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let variant = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((variant.cells(), variant.is_duel()), (256, true));
    let middle = "16/r7k6r/pPp1p7Pp1p/16/3P9P2/16/4q6L4/16/4l6C4/16/16/3p9p2/16/PpP1P7pP1P/R7K6R/16 w KQkq - 0 1";
    let positions: [Counted; 2] =
        [(None, &[90, 8100, 760_894]), (Some(middle), &[73, 5876, 416_795])];
    check_from(variant, &positions, true);
}

#[test]
fn a_pawn_that_has_nothing_to_become_gives_check_where_it_cannot_go() {
    let game = |fen: &str| variant("grand").game_from(Some(fen)).expect("a position");
    // In the second position White has all its pieces of the start except a cardinal.
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
