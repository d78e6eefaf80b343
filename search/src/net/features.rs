//! [`Features`]: the inputs of a net for the pieces on the board, as each seat sees them.

use rotunda_movegen::{Cell, Kind, Piece, Position, Rules, Seat};

use super::symmetry::{View, views};

/// The inputs of a board, by the numbers of seats, kinds and cells.
///
/// ```text
///   input = ((block * places + place) * kinds + kind) * cells + cell
///   block    0, or the home of the view among several (see `View::home`)
///   place    0 the seat itself, then its partners, then the others in turn order;
///            the last one, among more than two, for the pieces of players who are out, all of kind 0
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The number of seats of the game.
    pub seats: usize,
    /// The number of kinds of pieces.
    pub kinds: usize,
    /// The number of cells.
    pub cells: usize,
    /// The number of different views, none of which is a symmetry of another.
    pub blocks: usize,
    /// The points of view of an output: mover and opponent in a duel; otherwise one, since each
    /// seat has an output of its own.
    pub perspectives: usize,
}

impl Layout {
    /// Returns the number of inputs in each region of a net.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.blocks * self.places() * self.kinds * self.cells
    }

    /// Returns the number of places of owners: one for each seat, and one for eliminated players if
    /// the game goes on without them.
    #[must_use]
    pub const fn places(&self) -> usize {
        if self.seats > 2 { self.seats + 1 } else { self.seats }
    }

    const fn input(&self, block: usize, place: usize, kind: usize, cell: usize) -> usize {
        ((block * self.places() + place) * self.kinds + kind) * self.cells + cell
    }
}

/// The view of a seat, given its king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Whether the board is mirrored.
    pub mirrored: bool,
    /// The cell of the own king in this view; `None` without a king.
    pub king: Option<Cell>,
}

/// The inputs of a net for the pieces on the board, in each seat's view.
#[derive(Clone, Debug)]
pub struct Features {
    layout: Layout,
    views: Vec<View>,
    /// The input of each piece, see [`Features::piece`], for each seat, without and with the
    /// mirror.
    inputs: Vec<[Vec<u32>; 2]>,
    fingerprint: u64,
}

impl Features {
    /// Returns the features of the game with this start position; the teams are those of `table`.
    #[must_use]
    pub fn new<R: Rules<W>, const W: usize>(start: &Position<W>, table: &Position<W>) -> Self {
        let variant = start.variant();
        let views = views(start);
        let homes = views.iter().enumerate().filter(|(seat, view)| view.home.index() == *seat);
        let homes: Vec<usize> = homes.map(|(seat, _)| seat).collect();
        let layout = Layout {
            seats: variant.seats(),
            kinds: variant.kinds().len(),
            cells: variant.cells(),
            blocks: homes.len(),
            perspectives: if R::ALTERNATES { 2 } else { 1 },
        };
        let mut features = Self { layout, inputs: Vec::new(), fingerprint: 0, views };
        features.inputs = (0..layout.seats)
            .map(|seat| {
                let home = features.views[seat].home.index();
                let block = homes.iter().position(|other| *other == home).unwrap_or(0);
                let mut places = places(table, Seat(seat as u8));
                places.extend((layout.seats..layout.places()).take(1));
                [false, true].map(|mirrored| features.of_view(seat, block, &places, mirrored))
            })
            .collect();
        let letters = variant.kinds().iter().map(|kind| kind.letter as u32);
        features.fingerprint =
            fingerprint(letters.chain(features.inputs.iter().flatten().flatten().copied()));
        features
    }

    fn of_view(&self, seat: usize, block: usize, places: &[usize], mirrored: bool) -> Vec<u32> {
        let Layout { kinds, cells, .. } = self.layout;
        let view = &self.views[seat];
        let cell_of = |cell: usize| {
            let cell = view.cells[cell].index();
            view.mirror.as_ref().filter(|_| mirrored).map_or(cell, |mirror| mirror[cell].index())
        };
        let mut inputs = Vec::with_capacity(places.len() * kinds * cells);
        for place in places {
            for kind in 0..kinds {
                inputs.extend(
                    (0..cells)
                        .map(|cell| self.layout.input(block, *place, kind, cell_of(cell)) as u32),
                );
            }
        }
        inputs
    }

    /// Returns the layout of the inputs.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns a number that differs between games whose inputs mean different things.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The number of a living piece of any seat on a cell, `0 .. places * kinds * cells`.
    #[inline]
    #[must_use]
    pub const fn piece(&self, seat: Seat, kind: Kind, cell: Cell) -> u32 {
        let Layout { kinds, cells, .. } = self.layout;
        ((seat.index() * kinds + kind.index()) * cells + cell.index()) as u32
    }

    /// Returns the number of a dead piece on a cell; `None` in games for two, which end with an
    /// elimination, so that only position strings have such pieces.
    #[inline]
    #[must_use]
    pub fn dead_piece(&self, cell: Cell) -> Option<u32> {
        let Layout { seats, kinds, cells, .. } = self.layout;
        (seats > 2).then(|| (seats * kinds * cells + cell.index()) as u32)
    }

    /// Returns the view of a seat whose king stands on a cell. It is not mirrored if the board has
    /// no mirror, or the seat no king.
    #[inline]
    #[must_use]
    pub fn frame(&self, seat: Seat, king: Option<Cell>) -> Frame {
        let view = &self.views[seat.index()];
        let seen = king.map(|king| view.cells[king.index()]);
        match (&view.mirror, seen) {
            (Some(mirror), Some(seen)) => {
                let image = mirror[seen.index()];
                Frame { mirrored: image < seen, king: Some(seen.min(image)) }
            }
            _ => Frame { mirrored: false, king: seen },
        }
    }

    /// Returns the input of each piece in a seat's view, without or with the mirror.
    #[inline]
    #[must_use]
    pub fn inputs(&self, seat: Seat, mirrored: bool) -> &[u32] {
        &self.inputs[seat.index()][usize::from(mirrored)]
    }

    /// Returns the number of the piece on a cell, if a net sees it.
    #[inline]
    #[must_use]
    pub fn number(&self, piece: Piece, cell: Cell) -> Option<u32> {
        if piece.is_dead() {
            return self.dead_piece(cell);
        }
        piece.is_some().then(|| self.piece(piece.seat(), piece.kind(), cell))
    }

    /// Returns the cells and numbers of the pieces that a net sees.
    pub fn pieces<const W: usize>(
        &self,
        position: &Position<W>,
    ) -> impl Iterator<Item = (Cell, u32)> {
        let number = |cell: Cell| Some((cell, self.number(position.piece(cell), cell)?));
        position.occupied().iter().filter_map(number)
    }
}

/// Returns the place of each seat in the view of one of them.
fn places<const W: usize>(table: &Position<W>, own: Seat) -> Vec<usize> {
    let seats = table.variant().seats();
    let in_turn = |place: usize| Seat(((own.index() + place) % seats) as u8);
    let is_friend = |seat: &Seat| table.side_of(*seat) == table.side_of(own);
    let friends = (0..seats).map(in_turn).filter(|seat| is_friend(seat));
    let order = friends.chain((0..seats).map(in_turn).filter(|seat| !is_friend(seat)));
    let mut places = vec![0; seats];
    for (place, seat) in order.enumerate() {
        places[seat.index()] = place;
    }
    places
}

/// Returns a hash of a series of numbers, the same on every machine (FNV-1a over 32-bit words).
fn fingerprint(numbers: impl Iterator<Item = u32>) -> u64 {
    numbers.fold(0xCBF2_9CE4_8422_2325, |sum, number| {
        (sum ^ u64::from(number)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
