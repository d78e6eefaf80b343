//! [`Leap`]: the directions of a leap, and where it leads.

use rotunda_movegen::{Cell, Dir};

use crate::plane::{Plane, Vector};

/// One direction of a leap.
#[derive(Debug)]
pub struct Leap {
    /// The direction as White sees it.
    pub vector: Vector,
    /// The heading of the longer part.
    pub along: Dir,
    /// Whether the shorter part goes along the neighbour of `along` on the side of rising indices.
    rising: bool,
    /// The offsets of a step along `along` and along the heading next to it, on boards with
    /// offsets.
    deltas: Option<[(i32, i32); 2]>,
}

/// Returns whether some heading across a side goes neither ahead nor aside.
pub fn is_slanted(plane: &Plane) -> bool {
    plane.orthogonal.iter().any(|dir| {
        let (x, y) = plane.vector(*dir);
        x.abs() > 1e-6 && y.abs() > 1e-6
    })
}

/// Returns the directions of a leap.
pub fn leaps(plane: &Plane, (long, short): (u32, u32)) -> Vec<Leap> {
    let part = |dir: Dir, count: u32| {
        let (x, y) = plane.vector(dir);
        (x * f64::from(count), y * f64::from(count))
    };
    let mut all = Vec::new();
    if plane.lattice.is_none() && long == short {
        // A board without offsets names the cells across its corners itself.
        let diagonal = |dir: &Dir| {
            let vector = part(*dir, long);
            Leap { vector, along: *dir, rising: true, deltas: None }
        };
        return plane.diagonal.iter().map(diagonal).collect();
    }
    let delta = |dir: Dir| {
        let index = plane.orthogonal.iter().position(|known| *known == dir)?;
        Some(plane.lattice.as_ref()?.deltas[index])
    };
    for &along in &plane.orthogonal {
        for rising in [true, false] {
            if !rising && (short == 0 || short == long) {
                continue;
            }
            let Some(beside) = plane.beside(along, rising) else { continue };
            let ((ax, ay), (bx, by)) = (part(along, long), part(beside, short));
            let deltas = delta(along).zip(delta(beside)).map(|(along, beside)| [along, beside]);
            all.push(Leap { vector: (ax + bx, ay + by), along, rising, deltas });
        }
    }
    all
}

/// Returns the targets of a leap: one or none, or several where lines fork.
pub fn lands(plane: &Plane, from: Cell, leap: &Leap, (long, short): (u32, u32)) -> Vec<Cell> {
    if let (Some(lattice), Some([(ax, ay), (bx, by)])) = (&plane.lattice, leap.deltas) {
        let (long, short) = (long as i32, short as i32);
        let to = (ax * long + bx * short, ay * long + by * short);
        return lattice.offset(from, to).into_iter().collect();
    }
    let turns = plane.walks(from, leap.along, long);
    if short == 0 || short == long {
        return turns.into_iter().map(|(turn, _)| turn).collect();
    }
    let aside = |(turn, facing)| {
        let dir = plane.beside(facing, leap.rising);
        dir.map_or_else(Vec::new, |dir| plane.walks(turn, dir, short))
    };
    turns.into_iter().flat_map(aside).map(|(to, _)| to).collect()
}

/// Returns the target of a leap on a board with offsets, whose lines do not fork.
pub fn land(plane: &Plane, from: Cell, leap: &Leap, parts: (u32, u32)) -> Option<Cell> {
    lands(plane, from, leap, parts).first().copied()
}
