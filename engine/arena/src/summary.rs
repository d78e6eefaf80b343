//! [`Summary`]: what counts of a game, and [`Earned`]: what engines make of it.

use crate::fault::Fault;
use crate::game_record::GameRecord;
use crate::schedule::Seating;

/// The point of a game in units of which all shares are whole numbers: hundredths of it where
/// rules share it, and equal parts for two to six seats.
pub(crate) const POINT: u64 = 600;

/// What a standings keeps of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Summary {
    /// The variant's index.
    pub variant: usize,
    /// The engines by seat.
    pub seating: Seating,
    /// The points by seat.
    pub points: Vec<u16>,
    /// The word for its end.
    pub end: String,
    /// Why players left before the end.
    pub causes: Vec<&'static str>,
    /// What engines did wrong.
    pub faults: Vec<(usize, Fault)>,
}

/// What an engine has made of a game, or of a block: shares of the [`POINT`], games, and the shares
/// that equals would get for the seats that it held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Earned {
    pub points: u64,
    pub games: u64,
    pub expected: u64,
}

impl Summary {
    /// The summary of a game of the variant with an index.
    pub fn of(game: &GameRecord, variant: usize) -> Self {
        let fault = |(seat, fault): (usize, &Fault)| (game.seating[seat], fault.clone());
        Self {
            variant,
            seating: game.seating.clone(),
            points: game.points.clone(),
            end: game.end.word().into(),
            causes: game.eliminations.iter().map(|gone| gone.cause.word()).collect(),
            faults: game.faults().map(fault).collect(),
        }
    }

    /// What an engine earned in the game.
    ///
    /// Points are those of the rules: every member of a team has the team's, and thirds of a
    /// hundred are rounded. Shares of all that was given out are neither.
    pub fn earned(&self, engine: usize) -> Earned {
        let given: u64 = self.points.iter().copied().map(u64::from).sum();
        let own = self.seating.iter().zip(&self.points).filter(|&(&one, _)| one == engine);
        let (mut points, mut held) = (0, 0);
        for (_, &earned) in own {
            points += u64::from(earned);
            held += 1;
        }
        Earned {
            points: points * POINT / given.max(1),
            games: u64::from(held > 0),
            expected: held * POINT / self.seating.len() as u64,
        }
    }
}

/// What an engine earned in games.
pub(crate) fn total(games: &[&Summary], engine: usize) -> Earned {
    let mut sum = Earned { points: 0, games: 0, expected: 0 };
    for game in games {
        let earned = game.earned(engine);
        sum.points += earned.points;
        sum.games += earned.games;
        sum.expected += earned.expected;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_whatever_the_number_of_seats() {
        let earned = |seating: &[usize], points: &[u16]| {
            let summary = Summary {
                variant: 0,
                seating: seating.to_vec(),
                points: points.to_vec(),
                end: String::new(),
                causes: vec![],
                faults: vec![],
            };
            [0, 1].map(|engine| {
                let Earned { points, expected, .. } = summary.earned(engine);
                (points, expected)
            })
        };
        // Three share the point; a team has won; two of four are left; 60-40.
        assert_eq!(earned(&[0, 1, 1], &[33, 33, 33]), [(200, 200), (400, 400)]);
        assert_eq!(earned(&[0, 1, 0, 1], &[100, 0, 100, 0]), [(600, 300), (0, 300)]);
        assert_eq!(earned(&[0, 1, 0, 1], &[50, 0, 50, 0]), [(600, 300), (0, 300)]);
        assert_eq!(earned(&[1, 0, 0, 1, 0, 1], &[16; 6]), [(300, 300), (300, 300)]);
        assert_eq!(earned(&[1, 0], &[60, 40]), [(240, 300), (360, 300)]);
    }
}
