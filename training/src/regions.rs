//! The regions of a board: parts in which kings of the games stand about equally often.

use std::collections::BTreeSet;

use rotunda_movegen::{Cell, Role, Seat, VariantTables, in_family};
use rotunda_search::net::Regions;

use crate::examples::Examples;

/// Two cells between which a king steps.
type Step = (usize, usize);

/// Cells that belong together.
struct Part {
    cells: Vec<usize>,
    /// How often a king stands on one of them.
    kings: u64,
}

/// At most so many regions of the board, by where kings stand in the games that are learned from.
///
/// At first each cell is a part of its own. Then, again and again, the part in which kings are
/// rarest is joined to the one among its neighbours in which they are rarest, until so many are
/// left. Where seats see a mirrored board, both halves have the same regions.
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

/// Joins the part in which kings are rarest to its neighbour in which they are, or to any part if
/// it has no neighbour. There are two parts at least.
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

/// The steps of the first seat's king either way, as it sees the board.
fn steps(examples: &Examples) -> BTreeSet<Step> {
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

/// Where the first seat sees its king that stands on a cell.
fn seen(examples: &Examples, cell: usize) -> usize {
    let frame = examples.features.frame(Seat(0), Some(Cell(cell as u8)));
    frame.king.map_or(cell, Cell::index)
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Family, Options, Variant};
    use rotunda_search::net::Base;

    use super::*;
    use crate::trainer_tests::records;

    fn examples(variant: &str) -> Examples {
        let variant = Variant::by_name(variant).expect("known");
        let family = variant.family(Options::default());
        let mut examples = Examples::none(family, Base::Full);
        for game in records(family, 25) {
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
