//! [`Fortresses`]: endings that a king holds against pieces that cannot reach its cells.
//!
//! The wrong bishop is the best known one: a bishop never attacks the cells of the other colour,
//! and if its pawn promotes on one of them the king can stay there without end. Endgame tables show
//! this too, but they take seconds on a board of 64 cells and minutes on larger ones. This module
//! does not place the pieces of one colour at all. It assumes that they can attack, capture and
//! block on every cell of their colour whenever that helps them. A position that is drawn even then
//! is a draw. Only the two kings and the pawns are left to compute.

mod after;
mod known;
mod pawns;
mod set;
mod siege;
mod solved;
mod standstill;
mod stronghold;

use rotunda_movegen::{
    Bitboard, Cell, HALF, Kind, Mode, Path, Position, Rules, Seat, VariantTables,
};

use known::Known;
use pawns::{MOST_PAWNS, Pawns};
use siege::Siege;
use stronghold::promotes_to_queen;

/// The most pieces of a position.
const MOST_MEN: u32 = 7;
/// The most pawns against a bare king that are looked at without other pieces.
const PAWNS_ALONE: u32 = 2;

/// The pieces of a seat against a king and pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Force {
    attacker: Seat,
    /// Whether its pieces are bound to the light cells; `None` if it has pawns alone.
    on_light: Option<bool>,
}

/// The endings of a game that a king holds, with or without pawns, against pawns and pieces that
/// are all bound to cells of one colour.
///
/// ```
/// use rotunda_endgames::Fortresses;
/// use rotunda_movegen::{Duel, Family, Options, Rules, Seat, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let mut fortresses = Fortresses::of(chess).expect("chess has them");
/// let mut cannot_win = |fen| {
///     let position = Duel::parse(chess, fen).expect("a position");
///     fortresses.prepare::<Duel>(&position, &mut |_| true);
///     fortresses.cannot_win::<Duel>(&position, Seat::WHITE)
/// };
/// assert!(cannot_win("8/Pk6/8/8/8/3K4/5B2/8 w - - 0 1"));
/// assert!(!cannot_win("8/Pk6/8/8/8/3K4/4B3/8 w - - 0 1"));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
pub struct Fortresses<const W: usize> {
    bound: Vec<Kind>,
    known: Vec<(Force, Known<W>)>,
}

impl<const W: usize> std::fmt::Debug for Fortresses<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fortresses").field("bound", &self.bound).finish_non_exhaustive()
    }
}

impl<const W: usize> Fortresses<W> {
    /// Returns the fortresses of a game. It returns `None` where a bare king can win or where a
    /// fortress is no draw: where kings race, where stalemate or a bare king is worth more than
    /// half of the point to the other side, or where an endless game is no draw. It also returns
    /// `None` where kings look along lines.
    #[must_use]
    pub fn of(variant: &VariantTables<W>) -> Option<Self> {
        let scoring = variant.scoring();
        let king = &variant.kinds()[variant.king().index()];
        let is_plain = king.faces.is_empty()
            && king.paths.iter().flatten().flatten().all(|path| path.cells.len() == 1);
        let is_apt = is_plain
            && variant.seats() == 2
            && variant.laps().is_empty()
            && scoring.draws_what_goes_on()
            && scoring.stalemate == HALF
            && scoring.bare_king.is_none();
        let bound = (0..variant.kinds().len()).map(|kind| Kind(kind as u8));
        let bound = bound.filter(|kind| is_bound(variant, *kind)).collect();
        is_apt.then(|| Self { bound, known: Vec::new() })
    }

