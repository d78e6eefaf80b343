//! [`VariantTables`]: a game's rules compiled to tables.

use arrayvec::ArrayVec;

use super::jumps::Jumps;
use super::keys::Keys;
use super::limits::GameLimits;
use super::piece::{Kind, PAWN_KINDS, Piece, Seat};
use super::scoring::Scoring;
use super::side::{Compiler, Shape, Side, flag_bit};
use super::spec::{DeadMaterial, EnPassantCounts, Field, KindSpec, LapSpec, Role, Spec};
use super::spec_check::check;
use super::spec_error::SpecError;
use super::starts::{StartStep, Starts};
use crate::geometry::{Bitboard, Board, Cell, Grid, Path};

/// A king's race, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Lap<const W: usize> {
    pub seat: Seat,
    pub flag: u32,
    pub before: Bitboard<W>,
    pub after: Bitboard<W>,
    pub goals: Bitboard<W>,
}

/// The rules of a game, compiled to tables. Every [`crate::Position`] borrows them.
///
/// ```
/// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Seat, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// assert_eq!((chess.name(), chess.cells(), chess.seats()), ("chess", 64, 2));
/// let game = FamilyGame::<Duel, 1>::new(chess);
/// let e1 = chess.grid().at("e1");
/// assert_eq!(chess.letter_of(game.position().piece(e1)), 'K');
/// assert_eq!(game.position().king(Seat::WHITE), Some(e1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariantTables<const W: usize> {
    pub(crate) name: String,
    pub(crate) grid: Grid,
    pub(crate) kinds: Vec<KindSpec>,
    pub(crate) king: Kind,
    pub(crate) sides: Vec<Side<W>>,
    pub(crate) pawn_kinds: ArrayVec<Kind, PAWN_KINDS>,
    /// Whether all seats' pieces but pawns move alike.
    pub(crate) pieces_move_alike: bool,
    /// The kind that a piece becomes when it leaves a cell, by kind and cell.
    pub(crate) changes: Vec<Vec<Kind>>,
    /// The flags that are lost when a piece leaves or enters a cell.
    pub(crate) losing: Vec<u32>,
    /// The letter of each flag, in the order of the bits.
    pub(crate) letters: Vec<char>,
    pub(crate) laps: Vec<Lap<W>>,
    pub(crate) lap_specs: Vec<LapSpec>,
    pub(crate) fields: Vec<Field>,
    pub(crate) start: String,
    pub(crate) dead: DeadMaterial,
    pub(crate) light: Bitboard<W>,
    pub(crate) scoring: Scoring,
    pub(crate) limits: GameLimits,
    /// The number of plies without progress that ends a duel; an unreachable number if there is no
    /// limit.
    pub(crate) quiet_limit: u32,
    pub(crate) en_passant_counts: EnPassantCounts,
    pub(crate) note: String,
    /// The jumps of each kind that jumps over neighbours.
    pub(crate) jumps: Vec<Jumps<W>>,
    /// Whether start steps of a seat that end on different cells pass over the same one.
    pub(crate) crossing_starts: bool,
    /// The choices among the rules of the family, as bits that the family defines.
    pub(crate) family_flags: u32,
    pub(crate) keys: Keys,
}

/// The letters of all flags, White's first, in the order in which position strings list them.
fn flag_letters(spec: &Spec) -> Vec<char> {
    let mut letters: Vec<char> = spec.castlings.iter().map(|castling| castling.right).collect();
    letters.extend(spec.laps.iter().map(|lap| lap.letter));
    letters.sort_by_key(|letter| letter.is_lowercase());
    letters.dedup();
    letters
}

