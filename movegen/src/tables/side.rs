//! The tables of one seat: the moves of its pieces, and the cells from which they attack.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::pawn_steps::{PawnMotion, PawnSteps};
use super::piece::{KINDS, Kind, Seat};
use super::spec::{CastlingSpec, KindSpec, Role, Spec};
use super::starts::StartSteps;
use crate::geometry::{Bitboard, Board, Cell, Grid, LameLeaps, Lines, Mode, Path, Slides};

/// The bit of the flag with this letter.
pub(crate) fn flag_bit(letters: &[char], letter: char) -> u32 {
    let bit = letters.iter().position(|known| *known == letter);
    1 << bit.expect("every flag's letter is collected first")
}

/// The method of generating a kind's moves. The common cases have loops of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Only leaps that both move and capture.
    Leap,
    /// Only slides that both move and capture.
    Slide,
    /// A pawn: leaps that move, capture or both; start steps and promotions.
    Pawn,
    /// A piece that promotes without being a pawn, or that passes over cells where it cannot stand.
    Bound,
    /// Anything else.
    Mixed,
}

/// The moves of one seat's pieces of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Motion<const W: usize> {
    pub shape: Shape,
    /// The leaps by cell: those that move and capture, only move, only capture.
    pub both: Vec<Bitboard<W>>,
    pub quiet: Vec<Bitboard<W>>,
    pub capture: Vec<Bitboard<W>>,
    pub slide_both: Option<Arc<Slides<W>>>,
    pub slide_quiet: Option<Arc<Slides<W>>>,
    pub slide_capture: Option<Arc<Slides<W>>>,
    pub hop: Option<Arc<Slides<W>>>,
    pub lame: Option<LameLeaps<W>>,
    /// A pawn's start steps.
    pub starts: StartSteps<W>,
    /// The steps of many pawns at once, if they have that form.
    pub pawn_steps: Option<PawnSteps<W>>,
    /// The cells where the piece promotes.
    pub zone: Bitboard<W>,
    /// The cells from which a pawn has a step to there.
    pub promoting: Bitboard<W>,
    /// The cells of promotion where it is optional.
    pub optional: Bitboard<W>,
    /// The cells where it can never stand.
    pub closed: Bitboard<W>,
    /// The cells of these to which it never goes, even to promote.
    pub barred: Bitboard<W>,
}

/// The cells from which one seat's pieces attack a cell, by kind.
#[derive(Clone, Debug)]
pub(crate) struct AttackFrom<const W: usize> {
    /// The cells from which leapers attack.
    pub near: [Bitboard<W>; KINDS],
    /// The cells of sliders and lame leapers with a path to this cell, and of kings that face it.
    pub far: [Bitboard<W>; KINDS],
    /// The cells of hoppers with a path to this cell.
    pub hop: [Bitboard<W>; KINDS],
    /// All of these.
    pub any: [Bitboard<W>; KINDS],
}

/// All tables of one seat.
#[derive(Clone, Debug)]
pub(crate) struct Side<const W: usize> {
    pub motions: Vec<Motion<W>>,
    /// The king's steps by cell, out of check and in check.
    pub king_steps: [Vec<Bitboard<W>>; 2],
    pub attack_from: Vec<AttackFrom<W>>,
    /// The kinds that attack a king by leaps, along open lines, by hops.
    pub leapers: ArrayVec<Kind, KINDS>,
    pub sliders: ArrayVec<Kind, KINDS>,
    pub hoppers: ArrayVec<Kind, KINDS>,
    /// The kinds that attack any piece along open lines, since a king faces only a king.
    pub takers: ArrayVec<Kind, KINDS>,
    /// The paths between pairs of cells, by kind: of its capturing slides and lame leaps, or the
    /// lines along which a king faces the enemy's; and of its hops.
    pub slide_lines: Vec<Option<Arc<Lines<W>>>>,
    pub hop_lines: Vec<Option<Arc<Lines<W>>>>,
    pub castlings: Vec<Castling<W>>,
    /// The kinds that capture en passant, with the source cells of each by target.
    pub passant: ArrayVec<(Kind, Vec<Bitboard<W>>), KINDS>,
}

/// One way to castle, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Castling<const W: usize> {
    pub flag: u32,
    pub code: (Cell, Cell),
    pub king: (Cell, Cell),
    pub rook: (Cell, Cell),
    /// The kind that moves with the king.
    pub partner: Option<Kind>,
    pub empty: Bitboard<W>,
    pub safe: Bitboard<W>,
    /// Whether the king may be attacked on its last cell although that cell is safe before the rook
    /// moves.
    pub uncovers: bool,
}

