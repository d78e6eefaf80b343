//! `go mate` on mates of every game for two: it finds each mate, and reports that no shorter one
//! exists. A naive search has found the mates first.
//!
//! `data/mates` has a file for each game: a position string and the moves to the mate on every
//! line. When the environment asks to record, `find.rs` finds the positions of chess and Rollerball
//! in games of the engine, and `compose.rs` makes those of the other games. Each game takes a
//! minute or two.

mod compose;
mod find;
mod prover;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rotunda_movegen::{FULL, Game};
use rotunda_search::{Event, Info, Limits, Searcher, StopHandle, TranspositionTable, Value};

use crate::golden;
use crate::support::{family, scaled};
use crate::wanted::entries;
use prover::moves_to_mate;

/// The games whose mates come from games of the engine.
const FROM_PLAY: [&str; 2] = ["chess", "rollerball"];
/// The longest mates of the files.
const MOST: u32 = 4;
/// The number of positions of each game for each length of mate, from one move.
const WANTED: [usize; MOST as usize] = [10, 45, 35, 10];
/// The step between the positions of a usual run: it takes one position of so many.
const STEP: usize = 19;
/// The longest mates that the naive search repeats in a usual run.
const NAIVE: u32 = 2;

/// Returns the names of the games for two under test. Each has a file.
fn games_for_two() -> impl Iterator<Item = &'static str> {
    entries().filter(|entry| entry.seats == 2).map(|entry| entry.name)
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/mates").join(format!("{name}.txt"))
}

/// Returns the positions of a game with the moves to their mates.
fn mates(name: &str) -> Vec<(String, u32)> {
    let text = fs::read_to_string(path(name)).expect("a file of the game");
    let parse = |line: &str| {
        let (fen, moves) = line.split_once("; mate ").expect("a position and its mate");
        (fen.to_string(), moves.parse().expect("a number"))
    };
    text.lines().map(parse).collect()
}

/// Returns the last line and all notes of a search for a mate.
fn hunt(game: &Game, moves: u32) -> (Option<Info>, Vec<String>) {
    let table = Arc::new(TranspositionTable::new(1).expect("a megabyte"));
    let (mut last, mut notes) = (None, Vec::new());
    let limits = Limits { mate: Some(moves), ..Limits::default() };
    Searcher::with_table(table).run(game, &limits, &StopHandle::new(), |event| match event {
        Event::Info(info) => last = Some(info),
        Event::Note(note) => notes.push(note),
        Event::Shares(_) => {}
    });
    (last, notes)
}

/// Returns the first fault of the searches of a position with a mate in so many moves. They must
/// find the mate, and report that there is no shorter one.
fn fault(name: &str, fen: &str, moves: u32) -> Option<String> {
    let game = family(name).game(Some(fen)).expect("a good position");
    let (last, notes) = hunt(&game, moves);
    let Some(info) = last.filter(|info| info.value == Value::Mate(moves as i32)) else {
        return Some(format!("{name} {fen}: no mate in {moves}: {notes:?}"));
    };
    let mut end = game.clone();
    let plays = info.pv.iter().all(|mv| end.play(mv).is_ok());
    if !plays || end.outcome().is_none_or(|end| end.points(game.turn()) != FULL) {
        return Some(format!("{name} {fen}: the line {:?} does not end in a mate", info.pv));
    }
    if moves > 1 {
        let (_, notes) = hunt(&game, moves - 1);
        if !notes.contains(&format!("no mate in {}", moves - 1)) {
            return Some(format!("{name} {fen}: a mate in {} is not denied: {notes:?}", moves - 1));
        }
    }
    None
}

#[test]
fn mates_are_found_and_none_that_is_quicker() {
    let step = (STEP / scaled(1)).max(1);
    for name in games_for_two() {
        let mates = mates(name);
        let chosen = mates.iter().step_by(step);
        let faults: Vec<_> = chosen.filter_map(|(fen, moves)| fault(name, fen, *moves)).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

#[test]
fn the_files_say_what_a_naive_search_finds() {
    let step = (STEP / scaled(1)).max(1);
    for name in games_for_two() {
        let mates = mates(name);
        let is_quick = |mate: &&(String, u32)| mate.1 <= NAIVE;
        for (fen, moves) in mates.iter().filter(is_quick).step_by(step) {
            let found = moves_to_mate(family(name), fen, *moves, u64::MAX);
            assert_eq!(found, Ok(Some(*moves)), "{name} {fen}");
        }
    }
}

#[test]
fn every_file_has_a_hundred_mates() {
    for name in games_for_two() {
        if golden::is_recording() {
            let is_played = FROM_PLAY.contains(&name);
            let text = if is_played { find::find(name) } else { compose::compose(name) };
            fs::write(path(name), text).expect("the tests' folder can be written");
        }
        let mates = mates(name);
        assert!(mates.len() >= 100, "{name}: {}", mates.len());
        assert!(mates.iter().any(|(_, moves)| *moves == MOST), "{name}");
    }
}
