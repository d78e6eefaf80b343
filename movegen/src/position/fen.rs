//! The reasons to refuse a position string, and the parts of position strings that all families
//! share.

use std::fmt;

use crate::tables::Field;

/// A field of a position string, of duels or of multiplayer games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// The pieces.
    Board,
    /// The seat to move.
    Turn,
    /// Castling rights or laps.
    Flags,
    /// The cell that a pawn has just passed over.
    EnPassant,
    /// The players who are still in the game.
    Alive,
    /// The teams.
    Teams,
    /// The rules of the game.
    Rules,
    /// The plies since the last progress.
    Halfmove,
    /// The number of the move.
    Fullmove,
}

impl From<Field> for FenField {
    fn from(field: Field) -> Self {
        match field {
            Field::Board => Self::Board,
            Field::Turn => Self::Turn,
            Field::Flags => Self::Flags,
            Field::EnPassant => Self::EnPassant,
            Field::Halfmove => Self::Halfmove,
            Field::Fullmove => Self::Fullmove,
        }
    }
}

/// The reason to refuse a position string, for programs to compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenReason {
    /// A field is missing.
    Missing,
    /// There is text after the last field.
    Surplus,
    /// A field, a row or a number does not have the form that it must have.
    Malformed,
    /// A letter or a name has no meaning in this game.
    Unknown,
    /// Something that may occur once occurs twice.
    Repeated,
    /// The string is well formed, but no game allows such a position.
    Impossible,
}

/// The refusal of a position string: the place, the reason, and a sentence for people, which
/// [`fmt::Display`] writes.
///
/// ```
/// use rotunda_movegen::{FenField, FenReason, Variant};
/// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ?BNR w KQkq - 0 1";
/// let error = Variant::by_name("chess")?.game_from(Some(fen)).err().unwrap();
/// assert_eq!((error.field(), error.reason()), (Some(FenField::Board), FenReason::Unknown));
/// assert!(fen[error.at()..].starts_with("RNBQ?BNR"));
/// assert_eq!(error.to_string(), "unknown piece '?' in row \"RNBQ?BNR\"");
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    field: Option<FenField>,
    at: usize,
    reason: FenReason,
    text: String,
}

impl FenError {
    /// The field that is wrong; `None` if fields do not fit together.
    #[must_use]
    pub const fn field(&self) -> Option<FenField> {
        self.field
    }

    /// Returns the byte of the position string at which the error begins: a field, a row of the
    /// board, the letter of a right, or the text after the last field. It is the length of the
    /// string if a field is missing, and 0 if fields do not fit together.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Returns the reason.
    #[must_use]
    pub const fn reason(&self) -> FenReason {
        self.reason
    }

    /// Returns the error with its field, and with its place shifted by the byte at which the field
    /// begins.
    pub(crate) fn shifted(self, field: impl Into<FenField>, at: usize) -> Self {
        Self { field: Some(field.into()), ..self.moved(at) }
    }

    /// Returns the error with its place shifted by a number of bytes.
    pub(crate) fn moved(self, at: usize) -> Self {
        Self { at: self.at + at, ..self }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for FenError {}

/// Returns the refusal for this reason.
pub(crate) fn refuse<T>(reason: FenReason, text: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { field: None, at: 0, reason, text: text.into() })
}

/// Returns the byte at which a part of a string begins.
pub(crate) fn offset_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// The longest part of the input that an error repeats, in characters.
const MAX_QUOTED: usize = 40;

/// Returns a token of the input as errors quote it: in quotation marks, in ASCII, shortened.
///
/// ```
/// use rotunda_movegen::quoted;
/// assert_eq!(quoted("e2e4"), r#""e2e4""#);
/// assert_eq!(quoted("a\u{7}\u{FFFD}\""), r#""a\u{7}\u{fffd}\"""#);
/// assert_eq!(quoted(&"x".repeat(41)), format!("\"{}\"...", "x".repeat(40)));
/// ```
#[must_use]
pub fn quoted(token: &str) -> String {
    let mut characters = token.chars();
    let short: String =
        characters.by_ref().take(MAX_QUOTED).flat_map(char::escape_default).collect();
    let more = if characters.next().is_some() { "..." } else { "" };
    format!("\"{short}\"{more}")
}

/// The largest value of either clock in position strings. It is far beyond any game and far below
/// an overflow.
pub(super) const CLOCK_LIMIT: u32 = 1_000_000;

/// Returns a clock as text, limited to the largest value of position strings.
pub(crate) fn clock_text(clock: u32) -> String {
    clock.min(CLOCK_LIMIT).to_string()
}

/// Parses a clock. A value that is too small becomes `min`.
pub(crate) fn parse_clock(token: &str, min: u32) -> Result<u32, FenError> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    match token.parse().ok().filter(|_| digits) {
        // Many tools write the first move as 0.
        Some(0) => Ok(min),
        Some(clock) if clock <= CLOCK_LIMIT => Ok(clock),
        _ => refuse(FenReason::Malformed, format!("{} is no number of moves", quoted(token))),
    }
}
