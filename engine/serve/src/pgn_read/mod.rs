//! Games from PGN, with their variations and the additions of `pgn_write.rs`.

use rotunda_movegen::{GameRecord, Options, Variant};
use rotunda_notation::pgn::{
    Eval, GameText, MAX_DEPTH, Note, NumberCheck, PgnReader, Start, Tags, Token, commands,
    parse_clock, rest_of_variation,
};
use rotunda_notation::{GameError, GameFault, Notation, Place as TextPlace};

use crate::action::{Refusal, WrittenAction};
use crate::pgn_write::{clock_rule, forfeit_of, is_for_black, of_name};
use crate::record::Record;
use crate::tree::{Tree, Verdict};

/// The reason why a game of a PGN does not become one of the server.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The game cannot be read.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The server does not take it.
    #[error("game {number}, {place}: {why}")]
    Refused {
        /// The number of the game in the PGN, from 1.
        number: usize,
        /// The place in the PGN.
        place: TextPlace,
        /// The reason, in words.
        why: &'static str,
    },
}

/// The variant of a PGN that names none.
pub fn usual() -> &'static Variant {
    &Variant::all()[0]
}

/// A game of a PGN as one of the server.
#[derive(Debug)]
pub struct ReadGame {
    /// The number of the game in the PGN, from 1.
    pub number: usize,
    /// The game.
    pub record: Record,
    /// The notes about parts that were left out or read leniently.
    pub notes: Vec<Note>,
}

/// The first game of a PGN; `usual` is the variant where no tag names one.
///
/// # Errors
/// Returns an error if a tag or a move makes no sense.
pub fn read(text: &str, usual: &'static Variant) -> Result<Record, ReadError> {
    if let Some(game) = read_all(text, usual).next() {
        return game.map(|game| game.record);
    }
    let tree = Tree::new(usual, Options::default(), None);
    Ok(Record::new(tree.expect("a variant has a start")))
}

/// The games of a PGN; `usual` is the variant where no tag names one.
pub fn read_all(
    text: &str,
    usual: &'static Variant,
) -> impl Iterator<Item = Result<ReadGame, ReadError>> {
    PgnReader::new(text.as_bytes()).map(move |game| read_game(game?, usual))
}

/// The tags of the first game.
pub fn first_tags(text: &str) -> Tags {
    let game = PgnReader::new(text.as_bytes()).next();
    game.and_then(Result::ok).map(|game| game.tags).unwrap_or_default()
}

fn read_game(game: GameText, usual: &'static Variant) -> Result<ReadGame, ReadError> {
    let (number, first) = (game.number, game.place);
    let fault = |place, fault| GameError { number, place, fault };
    let refused = |place, Refusal(why)| ReadError::Refused { number, place, why };
    let (result, other) = game.result();
    let GameText { tags, tokens, numbers, notes: of_text, .. } = game;
    let start = Start::of(&tags, usual).map_err(|error| fault(first, error))?;
    let variant = start.header.variant;
    let tree = Tree::new(variant, start.header.options, start.header.start);
    let tree = tree.map_err(|error| fault(first, error.into()))?;
    let sides = ["White", "Black"];
    let named = |seat: usize| {
        let tag_of_two = sides.get(seat).filter(|_| variant.seats == 2);
        tags.get(&format!("Seat{}", seat + 1))
            .or_else(|| tag_of_two.and_then(|name| tags.get(name)))
            .unwrap_or_default()
    };
    let players = (0..variant.seats).map(|seat| of_name(named(seat))).collect();
    let clock = tags.get("TimeControl").and_then(clock_rule);
    let record = Record::new(tree).with(players, clock);
    let record = record.map_err(|refusal| refused(first, refusal))?;
    let date = tags.get("Date").filter(|date| date.len() <= 10).unwrap_or("????.??.??").to_owned();
    let numbers = NumberCheck::new(&numbers, tags.get("FEN").is_some());
    let record = Record { date, tags, ..record };
    let standing = record.tree.standing(0);
    // The end of a variation that is not closed is unknown.
    let has_ends = !of_text.contains(&Note::OpenVariation);
    let notes = of_text.into_iter().chain(start.notes).collect();
    let stack = vec![Place::at(0, standing)];
    let notation = Notation::of(variant);
    let mut reader = Reader { record, notation, live: None, stack, numbers, notes };
    let mut at = 0;
    while let Some((token, place)) = tokens.get(at) {
        at += 1;
        match reader.take(token, (at, *place)) {
            Ok(()) => {}
            Err(Stop::Fault(GameFault::Move(error))) if has_ends && reader.stack.len() > 1 => {
                let reason = error.to_string();
                reader.notes.push(Note::Variation { place: *place, reason });
                reader.place().opening = None;
                at += rest_of_variation(tokens[at..].iter().map(|(token, _)| token));
            }
            Err(Stop::Fault(error)) if reader.stack.len() == 1 && token.is_null_move() => {
                let reason = error.to_string();
                reader.notes.push(Note::NullMove { place: *place, reason });
                break;
            }
            Err(Stop::Fault(error)) => return Err(fault(*place, error).into()),
            Err(Stop::Refused(refusal)) => return Err(refused(*place, refusal)),
        }
    }
    let tip = reader.record.tree.tip();
    let live = reader.live.unwrap_or(tip);
    let Reader { record, mut notes, .. } = reader;
    notes.extend(other);
    Ok(ReadGame { number, record: Record { live, result: Some((result, tip)), ..record }, notes })
}

