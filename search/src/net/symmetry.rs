//! [`View`]: the board as a seat sees it, found from the tables of the game.
//!
//! A view is a permutation of the cells. It maps the paths, promotions, laps and start cells of a
//! seat's pieces, and of the seats after it, to those of the first seat. The search refines colours
//! of cells until no two are alike, as for graph isomorphisms (B. D. `McKay`, "Practical graph
//! isomorphism", 1981), and then checks the permutation path by path.

use std::hash::{Hash, Hasher};

use rotunda_movegen::{Cell, Path, Piece, Position, Role, Seat, VariantTables};
use rustc_hash::{FxHashMap, FxHasher};

/// The number of permutations after which the search gives up.
const TRIES: usize = 512;

/// The board as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The first seat with the same view: all seats with one home share their weights. It is seat 0
    /// unless the game has no such symmetry.
    pub home: Seat,
    /// Each cell's counterpart on the board of the home seat.
    pub cells: Vec<Cell>,
    /// The mirror image of each cell, if the home seat's board has a symmetry that keeps every seat
    /// in its place and is its own inverse.
    pub mirror: Option<Vec<Cell>>,
}

/// Returns the views of all seats of the game with this start position.
#[must_use]
pub fn views<const W: usize>(start: &Position<W>) -> Vec<View> {
    let variant = start.variant();
    let seats = variant.seats();
    let mut found: Vec<View> = Vec::with_capacity(seats);
    for seat in 0..seats {
        let own = Seen { variant, seat };
        let homes = (0..seat).filter(|&home| found[home].home.index() == home);
        let same =
            homes.filter_map(|home| Some((home, own.onto(Seen { variant, seat: home }, start)?)));
        let view = same.map(|(home, cells)| (Seat(home as u8), cells)).next();
        found.push(match view {
            Some((home, cells)) => View { home, cells, mirror: found[home.index()].mirror.clone() },
            None => View {
                home: Seat(seat as u8),
                cells: variant.grid().all().collect(),
                mirror: own.mirror(),
            },
        });
    }
    found
}

/// The rules in the view of one seat: itself first, and then the others in turn order.
#[derive(Clone, Copy)]
struct Seen<'a, const W: usize> {
    variant: &'a VariantTables<W>,
    seat: usize,
}

/// A colour for each cell. Cells that are known to differ have different colours.
type Colours = Vec<u64>;

fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'a, const W: usize> Seen<'a, W> {
    /// Returns the permutation from this seat's view to that of another, if there is one. It keeps
    /// the places of all pieces at the start if possible, or else as many as possible.
    fn onto(self, home: Self, start: &Position<W>) -> Option<Vec<Cell>> {
        let seen = [self, home];
        let with_men = seen.map(|seen| seen.colours(Some(start)));
        Matching::new(seen).find(with_men, &mut |_| true).or_else(|| {
            let without = seen.map(|seen| seen.colours(None));
            let mut best: Option<(usize, Vec<Cell>)> = None;
            Matching::new(seen).find(without, &mut |cells: &[Cell]| {
                let kept = self.men_kept(home, start, cells);
                if best.as_ref().is_none_or(|(most, _)| kept > *most) {
                    best = Some((kept, cells.to_vec()));
                }
                false
            });
            best.map(|(_, cells)| cells)
        })
    }

    /// Returns the number of pieces at the start that a permutation maps to the same pieces of the
    /// other seat.
    fn men_kept(self, home: Self, start: &Position<W>, cells: &[Cell]) -> usize {
        let is_kept = |&(from, to): &(Cell, Cell)| self.man(from, start) == home.man(to, start);
        let occupied = start.occupied();
        occupied.iter().map(|from| (from, cells[from.index()])).filter(is_kept).count()
    }

    /// Returns the owner's place and the kind of the piece on a cell at the start.
    fn man(self, cell: Cell, start: &Position<W>) -> Option<(usize, u8)> {
        let seats = self.variant.seats();
        let place_of = |piece: Piece| (piece.seat().index() + seats - self.seat) % seats;
        let man = Some(start.piece(cell)).filter(|piece| piece.is_some());
        man.map(|piece| (place_of(piece), piece.kind().0))
    }

    /// Returns a symmetry of the board that keeps every seat in its place and is its own inverse.
    fn mirror(self) -> Option<Vec<Cell>> {
        let colours = [self.colours(None), self.colours(None)];
        Matching::new([self, self]).find(colours, &mut |cells: &[Cell]| {
            let moves = cells.iter().enumerate().any(|(from, to)| from != to.index());
            let undoes =
                cells.iter().enumerate().all(|(from, to)| cells[to.index()].index() == from);
            moves && undoes
        })
    }

    /// Returns the seat in a place of this seat's view. It is in place 0 itself.
    fn at(self, place: usize) -> usize {
        (self.seat + place) % self.variant.seats()
    }

    /// Returns the paths of a kind of the seat in a place, by cell.
    fn paths(self, place: usize, kind: usize) -> &'a [Vec<Path>] {
        &self.variant.kinds()[kind].paths[self.at(place)]
    }

    /// Returns the lines along which kings of that kind and seat must not face others, by cell;
    /// empty for most kinds.
    fn faces(self, place: usize, kind: usize) -> &'a [Vec<Path>] {
        self.variant.kinds()[kind].faces.get(self.at(place)).map_or(&[], Vec::as_slice)
    }

    /// Returns the first colours of cells, from facts other than paths.
    fn colours(self, start: Option<&Position<W>>) -> Colours {
        self.variant.grid().all().map(|cell| self.colour(cell, start)).collect()
    }

    fn colour(self, cell: Cell, start: Option<&Position<W>>) -> u64 {
        let seats = self.variant.seats();
        let mut marks = vec![hash(start.and_then(|start| self.man(cell, start)))];
        for place in 0..seats {
            let seat = Seat(self.at(place) as u8);
            for kind in self.variant.kinds() {
                let leaves = kind.changes.as_ref().is_some_and(|(from, _)| from.contains(&cell));
                let is_in = |zone: &[Vec<Cell>]| {
                    zone.get(seat.index()).is_some_and(|on| on.contains(&cell))
                };
                // The number is 2 where promotion is optional.
                let promotes =
                    u8::from(is_in(&kind.promotes_on)) + u8::from(is_in(&kind.declines_on));
                let closed = is_in(&kind.closed);
                let region = kind.regions.iter().filter(|region| region.contains(&cell));
                marks.push(hash((leaves, promotes, closed, region.map(Vec::len).sum::<usize>())));
            }
            for lap in self.variant.laps().iter().filter(|lap| lap.seat == seat) {
                marks.push(hash((
                    lap.goals.contains(&cell),
                    lap.before.contains(&cell),
                    lap.after.contains(&cell),
                )));
            }
        }
        hash(marks)
    }

    /// Returns colours that also distinguish the targets of pieces from each cell.
    fn refined(self, colours: &Colours) -> Colours {
        let mut marks = colours.clone();
        for (number, kind) in self.variant.kinds().iter().enumerate() {
            let places = if kind.role == Role::Pawn { self.variant.seats() } else { 1 };
            if kind.role == Role::Other {
                continue;
            }
            for place in 0..places {
                let paths = self.paths(place, number).iter();
                for (mark, paths) in marks.iter_mut().zip(paths) {
                    let way = |path: &Path| {
                        let cells = path.cells.iter().map(|cell| colours[cell.index()]);
                        hash((path.mode as u8, cells.collect::<Vec<_>>()))
                    };
                    let ways = paths.iter().map(way).fold(0, u64::wrapping_add);
                    *mark = hash((*mark, number, place, ways));
                }
            }
        }
        marks
    }
}

/// The search for a permutation from one view to another.
struct Matching<'a, const W: usize> {
    seen: [Seen<'a, W>; 2],
    tries: usize,
}

