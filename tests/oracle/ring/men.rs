//! Where the men can go, and what they attack.

use super::{Deed, JOURNEY, Man, Ring, State};

/// Rings outward and sectors anti-clockwise.
type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
const ELEPHANT: [Step; 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];

/// What a Modern pawn may become.
const PROMOTIONS: [char; 4] = ['Q', 'R', 'B', 'N'];

impl Ring {
    fn leaps(&self, from: usize, steps: &[Step]) -> Vec<usize> {
        steps.iter().filter_map(|&step| self.step(from, step)).collect()
    }

    /// The cells that a slider reaches: the free ones and the first man on each line, living
    /// or dead. A line round a ring ends before the cell where it began (4).
    fn rides(&self, men: &[Option<Man>], from: usize, steps: &[Step]) -> Vec<usize> {
        let mut reached = Vec::new();
        for &step in steps {
            let mut at = from;
            while let Some(next) = self.step(at, step).filter(|&next| next != from) {
                reached.push(next);
                if men[next].is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    /// The cells where the man on `from` could capture, whatever stands there; the dead have
    /// none (6).
    pub fn strikes(&self, men: &[Option<Man>], from: usize) -> Vec<usize> {
        let Some(man) = men[from].filter(|man| !man.dead) else { return Vec::new() };
        let mut reached = match man.kind {
            'K' => [self.leaps(from, &STRAIGHT), self.leaps(from, &DIAGONAL)].concat(),
            'Q' => [self.rides(men, from, &STRAIGHT), self.rides(men, from, &DIAGONAL)].concat(),
            'R' => self.rides(men, from, &STRAIGHT),
            'B' => self.rides(men, from, &DIAGONAL),
            'N' => self.leaps(from, &KNIGHT),
            'G' => self.leaps(from, &DIAGONAL),
            'E' => self.leaps(from, &ELEPHANT),
            _ => self.leaps(from, &[(1, man.way()), (-1, man.way())]),
        };
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// The cells of a seat's men that could capture an enemy on `cell`.
    pub fn captures_onto(&self, s: &State, cell: usize, seat: usize) -> Vec<usize> {
        let own = s.men_of(seat).map(|(from, _)| from);
        own.filter(|&from| self.strikes(&s.men, from).contains(&cell)).collect()
    }

    /// The cells of the living enemies that attack a seat's king; none if it has no king.
    pub fn checkers(&self, s: &State, seat: usize) -> Vec<usize> {
        let Some(king) = s.king(seat) else { return Vec::new() };
        let enemies = s.living().filter(|&other| self.sides[other] != self.sides[seat]);
        enemies.flat_map(|enemy| self.captures_onto(s, king, enemy)).collect()
    }

    /// Whether a living enemy attacks a seat's king.
    pub fn checked(&self, s: &State, seat: usize) -> bool {
        !self.checkers(s, seat).is_empty()
    }

    /// Whether a man of `seat` may capture this one: it is dead, or an enemy's.
    pub fn is_prey(&self, man: Man, seat: usize) -> bool {
        man.dead || self.sides[man.seat] != self.sides[seat]
    }

    /// What the man on `from` can do.
    pub fn deeds(&self, s: &State, from: usize) -> Vec<Deed> {
        let Some(man) = s.men[from].filter(|man| !man.dead) else { return Vec::new() };
        if man.is_pawn() {
            return self.pawn_deeds(s, from, man);
        }
        let can_enter = |to: &usize| s.men[*to].is_none_or(|prey| self.is_prey(prey, man.seat));
        let targets = self.strikes(&s.men, from).into_iter().filter(can_enter);
        targets.map(|to| Deed::Move { from, to, promotion: None }).collect()
    }

    fn pawn_deeds(&self, s: &State, from: usize, man: Man) -> Vec<Deed> {
        let mut all = Vec::new();
        let ahead = self.step(from, (0, man.way())).expect("rings have no end");
        match s.men[ahead] {
            None => all.extend(self.arrivals(from, ahead, man)),
            Some(other) => {
                let mate = other.seat != man.seat && !self.is_prey(other, man.seat);
                if mate && other.is_pawn() {
                    all.push(Deed::Swap { from, to: ahead });
                }
            }
        }
        for to in self.strikes(&s.men, from) {
            if s.men[to].is_some_and(|prey| self.is_prey(prey, man.seat)) {
                all.extend(self.arrivals(from, to, man));
            }
        }
        all
    }

    /// The ways a pawn can arrive: a Modern one promotes after its sixth space and must (5).
    fn arrivals(&self, from: usize, to: usize, man: Man) -> Vec<Deed> {
        if self.byzantine || self.travelled(man, to) != JOURNEY {
            return vec![Deed::Move { from, to, promotion: None }];
        }
        let promoted = |kind| Deed::Move { from, to, promotion: Some(kind) };
        PROMOTIONS.into_iter().map(promoted).collect()
    }

    /// The cells of all pairs of pawns of one living player that face each other (9).
    pub fn pairs(&self, s: &State) -> Vec<(usize, usize)> {
        if !self.byzantine {
            return Vec::new();
        }
        let mut pairs = Vec::new();
        for seat in s.living() {
            for (plus, _) in s.men_of(seat).filter(|(_, man)| man.kind == 'P') {
                let minus = self.step(plus, (0, 1)).expect("rings have no end");
                if s.men[minus] == Some(Man { seat, kind: 'M', dead: false }) {
                    pairs.push((plus, minus));
                }
            }
        }
        pairs
    }
}
