//! What a search can say that had no time for one iteration.

use rotunda_movegen::{AsMove, Position, Rules};

use crate::exchange::gains_at_least;
use crate::score::{INFINITE, Score};
use crate::worker::Worker;

/// Moves at the root beyond which the others are not looked at.
const MOST: usize = 300;

impl<R: Rules<W>, const W: usize> Worker<'_, R, W> {
    /// Gives the moves at the root that have not been searched a score by a look at what they lead
    /// to, and sorts all of them.
    pub fn glimpse(&mut self, position: &Position<W>) {
        let best = self.root.all().iter().map(|root| root.score).max().unwrap_or(-INFINITE);
        for place in 0..self.root.len().min(MOST) {
            let root = &self.root.all()[place];
            if root.score > -INFINITE {
                continue;
            }
            let is_refuted = root.nodes > 0;
            let mv = root.mv.clone();
            let score = self.glance(position, &mv);
            self.root.at(place).score = if is_refuted { score.min(best - 1) } else { score };
        }
        self.root.sort(0..self.root.len());
    }

    /// The score of a move at the root by the rules and the static evaluation: a win or a draw at
    /// once, else the evaluation, less the piece if exchanges lose it.
    fn glance(&mut self, position: &Position<W>, mv: &R::Move) -> Score {
        let mut child = position.clone();
        let check_info = self.descend(&mut child, mv);
        let over = self.ended(&child, &check_info, 1);
        let score = over.unwrap_or_else(|| {
            if R::has_move(&child) {
                self.evaluate(&child, 1)
            } else {
                self.no_moves_score(&child, &check_info, 1)
            }
        });
        self.history.pop();
        let ours =
            if self.perspective.flips_sign::<R, W>(position, &child) { -score } else { score };
        let is_safe = over.is_some() || gains_at_least::<R, W>(position, self.weights, mv, 0);
        if is_safe {
            ours
        } else {
            ours - self.weights.values[position.piece(mv.from()).kind().index()]
        }
    }
}
