//! [`BenchOrder`]: the positions and limits of `bench`.

use rotunda_movegen::Variant;

use crate::error::{CommandError, Reason};
use crate::tokens::Tokens;

/// The deepest search of `bench`, in plies.
const DEEPEST: u32 = 100;

/// The order of `bench`.
#[derive(Clone, Copy, Default, Debug)]
pub struct BenchOrder {
    /// The only variant whose positions are searched; `None` for all variants.
    pub variant: Option<&'static Variant>,
    /// The depth in plies; `None` for the depth of the signature.
    pub depth: Option<u32>,
    /// Whether to print a table of move ordering and reductions.
    pub stats: bool,
}

impl BenchOrder {
    /// Parses `[--variant NAME] [--depth N] [--stats]`, with or without the dashes.
    pub(crate) fn parse(mut tokens: Tokens) -> Result<Self, CommandError> {
        let mut order = Self::default();
        while let Some(word) = tokens.next() {
            match word.strip_prefix("--").unwrap_or(word) {
                "variant" => order.variant = Some(tokens.variant()?),
                "depth" => order.depth = Some(tokens.number(1..=DEEPEST)?),
                "stats" => order.stats = true,
                _ => return Err(tokens.error_at(word, Reason::UnknownWord)),
            }
        }
        Ok(order)
    }
}
