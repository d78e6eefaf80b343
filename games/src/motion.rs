//! Compiles the moves of a piece in a file to movements.

use std::collections::BTreeSet;
use std::ops::Range;

use rotunda_movegen::{Bitboard, Board, Cell, Dir, Mode, Seat};

use crate::betza::{self, Atom};
use crate::cells;
use crate::leaps::{is_slanted, leaps};
use crate::plane::Plane;
use crate::problem::Problem;
use crate::source::{Cells, Moves, Text, TextOr, Ways};

/// A movement: its paths from each cell, and its mode.
#[derive(Debug)]
pub enum Movement {
    /// Leaps and riders in Betza's notation.
    Atom(Atom),
    /// Steps or slides along headings, as White sees them, with the most steps.
    Along(Vec<Dir>, usize, Mode, Option<Seat>),
    /// Paths of several legs, each with its most steps.
    Bent(Vec<Vec<(Dir, usize)>>, Mode, Option<Seat>),
    /// Paths that are written out, for every cell.
    Written(Vec<Vec<Vec<Cell>>>, Mode, Option<Seat>),
    /// A movement that is possible only on some cells, by seat.
    From(Box<Movement>, Vec<Bitboard<2>>),
}

/// An example of a movement's table.
const EXAMPLE: &str = "moves = [\"N\", { slides = \"n s\", mode = \"move\" }]";

/// The most movements of a piece. An atom is one movement.
const MOVEMENTS: usize = 64;
/// The most headings, legs or bent paths of a movement.
const WORDS: usize = 64;

/// Returns the movements of a piece's key `moves`.
pub fn movements(plane: &Plane, moves: &Moves) -> Result<Vec<Movement>, Problem> {
    let list = match moves.get_ref() {
        TextOr::Text(text) => return notation(plane, text, moves.span()),
        TextOr::Other(list) => list,
    };
    let mut all = Vec::new();
    for entry in list {
        if all.len() > MOVEMENTS {
            let message = format!("more than {MOVEMENTS} movements");
            return Err(Problem::new(entry.span(), message, EXAMPLE));
        }
        match entry.get_ref() {
            TextOr::Text(text) => all.extend(notation(plane, text, entry.span())?),
            TextOr::Other(ways) => {
                let way = movement(plane, ways, entry.span())?;
                check_mode(&way, entry.span())?;
                all.push(match &ways.from {
                    None => way,
                    Some(cells) => Movement::From(Box::new(way), places(plane, cells)?),
                });
            }
        }
    }
    Ok(all)
}

fn notation(plane: &Plane, text: &str, span: Range<usize>) -> Result<Vec<Movement>, Problem> {
    let example = "moves = \"mBcN\"";
    let atoms = betza::parse(text).map_err(|error| {
        // The text begins after its quotation mark. An escape in it would shift the place of the
        // error.
        let at = span.start + 1 + error.at.start;
        let end = (at + error.at.len().max(1)).min(span.end);
        Problem::new(at.min(end)..end, error.message, example)
    })?;
    for atom in &atoms {
        let oblique = atom.leap.1 != 0 && atom.leap.1 != atom.leap.0;
        if plane.lattice.is_none() && atom.most > 1 && (oblique || atom.leap.0 > 1) {
            let message = "on this board only W, F, R, B and Q can be repeated";
            return Err(Problem::new(span, message, "moves = \"R4\""));
        }
        if plane.lattice.is_none() && atom.mode == Mode::Lame {
            let message = "on this board a lame leap ('n') needs its paths";
            return Err(Problem::new(span, message, "{ bent = [\"n ne\"], mode = \"lame\" }"));
        }
        if !atom.directions.is_empty() && !targets_exist(plane, atom) {
            return no_direction(text, span);
        }
    }
    if !atoms.is_empty() && !atoms.iter().any(|atom| targets_exist(plane, atom)) {
        return no_direction(text, span);
    }
    Ok(atoms.into_iter().map(Movement::Atom).collect())
}

fn no_direction<T>(text: &str, span: Range<usize>) -> Result<T, Problem> {
    let message = format!("{text:?} names a direction that this board does not have");
    Err(Problem::new(span, message, "moves = \"fF\""))
}

/// Returns whether any heading is one of an atom's directions.
fn targets_exist(plane: &Plane, atom: &Atom) -> bool {
    let slanted = is_slanted(plane);
    leaps(plane, atom.leap).iter().any(|leap| atom.goes(leap.vector, slanted))
}

/// Returns the cells from which a movement is possible, by seat. Some seat must have one.
fn places(plane: &Plane, cells: &Cells) -> Result<Vec<Bitboard<2>>, Problem> {
    let sets = cells::sets(plane, Some(cells))?;
    if sets.iter().all(|set| *set == Bitboard::EMPTY) {
        let message = "'from' names no cell, so the movement is never possible";
        return Err(Problem::new(cells.span(), message, "from = \"a2-h2\""));
    }
    Ok(sets)
}

/// Refuses hops and lame movements of single steps alone: no piece can stand on their way.
fn check_mode(movement: &Movement, span: Range<usize>) -> Result<(), Problem> {
    let longest = match movement {
        Movement::Along(_, most, ..) => *most,
        Movement::Bent(all, ..) => {
            let length = |legs: &Vec<(Dir, usize)>| {
                legs.iter().fold(0, |sum: usize, (_, most)| sum.saturating_add(*most))
            };
            all.iter().map(length).max().unwrap_or(0)
        }
        Movement::Written(all, ..) => all.iter().flatten().map(Vec::len).max().unwrap_or(0),
        Movement::Atom(_) | Movement::From(..) => return Ok(()),
    };
    let message = match movement.mode() {
        Mode::Hop => "a single step has no room for a hurdle (\"hop\")",
        Mode::Lame => "a single step has no way to be stopped on (\"lame\")",
        _ => return Ok(()),
    };
    if longest > 1 { Ok(()) } else { Err(Problem::new(span, message, EXAMPLE)) }
}

