//! [`JumpSafety`]: which moves could let an enemy draughtsman take the mover's king.
//!
//! Pins and blocks do not describe jumps, which are not lines: a piece that steps beside a
//! draughtsman becomes its hurdle, and a piece that leaves a cell frees it for a landing. Most
//! moves do neither where it matters; the others are tried out.

use arrayvec::ArrayVec;

use super::takers::JumpBoard;
use crate::geometry::{Bitboard, Cell};
use crate::position::{CheckInfo, Position};
use crate::tables::{DIRECTIONS, Jumps, beyond};

/// What a move does to the board, as far as attacks on the mover's king depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<const W: usize> {
    /// The cells that own pieces leave.
    pub left: Bitboard<W>,
    /// The cells that own pieces go to.
    pub entered: Bitboard<W>,
    /// The cells of enemy pieces that are taken.
    pub taken: Bitboard<W>,
    /// The cells that an own pawn passes over, and the pawn's target.
    pub passed: Option<(Bitboard<W>, Cell)>,
}

impl<const W: usize> Change<W> {
    /// One piece's move from one cell to another, with what it takes there.
    pub fn step(position: &Position<W>, from: Cell, to: Cell) -> Self {
        let entered = Bitboard::of(to);
        let taken = entered & position.seat(position.turn.opponent());
        Self { left: Bitboard::of(from), entered, taken, passed: None }
    }
}

/// Which moves could let an enemy draughtsman take the mover's king.
///
/// The move of a piece opens a series of jumps to the king only if the series uses the move: it
/// lands on the cell that the piece has left, or it jumps over the piece on its new cell.
///
/// ```text
/// draughtsman --> reached cell ==> first use ... last use ==> leading cell --> king
///       jumps that exist now                             jumps that exist now
/// ```
///
/// Up to its first use of the move the series makes jumps that exist now, so it stands on a cell
/// that the draughtsman reaches now (`ahead`). After its last use it makes jumps that exist now
/// again, so it has landed on a cell that leads to the king now (`behind`); by captures alone if
/// the last use is a jump over the piece, since no friendly jump follows a capture. Both sets are
/// computed as if a piece could be taken more than once, so they are never too small. A move that
/// fails one of the two conditions opens nothing. The others are tried out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpSafety<const W: usize> {
    king: Cell,
    /// Whether the enemy has draughtsmen at all.
    enemy_draughtsmen: bool,
    /// Whether no enemy draughtsman is on cells from which jumps lead to the king, whatever else
    /// stands where after the move of one other piece.
    remote: bool,
    /// What lies next to the cells that draughtsmen reach now.
    ahead: Extensions<W>,
    /// What lies next to the cells that lead to the king now.
    behind: Extensions<W>,
}

/// What could lengthen series of jumps at one of their ends.
#[derive(Clone, Copy, Debug)]
struct Extensions<const W: usize> {
    /// Cells that would be landed on if they were free.
    landings: Bitboard<W>,
    /// Cells that would be jumped if a piece stood there.
    hurdles: Bitboard<W>,
}

impl<const W: usize> Extensions<W> {
    const NONE: Self = Self { landings: Bitboard::EMPTY, hurdles: Bitboard::EMPTY };
    const ALL: Self = Self { landings: Bitboard::ALL, hurdles: Bitboard::ALL };

    /// What lies next to some cells, `standing` being the pieces that may not be landed on.
    fn around(jumps: &Jumps<W>, cells: Bitboard<W>, standing: Bitboard<W>) -> Self {
        let mut extensions = Self::NONE;
        for at in cells {
            for over in jumps.over(at) {
                let landing = Bitboard::of(beyond(at, over));
                extensions.landings |= landing;
                if !standing.meets(landing) {
                    extensions.hurdles |= Bitboard::of(over);
                }
            }
        }
        extensions
    }

    /// The targets with which the piece on a cell could lengthen these series.
    #[inline]
    fn of_piece(&self, from: Cell) -> Bitboard<W> {
        if self.landings.has(from) { Bitboard::ALL } else { self.hurdles }
    }
}

/// The cells next to the king from which an enemy draughtsman would take it.
struct Goals<const W: usize> {
    /// Those on which one could land now.
    open: Bitboard<W>,
    /// Those that a single piece closes, which stands on them or where the jump would end.
    closed: ArrayVec<(Cell, Cell), DIRECTIONS>,
    /// The draughtsmen whose jumps could lead to any of them.
    attackers: Bitboard<W>,
}

