//! The rules of Circular Chess beyond those of chess (docs/rules/circular.md).

use super::{Coverage, Step};
use crate::oracle::{Piece, State, WHITE};
use crate::support::{Oracle, place};

/// The events that the compared positions of every board must contain.
const REQUIRED: [&str; 19] = [
    "crossing straight",
    "crossing by capture",
    "en passant from the side file",
    "en passant refused to an uncrossed pawn",
    "promotion on the own rim",
    "promotion on the enemy's rim",
    "a pawn stuck on the side file",
    "a capture from the end of the side file",
    "round a circle, both ways open",
    "round a circle, one way open",
    "check round a circle, both ways open",
    "check round a circle, one way open",
    "straight through the centre",
    "diagonally through the centre or round the side",
    "past the corner of a void",
    "knight's move that exists one way only",
    "knight's capture that exists one way only",
    "castling refused for b1 or b8 alone",
    "two ways check, one put in does not help",
];

/// Returns the events that the compared positions of a variant must contain.
pub fn required() -> Vec<String> {
    REQUIRED.iter().map(ToString::to_string).collect()
}

/// Returns the spaces of the circle on which a space lies, counter-clockwise (rules 1.1).
fn circle(cell: &str) -> Vec<String> {
    let (_, rank) = place(cell);
    let near = rank.min(7 - rank);
    let row = |rank: i32| (0..9).map(move |file| crate::support::name(file, rank));
    row(near).chain(row(7 - near)).collect()
}

/// Returns the spaces between two spaces of one circle, for each of the two ways round.
fn ways(from: &str, to: &str) -> Option<[Vec<String>; 2]> {
    let mut ring = circle(from);
    let start = ring.iter().position(|cell| cell == from)?;
    ring.rotate_left(start);
    let end = ring.iter().position(|cell| cell == to).filter(|end| *end > 0)?;
    Some([ring[1..end].to_vec(), ring[end + 1..].to_vec()])
}

/// Returns the number of open ways round a circle between two spaces, 2 at most.
fn open_ways(oracle: &Oracle, s: &State, from: &str, to: &str) -> usize {
    let open = |way: &&Vec<String>| {
        way.iter().all(|cell| oracle.cells.contains(cell) && oracle.piece(s, cell).is_none())
    };
    ways(from, to).map_or(0, |ways| ways.iter().filter(open).count())
}

/// Returns whether the circle of a space has no void.
fn is_unbroken(oracle: &Oracle, cell: &str) -> bool {
    circle(cell).iter().all(|cell| oracle.cells.contains(cell))
}

pub fn watch(oracle: &Oracle, s: &State, steps: &[Step], coverage: &mut Coverage) {
    let king = oracle.king(s, s.side);
    let along = |from: &String| {
        oracle.piece(s, from).is_some_and(|piece| matches!(piece.kind, 'R' | 'Q'))
            && is_unbroken(oracle, from)
    };
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    for from in checkers.iter().filter(|from| along(from)) {
        let open = open_ways(oracle, s, from, &king);
        coverage.note_if(open == 2, "check round a circle, both ways open");
        coverage.note_if(open == 1, "check round a circle, one way open");
        let put_in = |step: &&Step| {
            let into =
                |ways: &[Vec<String>; 2]| ways.iter().any(|way| way.contains(&step.to.into()));
            !step.attempt.legal
                && step.piece.kind != 'K'
                && ways(from, &king).as_ref().is_some_and(into)
        };
        let useless = open == 2 && steps.iter().any(|step| put_in(&step));
        coverage.note_if(useless, "two ways check, one put in does not help");
    }
    watch_en_passant(oracle, s, coverage);
    watch_castling(oracle, s, coverage);
    for step in steps.iter().filter(|step| step.attempt.legal) {
        match step.piece.kind {
            'P' => {
                let crossed =
                    oracle.piece(&step.attempt.after, step.to).is_some_and(|m| m.kind == 'X');
                coverage.note_if(crossed && !step.takes, "crossing straight");
                coverage.note_if(crossed && step.takes, "crossing by capture");
            }
            'X' => watch_crossed(step, coverage),
            'N' => {
                let one_way = !knight_reaches(oracle, step.to, step.from);
                coverage.note_if(one_way, "knight's move that exists one way only");
                coverage
                    .note_if(one_way && step.takes, "knight's capture that exists one way only");
            }
            _ => watch_slide(oracle, s, step, coverage),
        }
    }
    let stuck = |cell: &&String| {
        let at = place(cell);
        let beyond = if at.1 < 4 { at.1 - 1 } else { at.1 + 1 };
        oracle.piece(s, cell).is_some_and(|piece| piece.kind == 'X')
            && at.0 == 8
            && !oracle.has(8, beyond)
    };
    coverage.note_if(oracle.cells.iter().any(|cell| stuck(&cell)), "a pawn stuck on the side file");
}

