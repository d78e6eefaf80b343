//! The weights of a net for a related game: cells of the same name, pieces of the same letter.

use std::array;

use rotunda_movegen::{Cell, Grid, Kind, Options, SEATS, Seat, Variant, VariantTables, in_family};
use rotunda_search::net::{Layout, Network, Regions, Shape};

use super::examples::Examples;
use super::regions::{seen, steps};
use crate::file::training_error::OriginConflict;

/// A net whose inputs have been renumbered for a related game.
#[derive(Debug)]
pub(crate) struct Relative {
    /// The net for the related game.
    pub network: Network,
    /// The game that the net was made for.
    pub variant: &'static Variant,
    /// The number of inputs of the related game that the other game has too.
    pub known: usize,
}

/// Returns a net for the game of these examples, with the weights of a net for another game.
///
/// An input gets the weights of the input with the same owner, letter and cell's name. On a cell
/// that the other game lacks, a piece gets the mean weights of its kind and owner. A piece that the
/// other game lacks gets zeros.
///
/// # Errors
/// Returns an error if the net's game is unknown, has other seats, turns or symmetries of seats, or
/// has no input in common with this one.
pub(crate) fn relative(network: &Network, examples: &Examples) -> Result<Relative, OriginConflict> {
    let unknown = |_| OriginConflict::UnknownGame(network.provenance.variant.clone());
    let variant = network.variant().map_err(unknown)?;
    let unrelated = || OriginConflict::OtherGame(variant.name.to_owned());
    let origin = Examples::none(variant.family(Options::default()), network.base);
    let (from, to) = (origin.features.layout(), examples.features.layout());
    let is_alike = from.seats == to.seats && from.perspectives == to.perspectives;
    if !is_alike || from.blocks != 1 || to.blocks != 1 {
        return Err(unrelated());
    }
    let sources = Sources::new(&origin, examples);
    let known = sources.inputs.iter().flatten().count();
    if known == 0 {
        return Err(unrelated());
    }
    let (regions, kept) = regions(&network.regions, &sources.cells, examples);
    let states = network.shape.regions..network.shape.columns() / network.shape.inputs;
    let groups = kept.into_iter().chain(states);
    let shape =
        Shape { inputs: to.inputs(), regions: regions.count(), men: examples.men, ..network.shape };
    let columns = groups.flat_map(|group| sources.columns(network, group)).collect();
    let fingerprint = examples.features.fingerprint();
    let network = Network { shape, regions, columns, fingerprint, ..network.clone() };
    Ok(Relative { network, variant, known })
}

/// The counterparts of a game's cells and inputs in another game.
struct Sources {
    layout: Layout,
    /// The other game's cell of the same name, by cell.
    cells: Vec<Option<usize>>,
    /// The other game's input, by input.
    inputs: Vec<Option<usize>>,
}

impl Sources {
    /// Finds the counterparts in the game `from` of cells and inputs of the game `to`.
    fn new(from: &Examples, to: &Examples) -> Self {
        let (own, layout) = (from.features.layout(), to.features.layout());
        let cells = same_cells(from.family.grid(), to.family.grid());
        let known = letters(from);
        let letters = letters(to).into_iter();
        let kinds: Vec<Option<usize>> =
            letters.map(|letter| known.iter().position(|other| *other == letter)).collect();
        let places = same_places(from, to);
        let mut inputs = Vec::with_capacity(layout.inputs());
        for place in &places {
            for kind in &kinds {
                inputs.extend(cells.iter().map(|cell| {
                    let (place, kind, cell) = ((*place)?, (*kind)?, (*cell)?);
                    Some((place * own.kinds + kind) * own.cells + cell)
                }));
            }
        }
        Self { layout, cells, inputs }
    }

    /// Returns the columns of all inputs in a group of columns: a region's or a state's.
    fn columns(&self, network: &Network, group: usize) -> Vec<i16> {
        let Shape { inputs, hidden, .. } = network.shape;
        let column = |input: usize| &network.columns[(group * inputs + input) * hidden..][..hidden];
        let of_pieces = self.inputs.chunks_exact(self.layout.cells);
        let columns = of_pieces.flat_map(|on_cells| {
            let mean = mean(on_cells.iter().flatten().map(|input| column(*input)), hidden);
            on_cells.iter().flat_map(move |input| match input {
                Some(input) => column(*input).to_vec(),
                None => mean.clone(),
            })
        });
        columns.collect()
    }
}

/// Returns the mean of columns of weights, rounded; zeros if there are none.
fn mean<'a>(columns: impl Iterator<Item = &'a [i16]>, hidden: usize) -> Vec<i16> {
    let mut sums = vec![0.0; hidden];
    let mut count = 0;
    for column in columns {
        sums.iter_mut().zip(column).for_each(|(sum, weight)| *sum += f32::from(*weight));
        count += 1;
    }
    sums.iter().map(|sum| (sum / count.max(1) as f32).round() as i16).collect()
}