impl<const W: usize> Goals<W> {
    fn around(
        king: Cell,
        jumps: &Jumps<W>,
        draughtsmen: Bitboard<W>,
        occupied: Bitboard<W>,
    ) -> Self {
        let mut goals =
            Self { open: Bitboard::EMPTY, closed: ArrayVec::new(), attackers: Bitboard::EMPTY };
        for near in jumps.around(king) {
            let class = jumps.class(near) & draughtsmen;
            let pair = Bitboard::of(near) | Bitboard::of(beyond(near, king));
            let blockers = (pair & occupied) - draughtsmen;
            if class.is_empty() || !(blockers.is_empty() || blockers.is_single()) {
                continue;
            }
            goals.attackers |= class;
            match blockers.first() {
                None => goals.open |= Bitboard::of(near),
                Some(blocker) => goals.closed.push((near, blocker)),
            }
        }
        goals
    }
}

impl<const W: usize> JumpSafety<W> {
    /// Looks at the king of the side to move; `check_info` says whether it is in check.
    pub fn of(position: &Position<W>, jumps: &Jumps<W>, check_info: &CheckInfo<W>) -> Self {
        let king = position.king_cell(position.turn);
        let draughtsmen = position.pieces(position.turn.opponent(), jumps.kind);
        let enemy_draughtsmen = !draughtsmen.is_empty();
        let mut jump_safety = Self {
            king,
            enemy_draughtsmen,
            remote: false,
            ahead: Extensions::NONE,
            behind: Extensions::NONE,
        };
        if check_info.checkers.meets(draughtsmen) {
            (jump_safety.ahead, jump_safety.behind) = (Extensions::ALL, Extensions::ALL);
            return jump_safety;
        }
        let occupied = position.occupied;
        let goals = Goals::around(king, jumps, draughtsmen, occupied);
        if goals.attackers.is_empty() {
            jump_safety.remote = true;
            return jump_safety;
        }
        let standing = occupied - goals.attackers;
        let enemies = position.seat(position.turn.opponent());
        let victims = (occupied - enemies) - Bitboard::of(king);
        let quiet_reached = jumps.flood(goals.attackers, enemies, standing);
        let reached = jumps.flood(quiet_reached, victims, standing);
        jump_safety.ahead = Extensions::around(jumps, reached, standing);
        let capturing = jumps.flood(goals.open, victims, standing);
        let leading = jumps.flood(capturing, enemies, standing);
        jump_safety.behind = Extensions {
            landings: Extensions::around(jumps, leading, standing).landings,
            hurdles: Extensions::around(jumps, capturing, standing).hurdles,
        };
        for (near, blocker) in goals.closed {
            let blocker = Bitboard::of(blocker);
            jump_safety.behind.landings |= blocker;
            if reached.has(near) {
                jump_safety.ahead.landings |= blocker;
            }
        }
        jump_safety
    }

    /// The targets of the piece on a cell that have to be tried out.
    #[inline]
    pub fn unclear_targets(&self, from: Cell) -> Bitboard<W> {
        if self.enemy_draughtsmen && from == self.king {
            return Bitboard::ALL;
        }
        self.ahead.of_piece(from) & self.behind.of_piece(from)
    }

    /// Whether no enemy draughtsman could take the king after any step of another piece, a double
    /// step included; a capture en passant clears two cells, and is another matter.
    #[inline]
    pub const fn spares_all_steps(&self) -> bool {
        self.remote
    }

    /// Whether no enemy draughtsman could take the king after a change.
    pub fn spares(&self, position: &Position<W>, jumps: &Jumps<W>, change: &Change<W>) -> bool {
        let moves = change.left.has(self.king);
        let king = if moves { change.entered.first().unwrap_or(self.king) } else { self.king };
        self.is_king_safe_on(position, jumps, change, king)
    }

    /// The same for a king on a given cell, as castling needs, where two pieces move.
    pub fn is_king_safe_on(
        &self,
        position: &Position<W>,
        jumps: &Jumps<W>,
        change: &Change<W>,
        king: Cell,
    ) -> bool {
        if !self.enemy_draughtsmen {
            return true;
        }
        let waiting = JumpBoard::waiting(position, jumps.kind);
        let board = JumpBoard {
            draughtsmen: waiting.draughtsmen - change.taken,
            friends: waiting.friends - change.taken,
            foes: (waiting.foes - change.left) | change.entered,
            passed: change.passed,
        };
        jumps.takers(&board, king).is_empty()
    }

    /// Whether nothing at all could take the king after a draughtsman's series.
    pub fn is_safe_after(
        &self,
        position: &Position<W>,
        jumps: &Jumps<W>,
        change: &Change<W>,
    ) -> bool {
        let enemy = position.turn.opponent();
        let pieces = position.seat(enemy) - change.taken;
        let occupied = ((position.occupied - change.left) - change.taken) | change.entered;
        !position.is_attacked(self.king, enemy, pieces, occupied)
            && self.spares(position, jumps, change)
    }
}
