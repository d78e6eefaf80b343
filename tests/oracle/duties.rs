//! The compulsory capture of Checkers, which looks at the whole list of moves
//! (docs/rules/ordinary.md 4).

use super::checkers::{Checkers, Ply};
use super::series::{CHECKER, Ride};
use super::{Game, Piece, State, duel, square};

/// What the side to move must do about enemy Checkers (section 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// M5: nothing.
    Free,
    /// M1: capture an exposed Checker.
    Take,
    /// M2: leave the check by capturing a Checker that is en prise.
    TakeInCheck,
    /// M2: leave the check; no such move captures a Checker that is en prise.
    LeaveCheck,
    /// M3: end the situation that a Checker is en prise, but not to be captured with a safe king.
    Cure,
    /// M3: the situation cannot be ended.
    Incurable,
}

/// A position with all its moves.
pub struct Judgement {
    /// The moves, sorted by name.
    pub plies: Vec<Ply>,
    /// Whether the side to move is in check.
    pub checked: bool,
    /// The enemy Checkers that a pawn or the first jump of a Checker could capture, king safety
    /// left aside.
    pub pseudo: Vec<usize>,
    /// Those of them for which there is such a move with a safe king.
    pub exposed: Vec<usize>,
    /// The duty that holds.
    pub duty: Duty,
}

impl Checkers {
    /// The enemy Checkers that a pawn or the first jump of a Checker could capture.
    pub fn pseudo(&self, s: &State) -> Vec<usize> {
        let grid = self.grid();
        let mut cells = Vec::new();
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            match piece.kind {
                'P' => cells.extend(square::pawn_strikes(grid, from, s.side)),
                CHECKER => {
                    let jumps = Ride::new(grid, &s.board, from, None).next_jumps();
                    cells.extend(jumps.iter().filter_map(|jump| jump.captured));
                }
                _ => {}
            }
        }
        let enemy = Piece { side: duel::other(s.side), kind: CHECKER };
        cells.retain(|&cell| s.board[cell] == Some(enemy));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The situation of M3, were the side that has made this move to move again.
    pub fn is_situation(&self, after: &State) -> bool {
        let again = State { side: duel::other(after.side), passed: None, ..after.clone() };
        let pseudo = self.pseudo(&again);
        !pseudo.is_empty() && exposed(&self.plies(&again), &pseudo).is_empty()
    }

    /// Everything that section 4 asks about a position.
    pub fn judge(&self, s: &State) -> Judgement {
        let mut plies = self.plies(s);
        let checked = self.checked(s);
        let pseudo = self.pseudo(s);
        let exposed = exposed(&plies, &pseudo);
        let takes = |ply: &Ply, cells: &[usize]| ply.taken.iter().any(|cell| cells.contains(cell));
        let cure = |ply: &Ply| !self.is_situation(&ply.after);
        let duty = match (pseudo.is_empty(), checked, exposed.is_empty()) {
            (true, _, _) => Duty::Free,
            (_, true, _) if oblige(&mut plies, |ply| takes(ply, &pseudo)) => Duty::TakeInCheck,
            (_, true, _) => Duty::LeaveCheck,
            (_, _, false) => {
                oblige(&mut plies, |ply| takes(ply, &exposed));
                Duty::Take
            }
            _ if oblige(&mut plies, cure) => Duty::Cure,
            _ => Duty::Incurable,
        };
        Judgement { plies, checked, pseudo, exposed, duty }
    }
}

/// Forbids all moves but those that fulfil a duty, if a move with a safe king does; says whether.
fn oblige(plies: &mut [Ply], fulfils: impl Fn(&Ply) -> bool) -> bool {
    let legal: Vec<bool> = plies.iter().map(|ply| ply.safe && fulfils(ply)).collect();
    let possible = legal.contains(&true);
    if possible {
        for (ply, legal) in plies.iter_mut().zip(legal) {
            ply.legal = legal;
        }
    }
    possible
}

/// Those Checkers en prise that a pawn, or a Checker by its first jump, captures in a move with a
/// safe king.
fn exposed(plies: &[Ply], pseudo: &[usize]) -> Vec<usize> {
    let takes = |ply: &Ply, cell: usize| match ply.kind {
        'P' => ply.taken.contains(&cell),
        _ => ply.paths.iter().any(|series| series.jumps[0].captured == Some(cell)),
    };
    let by_any = |&cell: &usize| plies.iter().any(|ply| ply.safe && takes(ply, cell));
    pseudo.iter().copied().filter(by_any).collect()
}
