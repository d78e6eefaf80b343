//! [`Jumps`]: how draughtsmen jump, and whether one of them can take a piece at the end of a series.

use crate::geometry::{Bitboard, Board, Cell, Grid, compass};
use crate::position::Position;
use crate::tables::{Kind, Seat};

/// Cells that jumps can lead between: file and rank keep their parity.
const CLASSES: usize = 4;

/// The jumps of a variant's draughtsmen: two cells in any of eight directions, over a piece.
#[derive(Clone, Debug)]
pub(crate) struct Jumps<const W: usize> {
    /// The kind that jumps.
    pub kind: Kind,
    /// The cells next to each cell behind which there is another cell to land on.
    over: Vec<Bitboard<W>>,
    /// The cells next to each cell from which a piece on it can be jumped.
    around: Vec<Bitboard<W>>,
    class_of: Vec<u8>,
    classes: [Bitboard<W>; CLASSES],
}

/// The board as the draughtsmen of one side see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<const W: usize> {
    /// The draughtsmen.
    pub draughtsmen: Bitboard<W>,
    /// All pieces of their side.
    pub friends: Bitboard<W>,
    /// The pieces of the other side.
    pub foes: Bitboard<W>,
    /// A cell that a pawn of the other side has just passed over, and the pawn's own.
    pub ghost: Option<(Cell, Cell)>,
}

impl<const W: usize> Scene<W> {
    /// What the side to move sees.
    pub fn of(position: &Position<W>, kind: Kind) -> Self {
        let seat = position.turn;
        Self {
            draughtsmen: position.pieces(seat, kind),
            friends: position.seat(seat),
            foes: position.seat(seat.opponent()),
            ghost: position.passed.map(|passed| (passed.over, passed.pawn)),
        }
    }

    /// What the side that has just moved sees, which can take nothing en passant.
    pub fn waiting(position: &Position<W>, kind: Kind) -> Self {
        let seat = position.turn.opponent();
        Self {
            draughtsmen: position.pieces(seat, kind),
            friends: position.seat(seat),
            foes: position.seat(seat.opponent()),
            ghost: None,
        }
    }

    /// The cells that a jump may pass over to take something: enemy pieces and the passed cell.
    #[inline]
    pub fn victims(&self) -> Bitboard<W> {
        self.ghost.map_or(self.foes, |(over, _)| self.foes | Bitboard::of(over))
    }

    /// The piece that is taken by a jump over a cell.
    #[inline]
    pub fn victim(&self, over: Cell) -> Cell {
        self.ghost.filter(|(ghost, _)| *ghost == over).map_or(over, |(_, pawn)| pawn)
    }

    /// What is left of the victims once a jump over a cell has been made.
    fn without(&self, victims: Bitboard<W>, over: Cell) -> Bitboard<W> {
        let rest = victims - Bitboard::of(over);
        match self.ghost {
            Some((ghost, pawn)) if over == ghost || over == pawn => {
                rest - Bitboard::of(ghost) - Bitboard::of(pawn)
            }
            _ => rest,
        }
    }
}

/// One draughtsman's way to a piece that it could take.
struct Hunt<'a, const W: usize> {
    scene: &'a Scene<W>,
    /// The pieces that it may not land on.
    occupied: Bitboard<W>,
    /// Where its last jump could begin.
    goals: Bitboard<W>,
    /// From where captures lead to a goal, if pieces could be taken more than once.
    leading: Bitboard<W>,
}

/// The cell behind a neighbour: cells are numbered in rows of one length, without holes.
#[inline]
pub(crate) const fn beyond(from: Cell, over: Cell) -> Cell {
    Cell((2 * over.0).wrapping_sub(from.0))
}

impl<const W: usize> Jumps<W> {
    /// The jumps on a board without holes.
    ///
    /// # Panics
    /// If the board has holes.
    pub fn compile(grid: &Grid, kind: Kind) -> Self {
        let cells = grid.cells();
        assert_eq!(cells, grid.files() * grid.ranks(), "jumps need a board without holes");
        let mut over = vec![Bitboard::EMPTY; cells];
        let mut around = vec![Bitboard::EMPTY; cells];
        let mut class_of = Vec::with_capacity(cells);
        let mut classes = [Bitboard::EMPTY; CLASSES];
        for from in grid.all() {
            let (file, rank) = grid.place(from);
            let class = file % 2 * 2 + rank % 2;
            class_of.push(class as u8);
            classes[class] |= Bitboard::of(from);
            for dir in compass::ALL {
                if let Some((middle, _)) = grid.step(from, dir)
                    && let Some((landing, _)) = grid.step(middle, dir)
                {
                    debug_assert_eq!(beyond(from, middle), landing);
                    over[from.index()] |= Bitboard::of(middle);
                    around[middle.index()] |= Bitboard::of(from);
                }
            }
        }
        Self { kind, over, around, class_of, classes }
    }

    /// The cells next to a cell behind which there is another to land on.
    #[inline]
    pub fn over(&self, from: Cell) -> Bitboard<W> {
        self.over[from.index()]
    }

    /// Those of some pieces that one jump from a cell passes over, to a cell that is not `occupied`.
    #[inline]
    pub fn passing(&self, from: Cell, pieces: Bitboard<W>, occupied: Bitboard<W>) -> Bitboard<W> {
        (self.over(from) & pieces)
            .iter()
            .filter(|over| !occupied.has(beyond(from, *over)))
            .collect()
    }