impl<const W: usize> VariantTables<W> {
    /// Compiles a variant.
    ///
    /// # Errors
    /// Returns an error if the specification contradicts itself or exceeds the limits of tables.
    ///
    /// # Panics
    /// Never panics, since the specification is checked first.
    pub fn compile(spec: Spec) -> Result<Self, SpecError> {
        check(&spec, 128 * W)?;
        let cells = spec.grid.cells();
        let letters = flag_letters(&spec);
        let mut compiler = Compiler::default();
        let seats = spec.kinds.first().map_or(0, |kind| kind.paths.len());
        let sides: Vec<_> = (0..seats)
            .map(|seat| Side::compile(&spec, Seat(seat as u8), &letters, &mut compiler))
            .collect();
        let mut losing = vec![0; cells];
        for castling in sides.iter().flat_map(|side| &side.castlings) {
            losing[castling.king.0.index()] |= castling.flag;
            losing[castling.rook.0.index()] |= castling.flag;
        }
        let laps = spec.laps.iter().map(|lap| Lap {
            seat: lap.seat,
            flag: flag_bit(&letters, lap.letter),
            before: lap.before.iter().copied().collect(),
            after: lap.after.iter().copied().collect(),
            goals: lap.goals.iter().copied().collect(),
        });
        let pawn_kinds = spec.kinds.iter().zip(0..).filter(|(kind, _)| kind.role == Role::Pawn);
        let role = |role| spec.kinds.iter().position(|kind| kind.role == role);
        let light = |cell: &Cell| {
            let (file, rank) = spec.grid.place(*cell);
            (file + rank) % 2 == 1
        };
        let jumps = jumps(&spec);
        let motions = sides.first().into_iter().flat_map(|side| side.motions.iter().zip(0..));
        let pawns = motions.filter(|(motion, _)| motion.shape == Shape::Pawn);
        let pawns = pawns.fold(0, |pawns, (_, kind)| pawns | 1 << kind);
        Ok(Self {
            name: spec.name,
            king: Kind(role(Role::King).unwrap_or_default() as u8),
            pawn_kinds: pawn_kinds.map(|(_, number)| Kind(number)).collect(),
            pieces_move_alike: spec.kinds.iter().all(moves_alike),
            changes: spec
                .kinds
                .iter()
                .enumerate()
                .map(|(k, kind)| changes(kind, k, cells))
                .collect(),
            laps: laps.collect(),
            jumps,
            crossing_starts: sides.iter().any(has_crossing_starts),
            light: spec.grid.all().filter(light).collect(),
            lap_specs: spec.laps,
            keys: Keys::new(seats, (spec.kinds.len(), pawns), cells),
            family_flags: spec.family_flags,
            grid: spec.grid,
            kinds: spec.kinds,
            sides,
            losing,
            letters,
            fields: spec.fields,
            start: spec.start,
            dead: spec.dead,
            scoring: spec.scoring,
            limits: spec.limits,
            quiet_limit: spec.limits.quiet_plies.unwrap_or(u32::MAX),
            en_passant_counts: spec.en_passant_counts,
            note: spec.note,
        })
    }

    /// The variant's `UCI_Variant` name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The position string of the start.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The names of the cells.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the number of cells of the board.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// The kinds of pieces, in the order of [`Kind`]'s numbers.
    #[must_use]
    pub fn kinds(&self) -> &[KindSpec] {
        &self.kinds
    }

    /// Returns the name of a kind for people, or its letter.
    pub(crate) fn called(&self, kind: Kind) -> String {
        let KindSpec { name, letter, .. } = &self.kinds[kind.index()];
        if name.is_empty() { letter.to_string() } else { (*name).to_owned() }
    }

    /// The royal kind.
    #[must_use]
    pub const fn king(&self) -> Kind {
        self.king
    }

