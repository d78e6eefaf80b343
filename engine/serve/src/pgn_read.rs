//! Games from PGN, with their variations and what `pgn_write.rs` adds.

use rotunda_arena::{read_move, read_tag};
use rotunda_movegen::{Options, Variant};

use crate::record::{ClockRule, Player, Record};
use crate::standing::{Act, Standing, Why};
use crate::tree::{MAX_COMMENT, Tree, Verdict};

/// Brackets within brackets, at most.
const DEEPEST: usize = 40;

/// A word of movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Open,
    Close,
    Comment(String),
    Move(String),
}

/// The variant of a PGN that names none.
pub fn usual() -> &'static Variant {
    &Variant::all()[0]
}

/// The first game of a PGN; `usual` is the variant where no tag names one.
///
/// # Errors
/// If a tag or a move makes no sense: what is wrong, in words.
pub fn read(text: &str, usual: &'static Variant) -> Result<Record, String> {
    let (tags, movetext) = split(text);
    let tag =
        |name: &str| tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let variant = match tag("Variant") {
        Some(name) => Variant::by_name(&name.to_lowercase()).map_err(|error| error.to_string())?,
        None => usual,
    };
    let options = Options {
        classic_scoring: tag("Scoring") == Some("classic"),
        team_king_loss_eliminates: tag("TeamKingLoss") == Some("eliminate"),
    };
    let start = tag("FEN").map(String::from);
    let tree =
        Tree::new(variant, options, start).map_err(|error| format!("bad position: {error}"))?;
    let usual = ["White", "Black"];
    let named = |seat: usize| {
        let tag_of_two = usual.get(seat).filter(|_| variant.seats == 2);
        tag(&format!("Seat{}", seat + 1)).or_else(|| tag_of_two.and_then(|name| tag(name)))
    };
    let players = (0..variant.seats).map(|seat| player(named(seat))).collect();
    let clock = tag("TimeControl").and_then(clock_rule);
    let record = Record::new(tree).with(players, clock).map_err(|refusal| refusal.0.to_owned())?;
    let date = tag("Date").filter(|date| date.len() <= 10).unwrap_or("????.??.??").to_owned();
    let mut reader = Reader { record: Record { date, ..record }, live: None };
    reader.line(&mut tokens(&movetext).into_iter())?;
    let live = reader.live.unwrap_or_else(|| reader.record.tree.tip());
    Ok(Record { live, ..reader.record })
}

/// A tag and its value.
pub type Tag = (String, String);

/// The tags, and the movetext of the first game.
pub fn split(text: &str) -> (Vec<Tag>, String) {
    let mut tags = Vec::new();
    let mut movetext = String::new();
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        match read_tag(line) {
            Some(_) if !movetext.trim().is_empty() => break,
            Some(tag) => tags.push(tag),
            None => {
                movetext += line;
                movetext.push('\n');
            }
        }
    }
    (tags, movetext)
}

/// `engine elo=1500 time=1000`; everybody else is a person.
fn player(text: Option<&str>) -> Player {
    let mut words = text.unwrap_or_default().split(' ');
    let is_engine = words.next() == Some("engine");
    if !(is_engine && text.is_some_and(|text| text.contains(" time="))) {
        return Player::named(text.unwrap_or_default());
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

/// `300+3` in seconds; `None` where no clock is kept.
fn clock_rule(text: &str) -> Option<ClockRule> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |text: &str| Some((text.parse::<f64>().ok()? * 1000.0) as u64);
    let base = milliseconds(base)?;
    (base > 0).then_some(ClockRule { base, increment: milliseconds(increment)? })
}

/// The words of a movetext up to the result; numbers and glyphs are left out.
fn tokens(text: &str) -> Vec<Token> {
    const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            '{' => {
                let (inside, after) = rest[1..].split_once('}').unwrap_or((&rest[1..], ""));
                let words: Vec<&str> = inside.split_whitespace().collect();
                found.push(Token::Comment(words.join(" ")));
                rest = after;
            }
            ';' => rest = rest.split_once('\n').map_or("", |(_, after)| after),
            '(' | ')' => {
                found.push(if first == '(' { Token::Open } else { Token::Close });
                rest = &rest[1..];
            }
            space if space.is_whitespace() => rest = &rest[space.len_utf8()..],
            _ => {
                let is_end = |letter: char| letter.is_whitespace() || "{}();".contains(letter);
                let end = rest.find(is_end).unwrap_or(rest.len()).max(first.len_utf8());
                let word = rest[..end].trim_matches('}');
                rest = &rest[end..];
                if RESULTS.contains(&word) {
                    continue;
                }
                let bare = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
                // A number is followed by dots; `0000` and `0-0` are moves.
                let word = if bare.starts_with('.') { bare.trim_start_matches('.') } else { word };
                if !word.is_empty() && !word.starts_with('$') {
                    found.push(Token::Move(word.to_owned()));
                }
            }
        }
    }
    found
}

struct Reader {
    record: Record,
    /// The node that a command says the game stands at.
    live: Option<usize>,
}

