//! [`Adjudicator`]: ends games between two sides whose result is certain, by the rules of
//! docs/data.md.

use rotunda_movegen::{Game, Seat};

use crate::file::scored::is_mate;
use crate::file::stored_game::Ending;

/// Plies in a row whose searches announce the same side's mate.
const MATES: u32 = 4;
/// Plies in a row without a capture or promotion whose searches see no advantage.
const LEVEL: u32 = 60;
/// Centipawns that are no advantage.
const LEVEL_SCORE: u16 = 5;
/// Turns of every seat after which a game is left unfinished.
const TURNS: usize = 300;

/// The consecutive verdicts of a game's searches.
#[derive(Default)]
pub(crate) struct Adjudicator {
    /// The seat that mates, and the number of plies in a row that have announced it.
    mate: Option<(Seat, u32)>,
    level: u32,
    plies: usize,
}

impl Adjudicator {
    /// Records the score of the current position's search, and whether its move captures or
    /// promotes. Returns the adjudication before that move, if there is one.
    pub fn note(&mut self, game: &Game, score: i16, noisy: bool) -> Option<Call> {
        let even = |ending| Some(Call { ending, points: game.even_points() });
        self.plies += 1;
        if self.plies > TURNS * game.seats() {
            return even(Ending::Unfinished);
        }
        if living_sides(game) > 2 {
            return None;
        }
        self.level = if noisy || score.unsigned_abs() > LEVEL_SCORE { 0 } else { self.level + 1 };
        if self.level >= LEVEL {
            return even(Ending::Level);
        }
        let (winner, plies) = self.note_mate(game, score)?;
        let is_certain = plies >= MATES;
        is_certain.then(|| {
            let mut points = vec![0; 2];
            points[winner.index()] = rotunda_movegen::FULL;
            Call { ending: Ending::MateAnnounced, points }
        })
    }

    /// Records an announced mate, in duels only. Returns the mating seat and the number of
    /// consecutive announcements.
    fn note_mate(&mut self, game: &Game, score: i16) -> Option<(Seat, u32)> {
        let winner = (is_mate(score) && game.seats() == 2)
            .then(|| if score > 0 { game.turn() } else { game.turn().opponent() });
        let before = self.mate.take();
        self.mate = winner.map(|winner| match before {
            Some((same, plies)) if same == winner => (winner, plies + 1),
            _ => (winner, 1),
        });
        self.mate
    }
}

/// The adjudication of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub ending: Ending,
    /// The points of every seat.
    pub points: Vec<u16>,
}

/// Returns the number of sides that still play.
fn living_sides(game: &Game) -> usize {
    let seats = (0..game.seats() as u8).map(Seat).filter(|&seat| game.is_alive(seat));
    let sides = seats.fold(0_u32, |sides, seat| sides | 1 << game.side(seat));
    sides.count_ones() as usize
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Variant;

    use super::*;
    use crate::file::scored::MATE;

    fn game(variant: &str) -> Game {
        Variant::by_name(variant).expect("known").game()
    }

    #[test]
    fn a_mate_must_be_announced_by_both_players_again_and_again() {
        let (mut game, mut adjudicator) = (game("chess"), Adjudicator::default());
        let calls = ["e2e4", "e7e5", "g1f3", "b8c6"].iter().zip(0..).map(|(mv, ply)| {
            let score = if ply % 2 == 0 { MATE - 3 } else { 3 - MATE };
            let call = adjudicator.note(&game, score, false);
            game.play_text(mv).expect("legal");
            call
        });
        let calls: Vec<_> = calls.collect();
        assert_eq!(calls[..3], [None, None, None]);
        assert_eq!(calls[3].as_ref().map(|call| &*call.points), Some(&[100, 0][..]));
    }

    #[test]
    fn a_level_game_takes_time_and_no_captures() {
        let (game, mut adjudicator) = (game("chess"), Adjudicator::default());
        assert!((1..LEVEL).all(|_| adjudicator.note(&game, -5, false).is_none()));
        assert!(adjudicator.note(&game, 0, true).is_none(), "a capture");
        assert!((1..LEVEL).all(|_| adjudicator.note(&game, 5, false).is_none()));
        let call = adjudicator.note(&game, 0, false).expect("level");
        assert_eq!((call.ending, &*call.points), (Ending::Level, &[50, 50][..]));
    }

    #[test]
    fn among_more_sides_only_the_length_ends_a_game() {
        let (game, mut adjudicator) = (game("modern3"), Adjudicator::default());
        assert!((0..TURNS * 3).all(|_| adjudicator.note(&game, 0, false).is_none()));
        let call = adjudicator.note(&game, 0, false).expect("too long");
        assert_eq!(call.ending, Ending::Unfinished);
    }
}
