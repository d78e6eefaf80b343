//! [`Weights`]: the numbers of the evaluation, derived at start-up from how far pieces get.

use arrayvec::ArrayVec;
use rotunda_movegen::{
    Bitboard, Cell, KINDS, Kind, KindSpec, PAWN_KINDS, Path, Position, Role, Seat, VariantTables,
};

use super::endings::Endings;
use super::eval_params::EvalParams;
use super::fifty_move_scaling::FiftyMoveScaling;
use super::mobility::{Distances, Mobility};
use super::pawns::{PawnPath, pawn_kinds, steps_to_promotion};
use super::race::GoalRace;
use super::tapered::Tapered;
use super::term_weights::TermWeights;

/// The centipawns for each expected move, which give a knight of chess about 320.
const PER_MOVE: f64 = 62.0;
/// The value of a pawn, without regard to its cell and the pawns around it.
const PAWN: Tapered = Tapered::new(78, 92);
/// The centipawns of a king in exchanges: more than all other pieces together.
const KING_VALUE: i32 = 10_000;

/// The centipawns for each expected move of a leaper above that of its average cell.
const LEAPER_SQUARE: (f64, f64) = (9.0, 7.0);
/// The same centipawns for a slider, whose actual moves are counted as well.
const SLIDER_SQUARE: (f64, f64) = (3.5, 3.0);
/// The number of moves that separates leapers from sliders: a leaper has the same on a crowded
/// board.
const MOBILITY_SUM: f64 = 30.0;
/// The centipawns for each expected move of all enemy pieces that could reach the king, and for
/// each step of its own.
const KING_SQUARE: (f64, f64) = (-2.2, 9.0);
/// The centipawns for each step of the king away from home, beyond the first two.
const KING_AWAY: f64 = -9.0;
/// The centipawns in the endgame for being cut off from the whole board. A king that must not leave
/// its region in check loses the part of the other regions.
const CUT_OFF: f64 = -84.0;
/// The steps that a king may go from home without a penalty: the distance of castling.
const HOME_STEPS: u8 = 2;

/// The value of a kind for each unit of king danger by an attack on a cell beside the king.
const VALUE_PER_DANGER: i32 = 150;
/// The value of a kind for each unit of game phase.
const VALUE_PER_PHASE: i32 = 100;

/// The percentage of another piece's value from which a piece is clearly more valuable.
const CLEARLY_PERCENT: i32 = 125;

/// The parts of a centipawn in which mobility is counted.
const MOBILITY_PARTS: i32 = 16;

/// The facts about one pawn for the evaluation.
#[derive(Clone, Debug)]
pub(super) struct PawnWeights<const W: usize> {
    /// The stoppers, see [`PawnPath::stoppers`].
    pub stoppers: [Bitboard<W>; PAWN_KINDS],
    /// The value that the pawn gains if none of these stands there.
    pub passed: Tapered,
    /// The way, see [`PawnPath::way`] and [`PawnPath::front`].
    pub way: Bitboard<W>,
    pub front: Option<Cell>,
    /// The quiet steps to promotion, or 0 if there is no way without a capture.
    pub steps: u8,
}

/// The numbers of the evaluation of one variant.
#[derive(Clone, Debug)]
pub(crate) struct Weights<const W: usize> {
    /// The values of pieces in exchanges, in centipawns.
    pub values: [i32; KINDS],
    kinds: usize,
    cells: usize,
    squares: Vec<Tapered>,
    pub(super) mobility: [MobilityWeight; KINDS],
    pub(super) danger: [i32; KINDS],
    pub(super) phases: [i32; KINDS],
    pub(super) full_phase: i32,
    other_kinds: Vec<Kind>,
    threatened: [i32; KINDS],
    /// The kinds that are clearly more valuable than each kind.
    greater: [ArrayVec<Kind, KINDS>; KINDS],
    pub(super) pawn_kinds: Vec<Kind>,
    pawns: Vec<PawnWeights<W>>,
    /// The cells beside a king and its own.
    zones: Vec<Bitboard<W>>,
    pub(super) distances: Distances,
    /// The kinds that never leave the cells of one colour, of which two cover all.
    pub(super) bound_to_colour: Vec<Kind>,
    pub(super) races: Vec<GoalRace>,
    /// The facts about few pieces.
    pub(super) endings: Endings,
    /// The scaling of evaluations towards the draw by counted moves.
    pub(super) fifty_move_scaling: FiftyMoveScaling,
    attacks_on_lines_alone: bool,
    pieces_leap_or_slide: bool,
    /// The centipawns of other terms.
    pub(crate) terms: TermWeights,
}

