//! [`Endings`]: the results of endgame tables that the evaluation needs.
//!
//! No number here is chess lore. Which pieces win, and where a bare king holds out longest, was
//! computed for each board (`rotunda tables --summary`).

use rotunda_endgames::{Class, MOST_MEN, Material, Odds, Summary};
use rotunda_movegen::{KINDS, Kind, Piece, Position, Seat, VariantTables};
use rustc_hash::FxHashMap;

use crate::base::score::Score;

/// The divisor of an advantage that is usually drawn.
const DRAWN: Score = 16;
/// The centipawns for each ply that a bare king could hold out longer on its best cell.
const PER_PLY: Score = 10;
/// The denominator of odds.
const PERMILLE: Score = 1000;
/// The bits for the number of pieces of a kind.
const BITS: usize = 2;

/// The known facts about some pieces.
#[derive(Clone, Debug)]
struct Ending {
    odds: Odds,
    /// The seat of a bare king that usually loses, with the centipawns by which it loses sooner on
    /// each cell. There are two tables, by the colour of the cell of a piece that never leaves one
    /// colour.
    drive: Option<(Seat, [Vec<i16>; 2])>,
}

/// The facts from endgame tables about few pieces.
#[derive(Clone, Default, Debug)]
pub(super) struct Endings {
    known: FxHashMap<u64, Ending>,
}

/// Returns a number for pieces that does not depend on their cells; kings do not count.
fn key(pieces: impl Iterator<Item = Piece>) -> u64 {
    let place = |piece: Piece| BITS * (piece.seat().index() * KINDS + piece.kind().index());
    pieces.map(|piece| 1 << place(piece)).sum()
}

impl Endings {
    /// Returns the facts about a variant. They are empty if no summary exists, if kings race, since
    /// a race is won with any pieces, and if an endless game is no draw.
    pub fn of<const W: usize>(variant: &VariantTables<W>) -> Self {
        let is_apt = variant.laps().is_empty() && variant.scoring().draws_what_goes_on();
        let summary = Summary::of(variant).filter(|_| is_apt);
        let Some(summary) = summary else { return Self::default() };
        let number = |material: &Material| key(material.others().iter().copied());
        let mut known: FxHashMap<u64, Ending> = summary
            .all_odds()
            .map(|(material, odds)| (number(material), Ending { odds, drive: None }))
            .collect();
        for (material, resistance) in summary.resistances() {
            let Some(ending) = known.get_mut(&number(material)) else { continue };
            let bare = material.others().first().map_or(Seat::BLACK, |man| man.seat().opponent());
            let longest = resistance.plies.iter().max().copied().unwrap_or(0);
            let sooner = resistance.plies.iter().map(|plies| (longest - plies) as i16);
            let sooner: Vec<i16> = sooner.map(|plies| plies * PER_PLY as i16).collect();
            let (_, drives) =
                ending.drive.get_or_insert_with(|| (bare, [sooner.clone(), sooner.clone()]));
            if let Some(on_light) = resistance.on_light {
                drives[usize::from(on_light)] = sooner;
            }
        }
        Self { known }
    }

    /// Returns White's advantage, scaled by the winning chances of these pieces. `bound` are the
    /// kinds that never leave the cells of one colour.
    #[inline]
    pub fn judge<const W: usize>(
        &self,
        position: &Position<W>,
        white: Score,
        bound: &[Kind],
    ) -> Score {
        if position.occupied().len() as usize > MOST_MEN {
            return white;
        }
        self.judge_few(position, white, bound)
    }

    #[cold]
    fn judge_few<const W: usize>(
        &self,
        position: &Position<W>,
        white: Score,
        bound: &[Kind],
    ) -> Score {
        let variant = position.variant();
        let men = position.occupied().iter().map(|cell| (cell, position.piece(cell)));
        let men = men.filter(|(_, piece)| piece.kind() != variant.king());
        let Some(ending) = self.known.get(&key(men.clone().map(|(_, piece)| piece))) else {
            return white;
        };
        let [first, second] = ending.odds.means();
        let chance = Score::from(if white > 0 { first } else { second });
        let likely = match ending.odds.class() {
            Class::Drawn => return white / DRAWN,
            Class::Depends => white * chance / PERMILLE,
            Class::White | Class::Black => white,
        };
        let has_pawn = || men.clone().any(|(_, piece)| variant.is_pawn(piece.kind()));
        let Some((bare, drives)) = ending.drive.as_ref().filter(|_| !has_pawn()) else {
            return likely;
        };
        let bound_man = men.clone().find(|(_, piece)| bound.contains(&piece.kind()));
        let on_light = bound_man.is_some_and(|(cell, _)| variant.light().has(cell));
        let king = position.king_cell(*bare);
        let sooner = Score::from(drives[usize::from(on_light)][king.index()]);
        if *bare == Seat::BLACK { likely + sooner } else { likely - sooner }
    }
}
