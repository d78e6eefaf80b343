//! Moves in standard algebraic notation.

use std::fmt::Write;

use rotunda_movegen::{Cell, Game, GameMove, GameMoveKind, Reason};

use crate::notation::{MAX_STATES, Notation};

impl Notation {
    /// Returns a legal move for people: in SAN where the variant [has it](Notation::has_san), and
    /// otherwise in the game's own notation.
    ///
    /// Moves that SAN cannot express always have the game's own notation: series of jumps, swaps,
    /// removals, passes, and one of two castlings to the same side.
    #[must_use]
    pub fn write(&self, game: &Game, mv: &GameMove) -> String {
        let text = self.stem(game, mv);
        if !self.has_san() {
            return text;
        }
        let mut after = game.clone();
        match after.play(mv) {
            Ok(()) => text + self.suffix(&after),
            Err(_) => text,
        }
    }

    /// Returns the same without the sign of check or mate.
    #[must_use]
    pub fn stem(&self, game: &Game, mv: &GameMove) -> String {
        let san = match mv.kind() {
            _ if !self.has_san() => None,
            GameMoveKind::Castling => self.castling(game, mv),
            GameMoveKind::Pass | GameMoveKind::Removal | GameMoveKind::Swap => None,
            _ => self.piece_move(game, mv),
        };
        san.unwrap_or_else(|| mv.to_string())
    }

    /// Returns `+` for check or `#` for mate, given the position after a move.
    #[must_use]
    pub fn suffix(&self, after: &Game) -> &'static str {
        if !self.has_san() || !after.is_check() {
            return "";
        }
        match after.outcome() {
            Some(outcome) if outcome.reason == Reason::Checkmate => "#",
            _ => "+",
        }
    }

    fn castling(&self, game: &Game, mv: &GameMove) -> Option<String> {
        let is_short = self.is_short(mv.from(), mv.to())?;
        let is_same_side = |from: Cell, to: Cell| self.is_short(from, to) == Some(is_short);
        let mut moves = game.moves_between(MAX_STATES, &is_same_side)?;
        moves.retain(|other| other.kind() == GameMoveKind::Castling);
        (moves.len() == 1).then(|| if is_short { "O-O" } else { "O-O-O" }.to_owned())
    }

    fn piece_move(&self, game: &Game, mv: &GameMove) -> Option<String> {
        if !Self::is_plain(mv) {
            return None;
        }
        let letter = self.san_letter(Self::kind_on(game, mv.from())?);
        let is_capture = mv.is_capture();
        let mut san = String::from_iter(letter);
        san += &self.origin(game, mv, letter.is_none() && is_capture)?;
        if is_capture {
            san.push('x');
        }
        san += &self.grid.name(mv.to());
        if let Some(kind) = mv.promotion() {
            // Writing to a string cannot fail.
            let _ = write!(san, "={}", self.letter(kind));
        }
        Some(san)
    }

    /// Adds as much of the origin as distinguishes a move from those of the same pieces to the same
    /// cell. A capturing pawn always has its file.
    fn origin(&self, game: &Game, mv: &GameMove, needs_file: bool) -> Option<String> {
        let letter = |cell: Cell| Self::kind_on(game, cell).map(|kind| self.san_letter(kind));
        let own = letter(mv.from());
        let is_rival =
            |from: Cell, to: Cell| to == mv.to() && from != mv.from() && letter(from) == own;
        let mut rivals = game.moves_between(MAX_STATES, &is_rival)?;
        rivals.retain(Self::is_plain);
        let (file, rank) = self.grid.place(mv.from());
        let shares = |part: fn((usize, usize)) -> usize| {
            let own = part((file, rank));
            rivals.iter().any(|rival| part(self.grid.place(rival.from())) == own)
        };
        let (shares_file, shares_rank) = (shares(|place| place.0), shares(|place| place.1));
        Some(match (rivals.is_empty(), needs_file, shares_file, shares_rank) {
            (true, false, ..) => String::new(),
            (true, true, ..) | (_, _, false, _) => self.grid.letter(file).to_string(),
            (_, false, true, false) => (rank + 1).to_string(),
            (_, true, true, _) | (_, _, true, true) => self.grid.name(mv.from()),
        })
    }
}
