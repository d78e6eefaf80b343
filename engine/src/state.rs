//! [`State`]: what a session remembers between commands.

use std::cell::OnceCell;
use std::sync::Arc;

use rotunda_movegen::{FenError, Game, Options, Seat, Variant, Way};
use rotunda_protocol::{CommandError, PositionOrder, Preferences, Reason, reply};
use rotunda_search::{TableError, Thinker, TranspositionTable};

/// Megabytes of the transposition table before anybody sets `Hash`, and in the bench.
pub const DEFAULT_HASH: usize = 16;

/// Makes thinkers: [`rotunda_search::thinker`], or a fake one in tests.
pub type ThinkerFactory = fn() -> Box<dyn Thinker>;

/// What a session remembers between commands: the variant, the game, the hash table, and how to
/// search.
pub(crate) struct State {
    factory: ThinkerFactory,
    entry: &'static Variant,
    rules: Options,
    /// The position string that the game was set up from; `None` for the start.
    fen: Option<String>,
    /// The moves from there to the current position.
    moves: Vec<String>,
    game: Game,
    /// The answer to `legal`, once it has been asked for; `None` if it comes in parts.
    legal: OnceCell<Option<String>>,
    /// Whose men are at the bottom of drawings.
    view: Seat,
    /// Whether a claim has ended the game; the way to its position leads to no claim.
    is_claimed: bool,
    /// Why the latest position was refused; `None` if it was set up.
    refusal: Option<String>,
    /// `None` while a search has it, and after it has panicked.
    thinker: Option<Box<dyn Thinker>>,
    tt: Arc<TranspositionTable>,
    /// How to search and what to print.
    pub preferences: Preferences,
}

impl State {
    /// The first variant at its start.
    pub fn new(factory: ThinkerFactory) -> Result<Self, TableError> {
        let (entry, rules) = (&Variant::all()[0], Options::default());
        Ok(Self {
            factory,
            entry,
            rules,
            fen: None,
            moves: Vec::new(),
            game: start(entry, rules),
            legal: OnceCell::new(),
            view: Seat(0),
            is_claimed: false,
            refusal: None,
            thinker: Some(factory()),
            tt: Arc::new(TranspositionTable::new(DEFAULT_HASH)?),
            preferences: Preferences::default(),
        })
    }

    /// Makes thinkers.
    pub const fn factory(&self) -> ThinkerFactory {
        self.factory
    }

