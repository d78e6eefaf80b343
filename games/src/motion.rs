//! From what a file says of a piece's movement to its paths.

use std::collections::BTreeSet;
use std::ops::Range;

use rotunda_movegen::{Board, Cell, Dir, Mode, Path, Seat};

use crate::betza::{self, Atom};
use crate::cells;
use crate::plane::{Plane, Vector};
use crate::problem::Problem;
use crate::source::{Moves, Text, TextOr, Ways};

/// A movement: where it leads from a cell, and what a piece may do along it.
#[derive(Debug)]
pub enum Movement {
    /// Leaps and riders by notation.
    Atom(Atom),
    /// Steps or slides along headings, as White sees them, no further than so many.
    Along(Vec<Dir>, usize, Mode, Option<Seat>),
    /// Paths of several legs, each as far as it says.
    Bent(Vec<Vec<(Dir, usize)>>, Mode, Option<Seat>),
    /// Paths that are written out, from every cell.
    Written(Vec<Vec<Vec<Cell>>>, Mode, Option<Seat>),
    /// A movement from some cells alone, by seat.
    From(Box<Movement>, Vec<Vec<Cell>>),
}

/// An example of a movement's table.
const EXAMPLE: &str = "moves = [\"N\", { slides = \"n s\", mode = \"move\" }]";

/// Most movements of a piece, an atom being one.
const MOVEMENTS: usize = 64;
/// Most headings, legs or bent paths of a movement.
const WORDS: usize = 64;

/// The movements that a piece's key `moves` says.
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
                all.push(match &ways.from {
                    None => way,
                    cells => Movement::From(Box::new(way), cells::by_seat(plane, cells.as_ref())?),
                });
            }
        }
    }
    Ok(all)
}

