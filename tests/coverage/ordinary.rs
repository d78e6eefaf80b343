//! The rules of the Ordinary Variant without draughtsmen beyond those of chess
//! (docs/rules/ordinary-nocheckers.md).

use super::{Coverage, Step};
use crate::oracle::{Piece, State};
use crate::support::{Oracle, name, place};

/// The events that the compared positions must contain.
pub const REQUIRED: [&str; 20] = [
    "T goes",
    "T captures",
    "L goes",
    "L captures",
    "M goes",
    "M captures",
    "Leo captures over an own hurdle",
    "Leo captures over an enemy hurdle",
    "check by a Leo",
    "Leo's check answered by taking the hurdle away",
    "Leo's check answered by putting in a second hurdle",
    "Leo's check answered by capture",
    "pinned: may not leave a Leo alone with one hurdle",
    "pinned: may not become a Leo's hurdle",
    "castling K refused for the landing cell",
    "castling Q refused for the landing cell",
    "castling beside an attacked cell, q",
    "castling beside an attacked cell, Q",
    "castling k refused for the landing cell",
    "castling q refused for the landing cell",
];

pub fn watch(oracle: &Oracle, s: &State, steps: &[Step], coverage: &mut Coverage) {
    let king = oracle.king(s, s.side);
    let is_leo =
        |s: &State, cell: &str| oracle.piece(s, cell).is_some_and(|piece| piece.kind == 'L');
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    let leo = match &checkers[..] {
        [leo] if is_leo(s, leo) => Some(leo.as_str()),
        _ => None,
    };
    coverage.note_if(leo.is_some(), "check by a Leo");
    for step in steps.iter().filter(|step| step.piece.kind != 'K') {
        if step.attempt.legal {
            watch_legal(oracle, step, coverage);
            if let Some(leo) = leo {
                watch_answer(leo, &king, step, coverage);
            }
        } else if checkers.is_empty() {
            let takers = oracle.rules.captures_onto(&step.attempt.after, &king, 1 - s.side);
            for leo in takers.iter().filter(|taker| is_leo(s, taker)) {
                let line = between(leo, &king);
                let [leaves, enters] = [step.from, step.to].map(|cell| line.contains(&cell.into()));
                let alone = leaves && !enters;
                coverage.note_if(alone, "pinned: may not leave a Leo alone with one hurdle");
                coverage.note_if(enters && !leaves, "pinned: may not become a Leo's hurdle");
            }
        }
    }
}

fn watch_legal(oracle: &Oracle, step: &Step, coverage: &mut Coverage) {
    let kind = step.piece.kind;
    if matches!(kind, 'T' | 'L' | 'M') {
        coverage.note(format!("{kind} {}", if step.takes { "captures" } else { "goes" }));
    }
    if kind == 'L' && step.takes {
        let mut hurdles = between(step.from, step.to).into_iter();
        let hurdle: Option<Piece> = hurdles.find_map(|cell| oracle.piece(step.before, &cell));
        let own = hurdle.expect("a Leo captures over a piece").side == step.piece.side;
        coverage.note_if(own, "Leo captures over an own hurdle");
        coverage.note_if(!own, "Leo captures over an enemy hurdle");
    }
}

fn watch_answer(leo: &str, king: &str, step: &Step, coverage: &mut Coverage) {
    let line = between(leo, king);
    let [leaves, enters] = [step.from, step.to].map(|cell| line.contains(&cell.into()));
    coverage.note_if(leaves && !enters, "Leo's check answered by taking the hurdle away");
    coverage.note_if(enters && !leaves, "Leo's check answered by putting in a second hurdle");
    coverage.note_if(step.to == leo, "Leo's check answered by capture");
}

/// Returns the cells between two cells of one rank, file or diagonal.
fn between(from: &str, to: &str) -> Vec<String> {
    let ((f, r), (g, q)) = (place(from), place(to));
    let step = ((g - f).signum(), (q - r).signum());
    let length = (g - f).abs().max((q - r).abs());
    (1..length).map(|n| name(f + n * step.0, r + n * step.1)).collect()
}
