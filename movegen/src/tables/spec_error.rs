//! [`SpecError`]: a contradiction in a variant's specification.

use std::fmt;

use super::limits::{MOST_OCCURRENCES, MOST_QUIET_PLIES};
use super::piece::{KINDS, PAWN_KINDS};
use super::scoring::FULL;
use super::spec::MOST_VALUE;
use super::starts::PASSED;

/// The most rights and laps of a variant: each is a bit of a position's flags.
pub(super) const FLAGS: usize = 32;

/// The way in which a [`Spec`](super::Spec) contradicts itself, or exceeds the limits of tables.
///
/// ```
/// use rotunda_movegen::SpecError;
/// assert_eq!(SpecError::RoyalKinds(2).to_string(), "2 kinds are royal where one must be");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// The number of royal kinds is this and not one.
    RoyalKinds(usize),
    /// There are more kinds than [`KINDS`].
    TooManyKinds(usize),
    /// There are more kinds of pawns than [`PAWN_KINDS`].
    TooManyPawns(usize),
    /// There are more cells than the board word holds.
    TooManyCells(usize),
    /// There are more castling rights and laps than flags.
    TooManyFlags(usize),
    /// The kind with this letter has paths for another number of seats than the first kind, for
    /// none, or for more than [`SEATS`](super::SEATS).
    Seats(char),
    /// The kind with this letter does not have one list of paths for every cell.
    Paths(char),
    /// The kind with this letter may decline to promote on a cell where it does not promote, or
    /// where it can never stand.
    Declines(char),
    /// The kind with this letter names a cell or a kind that does not exist, or has another number
    /// of supplies than of choices.
    Outside(char),
    /// The kind with this letter may choose a kind twice when it promotes.
    ChoiceTwice(char),
    /// A castling or a lap names a seat or a cell that does not exist.
    FlagOutside(char),
    /// King and rook of the castling with this letter begin or end on one cell, or neither moves.
    CastlingCells(char),
    /// The castling with this letter puts a piece where it can never stand.
    CastlingClosed(char),
    /// The castling with this letter has the text of another move that may be possible at the same
    /// time.
    CastlingText(char),
    /// The kind with this letter may become a king, or is a king that may become something else.
    Royal(char),
    /// The kind with this letter becomes another by a move to a cell where that kind can never
    /// stand.
    ChangeClosed(char),
    /// The kind with this letter jumps, and also promotes, changes, or has cells where it can never
    /// stand.
    JumpsBound(char),
    /// The kind with this letter jumps, and has a move without a jump to a cell that jumps may
    /// reach.
    JumpsFar(char),
    /// The kind with this letter jumps, and so does another one.
    JumpsTwice(char),
    /// The kind with this letter jumps, and a pawn that it captures en passant may stand on a cell
    /// that the same series may reach.
    JumpsPassing(char),
    /// The kind with this letter may capture en passant where it promotes, which no move can
    /// express.
    PassingPromotion(char),
    /// The kind with this letter is dead material on cells of one colour, and can leave its colour.
    OneColour(char),
    /// Two kinds have this letter.
    LetterTwice(char),
    /// The pawn with this letter slides, or leaps over cells that could block it.
    SlidingPawn(char),
    /// A start step of the pawn with this letter passes over more cells than a position can hold.
    LongStart(char),
    /// The king with this letter does not only have single steps that both move and capture.
    King(char),
    /// The kind with this letter has a value of 0 or above [`MOST_VALUE`], or is a king with a
    /// value.
    Value(char),
    /// The kind with this letter faces kings but is not a king.
    Faces(char),
    /// The kind with this letter jumps on a board with holes.
    JumpsAmongHoles(char),
    /// A limit is too small, or above [`MOST_QUIET_PLIES`] or [`MOST_OCCURRENCES`]. The least
    /// number of occurrences is two.
    Limits,
    /// An end of the game gives more than [`FULL`] points.
    Points,
}

