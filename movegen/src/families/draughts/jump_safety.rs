//! [`JumpSafety`]: which moves could let an enemy draughtsman take the own king.
//!
//! Jumps are no lines, so pins and blocks do not describe them: a piece that steps beside a
//! draughtsman becomes its hurdle, one that leaves opens a landing cell. Most moves do neither
//! where it matters; the others are tried out.

use smallvec::SmallVec;

use super::takers::Scene;
use crate::geometry::{Bitboard, Cell};
use crate::position::{CheckInfo, Position};
use crate::tables::{Jumps, beyond};

/// What a move does to the board, as far as attacks on its own king ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<const W: usize> {
    /// The cells that own pieces leave.
    pub left: Bitboard<W>,
    /// The cells that own pieces go to.
    pub entered: Bitboard<W>,
    /// The cells of enemy pieces that are taken.
    pub taken: Bitboard<W>,
    /// The cell that an own pawn passes over, and the pawn's target.
    pub ghost: Option<(Cell, Cell)>,
}

impl<const W: usize> Change<W> {
    /// One piece's move from one cell to another, with what it takes there.
    pub fn step(position: &Position<W>, from: Cell, to: Cell) -> Self {
        let entered = Bitboard::of(to);
        let taken = entered & position.seat(position.turn.opponent());
        Self { left: Bitboard::of(from), entered, taken, ghost: None }
    }
}

/// Which moves could let an enemy draughtsman take the own king.
///
/// A way to the king that a piece's move opens lands where the piece stood or jumps over it where it
/// now stands, and does so for a first and for a last time. Before the first the draughtsman is on
/// a cell that it reaches now; after the last on one from which it would reach the king now, by
/// captures alone if the last was a jump over the piece. Both are taken without regard to pieces being
/// taken once only. A move that does not meet these two conditions opens nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpSafety<const W: usize> {
    king: Cell,
    /// Whether the enemy has draughtsmen at all.
    enemy_draughtsmen: bool,
    /// What leads on from where draughtsmen come to.
    ahead: Ways<W>,
    /// What leads to where the king could be taken from.
    behind: Ways<W>,
}

/// What could lengthen ways of jumps at one of their ends.
#[derive(Clone, Copy, Debug)]
struct Ways<const W: usize> {
    /// Cells that would be landed on if they were free.
    landings: Bitboard<W>,
    /// Cells that would be jumped if a piece stood there.
    hurdles: Bitboard<W>,
}

impl<const W: usize> Ways<W> {
    const NONE: Self = Self { landings: Bitboard::EMPTY, hurdles: Bitboard::EMPTY };
    const ALL: Self = Self { landings: Bitboard::ALL, hurdles: Bitboard::ALL };

    /// What lies around the cells of ways, `standing` being the pieces that may not be landed on.
    fn around(jumps: &Jumps<W>, cells: Bitboard<W>, standing: Bitboard<W>) -> Self {
        let mut ways = Self::NONE;
        for at in cells {
            for over in jumps.over(at) {
                let landing = Bitboard::of(beyond(at, over));
                ways.landings |= landing;
                if !standing.meets(landing) {
                    ways.hurdles |= Bitboard::of(over);
                }
            }
        }
        ways
    }

    /// Where the piece from a cell could go to lengthen these ways.
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
    closed: SmallVec<[(Cell, Cell); 8]>,
    /// The draughtsmen whose jumps could lead to any of them.
    hunters: Bitboard<W>,
}

impl<const W: usize> Goals<W> {
    fn around(
        king: Cell,
        jumps: &Jumps<W>,
        draughtsmen: Bitboard<W>,
        occupied: Bitboard<W>,
    ) -> Self {
        let mut goals =
            Self { open: Bitboard::EMPTY, closed: SmallVec::new(), hunters: Bitboard::EMPTY };
        for near in jumps.around(king) {
            let class = jumps.class(near) & draughtsmen;
            let pair = Bitboard::of(near) | Bitboard::of(beyond(near, king));
            let blockers = (pair & occupied) - draughtsmen;
            if class.is_empty() || !(blockers.is_empty() || blockers.is_single()) {
                continue;
            }
            goals.hunters |= class;
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
        let king = position.king(position.turn);
        let draughtsmen = position.pieces(position.turn.opponent(), jumps.kind);
        let enemy_draughtsmen = !draughtsmen.is_empty();
        let mut jump_safety =
            Self { king, enemy_draughtsmen, ahead: Ways::NONE, behind: Ways::NONE };
        if check_info.checkers.meets(draughtsmen) {
            (jump_safety.ahead, jump_safety.behind) = (Ways::ALL, Ways::ALL);
            return jump_safety;
        }
        let occupied = position.occupied;
        let goals = Goals::around(king, jumps, draughtsmen, occupied);
        if goals.hunters.is_empty() {
            return jump_safety;
        }
        let standing = occupied - goals.hunters;
        let enemies = position.seat(position.turn.opponent());
        let victims = (occupied - enemies) - Bitboard::of(king);
        let quiet_reached = jumps.flood(goals.hunters, enemies, standing);
        let reached = jumps.flood(quiet_reached, victims, standing);
        jump_safety.ahead = Ways::around(jumps, reached, standing);
        let capturing = jumps.flood(goals.open, victims, standing);
        let leading = jumps.flood(capturing, enemies, standing);
        jump_safety.behind = Ways {
            landings: Ways::around(jumps, leading, standing).landings,
            hurdles: Ways::around(jumps, capturing, standing).hurdles,
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

    /// Where a piece's going could matter.
    #[inline]
    pub fn doubts(&self, from: Cell) -> Bitboard<W> {
        if self.enemy_draughtsmen && from == self.king {
            return Bitboard::ALL;
        }
        self.ahead.of_piece(from) & self.behind.of_piece(from)
    }

    /// Whether no enemy draughtsman could take the king after a change.
    pub fn spares(&self, position: &Position<W>, jumps: &Jumps<W>, change: &Change<W>) -> bool {
        let moves = change.left.has(self.king);
        let king = if moves { change.entered.first().unwrap_or(self.king) } else { self.king };
        self.spares_king_on(position, jumps, change, king)
    }

    /// The same of a king on a given cell, as castling needs, where two pieces move.
    pub fn spares_king_on(
        &self,
        position: &Position<W>,
        jumps: &Jumps<W>,
        change: &Change<W>,
        king: Cell,
    ) -> bool {
        if !self.enemy_draughtsmen {
            return true;
        }
        let waiting = Scene::waiting(position, jumps.kind);
        let scene = Scene {
            draughtsmen: waiting.draughtsmen - change.taken,
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
        let pieces = position.seat(enemy) - change.taken;
        let occupied = ((position.occupied - change.left) - change.taken) | change.entered;
        !position.is_attacked(self.king, enemy, pieces, occupied)
            && self.spares(position, jumps, change)
    }
}
