//! Games as PGN, with variations, and with all that the server keeps of a game.
//!
//! Commands in comments hold the facts for which PGN has no words: `[%clk 0:04:58.2]` after a move,
//! `[%shares 512 488]` and `[%eval 0.31,12]` of a search, `[%leave 2 resigned]`, `[%claim]` and
//! `[%agree]` for events beside moves, and `[%live]` at the present position. `pgn_read` reads all
//! of it again.

use rotunda_movegen::{Action, Forfeit};
use rotunda_notation::pgn::{Eval, GameResult, Movetext, Tags, clock_command};
use rotunda_notation::termination;

use crate::action::Ending;
use crate::record::{ClockRule, Player, Record};
use crate::tree::{Node, Tree, Verdict};

/// Tags that say how a game ended.
const ENDING_TAGS: [&str; 3] = ["Points", "Ending", "Termination"];

/// A game as PGN.
pub fn pgn(record: &Record) -> String {
    let mut text = Movetext::default();
    let root = &record.tree.nodes()[0];
    root.nags.iter().for_each(|nag| text.nag(*nag));
    text.comment(&says(record, 0));
    line(record, 0, &mut text);
    format!("{}\n{}\n", tags(record), text.finish(result(record)))
}

/// The result where there are two sides and it is plain, or that of the file which was read.
fn result(record: &Record) -> GameResult {
    let ending = Ending::of(&record.tree.standing(record.tree.tip()));
    match ending {
        Some(ending) => GameResult::of_points(&ending.points),
        None => record.result_as_read().unwrap_or_default(),
    }
}

/// The tags of the file that was read, with those of the game as it is now.
fn tags(record: &Record) -> Tags {
    let tree = &record.tree;
    let mut tags = record.tags.clone();
    for (name, value) in
        [("Event", "rotunda serve"), ("Site", "?"), ("Date", &record.date), ("Round", "-")]
    {
        if tags.get(name).is_none() {
            tags.set(name, value);
        }
    }
    for (seat, player) in record.players.iter().enumerate() {
        let seat_tag = format!("Seat{}", seat + 1);
        let is_unchanged =
            |name: &str| record.tags.get(name).is_some_and(|text| of_name(text) == *player);
        for name in ["White", "Black"].get(seat).into_iter().copied().chain([&*seat_tag]) {
            if !is_unchanged(name) {
                tags.set(name, name_of(player));
            }
        }
    }
    tags.set("Result", result(record).to_string());
    let standing = tree.standing(tree.tip());
    let ending = Ending::of(&standing);
    if ending.is_none() && record.result_as_read().is_none() {
        for name in ENDING_TAGS {
            tags.remove(name);
        }
    }
    if let Some(ending) = ending {
        let points: Vec<String> = ending.points.iter().map(ToString::to_string).collect();
        tags.set("Points", points.join("-"));
        tags.set("Ending", ending.text);
    }
    if let Some(outcome) = standing.outcome() {
        tags.set("Termination", termination(outcome.reason));
    }
    tags.set("PlyCount", (tree.line(record.live).len() - 1).to_string());
    tree.header().add_to(&mut tags);
    let is_unchanged =
        record.tags.get("TimeControl").is_some_and(|text| clock_rule(text) == record.clock);
    if !is_unchanged {
        tags.set("TimeControl", record.clock.map_or_else(|| "-".to_owned(), time_control));
    }
    tags.with_roster()
}

/// `engine elo=1500 time=1000`, or `human`.
fn name_of(player: &Player) -> String {
    match player {
        Player::Human { name } => name.clone().unwrap_or_else(|| "human".to_owned()),
        Player::Engine { elo: Some(elo), time } => format!("engine elo={elo} time={time}"),
        Player::Engine { elo: None, time } => format!("engine time={time}"),
    }
}

/// The player of a tag: `engine elo=1500 time=1000`; everybody else is a person.
pub fn of_name(text: &str) -> Player {
    let mut words = text.split(' ');
    let is_engine = words.next() == Some("engine");
    if !(is_engine && text.contains(" time=")) {
        return Player::named(text);
    }
    let (mut elo, mut time) = (None, 1000);
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        match (key, value.parse::<u64>()) {
            ("elo", Ok(value)) => elo = Some(value as u32),
            ("time", Ok(value)) => time = value,
            _ => {}
        }
    }
    Player::Engine { elo, time }
}

/// Seconds, as PGN has them.
fn time_control(ClockRule { base, increment }: ClockRule) -> String {
    format!("{}+{}", base as f64 / 1000.0, increment as f64 / 1000.0)
}