fn notation(plane: &Plane, text: &str, span: Range<usize>) -> Result<Vec<Movement>, Problem> {
    let example = "moves = \"mBcN\"";
    let atoms = betza::parse(text).map_err(|error| {
        // The text begins behind its quotation mark; an escape in it would shift what follows.
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

/// Whether any heading is one of an atom's directions.
fn targets_exist(plane: &Plane, atom: &Atom) -> bool {
    let slanted = is_slanted(plane);
    leaps(plane, atom.leap).iter().any(|leap| atom.goes(leap.vector, slanted))
}

/// Whether a heading across a side leads neither ahead nor aside.
fn is_slanted(plane: &Plane) -> bool {
    plane.orthogonal.iter().any(|dir| {
        let (x, y) = plane.vector(*dir);
        x.abs() > 1e-6 && y.abs() > 1e-6
    })
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

/// Refuses a list that nobody needs.
fn few(count: usize, span: Range<usize>) -> Result<(), Problem> {
    if (1..=WORDS).contains(&count) {
        return Ok(());
    }
    Err(Problem::new(span, format!("{count} parts, where 1 to {WORDS} are possible"), EXAMPLE))
}

/// The headings that a text names.
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

/// The legs of a bent path: a heading with a number of steps, 1 if left out, or `+` for a slide.
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

/// A path of cells in the order in which they are passed.
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

/// One direction of a leap.
struct Leap {
    /// As White sees it.
    vector: Vector,
    along: Dir,
    /// The heading next to `along` on which the shorter part goes: that of rising indices or not.
    rising: bool,
}

/// The directions of a leap.
fn leaps(plane: &Plane, (long, short): (u32, u32)) -> Vec<Leap> {
    let part = |dir: Dir, count: u32| {
        let (x, y) = plane.vector(dir);
        (x * f64::from(count), y * f64::from(count))
    };
    let mut all = Vec::new();
    if plane.lattice.is_none() && long == short {
        // A board without offsets says itself what lies across its corners.
        let diagonal = |dir: &Dir| Leap { vector: part(*dir, long), along: *dir, rising: true };
        return plane.diagonal.iter().map(diagonal).collect();
    }
    for &along in &plane.orthogonal {
        for rising in [true, false] {
            if !rising && (short == 0 || short == long) {
                continue;
            }
            let Some(beside) = plane.beside(along, rising) else { continue };
            let ((ax, ay), (bx, by)) = (part(along, long), part(beside, short));
            all.push(Leap { vector: (ax + bx, ay + by), along, rising });
        }
    }
    all
}

/// The cell that a leap leads to.
fn land(plane: &Plane, from: Cell, leap: &Leap, (long, short): (u32, u32)) -> Option<Cell> {
    let beside = plane.beside(leap.along, leap.rising);
    if let Some(lattice) = &plane.lattice {
        let delta = |dir: Option<Dir>| {
            let index = plane.orthogonal.iter().position(|known| Some(*known) == dir)?;
            Some(lattice.deltas[index])
        };
        let ((ax, ay), (bx, by)) = (delta(Some(leap.along))?, delta(beside)?);
        let (long, short) = (long as i32, short as i32);
        return lattice.offset(from, (ax * long + bx * short, ay * long + by * short));
    }
    let (turn, facing) = plane.walk(from, leap.along, long)?;
    if short == 0 || short == long {
        return Some(turn);
    }
    Some(plane.walk(turn, plane.beside(facing, leap.rising)?, short)?.0)
}

/// The cells that a lame leap passes and the one where it ends: steps across sides first, then across
/// corners; none if one of them is missing.
fn lame(plane: &Plane, from: Cell, leap: &Leap, (long, short): (u32, u32)) -> Vec<Cell> {
    let steps = (1..=long).map(|step| (step, step.saturating_sub(long - short)));
    let cells: Option<Vec<Cell>> = steps.map(|part| land(plane, from, leap, part)).collect();
    cells.filter(|cells| !cells.contains(&from)).unwrap_or_default()
}

/// The cells of a leap that is repeated, no more than so many.
fn rider(plane: &Plane, from: Cell, leap: &Leap, atom: &Atom) -> Vec<Cell> {
    if plane.lattice.is_none() && atom.most > 1 {
        return plane.ray(from, leap.along, atom.most);
    }
    let mut cells = Vec::new();
    let mut at = from;
    while cells.len() < atom.most
        && let Some(next) = land(plane, at, leap, atom.leap)
        && next != from
        && !cells.contains(&next)
    {
        cells.push(next);
        at = next;
    }
    cells
}

impl Movement {
    /// What a piece may do along it.
    pub fn mode(&self) -> Mode {
        match self {
            Self::Atom(atom) => atom.mode,
            Self::Along(_, _, mode, _) | Self::Bent(_, mode, _) | Self::Written(_, mode, _) => {
                *mode
            }
            Self::From(movement, _) => movement.mode(),
        }
    }

    /// The paths of a seat's piece from a cell. A `doubled` piece goes two steps where it would go
    /// one without taking.
    pub fn paths(&self, plane: &Plane, seat: Seat, from: Cell, doubled: bool) -> Vec<Path> {
        let mode = self.mode();
        if let Self::From(movement, cells) = self {
            let is_there = cells[seat.index()].contains(&from);
            return if is_there { movement.paths(plane, seat, from, doubled) } else { Vec::new() };
        }
        let doubled = doubled && mode == Mode::Quiet;
        let lists: Vec<Vec<Cell>> = match self {
            Self::Atom(atom) => {
                let most = if doubled && atom.most == 1 { 2 } else { atom.most };
                let atom = Atom { most, ..atom.clone() };
                let slanted = is_slanted(plane);
                let seen = |leap: &Leap| match seat {
                    Seat::WHITE => leap.vector,
                    _ => turned(plane, leap.vector),
                };
                let all = leaps(plane, atom.leap).into_iter();
                let chosen = all.filter(|leap| atom.goes(seen(leap), slanted));
                let cells = |leap: Leap| match mode {
                    Mode::Lame => lame(plane, from, &leap, atom.leap),
                    _ => rider(plane, from, &leap, &atom),
                };
                chosen.map(cells).collect()
            }
            Self::Along(dirs, most, _, only) if only.is_none_or(|only| only == seat) => {
                let most = if doubled && *most == 1 { 2 } else { *most };
                let ray = |dir: &Dir| plane.ray(from, plane.seen_by(seat, *dir), most);
                dirs.iter().map(ray).collect()
            }
            Self::Bent(all, _, only) if only.is_none_or(|only| only == seat) => {
                let ways = all.iter().map(|legs| bent(plane, seat, from, legs));
                // A lame leap that does not come to its end is none.
                let led = ways.filter(|(_, is_whole)| *is_whole || mode != Mode::Lame);
                led.map(|(cells, _)| cells).collect()
            }
            Self::Written(all, _, only) if only.is_none_or(|only| only == seat) => {
                all[from.index()].clone()
            }
            _ => Vec::new(),
        };
        let paths = lists.into_iter().filter(|cells| !cells.is_empty());
        paths.map(|cells| Path { cells, mode }).collect()
    }
}

/// What a vector is to Black: the other way round, unless headings are the same to both.
fn turned(plane: &Plane, (x, y): Vector) -> Vector {
    let same = plane.orthogonal.iter().all(|dir| plane.seen_by(Seat::BLACK, *dir) == *dir);
    if same { (x, y) } else { (-x, -y) }
}

/// The cells of a path of several legs, and whether it comes to its end; a leg that ends early ends the
/// path.
fn bent(plane: &Plane, seat: Seat, from: Cell, legs: &[(Dir, usize)]) -> (Vec<Cell>, bool) {
    let mut cells: Vec<Cell> = Vec::new();
    let mut at = from;
    for &(dir, most) in legs {
        let leg = plane.ray(at, plane.seen_by(seat, dir), most);
        let whole = most == usize::MAX || leg.len() == most;
        for cell in leg {
            if cell == from || cells.contains(&cell) {
                return (cells, false);
            }
            cells.push(cell);
            at = cell;
        }
        if !whole {
            return (cells, false);
        }
    }
    (cells, true)
}
