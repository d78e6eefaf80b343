//! Recorded positions in which the rules of a game take effect: a few for each rule, kept in
//! `positions`.
//!
//! Only thousands of random positions meet every rule. A usual run repeats the few of them that a
//! recording run has kept, and a small number of random ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter, Write};
use std::fs;

use crate::coverage::Coverage;
use crate::golden;

/// The folder of the recorded positions, a file for each game.
pub const FOLDER: &str = "positions";
/// The number of positions that are kept for each rule.
const KEPT: usize = 4;

/// A position, by the moves that lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position string from which it is reached.
    pub fen: String,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The rules that take effect in it, for which it is kept.
    pub rules: Vec<String>,
}

impl Record {
    /// Reads a line: `FEN moves MOVE ..; RULE; RULE ..`.
    fn parse(line: &str) -> Self {
        let mut parts = line.split("; ").map(String::from);
        let position = parts.next().unwrap_or_default();
        let (fen, moves) = position.split_once(" moves ").unwrap_or((&position, ""));
        let moves = moves.split_whitespace().map(String::from).collect();
        Self { fen: fen.to_owned(), moves, rules: parts.collect() }
    }
}

impl Display for Record {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "{}", self.fen)?;
        if !self.moves.is_empty() {
            write!(out, " moves {}", self.moves.join(" "))?;
        }
        self.rules.iter().try_for_each(|rule| write!(out, "; {rule}"))
    }
}

/// Returns the recorded positions of a game.
///
/// # Panics
/// Panics if there are none.
pub fn records(name: &str) -> Vec<Record> {
    let path = golden::path(FOLDER, name);
    let text = fs::read_to_string(&path).unwrap_or_default();
    assert!(!text.is_empty(), "{} has no positions: see CONTRIBUTING.md", path.display());
    text.lines().map(Record::parse).collect()
}

/// Chooses the positions that are kept.
#[derive(Default)]
pub struct Recorder {
    kept: BTreeMap<String, usize>,
    /// The rules for which positions of the current game are kept.
    of_game: BTreeSet<String>,
    records: Vec<Record>,
}

impl Recorder {
    /// Returns a recorder if the environment asks to record.
    pub fn if_recording() -> Option<Self> {
        golden::is_recording().then(Self::default)
    }

    /// Begins another game.
    pub fn begin(&mut self) {
        self.of_game.clear();
    }

    /// Keeps a position if one of its rules has too few positions yet and none from the current
    /// game. `way` returns the start and the moves that lead to the position.
    pub fn offer(&mut self, seen: &Coverage, way: impl FnOnce() -> (String, Vec<String>)) {
        let lacks = |rule: &&str| {
            let kept = self.kept.get(*rule).copied().unwrap_or_default();
            kept < KEPT && !self.of_game.contains(*rule)
        };
        let rules: Vec<String> = seen.names().filter(lacks).map(String::from).collect();
        if rules.is_empty() {
            return;
        }
        for rule in &rules {
            *self.kept.entry(rule.clone()).or_default() += 1;
        }
        self.of_game.extend(rules.iter().cloned());
        let (fen, moves) = way();
        self.records.push(Record { fen, moves, rules });
    }

    /// Writes the file of a game.
    pub fn write(&self, name: &str) {
        let mut text = String::new();
        for record in &self.records {
            writeln!(text, "{record}").expect("a string grows");
        }
        fs::write(golden::path(FOLDER, name), text).expect("the tests' folder can be written");
    }
}

/// Returns the number of plies before its end at which a game of so many positions is cut off. It
/// is the least power of two for which `is_same` returns that nothing is lost, else the whole game.
pub fn shortest_cut(positions: usize, is_same: impl Fn(usize) -> bool) -> usize {
    let longest = positions - 1;
    let cuts = (0..).map(|power| 1 << power).take_while(|plies| *plies < longest);
    cuts.chain([longest]).find(|plies| is_same(*plies)).unwrap_or(longest)
}

#[test]
fn records_are_written_as_they_are_read() {
    for line in ["a w - 0 1", "a b - 0 1; check", "a w - 0 1 moves b c; check; a pinned piece"] {
        assert_eq!(Record::parse(line).to_string(), line);
    }
    let record = Record::parse("a w - 0 1 moves b c; check; a pinned piece");
    assert_eq!((record.moves.len(), record.rules.len()), (2, 2));
}

#[test]
fn positions_are_kept_until_each_rule_has_enough() {
    let seen = |names: &[&str]| {
        let mut seen = Coverage::default();
        for name in names {
            seen.note(*name);
        }
        seen
    };
    let mut recorder = Recorder::default();
    for _ in 0..2 * KEPT {
        recorder.begin();
        for _ in 0..2 {
            recorder.offer(&seen(&["check"]), || ("a".into(), Vec::new()));
        }
    }
    recorder.offer(&seen(&["check", "castling"]), || ("b".into(), Vec::new()));
    assert_eq!(recorder.records.len(), KEPT + 1);
    assert_eq!(recorder.records[KEPT].rules, ["castling"]);
}

#[test]
fn games_are_cut_as_short_as_they_may_be() {
    assert_eq!(shortest_cut(1, |_| true), 0);
    assert_eq!(shortest_cut(40, |_| true), 1);
    assert_eq!(shortest_cut(40, |plies| plies >= 5), 8);
    assert_eq!(shortest_cut(40, |plies| plies >= 39), 39);
}
