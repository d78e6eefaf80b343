//! Boards of any shape: cells, headings, and links that define the steps.

use std::ops::Range;

use rotunda_movegen::{Cell, Contour, Dir, Feature, FeatureKind, Grid, Layout, Point, Shade, Tile};

use super::places::mirrored;
use crate::cells;
use crate::plane::{Forks, Plane, Seating, Vector};
use crate::problem::Problem;
use crate::source::{self, Pair, Text};

/// The most headings of a board.
const HEADINGS: usize = 64;
/// The most corners of a polygon.
const CORNERS: usize = 64;

/// Returns the board that links describe. Each link is `FROM HEADING TO`, followed by the heading
/// after the step if that differs.
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
    let (steps, forks) = links(&grid, graph, names.len(), &dir)?;
    let mut black: Vec<Dir> = (0..names.len()).map(|index| Dir(index as u8)).collect();
    for (white, text) in &graph.black {
        let index = usize::from(dir(white, text)?.0);
        black[index] = dir(text.get_ref(), text)?;
    }
    let count = across_sides.len();
    let mut layout = layout(&grid, graph, span)?;
    if count == SIDES
        && let Some(shades) = shades(&steps, &forks)
    {
        for (tile, shade) in layout.tiles.iter_mut().zip(shades) {
            tile.shade = shade;
        }
    }
    if graph.polygons.is_empty() && count == SQUARE_SIDES {
        layout.features = seams(&layout, &steps);
    }
    Ok(Plane {
        orthogonal: (0..count).map(|index| Dir(index as u8)).collect(),
        diagonal: (count..names.len()).map(|index| Dir(index as u8)).collect(),
        vectors: vectors(count, names.len() - count),
        black,
        names,
        steps,
        forks,
        lattice: None,
        mirror: mirrored(&grid),
        seating: Seating::Duel,
        turns: Vec::new(),
        layout,
        grid,
    })
}

/// The targets of steps by cell and heading, and the further targets of those that fork.
type Links = (Vec<Vec<Option<(Cell, Dir)>>>, Forks);

/// Reads the links. Where a line forks, a link names several cells, each followed by the heading
/// there if that differs.
fn links(
    grid: &Grid,
    graph: &source::Board,
    headings: usize,
    dir: &dyn Fn(&str, &Text) -> Result<Dir, Problem>,
) -> Result<Links, Problem> {
    let mut steps = vec![vec![None; headings]; grid.all().count()];
    let mut forks = Forks::new();
    for link in &graph.links {
        let words: Vec<&str> = link.get_ref().split_whitespace().collect();
        let (&[from, heading, to] | &[from, heading, to, _]) = &words[..] else {
            let message = "a link is a cell, a heading, a cell, and maybe the heading after it";
            return Err(Problem::new(link.span(), message, "\"a1 n a2\" or \"d4 in d5 out\""));
        };
        let from = cells::cell(grid, from, link)?;
        let along = dir(heading, link)?;
        let after: Vec<&str> = words.get(3).unwrap_or(&heading).split('/').collect();
        let ends: Vec<&str> = to.split('/').collect();
        if after.len() != 1 && after.len() != ends.len() {
            let message = "a fork has one heading after it, or one for each of its cells";
            return Err(Problem::new(link.span(), message, "\"d3 w d2/d4 sw/nw\""));
        }
        let mut ways: Vec<(Cell, Dir)> = Vec::new();
        for (place, to) in ends.into_iter().enumerate() {
            let to = cells::cell(grid, to, link)?;
            let after = dir(after.get(place).unwrap_or(&after[0]), link)?;
            if to == from || ways.iter().any(|(other, _)| *other == to) {
                let message = "a link leads to other cells, to each once";
                return Err(Problem::new(link.span(), message, "\"d3 w d2/d4\""));
            }
            ways.push((to, after));
        }
        let place = &mut steps[from.index()][usize::from(along.0)];
        if place.replace(ways.remove(0)).is_some() {
            let message = "a heading has one link from a cell, which names every cell of a fork";
            return Err(Problem::new(link.span(), message, "\"d3 w d2/d4\""));
        }
        if !ways.is_empty() {
            forks.insert((from, along.0), ways);
        }
    }
    Ok((steps, forks))
}

/// The number of sides of a hexagon.
const SIDES: usize = 6;

/// Returns three shades for cells with six sides, so that neighbours across a side differ. A step
/// changes the shade up or down by one as its heading's index is odd or even. It returns `None` if
/// the links do not allow that.
fn shades(steps: &[Vec<Option<(Cell, Dir)>>], forks: &Forks) -> Option<Vec<Shade>> {
    let mut numbers: Vec<Option<usize>> = vec![None; steps.len()];
    for first in 0..steps.len() {
        let mut open = vec![];
        if numbers[first].is_none() {
            numbers[first] = Some(0);
            open.push(first);
        }
        while let Some(from) = open.pop() {
            let number = numbers[from]?;
            for (heading, step) in (0..SIDES as u8).zip(&steps[from]) {
                let next = (number + if heading % 2 == 0 { 2 } else { 1 }) % 3;
                let others = forks.get(&(Cell(from as u8), heading)).into_iter().flatten();
                for (to, _) in step.iter().chain(others) {
                    match numbers[to.index()] {
                        Some(known) if known != next => return None,
                        Some(_) => {}
                        None => {
                            numbers[to.index()] = Some(next);
                            open.push(to.index());
                        }
                    }
                }
            }
        }
    }
    let shades = [Shade::Middle, Shade::Dark, Shade::Light];
    numbers.into_iter().map(|number| Some(shades[number?])).collect()
}