/// Returns the cell of the same name on another board, by cell.
fn same_cells(from: &Grid, to: &Grid) -> Vec<Option<usize>> {
    to.all().map(|cell| Some(from.named(&to.name(cell))?.index())).collect()
}

/// Returns the letters of all kinds of pieces.
fn letters(examples: &Examples) -> Vec<char> {
    fn of<const W: usize>(tables: &VariantTables<W>) -> Vec<char> {
        tables.kinds().iter().map(|kind| kind.letter).collect()
    }
    in_family!(examples.family, R, tables => of(tables))
}

/// Returns the other game's place of an owner, by place (see [`Layout`]).
///
/// It is that of the seat as many turns away. If that one is a partner in one game and an enemy in
/// the other, it is the place of the next seat in turn order with the right relation.
fn same_places(from: &Examples, to: &Examples) -> Vec<Option<usize>> {
    let seats = to.features.layout().seats;
    let is_partner = |examples: &Examples, seat: usize| examples.sides[seat] == examples.sides[0];
    let same = |seat: usize| {
        let is_same = |other: &usize| {
            (seat == 0) == (*other == 0) && is_partner(from, *other) == is_partner(to, seat)
        };
        (0..seats).map(|turns| (seat + turns) % seats).find(is_same)
    };
    let (from_places, to_places) = (places(from), places(to));
    let mut found = vec![None; to.features.layout().places()];
    for seat in 0..seats {
        found[to_places[seat]] = same(seat).map(|other| from_places[other]);
    }
    // The last place is that of the pieces of eliminated players, if there is one.
    (seats..found.len()).for_each(|dead| found[dead] = Some(dead));
    found
}

/// Returns each seat's place in the view of the first seat.
fn places(examples: &Examples) -> [usize; SEATS] {
    let Layout { seats, kinds, cells, .. } = examples.features.layout();
    let inputs = examples.features.inputs(Seat(0), false);
    array::from_fn(|seat| {
        let piece = |seat: usize| examples.features.piece(Seat(seat as u8), Kind(0), Cell(0));
        if seat < seats { inputs[piece(seat) as usize] as usize / (kinds * cells) } else { 0 }
    })
}

/// Returns the regions of a related game's board, and the number that each of them has in the net.
///
/// A cell belongs to the region of the cell of the same name. A cell that the net's game lacks
/// belongs to the region of a neighbour.
fn regions(known: &Regions, cells: &[Option<usize>], examples: &Examples) -> (Regions, Vec<usize>) {
    let of_cell = |cell: &Option<usize>| cell.map(|cell| known.of(Some(Cell(cell as u8))));
    let mut found: Vec<Option<usize>> = cells.iter().map(of_cell).collect();
    let steps = steps(examples);
    loop {
        let reached = |(from, to): &(usize, usize)| found[*to].is_none().then_some(found[*from]?);
        let next = steps.iter().find_map(|step| Some((step.1, reached(step)?)));
        let Some((cell, region)) = next else { break };
        found[cell] = Some(region);
    }
    let of_cell = |cell: usize| found[cell].or(found[seen(examples, cell)]).unwrap_or(0);
    let of_cells: Vec<usize> = (0..found.len()).map(of_cell).collect();
    let kept: Vec<usize> = (0..known.count()).filter(|region| of_cells.contains(region)).collect();
    let number = |region: &usize| kept.partition_point(|other| other < region) as u8;
    let regions = Regions::new(of_cells.iter().map(number).collect());
    (regions.expect("numbered without gaps"), kept)
}

#[cfg(test)]
mod tests {
    use rotunda_search::net::Provenance;

    use super::*;
    use crate::train::quantise::quantise;
    use crate::train::trainer_tests::{examples, model};

    /// Returns a net with three regions and threats, and random weights.
    fn network(examples: &Examples) -> Network {
        let variant = examples.family.name().to_owned();
        let provenance = Provenance { variant, ..Provenance::default() };
        quantise(&model(examples), examples, 200.0, provenance)
    }

    /// Returns all columns of a piece on a cell: of the regions, then of the states.
    fn columns(network: &Network, input: usize) -> Vec<&[i16]> {
        let Shape { inputs, hidden, .. } = network.shape;
        let columns = network.columns.chunks_exact(hidden);
        columns.skip(input).step_by(inputs).collect()
    }

