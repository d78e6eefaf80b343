//! [`CheckInfo`]: what the enemy's lines towards a king forbid its side, found once a position.
//!
//! Every path that leads from an enemy slider or hopper to the king is looked at once. What
//! counts is how many pieces stand on it:
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
//! A lame leap is a line to its last cell alone, so that it is stopped and pinned as a slide is;
//! kings that may not face each other are sliders to each other.
//!
//! Each of these demands says where pieces may go in terms of one path alone, so their
//! intersection is exact on every geometry: when several paths lead from one slider to the king,
//! each demands its own blocker.

use smallvec::SmallVec;

use super::state::Position;
use crate::geometry::{Bitboard, Cell};
use crate::tables::Seat;

/// How many demands [`CheckInfo`] holds without an allocation.
const USUAL_DEMANDS: usize = 4;

/// What one path demands: where pieces may go without exposing their king along it.
#[derive(Clone, Copy, Debug)]
struct Demand<const W: usize> {
    /// The pieces on the path that have targets of their own.
    bound: Bitboard<W>,
    /// Where these may go.
    targets: Bitboard<W>,
    /// Where all others may go.
    others: Bitboard<W>,
}

/// What the enemy's lines towards a king forbid its side.
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
    /// Where pieces that are not bound may go; the king and captures en passant are not asked here.
    pub(crate) targets: Bitboard<W>,
    /// The pieces that a demand names.
    pub(crate) bound: Bitboard<W>,
    /// Enemy draughtsmen that the side to move may have to take; none where no such duty exists.
    pub(crate) en_prise: Bitboard<W>,
    demands: SmallVec<[Demand<W>; USUAL_DEMANDS]>,
}

impl<const W: usize> CheckInfo<W> {
    /// The check info of a side whose king may be left where it can be taken.
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

    /// Looks at all lines that lead to the king of the side to move in a duel.
    #[inline]
    #[must_use]
    pub fn of(position: &Position<W>) -> Self {
        Self::against(position, position.turn.opponent())
    }

    /// Looks at all lines that lead from an enemy to the king of the side to move.
    #[inline]
    #[must_use]
    pub fn against(position: &Position<W>, enemy: Seat) -> Self {
        let mut check_info = Self::free();
        check_info.look_at_lines(position, enemy);
        check_info
    }

    /// Adds what the lines from an enemy to the king of the side to move demand.
    // Apart, so that it is found where its caller wants to have it, and not copied there.
    #[inline(never)]
    pub(super) fn look_at_lines(&mut self, position: &Position<W>, enemy: Seat) {
        let king = position.king_cell(position.turn);
        let side = &position.variant.sides[enemy.index()];
        let into = &side.into[king.index()];
        let pieces = position.seat(enemy);
        for kind in &side.leapers {
            let hits = into.near[kind.index()] & position.kinds[kind.index()] & pieces;
            for from in hits {
                self.check(from, Bitboard::of(from));
            }
        }
        let mut far = Bitboard::EMPTY;
        for kind in &side.sliders {
            far |= into.far[kind.index()] & position.kinds[kind.index()];
        }
        for from in far & pieces {
            self.slider(position, king, from, enemy);
        }
        let mut hop = Bitboard::EMPTY;
        for kind in &side.hoppers {
            hop |= into.hop[kind.index()] & position.kinds[kind.index()];
        }
        for from in hop & pieces {
            self.hopper(position, king, from, enemy);
        }
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Whether a plain move of any piece but the king can leave the king safe; mostly not in a
    /// double check.
    #[inline]
    pub(crate) fn leaves_moves(&self) -> bool {
        !(self.targets.is_empty() && self.bound.is_empty())
    }

    /// Where the piece on a cell may go without exposing its king.
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

    /// A check that only these cells answer.
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

    /// A hopper attacks over exactly one hurdle, so pieces may neither become the only one nor
    /// leave one alone.
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
