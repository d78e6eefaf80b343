//! [`Unsolved`]: the positions of two kings and one set of pawns, while they are being solved.

use rotunda_movegen::{AsMove, Bitboard, Cell, Mode, Piece, Position, Rules, Select};

use super::pawns::Pawns;
use super::siege::Siege;

/// The indices of the side to move.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

/// Positions of two kings and the same pawns that the defender holds.
#[derive(Debug)]
pub(super) struct Solved<const W: usize> {
    /// The cells of the defender's king, indexed by the side to move and by the cell of the
    /// attacker's king.
    held: [Vec<Bitboard<W>>; 2],
}

impl<const W: usize> Solved<W> {
    /// Returns whether the defender holds with the kings on these cells, the attacker's first.
    pub fn is_held(&self, kings: [Cell; 2], attacker_moves: bool) -> bool {
        let turn = if attacker_moves { ATTACKER } else { DEFENDER };
        self.held[turn][kings[0].index()].has(kings[1])
    }
}

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
    /// The position after it; `None` if the attacker wins there.
    to: Option<(Pawns, [Cell; 2], usize)>,
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
            let needed = self.exits.iter().filter_map(|exit| exit.to.as_ref());
            if let Some((pawns, ..)) = needed.into_iter().find(|(pawns, ..)| known(pawns).is_none())
            {
                return Progress::Needs(*pawns);
            }
            self.leave(known);
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
                let state = match self.position::<R>(siege, kings, turn) {
                    Some(position) if turn == ATTACKER => self.attack::<R>(siege, &position, kings),
                    Some(position) => self.defend::<R>(siege, &position, kings),
                    None => State::EMPTY,
                };
                self.states.push(state);
            }
        }
    }

    /// Returns the position without the pieces that are not placed, if it is possible.
    fn position<'v, R: Rules<W>>(
        &self,
        siege: &Siege<'v, W>,
        kings: [Cell; 2],
        turn: usize,
    ) -> Option<Position<'v, W>> {
        let seats = [siege.attacker, siege.attacker.opponent()];
        let king = siege.variant.king();
        let pawns = self.pawns.iter();
        if kings[0] == kings[1] || pawns.clone().any(|(cell, _)| kings.contains(&cell)) {
            return None;
        }
        let men = kings.into_iter().zip(seats).map(|(cell, seat)| (cell, Piece::new(seat, king)));
        let position = Position::assemble(siege.variant, men.chain(pawns), seats[turn], [false; 2]);
        R::threats(&position, seats[1 - turn]).is_empty().then_some(position)
    }

    /// Records a move that changes the set of pawns.
    fn exit(&mut self, is_free: bool, to: Option<(Pawns, [Cell; 2], usize)>) {
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
                Some((self.pawns.without(mv.to()), [mv.to(), kings[1]], DEFENDER))
            } else if child.double_stepped().is_some() && self.pawns.of_both_seats() {
                // The defender might capture en passant, which is not modelled.
                None
            } else if mv.promotes_to().is_some() {
                taken_back::<R, W>(siege, &child, &mv, kings)
            } else {
                Some((Pawns::of(&child), kings, DEFENDER))
            };
            self.exit(true, to);
        }
        // Pieces that are bound to cells of a colour take what stands there.
        let defender = siege.attacker.opponent();
        let exposed = self
            .pawns
            .iter()
            .filter(|(cell, pawn)| pawn.seat() == defender && siege.covered.has(*cell));
        for (cell, _) in exposed.collect::<Vec<_>>() {
            self.exit(true, Some((self.pawns.without(cell), kings, DEFENDER)));
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
                    self.exit(is_free, Some((pawns, [kings[0], mv.to()], ATTACKER)));
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
            let is_known = mv.promotes_to().is_none() && child.double_stepped().is_none();
            let to = is_known.then(|| (Pawns::of(&child), kings, ATTACKER));
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
            let paths = &variant.kinds()[pawn.kind().index()].paths[defender.index()][from.index()];
            let captures =
                paths.iter().filter(|path| matches!(path.mode, Mode::Capture | Mode::Both));
            for to in captures.flat_map(|path| path.targets().to_vec()) {
                if !siege.covered.has(to) || self.pawns.has(to) || kings.contains(&to) {
                    continue;
                }
                let promotes = variant.promotion_zone(defender, pawn.kind()).has(to);
                let after = Piece::new(defender, variant.kind_after(pawn.kind(), from));
                let pawns = (!promotes).then(|| self.pawns.without(from).with(to, after));
                self.exit(false, pawns.map(|pawns| (pawns, kings, ATTACKER)));
            }
        }
    }

    /// Evaluates the moves that change the set of pawns.
    fn leave<'s>(&mut self, known: impl Fn(&Pawns) -> Option<Option<&'s Solved<W>>>) {
        for exit in &self.exits {
            let holds = exit.to.as_ref().is_some_and(|(pawns, kings, turn)| {
                known(pawns)
                    .flatten()
                    .is_some_and(|solved| solved.is_held(*kings, *turn == ATTACKER))
            });
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

/// Returns the position after a promotion. It wins unless the defender's king can capture the piece
/// on a cell that the bound pieces never attack.
fn taken_back<R: Rules<W>, const W: usize>(
    siege: &Siege<'_, W>,
    child: &Position<'_, W>,
    mv: &R::Move,
    kings: [Cell; 2],
) -> Option<(Pawns, [Cell; 2], usize)> {
    let is_taken = |reply: &R::Move| reply.from() == kings[1] && reply.to() == mv.to();
    let takes = !siege.covered.has(mv.to()) && moves_of::<R, W>(child).iter().any(is_taken);
    takes.then(|| (Pawns::of(child).without(mv.to()), [kings[0], mv.to()], ATTACKER))
}

/// Returns all moves of a position.
fn moves_of<R: Rules<W>, const W: usize>(position: &Position<'_, W>) -> Vec<R::Move> {
    let mut moves = Vec::new();
    R::generate(position, &R::check_info(position), Select::All, &mut moves);
    moves
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