fn movement(plane: &Plane, ways: &Ways, span: Range<usize>) -> Result<Movement, Problem> {
    let mode = match ways.mode.as_ref() {
        None => Mode::Both,
        Some(text) => match text.get_ref().as_str() {
            "both" => Mode::Both,
            "move" => Mode::Quiet,
            "capture" => Mode::Capture,
            "hop" => Mode::Hop,
            "lame" => Mode::Lame,
            other => {
                let message = format!("{other:?} is none of both, move, capture, hop and lame");
                return Err(Problem::new(text.span(), message, "mode = \"move\""));
            }
        },
    };
    let seat = ways.seat.as_ref().map(|text| cells::seat(plane, text)).transpose()?;
    let at = span.clone();
    let wrong = |message: &str| Err(Problem::new(at.clone(), message, EXAMPLE));
    match (&ways.steps, &ways.slides, &ways.bent, &ways.paths) {
        (Some(text), None, None, None) if ways.most.is_none() => {
            Ok(Movement::Along(headings(plane, text)?, 1, mode, seat))
        }
        (None, Some(text), None, None) => {
            let most = ways.most.unwrap_or(usize::MAX);
            if most == 0 {
                return wrong("a slide goes at least one step");
            }
            Ok(Movement::Along(headings(plane, text)?, most, mode, seat))
        }
        (None, None, Some(list), None) if ways.most.is_none() => {
            few(list.len(), span)?;
            let legs = list.iter().map(|text| legs(plane, text)).collect::<Result<_, _>>()?;
            Ok(Movement::Bent(legs, mode, seat))
        }
        (None, None, None, Some(paths)) if ways.most.is_none() => {
            let mut written = vec![Vec::new(); plane.cells()];
            for (from, list) in paths {
                let Some(from) = from.is_ascii().then(|| plane.grid.named(from)).flatten() else {
                    return wrong(&format!("{from:?} is no cell"));
                };
                for text in list {
                    written[from.index()].push(written_path(plane, from, text)?);
                }
            }
            Ok(Movement::Written(written, mode, seat))
        }
        _ => wrong("one of steps, slides, bent and paths must be given; 'most' goes with slides"),
    }
}

/// Refuses a list that is longer than any game needs.
fn few(count: usize, span: Range<usize>) -> Result<(), Problem> {
    if (1..=WORDS).contains(&count) {
        return Ok(());
    }
    Err(Problem::new(span, format!("{count} parts, where 1 to {WORDS} are possible"), EXAMPLE))
}

/// Returns the headings that a text names.
pub fn headings(plane: &Plane, text: &Text) -> Result<Vec<Dir>, Problem> {
    few(text.get_ref().split_whitespace().count(), text.span())?;
    text.get_ref().split_whitespace().map(|word| heading(plane, word, text)).collect()
}

fn heading(plane: &Plane, word: &str, text: &Text) -> Result<Dir, Problem> {
    plane.heading(word).ok_or_else(|| {
        let message =
            format!("{word:?} is no heading of this board; there are {}", plane.names.join(" "));
        Problem::new(text.span(), message, format!("\"{}\"", plane.names[0]))
    })
}

/// Returns the legs of a bent path: a heading with a number of steps, 1 if left out, or `+` for a
/// slide.
fn legs(plane: &Plane, text: &Text) -> Result<Vec<(Dir, usize)>, Problem> {
    let leg = |word: &str| {
        let name = word.trim_end_matches(|letter: char| letter == '+' || letter.is_ascii_digit());
        let most = match &word[name.len()..] {
            "" => Some(1),
            "+" => Some(usize::MAX),
            digits => digits.parse().ok().filter(|most| *most > 0),
        };
        let dir = heading(plane, name, text)?;
        most.map(|most| (dir, most)).ok_or_else(|| {
            Problem::new(text.span(), format!("{word:?} is no leg"), "bent = [\"ne n+\"]")
        })
    };
    few(text.get_ref().split_whitespace().count(), text.span())?;
    text.get_ref().split_whitespace().map(leg).collect()
}

/// Returns a path from its cells in the order in which it passes them.
fn written_path(plane: &Plane, from: Cell, text: &Text) -> Result<Vec<Cell>, Problem> {
    let path = cells::list(&plane.grid, text)?;
    let mut seen = BTreeSet::from([from]);
    let again = path.iter().find(|cell| !seen.insert(**cell));
    let name = |cell: &Cell| plane.grid.name(*cell);
    match again {
        Some(cell) => {
            let message = format!("the path from {} comes to {} again", name(&from), name(cell));
            Err(Problem::new(text.span(), message, "paths = { a1 = [\"a2 a3 b3\"] }"))
        }
        None => Ok(path),
    }
}

impl Movement {
    /// Returns the mode of the movement.
    pub fn mode(&self) -> Mode {
        match self {
            Self::Atom(atom) => atom.mode,
            Self::Along(_, _, mode, _) | Self::Bent(_, mode, _) | Self::Written(_, mode, _) => {
                *mode
            }
            Self::From(movement, _) => movement.mode(),
        }
    }
}
