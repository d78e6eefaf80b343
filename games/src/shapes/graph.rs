//! Boards of any shape: cells, headings, and links that say where a step leads.

use std::ops::Range;

use rotunda_movegen::{Cell, Contour, Dir, Grid, Layout, Point, Tile};

use super::places::mirrored;
use crate::cells;
use crate::plane::{Plane, Seating, Vector};
use crate::problem::Problem;
use crate::source::{self, Text};

/// Most headings of a board.
const HEADINGS: usize = 64;
/// Most corners of a polygon.
const CORNERS: usize = 64;

/// The board that links describe. Each link is `FROM HEADING TO`, with the heading after the step
/// behind it if it is another one.
pub fn plane(
    grid: Grid,
    graph: &source::Board,
    sides: &Text,
    span: Range<usize>,
) -> Result<Plane, Problem> {
    let words = |text: &Text| -> Vec<String> {
        text.get_ref().split_whitespace().map(String::from).collect()
    };
    let across_sides = words(sides);
    let across_corners = graph.diagonal.as_ref().map(words).unwrap_or_default();
    let names: Vec<String> = across_sides.iter().chain(&across_corners).cloned().collect();
    let twice = (1..names.len()).find(|index| names[..*index].contains(&names[*index]));
    if names.is_empty() || names.len() > HEADINGS || twice.is_some() {
        let message = format!("1 to {HEADINGS} different headings are needed");
        return Err(Problem::new(sides.span(), message, "orthogonal = \"n e s w\""));
    }
    let dir = |name: &str, text: &Text| {
        let found = names.iter().position(|known| known == name);
        found.map(|index| Dir(index as u8)).ok_or_else(|| {
            let message = format!("{name:?} is no heading; there are {}", names.join(" "));
            Problem::new(text.span(), message, "links = [\"a1 n a2\"]")
        })
    };
    let mut steps = vec![vec![None; names.len()]; grid.all().count()];
    for link in &graph.links {
        let words: Vec<&str> = link.get_ref().split_whitespace().collect();
        let (&[from, heading, to] | &[from, heading, to, _]) = &words[..] else {
            let message = "a link is a cell, a heading, a cell, and maybe the heading after it";
            return Err(Problem::new(link.span(), message, "\"a1 n a2\" or \"d4 in d5 out\""));
        };
        let (from, to) = (cells::cell(&grid, from, link)?, cells::cell(&grid, to, link)?);
        let along = dir(heading, link)?;
        let after = words.get(3).map_or(Ok(along), |name| dir(name, link))?;
        let place = &mut steps[from.index()][usize::from(along.0)];
        if from == to || place.replace((to, after)).is_some() {
            let message = "a link leads to another cell, and a heading has one link from a cell";
            return Err(Problem::new(link.span(), message, "\"a1 n a2\""));
        }
    }
    let mut black: Vec<Dir> = (0..names.len()).map(|index| Dir(index as u8)).collect();
    for (white, text) in &graph.black {
        let index = usize::from(dir(white, text)?.0);
        black[index] = dir(text.get_ref(), text)?;
    }
    let layout = layout(&grid, graph, span)?;
    let count = across_sides.len();
    Ok(Plane {
        orthogonal: (0..count).map(|index| Dir(index as u8)).collect(),
        diagonal: (count..names.len()).map(|index| Dir(index as u8)).collect(),
        vectors: vectors(count, names.len() - count),
        black,
        names,
        steps,
        lattice: None,
        mirror: mirrored(&grid),
        seating: Seating::Duel,
        turns: Vec::new(),
        layout,
        grid,
    })
}

/// Where headings point if they are listed in their order round a cell: the first one forward, the
/// others clockwise.
fn vectors(sides: usize, corners: usize) -> Vec<Vector> {
    let round = |index: f64, count: usize| {
        let angle = index / count as f64 * std::f64::consts::TAU;
        (angle.sin(), angle.cos())
    };
    let across_sides = (0..sides).map(|index| round(index as f64, sides));
    let across_corners = (0..corners).map(|index| round(index as f64 + 0.5, corners));
    across_sides.chain(across_corners).collect()
}

/// Squares by file and rank, or the polygons that the file gives.
fn layout(grid: &Grid, graph: &source::Board, span: Range<usize>) -> Result<Layout, Problem> {
    let mut layout = Layout::squares(grid);
    if graph.polygons.is_empty() {
        return Ok(layout);
    }
    let example = "polygons = { a1 = [[0, 0], [1, 0], [1, 1], [0, 1]] }";
    let mut missing: Vec<Cell> = grid.all().collect();
    for (name, points) in &graph.polygons {
        let Some(cell) = name.is_ascii().then(|| grid.named(name)).flatten() else {
            let message = format!("{name:?} is no cell");
            return Err(Problem::new(points.span(), message, example));
        };
        let corners = points.get_ref();
        let is_sound = |[x, y]: &[f64; 2]| x.abs() <= 1000.0 && y.abs() <= 1000.0;
        let contour =
            Contour::polygon(corners.iter().map(|[x, y]| Point { x: *x, y: *y }).collect());
        let turns_left = area(corners) > 1e-9;
        if !(3..=CORNERS).contains(&corners.len()) || !corners.iter().all(is_sound) || !turns_left {
            let message = format!(
                "a polygon has 3 to {CORNERS} corners, counter-clockwise, no further from the centre than 1000"
            );
            return Err(Problem::new(points.span(), message, example));
        }
        let shade = layout.tiles[cell.index()].shade;
        layout.tiles[cell.index()] = Tile::new(contour, shade);
        missing.retain(|other| *other != cell);
    }
    if let Some(cell) = missing.first() {
        let message = format!("no polygon is given for {}", grid.name(*cell));
        return Err(Problem::new(span, message, example));
    }
    // Names stand in the cells, since nobody knows where the board ends.
    layout.labels = grid
        .all()
        .map(|cell| {
            let tile = &layout.tiles[cell.index()];
            let at = Point { x: tile.centre.x, y: tile.centre.y - 0.7 * tile.room };
            rotunda_movegen::Label::new(grid.name(cell), at, 0.14, vec![cell])
        })
        .collect();
    Ok(layout)
}

/// Twice the area within a polygon, positive if it runs counter-clockwise.
fn area(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}
