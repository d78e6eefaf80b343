//! [`State`]: the memory of a session between commands.

use std::cell::OnceCell;
use std::sync::Arc;

use rotunda_movegen::{Action, Game, GameMove, GameRecord, Options, Seat, Variant, Way, quoted};
use rotunda_protocol::{CommandError, PositionOrder, Preferences, Reason, reply};
use rotunda_search::{SearchEngine, TableError, TranspositionTable};

/// Megabytes of the transposition table before anybody sets `Hash`, and in the bench.
pub const DEFAULT_HASH: usize = 16;

/// Makes engines: [`rotunda_search::search_engine`], or a fake one in tests.
pub type EngineFactory = fn() -> Box<dyn SearchEngine>;

/// The memory of a session between commands: the variant, the game, the hash table, and the
/// settings of searches.
pub(crate) struct State {
    factory: EngineFactory,
    /// The game: its start, its history, and its present state.
    record: GameRecord,
    /// The answer to `legal`, after the first request; `None` if it comes in parts.
    legal: OnceCell<Option<String>>,
    /// The seat whose pieces are at the bottom of drawings.
    view: Seat,
    /// The reason why the latest position was refused; `None` if it was set up.
    refusal: Option<String>,
    /// The engine; `None` while a search has it, and after it has panicked.
    engine: Option<Box<dyn SearchEngine>>,
    tt: Arc<TranspositionTable>,
    /// The preferences for searches and output.
    pub preferences: Preferences,
}

impl State {
    /// The first variant at its start.
    pub fn new(factory: EngineFactory) -> Result<Self, TableError> {
        Ok(Self {
            factory,
            record: start(&Variant::all()[0], Options::default()),
            legal: OnceCell::new(),
            view: Seat(0),
            refusal: None,
            engine: Some(factory()),
            tt: Arc::new(TranspositionTable::new(DEFAULT_HASH)?),
            preferences: Preferences::default(),
        })
    }

    /// Makes engines.
    pub const fn factory(&self) -> EngineFactory {
        self.factory
    }