/// The cells of the paths from each cell.
type PathCells<'a> = Vec<Vec<&'a [Cell]>>;

/// Compiles path sets to [`Slides`] and [`Lines`]; equal sets, such as a rook's for both seats,
/// only once.
#[derive(Default)]
pub(crate) struct Compiler<'a, const W: usize> {
    slides: FxHashMap<PathCells<'a>, (Arc<Slides<W>>, Arc<Lines<W>>)>,
}

/// The cells to which a seat's piece never goes, even to promote.
fn barred<const W: usize>(kind: &KindSpec, seat: Seat) -> Bitboard<W> {
    let closed: Bitboard<W> = kind.closed[seat.index()].iter().copied().collect();
    closed - kind.promotes_on[seat.index()].iter().copied().collect()
}

impl<'a, const W: usize> Compiler<'a, W> {
    /// Returns the slides along the kind's paths of a mode, if it slides in this mode.
    fn slides(
        &mut self,
        kind: &'a KindSpec,
        seat: Seat,
        mode: Mode,
    ) -> Option<(Arc<Slides<W>>, Arc<Lines<W>>)> {
        slides_in(kind, seat, mode).then(|| self.compiled(cells_of(kind, seat, &[mode])))
    }

    /// The lines along which the kind slides and captures, if it does.
    fn capturing_lines(&mut self, kind: &'a KindSpec, seat: Seat) -> Option<Arc<Lines<W>>> {
        let mut modes = vec![Mode::Both, Mode::Capture];
        modes.retain(|mode| slides_in(kind, seat, *mode));
        (!modes.is_empty()).then(|| self.compiled(cells_of(kind, seat, &modes)).1)
    }

    fn compiled(&mut self, paths: PathCells<'a>) -> (Arc<Slides<W>>, Arc<Lines<W>>) {
        let compiled = self.slides.entry(paths).or_insert_with_key(|paths| {
            (Arc::new(Slides::compile(paths)), Arc::new(Lines::compile(paths)))
        });
        compiled.clone()
    }
}

/// The cells of the kind's paths of some modes.
fn cells_of<'a>(kind: &'a KindSpec, seat: Seat, modes: &[Mode]) -> PathCells<'a> {
    let of_cell = |paths: &'a Vec<Path>| -> Vec<&'a [Cell]> {
        let of_modes = paths.iter().filter(|path| modes.contains(&path.mode));
        of_modes.map(|path| &path.cells[..]).collect()
    };
    kind.paths[seat.index()].iter().map(of_cell).collect()
}

/// Returns the cells of the kind's lame leaps to cells where it can stand, if it has any.
fn lame(kind: &KindSpec, seat: Seat) -> Option<PathCells<'_>> {
    let barred = barred::<2>(kind, seat);
    let mut cells = cells_of(kind, seat, &[Mode::Lame]);
    for paths in &mut cells {
        paths.retain(|path| path.last().is_some_and(|end| !barred.has(*end)));
    }
    cells.iter().any(|paths| !paths.is_empty()).then_some(cells)
}

/// Returns the open lines along which a seat's pieces of a kind attack a king.
fn open_lines<'a, const W: usize>(
    kind: &'a KindSpec,
    seat: Seat,
    compiler: &mut Compiler<'a, W>,
) -> Option<Arc<Lines<W>>> {
    let barred = barred(kind, seat);
    let taking = compiler.capturing_lines(kind, seat).map(|lines| without(lines, barred));
    let mut all: Vec<Arc<Lines<W>>> = taking.into_iter().collect();
    all.extend(lame(kind, seat).map(|paths| Arc::new(Lines::to_ends(&paths))));
    let facing = kind.faces.get(seat.index());
    all.extend(facing.map(|paths| {
        let cells = |all: &'a Vec<Path>| all.iter().map(|path| &path.cells[..]).collect();
        let paths: PathCells = paths.iter().map(cells).collect();
        Arc::new(Lines::compile(&paths))
    }));
    match &all[..] {
        [] => None,
        [lines] => Some(lines.clone()),
        several => Some(Arc::new(Lines::join(several))),
    }
}

/// The lines that do not lead to some cells.
fn without<const W: usize>(lines: Arc<Lines<W>>, barred: Bitboard<W>) -> Arc<Lines<W>> {
    if barred.is_empty() { lines } else { Arc::new(lines.without(barred)) }
}

