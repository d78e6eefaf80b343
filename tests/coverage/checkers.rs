//! What the Checkers add to the Ordinary Variant (docs/rules/ordinary.md 3 and 4).

use std::sync::LazyLock;

use super::{Coverage, threats};
use crate::oracle::State;
use crate::oracle::checkers::{Checkers, Ply};
use crate::oracle::duties::{Duty, Judgement};
use crate::oracle::series::{Series, Stop};
use crate::support::{Sheet, parts, place};

pub static RULES: LazyLock<Checkers> = LazyLock::new(Checkers::new);

/// All that must have happened.
pub const REQUIRED: [&str; 89] = [
    "C5 forces on after a capture",
    "C5 forces on after a friendly jump",
    "C5 void for the king after a capture",
    "C5 void for the king after a friendly jump",
    "M1",
    "M1 bars a capture",
    "M1 bars castling",
    "M1 bars the capture of a Checker that is not exposed",
    "M1 beside a Checker that is not exposed",
    "M1 by a charge",
    "M1 by a first jump",
    "M1 by a pawn",
    "M1 by a promoting pawn",
    "M1 by another piece",
    "M1 later in a series",
    "M1: a choice of Checkers",
    "M2 bars another way out of check",
    "M2 by a capture that interposes",
    "M2 by a charge",
    "M2 by a first jump",
    "M2 by a pawn",
    "M2 by a promoting pawn",
    "M2 by another piece",
    "M2 later in a series",
    "M2: a capture is forced",
    "M2: en prise from bound pieces only",
    "M2: no capture possible",
    "M3 bars a move",
    "M3 cured: a capture becomes safe",
    "M3 cured: by capture",
    "M3 cured: no longer en prise",
    "M3 with a cure",
    "M3 without a cure",
    "M4: a Checker would be captured after another piece",
    "M4: a charge would capture a Checker",
    "a Checker comes to the last rank",
    "a Checker en prise and no move at all",
    "a Checker's check answered by capture",
    "a Checker's check answered by taking a piece out of a chain",
    "a Checker's check answered on a landing square",
    "a Checker's step",
    "a friendly jump over the king",
    "a series that ends where it began",
    "a series that visits a square twice",
    "bound: may not become a Checker's hurdle",
    "bound: may not leave a landing square",
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
    "en passant by a Checker after a capture",
    "en passant by a Checker after friendly jumps",
    "en passant by a Checker by its first jump",
    "en passant by a Checker refused for the king",
    "en passant by a Checker that jumps on",
    "en prise from a bound Checker only",
    "en prise from a bound pawn only",
    "en prise in check from a bound Checker only",
    "en prise in check from a bound pawn only",
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

/// Counts what happens in a position.
pub fn watch(sheet: &Sheet, s: &State, coverage: &mut Coverage) {
    let judged = RULES.judge(s);
    watch_duty(sheet, s, &judged, coverage);
    watch_bound(&judged, coverage);
    for ply in judged.plies.iter().filter(|ply| ply.kind == 'C') {
        watch_checker(sheet, s, ply, coverage);
    }
    threats::watch(sheet, s, &judged, coverage);
}

/// Whether a Checker stands there.
pub fn is_checker(s: &State, cell: usize) -> bool {
    s.board[cell].is_some_and(|piece| piece.kind == 'C')
}

/// Whether a move captures a Checker.
fn takes_checker(s: &State, ply: &Ply) -> bool {
    ply.taken.iter().any(|&cell| is_checker(s, cell))
}

/// Whether a move captures a piece on one of these cells.
fn takes_any(ply: &Ply, cells: &[usize]) -> bool {
    ply.taken.iter().any(|cell| cells.contains(cell))
}

/// Whether a king castles.
fn castles(ply: &Ply) -> bool {
    let (from, to, _) = parts(&ply.name);
    ply.kind == 'K' && (place(from).0 - place(to).0).abs() > 1
}

/// The cell of a side's king.
pub fn king(sheet: &Sheet, s: &State, side: usize) -> usize {
    sheet.index(&sheet.king(s, side))
}

/// How a move captures a Checker that a duty is about.
fn manner(ply: &Ply, cells: &[usize]) -> &'static str {
    let first = |series: &Series| series.jumps[0].captured;
    let begins = |series: &Series| first(series).is_some_and(|cell| cells.contains(&cell));
    match ply.kind {
        'P' if parts(&ply.name).2.is_some() => "by a promoting pawn",
        'P' => "by a pawn",
        'C' if ply.paths.iter().any(begins) => "by a first jump",
        'C' if ply.paths.iter().all(|series| first(series).is_none()) => "by a charge",
        'C' => "later in a series",
        _ => "by another piece",
    }
}

