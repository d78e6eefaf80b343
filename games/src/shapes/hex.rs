//! Hexagons of hexagonal cells, with a number of cells along each side.

use std::ops::Range;

use rotunda_movegen::{Cell, Colour, Contour, Dir, Grid, Label, Layout, Point, Shade, Tile};

use super::places::CELLS;
use crate::cells;
use crate::plane::{Forks, Lattice, Plane, Seating};
use crate::problem::Problem;
use crate::source::Text;

/// The headings, clockwise from north: those across sides, and those across corners between them.
const NAMES: [&str; 12] = ["n", "nne", "ne", "e", "se", "sse", "s", "ssw", "sw", "w", "nw", "nnw"];
/// The steps across sides, clockwise from north: to the next file, and up.
const DELTAS: [(i32, i32); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// Returns the number of cells of a hexagon with `size` cells along each side.
const fn cells_of(size: usize) -> usize {
    3 * size * (size - 1) + 1
}

/// Returns the hexagon with `size` cells along each side and upright files, the longest in the
/// middle. Holes are cut out of it and do not change the names of the other cells.
pub fn plane(
    size: usize,
    letters: Option<&Text>,
    holes: Option<&Text>,
    span: Range<usize>,
) -> Result<Plane, Problem> {
    let largest = (2..=CELLS).take_while(|size| cells_of(*size) <= CELLS).last().unwrap_or(2);
    if !(2..=largest).contains(&size) {
        let message = format!(
            "a side of {size} cells, where 2 to {largest} are possible ({CELLS} cells at most)"
        );
        return Err(Problem::new(span, message, "size = 6"));
    }
    let files = 2 * size - 1;
    let length = |file: usize| files - file.abs_diff(size - 1);
    let letters = letters.map(|text| file_letters(text, files)).transpose()?;
    let lettered = |grid: Grid| match &letters {
        Some(letters) => grid.with_letters(letters.clone()),
        None => grid,
    };
    let whole = lettered(Grid::new(files, files, |file, rank| rank < length(file)));
    let cut = holes.map_or_else(|| Ok(Vec::new()), |text| cells::list(&whole, text))?;
    let cut: Vec<(usize, usize)> = cut.into_iter().map(|cell| whole.place(cell)).collect();
    let stands = |file, rank| rank < length(file) && !cut.contains(&(file, rank));
    let grid = lettered(Grid::new(files, files, stands));
    if grid.all().count() == 0 {
        let message = "the holes leave no cell";
        return Err(Problem::new(holes.map_or(span, Text::span), message, "holes = \"a1\""));
    }
    let middle = size as i32 - 1;
    // Upward steps to the next file keep the second coordinate.
    let place = |cell: Cell| {
        let (file, rank) = grid.place(cell);
        let (file, rank) = (file as i32, rank as i32);
        (file, rank - middle + (middle - file).max(0))
    };
    let places: Vec<(i32, i32)> = grid.all().map(place).collect();
    let lattice = Lattice::new(DELTAS.to_vec(), places, (None, None));
    let delta = |heading: usize| {
        let (a, b) = (DELTAS[heading / 2], DELTAS[(heading / 2 + 1) % 6]);
        if heading.is_multiple_of(2) { a } else { (a.0 + b.0, a.1 + b.1) }
    };
    let step = |cell: Cell, heading: usize| {
        Some((lattice.offset(cell, delta(heading))?, Dir(heading as u8)))
    };
    let steps =
        grid.all().map(|cell| (0..12).map(|heading| step(cell, heading)).collect()).collect();
    let vector = |heading: usize| {
        let (files, up) = delta(heading);
        let (files, up) = (f64::from(files), f64::from(up));
        (files * WIDE, up + files / 2.0)
    };
    let mirror = |cell: Cell| {
        let (file, rank) = grid.place(cell);
        grid.cell(file, length(file) - 1 - rank)
    };
    Ok(Plane {
        names: NAMES.map(String::from).to_vec(),
        orthogonal: (0..6).map(|index| Dir(2 * index)).collect(),
        diagonal: (0..6).map(|index| Dir(2 * index + 1)).collect(),
        black: (0..12).map(|heading| Dir((heading + 6) % 12)).collect(),
        vectors: (0..12).map(vector).collect(),
        steps,
        forks: Forks::new(),
        mirror: grid.all().map(mirror).collect(),
        seating: Seating::Duel,
        turns: Vec::new(),
        layout: layout(&grid, &lattice, middle),
        lattice: Some(lattice),
        grid,
    })
}

/// Returns the letters of the files.
fn file_letters(text: &Text, files: usize) -> Result<Vec<char>, Problem> {
    let letters: Vec<char> = text.get_ref().chars().collect();
    let is_new = |(index, letter): (usize, &char)| {
        letter.is_ascii_lowercase() && !letters[..index].contains(letter)
    };
    if letters.len() != files || !letters.iter().enumerate().all(is_new) {
        let message = format!("{files} different letters from a to z are needed");
        return Err(Problem::new(text.span(), message, "letters = \"abcdefghikl\""));
    }
    Ok(letters)
}

/// The distance between files, in heights of a cell.
const WIDE: f64 = 0.866_025_403_784_438_6;
/// The height of the names beside the board.
const NAME_HEIGHT: f64 = 0.27;
/// The distance of the names from the middle of the outermost cells.
const NAME_DISTANCE: f64 = 0.78;

/// Returns the layout with the longest file upright in the middle, and names below each file and at
/// the left end of each rank.
fn layout(grid: &Grid, lattice: &Lattice, middle: i32) -> Layout {
    let centre = |cell: Cell| {
        let (file, up) = lattice.places[cell.index()];
        let from_middle = f64::from(file - middle);
        // The middle cell of the board is that of the middle file.
        Point { x: from_middle * WIDE, y: f64::from(up) + from_middle / 2.0 }
    };
    let tile = |cell: Cell| {
        let at = centre(cell);
        let radius = 0.5 / WIDE;
        let corner = |index: u32| {
            let Point { x, y } = Point::polar(radius, f64::from(index) * 60.0);
            Point { x: at.x + x, y: at.y + y }
        };
        let (file, up) = lattice.places[cell.index()];
        let shade = [Shade::Middle, Shade::Dark, Shade::Light][(file - up).rem_euclid(3) as usize];
        Tile::new(Contour::polygon((0..6).map(corner).collect()), shade)
    };
    let having = |holds: &dyn Fn((usize, usize)) -> bool| -> Vec<Cell> {
        grid.all().filter(|cell| holds(grid.place(*cell))).collect()
    };
    let files = (0..grid.files()).map(|file| {
        let cells = having(&|(other, _)| other == file);
        let Point { x, y } = centre(*cells.first()?);
        let at = Point { x, y: y - NAME_DISTANCE };
        Some(Label::new(grid.letter(file), at, NAME_HEIGHT, cells))
    });
    let ranks = (0..grid.ranks()).map(|rank| {
        let cells = having(&|(_, other)| other == rank);
        let Point { x, y } = centre(*cells.first()?);
        let at = Point { x: x - NAME_DISTANCE * WIDE, y: y + NAME_DISTANCE / 2.0 };
        Some(Label::new((rank + 1).to_string(), at, NAME_HEIGHT, cells))
    });
    Layout {
        tiles: grid.all().map(tile).collect(),
        features: Vec::new(),
        labels: files.chain(ranks).flatten().collect(),
        colours: vec![Colour::WHITE, Colour::BLACK],
        turns: vec![0.0, 180.0],
    }
}
