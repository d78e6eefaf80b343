//! The rules that draughtsmen add to the Ordinary Variant (docs/rules/ordinary.md 3 and 4).

use std::sync::LazyLock;

use super::{Coverage, threats};
use crate::oracle::State;
use crate::oracle::draughtsmen::{Candidate, DraughtsRules};
use crate::oracle::duties::{Duty, Judgement};
use crate::oracle::series::{Series, Stop};
use crate::support::{Oracle, parts, place};

pub static RULES: LazyLock<DraughtsRules> = LazyLock::new(DraughtsRules::new);

/// The events that the compared positions must contain.
pub const REQUIRED: [&str; 89] = [
    "C5 forces on after a capture",
    "C5 forces on after a quiet jump",
    "C5 void for the king after a capture",
    "C5 void for the king after a quiet jump",
    "M1",
    "M1 bars a capture",
    "M1 bars castling",
    "M1 bars the capture of a draughtsman that is not exposed",
    "M1 beside a draughtsman that is not exposed",
    "M1 by a charge",
    "M1 by a first jump",
    "M1 by a pawn",
    "M1 by a promoting pawn",
    "M1 by another piece",
    "M1 later in a series",
    "M1: a choice of draughtsmen",
    "M2 bars another way out of check",
    "M2 by a capture that interposes",
    "M2 by a charge",
    "M2 by a first jump",
    "M2 by a pawn",
    "M2 by a promoting pawn",
    "M2 by another piece",
    "M2 later in a series",
    "M2: a capture is forced",
    "M2: en prise from pinned pieces only",
    "M2: no capture possible",
    "M3 bars a move",
    "M3 cured: a capture becomes safe",
    "M3 cured: by capture",
    "M3 cured: no longer en prise",
    "M3 with a cure",
    "M3 without a cure",
    "M4: a draughtsman would be captured after another piece",
    "M4: a charge would capture a draughtsman",
    "a draughtsman comes to the last rank",
    "a draughtsman en prise and no move at all",
    "a draughtsman's check answered by capture",
    "a draughtsman's check answered by taking a piece out of a chain",
    "a draughtsman's check answered on a landing square",
    "a draughtsman's step",
    "a quiet jump over the king",
    "a series that ends where it began",
    "a series that visits a square twice",
    "pinned: may not become a draughtsman's hurdle",
    "pinned: may not leave a landing square",
    "castling K barred by a duty",
    "castling K refused for a guarded cell once the king has left his home",
    "castling Q barred by a duty",
    "castling Q refused for a guarded cell once the king has left his home",
    "castling k barred by a duty",
    "castling k refused for a guarded cell once the king has left his home",
    "castling q barred by a duty",
    "castling q refused for a guarded cell once the king has left his home",
    "castling refused: a passed square in reach of a chain of captures",
    "castling refused: a passed square in reach of a charge",
    "castling refused: a passed square in reach of a charge and captures",
    "castling refused: a series by way of the king's home",
    "castling refused: the home in reach of a chain of captures",
    "castling refused: the home in reach of a charge",
    "castling refused: the home in reach of a charge and captures",
    "castling refused: the home in reach of an adjacent jump",
    "check by a chain of captures",
    "check by a charge",
    "check by a charge and captures",
    "check by an adjacent jump",
    "double step refused for an en passant jump",
    "double step refused for an en passant jump in a charge",
    "en passant by a draughtsman after a capture",
    "en passant by a draughtsman after quiet jumps",
    "en passant by a draughtsman by its first jump",
    "en passant by a draughtsman refused for the king",
    "en passant by a draughtsman that jumps on",
    "en prise from a pinned draughtsman only",
    "en prise from a pinned pawn only",
    "en prise in check from a pinned draughtsman only",
    "en prise in check from a pinned pawn only",
    "exposed only by a path that is not canonical",
    "exposed only to a series that goes on",
    "no check: a piece would be jumped twice on the way",
    "series F+",
    "series F+ of several jumps of each kind",
    "series F+X+",
    "series F+X+ of several jumps of each kind",
    "series X+",
    "series X+ of several jumps of each kind",
    "standing where a charge's hurdle stood does not help",
    "two paths of different lengths, one move",
    "two paths, one move",
];

/// Counts the events of a position.
pub fn watch(oracle: &Oracle, s: &State, coverage: &mut Coverage) {
    let judged = RULES.judge(s);
    watch_duty(oracle, s, &judged, coverage);
    watch_pinned(&judged, coverage);
    for candidate in judged.candidates.iter().filter(|candidate| candidate.kind == 'C') {
        watch_draughtsman(oracle, s, candidate, coverage);
    }
    threats::watch(oracle, s, &judged, coverage);
}

/// Returns whether a draughtsman stands on a cell.
pub fn is_draughtsman(s: &State, cell: usize) -> bool {
    s.board[cell].is_some_and(|piece| piece.kind == 'C')
}

