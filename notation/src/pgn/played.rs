//! [`PlayedGame`]: a game of a PGN whose moves have been played.

use std::fmt;

use rotunda_movegen::{Action, Forfeit, Game, GameMove, GameRecord, Seat, Variant};

use super::MAX_DEPTH;
use super::branches::Branches;
use super::comment::{Event, events};
use super::header::{Header, Start};
use super::movetext::Movetext;
use super::numbers::NumberCheck;
use super::reader::{GameText, Note};
use super::result::GameResult;
use super::tags::Tags;
use super::tokens::{Token, rest_of_variation};
use crate::error::{GameError, GameFault, MoveError};
use crate::nag::Nag;
use crate::notation::Notation;
use crate::place::Place;

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: GameMove,
    /// The move as the file has it.
    pub written: String,
    /// The move as this crate writes it.
    pub text: String,
    /// The number of the full move.
    pub number: u32,
    /// Whether no seat moves before it in the full move.
    pub is_first: bool,
    /// The seat that moves.
    pub seat: Seat,
}

impl Ply {
    /// Plays the move of a text.
    ///
    /// # Errors
    /// Returns an error if it is no legal move; the game is unchanged.
    pub fn play(notation: &Notation, game: &mut Game, text: &str) -> Result<Self, MoveError> {
        let mv = notation.read(game, text)?;
        Ok(Self { written: text.to_owned(), ..Self::of(notation, game, &mv)? })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if it is not legal; the game is unchanged.
    pub fn of(notation: &Notation, game: &mut Game, mv: &GameMove) -> Result<Self, MoveError> {
        let ply = Self::before(notation, game, mv);
        if game.play(mv).is_err() {
            return Err(ply.illegal(game));
        }
        Ok(ply.after(notation, game))
    }

    /// Plays the move of a text in a record.
    ///
    /// # Errors
    /// Returns an error if it is no legal move; the record is unchanged.
    fn play_in(
        notation: &Notation,
        record: &mut GameRecord,
        text: &str,
    ) -> Result<Self, MoveError> {
        let mv = notation.read(record.game(), text)?;
        let ply = Self::before(notation, record.game(), &mv);
        if record.play(&mv).is_err() {
            return Err(ply.illegal(record.game()));
        }
        Ok(Self { written: text.to_owned(), ..ply.after(notation, record.game()) })
    }

    /// Returns a move that is about to be played; its text has no sign of check yet.
    fn before(notation: &Notation, game: &Game, mv: &GameMove) -> Self {
        let seat = game.turn();
        Self {
            mv: mv.clone(),
            written: mv.to_string(),
            text: notation.stem(game, mv),
            number: game.fullmove(),
            is_first: (0..seat.0).all(|earlier| !game.is_alive(Seat(earlier))),
            seat,
        }
    }

    /// Completes the text from the position after the move.
    fn after(mut self, notation: &Notation, game: &Game) -> Self {
        self.text += notation.suffix(game);
        self
    }

    fn illegal(self, game: &Game) -> MoveError {
        MoveError::Illegal { text: self.written, fen: game.fen() }
    }

    /// Returns the number with its dots: `3.`, or `3...` of another seat than the first.
    #[must_use]
    pub fn numbered(&self) -> String {
        format!("{}{}", self.number, if self.is_first { "." } else { "..." })
    }
}

/// A part of a movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move.
    Move(Ply),
    /// A comment.
    Comment(String),
    /// A glyph.
    Nag(Nag),
    /// The beginning of a variation, which replaces the move before it.
    Open,
    /// The end of a variation.
    Close,
}

/// A game of a PGN whose moves, including variations, have been played. [`fmt::Display`] writes it
/// as PGN again.
///
/// ```
/// use rotunda_movegen::Variant;
/// use rotunda_notation::pgn::{PgnReader, PlayedGame};
/// let file = "1 e2-e4 e5 2 Ng1f3 {good} *";
/// let game = PgnReader::new(file.as_bytes()).next().expect("a game")?;
/// let game = PlayedGame::of(game, Variant::by_name("chess")?)?;
/// assert!(game.to_string().ends_with("\n\n1. e4 e5 2. Nf3 {good} *\n"));
/// let end = game.record.game().fen();
/// assert_eq!(end, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlayedGame {
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// The tags as they are in the file.
    pub tags: Tags,
    /// The header from the tags.
    pub header: Header,
    /// The movetext.
    pub items: Vec<Item>,
    /// The result, see [`GameText::result`].
    pub result: GameResult,
    /// The main line: its moves, claims and eliminations.
    pub record: GameRecord,
    /// The notes about oddities of the game.
    pub notes: Vec<Note>,
}

