//! [`Leap`]: the directions of a leap, and where it leads.

use rotunda_movegen::{Cell, Dir};

use crate::plane::{Plane, Vector};

/// One direction of a leap.
#[derive(Debug)]
pub struct Leap {
    /// As White sees it.
    pub vector: Vector,
    /// The heading on which the longer part goes.
    pub along: Dir,
    /// The heading next to `along` on which the shorter part goes: that of rising indices or not.
    rising: bool,
    /// The offsets of a step along `along` and along that next to it, on boards that have offsets.
    deltas: Option<[(i32, i32); 2]>,
}

/// Whether a heading across a side leads neither ahead nor aside.
pub fn is_slanted(plane: &Plane) -> bool {
    plane.orthogonal.iter().any(|dir| {
        let (x, y) = plane.vector(*dir);
        x.abs() > 1e-6 && y.abs() > 1e-6
    })
}

/// The directions of a leap.
pub fn leaps(plane: &Plane, (long, short): (u32, u32)) -> Vec<Leap> {
    let part = |dir: Dir, count: u32| {
        let (x, y) = plane.vector(dir);
        (x * f64::from(count), y * f64::from(count))
    };
    let mut all = Vec::new();
    if plane.lattice.is_none() && long == short {
        // A board without offsets says itself what lies across its corners.
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

/// The cells that a leap leads to: one or none, or several where lines fork.
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

/// The cell that a leap leads to on a board with offsets, whose lines do not fork.
pub fn land(plane: &Plane, from: Cell, leap: &Leap, parts: (u32, u32)) -> Option<Cell> {
    lands(plane, from, leap, parts).first().copied()
}
