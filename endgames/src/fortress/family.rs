//! [`Family`]: two kings and some pawns, with men that attack all cells of a colour when it suits them.

use rotunda_movegen::{
    AsMove, Bitboard, Cell, Kind, Piece, Position, Rules, Seat, Select, VariantTables,
};

/// Pawns and where they stand, in order.
pub(super) type Pawns = Vec<(Cell, Kind)>;

/// States beyond which a family is not computed: a tenth of a second.
const MOST: usize = 1_000_000;
/// The state after a promotion that wins.
const WON: u32 = u32::MAX;

/// A side's turn as a part of a state's number.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

/// What is known of a state beside its moves.
#[derive(Clone, Copy, Default)]
struct State {
    /// Where its successors begin in the list of all.
    first: u32,
    /// How many of them the other side can never forbid, and how many it can.
    free: u8,
    forbidden: u8,
    /// Whether the bare king is in check by a king or a pawn, or could be in check by another man.
    checked: bool,
}

/// Two kings and some pawns that move on, are taken or promote.
///
/// The attacker's other men, which are all bound to cells of one colour, stand nowhere: at each turn of the
/// bare king the attacker says which cells of that colour they attack, and whether they give check. It may
/// also pass, since they can move. So the attacker can do at least what it can do on the board.
#[derive(Debug)]
pub(super) struct Family {
    cells: usize,
    pawns: Vec<Pawns>,
    drawn: Vec<bool>,
}

impl Family {
    /// All pawns of the family, those that it was computed for first.
    pub fn pawns(&self) -> &[Pawns] {
        &self.pawns
    }

    /// Whether the bare king holds with these pawns, the attacker's king and its own on these cells.
    pub fn is_drawn(&self, pawns: usize, kings: [Cell; 2], attacker_moves: bool) -> bool {
        let turn = if attacker_moves { ATTACKER } else { DEFENDER };
        self.drawn[number(self.cells, pawns, kings, turn)]
    }

    /// The family of some pawns, if it is small enough. `covered` are the cells of the colour to which the
    /// attacker's other men are bound; it can pass if it `waits`.
    pub fn build<R: Rules<W>, const W: usize>(
        variant: &VariantTables<W>,
        (attacker, covered, waits): (Seat, Bitboard<W>, bool),
        pawns: &Pawns,
    ) -> Option<Self> {
        let mut builder = Builder::<R, W> {
            variant,
            attacker,
            covered,
            waits,
            pawns: vec![pawns.clone()],
            states: Vec::new(),
            successors: Vec::new(),
            moves: Vec::new(),
        };
        let cells = variant.cells();
        let mut next = 0;
        while next < builder.pawns.len() {
            if builder.pawns.len() * cells * cells * 2 > MOST {
                return None;
            }
            builder.add_states(next);
            next += 1;
        }
        let drawn = builder.solve();
        Some(Self { cells, pawns: builder.pawns, drawn })
    }
}

/// The number of a state.
fn number(cells: usize, pawns: usize, kings: [Cell; 2], turn: usize) -> usize {
    ((pawns * cells + kings[0].index()) * cells + kings[1].index()) * 2 + turn
}

/// The states of a family while it is computed.
struct Builder<'v, R: Rules<W>, const W: usize> {
    variant: &'v VariantTables<W>,
    attacker: Seat,
    covered: Bitboard<W>,
    waits: bool,
    pawns: Vec<Pawns>,
    states: Vec<State>,
    successors: Vec<u32>,
    moves: Vec<R::Move>,
}

impl<'v, R: Rules<W>, const W: usize> Builder<'v, R, W> {
    /// Adds the states of some pawns, whatever the kings' cells.
    fn add_states(&mut self, pawns: usize) {
        for first in self.variant.grid().all() {
            for second in self.variant.grid().all() {
                for turn in [ATTACKER, DEFENDER] {
                    let first_successor = self.successors.len() as u32;
                    let state = State { first: first_successor, ..State::default() };
                    let state = match self.position(pawns, [first, second], turn) {
                        Some(position) if turn == ATTACKER => {
                            self.attack(&position, pawns, [first, second], state)
                        }
                        Some(position) => self.defend(&position, pawns, [first, second], state),
                        None => state,
                    };
                    self.states.push(state);
                }
            }
        }
    }

