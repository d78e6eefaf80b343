//! The conversation in XBoard's protocol, on the state and the jobs of the session.
//!
//! While the engine thinks about its move, some commands act at once, `ping` and options wait for
//! the move, and all others end the search and drop its result. Commands that need the board end
//! pondering and analysis.

pub(super) mod conversation;
mod play;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rotunda_movegen::{Piece, Seat, Variant};
use rotunda_protocol::cecp::{Command, EditStep, LARGEST, Notation, Selection, reply};
use rotunda_protocol::{CommandError, PositionOrder, Preference, Reason, Setting};
use rotunda_search::threads::caught;

use super::{Phase, Session, VERSION};
use crate::backpressure::cost;
use crate::room;
use crate::voice::CecpVoice;
use conversation::{Purpose, Waiting};

impl Session {
    /// Handles a line of input: carries out urgent commands and queues the others.
    pub(super) fn receive_cecp(&mut self, line: &[u8]) {
        let (bytes, text) = (cost(line), String::from_utf8_lossy(line).into_owned());
        let edits = self.cecp.editor.is_some() && self.cecp.queue.is_empty();
        let command = if edits { Ok(None) } else { Command::parse(line) };
        let is_queued = match &command {
            _ if self.phase != Phase::Open => false,
            _ if edits => {
                if let Err(error) = EditStep::parse(line).and_then(|step| self.edit(step)) {
                    self.state.note_refusal(&error);
                    self.output.print(&reply::error(&error, &text));
                }
                false
            }
            Ok(None) => false,
            Ok(Some(Command::Quit)) => {
                self.phase = Phase::Over;
                false
            }
            Ok(Some(Command::MoveNow)) if self.cecp.purpose == Some(Purpose::Move) => {
                self.stop();
                false
            }
            Ok(Some(_)) | Err(_) => true,
        };
        match command.transpose() {
            Some(command) if is_queued => {
                self.cecp.queue.push_back(Waiting { command, line: text, bytes });
            }
            _ => self.backpressure.release(bytes),
        }
    }

    /// Carries out waiting commands, as far as the job allows.
    pub(super) fn run_cecp_queue(&mut self) {
        while self.phase != Phase::Over
            && let Some(waiting) = self.cecp.queue.pop_front()
        {
            if self.job.is_some()
                && waiting.command.as_ref().is_ok_and(|command| self.needs_end_of_job(command))
            {
                self.cecp.queue.push_front(waiting);
                return;
            }
            let Waiting { command, line, bytes } = waiting;
            let result = command.and_then(|command| {
                if !room::is_left() {
                    return Err(CommandError::new("memory", Reason::NoMemory));
                }
                caught(|| self.execute_cecp(command))
                    .unwrap_or_else(|what| Err(CommandError::new("", Reason::Internal(what))))
            });
            if let Err(error) = result {
                self.state.note_refusal(&error);
                self.output.print(&reply::error(&error, &line));
            }
            self.backpressure.release(bytes);
        }
    }

    /// Returns whether a command must wait until the job has ended. It ends the job, unless its
    /// result is needed.
    fn needs_end_of_job(&mut self, command: &Command) -> bool {
        let thinks = self.cecp.purpose == Some(Purpose::Move);
        match command {
            Command::Ping(_) => return thinks,
            Command::Memory(_) | Command::Cores(_) | Command::Option(_) if thinks => return true,
            Command::Move(_) if thinks => return false,
            Command::Move(theirs) => {
                let mv = self.cecp.notation().find(self.state.game(), theirs);
                if mv.is_some_and(|mv| self.cecp.purpose == Some(Purpose::Ponder(mv))) {
                    return false;
                }
            }
            Command::Hint if self.hint().is_some() => return false,
            Command::Ponder(false) if thinks || self.cecp.analyzes => return false,
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
        self.cecp.drops = true;
        self.stop();
        true
    }

    fn execute_cecp(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Protover => self.output.print(&reply::features(VERSION)),
            Command::New => self.begin_chess()?,
            Command::Variant(name) => self.begin_variant(&name)?,
            Command::Force | Command::Result => self.leave_game(),
            Command::Exit => {
                self.cecp.analyzes = false;
                self.leave_game();
            }
            Command::Go => self.play_for(self.state.game().turn())?,
            Command::PlayOther => self.play_for(self.state.game().turn().opponent())?,
            Command::Level(level) => self.cecp.control.set_level(level),
            Command::MoveTime(time) => self.cecp.control.set_move_time(time),
            Command::Depth(plies) => self.cecp.control.set_depth(plies),
            Command::NodeRate(nodes) => self.cecp.control.set_node_rate(nodes),
            Command::Time(left) => self.cecp.control.set_left(left),
            Command::Move(theirs) => self.take_move(&theirs)?,
            Command::Ping(number) => self.output.print(&format!("pong {number}")),
            Command::Draw => self.answer_draw_offer(),
            Command::SetBoard(fen) => self.set_board(&fen)?,
            Command::Edit => self.cecp.editor = Some(self.pieces_to_edit()),
            Command::Hint => self.give_hint()?,
            Command::Book => self.output.print(" This engine has no book.\n"),
            Command::Undo => self.take_back_moves(1)?,
            Command::Remove => self.take_back_moves(2)?,
            Command::Ponder(on) => self.cecp.ponders = on,
            Command::Post(on) => self.post(on),
            Command::Analyze => {
                (self.cecp.analyzes, self.cecp.plays) = (true, None);
                self.go_on()?;
            }
            Command::Status => self.tell_status(),
            Command::Memory(megabytes) => self.set(Setting::Hash(megabytes))?,
            Command::Cores(threads) => {
                self.set(Setting::Preference(Preference::Threads(threads)))?;
            }
            Command::Option(setting) => self.set(setting)?,
            Command::Lift(cell) => self.lift(&cell),
            Command::Hover(cell) => self.hover(&cell),
            Command::Put(cell) => self.put(&cell),
            Command::MoveNow | Command::Ignored | Command::OpponentTime | Command::Quit => {}
        }
        Ok(())
    }

    /// Sets whether thinking is shown from now on.
    fn post(&self, on: bool) {
        self.cecp.voice.posts.store(on, Ordering::Relaxed);
    }

    /// Starts a game of chess, with the engine as Black.
    fn begin_chess(&mut self) -> Result<(), CommandError> {
        self.state.new_game();
        self.begin("new", &Variant::all()[0])?;
        self.cecp.control.new_game();
        self.cecp.plays = (!self.cecp.analyzes).then_some(Seat::BLACK);
        if self.cecp.analyzes { self.go_on() } else { Ok(()) }
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
        let posts = self.cecp.voice.posts.load(Ordering::Relaxed);
        self.cecp.voice = Arc::new(CecpVoice::new(Notation::new(entry), posts));
        self.forget_position();
        Ok(())
    }

    /// Clears the state of the position before.
    fn forget_position(&mut self) {
        (self.cecp.expected, self.cecp.value) = (None, None);
        self.cecp.selection = Selection::default();
    }

    fn leave_game(&mut self) {
        self.cecp.plays = None;
    }

    fn set_board(&mut self, fen: &str) -> Result<(), CommandError> {
        let fen = self.cecp.notation().own_fen(fen);
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
        let notation = self.cecp.notation();
        let Some((pieces, is_white)) = &mut self.cecp.editor else { return Ok(()) };
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
                self.cecp.editor = None;
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
