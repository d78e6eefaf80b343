//! [`Accumulators`]: the hidden layer of each point of view, kept up to date along the line searched.

use arrayvec::ArrayVec;
use rotunda_movegen::{Bitboard, Cell, KINDS, Kind, Piece, Position, SEATS, Seat};

use super::features::Features;
use super::network::{LANES, Network};
use crate::eval::Base;
use crate::score::Score;

/// Changed cells beyond which everything is summed up anew.
const CHANGES: usize = 12;

/// The pieces of a position.
#[derive(Clone, Copy, Debug)]
struct Men<const W: usize> {
    seats: [Bitboard<W>; SEATS],
    kinds: [Bitboard<W>; KINDS],
    occupied: Bitboard<W>,
}

impl<const W: usize> Men<W> {
    const NONE: Self = Self {
        seats: [Bitboard::EMPTY; SEATS],
        kinds: [Bitboard::EMPTY; KINDS],
        occupied: Bitboard::EMPTY,
    };

    fn of(position: &Position<W>) -> Self {
        Self {
            seats: std::array::from_fn(|seat| position.seat(Seat(seat as u8))),
            kinds: std::array::from_fn(|kind| position.all_of(Kind(kind as u8))),
            occupied: position.occupied(),
        }
    }

    /// The cells on which something else stands.
    #[inline]
    fn changed(&self, other: &Self) -> Bitboard<W> {
        let seats = self.seats.iter().zip(&other.seats);
        let kinds = self.kinds.iter().zip(&other.kinds);
        let occupied = self.occupied ^ other.occupied;
        seats.chain(kinds).fold(occupied, |set, (own, other)| set | (*own ^ *other))
    }
}

/// What is kept of one ply.
#[derive(Clone, Debug)]
struct Kept<const W: usize> {
    men: Men<W>,
    /// Whether each seat sees the mirrored board; `None` if its accumulator is out of date, as that of a
    /// player who is out.
    mirrored: [Option<bool>; SEATS],
    /// The accumulators of all seats, one after the other.
    sums: Vec<i16>,
}

/// The hidden layer of each point of view, for every ply of the line searched.
///
/// A ply is computed from whatever was computed last at this ply or the one before, whichever differs
/// in fewer cells, so that nothing has to be told when a move is played or taken back.
#[derive(Clone, Debug)]
pub struct Accumulators<'a, const W: usize> {
    network: &'a Network,
    features: &'a Features,
    plies: Vec<Option<Box<Kept<W>>>>,
}

impl<'a, const W: usize> Accumulators<'a, W> {
    /// Those of lines of so many plies, of which nothing is computed yet, by a net and the features of
    /// the game that it is for.
    #[must_use]
    pub fn new(network: &'a Network, features: &'a Features, plies: usize) -> Self {
        Self { network, features, plies: vec![None; plies] }
    }

    /// What the net adds to the evaluation of a duel, in centipawns for the side to move, and to which
    /// part of it. Plies count from 0.
    ///
    /// # Panics
    /// If the line has no such ply.
    #[inline]
    pub fn duel(&mut self, position: &Position<W>, ply: usize) -> (Base, Score) {
        self.update(position, ply);
        let (mover, bucket) = (position.turn(), self.bucket(position));
        let seats = [mover, mover.opponent()].map(|seat| self.sums(ply, seat));
        (self.network.base, self.network.output(bucket, &seats))
    }

    /// What the net adds to each living seat's worth, in centipawns; 0 for the others.
    ///
    /// # Panics
    /// If the line has no such ply.
    pub fn seats(&mut self, position: &Position<W>, ply: usize) -> [Score; SEATS] {
        self.update(position, ply);
        let bucket = self.bucket(position);
        let mut outputs = [0; SEATS];
        for seat in position.living() {
            outputs[seat.index()] = self.network.output(bucket, &[self.sums(ply, seat)]);
        }
        outputs
    }

