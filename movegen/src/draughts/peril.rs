//! [`Peril`]: which moves could let an enemy draughtsman take the own king.
//!
//! Jumps are no lines, so pins and blocks do not describe them: a man that steps beside a
//! draughtsman becomes its hurdle, one that leaves opens a landing cell. Most moves do neither
//! where it matters; the others are tried out.

use super::jumps::{Jumps, Scene, beyond};
use crate::{Bitboard, Cell, Position, Survey};

/// What a move does to the board, as far as attacks on its own king ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<const W: usize> {
    /// The cells that own men leave.
    pub left: Bitboard<W>,
    /// The cells that own men go to.
    pub entered: Bitboard<W>,
    /// The cells of enemy men that are taken.
    pub taken: Bitboard<W>,
    /// The cell that an own pawn passes over, and the pawn's target.
    pub ghost: Option<(Cell, Cell)>,
}

impl<const W: usize> Change<W> {
    /// One man's move from one cell to another, with what it takes there.
    pub fn step(position: &Position<W>, from: Cell, to: Cell) -> Self {
        let entered = Bitboard::of(to);
        let taken = entered & position.seat(position.turn.opponent());
        Self { left: Bitboard::of(from), entered, taken, ghost: None }
    }
}

/// Which moves could let an enemy draughtsman take the own king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peril<const W: usize> {
    king: Cell,
    /// Own men whose leaving could open the way.
    leaving: Bitboard<W>,
    /// Cells where another man could open the way.
    entering: Bitboard<W>,
    /// Whether the enemy has draughtsmen at all.
    rivals: bool,
}

impl<const W: usize> Peril<W> {
    /// Looks at the king of the side to move; `survey` says whether it is in check.
    pub fn of(position: &Position<W>, jumps: &Jumps<W>, survey: &Survey<W>) -> Self {
        let king = position.king(position.turn);
        let scene = Scene::waiting(position, jumps.kind);
        let mut peril = Self {
            king,
            leaving: Bitboard::EMPTY,
            entering: Bitboard::EMPTY,
            rivals: !scene.checkers.is_empty(),
        };
        if survey.checkers.meets(scene.checkers) {
            peril.leaving = Bitboard::ALL;
            return peril;
        }
        let free = scene.checkers | !position.occupied;
        let mut hunters = Bitboard::EMPTY;
        for near in jumps.around(king) {
            let class = jumps.class(near) & scene.checkers;
            if class.is_empty() {
                continue;
            }
            let pair = Bitboard::of(near) | Bitboard::of(beyond(near, king));
            let blockers = pair - free;
            if blockers.is_empty() {
                hunters |= class;
            } else if blockers.is_single() {
                peril.leaving |= blockers;
            }
        }
        if !hunters.is_empty() {
            peril.look_round(position, jumps, hunters);
        }
        peril
    }

    /// Adds the cells where a change could lead on what the hunters can reach at most.
    fn look_round(&mut self, position: &Position<W>, jumps: &Jumps<W>, hunters: Bitboard<W>) {
        let standing = position.occupied - hunters;
        for at in jumps.flood(hunters, position.occupied, standing) {
            for over in jumps.over(at) {
                let landing = Bitboard::of(beyond(at, over));
                self.leaving |= landing;
                if !standing.meets(landing) {
                    self.entering |= Bitboard::of(over);
                }
            }
        }
    }

    /// Where a man's going could matter.
    #[inline]
    pub fn doubts(&self, from: Cell) -> Bitboard<W> {
        if self.rivals && (from == self.king || self.leaving.has(from)) {
            Bitboard::ALL
        } else {
            self.entering
        }
    }

    /// Whether no enemy draughtsman could take the king after a change.
    pub fn spares(&self, position: &Position<W>, jumps: &Jumps<W>, change: &Change<W>) -> bool {
        let moves = change.left.has(self.king);
        let king = if moves { change.entered.first().unwrap_or(self.king) } else { self.king };
        self.spares_king_on(position, jumps, change, king)
    }

    /// The same of a king on a given cell, as castling needs, where two men move.
    pub fn spares_king_on(
        &self,
        position: &Position<W>,
        jumps: &Jumps<W>,
        change: &Change<W>,
        king: Cell,
    ) -> bool {
        if !self.rivals {
            return true;
        }
        let waiting = Scene::waiting(position, jumps.kind);
        let scene = Scene {
            checkers: waiting.checkers - change.taken,
            friends: waiting.friends - change.taken,
            foes: (waiting.foes - change.left) | change.entered,
            ghost: change.ghost,
        };
        jumps.takers(&scene, king).is_empty()
    }

    /// Whether nothing at all could take the king after a draughtsman's series.
    pub fn is_safe_after(
        &self,
        position: &Position<W>,
        jumps: &Jumps<W>,
        change: &Change<W>,
    ) -> bool {
        let enemy = position.turn.opponent();
        let men = position.seat(enemy) - change.taken;
        let occupied = ((position.occupied - change.left) - change.taken) | change.entered;
        !position.is_attacked(self.king, enemy, men, occupied)
            && self.spares(position, jumps, change)
    }
}
