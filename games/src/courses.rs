//! [`Course`]: a movement as the pieces of one seat go it, and its paths from each cell.

use rotunda_movegen::{Bitboard, Cell, Dir, Mode, Path, Seat};

use crate::betza::Atom;
use crate::leaps::{Leap, is_slanted, land, lands, leaps};
use crate::motion::Movement;
use crate::plane::{PASSED, Plane};

/// A movement as the pieces of one seat make it.
#[derive(Debug)]
pub struct Course<'a> {
    mode: Mode,
    /// The cells on which the movement is possible.
    from: Bitboard<2>,
    legs: Legs<'a>,
}

/// The paths of a movement.
#[derive(Debug)]
enum Legs<'a> {
    /// Leaps, each repeated as often as the atom says.
    Leaps(Vec<Leap>, &'a Atom),
    /// Steps along headings, with the most steps.
    Rays(Vec<Dir>, usize),
    /// Paths of several legs, each with its most steps.
    Bent(Vec<Vec<(Dir, usize)>>),
    /// Paths that are written out, for every cell.
    Written(&'a [Vec<Vec<Cell>>]),
}

/// Returns the cells that a lame leap passes and the cell where it ends. Steps across sides come
/// first, then those across corners. It is empty if one of the cells is missing.
fn lame(plane: &Plane, from: Cell, leap: &Leap, (long, short): (u32, u32)) -> Vec<Cell> {
    let steps = (1..=long).map(|step| (step, step.saturating_sub(long - short)));
    let cells: Option<Vec<Cell>> = steps.map(|part| land(plane, from, leap, part)).collect();
    cells.filter(|cells| !cells.contains(&from)).unwrap_or_default()
}

/// Returns the paths of a leap that is repeated up to `most` times.
fn riders(plane: &Plane, from: Cell, leap: &Leap, atom: &Atom, most: usize) -> Vec<Vec<Cell>> {
    if plane.lattice.is_some() {
        return vec![rider(plane, from, leap, atom, most)];
    }
    if most > 1 {
        return plane.rays(from, leap.along, most);
    }
    let cells = lands(plane, from, leap, atom.leap).into_iter();
    cells.filter(|to| *to != from).map(|to| vec![to]).collect()
}

/// Returns the cells of a leap that is repeated up to `most` times, on a board with offsets.
fn rider(plane: &Plane, from: Cell, leap: &Leap, atom: &Atom, most: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut passed = Bitboard::<2>::of(from);
    let mut at = from;
    while cells.len() < most
        && let Some(next) = land(plane, at, leap, atom.leap)
        && !passed.has(next)
    {
        cells.push(next);
        passed |= Bitboard::of(next);
        at = next;
    }
    cells
}

/// Returns the paths of several legs, each with whether it is complete. There is one path unless
/// lines fork. A leg that ends early ends its path.
fn bent(plane: &Plane, from: Cell, legs: &[(Dir, usize)]) -> Vec<(Vec<Cell>, bool)> {
    let mut ended: Vec<(Vec<Cell>, bool)> = Vec::new();
    let mut open: Vec<Vec<Cell>> = vec![Vec::new()];
    for &(dir, most) in legs {
        let mut next = Vec::new();
        for path in open {
            let at = path.last().copied().unwrap_or(from);
            for leg in plane.rays(at, dir, most) {
                let is_new = |cell: &Cell| *cell != from && !path.contains(cell);
                let fresh = leg.iter().copied().take_while(is_new);
                let longer: Vec<Cell> = path.iter().copied().chain(fresh).collect();
                let is_whole = most == usize::MAX || leg.len() == most;
                if is_whole && longer.len() == path.len() + leg.len() {
                    next.push(longer);
                } else {
                    ended.push((longer, false));
                }
                if ended.len() + next.len() > PASSED {
                    return ended;
                }
            }
        }
        open = next;
    }
    ended.extend(open.into_iter().map(|path| (path, true)));
    ended
}

impl<'a> Course<'a> {
    /// Returns a movement as the pieces of a seat make it; `None` if it belongs to another seat.
    pub fn new(plane: &Plane, movement: &'a Movement, seat: Seat) -> Option<Self> {
        let seen = |dir: &Dir| plane.seen_by(seat, *dir);
        let (legs, owner) = match movement {
            Movement::From(movement, cells) => {
                let course = Self::new(plane, movement, seat)?;
                return Some(Self { from: cells[seat.index()], ..course });
            }
            Movement::Atom(atom) => {
                let slanted = is_slanted(plane);
                let mut all = leaps(plane, atom.leap);
                all.retain(|leap| atom.goes(plane.vector_to(seat, leap.vector), slanted));
                (Legs::Leaps(all, atom), None)
            }
            Movement::Along(dirs, most, _, owner) => {
                (Legs::Rays(dirs.iter().map(seen).collect(), *most), *owner)
            }
            Movement::Bent(all, _, owner) => {
                let legs = |legs: &Vec<(Dir, usize)>| {
                    legs.iter().map(|(dir, most)| (seen(dir), *most)).collect()
                };
                (Legs::Bent(all.iter().map(legs).collect()), *owner)
            }
            Movement::Written(all, _, owner) => (Legs::Written(all), *owner),
        };
        let course = Self { mode: movement.mode(), from: Bitboard::ALL, legs };
        owner.is_none_or(|owner| owner == seat).then_some(course)
    }

    /// Returns the paths of a piece from a cell. A quiet single step becomes up to `steps` steps.
    pub fn paths(&self, plane: &Plane, from: Cell, steps: usize) -> Vec<Path> {
        if !self.from.has(from) {
            return Vec::new();
        }
        let mode = self.mode;
        let lengthened = |most: usize| if mode == Mode::Quiet && most == 1 { steps } else { most };
        let lists: Vec<Vec<Cell>> = match &self.legs {
            Legs::Leaps(leaps, atom) if mode == Mode::Lame => {
                leaps.iter().map(|leap| lame(plane, from, leap, atom.leap)).collect()
            }
            Legs::Leaps(leaps, atom) => {
                let most = lengthened(atom.most);
                leaps.iter().flat_map(|leap| riders(plane, from, leap, atom, most)).collect()
            }
            Legs::Rays(dirs, most) => {
                dirs.iter().flat_map(|dir| plane.rays(from, *dir, lengthened(*most))).collect()
            }
            Legs::Bent(all) => {
                let leg = |legs: &[(Dir, usize)]| match legs {
                    [(dir, most)] => bent(plane, from, &[(*dir, lengthened(*most))]),
                    _ => bent(plane, from, legs),
                };
                let ways = all.iter().flat_map(|legs| leg(legs));
                // A lame leap that is not complete does not exist.
                let led = ways.filter(|(_, is_whole)| *is_whole || mode != Mode::Lame);
                led.map(|(cells, _)| cells).collect()
            }
            Legs::Written(all) => all[from.index()].clone(),
        };
        let paths = lists.into_iter().filter(|cells| !cells.is_empty());
        paths.map(|cells| Path { cells, mode }).collect()
    }
}
