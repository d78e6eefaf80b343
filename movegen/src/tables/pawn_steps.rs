//! [`PawnSteps`]: the steps of all pawns of a kind at once, where only their number matters.

use std::collections::BTreeMap;

use super::starts::Starts;
use crate::geometry::{Bitboard, Cell, Shifts, shift_between};

/// The number of groups of shifts that takes as long as a pawn by itself.
const GROUPS_A_PAWN: usize = 2;

/// The moves of a pawn, by its cell.
pub(crate) struct PawnMotion<'a, const W: usize> {
    /// The cells to which it moves and captures, only moves, only captures.
    pub both: &'a [Bitboard<W>],
    pub quiet: &'a [Bitboard<W>],
    pub capture: &'a [Bitboard<W>],
    /// Its start steps.
    pub starts: &'a [Starts],
    /// The cells from which a step leads to promotion.
    pub promoting: Bitboard<W>,
}

/// The steps of a seat's pawns of one kind, apart from promotions.
#[derive(Clone, Debug)]
pub(crate) struct PawnSteps<const W: usize> {
    /// The steps that move and capture, only move, only capture.
    both: Shifts<W>,
    quiet: Shifts<W>,
    capture: Shifts<W>,
    /// The shifts of double steps to the passed cell and from there to the target, with the source
    /// cells.
    doubles: Vec<(i32, i32, Bitboard<W>)>,
    /// The cells from which a step leads to promotion, or with start steps other than a single
    /// double step.
    apart: Bitboard<W>,
    /// The number of pawns from which counting them together is faster.
    enough: u32,
}

/// The cells to which pawns may go.
pub(crate) struct PawnTargets<const W: usize> {
    /// The cells without own pieces, without any, and with enemy pieces.
    pub both: Bitboard<W>,
    pub quiet: Bitboard<W>,
    pub capture: Bitboard<W>,
    /// The cells among these that the king's safety admits.
    pub allowed: Bitboard<W>,
}

impl<const W: usize> PawnSteps<W> {
    /// Compiles the steps of a pawn's motion; `None` where they differ too much to be counted
    /// together.
    pub fn compile(motion: &PawnMotion<'_, W>) -> Option<Self> {
        let but_both = |leaps: &[Bitboard<W>]| -> Vec<Bitboard<W>> {
            leaps.iter().zip(motion.both).map(|(leaps, both)| *leaps - *both).collect()
        };
        let mut doubles: BTreeMap<(i32, i32), Bitboard<W>> = BTreeMap::new();
        let mut apart = motion.promoting;
        for (from, starts) in (0..=u8::MAX).map(Cell).zip(motion.starts) {
            match *starts {
                Starts::None => {}
                Starts::One { over, to } => {
                    let shifts = (shift_between(from, over), shift_between(over, to));
                    *doubles.entry(shifts).or_default() |= Bitboard::of(from);
                }
                Starts::Several(..) => apart |= Bitboard::of(from),
            }
        }
        let is_far = |by: i32| by.unsigned_abs() > Bitboard::<W>::FURTHEST;
        if doubles.keys().any(|(over, to)| is_far(*over) || is_far(*to)) {
            return None;
        }
        let both = Shifts::compile(motion.both)?;
        let quiet = Shifts::compile(&but_both(motion.quiet))?;
        let capture = Shifts::compile(&but_both(motion.capture))?;
        let groups = both.len() + quiet.len() + capture.len() + doubles.len();
        Some(Self {
            enough: (groups / GROUPS_A_PAWN + 1) as u32,
            both,
            quiet,
            capture,
            doubles: doubles.into_iter().map(|((over, to), from)| (over, to, from)).collect(),
            apart,
        })
    }

    /// Returns the pawns whose steps can be counted together, if there are enough: all that neither
    /// promote nor have several start steps.
    #[inline]
    pub fn countable(&self, pawns: Bitboard<W>) -> Option<Bitboard<W>> {
        let pawns = pawns - self.apart;
        (pawns.len() >= self.enough).then_some(pawns)
    }

    /// Returns the number of steps and double steps of these pawns.
    #[inline]
    pub fn count(&self, pawns: Bitboard<W>, targets: &PawnTargets<W>) -> u32 {
        let allowed = targets.allowed;
        let double = |(over, to, from): &(i32, i32, Bitboard<W>)| {
            let passed = (pawns & *from).shifted(*over) & targets.quiet;
            (passed.shifted(*to) & targets.quiet & allowed).len()
        };
        self.both.count(pawns, targets.both & allowed)
            + self.quiet.count(pawns, targets.quiet & allowed)
            + self.capture.count(pawns, targets.capture & allowed)
            + self.doubles.iter().map(double).sum::<u32>()
    }
}