/// The value of a kind's moves.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MobilityWeight {
    /// The moves from the average cell.
    pub usual: i32,
    /// The parts of a centipawn for each further move, in the middlegame and in the endgame.
    each: (i32, i32),
}

impl MobilityWeight {
    fn of(mobility: Option<&Mobility>, params: &EvalParams) -> Self {
        let Some(mean) = mobility.map(Mobility::mean).filter(|mean| *mean > 0.0) else {
            return Self::default();
        };
        let each = (MOBILITY_SUM / mean).round().clamp(1.0, 6.0) as i32 * MOBILITY_PARTS;
        let (middle, end) = if mean > LEAPER_MOVES {
            (params.slider_mobility, params.slider_mobility_end)
        } else {
            (params.leaper_mobility, params.leaper_mobility_end)
        };
        Self { usual: mean.round() as i32, each: (percent(each, middle), percent(each, end)) }
    }

    /// Returns the value of so many moves beyond the usual ones.
    #[inline]
    pub const fn worth(self, moves: i32) -> Tapered {
        let (middle, end) = self.each;
        Tapered::new(middle * moves / MOBILITY_PARTS, end * moves / MOBILITY_PARTS)
    }
}

impl<const W: usize> Weights<W> {
    /// Derives the weights of the variant with this start position.
    pub fn derive(start: &Position<W>) -> Self {
        Self::with_params(start, &EvalParams::default())
    }

    /// Derives the weights of the variant with this start position, with given numbers.
    ///
    /// Phases, king danger and the order of the kinds by value follow from the values without given
    /// numbers.
    pub fn with_params(start: &Position<W>, params: &EvalParams) -> Self {
        let variant = start.variant();
        let distances = Distances::of(variant);
        let all_kinds = || (0..variant.kinds().len()).map(|kind| Kind(kind as u8));
        let mobilities: Vec<Mobility> =
            all_kinds().map(|kind| Mobility::of(variant, kind, &distances)).collect();
        let pawn_kinds = pawn_kinds(variant);
        let other_kinds: Vec<Kind> =
            all_kinds().filter(|kind| variant.kinds()[kind.index()].role == Role::Other).collect();
        let derived = derived_values(variant, &mobilities);
        let mut values = derived;
        for (value, KindSpec { role, letter, .. }) in values.iter_mut().zip(variant.kinds()) {
            *value = match role {
                Role::King => KING_VALUE,
                Role::Pawn => percent(*value, params.pawn),
                Role::Other => params.values.get(letter).copied().unwrap_or(*value),
            };
        }
        let clearly_more = |than: usize| {
            let min = derived[than] * CLEARLY_PERCENT / 100;
            other_kinds.iter().filter(|kind| derived[kind.index()] > min).copied().collect()
        };
        let mut threatened = [0; KINDS];
        for kind in &other_kinds {
            threatened[kind.index()] = values[kind.index()];
        }
        let mut weights = Self {
            values,
            threatened,
            greater: std::array::from_fn(clearly_more),
            kinds: variant.kinds().len(),
            cells: variant.cells(),
            squares: Vec::new(),
            mobility: std::array::from_fn(|kind| MobilityWeight::of(mobilities.get(kind), params)),
            danger: derived.map(|value| (value / VALUE_PER_DANGER).max(1)),
            phases: [0; KINDS],
            full_phase: 1,
            zones: zones(variant),
            pawns: Vec::new(),
            bound_to_colour: bound_to_colour(variant, &other_kinds),
            races: GoalRace::all(variant, params.race),
            endings: Endings::of(variant),
            fifty_move_scaling: FiftyMoveScaling::of(variant),
            attacks_on_lines_alone: variant.attacks_on_lines_alone(),
            pieces_leap_or_slide: variant.pieces_leap_or_slide(),
            distances,
            other_kinds,
            pawn_kinds,
            terms: TermWeights::of(params),
        };
        weights.fill_phases(start, &derived);
        weights.fill_squares(start, &mobilities, (&derived, params));
        weights
    }