    #[test]
    fn a_larger_disc_begins_with_the_weights_of_a_smaller_one() {
        let (small, large) = (examples("circular68", 12), examples("circular70", 12));
        let from = network(&small);
        let Relative { network: to, variant, known } = relative(&from, &large).expect("related");
        assert_eq!(variant.name, "circular68");
        assert_eq!(to.fits(Variant::by_name("circular70").expect("known")), Ok(()));
        let (boards, layout) =
            ([&small, &large].map(|on| on.family.grid()), large.features.layout());
        let (mut same, mut new) = (0, 0);
        for piece in 0..layout.places() * layout.kinds {
            let of_small = |cell: usize| columns(&from, piece * boards[0].all().count() + cell);
            for cell in boards[1].all() {
                let found = columns(&to, piece * layout.cells + cell.index());
                if let Some(counterpart) = boards[0].named(&boards[1].name(cell)) {
                    assert_eq!(found, of_small(counterpart.index()));
                    same += 1;
                    continue;
                }
                new += 1;
                for (group, column) in found.iter().enumerate() {
                    for (neuron, weight) in column.iter().enumerate() {
                        let all = boards[0].all().map(|cell| of_small(cell.index())[group][neuron]);
                        let mean = all.map(f64::from).sum::<f64>() / boards[0].all().count() as f64;
                        assert!((mean - f64::from(*weight)).abs() <= 0.51, "{mean} {weight}");
                    }
                }
            }
        }
        assert_eq!((known, new), (same, layout.inputs() - same));
        assert_eq!(new, 2 * layout.places() * layout.kinds);
    }

    #[test]
    fn a_cell_belongs_to_the_region_of_its_name_and_a_new_one_to_a_neighbours() {
        let (small, large) = (examples("circular68", 12), examples("circular70", 12));
        let from = network(&small);
        let to = relative(&from, &large).expect("related").network;
        assert_eq!(to.regions.count(), 3);
        let boards = [&small, &large].map(|on| on.family.grid());
        let steps = steps(&large);
        for cell in boards[1].all() {
            let found = to.regions.of(Some(cell));
            if let Some(counterpart) = boards[0].named(&boards[1].name(cell)) {
                assert_eq!(found, from.regions.of(Some(counterpart)));
            } else {
                let own = seen(&large, cell.index());
                let mut neighbours = steps.iter().filter(|step| step.0 == own);
                let is_of = |next: usize| to.regions.of(Some(Cell(next as u8))) == found;
                assert!(neighbours.any(|step| is_of(step.1)), "{}", boards[1].name(cell));
            }
        }
    }

    #[test]
    fn a_smaller_disc_keeps_the_regions_that_it_has() {
        let (small, large) = (examples("circular66", 12), examples("circular70", 12));
        let mut from = network(&large);
        let lacks =
            |cell: &Cell| small.family.grid().named(&large.family.grid().name(*cell)).is_none();
        let of_cells =
            large.family.grid().all().map(|cell| if lacks(&cell) { 0 } else { 1 + cell.0 % 2 });
        from.regions = Regions::new(of_cells.collect()).expect("three");
        let to = relative(&from, &small).expect("related").network;
        assert_eq!(to.regions.count(), 2);
        assert_eq!(to.columns.len(), to.shape.columns() * to.shape.hidden);
        let a1 = |on: &Examples| on.family.grid().at("a1");
        let region = |network: &Network, on: &Examples| network.regions.of(Some(a1(on)));
        assert_eq!(region(&to, &small) + 1, region(&from, &large));
        let column = |network: &Network, on: &Examples| {
            let group = region(network, on);
            columns(network, a1(on).index())[group].to_vec()
        };
        assert_eq!(column(&to, &small), column(&from, &large));
    }

    #[test]
    fn an_enemy_gets_the_weights_of_an_enemy() {
        let (teams, all) = (examples("modern4-2v2", 4), examples("modern4", 4));
        // Places in teams: the seat itself, the partner across, the next seat, the last one.
        assert_eq!(same_places(&teams, &all), [Some(0), Some(2), Some(3), Some(3), Some(4)]);
        assert_eq!(same_places(&all, &teams), [Some(0), None, Some(1), Some(3), Some(4)]);
        let to = relative(&network(&all), &teams).expect("related");
        let layout = teams.features.layout();
        let of_partner = layout.kinds * layout.cells;
        assert_eq!(to.known, to.network.shape.inputs - of_partner);
        let is_zero = |column: &&[i16]| column.iter().all(|weight| *weight == 0);
        assert!(columns(&to.network, of_partner).iter().all(is_zero));
        assert!(!columns(&to.network, 0).iter().all(is_zero));
    }

    #[test]
    fn games_with_other_seats_and_unknown_games_are_refused() {
        let (two, four) = (examples("circular68", 4), examples("modern4", 4));
        let conflict = |network: &Network| relative(network, &two).expect_err("refused");
        assert_eq!(conflict(&network(&four)), OriginConflict::OtherGame("modern4".into()));
        let mut unknown = network(&two);
        unknown.provenance.variant = "gess".into();
        assert_eq!(conflict(&unknown), OriginConflict::UnknownGame("gess".into()));
    }
}
