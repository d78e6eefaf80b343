//! Symmetries of a board, found by search: permutations of the cells under which all pieces of a
//! table move as before.

use std::collections::BTreeSet;

use rotunda_movegen::{Cell, Kind, Mode, Seat, VariantTables};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most symmetries of a board; with more, it is treated as having none, since more do not help.
const MOST: usize = 256;

/// A permutation of the cells, perhaps with the seats exchanged, under which the rules do not
/// change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// The image of each cell.
    pub to: Vec<u8>,
    /// Whether White's pieces become Black's.
    pub swaps: bool,
}

/// One fact about the rules: its subject, and the cells that it names in order.
type Fact = (usize, Vec<u8>);

/// The rules of some kinds as facts about cells.
struct Facts {
    cells: usize,
    /// The facts of each seat.
    seats: [BTreeSet<Fact>; 2],
}

/// The number of sorts of facts of a kind.
const SORTS: usize = 16;

impl Facts {
    fn of<const W: usize>(tables: &VariantTables<W>, kinds: &[Kind]) -> Self {
        let facts = [Seat::WHITE, Seat::BLACK].map(|seat| {
            let mut facts = BTreeSet::new();
            for kind in kinds {
                kind_facts(tables, *kind, seat, &mut facts);
            }
            for lap in tables.laps().iter().filter(|lap| lap.seat == seat) {
                for before in &lap.before {
                    facts.extend(lap.after.iter().map(|after| (0, vec![before.0, after.0])));
                }
                facts.extend(lap.goals.iter().map(|goal| (1, vec![goal.0])));
            }
            facts
        });
        Self { cells: tables.cells(), seats: facts }
    }

    /// Returns labels of the cells. Two cells have the same label if the facts do not distinguish
    /// them. The `fixed` cells start with labels of their own, in this order.
    fn labels(&self, swaps: bool, fixed: &[u8]) -> Vec<u64> {
        let mut labels = vec![0; self.cells];
        for (number, cell) in fixed.iter().enumerate() {
            labels[usize::from(*cell)] = 1 + number as u64;
        }
        let mut count = 0;
        loop {
            labels = self.refined(&labels, swaps);
            let different = labels.iter().collect::<BTreeSet<_>>().len();
            if different == count {
                return labels;
            }
            count = different;
        }
    }

    /// Returns labels that also distinguish cells by the facts that name them, and by the labels of
    /// the cells beside them in these facts.
    fn refined(&self, labels: &[u64], swaps: bool) -> Vec<u64> {
        let mut sums = labels.to_vec();
        let mut fact = Vec::new();
        for (seat, facts) in self.seats.iter().enumerate() {
            for (sort, cells) in facts {
                fact.clear();
                fact.push(u8::from((seat == 1) != swaps));
                fact.extend(sort.to_le_bytes());
                fact.extend(cells.iter().flat_map(|cell| labels[usize::from(*cell)].to_le_bytes()));
                for (place, cell) in cells.iter().enumerate() {
                    let sum = &mut sums[usize::from(*cell)];
                    *sum = sum.wrapping_add(xxh3_64_with_seed(&fact, place as u64));
                }
            }
        }
        sums
    }

    fn holds(&self, symmetry: &Symmetry) -> bool {
        self.seats.iter().enumerate().all(|(seat, facts)| {
            let image = &self.seats[if symmetry.swaps { 1 - seat } else { seat }];
            facts.len() == image.len()
                && facts.iter().all(|(sort, cells)| {
                    let to = cells.iter().map(|cell| symmetry.to[usize::from(*cell)]).collect();
                    image.contains(&(*sort, to))
                })
        })
    }

    /// Adds the symmetries that map the cells `from` to the cells `to`.
    fn search(&self, swaps: bool, from: &mut Vec<u8>, to: &mut Vec<u8>, found: &mut Vec<Symmetry>) {
        let (own, images) = (self.labels(false, from), self.labels(swaps, to));
        let places: FxHashMap<u64, usize> = images.iter().copied().zip(0..).collect();
        let open =
            (0..self.cells).find(|cell| own.iter().filter(|l| **l == own[*cell]).count() > 1);
        let Some(open) = open else {
            let to: Option<Vec<u8>> =
                own.iter().map(|label| places.get(label).map(|cell| *cell as u8)).collect();
            found.extend(to.map(|to| Symmetry { to, swaps }).filter(|s| self.holds(s)));
            return;
        };
        for image in (0..self.cells).filter(|cell| images[*cell] == own[open]) {
            if found.len() > MOST {
                return;
            }
            from.push(open as u8);
            to.push(image as u8);
            self.search(swaps, from, to, found);
            from.pop();
            to.pop();
        }
    }
}

