//! Moves as text: a series of jumps is written with every cell that it visits.

use std::collections::HashMap;

use super::jump_safety::JumpSafety;
use super::moves::SeriesMove;
use super::series::Series;
use super::{Draughts, jumps_of};
use crate::families::duel::plain_text;
use crate::families::rules::Rules;
use crate::geometry::{Bitboard, Cell};
use crate::position::{AsMove, Position, Select};

/// What tells apart the series of one draughtsman: where they end and whom they take.
type Ends<const W: usize> = (Cell, Bitboard<W>);

fn explore<'v, const W: usize>(position: &Position<'v, W>, from: Cell) -> Series<'v, W> {
    let jumps = jumps_of(position);
    let jump_safety = JumpSafety::of(position, jumps, &Draughts::check_info(position));
    Series::explore(position, jumps, &jump_safety, from)
}

/// Whether a move is a series of jumps: a draughtsman's that goes further than a step.
fn is_series<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> bool {
    let jumps = jumps_of(position);
    position.pieces(position.turn, jumps.kind).has(mv.from()) && jumps.class(mv.from()).has(mv.to())
}

/// The moves as text, series with their canonical paths; each draughtsman is explored once.
pub(super) fn texts<const W: usize>(
    position: &Position<W>,
    moves: &[SeriesMove<W>],
) -> Vec<String> {
    let mut explored: HashMap<Cell, HashMap<Ends<W>, String>> = HashMap::new();
    let text = |mv: &SeriesMove<W>| {
        if !is_series(position, mv) {
            return plain_text(position, mv.plain());
        }
        if moves.len() == 1 {
            return one_path(position, mv);
        }
        let paths = explored.entry(mv.from()).or_insert_with(|| paths_from(position, mv.from()));
        paths.get(&(mv.to(), mv.taken())).cloned().expect("a lawful series has a path")
    };
    moves.iter().map(text).collect()
}

fn one_path<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> String {
    let series = explore(position, mv.from());
    let path = series.paths().path(mv.to(), mv.taken()).expect("a lawful series has a path");
    path.iter().map(|cell| position.variant().grid().name(*cell)).collect()
}

fn paths_from<const W: usize>(position: &Position<W>, from: Cell) -> HashMap<Ends<W>, String> {
    let grid = position.variant.grid();
    let series = explore(position, from);
    let named = |(path, taken): (Vec<Cell>, Bitboard<W>)| {
        let end = *path.last().expect("a path has its first cell");
        let text = path.iter().map(|cell| grid.name(*cell)).collect();
        ((end, taken), text)
    };
    series.paths().all().map(named).collect()
}

/// The lawful move with this text; of a series any lawful path is understood.
pub(super) fn find<const W: usize>(position: &Position<W>, text: &str) -> Option<SeriesMove<W>> {
    let mut moves = Vec::new();
    Draughts::generate(position, &Draughts::check_info(position), Select::All, &mut moves);
    let meant =
        |mv: &&SeriesMove<W>| !is_series(position, mv) && plain_text(position, mv.plain()) == text;
    if let Some(found) = moves.iter().find(meant) {
        return Some(*found);
    }
    let path = cells(position, text)?;
    let (from, to) = (*path.first()?, *path.last()?);
    if path.len() < 2 || !position.pieces(position.turn, jumps_of(position).kind).has(from) {
        return None;
    }
    let taken = explore(position, from).follow(&path)?;
    let meant = |mv: &&SeriesMove<W>| {
        is_series(position, mv) && mv.from() == from && mv.to() == to && mv.taken() == taken
    };
    moves.iter().find(meant).copied()
}

/// The cells that a text names one after another.
fn cells<const W: usize>(position: &Position<W>, text: &str) -> Option<Vec<Cell>> {
    let mut path = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (name, later) = rest.split_at_checked(1 + digits)?;
        path.push(position.variant.grid().named(name)?);
        rest = later;
    }
    Some(path)
}
