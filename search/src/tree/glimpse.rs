//! The answer of a search without time for one iteration.

use rotunda_movegen::{AsMove, Position, Rules};

use super::search_thread::SearchThread;
use crate::base::score::{INFINITE, Score};
use crate::ordering::exchange::gains_at_least;

/// The most moves at the root that are looked at.
const MOST: usize = 300;

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Gives the root moves that were not searched a score by a look at the positions after them,
    /// and sorts all moves.
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

    /// Returns the score of a root move by the rules and the static evaluation: an immediate win or
    /// draw, or else the evaluation, without the moved piece if exchanges lose it.
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
