//! Threats by draughtsmen against the kings, and the moves that they forbid
//! (docs/rules/ordinary.md, C8 and K2).

use std::collections::HashSet;

use super::Coverage;
use super::draughtsmen::{RULES, ends, is_draughtsman, king};
use crate::oracle::duties::Judgement;
use crate::oracle::series::Jump;
use crate::oracle::{BLACK, State, WHITE};
use crate::support::{Oracle, name, place};

/// Counts checks, the moves that checks forbid, and positions that only look like check.
pub fn watch(oracle: &Oracle, s: &State, judged: &Judgement, coverage: &mut Coverage) {
    if judged.checked {
        watch_check(oracle, s, judged, coverage);
    } else {
        watch_openings(oracle, s, judged, coverage);
    }
    for side in [WHITE, BLACK] {
        let king = king(oracle, s, side);
        let draughtsmen = (0..s.board.len()).filter(|&cell| is_draughtsman(s, cell));
        for from in
            draughtsmen.filter(|&from| s.board[from].is_some_and(|piece| piece.side != side))
        {
            let twice = RULES.threat(&s.board, None, from, king).is_none()
                && reaches_jumping_twice(oracle, s, from, king);
            coverage.note_if(twice, "no check: a piece would be jumped twice on the way");
        }
    }
    watch_castlings(s, coverage);
}

/// Returns whether a draughtsman could capture the piece on a cell if the hurdles of its series
/// remained on the board.
fn reaches_jumping_twice(oracle: &Oracle, s: &State, from: usize, target: usize) -> bool {
    let side = s.board[from].expect("a draughtsman").side;
    let at = |(file, rank)| oracle.has(file, rank).then(|| oracle.index(&name(file, rank)));
    let mut seen = HashSet::from([(from, false)]);
    let mut open = vec![(from, false)];
    while let Some((cell, capturing)) = open.pop() {
        let (file, rank) = place(&oracle.name(cell));
        for (files, ranks) in (0..9).map(|way| (way % 3 - 1, way / 3 - 1)) {
            let (Some(over), Some(to)) =
                (at((file + files, rank + ranks)), at((file + 2 * files, rank + 2 * ranks)))
            else {
                continue;
            };
            let Some(piece) = s.board[over].filter(|_| s.board[to].is_none() || to == from) else {
                continue;
            };
            let captures = piece.side != side;
            if (captures || !capturing) && seen.insert((to, captures)) {
                if over == target {
                    return true;
                }
                open.push((to, captures));
            } else if captures && over == target {
                return true;
            }
        }
    }
    false
}

/// Returns the sort of the series that threatens the king.
fn sort(jumps: &[Jump]) -> &'static str {
    let friendly = jumps.iter().filter(|jump| jump.captured.is_none()).count();
    match (friendly, jumps.len() - friendly) {
        (0, 1) => "an adjacent jump",
        (_, 1) => "a charge",
        (0, _) => "a chain of captures",
        _ => "a charge and captures",
    }
}

/// Returns the cells that a series jumps over, and the cells where it lands.
fn ways(from: usize, jumps: &[Jump]) -> (Vec<usize>, Vec<usize>) {
    let lands: Vec<usize> = jumps.iter().map(|jump| jump.to).collect();
    let starts = [from].into_iter().chain(lands.iter().copied());
    let overs = starts.zip(&lands).map(|(from, &to)| usize::midpoint(from, to)).collect();
    (overs, lands)
}

fn watch_check(oracle: &Oracle, s: &State, judged: &Judgement, coverage: &mut Coverage) {
    let king = king(oracle, s, s.side);
    let givers = RULES.captors(&s.board, None, king, 1 - s.side);
    for &giver in givers.iter().filter(|giver| is_draughtsman(s, **giver)) {
        let jumps = RULES.threat(&s.board, None, giver, king).expect("it gives check");
        let sort = sort(&jumps);
        coverage.note(format!("check by {sort}"));
        if givers.len() > 1 {
            continue;
        }
        let (overs, lands) = ways(giver, &jumps);
        for candidate in judged.candidates.iter().filter(|candidate| candidate.kind != 'K') {
            let [from, to] = ends(oracle, candidate);
            if candidate.safe {
                let by_capture = candidate.taken.contains(&giver);
                coverage.note_if(by_capture, "a draughtsman's check answered by capture");
                let put_in = lands.contains(&to);
                coverage.note_if(put_in, "a draughtsman's check answered on a landing square");
                let out = overs.contains(&from) && !lands.contains(&to);
                coverage.note_if(
                    out,
                    "a draughtsman's check answered by taking a piece out of a chain",
                );
            } else {
                let hurdle = candidate.taken.iter().any(|cell| overs.contains(cell));
                let stays = hurdle && overs.contains(&to) && !candidate.taken.contains(&giver);
                coverage.note_if(stays, "standing where a charge's hurdle stood does not help");
            }
        }
    }
}

/// Counts moves that would let a draughtsman capture the king.
fn watch_openings(oracle: &Oracle, s: &State, judged: &Judgement, coverage: &mut Coverage) {
    let king = king(oracle, s, s.side);
    for candidate in
        judged.candidates.iter().filter(|candidate| !candidate.safe && candidate.kind != 'K')
    {
        let (board, passed) = (&candidate.after.board, candidate.after.passed);
        let captors = RULES.captors(board, passed, king, 1 - s.side);
        let [from, to] = ends(oracle, candidate);
        for &captor in captors.iter().filter(|captor| is_draughtsman(&candidate.after, **captor)) {
            let jumps = RULES.threat(board, passed, captor, king).expect("it captures");
            let (overs, lands) = ways(captor, &jumps);
            coverage.note_if(lands.contains(&from), "pinned: may not leave a landing square");
            coverage.note_if(overs.contains(&to), "pinned: may not become a draughtsman's hurdle");
            let only_so = jumps.iter().any(|jump| jump.en_passant)
                && RULES.captors(board, None, king, 1 - s.side).is_empty();
            if only_so {
                let friendly = jumps.iter().any(|jump| jump.captured.is_none());
                let charge = if friendly { " in a charge" } else { "" };
                coverage.note(format!("double step refused for an en passant jump{charge}"));
            }
        }
    }
}

/// Counts castlings that a draughtsman prevents.
fn watch_castlings(s: &State, coverage: &mut Coverage) {
    let able = |right: char| s.rights.contains(right);
    let castlings = RULES.castlings().iter();
    for castling in castlings.filter(|castling| castling.side == s.side && able(castling.right)) {
        if castling.between.iter().any(|&cell| s.board[cell].is_some()) {
            continue;
        }
        let home = castling.king[0];
        let draughtsman = |board: &[_], at: usize| {
            let captors = RULES.captors(board, None, at, 1 - s.side);
            captors.into_iter().find(|&captor| is_draughtsman(s, captor))
        };
        let passed = castling.guarded.iter().copied();
        for cell in [home].into_iter().chain(passed) {
            let mut board = s.board.clone();
            let piece = board[home].take();
            board[cell] = piece;
            let Some(captor) = draughtsman(&board, cell) else { continue };
            let jumps = RULES.threat(&board, None, captor, cell).expect("it captures");
            let sort = sort(&jumps);
            let which = if cell == home { "the home" } else { "a passed square" };
            coverage.note(format!("castling refused: {which} in reach of {sort}"));
            let by_home = ways(captor, &jumps).1.contains(&home);
            coverage.note_if(by_home, "castling refused: a series by way of the king's home");
        }
    }
}