impl SpecError {
    /// Returns the end of the sentence about a kind that breaks a rule of captures or of ends.
    const fn of_kind(&self) -> &'static str {
        match self {
            Self::PassingPromotion(_) => "takes en passant where it promotes",
            _ => "is in 'one_colour' and goes to cells of another colour",
        }
    }

    /// Returns the end of the sentence about a kind that jumps.
    const fn of_jumps(&self) -> &'static str {
        match self {
            Self::JumpsBound(_) => {
                "in series, so it can neither promote nor change nor have closed cells"
            }
            Self::JumpsFar(_) => {
                "in series, so no other move of it may go an even number of files and of ranks"
            }
            Self::JumpsTwice(_) => "in series, and so does another",
            Self::JumpsPassing(_) => {
                "in series, so the start steps of pawns must go straight and at most three cells"
            }
            _ => "on a board with holes",
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoyalKinds(count) => write!(f, "{count} kinds are royal where one must be"),
            Self::TooManyKinds(count) => write!(f, "{count} kinds where {KINDS} are possible"),
            Self::TooManyPawns(count) => {
                write!(f, "{count} kinds of pawns where {PAWN_KINDS} are possible")
            }
            Self::TooManyCells(count) => write!(f, "{count} cells are too many for the board word"),
            Self::TooManyFlags(count) => {
                write!(f, "{count} rights and laps where {FLAGS} are possible")
            }
            Self::Seats(letter) => write!(f, "the kind {letter:?} has a wrong number of seats"),
            Self::Paths(letter) => write!(f, "the kind {letter:?} needs paths from every cell"),
            Self::Declines(letter) => {
                write!(
                    f,
                    "the kind {letter:?} declines to promote where it cannot, or cannot stand"
                )
            }
            Self::Outside(letter) => {
                write!(f, "the kind {letter:?} names a cell or a kind that does not exist")
            }
            Self::ChoiceTwice(letter) => {
                write!(f, "the kind {letter:?} has a choice twice for its promotion")
            }
            Self::FlagOutside(letter) => {
                write!(f, "the flag {letter:?} names a seat or a cell that does not exist")
            }
            Self::CastlingCells(right) => write!(
                f,
                "the castling {right:?} has king and rook begin or end on one cell, or moves neither"
            ),
            Self::CastlingClosed(right) => {
                write!(f, "the castling {right:?} brings a piece to where it can never stand")
            }
            Self::CastlingText(right) => write!(
                f,
                "the castling {right:?} is written like another move: it needs another 'code'"
            ),
            Self::Royal(letter) => write!(
                f,
                "the kind {letter:?} may become a king, or is one and may become something else"
            ),
            Self::ChangeClosed(letter) => {
                write!(f, "the kind {letter:?} changes on its way to where it can never stand then")
            }
            Self::JumpsBound(letter)
            | Self::JumpsFar(letter)
            | Self::JumpsTwice(letter)
            | Self::JumpsPassing(letter)
            | Self::JumpsAmongHoles(letter) => {
                write!(f, "the kind {letter:?} jumps {}", self.of_jumps())
            }
            Self::PassingPromotion(letter) | Self::OneColour(letter) => {
                write!(f, "the kind {letter:?} {}", self.of_kind())
            }
            Self::LetterTwice(letter) => write!(f, "two kinds have the letter {letter:?}"),
            Self::SlidingPawn(letter) => write!(f, "the pawn {letter:?} slides"),
            Self::LongStart(letter) => {
                write!(
                    f,
                    "a start step of the pawn {letter:?} passes over more than {PASSED} cells"
                )
            }
            Self::King(letter) => write!(
                f,
                "the king {letter:?} does not go single steps alone, moving and taking alike"
            ),
            Self::Value(letter) => write!(
                f,
                "the kind {letter:?} is worth 1 to {MOST_VALUE} centipawns, and a king has no value"
            ),
            Self::Faces(letter) => write!(f, "the kind {letter:?} faces kings and is none"),
            Self::Limits => write!(
                f,
                "a game ends after 1 to {MOST_QUIET_PLIES} plies without progress and 2 to \
                 {MOST_OCCURRENCES} occurrences of a position"
            ),
            Self::Points => write!(f, "an end of the game gives more than {FULL} points"),
        }
    }
}

impl std::error::Error for SpecError {}
