//! Betza's notation: the movement of a piece in letters.
//!
//! The dialect is the part that XBoard and Fairy-Stockfish agree on: modifiers, an atom, and a
//! range. Directions are those that the piece's owner sees. The reader refuses by name every
//! movement that tables cannot hold.

use rotunda_movegen::Mode;

use crate::plane::Vector;

/// A leap with a longer and a shorter part, repeated up to a number of times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The longer part of the leap, then the shorter.
    pub leap: (u32, u32),
    /// The most times that the leap may be made in a row.
    pub most: usize,
    /// The mode of the moves: quiet, capture or hop.
    pub mode: Mode,
    /// The directions, two letters each; empty for all.
    pub directions: Vec<[char; 2]>,
}

/// The reason why a notation is refused, with the bytes that are wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    pub at: std::ops::Range<usize>,
    pub message: String,
}

/// The longest notation that is read, in bytes.
const LONGEST: usize = 64;
/// The difference of a vector's parts below which it counts as diagonal.
const SAME: f64 = 1e-6;

/// Returns the leaps of an atom, and whether it repeats without a limit; `None` if the letter is no
/// atom.
fn atom(letter: char) -> Option<(&'static [(u32, u32)], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'C' | 'L' => (&[(3, 1)], false),
        'Z' | 'J' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

/// Returns the reason why a modifier of the dialects is refused; `None` if the letter is not such a
/// modifier.
fn refused(letter: char) -> Option<&'static str> {
    Some(match letter {
        'j' => "a leap that needs a piece on its way ('j') is not possible",
        'g' => {
            "a hopper that must land right behind its hurdle ('g') is not possible; 'cpR' takes beyond one piece"
        }
        'i' => "moves from the start alone ('i') are for pawns: say where with the key 'double'",
        'a' | 'x' | 'y' => "moves of several legs are written with the key 'bent'",
        'e' => "capture en passant is said with the key 'en_passant'",
        'o' => "lines that leave the board ('o') are what a cylinder or a torus is for",
        'z' | 'q' | 't' | 'u' | 'k' | 'd' => "this modifier is not possible",
        _ => return None,
    })
}

/// Returns the mode of a lame atom with this leap and range under these modifiers.
fn lame_mode(plain: bool, leap: (u32, u32), most: usize) -> Result<Mode, &'static str> {
    match (plain, leap, most) {
        (false, ..) => Err("a lame leap ('n') moves and takes alike"),
        (_, (1, _), _) => Err("a single step has no way to be stopped on ('n')"),
        (.., 1) => Ok(Mode::Lame),
        _ => Err("a lame leap ('n') cannot be repeated"),
    }
}

/// Returns the mode of an atom with this range under these modifiers.
fn mode(quiet: bool, capture: bool, hop: bool, most: usize) -> Result<Mode, &'static str> {
    match (quiet, capture, hop) {
        (false, true, true) if most == 1 => Err("a single step has no room for a hurdle"),
        (false, true, true) => Ok(Mode::Hop),
        (_, _, true) => Err("a hopper takes beyond one piece and does nothing else: 'cp'"),
        (true, false, _) => Ok(Mode::Quiet),
        (false, true, _) => Ok(Mode::Capture),
        _ => Ok(Mode::Both),
    }
}

const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

