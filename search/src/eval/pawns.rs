//! [`PawnPath`]: the steps of a pawn to promotion, and the enemies that could still stop it.

use rotunda_movegen::{Bitboard, Cell, Kind, Mode, PAWN_KINDS, Role, Seat, VariantTables};

/// The steps to promotion of a pawn that cannot get there without a capture.
const STUCK: u8 = u8::MAX;

/// The way to promotion of a pawn of one seat and kind on one cell.
#[derive(Clone, Debug)]
pub(super) struct PawnPath<const W: usize> {
    /// The quiet steps to promotion, a double step counted as one; `None` if captures are needed.
    pub steps: Option<u8>,
    /// The cells on its straight way to promotion, and the first of them.
    pub way: Bitboard<W>,
    pub front: Option<Cell>,
    /// The cells on which an enemy pawn blocks the pawn or could capture it on its way, for each
    /// pawn kind in [`pawn_kinds`]' order.
    pub stoppers: [Bitboard<W>; PAWN_KINDS],
}

/// The kinds whose role is that of a pawn.
pub(super) fn pawn_kinds<const W: usize>(variant: &VariantTables<W>) -> Vec<Kind> {
    let kinds = (0..variant.kinds().len()).map(|kind| Kind(kind as u8));
    kinds.filter(|kind| variant.kinds()[kind.index()].role == Role::Pawn).collect()
}

/// Returns the targets of a pawn's quiet moves, nearest first.
fn quiet_targets<const W: usize>(
    variant: &VariantTables<W>,
    seat: Seat,
    kind: Kind,
    from: Cell,
) -> Vec<Cell> {
    let paths = &variant.kinds()[kind.index()].paths[seat.index()][from.index()];
    let quiet = paths.iter().filter(|path| matches!(path.mode, Mode::Quiet | Mode::Both));
    quiet.flat_map(|path| path.cells.iter().copied()).collect()
}

/// Returns the quiet steps to promotion from every cell, for every pawn kind: `steps[kind][cell]`.
pub(super) fn steps_to_promotion<const W: usize>(
    variant: &VariantTables<W>,
    seat: Seat,
) -> Vec<Vec<u8>> {
    let kinds = pawn_kinds(variant);
    let mut steps = vec![vec![STUCK; variant.cells()]; variant.kinds().len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &kind in &kinds {
            let zone = variant.promotion_zone(seat, kind);
            for from in variant.grid().all() {
                let after = variant.kind_after(kind, from).index();
                let next = quiet_targets(variant, seat, kind, from);
                let left = |to: &Cell| if zone.has(*to) { 0 } else { steps[after][to.index()] };
                let best = next.iter().map(left).min().unwrap_or(STUCK).saturating_add(1);
                if best < steps[kind.index()][from.index()] {
                    steps[kind.index()][from.index()] = best;
                    changed = true;
                }
            }
        }
    }
    steps
}

impl<const W: usize> PawnPath<W> {
    /// Returns the way of a pawn; `steps` are those of its seat.
    pub fn of(
        variant: &VariantTables<W>,
        seat: Seat,
        kind: Kind,
        from: Cell,
        steps: &[Vec<u8>],
    ) -> Self {
        let way = way(variant, seat, kind, from);
        // The pawns of all enemies run alike, so the next seat's represent all.
        let enemy = (seat.index() + 1) % variant.seats();
        let mut stoppers = [Bitboard::EMPTY; PAWN_KINDS];
        for (place, stopper) in stoppers.iter_mut().zip(pawn_kinds(variant)) {
            let paths = &variant.kinds()[stopper.index()].paths[enemy];
            let hits = |cell: &Cell| {
                way.has(*cell)
                    || paths[cell.index()].iter().any(|path| {
                        path.mode != Mode::Quiet && path.cells.iter().any(|to| way.has(*to))
                    })
            };
            *place = variant.grid().all().filter(hits).collect();
        }
        let steps = Some(steps[kind.index()][from.index()]).filter(|steps| *steps != STUCK);
        let front = quiet_targets(variant, seat, kind, from).first().copied();
        Self { steps, way, front, stoppers }
    }
}

/// The cells that a pawn passes on its straight way to promotion.
fn way<const W: usize>(
    variant: &VariantTables<W>,
    seat: Seat,
    kind: Kind,
    from: Cell,
) -> Bitboard<W> {
    let mut way = Bitboard::EMPTY;
    let (mut kind, mut at) = (kind, from);
    while let Some(next) = quiet_targets(variant, seat, kind, at).first().copied() {
        if way.has(next) {
            break; // no pawn kind should run in circles, but a board may let one
        }
        way |= Bitboard::of(next);
        if variant.promotion_zone(seat, kind).has(next) {
            break;
        }
        kind = variant.kind_after(kind, at);
        at = next;
    }
    way
}