fn watch_crossed(step: &Step, coverage: &mut Coverage) {
    let own_rim = if step.piece.side == WHITE { 0 } else { 7 };
    let rank = place(step.to).1;
    let promotes = step.promotion.is_some();
    coverage.note_if(promotes && rank == own_rim, "promotion on the own rim");
    coverage.note_if(promotes && rank == 7 - own_rim, "promotion on the enemy's rim");
    let from_side = place(step.from).0 == 8;
    coverage.note_if(from_side && step.attempt.en_passant, "en passant from the side file");
    let off_side = from_side && step.takes && place(step.to).0 != 8;
    coverage.note_if(off_side, "a capture from the end of the side file");
}

fn watch_slide(oracle: &Oracle, s: &State, step: &Step, coverage: &mut Coverage) {
    let (from, to) = (place(step.from), place(step.to));
    let halves = (from.1 < 4) != (to.1 < 4);
    let straight = from.0 == to.0;
    match step.piece.kind {
        'R' | 'Q' if is_unbroken(oracle, step.from) && ways(step.from, step.to).is_some() => {
            let open = open_ways(oracle, s, step.from, step.to);
            coverage.note_if(open == 2, "round a circle, both ways open");
            coverage.note_if(open == 1, "round a circle, one way open");
        }
        'R' | 'Q' => coverage.note_if(straight && halves, "straight through the centre"),
        'B' => coverage.note_if(halves, "diagonally through the centre or round the side"),
        _ => {}
    }
    // The step is a diagonal one between the end of the side file and the circle outside it.
    let outside = |(file, rank): (i32, i32)| {
        let out = if rank < 4 { rank - 1 } else { rank + 1 };
        file == 8 && !oracle.has(8, out)
    };
    let circle_of = |rank: i32| rank.min(7 - rank);
    let touches = |end: (i32, i32), other: (i32, i32)| {
        outside(end) && other.0 != 8 && circle_of(other.1) + 1 == circle_of(end.1)
    };
    let diagonal = matches!(step.piece.kind, 'B' | 'K');
    coverage
        .note_if(diagonal && (touches(from, to) || touches(to, from)), "past the corner of a void");
}

/// Returns whether a lone knight goes from one space to another.
fn knight_reaches(oracle: &Oracle, from: &str, to: &str) -> bool {
    let mut s = oracle.blank();
    s.board[oracle.index(from)] = Some(Piece { side: WHITE, kind: 'N' });
    !oracle.rules.captures_onto(&s, to, WHITE).is_empty()
}

/// Counts uncrossed pawns beside a pawn that has just made a double step.
fn watch_en_passant(oracle: &Oracle, s: &State, coverage: &mut Coverage) {
    let Some(passed) = s.passed else { return };
    let (file, rank) = place(&oracle.name(passed));
    let pawn = crate::support::name(file, if rank < 4 { rank + 1 } else { rank - 1 });
    let mut ring = circle(&pawn);
    let at = ring.iter().position(|cell| *cell == pawn).expect("a space is on its circle");
    ring.rotate_left(at);
    let uncrossed = Some(Piece { side: s.side, kind: 'P' });
    let beside = [&ring[1], &ring[17]].iter().any(|cell| oracle.piece(s, cell) == uncrossed);
    coverage.note_if(beside, "en passant refused to an uncrossed pawn");
}

/// Counts castlings on the queen's side that fail only because the enemy attacks the space that
/// only the rook passes.
fn watch_castling(oracle: &Oracle, s: &State, coverage: &mut Coverage) {
    let cell = |cell: &str| oracle.mirrored(cell, s.side);
    let right = if s.side == WHITE { 'Q' } else { 'q' };
    let safe = |name: &str| oracle.rules.captures_onto(s, &cell(name), 1 - s.side).is_empty();
    let empty = |name: &str| oracle.piece(s, &cell(name)).is_none();
    let alone = s.rights.contains(right)
        && ["b1", "c1", "d1"].iter().all(|name| empty(name))
        && ["c1", "d1", "e1"].iter().all(|name| safe(name))
        && !safe("b1");
    coverage.note_if(alone, "castling refused for b1 or b8 alone");
}
