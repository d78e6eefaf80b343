//! Games from position strings.

use crate::families::Rules;
use crate::family_game::FamilyGame;
use crate::game::Game;
use crate::position::{FenError, RightText, repair};
use crate::tables::VariantTables;
use crate::variants::{Family, Options, Variant, in_family};

/// Most repairs of one position string.
const REPAIRS: usize = 64;

impl Family {
    /// Returns a game from a position string, or from the start.
    ///
    /// # Errors
    /// If the position string is malformed or impossible.
    pub fn game(self, fen: Option<&str>) -> Result<Game, FenError> {
        in_family!(self, R, tables => {
            FamilyGame::<R, _>::parse(tables, fen.unwrap_or(tables.start())).map(Game::from)
        })
    }

    /// As [`Variant::game_leniently`], by these rules.
    ///
    /// # Errors
    /// If the position string is malformed or impossible, and its meaning not clear.
    pub fn game_leniently(self, fen: &str) -> Result<(Game, Vec<String>), FenError> {
        in_family!(self, R, tables => {
            leniently::<R, _>(tables, fen).map(|(game, notes)| (Game::from(game), notes))
        })
    }
}

/// Returns a game from a position string that is repaired until it is one of the variant.
fn leniently<R: Rules<W>, const W: usize>(
    variant: &'static VariantTables<W>,
    fen: &str,
) -> Result<(FamilyGame<'static, R, W>, Vec<String>), FenError> {
    let rights = rights(variant);
    let (mut text, mut notes) = (fen.to_owned(), Vec::new());
    loop {
        let error = match FamilyGame::<R, W>::parse(variant, &text) {
            Ok(game) => return Ok((game, notes)),
            Err(error) => error,
        };
        let repaired = repair(&text, &error, &rights).filter(|_| notes.len() < REPAIRS);
        let (better, note) = repaired.ok_or(error)?;
        text = better;
        notes.push(note);
    }
}

/// The rights to castle of a variant.
fn rights<const W: usize>(tables: &VariantTables<W>) -> Vec<RightText> {
    let sides = tables.sides.iter().take(2).zip([true, false]);
    let rights = sides.flat_map(|(side, is_white)| {
        side.castlings.iter().filter_map(move |castling| {
            let file = tables.grid.name(castling.rook.0).chars().next()?;
            let file = if is_white { file.to_ascii_uppercase() } else { file };
            let letter = *tables.letters.get(castling.flag.trailing_zeros() as usize)?;
            Some(RightText { letter, file })
        })
    });
    rights.collect()
}

impl Variant {
    /// Returns a game from the start, by the variant's usual rules.
    ///
    /// # Panics
    /// If the variant's own start string is malformed, which no variant's is.
    #[must_use]
    pub fn game(&'static self) -> Game {
        self.game_from(None).expect("a variant's start position is well-formed")
    }

    /// Returns a game from a position string, or from the start, by the variant's usual rules.
    ///
    /// # Errors
    /// If the position string is malformed or impossible.
    pub fn game_from(&'static self, fen: Option<&str>) -> Result<Game, FenError> {
        self.family(Options::default()).game(fen)
    }

    /// Returns a game from a position string as other programs may write it, with a sentence for
    /// each change that made it a position string of this variant.
    ///
    /// Impossible rights to castle and en passant cells that no pawn passed are left out, clocks
    /// are brought within their bounds, and rights by the rook's file (Shredder-FEN, X-FEN) are
    /// understood.
    ///
    /// ```
    /// let chess = rotunda_movegen::Variant::by_name("chess")?;
    /// let (game, notes) = chess.game_leniently("4k3/8/8/8/8/8/8/4K2R w H e3 -1 1")?;
    /// assert_eq!((game.fen().as_str(), notes.len()), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the position string is malformed or impossible, and its meaning not clear.
    pub fn game_leniently(&'static self, fen: &str) -> Result<(Game, Vec<String>), FenError> {
        self.family(Options::default()).game_leniently(fen)
    }
}
