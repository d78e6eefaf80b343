//! The names of pieces in `variants.ini`, and their notation in the dialect of game files.

use super::directions::directed;
use super::ranges::Ranges;
use crate::betza;

/// The pieces that have a name of their own, with their movement.
pub const NAMED: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];
/// The number of pieces that a file can describe by notation.
const CUSTOM: usize = 25;

/// Returns the place of a piece in the order in which Fairy-Stockfish reads pieces; `None` if no
/// piece has this name. A later piece takes the letter of an earlier one.
pub fn order(name: &str) -> Option<usize> {
    if let Some(index) = NAMED.iter().position(|(known, _)| *known == name) {
        return Some(index);
    }
    if name == "king" {
        return Some(NAMED.len() + CUSTOM);
    }
    let number: usize = name.strip_prefix("customPiece")?.parse().ok()?;
    (1..=CUSTOM).contains(&number).then(|| NAMED.len() + number - 1)
}

/// Returns the movement of a piece with a name; `None` if the file must give it.
pub fn notation(name: &str) -> Option<&'static str> {
    let named = NAMED.iter().find(|(known, _)| *known == name);
    named.map(|(_, notation)| *notation).or((name == "king").then_some("K"))
}

/// A movement in the dialect of game files.
#[derive(PartialEq, Eq, Debug)]
pub struct Movement {
    /// The notation in the dialect of game files.
    pub moves: String,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// Whether it has a double step.
    pub double: bool,
}

/// Converts a notation of Fairy-Stockfish.
///
/// # Errors
/// Returns the reason why the dialect of game files cannot express it.
pub fn parse_movement(notation: &str) -> Result<Movement, String> {
    let mut movement = Movement { moves: String::new(), en_passant: false, double: false };
    let mut ranges = Ranges::default();
    let mut modifiers = String::new();
    let mut letters = notation.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_uppercase() {
            modifiers.push(letter);
            continue;
        }
        let mut atom = letter.to_string();
        while let Some(more) = letters.next_if(|next| next.is_ascii_digit() || *next == letter) {
            atom.push(more);
        }
        if atom.bytes().filter(u8::is_ascii_digit).count() > 1 {
            return Err(format!("the range of {atom} has more than one digit"));
        }
        if modifiers.contains('i') {
            if !is_double_step(&modifiers, &atom) {
                return Err(format!("{modifiers}{atom}: a first move other than two steps ahead"));
            }
            movement.double = true;
        } else {
            movement.en_passant |= modifiers.contains('e');
            modifiers.retain(|modifier| modifier != 'e');
            let moves = directed(&modifiers, &atom)?;
            let atoms = betza::parse(&moves).map_err(|error| error.message)?;
            let is_rider = atom.len() > 1 || "RBQ".contains(letter);
            ranges.add(&format!("{modifiers}{atom}"), atoms, is_rider)?;
            movement.moves.push_str(&moves);
        }
        modifiers.clear();
    }
    movement.moves.push_str(&modifiers);
    betza::parse(&movement.moves).map_err(|error| error.message)?;
    ranges.check_mixed()?;
    Ok(movement)
}

/// Returns whether an atom is a quiet double step ahead over an empty cell, for first moves.
fn is_double_step(modifiers: &str, atom: &str) -> bool {
    let mut sorted: Vec<char> = modifiers.chars().collect();
    sorted.sort_unstable();
    match atom {
        "D" => sorted == ['f', 'i', 'm', 'n'],
        "W2" | "R2" => sorted == ['f', 'i', 'm'],
        _ => false,
    }
}

/// Returns the atoms of a notation, with modifiers in a fixed order, and K and Q split into their
/// two atoms. Equal movements have equal words.
pub fn words(notation: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut modifiers = String::new();
    let mut letters = notation.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_uppercase() {
            modifiers.push(letter);
            continue;
        }
        let mut range = String::new();
        while let Some(more) = letters.next_if(|next| next.is_ascii_digit() || *next == letter) {
            range.push(more);
        }
        let parts = match letter {
            'K' => vec!['W', 'F'],
            'Q' => vec!['R', 'B'],
            other => vec![other],
        };
        all.extend(parts.into_iter().map(|part| format!("{modifiers}{part}{range}")));
        modifiers.clear();
    }
    all.push(modifiers);
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_said_in_our_words() {
        let plain =
            |moves: &str| Movement { moves: moves.into(), en_passant: false, double: false };
        assert_eq!(parse_movement("mQ2cQ2"), Ok(plain("mQ2cQ2")));
        assert_eq!(parse_movement(""), Ok(plain("")));
        let pawn = Movement { moves: "mfWcfF".into(), en_passant: true, double: true };
        assert_eq!(
            parse_movement("mfWceFifmnD").map(|movement| movement.moves),
            Ok("mfWcF".into())
        );
        assert_eq!(parse_movement("mfWcefFimfnD"), Ok(pawn));
        for (notation, part) in [
            ("R12", "one digit"),
            ("KimN", "first move"),
            ("imfD", "first move"),
            ("pR", "'cp'"),
            ("mnN", "alike"),
            ("gQ", "hurdle"),
            ("X", "neither"),
            ("Rm", "atom"),
        ] {
            let reason = parse_movement(notation).expect_err(notation);
            assert!(reason.contains(part), "{notation}: {reason}");
        }
    }

    #[test]
    fn later_pieces_take_the_letters_of_earlier_ones() {
        assert!(order("pawn") < order("customPiece1"));
        assert!(order("customPiece2") < order("customPiece10"));
        assert!(order("customPiece25") < order("king"));
        assert_eq!(
            (order("customPiece26"), order("customPiece0"), order("duck")),
            (None, None, None)
        );
    }
}
