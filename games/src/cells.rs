//! Cells by their names.

use rotunda_movegen::{Bitboard, Cell, Grid, Seat};

use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::source::{Cells, Each, Spanned, Text, TextOr};

/// The most cells that one text may name, with repetitions.
const MOST: usize = 1000;

/// An example of a set of cells.
const EXAMPLE: &str = "\"a2-h2\" or \"a1 h1 a8 h8\"";

/// Returns the cell with a name.
pub fn cell(grid: &Grid, name: &str, text: &Text) -> Result<Cell, Problem> {
    let found = name.is_ascii().then(|| grid.named(name)).flatten();
    found.ok_or_else(|| {
        let last = Cell((grid.all().count() - 1) as u8);
        let (first, last) = (grid.name(Cell(0)), grid.name(last));
        let message = format!("{name:?} is no cell; the first is {first}, the last {last}");
        Problem::new(text.span(), message, EXAMPLE)
    })
}

/// Returns the cells that a text names, in its order: single ones, and blocks from corner to
/// corner.
pub fn list(grid: &Grid, text: &Text) -> Result<Vec<Cell>, Problem> {
    let mut cells = Vec::new();
    for word in text.get_ref().split_whitespace() {
        let named = match word.split_once('-') {
            None => vec![cell(grid, word, text)?],
            Some((first, last)) => block(grid, cell(grid, first, text)?, cell(grid, last, text)?),
        };
        cells.extend(named);
        if cells.len() > MOST {
            let message = format!("more than {MOST} cells");
            return Err(Problem::new(text.span(), message, EXAMPLE));
        }
    }
    Ok(cells)
}

/// Returns the cells of the rectangle of files and ranks between two corners.
fn block(grid: &Grid, first: Cell, last: Cell) -> Vec<Cell> {
    let (a, b) = (grid.place(first), grid.place(last));
    let (files, ranks) = (a.0.min(b.0)..=a.0.max(b.0), a.1.min(b.1)..=a.1.max(b.1));
    let within = |cell: &Cell| {
        let (file, rank) = grid.place(*cell);
        files.contains(&file) && ranks.contains(&rank)
    };
    grid.all().filter(within).collect()
}

/// Returns exactly `N` cells, or a problem.
pub fn exactly<const N: usize>(grid: &Grid, text: &Text) -> Result<[Cell; N], Problem> {
    let cells = list(grid, text)?;
    let count = cells.len();
    cells.try_into().map_err(|_| {
        let example = ["\"e1\"", "\"e1 g1\""][usize::from(N == 2)];
        Problem::new(text.span(), format!("{count} cells where {N} must be"), example)
    })
}

/// Returns the sets of cells of each seat, as [`by_seat`] lists them.
pub fn sets(plane: &Plane, cells: Option<&Cells>) -> Result<Vec<Bitboard<2>>, Problem> {
    Ok(by_seat(plane, cells)?.into_iter().map(|cells| cells.into_iter().collect()).collect())
}

/// Returns the cells of each seat, each once. If they are not named, Black's are White's mirrored,
/// and those of players round a table are the first player's turned.
pub fn by_seat(plane: &Plane, cells: Option<&Cells>) -> Result<Vec<Vec<Cell>>, Problem> {
    let Some(cells) = cells else { return Ok(vec![Vec::new(); plane.seating.count()]) };
    match cells.get_ref() {
        TextOr::Other(_) if matches!(plane.seating, Seating::Ring(_)) => {
            let message = "round a table the cells of the others follow from the first player's";
            Err(Problem::new(cells.span(), message, EXAMPLE))
        }
        TextOr::Other(each) => of_each(plane, each, cells),
        TextOr::Text(first) => {
            let first = once(list(&plane.grid, &Spanned::new(cells.span(), first.clone()))?);
            let image = |seat: Seat, cell: &Cell| {
                plane.image(seat, *cell).ok_or_else(|| imageless(plane, seat, *cell, cells))
            };
            let of = |seat| first.iter().map(|cell| image(seat, cell)).collect();
            plane.seats().map(of).collect()
        }
    }
}

/// Returns the cells that a file lists under the name of each seat.
fn of_each(plane: &Plane, each: &Each, cells: &Cells) -> Result<Vec<Vec<Cell>>, Problem> {
    let wrong = |message: String| Problem::new(cells.span(), message, example_of_each(plane));
    let texts = texts_by_seat(plane, each, "cells").map_err(wrong)?;
    texts.into_iter().map(|text| Ok(once(list(&plane.grid, text)?))).collect()
}

/// Returns the text that a file has under the name of each seat, or a problem.
pub fn texts_by_seat<'a>(
    plane: &Plane,
    each: &'a Each,
    what: &str,
) -> Result<Vec<&'a Text>, String> {
    let (names, given) = (seat_names(plane), each.by_name());
    let is_stray = |(name, text): &&(&str, Option<&Text>)| {
        text.is_some() && !names.iter().any(|known| known == name)
    };
    if let Some((name, _)) = given.iter().find(is_stray) {
        return Err(format!("{name:?} is no seat of this game"));
    }
    let of = |name: &String| {
        let text = given.iter().find(|(known, _)| known == name).and_then(|(_, text)| *text);
        text.ok_or_else(|| format!("the {what} of {name:?} are missing"))
    };
    names.iter().map(of).collect()
}

/// Returns the problem that the cells of a seat must be named, since a cell mirrored or turned to
/// its place does not exist.
fn imageless(plane: &Plane, seat: Seat, cell: Cell, cells: &Cells) -> Problem {
    let (name, seat) = (plane.grid.name(cell), &seat_names(plane)[seat.index()]);
    let how = if plane.seating.is_table() { "turned" } else { "mirrored" };
    let message = format!("{name} {how} for {seat:?} is no cell: name the cells of each seat");
    Problem::new(cells.span(), message, example_of_each(plane))
}

/// Returns an example of cells of each seat.
fn example_of_each(plane: &Plane) -> String {
    let first = plane.grid.name(Cell(0));
    let keys = seat_names(plane).into_iter().map(|name| format!("{name} = \"{first}\""));
    format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
}

/// Returns a list of cells without repetitions.
fn once(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut seen = Bitboard::<2>::EMPTY;
    cells.retain(|cell| {
        let is_new = !seen.has(*cell);
        seen |= Bitboard::of(*cell);
        is_new
    });
    cells
}

/// Returns the names of the seats.
fn seat_names(plane: &Plane) -> Vec<String> {
    match plane.seating {
        Seating::Duel => ["white", "black"].map(String::from).to_vec(),
        Seating::Ring(players) | Seating::Table(players) => {
            (b'a'..).take(players).map(|letter| char::from(letter).to_string()).collect()
        }
    }
}

/// Returns the seat with a name.
pub fn seat(plane: &Plane, text: &Text) -> Result<Seat, Problem> {
    let names = seat_names(plane);
    let found = names.iter().position(|name| name == text.get_ref());
    found.map(|index| Seat(index as u8)).ok_or_else(|| {
        let message = format!("{:?} is no seat; there are {}", text.get_ref(), names.join(" and "));
        Problem::new(text.span(), message, format!("seat = {:?}", names[0]))
    })
}
