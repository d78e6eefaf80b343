//! What XBoard 4.9 has to be told of a game that it does not know: pictures, and how pieces move.
//!
//! XBoard tests every move, also of engines, unless it is told not to. Its words for moves (Betza's
//! notation) cannot tell of rings, curves and rebounds. Where they cannot, as in most games, every
//! piece is said to go everywhere, and the engine remains the only judge; the king is then a piece
//! like the others, since XBoard would see it in check for ever.

use std::fmt::Write;

use rotunda_movegen::{KindSpec, Options, Role, Variant, in_family};

/// How many kinds of pieces XBoard has besides its king.
const KINDS: usize = 65;
/// The kind that looks like a man, a pawn of another kind.
const MAN: usize = 10;
/// A kind that looks like nothing else, for pawns that run the other way round a ring.
const STAR: usize = 8;
/// A kind with a crown that is no king to XBoard.
const MONARCH: usize = 50;
/// The kinds of other pieces: knight, bishop, rook and queen, then angel, man, cannon (Leos capture
/// like one), and the cobra for what has no likeness. None is XBoard's lion, for which a rule of
/// Chu Shogi holds in every game: where anything else has captured a lion, the next move may not
/// capture one.
const LOOKS: [(usize, char); 9] =
    [(1, 'N'), (2, 'B'), (3, 'R'), (4, 'Q'), (7, 'T'), (MAN, 'M'), (11, 'L'), (19, 'C'), (19, 'X')];

/// The kinds for letters without a likeness, as long as none of them is taken.
const FREE: [usize; 40] = [
    5, 6, 9, 12, 13, 14, 15, 16, 17, 18, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
    35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 19,
];

/// The kinds of a game's pieces.
fn kinds(variant: &'static Variant) -> &'static [KindSpec] {
    in_family!(variant.family(Options::default()), tables => tables.kinds())
}

/// Whether the game's pawns promote on the last rank and the first alone, and capture en passant,
/// as XBoard expects it of pawns.
pub(super) fn has_pawns(variant: &'static Variant) -> bool {
    let grid = variant.family(Options::default()).grid();
    let ends = [0, grid.ranks() - 1];
    let pawns = kinds(variant).iter().filter(|kind| kind.role == Role::Pawn);
    let cells = pawns.flat_map(|pawn| pawn.promotes_on.iter().flatten());
    let mut ranks = cells.map(|cell| grid.place(*cell).1).peekable();
    !variant.is_ring() && ranks.peek().is_some() && ranks.all(|rank| ends.contains(&rank))
}

/// Whether XBoard moves the rook by itself when a king castles.
pub(super) fn moves_rooks(variant: &'static Variant) -> bool {
    variant.name == "chess" || words(variant).is_some()
}

/// How the pieces move in Betza's notation, if it can tell of all.
fn words(variant: &'static Variant) -> Option<Vec<(char, String)>> {
    if variant.name == "ordinary-nocheckers" {
        let told = [('T', "mBcN"), ('L', "mQcpQ"), ('M', "K"), ('K', "KisO3")];
        return Some(told.map(|(letter, moves)| (letter, moves.to_owned())).into());
    }
    let word = |kind: &KindSpec| Some((kind.letter, kind.notation?.to_owned()));
    kinds(variant).iter().map(word).collect()
}

/// XBoard's table of pieces: a letter for each of its kinds, White's and then Black's.
pub(super) fn pieces(variant: &'static Variant) -> String {
    let mut table = vec!['.'; KINDS];
    let mut put = |letter: char, wanted: Option<usize>| {
        let mut kinds = wanted.into_iter().chain(FREE);
        if let Some(kind) = kinds.find(|kind| table[*kind] == '.') {
            table[kind] = letter;
        }
    };
    let look =
        |letter: char| LOOKS.iter().find(|(_, known)| *known == letter).map(|(kind, _)| *kind);
    let of_role = |role: Role| kinds(variant).iter().filter(move |kind| kind.role == role);
    let first = if has_pawns(variant) { 0 } else { MAN };
    for (index, pawn) in of_role(Role::Pawn).enumerate() {
        let later = look(pawn.letter).filter(|kind| *kind != MAN).unwrap_or(STAR);
        put(pawn.letter, Some(if index == 0 { first } else { later }));
    }
    for kind in of_role(Role::Other) {
        put(kind.letter, look(kind.letter));
    }
    let royal = of_role(Role::King).next().map_or('K', |king| king.letter);
    let king = if words(variant).is_some() { royal } else { '.' };
    if king == '.' {
        put(royal, Some(MONARCH));
    }
    let used = table.iter().rposition(|kind| *kind != '.').map_or(0, |last| last + 1);
    let white: String = table[..used].iter().chain([&king]).collect();
    let black = white.to_lowercase();
    white + &black
}

/// How each kind of piece that XBoard is to be told of moves, in Betza's notation.
pub(super) fn moves(variant: &'static Variant) -> Vec<(char, String)> {
    if let Some(words) = words(variant) {
        return words;
    }
    let everywhere = everywhere(variant.size());
    let told = |kind: &KindSpec| match kind.role {
        // A castling is told with its rook; XBoard believes it of pieces that can castle at all.
        Role::King => format!("{everywhere}O2"),
        _ => everywhere.clone(),
    };
    kinds(variant).iter().map(|kind| (kind.letter, told(kind))).collect()
}

/// Moves that lead from any cell to any other, whatever stands between them: some steps along a
/// file or rank that heed nothing, and then some more, straight on or at a right angle; and back to
/// the start, where some series of jumps end. Of the two ways round a corner both are told, however
/// long: XBoard turns on no cell that is not part of the board.
fn everywhere((files, ranks): (usize, usize)) -> String {
    let (longest, shortest) = (files.max(ranks) - 1, files.min(ranks) - 1);
    let mut text = "mpabK".to_owned();
    for first in 0..longest {
        let skips = "j".repeat(first);
        let _ = write!(text, "mcd{skips}R");
        let turns = if first < shortest { longest } else { shortest };
        for second in 0..turns {
            let _ = write!(text, "mp{skips}amcd{}R", "j".repeat(second));
        }
    }
    text
}
