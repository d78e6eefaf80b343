//! [`play`]: a game between engines, with movegen as the arbiter.

use rotunda_movegen::{AnyGame, FULL, Reason, Seat};

use crate::adjudicate::{Adjudicator, Call};
use crate::clock::{SeatClock, go};
use crate::course::{Cause, Course, Elimination, End, Played};
use crate::dialect::Answer;
use crate::fault::{FaultKind, shown};
use crate::openings::Opening;
use crate::plan::Plan;
use crate::player::Trouble;
use crate::schedule::Seating;
use crate::team::Team;

/// Everything that a game is played with.
pub(crate) struct Table<'a, 'b> {
    /// What decides how games are played.
    pub plan: &'a Plan,
    /// The arbiter at the end of the opening.
    pub game: Box<dyn AnyGame>,
    /// The opening.
    pub opening: &'a Opening,
    /// The engines by seat.
    pub seating: &'a Seating,
    /// The players.
    pub team: &'a mut Team<'b>,
}

/// The match is to end.
#[derive(Debug)]
pub(crate) struct Interrupted;

/// The end of a game, and every seat's points.
type Verdict = (End, Vec<u16>);

/// What a turn comes to.
enum Turn {
    /// A move, and how the game is called after it.
    Played(Option<Call>),
    /// A claim to this share of the point.
    Claimed(u16),
}

/// Plays a game to its end.
///
/// # Errors
/// If the match is to end before the game.
pub(crate) fn play(mut table: Table) -> Result<Course, Interrupted> {
    let mut desk = Desk::new(&table);
    let (end, points) = match desk.seat_players(&mut table)? {
        Some(verdict) => verdict,
        None => desk.finish(&mut table)?,
    };
    Ok(Course { moves: desk.moves, eliminations: desk.eliminations, end, points })
}

/// The arbiter's desk: what changes from move to move.
struct Desk {
    clocks: Vec<SeatClock>,
    judge: Adjudicator,
    /// The command that sets up the position.
    position: String,
    /// Whether the command has no moves yet.
    first: bool,
    /// The moves of every seat.
    made: Vec<u32>,
    moves: Vec<Played>,
    eliminations: Vec<Elimination>,
}

impl Desk {
    fn new(table: &Table) -> Self {
        let seats = table.seating.len();
        let clock = |&engine: &usize| SeatClock::new(&table.plan.engines[engine].limits);
        Self {
            clocks: table.seating.iter().map(clock).collect(),
            judge: Adjudicator::new(table.plan.draw, table.plan.resign, seats),
            position: table.opening.command(),
            first: table.opening.moves.is_empty(),
            made: vec![0; seats],
            moves: Vec::new(),
            eliminations: Vec::new(),
        }
    }

    /// Gets all players ready; the end of the game if too few of them are.
    fn seat_players(&mut self, table: &mut Table) -> Result<Option<Verdict>, Interrupted> {
        for seat in 0..table.seating.len() {
            if !table.game.is_alive(Seat(seat as u8)) {
                continue;
            }
            let prepared = table.team.prepare(table.seating, seat, table.game.variant());
            let Err(trouble) = prepared else { continue };
            let lost = self.lose(table, seat, cause(trouble)?);
            if lost.is_some() {
                return Ok(lost);
            }
        }
        Ok(None)
    }

    /// Plays on until the game has ended.
    fn finish(&mut self, table: &mut Table) -> Result<Verdict, Interrupted> {
        loop {
            if let Some(outcome) = table.game.outcome() {
                let points = points(&*table.game, |seat| outcome.points(seat));
                return Ok((End::Rules(outcome.reason.to_string()), points));
            }
            let seat = table.game.turn().index();
            if table.plan.max_moves.is_some_and(|max| self.made[seat] >= max) {
                return Ok((End::MaxMoves, table.game.even_points()));
            }
            let lost = match self.turn(table, seat) {
                // What the rules say of the position outweighs what anybody thinks of it.
                Ok(Turn::Played(Some(_))) if table.game.outcome().is_some() => None,
                Ok(Turn::Played(None)) => None,
                Ok(Turn::Played(Some(Call::Draw))) => {
                    return Ok((End::Adjudicated, table.game.even_points()));
                }
                Ok(Turn::Played(Some(Call::Resign))) => self.lose(table, seat, Cause::Resigned),
                Ok(Turn::Claimed(share)) => return Ok((End::Claim { seat }, duel(seat, share))),
                Err(trouble) => self.lose(table, seat, cause(trouble)?),
            };
            if let Some(verdict) = lost {
                return Ok(verdict);
            }
        }
    }

