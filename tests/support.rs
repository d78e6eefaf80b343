//! The common tools of all tests: the variants under test, seeded randomness, cells by name, and
//! moves.

use std::collections::VecDeque;
use std::env;
use std::num::NonZero;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{
    Draughts, Duel, Family, FenError, GenKind, Options, Position, Rules, VariantTables,
};
use rotunda_search::{Searcher, TranspositionTable};

use crate::golden;
use crate::oracle::facts::VariantFacts;
use crate::oracle::{self, Game, Piece, State};
use crate::wanted::entries;

/// The environment variable that asks for all random positions and games, so many times over.
const SCALE: &str = "ROTUNDA_TEST_SCALE";
/// A usual run compares one of so many random positions, where others are recorded.
const SHARE: usize = 20;
/// A usual run takes one of so many samples of other tests.
const SAMPLE: usize = 4;

/// Calls a function that is generic over the rules with those of a variant's family.
macro_rules! for_family {
    ($variant:expr, $function:ident($($argument:expr),*)) => {
        match $crate::support::family($variant) {
            rotunda_movegen::Family::Duel(_) => {
                $function::<rotunda_movegen::Duel>($($argument),*)
            }
            rotunda_movegen::Family::Draughts(_) => {
                $function::<rotunda_movegen::Draughts>($($argument),*)
            }
            _ => panic!("{} is no duel", $variant),
        }
    };
}
pub(crate) use for_family;

/// Returns the family of a variant.
pub fn family(name: &str) -> Family {
    rotunda_movegen::Variant::by_name(name).expect("a known variant").family(Options::default())
}

/// Returns the compiled tables of a duel.
pub fn tables(name: &str) -> &'static VariantTables<1> {
    let (Family::Duel(tables) | Family::Draughts(tables)) = family(name) else {
        panic!("{name} is no duel")
    };
    tables
}

/// Returns the facts of the duels under test.
pub fn duels() -> impl Iterator<Item = &'static VariantFacts> {
    entries().filter(|entry| entry.is_duel()).map(|entry| oracle::facts(entry.name))
}

/// Returns the names of the multiplayer games under test.
pub fn multiplayer_games() -> impl Iterator<Item = &'static str> {
    entries().filter(|entry| !entry.is_duel()).map(|entry| entry.name)
}

/// Runs a test of several variants on all processors.
///
/// # Panics
/// Panics if the test of a variant fails, after the tests of all others.
pub fn on_every_processor(variants: impl Iterator<Item = &'static str>, test: fn(&'static str)) {
    let waiting = Mutex::new(variants.collect::<VecDeque<_>>());
    let next = || waiting.lock().expect("nothing panics here").pop_front();
    let work = || {
        let mut failed = Vec::new();
        while let Some(variant) = next() {
            if catch_unwind(|| test(variant)).is_err() {
                failed.push(variant);
            }
        }
        failed
    };
    let failed: Vec<&str> = std::thread::scope(|scope| {
        let count = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught")).collect()
    });
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

/// Returns the game from a position string that is known to be good.
pub fn game(variant: &str, fen: &str) -> rotunda_movegen::Game {
    family(variant).game(Some(fen)).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
}

/// Returns a searcher with a table of a megabyte.
pub fn searcher() -> Searcher {
    let tt = TranspositionTable::new(1).expect("the machine has memory");
    Searcher::with_table(Arc::new(tt))
}

/// Returns the position of a duel's string.
pub fn parse(variant: &str, fen: &str) -> Result<Position<'static, 1>, FenError> {
    match family(variant) {
        Family::Duel(tables) => Duel::parse(tables, fen),
        Family::Draughts(tables) => Draughts::parse(tables, fen),
        _ => panic!("{variant} is no duel"),
    }
}

/// Returns the position of a string that is known to be good.
pub fn position(variant: &str, fen: &str) -> Position<'static, 1> {
    parse(variant, fen).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
}

/// Returns random numbers that are the same on every run of a test and differ between tests.
pub fn rng(test: &str) -> ChaCha8Rng {
    let mut seed = [0; 32];
    for (index, byte) in test.bytes().enumerate() {
        seed[index % 32] ^= byte.rotate_left((index / 32) as u32);
    }
    ChaCha8Rng::from_seed(seed)
}

/// Returns the factor by which the environment multiplies the full volume, or `None` if the
/// environment asks for no full volume.
fn scale() -> Option<usize> {
    let asked = env::var(SCALE).ok().and_then(|text| text.parse::<usize>().ok());
    asked.map(|scale| scale.max(1)).or_else(|| golden::is_recording().then_some(1))
}

/// Returns `count` times the factor of the environment.
pub fn scaled(count: usize) -> usize {
    count * scale().unwrap_or(1)
}

/// Returns whether all random positions are compared, and not only a share of them beside the
/// recorded ones.
pub fn is_full_volume() -> bool {
    scale().is_some()
}

/// Returns the number of samples that a test takes out of `count`: some, or all if the environment
/// asks for them.
pub fn sample(count: usize) -> usize {
    scale().map_or(count.div_ceil(SAMPLE), |scale| count * scale)
}

/// Returns the number of random positions that are compared out of `count`: a share, or all if the
/// environment asks for them.
pub fn volume(count: usize) -> usize {
    scale().map_or(count.div_ceil(SHARE), |scale| count * scale)
}

