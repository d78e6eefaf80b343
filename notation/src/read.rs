//! Reading of moves as files write them.

use rotunda_movegen::{Cell, Game, GameMove, GameMoveKind, Role};

use crate::error::MoveError;
use crate::notation::{MAX_STATES, Notation};
use crate::written::{Parts, Written, tidied};

impl Notation {
    /// Returns the legal move of a text in the game's own notation, in SAN, or in the long forms of
    /// both.
    ///
    /// Signs of capture, check and mate may be missing or superfluous. Glyphs may follow, castling
    /// may have zeros or no dashes, and a promotion may have any sign. Where no other move fits,
    /// the piece may have a small letter, and files may have capitals. The origin may be given more
    /// fully than needed, or less if only one legal move fits.
    ///
    /// ```
    /// use rotunda_movegen::Variant;
    /// use rotunda_notation::Notation;
    /// let chess = Variant::by_name("chess")?;
    /// let fen = Some("3r2k1/4P3/8/8/8/8/8/4K2R w K - 0 1");
    /// let game = chess.game_from(fen).expect("well-formed");
    /// let read = |text: &str| Notation::of(chess).read(&game, text).map(|mv| mv.to_string());
    /// for text in ["exd8=Q+", "e7d8q", "e7xd8(Q)", "ed8Q#!"] {
    ///     assert_eq!(read(text).as_deref(), Ok("e7d8q"), "{text}");
    /// }
    /// assert_eq!(read("0-0").as_deref(), Ok("e1g1"));
    /// # Ok::<(), rotunda_movegen::UnknownVariant>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if no legal move is written so, or several are.
    pub fn read(&self, game: &Game, text: &str) -> Result<GameMove, MoveError> {
        let tidy = tidied(text);
        if is_own(&tidy)
            && let Ok(mv) = game.parse_move(&tidy)
        {
            return Ok(mv);
        }
        let mut found = self.fitting(game, &tidy);
        if found.is_empty() {
            found.extend(game.parse_move(&tidy).or_else(|_| game.parse_move(text)));
        }
        if found.is_empty() {
            found = self.in_other_case(game, &tidy);
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(MoveError::Illegal { text: text.to_owned(), fen: game.fen() }),
            _ => {
                let moves = found.iter().map(ToString::to_string).collect();
                Err(MoveError::Ambiguous { text: text.to_owned(), moves, fen: game.fen() })
            }
        }
    }

    /// Returns the legal moves that fit a tidied text.
    fn fitting(&self, game: &Game, tidy: &str) -> Vec<GameMove> {
        match Written::parse(tidy) {
            Some(Written::Castling { is_short }) => self.castlings(game, None, is_short),
            Some(Written::Pass) => passes(game),
            Some(Written::Parts(parts)) => self.by_parts(game, &parts),
            None => Vec::new(),
        }
    }

    /// Plays the legal move of a text, and returns it.
    ///
    /// # Errors
    /// Returns the errors of [`Notation::read`]. The game is then unchanged.
    pub fn play(&self, game: &mut Game, text: &str) -> Result<GameMove, MoveError> {
        let mv = self.read(game, text)?;
        match game.play(&mv) {
            Ok(()) => Ok(mv),
            Err(_) => Err(MoveError::Illegal { text: text.to_owned(), fen: game.fen() }),
        }
    }

    /// Returns the legal moves that fit the parts.
    fn by_parts(&self, game: &Game, parts: &Parts) -> Vec<GameMove> {
        if parts.has_two_cells()
            && let Some(mv) = Self::coordinates(parts).and_then(|text| game.parse_move(&text).ok())
        {
            return vec![mv];
        }
        let is_wanted = |from: Cell, to: Cell| {
            self.is_at(to, Some(parts.to_file), parts.to_rank)
                && self.is_at(from, parts.from_file, parts.from_rank)
                && self.is_piece(game, from, parts)
        };
        let Some(mut moves) = game.moves_between(MAX_STATES, &is_wanted) else { return Vec::new() };
        moves.retain(|mv| self.has_promotion(mv, parts.promotion));
        prefer(&mut moves, |mv| mv.promotion().is_some() == parts.promotion.is_some());
        prefer(&mut moves, Self::is_plain);
        if moves.is_empty() {
            moves = self.onto_own_rook(game, parts);
        }
        moves
    }

    /// Returns the two cells and the promotion as in UCI.
    fn coordinates(parts: &Parts) -> Option<String> {
        let from = (parts.from_file?, parts.from_rank?);
        let to = (parts.to_file, parts.to_rank?);
        let promotion = parts.promotion.map(|letter| letter.to_ascii_lowercase());
        Some(format!(
            "{}{}{}{}{}",
            from.0,
            from.1,
            to.0,
            to.1,
            promotion.map_or(String::new(), String::from)
        ))
    }

