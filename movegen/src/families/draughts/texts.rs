//! Moves as text: the text of a series of jumps has every cell that it visits.

use std::collections::HashMap;

use super::duty;
use super::generation::{check_info as check_info_of, generate_safe};
use super::jump_safety::JumpSafety;
use super::moves::SeriesMove;
use super::one::OneSeries;
use super::series::Series;
use super::takers::jumps_of;
use super::walk::{friendly_series, is_series};
use crate::families::GenBudget;
use crate::families::duel::{PlainText, plain_text};
use crate::families::rules::Written;
use crate::geometry::{Bitboard, Cell};
use crate::position::{AsMove, CheckInfo, GenKind, Position};
use crate::tables::Jumps;

/// The end and the victims of a series, which identify it among those of one draughtsman.
type Ends<const W: usize> = (Cell, Bitboard<W>);

/// Asks about the series of the draughtsman on a cell.
fn with_safety<'v, const W: usize, T>(
    position: &Position<'v, W>,
    ask: impl FnOnce(&'v Jumps<W>, &JumpSafety<W>) -> T,
) -> T {
    let jumps = jumps_of(position);
    let jump_safety = JumpSafety::of(position, jumps, &check_info_of(position));
    ask(jumps, &jump_safety)
}

/// Returns the moves as text, series with their canonical paths. It explores each draughtsman once.
pub(super) fn written<const W: usize>(
    position: &Position<W>,
    moves: &[SeriesMove<W>],
) -> Vec<Written> {
    let mut explored: HashMap<Cell, HashMap<Ends<W>, Vec<Cell>>> = HashMap::new();
    let written = |mv: &SeriesMove<W>| {
        if !is_series(position, mv) {
            return plain_written(position, mv);
        }
        let path = if moves.len() == 1 {
            one_path(position, mv)
        } else {
            let paths =
                explored.entry(mv.from()).or_insert_with(|| paths_from(position, mv.from()));
            paths.get(&(mv.to(), mv.taken())).cloned()
        };
        series_written(position, path.expect("a lawful series has a path"))
    };
    moves.iter().map(written).collect()
}

/// Returns a move that is no series as text.
pub(super) fn plain_written<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> Written {
    let (text, cells) = (plain_text(position, mv.plain()), vec![mv.from(), mv.to()]);
    Written { text, cells, is_series: false }
}

/// Returns a series along a path as text.
pub(super) fn series_written<const W: usize>(position: &Position<W>, cells: Vec<Cell>) -> Written {
    let text = cells.iter().map(|cell| position.variant().grid().name(*cell)).collect();
    Written { text, cells, is_series: true }
}

/// The canonical path of a series; `None` if jumps do not lead so.
fn one_path<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> Option<Vec<Cell>> {
    with_safety(position, |jumps, jump_safety| {
        let mut series = OneSeries::new(position, jumps, jump_safety, mv.from());
        series.path(mv.to(), mv.taken())
    })
}

fn paths_from<const W: usize>(position: &Position<W>, from: Cell) -> HashMap<Ends<W>, Vec<Cell>> {
    let series = with_safety(position, |jumps, jump_safety| {
        Series::explore(position, jumps, jump_safety, from, &mut GenBudget::unlimited())
    });
    let with_ends = |(path, taken): (Vec<Cell>, Bitboard<W>)| {
        let end = *path.last().expect("a path has its first cell");
        ((end, taken), path)
    };
    series.paths().all().map(with_ends).collect()
}

/// Returns whether a move is legal, without the list of all series.
pub(super) fn is_legal<const W: usize>(position: &Position<W>, mv: &SeriesMove<W>) -> bool {
    let check_info = check_info_of(position);
    let is_safe = if is_series(position, mv) {
        let path = one_path(position, mv);
        path.and_then(|path| series_along(position, &check_info, &path)).as_ref() == Some(mv)
    } else {
        plain_moves(position, &check_info).contains(mv)
    };
    is_safe && duty::allows(position, &check_info, mv)
}

/// The moves but series that leave the king safe.
fn plain_moves<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
) -> Vec<SeriesMove<W>> {
    let mut plain = Vec::new();
    generate_safe(position, check_info, GenKind::All, &mut GenBudget::new(0, 0), &mut plain);
    plain.retain(|mv| !is_series(position, mv));
    plain
}

/// Returns the lawful move with this text. It accepts any lawful path of a series, and does not
/// need a list of all series.
pub(super) fn find<const W: usize>(position: &Position<W>, text: &str) -> Option<SeriesMove<W>> {
    let check_info = check_info_of(position);
    let wanted = PlainText::parse(position, text)?;
    let is_meant = |mv: &SeriesMove<W>| wanted.is_of(position, mv.plain());
    let plain = plain_moves(position, &check_info).into_iter().find(is_meant);
    let found = plain.or_else(|| series_along(position, &check_info, &cells(position, text)?));
    found.filter(|mv| duty::allows(position, &check_info, mv))
}

/// Returns the series of jumps along a path, if it leaves the king safe.
fn series_along<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    path: &[Cell],
) -> Option<SeriesMove<W>> {
    let (from, to) = (*path.first()?, *path.last()?);
    let jumps = jumps_of(position);
    if path.len() < 2 || !position.pieces(position.turn, jumps.kind).has(from) {
        return None;
    }
    let jump_safety = JumpSafety::of(position, jumps, check_info);
    let taken = OneSeries::new(position, jumps, &jump_safety, from).follow(path)?;
    if !taken.is_empty() {
        return Some(SeriesMove::capture(from, to, taken));
    }
    friendly_series(position, check_info, (jumps, &jump_safety), path)
}

/// The cells that a text names one after another.
fn cells<const W: usize>(position: &Position<W>, text: &str) -> Option<Vec<Cell>> {
    let mut path = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (cell, later) = position.variant.grid().first_named(rest)?;
        path.push(cell);
        rest = later;
    }
    Some(path)
}
