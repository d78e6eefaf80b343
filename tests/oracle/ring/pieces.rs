//! The moves and the attacks of the pieces.

use super::{Action, PROMOTION_DISTANCE, Piece, Ring, State};

/// A step: rings outward and sectors anti-clockwise.
type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
const ELEPHANT: [Step; 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];

/// The kinds to which a Modern pawn may promote.
const PROMOTIONS: [char; 4] = ['Q', 'R', 'B', 'N'];

impl Ring {
    fn leaps(&self, from: usize, steps: &[Step]) -> Vec<usize> {
        steps.iter().filter_map(|&step| self.step(from, step)).collect()
    }

    /// Returns the cells that a slider reaches: the free ones and the first piece on each line,
    /// living or dead. A line round a ring ends before the cell where it began (4).
    fn slides(&self, pieces: &[Option<Piece>], from: usize, steps: &[Step]) -> Vec<usize> {
        let mut reached = Vec::new();
        for &step in steps {
            let mut at = from;
            while let Some(next) = self.step(at, step).filter(|&next| next != from) {
                reached.push(next);
                if pieces[next].is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    /// Returns the cells where the piece on `from` could capture, empty or occupied; dead pieces
    /// attack none (6).
    pub fn attacks(&self, pieces: &[Option<Piece>], from: usize) -> Vec<usize> {
        let Some(piece) = pieces[from].filter(|piece| !piece.dead) else { return Vec::new() };
        let mut reached = match piece.kind {
            'K' => [self.leaps(from, &STRAIGHT), self.leaps(from, &DIAGONAL)].concat(),
            'Q' => [self.slides(pieces, from, &STRAIGHT), self.slides(pieces, from, &DIAGONAL)]
                .concat(),
            'R' => self.slides(pieces, from, &STRAIGHT),
            'B' => self.slides(pieces, from, &DIAGONAL),
            'N' => self.leaps(from, &KNIGHT),
            'G' => self.leaps(from, &DIAGONAL),
            'E' => self.leaps(from, &ELEPHANT),
            _ => self.leaps(from, &[(1, piece.way()), (-1, piece.way())]),
        };
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Returns the cells of a seat's pieces that could capture an enemy on `cell`.
    pub fn captures_onto(&self, s: &State, cell: usize, seat: usize) -> Vec<usize> {
        let own = s.pieces_of(seat).map(|(from, _)| from);
        own.filter(|&from| self.attacks(&s.pieces, from).contains(&cell)).collect()
    }

    /// Returns the cells of the living enemies that attack a seat's king; none if it has no king.
    pub fn checkers(&self, s: &State, seat: usize) -> Vec<usize> {
        let Some(king) = s.king(seat) else { return Vec::new() };
        let enemies = s.living().filter(|&other| self.sides[other] != self.sides[seat]);
        enemies.flat_map(|enemy| self.captures_onto(s, king, enemy)).collect()
    }

    /// Returns whether a living enemy attacks a seat's king.
    pub fn checked(&self, s: &State, seat: usize) -> bool {
        !self.checkers(s, seat).is_empty()
    }

    /// Returns whether a piece of `seat` may capture this one: it is dead, or an enemy's.
    pub fn is_capturable(&self, piece: Piece, seat: usize) -> bool {
        piece.dead || self.sides[piece.seat] != self.sides[seat]
    }

    /// Returns all actions of the piece on `from`.
    pub fn actions_of(&self, s: &State, from: usize) -> Vec<Action> {
        let Some(piece) = s.pieces[from].filter(|piece| !piece.dead) else { return Vec::new() };
        if piece.is_pawn() {
            return self.pawn_actions(s, from, piece);
        }
        let can_enter =
            |to: &usize| s.pieces[*to].is_none_or(|victim| self.is_capturable(victim, piece.seat));
        let targets = self.attacks(&s.pieces, from).into_iter().filter(can_enter);
        targets.map(|to| Action::Move { from, to, promotion: None }).collect()
    }

    fn pawn_actions(&self, s: &State, from: usize, piece: Piece) -> Vec<Action> {
        let mut all = Vec::new();
        let ahead = self.step(from, (0, piece.way())).expect("rings have no end");
        match s.pieces[ahead] {
            None => all.extend(self.arrivals(from, ahead, piece)),
            Some(other) => {
                let mate = other.seat != piece.seat && !self.is_capturable(other, piece.seat);
                if mate && other.is_pawn() {
                    all.push(Action::Swap { from, to: ahead });
                }
            }
        }
        for to in self.attacks(&s.pieces, from) {
            if s.pieces[to].is_some_and(|victim| self.is_capturable(victim, piece.seat)) {
                all.extend(self.arrivals(from, to, piece));
            }
        }
        all
    }

    /// Returns the moves of a pawn to a cell: a Modern one must promote after its sixth space (5).
    fn arrivals(&self, from: usize, to: usize, piece: Piece) -> Vec<Action> {
        if self.byzantine || self.travelled(piece, to) != PROMOTION_DISTANCE {
            return vec![Action::Move { from, to, promotion: None }];
        }
        let promoted = |kind| Action::Move { from, to, promotion: Some(kind) };
        PROMOTIONS.into_iter().map(promoted).collect()
    }

    /// Returns the cells of all pairs of pawns of one living player that face each other (9).
    pub fn pairs(&self, s: &State) -> Vec<(usize, usize)> {
        if !self.byzantine {
            return Vec::new();
        }
        let mut pairs = Vec::new();
        for seat in s.living() {
            for (plus, _) in s.pieces_of(seat).filter(|(_, piece)| piece.kind == 'P') {
                let minus = self.step(plus, (0, 1)).expect("rings have no end");
                if s.pieces[minus] == Some(Piece { seat, kind: 'M', dead: false }) {
                    pairs.push((plus, minus));
                }
            }
        }
        pairs
    }
}