/// Returns whether a move captures a draughtsman.
fn takes_draughtsman(s: &State, candidate: &Candidate) -> bool {
    candidate.taken.iter().any(|&cell| is_draughtsman(s, cell))
}

/// Returns whether a move captures a piece on one of these cells.
fn takes_any(candidate: &Candidate, cells: &[usize]) -> bool {
    candidate.taken.iter().any(|cell| cells.contains(cell))
}

/// Returns whether a move is a castling.
fn castles(candidate: &Candidate) -> bool {
    let (from, to, _) = parts(&candidate.name);
    candidate.kind == 'K' && (place(from).0 - place(to).0).abs() > 1
}

/// Returns the cell of a side's king.
pub fn king(oracle: &Oracle, s: &State, side: usize) -> usize {
    oracle.index(&oracle.king(s, side))
}

/// Returns how a move captures a draughtsman that a duty concerns.
fn manner(candidate: &Candidate, cells: &[usize]) -> &'static str {
    let first = |series: &Series| series.jumps[0].captured;
    let begins = |series: &Series| first(series).is_some_and(|cell| cells.contains(&cell));
    match candidate.kind {
        'P' if parts(&candidate.name).2.is_some() => "by a promoting pawn",
        'P' => "by a pawn",
        'C' if candidate.paths.iter().any(begins) => "by a first jump",
        'C' if candidate.paths.iter().all(|series| first(series).is_none()) => "by a charge",
        'C' => "later in a series",
        _ => "by another piece",
    }
}

fn watch_duty(oracle: &Oracle, s: &State, judged: &Judgement, coverage: &mut Coverage) {
    let legal = || judged.candidates.iter().filter(|candidate| candidate.legal);
    let barred = || judged.candidates.iter().filter(|candidate| candidate.safe && !candidate.legal);
    match judged.duty {
        Duty::Free => {
            for candidate in
                legal().filter(|candidate| candidate.kind == 'C' && takes_draughtsman(s, candidate))
            {
                let charge = candidate.paths[0].jumps[0].captured.is_none();
                coverage.note_if(charge, "M4: a charge would capture a draughtsman");
                coverage
                    .note_if(!charge, "M4: a draughtsman would be captured after another piece");
            }
        }
        Duty::Take => {
            coverage.note("M1");
            coverage.note_if(judged.exposed.len() > 1, "M1: a choice of draughtsmen");
            coverage.note_if(barred().any(castles), "M1 bars castling");
            coverage.note_if(
                barred().any(|candidate| !candidate.taken.is_empty()),
                "M1 bars a capture",
            );
            let other = barred().any(|candidate| takes_draughtsman(s, candidate));
            coverage.note_if(other, "M1 bars the capture of a draughtsman that is not exposed");
            for candidate in legal() {
                coverage.note(format!("M1 {}", manner(candidate, &judged.exposed)));
            }
        }
        Duty::TakeInCheck => {
            coverage.note("M2: a capture is forced");
            coverage.note_if(barred().next().is_some(), "M2 bars another way out of check");
            let givers = RULES.captors(&s.board, None, king(oracle, s, s.side), 1 - s.side);
            for candidate in legal() {
                coverage.note(format!("M2 {}", manner(candidate, &judged.pseudo)));
                let between = candidate.kind != 'K' && !takes_any(candidate, &givers);
                coverage.note_if(between, "M2 by a capture that interposes");
                let only_bound = !takes_any(candidate, &judged.exposed);
                coverage.note_if(only_bound, "M2: en prise from pinned pieces only");
            }
        }
        Duty::LeaveCheck if legal().next().is_some() => coverage.note("M2: no capture possible"),
        Duty::Cure => {
            coverage.note("M3 with a cure");
            coverage.note_if(barred().next().is_some(), "M3 bars a move");
            coverage.note_if(barred().any(castles), "M3 bars castling");
            for candidate in legal() {
                let after = State { side: s.side, passed: None, ..candidate.after.clone() };
                let how = if takes_any(candidate, &judged.pseudo) {
                    "by capture"
                } else if RULES.pseudo(&after).is_empty() {
                    "no longer en prise"
                } else {
                    "a capture becomes safe"
                };
                coverage.note(format!("M3 cured: {how}"));
            }
        }
        Duty::Incurable if legal().next().is_some() => coverage.note("M3 without a cure"),
        Duty::LeaveCheck | Duty::Incurable => {
            coverage.note("a draughtsman en prise and no move at all");
        }
    }
}