    /// Returns the number of players.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.sides.len()
    }

    /// Returns a note on the parts of the board that a drawing of the grid cannot show.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The kings' races.
    #[must_use]
    pub fn laps(&self) -> &[LapSpec] {
        &self.lap_specs
    }

    /// Returns the points for the ends other than mate.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Returns the limits of a duel without progress.
    #[must_use]
    pub const fn limits(&self) -> GameLimits {
        self.limits
    }

    /// Returns the neighbours of a cell over which a piece of this kind on it could jump, if they
    /// hold a piece and the cell behind is empty. It is empty if the kind does not jump.
    #[must_use]
    pub fn hurdles(&self, kind: Kind, from: Cell) -> Bitboard<W> {
        let jumps = self.jumps.iter().find(|jumps| jumps.kind == kind);
        jumps.map_or(Bitboard::EMPTY, |jumps| jumps.over(from))
    }

    /// Returns whether a move uncovers attacks only along open lines through the cell that it
    /// leaves. That is so if no piece hops, makes lame leaps or jumps over neighbours.
    ///
    /// ```
    /// use rotunda_movegen::{Family, Options, Variant};
    /// for (name, expected) in [("chess", true), ("circular70", true), ("ordinary-nocheckers", false)] {
    ///     let Family::Duel(tables) = Variant::by_name(name)?.family(Options::default()) else {
    ///         unreachable!("they are duels");
    ///     };
    ///     assert_eq!(tables.attacks_on_lines_alone(), expected, "{name}");
    /// }
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn attacks_on_lines_alone(&self) -> bool {
        let is_plain = |side: &Side<W>| {
            side.hoppers.is_empty() && side.motions.iter().all(|motion| motion.lame.is_none())
        };
        self.jumps.is_empty() && self.sides.iter().all(is_plain)
    }

    /// Returns whether every piece but pawns leaps or slides, and captures as it moves, so that its
    /// moves depend only on the cells that it attacks.
    ///
    /// ```
    /// use rotunda_movegen::{Family, Options, Variant};
    /// for (name, expected) in [("chess", true), ("rollerball", true), ("ordinary-nocheckers", false)] {
    ///     let Family::Duel(tables) = Variant::by_name(name)?.family(Options::default()) else {
    ///         unreachable!("they are duels");
    ///     };
    ///     assert_eq!(tables.pieces_leap_or_slide(), expected, "{name}");
    /// }
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn pieces_leap_or_slide(&self) -> bool {
        let motions = self.sides.iter().flat_map(|side| &side.motions);
        let is_plain = |shape| matches!(shape, Shape::Leap | Shape::Slide | Shape::Pawn);
        self.jumps.is_empty() && motions.map(|motion| motion.shape).all(is_plain)
    }

    /// Returns the light cells of a chequered board with a dark cell in the corner.
    #[inline]
    #[must_use]
    pub const fn light(&self) -> Bitboard<W> {
        self.light
    }

    /// Returns the piece of a letter in position strings. Capitals are White's.
    #[must_use]
    pub(crate) fn piece_of(&self, letter: char) -> Option<Piece> {
        let seat = if letter.is_ascii_uppercase() { Seat::WHITE } else { Seat::BLACK };
        let capital = letter.to_ascii_uppercase();
        let kind = self.kinds.iter().position(|kind| kind.letter == capital)?;
        Some(Piece::new(seat, Kind(kind as u8)))
    }

    /// The letter of a piece in position strings.
    #[must_use]
    pub fn letter_of(&self, piece: Piece) -> char {
        let capital = self.kinds[piece.kind().index()].letter;
        if piece.seat() == Seat::WHITE { capital } else { capital.to_ascii_lowercase() }
    }

    /// Returns whether a piece of this kind is a pawn; false for a kind that the game does not
    /// have.
    #[inline]
    #[must_use]
    pub fn is_pawn(&self, kind: Kind) -> bool {
        self.sides[0].motions.get(kind.index()).is_some_and(|motion| motion.shape == Shape::Pawn)
    }

    /// Returns the cells from which pieces like this capture a pawn en passant that has passed over
    /// a cell.
    #[must_use]
    pub fn takers_in_passing(&self, piece: Piece, over: Cell) -> Bitboard<W> {
        let mut takers = self.sides[piece.seat().index()].passant.iter();
        let taker = takers.find(|(kind, _)| *kind == piece.kind());
        taker.map_or(Bitboard::EMPTY, |(_, from)| from[over.index()])
    }

    /// Returns whether every start step of pawns like this passes over one cell, is the only one to
    /// its target, and keeps the pawn's kind.
    #[must_use]
    pub fn has_plain_starts(&self, pawn: Piece) -> bool {
        let starts = &self.sides[pawn.seat().index()].motions[pawn.kind().index()].starts;
        let mut ends = Bitboard::EMPTY;
        (0..=u8::MAX).map(Cell).zip(&starts.by_cell).all(|(from, start)| match *start {
            Starts::None => true,
            Starts::One { to, .. } => {
                let is_new = !ends.has(to);
                ends |= Bitboard::<W>::of(to);
                is_new && self.kind_after(pawn.kind(), from) == pawn.kind()
            }
            Starts::Several(..) => false,
        })
    }

    /// Returns whether a pawn like this has a start step from one cell to another.
    #[must_use]
    pub fn is_start_step(&self, pawn: Piece, from: Cell, to: Cell) -> bool {
        let starts = &self.sides[pawn.seat().index()].motions[pawn.kind().index()].starts;
        starts.from(from).any(|(step, _)| step.to == to)
    }

    /// Returns the cells where a seat's pieces of this kind promote.
    #[inline]
    #[must_use]
    pub fn promotion_zone(&self, seat: Seat, kind: Kind) -> Bitboard<W> {
        self.sides[seat.index()].motions[kind.index()].zone
    }

    /// Returns the cells where promotion of a seat's pieces of this kind is optional.
    #[inline]
    #[must_use]
    pub fn optional_zone(&self, seat: Seat, kind: Kind) -> Bitboard<W> {
        self.sides[seat.index()].motions[kind.index()].optional
    }

    /// Returns the cells where a piece of a seat may become one of this kind by its move.
    #[must_use]
    pub fn cells_of_becoming(&self, seat: Seat, kind: Kind) -> Bitboard<W> {
        let mut cells = Bitboard::EMPTY;
        for (index, other) in self.kinds.iter().enumerate() {
            if other.choices[seat.index()].contains(&kind) {
                cells |= self.promotion_zone(seat, Kind(index as u8));
            }
            if let Some((leaving, _)) = other.changes.as_ref().filter(|(_, into)| *into == kind) {
                let paths =
                    leaving.iter().flat_map(|cell| &other.paths[seat.index()][cell.index()]);
                cells |= paths.flat_map(|path| path.targets().iter().copied()).collect();
            }
        }
        cells
    }

    /// Returns the key difference of a duel's position when a piece goes from one cell to another,
    /// without other effects. The way back has the same difference.
    #[must_use]
    pub fn key_of_step(&self, piece: Piece, from: Cell, to: Cell) -> u64 {
        self.keys.piece(piece, from) ^ self.keys.piece(piece, to) ^ self.keys.black
    }

    /// Returns the key of the turn of a duel's second seat.
    #[inline]
    #[must_use]
    pub const fn key_of_turn(&self) -> u64 {
        self.keys.black
    }

    /// The kind that a piece becomes when it leaves a cell without promoting, usually its own.
    #[inline]
    #[must_use]
    pub fn kind_after(&self, kind: Kind, from: Cell) -> Kind {
        self.changes[kind.index()][from.index()]
    }
}

