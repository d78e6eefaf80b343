//! [`Multiplayer`]: circular chess of two to six players, Modern and Byzantine
//! (docs/rules/multiplayer-circular.md).

mod choices;
mod generate;
mod letters;
mod notation;
mod parts;
mod play;
mod rings;
mod rows;
mod squares;

pub use choices::BYZANTINE;
use choices::{KING_LOSS_ELIMINATES, is_byzantine};
pub(crate) use choices::{MINUS, PLUS};

use crate::families::GenBudget;
use crate::families::drawing::{Drawing, Trail};
use crate::families::rules::Rules;
use crate::geometry::{Bitboard, Cell};
use crate::position::{
    CheckInfo, Claim, FenError, GenKind, History, Move, MoveKind, Outcome, Position, Reason,
};
use crate::tables::{FULL, SEATS, Seat, VariantTables};

/// The number of moves by each living player that ends a game without progress: no capture, no
/// removal and, in Modern games, no pawn move or swap.
const QUIET_MOVES: u32 = 50;
/// The number of occurrences of a position that ends a game in which check counts.
const THREEFOLD: u32 = 3;

/// Circular chess of two to six players, each alone or in teams.
///
/// ```
/// use rotunda_movegen::{Family, FamilyGame, Multiplayer, Options, Seat, Variant};
/// let Family::Multiplayer(tables) = Variant::by_name("modern3")?.family(Options::default()) else {
///     unreachable!("it is a game of three on 96 cells");
/// };
/// let mut game = FamilyGame::<Multiplayer, 1>::new(tables);
/// let mv = game.moves()[0];
/// game.play_unchecked(&mv);
/// assert!(game.eliminate(Seat(1))); // the second player resigns, and the third is to move
/// assert_eq!(game.position().turn(), Seat(2));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Multiplayer;

impl<const W: usize> Rules<W> for Multiplayer {
    type Move = Move;
    const NULL_MOVE: bool = true;
    const ALTERNATES: bool = false;

    #[inline]
    fn check_info(position: &Position<W>) -> CheckInfo<W> {
        position
            .check_enemy()
            .map_or_else(CheckInfo::free, |enemy| CheckInfo::against(position, enemy))
    }

    #[inline]
    fn generate(
        p: &Position<W>,
        check_info: &CheckInfo<W>,
        gen_kind: GenKind,
        list: &mut Vec<Move>,
    ) {
        generate::generate(p, check_info, gen_kind, list);
    }

    fn generate_from(
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        from: Cell,
        _budget: &mut GenBudget,
        list: &mut Vec<Move>,
    ) {
        generate::generate_from(position, check_info, from, list);
    }

    #[inline]
    fn count(position: &Position<W>) -> u64 {
        generate::count(position, &Self::check_info(position))
    }

    #[inline]
    fn play(position: &mut Position<W>, mv: &Move) {
        position.play_action(*mv);
    }

    fn pass(position: &mut Position<W>) {
        position.halfmove = 0;
        position.players.passes = 0;
        position.pass_turn();
    }

    fn eliminate(position: &mut Position<W>, seat: Seat) -> bool {
        position.leave(seat)
    }

    #[inline]
    fn ended(position: &Position<W>) -> Option<Outcome> {
        if position.is_over() {
            return Some(position.shared(Reason::LastStanding));
        }
        let all_pass = u32::from(position.players.passes) >= position.living_count();
        all_pass.then(|| position.shared(Reason::AllPass))
    }

    /// Returns the outcome of a position without an action: the game is over, or two players are
    /// left.
    fn no_moves_outcome(position: &Position<W>, check_info: &CheckInfo<W>) -> Outcome {
        match position.check_enemy() {
            Some(enemy) if check_info.in_check() => {
                let mut points = [0; SEATS];
                points[enemy.index()] = FULL;
                Outcome::shared(Reason::Checkmate, points)
            }
            Some(_) => position.shared(Reason::Stalemate),
            None => position.shared(Reason::LastStanding),
        }
    }

    #[inline]
    fn quiet_limit(position: &Position<W>) -> u32 {
        QUIET_MOVES * position.living_count()
    }