    /// The variant.
    pub const fn entry(&self) -> &'static Variant {
        self.entry
    }

    /// The game at its current position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The legal moves on one line; `None` if they may be too many for that.
    pub fn legal(&self) -> Option<&str> {
        self.legal.get_or_init(|| reply::legal(self.game())).as_deref()
    }

    /// The transposition table.
    pub fn tt(&self) -> Arc<TranspositionTable> {
        self.tt.clone()
    }

    /// Sets up a position, and returns what was left out of it or read otherwise; on error nothing
    /// is changed.
    pub fn set_up(
        &mut self,
        command: &str,
        order: PositionOrder,
    ) -> Result<Vec<String>, CommandError> {
        let entry = order.variant.unwrap_or(self.entry);
        let other = order.with_moves_of_fen();
        let (fen, moves) = (order.fen, order.moves);
        let (mut notes, more) = match self.set_up_under(command, entry, self.rules, fen, moves) {
            Ok(more) => (order.notes, more),
            Err(error) => {
                let Some(PositionOrder { fen, moves, notes, .. }) = other else {
                    return Err(error);
                };
                let more = self.set_up_under(command, entry, self.rules, fen, moves);
                (notes, more.map_err(|_| error)?)
            }
        };
        notes.extend(more);
        self.refusal = None;
        Ok(notes)
    }

    /// Plays moves from the current position on; on error nothing is changed.
    pub fn play_on(&mut self, command: &str, moves: &[String]) -> Result<(), CommandError> {
        let played = self.moves.len();
        let all = [&self.moves, moves].concat();
        let by_hand = |error: CommandError| match error.reason() {
            // The number counts what somebody has typed.
            Reason::IllegalMove(number) => {
                let number = number.saturating_sub(played);
                CommandError::at(command, &moves[number - 1], Reason::IllegalMove(number))
            }
            _ => error,
        };
        self.set_up_under(command, self.entry, self.rules, self.fen.clone(), all)
            .map_err(by_hand)?;
        self.refusal = None;
        Ok(())
    }

    /// Takes the last moves back; on error nothing is changed.
    pub fn take_back(&mut self, command: &str, count: usize) -> Result<(), CommandError> {
        let played = self.moves.len();
        let left = played.checked_sub(count);
        let left = left.ok_or_else(|| CommandError::new(command, Reason::TooFewMoves(played)))?;
        let moves = self.moves[..left].to_vec();
        self.set_up_under(command, self.entry, self.rules, self.fen.clone(), moves)?;
        self.refusal = None;
        Ok(())
    }

    /// The ways of the pieces that the last move has moved; none at the start of the game.
    pub fn last_routes(&self) -> Vec<Way> {
        let Some((last, before)) = self.moves.split_last() else { return Vec::new() };
        let Ok((mut game, _)) = set_up_game(self.entry, self.rules, self.fen.as_deref()) else {
            return Vec::new();
        };
        let played = before.iter().try_for_each(|text| game.play_text(text).map(drop));
        let mv = played.and_then(|()| game.parse_move(last));
        mv.map(|mv| mv.ways().to_vec()).unwrap_or_default()
    }

    /// Whose men are at the bottom of drawings.
    pub const fn view(&self) -> Seat {
        self.view
    }

    /// Looks at the board from the next seat.
    pub fn flip(&mut self) {
        self.view = Seat((self.view.0 + 1) % self.entry.seats as u8);
    }

    /// The choices that change the variant's rules.
    pub const fn rules(&self) -> Options {
        self.rules
    }

    /// The start's position string under the rules that are set.
    pub fn start(&self) -> String {
        start(self.entry, self.rules).fen()
    }

    /// Plays by other choices; the way to the position stays, and is judged by them.
    pub fn set_rules(&mut self, command: &str, rules: Options) -> Result<(), CommandError> {
        let (fen, moves) = (self.fen.clone(), self.moves.clone());
        self.set_up_under(command, self.entry, rules, fen, moves).map(drop)
    }

    fn set_up_under(
        &mut self,
        command: &str,
        entry: &'static Variant,
        rules: Options,
        fen: Option<String>,
        moves: Vec<String>,
    ) -> Result<Vec<String>, CommandError> {
        let same = entry.name == self.entry.name && rules == self.rules;
        let known = if same { self.known_part(fen.as_deref(), &moves) } else { None };
        let (mut game, notes) = match known {
            Some(_) => (self.game.clone(), Vec::new()),
            None => set_up_game(entry, rules, fen.as_deref())
                .map_err(|error| CommandError::new(command, Reason::Fen(error)))?,
        };
        for (text, number) in moves.iter().zip(1..).skip(known.unwrap_or(0)) {
            let illegal = |_| CommandError::at(command, text, Reason::IllegalMove(number));
            game.play_text(text).map_err(illegal)?;
        }
        if entry.name != self.entry.name {
            self.view = Seat(0);
        }
        self.game = game;
        self.legal = OnceCell::new();
        self.is_claimed = false;
        (self.entry, self.rules, self.fen, self.moves) = (entry, rules, fen, moves);
        Ok(notes)
    }

    /// How many of these moves from a position string lead to the current position; `None` if it
    /// is not on the way. An order that continues the game then costs its new moves alone.
    fn known_part(&self, fen: Option<&str>, moves: &[String]) -> Option<usize> {
        let known = self.moves.len();
        let start = || self.entry.start();
        let same_fen = self.fen.as_deref().unwrap_or_else(start) == fen.unwrap_or_else(start);
        (!self.is_claimed && same_fen && moves.get(..known) == Some(&self.moves)).then_some(known)
    }

    /// The thinker; give it back after use.
    pub fn take_thinker(&mut self) -> Box<dyn Thinker> {
        self.thinker.take().unwrap_or_else(self.factory)
    }

    /// Makes the thinker ready for the game, unless a search has it.
    pub fn prepare(&mut self) {
        if let Some(thinker) = &mut self.thinker {
            thinker.prepare(&self.game, &self.preferences.settings());
        }
    }

    /// Takes the thinker back after a search.
    pub fn give_back(&mut self, thinker: Box<dyn Thinker>) {
        self.thinker = Some(thinker);
    }

    /// Ends the game by the claim that is open, whoever is to move.
    pub fn make_claim(&mut self) -> Result<(), CommandError> {
        let refusal = || CommandError::new("claim", Reason::NothingToClaim);
        let claim = self.game.claim().ok_or_else(refusal)?;
        self.game.make_claim(claim.seat).ok_or_else(refusal)?;
        self.legal = OnceCell::new();
        self.is_claimed = true;
        Ok(())
    }

    /// Remembers that the position that somebody wanted is not the one that is set up. A line that
    /// is too long counts as such a position, since nothing else is as long.
    pub fn note_refusal(&mut self, error: &CommandError) {
        const SET_UP: [&str; 3] = ["position", "setboard", "variant"];
        if SET_UP.contains(&error.command()) || matches!(error.reason(), Reason::TooLong(_)) {
            self.refusal = Some(error.to_string());
        }
    }

    /// Why the latest position was refused: the one that is set up belongs to another game then.
    ///
    /// # Errors
    /// If it was refused.
    pub fn check_refusal(&self, command: &str) -> Result<(), CommandError> {
        self.refusal
            .clone()
            .map_or(Ok(()), |why| Err(CommandError::new(command, Reason::NoPosition(why))))
    }

    /// The static evaluation of the current position, as text for people.
    pub fn trace(&self) -> String {
        let settings = self.preferences.settings();
        match &self.thinker {
            Some(thinker) => thinker.trace(&self.game, &settings),
            None => (self.factory)().trace(&self.game, &settings),
        }
    }

    /// Forgets what was learned from the last game.
    pub fn new_game(&mut self) {
        if let Some(thinker) = &mut self.thinker {
            thinker.new_game();
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

/// A game from a position string that is read leniently, or from the start; with notes on the
/// string.
fn set_up_game(
    entry: &'static Variant,
    rules: Options,
    fen: Option<&str>,
) -> Result<(Game, Vec<String>), FenError> {
    fen.map_or_else(
        || Ok((start(entry, rules), Vec::new())),
        |fen| entry.family(rules).game_leniently(fen),
    )
}

/// A variant's start.
fn start(entry: &'static Variant, rules: Options) -> Game {
    entry.family(rules).game(None).expect("a variant's start is well-formed")
}

#[cfg(test)]
mod tests {
    use rotunda_search::thinker;

    use super::*;

    /// Plies of a game that is continued order by order.
    const PLIES: usize = 40;

    fn order(entry: &'static Variant, fen: Option<&str>, moves: &[String]) -> PositionOrder {
        let fen = fen.map(String::from);
        PositionOrder { fen, moves: moves.to_vec(), ..PositionOrder::start_of(Some(entry)) }
    }

    #[test]
    fn an_order_that_continues_a_game_is_the_same_as_one_from_its_start() {
        let fresh = || State::new(thinker).expect("a small table");
        let mut steady = fresh();
        for entry in Variant::all() {
            let mut moves = Vec::new();
            let set_up = |state: &mut State, fen: Option<&str>, moves: &[String]| {
                state.set_up("position", order(entry, fen, moves))
            };
            for ply in 0..PLIES {
                let game = steady.game();
                let legal =
                    if ply == 0 { start(entry, Options::default()).legal() } else { game.legal() };
                let Some(next) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                moves.push(next.clone());
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
            let mut back = start(entry, Options::default());
            back.play_text(&moves[0]).expect("a legal move");
            assert_eq!(steady.game().fen(), back.fen(), "{}: back", entry.name);
            set_up(&mut steady, Some(&fen), &[]).expect("a position of the game");
            assert_eq!(steady.game().fen(), fen, "{}: elsewhere", entry.name);
        }
    }
}