/// Returns a string after one to three random edits: bytes replaced, inserted, deleted, doubled,
/// cut off, swapped. New bytes come from `alphabet`.
pub fn mutate(alphabet: &[u8], fen: &str, rng: &mut ChaCha8Rng) -> String {
    let mut bytes = fen.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..=3) {
        let at = rng.random_range(0..bytes.len().max(1));
        let byte = *alphabet.choose(rng).expect("there are bytes");
        match rng.random_range(0..6) {
            _ if bytes.is_empty() => bytes.push(byte),
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 => drop(bytes.remove(at)),
            3 => {
                let end = rng.random_range(at..=bytes.len().min(at + 20));
                bytes.extend_from_within(at..end);
            }
            4 if rng.random_bool(0.3) => bytes.truncate(at),
            _ => {
                let other = rng.random_range(0..bytes.len());
                bytes.swap(at, other);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the selected legal moves.
pub fn gen_kind<R: Rules<1>>(position: &Position<1>, gen_kind: GenKind) -> Vec<R::Move> {
    let mut list = Vec::new();
    R::generate(position, &R::check_info(position), gen_kind, &mut list);
    list
}

/// Returns the legal moves of a game as text, in the order of generation.
pub fn texts(game: &rotunda_movegen::Game) -> Vec<String> {
    game.legal_moves().iter().map(ToString::to_string).collect()
}

/// Returns all legal moves with their texts, sorted by text.
pub fn legal<R: Rules<1>>(position: &Position<1>) -> Vec<(String, R::Move)> {
    let moves = gen_kind::<R>(position, GenKind::All);
    let mut list: Vec<_> = R::to_uci(position, &moves).into_iter().zip(moves).collect();
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list
}

/// Returns the position after a legal move.
pub fn after<'v, R: Rules<1>>(position: &Position<'v, 1>, mv: &R::Move) -> Position<'v, 1> {
    let mut next = position.clone();
    R::play(&mut next, mv);
    next
}

/// Returns the parts of a move's text: from, to, and the letter of a promotion.
///
/// # Panics
/// Panics if the text is no move.
pub fn parts(name: &str) -> (&str, &str, Option<char>) {
    let (squares, promotion) = squares(name);
    (squares[0], squares.last().expect("a move goes somewhere"), promotion)
}

/// Returns all squares of a move's text, a draughtsman's stops among them, and the letter of a
/// promotion.
pub fn squares(name: &str) -> (Vec<&str>, Option<char>) {
    let mut squares = Vec::new();
    let mut rest = name;
    while rest.len() > 1 {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (square, beyond) = rest.split_at(1 + digits);
        squares.push(square);
        rest = beyond;
    }
    (squares, rest.chars().next())
}

/// Returns file and rank of a cell's name, both counted from 0.
pub fn place(name: &str) -> (i32, i32) {
    let file = i32::from(name.as_bytes()[0] - b'a');
    (file, name[1..].parse::<i32>().expect("a rank is a number") - 1)
}

/// Returns the name of the cell on a file and rank, both counted from 0.
pub fn name(file: i32, rank: i32) -> String {
    let letter = char::from(b'a' + u8::try_from(file).expect("files have letters"));
    format!("{letter}{}", rank + 1)
}

/// An oracle with the numbers and names of its cells.
pub struct Oracle {
    /// The variant's name.
    pub variant: &'static str,
    /// The slow rules.
    pub rules: Box<dyn Game>,
    /// The names of the cells.
    pub cells: Vec<String>,
    /// The start position.
    pub start: State,
    /// The number of files.
    pub files: i32,
    /// The number of ranks.
    pub ranks: i32,
}

impl Oracle {
    /// Creates the oracle of a variant.
    pub fn new(variant: &'static str) -> Self {
        Self::of(variant, oracle::game(variant).expect("the oracle knows the variant"))
    }

    /// Creates the oracle with these rules, which have the pieces and cells of a variant.
    pub fn of(variant: &'static str, rules: Box<dyn Game>) -> Self {
        let start = rules.parse(rules.start()).expect("the start is a position");
        let cells = rules.cells();
        let files = 1 + cells.iter().map(|cell| place(cell).0).max().expect("there are cells");
        let ranks = 1 + cells.iter().map(|cell| place(cell).1).max().expect("there are cells");
        Self { variant, rules, cells, start, files, ranks }
    }

    /// Returns the number of a cell.
    pub fn index(&self, cell: &str) -> usize {
        let (file, rank) = place(cell);
        usize::try_from(rank * self.files + file).expect("cells have numbers")
    }

    /// Returns the name of the cell with a number.
    pub fn name(&self, index: usize) -> String {
        let index = i32::try_from(index).expect("boards are small");
        name(index % self.files, index / self.files)
    }

    /// Returns whether the board has a cell on this file and rank.
    pub fn has(&self, file: i32, rank: i32) -> bool {
        file >= 0 && rank >= 0 && self.cells.contains(&name(file, rank))
    }

    /// Returns the piece on a cell.
    pub fn piece(&self, s: &State, cell: &str) -> Option<Piece> {
        s.board[self.index(cell)]
    }

    /// Returns the cell of a side's king.
    pub fn king(&self, s: &State, side: usize) -> String {
        let king = Some(Piece { side, kind: 'K' });
        self.name(s.board.iter().position(|piece| *piece == king).expect("there is a king"))
    }

    /// Returns a position without pieces, White to move.
    pub fn blank(&self) -> State {
        State {
            board: vec![None; self.start.board.len()],
            rights: String::new(),
            ..self.start.clone()
        }
    }

    /// Returns the same cell as the other side sees it.
    pub fn mirrored(&self, cell: &str, side: usize) -> String {
        let (file, rank) = place(cell);
        name(file, if side == oracle::WHITE { rank } else { self.ranks - 1 - rank })
    }
}
