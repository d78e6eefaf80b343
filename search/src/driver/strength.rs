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

/// The nodes after which the weakest player begins no further iteration.
const MIN_NODES: f64 = 50.0;
/// The Elo for which the nodes double.
const ELO_PER_DOUBLING: f64 = 225.0;
/// The depth of the weakest player in plies, and the Elo for one ply more. It matters in positions
/// with few moves, which the nodes would allow to search deeply.
const MIN_DEPTH: f64 = 2.0;
const ELO_PER_PLY: f64 = 150.0;
/// The nodes that end a first iteration in positions with an explosion of captures.
const RUNAWAY: u64 = 400_000;
/// The numbers of lines among which the weakest and the strongest limited player choose.
const CHOICES: (usize, usize) = (12, 3);
/// The centipawns by which the weakest player misjudges a line, by taste and by the moment.
const MISJUDGEMENT: (f64, f64) = (130.0, 350.0);
/// The Elo for which misjudgements shrink by the factor e.
const ELO_PER_SHRINKING: f64 = 550.0;
/// The value of the strongest piece of chess in the search. Misjudgements shrink where all pieces
/// have lower values.
const QUEEN: f64 = 1000.0;

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
    depth: Option<f64>,
    choices: usize,
    taste: f64,
    moment: f64,
}

impl Handicap {
    /// Returns the handicap of a player of this strength, in [`Settings::ELO`], in a game whose
    /// strongest piece has this value.
    pub fn of_elo(elo: u32, strongest: Score) -> Self {
        let (min, max) = (*Settings::ELO.start(), *Settings::ELO.end());
        let elo = elo.clamp(min, max);
        let doublings = f64::from(elo - min) / ELO_PER_DOUBLING;
        let weakness = f64::from(max - elo) / f64::from(max - min);
        let shrinking = (f64::from(min) - f64::from(elo)) / ELO_PER_SHRINKING;
        let scale = (f64::from(strongest) / QUEEN).clamp(0.1, 1.0) * shrinking.exp();
        let depth = MIN_DEPTH + f64::from(elo - min) / ELO_PER_PLY;
        let (most, fewest) = CHOICES;
        Self {
            nodes: (MIN_NODES * doublings.exp2()) as u64,
            depth: (elo < u32::midpoint(min, max)).then_some(depth),
            choices: fewest + ((most - fewest) as f64 * weakness).round() as usize,
            taste: MISJUDGEMENT.0 * scale,
            moment: MISJUDGEMENT.1 * scale,
        }
    }

    /// Returns the limits with those of the handicap among them, in the position with a key.
    pub fn limit(&self, limits: &Limits, key: u64, game: GameNumber) -> Limits {
        let hard = self.nodes.saturating_mul(4).max(RUNAWAY);
        let least = |given: Option<u64>, own| Some(given.map_or(own, |given| given.min(own)));
        let part = ChaCha8Rng::seed_from_u64(!key ^ game.0).random_range(0.0..1.0);
        let own = self.depth.map(|depth| (depth + part) as u32);
        let depth = match (limits.depth, own) {
            (Some(given), Some(own)) => Some(given.min(own)),
            (given, own) => given.or(own),
        };
        Limits {
            nodes: least(limits.nodes, hard),
            soft_nodes: least(limits.soft_nodes, self.nodes),
            depth,
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
