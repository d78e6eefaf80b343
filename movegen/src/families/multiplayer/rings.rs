//! Circular boards as text for people: with the rings pressed flat, so that both seams are visible.

use super::parts::{player, square};
use super::{MINUS, PLUS, is_byzantine};
use crate::families::drawing::{Drawing, Trail};
use crate::geometry::file_letter;
use crate::position::{Position, seats};
use crate::tables::Seat;

/// The sector of each home after which Byzantine games have a dotted line, which is not one of
/// promotion.
const BEFORE_LINE: usize = 1;

/// Returns the drawing of a ring's turn at the left end of the half above the hole. Rings count
/// from the innermost. The other end is mirrored, and the half below the hole has other corners.
fn ring_end(ring: usize, rings: usize) -> String {
    match ring {
        0 => "|".repeat(rings - 1),
        _ => format!("{}.{}", "|".repeat(rings - 1 - ring), "-".repeat(ring - 1)),
    }
}

/// Returns the board pressed flat, with a seat's pieces in the middle of the lower half, the hole
/// between the halves, and the players below.
///
/// Sectors run to the right below the hole and to the left above it; at both ends each ring
/// continues in the other half, as the lines there show.
pub(super) fn draw<const W: usize>(position: &Position<W>, from: Seat, trail: Trail) -> Drawing {
    let grid = position.variant().grid();
    let (rings, sectors) = (grid.files(), grid.ranks());
    let pitch = sectors / position.variant().seats();
    let half = sectors / 2;
    // A home takes half of the sectors that each seat has.
    let first = from.index() * pitch + sectors - (half - pitch / 2) / 2;
    let lines = promotion_lines(position, pitch);
    let lower: Vec<usize> = (first..first + half).map(|sector| sector % sectors).collect();
    let upper: Vec<usize> =
        (first + half..first + sectors).rev().map(|sector| sector % sectors).collect();
    let mut drawing = Drawing::default();
    let outside = " ".repeat(rings);
    numbers(&mut drawing, rings, &upper);
    border(&mut drawing, half, [&outside, "---"]);
    for ring in (0..rings).rev() {
        row(&mut drawing, position, (ring, &upper), &ring_end(ring, rings), (&lines, trail));
    }
    border(&mut drawing, half, [&format!("{} ", ring_end(0, rings)), "==="]);
    for ring in 0..rings {
        let end = ring_end(ring, rings).replace('.', "'");
        row(&mut drawing, position, (ring, &lower), &end, (&lines, trail));
    }
    border(&mut drawing, half, [&outside, "---"]);
    numbers(&mut drawing, rings, &lower);
    drawing.push("\n");
    for seat in seats(u8::MAX).take(position.variant().seats()) {
        player(&mut drawing, position, seat);
    }
    drawing
}

/// Returns the sectors after which dotted lines follow. Pawns of both directions promote before
/// these lines.
fn promotion_lines<const W: usize>(position: &Position<W>, pitch: usize) -> Vec<usize> {
    let variant = position.variant();
    let sectors = variant.grid().ranks();
    if is_byzantine(variant) {
        return (BEFORE_LINE..sectors).step_by(pitch).collect();
    }
    let mut lines = Vec::new();
    for kind in [PLUS, MINUS].into_iter().filter(|kind| variant.is_pawn(*kind)) {
        for seat in (0..variant.seats()).map(|seat| Seat(seat as u8)) {
            for cell in variant.promotion_zone(seat, kind) {
                let sector = variant.grid().place(cell).1;
                lines.push(if kind == PLUS { sector } else { (sector + sectors - 1) % sectors });
            }
        }
    }
    lines
}

/// Adds the numbers of sectors.
fn numbers(drawing: &mut Drawing, rings: usize, sectors: &[usize]) {
    drawing.push(&" ".repeat(rings - 1));
    for sector in sectors {
        drawing.push(&format!("{:>4}", sector + 1));
    }
    drawing.push("\n");
}

/// Adds a line between rows, with a text before it.
fn border(drawing: &mut Drawing, cells: usize, [end, line]: [&str; 2]) {
    let text = format!("{end}{}+{}", format!("+{line}").repeat(cells), mirrored(end));
    drawing.push(text.trim_end());
    drawing.push("\n");
}

fn mirrored(text: &str) -> String {
    text.chars().rev().collect()
}

/// Adds half of a ring, with the dotted lines on which pawns promote drawn as colons.
fn row<const W: usize>(
    drawing: &mut Drawing,
    position: &Position<W>,
    (ring, sectors): (usize, &[usize]),
    end: &str,
    (lines, trail): (&[usize], Trail),
) {
    let all = position.variant().grid().ranks();
    let cell = |sector: usize| position.variant().grid().cell(ring, sector % all);
    // The sectors beside the ends are in the other half.
    let rises = sectors.get(1).is_none_or(|next| *next == (sectors[0] + 1) % all);
    let beside = |sector: usize, up: bool| (sector + if up == rises { 1 } else { all - 1 }) % all;
    let mut left = beside(sectors[0], false);
    let name = file_letter(ring);
    drawing.push(&format!("{end}{name}"));
    for &sector in sectors {
        between(drawing, [left, sector], all, (lines, trail.edge([cell(left), cell(sector)])));
        if let Some(cell) = cell(sector) {
            square(drawing, position, cell, trail);
        }
        left = sector;
    }
    let right = beside(left, true);
    between(drawing, [left, right], all, (lines, trail.edge([cell(left), cell(right)])));
    drawing.push(&format!("{name}{}\n", mirrored(end)));
}

/// Adds the mark between two neighbouring sectors.
fn between(
    drawing: &mut Drawing,
    sectors: [usize; 2],
    all: usize,
    (lines, edge): (&[usize], Option<&str>),
) {
    let is_next = |low: usize, high: usize| (low + 1) % all == high;
    let low = if is_next(sectors[0], sectors[1]) { sectors[0] } else { sectors[1] };
    let line = if lines.contains(&low) { ":" } else { "|" };
    drawing.push(edge.unwrap_or(line));
}
