//! [`Fortresses`]: endings that a bare king holds against men who cannot reach its cells.
//!
//! The wrong bishop is the best known one: a bishop never attacks the cells of the other colour, and if its
//! pawn promotes on one of them the king may sit there for ever. Tables say so, but for a board of 64 cells
//! they take seconds and for larger ones minutes. Here the men of one colour are not placed at all: they
//! are taken to attack every cell of their colour whenever that suits them. What is drawn even then is drawn,
//! and what is left to compute are two kings and the pawns.

mod family;

use std::sync::{Arc, PoisonError, RwLock};

use rotunda_movegen::{Bitboard, Cell, HALF, Kind, Path, Position, Rules, Seat, VariantTables};
use rustc_hash::FxHashMap;

use family::{Family, Pawns};

/// The most pawns.
const MOST_PAWNS: usize = 2;
/// The most men of a position.
const MOST_MEN: u32 = 6;

/// What a family of positions has in common, and the pawns of one of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    attacker: Seat,
    /// Whether the attacker's men are bound to the light cells; `None` if it has pawns alone.
    bound_to_light: Option<bool>,
    pawns: Pawns,
}

/// Where a position is found: a family, and the place of the pawns there; `None` if the family is too large.
type Place = Option<(Arc<Family>, usize)>;

/// The endings of a game that a bare king holds against pawns, alone or with men that are all bound to
/// cells of one colour.
///
/// ```
/// use rotunda_endgames::Fortresses;
/// use rotunda_movegen::{Duel, Family, Options, Rules, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let fortresses = Fortresses::of(chess).expect("chess has them");
/// let is_drawn = |fen| fortresses.is_drawn::<Duel>(&Duel::parse(chess, fen).expect("a position"));
/// assert!(is_drawn("8/Pk6/8/8/8/3K4/5B2/8 w - - 0 1"));
/// assert!(!is_drawn("8/Pk6/8/8/8/3K4/4B3/8 w - - 0 1"));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Debug)]
pub struct Fortresses<const W: usize> {
    bound: Vec<Kind>,
    places: RwLock<FxHashMap<Key, Place>>,
}

impl<const W: usize> Fortresses<W> {
    /// Those of a game; `None` if a bare king could win there, or if what it holds is no draw: where kings
    /// race, where a stalemate or a bare king is worth more than half of the point to the other side, and where
    /// going round for ever is no draw; nor where kings look along lines.
    #[must_use]
    pub fn of(variant: &VariantTables<W>) -> Option<Self> {
        let scoring = variant.scoring();
        let king = &variant.kinds()[variant.king().index()];
        let is_plain = king.faces.is_empty()
            && king.paths.iter().flatten().flatten().all(|path| path.cells.len() == 1);
        let is_apt = is_plain
            && variant.laps().is_empty()
            && scoring.draws_what_goes_on()
            && scoring.stalemate == HALF
            && scoring.bare_king.is_none();
        let bound = (0..variant.kinds().len()).map(|kind| Kind(kind as u8));
        let bound = bound.filter(|kind| is_bound(variant, *kind)).collect();
        is_apt.then(|| Self { bound, places: RwLock::default() })
    }

    /// Whether a position is certainly drawn. The first question about some pawns takes milliseconds.
    #[inline]
    #[must_use]
    pub fn is_drawn<R: Rules<W>>(&self, position: &Position<W>) -> bool {
        let is_bare = |seat| position.seat(seat).is_single();
        R::ALTERNATES
            && position.occupied().len() <= MOST_MEN
            && (is_bare(Seat::WHITE) || is_bare(Seat::BLACK))
            && self.is_held::<R>(position)
    }

    #[cold]
    fn is_held<R: Rules<W>>(&self, position: &Position<W>) -> bool {
        let is_bare = |seat| position.seat(seat).is_single();
        let attacker = if is_bare(Seat::BLACK) { Seat::WHITE } else { Seat::BLACK };
        let Some(key) = self.key(position, attacker) else { return false };
        let known = self.places.read().unwrap_or_else(PoisonError::into_inner);
        let place = known.get(&key).cloned();
        drop(known);
        let place = place.unwrap_or_else(|| self.add::<R>(position.variant(), &key));
        place.is_some_and(|(family, pawns)| {
            let kings = [attacker, attacker.opponent()].map(|seat| position.king_cell(seat));
            family.is_drawn(pawns, kings, position.turn() == attacker)
        })
    }

    /// What the attacker has; `None` if that is not what families are made of.
    fn key(&self, position: &Position<W>, attacker: Seat) -> Option<Key> {
        let variant = position.variant();
        let mut pawns = Vec::new();
        let mut bound_to_light = None;
        for cell in position.seat(attacker) {
            let kind = position.piece(cell).kind();
            if kind == variant.king() {
                continue;
            }
            if variant.is_pawn(kind) {
                pawns.push((cell, kind));
            } else if self.bound.contains(&kind) {
                let is_light = variant.light().has(cell);
                if *bound_to_light.get_or_insert(is_light) != is_light {
                    return None;
                }
            } else {
                return None;
            }
        }
        pawns.sort_unstable();
        let fits = !pawns.is_empty() && pawns.len() <= MOST_PAWNS;
        let plain = !position.has_castling_rights() && position.double_stepped().is_none();
        (fits && plain).then_some(Key { attacker, bound_to_light, pawns })
    }

    /// Computes the family of some pawns.
    fn add<R: Rules<W>>(&self, variant: &VariantTables<W>, key: &Key) -> Place {
        let covered = match key.bound_to_light {
            None => Bitboard::EMPTY,
            Some(true) => variant.light(),
            Some(false) => variant.grid().all().collect::<Bitboard<W>>() - variant.light(),
        };
        let waits = key.bound_to_light.is_some();
        let family = Family::build::<R, W>(variant, (key.attacker, covered, waits), &key.pawns);
        let family = family.map(Arc::new);
        let mut places = self.places.write().unwrap_or_else(PoisonError::into_inner);
        let all = family.iter().flat_map(|family| family.pawns().iter().enumerate());
        for (place, pawns) in all {
            let key = Key { pawns: pawns.clone(), ..key.clone() };
            places.entry(key).or_insert_with(|| family.clone().map(|family| (family, place)));
        }
        places.entry(key.clone()).or_insert(None).clone()
    }
}

/// Whether pieces of a kind, king and pawns aside, never leave the cells of one colour.
fn is_bound<const W: usize>(variant: &VariantTables<W>, kind: Kind) -> bool {
    let light = variant.light();
    let of_seat = |paths: &Vec<Vec<Path>>| {
        paths.iter().enumerate().all(|(from, paths)| {
            let shade = light.has(Cell(from as u8));
            paths.iter().flat_map(Path::targets).all(|to| light.has(*to) == shade)
        })
    };
    kind != variant.king()
        && !variant.is_pawn(kind)
        && variant.kinds()[kind.index()].paths.iter().all(of_seat)
}
