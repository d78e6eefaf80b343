//! [`Rules`]: the few points where families of games differ in control flow.

use std::fmt::Debug;
use std::ops::ControlFlow;

use super::GenBudget;
use crate::families::drawing::Drawing;
use crate::geometry::{Bitboard, Cell};
use crate::position::{
    AsMove, CheckInfo, Claim, FenError, GenKind, History, Outcome, Position, Reason,
};
use crate::tables::{GameLimits, Seat, VariantTables};

/// The moves of a player to whom a duty may apply.
#[derive(Clone, Debug)]
pub struct Duty<M> {
    /// Every legal move.
    pub moves: Vec<M>,
    /// Whether the duty forbids a move or demands a capture. If so, neither a null move nor
    /// standing pat is a bound for the position.
    pub binds: bool,
}

/// The text of a legal move, and the cells that it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The cells in the order of the text.
    pub cells: Vec<Cell>,
    /// Whether it is a series of jumps.
    pub is_series: bool,
}

/// The few points where games differ in control flow, not in data.
///
/// A rule that a table can hold belongs in [`crate::VariantTables`]. A hook here costs one more
/// copy of the search in the binary; a table costs a load.
///
/// ```
/// use rotunda_movegen::{Duel, Family, Options, Position, Rules, GenKind, Variant};
/// /// The captures and promotions of a position of any family.
/// fn noisy<R: Rules<W>, const W: usize>(position: &Position<W>) -> Vec<R::Move> {
///     let mut moves = Vec::new();
///     R::generate(position, &R::check_info(position), GenKind::Noisy, &mut moves);
///     moves
/// }
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// assert!(noisy::<Duel, 1>(&Duel::start(chess)).is_empty());
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
pub trait Rules<const W: usize>: Copy + Default + Debug + Send + Sync + 'static {
    /// An action of a player in one turn.
    type Move: AsMove;
    /// Whether passing is a sound lower bound for the mover.
    const NULL_MOVE: bool;
    /// Whether two sides move strictly by turns, so that the next player is always an enemy.
    const ALTERNATES: bool = true;

    /// Returns the threats to the king of the side to move, and the demands on its pieces.
    fn check_info(position: &Position<W>) -> CheckInfo<W>;

    /// Appends the selected legal moves to `list`; none once the game is won by reaching a goal.
    fn generate(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        gen_kind: GenKind,
        list: &mut Vec<Self::Move>,
    );

    /// Appends the selected legal moves as far as `budget` goes. In games without series these are
    /// all. It finds at least one if there is one of the selected sort and `budget` may grow far
    /// enough.
    fn generate_within(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        gen_kind: GenKind,
        _budget: &mut GenBudget,
        list: &mut Vec<Self::Move>,
    ) {
        Self::generate(position, check_info, gen_kind, list);
    }

    /// Appends the legal moves that leave a cell to `list`, as far as `budget` goes. A search uses
    /// it when it knows a move and does not need the others yet.
    fn generate_from(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        from: Cell,
        budget: &mut GenBudget,
        list: &mut Vec<Self::Move>,
    );

    /// Returns whether there is a legal move.
    #[must_use]
    fn has_move(position: &Position<W>) -> bool {
        Self::count(position) > 0
    }

    /// Returns the number of legal moves without listing them.
    fn count(position: &Position<W>) -> u64;

    /// Returns the number of legal moves as far as `budget` goes. In games without series these are
    /// all.
    #[inline]
    #[must_use]
    fn count_within(position: &Position<W>, _budget: &mut GenBudget) -> u64 {
        Self::count(position)
    }

    /// Plays a legal move.
    fn play(position: &mut Position<W>, mv: &Self::Move);

    /// Passes the turn without a move. No game allows this, but a search may try it.
    ///
    /// The clock of quiet plies restarts, so that the search sees no repetition across the pass.
    fn pass(position: &mut Position<W>);

    /// Removes a player that resigns or oversteps the time, and passes its turn. Returns false if
    /// the rules do not provide for that.
    fn eliminate(_position: &mut Position<W>, _seat: Seat) -> bool {
        false
    }

    /// Returns the outcome if the game is over even though moves may remain. Clocks and repetitions
    /// do not count here.
    fn ended(position: &Position<W>) -> Option<Outcome>;

    /// The outcome of a position in which the side to move has no legal move.
    fn no_moves_outcome(position: &Position<W>, check_info: &CheckInfo<W>) -> Outcome;

    /// Returns the number of plies without progress that ends the game; an unreachable number if
    /// none does.
    #[inline]
    #[must_use]
    fn quiet_limit(position: &Position<W>) -> u32 {
        position.variant.quiet_limit
    }

    /// Returns the number of occurrences of a position that ends the game, two or more; `None` if
    /// there is no limit.
    #[inline]
    #[must_use]
    fn occurrences(position: &Position<W>) -> Option<u32> {
        position.variant.limits.occurrences
    }

    /// Returns the outcome of a position that has occurred often enough. `first` is the index of
    /// the first occurrence that counts.
    #[must_use]
    fn repeated(position: &Position<W>, history: &History, first: usize) -> Outcome {
        repetition(position, history, first)
    }

    /// Returns the outcome of a position with too many plies without progress.
    #[must_use]
    fn no_progress_outcome(position: &Position<W>) -> Outcome {
        let is_usual = position.variant.limits.quiet_plies == GameLimits::USUAL.quiet_plies;
        let reason = if is_usual { Reason::FiftyMoves } else { Reason::NoProgress };
        let mover = position.turn();
        Outcome::duel(reason, mover, position.variant.scoring.no_progress[mover.index()])
    }

    /// The outcome if clocks or repetitions end the game.
    #[must_use]
    fn drawn(position: &Position<W>, history: &History) -> Option<Outcome> {
        let first = first_occurrence(position, history, Self::occurrences(position));
        let over = || position.halfmove() >= Self::quiet_limit(position);
        first
            .map(|first| Self::repeated(position, history, first))
            .or_else(|| over().then(|| Self::no_progress_outcome(position)))
    }

    /// Returns the claim that a player has in a position that does not end the game, whoever is to
    /// move.
    fn claim(position: &Position<W>) -> Option<Claim>;

    /// Returns the moves of a player to whom a duty may apply. It returns `None` if no duty needs
    /// checking; then [`Rules::generate`] lists the moves at no greater cost. The moves are legal,
    /// and complete if `budget` is large enough.
    #[must_use]
    fn duty(
        _position: &Position<W>,
        _check_info: &CheckInfo<W>,
        _budget: &mut GenBudget,
    ) -> Option<Duty<Self::Move>> {
        None
    }

    /// Returns the pieces of a seat that could capture an enemy piece on a cell, without regard to
    /// their king's safety.
    #[must_use]
    fn attackers(position: &Position<W>, cell: Cell, seat: Seat) -> Bitboard<W> {
        position.attackers(cell, seat)
    }

    /// The pieces of the living enemies that attack the king of a seat.
    #[must_use]
    fn threats(position: &Position<W>, seat: Seat) -> Bitboard<W> {
        position.threats(seat)
    }

    /// Returns whether a piece of a seat could capture on a cell by jumping over it, with pieces on
    /// the `occupied` cells.
    #[must_use]
    fn jump_captures(
        _position: &Position<W>,
        _cell: Cell,
        _seat: Seat,
        _occupied: Bitboard<W>,
    ) -> bool {
        false
    }

    /// Returns the cells of the pieces that a legal move captures.
    fn captured(position: &Position<W>, mv: &Self::Move) -> Bitboard<W>;

    /// Returns whether the loss of these pieces leaves their living owner only one piece, so that
    /// it is eliminated.
    #[must_use]
    fn bares(_position: &Position<W>, _pieces: Bitboard<W>) -> bool {
        false
    }

    /// Parses a position string.
    ///
    /// # Errors
    /// Returns an error if the string is malformed or the position impossible.
    fn parse<'v>(variant: &'v VariantTables<W>, fen: &str) -> Result<Position<'v, W>, FenError>;

    /// The start position of a variant.
    ///
    /// # Panics
    /// Panics if the variant's own start string is malformed.
    #[must_use]
    fn start(variant: &VariantTables<W>) -> Position<'_, W> {
        Self::parse(variant, variant.start()).expect("a variant's start position is well-formed")
    }

    /// The position string.
    fn fen(position: &Position<W>) -> String;

    /// Returns the board as text for people, with a seat's own pieces at the bottom and the last
    /// move marked.
    fn draw(position: &Position<W>, from: Seat, last: &[Vec<Cell>]) -> Drawing;

    /// Returns legal moves as text.
    fn to_uci(position: &Position<W>, moves: &[Self::Move]) -> Vec<String>;

    /// Returns legal moves as text, with the cells that they name.
    #[must_use]
    fn written(position: &Position<W>, moves: &[Self::Move]) -> Vec<Written> {
        let texts = Self::to_uci(position, moves);
        let with_cells = |(mv, text): (&Self::Move, String)| Written {
            text,
            cells: vec![mv.from(), mv.to()],
            is_series: false,
        };
        moves.iter().zip(texts).map(with_cells).collect()
    }

    /// Returns whether a move of the family is legal; its cells are on the board.
    #[must_use]
    fn is_legal(position: &Position<W>, mv: &Self::Move) -> bool {
        let mut moves = Vec::new();
        let (check_info, mut budget) = (Self::check_info(position), GenBudget::unlimited());
        Self::generate_from(position, &check_info, mv.from(), &mut budget, &mut moves);
        moves.contains(mv)
    }

    /// Passes each legal move, with its text and cells, to `visit` once, in no certain order, until
    /// `visit` or `stop` ends it. It needs little memory, however many moves there are.
    fn each_written(
        position: &Position<W>,
        _stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&Self::Move, Written) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut moves = Vec::new();
        Self::generate(position, &Self::check_info(position), GenKind::All, &mut moves);
        let written = Self::written(position, &moves);
        moves.iter().zip(written).try_for_each(|(mv, written)| visit(mv, written))
    }

    /// Returns the legal move with this text, in any spelling that the game's notation allows.
    fn find(position: &Position<W>, text: &str) -> Option<Self::Move>;
}

