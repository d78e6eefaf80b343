//! [`Accumulators`]: the hidden layer of each point of view, kept up to date along the line
//! searched.

use std::iter;

use arrayvec::ArrayVec;
use rotunda_movegen::{Bitboard, Cell, Piece, Position, SEATS, Seat, SlideCache};
use wide::{i16x16, u8x32};

use super::exposure::Exposure;
use super::features::{Features, Frame};
use super::network::{LANES, Network};
use crate::base::score::Score;
use crate::eval::Base;
use crate::eval::reach::Reach;

/// The number of changed cells beyond which the sums are computed from scratch.
const CHANGES: u32 = 12;
/// The number of cells with a changed piece or state beyond which the sums are computed from
/// scratch.
const STATE_CHANGES: u32 = 24;
/// The most cells that a move changes, except castling and series of jumps.
const MOVED: u32 = 3;
/// The number of cells that are compared at a time.
const COMPARED: usize = 32;
/// The number of columns of weights that are added at a time.
const SUMMED: usize = 32;

/// The piece on each cell.
type Pieces<const W: usize> = [[Piece; 128]; W];

/// Returns the cells whose piece differs.
#[inline]
fn changed<const W: usize>(before: &Pieces<W>, now: &Pieces<W>) -> Bitboard<W> {
    let codes = |pieces: &[Piece; COMPARED]| u8x32::new(pieces.map(Piece::code));
    Bitboard::from_words(std::array::from_fn(|word| {
        let chunks = before[word].as_chunks().0.iter().zip(now[word].as_chunks().0);
        chunks.enumerate().fold(0, |changed, (chunk, (before, now))| {
            let differ = !codes(before).simd_eq(codes(now)).to_bitmask();
            changed | u128::from(differ) << (chunk * COMPARED)
        })
    }))
}

/// The stored state of one ply.
#[derive(Clone, Debug)]
struct Kept<const W: usize> {
    pieces: Pieces<W>,
    /// The exposure of pieces, for a net with threats; otherwise empty.
    exposure: Exposure<W>,
    /// The region of weights of each seat, and whether its board is mirrored; `None` if its
    /// accumulator is out of date, as for an eliminated player.
    seen: [Option<(usize, bool)>; SEATS],
    /// The accumulators of all seats, one after the other.
    sums: Vec<i16>,
}

/// The hidden layer of each point of view, for every ply of the current line.
///
/// A ply is computed from the last state at this ply or at the one before, whichever differs in
/// fewer cells. So the search need not report moves that it plays or takes back.
#[derive(Clone, Debug)]
pub struct Accumulators<'a, const W: usize> {
    network: &'a Network,
    features: &'a Features,
    plies: Vec<Option<Box<Kept<W>>>>,
}

impl<'a, const W: usize> Accumulators<'a, W> {
    /// Creates the accumulators for lines of so many plies, for a net and the features of its game.
    #[must_use]
    pub fn new(network: &'a Network, features: &'a Features, plies: usize) -> Self {
        Self { network, features, plies: vec![None; plies] }
    }

    /// Returns the base to which the net's output is added.
    #[must_use]
    pub const fn base(&self) -> Base {
        self.network.base
    }

    /// Returns the net's output for a duel, in centipawns for the side to move. Plies count from 0.
    ///
    /// # Panics
    /// Panics if the line has no such ply.
    #[inline]
    pub fn duel(&mut self, position: &Position<W>, ply: usize) -> Score {
        self.duel_within(position, ply, (None, &mut SlideCache::new()))
    }

    /// Returns the same, given the attacks of the seats, if they are known, and the cache of the
    /// game's attack sets.
    #[inline]
    pub(crate) fn duel_within(
        &mut self,
        position: &Position<W>,
        ply: usize,
        known: (Option<&[Reach<W>; 2]>, &mut SlideCache<W>),
    ) -> Score {
        self.update(position, ply, known);
        let (mover, bucket) = (position.turn(), self.bucket(position));
        let seats = [mover, mover.opponent()].map(|seat| self.sums(ply, seat));
        self.network.output(bucket, &seats)
    }

