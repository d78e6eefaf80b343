//! Matches that are interrupted, killed, resumed and played in parts end like any other.

use std::fs;

use libtest_mimic::Trial;

use crate::scene::{Scene, kill, rotunda};
use crate::trial;

/// The words of a match at fixed nodes, which is the same every time.
const MATCH: &str = "--games 6 --variant chess,rollerball --seed 5 --maxmoves 30 --concurrency 2";

/// The words of such a match of games with more than two seats.
const TABLES: &str = "--rounds 1 --variant modern3,byzantine4-2v2,modern2-rotated,modern6-2v2v2 \
                      --seed 5 --maxmoves 12 --concurrency 2 --each nodes=1";

pub fn trials() -> Vec<Trial> {
    vec![
        trial("parts::a_killed_match_goes_on_to_the_same_end", || {
            killed(|_| engines(), MATCH, 12);
        }),
        trial("parts::a_killed_match_of_many_seats_goes_on_to_the_same_end", || {
            let bad = |scene: &Scene| [rotunda("A", "nodes=300"), scene.faulty("crash", "bad")];
            killed(bad, TABLES, 16);
        }),
        trial("parts::shards_make_the_whole", shards),
        trial("parts::a_test_ends_the_match", decided),
        trial("parts::every_variant_is_played_on_the_clock", every_variant),
    ]
}

fn engines() -> [Vec<String>; 2] {
    [rotunda("A", "nodes=300 option.Hash=1"), rotunda("B", "nodes=100 option.Hash=1")]
}

/// Returns the report of records.
fn report(scene: &Scene, files: &str) -> String {
    let mut command = scene.command(&[], "");
    let output = command.arg("report").args(files.split(' ')).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the games of a record in the order of the schedule, without times, dates and checksums.
fn games(scene: &Scene, file: &str) -> Vec<String> {
    let text = fs::read_to_string(scene.file(file)).expect("a record");
    let mut games: Vec<String> = text
        .lines()
        .skip(1)
        .map(|line| {
            let mut game: serde_json::Value = serde_json::from_str(line).expect("a game");
            game["date"].take();
            game["crc32"].take();
            game["moves"].as_array_mut().expect("moves").iter_mut().for_each(|mv| {
                mv["t"].take();
            });
            game.to_string()
        })
        .collect();
    games.sort();
    games
}

fn killed(engines: impl Fn(&Scene) -> [Vec<String>; 2], words: &str, count: usize) {
    let scene = Scene::new();
    let engines = engines(&scene);
    let whole = scene.run(&engines, &format!("{words} --record whole"));
    assert!(whole.status.success());
    for lines in [2, 4] {
        let words = format!("{words} --record cut --resume");
        let running = scene.command(&engines, &words).spawn().expect("the program runs");
        scene.wait_for_lines("cut", lines);
        kill(running);
    }
    let resumed = scene.run(&engines, &format!("{words} --record cut --resume --pgnout cut.pgn"));
    assert!(resumed.status.success());
    assert_eq!(games(&scene, "cut"), games(&scene, "whole"));
    assert_eq!(resumed.stdout, whole.stdout);
    let pgn = fs::read_to_string(scene.file("cut.pgn")).expect("written");
    assert_eq!(pgn.matches("[Round ").count(), count, "PGN has the games from before, too");
    let careless = scene.run(&engines, &format!("{words} --record cut --pgnout cut.pgn"));
    assert_eq!(careless.status.code(), Some(2));
    assert_eq!(fs::read_to_string(scene.file("cut.pgn")).expect("still there"), pgn);
}

fn shards() {
    let scene = Scene::new();
    let engines = engines();
    let whole = scene.run(&engines, &format!("{MATCH} --record whole"));
    for part in 1..=2 {
        let words = format!("{MATCH} --record part{part} --shard {part}/2");
        assert!(scene.run(&engines, &words).status.success());
    }
    let merged = report(&scene, "part1 part2");
    assert_eq!(merged.as_bytes(), whole.stdout);
    assert_eq!(report(&scene, "whole").as_bytes(), whole.stdout);
    assert_ne!(report(&scene, "part1"), merged);
}

fn decided() {
    let scene = Scene::new();
    let engines = [scene.faulty("honest", "good"), scene.faulty("crash", "bad")];
    let words = "--each nodes=1 --openings start --maxmoves 4 --concurrency 2 --record r \
                 --sprt elo0=0 elo1=200 model=logistic";
    let first = scene.run(&engines, words);
    let text = String::from_utf8_lossy(&first.stdout).into_owned();
    assert!(first.status.success() && text.contains("H1 accepted"), "{text}");
    let again = scene.run(&engines, &format!("{words} --resume"));
    assert_eq!(String::from_utf8_lossy(&again.stdout), text);
}

fn every_variant() {
    let scene = Scene::new();
    // Games with more seats have blocks of more than two games.
    let duels = rotunda_movegen::Variant::all().iter().filter(|entry| entry.is_duel());
    let names: Vec<_> = duels.map(|entry| entry.name).collect();
    // A test build answers slowly on a busy machine.
    let words = format!(
        "--each tc=0.3+0.01 timemargin=1000 --maxmoves 12 --games 2 --strict --variant {}",
        names.join(",")
    );
    let engines = [rotunda("A", ""), rotunda("B", "")];
    let output = scene.run(&engines, &words);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    assert!(text.contains(&format!("{} games", 2 * names.len())), "{text}");
}
