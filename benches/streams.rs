//! Streams of random inputs, so long that no branch predictor learns them.

use rand::Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{
    Bitboard, Cell, Draughts, Duel, Family, FamilyGame, Options, Position, Rules, VariantTables,
};

/// The inputs of a stream. A short cycle trains the branch predictor, and its times are wrong by a
/// factor of three.
pub const LENGTH: usize = 1 << 16;
/// The number of different positions in a stream of positions.
const POSITIONS: usize = 512;
/// The most plies between a game's start and the position taken from it.
const PLIES: usize = 80;
/// The share of cells with pieces on a random board: that of a middlegame.
const DENSITY: f64 = 0.35;
/// The share of pieces that a random occupancy leaves on a position's board.
const LEFT: f64 = 0.8;

/// Returns the families of all duels.
pub fn families() -> impl Iterator<Item = Family> {
    let duels = rotunda_movegen::Variant::all().iter().filter(|entry| entry.is_duel());
    duels.map(|entry| entry.family(Options::default()))
}

/// Returns the tables of a duel.
pub fn tables(family: Family) -> &'static VariantTables<1> {
    let (Family::Duel(tables) | Family::Draughts(tables)) = family else {
        panic!("a family of duels")
    };
    tables
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(0)
}

/// Returns a random subset of the cells; `odds` is the probability of each cell.
fn thinned(cells: impl Iterator<Item = Cell>, odds: f64, rng: &mut ChaCha8Rng) -> Bitboard<1> {
    cells.filter(|_| rng.random_bool(odds)).collect()
}

/// Returns random pairs of a cell and an occupancy of the board.
pub fn boards(variant: &VariantTables<1>) -> Vec<(Cell, Bitboard<1>)> {
    let mut rng = rng();
    let cells = variant.cells() as u8;
    let board = |_| {
        let from = Cell(rng.random_range(0..cells));
        (from, thinned(variant.grid().all(), DENSITY, &mut rng))
    };
    (0..LENGTH).map(board).collect()
}

/// Returns positions of random games.
pub fn positions(family: Family) -> Vec<Position<'static, 1>> {
    match family {
        Family::Duel(variant) => mv::<Duel>(variant),
        Family::Draughts(variant) => mv::<Draughts>(variant),
        _ => panic!("a family of duels"),
    }
}

fn mv<R: Rules<1>>(variant: &'static VariantTables<1>) -> Vec<Position<'static, 1>> {
    let mut rng = rng();
    let position = |_| {
        let mut game = FamilyGame::<R, 1>::new(variant);
        for _ in 0..rng.random_range(0..PLIES) {
            let moves = game.moves();
            let Some(mv) = moves.choose(&mut rng) else { break };
            game.play_unchecked(mv);
        }
        game.position().clone()
    };
    (0..POSITIONS).map(position).collect()
}

/// The question whether a cell of a position is attacked when only some pieces are left.
pub struct Question {
    /// The position's index.
    pub position: usize,
    /// The cell.
    pub cell: Cell,
    /// The pieces that are left.
    pub occupied: Bitboard<1>,
}

/// Returns random questions about positions.
pub fn questions(positions: &[Position<1>]) -> Vec<Question> {
    let mut rng = rng();
    let question = |_| {
        let index = rng.random_range(0..positions.len());
        let position = &positions[index];
        let cells = position.variant().cells() as u8;
        let cell = Cell(rng.random_range(0..cells));
        let occupied = thinned(position.occupied().iter(), LEFT, &mut rng);
        Question { position: index, cell, occupied }
    };
    (0..LENGTH).map(question).collect()
}