    /// The variant.
    pub const fn entry(&self) -> &'static Variant {
        self.record.variant()
    }

    /// The game at its current position.
    pub const fn game(&self) -> &Game {
        self.record.game()
    }

    /// The legal moves on one line; `None` if they may be too many for that.
    pub fn legal(&self) -> Option<&str> {
        self.legal.get_or_init(|| reply::legal(self.game())).as_deref()
    }

    /// The transposition table.
    pub fn tt(&self) -> Arc<TranspositionTable> {
        self.tt.clone()
    }

    /// Sets up a position, and returns the parts that it left out or read leniently; on error
    /// nothing is changed.
    pub fn set_up(
        &mut self,
        command: &str,
        order: PositionOrder,
    ) -> Result<Vec<String>, CommandError> {
        let (entry, rules) = (order.variant.unwrap_or(self.entry()), self.rules());
        let other = order.with_moves_of_fen();
        let (fen, moves) = (order.fen, order.moves);
        let (mut notes, more) = match self.set_up_under(command, entry, rules, fen, &moves) {
            Ok(more) => (order.notes, more),
            Err(error) => {
                let Some(PositionOrder { fen, moves, notes, .. }) = other else {
                    return Err(error);
                };
                let more = self.set_up_under(command, entry, rules, fen, &moves);
                (notes, more.map_err(|_| error)?)
            }
        };
        notes.extend(more);
        self.refusal = None;
        Ok(notes)
    }

    /// Plays moves from the current position on; on error nothing is changed.
    pub fn play_on(&mut self, command: &str, moves: &[String]) -> Result<(), CommandError> {
        let mut record = self.without_claim();
        play_all(&mut record, command, moves, 1)?;
        self.stand(record);
        Ok(())
    }

    /// Plays a move from the current position on; on error nothing is changed.
    pub fn play(&mut self, command: &str, mv: &GameMove) -> Result<(), CommandError> {
        let mut record = self.without_claim();
        let illegal = |_| CommandError::at(command, &mv.to_string(), Reason::IllegalMove(1));
        record.play(mv).map_err(illegal)?;
        self.stand(record);
        Ok(())
    }

    /// Takes the last moves back; on error nothing is changed.
    pub fn take_back(&mut self, command: &str, count: usize) -> Result<(), CommandError> {
        let mut record = self.without_claim();
        let played = record.actions().len();
        if count > played {
            return Err(CommandError::new(command, Reason::TooFewMoves(played)));
        }
        for _ in 0..count {
            record.undo();
        }
        self.stand(record);
        Ok(())
    }

    /// The game as it was before a claim ended it: the way to its position leads to no claim.
    fn without_claim(&self) -> GameRecord {
        let mut record = self.record.clone();
        while matches!(record.actions().next_back(), Some(Action::Claim(_))) {
            record.undo();
        }
        record
    }

    /// Replaces the game.
    fn stand(&mut self, record: GameRecord) {
        self.record = record;
        self.legal = OnceCell::new();
        self.refusal = None;
    }

    /// The ways of the pieces that the last move has moved; none at the start of the game.
    pub fn last_ways(&self) -> &[Way] {
        self.record.moves().next_back().map_or(&[], GameMove::ways)
    }

    /// Returns the seat whose pieces are at the bottom of drawings.
    pub const fn view(&self) -> Seat {
        self.view
    }

    /// Looks at the board from the next seat.
    pub fn flip(&mut self) {
        self.view = Seat((self.view.0 + 1) % self.entry().seats as u8);
    }

    /// The choices that change the variant's rules.
    pub const fn rules(&self) -> Options {
        self.record.options()
    }

    /// The start's position string under the rules that are set.
    pub fn start(&self) -> String {
        start(self.entry(), self.rules()).game().fen()
    }

    /// Plays by other choices; the way to the position stays, and is judged by them.
    pub fn set_rules(&mut self, command: &str, rules: Options) -> Result<(), CommandError> {
        let fen = self.record.start().map(str::to_owned);
        let moves: Vec<String> = self.record.moves().map(ToString::to_string).collect();
        self.set_up_under(command, self.entry(), rules, fen, &moves).map(drop)
    }

    fn set_up_under(
        &mut self,
        command: &str,
        entry: &'static Variant,
        rules: Options,
        fen: Option<String>,
        moves: &[String],
    ) -> Result<Vec<String>, CommandError> {
        let same = std::ptr::eq(entry, self.entry()) && rules == self.rules();
        let known = if same { self.known_part(fen.as_deref(), moves) } else { None };
        let (mut record, mut notes) = match (known, fen) {
            (Some(_), _) => (self.record.clone(), Vec::new()),
            (None, None) => (start(entry, rules), Vec::new()),
            (None, Some(fen)) => GameRecord::leniently(entry, rules, &fen)
                .map_err(|error| CommandError::new(command, Reason::Fen(error)))?,
        };
        let known = known.unwrap_or(0);
        notes.extend(play_all(&mut record, command, &moves[known..], known + 1)?);
        if !std::ptr::eq(entry, self.entry()) {
            self.view = Seat(0);
        }
        (self.record, self.legal) = (record, OnceCell::new());
        Ok(notes)
    }

    /// Returns how many of these moves from a position string lead to the current position; `None`
    /// if it is not on the way. So an order that continues the game costs only its new moves.
    fn known_part(&self, fen: Option<&str>, moves: &[String]) -> Option<usize> {
        let known = self.record.actions().len();
        let start = || self.entry().start();
        let same_fen = self.record.start().unwrap_or_else(start) == fen.unwrap_or_else(start);
        let is_way = |mut way: std::slice::Iter<'_, String>| {
            self.record.actions().all(|action| match (action, way.next()) {
                (Action::Move(mv), Some(text)) => mv.to_string() == *text,
                _ => false,
            })
        };
        (same_fen && is_way(moves.iter())).then_some(known)
    }

    /// The engine; give it back after use.
    pub fn take_engine(&mut self) -> Box<dyn SearchEngine> {
        self.engine.take().unwrap_or_else(self.factory)
    }

    /// Makes the engine ready for the game, unless a search has it.
    pub fn prepare(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.prepare(self.record.game(), &self.preferences.settings());
        }
    }

    /// Takes the engine back after a search.
    pub fn give_back(&mut self, engine: Box<dyn SearchEngine>) {
        self.engine = Some(engine);
    }

    /// Ends the game by the claim that a seat has, whichever side is to move.
    pub fn make_claim(&mut self) -> Result<(), CommandError> {
        let refusal = || CommandError::new("claim", Reason::NothingToClaim);
        let claim = self.game().claim().ok_or_else(refusal)?;
        self.record.act(Action::Claim(claim.seat)).map_err(|_| refusal())?;
        self.legal = OnceCell::new();
        Ok(())
    }

    /// Records that the wanted position was refused, so that the current one is not searched
    /// instead. A line that is too long counts as such a position, since no other command is so
    /// long.
    pub fn note_refusal(&mut self, error: &CommandError) {
        const SET_UP: [&str; 3] = ["position", "setboard", "variant"];
        if SET_UP.contains(&error.command()) || matches!(error.reason(), Reason::TooLong(_)) {
            self.refusal = Some(error.to_string());
        }
    }

    /// Checks that the latest position was not refused. After a refusal the position that is set up
    /// belongs to another game.
    ///
    /// # Errors
    /// Returns an error with the reason if it was refused.
    pub fn check_refusal(&self, command: &str) -> Result<(), CommandError> {
        self.refusal
            .clone()
            .map_or(Ok(()), |why| Err(CommandError::new(command, Reason::NoPosition(why))))
    }

    /// The static evaluation of the current position, as text for people.
    pub fn trace(&self) -> String {
        let settings = self.preferences.settings();
        match &self.engine {
            Some(engine) => engine.trace(self.game(), &settings),
            None => (self.factory)().trace(self.game(), &settings),
        }
    }

    /// Forgets everything learned from the last game.
    pub fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
        self.prepare();
        self.tt.clear();
    }

    /// Replaces the hash table by an empty one of this many megabytes; on error it stays.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes == self.tt.megabytes() {
            self.tt.clear();
        } else {
            self.tt = Arc::new(TranspositionTable::new(megabytes)?);
        }
        Ok(())
    }
}