/// Returns whether start steps of a seat that end on different cells pass over the same one.
fn has_crossing_starts<const W: usize>(side: &Side<W>) -> bool {
    let mut all = side.motions.iter().flat_map(|motion| {
        let cells = (0..motion.both.len()).map(|cell| Cell(cell as u8));
        cells.flat_map(|cell| motion.starts.from(cell)).map(|(step, _)| step)
    });
    let mut ends: Vec<Option<Cell>> = vec![None; 128 * W];
    let mut crosses = |step: &StartStep<W>| {
        let mut over = step.cells().iter();
        over.any(|over| ends[over.index()].replace(step.to).is_some_and(|to| to != step.to))
    };
    all.any(|step| crosses(&step))
}

/// Returns whether pieces of a kind move alike for all seats, or are pawns.
fn moves_alike(kind: &KindSpec) -> bool {
    let is_same = |seats: &[Vec<Vec<Path>>]| seats.windows(2).all(|pair| pair[0] == pair[1]);
    kind.role == Role::Pawn || is_same(&kind.paths) && is_same(&kind.faces)
}

/// The jumps of each kind that jumps.
fn jumps<const W: usize>(spec: &Spec) -> Vec<Jumps<W>> {
    let kinds = spec.kinds.iter().zip(0..).filter(|(kind, _)| kind.jumps);
    kinds.map(|(_, number)| Jumps::compile(&spec.grid, Kind(number))).collect()
}

fn changes(kind: &KindSpec, own: usize, cells: usize) -> Vec<Kind> {
    let mut table = vec![Kind(own as u8); cells];
    if let Some((leaving, becomes)) = &kind.changes {
        for cell in leaving {
            table[cell.index()] = *becomes;
        }
    }
    table
}