    /// Computes the fortresses that a search of the position can use, unless they are known.
    /// `goes_on` is asked before each step, with the number of positions that the step looks at; a
    /// step takes less than a millisecond. A later call continues where this one stops.
    pub fn prepare<R: Rules<W>>(
        &mut self,
        position: &Position<'_, W>,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) {
        if !R::ALTERNATES || position.occupied().len() > MOST_MEN {
            return;
        }
        let variant = position.variant();
        for attacker in [Seat::WHITE, Seat::BLACK] {
            let Some(force) = self.force(position, attacker) else { continue };
            let pawns = Pawns::of(position);
            let is_alone = force.on_light.is_none();
            let own = pawns.iter().filter(|(_, pawn)| pawn.seat() == attacker).count() as u32;
            if own == 0 || is_alone && (own > PAWNS_ALONE || pawns.of_both_seats()) {
                continue;
            }
            let covered = match force.on_light {
                None => Bitboard::EMPTY,
                Some(true) => variant.light(),
                Some(false) => variant.grid().all().collect::<Bitboard<W>>() - variant.light(),
            };
            let has_regions = !variant.kinds()[variant.king().index()].regions.is_empty();
            let defender_queens = promotes_to_queen(variant, attacker.opponent());
            let waits = !is_alone;
            let bound = &*self.bound;
            let hops = bound.iter().any(|kind| captures_beyond_hurdle(variant, *kind));
            let siege = Siege {
                variant,
                attacker,
                bound,
                hops,
                covered,
                waits,
                has_regions,
                defender_queens,
            };
            let place = self.known.iter().position(|(known, _)| *known == force);
            let place = place.unwrap_or_else(|| {
                self.known.push((force, Known::default()));
                self.known.len() - 1
            });
            self.known[place].1.work::<R>(&siege, pawns, goes_on);
        }
    }

    /// Returns whether it is computed that a seat cannot win a position.
    #[inline]
    #[must_use]
    pub fn cannot_win<R: Rules<W>>(&self, position: &Position<'_, W>, seat: Seat) -> bool {
        !self.known.is_empty()
            && position.occupied().len() <= MOST_MEN
            && self.is_held(position, seat)
    }

    #[cold]
    fn is_held(&self, position: &Position<'_, W>, attacker: Seat) -> bool {
        let Some(force) = self.force(position, attacker) else { return false };
        let is_bare = |cell: Cell| {
            let kind = position.piece(cell).kind();
            kind == position.variant().king() || position.variant().is_pawn(kind)
        };
        let known = self.known.iter().find(|(known, _)| *known == force);
        known.is_some_and(|(_, known)| {
            position.seat(attacker.opponent()).iter().all(is_bare)
                && known.is_held(position, attacker)
        })
    }

    /// Returns the pieces of a seat; `None` if they are not those of a siege.
    fn force(&self, position: &Position<'_, W>, attacker: Seat) -> Option<Force> {
        let variant = position.variant();
        if position.has_castling_rights() || position.double_stepped().is_some() {
            return None;
        }
        let is_pawn = |cell: Cell| variant.is_pawn(position.piece(cell).kind());
        if position.occupied().iter().filter(|cell| is_pawn(*cell)).count() > MOST_PAWNS {
            return None;
        }
        let mut on_light = None;
        for cell in position.seat(attacker) {
            let kind = position.piece(cell).kind();
            if kind == variant.king() || variant.is_pawn(kind) {
                continue;
            }
            let is_light = variant.light().has(cell);
            if !self.bound.contains(&kind) || *on_light.get_or_insert(is_light) != is_light {
                return None;
            }
        }
        Some(Force { attacker, on_light })
    }
}

/// Returns whether pieces of a kind capture beyond a hurdle.
fn captures_beyond_hurdle<const W: usize>(variant: &VariantTables<W>, kind: Kind) -> bool {
    let mut paths = variant.kinds()[kind.index()].paths.iter().flatten().flatten();
    paths.any(|path| path.mode == Mode::Hop)
}

/// Returns whether pieces of a kind, king and pawns aside, never leave the cells of one colour and
/// never change their kind.
fn is_bound<const W: usize>(variant: &VariantTables<W>, kind: Kind) -> bool {
    let light = variant.light();
    let of_seat = |paths: &Vec<Vec<Path>>| {
        paths.iter().enumerate().all(|(from, paths)| {
            let shade = light.has(Cell(from as u8));
            paths.iter().flat_map(Path::targets).all(|to| light.has(*to) == shade)
        })
    };
    let this = &variant.kinds()[kind.index()];
    kind != variant.king()
        && !variant.is_pawn(kind)
        && !this.jumps
        && this.changes.is_none()
        && this.promotes_on.iter().all(Vec::is_empty)
        && this.paths.iter().all(of_seat)
}
