//! The tables of one seat: how its pieces move, and from where they attack.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::pawn_steps::{PawnMotion, PawnSteps};
use super::piece::{KINDS, Kind, Seat};
use super::spec::{CastlingSpec, KindSpec, Role, Spec};
use crate::geometry::{Bitboard, Board, Cell, LameLeaps, Lines, Mode, Path, Slides};

/// The bit of the flag with this letter.
pub(crate) fn flag_bit(letters: &[char], letter: char) -> u32 {
    let bit = letters.iter().position(|known| *known == letter);
    1 << bit.expect("every flag's letter is collected first")
}

/// How the moves of a kind are found; the common cases have a loop of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Leaps alone, that both move and capture.
    Leap,
    /// Slides alone, that both move and capture.
    Slide,
    /// A pawn: leaps that move, capture or both; double steps and promotions.
    Pawn,
    /// Anything else.
    Mixed,
}

/// How one seat's pieces of one kind move.
#[derive(Clone, Debug)]
pub(crate) struct Motion<const W: usize> {
    pub shape: Shape,
    /// Leaps by cell, that move and capture, only move, only capture.
    pub both: Vec<Bitboard<W>>,
    pub quiet: Vec<Bitboard<W>>,
    pub capture: Vec<Bitboard<W>>,
    pub slide_both: Option<Arc<Slides<W>>>,
    pub slide_quiet: Option<Arc<Slides<W>>>,
    pub slide_capture: Option<Arc<Slides<W>>>,
    pub hop: Option<Arc<Slides<W>>>,
    pub lame: Option<LameLeaps<W>>,
    /// The double step from a cell: the cell passed over and the target.
    pub doubles: Vec<Option<(Cell, Cell)>>,
    /// A pawn's steps all at once, if they can be taken so.
    pub pawn_steps: Option<PawnSteps<W>>,
    /// Where the piece promotes.
    pub zone: Bitboard<W>,
    /// From where a pawn has a step to there.
    pub promoting: Bitboard<W>,
    /// Where of these it may as well stay what it is.
    pub optional: Bitboard<W>,
    /// Where it can never stand.
    pub closed: Bitboard<W>,
}

/// From where one seat's pieces attack a cell, by kind.
#[derive(Clone, Debug)]
pub(crate) struct Into<const W: usize> {
    /// Cells of leapers that hit.
    pub near: [Bitboard<W>; KINDS],
    /// Cells of sliders with a path that leads here, of lame leapers, and of kings that face it.
    pub far: [Bitboard<W>; KINDS],
    /// Cells of hoppers with a path that leads here.
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
    pub into: Vec<Into<W>>,
    /// The kinds that attack a king by leaps, along open lines, by hops.
    pub leapers: ArrayVec<Kind, KINDS>,
    pub sliders: ArrayVec<Kind, KINDS>,
    pub hoppers: ArrayVec<Kind, KINDS>,
    /// Those that attack any piece along open lines: a king faces no other piece.
    pub takers: ArrayVec<Kind, KINDS>,
    /// The paths between pairs of cells, by kind: of its capturing slides and lame leaps or the lines
    /// along which a king faces the enemy's, and of its hops.
    pub slide_lines: Vec<Option<Arc<Lines<W>>>>,
    pub hop_lines: Vec<Option<Arc<Lines<W>>>>,
    pub castlings: Vec<Castling<W>>,
}

/// One way to castle, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Castling<const W: usize> {
    pub flag: u32,
    pub code: (Cell, Cell),
    pub king: (Cell, Cell),
    pub rook: (Cell, Cell),
    pub empty: Bitboard<W>,
    pub safe: Bitboard<W>,
    /// Whether the king may be attacked where it ends though that cell is safe before the rook has moved.
    pub uncovers: bool,
}

/// The cells of the paths from each cell.
type PathCells<'a> = Vec<Vec<&'a [Cell]>>;

/// Compiles path sets to [`Slides`] and [`Lines`]; equal sets, like a rook's for both seats, once.
#[derive(Default)]
pub(crate) struct Compiler<'a, const W: usize> {
    slides: FxHashMap<PathCells<'a>, (Arc<Slides<W>>, Arc<Lines<W>>)>,
}

impl<'a, const W: usize> Compiler<'a, W> {
    /// The slides along the kind's paths of a mode, if it slides in this mode.
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

/// The cells of the kind's lame leaps, if it has any.
fn lame(kind: &KindSpec, seat: Seat) -> Option<PathCells<'_>> {
    let cells = cells_of(kind, seat, &[Mode::Lame]);
    cells.iter().any(|paths| !paths.is_empty()).then_some(cells)
}

