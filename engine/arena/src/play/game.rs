//! [`play`]: a game between engines, with movegen as the arbiter.

use std::time::{Duration, Instant};

use rotunda_movegen::{Action, Game, GameRecord, Outcome, Seat, quoted};
use rotunda_protocol::uci_client::BestMove;
use rotunda_protocol::{GoOrder, PositionOrder};

use super::adjudicate::{Adjudicator, Call};
use super::live::LiveGame;
use crate::base::fault::{Fault, FaultKind};
use crate::engines::answer::Answer;
use crate::engines::clock::{GameClock, clocks_left, go};
use crate::engines::conversation::PlayerError;
use crate::engines::engine_pool::EnginePool;
use crate::plan::match_plan::Plan;
use crate::plan::openings::Opening;
use crate::plan::schedule::Seating;
use crate::record::game_result::{Cause, Elimination, End, GameResult, PlayedMove};

/// The number of attempts to start engines before a game counts as one that cannot start.
const START_ATTEMPTS: usize = 3;
/// The time for an engine to stop pondering when its game ends.
const STOP_TIME: Duration = Duration::from_secs(1);

/// Everything that a game is played with.
pub(crate) struct GameSetup<'a, 'b> {
    /// The plan of the match.
    pub plan: &'a Plan,
    /// The arbiter at the end of the opening.
    pub record: GameRecord,
    /// The opening.
    pub opening: &'a Opening,
    /// The engines by seat.
    pub seating: &'a Seating,
    /// The engines' processes.
    pub pool: &'a mut EnginePool<'b>,
    /// The file that shows the game while it is played.
    pub live: Option<&'a mut LiveGame>,
}

/// The reason why a game has no result.
#[derive(Debug)]
pub(crate) enum NoResult {
    /// The match is to end.
    Interrupted,
    /// The engine with an index could not be made ready, so that there was no game.
    NotStarted(usize, Fault),
}

/// The end of a game, and every seat's points.
type Verdict = (End, Vec<u16>);

/// The result of a turn.
enum Turn {
    /// A move, and the adjudication after it.
    Moved(Option<Call>),
    /// A claim, and the end of the game by it.
    Claimed(Outcome),
    /// The seat resigns.
    Resigned,
}

/// Plays a game to its end.
///
/// # Errors
/// Returns an error if the match is to end before the game, or an engine cannot be made ready.
pub(crate) fn play(mut setup: GameSetup) -> Result<GameResult, NoResult> {
    setup.prepare_players()?;
    let mut state = GameState::new(&setup);
    let (end, points) = state.finish(&mut setup)?;
    state.stop_pondering(&mut setup);
    Ok(GameResult { moves: state.moves, eliminations: state.eliminations, end, points })
}

impl GameSetup<'_, '_> {
    /// Makes a seat's claim; how the game has ended by it, or `None` if no claim is open to it.
    fn claim(&mut self, seat: usize) -> Option<Outcome> {
        self.record.act(Action::Claim(Seat(seat as u8))).ok()?;
        self.record.outcome()
    }