/// Returns whether any of the kind's paths of this mode is longer than one cell, so that all are
/// slides.
fn slides_in(kind: &KindSpec, seat: Seat, mode: Mode) -> bool {
    kind.paths[seat.index()].iter().flatten().any(|path| path.mode == mode && path.cells.len() > 1)
}

/// Returns the targets, by cell, of the kind's paths of a mode where it can stand, unless it slides
/// in this mode.
fn leaps<const W: usize>(kind: &KindSpec, seat: Seat, mode: Mode) -> Vec<Bitboard<W>> {
    let slides = kind.role != Role::Pawn && slides_in(kind, seat, mode);
    let barred = barred(kind, seat);
    let of_cell = |paths: &Vec<Path>| -> Bitboard<W> {
        let of_mode = paths.iter().filter(|path| path.mode == mode && !slides);
        let lone = of_mode.filter(|path| path.cells.len() == 1).map(|path| path.cells[0]);
        lone.collect::<Bitboard<W>>() - barred
    };
    kind.paths[seat.index()].iter().map(of_cell).collect()
}

impl<const W: usize> Motion<W> {
    fn compile<'a>(kind: &'a KindSpec, seat: Seat, compiler: &mut Compiler<'a, W>) -> Self {
        let mut slides = |mode| compiler.slides(kind, seat, mode).map(|(slides, _)| slides);
        let mut motion = Self {
            shape: Shape::Mixed,
            both: leaps(kind, seat, Mode::Both),
            quiet: leaps(kind, seat, Mode::Quiet),
            capture: leaps(kind, seat, Mode::Capture),
            slide_both: slides(Mode::Both),
            slide_quiet: slides(Mode::Quiet),
            slide_capture: slides(Mode::Capture),
            hop: slides(Mode::Hop),
            lame: lame(kind, seat).map(|paths| LameLeaps::compile(&paths)),
            starts: StartSteps::none(kind.paths[seat.index()].len()),
            pawn_steps: None,
            zone: kind.promotes_on[seat.index()].iter().copied().collect(),
            promoting: Bitboard::EMPTY,
            optional: kind.declines_on[seat.index()].iter().copied().collect(),
            closed: kind.closed[seat.index()].iter().copied().collect(),
            barred: barred(kind, seat),
        };
        if kind.role == Role::Pawn {
            motion.make_pawn(kind, seat);
        } else {
            motion.shape = motion.plain_shape();
        }
        motion
    }

    /// Turns quiet paths of several cells into a step and start steps.
    fn make_pawn(&mut self, kind: &KindSpec, seat: Seat) {
        self.shape = Shape::Pawn;
        self.slide_quiet = None;
        let paths = &kind.paths[seat.index()];
        for (cell, paths) in paths.iter().enumerate() {
            let quiet = paths.iter().filter(|path| path.mode == Mode::Quiet);
            let first: Bitboard<W> = quiet.filter_map(|path| path.cells.first().copied()).collect();
            self.quiet[cell] |= first - self.barred;
        }
        let long = [&self.slide_both, &self.slide_capture, &self.hop];
        assert!(long.iter().all(|slides| slides.is_none()), "a pawn that slides is not a pawn");
        let step = |cell: Cell| self.both[cell.index()] | self.quiet[cell.index()];
        self.starts = StartSteps::compile(paths, step, self.barred, self.zone);
        let leaps = [&self.both, &self.quiet, &self.capture];
        let promotes = |cell: &Cell| {
            leaps.iter().any(|leaps| leaps[cell.index()].meets(self.zone))
                || self.starts.from(*cell).any(|(step, _)| self.zone.has(step.to))
        };
        let all = (0..self.both.len()).map(|cell| Cell(cell as u8));
        self.promoting = all.filter(promotes).collect();
        self.pawn_steps = PawnSteps::compile(&PawnMotion {
            both: &self.both,
            quiet: &self.quiet,
            capture: &self.capture,
            starts: &self.starts.by_cell,
            promoting: self.promoting,
        });
    }

    fn plain_shape(&self) -> Shape {
        let none = |leaps: &[Bitboard<W>]| leaps.iter().all(|leaps| leaps.is_empty());
        let only_both = none(&self.quiet)
            && none(&self.capture)
            && self.lame.is_none()
            && [&self.slide_quiet, &self.slide_capture, &self.hop].iter().all(|s| s.is_none());
        let is_leaper = self.lame.is_none()
            && [&self.slide_both, &self.slide_quiet, &self.slide_capture, &self.hop]
                .iter()
                .all(|slides| slides.is_none());
        if !self.zone.is_empty() || !self.barred.is_empty() && !is_leaper {
            return Shape::Bound;
        }
        match (only_both, none(&self.both), self.slide_both.is_some()) {
            (true, _, false) => Shape::Leap,
            (true, true, true) => Shape::Slide,
            _ => Shape::Mixed,
        }
    }
}

