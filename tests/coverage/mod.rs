//! Counts of how often each rule and each exception took effect, so that none goes untested.

mod circular;
mod draughtsmen;
mod lines;
pub mod meetings;
mod ordinary;
mod rollerball;
mod roundtable;
mod threats;

use std::collections::BTreeMap;

use crate::oracle::facts::{CastlingFacts, VariantFacts};
use crate::oracle::{Attempt, BLACK, Piece, State, WHITE};
use crate::support::{Oracle, parts};

/// The number of times that each event happened.
#[derive(Clone, PartialEq, Default)]
pub struct Coverage(BTreeMap<String, usize>);

impl Coverage {
    /// Counts one more of an event.
    pub fn note(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    /// Counts one more of an event if the condition holds.
    pub fn note_if(&mut self, so: bool, what: &str) {
        if so {
            self.note(what);
        }
    }

    /// Adds the counts of another coverage.
    pub fn add(&mut self, other: Self) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// Returns the names of the events that happened.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Prints all counts, for `--nocapture`.
    ///
    /// # Panics
    /// Panics if one of the required events never happened.
    pub fn require(&self, whose: &str, required: &[String]) {
        for (what, count) in &self.0 {
            println!("{whose}: {count:6} {what}");
        }
        let missing: Vec<_> = required.iter().filter(|what| !self.0.contains_key(*what)).collect();
        assert!(missing.is_empty(), "{whose}: never happened: {missing:?}");
    }
}

/// A move of the oracle's pieces, with its parts.
pub struct Step<'a> {
    /// The position before.
    pub before: &'a State,
    /// The moving piece.
    pub piece: Piece,
    /// The name of the start cell.
    pub from: &'a str,
    /// The name of the target cell.
    pub to: &'a str,
    /// The letter of the promotion.
    pub promotion: Option<char>,
    /// Whether the target holds an enemy.
    pub takes: bool,
    /// Whether the target holds an own piece: a castling named by king and rook.
    pub castles: bool,
    /// The oracle's record of the move.
    pub attempt: &'a Attempt,
}

impl<'a> Step<'a> {
    fn new(oracle: &Oracle, before: &'a State, attempt: &'a Attempt) -> Self {
        let (from, to, promotion) = parts(&attempt.name);
        let piece = oracle.piece(before, from).expect("a piece moves");
        let target = oracle.piece(before, to).filter(|_| from != to);
        let takes = target.is_some_and(|other| other.side != piece.side);
        let castles = target.is_some_and(|other| other.side == piece.side);
        Self { before, piece, from, to, promotion, takes, castles, attempt }
    }
}

/// Counts the events of a position.
pub fn watch(
    oracle: &Oracle,
    facts: &VariantFacts,
    s: &State,
    attempts: &[Attempt],
    coverage: &mut Coverage,
) {
    let steps: Vec<Step> = attempts.iter().map(|attempt| Step::new(oracle, s, attempt)).collect();
    let king = oracle.king(s, s.side);
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    coverage.note_if(!checkers.is_empty(), "check");
    coverage.note_if(checkers.len() > 1, "double check");
    for step in &steps {
        watch_step(step, checkers.is_empty(), coverage);
    }
    for wing in facts.castlings {
        watch_wing(oracle, s, wing, attempts, coverage);
    }
    if facts.en_passant == Some('P') && facts.pieces.contains(['L', 'V']) {
        meetings::watch(oracle, s, &steps, coverage);
    }
    match facts.variant {
        "rollerball" => rollerball::watch(oracle, s, &steps, coverage),
        "ordinary-nocheckers" => ordinary::watch(oracle, s, &steps, coverage),
        "ordinary" => {
            ordinary::watch(oracle, s, &steps, coverage);
            draughtsmen::watch(oracle, s, coverage);
        }
        variant if variant.starts_with("roundtable") => {
            roundtable::watch(oracle, s, &steps, coverage);
        }
        variant if variant.starts_with("circular") => circular::watch(oracle, s, &steps, coverage),
        _ => {}
    }
}

/// Returns the events that the compared positions of a variant must contain.
pub fn required(facts: &VariantFacts) -> Vec<String> {
    let named = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut all = named(&["check", "double check", "a pinned piece", "a king's step into check"]);
    all.extend(facts.endings.iter().map(|reason| format!("end: {reason}")));
    for letter in facts.promotions.chars() {
        all.push(format!("promotion to {letter}"));
        all.push(format!("promotion to {letter} by capture"));
    }
    if facts.en_passant.is_some() {
        let happens = ["double step", "en passant", "en passant refused for the king"];
        all.extend(named(&happens));
    }
    for (wing, side) in facts.castlings.iter().flat_map(|wing| [(wing, WHITE), (wing, BLACK)]) {
        let castling = label(wing, side);
        let guarded = (0..wing.guarded.len()).map(|index| format!("guarded cell {index}"));
        let between = (0..wing.between.len()).map(|index| format!("a piece on cell {index} alone"));
        let because = named(&["check", "want of right"]).into_iter().chain(between).chain(guarded);
        all.extend(because.map(|why| format!("castling {castling} refused for {why}")));
        all.push(format!("castling {castling}"));
        if !wing.guarded.contains(&wing.rook[0]) {
            all.push(format!("castling with an attacked rook, {castling}"));
        }
        for what in ["right lost:", "right lost by capture:"] {
            all.push(format!("{what} {}", right(wing, side)));
        }
    }
    all.extend(match facts.variant {
        "rollerball" => named(&rollerball::REQUIRED),
        "ordinary-nocheckers" => named(&ordinary::REQUIRED),
        "ordinary" => named(&[&ordinary::REQUIRED[..], &draughtsmen::REQUIRED[..]].concat()),
        "chess" => {
            named(&["castling beside an attacked cell, Q", "castling beside an attacked cell, q"])
        }
        variant if variant.starts_with("roundtable") => roundtable::required(),
        variant if variant.starts_with("circular") => circular::required(),
        _ => Vec::new(),
    });
    all
}

