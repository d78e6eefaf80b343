//! The lines of rooks, bishops and queens in Round Table Chess (round-table-84.md 2): through
//! triangles, round bands, over red diamonds, and two lines to one cell.

use super::{Coverage, Step};
use crate::oracle::cirsquare::{self, Joint, LIMITS, Limits};
use crate::oracle::{Piece, State};
use crate::support::Oracle;

/// The events that the compared positions must contain.
pub const REQUIRED: [&str; 41] = [
    "through a triangle, across sides",
    "through a triangle, across corners",
    "capture beyond a triangle, across sides",
    "capture beyond a triangle, across corners",
    "stops on a triangle",
    "captures on a triangle",
    "starts on a triangle, across sides",
    "starts on a triangle, across corners",
    "over a red diamond",
    "capture over a red diamond",
    "along a band over the glue",
    "across corners over the glue",
    "refused by a second triangle",
    "refused by a second triangle: a capture",
    "refused by a triangle after starting on one",
    "refused by a triangle after starting on one: a capture",
    "refused by a second red diamond",
    "refused by a second red diamond: a capture",
    "no check: a second triangle between",
    "no check: a triangle after starting on one",
    "no check: a second red diamond between",
    "two ways to one cell, both open",
    "two ways to one cell, one open",
    "two ways to a capture, both open",
    "two ways to a capture, one open",
    "check through a triangle, across sides",
    "check through a triangle, across corners",
    "check from a triangle",
    "check on a triangle",
    "check over a red diamond",
    "check along a band over the glue",
    "check across corners over the glue",
    "two ways check",
    "two ways check, one put in does not help",
    "check answered on a triangle",
    "check answered along a band",
    "pinned through a triangle",
    "pinned over a red diamond",
    "pinned over the glue",
    "pinned with the other of two ways closed",
    "red diamond passed from castle to castle",
];

/// A way of a slider: the joint across which it moves, its start, and the cells up to its end.
struct Way {
    joint: Joint,
    from: usize,
    cells: Vec<usize>,
}

impl Way {
    fn end(&self) -> usize {
        *self.cells.last().expect("a way has cells")
    }

    /// Returns the cells between start and end.
    fn between(&self) -> &[usize] {
        &self.cells[..self.cells.len() - 1]
    }

    fn steps(&self) -> impl Iterator<Item = [usize; 2]> {
        let starts = std::iter::once(self.from).chain(self.cells.iter().copied());
        starts.zip(self.cells.iter().copied()).map(|(from, to)| [from, to])
    }

    fn turns_in_triangle(&self) -> bool {
        self.between().iter().any(|&cell| cirsquare::board().is_triangle(cell))
    }

    fn passes_diamond(&self) -> bool {
        let board = cirsquare::board();
        self.joint == Joint::Side && self.steps().any(|[from, to]| board.is_diamond(from, to))
    }

    fn passes_glue(&self) -> bool {
        self.steps().any(|[from, to]| is_glue(self.joint, from, to))
    }

    fn across(&self) -> &'static str {
        if self.joint == Joint::Side { "across sides" } else { "across corners" }
    }
}

/// Returns whether a step across this joint is impossible on a plain board with the same files and
/// ranks.
pub fn is_glue(joint: Joint, from: usize, to: usize) -> bool {
    let grid = cirsquare::board().grid();
    let ((f, r), (g, q)) = (grid.place(from), grid.place(to));
    let distance = [(f - g).abs(), (r - q).abs()];
    match joint {
        Joint::Side => distance != [0, 1] && distance != [1, 0],
        Joint::Corner => distance != [1, 1],
    }
}

/// Returns all ways of the slider on a cell.
fn ways(pieces: &[Option<Piece>], from: usize, kind: char, limits: Limits) -> Vec<Way> {
    let mut all = Vec::new();
    for &joint in cirsquare::joints(kind) {
        let mut visit = |cells: &[usize]| all.push(Way { joint, from, cells: cells.to_vec() });
        cirsquare::board().slide(pieces, from, joint, limits, &mut visit);
    }
    all
}

/// Returns the ways of the slider on a cell that lead to another cell.
fn ways_to(pieces: &[Option<Piece>], from: usize, to: usize, limits: Limits) -> Vec<Way> {
    let kind = pieces[from].map_or(' ', |piece| piece.kind);
    let mut all = ways(pieces, from, kind, limits);
    all.retain(|way| way.end() == to);
    all
}

/// Returns the number of ways from one cell to another on an empty board.
fn ways_without_pieces(pieces: &[Option<Piece>], from: usize, to: usize) -> usize {
    let mut alone = vec![None; pieces.len()];
    alone[from] = pieces[from];
    ways_to(&alone, from, to, LIMITS).len()
}