    /// Returns the values of the kinds besides kings and pawns that follow from their moves, by
    /// their letters.
    pub fn derived_values(start: &Position<W>) -> Vec<(char, i32)> {
        let variant = start.variant();
        let distances = Distances::of(variant);
        let kinds = (0..variant.kinds().len()).map(|kind| Kind(kind as u8));
        let mobilities: Vec<Mobility> =
            kinds.map(|kind| Mobility::of(variant, kind, &distances)).collect();
        let kinds = variant.kinds().iter().zip(derived_values(variant, &mobilities));
        let others = kinds.filter(|(kind, _)| kind.role == Role::Other);
        others.map(|(kind, value)| (kind.letter, value)).collect()
    }

    fn fill_phases(&mut self, start: &Position<W>, derived: &[i32; KINDS]) {
        let variant = start.variant();
        for kind in &self.other_kinds {
            let phase = derived[kind.index()] / VALUE_PER_PHASE;
            self.phases[kind.index()] = phase;
            for seat in (0..variant.seats()).map(|seat| Seat(seat as u8)) {
                self.full_phase += phase * start.pieces(seat, *kind).len() as i32;
            }
        }
    }

    fn fill_squares(
        &mut self,
        start: &Position<W>,
        mobilities: &[Mobility],
        (derived, params): (&[i32; KINDS], &EvalParams),
    ) {
        let variant = start.variant();
        let promotion = (f64::from(params.promotion), f64::from(params.promotion_end));
        let passed = (f64::from(params.passed), f64::from(params.passed_end));
        for seat in (0..variant.seats()).map(|seat| Seat(seat as u8)) {
            let steps = steps_to_promotion(variant, seat);
            // One of several team mates may start without a king, and never gets one.
            let home = start.king(seat).unwrap_or(Cell(0));
            for kind in (0..self.kinds).map(|kind| Kind(kind as u8)) {
                for cell in variant.grid().all() {
                    let path = PawnPath::of(variant, seat, kind, cell, &steps);
                    let square = match variant.kinds()[kind.index()].role {
                        Role::King => {
                            let cut_off = (CUT_OFF * cut_off(variant, cell)).round() as i32;
                            self.king_square((seat, cell), home, mobilities, params)
                                + Tapered::new(0, cut_off)
                        }
                        // A pawn that reached its last cell without a kind to become never moves
                        // again.
                        Role::Pawn if is_stuck(variant, seat, kind, cell) => Tapered::default(),
                        Role::Pawn => {
                            let end = derived[kind.index()] * PAWN.end() / PAWN.middle();
                            Tapered::new(self.values[kind.index()], percent(end, params.pawn_end))
                                + by_steps(path.steps, promotion)
                        }
                        Role::Other => {
                            let value = self.values[kind.index()];
                            Tapered::new(value, percent(value, params.piece_end))
                                + piece_square(seat, cell, &mobilities[kind.index()], params)
                        }
                    };
                    self.squares.push(square);
                    self.pawns.push(PawnWeights {
                        passed: by_steps(path.steps, passed),
                        way: path.way,
                        front: path.front,
                        steps: path.steps.unwrap_or(0),
                        stoppers: path.stoppers,
                    });
                }
            }
        }
    }

