//! The conversation in XBoard's protocol, on the state and the jobs of the session.
//!
//! While the engine thinks about its move, some commands act at once, `ping` and options wait for
//! the move, and all others end the search and drop its result. `?` also ends searches for a move
//! whose commands wait, as soon as they begin. Commands that need the board end pondering and
//! analysis.

mod play;
pub(super) mod state;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rotunda_movegen::{Piece, Seat, Variant};
use rotunda_protocol::cecp::{Command, EditStep, LARGEST, Notation, Selection, reply};
use rotunda_protocol::{CommandError, PositionOrder, Preference, Reason, Setting};
use rotunda_search::SearchResult;

use super::conversation::{Conversation, Dialect, Phase, VERSION, guarded};
use crate::voice::{CecpVoice, Voice};
use state::{Cecp, Input, Purpose};

/// A line that waits for its turn.
pub(super) enum Order {
    Command(Command),
    /// A line between `edit` and the `.` that ends it.
    Edit(EditStep),
}

impl Dialect for Cecp {
    type Command = Order;

    fn parse(
        conversation: &mut Conversation<Self>,
        line: &[u8],
        _: u64,
    ) -> Result<Option<Order>, CommandError> {
        if conversation.phase != Phase::Open {
            return Ok(None);
        }
        if conversation.dialect.input == Input::EditSteps {
            let step = EditStep::parse(line)?;
            if step == EditStep::Done {
                conversation.dialect.input = Input::Commands;
            }
            return Ok(Some(Order::Edit(step)));
        }
        match Command::parse(line)? {
            Some(Command::Edit) => {
                // The lines that follow are steps, even while `edit` waits for the end of a search.
                conversation.dialect.input = Input::EditSteps;
                Ok(Some(Order::Command(Command::Edit)))
            }
            Some(Command::Quit) => {
                conversation.phase = Phase::Over;
                Ok(None)
            }
            Some(Command::MoveNow) => {
                conversation.stop_all();
                Ok(None)
            }
            command => Ok(command.map(Order::Command)),
        }
    }

    fn needs_idle(conversation: &mut Conversation<Self>, order: &Order) -> bool {
        let Order::Command(command) = order else { return false };
        let thinks = conversation.dialect.purpose == Some(Purpose::Move);
        match command {
            Command::Ping(_) => return thinks,
            Command::Memory(_) | Command::Cores(_) | Command::Option(_) if thinks => return true,
            Command::Move(_) if thinks => return false,
            Command::Move(theirs) => {
                let mv = conversation.dialect.notation().find(conversation.state.game(), theirs);
                if mv.is_some_and(|mv| conversation.dialect.purpose == Some(Purpose::Ponder(mv))) {
                    return false;
                }
            }
            Command::Hint if conversation.hint().is_some() => return false,
            Command::Ponder(false) if thinks || conversation.dialect.analyzes => return false,
            Command::New
            | Command::Variant(_)
            | Command::Force
            | Command::Go
            | Command::PlayOther
            | Command::Result
            | Command::SetBoard(_)
            | Command::Edit
            | Command::Hint
            | Command::Undo
            | Command::Remove
            | Command::Ponder(false)
            | Command::Analyze
            | Command::Exit
            | Command::Memory(_)
            | Command::Cores(_)
            | Command::Option(_) => {}
            _ => return false,
        }
        conversation.dialect.drops = true;
        conversation.stop();
        true
    }

    fn execute(conversation: &mut Conversation<Self>, order: Order) -> Result<(), CommandError> {
        guarded("command", true, || match order {
            Order::Command(command) => conversation.carry_out(command),
            Order::Edit(step) => conversation.edit(step),
        })
    }

    fn voice(conversation: &Conversation<Self>) -> Arc<dyn Voice> {
        conversation.dialect.voice.clone()
    }

    fn may_stop(conversation: &Conversation<Self>) -> bool {
        conversation.dialect.purpose == Some(Purpose::Move)
    }

    fn take_result(conversation: &mut Conversation<Self>, result: SearchResult) {
        conversation.decide(result);
    }
}