fn watch_duty(sheet: &Sheet, s: &State, judged: &Judgement, coverage: &mut Coverage) {
    let legal = || judged.plies.iter().filter(|ply| ply.legal);
    let barred = || judged.plies.iter().filter(|ply| ply.safe && !ply.legal);
    match judged.duty {
        Duty::Free => {
            for ply in legal().filter(|ply| ply.kind == 'C' && takes_checker(s, ply)) {
                let charge = ply.paths[0].jumps[0].captured.is_none();
                coverage.note_if(charge, "M4: a charge would capture a Checker");
                coverage.note_if(!charge, "M4: a Checker would be captured after another piece");
            }
        }
        Duty::Take => {
            coverage.note("M1");
            coverage.note_if(judged.exposed.len() > 1, "M1: a choice of Checkers");
            coverage.note_if(barred().any(castles), "M1 bars castling");
            coverage.note_if(barred().any(|ply| !ply.taken.is_empty()), "M1 bars a capture");
            let other = barred().any(|ply| takes_checker(s, ply));
            coverage.note_if(other, "M1 bars the capture of a Checker that is not exposed");
            for ply in legal() {
                coverage.note(format!("M1 {}", manner(ply, &judged.exposed)));
            }
        }
        Duty::TakeInCheck => {
            coverage.note("M2: a capture is forced");
            coverage.note_if(barred().next().is_some(), "M2 bars another way out of check");
            let givers = RULES.captors(&s.board, None, king(sheet, s, s.side), 1 - s.side);
            for ply in legal() {
                coverage.note(format!("M2 {}", manner(ply, &judged.pseudo)));
                let between = ply.kind != 'K' && !takes_any(ply, &givers);
                coverage.note_if(between, "M2 by a capture that interposes");
                let only_bound = !takes_any(ply, &judged.exposed);
                coverage.note_if(only_bound, "M2: en prise from bound pieces only");
            }
        }
        Duty::LeaveCheck if legal().next().is_some() => coverage.note("M2: no capture possible"),
        Duty::Cure => {
            coverage.note("M3 with a cure");
            coverage.note_if(barred().next().is_some(), "M3 bars a move");
            coverage.note_if(barred().any(castles), "M3 bars castling");
            for ply in legal() {
                let after = State { side: s.side, passed: None, ..ply.after.clone() };
                let how = if takes_any(ply, &judged.pseudo) {
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
            coverage.note("a Checker en prise and no move at all");
        }
    }
}

/// Counts Checkers en prise that cannot be captured with a safe king, or not at once.
fn watch_bound(judged: &Judgement, coverage: &mut Coverage) {
    let first = |series: &&Series, cell: usize| series.jumps[0].captured == Some(cell);
    for &cell in &judged.pseudo {
        let by_pawn = |ply: &Ply| ply.kind == 'P' && ply.taken.contains(&cell);
        let series = || judged.plies.iter().flat_map(|ply| &ply.paths).filter(|s| first(s, cell));
        if !judged.exposed.contains(&cell) {
            let checked = if judged.checked { " in check" } else { "" };
            if judged.plies.iter().any(by_pawn) {
                coverage.note(format!("en prise{checked} from a bound pawn only"));
            }
            if series().next().is_some() {
                coverage.note(format!("en prise{checked} from a bound Checker only"));
            }
        } else if !judged.plies.iter().any(|ply| by_pawn(ply) && ply.safe) {
            let at_once = series().any(|series| series.safe && series.jumps.len() == 1);
            let open = series().all(|series| series.stops[0] == Stop::Free);
            coverage.note_if(!at_once && open, "exposed only to a series that goes on");
        }
    }
    for &cell in &judged.exposed {
        let canonical = |ply: &Ply| ply.paths.first().is_some_and(|series| first(&series, cell));
        let pawn = |ply: &Ply| ply.kind == 'P' && ply.taken.contains(&cell);
        let direct = judged.plies.iter().any(|ply| ply.safe && (canonical(ply) || pawn(ply)));
        coverage.note_if(!direct, "exposed only by a path that is not canonical");
    }
    let by_several = judged.pseudo.len() > judged.exposed.len() && !judged.exposed.is_empty();
    coverage.note_if(by_several && !judged.checked, "M1 beside a Checker that is not exposed");
}

fn watch_checker(sheet: &Sheet, s: &State, ply: &Ply, coverage: &mut Coverage) {
    let passes = ply.paths.iter().any(|series| series.jumps.iter().any(|jump| jump.en_passant));
    coverage.note_if(passes && !ply.safe, "en passant by a Checker refused for the king");
    if !ply.legal {
        return;
    }
    let (_, to, _) = parts(&ply.name);
    let last = if s.side == 0 { 9 } else { 0 };
    coverage.note_if(place(to).1 == last, "a Checker comes to the last rank");
    let Some(canonical) = ply.paths.first() else {
        coverage.note("a Checker's step");
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
    coverage.note_if(ply.paths.len() > 1, "two paths, one move");
    let longer = ply.paths.iter().any(|series| series.path.len() > canonical.path.len());
    coverage.note_if(longer, "two paths of different lengths, one move");
    for series in &ply.paths {
        watch_series(sheet, s, series, coverage);
    }
}

fn watch_series(sheet: &Sheet, s: &State, series: &Series, coverage: &mut Coverage) {
    for (jump, stop) in series.jumps.iter().zip(&series.stops) {
        let after = if jump.captured.is_none() { "a friendly jump" } else { "a capture" };
        match stop {
            Stop::Free => {}
            Stop::Bound => coverage.note(format!("C5 forces on after {after}")),
            Stop::Void => coverage.note(format!("C5 void for the king after {after}")),
        }
    }
    let hurdles = series.path.windows(2).map(|pair| usize::midpoint(pair[0], pair[1]));
    let over_king = hurdles.into_iter().any(|cell| cell == king(sheet, s, s.side));
    coverage.note_if(over_king, "a friendly jump over the king");
    let Some(passing) = series.jumps.iter().position(|jump| jump.en_passant) else {
        return;
    };
    let before = &series.jumps[..passing];
    let when = if before.is_empty() {
        "by its first jump"
    } else if before.iter().all(|jump| jump.captured.is_none()) {
        "after friendly jumps"
    } else {
        "after a capture"
    };
    coverage.note(format!("en passant by a Checker {when}"));
    let on = passing + 1 < series.jumps.len();
    coverage.note_if(on, "en passant by a Checker that jumps on");
}

/// Start and end of a move.
pub fn ends(sheet: &Sheet, ply: &Ply) -> [usize; 2] {
    let (from, to, _) = parts(&ply.name);
    [from, to].map(|cell| sheet.index(cell))
}
