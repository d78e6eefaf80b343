//! [`PositionOrder`]: the position that `position` sets up.

use rotunda_movegen::{Variant, quoted};

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
    /// What was not as it should be, though the meaning is clear.
    pub notes: Vec<String>,
}

impl PositionOrder {
    /// The start of a variant, or of the current one.
    #[must_use]
    pub const fn start_of(variant: Option<&'static Variant>) -> Self {
        Self { variant, fen: None, moves: Vec::new(), notes: Vec::new() }
    }
}

impl PositionOrder {
    /// Parses `[variant NAME] startpos|fen FEN [moves ..]`.
    ///
    /// Words after `startpos` are moves even if `moves` is forgotten, a position string is one even
    /// if `fen` is forgotten, and `fen startpos` is the start. The position string and the moves
    /// are not checked.
    pub(crate) fn parse(mut tokens: Tokens) -> Result<Self, CommandError> {
        const START: &str = "startpos or fen";
        let mut word = tokens.expect(START)?;
        let mut variant = None;
        if word == "variant" {
            variant = Some(tokens.variant()?);
            word = tokens.expect(START)?;
        }
        let mut notes = Vec::new();
        let mut next = tokens.clone();
        let is_start = match word {
            "startpos" => true,
            "fen" if next.next() == Some("startpos") => {
                tokens = next;
                notes.push("position: startpos stands without the word fen".to_owned());
                true
            }
            "fen" => false,
            row if row.contains('/') => {
                notes.push(without_word("fen", row));
                false
            }
            _ => return Err(tokens.error_at(word, Reason::UnknownWord)),
        };
        let first = (word != "fen").then_some(word);
        let fen = (!is_start).then(|| {
            let words = tokens.by_ref().take_while(|&word| word != "moves");
            first.into_iter().chain(words).collect::<Vec<_>>()
        });
        if fen.as_ref().is_some_and(Vec::is_empty) {
            return Err(tokens.error(Reason::Missing("the position string")));
        }
        let mut moves: Vec<String> = tokens.map(String::from).collect();
        if fen.is_none() && !moves.is_empty() {
            if moves[0] == "moves" {
                moves.remove(0);
            } else {
                notes.push(without_word("moves", &moves[0]));
            }
        }
        let fen = fen.map(|words| words.join(" "));
        Ok(Self { variant, fen, moves, notes })
    }

    /// The same order with the last words of the position string as moves, if they look like moves
    /// and no moves follow; somebody has forgotten the word `moves`.
    #[must_use]
    pub fn with_moves_of_fen(&self) -> Option<Self> {
        let words: Vec<&str> = self.fen.as_ref()?.split(' ').collect();
        let fields = words.len() - words.iter().rev().take_while(|word| is_like_move(word)).count();
        if fields == 0 || fields == words.len() || !self.moves.is_empty() {
            return None;
        }
        Some(Self {
            variant: self.variant,
            fen: Some(words[..fields].join(" ")),
            moves: words[fields..].iter().map(ToString::to_string).collect(),
            notes: [self.notes.clone(), vec![without_word("moves", words[fields])]].concat(),
        })
    }
}

/// Returns the note about a forgotten word.
fn without_word(word: &str, first: &str) -> String {
    format!("position: the word {word} is missing before {}", quoted(first))
}

/// Whether a word begins with a cell and goes on.
fn is_like_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 4
        && bytes[0].is_ascii_lowercase()
        && bytes[1].is_ascii_digit()
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'=')
}
