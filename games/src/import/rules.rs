//! [`Rules`]: the rules that follow from the keys of a section and of its parents.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use rotunda_movegen::{MOST_OCCURRENCES, MOST_QUIET_PLIES};

use super::ini::Section;
use super::keys::{LOOKS, foreign};
use super::pieces::{notation, order};

/// A set of pieces by their place in [`order`].
pub type Set = BTreeSet<usize>;

/// A piece as a section names it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its key.
    pub key: String,
    /// Its capital.
    pub letter: char,
    /// Its movement in Fairy-Stockfish's notation.
    pub notation: String,
}

/// The rules of a variant. Rules that may differ by seat stand in pairs, White's first.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the section")]
pub struct Rules {
    pub files: usize,
    pub ranks: usize,
    pub pieces: BTreeMap<usize, Piece>,
    pub start: String,
    /// The cells of promotion as Fairy-Stockfish writes them: `*8 a1`.
    pub promotion: [String; 2],
    pub promoting: [Set; 2],
    pub choices: [Vec<usize>; 2],
    /// The number of own pieces on the board at which promotion to a kind ends.
    pub limits: BTreeMap<usize, u32>,
    /// Whether promotion is forced.
    pub must_promote: bool,
    /// Whether a piece must not go to a cell that it could never leave.
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub double: [String; 2],
    /// The cells where pawns are captured en passant; `None` for everywhere.
    pub en_passant_region: [Option<String>; 2],
    pub en_passant: [Set; 2],
    /// The cells where a piece that can win by reaching them wins.
    pub goals: [String; 2],
    pub racing: [Set; 2],
    /// The pieces whose moves reset the count of quiet moves.
    pub starting_anew: [Set; 2],
    pub castling: bool,
    /// The files where a castled king stands, counted from 0: to the right and to the left.
    pub king_to: [usize; 2],
    /// The rank of castling for White, counted from 0.
    pub castling_rank: usize,
    pub king_from: usize,
    /// The file from which the search for a castling rook starts, from the right and from the left.
    pub rooks_from: [usize; 2],
    pub rooks: [Set; 2],
    pub stalemate: String,
    /// The cells to which a piece may go, as Fairy-Stockfish writes them; anywhere if missing.
    pub homes: BTreeMap<usize, [Option<String>; 2]>,
    /// Whether kings must not face each other along a file or a rank.
    pub flying_general: bool,
    /// The first rank from which a soldier may go sideways, counted from 1 from its owner's side.
    pub soldier_rank: usize,
    /// Whether a side that alone gives check throughout a repetition loses.
    pub perpetual_loses: bool,
    /// The number of moves of each side without progress that draw; 0 for no limit.
    pub quiet_moves: u32,
    /// The number of occurrences of a position that end the game; 0 for no limit.
    pub occurrences: u32,
    /// The value of a repetition: `win`, `draw` or `loss`.
    pub repetition: String,
    /// Whether that value is White's, and not that of the side to move.
    pub repetition_is_whites: bool,
    /// The keys without an equivalent whose values matter.
    pub foreign: BTreeMap<String, String>,
    /// The keys that do not concern the rules.
    pub looks: BTreeSet<String>,
    /// The values that cannot be read.
    pub wrong: Vec<String>,
}

impl Rules {
    /// Returns chess without pieces, on which a section without a parent builds.
    pub fn bare() -> Self {
        let pawn: Set = order("pawn").into_iter().collect();
        let rook: Set = order("rook").into_iter().collect();
        let pair = |white: &str, black: &str| [white.to_owned(), black.to_owned()];
        Self {
            files: 8,
            ranks: 8,
            pieces: BTreeMap::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            promotion: pair("*8", "*1"),
            promoting: [pawn.clone(), pawn.clone()],
            choices: [Vec::new(), Vec::new()],
            limits: BTreeMap::new(),
            must_promote: true,
            immobility_illegal: false,
            double_step: true,
            double: pair("*2", "*7"),
            en_passant_region: [None, None],
            en_passant: [pawn.clone(), pawn.clone()],
            goals: pair("-", "-"),
            racing: [Set::new(), Set::new()],
            starting_anew: [pawn.clone(), pawn],
            castling: true,
            king_to: [6, 2],
            castling_rank: 0,
            king_from: 4,
            rooks_from: [usize::MAX, 0],
            rooks: [rook.clone(), rook],
            stalemate: "draw".into(),
            homes: BTreeMap::new(),
            flying_general: false,
            soldier_rank: 1,
            perpetual_loses: false,
            quiet_moves: 50,
            occurrences: 3,
            repetition: "draw".into(),
            repetition_is_whites: false,
            foreign: BTreeMap::new(),
            looks: BTreeSet::new(),
            wrong: Vec::new(),
        }
    }

