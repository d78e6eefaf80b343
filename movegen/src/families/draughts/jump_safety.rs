//! [`JumpSafety`]: a test for moves that could let an enemy draughtsman take the mover's king.
//!
//! Jumps do not follow lines, so pins and blocks do not describe them. A piece that steps beside a
//! draughtsman becomes its hurdle, and a piece that leaves a cell frees it for a landing. Most
//! moves do neither where it matters. The generator tries the others on the board.

use arrayvec::ArrayVec;

use super::takers::JumpBoard;
use crate::geometry::{Bitboard, Cell};
use crate::position::{CheckInfo, Position};
use crate::tables::{DIRECTIONS, Jumps, beyond};

/// The changes of a move to the board that attacks on the mover's king depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<const W: usize> {
    /// The cells that own pieces leave.
    pub left: Bitboard<W>,
    /// The cells that own pieces go to.
    pub entered: Bitboard<W>,
    /// The cells of enemy pieces that are captured.
    pub taken: Bitboard<W>,
    /// The cells that an own pawn passes over, and the pawn's target.
    pub passed: Option<(Bitboard<W>, Cell)>,
}

impl<const W: usize> Change<W> {
    /// Returns the change by one piece's move and its capture.
    pub fn step(position: &Position<W>, from: Cell, to: Cell) -> Self {
        let entered = Bitboard::of(to);
        let taken = entered & position.seat(position.turn.opponent());
        Self { left: Bitboard::of(from), entered, taken, passed: None }
    }
}

/// The test for moves that could let an enemy draughtsman capture the mover's king.
///
/// A move of a piece opens a series of jumps to the king only if the series uses the move. The
/// series then lands on the cell that the piece has left, or jumps over the piece on its new cell.
///
/// ```text
/// draughtsman --> reached cell ==> first use ... last use ==> leading cell --> king
///       jumps that exist now                             jumps that exist now
/// ```
///
/// Before its first use of the move, the series consists of jumps that are possible already, so it
/// stands on a cell that the draughtsman reaches already (`ahead`). The same holds after its last
/// use, so it has landed on a cell that already leads to the king (`behind`). If the last use is a
/// jump over the piece, only captures lead on, since no friendly jump follows a capture. Both sets
/// are computed as if a piece could be captured more than once, so they are never too small. A move
/// that fails one of the two conditions opens nothing. The generator tries the others on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpSafety<const W: usize> {
    king: Cell,
    /// Whether the enemy has draughtsmen at all.
    enemy_draughtsmen: bool,
    /// Whether no enemy draughtsman stands on a cell from which jumps could lead to the king after
    /// a move of one other piece.
    remote: bool,
    /// The neighbours of the cells that draughtsmen reach already.
    ahead: Extensions<W>,
    /// The neighbours of the cells that lead to the king already.
    behind: Extensions<W>,
}

/// The cells that could lengthen series of jumps at one of their ends.
#[derive(Clone, Copy, Debug)]
struct Extensions<const W: usize> {
    /// The cells on which a jump would land if they were free.
    landings: Bitboard<W>,
    /// The cells over which a jump would go if a piece stood there.
    hurdles: Bitboard<W>,
}

impl<const W: usize> Extensions<W> {
    const NONE: Self = Self { landings: Bitboard::EMPTY, hurdles: Bitboard::EMPTY };
    const ALL: Self = Self { landings: Bitboard::ALL, hurdles: Bitboard::ALL };

    /// Returns the neighbours of some cells. Jumps cannot land on the pieces `standing`.
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

    /// Returns the targets with which the piece on a cell could lengthen these series.
    #[inline]
    fn of_piece(&self, from: Cell) -> Bitboard<W> {
        if self.landings.has(from) { Bitboard::ALL } else { self.hurdles }
    }
}

/// The cells next to the king from which an enemy draughtsman would capture it.
struct Goals<const W: usize> {
    /// The cells on which one could land now.
    open: Bitboard<W>,
    /// The cells that a single piece blocks, which stands there or where the jump would end, each
    /// with that piece's cell.
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
    /// Examines the king of the side to move; `check_info` has its checks.
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

    /// Returns the targets of the piece on a cell that must be tried on the board.
    #[inline]
    pub fn unclear_targets(&self, from: Cell) -> Bitboard<W> {
        if self.enemy_draughtsmen && from == self.king {
            return Bitboard::ALL;
        }
        self.ahead.of_piece(from) & self.behind.of_piece(from)
    }

    /// Returns whether no enemy draughtsman could capture the king after any step of another piece,
    /// double steps included. It does not cover captures en passant, which clear two cells.
    #[inline]
    pub const fn spares_all_steps(&self) -> bool {
        self.remote
    }

    /// Returns whether no enemy draughtsman could capture the king after a change.
    pub fn spares(&self, position: &Position<W>, jumps: &Jumps<W>, change: &Change<W>) -> bool {
        let moves = change.left.has(self.king);
        let king = if moves { change.entered.first().unwrap_or(self.king) } else { self.king };
        self.is_king_safe_on(position, jumps, change, king)
    }

    /// Returns the same for a king on a given cell. Castling needs it, since two pieces move.
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

    /// Returns whether no piece could capture the king after a draughtsman's series.
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
