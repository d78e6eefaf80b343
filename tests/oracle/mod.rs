//! The naive oracle: slow rules that are easy to believe, one module per family of games.
//!
//! Written from the rules pages alone; nothing here is shared with the engine. A board is a
//! list of cells with at most one piece each, pieces walk step by step, and a move is legal if,
//! after it has been played, no enemy piece could capture the king.

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

/// White, who moves first, and who is side 0.
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
    /// The piece that a FEN letter stands for: capitals are White's.
    fn of_letter(letter: char) -> Piece {
        Piece {
            side: if letter.is_ascii_uppercase() { WHITE } else { BLACK },
            kind: letter.to_ascii_uppercase(),
        }
    }

    /// The letter of this piece in a FEN.
    fn letter(self) -> char {
        if self.side == WHITE { self.kind } else { self.kind.to_ascii_lowercase() }
    }
}

/// A position, with all that its FEN says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The piece on every cell, in the numbering of the game's board.
    pub board: Vec<Option<Piece>>,
    /// The side to move.
    pub side: usize,
    /// Letters of the castling rights, or of Rollerball's laps, in the order of a FEN.
    pub rights: String,
    /// The cell that a pawn passed over in the last move.
    pub passed: Option<usize>,
    /// The plies since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move, which grows after Black's.
    pub fullmove: u32,
}

/// A move that the pieces can make, safe for the king or not.
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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why, for instance `checkmate`.
    pub reason: &'static str,
    /// Points of 100 for White and for Black.
    pub points: [u16; 2],
}

/// The rules of one variant.
pub trait Game: Sync {
    /// The FEN of the start.
    fn start(&self) -> &str;

    /// Reads a FEN.
    ///
    /// # Errors
    ///
    /// Says what is wrong with a text that is no FEN of a possible position.
    fn parse(&self, fen: &str) -> Result<State, String>;

    /// The FEN of a position; [`Game::parse`] reads it back.
    fn fen(&self, s: &State) -> String;

    /// The legal moves in UCI form, sorted; none when the game has ended on the board.
    fn moves(&self, s: &State) -> Vec<String>;

    /// The moves that the pieces can make, sorted by name, the illegal ones among them; castlings
    /// only if no more than the safety of the landing cell could forbid them.
    fn attempts(&self, s: &State) -> Vec<Attempt>;

    /// The position after a legal move.
    ///
    /// # Panics
    ///
    /// Panics if the move is not legal.
    fn play(&self, s: &State, mv: &str) -> State;

    /// Returns whether the side to move is in check.
    fn checked(&self, s: &State) -> bool;

    /// The names, sorted, of the cells whose pieces of `side` could capture an enemy piece that
    /// stood on `cell`, king safety and en passant left aside.
    ///
    /// The piece stands there instead of whatever stands there now; a draughtsman counts if some
    /// series captures it at any of its jumps.
    fn captures_onto(&self, s: &State, cell: &str, side: usize) -> Vec<String>;

    /// Returns the end of the game, if it has ended; `line` holds all its positions, the current
    /// one last.
    fn outcome(&self, line: &[State]) -> Option<Outcome>;

    /// The names of all cells.
    fn cells(&self) -> Vec<String>;
}

/// A duel that has an oracle.
pub struct Entry {
    /// What the tests know of it, its name among it.
    pub facts: VariantFacts,
    /// Its slow rules.
    pub rules: fn() -> Box<dyn Game>,
}

/// The oracles of duels, those of the example in `docs/adding-a-variant.md` and of a game from a
/// file among them.
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

/// The oracle of a duel; `None` if it has none.
pub fn entry(variant: &str) -> Option<&'static Entry> {
    ORACLES.iter().find(|entry| entry.facts.variant == variant)
}

/// The facts of a duel.
///
/// # Panics
/// If it has no oracle.
pub fn facts(variant: &str) -> &'static VariantFacts {
    let entry = entry(variant);
    &entry.unwrap_or_else(|| panic!("{variant} has no oracle in tests/oracle")).facts
}

/// The rules of a duel by its name.
pub fn game(variant: &str) -> Option<Box<dyn Game>> {
    entry(variant).map(|entry| (entry.rules)())
}

/// The number of lines of `depth` legal moves.
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