impl PlayedGame {
    /// Plays the moves of a game; `usual` is the variant if no tag names one.
    ///
    /// A variation ends before a word that cannot be played, such as a null move of an annotator,
    /// and the main line ends before a null move. A note names the word.
    ///
    /// # Errors
    /// Returns an error if the tags name no variant or no position, or a move of the main line is
    /// not legal.
    pub fn of(text: GameText, usual: &'static Variant) -> Result<Self, GameError> {
        let start = Start::of(&text.tags, usual);
        let start = start.map_err(|fault| text.error(text.place, fault))?;
        let Start { header, record, notes } = start;
        let notation = Notation::of(header.variant);
        let mut player = Player::new(&notation, record, text.tokens.len());
        // The end of a variation that is not closed is unknown.
        let has_ends = !text.notes.contains(&Note::OpenVariation);
        let mut numbers = NumberCheck::new(&text.numbers, text.tags.get("FEN").is_some());
        let mut at = 0;
        while let Some((token, place)) = text.tokens.get(at) {
            at += 1;
            let first = player.items.len();
            let fault = match player.take(token, *place) {
                Ok(()) => {
                    if let (Some(Item::Move(ply)), 0) = (player.items.get(first), player.depth()) {
                        player.notes.extend(numbers.note(at, ply.number, *place));
                    }
                    continue;
                }
                Err(fault) => fault,
            };
            let (place, reason) = (*place, fault.to_string());
            match token {
                Token::Move(_) if player.depth() > 0 && has_ends => {
                    player.notes.push(Note::Variation { place, reason });
                    at += rest_of_variation(text.tokens[at..].iter().map(|(token, _)| token));
                }
                _ if player.depth() == 0 && token.is_null_move() => {
                    player.notes.push(Note::NullMove { place, reason });
                    break;
                }
                _ => return Err(text.error(place, fault)),
            }
        }
        let (result, other) = text.result();
        let Player { branches, items, notes: faults, .. } = player;
        let record = branches.finish();
        let notes = text.notes.into_iter().chain(notes).chain(faults).chain(other).collect();
        let (number, tags) = (text.number, text.tags);
        Ok(Self { number, tags, header, items, result, record, notes })
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &Ply> {
        let mut depth = 0_usize;
        self.items.iter().filter_map(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth -= 1,
                Item::Move(ply) if depth == 0 => return Some(ply),
                Item::Move(_) | Item::Comment(_) | Item::Nag(_) => {}
            }
            None
        })
    }

    /// Returns the moves of the main line, each with the game before it.
    ///
    /// # Panics
    /// Panics if the fields of the game have been changed and do not fit together any more.
    pub fn positions(&self) -> impl Iterator<Item = (&Ply, Game)> {
        let Header { variant, options, start } = &self.header;
        let start = GameRecord::new(variant, *options, start.as_deref());
        let mut record = start.expect("the position string is the game's own");
        let mut plies = self.main_line();
        self.record.actions().filter_map(move |action| {
            let before = matches!(action, Action::Move(_)).then(|| record.game().clone());
            record.act(action.clone()).expect("the action was possible when it was read");
            before.and_then(|before| Some((plies.next()?, before)))
        })
    }

    /// Returns the tags with those that every game has, and those of the game and its start.
    ///
    /// Another program's name for chess stays. Games other than chess without a tag `Variant` get
    /// one.
    #[must_use]
    pub fn all_tags(&self) -> Tags {
        let mut tags = self.tags.clone();
        tags.set("Result", self.result.to_string());
        if self.header.variant.name != "chess" {
            tags.set("Variant", self.header.variant.name);
        }
        if let Some(start) = &self.header.start {
            tags.set("SetUp", "1");
            tags.set("FEN", start.clone());
        }
        tags.with_roster()
    }
}