impl<'a, const W: usize> Matching<'a, W> {
    const fn new(seen: [Seen<'a, W>; 2]) -> Self {
        Self { seen, tries: 0 }
    }

    /// Returns the first permutation that keeps colours and all paths, and that `accepts` accepts.
    fn find(
        &mut self,
        colours: [Colours; 2],
        accepts: &mut impl FnMut(&[Cell]) -> bool,
    ) -> Option<Vec<Cell>> {
        let [own, other] = self.refine(colours)?;
        let mut places: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (cell, colour) in other.iter().enumerate() {
            places.entry(*colour).or_default().push(cell);
        }
        let Some(open) = own.iter().position(|colour| places[colour].len() > 1) else {
            self.tries += 1;
            let cells: Vec<Cell> = own.iter().map(|colour| Cell(places[colour][0] as u8)).collect();
            return (self.keeps_paths(&cells) && accepts(&cells)).then_some(cells);
        };
        let marked = |colours: &Colours, cell: usize| {
            let mut colours = colours.clone();
            colours[cell] = hash((colours[cell], "chosen"));
            colours
        };
        for &candidate in &places[&own[open]] {
            if self.tries > TRIES {
                return None;
            }
            let colours = [marked(&own, open), marked(&other, candidate)];
            if let Some(cells) = self.find(colours, accepts) {
                return Some(cells);
            }
        }
        None
    }

    /// Refines both colourings until they distinguish no more cells; `None` if they differ.
    fn refine(&self, mut colours: [Colours; 2]) -> Option<[Colours; 2]> {
        let mut classes = 0;
        loop {
            let [own, other] = colours.each_ref().map(count);
            if own != other {
                return None;
            }
            if own.len() == classes {
                return Some(colours);
            }
            classes = own.len();
            colours = [0, 1].map(|index| self.seen[index].refined(&colours[index]));
        }
    }

    /// Returns whether a permutation maps every path of every kind of every seat to such a path.
    fn keeps_paths(&self, cells: &[Cell]) -> bool {
        let [own, other] = self.seen;
        let variant = own.variant;
        (0..variant.seats()).all(|place| {
            (0..variant.kinds().len()).all(|kind| {
                carries(cells, own.paths(place, kind), other.paths(place, kind))
                    && carries(cells, own.faces(place, kind), other.faces(place, kind))
            })
        })
    }
}

/// Returns whether a permutation maps the paths from each cell to those from its image.
fn carries(cells: &[Cell], from: &[Vec<Path>], to: &[Vec<Path>]) -> bool {
    from.iter().zip(cells).all(|(paths, cell)| {
        let carried = paths.iter().map(|path| {
            let cells = path.cells.iter().map(|cell| cells[cell.index()]);
            (path.mode as u8, cells.collect::<Vec<_>>())
        });
        let there = to[cell.index()].iter();
        let there = there.map(|path| (path.mode as u8, path.cells.clone()));
        let (mut carried, mut there) = (carried.collect::<Vec<_>>(), there.collect());
        let sort = |paths: &mut Vec<(u8, Vec<Cell>)>| paths.sort_unstable();
        sort(&mut carried);
        sort(&mut there);
        carried == there
    })
}

/// Returns the number of cells of each colour.
fn count(colours: &Colours) -> FxHashMap<u64, usize> {
    let mut counts = FxHashMap::default();
    for colour in colours {
        *counts.entry(*colour).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Family, Options, Rules, Variant, in_family};

    use super::*;

    fn views_of(variant: &'static Variant) -> Vec<View> {
        in_family!(variant.family(Options::default()), R, tables => views(&R::start(tables)))
    }

    #[test]
    fn every_seat_of_every_game_sees_what_the_first_sees() {
        for variant in Variant::all() {
            let views = views_of(variant);
            assert_eq!(views.len(), variant.seats, "{}", variant.name);
            assert!(views.iter().all(|view| view.home == Seat(0)), "{}", variant.name);
            let mut cells = views[1].cells.clone();
            cells.sort();
            cells.dedup();
            assert_eq!(cells.len(), views[1].cells.len(), "{}", variant.name);
        }
    }

    #[test]
    fn chess_is_turned_upside_down_and_has_a_left_and_a_right() {
        let chess = Variant::by_name("chess").expect("known");
        let views = views_of(chess);
        let Family::Duel(tables) = chess.family(Options::default()) else { panic!("no duel") };
        let named = |name: &str| tables.grid().at(name);
        let black = |name: &str| tables.grid().name(views[1].cells[named(name).index()]);
        assert_eq!(["e8", "a7", "h1"].map(black), ["e1", "a2", "h8"]);
        let mirror = views[0].mirror.as_ref().expect("a mirror");
        assert_eq!(mirror[named("a2").index()], named("h2"));
    }

    #[test]
    fn one_way_boards_have_no_mirror() {
        let rollerball = views_of(Variant::by_name("rollerball").expect("known"));
        assert_eq!(rollerball[0].mirror, None);
    }
}