impl Conversation<Cecp> {
    /// Carries out a command.
    fn carry_out(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Protover => self.output.print(&reply::features(VERSION)),
            Command::New => self.begin_chess()?,
            Command::Variant(name) => self.begin_variant(&name)?,
            Command::Force | Command::Result => self.leave_game(),
            Command::Exit => {
                self.dialect.analyzes = false;
                self.leave_game();
            }
            Command::Go => self.play_for(self.state.game().turn())?,
            Command::PlayOther => self.play_for(self.state.game().turn().opponent())?,
            Command::Level(level) => self.dialect.control.set_level(level),
            Command::MoveTime(time) => self.dialect.control.set_move_time(time),
            Command::Depth(plies) => self.dialect.control.set_depth(plies),
            Command::NodeRate(nodes) => self.dialect.control.set_node_rate(nodes),
            Command::Time(left) => self.dialect.control.set_left(left),
            Command::Move(theirs) => self.take_move(&theirs)?,
            Command::Ping(number) => self.output.print(&format!("pong {number}")),
            Command::Draw => self.answer_draw_offer(),
            Command::SetBoard(fen) => self.set_board(&fen)?,
            Command::Edit => self.dialect.editor = Some(self.pieces_to_edit()),
            Command::Hint => self.give_hint()?,
            Command::Book => self.output.print(" This engine has no book.\n"),
            Command::Undo => self.take_back_moves(1)?,
            Command::Remove => self.take_back_moves(2)?,
            Command::Ponder(on) => self.dialect.ponders = on,
            Command::Post(on) => self.post(on),
            Command::Analyze => {
                (self.dialect.analyzes, self.dialect.plays) = (true, None);
                self.go_on()?;
            }
            Command::Status => self.tell_status(),
            Command::Memory(megabytes) => self.set(Setting::Hash(megabytes))?,
            Command::Cores(threads) => {
                self.set(Setting::Preference(Preference::Threads(threads)))?;
            }
            Command::Option(setting) => {
                let before = self.state.entry();
                self.set(setting)?;
                let entry = self.state.entry();
                if !std::ptr::eq(entry, before) {
                    self.begin("option", entry)?;
                }
            }
            Command::Lift(cell) => self.lift(&cell),
            Command::Hover(cell) => self.hover(&cell),
            Command::Put(cell) => self.put(&cell),
            Command::MoveNow | Command::Ignored | Command::OpponentTime | Command::Quit => {}
        }
        Ok(())
    }

    /// Sets whether thinking is shown from now on.
    fn post(&self, on: bool) {
        self.dialect.voice.posts.store(on, Ordering::Relaxed);
    }

    /// Starts a game of chess, with the engine as Black.
    fn begin_chess(&mut self) -> Result<(), CommandError> {
        self.state.new_game();
        self.begin("new", &Variant::all()[0])?;
        self.dialect.control.new_game();
        self.dialect.plays = (!self.dialect.analyzes).then_some(Seat::BLACK);
        if self.dialect.analyzes { self.go_on() } else { Ok(()) }
    }

    fn begin_variant(&mut self, name: &str) -> Result<(), CommandError> {
        let Some(notation) = Notation::named(name) else {
            let Ok(entry) = Variant::by_name(name) else {
                return Err(CommandError::at("variant", name, Reason::UnknownVariant));
            };
            self.output.print(&format!("tellusererror {name} {}", why_not(entry)));
            return Err(CommandError::at("variant", name, Reason::UnknownVariant));
        };
        self.begin("variant", notation.variant())?;
        if let Some(setup) = reply::setup(notation) {
            self.output.print(&setup);
        }
        Ok(())
    }

    fn begin(&mut self, command: &str, entry: &'static Variant) -> Result<(), CommandError> {
        self.state.set_up(command, PositionOrder::start_of(Some(entry)))?;
        let posts = self.dialect.voice.posts.load(Ordering::Relaxed);
        self.dialect.voice = Arc::new(CecpVoice::new(Notation::new(entry), posts));
        self.forget_position();
        Ok(())
    }

    /// Clears the state of the position before.
    fn forget_position(&mut self) {
        (self.dialect.expected, self.dialect.value) = (None, None);
        self.dialect.selection = Selection::default();
    }

    fn leave_game(&mut self) {
        self.dialect.plays = None;
    }

    fn set_board(&mut self, fen: &str) -> Result<(), CommandError> {
        let fen = self.dialect.notation().own_fen(fen);
        let order = PositionOrder { fen: Some(fen), ..PositionOrder::start_of(None) };
        let notes = self.state.set_up("setboard", order).inspect_err(|error| {
            self.output.print(&format!("tellusererror Illegal position: {error}"));
        })?;
        self.print_notes(&notes);
        self.forget_position();
        self.go_on()
    }

    /// Returns the pieces on the board for editing, White's first.
    fn pieces_to_edit(&self) -> (Vec<(String, char)>, bool) {
        let (game, names) = (self.state.game(), self.state.game().cells());
        let kinds = game.kinds();
        let letter = |piece: Piece| {
            let letter = kinds[piece.kind().index()].0;
            if piece.seat() == Seat::WHITE { letter } else { letter.to_ascii_lowercase() }
        };
        let pieces = game.pieces().into_iter();
        (pieces.map(|(cell, piece)| (names[cell.index()].clone(), letter(piece))).collect(), true)
    }

    /// Edits the position by one step.
    fn edit(&mut self, step: EditStep) -> Result<(), CommandError> {
        let notation = self.dialect.notation();
        let Some((pieces, is_white)) = &mut self.dialect.editor else { return Ok(()) };
        match step {
            EditStep::Clear => pieces.clear(),
            EditStep::Colour => *is_white = !*is_white,
            EditStep::Put(letter, cell) => {
                let cell = notation.own_text(&cell);
                pieces.retain(|(other, _)| *other != cell);
                if letter != 'x' {
                    let letter = letter.to_ascii_uppercase();
                    let letter = if *is_white { letter } else { letter.to_ascii_lowercase() };
                    pieces.push((cell, letter));
                }
            }
            EditStep::Done => {
                let pieces = std::mem::take(pieces);
                self.dialect.editor = None;
                let fen = notation.edited(&pieces, self.state.game().turn() == Seat::WHITE);
                return self.set_board(&fen);
            }
        }
        Ok(())
    }
}

/// Returns the reason why this protocol does not support a game.
fn why_not(entry: &'static Variant) -> String {
    let ((files, ranks), seats, cells) = (entry.size(), entry.seats, entry.cells());
    if seats > 2 {
        format!(
            "is for {seats} players on a ring of {cells} cells; this protocol can show games of two \
             only"
        )
    } else if entry.is_duel() {
        format!(
            "has {files} files and {ranks} ranks; this protocol can show {} and {} at most",
            LARGEST.0, LARGEST.1
        )
    } else {
        "lets players remove pawns without using up their turn, which this protocol cannot show"
            .to_owned()
    }
}