    /// Returns the rules of chess.
    pub fn chess() -> Self {
        let mut rules = Self::bare();
        for name in ["pawn", "knight", "bishop", "rook", "queen", "king"] {
            let letter = if name == "knight" { 'n' } else { name.chars().next().unwrap_or('-') };
            rules.piece(name, &letter.to_string());
        }
        let choices: Vec<usize> =
            ["queen", "rook", "bishop", "knight"].into_iter().filter_map(order).collect();
        rules.choices = [choices.clone(), choices];
        rules
    }

    /// Returns the rules of a section that builds on these.
    pub fn with(&self, section: &Section) -> Self {
        let mut rules = self.clone();
        for line in &section.unread {
            rules.wrong.push(format!("line {line} is neither a key with a value nor a comment"));
        }
        // A key that stands twice has its last value. Keys of one seat are read after those of
        // both.
        let keys: BTreeMap<&str, &str> =
            section.entries.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let mut keys: Vec<(&str, &str)> = keys.into_iter().collect();
        keys.sort_by_key(|(key, _)| (rank(key), order(key)));
        for (key, value) in keys {
            if rules.read(key, value).is_none() {
                rules.wrong.push(format!("{key} = {value}: this value means nothing"));
            }
        }
        rules
    }

    /// Reads a key; `None` if its value is malformed.
    fn read(&mut self, key: &str, value: &str) -> Option<()> {
        if order(key).is_some() {
            return self.piece(key, value);
        }
        let (stem, seats) = match (key.strip_suffix("White"), key.strip_suffix("Black")) {
            (Some(stem), _) => (stem, 0..1),
            (_, Some(stem)) => (stem, 1..2),
            _ => (key, 0..2),
        };
        match stem {
            "pawnTypes" => {
                let (set, with_pawn) = (self.set(value)?, self.with_pawn(value)?);
                self.promoting = [with_pawn.clone(), with_pawn.clone()];
                self.en_passant = [with_pawn.clone(), with_pawn];
                self.starting_anew = [set.clone(), set];
            }
            "promotionPawnTypes" => fill(seats, &self.with_pawn(value)?, &mut self.promoting),
            "enPassantTypes" => fill(seats, &self.with_pawn(value)?, &mut self.en_passant),
            "nMoveRuleTypes" => fill(seats, &self.set(value)?, &mut self.starting_anew),
            "castlingRookPieces" => fill(seats, &self.set(value)?, &mut self.rooks),
            "promotionPieceTypes" => fill(seats, &self.list(value)?, &mut self.choices),
            "promotionRegion" => fill(seats, &value.to_owned(), &mut self.promotion),
            "doubleStepRegion" => fill(seats, &value.to_owned(), &mut self.double),
            "flagRegion" => fill(seats, &value.to_owned(), &mut self.goals),
            "flagPiece" => fill(seats, &self.set(value)?, &mut self.racing),
            "enPassantRegion" => {
                fill(seats, &Some(value.to_owned()), &mut self.en_passant_region);
            }
            _ => return self.read_single(key, value),
        }
        Some(())
    }

