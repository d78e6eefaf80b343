//! [`Table`]: a game of any family with the way back, and [`Moves`]: its legal moves.
//!
//! Nothing else of the package knows that games have families. Moves stay typed: a text is made
//! when somebody asks for it.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use rotunda_movegen::{
    AsMove, Cell, FamilyGame, FenError, Game, GameMove, GenKind, Kind, MoveKind, Options, Outcome,
    Position, Rules, Seat, Snapshot, Variant, in_family,
};

/// Legal moves for which a list has room at once.
const USUAL: usize = 64;

/// A variant, and the choices among its rules.
#[derive(Clone, Copy)]
pub(crate) struct RuleSet {
    pub variant: &'static Variant,
    pub options: Options,
}

/// The legal moves of a position, by index, made at the first request.
pub(crate) trait Moves: Any + Send + Sync {
    /// Returns the number of moves.
    fn len(&self) -> usize;
    /// The cell that the piece leaves.
    fn from(&self, index: usize) -> Cell;
    /// The cell that the piece ends on.
    fn to(&self, index: usize) -> Cell;
    /// Returns the kind of the move's change to the board.
    fn kind(&self, index: usize) -> MoveKind;
    /// The letter of the kind that the piece becomes.
    fn promotion(&self, index: usize) -> Option<char>;
    /// The kind that the piece becomes.
    fn promotes_to(&self, index: usize) -> Option<Kind>;
    /// The cells of the pieces that the move takes.
    fn captured(&self, index: usize) -> Vec<Cell>;
    /// The move in the game's own notation.
    fn text(&self, index: usize) -> String;
    /// The name of a cell.
    fn name(&self, cell: Cell) -> String;
    /// The index of the move with this text.
    fn find(&self, text: &str) -> Option<usize>;
    /// The position in which they are legal, as a game without a past.
    fn game(&self) -> Game;
    /// The rules of the game that made them.
    fn rules(&self) -> RuleSet;
    /// The same, for callers that know the family.
    fn as_any(&self) -> &dyn Any;
}

/// The moves of a position of a family.
struct Legal<R: Rules<W>, const W: usize> {
    rules: RuleSet,
    position: Position<'static, W>,
    moves: OnceLock<Vec<R::Move>>,
}

impl<R: Rules<W>, const W: usize> Legal<R, W> {
    fn moves(&self) -> &[R::Move] {
        self.moves.get_or_init(|| {
            let mut list = Vec::with_capacity(USUAL);
            let position = &self.position;
            R::generate(position, &R::check_info(position), GenKind::All, &mut list);
            list
        })
    }
}

