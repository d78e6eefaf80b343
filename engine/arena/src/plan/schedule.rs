//! [`Schedule`]: the games of a match, as a pure function of their number.
//!
//! A *block* is an opening of a variant with all essentially different seatings of the engines. For
//! two engines at two seats it is a pair of games. It is the unit of statistics and of work: the
//! games of a block share their opening, so they are not independent of each other. A *round* is a
//! block of every variant.

use rotunda_movegen::{Options, Seat, Shard, Variant};

/// The most games of a block. If there are more seatings, some of them are chosen.
const MAX_SEATINGS: usize = 30;

/// An engine's index for every seat.
pub type Seating = Vec<usize>;

/// Returns the side of every seat of a variant: a number that team mates share.
///
/// # Panics
/// Panics if the variant's own start is malformed, which tests rule out.
#[must_use]
pub fn sides(entry: &'static Variant) -> Vec<usize> {
    let start = entry.family(Options::default()).game(None).expect("a start is well-formed");
    (0..start.seats()).map(|seat| start.side(Seat(seat as u8))).collect()
}

/// Returns all essentially different seatings of engines. `table` has the side of every seat. Every
/// engine gets equally many sides, or one more where the numbers do not match, and all seats of a
/// team get the same engine.
///
/// If there are more than thirty, only the cyclic orders of the engines are used. If these are more
/// than thirty, only one order and its reverse are used, shifted seat by seat.
#[must_use]
pub fn seatings(engines: usize, table: &[usize]) -> Vec<Seating> {
    let mut sides = table.to_vec();
    sides.sort_unstable();
    sides.dedup();
    let place = |side: &usize| sides.iter().position(|other| other == side).unwrap_or(0);
    let seats = |deal: Seating| table.iter().map(|side| deal[place(side)]).collect();
    deals(engines, sides.len()).into_iter().map(seats).collect()
}

/// Returns the ways to deal a number of sides to engines.
fn deals(engines: usize, sides: usize) -> Vec<Seating> {
    let (min, over) = (sides / engines, sides % engines);
    let all = arrangements(engines, sides, min, min + usize::from(over > 0));
    if all.len() <= MAX_SEATINGS {
        return all;
    }
    let mut orders = arrangements(engines, engines, 1, 1);
    if orders.len() > MAX_SEATINGS {
        let moved_up = |first| (0..engines).map(move |place| (first + place) % engines);
        let forward: Vec<Seating> = (0..engines).map(|first| moved_up(first).collect()).collect();
        let backward = forward.iter().map(|order| order.iter().rev().copied().collect());
        orders = backward.chain(forward.iter().cloned()).collect();
        orders.sort();
    }
    let deal = |order: Seating| (0..sides).map(|side| order[side % engines]).collect();
    orders.into_iter().map(deal).collect()
}

/// Returns the ways to fill places with engines, each of them at least and at most so often. It
/// stops at one more than the limit of seatings.
fn arrangements(engines: usize, places: usize, min: usize, max: usize) -> Vec<Seating> {
    let mut counts = vec![0; engines];
    let mut all = Vec::new();
    seat(&mut Vec::with_capacity(places), &mut counts, places, (min, max), &mut all);
    all
}

/// Seats one more engine in every way that can still be completed.
fn seat(
    seating: &mut Seating,
    counts: &mut [usize],
    places: usize,
    (min, max): (usize, usize),
    all: &mut Vec<Seating>,
) {
    let missing: usize = counts.iter().map(|&count| min.saturating_sub(count)).sum();
    if all.len() > MAX_SEATINGS || missing > places - seating.len() {
        return;
    }
    if seating.len() == places {
        all.push(seating.clone());
        return;
    }
    for engine in 0..counts.len() {
        if counts[engine] < max {
            counts[engine] += 1;
            seating.push(engine);
            seat(seating, counts, places, (min, max), all);
            seating.pop();
            counts[engine] -= 1;
        }
    }
}

/// An opening of a variant, with the seatings in which it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The block's number in the match.
    pub index: u64,
    /// The variant's index.
    pub variant: usize,
    /// The number of the opening.
    pub round: u64,
    /// The seatings, one game each.
    pub seatings: Vec<Seating>,
}

/// Returns the name of a game: the block's number and its own, from 1.
pub(crate) fn label((block, game): (u64, usize)) -> String {
    format!("{}.{}", block + 1, game + 1)
}

/// The games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The seatings by variant.
    seatings: Vec<Vec<Seating>>,
    repeat: bool,
}

impl Schedule {
    /// Creates the schedule of a match between engines in variants with these tables, each of which
    /// has the side of every seat.
    #[must_use]
    pub fn new(engines: usize, tables: &[Vec<usize>], repeat: bool) -> Self {
        Self { seatings: tables.iter().map(|table| seatings(engines, table)).collect(), repeat }
    }

