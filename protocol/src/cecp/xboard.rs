//! The description of an unknown game for XBoard 4.9: pictures and moves of the pieces.
//!
//! XBoard checks every move, even of engines, unless this is switched off. Its notation for moves
//! (Betza's) cannot express rings, curves and rebounds. Where it cannot, as in most games, the
//! description lets every piece go everywhere, and only the engine judges moves. The king is then a
//! piece like the others, since XBoard would otherwise always see it in check.

use std::fmt::Write;

use rotunda_movegen::{KindSpec, Options, Role, Variant, in_family};

/// The number of kinds of pieces in XBoard besides its king.
const KINDS: usize = 65;
/// The kind that looks like a piece, for a second kind of pawns.
const MAN: usize = 10;
/// A kind that looks like nothing else, for pawns that run the other way round a ring.
const STAR: usize = 8;
/// A kind with a crown that is not a king to XBoard.
const MONARCH: usize = 50;
/// The kinds of other pieces: knight, bishop, rook and queen, then angel, piece, cannon (Leos
/// capture like one), and the cobra for kinds without a likeness. XBoard's lion is avoided, since a
/// rule of Chu Shogi applies to it in every game: after another piece has captured a lion, the next
/// move must not capture one.
const LOOKS: [(usize, char); 9] =
    [(1, 'N'), (2, 'B'), (3, 'R'), (4, 'Q'), (7, 'T'), (MAN, 'M'), (11, 'L'), (19, 'C'), (19, 'X')];

/// The kinds for letters without a likeness, as long as they are free.
const FREE: [usize; 40] = [
    5, 6, 9, 12, 13, 14, 15, 16, 17, 18, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
    35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 19,
];

/// The kinds of a game's pieces.
fn kinds(variant: &'static Variant) -> &'static [KindSpec] {
    in_family!(variant.family(Options::default()), tables => tables.kinds())
}

/// Returns whether the game's pawns promote only on the last and first rank, and capture en
/// passant, as XBoard expects of pawns.
pub(super) fn has_pawns(variant: &'static Variant) -> bool {
    let grid = variant.family(Options::default()).grid();
    let ends = [0, grid.ranks() - 1];
    let pawns = kinds(variant).iter().filter(|kind| kind.role == Role::Pawn);
    let cells = pawns.flat_map(|pawn| pawn.promotes_on.iter().flatten());
    let mut ranks = cells.map(|cell| grid.place(*cell).1).peekable();
    !variant.is_ring() && ranks.peek().is_some() && ranks.all(|rank| ends.contains(&rank))
}

/// Returns whether XBoard moves the rook by itself when a king castles.
pub(super) fn moves_rooks(variant: &'static Variant) -> bool {
    variant.name == "chess" || words(variant).is_some()
}

/// Returns the moves of the pieces in Betza's notation, if it can express all of them.
fn words(variant: &'static Variant) -> Option<Vec<(char, String)>> {
    if variant.name == "ordinary-nocheckers" {
        let betza = [('T', "mBcN"), ('L', "mQcpQ"), ('M', "K"), ('K', "KisO3")];
        return Some(betza.map(|(letter, moves)| (letter, moves.to_owned())).into());
    }
    let word = |kind: &KindSpec| Some((kind.letter, kind.notation?.to_owned()));
    kinds(variant).iter().map(word).collect()
}

/// Returns XBoard's table of pieces: a letter for each of its kinds, White's and then Black's.
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

/// Returns the moves of each described kind in Betza's notation.
pub(super) fn moves(variant: &'static Variant) -> Vec<(char, String)> {
    if let Some(words) = words(variant) {
        return words;
    }
    let everywhere = everywhere(variant.size());
    let betza = |kind: &KindSpec| match kind.role {
        // A castling is sent with its rook. XBoard accepts it only for pieces that can castle.
        Role::King => format!("{everywhere}O2"),
        _ => everywhere.clone(),
    };
    kinds(variant).iter().map(|kind| (kind.letter, betza(kind))).collect()
}

/// Returns moves from any cell to any other over all pieces between: some steps along a file or
/// rank, and then more, straight on or at a right angle; and back to the first cell, where some
/// series of jumps end. Both ways round a corner are listed, since XBoard cannot turn on a cell
/// outside the board.
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
