//! [`Adjudicator`]: adjudicates games as drawn or lost by the engines' scores.

use rotunda_protocol::uci_client::Score;

use crate::plan::match_plan::{DrawRule, ResignRule};

/// The adjudication of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// The game is drawn.
    Draw,
    /// The seat that has just moved resigns.
    Resign,
}

/// The counts of scores in a row. A move without a score ends every row.
pub(crate) struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    /// The number of moves in a row that each seat scored as even.
    even: Vec<u32>,
    /// The number of moves in a row that each seat scored as lost.
    lost: Vec<u32>,
}

impl Adjudicator {
    /// Creates an adjudicator for a game of this many seats.
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>, seats: usize) -> Self {
        Self { draw, resign, even: vec![0; seats], lost: vec![0; seats] }
    }

    /// Records a seat's score for its move with a number, counted from 1. Only seats that still
    /// play count.
    pub fn note(
        &mut self,
        seat: usize,
        number: u32,
        score: Option<Score>,
        plays: impl Fn(usize) -> bool,
    ) -> Option<Call> {
        let score = score.map(Score::centipawns);
        let count = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        if let Some(rule) = self.resign {
            let behind = rule.score.min(i32::MAX.cast_unsigned()).cast_signed();
            count(&mut self.lost[seat], score.is_some_and(|score| score <= -behind));
            if self.lost[seat] >= rule.move_count {
                return Some(Call::Resign);
            }
        }
        let rule = self.draw?;
        count(&mut self.even[seat], score.is_some_and(|score| score.unsigned_abs() <= rule.score));
        let is_content = |(seat, &row): (usize, &u32)| row >= rule.move_count || !plays(seat);
        let agreed = self.even.iter().enumerate().all(is_content);
        (agreed && number >= rule.move_number).then_some(Call::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAW: DrawRule = DrawRule { move_number: 5, move_count: 2, score: 10 };
    const RESIGN: ResignRule = ResignRule { move_count: 2, score: 500 };

    #[test]
    fn a_draw_takes_all_seats_and_time() {
        let mut judge = Adjudicator::new(Some(DRAW), None, 2);
        let mut note =
            |seat, number, score| judge.note(seat, number, Some(Score::Cp(score)), |_| true);
        for number in 1..=4 {
            assert_eq!((note(0, number, 10), note(1, number, -10)), (None, None));
        }
        assert_eq!(note(0, 5, 11), None, "the row is broken");
        assert_eq!((note(1, 5, 0), note(0, 6, 0), note(1, 6, 0)), (None, None, None));
        assert_eq!(note(0, 7, 0), Some(Call::Draw));
    }

    #[test]
    fn a_seat_resigns_for_itself() {
        let mut judge = Adjudicator::new(None, Some(RESIGN), 2);
        let mut note = |seat, number, score| judge.note(seat, number, score, |_| true);
        assert_eq!(note(0, 1, Some(Score::Cp(-500))), None);
        assert_eq!(note(1, 1, Some(Score::Mate(3))), None);
        assert_eq!(note(0, 2, None), None, "no score, no row");
        assert_eq!(note(0, 3, Some(Score::Mate(-2))), None);
        assert_eq!(note(0, 4, Some(Score::Cp(-501))), Some(Call::Resign));
    }

    #[test]
    fn who_is_out_has_no_say() {
        let mut judge = Adjudicator::new(Some(DRAW), None, 3);
        let mut note = |seat, number, out| {
            judge.note(seat, number, Some(Score::Cp(0)), |other| Some(other) != out)
        };
        for number in 4..=5 {
            assert_eq!((note(0, number, None), note(2, number, None)), (None, None));
        }
        assert_eq!(note(0, 6, Some(1)), Some(Call::Draw));
    }
}