    /// Returns the block with a number.
    #[must_use]
    pub fn block(&self, index: u64) -> Block {
        let variants = self.seatings.len() as u64;
        let (variant, round) = ((index % variants) as usize, index / variants);
        let all = &self.seatings[variant];
        let seatings = if self.repeat {
            all.clone()
        } else {
            vec![all[(round % all.len() as u64) as usize].clone()]
        };
        Block { index, variant, round, seatings }
    }

    /// Returns the number of games of a block.
    #[must_use]
    pub fn games(&self, index: u64) -> usize {
        let variant = (index % self.seatings.len() as u64) as usize;
        if self.repeat { self.seatings[variant].len() } else { 1 }
    }

    /// Returns the number of a game in the order of the schedule, from 1.
    #[must_use]
    pub fn number(&self, block: u64, game: usize) -> u64 {
        let variants = self.seatings.len() as u64;
        let games = |blocks: std::ops::Range<u64>| -> u64 {
            blocks.map(|block| self.games(block) as u64).sum()
        };
        let (round, variant) = (block / variants, block % variants);
        round * games(0..variants) + games(0..variant) + game as u64 + 1
    }

    /// Returns the number of rounds for this many games of every variant.
    #[must_use]
    pub fn rounds(&self, games: u64) -> u64 {
        let fewest = (0..self.seatings.len()).map(|variant| self.games(variant as u64)).min();
        games.div_ceil(fewest.unwrap_or(1) as u64)
    }

    /// Returns the numbers of the blocks of a part in the first rounds, in order.
    pub fn blocks(&self, rounds: u64, shard: Shard) -> impl Iterator<Item = u64> + use<> {
        let variants = self.seatings.len() as u64;
        (0..rounds)
            .filter(move |&round| shard.has(round))
            .flat_map(move |round| round * variants..(round + 1) * variants)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_engines_at_two_seats_play_pairs() {
        assert_eq!(seatings(2, &[0, 1]), [[0, 1], [1, 0]]);
    }

    #[test]
    fn a_team_is_one_engine() {
        let sides = |name| sides(rotunda_movegen::Variant::by_name(name).expect("known"));
        assert_eq!(seatings(2, &sides("modern4-2v2")), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(sides("modern4").len(), 4);
        assert_eq!(seatings(2, &sides("modern4")).len(), 6);
        let three = sides("byzantine6-2v2v2");
        assert_eq!((seatings(3, &three).len(), seatings(2, &three).len()), (6, 6));
        for seating in seatings(3, &three).iter().chain(&seatings(2, &three)) {
            let same = |one: usize, other: usize| seating[one] == seating[other];
            assert!((0..6).all(|seat| same(seat, three[seat])), "{seating:?}");
        }
    }

    #[test]
    fn every_engine_sits_everywhere_equally_often() {
        for (engines, seats, games) in [
            (3, 2, 6),
            (2, 3, 6),
            (2, 4, 6),
            (2, 6, 20),
            (4, 4, 24),
            (3, 6, 6),
            (4, 6, 24),
            (5, 6, 10),
            (6, 6, 12),
            (5, 2, 20),
            (8, 3, 16),
        ] {
            let all = seatings(engines, &(0..seats).collect::<Vec<_>>());
            assert_eq!(all.len(), games, "{engines} engines, {seats} seats");
            for seat in 0..seats {
                let on = |engine| all.iter().filter(|seating| seating[seat] == engine).count();
                assert!((0..engines).all(|engine| on(engine) == games / engines));
            }
            let mut unique = all.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), games, "no game is played twice");
        }
    }

    #[test]
    fn shards_are_disjoint_and_together_everything() {
        let schedule = Schedule::new(2, &[vec![0, 1], vec![0, 1], vec![0, 1]], true);
        let part = |part| schedule.blocks(7, Shard { part, of: 3 });
        let mut all: Vec<_> = (1..=3).flat_map(part).collect();
        all.sort_unstable();
        assert_eq!(all, schedule.blocks(7, Shard::ALL).collect::<Vec<_>>());
        assert_eq!(all, (0..21).collect::<Vec<_>>());
    }

    #[test]
    fn single_games_take_turns_with_the_seatings() {
        let schedule = Schedule::new(2, &[vec![0, 1]], false);
        assert_eq!(schedule.block(4).seatings, [[0, 1]]);
        assert_eq!(schedule.block(5).seatings, [[1, 0]]);
        assert_eq!((schedule.rounds(5), schedule.games(3)), (5, 1));
        assert_eq!(Schedule::new(2, &[vec![0, 1]], true).rounds(5), 3);
    }

    #[test]
    fn games_are_numbered_without_gaps() {
        let schedule = Schedule::new(2, &[vec![0, 1], vec![0, 1, 2], vec![0, 1]], true);
        let places = |block| (0..schedule.games(block)).map(move |game| (block, game));
        let numbers = (0..9).flat_map(places).map(|(block, game)| schedule.number(block, game));
        assert!(numbers.eq(1..=30));
    }
}
