//! The shapes of boards. Each builds a [`Plane`](crate::plane::Plane) from a few numbers.

mod disc;
mod graph;
mod hex;
mod lattice;
mod look;
mod places;

use std::ops::Range;

use rotunda_movegen::Grid;

use crate::cells;
use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::source::Board;
use lattice::Wraps;
use places::grid;

/// Returns the board that a file describes, for its players.
pub fn plane(board: &Board, seating: Seating, span: Range<usize>) -> Result<Plane, Problem> {
    let shape = board.shape.get_ref().as_str();
    let Some((_, keys, example)) = SHAPES.iter().find(|(name, ..)| *name == shape) else {
        let message = format!("{shape:?} is no shape; there are {}", names().join(", "));
        return Err(Problem::new(board.shape.span(), message, SHAPES[0].2));
    };
    let missing = |key: &str| {
        let message = format!("a board of the shape {shape:?} needs the key {key:?}");
        Problem::new(span.clone(), message, *example)
    };
    if let Some(key) = given(board).into_iter().find(|key| !keys.contains(key)) {
        let message = format!("a board of the shape {shape:?} has no key {key:?}");
        return Err(Problem::new(span, message, *example));
    }
    let size = || {
        let files = board.files.ok_or_else(|| missing("files"))?;
        Ok((files, board.ranks.ok_or_else(|| missing("ranks"))?))
    };
    let with_holes = |size| -> Result<Grid, Problem> {
        let grid = grid(size, board.holes.as_ref(), span.clone())?;
        let triangles =
            board.triangles.as_ref().map(|text| cells::list(&grid, text)).transpose()?;
        Ok(grid.with_triangles(triangles.unwrap_or_default()))
    };
    let plane = match shape {
        "cylinder" => lattice::plane(with_holes(size()?)?, Wraps { files: true, ranks: false }),
        "torus" => lattice::plane(with_holes(size()?)?, Wraps { files: true, ranks: true }),
        "ring" => {
            let lanes = board.lanes.ok_or_else(|| missing("lanes"))?;
            let sectors = board.sectors.ok_or_else(|| missing("sectors"))?;
            lattice::ring(with_holes((lanes, sectors))?)
        }
        "disc" => {
            let size = size()?;
            if !size.1.is_multiple_of(2) {
                let message = "a file runs through the centre, so the number of ranks is even";
                return Err(Problem::new(span, message, *example));
            }
            disc::plane(with_holes(size)?)
        }
        "hex" => {
            let size = board.size.ok_or_else(|| missing("size"))?;
            hex::plane(size, board.letters.as_ref(), board.holes.as_ref(), span)?
        }
        "graph" => {
            let sides = board.orthogonal.as_ref().ok_or_else(|| missing("orthogonal"))?;
            graph::plane(with_holes(size()?)?, board, sides, span)?
        }
        _ => {
            let plane = lattice::plane(with_holes(size()?)?, Wraps::default());
            look::dressed(plane, board, seating, span)?
        }
    };
    Ok(Plane { seating, ..plane })
}

/// Returns the names of the shapes.
pub fn names() -> Vec<&'static str> {
    SHAPES.iter().map(|(name, ..)| *name).collect()
}

/// The shapes, the keys of each, and an example.
const SHAPES: [(&str, &[&str], &str); 7] = [
    (
        "rectangle",
        &["files", "ranks", "holes", "triangles", "lines", "colours"],
        "{ shape = \"rectangle\", files = 8, ranks = 8 }",
    ),
    ("cylinder", &["files", "ranks", "holes"], "{ shape = \"cylinder\", files = 8, ranks = 8 }"),
    ("torus", &["files", "ranks", "holes"], "{ shape = \"torus\", files = 8, ranks = 8 }"),
    ("ring", &["lanes", "sectors", "holes"], "{ shape = \"ring\", lanes = 4, sectors = 16 }"),
    ("disc", &["files", "ranks", "holes"], "{ shape = \"disc\", files = 9, ranks = 8 }"),
    ("hex", &["size", "letters", "holes"], "{ shape = \"hex\", size = 6 }"),
    (
        "graph",
        &[
            "files",
            "ranks",
            "holes",
            "triangles",
            "orthogonal",
            "diagonal",
            "black",
            "links",
            "polygons",
        ],
        "{ shape = \"graph\", files = 3, ranks = 1, orthogonal = \"e w\", links = [\"a1 e b1\"] }",
    ),
];

/// Returns the keys that a board has beside its shape.
fn given(board: &Board) -> Vec<&'static str> {
    let all = [
        ("files", board.files.is_some()),
        ("ranks", board.ranks.is_some()),
        ("lanes", board.lanes.is_some()),
        ("sectors", board.sectors.is_some()),
        ("size", board.size.is_some()),
        ("holes", board.holes.is_some()),
        ("triangles", board.triangles.is_some()),
        ("lines", board.lines.is_some()),
        ("colours", board.colours.is_some()),
        ("letters", board.letters.is_some()),
        ("orthogonal", board.orthogonal.is_some()),
        ("diagonal", board.diagonal.is_some()),
        ("black", !board.black.is_empty()),
        ("links", !board.links.is_empty()),
        ("polygons", !board.polygons.is_empty()),
    ];
    all.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| key).collect()
}
