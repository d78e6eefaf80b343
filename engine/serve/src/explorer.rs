//! [`Explorer`]: the moves that the saved games have played in a position.
//!
//! The explorer reads the main line of every saved game once, and again after its file has changed.
//! An answer reads for a bounded time; the next answer goes on with the games that are left.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rotunda_movegen::{Game, GameRecord, Seat, Variant};
use rotunda_notation::Notation;
use rotunda_notation::pgn::{GameResult, GameText, PgnReader, PlayedGame, Ply as PlayedPly, Start};

use crate::pgn_read::usual;
use crate::protocol::ExploredMove;
use crate::store::{Stamp, Store};

/// The most games that are remembered, the latest first.
const MAX_GAMES: usize = 2000;
/// The most moves of a game that are remembered.
const MAX_PLIES: usize = 120;
/// The most moves in an answer.
const MAX_MOVES: usize = 40;
/// The time after which an answer reads no further game.
const READING: Duration = Duration::from_millis(200);

/// A move of a saved game.
struct Ply {
    /// The key of the position before it.
    key: u64,
    seat: Seat,
    /// The move in the game's notation.
    notation: Box<str>,
}

/// The beginning of a saved game, and every seat's points of 100; no points if it has not ended.
struct Opening {
    plies: Vec<Ply>,
    points: Vec<u16>,
}

/// A file of a game.
struct Entry {
    stamp: Stamp,
    /// The variant; empty if the game cannot be read.
    variant: &'static str,
    /// `None` until somebody explores a game of this variant.
    opening: Option<Opening>,
}

/// The moves of saved games in a position.
#[derive(Debug)]
pub struct Explored {
    /// The number of games that have gone on from there.
    pub games: usize,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The number of saved games that have not been read yet.
    pub unread: usize,
}

/// The saved games as far as they have been read.
#[derive(Default)]
pub struct Explorer {
    entries: Mutex<HashMap<String, Entry>>,
}

impl Explorer {
    /// Returns the moves of the saved games in the current position of a game.
    pub fn explore(&self, store: &Store, standing: &GameRecord) -> Explored {
        let variant = standing.variant();
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let unread = catch_up(&mut entries, store, variant);
        let openings: Vec<&Opening> = entries
            .values()
            .filter(|entry| entry.variant == variant.name)
            .filter_map(|entry| entry.opening.as_ref())
            .collect();
        let (games, moves) = counted(variant, standing.game(), &openings);
        Explored { games, moves, unread }
    }
}

/// Reads the files that are new or have changed, as far as the time allows. Returns the number of
/// those that are left.
fn catch_up(
    entries: &mut HashMap<String, Entry>,
    store: &Store,
    variant: &'static Variant,
) -> usize {
    let mut files = store.stamps();
    files.truncate(MAX_GAMES);
    let names: HashSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    entries.retain(|name, _| names.contains(name.as_str()));
    let is_read = |entry: &Entry, stamp: Stamp| {
        entry.stamp == stamp && (entry.variant != variant.name || entry.opening.is_some())
    };
    let began = Instant::now();
    let mut unread = 0;
    let mut has_read = false;
    for (name, stamp) in files {
        if entries.get(&name).is_some_and(|entry| is_read(entry, stamp)) {
            continue;
        }
        // At least one game is read, so the answers come to an end on every machine.
        if has_read && began.elapsed() > READING {
            unread += 1;
            continue;
        }
        has_read = true;
        let text = store.load(&name).unwrap_or_default();
        entries.insert(name, read(&text, stamp, variant));
    }
    unread
}

/// Reads a file; its moves if it is a game of the variant that is wanted.
fn read(text: &str, stamp: Stamp, wanted: &'static Variant) -> Entry {
    let unreadable = Entry { stamp, variant: "", opening: None };
    let Some(Ok(game)) = PgnReader::new(text.as_bytes()).next() else { return unreadable };
    let Ok(start) = Start::of(&game.tags, usual()) else { return unreadable };
    let variant = start.header.variant;
    if variant.name != wanted.name {
        return Entry { variant: variant.name, ..unreadable };
    }
    let points = points(&game, variant.seats);
    let Ok(played) = PlayedGame::of(game, variant) else { return unreadable };
    let ply = |(ply, before): (&PlayedPly, Game)| Ply {
        key: before.key(),
        seat: before.turn(),
        notation: ply.mv.to_string().into(),
    };
    let plies = played.positions().take(MAX_PLIES).map(ply).collect();
    Entry { stamp, variant: variant.name, opening: Some(Opening { plies, points }) }
}

/// Returns every seat's points of 100 by the tags; none if the game has not ended.
fn points(game: &GameText, seats: usize) -> Vec<u16> {
    let tag = game.tags.get("Points").unwrap_or_default();
    let points: Vec<u16> = tag.split('-').filter_map(|part| part.parse().ok()).collect();
    if points.len() == seats {
        return points;
    }
    match game.result().0 {
        GameResult::WhiteWins if seats == 2 => vec![100, 0],
        GameResult::BlackWins if seats == 2 => vec![0, 100],
        GameResult::Draw if seats == 2 => vec![50, 50],
        _ => Vec::new(),
    }
}

/// A move as it is counted: the games with it, those of them that have ended, and the mover's
/// points there.
#[derive(Default)]
struct Count {
    games: usize,
    ended: usize,
    points: usize,
}