    /// Asks a seat for its move, checks it and plays it.
    fn turn(&mut self, table: &mut Table, seat: usize) -> Result<Turn, Trouble> {
        let player = table.team.player(table.seating, seat)?;
        let request = go(&self.clocks, seat);
        let (answer, taken) = player.think(&self.position, &request, &self.clocks[seat])?;
        if let Err(over) = self.clocks[seat].charge(taken) {
            let detail = format!("by {} ms", over.as_millis());
            return Err(FaultKind::TimeForfeit.with(detail).into());
        }
        let Answer { text, claim, thought, .. } = answer;
        if let Some(claimed) = table.game.claim().filter(|_| claim) {
            return Ok(Turn::Claimed(claimed.points(Seat(seat as u8))));
        }
        if !is_move(&text) {
            return Err(FaultKind::Nonsense.with(format!("bestmove {}", shown(&text))).into());
        }
        if table.game.play(&text).is_err() {
            let detail = format!("{} in {}", shown(&text), table.game.fen());
            return Err(FaultKind::IllegalMove.with(detail).into());
        }
        self.position += if self.first { " moves " } else { " " };
        self.position += &text;
        self.first = false;
        self.made[seat] += 1;
        self.moves.push(Played { text, thought, time: taken.as_millis() as u64 });
        let plays = |seat: usize| table.game.is_alive(Seat(seat as u8));
        Ok(Turn::Played(self.judge.hear(seat, self.made[seat], thought.score, plays)))
    }

    /// Takes a player out of the game; the game's end, unless it goes on without the player.
    ///
    /// A player who did something wrong is not asked again, and started anew for the next game.
    fn lose(&mut self, table: &mut Table, seat: usize, cause: Cause) -> Option<Verdict> {
        if matches!(cause, Cause::Fault(_)) {
            table.team.discharge(table.seating, seat);
        }
        if !table.game.eliminate(Seat(seat as u8)) {
            return Some((cause.end(seat), duel(seat, 0)));
        }
        let outcome = table.game.outcome();
        if let Some(outcome) = outcome.filter(|outcome| outcome.reason == Reason::LastStanding) {
            return Some((cause.end(seat), points(&*table.game, |seat| outcome.points(seat))));
        }
        self.eliminations.push(Elimination { seat, after: self.moves.len(), cause });
        // No list of moves tells that somebody left.
        self.position = format!("position fen {}", table.game.fen());
        self.first = true;
        None
    }
}

/// Why a player leaves the game, if it is not that the match is to end.
fn cause(trouble: Trouble) -> Result<Cause, Interrupted> {
    match trouble {
        Trouble::Fault(fault) => Ok(Cause::Fault(fault)),
        Trouble::Interrupted => Err(Interrupted),
    }
}

/// Whether a text could be a move of some game.
fn is_move(text: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "-+@,=*x/:".contains(c);
    !text.is_empty() && text.chars().all(is_fit) && text.chars().any(|c| c.is_ascii_digit())
}

/// The points of all seats.
fn points(game: &dyn AnyGame, of: impl Fn(Seat) -> u16) -> Vec<u16> {
    (0..game.seats()).map(|seat| of(Seat(seat as u8))).collect()
}

/// The points of a duel that gives a seat this much.
fn duel(seat: usize, share: u16) -> Vec<u16> {
    let mut points = vec![FULL - share; 2];
    points[seat] = share;
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_of_a_duel_are_given_away() {
        assert_eq!(duel(1, 0), [100, 0]);
        assert_eq!(duel(0, 52), [52, 48]);
    }

    #[test]
    fn what_may_be_a_move() {
        assert!(["e2e4", "a10b9q", "P@f7", "0000"].iter().all(|text| is_move(text)));
        assert!(["", "(none)", "e2 e4", "resign", "\u{1}2"].iter().all(|text| !is_move(text)));
    }
}
