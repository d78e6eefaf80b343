//! Engines that speak XBoard's protocol, with and without faults.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::faults::row;
use crate::scene::{Scene, rotunda};
use crate::trial;

/// The limits under which nobody loses on time and every fault shows soon.
const LIMITS: &str = "--each tc=100+1 timemargin=20000 --maxmoves 4 --openings start --games 2";

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (mode, kind, detail) in [
        ("cheat", "illegal move", r#""a1a1" in "#),
        ("denier", "nonsense", "it refuses a legal move"),
        ("drawn", "nonsense", "bored"),
    ] {
        let name = format!("xboard::{mode}");
        trials.push(trial(name, move || loses_every_game(mode, kind, detail)));
    }
    for mode in ["quitter", "beaten"] {
        trials.push(trial(format!("xboard::{mode}"), move || resigns(mode)));
    }
    for mode in ["honest", "old", "slow", "single"] {
        trials.push(trial(format!("xboard::{mode}"), move || plays(mode)));
    }
    trials.extend([
        trial("xboard::openings_are_set_up", openings),
        trial("xboard::options", options),
        trial("xboard::refusals", refusals),
        trial("xboard::this_engine_in_both_protocols", both_protocols),
    ]);
    trials
}

/// Returns the words for an engine with a fault.
fn faulty(scene: &Scene, mode: &str, name: &str) -> Vec<String> {
    let mut words = scene.faulty(&format!("xboard-{mode}"), name);
    words.push("proto=xboard".into());
    words
}

fn match_of(scene: &Scene, mode: &str) -> (Vec<Value>, Value) {
    scene.play(&[faulty(scene, mode, "bad"), scene.faulty("honest", "good")], LIMITS)
}

fn loses_every_game(mode: &str, kind: &str, detail: &str) {
    let scene = Scene::new();
    let (_, report) = match_of(&scene, mode);
    assert_eq!(row(&report, "bad")["losses"], 2, "{report}");
    assert_eq!(report["tables"][0]["faults"]["bad"][kind], 2, "{report}");
    for fault in report["faults"].as_array().expect("faults") {
        assert!(fault["what"].as_str().is_some_and(|what| what.contains(detail)), "{fault}");
    }
    scene.assert_no_engines();
}

fn resigns(mode: &str) {
    let scene = Scene::new();
    let (games, report) = match_of(&scene, mode);
    assert_eq!(row(&report, "bad")["losses"], 2, "{report}");
    assert!(games.iter().all(|game| game["end"].to_string().contains("resign")), "{games:?}");
}

fn plays(mode: &str) {
    let scene = Scene::new();
    let (games, report) = match_of(&scene, mode);
    assert_eq!(report["tables"][0]["endings"]["move limit"], 2, "{report}");
    for game in &games {
        let moves = game["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), 8, "{game}");
        let own = usize::from(game["seating"][0] != 0);
        for played in moves.iter().skip(own).step_by(2) {
            assert_eq!((&played["depth"], &played["nodes"]), (&3.into(), &42.into()), "{game}");
            assert_eq!(played["pv"], played["m"], "{game}");
        }
    }
}

fn openings() {
    let scene = Scene::new();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    std::fs::write(scene.file("book"), format!("{fen}\nd2d4 d7d5 c2c4\n")).expect("written");
    let limits = LIMITS.replace("start", "file=book").replace("--games 2", "--games 4");
    let engines = [faulty(&scene, "honest", "x"), scene.faulty("honest", "u")];
    let (games, report) = scene.play(&engines, &limits);
    assert_eq!(games.len(), 4);
    assert_eq!(report["tables"][0]["endings"]["move limit"], 4, "{report}");
}

fn options() {
    let scene = Scene::new();
    let mut good = faulty(&scene, "honest", "x");
    good.extend(["option.Hash=1".into(), "option.Contempt=7".into()]);
    let (_, report) = scene.play(&[good, scene.faulty("honest", "u")], LIMITS);
    assert_eq!(report["tables"][0]["endings"]["move limit"], 2, "{report}");
}

fn refusals() {
    let scene = Scene::new();
    let with = |mode: &str, word: &str| {
        let mut engine = faulty(&scene, mode, "x");
        engine.push(word.into());
        engine
    };
    for (engine, more, why) in [
        (with("honest", "option.Contempt=101"), "", "expected a number from 0 to 100"),
        (with("honest", "option.Threads=2"), "", r#"it has no option "Threads""#),
        (with("grumpy", "option.Contempt=7"), "", "it has refused a command: "),
        (with("honest", "nodes=5"), "", "cannot limit nodes"),
        (with("honest", ""), "--variant rollerball", "its variants do not include rollerball"),
        (with("honest", ""), "--variant modern3", "no notation for modern3"),
    ] {
        let engine: Vec<String> = engine.into_iter().filter(|word| !word.is_empty()).collect();
        let output = scene.run(&[engine, scene.faulty("honest", "u")], &format!("{LIMITS} {more}"));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(why), "{why}: {text}");
    }
    scene.assert_no_engines();
}

/// Plays the same engine against itself over UCI and over XBoard's protocol. Every game that both
/// protocols have is played for twenty moves, and no fault is reported.
fn both_protocols() {
    let scene = Scene::new();
    let variants = "chess,rollerball,ordinary,ordinary-nocheckers,circular70,roundtable84";
    let engines = [rotunda("u", "proto=uci"), rotunda("x", "proto=xboard option.Hash=1 ponder=on")];
    let words = format!(
        "--variant {variants} --each depth=1 --games 1 --repeat off --maxmoves 20 \
         --openings random plies=4 --seed 3"
    );
    let (games, report) = scene.play(&engines, &words);
    assert_eq!(games.len(), 6);
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(0), "{report}");
    assert!(games.iter().any(|game| game["moves"].as_array().is_some_and(|all| all.len() > 30)));
}
