//! [`GameRecord`]: a finished game, as match files store it.

use rotunda_movegen::{FULL, Variant};
use serde::{Deserialize, Serialize};

use super::game_result::{Cause, Elimination, End, PlayedMove};
use crate::base::fault::Fault;
use crate::plan::openings::Opening;
use crate::plan::schedule::{Seating, label, sides};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the block.
    pub block: u64,
    /// The number of the game in the block.
    pub game: usize,
    /// The variant.
    pub variant: String,
    /// The day on which it was played, in the form of PGN.
    pub date: String,
    /// The engines' indices by seat.
    pub seating: Seating,
    /// Its opening.
    pub opening: Opening,
    /// Every seat's points of 100; all members of a team have its points.
    pub points: Vec<u16>,
    /// Its end.
    pub end: End,
    /// The players who left before the end other than by the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<Elimination>,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
}

impl GameRecord {
    /// Returns the name of the game: the numbers of its block and of itself, from 1.
    #[must_use]
    pub fn label(&self) -> String {
        label((self.block, self.game))
    }

    /// Returns the result in the form of PGN in games of two sides, and otherwise `*`.
    #[must_use]
    pub fn result(&self) -> &'static str {
        let table = Variant::by_name(&self.variant).ok().map(sides).unwrap_or_default();
        let other = table.iter().position(|side| *side != table[0]).unwrap_or(0);
        if table.iter().any(|side| ![table[0], table[other]].contains(side)) {
            return "*";
        }
        match (self.points[0], self.points[other]) {
            (FULL, 0) => "1-0",
            (0, FULL) => "0-1",
            _ => "1/2-1/2",
        }
    }

    /// Returns the points of all seats, with dashes between them.
    #[must_use]
    pub fn points_text(&self) -> String {
        self.points.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
    }

    /// Returns the faults of players with their seats, in order.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &Fault)> {
        let before = self.eliminations.iter().filter_map(|gone| match &gone.cause {
            Cause::Fault(fault) => Some((gone.seat, fault)),
            Cause::Resigned => None,
        });
        let last = match &self.end {
            End::Fault { seat, fault } => Some((*seat, fault)),
            _ => None,
        };
        before.chain(last)
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use rotunda_movegen::Reason;
    use rotunda_protocol::uci_client::{Score, SearchInfo};

    use super::*;
    use crate::plan::match_plan::{EngineSpec, OpeningSource, Plan};

    /// Returns a plan of a match between two engines.
    pub fn plan(seed: u64) -> Plan {
        let engine = |name: &str| EngineSpec { name: name.into(), ..EngineSpec::default() };
        let engines = vec![engine("a"), engine("b")];
        Plan { openings: OpeningSource::Start, seed, ..Plan::new(engines) }
    }

    /// Returns a game of that match, with the points of the engine with index 0.
    pub fn game(block: u64, game: usize, points: u16) -> GameRecord {
        let info = SearchInfo {
            score: Some(Score::Cp(-31)),
            depth: 8,
            nodes: 900,
            pv: "e7e5 g1f3".into(),
            shares: Vec::new(),
        };
        GameRecord {
            block,
            game,
            variant: "chess".into(),
            date: "2026.01.31".into(),
            seating: vec![game, 1 - game],
            opening: Opening { fen: None, moves: vec!["e2e4".into()] },
            points: if game == 0 { vec![points, 100 - points] } else { vec![100 - points, points] },
            end: End::Rules(Reason::Checkmate),
            eliminations: vec![],
            moves: vec![PlayedMove { text: "e7e5".into(), info, time: 12 }],
        }
    }
}
