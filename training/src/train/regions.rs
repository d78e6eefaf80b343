//! The regions of a board: parts that the kings of the games visit about equally often.

use std::collections::BTreeSet;

use rotunda_movegen::{Cell, Role, Seat, VariantTables, in_family};
use rotunda_search::net::Regions;

use super::examples::Examples;

/// Two cells that are a king's step apart.
type Step = (usize, usize);

/// The cells of a part.
struct Part {
    cells: Vec<usize>,
    /// The number of times that a king stands on one of them.
    kings: u64,
}

/// Returns at most so many regions of the board, by the places of kings in the games.
///
/// At first each cell is a part of its own. Then the part that kings visit least is merged with its
/// neighbour that they visit least, again and again, until so many parts are left. Where seats see
/// a mirrored board, both halves have the same regions.
pub(crate) fn regions(examples: &Examples, count: usize) -> Regions {
    let cells = examples.features.layout().cells;
    let mut kings = vec![0; cells];
    let stand = examples.training.iter().flat_map(|example| example.kings).flatten();
    stand.for_each(|king| kings[king.index()] += 1);
    let own = (0..cells).filter(|cell| seen(examples, *cell) == *cell);
    let mut parts: Vec<Part> =
        own.map(|cell| Part { cells: vec![cell], kings: kings[cell] }).collect();
    let steps = steps(examples);
    while parts.len() > count.max(1) {
        join_rarest(&mut parts, &steps);
    }
    let region = |cell: &usize| parts.iter().position(|part| part.cells.contains(cell));
    let of_cells = (0..cells).map(|cell| region(&seen(examples, cell)).unwrap_or(0) as u8);
    Regions::new(of_cells.collect()).expect("every part has a cell")
}

/// Merges the part that kings visit least with its neighbour that they visit least, or with any
/// part if it has no neighbour. There must be at least two parts.
fn join_rarest(parts: &mut Vec<Part>, steps: &BTreeSet<Step>) {
    let rarest = |among: &mut dyn Iterator<Item = (usize, &Part)>| {
        among.min_by_key(|(_, part)| part.kings).map(|(index, _)| index)
    };
    let least = rarest(&mut parts.iter().enumerate()).expect("there are two");
    let part = parts.remove(least);
    let adjoins = |other: &Part| {
        let pairs = part.cells.iter().flat_map(|a| other.cells.iter().map(move |b| (*a, *b)));
        pairs.into_iter().any(|pair| steps.contains(&pair))
    };
    let neighbour = rarest(&mut parts.iter().enumerate().filter(|(_, other)| adjoins(other)));
    let partner = neighbour.or_else(|| rarest(&mut parts.iter().enumerate()));
    let partner = &mut parts[partner.expect("one is left")];
    partner.cells.extend(part.cells);
    partner.kings += part.kings;
}

/// Returns the steps of the first seat's king in both directions, in its view of the board.
pub(super) fn steps(examples: &Examples) -> BTreeSet<Step> {
    fn of<const W: usize>(tables: &VariantTables<W>) -> Vec<Step> {
        let kings = tables.kinds().iter().filter(|kind| kind.role == Role::King);
        let paths = kings.flat_map(|king| king.paths[0].iter().enumerate());
        let firsts = paths.flat_map(|(from, paths)| {
            paths.iter().filter_map(move |path| Some((from, path.cells.first()?.index())))
        });
        firsts.collect()
    }
    let steps = in_family!(examples.family, R, tables => of(tables));
    let seen = steps.into_iter().map(|(from, to)| (seen(examples, from), seen(examples, to)));
    seen.flat_map(|(from, to)| [(from, to), (to, from)]).collect()
}

/// Returns the cell of the first seat's king in its view of the board.
pub(super) fn seen(examples: &Examples, cell: usize) -> usize {
    let frame = examples.features.frame(Seat(0), Some(Cell(cell as u8)));
    frame.king.map_or(cell, Cell::index)
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Family, Options, Variant};
    use rotunda_search::net::Base;

    use super::*;
    use crate::train::trainer_tests::records;

    fn examples(variant: &str) -> Examples {
        let variant = Variant::by_name(variant).expect("known");
        let family = variant.family(Options::default());
        let mut examples = Examples::none(family, Base::Full);
        for game in records(variant, 25) {
            examples.add(&game).expect("as written");
        }
        examples
    }

    #[test]
    fn every_board_is_divided_into_connected_regions() {
        for variant in Variant::all() {
            let examples = examples(variant.name);
            let regions = regions(&examples, 5);
            assert_eq!(regions.count(), 5, "{}", variant.name);
            let steps = steps(&examples);
            for region in 0..5 {
                let is_in = |cell: &usize| usize::from(regions.of_cells()[*cell]) == region;
                let cells: BTreeSet<usize> = (0..regions.of_cells().len())
                    .map(|cell| seen(&examples, cell))
                    .filter(is_in)
                    .collect();
                let mut reached: BTreeSet<usize> = cells.first().copied().into_iter().collect();
                loop {
                    let is_next =
                        |cell: &&usize| reached.iter().any(|from| steps.contains(&(*from, **cell)));
                    let next: Vec<usize> = cells.iter().filter(is_next).copied().collect();
                    let before = reached.len();
                    reached.extend(next);
                    if reached.len() == before {
                        break;
                    }
                }
                assert_eq!(reached, cells, "{}", variant.name);
            }
        }
    }

    #[test]
    fn where_kings_stand_often_regions_are_small() {
        let examples = examples("chess");
        let regions = regions(&examples, 4);
        let Family::Duel(chess) = examples.family else { panic!("chess is a duel") };
        let region = |name: &str| regions.of_cells()[chess.grid().at(name).index()];
        // The kings of random games are seldom far from home.
        assert_ne!(region("e1"), region("e8"));
        assert!(["a8", "d8", "g8", "h7"].iter().all(|cell| region(cell) == region("e8")));
        assert_eq!(region("d1"), region("e1"), "mirrored");
        assert_eq!(self::regions(&examples, 1), Regions::whole());
    }
}
