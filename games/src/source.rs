//! The keys of a file of games, before it is compiled.

use std::collections::BTreeMap;

use serde::Deserialize;

pub use crate::values::{Pair, Spanned, TextOr};

/// The most steps of a pawn's start step.
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
    /// The `UCI_Variant` name: lower-case letters, digits, dashes.
    pub name: Text,
    /// The name for people.
    pub title: Option<Text>,
    /// A short summary of the rules.
    pub rules: Option<Text>,
    /// A note on what a drawing in letters cannot show.
    pub note: Option<Text>,
    /// The number of players round a table, 2 to 6, who play by the rules of circular chess. If
    /// left out, White and Black play by those of chess.
    #[cfg_attr(test, schemars(range(min = 2, max = 6)))]
    pub players: Option<Spanned<usize>>,
    /// The heading that is forward for each player, for boards that are not rings. If left out, the
    /// headings across sides are shared out evenly.
    pub forward: Option<Text>,
    /// Byzantine rules: two facing pawns of an enemy may be removed, a player without a team is out
    /// once only the king is left, and pawn moves do not count as progress.
    pub byzantine: Option<Spanned<bool>>,
    /// The board.
    pub board: Spanned<Board>,
    /// The kinds of pieces, up to ten.
    pub piece: Vec<Piece>,
    /// White's castlings; Black's are mirrored.
    #[serde(default)]
    pub castling: Vec<Castling>,
    /// The races of kings.
    #[serde(default)]
    pub lap: Vec<Lap>,
    /// The start position; `*` is a place without a cell.
    pub start: Text,
    /// The fields of position strings: board, turn, flags, en-passant, halfmove, fullmove.
    pub fields: Option<Spanned<Vec<Text>>>,
    /// The condition under which a right to capture en passant distinguishes positions: the capture
    /// is `legal`, or a piece stands ready for it, `geometric`.
    pub en_passant: Option<Text>,
    /// The points for the ends of the game: `classic`, `dynamic`, or a table of points.
    pub scoring: Option<Scoring>,
    /// The limits of a game without progress; as in chess if left out.
    pub limits: Option<Limits>,
    /// The pieces that cannot mate beside a king.
    pub dead: Option<Dead>,
}

impl Game {
    /// Returns whether Byzantine rules apply.
    pub fn byzantine(&self) -> bool {
        self.byzantine.as_ref().is_some_and(|key| *key.get_ref())
    }
}

/// A board: the keys of all shapes. Each shape uses some of them.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The shape.
    pub shape: Text,
    /// The number of files.
    pub files: Option<usize>,
    /// The number of ranks.
    pub ranks: Option<usize>,
    /// The number of lanes of a ring; the first is outside.
    pub lanes: Option<usize>,
    /// The number of cells of a lane of a ring.
    pub sectors: Option<usize>,
    /// The number of cells along a side of a hexagon.
    pub size: Option<usize>,
    /// The places without a cell.
    pub holes: Option<Text>,
    /// The cells that drawings in letters show as triangles.
    pub triangles: Option<Text>,
    /// The lines of a rectangle on whose crossings the pieces stand, instead of its squares.
    pub lines: Option<Lines>,
    /// The colours of White's and Black's pieces, by their names.
    pub colours: Option<Text>,
    /// The letters of the files of a hexagon.
    pub letters: Option<Text>,
    /// The headings of a graph across sides, in their order round a cell, forward first.
    pub orthogonal: Option<Text>,
    /// The headings of a graph across corners.
    pub diagonal: Option<Text>,
    /// The headings that differ for Black.
    #[serde(default)]
    pub black: BTreeMap<String, Text>,
    /// The steps: each has a cell, a heading, the next cell, and the heading there if it differs.
    #[serde(default)]
    pub links: Vec<Text>,
    /// The corners of cells, counter-clockwise.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<[f64; 2]>>"))]
    pub polygons: BTreeMap<String, Spanned<Vec<Pair<f64>>>>,
}

/// The lines of a board on whose crossings the pieces stand.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// The rank after which a river breaks the lines of the inner files.
    pub river: Option<usize>,
    /// The palaces, blocks of cells with diagonals.
    pub palaces: Option<Text>,
}

/// The cells of each side: White's alone, which are mirrored for Black, or those of both. Round a
/// table, the first player's, which are turned for the others, or those of each player on a board
/// that is not a ring.
pub type Cells = Spanned<TextOr<Each>>;

/// A text for each seat: cells, or letters.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Each {
    /// The text for White.
    white: Option<Text>,
    /// The text for Black.
    black: Option<Text>,
    /// The text for the first player round a table.
    a: Option<Text>,
    /// The text for the second player.
    b: Option<Text>,
    /// The text for the third player.
    c: Option<Text>,
    /// The text for the fourth player.
    d: Option<Text>,
    /// The text for the fifth player.
    e: Option<Text>,
    /// The text for the sixth player.
    f: Option<Text>,
}

