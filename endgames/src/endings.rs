//! [`Endings`]: the ends of games with some material, and the value of each end.

use rotunda_movegen::{Bitboard, Cell, FULL, HALF, Seat, VariantTables};

use crate::code::Code;
use crate::layout::State;
use crate::material::Material;

/// The shares of the point for which a game can be won, the greatest first.
pub(crate) fn winning_shares<const W: usize>(tables: &VariantTables<W>) -> Vec<u16> {
    let scoring = tables.scoring();
    let mut shares = vec![FULL, scoring.stalemate.max(FULL - scoring.stalemate)];
    shares.extend(scoring.bare_king.map(|share| share.max(FULL - share)));
    shares.retain(|share| *share > HALF);
    shares.sort_by_key(|share| std::cmp::Reverse(*share));
    shares.dedup();
    shares
}

/// The ways in which games with some material end, and their value to the side to move.
#[derive(Debug)]
pub(crate) struct Endings<const W: usize> {
    mated: Code,
    stalemated: Code,
    /// The claim that each seat has when it is to move.
    claims: [Option<Code>; 2],
    /// The most that each seat can get when it is to move and its opponent has a claim.
    leavings: [Option<Code>; 2],
    /// The cells on which each seat's king wins its race.
    goals: [Bitboard<W>; 2],
    /// Whether the material is a draw at once.
    is_dead: bool,
    /// The pieces besides the kings that draw at once if all stand on cells of one colour.
    one_colour: Option<Bitboard<W>>,
}

impl<const W: usize> Endings<W> {
    pub fn new(tables: &VariantTables<W>, material: &Material) -> Self {
        let shares = winning_shares(tables);
        let code = |share: u16| {
            let class = |share| shares.iter().position(|known| *known == share);
            match (class(share), class(FULL - share)) {
                (Some(class), _) => Code::win(class, 0),
                (_, Some(class)) => Code::loss(class, 0),
                _ => Code::DRAWN,
            }
        };
        let scoring = tables.scoring();
        let bare = |seat: Seat| material.others().iter().all(|man| man.seat() != seat);
        let claim = |seat: Seat| {
            let share = scoring.bare_king.filter(|_| bare(seat.opponent()) && !bare(seat));
            share.map(code)
        };
        // A claim in a drawn or lost game costs the opponent nothing more.
        let leaving = |seat: Seat| {
            let share = scoring.bare_king.filter(|_| bare(seat) && !bare(seat.opponent()))?;
            Some(code(FULL - share)).filter(|code| code.is_loss())
        };
        let goal = |seat| -> Bitboard<W> {
            let laps = tables.laps().iter().filter(|lap| lap.seat == seat);
            laps.flat_map(|lap| lap.goals.iter().copied()).collect()
        };
        let dead = tables.dead_material();
        let lone = match material.others() {
            [] => true,
            [man] => dead.lone.contains(&man.kind()),
            _ => false,
        };
        let bound = |kind| material.others().iter().all(|man| man.kind() == kind);
        let both = [Seat::WHITE, Seat::BLACK];
        Self {
            mated: code(0),
            stalemated: code(FULL - scoring.stalemate),
            claims: both.map(claim),
            leavings: both.map(leaving),
            goals: both.map(goal),
            is_dead: !dead.never && lone,
            one_colour: dead
                .one_colour
                .filter(|kind| !dead.never && bound(*kind))
                .map(|_| tables.light()),
        }
    }

    /// Returns the value of a game that is over even if moves remain. A position that cannot arise,
    /// since the game was won before, is impossible.
    pub fn ended(&self, state: State, men: usize) -> Option<Code> {
        for (seat, goal) in (0_u8..).zip(&self.goals) {
            if state.laps >> seat & 1 == 1 && goal.has(Cell(state.cells[usize::from(seat)])) {
                return Some(if seat == state.turn { Code::IMPOSSIBLE } else { self.mated });
            }
        }
        let of_one_colour = |light: &Bitboard<W>| {
            let lights = state.cells[2..men].iter().filter(|cell| light.has(Cell(**cell)));
            [0, men - 2].contains(&lights.count())
        };
        (self.is_dead || self.one_colour.as_ref().is_some_and(of_one_colour)).then_some(Code::DRAWN)
    }

    /// Returns the value of a game in which the side to move has no move.
    pub fn without_moves(&self, in_check: bool) -> Code {
        if in_check { self.mated } else { self.stalemated }
    }

    /// Returns the claim of the side to move.
    pub fn claim(&self, state: State) -> Option<Code> {
        self.claims[usize::from(state.turn)]
    }

    /// Returns the most that the side to move can still get where its opponent has a claim.
    pub fn leaving(&self, state: State) -> Option<Code> {
        self.leavings[usize::from(state.turn)]
    }

    /// Returns the class of the losses that a claim of the opponent causes, if it causes any.
    pub fn class_of_leavings(&self) -> Option<usize> {
        self.leavings.iter().flatten().next().map(|code| code.class())
    }
}
