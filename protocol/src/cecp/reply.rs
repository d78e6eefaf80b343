//! The engine's output. Every function returns lines, without the end of the last one.

use std::fmt::Write;

use rotunda_movegen::{FULL, Game, GameMove, Outcome, Seat};
use rotunda_search::{Bound, Info, Value};

use crate::cecp::notation::{Notation, runs, variants};
use crate::cecp::xboard;
use crate::error::{CommandError, Reason, one_line};
use crate::option::{OptionKind, options};

/// The number that is added to the moves of a mate.
const MATE: i32 = 100_000;
/// The options that have commands of their own, or no meaning for games of two.
const LEFT_OUT: [&str; 10] = [
    "Hash",
    "Threads",
    "Ponder",
    "UCI_Variant",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "TeamKingLoss",
    "MultiSearch",
    "Mercy",
    "MultiPV",
];

/// The answer to `protover`.
#[must_use]
pub fn features(version: &str) -> String {
    let names: Vec<&str> = variants().map(|entry| Notation::new(entry).name()).collect();
    let mut text = format!(
        "feature done=0\n\
         feature ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0\n\
         feature reuse=1 analyze=1 time=1 draw=1 name=0 ics=0 nps=1 debug=1 memory=1 smp=1 highlight=1\n\
         feature myname=\"Rotunda {version}\"\n\
         feature variants=\"{}\"\n",
        names.join(",")
    );
    for option in options().iter().filter(|option| !LEFT_OUT.contains(&option.name)) {
        let _ = write!(text, "feature option=\"{} -", option.name);
        let _ = match option.kind {
            OptionKind::Spin { default, min, max, .. } => {
                write!(text, "spin {default} {min} {max}")
            }
            OptionKind::Check { default, .. } => write!(text, "check {}", u8::from(default)),
            OptionKind::Combo { values, .. } => write!(text, "combo *{}", values().join(" /// ")),
            OptionKind::Text { .. } => write!(text, "file "),
            OptionKind::Button { .. } => write!(text, "button"),
        };
        text.push_str("\"\n");
    }
    text.push_str("feature done=1");
    text
}

/// The answer to `variant`: the board, its pieces, and their moves; `None` for chess.
#[must_use]
pub fn setup(notation: Notation) -> Option<String> {
    if notation.is_chess() {
        return None;
    }
    let variant = notation.variant();
    let ((files, ranks), pieces) = (notation.size(), xboard::pieces(variant));
    let fen = notation.fen(&variant.game().fen());
    let mut text = format!("setup ({pieces}) {files}x{ranks}+0_fairy {fen}");
    for (letter, moves) in xboard::moves(variant) {
        let _ = write!(text, "\npiece {letter}& {moves}");
    }
    Some(text)
}

/// Returns a line of thinking: depth, score, hundredths of seconds, nodes, deepest ply, nodes a
/// second, probes of tables, and the line; `!` and `?` mark bounds.
#[must_use]
pub fn thinking(info: &Info, notation: Notation) -> String {
    let score = match info.value {
        Value::Centipawns(score) => score,
        Value::Mate(moves) if moves > 0 => MATE + moves,
        Value::Mate(moves) => moves - MATE,
    };
    let speed = u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1);
    let line: Vec<String> = info.pv.iter().map(|mv| notation.text(&mv.to_string())).collect();
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    format!(
        "{} {score} {} {} {} {speed} 0\t{}{bound}",
        info.depth,
        info.time.as_millis() / 10,
        info.nodes,
        info.selective_depth,
        line.join(" ")
    )
}

/// Returns the answer to `.`: the progress of the analysis.
#[must_use]
pub fn status(info: &Info, legal: usize) -> String {
    let hundredths = info.time.as_millis() / 10;
    format!("stat01: {hundredths} {} {} {legal} {legal}", info.nodes, info.depth)
}

/// Returns the engine's move, a line for each leg.
#[must_use]
pub fn best_move(game: &Game, mv: &GameMove, notation: Notation) -> String {
    let legs = notation.legs(game, mv).into_iter().map(|leg| format!("move {leg}"));
    legs.collect::<Vec<_>>().join("\n")
}

/// Returns the end of a game: a win of the whole point as a win, and every other end as a draw.
#[must_use]
pub fn result(outcome: &Outcome, reason: &str) -> String {
    let score = match (outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)) {
        (FULL, _) => "1-0",
        (_, FULL) => "0-1",
        _ => "1/2-1/2",
    };
    format!("{score} {{{}}}", one_line(reason.trim_end_matches('.')).replace(['{', '}'], ""))
}

/// The line about a move that is not legal.
#[must_use]
pub fn illegal_move(theirs: &str, reason: &str) -> String {
    format!("Illegal move ({reason}): {}", one_line(theirs))
}

/// The line about a refused command.
#[must_use]
pub fn error(error: &CommandError, line: &str) -> String {
    let reason = match error.reason() {
        Reason::UnknownCommand => "unknown command".to_owned(),
        _ => error.to_string().replace(['(', ')'], ""),
    };
    format!("Error ({reason}): {}", one_line(line))
}

/// Returns a remark for people, which interfaces write into their logs.
#[must_use]
pub fn note(remark: &str) -> String {
    format!("# {}", one_line(remark))
}

/// Returns the cells to mark on the board, each with the letter of its colour.
#[must_use]
pub fn highlight(marks: &[(String, char)], notation: Notation) -> String {
    let (files, ranks) = notation.size();
    let cell = |file: usize, rank: usize| {
        let name = notation.text(&notation.own_cell(file, rank));
        marks.iter().find(|(cell, _)| *cell == name).map_or('1', |(_, colour)| *colour)
    };
    let row = |rank: usize| runs((0..files).map(|file| cell(file, rank)));
    let rows: Vec<String> = (0..ranks).rev().map(row).collect();
    format!("highlight {}", rows.join("/"))
}
