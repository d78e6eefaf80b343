//! [`Known`]: what has been computed of a siege, and the work at more.

use rotunda_movegen::{Position, Rules, Seat};
use rustc_hash::FxHashMap;

use super::pawns::Pawns;
use super::set::{Progress, Solved, Unsolved};
use super::siege::Siege;

/// Positions that may be looked at for some pawns.
const MOST_STATES: usize = 2_000_000;

/// What is known of a siege.
#[derive(Default)]
pub(super) struct Known<const W: usize> {
    /// By pawns; `None` for those that cannot be known.
    solved: FxHashMap<Pawns, Option<Solved<W>>>,
    /// Pawns that are worked at, each needed by the one before.
    open: Vec<Unsolved<W>>,
    /// Positions looked at since pawns that were asked for have been known.
    states: usize,
}

impl<const W: usize> Known<W> {
    /// Whether it is known that the attacker does not win.
    pub fn is_held(&self, position: &Position<'_, W>, attacker: Seat) -> bool {
        let Some(Some(solved)) = self.solved.get(&Pawns::of(position)) else { return false };
        let kings = [attacker, attacker.opponent()].map(|seat| position.king_cell(seat));
        solved.is_held(kings, position.turn() == attacker)
    }

    /// Works at some pawns, until they are known or `goes_on` says no, with the number of positions
    /// that each step looks at.
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
                // Pawns that come round to where they were are none to count on.
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