/// Returns the index of the first of so many occurrences of the current position, if there are as
/// many.
#[must_use]
fn first_occurrence<const W: usize>(
    position: &Position<W>,
    history: &History,
    occurrences: Option<u32>,
) -> Option<usize> {
    let earlier = occurrences? as usize - 1;
    history.earlier(position.reversible_plies()).nth(earlier - 1)
}

/// Returns the outcome of a duel whose current position has occurred often enough. `first` is the
/// index of the first occurrence that counts. It is the outcome of a repetition, unless one side
/// alone gave check ever since and the game has other points for that.
#[must_use]
fn repetition<const W: usize>(position: &Position<W>, history: &History, first: usize) -> Outcome {
    let tables = position.variant;
    let is_usual = tables.limits.occurrences == GameLimits::USUAL.occurrences;
    let reason = if is_usual { Reason::Threefold } else { Reason::Repetition };
    let mover = position.turn();
    let plain = Outcome::duel(reason, mover, tables.scoring.repetition[mover.index()]);
    let seat = match history.checking_since(first) {
        [true, false] => mover,
        [false, true] => mover.opponent(),
        _ => return plain,
    };
    let share = tables.scoring.perpetual.map(|shares| shares[seat.index()]);
    let other = share.filter(|share| *share != plain.points(seat));
    other.map_or(plain, |share| Outcome::duel(Reason::PerpetualCheck, seat, share))
}