/// The open lines by which a seat's pieces of a kind attack a king.
fn open_lines<'a, const W: usize>(
    kind: &'a KindSpec,
    seat: Seat,
    compiler: &mut Compiler<'a, W>,
) -> Option<Arc<Lines<W>>> {
    let mut all: Vec<Arc<Lines<W>>> = compiler.capturing_lines(kind, seat).into_iter().collect();
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

/// Whether any of the kind's paths of this mode is longer than one cell, so that all are slides.
fn slides_in(kind: &KindSpec, seat: Seat, mode: Mode) -> bool {
    kind.paths[seat.index()].iter().flatten().any(|path| path.mode == mode && path.cells.len() > 1)
}

/// The targets of the kind's paths of a mode by cell, unless it slides in this mode.
fn leaps<const W: usize>(kind: &KindSpec, seat: Seat, mode: Mode) -> Vec<Bitboard<W>> {
    let slides = kind.role != Role::Pawn && slides_in(kind, seat, mode);
    let of_cell = |paths: &Vec<Path>| -> Bitboard<W> {
        let of_mode = paths.iter().filter(|path| path.mode == mode && !slides);
        of_mode.filter(|path| path.cells.len() == 1).map(|path| path.cells[0]).collect()
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
            doubles: vec![None; kind.paths[seat.index()].len()],
            pawn_steps: None,
            zone: kind.promotes_on[seat.index()].iter().copied().collect(),
            promoting: Bitboard::EMPTY,
            optional: kind.declines_on[seat.index()].iter().copied().collect(),
            closed: kind.closed[seat.index()].iter().copied().collect(),
        };
        if kind.role == Role::Pawn {
            motion.make_pawn(kind, seat);
        } else {
            motion.shape = motion.plain_shape();
        }
        motion
    }

    /// Turns quiet paths of two cells into a step and a double step.
    fn make_pawn(&mut self, kind: &KindSpec, seat: Seat) {
        self.shape = Shape::Pawn;
        self.slide_quiet = None;
        for (cell, paths) in kind.paths[seat.index()].iter().enumerate() {
            for path in paths.iter().filter(|path| path.mode == Mode::Quiet) {
                if let [over, to] = path.cells[..] {
                    self.quiet[cell] |= Bitboard::of(over);
                    self.doubles[cell] = Some((over, to));
                }
            }
        }
        let long = [&self.slide_both, &self.slide_capture, &self.hop];
        assert!(long.iter().all(|slides| slides.is_none()), "a pawn that slides is not a pawn");
        let leaps = [&self.both, &self.quiet, &self.capture];
        let promotes = |cell: &usize| leaps.iter().any(|leaps| leaps[*cell].meets(self.zone));
        let promoting = (0..self.both.len()).filter(promotes).map(|cell| Cell(cell as u8));
        self.promoting = promoting.collect();
        self.pawn_steps = PawnSteps::compile(&PawnMotion {
            both: &self.both,
            quiet: &self.quiet,
            capture: &self.capture,
            doubles: &self.doubles,
            promoting: self.promoting,
        });
    }

    fn plain_shape(&self) -> Shape {
        let none = |leaps: &[Bitboard<W>]| leaps.iter().all(|leaps| leaps.is_empty());
        let only_both = none(&self.quiet)
            && none(&self.capture)
            && self.lame.is_none()
            && [&self.slide_quiet, &self.slide_capture, &self.hop].iter().all(|s| s.is_none());
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
        let hops = |k| compiler.slides(k, seat, Mode::Hop).map(|(_, lines)| lines);
        let hop_lines: Vec<_> = kinds.iter().map(hops).collect();
        let into = into_tables(&motions, &slide_lines, &hop_lines, spec.grid.cells());
        let having = |has: &dyn Fn(usize) -> bool| -> ArrayVec<Kind, KINDS> {
            (0..kinds.len()).filter(|kind| has(*kind)).map(|kind| Kind(kind as u8)).collect()
        };
        let castlings = spec.castlings.iter().filter(|castling| castling.seat == seat);
        Self {
            leapers: having(&|k| into.iter().any(|into| !into.near[k].is_empty())),
            sliders: having(&|k| slide_lines[k].is_some()),
            takers: having(&|k| slide_lines[k].is_some() && kinds[k].faces.is_empty()),
            hoppers: having(&|k| hop_lines[k].is_some()),
            castlings: castlings
                .map(|castling| Castling::compile(castling, flags, kinds))
                .collect(),
            king_steps: king_steps(kinds, &motions),
            motions,
            into,
            slide_lines,
            hop_lines,
        }
    }
}

/// The steps of the king out of check and in check, when it may not leave its part of the board.
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

/// The reverse tables: never derived by symmetry, since some motions exist one way only.
fn into_tables<const W: usize>(
    motions: &[Motion<W>],
    slide_lines: &[Option<Arc<Lines<W>>>],
    hop_lines: &[Option<Arc<Lines<W>>>],
    cells: usize,
) -> Vec<Into<W>> {
    let none = [Bitboard::EMPTY; KINDS];
    let mut into = vec![Into { near: none, far: none, hop: none, any: none }; cells];
    for (kind, motion) in motions.iter().enumerate() {
        for from in (0..cells).map(|cell| Cell(cell as u8)) {
            for to in motion.both[from.index()] | motion.capture[from.index()] {
                into[to.index()].near[kind] |= Bitboard::of(from);
            }
        }
        let sources = |lines: &Option<Arc<Lines<W>>>, shortest: u32| {
            lines.as_ref().map_or_else(Vec::new, |lines| lines.sources(shortest))
        };
        for (into, sources) in into.iter_mut().zip(sources(&slide_lines[kind], 0)) {
            into.far[kind] = sources;
        }
        for (into, sources) in into.iter_mut().zip(sources(&hop_lines[kind], 1)) {
            into.hop[kind] = sources;
        }
        for into in &mut into {
            into.any[kind] = into.near[kind] | into.far[kind] | into.hop[kind];
        }
    }
    into
}

impl<const W: usize> Castling<W> {
    fn compile(spec: &CastlingSpec, flags: &[char], kinds: &[KindSpec]) -> Self {
        Self {
            flag: flag_bit(flags, spec.right),
            code: spec.code,
            king: spec.king,
            rook: spec.rook,
            empty: spec.empty.iter().copied().collect(),
            safe: spec.safe.iter().copied().collect(),
            uncovers: uncovers(spec, kinds),
        }
    }
}

/// Whether a castling may expose its king where it ends, beyond what the cells that must be safe tell: if
/// that cell is none of them, if the rook leaves a path to it, or becomes the hurdle of a hop.
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
