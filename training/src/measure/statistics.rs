//! [`Statistics`]: counts over games.

use std::collections::BTreeMap;
use std::fmt;

use rotunda_movegen::{FULL, Position, Rules, SEATS};
use rustc_hash::FxHashSet;

use crate::file::plies::{Ply, Visitor};
use crate::file::scored::is_mate;
use crate::file::stored_game::{Ending, StoredGame};

/// The bounds of the groups of scores, in centipawns.
const SCORES: [i16; 9] = [-1000, -400, -200, -50, 50, 200, 400, 1000, i16::MAX];
/// The number of pieces in a group.
const PIECES: u32 = 4;
/// The most keys of positions in memory. If there are more, only a part of them is kept, by their
/// last bits.
const KEYS: usize = 1 << 22;

/// The counts over games.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The number of games.
    pub games: u64,
    /// The number of positions with a score.
    pub positions: u64,
    /// The number of these that are quiet.
    pub quiet: u64,
    /// The number of these in which a move other than the best one was played.
    pub explored: u64,
    /// Games by the points of the seats.
    results: BTreeMap<[u8; SEATS], u64>,
    endings: BTreeMap<Ending, u64>,
    /// Games by their plies, random ones included.
    lengths: BTreeMap<u32, u64>,
    /// Games by their random plies.
    openings: BTreeMap<u32, u64>,
    /// Positions by score: that of the first bound of [`SCORES`] that is not less, and mates last.
    scores: [u64; SCORES.len() + 1],
    /// Positions by the pieces on the board, in parts of [`PIECES`].
    pieces: BTreeMap<u32, u64>,
    keys: Keys,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            games: 0,
            positions: 0,
            quiet: 0,
            explored: 0,
            results: BTreeMap::new(),
            endings: BTreeMap::new(),
            lengths: BTreeMap::new(),
            openings: BTreeMap::new(),
            scores: [0; SCORES.len() + 1],
            pieces: BTreeMap::new(),
            keys: Keys::default(),
        }
    }
}

/// The distinct keys among many, or among the part of them with certain last bits.
#[derive(Clone, Default, Debug)]
struct Keys {
    seen: FxHashSet<u64>,
    /// The last bits of a key that must be 0 for it to be counted.
    mask: u64,
    counted: u64,
}

impl Keys {
    fn add(&mut self, key: u64) {
        if key & self.mask != 0 {
            return;
        }
        self.counted += 1;
        if self.seen.insert(key) && self.seen.len() > KEYS {
            let before = self.seen.len() as f64;
            self.mask = self.mask << 1 | 1;
            self.seen.retain(|key| key & self.mask == 0);
            // The remaining keys represent their part of the count.
            self.counted = (self.counted as f64 * self.seen.len() as f64 / before).ceil() as u64;
        }
    }

    /// Returns the part of the positions that have occurred before.
    fn repeated(&self) -> f64 {
        self.counted.saturating_sub(self.seen.len() as u64) as f64 / self.counted.max(1) as f64
    }
}

impl Statistics {
    /// Counts a game; [`replay`](crate::replay) then shows its positions.
    pub fn add(&mut self, game: &StoredGame) {
        self.games += 1;
        *self.results.entry(game.points).or_default() += 1;
        *self.endings.entry(game.ending).or_default() += 1;
        *self.lengths.entry(game.opening.saturating_add(game.scored)).or_default() += 1;
        *self.openings.entry(game.opening).or_default() += 1;
    }
}

impl Visitor for Statistics {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        self.positions += 1;
        self.quiet += u64::from(ply.quiet);
        self.explored += u64::from(ply.explored);
        let bound = SCORES.iter().position(|&bound| ply.score <= bound).unwrap_or_default();
        self.scores[if is_mate(ply.score) { SCORES.len() } else { bound }] += 1;
        *self.pieces.entry(position.occupied().len() / PIECES).or_default() += 1;
        self.keys.add(position.key());
    }
}

/// Returns a part as text.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

/// Returns the least, the greatest and the mean of numbers, given their frequencies.
fn spread(counts: &BTreeMap<u32, u64>) -> String {
    let (sum, count) = counts.iter().fold((0, 0), |(sum, count), (&number, &times)| {
        (sum + u64::from(number) * times, count + times)
    });
    let [least, most] = [counts.first_key_value(), counts.last_key_value()]
        .map(|entry| entry.map_or(0, |(&number, _)| number));
    format!("{least} to {most}, mean {:.1}", sum as f64 / count.max(1) as f64)
}

impl Statistics {
    /// Writes every seat's mean points, and for games of two each result.
    fn write_results(&self, f: &mut fmt::Formatter<'_>, seats: usize) -> fmt::Result {
        let mut sums = [0_u64; SEATS];
        for (points, games) in &self.results {
            for (sum, &of) in sums.iter_mut().zip(points) {
                *sum += u64::from(of) * games;
            }
        }
        let mean = |&sum: &u64| format!("{:.1}", sum as f64 / self.games.max(1) as f64);
        let means: Vec<String> = sums[..seats.min(SEATS)].iter().map(mean).collect();
        writeln!(f, "points of {FULL} by seat: {}", means.join(" "))?;
        if seats == 2 {
            let of = |(points, &games): (&[u8; SEATS], &u64)| {
                format!("{}-{} {}", points[0], points[1], percent(games, self.games))
            };
            let results: Vec<String> = self.results.iter().rev().map(of).collect();
            writeln!(f, "results: {}", results.join(", "))?;
        }
        Ok(())
    }

    fn write_scores(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "scores for the mover, centipawns:")?;
        let mut least = String::from("less");
        for (index, &count) in self.scores.iter().enumerate() {
            let name = match SCORES.get(index) {
                None => "mates".to_owned(),
                Some(&i16::MAX) => format!("{least} .. more"),
                Some(bound) => format!("{least} .. {bound}"),
            };
            least = SCORES
                .get(index)
                .map_or_else(String::new, |&bound| (i32::from(bound) + 1).to_string());
            writeln!(f, "  {name:16} {:>7}", percent(count, self.positions))?;
        }
        Ok(())
    }

    /// The statistics as text, for games of so many seats.
    #[must_use]
    pub fn of_seats(&self, seats: usize) -> impl fmt::Display + '_ {
        Table { statistics: self, seats }
    }
}

/// See [`Statistics::of_seats`].
struct Table<'a> {
    statistics: &'a Statistics,
    seats: usize,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.statistics;
        writeln!(f, "games: {}", all.games)?;
        writeln!(f, "positions: {}", all.positions)?;
        writeln!(f, "quiet: {}", percent(all.quiet, all.positions))?;
        writeln!(f, "not the best move: {}", percent(all.explored, all.positions))?;
        writeln!(f, "seen before: {:.1} %", all.keys.repeated() * 100.0)?;
        all.write_results(f, self.seats)?;
        writeln!(f, "plies: {}", spread(&all.lengths))?;
        writeln!(f, "random plies: {}", spread(&all.openings))?;
        writeln!(f, "endings:")?;
        for (ending, &games) in &all.endings {
            writeln!(f, "  {:22} {:>7}", ending.to_string(), percent(games, all.games))?;
        }
        all.write_scores(f)?;
        writeln!(f, "pieces on the board:")?;
        for (&part, &positions) in all.pieces.iter().rev() {
            let name = format!("{} .. {}", part * PIECES, part * PIECES + PIECES - 1);
            writeln!(f, "  {name:16} {:>7}", percent(positions, all.positions))?;
        }
        Ok(())
    }
}
