//! [`Summary`]: the facts of a game that count, and [`Earned`]: the result of an engine.

use crate::base::fault::Fault;
use crate::plan::schedule::Seating;
use crate::record::game_record::GameRecord;

/// The point of a game in units in which all shares are whole numbers: hundredths of it, as in the
/// rules, and equal parts for two to six seats.
pub(crate) const POINT: u64 = 600;

/// The facts of a game that standings keep.
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
    /// The reasons why players left before the end.
    pub causes: Vec<&'static str>,
    /// The faults of engines.
    pub faults: Vec<(usize, Fault)>,
}

/// The result of an engine in a game or a block: its shares of the [`POINT`], the games, and the
/// shares that equals would get for its seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Earned {
    pub points: u64,
    pub games: u64,
    pub expected: u64,
}

impl Summary {
    /// Returns the summary of a game of the variant with an index.
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

    /// Returns the result of an engine in the game.
    ///
    /// In the points of the rules every member of a team has the team's points, and thirds of a
    /// hundred are rounded. So the result is the share of all points that were given.
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

/// Returns the result of an engine in several games.
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