    /// Returns the value of a king on a cell. In the middlegame it is best at home, where few enemy
    /// lines lead, and in the endgame where it has many moves.
    fn king_square(
        &self,
        (seat, cell): (Seat, Cell),
        home: Cell,
        mobilities: &[Mobility],
        params: &EvalParams,
    ) -> Tapered {
        let above = |kind: &Kind| {
            let mobility = &mobilities[kind.index()];
            mobility.at(seat, cell) - mobility.mean()
        };
        let exposure: f64 = self.other_kinds.iter().map(above).sum();
        let king = Kind(self.values.iter().position(|v| *v == KING_VALUE).unwrap_or(0) as u8);
        let away = self.distances.between(home, cell).saturating_sub(HOME_STEPS);
        let stays = if self.races.is_empty() { KING_AWAY * f64::from(away.min(3)) } else { 0.0 };
        Tapered::new(
            ((exposure * KING_SQUARE.0 + stays) * part(params.king_squares)).round() as i32,
            (above(&king) * KING_SQUARE.1 * part(params.king_squares_end)).round() as i32,
        )
    }

    /// Returns a seat's pieces that are clearly more valuable than one of this kind.
    #[inline]
    pub(super) fn greater(&self, position: &Position<W>, seat: Seat, than: Kind) -> Bitboard<W> {
        let greater = self.greater[than.index()].iter();
        greater.fold(Bitboard::EMPTY, |set, kind| set | position.pieces(seat, *kind))
    }

    /// Returns the centipawns that a pawn's attack on a piece of this kind threatens; 0 for kings
    /// and pawns.
    #[inline]
    pub const fn threatened(&self, kind: Kind) -> i32 {
        self.threatened[kind.index()]
    }

    /// Returns the answer of [`VariantTables::attacks_on_lines_alone`].
    #[inline]
    pub const fn attacks_on_lines_alone(&self) -> bool {
        self.attacks_on_lines_alone
    }

    /// Returns the answer of [`VariantTables::pieces_leap_or_slide`].
    #[inline]
    pub(super) const fn pieces_leap_or_slide(&self) -> bool {
        self.pieces_leap_or_slide
    }

    /// Returns the kinds besides kings and pawns.
    pub fn other_kinds(&self) -> &[Kind] {
        &self.other_kinds
    }

    #[inline]
    fn index(&self, seat: Seat, kind: Kind, cell: Cell) -> usize {
        (seat.index() * self.kinds + kind.index()) * self.cells + cell.index()
    }

    /// Returns the value of a piece on a cell, without mobility.
    #[inline]
    pub(super) fn square(&self, seat: Seat, kind: Kind, cell: Cell) -> Tapered {
        self.squares[self.index(seat, kind, cell)]
    }

    #[inline]
    pub(super) fn pawn(&self, seat: Seat, kind: Kind, cell: Cell) -> &PawnWeights<W> {
        &self.pawns[self.index(seat, kind, cell)]
    }

    #[inline]
    pub(super) fn zone(&self, king: Cell) -> Bitboard<W> {
        self.zones[king.index()]
    }
}

/// Returns the part of the board to which a king on a cell must not go while it is in check.
fn cut_off<const W: usize>(variant: &VariantTables<W>, cell: Cell) -> f64 {
    let regions = &variant.kinds()[variant.king().index()].regions;
    let own = regions.iter().find(|region| region.contains(&cell));
    own.map_or(0.0, |own| 1.0 - own.len() as f64 / variant.cells() as f64)
}

/// Returns whether a pawn stands on a cell of promotion, where it had no kind to become.
fn is_stuck<const W: usize>(
    variant: &VariantTables<W>,
    seat: Seat,
    kind: Kind,
    cell: Cell,
) -> bool {
    let compulsory = variant.promotion_zone(seat, kind) - variant.optional_zone(seat, kind);
    compulsory.has(cell)
}

fn pair(weights: (f64, f64), by: f64) -> Tapered {
    Tapered::new((weights.0 * by).round() as i32, (weights.1 * by).round() as i32)
}

fn by_steps(steps: Option<u8>, weights: (f64, f64)) -> Tapered {
    steps.map_or(Tapered::default(), |steps| pair(weights, 1.0 / f64::from(steps.max(1))))
}