/// Counts the moves of games in a position. A game counts once for each of its moves there.
fn counted(
    variant: &'static Variant,
    game: &Game,
    openings: &[&Opening],
) -> (usize, Vec<ExploredMove>) {
    let key = game.key();
    let mut counts: HashMap<&str, Count> = HashMap::new();
    let mut games = 0;
    for opening in openings {
        let here = || opening.plies.iter().filter(|ply| ply.key == key);
        let moves: HashSet<(&str, Seat)> = here().map(|ply| (&*ply.notation, ply.seat)).collect();
        games += usize::from(!moves.is_empty());
        for (notation, seat) in moves {
            let count = counts.entry(notation).or_default();
            count.games += 1;
            if let Some(points) = opening.points.get(seat.index()) {
                count.ended += 1;
                count.points += usize::from(*points);
            }
        }
    }
    let mut moves: Vec<ExploredMove> = counts
        .into_iter()
        .filter_map(|(notation, count)| explored(variant, game, notation, &count))
        .collect();
    moves.sort_by(|a, b| {
        let rank = |mv: &ExploredMove| Reverse((mv.games, mv.points));
        rank(a).cmp(&rank(b)).then_with(|| a.notation.cmp(&b.notation))
    });
    moves.truncate(MAX_MOVES);
    (games, moves)
}

/// Returns a counted move as pages show it; `None` if it is not legal.
fn explored(
    variant: &'static Variant,
    game: &Game,
    notation: &str,
    count: &Count,
) -> Option<ExploredMove> {
    let mv = game.parse_move(notation).ok()?;
    let points = (count.points * 10).checked_div(count.ended);
    Some(ExploredMove {
        text: Notation::of(variant).write(game, &mv),
        notation: notation.to_owned(),
        kind: game.piece(mv.from()).map(|piece| piece.kind().index()),
        games: count.games,
        points: points.map(|points| points as u16),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::new_name;
    use rotunda_movegen::Options;

    fn store(games: &[&str]) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a store");
        for game in games {
            store.save(&new_name(), game).expect("it is written");
        }
        (folder, store)
    }

    fn standing(variant: &str, moves: &[&str]) -> GameRecord {
        let variant = Variant::by_name(variant).expect("known");
        let mut standing =
            GameRecord::new(variant, Options::default(), None).expect("it has a start");
        for text in moves {
            let mv = standing.game().parse_move(text).expect("legal");
            standing.play(&mv).expect("the game goes on");
        }
        standing
    }

    /// The moves with their games and points, after all games have been read.
    fn found(explorer: &Explorer, store: &Store, at: &GameRecord) -> String {
        let mut answer = explorer.explore(store, at);
        while answer.unread > 0 {
            answer = explorer.explore(store, at);
        }
        let line = |mv: &ExploredMove| format!("{} {} {:?}", mv.text, mv.games, mv.points);
        let lines: Vec<String> = answer.moves.iter().map(line).collect();
        format!("{}: {}", answer.games, lines.join(", "))
    }

    #[test]
    fn moves_are_counted_with_the_points_of_the_mover() {
        let (_folder, store) = store(&[
            "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0",
            "[Result \"0-1\"]\n\n1. e4 (1. c4 c5) c5 0-1",
            "[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2",
            "1. e4 e5 *",
            "[Variant \"rollerball\"]\n\n*",
            "no game at all {",
        ]);
        let explorer = Explorer::default();
        let start = found(&explorer, &store, &standing("chess", &[]));
        assert_eq!(start, "4: e4 3 Some(500), d4 1 Some(500)");
        let black = found(&explorer, &store, &standing("chess", &["e2e4"]));
        assert_eq!(black, "3: e5 2 Some(0), c5 1 Some(1000)");
        assert_eq!(found(&explorer, &store, &standing("chess", &["c2c4"])), "0: ");
    }

    #[test]
    fn positions_are_met_by_other_ways_and_starts() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let (_folder, store) = store(&[
            "1. Nf3 d5 2. d4 Nf6 *",
            "1. d4 d5 2. Nf3 c5 *",
            &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n2. Bc4 *"),
        ]);
        let explorer = Explorer::default();
        let met = found(&explorer, &store, &standing("chess", &["d2d4", "d7d5", "g1f3"]));
        assert_eq!(met, "2: c5 1 None, Nf6 1 None");
        let met = found(&explorer, &store, &standing("chess", &["e2e4", "e7e5"]));
        assert_eq!(met, "1: Bc4 1 None");
    }

    #[test]
    fn a_game_that_changes_is_read_again_and_one_that_is_deleted_forgotten() {
        let (_folder, store) = store(&[]);
        let explorer = Explorer::default();
        let name = new_name();
        let start = standing("modern4", &[]);
        let first = start.game().legal_moves()[0].to_string();
        let game = |end: &str| format!("[Variant \"modern4\"]\n{end}\n\n1. {first} *");
        store.save(&name, &game("")).expect("it is written");
        assert!(found(&explorer, &store, &start).ends_with(" 1 None"));
        store.save(&name, &game("[Points \"70-30-0-0\"]")).expect("it is written");
        assert!(found(&explorer, &store, &start).ends_with(" 1 Some(700)"));
        store.delete(&name);
        assert_eq!(found(&explorer, &store, &start), "0: ");
    }

    #[test]
    fn a_game_that_repeats_a_position_counts_once() {
        let (_folder, store) = store(&["1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"]);
        let explorer = Explorer::default();
        let start = found(&explorer, &store, &standing("chess", &[]));
        assert_eq!(start, "1: e4 1 None, Nf3 1 None");
    }
}
