//! [`QuietOrder`]: the order of the quiet moves of a node.

use rotunda_movegen::{AsMove, Bitboard, Cell, Kind, Position, Rules};

use super::checks::enemy_king;
use super::histories::{Histories, HistoryRows, QuietPlaces, piece_to};
use super::threats::Threats;
use crate::base::params;
use crate::eval::Weights;

/// The common facts of one piece's quiet moves.
#[derive(Clone, Copy, Debug)]
struct Mover<const W: usize> {
    from: Cell,
    kind: Kind,
    /// The indices of their histories.
    places: QuietPlaces,
    /// The order for a move to a cell that pawns do not attack, and for one to a cell that they
    /// attack.
    by_pawns: [i32; 2],
    /// The cells, unattacked, from which it gives check if nothing is in the way.
    checks: Bitboard<W>,
}

/// The order of the quiet moves of a node: by history, with safe checks first. Moves out of an
/// attack by pawns come before others, and moves into one after them.
///
/// It is fastest for consecutive moves of the same piece, which share many facts.
pub(crate) struct QuietOrder<'a, 'h, const W: usize> {
    position: &'a Position<'a, W>,
    weights: &'a Weights<W>,
    histories: &'h Histories,
    rows: HistoryRows,
    threats: Threats<W>,
    /// The cell of the other side's king in a duel.
    king: Option<Cell>,
    /// The piece of the last query.
    mover: Option<Mover<W>>,
}

impl<'a, 'h, const W: usize> QuietOrder<'a, 'h, W> {
    pub fn new<R: Rules<W>>(
        (position, weights): (&'a Position<'a, W>, &'a Weights<W>),
        (histories, rows): (&'h Histories, HistoryRows),
        threats: Threats<W>,
    ) -> Self {
        let king = R::ALTERNATES.then(|| enemy_king(position));
        Self { position, weights, histories, rows, threats, king, mover: None }
    }

    /// Returns the order of a move.
    #[inline]
    pub fn of(&mut self, mv: &impl AsMove) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        if self.mover.is_none_or(|mover| mover.from != from) {
            self.mover = Some(self.mover(mv));
        }
        let mover = self.mover.as_ref().expect("it was asked for just now");
        let attacked = usize::from(self.threats.all.has(to));
        let by_pawns = usize::from(self.threats.pawns.has(to));
        let check =
            if mover.checks.has(to) && self.checks(mover, to) { params::order_check() } else { 0 };
        self.histories.quiet(self.rows, &mover.places, (to, attacked))
            + mover.by_pawns[by_pawns]
            + check
    }

    // A function of its own, since most moves are of the same piece as the one before.
    #[inline(never)]
    fn mover(&self, mv: &impl AsMove) -> Mover<W> {
        let (position, threats, from) = (self.position, &self.threats, mv.from());
        let now = piece_to(position, mv);
        let worth = self.weights.threatened(now.kind) * params::order_threat();
        let checks = self.king.map_or(Bitboard::EMPTY, |king| {
            position.attack_cells(now.seat, now.kind, king) - threats.all
        });
        Mover {
            from,
            kind: now.kind,
            places: self.histories.quiet_places(now, from, threats.classes(from)),
            by_pawns: if threats.pawns.has(from) { [worth, 0] } else { [0, -worth] },
            checks,
        }
    }

    /// Returns whether a piece gives check from a cell to which it moves.
    fn checks(&self, mover: &Mover<W>, to: Cell) -> bool {
        let (position, occupied) =
            (self.position, self.position.occupied() - Bitboard::of(mover.from));
        self.king.is_some_and(|king| {
            position.would_attack(position.turn(), mover.kind, to, king, occupied)
        })
    }
}
