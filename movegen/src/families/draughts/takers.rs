//! The draughtsmen that can capture a piece at the end of a series of jumps.

use crate::geometry::{Bitboard, Cell};
use crate::position::Position;
use crate::tables::{Jumps, Kind, Seat, beyond};

/// The draughtsmen's jumps.
///
/// # Panics
/// Panics if the variant has no draughtsmen.
#[inline]
pub(super) fn jumps_of<'v, const W: usize>(position: &Position<'v, W>) -> &'v Jumps<W> {
    position.variant.jumps.first().expect("the family's variants have draughtsmen")
}

/// The pieces on the board as the jumps of one side see them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpBoard<const W: usize> {
    /// The draughtsmen.
    pub draughtsmen: Bitboard<W>,
    /// All pieces of their side.
    pub friends: Bitboard<W>,
    /// The pieces of the other side.
    pub foes: Bitboard<W>,
    /// The cells that a pawn of the other side has just passed over, and the pawn's own.
    pub passed: Option<(Bitboard<W>, Cell)>,
}

impl<const W: usize> JumpBoard<W> {
    /// Returns the board for the jumps of the side to move.
    pub fn of(position: &Position<W>, kind: Kind) -> Self {
        let seat = position.turn;
        Self {
            draughtsmen: position.pieces(seat, kind),
            friends: position.seat(seat),
            foes: position.seat(seat.opponent()),
            passed: position
                .en_passant
                .map(|passed| (position.en_passant_cells(passed), passed.pawn)),
        }
    }

    /// Returns the board for the jumps of the side that has just moved, which cannot capture en
    /// passant.
    pub fn waiting(position: &Position<W>, kind: Kind) -> Self {
        let seat = position.turn.opponent();
        Self {
            draughtsmen: position.pieces(seat, kind),
            friends: position.seat(seat),
            foes: position.seat(seat.opponent()),
            passed: None,
        }
    }

    /// Returns the cells over which a jump captures: enemy pieces and passed cells.
    #[inline]
    pub fn victims(&self) -> Bitboard<W> {
        self.passed.map_or(self.foes, |(passed, _)| self.foes | passed)
    }

    /// Returns the piece that a jump over a cell captures.
    #[inline]
    pub fn victim(&self, over: Cell) -> Cell {
        self.passed.filter(|(passed, _)| passed.has(over)).map_or(over, |(_, pawn)| pawn)
    }

    /// Returns the victims that are left after a jump over a cell.
    fn without(&self, victims: Bitboard<W>, over: Cell) -> Bitboard<W> {
        let rest = victims - Bitboard::of(over);
        match self.passed {
            Some((passed, pawn)) if passed.has(over) || over == pawn => {
                rest - passed - Bitboard::of(pawn)
            }
            _ => rest,
        }
    }
}

/// The facts on which one draughtsman's way to a piece depends.
struct Approach<'a, const W: usize> {
    board: &'a JumpBoard<W>,
    /// The pieces on which it cannot land.
    occupied: Bitboard<W>,
    /// The cells from which its last jump could start.
    goals: Bitboard<W>,
    /// The cells from which captures would lead to a goal if pieces could be captured more than
    /// once.
    leading: Bitboard<W>,
}

impl<const W: usize> Jumps<W> {
    /// Returns the draughtsmen that could capture the piece on `target`, or jump over it if it is a
    /// passed cell. A series of friendly and then capturing jumps must lead there; duties do not
    /// matter.
    pub fn takers(&self, board: &JumpBoard<W>, target: Cell) -> Bitboard<W> {
        let occupied = board.friends | board.foes;
        let free = board.draughtsmen | !occupied;
        let mut classes = Bitboard::EMPTY;
        for near in self.around(target) & free {
            if free.has(beyond(near, target)) {
                classes |= self.class(near);
            }
        }
        let attackers = board.draughtsmen & classes;
        if attackers.is_empty() {
            return attackers;
        }
        let near = attackers & self.leading_to(board, target, occupied - attackers);
        near.iter().filter(|draughtsman| self.takes(board, *draughtsman, target)).collect()
    }