/// Returns the start of a variant.
fn start(entry: &'static Variant, rules: Options) -> GameRecord {
    GameRecord::new(entry, rules, None).expect("a variant's start is well-formed")
}

/// Plays moves, of which the first has this number in its command. Returns the notes about
/// castlings that are written as the king's move onto its own rook.
fn play_all(
    record: &mut GameRecord,
    command: &str,
    moves: &[String],
    first: usize,
) -> Result<Vec<String>, CommandError> {
    let mut notes = Vec::new();
    for (text, number) in moves.iter().zip(first..) {
        let illegal = || CommandError::at(command, text, Reason::IllegalMove(number));
        let mv = if let Ok(mv) = record.game().parse_move(text) {
            mv
        } else {
            let castling = record.game().castling_onto_rook(text).ok_or_else(illegal)?;
            notes.push(format!("{command}: {} is read as {castling}", quoted(text)));
            castling
        };
        record.play(&mv).map_err(|_| illegal())?;
    }
    Ok(notes)
}

#[cfg(test)]
mod tests {
    use rotunda_search::search_engine;

    use super::*;

    /// Plies of a game that is continued order by order.
    const PLIES: usize = 40;

    fn order(entry: &'static Variant, fen: Option<&str>, moves: &[String]) -> PositionOrder {
        let fen = fen.map(String::from);
        PositionOrder { fen, moves: moves.to_vec(), ..PositionOrder::start_of(Some(entry)) }
    }

    #[test]
    fn an_order_that_continues_a_game_is_the_same_as_one_from_its_start() {
        let fresh = || State::new(search_engine).expect("a small table");
        let mut steady = fresh();
        for entry in Variant::all() {
            let mut moves = Vec::new();
            let set_up = |state: &mut State, fen: Option<&str>, moves: &[String]| {
                state.set_up("position", order(entry, fen, moves))
            };
            for ply in 0..PLIES {
                let game = steady.game();
                let legal = if ply == 0 {
                    start(entry, Options::default()).game().legal_moves()
                } else {
                    game.legal_moves()
                };
                let Some(next) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                moves.push(next.to_string());
                set_up(&mut steady, None, &moves).expect("legal moves");
                let mut other = fresh();
                set_up(&mut other, None, &moves).expect("legal moves");
                assert_eq!(steady.game().fen(), other.game().fen(), "{} {moves:?}", entry.name);
                assert_eq!(steady.game().outcome(), other.game().outcome());
            }
            let fen = steady.game().fen();
            let illegal = [moves.as_slice(), &["a1a1".into()]].concat();
            let error = set_up(&mut steady, None, &illegal).expect_err("no such move");
            assert!(error.to_string().contains(&format!("move {} is", illegal.len())), "{error}");
            assert_eq!(steady.game().fen(), fen, "{} is left as it was", entry.name);
            set_up(&mut steady, None, &moves[..1]).expect("legal moves");
            let mut back = entry.game();
            back.play_text(&moves[0]).expect("a legal move");
            assert_eq!(steady.game().fen(), back.fen(), "{}: back", entry.name);
            set_up(&mut steady, Some(&fen), &[]).expect("a position of the game");
            assert_eq!(steady.game().fen(), fen, "{}: elsewhere", entry.name);
        }
    }
}
