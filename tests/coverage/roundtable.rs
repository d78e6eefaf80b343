//! The rules of Round Table Chess beyond those of chess (round-table-84.md): walls, pawns, leaps
//! over the glue.

use super::lines::{self, is_glue};
use super::{Coverage, Step};
use crate::oracle::cirsquare::{self, Joint};
use crate::oracle::{Piece, State, roundtable};
use crate::support::Oracle;

/// The events that the compared positions must contain, without those of lines.
const REQUIRED: [&str; 60] = [
    "king crosses a wall, across a side",
    "king crosses a wall, across a corner",
    "king refused by the wall, across a side, out of a castle",
    "king refused by the wall, across a side, into a castle",
    "king refused by the wall, across a corner, out of a castle",
    "king refused by the wall, across a corner, into a castle",
    "king's capture refused by the wall, across a side",
    "king's capture refused by the wall, across a corner",
    "the checking piece may not be taken over the wall",
    "a checked king goes on within its region",
    "mate only because of the wall",
    "king kept off by the other king across the wall",
    "king's step over the glue, across a side",
    "king's step over the glue, across a corner",
    "castling and a king's step to the same cell",
    "double step on band B",
    "double step on band C",
    "double step from a triangle",
    "double step in the middle",
    "double step refused for the first cell",
    "double step refused for the second cell",
    "en passant on band B",
    "en passant on band C",
    "en passant before a triangle",
    "en passant in the middle",
    "en passant from an outermost arc",
    "en passant takes the checking pawn",
    "pawn goes over its own wall, band B",
    "pawn goes over its own wall, band C",
    "pawn goes over its own wall, triangle",
    "pawn captures over its own wall, band B",
    "pawn captures over its own wall, band C",
    "pawn captures over its own wall, triangle",
    "pawn captures onto an outermost arc",
    "pawn enters the enemy castle, band B",
    "pawn enters the enemy castle, band C",
    "pawn enters the enemy castle, triangle",
    "pawn enters the enemy castle, middle",
    "pawn captures into the enemy castle, band B",
    "pawn captures into the enemy castle, band C",
    "pawn captures into the enemy castle, triangle",
    "pawn captures into the enemy castle, middle",
    "pawn captures from the end of an outermost arc",
    "a pawn at the end of an outermost arc",
    "check by a pawn over the wall",
    "promotion to one of 1 kinds",
    "promotion to one of 2 kinds",
    "promotion to one of 3 kinds",
    "promotion to one of 4 kinds",
    "a pawn freezes",
    "a pawn freezes by capture",
    "a frozen pawn beside the enemy king",
    "a frozen pawn though a piece is missing now",
    "a frozen pawn is taken",
    "stalemate of a king and frozen pawns",
    "knight's leap from a triangle",
    "knight's leap to a triangle",
    "knight's leap over the glue",
    "check by a knight over the glue",
    "no knight's leap: neighbours by the glue",
];

/// Returns the events that the compared positions must contain.
pub fn required() -> Vec<String> {
    REQUIRED.iter().chain(&lines::REQUIRED).map(ToString::to_string).collect()
}

/// Counts the events of a position.
pub fn watch(oracle: &Oracle, s: &State, steps: &[Step], coverage: &mut Coverage) {
    let others: Vec<&Step> = steps.iter().filter(|step| !step.castles).collect();
    lines::watch(oracle, s, &others, coverage);
    watch_castlings(oracle, s, steps, coverage);
    watch_wall(oracle, s, &others, coverage);
    watch_checkers(oracle, s, coverage);
    for step in others.iter().filter(|step| step.attempt.legal) {
        match step.piece.kind {
            'P' => watch_pawn(oracle, s, step, coverage),
            'N' => watch_knight(oracle, step, coverage),
            'K' => {
                for joint in [Joint::Side, Joint::Corner] {
                    if is_joint(oracle, step, joint) && step_over_glue(oracle, step, joint) {
                        let across = across(oracle, step);
                        coverage.note(format!("king's step over the glue, {across}"));
                    }
                }
            }
            _ => {}
        }
        let target = oracle.piece(s, step.to);
        let frozen = target.is_some_and(|piece| is_frozen(oracle.index(step.to), piece));
        coverage.note_if(frozen, "a frozen pawn is taken");
    }
    watch_standing(oracle, s, &others, coverage);
}

fn is_joint(oracle: &Oracle, step: &Step, joint: Joint) -> bool {
    let [from, to] = ends(oracle, step);
    cirsquare::board().neighbours(from, joint).contains(&to)
}