    /// Returns whether a cell is on this file and this rank, if they are given.
    fn is_at(&self, cell: Cell, file: Option<char>, rank: Option<usize>) -> bool {
        let place = self.grid.place(cell);
        file.is_none_or(|file| self.grid.letter(place.0) == file)
            && rank.is_none_or(|rank| place.1 + 1 == rank)
    }

    /// Returns whether the piece on a cell fits the letter. Without a letter it must be a pawn, or
    /// may be any piece if its cell is given. `P` is a pawn unless a kind has this letter.
    fn is_piece(&self, game: &Game, cell: Cell, parts: &Parts) -> bool {
        let Some(kind) = Self::kind_on(game, cell) else { return false };
        let is_pawn = self.role(kind) == Role::Pawn;
        match parts.piece {
            None => is_pawn || parts.has_two_cells(),
            Some(letter) if self.has_kind(letter) => self.letter(kind) == letter,
            Some(letter) => is_pawn && letter == 'P',
        }
    }

    /// Returns whether a move promotes to the kind of a letter. Without a letter every move fits.
    fn has_promotion(&self, mv: &GameMove, letter: Option<char>) -> bool {
        let Some(letter) = letter else { return true };
        mv.promotion().is_some_and(|kind| self.letter(kind).eq_ignore_ascii_case(&letter))
    }

    /// The castlings of a king to a higher or a lower file.
    fn castlings(&self, game: &Game, king: Option<Cell>, is_short: bool) -> Vec<GameMove> {
        let is_king = |from: Cell, to: Cell| {
            king.is_none_or(|king| king == from)
                && self.is_short(from, to) == Some(is_short)
                && Self::kind_on(game, from).is_some_and(|kind| self.role(kind) == Role::King)
        };
        let mut moves = game.moves_between(MAX_STATES, &is_king).unwrap_or_default();
        moves.retain(|mv| mv.kind() == GameMoveKind::Castling);
        moves
    }

    /// Returns castlings that are written as the king's move onto its own rook.
    fn onto_own_rook(&self, game: &Game, parts: &Parts) -> Vec<GameMove> {
        let cell = |file: char, rank: usize| self.grid.named(&format!("{file}{rank}"));
        let king = parts.from_file.zip(parts.from_rank).and_then(|(file, rank)| cell(file, rank));
        let rook = parts.to_rank.and_then(|rank| cell(parts.to_file, rank));
        let Some((king, rook)) = king.zip(rook) else { return Vec::new() };
        let owner = |cell| game.piece(cell).map(rotunda_movegen::Piece::seat);
        match self.is_short(king, rook) {
            Some(is_short) if owner(king) == owner(rook) => {
                self.castlings(game, Some(king), is_short)
            }
            _ => Vec::new(),
        }
    }

    /// Returns the moves of a text whose piece has a small letter (`nf3`), or whose files have
    /// capitals (`E4`, `NF3`).
    ///
    /// Before a rank, a letter that is a file of the board stays the file.
    fn in_other_case(&self, game: &Game, text: &str) -> Vec<GameMove> {
        let small = text.to_ascii_lowercase();
        let Some(letter) = small.chars().next().filter(char::is_ascii_lowercase) else {
            return Vec::new();
        };
        let is_file = (0..self.grid.files()).any(|file| self.grid.letter(file) == letter);
        let capital = format!("{}{}", letter.to_ascii_uppercase(), &small[1..]);
        let is_cell = is_file && small[1..].starts_with(|c: char| c.is_ascii_digit());
        let found = if is_cell { Vec::new() } else { self.fitting(game, &capital) };
        if found.is_empty() { self.fitting(game, &small) } else { found }
    }
}

/// Returns whether a text may be a move in the game's own notation: it names several cells, or
/// begins with the `x` of a removal.
fn is_own(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let ends = text.split(is_digit).filter(|part| !part.is_empty()).count();
    text.starts_with('x') || text.starts_with(|c: char| c.is_ascii_lowercase()) && ends > 1
}

/// Returns the forced pass, where it is legal.
fn passes(game: &Game) -> Vec<GameMove> {
    let mut moves = game.legal_moves_within(MAX_STATES).unwrap_or_default();
    moves.retain(|mv| mv.kind() == GameMoveKind::Pass);
    moves
}

/// Keeps only the preferred moves, if there are any.
fn prefer(moves: &mut Vec<GameMove>, is_preferred: impl Fn(&GameMove) -> bool) {
    if moves.len() > 1 && moves.iter().any(&is_preferred) {
        moves.retain(is_preferred);
    }
}