/// Adds the facts about one kind.
fn kind_facts<const W: usize>(
    tables: &VariantTables<W>,
    kind: Kind,
    seat: Seat,
    facts: &mut BTreeSet<Fact>,
) {
    let spec = &tables.kinds()[kind.index()];
    let sort = |sort: usize| (1 + kind.index()) * SORTS + sort;
    for (from, paths) in spec.paths[seat.index()].iter().enumerate() {
        for path in paths {
            let mode = match path.mode {
                Mode::Both => 0,
                Mode::Quiet => 1,
                Mode::Capture => 2,
                Mode::Hop => 3,
                Mode::Lame => 11,
            };
            let cells = path.cells.iter().map(|cell| cell.0);
            facts.insert((sort(mode), [from as u8].into_iter().chain(cells).collect()));
        }
        for over in tables.hurdles(kind, Cell(from as u8)) {
            facts.insert((sort(4), vec![from as u8, over.0]));
        }
    }
    let facing = spec.faces.get(seat.index()).into_iter().flatten();
    for (from, lines) in facing.enumerate() {
        facts.extend(lines.iter().map(|line| {
            let cells = line.cells.iter().map(|cell| cell.0);
            (sort(12), [from as u8].into_iter().chain(cells).collect())
        }));
    }
    let mut each = |number, cells: &[Cell]| {
        facts.extend(cells.iter().map(|cell| (sort(number), vec![cell.0])));
    };
    each(5, &spec.promotes_on[seat.index()]);
    each(6, &spec.closed[seat.index()]);
    each(10, &spec.declines_on[seat.index()]);
    each(7, spec.changes.as_ref().map_or(&[], |(cells, _)| cells));
    let mut together = |number, cells: &[Cell]| {
        let pairs = cells.iter().flat_map(|one| cells.iter().map(|other| vec![one.0, other.0]));
        facts.extend(pairs.map(|pair| (sort(number), pair)));
    };
    spec.regions.iter().for_each(|region| together(8, region));
    if tables.dead_material().one_colour == Some(kind) {
        let (light, dark) = tables.grid().all().partition::<Vec<_>, _>(|c| tables.light().has(*c));
        together(9, &light);
        together(9, &dark);
    }
}

/// Returns all symmetries for tables of pieces of these kinds, the identity first.
pub(crate) fn symmetries<const W: usize>(
    tables: &VariantTables<W>,
    kinds: &[Kind],
) -> Vec<Symmetry> {
    let facts = Facts::of(tables, kinds);
    let mut found = Vec::new();
    facts.search(false, &mut Vec::new(), &mut Vec::new(), &mut found);
    facts.search(true, &mut Vec::new(), &mut Vec::new(), &mut found);
    let nothing =
        Symmetry { to: (0..tables.cells()).map(|cell| cell as u8).collect(), swaps: false };
    if found.len() > MOST {
        return vec![nothing];
    }
    found.sort_by_key(|symmetry| *symmetry != nothing);
    found
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Family, Options, Variant};

    use super::*;

    /// Returns the numbers of symmetries without and with an exchange of the seats, for some kinds
    /// of a variant.
    fn count(variant: &str, letters: &str) -> (usize, usize) {
        let family = Variant::by_name(variant).expect("known").family(Options::default());
        let (Family::Duel(tables) | Family::Draughts(tables)) = family else {
            panic!("{variant} is a duel")
        };
        let kinds =
            tables.kinds().iter().zip(0..).filter(|(kind, _)| letters.contains(kind.letter));
        let kinds: Vec<Kind> = kinds.map(|(_, number)| Kind(number)).collect();
        let all = symmetries(tables, &kinds);
        assert_eq!(all[0].to, (0..tables.cells() as u8).collect::<Vec<_>>());
        (all.iter().filter(|s| !s.swaps).count(), all.iter().filter(|s| s.swaps).count())
    }

    #[test]
    fn boards_have_the_symmetries_that_one_sees() {
        assert_eq!(count("chess", "KQRN"), (8, 8));
        assert_eq!(count("chess", "KP"), (2, 2));
        assert_eq!(count("ordinary", "KL"), (4, 4));
        assert_eq!(count("ordinary", "KC"), (4, 4));
        assert_eq!(count("rollerball", "KRB"), (1, 1));
    }

    #[test]
    fn colours_of_cells_may_be_exchanged() {
        assert_eq!(count("chess", "KB"), (8, 8));
    }
}
