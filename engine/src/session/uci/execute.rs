//! The execution of each command.

use std::time::Instant;

use rotunda_protocol::{Command, CommandError, GoOrder, HELP, PositionOrder, reply};
use rotunda_search::{Limits, SearchResult, StopHandle};

use super::Uci;
use crate::job::{Task, checked};
use crate::session::conversation::{Conversation, VERSION};

impl Conversation<Uci> {
    /// Carries out a command.
    pub(super) fn carry_out(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Uci => self.output.print(&reply::identity(VERSION, self.dialect.seats)),
            Command::NewGame => self.state.new_game(),
            Command::SetOption(setting) => self.set(setting)?,
            Command::Position(order) => {
                let before = self.state.entry();
                let notes = self.state.set_up("position", order)?;
                self.print_notes(&notes);
                if !std::ptr::eq(self.state.entry(), before) {
                    self.announce_variant();
                }
                self.warn_of_self_checks();
            }
            Command::Go(order) => self.go(*order),
            Command::Perft(depth) => {
                self.state.check_refusal("go")?;
                let game = self.state.game().clone();
                self.start(Task::Perft { game, depth })?;
            }
            Command::Bench(order) => {
                self.start(Task::Bench { order, factory: self.state.factory() })?;
            }
            Command::PonderHit => {
                if let Some(job) = &self.job {
                    job.ponder_hit();
                }
            }
            Command::Move(moves) => {
                self.state.play_on("move", &moves)?;
                self.draw();
            }
            Command::Undo(count) => {
                self.state.take_back("undo", count)?;
                self.draw();
            }
            Command::New => {
                self.state.set_up("new", PositionOrder::start_of(None))?;
                self.draw();
            }
            Command::Flip => {
                self.state.flip();
                self.draw();
            }
            Command::Rules => self.output.print(&reply::rules(self.state.entry())),
            Command::Draw => self.draw(),
            Command::Legal => match self.state.legal() {
                Some(line) => self.output.print(line),
                None => self.start(Task::List { game: self.state.game().clone() })?,
            },
            Command::Outcome => self.output.print(&reply::outcome(self.state.game())),
            Command::Claim => {
                self.state.make_claim()?;
                self.output.print(&reply::outcome(self.state.game()));
            }
            Command::Eval => self.output.print(self.state.trace().trim_end()),
            Command::Help => self.output.print(HELP),
            Command::IsReady => {
                self.state.prepare();
                self.output.print("readyok");
            }
            // `stop` and `quit` are carried out as they come.
            Command::Ignored | Command::Stop | Command::Quit => {}
        }
        Ok(())
    }

    /// Prints the board, as the seat that looks sees it.
    fn draw(&self) {
        let game = self.state.game();
        let last = self.state.last_ways();
        let board = self.dialect.ink.print(&game.draw_from(self.state.view(), last));
        let names = game.cells();
        let route = last.first().into_iter().flatten();
        let way: Vec<&str> = route.map(|cell| names[cell.index()].as_str()).collect();
        self.output.print(&reply::drawing(game, &board, &way));
    }

    /// Lists the moves that leave the mover's king en prise, in games for two to six players, if
    /// that is wanted.
    fn warn_of_self_checks(&self) {
        if self.state.preferences.mercy() && !self.state.entry().is_duel() {
            self.output.print(&reply::self_checks(self.state.game()));
        }
    }

    /// Searches as `go` asks; after any failure, too, the answer ends with a `bestmove`.
    fn go(&mut self, order: GoOrder) {
        let started = Instant::now();
        let game = self.state.game().clone();
        let mut order = order;
        let refusal = self.state.check_refusal("go");
        let search_moves = if refusal.is_ok() { order.find_moves(&game) } else { Vec::new() };
        let limits = Limits { search_moves, ..order.limits(game.turn()) };
        if let Some(note) = order.note() {
            self.output.print(&reply::note(&note));
        }
        if let Err(error) = refusal {
            self.output.print(&reply::error(&error));
            // An endless search is answered after `stop` or `ponderhit` alone, any other at once.
            let waits = limits.is_endless(&StopHandle::new());
            if !waits || self.start(Task::NoMove { limits }).is_err() {
                self.output.print(&reply::best_move(&SearchResult::default()));
            }
            return;
        }
        self.warn_of_self_checks();
        if let Err(error) = self.search(game, limits, started) {
            self.output.print(&reply::error(&error));
            // The interface waits for a move even if no thread can look for one.
            let game = self.state.game();
            let (result, _) = checked(SearchResult::default(), game, &order.find_moves(game));
            self.output.print(&reply::best_move(&result));
        }
    }
}
