//! [`Unsolved`]: the positions of two kings and one set of pawns, while they are being solved.

use rotunda_movegen::{AsMove, Bitboard, Cell, Piece, Position, Rules};
use rustc_hash::FxHashMap;

use super::after::{After, taken_back};
use super::pawns::Pawns;
use super::siege::{ATTACKER, DEFENDER, Siege, moves_of};
use super::solved::Solved;
use super::standstill::{Standstill, is_answered};
use super::stronghold::{is_stronghold, pawn_captures};

/// The king moves of a position, and the results of its other moves.
#[derive(Clone, Copy)]
struct State<const W: usize> {
    /// The cells to which the mover's king can go without a capture; for the defender only cells
    /// that the attacker's pieces cannot attack.
    free: Bitboard<W>,
    /// The other cells to which the defender's king can go.
    forbidden: Bitboard<W>,
    /// Whether the attacker has a move that wins.
    is_lost: bool,
    /// Whether the defender may be in check.
    checked: bool,
    /// Whether the defender has a pawn move or capture that the attacker cannot prevent, and
    /// whether such a move holds.
    leaves: [bool; 2],
    /// Whether the defender holds after every move that the attacker can prevent.
    others_hold: bool,
}

impl<const W: usize> State<W> {
    const EMPTY: Self = Self {
        free: Bitboard::EMPTY,
        forbidden: Bitboard::EMPTY,
        is_lost: false,
        checked: false,
        leaves: [false; 2],
        others_hold: true,
    };
}

/// A move that changes the set of pawns.
struct Exit {
    state: usize,
    /// Whether the attacker can prevent it.
    is_free: bool,
    to: After,
}

/// The positions of two kings with the same pawns, each to be looked at.
pub(super) struct Unsolved<const W: usize> {
    pub pawns: Pawns,
    /// The cell of the attacker's king whose positions are looked at next.
    next: usize,
    states: Vec<State<W>>,
    exits: Vec<Exit>,
    solved: Option<Solved<W>>,
}

/// The result of a step of the work.
pub(super) enum Progress<const W: usize> {
    /// The work is not finished.
    More,
    /// These pawns must be known first.
    Needs(Pawns),
    /// The pawns are solved.
    Done(Solved<W>),
}

impl<const W: usize> Unsolved<W> {
    pub fn new(pawns: Pawns) -> Self {
        Self { pawns, next: 0, states: Vec::new(), exits: Vec::new(), solved: None }
    }

