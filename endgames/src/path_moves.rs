//! [`PathMoves`]: moves along paths, forwards and backwards.

use std::ops::ControlFlow;

use rotunda_movegen::{Bitboard, Cell, Kind, KindSpec, Mode, Piece, Role, Seat, VariantTables};

use crate::exits::{Exit, Exits};
use crate::layout::{Layout, State};
use crate::moves::{Moves, Next};

/// One path between two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step<const W: usize> {
    /// The other end: the target of a step forwards, the source of one backwards.
    cell: u8,
    /// The cells between.
    between: Bitboard<W>,
    mode: Mode,
    /// Whether it is a pawn's double step.
    doubles: bool,
    /// Whether a king in check must not go this way.
    is_barred: bool,
}

/// The movement of one piece.
#[derive(Debug)]
struct Motion<const W: usize> {
    seat: u8,
    /// The steps from every cell.
    forwards: Vec<Vec<Step<W>>>,
    /// The quiet steps to every cell that leave the piece as it is.
    backwards: Vec<Vec<Step<W>>>,
    /// The paths of its captures, by source and target: the cells between, and whether one of them
    /// must be occupied.
    attacks: Vec<Vec<(Bitboard<W>, bool)>>,
    /// The cells where it cannot stand.
    closed: Bitboard<W>,
    /// The cells to which it never goes, even to promote.
    unreached: Bitboard<W>,
    /// The cells where it promotes, if it has kinds to become.
    zone: Bitboard<W>,
    /// The cells among these where promotion is optional.
    optional: Bitboard<W>,
    /// The kinds that it may become, each with the cells where that kind cannot stand.
    choices: Vec<(Kind, Bitboard<W>)>,
    /// The kind that it becomes when it leaves each cell.
    after: Vec<Kind>,
    kind: Kind,
    /// The cells from which the piece captures en passant, by target.
    passant: Vec<Bitboard<W>>,
    /// The source and the passed cell of a double step, by the cell on which it ends.
    passings: Vec<Option<(u8, u8)>>,
}

/// Moves of material whose pieces all move along paths.
#[derive(Debug)]
pub(crate) struct PathMoves<'a, const W: usize> {
    layout: &'a Layout,
    exits: &'a Exits,
    motions: Vec<Motion<W>>,
    /// The bit of each seat's lap and the line of its race, as the cells before and after the line.
    laps: Vec<(u8, Bitboard<W>, Bitboard<W>)>,
    has_bars: bool,
}

impl<'a, const W: usize> PathMoves<'a, W> {
    pub fn new(tables: &VariantTables<W>, layout: &'a Layout, exits: &'a Exits) -> Self {
        let men = layout.material.men();
        let motions: Vec<_> = men.iter().map(|man| Motion::new(tables, *man, men)).collect();
        let set = |cells: &[Cell]| cells.iter().copied().collect();
        let laps = tables.laps().iter();
        let laps = laps.map(|lap| (lap.seat.0, set(&lap.before), set(&lap.after)));
        Self {
            layout,
            exits,
            laps: laps.collect(),
            has_bars: !tables.kinds()[tables.king().index()].regions.is_empty(),
            motions,
        }
    }

    fn cells(&self, state: State, keep: impl Fn(u8) -> bool) -> Bitboard<W> {
        let men = self.motions.iter().zip(state.cells);
        men.filter(|(motion, _)| keep(motion.seat)).map(|(_, cell)| Cell(cell)).collect()
    }

    /// Returns whether a seat's pieces attack a cell, given the occupied cells.
    fn attacks(&self, state: State, seat: u8, cell: u8, occupied: Bitboard<W>) -> bool {
        self.motions.iter().zip(state.cells).any(|(motion, from)| {
            let ways = usize::from(from) * self.layout.cells + usize::from(cell);
            motion.seat == seat
                && motion.attacks[ways].iter().any(|(between, hops)| {
                    let hurdles = *between & occupied;
                    if *hops { hurdles.is_single() } else { hurdles.is_empty() }
                })
        })
    }

