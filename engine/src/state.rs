//! [`State`]: what a session remembers between commands.

use std::sync::Arc;

use rotunda_movegen::{AnyGame, Entry, Family, Options, variants};
use rotunda_protocol::{CommandError, PositionOrder, Preferences, Reason};
use rotunda_search::{SetupError, TableError, Thinker, TranspositionTable};

use crate::DEFAULT_HASH;

/// What makes thinkers: [`rotunda_search::thinker`], or a stand-in for tests.
pub type Maker = fn(Family) -> Box<dyn Thinker>;

/// What a session remembers between commands: the variant, the game, the hash table, and how to
/// search.
pub(crate) struct State {
    maker: Maker,
    entry: &'static Entry,
    rules: Options,
    fen: Option<String>,
    moves: Vec<String>,
    game: Box<dyn AnyGame>,
    /// `None` while a search has it, and after it has panicked.
    thinker: Option<Box<dyn Thinker>>,
    table: Arc<TranspositionTable>,
    /// How to search and what to tell.
    pub preferences: Preferences,
}

impl State {
    /// The first variant at its start.
    pub fn new(maker: Maker) -> Result<Self, TableError> {
        let (entry, rules) = (&variants()[0], Options::default());
        let thinker = maker(entry.family(rules));
        Ok(Self {
            maker,
            entry,
            rules,
            fen: None,
            moves: Vec::new(),
            game: thinker.game().boxed(),
            thinker: Some(thinker),
            table: Arc::new(TranspositionTable::new(DEFAULT_HASH)?),
            preferences: Preferences::default(),
        })
    }

    /// What makes thinkers.
    pub const fn maker(&self) -> Maker {
        self.maker
    }

    /// The variant.
    pub const fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The game at its current position.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The hash table.
    pub fn table(&self) -> Arc<TranspositionTable> {
        self.table.clone()
    }

    /// Sets up a position; on error nothing is changed.
    pub fn set_up(&mut self, command: &str, order: PositionOrder) -> Result<(), CommandError> {
        let entry = order.variant.unwrap_or(self.entry);
        self.set_up_under(command, entry, self.rules, order.fen, order.moves)
    }

    /// The choices that change the variant's rules.
    pub const fn rules(&self) -> Options {
        self.rules
    }

    /// The start's position string under the rules that are set.
    pub fn start(&self) -> String {
        let start = self.entry.family(self.rules).game(None);
        start.expect("a variant's start is well-formed").fen()
    }

    /// Plays by other choices; the way to the position stays, and is judged by them.
    pub fn set_rules(&mut self, command: &str, rules: Options) -> Result<(), CommandError> {
        let (fen, moves) = (self.fen.clone(), self.moves.clone());
        self.set_up_under(command, self.entry, rules, fen, moves)
    }

    fn set_up_under(
        &mut self,
        command: &str,
        entry: &'static Entry,
        rules: Options,
        fen: Option<String>,
        moves: Vec<String>,
    ) -> Result<(), CommandError> {
        let same = entry.name == self.entry.name && rules == self.rules;
        let mut thinker =
            if same { self.take_thinker() } else { (self.maker)(entry.family(rules)) };
        let result = set_up(&mut *thinker, command, fen.as_deref(), &moves);
        if result.is_ok() {
            self.game = thinker.game().boxed();
            (self.entry, self.rules, self.fen, self.moves) = (entry, rules, fen, moves);
        }
        if same || result.is_ok() {
            self.thinker = Some(thinker);
        }
        result
    }

    /// The thinker, at the current position; give it back after use.
    pub fn take_thinker(&mut self) -> Box<dyn Thinker> {
        self.thinker.take().unwrap_or_else(|| self.fresh_thinker())
    }

    /// Takes the thinker back; `None` if it is lost.
    pub fn give_back(&mut self, thinker: Option<Box<dyn Thinker>>) {
        self.thinker = thinker;
    }

    fn fresh_thinker(&self) -> Box<dyn Thinker> {
        let mut thinker = (self.maker)(self.entry.family(self.rules));
        set_up(&mut *thinker, "position", self.fen.as_deref(), &self.moves)
            .expect("the position was set up before");
        thinker
    }

    /// The static evaluation of the current position, as text for people.
    pub fn explain(&self) -> String {
        let explain = |thinker: &dyn Thinker| thinker.explain();
        self.thinker.as_deref().map_or_else(|| explain(&*self.fresh_thinker()), explain)
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        let mut thinker = self.take_thinker();
        thinker.forget();
        self.thinker = Some(thinker);
        self.table.clear();
    }

    /// Replaces the hash table by an empty one of this many megabytes; on error it stays.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes == self.table.megabytes() {
            self.table.clear();
        } else {
            self.table = Arc::new(TranspositionTable::new(megabytes)?);
        }
        Ok(())
    }
}

/// Sets up a thinker, in the words of the protocol.
fn set_up(
    thinker: &mut dyn Thinker,
    command: &str,
    fen: Option<&str>,
    moves: &[String],
) -> Result<(), CommandError> {
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    thinker.set_up(fen, &texts).map_err(|error| match error {
        SetupError::Fen(error) => CommandError::new(command, Reason::Fen(error)),
        SetupError::Move(index) => {
            CommandError::at(command, texts[index], Reason::IllegalMove(index + 1))
        }
    })
}