    /// Returns the net's output for each living seat in centipawns; 0 for the others.
    ///
    /// # Panics
    /// Panics if the line has no such ply.
    pub fn seats(&mut self, position: &Position<W>, ply: usize) -> [Score; SEATS] {
        self.seats_within(position, ply, &mut SlideCache::new())
    }

    /// Returns the same, given the cache of the game's attack sets.
    pub(crate) fn seats_within(
        &mut self,
        position: &Position<W>,
        ply: usize,
        slides: &mut SlideCache<W>,
    ) -> [Score; SEATS] {
        self.update(position, ply, (None, slides));
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

    /// Returns the accumulator of a seat at a ply, which must be up to date.
    fn sums(&self, ply: usize, seat: Seat) -> &[i16] {
        let hidden = self.network.shape.hidden;
        let kept = self.plies[ply].as_ref().map_or(&[][..], |kept| &kept.sums);
        &kept[seat.index() * hidden..][..hidden]
    }

    #[inline]
    fn update(
        &mut self,
        position: &Position<W>,
        ply: usize,
        (reach, slides): (Option<&[Reach<W>; 2]>, &mut SlideCache<W>),
    ) {
        let since = |kept: &Kept<W>| changed(&kept.pieces, position.board());
        let (before, rest) = self.plies.split_at_mut(ply);
        let parent = before.last().and_then(Option::as_deref);
        let since_parent = parent.map_or(Bitboard::ALL, since);
        // Few moves change fewer cells than the difference between two neighbouring positions.
        let is_near = since_parent.len() <= MOVED;
        let own = rest[0].as_deref().filter(|_| !is_near).map_or(Bitboard::ALL, since);
        let (parent, changed) =
            if since_parent.len() < own.len() { (parent, since_parent) } else { (None, own) };
        let kept = rest[0].get_or_insert_with(|| {
            let size = self.features.layout().seats * self.network.shape.hidden;
            let pieces = [[Piece::NONE; 128]; W];
            let exposure = Exposure::default();
            Box::new(Kept { pieces, exposure, seen: [None; SEATS], sums: vec![0; size] })
        });
        let (network, features) = (self.network, self.features);
        let exposure = match reach {
            _ if !network.shape.threats => Exposure::default(),
            Some(reach) => {
                let exposure = Exposure::to(position, |seat| reach[seat.index()]);
                debug_assert_eq!(exposure, Exposure::of(position), "what the seats attack");
                exposure
            }
            None => Exposure::by(position, slides),
        };
        Update { network, features, position, exposure }.run(kept, parent, changed);
    }
}

/// A column of weights: the number of a piece, and 0 for its weights in the king's region, or a
/// state for the weights of that state.
type Input = (u32, usize);

/// The most columns that are added to sums, or subtracted: two for each changed cell.
const COLUMNS: usize = 2 * STATE_CHANGES as usize;

/// The inputs that are added to sums, and those that are subtracted.
#[derive(Default)]
struct Changes {
    come: ArrayVec<Input, COLUMNS>,
    gone: ArrayVec<Input, COLUMNS>,
}

/// One update from a stored state to a position.
struct Update<'a, const W: usize> {
    network: &'a Network,
    features: &'a Features,
    position: &'a Position<'a, W>,
    exposure: Exposure<W>,
}

