//! Attacks on a cell. They use the reverse tables, since attacks need not be symmetric.

use std::sync::Arc;

use super::players::seats;
use super::slide_cache::SlideCache;
use super::state::Position;
use crate::geometry::{Bitboard, Cell, Lines};
use crate::tables::{Kind, Piece, Seat, Shape};

impl<'v, const W: usize> Position<'v, W> {
    /// Returns whether any of the pieces `by`, all of the seat `enemy`, attacks a king on the cell,
    /// with pieces on the `occupied` cells. An enemy king that must not face it attacks it.
    ///
    /// The piece on the cell itself makes no difference.
    #[inline]
    #[must_use]
    pub fn is_attacked(
        &self,
        cell: Cell,
        enemy: Seat,
        by: Bitboard<W>,
        occupied: Bitboard<W>,
    ) -> bool {
        let side = &self.variant.sides[enemy.index()];
        let attack_from = &side.attack_from[cell.index()];
        let mut near = Bitboard::EMPTY;
        for kind in &side.leapers {
            near |= attack_from.near[kind.index()] & self.kinds[kind.index()];
        }
        if near.meets(by) {
            return true;
        }
        let mut far = Bitboard::EMPTY;
        for kind in &side.sliders {
            far |= attack_from.far[kind.index()] & self.kinds[kind.index()];
        }
        if (far & by).iter().any(|from| self.slides_to(from, cell, enemy, occupied)) {
            return true;
        }
        let mut hop = Bitboard::EMPTY;
        for kind in &side.hoppers {
            hop |= attack_from.hop[kind.index()] & self.kinds[kind.index()];
        }
        (hop & by).iter().any(|from| self.hops_to(from, cell, enemy, occupied))
    }

    /// Returns whether a piece of any of a seat's living enemies attacks a king of the seat on a
    /// cell.
    #[must_use]
    pub fn is_attacked_by_enemies(&self, seat: Seat, cell: Cell) -> bool {
        let variant = self.variant;
        let mut enemies = seats(self.players.alive & !self.players.sides[seat.index()]);
        let Some(first) = enemies.clone().next() else { return false };
        if !variant.pieces_move_alike {
            return enemies.any(|by| self.is_attacked(cell, by, self.seat(by), self.occupied));
        }
        let all = enemies.clone().fold(Bitboard::EMPTY, |all, enemy| all | self.seat(enemy));
        let pawn_kinds = variant.pawn_kinds.iter();
        let pieces = pawn_kinds.fold(all, |pieces, kind| pieces - self.kinds[kind.index()]);
        // The pawns of each seat have their own direction, and none slides.
        let pawns_of = |enemy: Seat| {
            let near = &variant.sides[enemy.index()].attack_from[cell.index()].near;
            let mut kinds = variant.pawn_kinds.iter();
            kinds.any(|kind| near[kind.index()].meets(self.pieces(enemy, *kind)))
        };
        enemies.any(pawns_of) || self.is_attacked(cell, first, pieces, self.occupied)
    }

    /// Returns the pieces of a seat that attack a cell.
    #[must_use]
    pub fn attackers(&self, cell: Cell, seat: Seat) -> Bitboard<W> {
        self.attackers_through(cell, seat, self.occupied)
    }

    /// Returns the pieces of a seat that attack a cell, with pieces on the `occupied` cells.
    #[inline]
    #[must_use]
    pub fn attackers_through(&self, cell: Cell, seat: Seat, occupied: Bitboard<W>) -> Bitboard<W> {
        let side = &self.variant.sides[seat.index()];
        let attack_from = &side.attack_from[cell.index()];
        let mut attackers = Bitboard::EMPTY;
        for kind in &side.leapers {
            attackers |= attack_from.near[kind.index()] & self.pieces(seat, *kind);
        }
        for kind in &side.takers {
            let far = attack_from.far[kind.index()] & self.pieces(seat, *kind);
            attackers |=
                far.iter().filter(|from| self.slides_to(*from, cell, seat, occupied)).collect();
        }
        for kind in &side.hoppers {
            let hop = attack_from.hop[kind.index()] & self.pieces(seat, *kind);
            attackers |=
                hop.iter().filter(|from| self.hops_to(*from, cell, seat, occupied)).collect();
        }
        attackers
    }

