//! The naive oracle: slow rules that are easy to believe, one module per family of games.
//!
//! The oracle follows the rules pages alone and shares nothing with the engine. A board is a list
//! of cells with at most one piece each, pieces walk step by step, and a move is legal if no enemy
//! piece could capture the king after it.

mod castling;
mod chess;
mod circular;
pub mod cirsquare;
mod cylinder;
pub mod draughtsmen;
pub mod draws;
mod duel;
pub mod duties;
pub mod facts;
mod fen;
mod grid;
pub mod limited;
mod ordinary;
pub mod ring;
mod rollerball;
pub mod roundtable;
pub mod series;
mod square;
mod vao;

use facts::VariantFacts;

/// White, side 0, who moves first.
pub const WHITE: usize = 0;
/// Black, side 1.
pub const BLACK: usize = 1;

/// A piece: its side, and its kind as a capital letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// [`WHITE`] or [`BLACK`].
    pub side: usize,
    /// The capital letter of its kind, for instance `N`.
    pub kind: char,
}

impl Piece {
    /// Returns the piece of a FEN letter: capitals are White's.
    fn of_letter(letter: char) -> Piece {
        Piece {
            side: if letter.is_ascii_uppercase() { WHITE } else { BLACK },
            kind: letter.to_ascii_uppercase(),
        }
    }

    /// Returns the letter of this piece in a FEN.
    fn letter(self) -> char {
        if self.side == WHITE { self.kind } else { self.kind.to_ascii_lowercase() }
    }
}

/// A position, with all parts of its FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The piece on every cell, in the numbering of the game's board.
    pub board: Vec<Option<Piece>>,
    /// The side to move.
    pub side: usize,
    /// The letters of the castling rights, or of Rollerball's laps, in the order of a FEN.
    pub rights: String,
    /// The cell that a pawn passed over in the last move.
    pub passed: Option<usize>,
    /// The plies since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move, which grows after Black's move.
    pub fullmove: u32,
}

/// A move that the pieces can make, whether the king is safe after it or not.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Its UCI form.
    pub name: String,
    /// The position after it.
    pub after: State,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// Whether the king is safe after it, and no other rule or duty forbids it.
    pub legal: bool,
    /// Whether the king is safe after it, but a duty forbids it.
    pub forbidden_by_duty: bool,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The reason, for instance `checkmate`.
    pub reason: &'static str,
    /// The points of White and of Black, 100 in all.
    pub points: [u16; 2],
}

/// The rules of one variant.
pub trait Game: Sync {
    /// Returns the FEN of the start.
    fn start(&self) -> &str;

    /// Reads a FEN.
    ///
    /// # Errors
    /// Returns a description of the fault if the text is no FEN of a possible position.
    fn parse(&self, fen: &str) -> Result<State, String>;

    /// Returns the FEN of a position; [`Game::parse`] reads it back.
    fn fen(&self, s: &State) -> String;

    /// Returns the legal moves in UCI form, sorted; none when the game has ended on the board.
    fn moves(&self, s: &State) -> Vec<String>;

    /// Returns the moves that the pieces can make, sorted by name, illegal ones included. A
    /// castling is among them only if nothing but the safety of the king's target could forbid it.
    fn attempts(&self, s: &State) -> Vec<Attempt>;

    /// Returns the position after a legal move.
    ///
    /// # Panics
    /// Panics if the move is not legal.
    fn play(&self, s: &State, mv: &str) -> State;

    /// Returns whether the side to move is in check.
    fn checked(&self, s: &State) -> bool;

    /// Returns the names, sorted, of the cells whose pieces of `side` could capture an enemy piece
    /// on `cell`. King safety and en passant do not count.
    ///
    /// The enemy piece replaces any piece on the cell. A draughtsman counts if one of its series
    /// captures the piece at any of its jumps.
    fn captures_onto(&self, s: &State, cell: &str, side: usize) -> Vec<String>;

    /// Returns the end of the game, if it has ended; `line` holds all its positions, the current
    /// one last.
    fn outcome(&self, line: &[State]) -> Option<Outcome>;

    /// Returns the names of all cells.
    fn cells(&self) -> Vec<String>;
}

/// A duel that has an oracle.
pub struct Entry {
    /// The facts of the duel, with its name.
    pub facts: VariantFacts,
    /// The slow rules of the duel.
    pub rules: fn() -> Box<dyn Game>,
}

/// The oracles of duels, with those of the example in `docs/adding-a-variant.md` and of a game from
/// a file.
static ORACLES: [Entry; 11] = [
    Entry { facts: chess::FACTS, rules: || Box::new(chess::Chess::new()) },
    Entry { facts: cylinder::FACTS, rules: || Box::new(cylinder::Cylinder::new()) },
    Entry { facts: rollerball::FACTS, rules: || Box::new(rollerball::Rollerball::new()) },
    Entry {
        facts: circular::facts("circular70"),
        rules: || Box::new(circular::Circular::new(&circular::SPACES_70)),
    },
    Entry {
        facts: circular::facts("circular68"),
        rules: || Box::new(circular::Circular::new(&circular::SPACES_68)),
    },
    Entry {
        facts: circular::facts("circular66"),
        rules: || Box::new(circular::Circular::new(&circular::SPACES_66)),
    },
    Entry {
        facts: ordinary::DRAUGHTS_FACTS,
        rules: || Box::new(draughtsmen::DraughtsRules::new()),
    },
    Entry { facts: ordinary::FACTS, rules: || Box::new(ordinary::Ordinary::new()) },
    Entry { facts: vao::FACTS, rules: || Box::new(vao::Vao::new()) },
    Entry {
        facts: roundtable::FACTS_KNIGHTS_BEHIND,
        rules: || Box::new(roundtable::RoundTable::new(&roundtable::KNIGHTS_BEHIND)),
    },
    Entry {
        facts: roundtable::FACTS_KNIGHTS_FRONT,
        rules: || Box::new(roundtable::RoundTable::new(&roundtable::KNIGHTS_FRONT)),
    },
];

/// Returns the oracle of a duel; `None` if it has none.
pub fn entry(variant: &str) -> Option<&'static Entry> {
    ORACLES.iter().find(|entry| entry.facts.variant == variant)
}

/// Returns the facts of a duel.
///
/// # Panics
/// Panics if it has no oracle.
pub fn facts(variant: &str) -> &'static VariantFacts {
    let entry = entry(variant);
    &entry.unwrap_or_else(|| panic!("{variant} has no oracle in tests/oracle")).facts
}

/// Returns the rules of a duel with this name.
pub fn game(variant: &str) -> Option<Box<dyn Game>> {
    entry(variant).map(|entry| (entry.rules)())
}

/// Returns the number of lines of `depth` legal moves.
#[must_use]
pub fn perft(game: &dyn Game, s: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.moves(s);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(game, &game.play(s, mv), depth - 1)).sum()
}
