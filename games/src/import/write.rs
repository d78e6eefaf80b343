//! Writes rules as the text of a file of games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rotunda_movegen::Mode;

use super::ini::Section;
use super::names::piece_name;
use super::pieces::{Movement, parse_movement};
use super::rules::{Piece, Rules, Set};
use super::start::{Castling, Place, Start, castlings};
use crate::betza;

/// The names of pieces that have no other, by their letters.
const USUAL: [(char, &str); 6] =
    [('P', "pawn"), ('N', "knight"), ('B', "bishop"), ('R', "rook"), ('Q', "queen"), ('K', "king")];

/// Returns the text of a game. A comment lists the rules that were left out.
///
/// # Errors
/// Returns the reasons why a game file cannot express the rules.
pub fn game(
    section: &Section,
    called: &str,
    rules: &Rules,
    missing: &[String],
) -> Result<String, Vec<String>> {
    let start = Start::read(rules).map_err(|reason| vec![reason])?;
    let mut writer = Writer { rules, start: &start, wrong: Vec::new() };
    let head = writer.head(section, called, missing);
    let pieces = writer.pieces();
    let castlings = writer.castlings();
    let goals = writer.goals();
    if writer.wrong.is_empty() {
        Ok(head + &pieces + &castlings + &goals)
    } else {
        Err(writer.wrong)
    }
}

/// The writer of a game, which records the rules that it cannot express.
pub struct Writer<'a> {
    pub rules: &'a Rules,
    pub start: &'a Start,
    /// The rules that cannot be expressed.
    pub wrong: Vec<String>,
}

