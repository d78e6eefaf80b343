//! What a file of games says, key by key, before anything is made of it.

use std::collections::BTreeMap;

use serde::Deserialize;

pub use crate::values::{Spanned, TextOr};

/// Most steps of a pawn's start step.
pub const MOST_STEPS: usize = 8;

/// A text with its place in the file.
pub type Text = Spanned<String>;

/// A file: one or more games.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct File {
    pub game: Vec<Game>,
}

/// A game.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The `UCI_Variant` name: small letters, digits, dashes.
    pub name: Text,
    /// The name for people.
    pub title: Option<Text>,
    /// The rules in short.
    pub rules: Option<Text>,
    /// What a drawing in letters cannot show.
    pub note: Option<Text>,
    /// How many play round a table by the rules of circular chess, 2 to 6; White and Black play by
    /// those of chess if left out.
    #[cfg_attr(test, schemars(range(min = 2, max = 6)))]
    pub players: Option<Spanned<usize>>,
    /// The heading that is forward to each player, off rings; shared out evenly among those across
    /// sides if left out.
    pub forward: Option<Text>,
    /// Pawns of an enemy's that face each other may be removed, who plays alone is out without any
    /// piece beside the king, and moves of pawns are no progress.
    pub byzantine: Option<Spanned<bool>>,
    /// The board.
    pub board: Spanned<Board>,
    /// The kinds of pieces, up to ten.
    pub piece: Vec<Piece>,
    /// White's castlings; Black's are mirrored.
    #[serde(default)]
    pub castling: Vec<Castling>,
    /// Kings' races.
    #[serde(default)]
    pub lap: Vec<Lap>,
    /// The position of the start; `*` is a place without a cell.
    pub start: Text,
    /// The fields of position strings: board, turn, flags, en-passant, halfmove, fullmove.
    pub fields: Option<Spanned<Vec<Text>>>,
    /// Whether a right to capture en passant tells positions apart if the capture is `legal`, or
    /// if a piece stands there: `geometric`.
    pub en_passant: Option<Text>,
    /// What ends of the game are worth: `classic`, `dynamic`, or points.
    pub scoring: Option<Scoring>,
    /// How far it goes on that gets nowhere; as far as in chess if left out.
    pub limits: Option<Limits>,
    /// Which pieces beside kings cannot mate.
    pub dead: Option<Dead>,
}

impl Game {
    /// Whether Byzantine rules hold.
    pub fn byzantine(&self) -> bool {
        self.byzantine.as_ref().is_some_and(|key| *key.get_ref())
    }
}

/// A board: the keys of all shapes, of which each has its own.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The shape.
    pub shape: Text,
    /// How many files.
    pub files: Option<usize>,
    /// How many ranks.
    pub ranks: Option<usize>,
    /// Lanes of a ring, the first outside.
    pub lanes: Option<usize>,
    /// Cells of a lane of a ring.
    pub sectors: Option<usize>,
    /// Cells of a side of a hexagon.
    pub size: Option<usize>,
    /// Places without a cell.
    pub holes: Option<Text>,
    /// Cells that drawings in letters show as triangles.
    pub triangles: Option<Text>,
    /// The letters of the files of a hexagon.
    pub letters: Option<Text>,
    /// Headings of a graph across sides, in their order round a cell, forward first.
    pub orthogonal: Option<Text>,
    /// Headings of a graph across corners.
    pub diagonal: Option<Text>,
    /// Headings that are others for Black.
    #[serde(default)]
    pub black: BTreeMap<String, Text>,
    /// Steps: a cell, a heading, the cell where it leads, and the heading after it.
    #[serde(default)]
    pub links: Vec<Text>,
    /// Corners of cells, counter-clockwise.
    #[serde(default)]
    pub polygons: BTreeMap<String, Spanned<Vec<[f64; 2]>>>,
}

/// Cells: White's, which are mirrored for Black, or those of both; round a table the first
/// player's, which are turned for the others, or off rings those of each.
pub type Cells = Spanned<TextOr<Each>>;

/// A text for each seat: cells, or letters.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// White's.
    white: Option<Text>,
    /// Black's.
    black: Option<Text>,
    /// The first player's round a table.
    a: Option<Text>,
    /// The second player's.
    b: Option<Text>,
    /// The third player's.
    c: Option<Text>,
    /// The fourth player's.
    d: Option<Text>,
    /// The fifth player's.
    e: Option<Text>,
    /// The sixth player's.
    f: Option<Text>,
}