    /// Returns whether a seat's king is attacked.
    fn is_attacked(&self, state: State, seat: u8) -> bool {
        let king = state.cells[usize::from(seat)];
        self.attacks(state, 1 - seat, king, self.cells(state, |_| true))
    }

    /// Returns the laps after a step.
    fn laps_after(&self, laps: u8, man: usize, from: u8, to: u8) -> u8 {
        let (from, to) = (Cell(from), Cell(to));
        self.laps.iter().filter(|(seat, ..)| usize::from(*seat) == man).fold(
            laps,
            |laps, (seat, before, after)| {
                if before.has(from) && after.has(to) {
                    laps | 1 << seat
                } else if after.has(from) && before.has(to) {
                    laps & !(1 << seat)
                } else {
                    laps
                }
            },
        )
    }

    /// Returns the state after a piece has made a step, without its capture.
    fn after(&self, state: State, man: usize, step: &Step<W>) -> State {
        let mut after = state;
        after.cells[man] = step.cell;
        after.turn = 1 - state.turn;
        after.en_passant = 0;
        if !self.laps.is_empty() {
            after.laps = self.laps_after(state.laps, man, state.cells[man], step.cell);
        }
        if step.doubles && self.layout.conditions().iter().any(|(_, p)| usize::from(*p) == man) {
            after.en_passant = man as u8;
        }
        after
    }

    /// Visits the kinds that a piece can have after a step to a cell: its own, or those of
    /// promotion.
    fn ends(
        &self,
        state: State,
        man: usize,
        (taken, step): (Option<usize>, &Step<W>),
        visit: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let motion = &self.motions[man];
        let after = self.after(state, man, step);
        let mut leave = |becomes: Kind| {
            let exit = Exit { man, becomes, taken };
            visit(Next::Outside(self.exits.code(exit, after)))
        };
        let to = Cell(step.cell);
        if motion.zone.has(to) {
            let open = motion.choices.iter().filter(|(_, closed)| !closed.has(to));
            open.map(|(choice, _)| *choice).try_for_each(&mut leave)?;
        }
        if !motion.stays_on(to) {
            return ControlFlow::Continue(());
        }
        let becomes = motion.after[usize::from(state.cells[man])];
        if taken.is_none() && becomes == motion.kind {
            return visit(Next::Inside(after));
        }
        leave(becomes)
    }