/// `300+3` in seconds; `None` where no clock is kept.
pub fn clock_rule(text: &str) -> Option<ClockRule> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |text: &str| Some((text.parse::<f64>().ok()? * 1000.0) as u64);
    let base = milliseconds(base)?;
    (base > 0).then_some(ClockRule { base, increment: milliseconds(increment)? })
}

/// The moves after a node: the main line, with the others in brackets behind the move that they
/// replace.
fn line(record: &Record, from: usize, text: &mut Movetext) {
    let tree = &record.tree;
    let mut at = from;
    while let [main, others @ ..] = &tree.nodes()[at].children[..] {
        step(record, *main, text);
        for other in others {
            text.open();
            step(record, *other, text);
            line(record, *other, text);
            text.close();
        }
        at = *main;
    }
}

/// Adds a node: its number, its move, and its comments.
fn step(record: &Record, node: usize, text: &mut Movetext) {
    let tree = &record.tree;
    let played: &Node = &tree.nodes()[node];
    text.comment(&played.before);
    if let Some(Action::Move(_)) = tree.action(node) {
        text.play(played.number, played.seat == 0, &played.text);
    }
    played.nags.iter().for_each(|nag| text.nag(*nag));
    text.comment(&says(record, node));
}

/// The words for how players forfeit games.
const FORFEITS: [(Forfeit, &str); 4] = [
    (Forfeit::Resignation, "resigned"),
    (Forfeit::FlagFall, "time"),
    (Forfeit::IllegalMove, "illegal"),
    (Forfeit::Disconnection, "left"),
];

/// Returns the word for how a player forfeits a game.
fn forfeit_word(forfeit: Forfeit) -> &'static str {
    FORFEITS.iter().find(|(known, _)| *known == forfeit).map_or("resigned", |(_, word)| word)
}

/// Returns how a player forfeits a game by a word; a word that is unknown is a resignation.
pub fn forfeit_of(word: &str) -> Forfeit {
    let found = FORFEITS.iter().find(|(_, known)| *known == word);
    found.map_or(Forfeit::Resignation, |(forfeit, _)| *forfeit)
}

/// Returns the comment of a node, commands first.
fn says(record: &Record, node: usize) -> String {
    let tree: &Tree = &record.tree;
    let played = &tree.nodes()[node];
    let mut parts = Vec::new();
    match tree.action(node) {
        Some(Action::Claim(_)) => parts.push("[%claim]".to_owned()),
        Some(Action::Agreement) => parts.push("[%agree]".to_owned()),
        Some(Action::Forfeit(seat, forfeit)) => {
            parts.push(format!("[%leave {} {}]", seat.0 + 1, forfeit_word(*forfeit)));
        }
        Some(_) | None => {}
    }
    if let Some(left) =
        played.clocks.as_ref().and_then(|clocks| clocks.get(usize::from(played.seat)))
    {
        parts.push(clock_command(*left));
    }
    if let Some(verdict) = &played.verdict {
        parts.extend(verdict_commands(verdict, is_for_black(record, node)));
    }
    parts.extend(played.commands.iter().cloned());
    if node == record.live && node != tree.tip() {
        parts.push("[%live]".to_owned());
    }
    if !played.comment.is_empty() {
        parts.push(played.comment.clone());
    }
    parts.join(" ")
}

/// Returns whether Black is to move at a node of a duel, so that a score for the mover is not one
/// for White.
pub fn is_for_black(record: &Record, node: usize) -> bool {
    let tree = &record.tree;
    let line = tree.line(node);
    let last = line.iter().rev().find(|node| matches!(tree.action(**node), Some(Action::Move(_))));
    tree.variant().is_duel()
        && match last {
            Some(last) => tree.nodes()[*last].seat == 0,
            None => tree.standing(0).game().turn().0 == 1,
        }
}

/// Pawns or moves to mate, for White in duels and otherwise for the mover, with the depth; and what
/// every seat can expect.
fn verdict_commands(verdict: &Verdict, is_for_black: bool) -> Vec<String> {
    let Verdict { depth, cp, mate, shares } = verdict;
    let mut commands = Vec::new();
    if cp.is_some() || mate.is_some() {
        let eval = Eval { cp: *cp, mate: *mate, depth: Some(*depth).filter(|depth| *depth > 0) };
        commands.push(if is_for_black { eval.reversed() } else { eval }.to_string());
    }
    let shares: Vec<String> = shares.iter().map(ToString::to_string).collect();
    if !shares.is_empty() {
        commands.push(format!("[%shares {}]", shares.join(" ")));
    }
    commands
}