/// A game that is being played token by token.
struct Player<'a> {
    notation: &'a Notation,
    branches: Branches,
    items: Vec<Item>,
    /// The places where the open variations begin.
    begins: Vec<Place>,
    notes: Vec<Note>,
}

impl<'a> Player<'a> {
    fn new(notation: &'a Notation, record: GameRecord, count: usize) -> Self {
        let (branches, items) = (Branches::new(record), Vec::with_capacity(count));
        Self { notation, branches, items, begins: Vec::new(), notes: Vec::new() }
    }

    /// Returns the number of variations within each other; 0 in the main line.
    const fn depth(&self) -> usize {
        self.branches.depth()
    }

    /// Plays a token. On error nothing changes.
    fn take(&mut self, token: &Token, place: Place) -> Result<(), GameFault> {
        match token {
            Token::Comment(text) => {
                for event in events(text) {
                    happen(self.branches.record(), event);
                }
                self.items.push(Item::Comment(text.clone()));
            }
            Token::Nag(nag) => self.items.push(Item::Nag(*nag)),
            Token::Open => {
                if self.depth() == MAX_DEPTH {
                    return Err(GameFault::TooDeep);
                }
                self.branches.open();
                self.begins.push(place);
                self.items.push(Item::Open);
            }
            Token::Close => self.close(place),
            Token::Move(text) => self.play(text, place)?,
        }
        Ok(())
    }

    /// Ends a variation. An empty one disappears, with a note unless another note tells why.
    fn close(&mut self, place: Place) {
        self.branches.close();
        let begin = self.begins.pop().unwrap_or(place);
        if self.items.last() != Some(&Item::Open) {
            self.items.push(Item::Close);
            return;
        }
        self.items.pop();
        let is_explained = |note: &Note| match note {
            Note::Variation { place, .. } | Note::EmptyVariation(place) => *place > begin,
            _ => false,
        };
        if !self.notes.last().is_some_and(is_explained) {
            self.notes.push(Note::EmptyVariation(begin));
        }
    }

    /// Plays the move of a word, or several moves that stand together without a space.
    fn play(&mut self, text: &str, place: Place) -> Result<(), GameFault> {
        let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '@';
        if text.starts_with('[') {
            return Err(GameFault::Tag(text.to_owned()));
        }
        if !text.contains(is_word) {
            return Err(GameFault::Word(text.to_owned()));
        }
        let fault = match Ply::play_in(self.notation, self.branches.record(), text) {
            Ok(ply) => {
                self.items.push(Item::Move(ply));
                return Ok(());
            }
            Err(fault) => fault,
        };
        let parts = match fault {
            MoveError::Illegal { .. } => self.notation.glued(self.branches.game(), text),
            MoveError::Ambiguous { .. } => None,
        };
        let parts = parts.ok_or(fault)?;
        for part in &parts {
            let ply = Ply::play_in(self.notation, self.branches.record(), part)?;
            self.items.push(Item::Move(ply));
        }
        let moves = parts.into_iter().map(str::to_owned).collect();
        self.notes.push(Note::Glued { place, text: text.to_owned(), moves });
        Ok(())
    }
}

/// Adds an event to a record, if it is possible there. A player who leaves a duel ends it, which is
/// the result of the file; the record goes on.
fn happen(record: &mut GameRecord, event: Event) {
    let action = match event {
        Event::Claim => record.game().claim().map(|claim| Action::Claim(claim.seat)),
        Event::Leave(seat) => (!record.variant().is_duel())
            .then_some(Action::Forfeit(Seat(seat), Forfeit::Disconnection)),
    };
    // Files may repeat an event that is over.
    let _ = action.map(|action| record.act(action));
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Movetext::default();
        for item in &self.items {
            match item {
                Item::Move(ply) => text.play(ply.number, ply.is_first, &ply.text),
                Item::Comment(comment) => text.comment(comment),
                Item::Nag(nag) => text.nag(*nag),
                Item::Open => text.open(),
                Item::Close => text.close(),
            }
        }
        write!(f, "{}\n{}", self.all_tags(), text.finish(self.result))
    }
}

impl fmt::Debug for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayedGame")
            .field("tags", &self.tags)
            .field("items", &self.items)
            .field("end", &self.record.game().fen())
            .finish_non_exhaustive()
    }
}