fn step_over_glue(oracle: &Oracle, step: &Step, joint: Joint) -> bool {
    let [from, to] = ends(oracle, step);
    is_glue(joint, from, to)
}

fn ends(oracle: &Oracle, step: &Step) -> [usize; 2] {
    [oracle.index(step.from), oracle.index(step.to)]
}

fn across(oracle: &Oracle, step: &Step) -> &'static str {
    if is_joint(oracle, step, Joint::Side) { "across a side" } else { "across a corner" }
}

/// Returns whether a pawn stands in the enemy castle, where it has no moves.
fn is_frozen(cell: usize, piece: Piece) -> bool {
    piece.kind == 'P' && cirsquare::board().castle(cell) == Some(1 - piece.side)
}

/// Counts castlings whose king lands on a cell that it could also reach by a step.
fn watch_castlings(oracle: &Oracle, s: &State, steps: &[Step], coverage: &mut Coverage) {
    let king = oracle.king(s, s.side);
    let steps_to = |to: &String| {
        let step = |step: &&Step| step.from == king && step.to == to && step.attempt.legal;
        steps.iter().find(step)
    };
    for castling in steps.iter().filter(|step| step.castles && step.attempt.legal) {
        let landing = oracle.king(&castling.attempt.after, s.side);
        let plain = steps_to(&landing).filter(|step| !step.castles);
        coverage.note_if(plain.is_some(), "castling and a king's step to the same cell");
    }
}

/// Counts events at the wall while the king is in check.
fn watch_wall(oracle: &Oracle, s: &State, steps: &[&Step], coverage: &mut Coverage) {
    let board = cirsquare::board();
    let king = oracle.king(s, s.side);
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    let mut walled = false;
    for step in steps.iter().filter(|step| step.piece.kind == 'K') {
        let [from, to] = ends(oracle, step);
        let crosses = board.crosses_wall(from, to);
        let across = across(oracle, step);
        if step.attempt.legal {
            if crosses {
                coverage.note(format!("king crosses a wall, {across}"));
            }
            let within = !checkers.is_empty() && !crosses;
            coverage.note_if(within, "a checked king goes on within its region");
            continue;
        }
        let takers = oracle.rules.captures_onto(&step.attempt.after, step.to, 1 - s.side);
        if takers.is_empty() {
            walled = true;
            let way = if board.castle(from).is_some() { "out of" } else { "into" };
            coverage.note(format!("king refused by the wall, {across}, {way} a castle"));
            if step.takes {
                coverage.note(format!("king's capture refused by the wall, {across}"));
            }
            let checker = checkers.iter().any(|checker| checker == step.to);
            coverage.note_if(checker, "the checking piece may not be taken over the wall");
        }
        let enemy = oracle.king(s, 1 - s.side);
        let guards = takers == [enemy.clone()] && board.crosses_wall(oracle.index(&enemy), to);
        coverage.note_if(guards, "king kept off by the other king across the wall");
    }
    let mate = !checkers.is_empty() && steps.iter().all(|step| !step.attempt.legal);
    coverage.note_if(mate && walled, "mate only because of the wall");
}

/// Counts checks by pawns and knights in ways that only this board has.
fn watch_checkers(oracle: &Oracle, s: &State, coverage: &mut Coverage) {
    let king = oracle.king(s, s.side);
    for checker in oracle.rules.captures_onto(s, &king, 1 - s.side) {
        let cells = [oracle.index(&checker), oracle.index(&king)];
        match oracle.piece(s, &checker).map(|piece| piece.kind) {
            Some('P') => {
                let over = cirsquare::board().crosses_wall(cells[0], cells[1]);
                coverage.note_if(over, "check by a pawn over the wall");
            }
            Some('N') => {
                coverage.note_if(!is_plain_leap(cells), "check by a knight over the glue");
            }
            _ => {}
        }
    }
}

/// Returns whether a knight of chess makes this leap on files and ranks.
fn is_plain_leap(cells: [usize; 2]) -> bool {
    let [(f, r), (g, q)] = cells.map(|cell| cirsquare::board().grid().place(cell));
    (f - g).abs() * (r - q).abs() == 2
}

fn watch_knight(oracle: &Oracle, step: &Step, coverage: &mut Coverage) {
    let [from, to] = ends(oracle, step);
    let board = cirsquare::board();
    coverage.note_if(board.is_triangle(from), "knight's leap from a triangle");
    coverage.note_if(board.is_triangle(to), "knight's leap to a triangle");
    coverage.note_if(!is_plain_leap([from, to]), "knight's leap over the glue");
}