    /// Prepares all players. An engine that fails is started again a few times.
    fn prepare_players(&mut self) -> Result<(), NoResult> {
        for seat in 0..self.seating.len() {
            if !self.record.game().is_alive(Seat(seat as u8)) {
                continue;
            }
            for attempt in 1.. {
                match self.pool.prepare(self.seating, seat, self.record.variant().name) {
                    Ok(()) => break,
                    Err(PlayerError::Interrupted) => return Err(NoResult::Interrupted),
                    Err(PlayerError::Fault(fault)) => {
                        self.pool.discard(self.seating, seat);
                        if attempt == START_ATTEMPTS {
                            return Err(NoResult::NotStarted(self.seating[seat], fault));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The state that changes from move to move.
struct GameState {
    clocks: Vec<GameClock>,
    adjudicator: Adjudicator,
    /// The position, as engines get it.
    position: PositionOrder,
    /// The number of moves of every seat.
    made: Vec<u32>,
    /// The move on which every seat's engine ponders.
    expected: Vec<Option<String>>,
    moves: Vec<PlayedMove>,
    eliminations: Vec<Elimination>,
}

impl GameState {
    fn new(setup: &GameSetup) -> Self {
        let seats = setup.seating.len();
        let clock = |&engine: &usize| GameClock::new(&setup.plan.engines[engine].limits);
        Self {
            clocks: setup.seating.iter().map(clock).collect(),
            adjudicator: Adjudicator::new(setup.plan.draw, setup.plan.resign, seats),
            position: setup.opening.position(),
            made: vec![0; seats],
            expected: vec![None; seats],
            moves: Vec::new(),
            eliminations: Vec::new(),
        }
    }

    /// Plays on until the game has ended.
    fn finish(&mut self, setup: &mut GameSetup) -> Result<Verdict, NoResult> {
        loop {
            if let Some(outcome) = setup.record.outcome() {
                let points = points(setup.record.game(), |seat| outcome.points(seat));
                return Ok((End::Rules(outcome.reason), points));
            }
            let seat = setup.record.game().turn().index();
            if setup.plan.max_moves.is_some_and(|max| self.made[seat] >= max) {
                return Ok((End::MaxMoves, setup.record.game().even_points()));
            }
            let lost = match self.turn(setup, seat) {
                // The rules take precedence over the engines' scores.
                Ok(Turn::Moved(Some(_))) if setup.record.outcome().is_some() => None,
                Ok(Turn::Moved(None)) => None,
                Ok(Turn::Moved(Some(Call::Draw))) => {
                    return Ok((End::Adjudicated, setup.record.game().even_points()));
                }
                Ok(Turn::Moved(Some(Call::Resign)) | Turn::Resigned) => {
                    self.lose(setup, seat, Cause::Resigned)
                }
                Ok(Turn::Claimed(outcome)) => {
                    let points = points(setup.record.game(), |seat| outcome.points(seat));
                    return Ok((End::Claim { seat }, points));
                }
                Err(PlayerError::Fault(fault)) => self.lose(setup, seat, Cause::Fault(fault)),
                Err(PlayerError::Interrupted) => return Err(NoResult::Interrupted),
            };
            if let Some(verdict) = lost {
                return Ok(verdict);
            }
        }
    }

    /// Asks a seat for its move, checks it and plays it.
    fn turn(&mut self, setup: &mut GameSetup, seat: usize) -> Result<Turn, PlayerError> {
        let begin = Instant::now();
        let (answer, at) = self.ask(setup, seat, begin)?;
        let taken = at.saturating_duration_since(begin);
        if let Err(over) = self.clocks[seat].charge(taken) {
            let detail = format!("by {} ms", over.as_millis());
            return Err(FaultKind::TimeForfeit.with(detail).into());
        }
        let Answer::Move(BestMove { text, ponder, claim, info }) = answer else {
            return Ok(Turn::Resigned);
        };
        if let Some(outcome) = claim.then(|| setup.claim(seat)).flatten() {
            return Ok(Turn::Claimed(outcome));
        }
        if !is_move(&text) {
            return Err(FaultKind::Nonsense.with(format!("bestmove {}", quoted(&text))).into());
        }
        // The other engines and the record get the move in this program's spelling.
        let Ok(mv) = setup.record.game().parse_move(&text) else {
            let detail = format!("{} in {}", quoted(&text), setup.record.game().fen());
            return Err(FaultKind::IllegalMove.with(detail).into());
        };
        let text = mv.to_string();
        setup.record.play(&mv).expect("a legal move");
        self.position.moves.push(text.clone());
        self.made[seat] += 1;
        let score = info.score;
        let played = PlayedMove { text, info, time: taken.as_millis() as u64 };
        if let Some(live) = &mut setup.live {
            live.moved(&played, || clocks_left(&self.clocks));
        }
        self.moves.push(played);
        // A player that bares the enemy may claim with the same move.
        if let Some(outcome) = claim.then(|| setup.claim(seat)).flatten() {
            return Ok(Turn::Claimed(outcome));
        }
        let plays = |seat: usize| setup.record.game().is_alive(Seat(seat as u8));
        let call = self.adjudicator.note(seat, self.made[seat], score, plays);
        if let Some(ponder) = ponder.filter(|_| call.is_none()) {
            self.ponder(setup, seat, &ponder)?;
        }
        Ok(Turn::Moved(call))
    }

    /// Asks a seat for its move, whose time began to run at an instant; its answer and when it
    /// came.
    fn ask(
        &mut self,
        setup: &mut GameSetup,
        seat: usize,
        begin: Instant,
    ) -> Result<(Answer, Instant), PlayerError> {
        let clock = &self.clocks[seat];
        let player = setup.pool.player(setup.seating, seat)?;
        if let Some(expected) = self.expected[seat].take() {
            if self.position.moves.last() == Some(&expected) {
                let go = go(&self.clocks, seat, begin.elapsed());
                return player.ponder_hit(&self.position, &go, clock);
            }
            // The engine's time runs while it stops.
            player.stop_pondering(begin + clock.patience())?;
        }
        player.think(&self.position, &go(&self.clocks, seat, begin.elapsed()), clock)
    }

    /// Lets a seat that has moved ponder on its expected reply, unless that ends the game. Engines
    /// ponder only in duels, since elsewhere one move says little about the seat's next turn.
    fn ponder(
        &mut self,
        setup: &mut GameSetup,
        seat: usize,
        expected: &str,
    ) -> Result<(), PlayerError> {
        if !setup.plan.engines[setup.seating[seat]].ponder || setup.seating.len() != 2 {
            return Ok(());
        }
        let mut after = setup.record.game().clone();
        let goes_on =
            setup.record.outcome().is_none() && setup.record.game().turn().index() != seat;
        let Ok(expected) = after.play_text(expected).map(|mv| mv.to_string()) else {
            return Ok(());
        };
        if !goes_on || after.outcome().is_some() {
            return Ok(());
        }
        let mut position = self.position.clone();
        position.moves.push(expected.clone());
        let go = GoOrder { ponder: true, ..go(&self.clocks, seat, Duration::ZERO) };
        setup.pool.player(setup.seating, seat)?.ponder(&position, &go)?;
        self.expected[seat] = Some(expected);
        Ok(())
    }

    /// Stops the engines that still ponder when the game has ended; one that does not stop is
    /// started again for the next game.
    fn stop_pondering(&mut self, setup: &mut GameSetup) {
        for (seat, expected) in self.expected.iter_mut().enumerate() {
            if expected.take().is_none() {
                continue;
            }
            let stopped = setup
                .pool
                .player(setup.seating, seat)
                .and_then(|player| player.stop_pondering(Instant::now() + STOP_TIME));
            if stopped.is_err() {
                setup.pool.discard(setup.seating, seat);
            }
        }
    }

    /// Eliminates a player, and returns the end of the game unless it goes on without the player.
    ///
    /// A player with a fault gets no more requests, and starts anew for the next game.
    fn lose(&mut self, setup: &mut GameSetup, seat: usize, cause: Cause) -> Option<Verdict> {
        if matches!(cause, Cause::Fault(_)) {
            setup.pool.discard(setup.seating, seat);
        }
        let forfeit = Action::Forfeit(Seat(seat as u8), cause.forfeit());
        if setup.record.act(forfeit).is_err() {
            // It does not play any more, or the game is over anyway.
            return None;
        }
        let is_end = |outcome: &Outcome| outcome.reason == cause.forfeit().into();
        if let Some(outcome) = setup.record.outcome().filter(is_end) {
            return Some((
                cause.end(seat),
                points(setup.record.game(), |seat| outcome.points(seat)),
            ));
        }
        let elimination = Elimination { seat, after: self.moves.len(), cause };
        if let Some(live) = &mut setup.live {
            live.gone(&elimination);
        }
        self.eliminations.push(elimination);
        // A list of moves cannot express that a player left.
        let fen = Some(setup.record.game().fen());
        self.position = PositionOrder { fen, ..PositionOrder::start_of(None) };
        None
    }
}

/// Returns whether a text could be a move of some game.
fn is_move(text: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "-+@,=*x/:".contains(c);
    !text.is_empty() && text.chars().all(is_fit) && text.chars().any(|c| c.is_ascii_digit())
}

/// The points of all seats.
fn points(game: &Game, of: impl Fn(Seat) -> u16) -> Vec<u16> {
    (0..game.seats()).map(|seat| of(Seat(seat as u8))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_move() {
        assert!(["e2e4", "a10b9q", "P@f7", "0000"].iter().all(|text| is_move(text)));
        assert!(["", "(none)", "e2 e4", "resign", "\u{1}2"].iter().all(|text| !is_move(text)));
    }
}