    /// Does a step of the work, which takes less than a millisecond. `known` returns the solution
    /// of other pawns, and `None` for pawns that cannot be solved.
    pub fn step<'s, R: Rules<W>>(
        &mut self,
        siege: &Siege<'_, W>,
        known: impl Fn(&Pawns) -> Option<Option<&'s Solved<W>>>,
    ) -> Progress<W> {
        let cells = siege.variant.cells();
        if self.next < cells {
            self.look::<R>(siege, Cell(self.next as u8));
            self.next += 1;
            return Progress::More;
        }
        if self.solved.is_none() {
            let mut needed = self.exits.iter().filter_map(|exit| exit.to.needs());
            if let Some(pawns) = needed.find(|pawns| known(pawns).is_none()) {
                return Progress::Needs(*pawns);
            }
            self.leave::<R>(siege, &|pawns| known(pawns).flatten());
            let all: Bitboard<W> = siege.variant.grid().all().collect();
            self.solved = Some(Solved { held: [vec![all; cells], vec![all; cells]] });
        }
        let solved = self.solved.as_mut().expect("made above");
        if take_away(&self.states, solved, siege.waits) {
            return Progress::More;
        }
        self.solved.take().map_or(Progress::More, Progress::Done)
    }

    /// Returns the number of positions that a step looks at.
    pub const fn states_of_step(cells: usize) -> usize {
        cells * 2
    }

    /// Looks at the positions with the attacker's king on a cell.
    fn look<R: Rules<W>>(&mut self, siege: &Siege<'_, W>, king: Cell) {
        for other in siege.variant.grid().all() {
            for turn in [ATTACKER, DEFENDER] {
                let kings = [king, other];
                let state = match siege.position::<R>(&self.pawns, kings, turn) {
                    Some(position) if turn == ATTACKER => self.attack::<R>(siege, &position, kings),
                    Some(position) => self.defend::<R>(siege, &position, kings),
                    None => State::EMPTY,
                };
                self.states.push(state);
            }
        }
    }

    /// Records a move that changes the set of pawns.
    fn exit(&mut self, is_free: bool, to: After) {
        self.exits.push(Exit { state: self.states.len(), is_free, to });
    }

    /// Returns the king moves of the attacker, and records its other moves.
    fn attack<R: Rules<W>>(
        &mut self,
        siege: &Siege<'_, W>,
        position: &Position<'_, W>,
        kings: [Cell; 2],
    ) -> State<W> {
        let mut state = State::EMPTY;
        for mv in moves_of::<R, W>(position) {
            let captured = self.pawns.has(mv.to());
            if mv.from() == kings[0] && !captured {
                state.free |= Bitboard::of(mv.to());
                continue;
            }
            let mut child = position.clone();
            R::play(&mut child, &mv);
            let to = if mv.from() == kings[0] {
                After::Position(self.pawns.without(mv.to()), [mv.to(), kings[1]], DEFENDER)
            } else if child.double_stepped().is_some() && self.pawns.of_both_seats() {
                // The defender might capture en passant, which is not modelled.
                After::Lost
            } else if mv.promotes_to().is_some() {
                taken_back::<R, W>(siege, &child, &mv, kings)
            } else {
                After::Pushed(Pawns::of(&child), kings, mv.from())
            };
            self.exit(true, to);
        }
        // Pieces that are bound to cells of a colour take pieces on them.
        let defender = siege.attacker.opponent();
        let exposed = self
            .pawns
            .iter()
            .filter(|(cell, pawn)| pawn.seat() == defender && siege.covered.has(*cell));
        for (cell, _) in exposed.collect::<Vec<_>>() {
            self.exit(true, After::Position(self.pawns.without(cell), kings, DEFENDER));
        }
        state
    }

    /// Returns the king moves of the defender, and records its other moves.
    fn defend<R: Rules<W>>(
        &mut self,
        siege: &Siege<'_, W>,
        position: &Position<'_, W>,
        kings: [Cell; 2],
    ) -> State<W> {
        let mut state = State::EMPTY;
        let may_be_checked = siege.covered.has(kings[1]);
        state.checked = may_be_checked || R::check_info(position).in_check();
        for mv in moves_of::<R, W>(position) {
            let to_covered = siege.covered.has(mv.to());
            let captured = self.pawns.has(mv.to());
            if mv.from() == kings[1] {
                // A king in check may have fewer moves.
                let is_free = !(to_covered || may_be_checked && siege.has_regions);
                if captured {
                    let pawns = self.pawns.without(mv.to());
                    self.exit(is_free, After::Position(pawns, [kings[0], mv.to()], ATTACKER));
                } else if is_free {
                    state.free |= Bitboard::of(mv.to());
                } else {
                    state.forbidden |= Bitboard::of(mv.to());
                }
                continue;
            }
            let mut child = position.clone();
            R::play(&mut child, &mv);
            let pawn = position.piece(mv.from());
            // Bound pieces can stand in the way of a step, and give check.
            let is_step = siege.variant.is_start_step(pawn, mv.from(), mv.to());
            let is_free = !may_be_checked && (captured || !to_covered && !is_step);
            let to = if mv.promotes_to().is_some() {
                self.promotion(siege, (mv.from(), mv.to()), kings)
            } else if child.double_stepped().is_some() {
                After::Lost
            } else if is_free || captured {
                After::Position(Pawns::of(&child), kings, ATTACKER)
            } else {
                After::Step(Pawns::of(&child), kings)
            };
            self.exit(is_free, to);
        }
        self.offer(siege, kings);
        state
    }

    /// Records the captures of bound pieces by the defender's pawns, which the attacker may force.
    fn offer(&mut self, siege: &Siege<'_, W>, kings: [Cell; 2]) {
        let defender = siege.attacker.opponent();
        let variant = siege.variant;
        for (from, pawn) in
            self.pawns.iter().filter(|(_, pawn)| pawn.seat() == defender).collect::<Vec<_>>()
        {
            for to in pawn_captures(variant, from, pawn) {
                if !siege.covered.has(to) || self.pawns.has(to) || kings.contains(&to) {
                    continue;
                }
                let after = if variant.promotion_zone(defender, pawn.kind()).has(to) {
                    self.promotion(siege, (from, to), kings)
                } else {
                    let moved = Piece::new(defender, variant.kind_after(pawn.kind(), from));
                    After::Position(self.pawns.without(from).with(to, moved), kings, ATTACKER)
                };
                self.exit(false, after);
            }
        }
    }

    /// Returns the position after a promotion of the defender's. The defender chooses a queen.
    fn promotion(&self, siege: &Siege<'_, W>, (from, to): (Cell, Cell), kings: [Cell; 2]) -> After {
        if siege.defender_queens {
            After::Queen(self.pawns.without(from).without(to), [to, kings[1]])
        } else {
            After::Lost
        }
    }

    /// Evaluates the moves that change the set of pawns. `known` returns the solution of other
    /// pawns, if they have one.
    fn leave<'s, R: Rules<W>>(
        &mut self,
        siege: &Siege<'_, W>,
        known: &impl Fn(&Pawns) -> Option<&'s Solved<W>>,
    ) {
        let mut strongholds = FxHashMap::default();
        for exit in &self.exits {
            let holds = match &exit.to {
                After::Lost => false,
                After::Position(pawns, kings, turn) => {
                    known(pawns).is_some_and(|solved| solved.is_held(*kings, *turn == ATTACKER))
                }
                After::Pushed(pawns, kings, from) => {
                    known(pawns).is_some_and(|solved| solved.is_held(*kings, false))
                        || is_answered::<R, W>(siege, pawns, *kings, *from, known)
                }
                After::Step(pawns, kings) => {
                    known(pawns).is_some_and(|solved| solved.is_held(*kings, true))
                        || Standstill::of::<R>(siege, self.pawns, *kings)
                            .is_some_and(|still| still.holds_after::<R>(pawns, known))
                }
                After::Queen(pawns, cells) => *strongholds
                    .entry((*pawns, *cells))
                    .or_insert_with(|| is_stronghold::<R, W>(siege, *pawns, *cells, known)),
            };
            let state = &mut self.states[exit.state];
            if exit.state % 2 == ATTACKER {
                state.is_lost |= !holds;
            } else if exit.is_free {
                state.leaves = [true, state.leaves[1] | holds];
            } else {
                state.others_hold &= holds;
            }
        }
        self.exits = Vec::new();
    }
}