impl Writer<'_> {
    /// Records a rule that cannot be expressed, once.
    pub fn refuse(&mut self, reason: String) {
        if !self.wrong.contains(&reason) {
            self.wrong.push(reason);
        }
    }

    /// Returns the keys of the game as a whole.
    fn head(&mut self, section: &Section, called: &str, missing: &[String]) -> String {
        let Start { board, turn, rest, .. } = self.start;
        let parent = section.parent.as_ref().map_or(String::new(), |parent| format!(":{parent}"));
        let mut text = format!("# From the section [{}{parent}].\n", section.name);
        for rule in missing {
            let _ = writeln!(text, "# Left out, though it is a rule: {rule}");
        }
        let [white, black] = self.both();
        let small = black.iter().map(|castling| castling.right.to_ascii_lowercase());
        let flags: String = white.iter().map(|castling| castling.right).chain(small).collect();
        let flags = if flags.is_empty() { "-" } else { &flags };
        let [en_passant, halfmove, fullmove] = rest;
        let _ = writeln!(text, "[[game]]\nname = {called:?}");
        let fields = format!("{turn} {flags} {en_passant} {halfmove} {fullmove}");
        let _ = writeln!(text, "start = \"{board} {fields}\"");
        let holes = match names(&self.start.holes()).as_str() {
            "" => String::new(),
            holes => format!(", holes = \"{holes}\""),
        };
        let (files, ranks) = (self.rules.files, self.rules.ranks);
        let _ = writeln!(
            text,
            "board = {{ shape = \"rectangle\", files = {files}, ranks = {ranks}{holes} }}"
        );
        text.push_str(&self.limits());
        text.push_str(&self.scoring());
        text
    }

    /// Returns the castlings of White, then those of Black, and records rights that mean nothing.
    pub fn both(&mut self) -> [Vec<Castling>; 2] {
        [false, true].map(|black| {
            castlings(self.rules, self.start, black).unwrap_or_else(|reason| {
                self.refuse(reason);
                Vec::new()
            })
        })
    }

    fn pieces(&mut self) -> String {
        let held = self.held();
        let mut text = String::new();
        for (place, seats) in &held {
            let piece = &self.rules.pieces[place];
            match parse_movement(&piece.notation) {
                Ok(movement) => self.piece(&mut text, *place, piece, &movement, *seats),
                Err(reason) => {
                    self.refuse(format!("{} = {}: {reason}", piece.key, piece.notation));
                }
            }
        }
        text
    }

    /// Returns the pieces that a game can have, and whether White and Black can have them.
    pub fn held(&mut self) -> BTreeMap<usize, [bool; 2]> {
        let mut held: BTreeMap<usize, [bool; 2]> = BTreeMap::new();
        let letters: BTreeSet<char> = self.start.rows.iter().flatten().copied().collect();
        for letter in letters.iter().filter(|letter| !" *".contains(**letter)) {
            match self.rules.with_letter(*letter) {
                Some(place) => {
                    held.entry(place).or_default()[usize::from(letter.is_ascii_lowercase())] = true;
                }
                None => self.refuse(format!("startFen: no piece has the letter {letter}")),
            }
        }
        for seat in 0..2 {
            let has = |held: &BTreeMap<usize, [bool; 2]>, place: &usize| {
                held.get(place).is_some_and(|seats| seats[seat])
            };
            if self.rules.promoting[seat].iter().any(|place| has(&held, place)) {
                for choice in &self.rules.choices[seat] {
                    held.entry(*choice).or_default()[seat] = true;
                }
            }
        }
        held
    }

    /// Returns a property of a piece that both seats share; `None` if they differ.
    pub fn of<T: PartialEq>(
        &mut self,
        key: &str,
        piece: &Piece,
        seats: [bool; 2],
        all: [T; 2],
    ) -> Option<T> {
        let [white, black] = all;
        match seats {
            [true, true] if white != black => {
                let message = format!("{key}: of {} White and Black have others", piece.letter);
                self.refuse(message);
                None
            }
            [false, true] => Some(black),
            _ => Some(white),
        }
    }

    fn piece(
        &mut self,
        text: &mut String,
        place: usize,
        piece: &Piece,
        movement: &Movement,
        seats: [bool; 2],
    ) {
        let rules = self.rules;
        let member = |sets: &[Set; 2]| [0, 1].map(|seat| sets[seat].contains(&place));
        let anew = self.of("nMoveRuleTypes", piece, seats, member(&rules.starting_anew));
        let takes = self.of("enPassantTypes", piece, seats, member(&rules.en_passant));
        let promotes = self.of("promotionPawnTypes", piece, seats, member(&rules.promoting));
        let (Some(anew), Some(takes), Some(promotes)) = (anew, takes, promotes) else { return };
        let _ = writeln!(text, "\n[[game.piece]]\nletter = \"{}\"", piece.letter);
        let usual = USUAL.iter().find(|(letter, _)| *letter == piece.letter);
        let name = match usual {
            Some((_, "pawn")) if anew => "pawn".to_owned(),
            _ => piece_name(&piece.key, piece.letter, &piece.notation),
        };
        if usual.is_none_or(|(_, usual)| *usual != name) {
            let _ = writeln!(text, "name = \"{name}\"");
        }
        let doubles = self.doubles(piece, movement, anew);
        let is_plain = doubles.iter().all(Vec::is_empty) || goes_ahead_alone(&movement.moves);
        if piece.key == "soldier" && rules.soldier_rank > 1 {
            self.soldier(text);
        } else if is_plain {
            let _ = writeln!(text, "moves = \"{}\"", movement.moves);
        } else {
            let ahead = self.two_steps(&doubles);
            let _ = writeln!(text, "moves = [\n    \"{}\",\n{ahead}]", movement.moves);
        }
        if piece.key == "king" {
            text.push_str("royal = true\n");
        }
        if anew {
            text.push_str("pawn = true\n");
        }
        if is_plain {
            self.cells(text, "double", &doubles);
        }
        if takes && self.en_passant_everywhere() {
            if anew {
                text.push_str("en_passant = true\n");
            } else if self.is_passing() {
                let letter = piece.letter;
                self.refuse(format!("enPassantTypes: {letter} is none of nMoveRuleTypes"));
            }
        }
        self.promotion(text, (place, piece), movement, seats, promotes);
        self.home(text, (place, piece), movement, seats);
    }

    /// Returns the cells where a piece of each seat has a double step.
    fn doubles(&mut self, piece: &Piece, movement: &Movement, anew: bool) -> [Vec<Place>; 2] {
        let rules = self.rules;
        let may = rules.double_step && (piece.key == "pawn" || movement.double);
        let doubles =
            [0, 1].map(|seat| if may { self.region(&rules.double[seat]) } else { Vec::new() });
        if !anew && doubles.iter().any(|cells| !cells.is_empty()) {
            let letter = piece.letter;
            let message =
                format!("{letter}: only pieces of nMoveRuleTypes may go two steps at first");
            self.refuse(message);
        }
        doubles
    }

    /// Returns the movements of double steps from cells of each seat.
    fn two_steps(&self, doubles: &[Vec<Place>; 2]) -> String {
        let mut text = String::new();
        for (seat, cells) in ["white", "black"].iter().zip(doubles) {
            let ahead = |rank: usize| match *seat {
                "white" => Some(rank + 1),
                _ => rank.checked_sub(1),
            };
            let paths = cells.iter().filter_map(|&(file, rank)| {
                let first = (file, ahead(rank)?);
                let second = (file, ahead(first.1)?);
                let is_there = [first, second].iter().all(|cell| self.start.at(*cell) != '*');
                let path =
                    || format!("{} = [\"{} {}\"]", name((file, rank)), name(first), name(second));
                is_there.then(path)
            });
            let paths = paths.collect::<Vec<_>>().join(", ");
            if !paths.is_empty() {
                let _ = writeln!(
                    text,
                    "    {{ mode = \"move\", seat = \"{seat}\", paths = {{ {paths} }} }},"
                );
            }
        }
        text
    }

    /// Returns whether any piece has a double step.
    fn is_passing(&self) -> bool {
        let rules = self.rules;
        let doubles = |piece: &Piece| {
            piece.key == "pawn"
                || parse_movement(&piece.notation).is_ok_and(|movement| movement.double)
        };
        rules.double_step && rules.pieces.values().any(doubles)
    }

    /// Returns whether pawns are captured en passant everywhere, and records a rule for some cells
    /// only as one that cannot be expressed.
    fn en_passant_everywhere(&mut self) -> bool {
        match &self.rules.en_passant_region {
            [None, None] => true,
            [Some(white), Some(black)] if white == "-" && black == "-" => false,
            _ => {
                self.refuse("enPassantRegion: en passant on some cells only".into());
                false
            }
        }
    }

    pub fn region(&mut self, text: &str) -> Vec<Place> {
        self.start.region(text).unwrap_or_else(|| {
            self.refuse(format!("{text}: these are no cells"));
            Vec::new()
        })
    }

    /// Writes a key with the cells of White, and of Black where they are not the mirror image.
    pub fn cells(&self, text: &mut String, key: &str, cells: &[Vec<Place>; 2]) {
        let [white, black] = cells;
        if white.is_empty() && black.is_empty() {
            return;
        }
        let last = self.rules.ranks - 1;
        let mut mirrored: Vec<Place> =
            white.iter().map(|(file, rank)| (*file, last - rank)).collect();
        mirrored.sort_by_key(|(file, rank)| (*rank, *file));
        let _ = if mirrored == *black {
            writeln!(text, "{key} = \"{}\"", names(white))
        } else {
            writeln!(
                text,
                "{key} = {{ white = \"{}\", black = \"{}\" }}",
                names(white),
                names(black)
            )
        };
    }
}

/// Returns whether a piece's only quiet single step is the one ahead.
fn goes_ahead_alone(moves: &str) -> bool {
    let atoms = betza::parse(moves).unwrap_or_default();
    let mut quiet = atoms.iter().filter(|atom| atom.mode == Mode::Quiet && atom.most == 1);
    let ahead = |atom: &betza::Atom| atom.leap == (1, 0) && atom.directions == [['f', 'f']];
    quiet.next().is_some_and(ahead) && quiet.next().is_none()
}

/// Returns the name of a cell.
pub fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Returns the names of cells, with adjacent cells of a rank as a block.
pub fn names(cells: &[Place]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut rest = cells;
    while let Some((&first, _)) = rest.split_first() {
        let run = rest
            .iter()
            .zip(0..)
            .take_while(|((file, rank), step)| (*file, *rank) == (first.0 + step, first.1));
        let count = run.count();
        words.push(match count {
            1 => name(first),
            _ => format!("{}-{}", name(first), name(rest[count - 1])),
        });
        rest = &rest[count..];
    }
    words.join(" ")
}
