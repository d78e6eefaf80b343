//! [`Follower`]: the games of a match, read from its record as it grows.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rotunda_arena::{Cause, End, FaultKind, GameRecord, Header};
use rotunda_movegen::{Options, Variant};

use crate::protocol::{Reply, WatchRow};
use crate::record::{Player, Record};
use crate::standing::{Act, Why};
use crate::tree::{Tree, Verdict};

/// Games that are listed.
const LISTED: usize = 200;
/// Bytes that are read at once.
const CHUNK: u64 = 16 << 20;

/// A record of `rotunda match` and what has been read of it.
pub struct Follower {
    path: PathBuf,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// Bytes of whole lines that have been read.
    bytes: u64,
    engines: Vec<String>,
    games: Vec<GameRecord>,
}

impl Follower {
    /// Follows a file, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self { path, seen: Mutex::default() }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games so far, as a message; looks first what has come.
    ///
    /// # Errors
    /// If the file cannot be read, or is no record: what is wrong, in words.
    pub fn told(&self) -> Result<String, String> {
        let mut seen = self.seen();
        seen.read_on(&self.path).map_err(|error| format!("the record cannot be read: {error}"))?;
        let rows: Vec<WatchRow> = (0..seen.games.len())
            .rev()
            .take(LISTED)
            .map(|number| row(number, &seen.games[number], &seen.engines))
            .collect();
        let title = seen.engines.join(" – ");
        Ok(Reply::Watch { title: &title, total: seen.games.len(), games: &rows }.text())
    }

    /// A game of the match.
    ///
    /// # Errors
    /// If there is none with this number, or it makes no sense.
    pub fn game(&self, number: usize) -> Result<Record, String> {
        let seen = self.seen();
        record(seen.games.get(number).ok_or("the match has no such game")?, &seen.engines)
    }
}

impl Seen {
    /// Reads the whole lines that have come.
    fn read_on(&mut self, path: &PathBuf) -> io::Result<()> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if file.metadata()?.len() < self.bytes {
            // Somebody has begun the file anew.
            *self = Self::default();
        }
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut text = Vec::new();
        file.take(CHUNK).read_to_end(&mut text)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        for line in text[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            if self.engines.is_empty() {
                let header: Header = serde_json::from_slice(line)?;
                self.engines = header.plan.engines.into_iter().map(|engine| engine.name).collect();
            } else {
                self.games.push(serde_json::from_slice(line)?);
            }
        }
        self.bytes += whole as u64;
        Ok(())
    }
}

fn row(number: usize, game: &GameRecord, engines: &[String]) -> WatchRow {
    let name = |engine: &usize| engines.get(*engine).cloned().unwrap_or_default();
    WatchRow {
        number,
        variant: game.variant.clone(),
        engines: game.seating.iter().map(name).collect(),
        points: game.points.clone(),
        end: game.end.word().to_owned(),
        plies: game.opening.moves.len() + game.moves.len(),
    }
}

/// A finished game as a tree, with what the engines said of its positions.
fn record(game: &GameRecord, engines: &[String]) -> Result<Record, String> {
    let variant = Variant::by_name(&game.variant).map_err(|error| error.to_string())?;
    let tree = Tree::new(variant, Options::default(), game.opening.fen.clone())
        .map_err(|error| error.to_string())?;
    let mut record = Record::new(tree);
    let name = |engine: &usize| Player::named(engines.get(*engine).map_or("", String::as_str));
    record.players = game.seating.iter().map(name).collect();
    record.date.clone_from(&game.date);
    let mut standing = record.tree.standing(0);
    let mut node = 0;
    let mut acts: Vec<(Act, Option<Verdict>)> =
        game.opening.moves.iter().map(|text| (Act::Move(text.clone()), None)).collect();
    let gone = |at: usize| {
        let gone = game.eliminations.iter().filter(move |gone| gone.after == at);
        gone.map(|gone| (Act::Leave(gone.seat as u8, why(&gone.cause)), None))
    };
    for (at, mv) in game.moves.iter().enumerate() {
        acts.extend(gone(at));
        acts.push((Act::Move(mv.text.clone()), verdict(&mv.info)));
    }
    acts.extend(gone(game.moves.len()));
    acts.extend(last(&game.end).map(|act| (act, None)));
    for (act, verdict) in acts {
        if let Some(told) = record.tree.node_mut(node).filter(|_| verdict.is_some()) {
            told.verdict = verdict;
        }
        let added = record.tree.add_to(&mut standing, node, &act);
        node = added.map_err(|refusal| refusal.0.to_owned())?.0;
    }
    record.live = node;
    Ok(record)
}

fn why(cause: &Cause) -> Why {
    match cause {
        Cause::Fault(fault) if fault.kind == FaultKind::TimeForfeit => Why::Time,
        Cause::Fault(_) | Cause::Resigned => Why::Resigned,
    }
}

/// What ends a game beside its moves.
fn last(end: &End) -> Option<Act> {
    match end {
        End::Claim { .. } => Some(Act::Claim),
        End::Resigned { seat } => Some(Act::Leave(*seat as u8, Why::Resigned)),
        End::Fault { seat, fault } => {
            Some(Act::Leave(*seat as u8, why(&Cause::Fault(fault.clone()))))
        }
        End::Rules(_) | End::Adjudicated | End::MaxMoves => None,
    }
}

/// What the mover said of the position before its move.
fn verdict(info: &rotunda_arena::PlayedInfo) -> Option<Verdict> {
    let (cp, mate) = match info.score? {
        rotunda_arena::PlayedScore::Cp(score) => (Some(score), None),
        rotunda_arena::PlayedScore::Mate(moves) => (None, Some(moves)),
    };
    Some(Verdict { depth: info.depth, cp, mate, shares: Vec::new() })
}