/// Returns the name of the region in which a pawn crosses a wall.
fn place(cell: usize) -> &'static str {
    let board = cirsquare::board();
    match board.band(cell) {
        "B" => "band B",
        "C" => "band C",
        _ if board.is_triangle(cell) => "triangle",
        _ => "middle",
    }
}

fn watch_pawn(oracle: &Oracle, s: &State, step: &Step, coverage: &mut Coverage) {
    let board = cirsquare::board();
    let [from, to] = ends(oracle, step);
    if let Some(passed) = step.attempt.after.passed {
        let whence = if board.is_triangle(from) { "from a triangle" } else { "in the middle" };
        coverage.note(match board.band(passed) {
            band @ ("B" | "C") => format!("double step on band {band}"),
            _ => format!("double step {whence}"),
        });
        return;
    }
    if step.attempt.en_passant {
        coverage.note(match board.band(to) {
            band @ ("B" | "C") => format!("en passant on band {band}"),
            "T" => "en passant before a triangle".into(),
            _ => "en passant in the middle".into(),
        });
        coverage.note_if(board.band(from) == "A", "en passant from an outermost arc");
        coverage.note_if(oracle.rules.checked(s), "en passant takes the checking pawn");
        return;
    }
    let what = if step.takes { "captures" } else { "goes" };
    if board.castle(from).is_some() {
        coverage.note(format!("pawn {what} over its own wall, {}", place(from)));
        coverage.note_if(board.band(to) == "A", "pawn captures onto an outermost arc");
    } else if board.castle(to).is_some() {
        let what = if step.takes { "captures into" } else { "enters" };
        coverage.note(format!("pawn {what} the enemy castle, {}", place(to)));
        let arc = board.band(from) == "A";
        coverage.note_if(arc, "pawn captures from the end of an outermost arc");
        let by = if step.takes { " by capture" } else { "" };
        match step.promotion {
            Some(_) => {
                let kinds = roundtable::lost(&s.board, s.side).len();
                coverage.note(format!("promotion to one of {kinds} kinds"));
            }
            None => coverage.note(format!("a pawn freezes{by}")),
        }
    }
}

/// Counts pawns that cannot move, and double steps that are impossible in the position.
fn watch_standing(oracle: &Oracle, s: &State, steps: &[&Step], coverage: &mut Coverage) {
    let board = cirsquare::board();
    let (mut frozen, mut mobile) = (false, false);
    for (cell, piece) in oracle.cells.iter().filter_map(|cell| Some((cell, oracle.piece(s, cell)?)))
    {
        let cell = oracle.index(cell);
        if piece.kind == 'N' && piece.side == s.side {
            let near = board.neighbours(cell, Joint::Side).into_iter();
            let glued = near.filter(|&to| is_plain_leap([cell, to])).count();
            coverage.note_if(glued > 0, "no knight's leap: neighbours by the glue");
        }
        if piece.kind != 'P' {
            mobile |= piece.side == s.side && piece.kind != 'K';
            continue;
        }
        if is_frozen(cell, piece) {
            frozen |= piece.side == s.side;
            watch_frozen(oracle, s, cell, piece, coverage);
            continue;
        }
        mobile |= piece.side == s.side;
        let Some(one) = board.ahead(cell, piece.side) else {
            coverage.note("a pawn at the end of an outermost arc");
            continue;
        };
        let home = board.castle(cell) == Some(s.side) && piece.side == s.side;
        let two = board.ahead(one, piece.side).filter(|_| home);
        if let Some(two) = two {
            let taken = [one, two].map(|cell| s.board[cell].is_some());
            coverage.note_if(taken == [true, false], "double step refused for the first cell");
            coverage.note_if(taken == [false, true], "double step refused for the second cell");
        }
    }
    let stuck = steps.iter().all(|step| !step.attempt.legal) && !oracle.rules.checked(s);
    coverage.note_if(stuck && frozen && !mobile, "stalemate of a king and frozen pawns");
}

fn watch_frozen(oracle: &Oracle, s: &State, cell: usize, piece: Piece, coverage: &mut Coverage) {
    let king = oracle.index(&oracle.king(s, 1 - piece.side));
    let near = [Joint::Side, Joint::Corner]
        .iter()
        .any(|joint| cirsquare::board().neighbours(cell, *joint).contains(&king));
    coverage.note_if(near, "a frozen pawn beside the enemy king");
    let missing = !roundtable::lost(&s.board, piece.side).is_empty();
    coverage.note_if(missing, "a frozen pawn though a piece is missing now");
}
