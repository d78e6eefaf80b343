//! [`CheckInfo`]: the demands of the enemy's lines towards a king on its side, found once a
//! position.
//!
//! The check information looks at every path from an enemy slider or hopper to the king once. The
//! number of pieces on the path decides:
//!
//! ```text
//! K . . . r   a check: every piece must go to a cell of the path, or take the rook
//! K . N . r   a pin: N must stay on the path or take the rook; the others are free
//! K . N B r   nothing
//!
//! K . . . l   nobody may enter the path of a hopper, or it becomes the hurdle
//! K . N . l   a check: N leaves the path, or another piece enters it or takes the hopper
//! K . N R l   neither may leave the path, except to take the hopper
//! K N R B l   nothing
//! ```
//!
//! A lame leap is a line to its last cell alone, so pieces block it or are pinned on it as on a
//! slide. Kings that must not face each other count as sliders to each other.
//!
//! Each demand concerns one path alone, so the intersection of all demands is exact on every
//! geometry. When several paths lead from one slider to the king, each demands its own blocker.

use smallvec::SmallVec;

use super::state::Position;
use crate::geometry::{Bitboard, Cell};
use crate::tables::Seat;

/// The number of demands that [`CheckInfo`] holds without an allocation.
const USUAL_DEMANDS: usize = 4;

/// The demand of one path: the cells to which pieces may go without exposing their king along it.
#[derive(Clone, Copy, Debug)]
struct Demand<const W: usize> {
    /// The pieces on the path that have targets of their own.
    bound: Bitboard<W>,
    /// The cells to which these may go.
    targets: Bitboard<W>,
    /// The cells to which all others may go.
    others: Bitboard<W>,
}

/// The restrictions on a side by the enemy's lines towards its king.
///
/// ```
/// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Rules, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let game = FamilyGame::<Duel, 1>::parse(chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
/// let check_info = <Duel as Rules<1>>::check_info(game.position());
/// assert!(check_info.in_check());
/// assert!(check_info.checkers.has(chess.grid().at("e2")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckInfo<const W: usize> {
    /// The enemy's pieces that give check.
    pub checkers: Bitboard<W>,
    /// The cells to which pieces that are not bound may go. They do not apply to the king and to
    /// captures en passant.
    pub(crate) targets: Bitboard<W>,
    /// The pieces with targets of their own in some demand.
    pub(crate) bound: Bitboard<W>,
    /// The enemy draughtsmen that the side to move may have to capture; none in games without that
    /// duty.
    pub(crate) en_prise: Bitboard<W>,
    demands: SmallVec<[Demand<W>; USUAL_DEMANDS]>,
}

impl<const W: usize> CheckInfo<W> {
    /// Returns the check information of a side whose king may be left en prise.
    #[inline]
    #[must_use]
    pub fn free() -> Self {
        Self {
            checkers: Bitboard::EMPTY,
            targets: Bitboard::ALL,
            bound: Bitboard::EMPTY,
            en_prise: Bitboard::EMPTY,
            demands: SmallVec::new(),
        }
    }

    /// Examines all lines that lead to the king of the side to move in a duel.
    #[inline]
    #[must_use]
    pub fn of(position: &Position<W>) -> Self {
        Self::against(position, position.turn.opponent())
    }

    /// Examines all lines that lead from an enemy to the king of the side to move.
    #[inline]
    #[must_use]
    pub fn against(position: &Position<W>, enemy: Seat) -> Self {
        let mut check_info = Self::free();
        check_info.look_at_lines(position, enemy);
        check_info
    }

    /// Adds the demands of the lines from an enemy to the king of the side to move.
    // It fills the caller's value in place, which avoids a copy.
    #[inline(never)]
    pub(super) fn look_at_lines(&mut self, position: &Position<W>, enemy: Seat) {
        let king = position.king_cell(position.turn);
        let side = &position.variant.sides[enemy.index()];
        let attack_from = &side.attack_from[king.index()];
        let pieces = position.seat(enemy);
        for kind in &side.leapers {
            let hits = attack_from.near[kind.index()] & position.kinds[kind.index()] & pieces;
            for from in hits {
                self.check(from, Bitboard::of(from));
            }
        }
        let mut far = Bitboard::EMPTY;
        for kind in &side.sliders {
            far |= attack_from.far[kind.index()] & position.kinds[kind.index()];
        }
        for from in far & pieces {
            self.slider(position, king, from, enemy);
        }
        let mut hop = Bitboard::EMPTY;
        for kind in &side.hoppers {
            hop |= attack_from.hop[kind.index()] & position.kinds[kind.index()];
        }
        for from in hop & pieces {
            self.hopper(position, king, from, enemy);
        }
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Returns whether a plain move of any piece but the king can leave the king safe. In a double
    /// check it usually cannot.
    #[inline]
    pub(crate) fn leaves_moves(&self) -> bool {
        !(self.targets.is_empty() && self.bound.is_empty())
    }

    /// Returns the cells to which the piece on a cell may go without exposing its king.
    #[inline]
    pub(crate) fn targets_of(&self, from: Cell) -> Bitboard<W> {
        if self.bound.is_empty() || !self.bound.has(from) {
            return self.targets;
        }
        self.demands.iter().fold(Bitboard::ALL, |targets, demand| {
            targets & if demand.bound.has(from) { demand.targets } else { demand.others }
        })
    }

    fn demand(&mut self, bound: Bitboard<W>, targets: Bitboard<W>, others: Bitboard<W>) {
        self.bound |= bound;
        self.targets &= others;
        self.demands.push(Demand { bound, targets, others });
    }

    /// Adds a check that only these cells answer.
    fn check(&mut self, from: Cell, answers: Bitboard<W>) {
        self.checkers |= Bitboard::of(from);
        self.demand(Bitboard::EMPTY, answers, answers);
    }

    #[inline]
    fn slider(&mut self, position: &Position<W>, king: Cell, from: Cell, enemy: Seat) {
        for &line in position.slide_lines(from, king, enemy) {
            let blockers = line & position.occupied;
            let closing = line | Bitboard::of(from);
            if blockers.is_empty() {
                self.check(from, closing);
            } else if blockers.is_single() && !blockers.meets(position.seat(enemy)) {
                self.demand(blockers, closing, Bitboard::ALL);
            }
        }
    }

    /// Adds the demands of a hopper. It attacks over exactly one hurdle, so a piece must neither
    /// become the only hurdle nor leave only one behind.
    fn hopper(&mut self, position: &Position<W>, king: Cell, from: Cell, enemy: Seat) {
        let source = Bitboard::of(from);
        for &line in position.hop_lines(from, king, enemy) {
            let hurdles = line & position.occupied;
            let free = line - hurdles;
            match hurdles.len() {
                0 => self.demand(Bitboard::EMPTY, Bitboard::ALL, !line),
                1 => {
                    self.checkers |= source;
                    self.demand(hurdles & position.seat(position.turn), !line, free | source);
                }
                2 => {
                    let own = hurdles & position.seat(position.turn);
                    if !own.is_empty() {
                        self.demand(own, free | source, Bitboard::ALL);
                    }
                }
                _ => {}
            }
        }
    }
}
