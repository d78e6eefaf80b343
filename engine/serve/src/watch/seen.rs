//! [`Seen`]: the part of a match's record that has been read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use rotunda_arena::{GameRecord, Header, LiveStart, Opening};
use rotunda_movegen::Options;

use super::events;
use crate::action::WrittenAction;
use crate::protocol::{WatchRow, variant};
use crate::record::{Player, Record};
use crate::tree::Tree;

/// The number of bytes that are read at a time.
const CHUNK: u64 = 16 << 20;

/// The part of a match's record that has been read.
#[derive(Default)]
pub struct Seen {
    /// The bytes of the lines that have been read.
    bytes: u64,
    /// The names of the engines.
    pub engines: Vec<String>,
    /// Whether partial wins are draws.
    classic_scoring: bool,
    /// The finished games.
    pub games: Vec<GameRecord>,
}

impl Seen {
    /// Reads the new whole lines.
    pub fn read_on(&mut self, path: &Path) -> io::Result<()> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if file.metadata()?.len() < self.bytes {
            // The file was started again.
            *self = Self::default();
        }
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut text = Vec::new();
        file.take(CHUNK).read_to_end(&mut text)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        for line in text[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            if self.engines.is_empty() {
                let header: Header = serde_json::from_slice(line)?;
                self.classic_scoring = header.plan.classic_scoring;
                self.engines = header.plan.engines.into_iter().map(|engine| engine.name).collect();
            } else {
                self.games.push(serde_json::from_slice(line)?);
            }
        }
        self.bytes += whole as u64;
        Ok(())
    }

    /// The names of engines by seat.
    pub fn names(&self, seating: &[usize]) -> Vec<String> {
        let name = |engine: &usize| self.engines.get(*engine).cloned().unwrap_or_default();
        seating.iter().map(name).collect()
    }

    /// A finished game.
    pub fn find(&self, block: u64, game: usize) -> Option<&GameRecord> {
        self.games.iter().rev().find(|record| (record.block, record.game) == (block, game))
    }

    /// Returns the row of a finished game.
    pub fn row(&self, number: usize) -> WatchRow {
        let game = &self.games[number];
        WatchRow {
            number,
            variant: game.variant.clone(),
            engines: self.names(&game.seating),
            points: game.points.clone(),
            end: game.end.word().to_owned(),
            plies: game.opening.moves.len() + game.moves.len(),
        }
    }

    /// Returns a game after its opening.
    fn opened(&self, name: &str, opening: &Opening, seating: &[usize]) -> Result<Record, String> {
        let options = Options { classic_scoring: self.classic_scoring, ..Options::default() };
        let tree = Tree::new(variant(name)?, options, opening.fen.clone())
            .map_err(|error| error.to_string())?;
        let mut record = Record::new(tree);
        record.players = self.names(seating).iter().map(|name| Player::named(name)).collect();
        if record.players.len() != record.tree.variant().seats {
            return Err("the match has seated too few or too many".to_owned());
        }
        for text in &opening.moves {
            let added = record.tree.add(record.live, &WrittenAction::Move(text.clone()));
            record.live = added.map_err(|refusal| refusal.0.to_owned())?.0;
        }
        Ok(record)
    }

    /// Returns a current game after its opening.
    pub fn begun(&self, start: &LiveStart) -> Result<Record, String> {
        self.opened(&start.variant, &start.opening, &start.seating)
    }

    /// Returns a finished game as a tree with the engines' verdicts.
    pub fn record(&self, game: &GameRecord) -> Result<Record, String> {
        let mut record = self.opened(&game.variant, &game.opening, &game.seating)?;
        record.date.clone_from(&game.date);
        let mut standing = record.tree.standing(record.live);
        for event in events::of(game) {
            let node = record.live;
            if let Some(entry) = record.tree.node_mut(node).filter(|_| event.verdict.is_some()) {
                entry.verdict = event.verdict;
            }
            let added = record.tree.add_to(&mut standing, node, &event.action);
            record.live = added.map_err(|refusal| refusal.0.to_owned())?.0;
        }
        if let (Some(comment), Some(entry)) =
            (events::comment(game), record.tree.node_mut(record.live))
        {
            entry.comment = comment;
        }
        Ok(record)
    }
}