    /// Returns whether a seat's piece of this kind on `from` would attack a king on the cell, with
    /// pieces on the `occupied` cells. The pieces on the two cells make no difference.
    ///
    /// ```
    /// use rotunda_movegen::{Bitboard, Duel, Family, Options, Rules, Seat, Variant};
    /// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
    ///     unreachable!("chess is a duel of its tables");
    /// };
    /// let start = <Duel as Rules<1>>::start(chess);
    /// let [a5, e1, g3] = ["a5", "e1", "g3"].map(|name| chess.grid().at(name));
    /// let queen = start.piece(chess.grid().at("d8")).kind();
    /// let knight = start.piece(chess.grid().at("b8")).kind();
    /// let attacks = |kind, from, occupied| start.would_attack(Seat::BLACK, kind, from, e1, occupied);
    /// assert!(!attacks(queen, a5, start.occupied()), "a pawn is in the way");
    /// assert!(attacks(queen, a5, Bitboard::EMPTY));
    /// assert!(!attacks(knight, g3, start.occupied()));
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn would_attack(
        &self,
        seat: Seat,
        kind: Kind,
        from: Cell,
        cell: Cell,
        occupied: Bitboard<W>,
    ) -> bool {
        // Most pieces do not stand on such a cell.
        self.attack_cells(seat, kind, cell).has(from)
            && self.is_open(seat, kind, from, cell, occupied)
    }

    /// Returns the cells from which a seat's piece of this kind could attack a king on the cell, if
    /// nothing is in the way and every hop has a hurdle.
    #[inline]
    #[must_use]
    pub fn attack_cells(&self, seat: Seat, kind: Kind, cell: Cell) -> Bitboard<W> {
        self.variant.sides[seat.index()].attack_from[cell.index()].any[kind.index()]
    }