/// Returns limits with one more triangle and with one more red diamond, each with the name of the
/// rule that forbids it.
fn lifted(from: usize) -> [(Limits, &'static str); 2] {
    let second = if cirsquare::board().is_triangle(from) {
        "triangle after starting on one"
    } else {
        "second triangle"
    };
    [
        (Limits { triangles: LIMITS.triangles + 1, ..LIMITS }, second),
        (Limits { diamonds: LIMITS.diamonds + 1, ..LIMITS }, "second red diamond"),
    ]
}

/// Counts the events on the lines of the mover's pieces and on the lines against its king.
pub fn watch(oracle: &Oracle, s: &State, steps: &[&Step], coverage: &mut Coverage) {
    for (from, piece) in pieces_of(s, s.side) {
        let open = ways(&s.board, from, piece.kind, LIMITS);
        let name = oracle.name(from);
        for step in steps.iter().filter(|step| step.attempt.legal && step.from == name) {
            let to = oracle.index(step.to);
            let open: Vec<&Way> = open.iter().filter(|way| way.end() == to).collect();
            watch_slide(&s.board, step, &open, coverage);
        }
        watch_refused(s, from, piece, &open, coverage);
    }
    let king = oracle.index(&oracle.king(s, s.side));
    watch_checks(oracle, s, king, steps, coverage);
    watch_pinned(oracle, s, king, steps, coverage);
}

fn pieces_of(s: &State, side: usize) -> impl Iterator<Item = (usize, Piece)> {
    let pieces = s.board.iter().enumerate();
    pieces.filter_map(move |(cell, piece)| {
        Some((cell, (*piece)?)).filter(|(_, piece)| piece.side == side)
    })
}

fn watch_slide(pieces: &[Option<Piece>], step: &Step, open: &[&Way], coverage: &mut Coverage) {
    let board = cirsquare::board();
    let Some(way) = open.first() else { return };
    let takes = if step.takes { "captures on" } else { "stops on" };
    if board.is_triangle(way.end()) {
        coverage.note(format!("{takes} a triangle"));
    }
    if way.turns_in_triangle() {
        let what = if step.takes { "capture beyond" } else { "through" };
        coverage.note(format!("{what} a triangle, {}", way.across()));
    }
    if board.is_triangle(way.from) {
        coverage.note(format!("starts on a triangle, {}", way.across()));
    }
    let diamond = way.passes_diamond();
    coverage.note_if(diamond, "over a red diamond");
    coverage.note_if(diamond && step.takes, "capture over a red diamond");
    let castles = [way.from, way.end()].map(|cell| board.castle(cell));
    let through = castles[0].is_some() && castles[1].is_some() && castles[0] != castles[1];
    coverage.note_if(diamond && through, "red diamond passed from castle to castle");
    if way.passes_glue() {
        let along = if way.joint == Joint::Side { "along a band" } else { way.across() };
        coverage.note(format!("{along} over the glue"));
    }
    if ways_without_pieces(pieces, way.from, way.end()) > 1 {
        let what = if step.takes { "a capture" } else { "one cell" };
        let state = if open.len() > 1 { "both open" } else { "one open" };
        coverage.note(format!("two ways to {what}, {state}"));
    }
}

/// Counts cells that the piece could reach if one more triangle or red diamond were allowed.
fn watch_refused(s: &State, from: usize, piece: Piece, open: &[Way], coverage: &mut Coverage) {
    for (limits, rule) in lifted(from) {
        for way in ways(&s.board, from, piece.kind, limits) {
            if open.iter().any(|open| open.end() == way.end()) {
                continue;
            }
            match s.board[way.end()] {
                None => coverage.note(format!("refused by a {rule}")),
                Some(other) if other.side != piece.side => {
                    coverage.note(format!("refused by a {rule}: a capture"));
                }
                Some(_) => {}
            }
        }
    }
}

fn watch_checks(oracle: &Oracle, s: &State, king: usize, steps: &[&Step], coverage: &mut Coverage) {
    let board = cirsquare::board();
    for (from, _) in pieces_of(s, 1 - s.side) {
        let open = ways_to(&s.board, from, king, LIMITS);
        let Some(way) = open.first() else {
            for (limits, rule) in lifted(from) {
                if !ways_to(&s.board, from, king, limits).is_empty() {
                    let between = if rule.starts_with("second") { " between" } else { "" };
                    coverage.note(format!("no check: a {rule}{between}"));
                }
            }
            continue;
        };
        if way.turns_in_triangle() {
            coverage.note(format!("check through a triangle, {}", way.across()));
        }
        coverage.note_if(board.is_triangle(from), "check from a triangle");
        coverage.note_if(board.is_triangle(king), "check on a triangle");
        coverage.note_if(way.passes_diamond(), "check over a red diamond");
        if way.passes_glue() {
            let along = if way.joint == Joint::Side { "along a band" } else { way.across() };
            coverage.note(format!("check {along} over the glue"));
        }
        let put_in = |step: &&&Step| {
            let to = oracle.index(step.to);
            step.piece.kind != 'K' && open.iter().any(|way| way.between().contains(&to))
        };
        let two = open.len() > 1;
        coverage.note_if(two, "two ways check");
        let useless = two && steps.iter().any(|step| put_in(&step) && !step.attempt.legal);
        coverage.note_if(useless, "two ways check, one put in does not help");
        for step in steps.iter().filter(put_in).filter(|step| step.attempt.legal) {
            let triangle = board.is_triangle(oracle.index(step.to));
            coverage.note_if(triangle, "check answered on a triangle");
            let round = way.passes_glue() && way.joint == Joint::Side;
            coverage.note_if(round, "check answered along a band");
        }
    }
}

fn watch_pinned(oracle: &Oracle, s: &State, king: usize, steps: &[&Step], coverage: &mut Coverage) {
    if oracle.rules.checked(s) {
        return;
    }
    let bound =
        |step: &&&Step| step.piece.kind != 'K' && !step.attempt.legal && !step.attempt.en_passant;
    for step in steps.iter().filter(bound) {
        let after = &step.attempt.after.board;
        for (from, _) in pieces_of(&step.attempt.after, 1 - s.side) {
            let open = ways_to(after, from, king, LIMITS);
            let Some(way) = open.first() else { continue };
            coverage.note_if(way.turns_in_triangle(), "pinned through a triangle");
            coverage.note_if(way.passes_diamond(), "pinned over a red diamond");
            coverage.note_if(way.passes_glue(), "pinned over the glue");
            let closed = open.len() == 1 && ways_without_pieces(after, from, king) > 1;
            coverage.note_if(closed, "pinned with the other of two ways closed");
        }
    }
}
