//! [`Duel`]: the rules of games of two players that tables hold completely.

pub(crate) mod drawing;
mod en_passant;
pub(super) mod fen;

use crate::families::GenBudget;
use crate::families::drawing::{Drawing, Trail};
use crate::families::rules::Rules;
use crate::geometry::{Bitboard, Cell};
use crate::position::{
    CheckInfo, Claim, FenError, GenKind, Move, Outcome, Position, Reason, generate,
};
use crate::tables::{FULL, Kind, Piece, Seat, VariantTables};

/// Games of two players, White and Black, whose rules beyond movement are tables: chess,
/// Rollerball, Circular Chess, An Ordinary Variant without Checkers.
///
/// ```
/// use rotunda_movegen::{Duel, Family, Options, Rules, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let position = Duel::start(chess);
/// assert_eq!(Duel::count(&position), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Duel;

impl<const W: usize> Rules<W> for Duel {
    type Move = Move;
    const NULL_MOVE: bool = true;

    #[inline]
    fn check_info(position: &Position<W>) -> CheckInfo<W> {
        CheckInfo::of(position)
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
        generate::count(position)
    }

    #[inline]
    fn play(position: &mut Position<W>, mv: &Move) {
        position.play_unchecked(*mv);
    }

    #[inline]
    fn pass(position: &mut Position<W>) {
        position.pass();
    }

    #[inline]
    fn ended(position: &Position<W>) -> Option<Outcome> {
        if let Some(winner) = position.goal_winner() {
            return Some(Outcome::duel(Reason::Goal, winner, FULL));
        }
        position.is_dead().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    fn no_moves_outcome(position: &Position<W>, check_info: &CheckInfo<W>) -> Outcome {
        let winner = position.turn().opponent();
        if check_info.in_check() {
            Outcome::duel(Reason::Checkmate, winner, FULL)
        } else {
            Outcome::duel(Reason::Stalemate, winner, position.variant().scoring().stalemate)
        }
    }

    #[inline]
    fn claim(position: &Position<W>) -> Option<Claim> {
        let share = position.variant().scoring().bare_king?;
        let is_bare = |seat| position.seat(seat).is_single();
        let seat = match (is_bare(Seat::WHITE), is_bare(Seat::BLACK)) {
            (false, true) => Seat::WHITE,
            (true, false) => Seat::BLACK,
            _ => return None,
        };
        Some(Claim { seat, share })
    }

    #[inline]
    fn captured(position: &Position<W>, mv: &Move) -> Bitboard<W> {
        position.captured_by(*mv)
    }

    fn parse<'v>(variant: &'v VariantTables<W>, fen: &str) -> Result<Position<'v, W>, FenError> {
        Position::parse_duel(variant, fen)
    }

    fn fen(position: &Position<W>) -> String {
        position.duel_fen()
    }

    fn draw(position: &Position<W>, from: Seat, last: &[Vec<Cell>]) -> Drawing {
        drawing::draw(position, from, Trail(last))
    }

    fn to_uci(position: &Position<W>, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| plain_text(position, *mv)).collect()
    }

    fn find(position: &Position<W>, text: &str) -> Option<Move> {
        // Only the moves of the piece on the first cell are generated.
        let wanted = PlainText::parse(position, text)?;
        let mut moves = Vec::new();
        generate::generate_from(position, &Self::check_info(position), wanted.from, &mut moves);
        moves.into_iter().find(|mv| wanted.is_of(position, *mv))
    }
}

/// Returns a move as its two cells and the letter of a promotion.
pub(crate) fn plain_text<const W: usize>(position: &Position<W>, mv: Move) -> String {
    let grid = position.variant().grid();
    let mut text = grid.name(mv.from()) + &grid.name(mv.to());
    text.extend(mv.promotes_to().map(|kind| promotion_letter(position, kind)));
    text
}

/// The parts of the text of a move, as [`plain_text`] writes it.
pub(crate) struct PlainText<'a> {
    from: Cell,
    to: Cell,
    /// The letter of a promotion, or nothing.
    promotion: &'a str,
}

impl<'a> PlainText<'a> {
    /// Reads a text; `None` if it does not begin with two cells.
    pub(crate) fn parse<const W: usize>(position: &Position<W>, text: &'a str) -> Option<Self> {
        let grid = position.variant().grid();
        let (from, rest) = grid.first_named(text)?;
        let (to, promotion) = grid.first_named(rest)?;
        Some(Self { from, to, promotion })
    }

    /// Returns whether this is the text of a move of the position.
    pub(crate) fn is_of<const W: usize>(&self, position: &Position<W>, mv: Move) -> bool {
        let letter = mv.promotes_to().map(|kind| promotion_letter(position, kind));
        (mv.from(), mv.to()) == (self.from, self.to)
            && letter.into_iter().eq(self.promotion.chars())
    }
}

/// Returns the letter of a promotion in the text of a move.
fn promotion_letter<const W: usize>(position: &Position<W>, kind: Kind) -> char {
    position.variant().letter_of(Piece::new(Seat::BLACK, kind))
}

impl<const W: usize> Position<'_, W> {
    /// Returns whether no mate is possible with the pieces that are left.
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        let dead = &self.variant.dead;
        let others = self.occupied - self.kinds[self.variant.king.index()];
        if dead.never || others.len() > 1 && dead.one_colour.is_none() {
            return false;
        }
        let lone = others.is_empty()
            || others.is_single()
                && dead.lone.iter().any(|kind| self.kinds[kind.index()].meets(others));
        lone || dead.one_colour.is_some_and(|kind| {
            let light = self.variant.light;
            (others - self.kinds[kind.index()]).is_empty()
                && (!others.meets(light) || (others - light).is_empty())
        })
    }
}