/// The reason why the reader cannot take a token.
enum Stop {
    Fault(GameFault),
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Reads the main line, and the variations by a stack of places.
struct Reader<'a> {
    record: Record,
    notation: Notation,
    /// The current node of the game by a command.
    live: Option<usize>,
    stack: Vec<Place>,
    numbers: NumberCheck<'a>,
    notes: Vec<Note>,
}

/// The place up to which a line has been read.
struct Place {
    node: usize,
    standing: GameRecord,
    /// The node before it, which variations start from.
    before: usize,
    /// The beginning of a variation; `None` after its first move.
    opening: Option<Opening>,
}

/// The beginning of a variation, before its first move.
struct Opening {
    /// The place of its parenthesis.
    place: TextPlace,
    comment: String,
}

impl Place {
    /// The beginning of the main line.
    const fn at(node: usize, standing: GameRecord) -> Self {
        Self { node, standing, before: node, opening: None }
    }

    /// The beginning of a variation.
    const fn variation(node: usize, standing: GameRecord, place: TextPlace) -> Self {
        let opening = Some(Opening { place, comment: String::new() });
        Self { node, standing, before: node, opening }
    }
}

impl Reader<'_> {
    fn place(&mut self) -> &mut Place {
        self.stack.last_mut().expect("the main line is never left")
    }

    /// Takes a token; `next` is the index of the one behind it.
    fn take(&mut self, token: &Token, (next, place): (usize, TextPlace)) -> Result<(), Stop> {
        match token {
            Token::Move(text) => self.play(text, (next, place))?,
            Token::Comment(text) => self.comment(text)?,
            Token::Nag(nag) => {
                let node = self.place().node;
                let nags = self.record.tree.node_mut(node).map(|node| &mut node.nags);
                if let Some(nags) = nags.filter(|nags| !nags.contains(nag)) {
                    nags.push(*nag);
                }
            }
            Token::Open => {
                let node = self.place().before;
                if self.stack.len() > MAX_DEPTH {
                    return Err(Stop::Fault(GameFault::TooDeep));
                }
                let standing = self.record.tree.standing(node);
                self.stack.push(Place::variation(node, standing, place));
            }
            Token::Close => {
                let ended = self.stack.pop();
                if let Some(opening) = ended.and_then(|ended| ended.opening) {
                    self.notes.push(Note::EmptyVariation(opening.place));
                }
            }
        }
        Ok(())
    }

    /// Plays the move of a text, or several that stand together without a space.
    fn play(&mut self, text: &str, (next, place): (usize, TextPlace)) -> Result<(), Stop> {
        let game = self.stack[self.stack.len() - 1].standing.game();
        if self.stack.len() == 1 {
            self.notes.extend(self.numbers.note(next, game.fullmove(), place));
        }
        let error = match self.notation.read(game, text) {
            Ok(mv) => return Ok(self.act(&WrittenAction::Move(mv.to_string()))?),
            Err(error) => Stop::Fault(error.into()),
        };
        let parts = self.notation.glued(game, text).ok_or(error)?;
        for part in &parts {
            let game = self.stack[self.stack.len() - 1].standing.game();
            let mv = self.notation.read(game, part).map_err(|error| Stop::Fault(error.into()))?;
            self.act(&WrittenAction::Move(mv.to_string()))?;
        }
        let moves = parts.into_iter().map(str::to_owned).collect();
        self.notes.push(Note::Glued { place, text: text.to_owned(), moves });
        Ok(())
    }

    fn act(&mut self, action: &WrittenAction) -> Result<(), Refusal> {
        let place = self.stack.last_mut().expect("the main line is never left");
        let tree = &mut self.record.tree;
        let (node, _) = tree.add_to(&mut place.standing, place.node, action)?;
        place.before = place.node;
        place.node = node;
        if let Some(opening) = place.opening.take()
            && let Some(node) = tree.node_mut(node)
        {
            add_words(&mut node.before, &opening.comment);
        }
        Ok(())
    }

    /// Takes the commands out of a comment; the rest is for people.
    fn comment(&mut self, text: &str) -> Result<(), Refusal> {
        let (found, words) = commands(text);
        for (name, value) in found {
            if !self.command(name, value)? {
                let text = format!("[%{name} {value}]");
                let node = self.place().node;
                let node = self.record.tree.node_mut(node);
                if let Some(node) = node {
                    node.commands.push(text);
                }
            }
        }
        let place = self.stack.last_mut().expect("the main line is never left");
        if let Some(opening) = &mut place.opening {
            add_words(&mut opening.comment, &words);
        } else if let Some(node) = self.record.tree.node_mut(place.node) {
            add_words(&mut node.comment, &words);
        }
        Ok(())
    }

    /// Carries out a command; whether it is one of the server's, and understood.
    fn command(&mut self, name: &str, value: &str) -> Result<bool, Refusal> {
        let node = self.place().node;
        match name {
            "claim" => self.act(&WrittenAction::Claim)?,
            "agree" => self.act(&WrittenAction::Agreement)?,
            "leave" => {
                let (seat, why) = value.split_once(' ').unwrap_or((value, ""));
                let seat = seat.parse::<u8>().unwrap_or(0).wrapping_sub(1);
                self.act(&WrittenAction::Forfeit(seat, forfeit_of(why)))?;
            }
            "live" => self.live = Some(node),
            "clk" => return Ok(self.clock(value).is_some()),
            "eval" => {
                let Ok(eval) = value.parse::<Eval>() else { return Ok(false) };
                let eval = if is_for_black(&self.record, node) { eval.reversed() } else { eval };
                let Eval { cp, mate, depth } = eval;
                let depth = depth.unwrap_or(0);
                self.verdict(node, |old| *old = Verdict { depth, cp, mate, shares: Vec::new() });
            }
            "shares" => {
                let shares: Vec<u16> =
                    value.split(' ').filter_map(|part| part.parse::<u16>().ok()).collect();
                if shares.len() != self.record.players.len() {
                    return Ok(false);
                }
                self.verdict(node, |verdict| verdict.shares = shares);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn verdict(&mut self, node: usize, change: impl FnOnce(&mut Verdict)) {
        if let Some(node) = self.record.tree.node_mut(node) {
            let nothing = Verdict { depth: 0, cp: None, mate: None, shares: Vec::new() };
            change(node.verdict.get_or_insert(nothing));
        }
    }

    /// The time that the mover has left; that of the others is as it was before. `None` where no
    /// clock is kept.
    fn clock(&mut self, text: &str) -> Option<()> {
        let rule = self.record.clock?;
        let left = parse_clock(text)?;
        let node = self.place().node;
        let line = self.record.tree.line(node);
        let before = line
            .iter()
            .rev()
            .find_map(|node| self.record.tree.node(*node).and_then(|node| node.clocks.clone()));
        let seats = self.record.players.len();
        let mut clocks = before.unwrap_or_else(|| vec![rule.base; seats]);
        let node = self.record.tree.node_mut(node)?;
        clocks[usize::from(node.seat)] = left;
        node.clocks = Some(clocks);
        Some(())
    }
}

/// Adds words to a text.
fn add_words(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

#[cfg(test)]
mod tests;
