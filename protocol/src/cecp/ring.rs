//! Rings of two seats as interfaces can show them: cut open and laid flat, so that a ring is a rank
//! and a sector a file.

use rotunda_movegen::Variant;

/// Most lanes and sectors that interfaces can show: as many ranks and files.
const MOST: (usize, usize) = (9, 16);
/// Fields of a position string of these games: pieces, turn, who lives, teams, rules, two counts.
const FIELDS: usize = 7;

/// The field of the rules, `m` for those without removals.
const RULES: usize = 4;

/// Whether a game is played on a ring that can be laid flat, and by rules that interfaces can
/// follow: in Byzantine games a removal of pawns does not use up the turn.
pub(super) fn is_ring(variant: &'static Variant) -> bool {
    let (lanes, sectors) = variant.size();
    variant.seats == 2
        && variant.is_ring()
        && lanes <= MOST.0
        && sectors <= MOST.1
        && variant.start().split(' ').nth(RULES) == Some("m")
}

/// A text of cells with ring and sector exchanged: `a16` is `p1`, and the other way round.
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

/// A position string with capitals for the first seat's pieces and small letters for the second's.
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

/// A position string as this program writes it.
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
