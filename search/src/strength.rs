//! [`Handicap`]: playing weaker than one can.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::root::Best;
use crate::score::{Score, is_decisive};
use crate::{Limits, Settings};

/// Nodes of a move at the least strength.
const MIN_NODES: f64 = 40.0;
/// Elo for which the nodes double.
const ELO_PER_DOUBLING: f64 = 130.0;
/// Lines among which a weak player chooses.
const CHOICES: usize = 4;
/// Centipawns by which the least strong player misjudges a line.
const MISJUDGEMENT: f64 = 160.0;

/// Playing weaker than one can: fewer nodes, and a choice among the best lines by noisy scores.
pub(crate) struct Handicap {
    nodes: u64,
    noise: Score,
}

impl Handicap {
    /// The handicap of a player of this strength, in [`Settings::ELO`].
    pub fn of_elo(elo: u32) -> Self {
        let (min, max) = (*Settings::ELO.start(), *Settings::ELO.end());
        let elo = elo.clamp(min, max);
        let doublings = f64::from(elo - min) / ELO_PER_DOUBLING;
        let weakness = f64::from(max - elo) / f64::from(max - min);
        Self {
            nodes: (MIN_NODES * doublings.exp2()) as u64,
            noise: (MISJUDGEMENT * weakness * weakness).round() as Score,
        }
    }

    /// The limits with the handicap's nodes among them.
    pub fn limit(&self, limits: &Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        Limits { nodes: Some(nodes), ..limits.clone() }
    }

    /// The settings with enough lines to choose among.
    pub fn widen(settings: &Settings) -> Settings {
        Settings { multi_pv: settings.multi_pv.max(CHOICES), threads: 1, ..settings.clone() }
    }

    /// The line that looks best, each misjudged by a chance that depends on the position alone.
    pub fn choose<M>(&self, best: &Best<M>, key: u64) -> usize {
        let mut random = ChaCha8Rng::seed_from_u64(key);
        let lines = best.iter().take(CHOICES).enumerate();
        let looks = lines.map(|(rank, line)| {
            let error = random.random_range(-self.noise..=self.noise);
            (rank, if is_decisive(line.score) { line.score } else { line.score + error })
        });
        looks.max_by_key(|(rank, score)| (*score, usize::MAX - rank)).map_or(0, |(rank, _)| rank)
    }
}
