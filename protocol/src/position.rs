//! [`PositionOrder`]: the position that `position` sets up.

use rotunda_movegen::Variant;

use crate::error::{CommandError, Reason};
use crate::tokens::Tokens;

/// The position that `position` sets up: how it begins, and the moves from there.
#[derive(Clone, Debug)]
pub struct PositionOrder {
    /// The variant; `None` for the current one.
    pub variant: Option<&'static Variant>,
    /// The position string; `None` for the variant's start.
    pub fen: Option<String>,
    /// The moves played from there, as text.
    pub moves: Vec<String>,
}

impl PositionOrder {
    /// Parses `[variant NAME] startpos|fen FEN [moves ..]`; whether the position string and the
    /// moves are right is not looked at.
    pub(crate) fn parse(mut tokens: Tokens) -> Result<Self, CommandError> {
        const START: &str = "startpos or fen";
        let mut word = tokens.expect(START)?;
        let mut variant = None;
        if word == "variant" {
            variant = Some(tokens.variant()?);
            word = tokens.expect(START)?;
        }
        let fen = match word {
            "startpos" => None,
            "fen" => Some(tokens.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>()),
            _ => return Err(tokens.error_at(word, Reason::UnknownWord)),
        };
        if fen.as_ref().is_some_and(Vec::is_empty) {
            return Err(tokens.error(Reason::Missing("the position string")));
        }
        if fen.is_none() {
            match tokens.next() {
                None | Some("moves") => {}
                Some(word) => return Err(tokens.error_at(word, Reason::UnknownWord)),
            }
        }
        let fen = fen.map(|words| words.join(" "));
        Ok(Self { variant, fen, moves: tokens.map(String::from).collect() })
    }
}
