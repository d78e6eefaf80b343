//! The compulsory capture of draughtsmen, which depends on the whole list of moves
//! (docs/rules/ordinary.md 4).

use super::draughtsmen::{Candidate, DraughtsRules};
use super::series::{DRAUGHTSMAN, SeriesSoFar};
use super::{Game, Piece, State, duel, square};

/// The duty of the side to move towards enemy draughtsmen (section 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// M5: no duty.
    Free,
    /// M1: capture an exposed draughtsman.
    Take,
    /// M2: leave the check by capturing a draughtsman that is en prise.
    TakeInCheck,
    /// M2: leave the check. No move that does so captures a draughtsman that is en prise.
    LeaveCheck,
    /// M3: end the situation in which a draughtsman is en prise and no capture of it leaves the
    /// king safe.
    Cure,
    /// M3: no move ends the situation.
    Incurable,
}

/// A position with all its moves.
pub struct Judgement {
    /// The moves, sorted by name.
    pub candidates: Vec<Candidate>,
    /// Whether the side to move is in check.
    pub checked: bool,
    /// The enemy draughtsmen that a pawn or the first jump of a draughtsman could capture, whether
    /// the king is safe then or not.
    pub pseudo: Vec<usize>,
    /// The draughtsmen among them that such a move captures with a safe king.
    pub exposed: Vec<usize>,
    /// The duty in force.
    pub duty: Duty,
}

impl DraughtsRules {
    /// Returns the enemy draughtsmen that a pawn or the first jump of a draughtsman could capture.
    pub fn pseudo(&self, s: &State) -> Vec<usize> {
        let grid = self.grid();
        let mut cells = Vec::new();
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            match piece.kind {
                'P' => cells.extend(square::pawn_attacks(grid, from, s.side)),
                DRAUGHTSMAN => {
                    let jumps = SeriesSoFar::new(grid, &s.board, from, None).next_jumps();
                    cells.extend(jumps.iter().filter_map(|jump| jump.captured));
                }
                _ => {}
            }
        }
        let enemy = Piece { side: duel::other(s.side), kind: DRAUGHTSMAN };
        cells.retain(|&cell| s.board[cell] == Some(enemy));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns whether the situation of M3 holds if the side that has made this move is to move
    /// again.
    pub fn is_situation(&self, after: &State) -> bool {
        let again = State { side: duel::other(after.side), passed: None, ..after.clone() };
        let pseudo = self.pseudo(&again);
        !pseudo.is_empty() && exposed(&self.candidates(&again), &pseudo).is_empty()
    }

    /// Returns the judgement of a position by section 4.
    pub fn judge(&self, s: &State) -> Judgement {
        let mut candidates = self.candidates(s);
        let checked = self.checked(s);
        let pseudo = self.pseudo(s);
        let exposed = exposed(&candidates, &pseudo);
        let takes = |candidate: &Candidate, cells: &[usize]| {
            candidate.taken.iter().any(|cell| cells.contains(cell))
        };
        let cure = |candidate: &Candidate| !self.is_situation(&candidate.after);
        let duty = match (pseudo.is_empty(), checked, exposed.is_empty()) {
            (true, _, _) => Duty::Free,
            (_, true, _) if enforce(&mut candidates, |candidate| takes(candidate, &pseudo)) => {
                Duty::TakeInCheck
            }
            (_, true, _) => Duty::LeaveCheck,
            (_, _, false) => {
                enforce(&mut candidates, |candidate| takes(candidate, &exposed));
                Duty::Take
            }
            _ if enforce(&mut candidates, cure) => Duty::Cure,
            _ => Duty::Incurable,
        };
        Judgement { candidates, checked, pseudo, exposed, duty }
    }
}

/// Forbids all moves that do not fulfil a duty, if a move with a safe king fulfils it. Returns
/// whether there is such a move.
fn enforce(candidates: &mut [Candidate], fulfils: impl Fn(&Candidate) -> bool) -> bool {
    let legal: Vec<bool> =
        candidates.iter().map(|candidate| candidate.safe && fulfils(candidate)).collect();
    let possible = legal.contains(&true);
    if possible {
        for (candidate, legal) in candidates.iter_mut().zip(legal) {
            candidate.legal = legal;
        }
    }
    possible
}

/// Returns the draughtsmen en prise that a pawn, or a draughtsman by its first jump, captures in a
/// move with a safe king.
fn exposed(candidates: &[Candidate], pseudo: &[usize]) -> Vec<usize> {
    let takes = |candidate: &Candidate, cell: usize| match candidate.kind {
        'P' => candidate.taken.contains(&cell),
        _ => candidate.paths.iter().any(|series| series.jumps[0].captured == Some(cell)),
    };
    let by_any =
        |&cell: &usize| candidates.iter().any(|candidate| candidate.safe && takes(candidate, cell));
    pseudo.iter().copied().filter(by_any).collect()
}
