//! Games as PGN, with variations, and with all that the server keeps of a game.
//!
//! Moves of `chess` are written in SAN, those of other games as UCI has them. What PGN has no
//! words for stands in commands of comments: `[%clk 0:04:58.2]` after a move, `[%shares 512 488]`
//! and `[%eval 0.31,12]` of a search, `[%leave 2 resigned]` and `[%claim]` for what happens beside
//! moves, `[%live]` where the game stands. `pgn_read.rs` reads all of it again.

use std::fmt::{self, Write};

use crate::record::{ClockRule, Player, Record};
use crate::standing::{Act, Why};
use crate::tree::{Node, Tree, Verdict};

/// Longest line of movetext.
const WIDTH: usize = 80;

/// A game as PGN.
pub fn pgn(record: &Record) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = tags(record, &mut text);
    let mut words = Vec::new();
    comment(record, 0, &mut words);
    line(record, 0, &mut words);
    words.push(result(record).to_owned());
    text.push('\n');
    wrap(&words, &mut text);
    text.push('\n');
    text
}

/// The result where there are two sides and it is plain.
fn result(record: &Record) -> &'static str {
    let ending = record.tree.standing(record.tree.tip()).ending();
    match ending.as_ref().map(|ending| &ending.points[..]) {
        Some([100, 0]) => "1-0",
        Some([0, 100]) => "0-1",
        Some([_, _]) => "1/2-1/2",
        _ => "*",
    }
}

fn tags(record: &Record, text: &mut String) -> fmt::Result {
    let tree = &record.tree;
    let mut tag = |key: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{key} \"{value}\"]")
    };
    tag("Event", "rotunda serve")?;
    tag("Site", "?")?;
    tag("Date", &record.date)?;
    tag("Round", "-")?;
    tag("White", &name(&record.players[0]))?;
    tag("Black", &name(&record.players[1]))?;
    tag("Result", result(record))?;
    for (seat, player) in record.players.iter().enumerate() {
        tag(&format!("Seat{}", seat + 1), &name(player))?;
    }
    let ending = tree.standing(tree.tip()).ending();
    if let Some(ending) = ending {
        let points: Vec<String> = ending.points.iter().map(ToString::to_string).collect();
        tag("Points", &points.join("-"))?;
        tag("Ending", &ending.text)?;
    }
    tag("PlyCount", &(tree.line(record.live).len() - 1).to_string())?;
    tag("Variant", tree.variant().name)?;
    if tree.options().classic_scoring {
        tag("Scoring", "classic")?;
    }
    if tree.options().team_king_loss_eliminates {
        tag("TeamKingLoss", "eliminate")?;
    }
    if let Some(start) = tree.start() {
        tag("SetUp", "1")?;
        tag("FEN", start)?;
    }
    let clock = record.clock.map_or_else(|| "-".to_owned(), time_control);
    tag("TimeControl", &clock)
}

/// `engine elo=1500 time=1000`, or `human`.
fn name(player: &Player) -> String {
    match player {
        Player::Human { name } => name.clone().unwrap_or_else(|| "human".to_owned()),
        Player::Engine { elo: Some(elo), time } => format!("engine elo={elo} time={time}"),
        Player::Engine { elo: None, time } => format!("engine time={time}"),
    }
}

/// Seconds, as PGN has them.
fn time_control(ClockRule { base, increment }: ClockRule) -> String {
    format!("{}+{}", base as f64 / 1000.0, increment as f64 / 1000.0)
}

/// The moves after a node: the main line, with the others in brackets behind the move that they
/// replace.
fn line(record: &Record, from: usize, words: &mut Vec<String>) {
    let tree = &record.tree;
    let mut at = from;
    let mut needs_number = true;
    while let [main, others @ ..] = &tree.nodes()[at].children[..] {
        step(record, *main, needs_number, words);
        needs_number = !others.is_empty() || !says(record, *main).is_empty();
        for other in others {
            words.push("(".to_owned());
            step(record, *other, true, words);
            line(record, *other, words);
            words.push(")".to_owned());
        }
        at = *main;
    }
}

/// One node: its number, its move, and what is said of it.
fn step(record: &Record, node: usize, needs_number: bool, words: &mut Vec<String>) {
    let tree = &record.tree;
    let told: &Node = &tree.nodes()[node];
    let is_new = tree.nodes()[told.parent].number != told.number;
    if let Some(Act::Move(_)) = tree.act(node) {
        if needs_number || is_new {
            let dots = if told.seat == 0 { "." } else { "..." };
            words.push(format!("{}{dots}", told.number));
        }
        words.push(told.text.clone());
    }
    comment(record, node, words);
}

fn comment(record: &Record, node: usize, words: &mut Vec<String>) {
    let said = says(record, node);
    if !said.is_empty() {
        words.push(format!("{{{said}}}"));
    }
}

/// What is said of a node, commands first.
fn says(record: &Record, node: usize) -> String {
    let tree: &Tree = &record.tree;
    let told = &tree.nodes()[node];
    let mut parts = Vec::new();
    match tree.act(node) {
        Some(Act::Claim) => parts.push("[%claim]".to_owned()),
        Some(Act::Leave(seat, why)) => {
            let why = if *why == Why::Time { "time" } else { "resigned" };
            parts.push(format!("[%leave {} {why}]", seat + 1));
        }
        Some(Act::Move(_)) | None => {}
    }
    if let Some(left) = told.clocks.as_ref().and_then(|clocks| clocks.get(usize::from(told.seat))) {
        let (seconds, tenths) = (left / 1000, left % 1000 / 100);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        parts.push(format!("[%clk {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60));
    }
    if let Some(verdict) = &told.verdict {
        parts.extend(verdict_commands(verdict));
    }
    if node == record.live && node != tree.tip() {
        parts.push("[%live]".to_owned());
    }
    if !told.comment.is_empty() {
        parts.push(told.comment.replace(['{', '}'], "|"));
    }
    parts.join(" ")
}

/// Pawns or moves to mate for the mover, with the depth, and what every seat can expect.
fn verdict_commands(verdict: &Verdict) -> Vec<String> {
    let score = match (verdict.mate, verdict.cp) {
        (Some(moves), _) => format!("#{moves}"),
        (None, cp) => format!("{:.2}", f64::from(cp.unwrap_or(0)) / 100.0),
    };
    let shares: Vec<String> = verdict.shares.iter().map(ToString::to_string).collect();
    let mut commands = vec![format!("[%eval {score},{}]", verdict.depth)];
    if !shares.is_empty() {
        commands.push(format!("[%shares {}]", shares.join(" ")));
    }
    commands
}

/// Words in lines.
fn wrap(words: &[String], text: &mut String) {
    let mut width = 0;
    for word in words.iter().flat_map(|word| word.split(' ')).filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}
