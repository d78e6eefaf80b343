//! The ends of imported games without mate.

use std::fmt::Write;

use super::rules::{Piece, Rules};
use super::write::Writer;

/// The pieces that cannot mate alone: those whose attacks from a cell all go to cells of one
/// colour, and cannons, which need a hurdle. One of them and a king can never attack both a king in
/// a corner and the cells beside it. Fairy-Stockfish also counts all of them as too weak to mate.
const WEAK: [&str; 18] = [
    "pawn",
    "knight",
    "bishop",
    "fers",
    "alfil",
    "fersAlfil",
    "knibis",
    "biskni",
    "rookni",
    "shogiPawn",
    "shogiKnight",
    "clobber",
    "breakthrough",
    "cannon",
    "soldier",
    "horse",
    "elephant",
    "wazir",
];

/// The pieces that never leave the cells of one colour.
const BOUND: [&str; 5] = ["bishop", "fers", "fersAlfil", "alfil", "elephant"];

impl Writer<'_> {
    /// Returns the key of limits, where they are not those of chess.
    pub fn limits(&self) -> String {
        let Rules { quiet_moves, occurrences, .. } = *self.rules;
        let plies = (quiet_moves != 50).then(|| format!("quiet_plies = {}", 2 * quiet_moves));
        // The first occurrence of a position never ends a game in Fairy-Stockfish.
        let least = if occurrences == 0 { 0 } else { occurrences.max(2) };
        let times = (occurrences != 3).then(|| format!("occurrences = {least}"));
        let limits: Vec<String> = plies.into_iter().chain(times).collect();
        match limits[..] {
            [] => String::new(),
            _ => format!("limits = {{ {} }}\n", limits.join(", ")),
        }
    }

    /// Returns the key of scoring, where it is not that of chess.
    pub fn scoring(&mut self) -> String {
        // The stalemated side loses all points.
        let stalemate = match self.rules.stalemate.as_str() {
            "loss" => Some("stalemate = 100"),
            "win" => Some("stalemate = 0"),
            _ => None,
        };
        let repeats = self.rules.occurrences > 0;
        let perpetual = (self.rules.perpetual_loses && repeats).then_some("perpetual = [0, 0]");
        let repetition = self.repetition();
        let all = [stalemate, perpetual, repetition.as_deref()];
        let points: Vec<&str> = all.into_iter().flatten().collect();
        let mut text = String::new();
        if !points.is_empty() {
            let _ = writeln!(text, "scoring = {{ {} }}", points.join(", "));
        }
        // Two bare kings can still stalemate or repeat, and one of them can reach its goal.
        if stalemate.or(repetition.as_deref()).is_some() || self.races() {
            text.push_str("dead = { never = true }\n");
        } else {
            text.push_str(&self.dead());
        }
        text
    }

    /// Returns whether a seat wins by reaching a cell.
    fn races(&self) -> bool {
        self.rules.goals.iter().any(|goal| self.start.region(goal).is_none_or(|it| !it.is_empty()))
    }

    /// Returns the value of a repetition, unless it is a draw or does not end the game.
    fn repetition(&self) -> Option<String> {
        let points = match self.rules.repetition.as_str() {
            "win" => 100,
            "loss" => 0,
            _ => return None,
        };
        let whose = if self.rules.repetition_is_whites { "white" } else { "mover" };
        let ends = self.rules.occurrences > 0;
        ends.then(|| format!("repetition = {{ {whose} = {points} }}"))
    }

    /// Returns the key of kinds that cannot mate beside kings: those of which one piece cannot, and
    /// a kind bound to cells of one colour, in any number. It applies to plain kings on a rectangle
    /// without holes.
    fn dead(&mut self) -> String {
        let rules = self.rules;
        let is_plain = |piece: &Piece| piece.key != "king" || piece.notation == "K";
        let kings_are_plain = rules.pieces.values().all(is_plain) && !rules.flying_general;
        if !kings_are_plain || !rules.homes.is_empty() || !self.start.holes().is_empty() {
            return String::new();
        }
        let is_in = |keys: &[&str], place: &usize| keys.contains(&rules.pieces[place].key.as_str());
        let grows = |place: &usize| {
            let may = |seat: &usize| rules.promoting[*seat].contains(place);
            (0..2).filter(may).any(|seat| !rules.choices[seat].iter().all(|it| is_in(&WEAK, it)))
        };
        let held = self.held();
        let weak = held.keys().filter(|place| is_in(&WEAK, place) && !grows(place));
        let weak: Vec<&usize> = weak.collect();
        let letters = |places: &[&usize]| -> String {
            places.iter().map(|place| rules.pieces[*place].letter).collect()
        };
        let lone = letters(&weak);
        let bound: Vec<&usize> = weak.into_iter().filter(|it| is_in(&BOUND, it)).collect();
        match (lone.as_str(), &bound[..]) {
            ("", _) => String::new(),
            (lone, [_]) => {
                let letter = letters(&bound);
                format!("dead = {{ lone = \"{lone}\", one_colour = \"{letter}\" }}\n")
            }
            (lone, _) => format!("dead = {{ lone = \"{lone}\" }}\n"),
        }
    }
}