fn watch_step(step: &Step, unchecked: bool, coverage: &mut Coverage) {
    let attempt = step.attempt;
    if attempt.forbidden_by_duty {
        return;
    }
    if !attempt.legal {
        coverage.note_if(attempt.en_passant, "en passant refused for the king");
        let is_king = step.piece.kind == 'K';
        coverage.note_if(is_king, "a king's step into check");
        coverage.note_if(!is_king && unchecked && !attempt.en_passant, "a pinned piece");
        return;
    }
    coverage.note_if(attempt.en_passant, "en passant");
    coverage.note_if(attempt.after.passed.is_some(), "double step");
    if let Some(letter) = step.promotion {
        let by = if step.takes { " by capture" } else { "" };
        coverage.note(format!("promotion to {letter}{by}"));
    }
    if step.piece.kind == 'P' || step.before.rights.is_empty() {
        return;
    }
    let lost = |right: &char| !attempt.after.rights.contains(*right);
    for right in step.before.rights.chars().filter(lost) {
        let own = right.is_ascii_uppercase() == (step.piece.side == WHITE);
        coverage.note(format!("right lost{}: {right}", if own { "" } else { " by capture" }));
    }
}

/// Returns the letter of a side's right to a castling.
fn right(wing: &CastlingFacts, side: usize) -> char {
    if side == WHITE { wing.right } else { wing.right.to_ascii_lowercase() }
}

/// Returns the name of a side's castling.
fn label(wing: &CastlingFacts, side: usize) -> String {
    format!("{}{}", right(wing, side), wing.way)
}

/// Counts the reason why a castling to which the mover has the right is possible or not.
fn watch_wing(
    oracle: &Oracle,
    s: &State,
    wing: &CastlingFacts,
    attempts: &[Attempt],
    coverage: &mut Coverage,
) {
    let cell = |cell: &str| oracle.mirrored(cell, s.side);
    let taken = |name: &str| oracle.piece(s, &cell(name)).is_some();
    let between: Vec<usize> =
        (0..wing.between.len()).filter(|index| taken(wing.between[*index])).collect();
    if !s.rights.contains(right(wing, s.side)) {
        let home = [(wing.king[0], 'K'), (wing.rook[0], 'R')];
        let stands =
            |(name, kind)| oracle.piece(s, &cell(name)) == Some(Piece { side: s.side, kind });
        if between.is_empty() && home.into_iter().all(stands) {
            coverage.note(format!("castling {} refused for want of right", label(wing, s.side)));
        }
        return;
    }
    let right = label(wing, s.side);
    let attacked = |name: &str| !oracle.rules.captures_onto(s, &cell(name), 1 - s.side).is_empty();
    let name = cell(wing.code[0]) + &cell(wing.code[1]);
    let attempt = attempts.iter().find(|attempt| attempt.name == name);
    if attempt.is_some_and(|attempt| attempt.legal) {
        coverage.note(format!("castling {right}"));
        if attacked(wing.rook[0]) {
            coverage.note(format!("castling with an attacked rook, {right}"));
        }
        if wing.between.iter().any(|name| attacked(name)) {
            coverage.note(format!("castling beside an attacked cell, {right}"));
        }
        return;
    }
    if attempt.is_some_and(|attempt| attempt.forbidden_by_duty) {
        coverage.note(format!("castling {right} barred by a duty"));
        return;
    }
    let guarded: Vec<usize> =
        (0..wing.guarded.len()).filter(|index| attacked(wing.guarded[*index])).collect();
    if let [index] = between[..] {
        coverage.note(format!("castling {right} refused for a piece on cell {index} alone"));
    }
    let why = if !between.is_empty() {
        "a piece between".to_owned()
    } else if oracle.rules.checked(s) {
        "check".to_owned()
    } else if attempt.is_some() {
        "the landing cell".to_owned()
    } else {
        match guarded[..] {
            [index] => format!("guarded cell {index}"),
            [] => "a guarded cell once the king has left his home".to_owned(),
            _ => "several guarded cells".to_owned(),
        }
    };
    coverage.note(format!("castling {right} refused for {why}"));
}
