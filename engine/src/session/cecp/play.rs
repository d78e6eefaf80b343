//! Thinking, playing, pondering, and the ends of games.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rotunda_movegen::{Game, GameMove, Outcome, Seat};
use rotunda_notation::sentence;
use rotunda_protocol::cecp::{Selection, reply};
use rotunda_protocol::{CommandError, Preference, Setting};
use rotunda_search::{Limits, SearchResult, Value};

use super::state::{Cecp, Purpose};
use crate::job::{Task, follows};
use crate::session::conversation::{Conversation, Phase};
use crate::voice::CecpVoice;

/// The time for which the winner lets the loser announce the end, in a game that the interface does
/// not know.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Conversation<Cecp> {
    /// Lets the engine play a seat: it thinks if that is to move, and may ponder if it is not.
    pub(super) fn play_for(&mut self, seat: Seat) -> Result<(), CommandError> {
        (self.dialect.plays, self.dialect.analyzes) = (Some(seat), false);
        self.go_on()
    }

    /// Acts on the position: thinks, analyses, or nothing.
    pub(super) fn go_on(&mut self) -> Result<(), CommandError> {
        if self.dialect.plays.is_some() || self.dialect.analyzes {
            self.state.check_refusal("go")?;
        }
        let turn = self.state.game().turn();
        let is_over = self.state.game().outcome().is_some();
        if self.dialect.analyzes && !is_over {
            self.think(Purpose::Analysis, Limits::infinite(), self.state.game().clone())
        } else if self.dialect.plays == Some(turn) && !is_over {
            self.think(Purpose::Move, self.limits(self.state.game()), self.state.game().clone())
        } else {
            Ok(())
        }
    }

    /// Starts a search for a purpose.
    fn think(&mut self, purpose: Purpose, limits: Limits, game: Game) -> Result<(), CommandError> {
        let posts = self.dialect.voice.posts.load(Ordering::Relaxed);
        self.dialect.voice = Arc::new(CecpVoice::new(self.dialect.notation(), posts));
        self.set(Setting::Preference(Preference::AnalyseMode(purpose == Purpose::Analysis)))?;
        (self.dialect.purpose, self.dialect.drops) = (Some(purpose), false);
        let started = self.search(game, limits, Instant::now());
        started.inspect_err(|_| self.dialect.purpose = None)
    }

    /// Takes the opponent's move, or one that is entered in force mode or analysis.
    pub(super) fn take_move(&mut self, theirs: &str) -> Result<(), CommandError> {
        if self.dialect.purpose == Some(Purpose::Move) && self.job.is_some() {
            self.output.print(&reply::illegal_move(theirs, "it is not your turn"));
            return Ok(());
        }
        if let Err(error) = self.state.check_refusal("usermove") {
            self.output
                .print(&reply::illegal_move(theirs, &error.to_string().replace(['(', ')'], "")));
            return Ok(());
        }
        let Some(mv) = self.dialect.notation().find(self.state.game(), theirs) else {
            let is_over = self.state.game().outcome().is_some();
            let reason = if is_over { "the game is over" } else { "not legal here" };
            self.output.print(&reply::illegal_move(theirs, reason));
            return Ok(());
        };
        self.state.play("usermove", &mv)?;
        self.dialect.selection = Selection::default();
        self.dialect.expected = None;
        let hit = self.dialect.purpose == Some(Purpose::Ponder(mv)) && !self.dialect.drops;
        if let Some(job) = self.job.as_ref().filter(|_| hit) {
            job.ponder_hit();
            self.dialect.purpose = Some(Purpose::Move);
            return Ok(());
        }
        if self.dialect.plays.is_some() {
            self.tell_end();
        }
        self.go_on()
    }

    /// Takes the result of a search.
    pub(super) fn decide(&mut self, result: SearchResult) {
        let drops = std::mem::take(&mut self.dialect.drops);
        match self.dialect.purpose.take() {
            Some(Purpose::Move) if !drops => {
                if let Err(error) = self.play_best(&result) {
                    self.output.print(&reply::note(&error.to_string()));
                }
            }
            Some(Purpose::Hint) if !drops => {
                self.dialect.expected = result.best;
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
        self.dialect.value = self.dialect.voice.latest().map(|info| info.value);
        self.output.print(&reply::best_move(self.state.game(), &best, self.dialect.notation()));
        self.state.play("move", &best)?;
        self.dialect.expected.clone_from(&result.ponder);
        if self.claims(result, mover) {
            return Ok(());
        }
        if self.state.game().outcome().is_some() {
            self.tell_end();
        } else if self.dialect.ponders && self.phase == Phase::Open {
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
        let Some(expected) = self.dialect.expected.clone() else { return Ok(()) };
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
        let search_moves = self.dialect.notation().clear_moves(game);
        Limits { search_moves, ..self.dialect.control.limits(game.fullmove()) }
    }

    /// Reports the end of the game, if it has ended.
    ///
    /// XBoard forfeits engines that claim a win or a draw in a game whose rules it does not know,
    /// but it believes a claim of loss. In such a game the loser reports the end, and a draw is
    /// offered. Any other engine waits, and reports the end only if its opponent does not.
    fn tell_end(&mut self) {
        let Some(outcome) = self.state.game().outcome() else { return };
        let own = self.dialect.plays.take();
        let text = reply::result(&outcome, &sentence(self.state.entry(), &outcome));
        let has_lost = own.is_none_or(|seat| is_lost(&outcome, seat));
        if self.dialect.notation().is_chess() || has_lost {
            self.output.print(&text);
            return;
        }
        if text.starts_with("1/2") {
            self.output.print("offer draw");
        }
        self.dialect.purpose = Some(Purpose::Announcement);
        if self.start(Task::Remark { text: text.clone(), after: PATIENCE }).is_err() {
            self.output.print(&text);
        }
    }

    /// Accepts a draw unless the engine expects more.
    pub(super) fn answer_draw_offer(&self) {
        let is_content = match self.dialect.value {
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
        let latest = || self.dialect.voice.latest().and_then(|info| info.pv.first().cloned());
        let analysis = if self.dialect.analyzes { latest() } else { None };
        let known = analysis.or_else(|| self.dialect.expected.clone());
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
            self.output.print(&format!("Hint: {}", self.dialect.notation().text(&mv.to_string())));
        }
    }

    pub(super) fn tell_status(&self) {
        if let (true, Some(info)) = (self.dialect.analyzes, self.dialect.voice.latest()) {
            let legal =
                self.state.game().legal_moves_within(1 << 12).map_or(0, |moves| moves.len());
            self.output.print(&reply::status(&info, legal));
        }
    }

    /// Shows the targets of a piece that a person picks up.
    pub(super) fn lift(&mut self, cell: &str) {
        let (game, notation) = (self.state.game(), self.dialect.notation());
        self.dialect.selection.lift(game, notation, cell);
        let marks = self.dialect.selection.marks(game, notation);
        self.output.print(&reply::highlight(&marks, notation));
    }

    /// The pointer is on a capture: shows the victims that stand elsewhere.
    pub(super) fn hover(&mut self, cell: &str) {
        let (game, notation) = (self.state.game(), self.dialect.notation());
        let victims = self.dialect.selection.victims(game, notation, cell);
        if !victims.is_empty() {
            let mut marks = self.dialect.selection.marks(game, notation);
            marks.retain(|(marked, _)| !victims.contains(marked));
            marks.extend(victims.into_iter().map(|victim| (victim, 'g')));
            self.output.print(&reply::highlight(&marks, notation));
        }
    }

    /// Handles a piece that was put down: sends its possible promotions there.
    pub(super) fn put(&mut self, cell: &str) {
        let (game, notation) = (self.state.game(), self.dialect.notation());
        let letters = self.dialect.selection.promotions(game, notation, cell);
        if !letters.is_empty() {
            self.output.print(&format!("choice {letters}"));
        }
    }
}

/// Returns whether a seat has no points.
fn is_lost(outcome: &Outcome, seat: Seat) -> bool {
    outcome.points(seat) == 0
}