impl Each {
    /// Returns the texts by the names of the seats.
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

/// The kinds that a piece may become: the same for both sides, or by seat.
pub type Becomes = Spanned<TextOr<Each>>;

/// The moves of a piece: one notation, or a list of movements.
pub type Moves = Spanned<TextOr<Vec<Motion>>>;

/// A movement: a notation, or headings and paths.
pub type Motion = Spanned<TextOr<Ways>>;

/// The points for the ends of the game: a name, or a table of points.
pub type Scoring = Spanned<TextOr<Points>>;

/// A kind of piece.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub struct Piece {
    /// Its letter in position strings, a capital.
    pub letter: Spanned<char>,
    /// Its name for people.
    pub name: Option<Text>,
    /// Its value in centipawns; derived from its moves if left out.
    #[cfg_attr(test, schemars(range(min = 1, max = rotunda_movegen::MOST_VALUE)))]
    pub value: Option<Spanned<u16>>,
    /// Its moves: Betza's notation, or a list of movements.
    pub moves: Moves,
    /// Whether it is the king. Exactly one kind is.
    #[serde(default)]
    pub royal: bool,
    /// Whether it is a pawn: its moves reset the count of plies without progress.
    #[serde(default)]
    pub pawn: bool,
    /// The cells where a pawn's quiet single steps may be two steps; short for a `start` of two.
    pub double: Option<Cells>,
    /// The cells where a pawn's quiet single steps may be several steps.
    pub start: Option<Spanned<Start>>,
    /// Whether it captures en passant.
    #[serde(default)]
    pub en_passant: bool,
    /// The cells where it promotes to one of `becomes`. It must, unless `declines_on` has the cell.
    pub promotes_on: Option<Cells>,
    /// The cells among these where promotion is optional.
    pub declines_on: Option<Cells>,
    /// The kinds to which it may promote, the usual choice first.
    pub becomes: Option<Becomes>,
    /// The limits of promotion, one for each letter of `becomes`: a piece cannot become that kind
    /// once its side has so many of them on the board.
    pub supply: Option<Vec<u32>>,
    /// The cells where it can never stand.
    pub closed: Option<Cells>,
    /// The kind that it becomes when it leaves some cells.
    pub changes: Option<Changes>,
    /// Whether it jumps over neighbours in series.
    #[serde(default)]
    pub jumps: bool,
    /// The cells that it never leaves; anywhere if left out.
    pub within: Option<Cells>,
    /// The headings along which this king must not face the enemy's king with nothing between them.
    pub faces: Option<Text>,
    /// The regions that the king must not leave while it is in check, for both sides as written.
    #[serde(default)]
    pub regions: Vec<Text>,
}

/// The cells from which a pawn goes several steps at once, and the most steps.
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

/// A change of a piece into another kind.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// The cells, for both sides as written; the piece changes when it leaves one of them.
    pub leaving: Text,
    /// The letter of the new kind.
    pub into: Text,
}

/// A movement along headings or along paths that are written out.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// The headings of single steps.
    pub steps: Option<Text>,
    /// The headings of slides.
    pub slides: Option<Text>,
    /// The longest slide, in cells.
    pub most: Option<usize>,
    /// The paths of several legs. A leg is one step `ne`, three steps `n3`, or a slide `n+`.
    pub bent: Option<Vec<Text>>,
    /// The paths from cells, each as its cells in the order in which the piece passes them.
    pub paths: Option<BTreeMap<String, Vec<Text>>>,
    /// The cells on which the movement is possible; all if left out.
    pub from: Option<Cells>,
    /// The mode of the movement, such as quiet moves or captures alone.
    #[cfg_attr(test, schemars(extend("enum" = ["both", "move", "capture", "hop", "lame"])))]
    pub mode: Option<Text>,
    /// The seat whose pieces have the movement, `a` to `f` round a table; all if left out.
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
    /// The first and the last cell of the king.
    pub king: Text,
    /// The first and the last cell of the rook.
    pub rook: Text,
    /// The cells where the king must not be attacked, besides its first and last cell.
    pub safe: Text,
    /// The cells that must be empty; all between king and rook if left out.
    pub empty: Option<Text>,
    /// The two cells with which the move is written; the king's if left out.
    pub code: Option<Text>,
}

/// A king's race.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lap {
    /// The seat whose king races.
    #[cfg_attr(test, schemars(extend("enum" = ["white", "black"])))]
    pub seat: Text,
    /// The letter of the flag that the king has crossed its line.
    pub letter: char,
    /// The cells just before the line; all but the goal if left out.
    pub before: Option<Text>,
    /// The cells just after it; the goal if left out.
    pub after: Option<Text>,
    /// The cells where the king wins.
    pub goal: Text,
}

/// The points for ends of a game, of 100.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// The points of the side that gives stalemate.
    pub stalemate: Option<u16>,
    /// The points of White and of Black if that side alone gave check throughout a repetition; if
    /// left out, it is a repetition like any other.
    #[cfg_attr(test, schemars(with = "Option<[u16; 2]>"))]
    pub perpetual: Option<Pair<u16>>,
    /// The points for a repetition as in `limits`; a draw if left out.
    pub repetition: Option<Spanned<Share>>,
    /// The points when the plies without progress reach `limits`; a draw if left out.
    pub no_progress: Option<Spanned<Share>>,
    /// The points for a claim against a bare king.
    pub bare_king: Option<u16>,
}

/// The points of the side to move, of White or of Black. One of the three is given; the other side
/// has the rest.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The points of the side to move.
    pub mover: Option<u16>,
    /// The points of White, whoever is to move.
    pub white: Option<u16>,
    /// The points of Black, whoever is to move.
    pub black: Option<u16>,
}

/// The limits that end a game without progress; 0 means no limit.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The number of plies in a row without a capture or the move of a pawn; 100 if left out.
    #[cfg_attr(test, schemars(range(max = rotunda_movegen::MOST_QUIET_PLIES)))]
    pub quiet_plies: Option<Spanned<u32>>,
    /// The number of occurrences of a position, two or more; 3 if left out.
    #[cfg_attr(test, schemars(range(max = rotunda_movegen::MOST_OCCURRENCES)))]
    pub occurrences: Option<Spanned<u32>>,
}

/// The pieces that cannot mate beside a king.
#[derive(Deserialize, Default, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Dead {
    /// Whether two bare kings play on.
    #[serde(default)]
    pub never: bool,
    /// The kinds of which one piece alone cannot mate.
    pub lone: Option<Text>,
    /// A kind that cannot mate, in any number, if all stand on cells of one colour.
    pub one_colour: Option<Text>,
}