impl<const W: usize> Side<W> {
    pub fn compile<'a>(
        spec: &'a Spec,
        seat: Seat,
        flags: &[char],
        compiler: &mut Compiler<'a, W>,
    ) -> Self {
        let kinds = &spec.kinds;
        let motions: Vec<_> = kinds.iter().map(|k| Motion::compile(k, seat, compiler)).collect();
        let slide_lines: Vec<_> = kinds.iter().map(|k| open_lines(k, seat, compiler)).collect();
        let hops = |k| {
            let lines = compiler.slides(k, seat, Mode::Hop).map(|(_, lines)| lines);
            lines.map(|lines| without(lines, barred(k, seat)))
        };
        let hop_lines: Vec<_> = kinds.iter().map(hops).collect();
        let attack_from = attack_from_tables(&motions, &slide_lines, &hop_lines, spec.grid.cells());
        let having = |has: &dyn Fn(usize) -> bool| -> ArrayVec<Kind, KINDS> {
            (0..kinds.len()).filter(|kind| has(*kind)).map(|kind| Kind(kind as u8)).collect()
        };
        let castlings = spec.castlings.iter().filter(|castling| castling.seat == seat);
        Self {
            leapers: having(&|k| {
                attack_from.iter().any(|attack_from| !attack_from.near[k].is_empty())
            }),
            sliders: having(&|k| slide_lines[k].is_some()),
            takers: having(&|k| slide_lines[k].is_some() && kinds[k].faces.is_empty()),
            hoppers: having(&|k| hop_lines[k].is_some()),
            castlings: castlings.map(|castling| Castling::compile(castling, spec, flags)).collect(),
            king_steps: king_steps(kinds, &motions),
            passant: passant(&spec.grid, kinds, seat),
            motions,
            attack_from,
            slide_lines,
            hop_lines,
        }
    }
}

/// Returns the steps of the king out of check and in check, when it must not leave its region.
fn king_steps<const W: usize>(kinds: &[KindSpec], motions: &[Motion<W>]) -> [Vec<Bitboard<W>>; 2] {
    let king = kinds.iter().zip(motions).find(|(kind, _)| kind.role == Role::King);
    let (king, motion) = king.expect("every variant has a king");
    let mut in_check = motion.both.clone();
    for region in &king.regions {
        let cells: Bitboard<W> = region.iter().copied().collect();
        for cell in region {
            in_check[cell.index()] &= cells;
        }
    }
    [motion.both.clone(), in_check]
}

/// Returns the kinds that capture en passant, with the source cells of each by target. From a
/// source cell the piece captures on the target by a leap ([`KindSpec::capture_leaps`]), and has no
/// quiet move there, which would be another move with the same text.
fn passant<const W: usize>(
    grid: &Grid,
    kinds: &[KindSpec],
    seat: Seat,
) -> ArrayVec<(Kind, Vec<Bitboard<W>>), KINDS> {
    let from_cells = |kind: &KindSpec| {
        let mut onto = vec![Bitboard::EMPTY; grid.cells()];
        let barred = barred(kind, seat);
        for (from, paths) in kind.paths[seat.index()].iter().enumerate() {
            let goes = paths
                .iter()
                .filter(|path| matches!(path.mode, Mode::Both | Mode::Quiet | Mode::Lame));
            let goes: Bitboard<W> = goes.flat_map(Path::targets).copied().collect();
            let captures: Bitboard<W> =
                kind.capture_leaps(grid, seat, Cell(from as u8)).into_iter().collect();
            for to in captures - goes - barred {
                onto[to.index()] |= Bitboard::of(Cell(from as u8));
            }
        }
        onto
    };
    let takers = kinds.iter().zip(0..).filter(|(kind, _)| kind.en_passant);
    takers.map(|(kind, number)| (Kind(number), from_cells(kind))).collect()
}

