//! [`Handicap`]: play below full strength.
//!
//! A weak player searches little, but always finishes a first iteration, so that it sees a mate in
//! one and a hanging queen. It then misjudges the best moves: by a taste, which stays the same for
//! a game, and by the moment. The number of the game makes games differ.

use std::hash::{BuildHasher, RandomState};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::AsMove;

use super::root::Best;
use super::settings::Settings;
use crate::base::limits::Limits;
use crate::base::score::{Score, is_decisive};

/// The Elo of one step. The numbers below are those of steps from the weakest player on.
const ELO_PER_STEP: f64 = 200.0;
/// The nodes after which every player begins no further iteration, those that the weakest player
/// has beyond them, and the times that these double: a polynomial of the steps, from the first
/// power on. The depth limits weak players, since nodes allow whole plies only.
const NODES: (f64, f64, [f64; 2]) = (10_000.0, 100.0, [0.8, 0.05]);
/// The nodes that end a first iteration in positions with an explosion of captures.
const RUNAWAY: u64 = 400_000;
/// The number of lines among which the strongest limited player chooses, the lines that the weakest
/// has besides, and the part of them, as a power of e, that a step takes away.
const CHOICES: (usize, f64, f64) = (2, 50.0, 0.4);
/// The centipawns by which the weakest player of chess misjudges a line, by taste and by the
/// moment. Two errors together stay below a queen.
const MISJUDGEMENT: (f64, f64) = (102.0, 276.0);
/// The value of the strongest piece of chess in the search.
const QUEEN: f64 = 788.0;
/// The power of a game's strongest piece, in queens, that its misjudgements follow.
const POWER_OF_VALUE: f64 = 0.7;

/// How players of a kind of game grow stronger with each step.
pub(crate) struct Steps {
    /// The steps that a step of chess takes.
    rate: f64,
    /// The depth of a player in plies: a polynomial of the steps.
    depth: [f64; 3],
    /// The part of misjudgements, as a power of e, that a step takes away.
    care: f64,
}

/// The steps of chess.
const OF_CHESS: Steps = Steps { rate: 1.0, depth: [1.0, 0.25, 0.075], care: 0.22 };
/// The steps of other games for two, where search and care gain less.
const OF_TWO: Steps = Steps { rate: 1.5, depth: [1.0, 0.22, 0.05], care: 0.25 };
/// The steps of games for more.
const OF_MORE: Steps = Steps { rate: 1.15, depth: [1.0, 0.15, 0.04], care: 0.25 };

impl Steps {
    /// Returns the steps of a game with a name for so many seats.
    pub fn of(name: &str, seats: usize) -> &'static Self {
        match (name, seats) {
            ("chess", _) => &OF_CHESS,
            (_, 2) => &OF_TWO,
            _ => &OF_MORE,
        }
    }
}

/// The number of a game, which makes its misjudgements differ from those of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameNumber(u64);

impl GameNumber {
    /// Returns a random number.
    pub fn random() -> Self {
        Self(RandomState::new().hash_one(0))
    }
}

/// Play below full strength: little search, and a choice among the best lines by noisy scores.
pub(crate) struct Handicap {
    nodes: u64,
    /// The depth in plies. A fraction is the chance of one ply more.
    depth: f64,
    choices: usize,
    taste: f64,
    moment: f64,
}

impl Handicap {
    /// Returns the handicap of a player of this strength, in [`Settings::ELO`], in a game with
    /// these steps, whose strongest piece has this value.
    pub fn of_elo(elo: u32, game: &Steps, strongest: Score) -> Self {
        let (min, max) = (*Settings::ELO.start(), *Settings::ELO.end());
        let Steps { rate, depth: [least, linear, square], care } = *game;
        let steps = rate * f64::from(elo.clamp(min, max) - min) / ELO_PER_STEP;
        let value = (f64::from(strongest) / QUEEN).clamp(0.1, 2.0).powf(POWER_OF_VALUE);
        let scale = value * (-steps * care).exp();
        let (fewest, more, fading) = CHOICES;
        let (everyone, weakest, [steady, growing]) = NODES;
        let doublings = steps * (steady + steps * growing);
        Self {
            nodes: weakest.mul_add(doublings.exp2(), everyone) as u64,
            depth: least + steps * (linear + steps * square),
            choices: fewest + (more * (-steps * fading).exp()).round() as usize,
            taste: MISJUDGEMENT.0 * scale,
            moment: MISJUDGEMENT.1 * scale,
        }
    }

    /// Returns the limits with those of the handicap among them, in the position with a key.
    pub fn limit(&self, limits: &Limits, key: u64, game: GameNumber) -> Limits {
        let hard = self.nodes.saturating_mul(4).max(RUNAWAY);
        let least = |given: Option<u64>, own| Some(given.map_or(own, |given| given.min(own)));
        let part = ChaCha8Rng::seed_from_u64(!key ^ game.0).random_range(0.0..1.0);
        let depth = (self.depth + part) as u32;
        Limits {
            nodes: least(limits.nodes, hard),
            soft_nodes: least(limits.soft_nodes, self.nodes),
            depth: Some(limits.depth.map_or(depth, |given| given.min(depth))),
            ..limits.clone()
        }
    }

    /// Returns the settings with enough lines to choose among.
    pub fn widen(&self, settings: &Settings) -> Settings {
        Settings { multi_pv: settings.multi_pv.max(self.choices), threads: 1, ..settings.clone() }
    }

    /// Returns the index of the line that looks best with errors from the game's number and the
    /// position's key. The player plays a mate that it sees, and avoids being mated if it sees
    /// that.
    pub fn choose<M: AsMove>(&self, best: &Best<M>, key: u64, game: GameNumber) -> usize {
        let mut of_moment = ChaCha8Rng::seed_from_u64(key ^ game.0);
        let lines = best.iter().take(self.choices).enumerate();
        let looks = lines.map(|(rank, line)| {
            let to = (line.mv.to().index() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let taste = error(&mut ChaCha8Rng::seed_from_u64(game.0 ^ to), self.taste);
            let moment = error(&mut of_moment, self.moment);
            let is_plain = !is_decisive(line.score);
            (rank, if is_plain { line.score + taste + moment } else { line.score })
        });
        looks.max_by_key(|(rank, score)| (*score, usize::MAX - rank)).map_or(0, |(rank, _)| rank)
    }
}

/// Returns an error of at most so many centipawns. Small errors are more likely than large ones.
fn error(random: &mut ChaCha8Rng, most: f64) -> Score {
    let part = random.random_range(-1.0..=1.0) + random.random_range(-1.0..=1.0);
    (most * part / 2.0).round() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_searches_more_and_errs_less() {
        for game in [&OF_CHESS, &OF_TWO, &OF_MORE] {
            let players = Settings::ELO.step_by(100);
            let of_elo = |elo| Handicap::of_elo(elo, game, 800);
            let players: Vec<_> = players.map(of_elo).collect();
            assert!(players.is_sorted_by(|low, high| {
                low.nodes < high.nodes
                    && low.depth < high.depth
                    && low.choices >= high.choices
                    && low.taste > high.taste
                    && low.moment > high.moment
            }));
        }
    }

    #[test]
    fn no_player_of_chess_takes_a_queen_for_nothing() {
        let weakest = Handicap::of_elo(*Settings::ELO.start(), &OF_CHESS, QUEEN as Score);
        assert!(2.0 * (weakest.taste + weakest.moment) < QUEEN);
    }
}