/// Reads a notation.
///
/// # Errors
/// Returns an error if the notation is malformed, or says something that tables cannot hold.
pub fn parse(text: &str) -> Result<Vec<Atom>, BetzaError> {
    let fail = |at: usize, message: String| {
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        BetzaError { at: at..at + length, message }
    };
    if let Some((at, _)) = text.char_indices().nth(LONGEST) {
        return Err(fail(at, format!("more than {LONGEST} letters")));
    }
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut atoms = Vec::new();
    let (mut quiet, mut capture, mut hop, mut lame) = (false, false, false, false);
    let mut directions = Vec::new();
    let mut index = 0;
    while let Some(&(at, letter)) = letters.get(index) {
        index += 1;
        let next = letters.get(index).map(|(_, letter)| *letter);
        if let Some((leaps, unlimited)) = atom(letter) {
            let doubled = next == Some(letter);
            let digits: String = letters[index..]
                .iter()
                .map(|(_, letter)| *letter)
                .take_while(char::is_ascii_digit)
                .collect();
            index += digits.len() + usize::from(doubled);
            let most = match digits.parse() {
                Ok(0) | Err(_) if !digits.is_empty() => {
                    return Err(fail(at + 1, format!("{digits} is no range")));
                }
                Ok(most) => most,
                Err(_) if unlimited || doubled => usize::MAX,
                Err(_) => 1,
            };
            let mode = if lame {
                lame_mode(!quiet && !capture && !hop, leaps[0], most)
            } else {
                mode(quiet, capture, hop, most)
            };
            let mode = mode.map_err(|message| fail(at, message.into()))?;
            atoms.extend(leaps.iter().map(|leap| Atom {
                leap: *leap,
                most,
                mode,
                directions: directions.clone(),
            }));
            (quiet, capture, hop, lame) = (false, false, false, false);
            directions.clear();
            continue;
        }
        match letter {
            'm' => quiet = true,
            'c' => capture = true,
            'p' => hop = true,
            'n' => lame = true,
            _ if VERTICAL.contains(letter) || HORIZONTAL.contains(letter) => {
                let pairs = |first: &str, second: &str| {
                    first.contains(letter) && next.is_some_and(|next| second.contains(next))
                };
                let combines = next == Some(letter)
                    || pairs(VERTICAL, HORIZONTAL)
                    || pairs(HORIZONTAL, VERTICAL);
                directions.push([letter, next.filter(|_| combines).unwrap_or(letter)]);
                index += usize::from(combines);
            }
            _ => {
                let message = refused(letter).map_or_else(
                    || format!("{letter:?} is neither an atom nor a modifier"),
                    str::to_owned,
                );
                return Err(fail(at, message));
            }
        }
    }
    if quiet || capture || hop || lame || !directions.is_empty() {
        return Err(fail(text.len(), "an atom must follow the modifiers".into()));
    }
    Ok(atoms)
}

impl Atom {
    /// Returns the leaps, as their owner sees them: files to the right, then ranks ahead.
    pub fn vectors(&self) -> Vec<(i32, i32)> {
        let (long, short) = (self.leap.0 as i32, self.leap.1 as i32);
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let all =
            signs.into_iter().flat_map(|(x, y)| [(x * long, y * short), (x * short, y * long)]);
        all.filter(|(x, y)| self.goes((f64::from(*x), f64::from(*y)), false)).collect()
    }

    /// Returns whether a leap with this vector, as its owner sees it, is one of the directions.
    /// Headings are `slanted` on boards where some heading across a side goes neither ahead nor
    /// aside.
    pub fn goes(&self, vector: Vector, slanted: bool) -> bool {
        let is_in = |pair: &[char; 2]| self.is_in(*pair, vector, slanted);
        self.directions.is_empty() || self.directions.iter().any(is_in)
    }