impl<const W: usize> Update<'_, W> {
    /// Updates a stored state from that of the ply before, if it is given, or else from itself.
    /// `changed` are the cells whose piece differs.
    fn run(&self, kept: &mut Kept<W>, parent: Option<&Kept<W>>, changed: Bitboard<W>) {
        let before = parent.unwrap_or(kept);
        let mut inputs = Changes::default();
        let is_near = self.find_changes(before, changed, &mut inputs);
        let known = before.seen;
        let hidden = self.network.shape.hidden;
        let mut seen = [None; SEATS];
        for seat in self.position.living() {
            let Frame { mirrored, king } = self.features.frame(seat, self.position.king(seat));
            let region = self.network.regions.of(king);
            seen[seat.index()] = Some((region, mirrored));
            let place = seat.index() * hidden..(seat.index() + 1) * hidden;
            let sums = &mut kept.sums[place.clone()];
            let of_seat = self.features.inputs(seat, mirrored);
            let column = |(piece, state): &Input| {
                self.network.column(region, *state, of_seat[*piece as usize])
            };
            if is_near && known[seat.index()] == seen[seat.index()] {
                let before = parent.map(|parent| &parent.sums[place]);
                match (&*inputs.come, &*inputs.gone) {
                    ([to], [from]) => {
                        combine_few(sums, before, column(to), [column(from)]);
                    }
                    ([to], [from, taken]) => {
                        combine_few(sums, before, column(to), [column(from), column(taken)]);
                    }
                    (come, gone) => {
                        let [come, gone] = [come, gone].map(|inputs| inputs.iter().map(column));
                        combine(sums, before, &come, &gone);
                    }
                }
            } else {
                sums.copy_from_slice(&self.network.biases);
                let mut inputs = ArrayVec::<_, SUMMED>::new();
                for cell in self.position.occupied() {
                    let piece = self.position.piece(cell);
                    self.each_input(piece, (cell, &self.exposure), |input| {
                        if inputs.is_full() {
                            combine(sums, None, &inputs.iter().map(column), &iter::empty());
                            inputs.clear();
                        }
                        inputs.push(input);
                    });
                }
                combine(sums, None, &inputs.iter().map(column), &iter::empty());
            }
        }
        kept.pieces = *self.position.board();
        kept.exposure = self.exposure;
        kept.seen = seen;
    }

    /// Finds the inputs to add to the state `before`, and those to subtract. `changed` are the
    /// cells whose piece differs. Returns false if there are too many.
    #[inline]
    fn find_changes(&self, before: &Kept<W>, changed: Bitboard<W>, inputs: &mut Changes) -> bool {
        let others = self.exposure.differing(&before.exposure) - changed;
        if changed.len() > CHANGES || (changed | others).len() > STATE_CHANGES {
            return false;
        }
        let Changes { come, gone } = inputs;
        for cell in changed {
            let stood = before.pieces[cell.index() / 128][cell.index() % 128];
            self.each_input(stood, (cell, &before.exposure), |input| gone.push(input));
            let stands = self.position.piece(cell);
            self.each_input(stands, (cell, &self.exposure), |input| come.push(input));
        }
        // The same piece as before, in another state.
        for cell in others {
            let Some(piece) = self.features.number(self.position.piece(cell), cell) else {
                continue;
            };
            let (left, entered) = (before.exposure.state(cell), self.exposure.state(cell));
            if left > 0 {
                gone.push((piece, left));
            }
            if entered > 0 {
                come.push((piece, entered));
            }
        }
        true
    }

    /// Calls `visit` for each input of the piece on a cell.
    #[inline]
    fn each_input(
        &self,
        piece: Piece,
        (cell, exposure): (Cell, &Exposure<W>),
        mut visit: impl FnMut(Input),
    ) {
        let Some(number) = self.features.number(piece, cell) else { return };
        visit((number, 0));
        let state = if self.network.shape.threats { exposure.state(cell) } else { 0 };
        if state > 0 {
            visit((number, state));
        }
    }
}

/// The numbers of [`LANES`] neurons.
type Row = [i16; LANES];

/// Returns the first rows of a column.
#[inline]
fn rows(column: &[i16], count: usize) -> &[Row] {
    &column.as_chunks().0[..count]
}

/// Sets `sums` to those `before`, if given, or to themselves, with the columns of a usual move: one
/// added, and one or two subtracted. All lengths are multiples of [`LANES`].
#[inline]
fn combine_few<const GONE: usize>(
    sums: &mut [i16],
    before: Option<&[i16]>,
    come: &[i16],
    gone: [&[i16]; GONE],
) {
    let sums = sums.as_chunks_mut::<LANES>().0;
    let count = sums.len();
    let before = before.map(|before| rows(before, count));
    let (come, gone) = (rows(come, count), gone.map(|column| rows(column, count)));
    for (number, sum) in sums.iter_mut().enumerate() {
        let row = |rows: &[Row]| i16x16::new(rows[number]);
        let more = before.map_or(i16x16::new(*sum), row) + row(come);
        *sum = gone.iter().fold(more, |sum, column| sum - row(column)).to_array();
    }
}