/// Removes the held positions from which the attacker can reach one that is not held. Returns
/// whether it removed one.
fn take_away<const W: usize>(states: &[State<W>], solved: &mut Solved<W>, waits: bool) -> bool {
    let cells = solved.held[ATTACKER].len();
    let mut is_changed = false;
    for king in 0..cells {
        for other in 0..cells {
            let number = (king * cells + other) * 2;
            let cell = Cell(other as u8);
            let state = &states[number + ATTACKER];
            let held = &solved.held[DEFENDER];
            let holds = !state.is_lost
                && (!waits || held[king].has(cell))
                && state.free.iter().all(|to| held[to.index()].has(cell));
            let state = &states[number + DEFENDER];
            let here = solved.held[ATTACKER][king];
            let has_free = state.leaves[0] || !state.free.is_empty();
            let defends = if has_free {
                state.leaves[1] || !(state.free & here).is_empty()
            } else {
                // Either the king is stalemated, or it must go where the attacker lets it go.
                !state.checked && state.others_hold && (state.forbidden - here).is_empty()
            };
            for (turn, is_held) in [(ATTACKER, holds), (DEFENDER, defends)] {
                let row = &mut solved.held[turn][king];
                if !is_held && row.has(cell) {
                    *row -= Bitboard::of(cell);
                    is_changed = true;
                }
            }
        }
    }
    is_changed
}
