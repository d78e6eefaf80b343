//! Keys of a file that change nothing.

use std::collections::BTreeSet;

use rotunda_movegen::{Board, Cell, KindSpec, Mode, Path, Role, Seat, Spec};

use crate::plane::Plane;
use crate::source::{self, Piece};

/// Returns the keys that change nothing, each in a line.
pub fn idle(plane: &Plane, spec: &Spec, game: &source::Game, found: &mut Vec<String>) {
    for (piece, kind) in game.piece.iter().zip(&spec.kinds) {
        for (key, is_idle) in keys(plane, spec, (piece, kind)) {
            if is_idle {
                found.push(format!("{}: the key '{key}' changes nothing", kind.letter));
            }
        }
    }
    let takes = spec.kinds.iter().any(|kind| takes_in_passing(spec, kind));
    let counts = game.en_passant.is_some() && !takes;
    let dead = game.dead.as_ref().filter(|_| spec.dead.never);
    let lone = dead.is_some_and(|dead| dead.lone.is_some());
    let one_colour = dead.is_some_and(|dead| dead.one_colour.is_some());
    for (key, is_idle) in [("en_passant", counts), ("lone", lone), ("one_colour", one_colour)] {
        if is_idle {
            found.push(format!("the key '{key}' changes nothing"));
        }
    }
}

/// Returns the keys of a piece that the file has, and whether each changes nothing.
fn keys(
    plane: &Plane,
    spec: &Spec,
    (piece, kind): (&Piece, &KindSpec),
) -> Vec<(&'static str, bool)> {
    let is_pawn = kind.role == Role::Pawn;
    let none = |cells: &[Vec<Cell>]| cells.iter().all(Vec::is_empty);
    let becomes_nothing = kind.choices.iter().all(Vec::is_empty);
    let promotes = enters(kind, &kind.promotes_on) && !becomes_nothing;
    let starts = kind.paths.iter().flatten().flatten().any(is_start);
    let stays = |cells: &[Cell]| cells.len() == plane.cells();
    let within = || {
        let home = crate::cells::by_seat(plane, piece.within.as_ref());
        home.is_ok_and(|home| home.iter().all(|cells| stays(cells)))
    };
    let changes = || {
        kind.changes.as_ref().is_some_and(|(leaving, into)| {
            let leaves = |from: &Cell| kind.paths.iter().any(|seat| !seat[from.index()].is_empty());
            spec.kinds[into.index()].letter == kind.letter || !leaving.iter().any(leaves)
        })
    };
    vec![
        ("double", piece.double.is_some() && !(is_pawn && starts)),
        ("start", piece.start.is_some() && !(is_pawn && starts)),
        ("en_passant", piece.en_passant && !takes_in_passing(spec, kind)),
        ("promotes_on", piece.promotes_on.is_some() && !promotes),
        (
            "declines_on",
            piece.declines_on.is_some() && !(promotes && enters(kind, &kind.declines_on)),
        ),
        ("becomes", piece.becomes.is_some() && !promotes),
        ("supply", piece.supply.is_some() && !promotes),
        ("closed", piece.closed.is_some() && none(&kind.closed)),
        ("changes", changes()),
        ("within", piece.within.is_some() && within()),
        ("faces", piece.faces.is_some() && kind.faces.iter().flatten().flatten().all(is_empty)),
        ("regions", !piece.regions.is_empty() && !keeps_in(kind)),
    ]
}

/// Returns whether a path leads nowhere.
fn is_empty(path: &Path) -> bool {
    path.cells.is_empty()
}

/// Returns whether a path has a start step.
fn is_start(path: &Path) -> bool {
    path.mode == Mode::Quiet && path.cells.len() > 1
}

/// Returns whether pieces of a kind, of any seat, can reach some of that seat's cells.
fn enters(kind: &KindSpec, cells: &[Vec<Cell>]) -> bool {
    kind.paths.iter().zip(cells).any(|(paths, cells)| {
        paths.iter().flatten().flat_map(Path::targets).any(|cell| cells.contains(cell))
    })
}

/// Returns whether regions forbid some step of a king.
fn keeps_in(kind: &KindSpec) -> bool {
    let is_kept = |region: &Vec<Cell>, from: &Cell| {
        let paths = kind.paths.iter().flat_map(|seat| &seat[from.index()]);
        paths.flat_map(Path::targets).any(|to| !region.contains(to))
    };
    kind.regions.iter().any(|region| region.iter().any(|from| is_kept(region, from)))
}

/// Returns whether a kind can ever capture en passant. It needs a leap to a cell that an enemy's
/// start step passes, which is not a quiet move of its own.
pub fn takes_in_passing(spec: &Spec, kind: &KindSpec) -> bool {
    // Pieces that jump capture such pawns by jumps.
    if !kind.en_passant {
        return false;
    }
    let seats = 0..kind.paths.len();
    seats.clone().any(|seat| {
        let enemies = seats.clone().filter(|other| *other != seat);
        let passed: BTreeSet<Cell> = enemies.flat_map(|enemy| passed_cells(spec, enemy)).collect();
        spec.grid.all().any(|from| {
            let paths = kind.paths[seat][from.index()].iter();
            let quiet = paths.filter(|path| !matches!(path.mode, Mode::Capture | Mode::Hop));
            let goes: BTreeSet<&Cell> = quiet.flat_map(Path::targets).collect();
            let leaps = kind.capture_leaps(&spec.grid, Seat(seat as u8), from);
            leaps.iter().any(|to| passed.contains(to) && !goes.contains(to))
        })
    })
}

/// Returns the cells that a seat's start steps may pass.
fn passed_cells(spec: &Spec, seat: usize) -> Vec<Cell> {
    let pawns = spec.kinds.iter().filter(|kind| kind.role == Role::Pawn);
    let paths = pawns.flat_map(|pawn| pawn.paths[seat].iter().flatten());
    let starts = paths.filter(|path| is_start(path));
    starts.flat_map(|path| path.cells[..path.cells.len() - 1].to_vec()).collect()
}
