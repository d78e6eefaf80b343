//! What XBoard 4.9 has to be told of a game that it does not know: pictures, and how pieces move.
//!
//! XBoard tests every move, also of engines, unless it is told not to. Its words for moves (Betza's
//! notation) cannot tell of rings, curves and rebounds. Where they cannot, every piece is said to go
//! everywhere, and the engine remains the only judge; the king is then a piece like the others, since
//! XBoard would see it in check for ever.

use std::fmt::Write;

use rotunda_movegen::Variant;

/// How many kinds of pieces XBoard has besides its king.
const KINDS: usize = 65;
/// The kind that looks like a man, a pawn of another kind.
const MAN: usize = 10;
/// A kind that looks like nothing else, for pawns that run the other way round a ring.
const STAR: usize = 8;
/// A kind with a crown that is no king to XBoard.
const MONARCH: usize = 50;
/// The kinds of other pieces: knight, bishop, rook and queen, then angel, man, cannon (Leos capture like
/// one), and the cobra for what has no likeness. None is XBoard's lion, for which a rule of Chu Shogi
/// holds in every game: where anything else has captured a lion, the next move may not capture one.
const LOOKS: [(usize, char); 9] =
    [(1, 'N'), (2, 'B'), (3, 'R'), (4, 'Q'), (7, 'T'), (MAN, 'M'), (11, 'L'), (19, 'C'), (19, 'X')];

/// Whether the game's pawns promote on the last rank, and capture en passant, as XBoard expects it of
/// pawns.
pub(super) fn has_pawns(variant: &Variant) -> bool {
    ["chess", "ordinary", "circular"].iter().any(|name| variant.name.starts_with(name))
}

/// Whether XBoard moves the rook by itself when a king castles.
pub(super) fn moves_rooks(variant: &Variant) -> bool {
    variant.name == "chess" || is_lattice(variant)
}

/// Whether Betza's notation can tell how the pieces move.
fn is_lattice(variant: &Variant) -> bool {
    variant.name == "ordinary-nocheckers"
}

/// XBoard's table of pieces: a letter for each of its kinds, White's and then Black's.
pub(super) fn pieces(variant: &'static Variant) -> String {
    let letters: Vec<char> = variant.game().kinds().iter().map(|(letter, _)| *letter).collect();
    let mut kinds = vec!['.'; KINDS];
    for (kind, letter) in LOOKS.into_iter().chain([(if has_pawns(variant) { 0 } else { MAN }, 'P')])
    {
        if letters.contains(&letter) {
            kinds[kind] = letter;
        }
    }
    if letters.contains(&'P') && !has_pawns(variant) && letters.contains(&'M') {
        kinds[STAR] = 'M';
    }
    let king = if is_lattice(variant) { 'K' } else { '.' };
    if king == '.' {
        kinds[MONARCH] = 'K';
    }
    let used = kinds.iter().rposition(|kind| *kind != '.').map_or(0, |last| last + 1);
    let white: String = kinds[..used].iter().chain([&king]).collect();
    let black = white.to_lowercase();
    white + &black
}

/// How each kind of piece that XBoard is to be told of moves, in Betza's notation.
pub(super) fn moves(variant: &'static Variant) -> Vec<(char, String)> {
    if is_lattice(variant) {
        let told = [('T', "mBcN"), ('L', "mQcpQ"), ('M', "K"), ('K', "KisO3")];
        return told.map(|(letter, moves)| (letter, moves.to_owned())).into();
    }
    let everywhere = everywhere(variant.size());
    let told = |letter| match letter {
        // A castling is told with its rook; XBoard believes it of pieces that can castle at all.
        'K' => format!("{everywhere}O2"),
        _ => everywhere.clone(),
    };
    let kinds = variant.game().kinds();
    kinds.into_iter().map(|(letter, _)| (letter, told(letter))).collect()
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