    /// Returns at least the cells from which some series could lead to a capture on `target`,
    /// landing where nothing is `standing`. It ignores that draughtsmen block each other, and that
    /// pieces can be captured only once.
    fn leading_to(&self, board: &JumpBoard<W>, target: Cell, standing: Bitboard<W>) -> Bitboard<W> {
        let goals = (self.around(target) - standing).iter();
        let goals = goals.filter(|near| !standing.has(beyond(*near, target))).collect();
        let capturing = self.flood(goals, board.without(board.victims(), target), standing);
        self.flood(capturing, board.friends, standing)
    }

    /// Returns whether one draughtsman could capture the piece on `target`.
    fn takes(&self, board: &JumpBoard<W>, draughtsman: Cell, target: Cell) -> bool {
        let occupied = (board.friends | board.foes) - Bitboard::of(draughtsman);
        let goals: Bitboard<W> = (self.around(target) & self.class(draughtsman) & !occupied)
            .iter()
            .filter(|near| !occupied.has(beyond(*near, target)))
            .collect();
        if goals.is_empty() {
            return false;
        }
        let friends = board.friends - Bitboard::of(draughtsman);
        let victims = board.without(board.victims(), target);
        // The flood runs backwards from the goals. It reaches few cells, and rarely the
        // draughtsman's. It ignores that a piece can be captured only once, so a negative answer is
        // certain and a positive one is not.
        let leading = self.flood(goals, victims, occupied);
        if !self.flood(leading, friends, occupied).has(draughtsman) {
            return false;
        }
        let reached = self.flood(Bitboard::of(draughtsman), friends, occupied);
        let approach = Approach { board, occupied, goals, leading };
        reached.meets(goals)
            || (reached & leading).iter().any(|at| self.captures_lead_on(&approach, at, victims))
    }

    /// Returns whether jumps over `victims` that capture each piece at most once lead from a cell
    /// to a goal.
    fn captures_lead_on(&self, approach: &Approach<'_, W>, at: Cell, victims: Bitboard<W>) -> bool {
        (self.over(at) & victims).iter().any(|over| {
            let landing = beyond(at, over);
            if approach.occupied.has(landing) || !approach.leading.has(landing) {
                return false;
            }
            let rest = approach.board.without(victims, over);
            approach.goals.has(landing)
                || self.flood(Bitboard::of(landing), rest, approach.occupied).meets(approach.goals)
                    && self.captures_lead_on(approach, landing, rest)
        })
    }
}

impl<const W: usize> Position<'_, W> {
    /// Adds the right to capture a pawn that has just made a double step to the key if a
    /// draughtsman could use it.
    pub(super) fn count_passed_for_draughtsmen(&mut self) {
        let Some(passed) = self.en_passant else { return };
        let jumps = jumps_of(self);
        let board = JumpBoard::of(self, jumps.kind);
        let mut counts = 0;
        for (over, bit) in self.en_passant_cells(passed).iter().zip(0..) {
            let is_new = passed.counts >> bit & 1 == 0;
            if is_new && !jumps.takers(&board, over).is_empty() {
                counts |= 1 << bit;
            }
        }
        if counts != 0 {
            self.count_en_passant(counts);
        }
    }

    /// Returns whether a draughtsman of the side to move could capture the other side's king.
    pub(super) fn draughtsman_takes_king(&self) -> bool {
        let jumps = jumps_of(self);
        let king = self.king_cell(self.turn.opponent());
        !jumps.takers(&JumpBoard::of(self, jumps.kind), king).is_empty()
    }

    /// Returns the draughtsmen of a seat that could capture a piece of the other side on a cell,
    /// whether or not one stands there.
    pub(super) fn draughtsmen_onto(&self, cell: Cell, seat: Seat) -> Bitboard<W> {
        let jumps = jumps_of(self);
        let target = Bitboard::of(cell);
        let board = JumpBoard {
            draughtsmen: self.pieces(seat, jumps.kind) - target,
            friends: self.seat(seat) - target,
            foes: (self.occupied - self.seat(seat)) | target,
            passed: None,
        };
        jumps.takers(&board, cell)
    }
}