    fn bucket(&self, position: &Position<W>) -> usize {
        self.network.shape.bucket(position.occupied().len() as usize)
    }

    /// The accumulator of a seat at a ply that is up to date.
    fn sums(&self, ply: usize, seat: Seat) -> &[i16] {
        let hidden = self.network.shape.hidden;
        let kept = self.plies[ply].as_ref().map_or(&[][..], |kept| &kept.sums);
        &kept[seat.index() * hidden..][..hidden]
    }

    #[inline]
    fn update(&mut self, position: &Position<W>, ply: usize) {
        let men = Men::of(position);
        let changes = |kept: &Option<Box<Kept<W>>>| {
            kept.as_ref().map_or(u32::MAX, |kept| kept.men.changed(&men).len())
        };
        let here = changes(&self.plies[ply]);
        let (before, rest) = self.plies.split_at_mut(ply);
        let parent = before.last().filter(|parent| changes(parent) < here);
        let kept = rest[0].get_or_insert_with(|| {
            let size = self.features.layout().seats * self.network.shape.hidden;
            Box::new(Kept { men: Men::NONE, mirrored: [None; SEATS], sums: vec![0; size] })
        });
        if let Some(Some(parent)) = parent {
            kept.men = parent.men;
            kept.mirrored = parent.mirrored;
            kept.sums.copy_from_slice(&parent.sums);
        }
        Update { network: self.network, features: self.features, position, men: &men }.run(kept);
    }
}

/// One step from what is kept to a position.
struct Update<'a, const W: usize> {
    network: &'a Network,
    features: &'a Features,
    position: &'a Position<'a, W>,
    men: &'a Men<W>,
}

impl<const W: usize> Update<'_, W> {
    fn run(&self, kept: &mut Kept<W>) {
        let changed = kept.men.changed(self.men);
        let (mut gone, mut come) =
            (ArrayVec::<u32, CHANGES>::new(), ArrayVec::<u32, CHANGES>::new());
        let anew = changed.len() as usize > CHANGES;
        if !anew {
            for cell in changed {
                gone.extend(self.old_piece(&kept.men, cell));
                come.extend(self.piece(cell));
            }
        }
        let hidden = self.network.shape.hidden;
        let mut mirrored = [None; SEATS];
        for seat in self.position.living() {
            let mirror = self.features.is_mirrored(seat, self.position.king(seat));
            mirrored[seat.index()] = Some(mirror);
            let sums = &mut kept.sums[seat.index() * hidden..][..hidden];
            let inputs = self.features.inputs(seat, mirror);
            if anew || kept.mirrored[seat.index()] != Some(mirror) {
                sums.copy_from_slice(&self.network.biases);
                let pieces = self.men.occupied.iter().filter_map(|cell| self.piece(cell));
                pieces.for_each(|piece| self.add(sums, inputs[piece as usize]));
                continue;
            }
            come.iter().for_each(|piece| self.add(sums, inputs[*piece as usize]));
            gone.iter().for_each(|piece| self.subtract(sums, inputs[*piece as usize]));
        }
        kept.men = *self.men;
        kept.mirrored = mirrored;
    }

    /// The number of what stands on a cell.
    fn piece(&self, cell: Cell) -> Option<u32> {
        let piece = self.position.piece(cell);
        if piece.is_dead() {
            return self.features.dead_piece(cell);
        }
        let number = |piece: Piece| self.features.piece(piece.seat(), piece.kind(), cell);
        piece.is_some().then(|| number(piece))
    }

    /// The number of what stood on a cell.
    fn old_piece(&self, men: &Men<W>, cell: Cell) -> Option<u32> {
        if !men.occupied.has(cell) {
            return None;
        }
        let Some(seat) = men.seats.iter().position(|set| set.has(cell)) else {
            return self.features.dead_piece(cell);
        };
        let kind = men.kinds.iter().position(|set| set.has(cell)).unwrap_or(0);
        let (seat, kind) = (Seat(seat as u8), Kind(kind as u8));
        Some(self.features.piece(seat, kind, cell))
    }

    #[inline]
    fn add(&self, sums: &mut [i16], input: u32) {
        combine(sums, self.network.column(input as usize), i16::wrapping_add);
    }

    #[inline]
    fn subtract(&self, sums: &mut [i16], input: u32) {
        combine(sums, self.network.column(input as usize), i16::wrapping_sub);
    }
}

