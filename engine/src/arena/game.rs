//! [`play`]: a game between engines, with movegen as the arbiter.

use rotunda_movegen::{AnyGame, FULL, Seat};
use serde::{Deserialize, Serialize};

use super::adjudicate::{Adjudicator, Call};
use super::clock::{SeatClock, go};
use super::dialect::{Answer, Thought};
use super::fault::{Fault, FaultKind, shown};
use super::openings::Opening;
use super::plan::Plan;
use super::player::Trouble;
use super::schedule::Seating;
use super::team::Team;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules, for the reason that the arbiter names.
    Rules(String),
    /// A player claimed what the rules allow it to claim.
    Claim {
        /// The player's seat.
        seat: usize,
    },
    /// A player's own scores say that it has lost.
    Resigned {
        /// The player's seat.
        seat: usize,
    },
    /// Drawn by the scores of all players.
    Adjudicated,
    /// Drawn because it lasted long enough.
    MaxMoves,
    /// A player has done something wrong.
    Fault {
        /// The player's seat.
        seat: usize,
        /// What it has done.
        fault: Fault,
    },
}

impl End {
    /// The word for it in tables.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Rules(reason) => reason,
            Self::Claim { .. } => "claim",
            Self::Resigned { .. } => "resigned",
            Self::Adjudicated => "adjudicated draw",
            Self::MaxMoves => "move limit",
            Self::Fault { fault, .. } => fault.kind.text(),
        }
    }

    /// The word for it in the tag `Termination` of PGN.
    #[must_use]
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Claim { .. } => "normal",
            Self::Resigned { .. } | Self::Adjudicated | Self::MaxMoves => "adjudication",
            Self::Fault { fault, .. } => fault.kind.termination(),
        }
    }
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its text.
    #[serde(rename = "m")]
    pub text: String,
    /// What the player thought.
    #[serde(flatten)]
    pub thought: Thought,
    /// Milliseconds that it took.
    #[serde(rename = "t")]
    pub time: u64,
}

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    /// The moves after the opening.
    pub moves: Vec<Played>,
    /// How it ended.
    pub end: End,
    /// Every seat's points of [`FULL`].
    pub points: Vec<u16>,
}

/// Everything that a game is played with.
pub(super) struct Table<'a, 'b> {
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
pub(super) struct Interrupted;

/// What went wrong, and at which seat.
struct Stopped(usize, Trouble);

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
pub(super) fn play(mut table: Table) -> Result<Course, Interrupted> {
    let mut moves = Vec::new();
    let seats = table.seating.len();
    match finish(&mut table, &mut moves) {
        Ok((end, points)) => Ok(Course { moves, end, points }),
        Err(Stopped(_, Trouble::Interrupted)) => Err(Interrupted),
        Err(Stopped(seat, Trouble::Fault(fault))) => {
            table.team.discharge(table.seating, seat);
            Ok(Course { moves, end: End::Fault { seat, fault }, points: award(seat, 0, seats) })
        }
    }
}

/// Plays on until the game has ended.
fn finish(table: &mut Table, moves: &mut Vec<Played>) -> Result<(End, Vec<u16>), Stopped> {
    let seats = table.seating.len();
    for seat in 0..seats {
        let prepared = table.team.prepare(table.seating, seat, table.game.variant());
        prepared.map_err(|trouble| Stopped(seat, trouble))?;
    }
    let clock = |&engine: &usize| SeatClock::new(&table.plan.engines[engine].limits);
    let mut desk = Desk {
        clocks: table.seating.iter().map(clock).collect(),
        judge: Adjudicator::new(table.plan.draw, table.plan.resign, seats),
        position: table.opening.command(),
        first: table.opening.moves.is_empty(),
        made: vec![0; seats],
    };
    loop {
        if let Some(outcome) = table.game.outcome() {
            let points = (0..seats).map(|seat| outcome.points(Seat(seat as u8))).collect();
            return Ok((End::Rules(outcome.reason.to_string()), points));
        }
        let seat = table.game.turn().index();
        if table.plan.max_moves.is_some_and(|most| desk.made[seat] >= most) {
            return Ok((End::MaxMoves, award(seat, even(seats), seats)));
        }
        let turn = desk.turn(table, seat, moves).map_err(|trouble| Stopped(seat, trouble))?;
        match turn {
            Turn::Played(None) => {}
            Turn::Played(Some(Call::Draw)) => {
                return Ok((End::Adjudicated, award(seat, even(seats), seats)));
            }
            Turn::Played(Some(Call::Resign)) => {
                return Ok((End::Resigned { seat }, award(seat, 0, seats)));
            }
            Turn::Claimed(share) => return Ok((End::Claim { seat }, award(seat, share, seats))),
        }
    }
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
}

impl Desk {
    /// Asks a seat for its move, checks it and plays it.
    fn turn(
        &mut self,
        table: &mut Table,
        seat: usize,
        moves: &mut Vec<Played>,
    ) -> Result<Turn, Trouble> {
        let player = table.team.player(table.seating, seat)?;
        let request = go(&self.clocks, seat);
        let (answer, taken) = player.think(&self.position, &request, &self.clocks[seat])?;
        if let Err(over) = self.clocks[seat].charge(taken) {
            let detail = format!("by {} ms", over.as_millis());
            return Err(FaultKind::TimeForfeit.with(detail).into());
        }
        let Answer { text, claim, thought, .. } = answer;
        if let Some(share) = table.game.claim().filter(|_| claim) {
            return Ok(Turn::Claimed(share));
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
        moves.push(Played { text, thought, time: taken.as_millis() as u64 });
        Ok(Turn::Played(self.judge.hear(seat, self.made[seat], thought.score)))
    }
}

/// Whether a text could be a move of some game.
fn is_move(text: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "-+@,=*x/:".contains(c);
    !text.is_empty() && text.chars().all(is_fit) && text.chars().any(|c| c.is_ascii_digit())
}

/// A seat's points when all get the same.
fn even(seats: usize) -> u16 {
    FULL / seats as u16
}

/// The points when a seat gets this much and the others share the rest, the first of them what
/// cannot be divided.
fn award(seat: usize, share: u16, seats: usize) -> Vec<u16> {
    let others = seats as u16 - 1;
    let mut points = vec![(FULL - share) / others; seats];
    points[seat] = share;
    let left = FULL - points.iter().sum::<u16>();
    points[usize::from(seat == 0)] += left;
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_are_given_away() {
        assert_eq!(award(1, 0, 2), [100, 0]);
        assert_eq!(award(0, 52, 2), [52, 48]);
        assert_eq!(award(0, 0, 4), [0, 34, 33, 33]);
        assert_eq!(award(2, even(6), 6).iter().sum::<u16>(), FULL);
    }

    #[test]
    fn what_may_be_a_move() {
        assert!(["e2e4", "a10b9q", "P@f7", "0000"].iter().all(|text| is_move(text)));
        assert!(["", "(none)", "e2 e4", "resign", "\u{1}2"].iter().all(|text| !is_move(text)));
    }
}