/// Counts draughtsmen en prise that no move, or no single jump, captures with a safe king.
fn watch_pinned(judged: &Judgement, coverage: &mut Coverage) {
    let first = |series: &&Series, cell: usize| series.jumps[0].captured == Some(cell);
    for &cell in &judged.pseudo {
        let by_pawn =
            |candidate: &Candidate| candidate.kind == 'P' && candidate.taken.contains(&cell);
        let series = || {
            judged
                .candidates
                .iter()
                .flat_map(|candidate| &candidate.paths)
                .filter(|s| first(s, cell))
        };
        if !judged.exposed.contains(&cell) {
            let checked = if judged.checked { " in check" } else { "" };
            if judged.candidates.iter().any(by_pawn) {
                coverage.note(format!("en prise{checked} from a pinned pawn only"));
            }
            if series().next().is_some() {
                coverage.note(format!("en prise{checked} from a pinned draughtsman only"));
            }
        } else if !judged.candidates.iter().any(|candidate| by_pawn(candidate) && candidate.safe) {
            let at_once = series().any(|series| series.safe && series.jumps.len() == 1);
            let open = series().all(|series| series.stops[0] == Stop::Free);
            coverage.note_if(!at_once && open, "exposed only to a series that goes on");
        }
    }
    for &cell in &judged.exposed {
        let canonical = |candidate: &Candidate| {
            candidate.paths.first().is_some_and(|series| first(&series, cell))
        };
        let pawn = |candidate: &Candidate| candidate.kind == 'P' && candidate.taken.contains(&cell);
        let direct = judged
            .candidates
            .iter()
            .any(|candidate| candidate.safe && (canonical(candidate) || pawn(candidate)));
        coverage.note_if(!direct, "exposed only by a path that is not canonical");
    }
    let by_several = judged.pseudo.len() > judged.exposed.len() && !judged.exposed.is_empty();
    coverage.note_if(by_several && !judged.checked, "M1 beside a draughtsman that is not exposed");
}

fn watch_draughtsman(oracle: &Oracle, s: &State, candidate: &Candidate, coverage: &mut Coverage) {
    let passes =
        candidate.paths.iter().any(|series| series.jumps.iter().any(|jump| jump.en_passant));
    coverage.note_if(passes && !candidate.safe, "en passant by a draughtsman refused for the king");
    if !candidate.legal {
        return;
    }
    let (_, to, _) = parts(&candidate.name);
    let last = if s.side == 0 { 9 } else { 0 };
    coverage.note_if(place(to).1 == last, "a draughtsman comes to the last rank");
    let Some(canonical) = candidate.paths.first() else {
        coverage.note("a draughtsman's step");
        return;
    };
    let charges = canonical.jumps.iter().filter(|jump| jump.captured.is_none()).count();
    let captures = canonical.jumps.len() - charges;
    let shape = match (charges, captures) {
        (_, 0) => "F+",
        (0, _) => "X+",
        _ => "F+X+",
    };
    coverage.note(format!("series {shape}"));
    let several = format!("series {shape} of several jumps of each kind");
    coverage.note_if(charges != 1 && captures != 1, &several);
    let (first, rest) = canonical.path.split_first().expect("a series has squares");
    coverage.note_if(rest.last() == Some(first), "a series that ends where it began");
    let again = (1..rest.len()).any(|index| rest[..index].contains(&rest[index]));
    coverage.note_if(again, "a series that visits a square twice");
    coverage.note_if(candidate.paths.len() > 1, "two paths, one move");
    let longer = candidate.paths.iter().any(|series| series.path.len() > canonical.path.len());
    coverage.note_if(longer, "two paths of different lengths, one move");
    for series in &candidate.paths {
        watch_series(oracle, s, series, coverage);
    }
}

fn watch_series(oracle: &Oracle, s: &State, series: &Series, coverage: &mut Coverage) {
    for (jump, stop) in series.jumps.iter().zip(&series.stops) {
        let after = if jump.captured.is_none() { "a quiet jump" } else { "a capture" };
        match stop {
            Stop::Free => {}
            Stop::Bound => coverage.note(format!("C5 forces on after {after}")),
            Stop::Void => coverage.note(format!("C5 void for the king after {after}")),
        }
    }
    let hurdles = series.path.windows(2).map(|pair| usize::midpoint(pair[0], pair[1]));
    let over_king = hurdles.into_iter().any(|cell| cell == king(oracle, s, s.side));
    coverage.note_if(over_king, "a quiet jump over the king");
    let Some(passing) = series.jumps.iter().position(|jump| jump.en_passant) else {
        return;
    };
    let before = &series.jumps[..passing];
    let when = if before.is_empty() {
        "by its first jump"
    } else if before.iter().all(|jump| jump.captured.is_none()) {
        "after quiet jumps"
    } else {
        "after a capture"
    };
    coverage.note(format!("en passant by a draughtsman {when}"));
    let on = passing + 1 < series.jumps.len();
    coverage.note_if(on, "en passant by a draughtsman that jumps on");
}

/// Returns start and end of a move.
pub fn ends(oracle: &Oracle, candidate: &Candidate) -> [usize; 2] {
    let (from, to, _) = parts(&candidate.name);
    [from, to].map(|cell| oracle.index(cell))
}