    /// Reads a key of both seats.
    fn read_single(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "maxRank" => self.ranks = number(value)?,
            "maxFile" => self.files = file(value)? + 1,
            "startFen" => value.clone_into(&mut self.start),
            "doubleStep" => self.double_step = flag(value)?,
            "mandatoryPawnPromotion" => self.must_promote = flag(value)?,
            "immobilityIllegal" => self.immobility_illegal = flag(value)?,
            "promotionLimit" => self.limit(value)?,
            "castling" => self.castling = flag(value)?,
            "castlingKingsideFile" => self.king_to[0] = file(value)?,
            "castlingQueensideFile" => self.king_to[1] = file(value)?,
            "castlingRank" => self.castling_rank = number(value)? - 1,
            "castlingKingFile" => self.king_from = file(value)?,
            "castlingRookKingsideFile" => self.rooks_from[0] = file(value)?,
            "castlingRookQueensideFile" => self.rooks_from[1] = file(value)?,
            "stalemateValue" => self.stalemate = result(value)?,
            "nMoveRule" => self.quiet_moves = limit(value, 0..=MOST_QUIET_PLIES / 2)?,
            "nFoldRule" => self.occurrences = limit(value, 0..=MOST_OCCURRENCES)?,
            "nFoldValue" => self.repetition = result(value)?,
            "nFoldValueAbsolute" => self.repetition_is_whites = flag(value)?,
            _ if LOOKS.contains(&key) => {
                self.looks.insert(key.to_owned());
            }
            "flyingGeneral" => self.flying_general = flag(value)?,
            "soldierPromotionRank" => self.soldier_rank = number(value)?,
            "perpetualCheckIllegal" => self.perpetual_loses = flag(value)?,
            _ => match (mobile(key), foreign(key)) {
                (Some((seat, place)), _) => {
                    self.homes.entry(place).or_default()[seat] = Some(value.to_owned());
                }
                (None, Some(known)) if known.neutral == value => {
                    self.foreign.remove(key);
                }
                (None, Some(_)) => {
                    self.foreign.insert(key.to_owned(), value.to_owned());
                }
                (None, None) => self.wrong.push(format!("{key} = {value}: no such key is known")),
            },
        }
        Some(())
    }

    /// Reads the most pieces that a side may have, by letter: `q:1 r:2`.
    fn limit(&mut self, value: &str) -> Option<()> {
        for word in value.split_whitespace() {
            let (letter, most) = word.split_once(':')?;
            let place = self.with_letter(letter.parse().ok()?)?;
            self.limits.insert(place, most.parse().ok().filter(|most| *most > 0)?);
        }
        Some(())
    }

    /// Gives a piece a letter, and takes it from the piece that had it.
    fn piece(&mut self, key: &str, value: &str) -> Option<()> {
        let place = order(key)?;
        let Some(letter) = value.chars().next().filter(char::is_ascii_alphabetic) else {
            self.remove(place);
            return value.starts_with('-').then_some(());
        };
        let letter = letter.to_ascii_uppercase();
        let holders = self.pieces.iter().filter(|(_, piece)| piece.letter == letter);
        let holders: Vec<usize> = holders.map(|(place, _)| *place).collect();
        for holder in holders {
            self.remove(holder);
        }
        let movement = value.split_once(':').map(|(_, movement)| movement.trim());
        let own = movement.filter(|_| key == "king" || notation(key).is_none());
        let notation = own.or(notation(key))?.to_owned();
        if key.starts_with("custom") && notation.contains('e') {
            for set in &mut self.en_passant {
                set.insert(place);
            }
        }
        self.pieces.insert(place, Piece { key: key.to_owned(), letter, notation });
        Some(())
    }

    fn remove(&mut self, place: usize) {
        self.pieces.remove(&place);
        self.limits.remove(&place);
        for choices in &mut self.choices {
            choices.retain(|choice| *choice != place);
        }
    }

    /// Returns the pieces that letters stand for, in their order; `-` for none, `*` for all.
    fn list(&self, value: &str) -> Option<Vec<usize>> {
        let mut list = Vec::new();
        for letter in value.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '-' => break,
                '*' => list.extend(self.pieces.keys()),
                _ => list.push(self.with_letter(letter)?),
            }
        }
        let mut seen = Set::new();
        list.retain(|place| seen.insert(*place));
        Some(list)
    }

    fn set(&self, value: &str) -> Option<Set> {
        Some(self.list(value)?.into_iter().collect())
    }

    /// Returns the pieces of a list and the pawn of chess, which promotes and captures en passant
    /// in Fairy-Stockfish whatever a list says.
    fn with_pawn(&self, value: &str) -> Option<Set> {
        Some(self.list(value)?.into_iter().chain(order("pawn")).collect())
    }

    /// Returns the piece with a letter, capital or small.
    pub fn with_letter(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(place, _)| *place)
    }

    /// Returns the keys without an equivalent that matter beside the others.
    pub fn missing(&self) -> Vec<(String, String)> {
        let matters = |key: &str| {
            let with = foreign(key).and_then(|known| known.with);
            let is_there = |with: &str| match with {
                "flagRegion" => self.goals.iter().any(|goal| goal != "-"),
                _ => self.foreign.keys().any(|other| other.starts_with(with)),
            };
            with.is_none_or(is_there)
        };
        let all = self.foreign.iter().filter(|(key, _)| matters(key));
        all.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// Returns the seat and the piece whose mobility a key limits.
fn mobile(key: &str) -> Option<(usize, usize)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (seat, name) = match (rest.strip_prefix("White"), rest.strip_prefix("Black")) {
        (Some(name), _) => (0, name),
        (_, name) => (1, name?),
    };
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_lowercase();
    Some((seat, order(&format!("{first}{}", letters.as_str()))?))
}

/// Returns the order in which keys are read: pieces before the keys that name them, keys of both
/// seats before those of one.
fn rank(key: &str) -> u8 {
    match key {
        _ if order(key).is_some() => 0,
        "pawnTypes" => 1,
        _ if key.ends_with("White") || key.ends_with("Black") => 3,
        _ => 2,
    }
}

/// Sets a value of some of the two seats.
fn fill<T: Clone>(seats: std::ops::Range<usize>, value: &T, pair: &mut [T; 2]) {
    for seat in seats {
        pair[seat] = value.clone();
    }
}

/// Reads the value of an end of the game.
fn result(value: &str) -> Option<String> {
    ["win", "draw", "loss"].contains(&value).then(|| value.to_owned())
}

/// Reads a limit within a range.
fn limit(value: &str, range: RangeInclusive<u32>) -> Option<u32> {
    value.parse().ok().filter(|limit| range.contains(limit))
}

fn flag(value: &str) -> Option<bool> {
    value.parse().ok()
}

/// Reads a number of files or ranks.
fn number(value: &str) -> Option<usize> {
    value.parse().ok().filter(|number| (1..=26).contains(number))
}

/// Reads a file, counted from 0: a letter, or a number counted from 1.
fn file(value: &str) -> Option<usize> {
    let mut letters = value.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => Some(letter as usize - 'a' as usize),
        _ => number(value).map(|number| number - 1),
    }
}
