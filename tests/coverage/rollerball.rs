//! The rules of Rollerball beyond those of chess (docs/rules/rollerball.md).

use super::{Coverage, Step};
use crate::oracle::{State, WHITE};
use crate::support::{Oracle, place};

/// The events that the compared positions must contain.
pub const REQUIRED: [&str; 21] = [
    "rook rebounds",
    "rook captures after a rebound",
    "rook slides sideways",
    "bishop rebounds",
    "bishop captures after a rebound",
    "bishop rebounds at a corner point of the hole",
    "pawn captures straight ahead",
    "pawn goes diagonally",
    "pawn on its own side's start cells",
    "lap set by White",
    "lap set by Black",
    "lap taken back by White",
    "lap taken back by Black",
    "goal reached by White",
    "goal reached by Black",
    "goal refused: it is attacked",
    "goal reached by a capture",
    "goal reached by a step back",
    "goal cell entered without a lap",
    "check after a rebound",
    "bound round a corner",
];

/// The goals of both sides.
const GOALS: [&str; 2] = ["d6", "d2"];
/// The letters of both sides' laps.
const LAPS: [char; 2] = ['K', 'k'];
/// The cells just past each goal.
const PAST: [[&str; 3]; 2] = [["e5", "e6", "e7"], ["c1", "c2", "c3"]];
/// The cells where the pawns of each side start.
const STARTS: [[&str; 2]; 2] = [["c1", "c2"], ["e6", "e7"]];

pub fn watch(oracle: &Oracle, s: &State, steps: &[Step], coverage: &mut Coverage) {
    let king = oracle.king(s, s.side);
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    let bent = |s: &State, from: &str, to: &str| {
        oracle.piece(s, from).is_some_and(|piece| rebounds(piece.kind, from, to))
    };
    coverage.note_if(checkers.iter().any(|from| bent(s, from, &king)), "check after a rebound");
    for step in steps {
        if step.attempt.legal {
            watch_legal(step, coverage);
        } else if step.piece.kind == 'K' {
            let goal = step.to == GOALS[s.side] && s.rights.contains(LAPS[s.side]);
            coverage.note_if(goal, "goal refused: it is attacked");
        } else if checkers.is_empty() {
            let after = &step.attempt.after;
            let takers = oracle.rules.captures_onto(after, &king, 1 - s.side);
            let around = takers.iter().any(|from| bent(after, from, &king));
            coverage.note_if(around, "bound round a corner");
        }
    }
}

/// Returns whether a rook or bishop can make this move only by a rebound.
fn rebounds(kind: char, from: &str, to: &str) -> bool {
    let ((f, r), (g, q)) = (place(from), place(to));
    match kind {
        'R' => f != g && r != q,
        'B' => (f - g).abs() != (r - q).abs(),
        _ => false,
    }
}

fn watch_legal(step: &Step, coverage: &mut Coverage) {
    let (from, to) = (place(step.from), place(step.to));
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    match step.piece.kind {
        'R' => {
            let bent = rebounds('R', step.from, step.to);
            coverage.note_if(bent, "rook rebounds");
            coverage.note_if(bent && step.takes, "rook captures after a rebound");
            let sideways = match step.from {
                "b1" => ranks > 1,
                "a6" => files > 1,
                "f7" => ranks < -1,
                "g2" => files < -1,
                _ => false,
            };
            coverage.note_if(sideways && !bent, "rook slides sideways");
        }
        'B' => {
            let bent = rebounds('B', step.from, step.to);
            coverage.note_if(bent, "bishop rebounds");
            coverage.note_if(bent && step.takes, "bishop captures after a rebound");
            let corner = ["a1", "a7", "g7", "g1"].contains(&step.from);
            coverage.note_if(bent && corner, "bishop rebounds at a corner point of the hole");
        }
        'P' => {
            let diagonal = files != 0 && ranks != 0;
            coverage.note_if(step.takes && !diagonal, "pawn captures straight ahead");
            coverage.note_if(!step.takes && diagonal, "pawn goes diagonally");
            let home = STARTS[step.piece.side].contains(&step.to) && step.promotion.is_none();
            coverage.note_if(home, "pawn on its own side's start cells");
        }
        _ => watch_king(step, coverage),
    }
}

fn watch_king(step: &Step, coverage: &mut Coverage) {
    let side = step.piece.side;
    let who = if side == WHITE { "White" } else { "Black" };
    let had = step.before.rights.contains(LAPS[side]);
    let has = step.attempt.after.rights.contains(LAPS[side]);
    if !had && has {
        coverage.note(format!("lap set by {who}"));
    }
    if had && !has {
        coverage.note(format!("lap taken back by {who}"));
    }
    if step.to == GOALS[side] && !has {
        coverage.note("goal cell entered without a lap");
    }
    if step.to == GOALS[side] && has {
        coverage.note(format!("goal reached by {who}"));
        coverage.note_if(step.takes, "goal reached by a capture");
        coverage.note_if(PAST[side].contains(&step.from), "goal reached by a step back");
    }
}