    /// The cells from which a piece on a cell can be jumped.
    #[inline]
    pub fn around(&self, target: Cell) -> Bitboard<W> {
        self.around[target.index()]
    }

    /// The cells that jumps can lead to from a cell.
    #[inline]
    pub fn class(&self, cell: Cell) -> Bitboard<W> {
        self.classes[usize::from(self.class_of[cell.index()])]
    }

    /// The cells that a piece reaches by jumps over `hurdles` to cells that are not `occupied`; those
    /// it starts from included.
    #[inline]
    pub fn flood(
        &self,
        starts: Bitboard<W>,
        hurdles: Bitboard<W>,
        occupied: Bitboard<W>,
    ) -> Bitboard<W> {
        let mut reached = starts;
        let mut fresh = starts;
        while let Some(at) = fresh.first() {
            fresh = fresh.without_first();
            for over in self.over(at) & hurdles {
                let landing = Bitboard::of(beyond(at, over));
                if !landing.meets(occupied | reached) {
                    reached |= landing;
                    fresh |= landing;
                }
            }
        }
        reached
    }

    /// The draughtsmen that could take the piece on `target`, or pass over it if it is the passed
    /// cell: by some series of friendly and then capturing jumps, whatever duties it may break.
    pub fn takers(&self, scene: &Scene<W>, target: Cell) -> Bitboard<W> {
        let occupied = scene.friends | scene.foes;
        let free = scene.draughtsmen | !occupied;
        let mut classes = Bitboard::EMPTY;
        for near in self.around(target) & free {
            if free.has(beyond(near, target)) {
                classes |= self.class(near);
            }
        }
        let hunters = scene.draughtsmen & classes;
        hunters.iter().filter(|draughtsman| self.takes(scene, *draughtsman, target)).collect()
    }

    /// Whether one draughtsman could take the piece on `target`.
    fn takes(&self, scene: &Scene<W>, draughtsman: Cell, target: Cell) -> bool {
        let occupied = (scene.friends | scene.foes) - Bitboard::of(draughtsman);
        let goals: Bitboard<W> = (self.around(target) & self.class(draughtsman) & !occupied)
            .iter()
            .filter(|near| !occupied.has(beyond(*near, target)))
            .collect();
        if goals.is_empty() {
            return false;
        }
        let friends = scene.friends - Bitboard::of(draughtsman);
        let victims = scene.without(scene.victims(), target);
        // Backwards from the goals few cells are met, and mostly not the piece's. Without regard to
        // pieces being taken once only: a no is a no, a yes is only a maybe.
        let leading = self.flood(goals, victims, occupied);
        if !self.flood(leading, friends, occupied).has(draughtsman) {
            return false;
        }
        let reached = self.flood(Bitboard::of(draughtsman), friends, occupied);
        let hunt = Hunt { scene, occupied, goals, leading };
        reached.meets(goals)
            || (reached & leading).iter().any(|at| self.arrives(&hunt, at, victims))
    }

    /// Whether jumps over `victims` that take each piece at most once lead from a cell to a goal.
    fn arrives(&self, hunt: &Hunt<'_, W>, at: Cell, victims: Bitboard<W>) -> bool {
        (self.over(at) & victims).iter().any(|over| {
            let landing = beyond(at, over);
            if hunt.occupied.has(landing) || !hunt.leading.has(landing) {
                return false;
            }
            let rest = hunt.scene.without(victims, over);
            hunt.goals.has(landing)
                || self.flood(Bitboard::of(landing), rest, hunt.occupied).meets(hunt.goals)
                    && self.arrives(hunt, landing, rest)
        })
    }
}

impl<const W: usize> Position<W> {
    /// Whether a draughtsman of the side to move could take on a cell that a pawn has passed over.
    pub(crate) fn draughtsman_passes(&self, over: Cell, pawn: Cell) -> bool {
        self.variant.jumps.as_ref().is_some_and(|jumps| {
            let scene = Scene { ghost: Some((over, pawn)), ..Scene::of(self, jumps.kind) };
            !jumps.takers(&scene, over).is_empty()
        })
    }

    /// Whether a draughtsman of the side to move could take the other side's king.
    pub(crate) fn draughtsman_takes_king(&self) -> bool {
        self.variant.jumps.as_ref().is_some_and(|jumps| {
            let king = self.king(self.turn.opponent());
            !jumps.takers(&Scene::of(self, jumps.kind), king).is_empty()
        })
    }

    /// For each of a seat's draughtsmen, the pieces of either side that a single jump passes over.
    #[inline]
    pub fn hurdles(&self, seat: Seat) -> impl Iterator<Item = Bitboard<W>> + '_ {
        self.variant.jumps.iter().flat_map(move |jumps| {
            let pieces = self.pieces(seat, jumps.kind).iter();
            pieces.map(|from| jumps.passing(from, self.occupied, self.occupied))
        })
    }

    /// The draughtsmen of a seat that could take a piece of the other side on a cell, whatever
    /// stands there.
    pub(crate) fn draughtsmen_onto(&self, cell: Cell, seat: Seat) -> Bitboard<W> {
        let Some(jumps) = &self.variant.jumps else { return Bitboard::EMPTY };
        let target = Bitboard::of(cell);
        let scene = Scene {
            draughtsmen: self.pieces(seat, jumps.kind) - target,
            friends: self.seat(seat) - target,
            foes: (self.occupied - self.seat(seat)) | target,
            ghost: None,
        };
        jumps.takers(&scene, cell)
    }
}