    /// Returns whether a leap, an open line or a hop of a seat's piece of this kind leads to a
    /// cell, with pieces on the `occupied` cells.
    // A function of its own, so that most callers need only a table lookup.
    #[inline(never)]
    fn is_open(&self, seat: Seat, kind: Kind, from: Cell, to: Cell, occupied: Bitboard<W>) -> bool {
        let (side, kind) = (&self.variant.sides[seat.index()], kind.index());
        let lines = |lines: &'v Option<Arc<Lines<W>>>| {
            lines.as_ref().map_or(&[][..], |lines| lines.between(from, to))
        };
        side.attack_from[to.index()].near[kind].has(from)
            || lines(&side.slide_lines[kind]).iter().any(|line| !line.meets(occupied))
            || lines(&side.hop_lines[kind]).iter().any(|line| (*line & occupied).is_single())
    }

    /// Returns the cells between a piece and a cell, a mask for each path that leads there. The
    /// piece is a slider, a lame leaper or a king that faces others.
    #[inline]
    pub(crate) fn slide_lines(&self, from: Cell, to: Cell, seat: Seat) -> &'v [Bitboard<W>] {
        let kind = self.piece(from).kind();
        match &self.variant.sides[seat.index()].slide_lines[kind.index()] {
            Some(lines) => lines.between(from, to),
            None => &[],
        }
    }

    /// Returns the same for a hopper.
    #[inline]
    pub(crate) fn hop_lines(&self, from: Cell, to: Cell, seat: Seat) -> &'v [Bitboard<W>] {
        let kind = self.piece(from).kind();
        match &self.variant.sides[seat.index()].hop_lines[kind.index()] {
            Some(lines) => lines.between(from, to),
            None => &[],
        }
    }

    #[inline]
    fn slides_to(&self, from: Cell, to: Cell, seat: Seat, occupied: Bitboard<W>) -> bool {
        self.slide_lines(from, to, seat).iter().any(|line| !line.meets(occupied))
    }

    #[inline]
    fn hops_to(&self, from: Cell, to: Cell, seat: Seat, occupied: Bitboard<W>) -> bool {
        self.hop_lines(from, to, seat).iter().any(|line| (*line & occupied).is_single())
    }

    /// Returns the cells that a piece of this kind on `from` attacks, its own side's pieces
    /// included. For a hopper these are only the pieces that it attacks, not the empty cells behind
    /// its hurdles.
    #[inline]
    #[must_use]
    pub fn attacks(&self, seat: Seat, kind: Kind, from: Cell) -> Bitboard<W> {
        let motion = &self.variant.sides[seat.index()].motions[kind.index()];
        let mut attacks = motion.both[from.index()] | motion.capture[from.index()];
        if let Some(slides) = &motion.slide_both {
            attacks |= slides.reach(from, self.occupied);
        }
        if let Some(slides) = &motion.slide_capture {
            attacks |= slides.reach(from, self.occupied);
        }
        if let Some(slides) = &motion.hop {
            attacks |= slides.hops(from, self.occupied);
        }
        if let Some(leaps) = &motion.lame {
            attacks |= leaps.reach(from, self.occupied);
        }
        attacks - motion.barred
    }

    /// Calls `visit` for each of a seat's pieces of one kind. It passes the piece's cell, the cells
    /// that it attacks, its own side's pieces included, and these together with the cells to which
    /// it can only move.
    #[inline]
    pub fn for_each_attacker(
        &self,
        seat: Seat,
        kind: Kind,
        cache: &mut SlideCache<W>,
        mut visit: impl FnMut(Cell, Bitboard<W>, Bitboard<W>),
    ) {
        let motion = &self.variant.sides[seat.index()].motions[kind.index()];
        let pieces = self.pieces(seat, kind);
        match (motion.shape, &motion.slide_both) {
            (Shape::Leap, _) => {
                for from in pieces {
                    let attacks = motion.both[from.index()];
                    visit(from, attacks, attacks);
                }
            }
            (Shape::Slide, Some(slides)) => {
                let piece = Piece::new(seat, kind);
                for from in pieces {
                    let attacks = cache.reach(slides, (piece, from), self.occupied);
                    visit(from, attacks, attacks);
                }
            }
            _ => {
                for from in pieces {
                    let attacks = self.attacks(seat, kind, from);
                    let slides = motion.slide_quiet.as_ref();
                    let slid = slides.map_or(Bitboard::EMPTY, |s| s.reach(from, self.occupied));
                    let quiet = (motion.quiet[from.index()] | slid) - self.occupied - motion.barred;
                    visit(from, attacks, attacks | quiet);
                }
            }
        }
    }

    /// The cells that a seat's pawns of one kind attack.
    #[inline]
    #[must_use]
    pub fn pawn_attacks(&self, seat: Seat, kind: Kind) -> Bitboard<W> {
        let motion = &self.variant.sides[seat.index()].motions[kind.index()];
        let attacks = |from: Cell| motion.both[from.index()] | motion.capture[from.index()];
        self.pieces(seat, kind).iter().fold(Bitboard::EMPTY, |set, from| set | attacks(from))
    }

    /// Returns which of a few cells a seat's pawns attack.
    #[inline]
    pub(crate) fn attacked_by_pawns(&self, seat: Seat, cells: Bitboard<W>) -> Bitboard<W> {
        let side = &self.variant.sides[seat.index()];
        let pawns = side.leapers.iter().copied().filter(|kind| self.variant.is_pawn(*kind));
        pawns.fold(Bitboard::EMPTY, |attacked, kind| {
            let pawns = self.pieces(seat, kind);
            let is_attacked =
                |cell: &Cell| side.attack_from[cell.index()].near[kind.index()].meets(pawns);
            attacked | cells.iter().filter(is_attacked).collect()
        })
    }

    /// Returns the hurdles of each jumping piece of a seat: the neighbours, pieces of either side,
    /// that a single jump can pass over.
    #[inline]
    pub fn hurdles(&self, seat: Seat) -> impl Iterator<Item = Bitboard<W>> + '_ {
        self.variant.jumps.iter().flat_map(move |jumps| {
            let pieces = self.pieces(seat, jumps.kind).iter();
            pieces.map(|from| jumps.passing(from, self.occupied, self.occupied))
        })
    }
}
