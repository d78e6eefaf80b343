//! [`Listener`]: what an engine says, as [`Reply`]s.

use std::time::Instant;

use serde::{Deserialize, Serialize};

/// Centipawns of a mate at once, for rules that compare scores.
const MATE: i32 = 100_000;
/// Longest text that can be a move.
const LONGEST_MOVE: usize = 512;

/// A line of an engine that the match has to know of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reply {
    /// `option name ..`: an option that it offers.
    Offer(Offer),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `bestmove ..`.
    Best(Answer),
    /// It wrote more than anybody wants to read.
    Flood,
    /// It has closed its output.
    Closed,
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    /// The option's name.
    pub name: String,
    /// The values of a combo.
    pub values: Vec<String>,
}

/// What an engine answers to `go`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    /// The move's text; empty if there is none.
    pub text: String,
    /// Whether it claims what the rules allow it to claim.
    pub claim: bool,
    /// What it thought.
    pub thought: Thought,
    /// When the answer came.
    pub at: Instant,
}

/// What an engine thought of its move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The score for the mover, if it told any.
    pub score: Option<Score>,
    /// The depth in plies.
    pub depth: u32,
    /// The nodes.
    pub nodes: u64,
}

/// A score for the mover as an engine tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate: negative if the mover is mated.
    Mate(i32),
}

impl Score {
    /// The score in centipawns, mates far beyond evaluations.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Cp(score) => score,
            Self::Mate(moves) if moves > 0 => MATE - if moves < MATE { moves } else { MATE - 1 },
            Self::Mate(_) => -MATE,
        }
    }
}

/// Puts together what an engine says about its move.
#[derive(Default)]
pub(crate) struct Listener {
    claim: bool,
    thought: Thought,
}

impl Listener {
    /// What a line means, if it matters now.
    pub fn hear(&mut self, line: &str) -> Option<Reply> {
        let mut words = line.split_ascii_whitespace();
        match words.next()? {
            "info" => self.info(words),
            "bestmove" => {
                let text = words.next().filter(|text| text.len() <= LONGEST_MOVE);
                let Self { claim, thought } = std::mem::take(self);
                let text = text.unwrap_or_default().to_string();
                return Some(Reply::Best(Answer { text, claim, thought, at: Instant::now() }));
            }
            "readyok" => return Some(Reply::ReadyOk),
            "uciok" => return Some(Reply::UciOk),
            "option" => return offer(line).map(Reply::Offer),
            _ => {}
        }
        None
    }

    fn info<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut thought = self.thought;
        let number = |words: &mut dyn Iterator<Item = &'a str>| {
            words.next().and_then(|word| word.parse::<u64>().ok())
        };
        while let Some(word) = words.next() {
            match word {
                "string" => {
                    self.claim |= words.next() == Some("claim");
                    return;
                }
                // Only the best line is of interest.
                "multipv" if number(&mut words) != Some(1) => return,
                "depth" => thought.depth = number(&mut words).unwrap_or(0) as u32,
                "nodes" => thought.nodes = number(&mut words).unwrap_or(0),
                "score" => {
                    let kind = words.next();
                    let value = words.next().and_then(|word| word.parse().ok());
                    thought.score = match (kind, value) {
                        (Some("cp"), Some(value)) => Some(Score::Cp(value)),
                        (Some("mate"), Some(value)) => Some(Score::Mate(value)),
                        _ => thought.score,
                    };
                }
                "pv" => break,
                _ => {}
            }
        }
        self.thought = thought;
    }
}

/// An option from its line, `option name .. type .. [var ..]`.
fn offer(line: &str) -> Option<Offer> {
    let rest = line.trim().strip_prefix("option")?.trim_start().strip_prefix("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let values = rest.split(" var ").skip(1).map(|value| value.trim().to_string());
    Some(Offer { name: name.trim().into(), values: values.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_comes_with_what_was_said_before_it() {
        let mut listener = Listener::default();
        let said = [
            "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 900 pv e2e4",
            "info depth 7 multipv 2 score cp -90 nodes 950 pv d2d4",
            "info depth 8 currmove e2e4 currmovenumber 1",
            "info string claim bareking",
            "noise without a meaning",
            "",
        ];
        assert!(said.iter().all(|line| listener.hear(line).is_none()));
        let Some(Reply::Best(answer)) = listener.hear("bestmove e2e4 ponder e7e5\r") else {
            panic!("an answer");
        };
        let thought = Thought { score: Some(Score::Cp(-31)), depth: 8, nodes: 900 };
        assert_eq!((answer.text.as_str(), answer.claim), ("e2e4", true));
        assert_eq!(answer.thought, thought);
        let Some(Reply::Best(next)) = listener.hear("bestmove") else { panic!("an answer") };
        assert_eq!((next.text.as_str(), next.claim, next.thought.score), ("", false, None));
    }

    #[test]
    fn options_have_names_of_several_words() {
        let mut listener = Listener::default();
        let offered =
            listener.hear("option name UCI_Variant type combo default chess var chess var a b");
        let Some(Reply::Offer(offer)) = offered else { panic!("an option") };
        assert_eq!((offer.name.as_str(), offer.values.len()), ("UCI_Variant", 2));
        let Some(Reply::Offer(offer)) =
            listener.hear("option name Use NNUE type check default true")
        else {
            panic!("an option");
        };
        assert_eq!(offer.name, "Use NNUE");
    }

    #[test]
    fn mates_outweigh_evaluations() {
        let scores =
            [Score::Mate(0), Score::Mate(-3), Score::Cp(-900), Score::Cp(9000), Score::Mate(2)];
        assert!(scores.map(Score::centipawns).is_sorted());
    }
}