    fn is_in(&self, pair: [char; 2], (x, y): Vector, slanted: bool) -> bool {
        let half = |letter: char| match letter {
            'f' => y > SAME,
            'b' => y < -SAME,
            'r' => x > SAME,
            'l' => x < -SAME,
            _ => true,
        };
        let [first, second] = pair;
        if first == 'h' || second == 'h' {
            return half(first) && half(second);
        }
        let is_vertical = |letter: char| "fbv".contains(letter);
        match self.leap {
            // A pair of letters across sides means both letters where no heading lies between them.
            (_, 0) if slanted && first != second => {
                half(first) && half(second) && x.abs() > SAME && y.abs() > SAME
            }
            (_, 0) => {
                let along = |letter: char| {
                    half(letter)
                        && if is_vertical(letter) { x.abs() < SAME } else { y.abs() < SAME }
                };
                along(first) || along(second)
            }
            (a, b) if a == b => half(first) && half(second),
            // A single letter means its narrow leaps. In a pair the first letter names the longer
            // part where the second does not agree.
            _ => {
                let narrow = if first == second { is_vertical(first) } else { !is_vertical(first) };
                (y.abs() > x.abs()) == narrow && half(first) && half(second)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the leaps of a notation among all with these parts on a board of squares.
    fn goes(text: &str, vectors: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let atom = &parse(text).expect("well-formed")[0];
        let is_in = |(x, y): &(i32, i32)| atom.goes((f64::from(*x), f64::from(*y)), false);
        vectors.iter().copied().filter(is_in).collect()
    }

    const WAZIR: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const FERS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const KNIGHT: [(i32, i32); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

    #[test]
    fn directions_are_those_of_other_readers() {
        assert_eq!(goes("W", &WAZIR), WAZIR);
        assert_eq!(goes("fW", &WAZIR), [(0, 1)]);
        assert_eq!(goes("fsW", &WAZIR), [(0, 1), (1, 0), (-1, 0)]);
        assert_eq!(goes("vW", &WAZIR), [(0, 1), (0, -1)]);
        assert_eq!(goes("fF", &FERS), [(1, 1), (-1, 1)]);
        assert_eq!(goes("flF", &FERS), [(-1, 1)]);
        assert_eq!(goes("flbrF", &FERS), [(1, -1), (-1, 1)]);
        assert_eq!(goes("fN", &KNIGHT), [(1, 2), (-1, 2)]);
        assert_eq!(goes("ffN", &KNIGHT), goes("fN", &KNIGHT));
        assert_eq!(goes("fsN", &KNIGHT), [(2, 1), (-2, 1)]);
        assert_eq!(goes("fhN", &KNIGHT), [(1, 2), (2, 1), (-2, 1), (-1, 2)]);
        assert_eq!(goes("rfN", &KNIGHT), [(1, 2)]);
        assert_eq!(goes("frN", &KNIGHT), [(2, 1)]);
        assert_eq!(goes("vN", &KNIGHT), [(1, 2), (1, -2), (-1, -2), (-1, 2)]);
        assert_eq!(goes("sN", &KNIGHT), [(2, 1), (2, -1), (-2, -1), (-2, 1)]);
    }

    #[test]
    fn ranges_and_modes() {
        let parsed = |text: &str| -> Vec<((u32, u32), usize, Mode)> {
            let atoms = parse(text).expect("well-formed");
            atoms.iter().map(|atom| (atom.leap, atom.most, atom.mode)).collect()
        };
        assert_eq!(parsed("mBcN"), [((1, 1), usize::MAX, Mode::Quiet), ((2, 1), 1, Mode::Capture)]);
        assert_eq!(parsed("R4"), [((1, 0), 4, Mode::Both)]);
        assert_eq!(parsed("NN"), [((2, 1), usize::MAX, Mode::Both)]);
        assert_eq!(parsed("N3"), [((2, 1), 3, Mode::Both)]);
        assert_eq!(parsed("K"), [((1, 0), 1, Mode::Both), ((1, 1), 1, Mode::Both)]);
        assert_eq!(parsed("nNnA"), [((2, 1), 1, Mode::Lame), ((2, 2), 1, Mode::Lame)]);
        assert_eq!(parsed("cpR"), [((1, 0), usize::MAX, Mode::Hop)]);
        assert_eq!(parsed("mcW12"), [((1, 0), 12, Mode::Both)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |text: &str| {
            let error = parse(text).expect_err("malformed");
            (error.at.start, error.message)
        };
        assert_eq!(wrong("mX").0, 1);
        assert!(wrong("mnN").1.contains("alike"));
        assert!(wrong("nW").1.contains("single step"));
        assert!(wrong("nNN").1.contains("repeated"));
        assert!(wrong("gQ").1.contains("hurdle"));
        assert!(wrong("pR").1.contains("'cp'"));
        assert!(wrong("cpW").1.contains("no room"));
        assert!(wrong("R0").1.contains("no range"));
        assert!(wrong("Wm").1.contains("must follow"));
        assert!(wrong("é").1.contains("neither"));
        assert!(parse(&"W".repeat(LONGEST)).is_ok());
        assert_eq!(wrong(&"W".repeat(300)).0, LONGEST);
        let wide = "é".repeat(300);
        assert_eq!(parse(&wide).expect_err("too long").at, 2 * LONGEST..2 * LONGEST + 2);
    }
}