/// The reverse tables: they are not derived by symmetry, since some moves exist in one direction
/// only.
fn attack_from_tables<const W: usize>(
    motions: &[Motion<W>],
    slide_lines: &[Option<Arc<Lines<W>>>],
    hop_lines: &[Option<Arc<Lines<W>>>],
    cells: usize,
) -> Vec<AttackFrom<W>> {
    let none = [Bitboard::EMPTY; KINDS];
    let mut attack_from = vec![AttackFrom { near: none, far: none, hop: none, any: none }; cells];
    for (kind, motion) in motions.iter().enumerate() {
        for from in (0..cells).map(|cell| Cell(cell as u8)) {
            for to in motion.both[from.index()] | motion.capture[from.index()] {
                attack_from[to.index()].near[kind] |= Bitboard::of(from);
            }
        }
        let sources = |lines: &Option<Arc<Lines<W>>>, shortest: u32| {
            lines.as_ref().map_or_else(Vec::new, |lines| lines.sources(shortest))
        };
        for (attack_from, sources) in attack_from.iter_mut().zip(sources(&slide_lines[kind], 0)) {
            attack_from.far[kind] = sources;
        }
        for (attack_from, sources) in attack_from.iter_mut().zip(sources(&hop_lines[kind], 1)) {
            attack_from.hop[kind] = sources;
        }
        for attack_from in &mut attack_from {
            attack_from.any[kind] =
                attack_from.near[kind] | attack_from.far[kind] | attack_from.hop[kind];
        }
    }
    attack_from
}

impl<const W: usize> Castling<W> {
    fn compile(spec: &CastlingSpec, game: &Spec, flags: &[char]) -> Self {
        let pair = |(first, second)| Bitboard::<W>::of(first) | Bitboard::of(second);
        let homes = pair((spec.king.0, spec.rook.0));
        let ends = pair((spec.king.1, spec.rook.1));
        Self {
            flag: flag_bit(flags, spec.right),
            code: spec.code,
            king: spec.king,
            rook: spec.rook,
            partner: partner(spec, game),
            empty: spec.empty.iter().copied().collect::<Bitboard<W>>() | (ends - homes),
            safe: spec.safe.iter().copied().collect(),
            uncovers: uncovers(spec, &game.kinds),
        }
    }
}

/// Returns the kind that castles with the king: that of the seat's piece on the rook's first cell
/// at the start, or else the one with the letter R.
pub(super) fn partner(castling: &CastlingSpec, game: &Spec) -> Option<Kind> {
    let at_start = letter_at_start(game, castling.rook.0);
    let own =
        at_start.filter(|letter| letter.is_ascii_uppercase() == (castling.seat == Seat::WHITE));
    let kind = |letter: char| {
        let is_it = |kind: &KindSpec| kind.letter == letter && kind.role != Role::King;
        game.kinds.iter().position(is_it).map(|kind| Kind(kind as u8))
    };
    own.and_then(|letter| kind(letter.to_ascii_uppercase())).or_else(|| kind('R'))
}

/// Returns the letter that stands on a cell at the start of a duel.
fn letter_at_start(game: &Spec, cell: Cell) -> Option<char> {
    let (file, rank) = game.grid.place(cell);
    let row = game.start.split(' ').next()?.split('/').rev().nth(rank)?;
    let mut at = 0;
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (passed, used) = match digits {
            0 => (1, letter.len_utf8()),
            _ => (rest[..digits].parse().ok()?, digits),
        };
        if (at..at + passed).contains(&file) {
            return Some(letter).filter(char::is_ascii_alphabetic);
        }
        at += passed;
        rest = &rest[used..];
    }
    None
}

/// Returns whether a castling may expose its king on its last cell although all cells that must be
/// safe are safe. That is so if the last cell is not one of them, if the rook leaves a path to it,
/// or if the rook becomes the hurdle of a hop.
fn uncovers(spec: &CastlingSpec, kinds: &[KindSpec]) -> bool {
    let (rook, end) = (spec.rook.0, spec.king.1);
    let opens = |path: &Path| {
        let before = path.cells.iter().take_while(|cell| **cell != end);
        before.clone().count() < path.cells.len()
            && (path.mode == Mode::Hop || before.clone().any(|cell| *cell == rook))
    };
    let faces = kinds.iter().any(|kind| !kind.faces.is_empty());
    let mut paths = kinds.iter().flat_map(|kind| kind.paths.iter().flatten().flatten());
    !spec.safe.contains(&end) || faces || paths.any(opens)
}
