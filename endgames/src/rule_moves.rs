//! [`RuleMoves`]: the moves of the game's own generator, for pieces that do more than go along
//! paths.

use std::ops::ControlFlow;

use rotunda_movegen::{AsMove, Bitboard, Cell, GenKind, Position, Rules, Seat, VariantTables};

use crate::exits::{Exit, Exits};
use crate::layout::{Layout, State};
use crate::material::Material;
use crate::moves::{Moves, Next};

/// The moves of the game's own generator: slow, and only forwards.
#[derive(Debug)]
pub(crate) struct RuleMoves<'a, R, const W: usize> {
    tables: &'a VariantTables<W>,
    layout: &'a Layout,
    exits: &'a Exits,
    rules: std::marker::PhantomData<R>,
}

impl<'a, R: Rules<W>, const W: usize> RuleMoves<'a, R, W> {
    pub const fn new(tables: &'a VariantTables<W>, layout: &'a Layout, exits: &'a Exits) -> Self {
        Self { tables, layout, exits, rules: std::marker::PhantomData }
    }

    fn position(&self, state: State) -> Position<'a, W> {
        assemble(self.tables, &self.layout.material, state)
    }
}

/// Returns the position of a state, without the right to capture en passant.
pub(crate) fn assemble<'v, const W: usize>(
    tables: &'v VariantTables<W>,
    material: &Material,
    state: State,
) -> Position<'v, W> {
    let cells = state.cells.iter().map(|cell| Cell(*cell));
    let lapped = [0, 1].map(|seat| state.laps >> seat & 1 == 1);
    let pieces = cells.zip(material.men().iter().copied());
    Position::assemble(tables, pieces, Seat(state.turn), lapped)
}

impl<R: Rules<W>, const W: usize> Moves for RuleMoves<'_, R, W> {
    const GOES_BACK: bool = false;

    fn is_possible(&self, state: State) -> bool {
        let men = self.layout.material.men().len();
        let stands: Bitboard<W> = state.cells[..men].iter().map(|cell| Cell(*cell)).collect();
        stands.len() as usize == men
            && R::threats(&self.position(state), Seat(1 - state.turn)).is_empty()
    }

    fn in_check(&self, state: State) -> bool {
        R::check_info(&self.position(state)).in_check()
    }

    fn successors(&self, state: State, mut visit: impl FnMut(Next) -> ControlFlow<()>) {
        let position = self.position(state);
        let mut moves = Vec::new();
        R::generate(&position, &R::check_info(&position), GenKind::All, &mut moves);
        let man_on = |cell: Cell| state.cells.iter().position(|at| *at == cell.0);
        for mv in moves {
            let man = man_on(mv.from()).expect("a man moves");
            let taken = R::captured(&position, &mv).first().and_then(man_on);
            let mut played = position.clone();
            R::play(&mut played, &mv);
            let becomes = played.piece(mv.to()).kind();
            let mut after = State { turn: 1 - state.turn, en_passant: 0, ..state };
            after.cells[man] = mv.to().0;
            let stays = taken.is_none() && becomes == self.layout.material.men()[man].kind();
            let next = if stays {
                Next::Inside(after)
            } else {
                Next::Outside(self.exits.code(Exit { man, becomes, taken }, after))
            };
            if visit(next).is_break() {
                return;
            }
        }
    }

    fn predecessors(&self, _: State, _: impl FnMut(State)) {}
}