/// Does the same with any number of columns.
#[inline]
fn combine<'w>(
    sums: &mut [i16],
    before: Option<&[i16]>,
    come: &(impl Iterator<Item = &'w [i16]> + Clone),
    gone: &(impl Iterator<Item = &'w [i16]> + Clone),
) {
    let mut from = 0;
    while from < sums.len() {
        let (come, gone) = (come.clone(), gone.clone());
        from += match (sums.len() - from) / LANES {
            1 => combine_rows::<1>(sums, from, before, come, gone),
            2 => combine_rows::<2>(sums, from, before, come, gone),
            3 => combine_rows::<3>(sums, from, before, come, gone),
            4..8 => combine_rows::<4>(sums, from, before, come, gone),
            _ => combine_rows::<8>(sums, from, before, come, gone),
        }
    }
}

/// Does this for some rows of [`LANES`] from a neuron on, whose sums stay in registers, and
/// returns their number of neurons.
#[inline]
fn combine_rows<'w, const ROWS: usize>(
    sums: &mut [i16],
    from: usize,
    before: Option<&[i16]>,
    come: impl Iterator<Item = &'w [i16]>,
    gone: impl Iterator<Item = &'w [i16]>,
) -> usize {
    let rows = |column: &[i16]| -> [i16x16; ROWS] {
        let rows = column[from..].as_chunks::<LANES>().0.first_chunk::<ROWS>();
        rows.expect("whole rows").map(i16x16::new)
    };
    let mut summed = rows(before.unwrap_or(sums));
    for column in come {
        for (sum, row) in summed.iter_mut().zip(rows(column)) {
            *sum += row;
        }
    }
    for column in gone {
        for (sum, row) in summed.iter_mut().zip(rows(column)) {
            *sum -= row;
        }
    }
    sums[from..][..ROWS * LANES].copy_from_slice(summed.map(i16x16::to_array).as_flattened());
    ROWS * LANES
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{GenBudget, GenKind, Options, Rules, Variant, VariantTables, in_family};

    use super::super::network::Shape;
    use super::super::provenance::Provenance;
    use super::super::regions::Regions;
    use super::*;

    /// The plies of a random game.
    const PLIES: usize = 60;
    /// The states of jump series that are looked at for a random move.
    const STATES: usize = 1 << 12;
    /// The plies of the line whose accumulators are kept.
    const KEPT: usize = 6;

    fn random_net(features: &Features, random: &mut ChaCha8Rng) -> Network {
        let perspectives = features.layout().perspectives;
        let (inputs, hidden, buckets) = (features.layout().inputs(), 16, 3);
        let threats = random.random_bool(0.5);
        let of_cells = (0..features.layout().cells).map(|cell| (cell / 5 % 3) as u8).collect();
        let regions = Regions::new(of_cells).expect("three of them");
        let shape = Shape { inputs, regions: 3, threats, hidden, buckets, men: 32, perspectives };
        let mut weights =
            |count| (0..count).map(|_| random.random_range(-90..90)).collect::<Vec<i16>>();
        Network {
            shape,
            base: Base::Full,
            scale: 200,
            regions,
            columns: weights(shape.columns() * hidden).into(),
            biases: weights(hidden),
            outputs: weights(buckets * perspectives * hidden),
            output_biases: vec![100, -200, 300],
            fingerprint: features.fingerprint(),
            provenance: Provenance::default(),
        }
    }

    /// Plays a random game and checks the outputs of each position, computed at random plies from
    /// any earlier state.
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
            let (mut moves, mut budget) = (Vec::new(), GenBudget::new(STATES, STATES));
            let check_info = R::check_info(&position);
            R::generate_within(&position, &check_info, GenKind::All, &mut budget, &mut moves);
            let Some(mv) = moves.choose(&mut random) else { break };
            // Captures are preferred, since they are rare among random moves and finally eliminate
            // players.
            let takes = moves.iter().find(|mv| !R::captured(&position, mv).is_empty());
            let mv = takes.filter(|_| random.random_bool(0.4)).unwrap_or(mv);
            R::play(&mut position, mv);
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_computed_anew() {
        for variant in Variant::all() {
            for seed in 0..2 {
                in_family!(variant.family(Options::default()), R, tables => walk::<R, _>(tables, seed));
            }
        }
    }
}
