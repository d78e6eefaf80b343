//! [`check_net`]: a check of a net's arithmetic over random games.

use std::path::Path;
use std::{fmt, io};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{
    Family, GenBudget, GenKind, Options, Position, Rules, Seat, Variant, VariantTables, in_family,
};
use rotunda_search::net::{Accumulators, Exposure, Features, Network};

use crate::file::net_file::NetFile;
use crate::file::training_error::TrainingError;

/// The number of random games of each variant.
const GAMES: u64 = 100;
/// The most plies of a random game.
const PLIES: usize = 200;
/// The plies of the line whose accumulators are kept.
const KEPT: usize = 8;
/// The probability of playing a capture where there is one, since random games would keep most of
/// their pieces.
const CAPTURES: f64 = 0.4;
/// The states of jump series that are looked at for a random move.
const STATES: usize = 1 << 12;

/// Compares a net's arithmetic, incremental and full, in integers and in real numbers, over random
/// games of every variant that it fits. `on_variant` is called for each. Returns whether the net is
/// correct.
///
/// # Errors
/// Returns an error if the file holds no net of a game that is known, or `on_variant` fails.
pub fn check_net(
    path: &Path,
    seed: u64,
    on_variant: &mut dyn FnMut(&'static Variant, &Comparison) -> io::Result<()>,
) -> Result<bool, TrainingError> {
    let net = NetFile::read(path).map_err(|problem| TrainingError::file(path, problem))?;
    let network = &*net.network;
    network.variant().map_err(|error| TrainingError::file(path, error))?;
    let fitting = Variant::known().filter(|variant| network.fits(variant).is_ok());
    let mut is_fine = true;
    for variant in fitting {
        let comparison = compare(network, variant.family(Options::default()), seed);
        on_variant(variant, &comparison)?;
        is_fine &= comparison.is_fine();
    }
    Ok(is_fine)
}

/// The comparison of the ways of computing a net's outputs.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Comparison {
    positions: u64,
    outputs: u64,
    /// The number of positions in which updated accumulators give another output than new ones.
    pub stale: u64,
    /// The sum and the greatest of the distances between outputs in integers and in real numbers,
    /// in centipawns.
    distances: f64,
    /// The greatest of these distances.
    pub greatest: f64,
    /// The greatest allowed distance.
    bound: f64,
}

impl Comparison {
    /// Returns whether the net is correct.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.stale == 0 && self.greatest <= self.bound
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, outputs, stale, distances, greatest, bound } = *self;
        let mean = distances / outputs.max(1) as f64;
        let verdict = if self.is_fine() { "fine" } else { "WRONG" };
        write!(
            f,
            "{positions} positions; incremental and full evaluation differ in {stale}; integers and \
             reals by {mean:.3} cp on average, {greatest:.3} cp at most, {bound:.3} cp allowed: {verdict}"
        )
    }
}

/// Compares the ways of computing a net's outputs over random games.
pub(crate) fn compare(network: &Network, family: Family, seed: u64) -> Comparison {
    in_family!(family, R, tables => compare_games::<R, _>(network, tables, seed))
}

fn compare_games<R: Rules<W>, const W: usize>(
    network: &Network,
    tables: &'static VariantTables<W>,
    seed: u64,
) -> Comparison {
    let start = R::start(tables);
    let features = Features::new::<R, W>(&start, &start);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let bound = network.greatest_rounding();
    let mut comparison = Comparison { bound, ..Comparison::default() };
    // They are also kept from game to game, as in a search.
    let mut kept = Accumulators::new(network, &features, KEPT);
    for _ in 0..GAMES {
        let mut position = R::start(tables);
        for _ in 0..PLIES {
            if R::ended(&position).is_some() {
                break;
            }
            let ply = random.random_range(0..KEPT);
            let incremental = outputs::<R, W>(&mut kept, &position, ply);
            let mut fresh = Accumulators::new(network, &features, 1);
            let full = outputs::<R, W>(&mut fresh, &position, 0);
            let exact = exact_outputs::<R, W>(network, &features, &position);
            comparison.add(&incremental, &full, &exact);
            let Some(mv) = random_move::<R, W>(&position, &mut random) else { break };
            R::play(&mut position, &mv);
        }
    }
    comparison
}

impl Comparison {
    fn add(&mut self, incremental: &[i32], full: &[i32], exact: &[f64]) {
        self.positions += 1;
        self.outputs += full.len() as u64;
        self.stale += u64::from(incremental != full);
        for (full, exact) in full.iter().zip(exact) {
            let distance = (f64::from(*full) - exact).abs();
            self.distances += distance;
            self.greatest = self.greatest.max(distance);
        }
    }
}

/// Returns the outputs for a position: that of the mover in a duel, and otherwise those of all
/// living seats.
fn outputs<R: Rules<W>, const W: usize>(
    accumulators: &mut Accumulators<'_, W>,
    position: &Position<W>,
    ply: usize,
) -> Vec<i32> {
    if R::ALTERNATES {
        return vec![accumulators.duel(position, ply)];
    }
    let outputs = accumulators.seats(position, ply);
    position.living().map(|seat| outputs[seat.index()]).collect()
}