/// Combines sums with weights, both of whole [`LANES`].
#[inline]
fn combine(sums: &mut [i16], weights: &[i16], with: impl Fn(i16, i16) -> i16) {
    let (sums, weights) = (sums.as_chunks_mut::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (sums, weights) in sums.iter_mut().zip(weights) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum = with(*sum, *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{
        Draughts, Duel, Effort, Family, Multiplayer, Options, Rules, Select, Variant, VariantTables,
    };

    use super::super::network::Shape;
    use super::super::provenance::Provenance;
    use super::*;

    /// Plies of a random game.
    const PLIES: usize = 60;
    /// States of jump series that are looked at for a random move.
    const STATES: usize = 1 << 12;
    /// Plies of the line whose accumulators are kept.
    const KEPT: usize = 6;

    fn random_net(features: &Features, random: &mut ChaCha8Rng) -> Network {
        let perspectives = features.layout().perspectives;
        let (inputs, hidden, buckets) = (features.layout().inputs(), 16, 3);
        let shape = Shape { inputs, hidden, buckets, men: 32, perspectives };
        let mut weights = |count| (0..count).map(|_| random.random_range(-90..90)).collect();
        Network {
            shape,
            base: Base::Full,
            scale: 200,
            columns: weights(inputs * hidden),
            biases: weights(hidden),
            outputs: weights(buckets * perspectives * hidden),
            output_biases: vec![100, -200, 300],
            fingerprint: features.fingerprint(),
            provenance: Provenance::default(),
        }
    }

    /// Walks through a random game and looks at the outputs of each position, computed at random plies
    /// from whatever was there before.
    fn walk<R: Rules<W>, const W: usize>(tables: &'static VariantTables<W>, seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut position = R::start(tables);
        let features = Features::new::<R, W>(&position, &position);
        let network = random_net(&features, &mut random);
        let mut kept = Accumulators::new(&network, &features, KEPT);
        for _ in 0..PLIES {
            if R::ended(&position).is_some() {
                break;
            }
            let mut fresh = Accumulators::new(&network, &features, 1);
            let ply = random.random_range(0..KEPT);
            if R::ALTERNATES {
                assert_eq!(
                    kept.duel(&position, ply),
                    fresh.duel(&position, 0),
                    "{}",
                    tables.name()
                );
            } else {
                assert_eq!(
                    kept.seats(&position, ply),
                    fresh.seats(&position, 0),
                    "{}",
                    tables.name()
                );
            }
            let (mut moves, mut effort) = (Vec::new(), Effort::new(STATES, STATES));
            let check_info = R::check_info(&position);
            R::generate_within(&position, &check_info, Select::All, &mut effort, &mut moves);
            let Some(mv) = moves.choose(&mut random) else { break };
            // Captures, which in the end eliminate players, are rare among random moves.
            let takes = moves.iter().find(|mv| !R::captured(&position, mv).is_empty());
            let mv = takes.filter(|_| random.random_bool(0.4)).unwrap_or(mv);
            R::play(&mut position, mv);
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_computed_anew() {
        for variant in Variant::all() {
            for seed in 0..4 {
                match variant.family(Options::default()) {
                    Family::Duel(tables) => walk::<Duel, 1>(tables, seed),
                    Family::Draughts(tables) => walk::<Draughts, 1>(tables, seed),
                    Family::Multiplayer(tables) => walk::<Multiplayer, 1>(tables, seed),
                    Family::WideMultiplayer(tables) => walk::<Multiplayer, 2>(tables, seed),
                }
            }
        }
    }
}