impl<R: Rules<W>, const W: usize> Moves for Legal<R, W>
where
    Game: From<FamilyGame<'static, R, W>>,
{
    fn len(&self) -> usize {
        self.moves().len()
    }

    fn from(&self, index: usize) -> Cell {
        self.moves()[index].from()
    }

    fn to(&self, index: usize) -> Cell {
        self.moves()[index].to()
    }

    fn kind(&self, index: usize) -> MoveKind {
        self.moves()[index].kind()
    }

    fn promotes_to(&self, index: usize) -> Option<Kind> {
        self.moves()[index].promotes_to()
    }

    fn promotion(&self, index: usize) -> Option<char> {
        let kind = self.promotes_to(index)?;
        Some(self.position.variant().kinds()[kind.index()].letter)
    }

    fn captured(&self, index: usize) -> Vec<Cell> {
        R::captured(&self.position, &self.moves()[index]).iter().collect()
    }

    fn text(&self, index: usize) -> String {
        R::to_uci(&self.position, &self.moves()[index..=index]).remove(0)
    }

    fn name(&self, cell: Cell) -> String {
        self.position.variant().grid().name(cell)
    }

    fn find(&self, text: &str) -> Option<usize> {
        let mv = FamilyGame::<R, W>::from_position(self.position.clone()).find(text).ok()?;
        self.moves().iter().position(|other| *other == mv)
    }

    fn game(&self) -> Game {
        FamilyGame::<R, W>::from_position(self.position.clone()).into()
    }

    fn rules(&self) -> RuleSet {
        self.rules
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A move among others, by index.
#[derive(Clone)]
pub(crate) struct Choice {
    /// The moves of the position.
    pub moves: Arc<dyn Moves>,
    /// The index of the move.
    pub index: usize,
}

impl Choice {
    /// The move in the game's own notation.
    pub fn text(&self) -> String {
        self.moves.text(self.index)
    }

    /// The move as the crates have it.
    pub fn game_move(&self) -> Option<GameMove> {
        self.moves.game().parse_move(&self.text()).ok()
    }
}

/// An event in a game.
#[derive(Clone)]
pub(crate) enum Event {
    /// A move.
    Move(Choice),
    /// A player leaves the table.
    Leave(Seat),
    /// A claim ends the game.
    Claim,
}

/// A game of any variant with the way back.
pub(crate) trait Table: Send + Sync {
    /// The game as all callers know it.
    fn game(&self) -> &Game;
    /// The legal moves; the same list until the game changes.
    fn moves(&self) -> Arc<dyn Moves>;
    /// Whether the king of the side to move is attacked.
    fn is_check(&self) -> bool;
    /// Plays a move if it is legal, and returns it otherwise.
    fn play(&mut self, choice: Choice) -> Result<(), Choice>;
    /// Plays the move with this text if it is legal, and returns whether it is.
    fn play_text(&mut self, text: &str) -> bool;
    /// The legal move with this text, alone in its list.
    fn parse(&self, text: &str) -> Option<Choice>;
    /// Eliminates a player, and returns whether the rules allow that.
    fn eliminate(&mut self, seat: Seat) -> bool;
    /// Makes a seat's claim.
    fn claim(&mut self, seat: Seat) -> Option<Outcome>;
    /// Takes back the last event, and returns it; `None` at the start.
    fn undo(&mut self) -> Option<Event>;
    /// Returns the events since the start.
    fn past(&self) -> Vec<Event>;
    /// Forgets the way back.
    fn forget(&mut self);
    /// The game before anything has happened.
    fn start(&self) -> Game;
    /// A copy, with the way back if wanted.
    fn copy(&self, with_past: bool) -> Box<dyn Table>;
}

/// Something that has happened, and the moment before it.
#[derive(Clone)]
struct Step<const W: usize> {
    before: Snapshot<'static, W>,
    /// The legal moves of that moment, if somebody asked for them.
    moves: OnceLock<Arc<dyn Moves>>,
    event: Event,
}

/// A game of a family with the way back.
struct Typed<R: Rules<W>, const W: usize> {
    rules: RuleSet,
    game: FamilyGame<'static, R, W>,
    /// The same list as callers know it, after the first request.
    known: OnceLock<Game>,
    past: Vec<Step<W>>,
    moves: OnceLock<Arc<dyn Moves>>,
    /// Whether a claim has ended the game, so that there are no moves.
    is_claimed: bool,
}

impl<R: Rules<W>, const W: usize> Typed<R, W>
where
    Game: From<FamilyGame<'static, R, W>>,
{
    fn new(rules: RuleSet, game: FamilyGame<'static, R, W>) -> Self {
        let (known, moves) = (OnceLock::new(), OnceLock::new());
        Self { rules, game, known, past: Vec::new(), moves, is_claimed: false }
    }

    /// A list of these moves, or of all legal ones.
    fn list(&self, moves: Option<Vec<R::Move>>) -> Arc<dyn Moves> {
        let moves = moves.map_or_else(OnceLock::new, OnceLock::from);
        let (rules, position) = (self.rules, self.game.position().clone());
        Arc::new(Legal::<R, W> { rules, position, moves })
    }

    /// Remembers the present moment, before something happens.
    fn step(&mut self, event: Event) {
        self.known = OnceLock::new();
        let moves = std::mem::take(&mut self.moves);
        self.past.push(Step { before: self.game.snapshot(), moves, event });
    }

    fn play_typed(&mut self, mv: &R::Move, choice: Choice) {
        self.step(Event::Move(choice));
        self.game.play_unchecked(mv);
    }
}

impl<R: Rules<W>, const W: usize> Table for Typed<R, W>
where
    Game: From<FamilyGame<'static, R, W>>,
{
    fn game(&self) -> &Game {
        self.known.get_or_init(|| self.game.clone().into())
    }

    fn moves(&self) -> Arc<dyn Moves> {
        let list = || self.list(self.is_claimed.then(Vec::new));
        self.moves.get_or_init(list).clone()
    }

    fn is_check(&self) -> bool {
        let position = self.game.position();
        !R::threats(position, position.turn()).is_empty()
    }

    fn play(&mut self, choice: Choice) -> Result<(), Choice> {
        let Choice { moves, index } = &choice;
        let Some(legal) = moves.as_any().downcast_ref::<Legal<R, W>>() else { return Err(choice) };
        let is_own = self.moves.get().is_some_and(|own| Arc::ptr_eq(own, moves));
        let mv = &legal.moves()[*index];
        if !is_own {
            let position = self.game.position();
            if !std::ptr::eq(position.variant(), legal.position.variant()) {
                return if self.play_text(&choice.text()) { Ok(()) } else { Err(choice) };
            }
            let own = self.moves();
            let own = own.as_any().downcast_ref::<Legal<R, W>>();
            if !own.is_some_and(|own| own.moves().contains(mv)) {
                return Err(choice);
            }
        }
        let mv = mv.clone();
        self.play_typed(&mv, choice);
        Ok(())
    }

    fn play_text(&mut self, text: &str) -> bool {
        let Ok(mv) = self.game.find(text) else { return false };
        let moves = self.list(Some(vec![mv.clone()]));
        self.play_typed(&mv, Choice { moves, index: 0 });
        true
    }

    fn parse(&self, text: &str) -> Option<Choice> {
        let mv = self.game.find(text).ok()?;
        Some(Choice { moves: self.list(Some(vec![mv])), index: 0 })
    }

    fn eliminate(&mut self, seat: Seat) -> bool {
        self.step(Event::Leave(seat));
        let is_done = self.game.eliminate(seat);
        if !is_done {
            self.undo();
        }
        is_done
    }

    fn claim(&mut self, seat: Seat) -> Option<Outcome> {
        self.step(Event::Claim);
        let outcome = self.game.make_claim(seat);
        self.is_claimed = outcome.is_some();
        if outcome.is_none() {
            self.undo();
        }
        outcome
    }

    fn undo(&mut self) -> Option<Event> {
        let step = self.past.last_mut()?;
        self.game.restore(&step.before);
        self.known = OnceLock::new();
        // Nothing can follow a claim.
        self.is_claimed = false;
        self.moves = std::mem::take(&mut step.moves);
        self.past.pop().map(|step| step.event)
    }

    fn past(&self) -> Vec<Event> {
        self.past.iter().map(|step| step.event.clone()).collect()
    }

    fn forget(&mut self) {
        self.past.clear();
    }

    fn start(&self) -> Game {
        let mut game = self.game.clone();
        if let Some(step) = self.past.first() {
            game.restore(&step.before);
        }
        game.into()
    }

    fn copy(&self, with_past: bool) -> Box<dyn Table> {
        let past = if with_past { self.past.clone() } else { Vec::new() };
        let (game, moves) = (self.game.clone(), self.moves.clone());
        let (rules, known) = (self.rules, self.known.clone());
        Box::new(Self { rules, game, known, past, moves, is_claimed: self.is_claimed })
    }
}

/// A game from a position string, or from the start.
pub(crate) fn table(rules: RuleSet, fen: Option<&str>) -> Result<Box<dyn Table>, FenError> {
    in_family!(rules.variant.family(rules.options), R, tables => {
        let game = FamilyGame::<R, _>::parse(tables, fen.unwrap_or(tables.start()))?;
        Ok(Box::new(Typed::new(rules, game)))
    })
}