/// Where a line has been read to.
struct Place {
    node: usize,
    standing: Standing,
    /// The node before it, which variations start from.
    before: usize,
}

impl Reader {
    /// Reads the main line, and the variations by a stack of places.
    fn line(&mut self, tokens: &mut dyn Iterator<Item = Token>) -> Result<(), String> {
        let standing = self.record.tree.standing(0);
        let mut stack = vec![Place { node: 0, standing, before: 0 }];
        for token in tokens {
            let place = stack.last_mut().expect("the main line is never left");
            match token {
                Token::Move(text) => self.play(place, &text)?,
                Token::Comment(text) => self.comment(place, &text)?,
                Token::Open => {
                    let node = place.before;
                    let standing = self.record.tree.standing(node);
                    if stack.len() >= DEEPEST {
                        return Err("the variations are nested too deeply".to_owned());
                    }
                    stack.push(Place { node, standing, before: node });
                }
                Token::Close if stack.len() > 1 => {
                    stack.pop();
                }
                Token::Close => {}
            }
        }
        Ok(())
    }

    fn play(&mut self, place: &mut Place, text: &str) -> Result<(), String> {
        let mv = read_move(&*place.standing.game, text)
            .ok_or_else(|| format!("{text:?} is not legal in {}", place.standing.game.fen()))?;
        self.act(place, &Act::Move(mv))
    }

    fn act(&mut self, place: &mut Place, act: &Act) -> Result<(), String> {
        let tree = &mut self.record.tree;
        let added = tree.add_to(&mut place.standing, place.node, act);
        let (node, _) = added.map_err(|refusal| refusal.0.to_owned())?;
        place.before = place.node;
        place.node = node;
        Ok(())
    }

    /// Takes the commands out of a comment; the rest is for people.
    fn comment(&mut self, place: &mut Place, text: &str) -> Result<(), String> {
        let mut said = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("[%") {
            let (command, after) = after.split_once(']').unwrap_or((after, ""));
            said += before;
            self.command(place, command)?;
            rest = after;
        }
        said += rest;
        let said: String = said.trim().chars().take(MAX_COMMENT).collect();
        if let Some(node) = self.record.tree.node_mut(place.node).filter(|_| !said.is_empty()) {
            node.comment = said;
        }
        Ok(())
    }

    fn command(&mut self, place: &mut Place, command: &str) -> Result<(), String> {
        let (word, value) = command.split_once(' ').unwrap_or((command, ""));
        match word {
            "claim" => self.act(place, &Act::Claim)?,
            "leave" => {
                let (seat, why) = value.split_once(' ').unwrap_or((value, ""));
                let why = if why == "time" { Why::Time } else { Why::Resigned };
                let seat = seat.parse::<u8>().unwrap_or(0).wrapping_sub(1);
                self.act(place, &Act::Leave(seat, why))?;
            }
            "live" => self.live = Some(place.node),
            "clk" => self.clock(place, value),
            "eval" => {
                if let Some(verdict) = verdict(value) {
                    self.verdict(place.node, |old| *old = verdict);
                }
            }
            "shares" => {
                let shares: Vec<u16> =
                    value.split(' ').filter_map(|part| part.parse::<u16>().ok()).collect();
                if shares.len() == self.record.players.len() {
                    self.verdict(place.node, |verdict| verdict.shares = shares);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn verdict(&mut self, node: usize, change: impl FnOnce(&mut Verdict)) {
        if let Some(node) = self.record.tree.node_mut(node) {
            let nothing = Verdict { depth: 0, cp: None, mate: None, shares: Vec::new() };
            change(node.verdict.get_or_insert(nothing));
        }
    }

    /// The time that the mover has left; that of the others is as it was before.
    fn clock(&mut self, place: &Place, text: &str) {
        let Some(rule) = self.record.clock else { return };
        let parts = text.split(':').map(str::parse::<f64>);
        let Ok(parts) = parts.collect::<Result<Vec<f64>, _>>() else { return };
        let seconds = parts.iter().fold(0.0, |sum, part| sum * 60.0 + part);
        let line = self.record.tree.line(place.node);
        let before = line
            .iter()
            .rev()
            .find_map(|node| self.record.tree.node(*node).and_then(|node| node.clocks.clone()));
        let seats = self.record.players.len();
        let mut clocks = before.unwrap_or_else(|| vec![rule.base; seats]);
        if let Some(node) = self.record.tree.node_mut(place.node) {
            clocks[usize::from(node.seat)] = (seconds * 1000.0).round() as u64;
            node.clocks = Some(clocks);
        }
    }
}

/// `0.31,12` or `#3,12`.
fn verdict(text: &str) -> Option<Verdict> {
    let (score, depth) = text.split_once(',').unwrap_or((text, "0"));
    let depth = depth.parse().ok()?;
    let mate = score.strip_prefix('#').and_then(|moves| moves.parse().ok());
    let cp = score.parse::<f64>().ok().map(|pawns| (pawns * 100.0).round() as i32);
    (mate.is_some() || cp.is_some()).then_some(Verdict { depth, cp, mate, shares: Vec::new() })
}

#[cfg(test)]
mod tests;