/// The number of sides of a square.
const SQUARE_SIDES: usize = 4;

/// Returns the edges of squares at the board's edge from which a step leads to the edge of another
/// square, beyond which the first one lies in turn.
fn seams(layout: &Layout, steps: &[Vec<Option<(Cell, Dir)>>]) -> Vec<Feature> {
    let outward = [(0.0, 0.5), (0.5, 0.0), (0.0, -0.5), (-0.5, 0.0)];
    let centre = |cell: usize| layout.tiles[cell].centre;
    let is_free = |cell: usize, (x, y): (f64, f64)| {
        let beyond = centre(cell).moved(Point { x: 2.0 * x, y: 2.0 * y });
        layout.tiles.iter().all(|tile| tile.centre.distance(beyond) > 0.5)
    };
    let leads = |from: usize, side: usize| steps[from][side].map(|(to, _)| to.index());
    // The sides of cells from which a step leads over the board's edge, and the cells there.
    let open: Vec<(usize, usize, usize)> = (0..steps.len())
        .flat_map(|cell| (0..SQUARE_SIDES).map(move |side| (cell, side)))
        .filter(|(cell, side)| is_free(*cell, outward[*side]))
        .filter_map(|(cell, side)| Some((cell, side, leads(cell, side)?)))
        .collect();
    let back = |from: usize, to: usize| {
        open.iter().position(|(cell, _, target)| (*cell, *target) == (to, from))
    };
    let mut edges: Vec<[Point; 2]> = open
        .iter()
        .map(|(cell, side, _)| {
            let (x, y) = outward[*side];
            let end = |(x, y)| centre(*cell).moved(Point { x, y });
            [end((x - y, y + x)), end((x + y, y - x))]
        })
        .collect();
    for (index, (from, _, to)) in open.iter().enumerate() {
        let Some(partner) = back(*from, *to).filter(|partner| index < *partner) else { continue };
        if is_twisted(&open, &edges, (index, partner), &back) {
            edges[partner].reverse();
        }
    }
    let has_partner = |(from, _, to): &(usize, usize, usize)| back(*from, *to).is_some();
    open.iter()
        .zip(edges)
        .filter(|(open, _)| has_partner(open))
        .map(|((from, _, to), ends)| {
            let cells = vec![Cell(*from as u8), Cell(*to as u8)];
            Feature::new(FeatureKind::Seam, Contour::polyline(ends.to_vec()), cells)
        })
        .collect()
}

/// Returns whether the board is turned over beyond a seam: the next seam beside it then lies beside
/// its partner at the end where it would not lie otherwise.
fn is_twisted(
    open: &[(usize, usize, usize)],
    edges: &[[Point; 2]],
    (index, partner): (usize, usize),
    back: &dyn Fn(usize, usize) -> Option<usize>,
) -> bool {
    let touches =
        |point: Point, other: &[Point; 2]| other.iter().any(|end| end.distance(point) < 0.1);
    let beside = |other: &usize| *other != index && open[*other].1 == open[index].1;
    (0..open.len()).filter(beside).any(|other| {
        let Some(beyond) = back(open[other].0, open[other].2) else { return false };
        let end = |one: usize, next: usize| {
            edges[one].iter().position(|point| touches(*point, &edges[next]))
        };
        // Ends that meet are the first of one edge and the last of the other.
        end(index, other).is_some_and(|here| end(partner, beyond) == Some(here))
    })
}

/// Returns the vectors of headings that are listed in their order round a cell: the first is
/// forward, the others follow clockwise.
fn vectors(sides: usize, corners: usize) -> Vec<Vector> {
    let round = |index: f64, count: usize| {
        let angle = index / count as f64 * std::f64::consts::TAU;
        (angle.sin(), angle.cos())
    };
    let across_sides = (0..sides).map(|index| round(index as f64, sides));
    let across_corners = (0..corners).map(|index| round(index as f64 + 0.5, corners));
    across_sides.chain(across_corners).collect()
}

/// Returns the layout: squares by file and rank, or the polygons that the file gives.
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
        let corners: Vec<[f64; 2]> = points.get_ref().iter().map(|Pair(point)| *point).collect();
        let is_sound = |[x, y]: &[f64; 2]| x.abs() <= 1000.0 && y.abs() <= 1000.0;
        let contour =
            Contour::polygon(corners.iter().map(|[x, y]| Point { x: *x, y: *y }).collect());
        let turns_left = area(&corners) > 1e-9;
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
    // Names stand in the cells, since the edge of the board is not known.
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

/// Returns twice the area within a polygon, positive if it runs counter-clockwise.
fn area(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}
