//! [`Branches`]: the main line and the variations of a game that is being played.

use rotunda_movegen::{Action, Game, GameRecord};

/// The main line and the variations within variations, of which the last is being played.
///
/// They share one record. A variation takes the move before it back, and its end plays that move
/// again. So the time does not grow with the length of the game before the variation.
pub(super) struct Branches {
    /// The game at the end of the last line.
    record: GameRecord,
    /// The variations that have begun and not ended.
    open: Vec<Branch>,
}

/// A variation.
struct Branch {
    /// The number of actions before it.
    start: usize,
    /// The actions of the line around it that it has taken back, the latest first.
    undone: Vec<Action>,
}

impl Branches {
    /// Creates a main line.
    pub const fn new(record: GameRecord) -> Self {
        Self { record, open: Vec::new() }
    }

    /// Returns the number of variations within each other; 0 in the main line.
    pub const fn depth(&self) -> usize {
        self.open.len()
    }

    /// The game at the end of the last line.
    pub const fn game(&self) -> &Game {
        self.record.game()
    }

    /// The record at the end of the last line, for further actions.
    pub const fn record(&mut self) -> &mut GameRecord {
        &mut self.record
    }

    /// Begins a variation, which replaces the last move of its line. Without a move before it, it
    /// starts where its line stands.
    pub fn open(&mut self) {
        let start = self.open.last().map_or(0, |branch| branch.start);
        let later = self.record.actions().len() - start;
        let is_move = |action: &Action| matches!(action, Action::Move(_));
        let count = self.record.actions().rev().take(later).position(is_move);
        let undone: Vec<Action> =
            (0..count.map_or(0, |count| count + 1)).filter_map(|_| self.record.undo()).collect();
        self.open.push(Branch { start: self.record.actions().len(), undone });
    }

    /// Ends the last variation, if there is one, and goes back to the end of its line.
    pub fn close(&mut self) {
        let Some(Branch { start, undone }) = self.open.pop() else { return };
        while self.record.actions().len() > start {
            self.record.undo();
        }
        for action in undone.into_iter().rev() {
            self.record.act(action).expect("the action was possible before the variation");
        }
    }

    /// Returns the record of the main line.
    pub fn finish(mut self) -> GameRecord {
        while self.depth() > 0 {
            self.close();
        }
        self.record
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Options, Variant};

    use super::*;

    fn play(branches: &mut Branches, text: &str) {
        let mv = branches.game().parse_move(text).expect("legal");
        branches.record().play(&mv).expect("the game goes on");
    }

    #[test]
    fn variations_take_one_move_back_wherever_they_stand() {
        let chess = Variant::by_name("chess").expect("known");
        let record = GameRecord::new(chess, Options::default(), None).expect("the start");
        let mut branches = Branches::new(record);
        let mut undone = 0;
        for round in 0..50 {
            for (mv, other) in
                [("g1f3", "b1c3"), ("g8f6", "b8c6"), ("f3g1", "a2a3"), ("f6g8", "a7a6")]
            {
                play(&mut branches, mv);
                branches.open();
                undone += branches.open[0].undone.len();
                play(&mut branches, other);
                branches.open();
                branches.open();
                assert!(branches.open[2].undone.is_empty());
                assert_eq!(branches.depth(), 3);
                (0..3).for_each(|_| branches.close());
            }
            assert_eq!(branches.record.actions().len(), 4 * (round + 1));
        }
        assert_eq!(undone, 200);
        branches.open();
        assert_eq!(branches.finish().actions().len(), 200);
    }
}