    /// The position of a state without the men that stand nowhere, if it is possible.
    fn position(&self, pawns: usize, kings: [Cell; 2], turn: usize) -> Option<Position<'v, W>> {
        let king = self.variant.king();
        let seats = [self.attacker, self.attacker.opponent()];
        let of_kings =
            kings.into_iter().zip(seats).map(|(cell, seat)| (cell, Piece::new(seat, king)));
        let pawns = &self.pawns[pawns];
        let of_pawns = pawns.iter().map(|(cell, kind)| (*cell, Piece::new(self.attacker, *kind)));
        let taken: Bitboard<W> = kings.into_iter().chain(pawns.iter().map(|pawn| pawn.0)).collect();
        if taken.len() as usize != 2 + pawns.len() {
            return None;
        }
        let men = of_kings.chain(of_pawns);
        let position = Position::assemble(self.variant, men, seats[turn], [false; 2]);
        R::threats(&position, seats[1 - turn]).is_empty().then_some(position)
    }

    /// Adds what the attacker can do.
    fn attack(
        &mut self,
        position: &Position<'v, W>,
        pawns: usize,
        kings: [Cell; 2],
        mut state: State,
    ) -> State {
        let cells = self.variant.cells();
        if self.waits {
            self.successors.push(number(cells, pawns, kings, DEFENDER) as u32);
            state.free += 1;
        }
        for mv in self.moves_of(position) {
            let mut child = position.clone();
            R::play(&mut child, &mv);
            let successor = if mv.promotes_to().is_some() {
                self.after_promotion(&child, &mv, (pawns, kings))
            } else if mv.from() == kings[0] {
                number(cells, pawns, [mv.to(), kings[1]], DEFENDER) as u32
            } else {
                let moved = (mv.to(), child.piece(mv.to()).kind());
                let pawns = self.with(pawns, mv.from(), Some(moved));
                number(cells, pawns, kings, DEFENDER) as u32
            };
            self.successors.push(successor);
            state.free += 1;
        }
        state
    }

    /// The state that a promotion leads to: it wins unless the bare king can take the piece on a cell that the
    /// men of the other colour never attack.
    fn after_promotion(
        &mut self,
        child: &Position<'v, W>,
        mv: &R::Move,
        (pawns, kings): (usize, [Cell; 2]),
    ) -> u32 {
        let takes = self.moves_of(child).iter().any(|reply| reply.to() == mv.to());
        if self.covered.has(mv.to()) || !takes {
            return WON;
        }
        let pawns = self.with(pawns, mv.from(), None);
        number(self.variant.cells(), pawns, [kings[0], mv.to()], ATTACKER) as u32
    }

    /// Adds what the bare king can do, moves first that nobody can forbid.
    fn defend(
        &mut self,
        position: &Position<'v, W>,
        pawns: usize,
        kings: [Cell; 2],
        mut state: State,
    ) -> State {
        let (moves, covered) = (self.moves_of(position), self.covered);
        for is_free in [true, false] {
            for mv in moves.iter().filter(|mv| covered.has(mv.to()) != is_free) {
                let is_capture = self.pawns[pawns].iter().any(|(cell, _)| *cell == mv.to());
                let pawns = if is_capture { self.with(pawns, mv.to(), None) } else { pawns };
                let successor = number(self.variant.cells(), pawns, [kings[0], mv.to()], ATTACKER);
                self.successors.push(successor as u32);
                *(if is_free { &mut state.free } else { &mut state.forbidden }) += 1;
            }
        }
        state.checked = self.covered.has(kings[1]) || R::check_info(position).in_check();
        state
    }

    fn moves_of(&mut self, position: &Position<'v, W>) -> Vec<R::Move> {
        self.moves.clear();
        R::generate(position, &R::check_info(position), Select::All, &mut self.moves);
        self.moves.clone()
    }

    /// The place of other pawns with one of them gone or elsewhere, added if they are new.
    fn with(&mut self, pawns: usize, from: Cell, to: Option<(Cell, Kind)>) -> usize {
        let others = self.pawns[pawns].iter().filter(|(cell, _)| *cell != from).copied();
        let mut after: Pawns = others.chain(to).collect();
        after.sort_unstable();
        let known = self.pawns.iter().position(|pawns| *pawns == after);
        known.unwrap_or_else(|| {
            self.pawns.push(after);
            self.pawns.len() - 1
        })
    }

    /// The states that the bare king holds: all but those from which the attacker forces a win, which are
    /// taken away until none is left to take.
    fn solve(&self) -> Vec<bool> {
        let mut drawn = vec![true; self.states.len()];
        loop {
            let mut is_changed = false;
            for index in 0..drawn.len() {
                if drawn[index] && !self.holds(index, &drawn) {
                    drawn[index] = false;
                    is_changed = true;
                }
            }
            if !is_changed {
                return drawn;
            }
        }
    }

    /// Whether a state is held if those are that are not yet known to be won.
    fn holds(&self, index: usize, drawn: &[bool]) -> bool {
        let state = self.states[index];
        let first = state.first as usize;
        let (free, all) = (usize::from(state.free), usize::from(state.free + state.forbidden));
        let successors = &self.successors[first..first + all];
        let is_drawn = |successor: &u32| *successor != WON && drawn[*successor as usize];
        if index % 2 == ATTACKER {
            return successors.iter().all(is_drawn);
        }
        if free > 0 {
            return successors[..free].iter().any(is_drawn);
        }
        // Either the king is stalemated, or it must go where the attacker lets it go. A position that is
        // not possible has no successors and is never asked for.
        !state.checked && successors.iter().all(is_drawn)
    }
}