/// Returns the same with the weights as real numbers.
fn exact_outputs<R: Rules<W>, const W: usize>(
    network: &Network,
    features: &Features,
    position: &Position<W>,
) -> Vec<f64> {
    let exposure = Exposure::of(position);
    let bucket = network.shape.bucket(position.occupied().len() as usize);
    let sums = |seat: Seat| {
        let frame = features.frame(seat, position.king(seat));
        let inputs = features.inputs(seat, frame.mirrored);
        let region = network.regions.of(frame.king);
        let mut sums: Vec<f64> = network.biases.iter().map(|bias| f64::from(*bias)).collect();
        let mut add = |column: &[i16]| {
            sums.iter_mut().zip(column).for_each(|(sum, weight)| *sum += f64::from(*weight));
        };
        for (cell, piece) in features.pieces(position) {
            let input = inputs[piece as usize];
            add(network.column(region, 0, input));
            let state = exposure.state(cell);
            if network.shape.threats && state > 0 {
                add(network.column(region, state, input));
            }
        }
        sums
    };
    if R::ALTERNATES {
        let mover = position.turn();
        return vec![network.exact_output(bucket, &[sums(mover), sums(mover.opponent())])];
    }
    position.living().map(|seat| network.exact_output(bucket, &[sums(seat)])).collect()
}

/// Returns a random legal move, with a preference for captures.
fn random_move<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    random: &mut ChaCha8Rng,
) -> Option<R::Move> {
    let (mut moves, mut budget) = (Vec::new(), GenBudget::new(STATES, STATES));
    let check_info = R::check_info(position);
    R::generate_within(position, &check_info, GenKind::All, &mut budget, &mut moves);
    if random.random_bool(CAPTURES) {
        let takes = |mv: &&R::Move| !R::captured(position, mv).is_empty();
        let captures: Vec<&R::Move> = moves.iter().filter(takes).collect();
        if let Some(capture) = captures.choose(random) {
            return Some((*capture).clone());
        }
    }
    moves.choose(random).cloned()
}

#[cfg(test)]
mod tests {
    use rotunda_search::net::{Base, OUTPUT_UNIT, Provenance, Regions, Shape};

    use super::*;

    fn features(family: Family) -> Features {
        fn of<R: Rules<W>, const W: usize>(tables: &'static VariantTables<W>) -> Features {
            let start = R::start(tables);
            Features::new::<R, W>(&start, &start)
        }
        in_family!(family, R, tables => of::<R, _>(tables))
    }

    /// Returns a net with random weights, those of inputs up to `greatest`.
    fn network(family: Family, greatest: i16) -> Network {
        let features = features(family);
        let layout = features.layout();
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let (inputs, hidden, buckets) = (layout.inputs(), 16, 3);
        let unit = OUTPUT_UNIT as i16;
        let mut weights = |count: usize, most: i16| -> Vec<i16> {
            (0..count).map(|_| random.random_range(-most..=most)).collect()
        };
        let of_cells = (0..layout.cells).map(|cell| (cell / 3 % 2) as u8).collect();
        let (regions, perspectives) =
            (Regions::new(of_cells).expect("two of them"), layout.perspectives);
        let threats = true;
        let shape = Shape { inputs, regions: 2, threats, hidden, buckets, men: 32, perspectives };
        Network {
            shape,
            base: Base::Full,
            scale: 300,
            regions,
            columns: weights(shape.columns() * hidden, greatest).into(),
            biases: weights(hidden, greatest),
            outputs: weights(buckets * layout.perspectives * hidden, unit),
            output_biases: vec![1000, -2000, 3000],
            fingerprint: features.fingerprint(),
            provenance: Provenance::default(),
        }
    }

    #[test]
    fn the_arithmetic_of_every_family_is_right() {
        for name in ["rollerball", "ordinary", "modern3", "byzantine4-2v2", "modern6"] {
            let family = Variant::by_name(name).expect("known").family(Options::default());
            let comparison = compare(&network(family, 90), family, 5);
            assert!(comparison.is_fine() && comparison.positions > 2000, "{name}: {comparison}");
            assert!(comparison.greatest > 0.5, "{name}: truncation is seen: {comparison}");
        }
    }

    #[test]
    fn sums_that_overflow_are_found() {
        let family = Variant::by_name("chess").expect("known").family(Options::default());
        let comparison = compare(&network(family, 9000), family, 5);
        assert_eq!(comparison.stale, 0, "sums that wrap around do so on all ways");
        assert!(!comparison.is_fine(), "{comparison}");
    }

    #[test]
    fn outputs_that_differ_are_counted() {
        let mut comparison = Comparison { bound: 1.5, ..Comparison::default() };
        comparison.add(&[7, 8], &[7, 8], &[7.5, 9.25]);
        assert!(comparison.is_fine() && comparison.greatest > 1.2);
        comparison.add(&[7, 9], &[7, 8], &[7.5, 8.5]);
        assert!(!comparison.is_fine() && comparison.stale == 1);
    }
}
