//! Rings of two seats in the form that interfaces can show: cut open and laid flat, so that a ring
//! is a rank and a sector a file.

use rotunda_movegen::Variant;

/// The most rings and sectors that interfaces can show, as ranks and files.
const MOST: (usize, usize) = (9, 16);
/// The number of fields of these games' position strings: pieces, turn, living players, teams,
/// rules, two clocks.
const FIELDS: usize = 7;

/// The index of the field of rules, `m` for those without removals.
const RULES: usize = 4;

/// Returns whether a game is played on a ring that can be laid flat, by rules that interfaces can
/// follow. Byzantine rules are excluded, since a removal of pawns does not end the turn.
pub(super) fn is_ring(variant: &'static Variant) -> bool {
    let (lanes, sectors) = variant.size();
    variant.seats == 2
        && variant.is_ring()
        && lanes <= MOST.0
        && sectors <= MOST.1
        && variant.start().split(' ').nth(RULES) == Some("m")
}

/// Returns a text of cells with ring and sector exchanged: `a16` becomes `p1`, and `p1` becomes
/// `a16`.
pub(super) fn transposed(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut number = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            number.push(digit);
        }
        match number.parse::<u8>() {
            Ok(rank @ 1..=26) if letter.is_ascii_lowercase() => {
                out.push(char::from(b'a' + rank - 1));
                out += &(letter as u8 - b'a' + 1).to_string();
            }
            _ => {
                out.push(letter);
                out += &number;
            }
        }
    }
    out
}

/// Returns a position string with capitals for the first seat's pieces and small letters for the
/// second's.
pub(super) fn fen(own: &str) -> String {
    let fields: Vec<&str> = own.split(' ').collect();
    let [pieces, turn, .., quiet, fullmove] = &fields[..] else { return own.to_owned() };
    let mut board = String::new();
    let mut letters = pieces.chars();
    while let Some(letter) = letters.next() {
        match letter {
            'a' => board.extend(letters.next()),
            'b' => board.extend(letters.next().map(|kind| kind.to_ascii_lowercase())),
            _ => board.push(letter),
        }
    }
    let turn = if *turn == "a" { 'w' } else { 'b' };
    format!("{board} {turn} - - {quiet} {fullmove}")
}

/// Returns a position string in this program's notation.
pub(super) fn own_fen(theirs: &str, variant: &'static Variant) -> String {
    let fields: Vec<&str> = theirs.split_ascii_whitespace().collect();
    let start: Vec<&str> = variant.start().split(' ').collect();
    let ([pieces, turn, ..], FIELDS) = (&fields[..], start.len()) else {
        return theirs.to_owned();
    };
    let piece = |letter: char| match letter {
        'A'..='Z' => format!("a{letter}"),
        'a'..='z' => format!("b{}", letter.to_ascii_uppercase()),
        _ => letter.to_string(),
    };
    let board: String = pieces.chars().map(piece).collect();
    let turn = if *turn == "b" { "b" } else { "a" };
    let count = |index: usize, default| fields.get(index).copied().unwrap_or(default);
    let rules = start[2..FIELDS - 2].join(" ");
    format!("{board} {turn} {rules} {} {}", count(4, "0"), count(5, "1"))
}