    /// Visits the en passant captures of the piece that has just made a double step.
    fn passing(
        &self,
        state: State,
        visit: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let victim = usize::from(state.en_passant);
        let pawn = state.cells[victim];
        let Some((_, over)) = self.motions[victim].passings[usize::from(pawn)] else {
            return ControlFlow::Continue(());
        };
        for (man, motion) in self.motions.iter().enumerate() {
            let from = state.cells[man];
            if motion.seat == state.turn && motion.passant[usize::from(over)].has(Cell(from)) {
                let step = Step {
                    cell: over,
                    between: Bitboard::EMPTY,
                    mode: Mode::Capture,
                    doubles: false,
                    is_barred: false,
                };
                self.ends(state, man, (Some(victim), &step), visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn all_successors(
        &self,
        state: State,
        visit: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = self.cells(state, |seat| seat == state.turn);
        let enemies = self.cells(state, |seat| seat != state.turn);
        let occupied = own | enemies;
        let is_barred = self.has_bars && self.in_check(state);
        for (man, motion) in self.motions.iter().enumerate() {
            if motion.seat != state.turn {
                continue;
            }
            for step in &motion.forwards[usize::from(state.cells[man])] {
                let to = Cell(step.cell);
                let captures = enemies.has(to);
                let hurdles = step.between & occupied;
                let is_open = !own.has(to)
                    && match step.mode {
                        Mode::Both | Mode::Lame => hurdles.is_empty(),
                        Mode::Quiet => hurdles.is_empty() && !captures,
                        Mode::Capture => hurdles.is_empty() && captures,
                        Mode::Hop => hurdles.is_single() && captures,
                    };
                if !is_open || step.is_barred && is_barred {
                    continue;
                }
                let taken = captures.then(|| self.man_on(state, step.cell));
                self.ends(state, man, (taken, step), visit)?;
            }
        }
        if state.en_passant > 0 {
            self.passing(state, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn man_on(&self, state: State, cell: u8) -> usize {
        let found = state.cells[..self.motions.len()].iter().position(|at| *at == cell);
        found.expect("a man stands on an occupied cell")
    }
}

impl<const W: usize> Moves for PathMoves<'_, W> {
    const GOES_BACK: bool = true;

    fn is_possible(&self, state: State) -> bool {
        let men = self.motions.len();
        let occupied = self.cells(state, |_| true);
        let stands = || {
            let mut men = self.motions.iter().zip(state.cells);
            men.all(|(motion, cell)| !motion.closed.has(Cell(cell)))
        };
        let has_double_stepped = || {
            let motion = &self.motions[usize::from(state.en_passant)];
            let cell = state.cells[usize::from(state.en_passant)];
            motion.seat != state.turn
                && motion.passings[usize::from(cell)].is_some_and(|(from, over)| {
                    !occupied.has(Cell(from)) && !occupied.has(Cell(over))
                })
        };
        occupied.len() as usize == men
            && stands()
            && (state.en_passant == 0 || has_double_stepped())
            && !self.is_attacked(state, 1 - state.turn)
    }

    fn in_check(&self, state: State) -> bool {
        self.is_attacked(state, state.turn)
    }

    fn successors(&self, state: State, mut visit: impl FnMut(Next) -> ControlFlow<()>) {
        let _ = self.all_successors(state, &mut visit);
    }

    fn predecessors(&self, state: State, mut visit: impl FnMut(State)) {
        let mover = 1 - state.turn;
        let occupied = self.cells(state, |_| true);
        for (man, motion) in self.motions.iter().enumerate() {
            if motion.seat != mover || state.en_passant > 0 && usize::from(state.en_passant) != man
            {
                continue;
            }
            let here = state.cells[man];
            for step in &motion.backwards[usize::from(here)] {
                if occupied.has(Cell(step.cell)) || step.between.meets(occupied) {
                    continue;
                }
                let mut before = state;
                before.turn = mover;
                before.cells[man] = step.cell;
                if step.is_barred && self.is_attacked(before, mover) {
                    continue;
                }
                let forwards = Step { cell: here, ..*step };
                for (laps, en_passant) in self.layout.conditions() {
                    let before = State { laps: *laps, en_passant: *en_passant, ..before };
                    if self.after(before, man, &forwards) == state {
                        visit(before);
                    }
                }
            }
        }
    }
}

impl<const W: usize> Motion<W> {
    fn new(tables: &VariantTables<W>, man: Piece, men: &[Piece]) -> Self {
        let (seat, kind, cells) = (man.seat(), man.kind(), tables.cells());
        let spec = &tables.kinds()[kind.index()];
        let own = |kind: Kind| men.iter().filter(|m| **m == Piece::new(seat, kind)).count() as u32;
        let supplied = |place: usize| match spec.supply[..] {
            [] => true,
            _ => own(spec.choices[seat.index()][place]) < spec.supply[place],
        };
        let all = &spec.choices[seat.index()];
        let cells_of = |cells: &[Cell]| cells.iter().copied().collect::<Bitboard<W>>();
        let open = (0..all.len()).filter(|place| supplied(*place)).map(|place| all[place]);
        let closed = |kind: Kind| cells_of(&tables.kinds()[kind.index()].closed[seat.index()]);
        let choices: Vec<_> = open.map(|kind| (kind, closed(kind))).collect();
        let zone = match choices[..] {
            [] => Bitboard::EMPTY,
            _ => tables.promotion_zone(seat, kind),
        };
        let optional = tables.optional_zone(seat, kind);
        let must = spec.role == Role::Pawn && spec.supply.is_empty();
        let barred = if must { zone - optional } else { Bitboard::EMPTY };
        let closed = cells_of(&spec.closed[seat.index()]) | barred;
        let forwards: Vec<_> =
            (0..cells).map(|cell| steps_from(tables, man, Cell(cell as u8))).collect();
        let mut motion = Self {
            seat: seat.0,
            backwards: vec![Vec::new(); cells],
            attacks: vec![Vec::new(); cells * cells],
            closed,
            unreached: cells_of(&spec.closed[seat.index()]) - tables.promotion_zone(seat, kind),
            zone,
            optional,
            choices,
            after: (0..cells).map(|cell| tables.kind_after(kind, Cell(cell as u8))).collect(),
            kind,
            passant: (0..cells)
                .map(|over| tables.takers_in_passing(man, Cell(over as u8)))
                .collect(),
            passings: vec![None; cells],
            forwards,
        };
        motion.turn_round();
        motion.face(spec, seat);
        motion
    }

    /// Returns whether a piece that reaches a cell may keep its kind.
    fn stays_on(&self, to: Cell) -> bool {
        let must = self.zone - self.optional;
        !must.has(to) && !self.closed.has(to)
    }

    /// Adds the lines along which the piece, a king, must not face the enemy's.
    fn face(&mut self, spec: &KindSpec, seat: Seat) {
        let cells = self.forwards.len();
        for (from, lines) in spec.faces.get(seat.index()).into_iter().flatten().enumerate() {
            for line in lines {
                let mut between = Bitboard::EMPTY;
                for to in &line.cells {
                    self.attacks[from * cells + to.index()].push((between, false));
                    between |= Bitboard::of(*to);
                }
            }
        }
    }

    /// Fills the tables indexed by target from those indexed by source.
    fn turn_round(&mut self) {
        let cells = self.forwards.len();
        for (from, steps) in (0..=u8::MAX).zip(&self.forwards) {
            for step in steps {
                let to = usize::from(step.cell);
                // Nothing is attacked where a piece can never go, even to promote.
                if step.mode != Mode::Quiet && !self.unreached.has(Cell(step.cell)) {
                    self.attacks[usize::from(from) * cells + to]
                        .push((step.between, step.mode == Mode::Hop));
                }
                let stays =
                    self.after[usize::from(from)] == self.kind && self.stays_on(Cell(step.cell));
                if matches!(step.mode, Mode::Both | Mode::Quiet | Mode::Lame) && stays {
                    self.backwards[to].push(Step { cell: from, ..*step });
                }
                if step.doubles {
                    let over = step.between.first().expect("a double step passes over a cell");
                    self.passings[to] = Some((from, over.0));
                }
            }
        }
    }
}

/// Returns the steps of a piece from a cell. Each path between two cells is listed once.
fn steps_from<const W: usize>(tables: &VariantTables<W>, man: Piece, from: Cell) -> Vec<Step<W>> {
    let spec = &tables.kinds()[man.kind().index()];
    let of_region = |cell: &Cell| spec.regions.iter().position(|region| region.contains(cell));
    let mut steps: Vec<Step<W>> = Vec::new();
    for path in &spec.paths[man.seat().index()][from.index()] {
        let mut between = Bitboard::EMPTY;
        for (number, cell) in path.cells.iter().enumerate() {
            let step = Step {
                cell: cell.0,
                between,
                mode: path.mode,
                doubles: number == 1 && tables.is_start_step(man, from, *cell),
                is_barred: of_region(&from).is_some() && of_region(&from) != of_region(cell),
            };
            if path.targets().contains(cell) && !steps.contains(&step) {
                steps.push(step);
            }
            between |= Bitboard::of(*cell);
        }
    }
    steps
}

/// Returns the pieces whose double step allows a capture en passant.
pub(crate) fn en_passant_pawns<const W: usize>(
    tables: &VariantTables<W>,
    men: &[Piece],
) -> Vec<u8> {
    let spec = |man: &Piece| &tables.kinds()[man.kind().index()];
    let doubles = |man: &Piece| {
        let paths = &spec(man).paths[man.seat().index()];
        let long = paths.iter().flatten().any(|path| path.cells.len() > 1);
        spec(man).role == Role::Pawn && long
    };
    let is_taken = |seat: Seat| men.iter().any(|man| man.seat() != seat && spec(man).en_passant);
    let en_passant_pawns =
        men.iter().zip(0..).filter(|(man, _)| doubles(man) && is_taken(man.seat()));
    en_passant_pawns.map(|(_, number)| number).collect()
}