/// Returns the value of a piece's cell. Leapers differ only by cell; the moves of sliders are
/// counted in every position as well.
fn piece_square(seat: Seat, cell: Cell, mobility: &Mobility, params: &EvalParams) -> Tapered {
    let above = mobility.at(seat, cell) - mobility.mean();
    if mobility.mean() > LEAPER_MOVES {
        pair(SLIDER_SQUARE, above * part(params.slider_squares))
    } else {
        pair(LEAPER_SQUARE, above * part(params.leaper_squares))
    }
}

/// A number of expected moves above that of any leaper with eight leaps.
const LEAPER_MOVES: f64 = 5.3;

/// Returns so many percent of a whole number.
const fn percent(whole: i32, percent: i32) -> i32 {
    whole * percent / 100
}

/// Returns a percentage as a factor.
fn part(percent: i32) -> f64 {
    f64::from(percent) / 100.0
}

/// Returns the value of each kind that the game gives, or else that follows from its moves.
fn derived_values<const W: usize>(
    variant: &VariantTables<W>,
    mobilities: &[Mobility],
) -> [i32; KINDS] {
    let mut values = [0; KINDS];
    for (kind, mobility) in mobilities.iter().enumerate() {
        let KindSpec { role, value, .. } = variant.kinds()[kind];
        let given = value.map(i32::from);
        values[kind] = match role {
            Role::King => KING_VALUE,
            Role::Pawn => given.unwrap_or(PAWN.middle()),
            Role::Other => given.unwrap_or((PER_MOVE * mobility.mean()).round() as i32),
        };
    }
    values
}

fn zones<const W: usize>(variant: &VariantTables<W>) -> Vec<Bitboard<W>> {
    let king = &variant.kinds()[variant.king().index()];
    let around = |cell: Cell| {
        let steps = king.paths[0][cell.index()].iter().map(|path| path.cells[0]);
        steps.chain([cell]).collect()
    };
    variant.grid().all().map(around).collect()
}

fn bound_to_colour<const W: usize>(variant: &VariantTables<W>, other_kinds: &[Kind]) -> Vec<Kind> {
    let light = variant.light();
    let stays = |kind: &&Kind| {
        variant.kinds()[kind.index()].paths[0].iter().enumerate().all(|(from, paths)| {
            let shade = light.has(Cell(from as u8));
            paths.iter().flat_map(Path::targets).all(|to| light.has(*to) == shade)
        })
    };
    other_kinds.iter().filter(stays).copied().collect()
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Duel, Rules, Spec, Variant};

    use super::*;

    const PAWN_KIND: usize = 0;
    const KNIGHT: usize = 1;

    #[test]
    fn values_that_a_game_gives_take_the_place_of_derived_ones() {
        let chess = Variant::by_name("chess").expect("known").spec();
        let weights = |spec: Spec| {
            let tables = VariantTables::<1>::compile(spec).expect("sound");
            Weights::derive(&Duel::start(&tables))
        };
        let derived = weights(chess.clone());
        let mut spec = chess;
        spec.kinds[PAWN_KIND].value = Some(2 * PAWN.middle() as u16);
        spec.kinds[KNIGHT].value = Some(500);
        let given = weights(spec);
        assert_eq!(given.values[KNIGHT], 500);
        assert_eq!(given.values[KNIGHT + 1..], derived.values[KNIGHT + 1..]);
        let more = 500 - derived.values[KNIGHT];
        for cell in (0..64).map(Cell) {
            let on =
                |weights: &Weights<1>, kind| weights.square(Seat::WHITE, Kind(kind as u8), cell);
            assert_eq!(on(&given, KNIGHT).middle() - on(&derived, KNIGHT).middle(), more);
            let promotes = matches!(cell.0, 56..64);
            let pawn = if promotes { Tapered::default() } else { PAWN };
            assert_eq!(on(&given, PAWN_KIND) - on(&derived, PAWN_KIND), pawn, "{cell:?}");
        }
    }
}