impl Each {
    /// The cells by the names of the seats.
    pub fn by_name(&self) -> [(&'static str, Option<&Text>); 8] {
        [
            ("white", self.white.as_ref()),
            ("black", self.black.as_ref()),
            ("a", self.a.as_ref()),
            ("b", self.b.as_ref()),
            ("c", self.c.as_ref()),
            ("d", self.d.as_ref()),
            ("e", self.e.as_ref()),
            ("f", self.f.as_ref()),
        ]
    }
}

/// What a piece may become: the same for both, or by seat.
pub type Becomes = Spanned<TextOr<Each>>;

/// How a piece moves: one notation, or a list of movements.
pub type Moves = Spanned<TextOr<Vec<Motion>>>;

/// A movement: by notation, or along headings and paths.
pub type Motion = Spanned<TextOr<Ways>>;

/// What ends of the game are worth: by name, or in points.
pub type Scoring = Spanned<TextOr<Points>>;

/// A kind of piece.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub struct Piece {
    /// Its capital in position strings.
    pub letter: Spanned<char>,
    /// What people call it.
    pub name: Option<Text>,
    /// What it is worth, in centipawns; what follows from how it moves if left out.
    #[cfg_attr(test, schemars(range(min = 1, max = rotunda_movegen::MOST_VALUE)))]
    pub value: Option<Spanned<u16>>,
    /// How it moves: Betza's notation, or a list of movements.
    pub moves: Moves,
    /// It is the king; one kind is.
    #[serde(default)]
    pub royal: bool,
    /// It moves step by step, and its moves start the count of quiet plies anew.
    #[serde(default)]
    pub pawn: bool,
    /// Where a pawn goes two steps where it would go one without taking; short for a `start` of
    /// two.
    pub double: Option<Cells>,
    /// Where a pawn goes several steps where it would go one without taking.
    pub start: Option<Spanned<Start>>,
    /// It takes pawns that have just gone two steps.
    #[serde(default)]
    pub en_passant: bool,
    /// Where it becomes one of `becomes`, as it must.
    pub promotes_on: Option<Cells>,
    /// Where of these it may as well stay what it is.
    pub declines_on: Option<Cells>,
    /// What it may become, the usual choice first.
    pub becomes: Option<Becomes>,
    /// For each letter of `becomes`, the number of own pieces of that kind on the board from which
    /// on a piece cannot become one.
    pub supply: Option<Vec<u32>>,
    /// Where it can never stand.
    pub closed: Option<Cells>,
    /// The kind that it is after leaving some cells.
    pub changes: Option<Changes>,
    /// It jumps over neighbours in series.
    #[serde(default)]
    pub jumps: bool,
    /// The cells that it never leaves; anywhere if left out.
    pub within: Option<Cells>,
    /// Headings along which it, the king, may not face the enemy's with nothing between them.
    pub faces: Option<Text>,
    /// The parts that the king may not leave while it is in check.
    #[serde(default)]
    pub regions: Vec<Text>,
}

/// From where a pawn goes several steps at once, and how many.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The cells.
    pub cells: Cells,
    /// The most steps.
    #[cfg_attr(test, schemars(range(min = 2, max = MOST_STEPS)))]
    pub most: Spanned<usize>,
}

/// What a piece turns into.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// By leaving one of these cells.
    pub leaving: Text,
    /// The letter of the kind that it is then.
    pub into: Text,
}

/// A movement along headings or along paths that are written out.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// Headings of single steps.
    pub steps: Option<Text>,
    /// Headings of slides.
    pub slides: Option<Text>,
    /// The longest slide, in cells.
    pub most: Option<usize>,
    /// Paths of legs: one step `ne`, so many `n3`, or as far as it goes `n+`.
    pub bent: Option<Vec<Text>>,
    /// Paths from cells, each the cells in the order in which they are passed.
    pub paths: Option<BTreeMap<String, Vec<Text>>>,
    /// The cells from which it goes there; from all if left out.
    pub from: Option<Cells>,
    /// What the piece may do along them.
    #[cfg_attr(test, schemars(extend("enum" = ["both", "move", "capture", "hop", "lame"])))]
    pub mode: Option<Text>,
    /// Whose pieces go there, `a` to `f` round a table; all if left out.
    #[cfg_attr(test, schemars(extend("enum" = ["white", "black", "a", "b", "c", "d", "e", "f"])))]
    pub seat: Option<Text>,
}

/// A way to castle.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Castling {
    /// The letter of the right.
    pub right: Spanned<char>,
    /// Where the king goes from and to.
    pub king: Text,
    /// Where the rook goes from and to.
    pub rook: Text,
    /// Where the king must not be attacked, beside where it stands and ends.
    pub safe: Text,
    /// Cells that must be empty; all between king and rook if left out.
    pub empty: Option<Text>,
    /// The two cells by which the move is written; the king's if left out.
    pub code: Option<Text>,
}

/// A king's race.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lap {
    /// Whose king races.
    #[cfg_attr(test, schemars(extend("enum" = ["white", "black"])))]
    pub seat: Text,
    /// The letter that says that it has crossed its line.
    pub letter: char,
    /// The cells just before the line; all but the goal if left out.
    pub before: Option<Text>,
    /// The cells just after it; the goal if left out.
    pub after: Option<Text>,
    /// The cells where it wins.
    pub goal: Text,
}

/// Points of a game's 100.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// For who gives stalemate.
    pub stalemate: Option<u16>,
    /// For White and Black if they alone gave check through a repetition; it is one like any other
    /// if left out.
    pub perpetual: Option<[u16; 2]>,
    /// When a position has come as often as `limits` say; a draw if left out.
    pub repetition: Option<Spanned<Share>>,
    /// When as many plies have brought no progress as `limits` say; a draw if left out.
    pub no_progress: Option<Spanned<Share>>,
    /// For a claim against a bare king.
    pub bare_king: Option<u16>,
}

/// Points of the side to move, of White or of Black: one of the three; the other side has the rest.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Of the side to move.
    pub mover: Option<u16>,
    /// Of White, whoever is to move.
    pub white: Option<u16>,
    /// Of Black, whoever is to move.
    pub black: Option<u16>,
}

/// What ends a game that gets nowhere; 0 is for a limit that it does not have.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Plies in a row without a capture or the move of a pawn; 100 if left out.
    #[cfg_attr(test, schemars(range(max = rotunda_movegen::MOST_QUIET_PLIES)))]
    pub quiet_plies: Option<Spanned<u32>>,
    /// Occurrences of a position, two or more; 3 if left out.
    #[cfg_attr(test, schemars(range(max = rotunda_movegen::MOST_OCCURRENCES)))]
    pub occurrences: Option<Spanned<u32>>,
}

/// Which pieces beside kings cannot mate.
#[derive(Deserialize, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Dead {
    /// Two kings play on.
    #[serde(default)]
    pub never: bool,
    /// Kinds of which one alone cannot mate.
    pub lone: Option<Text>,
    /// A kind of which any number on cells of one colour cannot mate.
    pub one_colour: Option<Text>,
}
