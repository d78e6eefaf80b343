//! [`Known`]: the computed part of a siege, and the work at the rest.

use rotunda_movegen::{Position, Rules, Seat};
use rustc_hash::FxHashMap;

use super::pawns::Pawns;
use super::set::{Progress, Unsolved};
use super::siege::Siege;
use super::solved::Solved;

/// The most positions that are solved for one set of pawns.
const MOST_STATES: usize = 2_000_000;

/// The solved positions of a siege.
#[derive(Default)]
pub(super) struct Known<const W: usize> {
    /// The solution for each set of pawns; `None` if the set has too many positions.
    solved: FxHashMap<Pawns, Option<Solved<W>>>,
    /// The sets of pawns that are being solved; each needs the one after it.
    open: Vec<Unsolved<W>>,
    /// The positions solved since the last answer.
    states: usize,
}

impl<const W: usize> Known<W> {
    /// Returns whether the attacker is known not to win.
    pub fn is_held(&self, position: &Position<'_, W>, attacker: Seat) -> bool {
        let Some(Some(solved)) = self.solved.get(&Pawns::of(position)) else { return false };
        let kings = [attacker, attacker.opponent()].map(|seat| position.king_cell(seat));
        solved.is_held(kings, position.turn() == attacker)
    }

    /// Solves some sets of pawns until they are known or `goes_on` returns false. It gets the
    /// number of positions that each step looks at.
    pub fn work<R: Rules<W>>(
        &mut self,
        siege: &Siege<'_, W>,
        pawns: Pawns,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) {
        let step = Unsolved::<W>::states_of_step(siege.variant.cells());
        while !self.solved.contains_key(&pawns) {
            if self.states > MOST_STATES {
                self.open.clear();
                self.solved.insert(pawns, None);
                break;
            }
            if !goes_on(step) {
                return;
            }
            let Some(mut latest) = self.open.pop() else {
                self.open.push(Unsolved::new(pawns));
                continue;
            };
            self.states += step;
            let open = &self.open;
            let known = |pawns: &Pawns| {
                // Pawns that can come back to where they were are not solved.
                let goes_round = open.iter().any(|open| open.pawns == *pawns);
                if goes_round { Some(None) } else { self.solved.get(pawns).map(Option::as_ref) }
            };
            match latest.step::<R>(siege, known) {
                Progress::More => self.open.push(latest),
                Progress::Needs(needed) => {
                    self.open.push(latest);
                    self.open.push(Unsolved::new(needed));
                }
                Progress::Done(solved) => {
                    self.solved.insert(latest.pawns, Some(solved));
                }
            }
        }
        self.states = 0;
    }
}
