//! Thinking, playing, pondering, and how games end.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rotunda_movegen::{Game, GameMove, Outcome, Seat};
use rotunda_notation::sentence;
use rotunda_protocol::cecp::reply;
use rotunda_protocol::{CommandError, Preference, Setting};
use rotunda_search::{Limits, SearchResult, Value};

use super::{Purpose, Selection, Session};
use crate::job::{Search, Task, follows};
use crate::session::Phase;
use crate::voice::CecpVoice;

/// The time for which the winner lets the loser announce the end, in a game that the interface does
/// not know.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Session {
    /// Lets the engine play a seat: it thinks if that is to move, and may ponder if it is not.
    pub(super) fn play_for(&mut self, seat: Seat) -> Result<(), CommandError> {
        (self.cecp.plays, self.cecp.analyzes) = (Some(seat), false);
        self.go_on()
    }

    /// Does what the position asks for: thinks, analyses, or nothing.
    pub(super) fn go_on(&mut self) -> Result<(), CommandError> {
        if self.cecp.plays.is_some() || self.cecp.analyzes {
            self.state.check_refusal("go")?;
        }
        let turn = self.state.game().turn();
        let is_over = self.state.game().outcome().is_some();
        if self.cecp.analyzes && !is_over {
            self.think(Purpose::Analysis, Limits::infinite(), self.state.game().clone())
        } else if self.cecp.plays == Some(turn) && !is_over {
            self.think(Purpose::Move, self.limits(self.state.game()), self.state.game().clone())
        } else {
            Ok(())
        }
    }

    /// Starts a search for a purpose.
    fn think(&mut self, purpose: Purpose, limits: Limits, game: Game) -> Result<(), CommandError> {
        let posts = self.cecp.voice.posts.load(Ordering::Relaxed);
        self.cecp.voice = Arc::new(CecpVoice::new(self.cecp.notation(), posts));
        self.set(Setting::Preference(Preference::AnalyseMode(purpose == Purpose::Analysis)))?;
        let search = Search {
            thinker: self.state.take_thinker(),
            tt: self.state.tt(),
            settings: self.state.preferences.settings(),
            limits,
            game,
            voice: self.cecp.voice.clone(),
            started: Instant::now(),
        };
        (self.cecp.purpose, self.cecp.drops) = (Some(purpose), false);
        self.start(Task::Search(Box::new(search))).inspect_err(|_| self.cecp.purpose = None)
    }

    /// Takes the opponent's move, or one that is entered in force mode or analysis.
    pub(super) fn take_move(&mut self, theirs: &str) -> Result<(), CommandError> {
        if self.cecp.purpose == Some(Purpose::Move) && self.job.is_some() {
            self.output.print(&reply::illegal_move(theirs, "it is not your turn"));
            return Ok(());
        }
        if let Err(error) = self.state.check_refusal("usermove") {
            self.output
                .print(&reply::illegal_move(theirs, &error.to_string().replace(['(', ')'], "")));
            return Ok(());
        }
        let Some(mv) = self.cecp.notation().find(self.state.game(), theirs) else {
            let is_over = self.state.game().outcome().is_some();
            let reason = if is_over { "the game is over" } else { "not legal here" };
            self.output.print(&reply::illegal_move(theirs, reason));
            return Ok(());
        };
        self.state.play("usermove", &mv)?;
        self.cecp.selection = Selection::default();
        self.cecp.expected = None;
        let hit = self.cecp.purpose == Some(Purpose::Ponder(mv)) && !self.cecp.drops;
        if let Some(job) = self.job.as_ref().filter(|_| hit) {
            job.ponder_hit();
            self.cecp.purpose = Some(Purpose::Move);
            return Ok(());
        }
        if self.cecp.plays.is_some() {
            self.tell_end();
        }
        self.go_on()
    }

    /// Takes what a search has found.
    pub(in crate::session) fn decide(&mut self, result: SearchResult) {
        let drops = std::mem::take(&mut self.cecp.drops);
        match self.cecp.purpose.take() {
            Some(Purpose::Move) if !drops => {
                if let Err(error) = self.play_best(&result) {
                    self.output.print(&reply::note(&error.to_string()));
                }
            }
            Some(Purpose::Hint) if !drops => {
                self.cecp.expected = result.best;
                self.print_hint();
            }
            _ => {}
        }
    }

    fn play_best(&mut self, result: &SearchResult) -> Result<(), CommandError> {
        let mover = self.state.game().turn();
        if self.claims(result, mover) {
            return Ok(());
        }
        let Some(best) = result.best.clone() else {
            self.tell_end();
            return Ok(());
        };
        self.cecp.value = self.cecp.voice.latest().map(|info| info.value);
        self.output.print(&reply::best_move(self.state.game(), &best, self.cecp.notation()));
        self.state.play("move", &best)?;
        self.cecp.expected.clone_from(&result.ponder);
        if self.claims(result, mover) {
            return Ok(());
        }
        if self.state.game().outcome().is_some() {
            self.tell_end();
        } else if self.cecp.ponders && self.phase == Phase::Open {
            self.ponder()?;
        }
        Ok(())
    }

    /// Ends the game by the engine's claim if it wants to and the claim is open; whether it has
    /// done so.
    fn claims(&mut self, result: &SearchResult, own: Seat) -> bool {
        let is_open = self.state.game().claim().is_some_and(|claim| claim.seat == own);
        let claims = result.claim && is_open && self.state.make_claim().is_ok();
        if claims {
            self.tell_end();
        }
        claims
    }

    /// Thinks about the position after the expected reply.
    fn ponder(&mut self) -> Result<(), CommandError> {
        let Some(expected) = self.cecp.expected.clone() else { return Ok(()) };
        let Some(game) = follows(self.state.game(), &expected) else { return Ok(()) };
        if game.outcome().is_some() {
            return Ok(());
        }
        self.print_hint();
        let limits = Limits { ponder: true, ..self.limits(&game) };
        self.think(Purpose::Ponder(expected), limits, game)
    }

    /// Returns the limits of the engine's search, with only moves that its opponent reads
    /// correctly.
    fn limits(&self, game: &Game) -> Limits {
        let search_moves = self.cecp.notation().clear_moves(game);
        Limits { search_moves, ..self.cecp.control.limits(game.fullmove()) }
    }

    /// Says how the game has ended, if it has.
    ///
    /// XBoard forfeits engines that claim to have won, or a draw, in a game whose rules it does not
    /// know; that somebody has lost it believes. So there the loser speaks, a draw is offered, and
    /// whoever has reason to keep silent speaks only if nobody else ends the game.
    fn tell_end(&mut self) {
        let Some(outcome) = self.state.game().outcome() else { return };
        let own = self.cecp.plays.take();
        let text = reply::result(&outcome, &sentence(self.state.entry(), &outcome));
        let has_lost = own.is_none_or(|seat| is_lost(&outcome, seat));
        if self.cecp.notation().is_chess() || has_lost {
            self.output.print(&text);
            return;
        }
        if text.starts_with("1/2") {
            self.output.print("offer draw");
        }
        self.cecp.purpose = Some(Purpose::Announcement);
        if self.start(Task::Remark { text: text.clone(), after: PATIENCE }).is_err() {
            self.output.print(&text);
        }
    }

    /// Accepts a draw unless the engine likes its position.
    pub(super) fn answer_draw_offer(&self) {
        let is_content = match self.cecp.value {
            Some(Value::Centipawns(score)) => score > 0,
            Some(Value::Mate(moves)) => moves > 0,
            None => true,
        };
        let is_over = self.state.game().outcome().is_some();
        if !is_content || is_over {
            self.output.print("offer draw");
        }
    }

    pub(super) fn take_back_moves(&mut self, count: usize) -> Result<(), CommandError> {
        self.state.check_refusal("undo")?;
        self.state.take_back("undo", count)?;
        self.forget_position();
        self.go_on()
    }

    /// The move that is suggested in the current position, if one is known.
    pub(super) fn hint(&self) -> Option<GameMove> {
        let latest = || self.cecp.voice.latest().and_then(|info| info.pv.first().cloned());
        let analysis = if self.cecp.analyzes { latest() } else { None };
        let known = analysis.or_else(|| self.cecp.expected.clone());
        known.filter(|mv| self.state.game().is_legal(mv))
    }

    pub(super) fn give_hint(&mut self) -> Result<(), CommandError> {
        if self.hint().is_some() || self.state.game().outcome().is_some() {
            self.print_hint();
            return Ok(());
        }
        self.state.check_refusal("hint")?;
        self.think(Purpose::Hint, Limits::move_time(HINT_TIME), self.state.game().clone())
    }

    fn print_hint(&self) {
        if let Some(mv) = self.hint() {
            self.output.print(&format!("Hint: {}", self.cecp.notation().text(&mv.to_string())));
        }
    }

    pub(super) fn tell_status(&self) {
        if let (true, Some(info)) = (self.cecp.analyzes, self.cecp.voice.latest()) {
            let legal = self.state.game().legal_within(1 << 12).map_or(0, |moves| moves.len());
            self.output.print(&reply::status(&info, legal));
        }
    }

    /// Somebody picks a piece up: shows where it may go.
    pub(super) fn lift(&mut self, cell: &str) {
        let (game, notation) = (self.state.game(), self.cecp.notation());
        self.cecp.selection.lift(game, notation, cell);
        let marks = self.cecp.selection.marks(game, notation);
        self.output.print(&reply::highlight(&marks, notation));
    }

    /// The pointer is on a capture: shows the victims that stand elsewhere.
    pub(super) fn hover(&mut self, cell: &str) {
        let (game, notation) = (self.state.game(), self.cecp.notation());
        let victims = self.cecp.selection.victims(game, notation, cell);
        if !victims.is_empty() {
            let mut marks = self.cecp.selection.marks(game, notation);
            marks.retain(|(marked, _)| !victims.contains(marked));
            marks.extend(victims.into_iter().map(|victim| (victim, 'g')));
            self.output.print(&reply::highlight(&marks, notation));
        }
    }

    /// Handles a piece that was put down: sends its possible promotions there.
    pub(super) fn put(&mut self, cell: &str) {
        let (game, notation) = (self.state.game(), self.cecp.notation());
        let letters = self.cecp.selection.promotions(game, notation, cell);
        if !letters.is_empty() {
            self.output.print(&format!("choice {letters}"));
        }
    }
}

/// Returns whether a seat has no points.
fn is_lost(outcome: &Outcome, seat: Seat) -> bool {
    outcome.points(seat) == 0
}
