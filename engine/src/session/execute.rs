//! The execution of each command.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rotunda_games::FileError;
use rotunda_movegen::Options;
use rotunda_protocol::{
    Command, CommandError, GoOrder, HELP, PositionOrder, Preference, Reason, Setting, reply,
};
use rotunda_search::net::Network;
use rotunda_search::{Limits, SearchResult, StopHandle};

use super::{Event, Session, VERSION};
use crate::files::read_file;
use crate::job::{Job, Search, Task, checked};
use crate::voice::UciVoice;

/// The largest file of a net, in bytes.
const LARGEST_NET: u64 = 1 << 30;

impl Session {
    pub(super) fn execute(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Uci => self.output.print(&reply::identity(VERSION, self.seats)),
            Command::NewGame => self.state.new_game(),
            Command::SetOption(setting) => self.set(setting)?,
            Command::Position(order) => {
                let before = self.state.entry().name;
                let notes = self.state.set_up("position", order)?;
                self.print_notes(&notes);
                if self.state.entry().name != before {
                    self.announce_variant();
                }
                self.warn_of_self_checks();
            }
            Command::Go(order) => self.search(*order),
            Command::Perft(depth) => {
                self.state.check_refusal("go")?;
                let game = self.state.game().clone();
                self.start(Task::Perft { game, depth })?;
            }
            Command::Bench(order) => {
                self.start(Task::Bench { order, factory: self.state.factory() })?;
            }
            Command::Stop => self.stop(),
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
            // `quit` is carried out as it comes.
            Command::Ignored | Command::Quit => {}
        }
        Ok(())
    }

    /// Prints the board, as the seat that looks sees it.
    fn draw(&self) {
        let game = self.state.game();
        let last = self.state.last_ways();
        let board = self.ink.print(&game.draw_from(self.state.view(), last));
        let names = game.cells();
        let route = last.first().into_iter().flatten();
        let way: Vec<&str> = route.map(|cell| names[cell.index()].as_str()).collect();
        self.output.print(&reply::drawing(game, &board, &way));
    }

    pub(super) fn set(&mut self, setting: Setting) -> Result<(), CommandError> {
        const NAME: &str = "setoption";
        match setting {
            Setting::Hash(megabytes) => self
                .state
                .resize_table(megabytes)
                .map_err(|error| CommandError::new(NAME, Reason::Table(error)))?,
            Setting::ClearHash => self.state.tt().clear(),
            Setting::VariantPath(path) => self.load_games(path.as_deref())?,
            Setting::Variant(entry) => {
                self.state.set_up(NAME, PositionOrder::start_of(Some(entry)))?;
                self.announce_variant();
            }
            Setting::Scoring { classic } => {
                let rules = Options { classic_scoring: classic, ..self.state.rules() };
                self.state.set_rules(NAME, rules)?;
            }
            Setting::TeamKingLoss { eliminates } => {
                let rules = Options { team_king_loss_eliminates: eliminates, ..self.state.rules() };
                self.state.set_rules(NAME, rules)?;
            }
            Setting::EvalFile(path) => self.set_net(path.as_deref())?,
            Setting::Preference(preference @ Preference::Evaluation(_)) => {
                self.state.preferences.change(preference);
                self.state.tt().clear();
            }
            Setting::Preference(preference) => self.state.preferences.change(preference),
            #[cfg(feature = "tune")]
            Setting::Tunable(tunable, value) => tunable.set(value),
        }
        Ok(())
    }

    /// Takes in the games of a file, and names them; those of earlier files stay.
    fn load_games(&self, path: Option<&str>) -> Result<(), CommandError> {
        let Some(path) = path else { return Ok(()) };
        let refuse = |error: FileError| Reason::Games(error.brief());
        let games = rotunda_games::load(Path::new(path))
            .map_err(|error| CommandError::new("setoption", refuse(error)))?;
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        self.output.print(&format!("info string variants {}", names.join(" ")));
        Ok(())
    }

    /// Uses the net of a file, or the program's own; the table, which holds evaluations, is
    /// cleared.
    fn set_net(&mut self, path: Option<&str>) -> Result<(), CommandError> {
        let refuse = |reason| CommandError::at("setoption", path.unwrap_or_default(), reason);
        let net = match path {
            Some(path) => {
                let bytes = read_file(Path::new(path), LARGEST_NET)
                    .map_err(|why| refuse(Reason::File(why.to_string())))?;
                let net = Network::from_bytes(&bytes).and_then(|net| {
                    net.variant()?;
                    Ok(net)
                });
                Some(Arc::new(net.map_err(|error| refuse(Reason::Net(error)))?))
            }
            None => None,
        };
        self.state.preferences.set_net(net);
        self.state.tt().clear();
        Ok(())
    }

    /// Says what the variant's board is like.
    fn announce_variant(&self) {
        self.output.print(&reply::announcement(self.state.entry(), &self.state.start()));
    }

    /// Lists the moves that leave the mover's king en prise, in games for two to six players, if
    /// that is wanted.
    fn warn_of_self_checks(&self) {
        if self.state.preferences.mercy() && !self.state.entry().is_duel() {
            self.output.print(&reply::self_checks(self.state.game()));
        }
    }

    /// Prints what was read leniently, a line each.
    pub(super) fn print_notes(&self, notes: &[String]) {
        for note in notes {
            self.output.print(&reply::note(note));
        }
    }

    /// Searches as `go` asks; whatever goes wrong, the answer ends with a `bestmove`.
    fn search(&mut self, order: GoOrder) {
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
            self.print_error(&error);
            // An endless search is answered after `stop` or `ponderhit` alone, any other at once.
            let waits = limits.is_endless(&StopHandle::new());
            if !waits || self.start(Task::NoMove { limits }).is_err() {
                self.output.print(&reply::best_move(&SearchResult::default()));
            }
            return;
        }
        self.warn_of_self_checks();
        let search = Search {
            thinker: self.state.take_thinker(),
            tt: self.state.tt(),
            settings: self.state.preferences.settings(),
            limits,
            game,
            voice: Arc::new(UciVoice { show_wdl: self.state.preferences.show_wdl() }),
            started,
        };
        if let Err(error) = self.start(Task::Search(Box::new(search))) {
            self.print_error(&error);
            // The interface waits for a move even if no thread can look for one.
            let game = self.state.game();
            let (result, _) = checked(SearchResult::default(), game, &order.find_moves(game));
            self.output.print(&reply::best_move(&result));
        }
    }

    pub(super) fn start(&mut self, task: Task) -> Result<(), CommandError> {
        let sender = self.sender.clone();
        let on_done = move |done| {
            let _ = sender.send(Event::JobDone(Box::new(done)));
        };
        let name = task.name();
        let job = Job::start(task, self.output.clone(), on_done);
        let internal =
            |error: io::Error| CommandError::new(name, Reason::Internal(error.to_string()));
        self.job = Some(job.map_err(internal)?);
        Ok(())
    }
}