    #[inline]
    fn occurrences(position: &Position<W>) -> Option<u32> {
        position.has_check_rules().then_some(THREEFOLD)
    }

    fn repeated(position: &Position<W>, _: &History, _: usize) -> Outcome {
        position.shared(Reason::Threefold)
    }

    fn no_progress_outcome(position: &Position<W>) -> Outcome {
        position.shared(Reason::FiftyMoves)
    }

    fn claim(_: &Position<W>) -> Option<Claim> {
        None
    }

    #[inline]
    fn captured(position: &Position<W>, mv: &Move) -> Bitboard<W> {
        position.captured_by(*mv)
    }

    fn bares(position: &Position<W>, pieces: Bitboard<W>) -> bool {
        position.is_bared_by_loss_of(pieces)
    }

    fn parse<'v>(variant: &'v VariantTables<W>, fen: &str) -> Result<Position<'v, W>, FenError> {
        notation::parse(variant, fen)
    }

    fn fen(position: &Position<W>) -> String {
        notation::print(position)
    }

    fn draw(position: &Position<W>, from: Seat, last: &[Vec<Cell>]) -> Drawing {
        match position.variant().grid().quarter_turns() {
            Some(quarters) => squares::draw(position, quarters[from.index()], Trail(last)),
            None => rings::draw(position, from, Trail(last)),
        }
    }

    fn to_uci(position: &Position<W>, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| text(position, *mv)).collect()
    }

    fn is_legal(position: &Position<W>, mv: &Move) -> bool {
        moves_like(position, mv.kind() == MoveKind::Pass, mv.from()).contains(mv)
    }

    fn find(position: &Position<W>, wanted: &str) -> Option<Move> {
        // The text begins with the source cell, so only the moves from there are generated.
        let cells = wanted.strip_prefix(REMOVAL).unwrap_or(wanted);
        let from = position.variant().grid().first_named(cells).map(|(cell, _)| cell);
        let is_pass = wanted == PASS;
        let moves = moves_like(position, is_pass, from.or(is_pass.then_some(Cell(0)))?);
        moves.into_iter().find(|mv| text(position, *mv) == wanted)
    }
}

/// The text of a pass.
const PASS: &str = "0000";
/// The first character of a removal's text.
const REMOVAL: char = 'x';

/// The legal actions that leave a cell; all of them where a pass is meant, which leaves none.
fn moves_like<const W: usize>(position: &Position<W>, is_pass: bool, from: Cell) -> Vec<Move> {
    let (check_info, mut moves) = (Multiplayer::check_info(position), Vec::new());
    if is_pass {
        generate::generate(position, &check_info, GenKind::All, &mut moves);
    } else {
        generate::generate_from(position, &check_info, from, &mut moves);
    }
    moves
}

/// Returns an action as text (rules 13).
fn text<const W: usize>(position: &Position<W>, mv: Move) -> String {
    let variant = position.variant();
    let cells = variant.grid().name(mv.from()) + &variant.grid().name(mv.to());
    match mv.kind() {
        MoveKind::Pass => PASS.to_owned(),
        MoveKind::Removal => format!("{REMOVAL}{cells}"),
        _ => match mv.promotes_to() {
            Some(kind) => {
                let letter = variant.kinds()[kind.index()].letter;
                format!("{cells}{}", letter.to_ascii_lowercase())
            }
            None => cells,
        },
    }
}

impl<const W: usize> Position<'_, W> {
    /// Returns the outcome in which the remaining sides share the point.
    fn shared(&self, reason: Reason) -> Outcome {
        Outcome::shared(reason, self.even_points())
    }

    /// Returns whether the loss of these pieces leaves their living owner only one piece, so that
    /// it is eliminated under Byzantine rules.
    fn is_bared_by_loss_of(&self, pieces: Bitboard<W>) -> bool {
        let owner = pieces.first().map(|cell| self.piece(cell)).filter(|piece| !piece.is_dead());
        is_byzantine(self.variant)
            && !self.players.teams
            && owner.is_some_and(|piece| (self.seat(piece.seat()) - pieces).is_single())
    }
}
