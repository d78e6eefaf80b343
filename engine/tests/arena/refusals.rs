//! Wrong options are refused before the first game.

use std::fs;

use libtest_mimic::Trial;

use crate::scene::{Scene, rotunda};
use crate::trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("refusals::words", words),
        trial("refusals::engines", engines_that_cannot_play),
        trial("refusals::files", files),
        trial("refusals::books", books),
        trial("refusals::start_up_has_a_limit_of_its_own", startup),
    ]
}

/// Runs a match that is refused. Returns the reason.
fn refused(scene: &Scene, engines: &[Vec<String>], words: &str) -> String {
    let output = scene.run(engines, words);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words}: {text}");
    assert!(output.stdout.is_empty(), "{words}: there was a match");
    text
}

fn words() {
    let scene = Scene::new();
    let engines = [rotunda("A", "nodes=300"), rotunda("B", "nodes=100")];
    for (words, why) in [
        ("", "how many games"),
        ("--games 2 --variant nochess", "nochess"),
        ("--games 2 --variant chess,chess", "once"),
        ("--games 2 --openings file=absent", "absent"),
        ("--games 2 --resume", "--record"),
        ("--games 2 --shard 3/2", "K/N"),
        ("--games 2 --sprt elo0=5 elo1=0", "elo0"),
        ("--games 2 --each ponder=maybe", "ponder"),
        ("--games 2 --each startup=x", "seconds"),
    ] {
        let text = refused(&scene, &engines, words);
        assert!(text.contains(why), "{words}: {text}");
    }
    refused(&scene, &engines[..1], "--games 2");
}

fn engines_that_cannot_play() {
    let scene = Scene::new();
    let absent = ["--engine", "cmd=/nowhere/engine", "name=absent"].map(String::from).to_vec();
    let with = |mut engine: Vec<String>, word: &str| {
        engine.push(word.into());
        engine
    };
    let good = || scene.faulty("honest", "good");
    fs::write(scene.file("pgn"), "precious").expect("written");
    for (engine, why) in [
        (absent, "absent: engine failed to start: cannot run /nowhere/engine"),
        (with(good(), "dir=/nowhere"), "/nowhere is no directory"),
        (
            with(rotunda("typo", "nodes=1"), "option.EvalFile=typo.net"),
            "typo: engine failed to start: it has refused an option: ",
        ),
        (with(good(), "option.Hsah=1"), r#"it has no option "Hsah""#),
        (with(rotunda("A", ""), "option.Hash=0"), r#"option "Hash=0": expected a number from 1"#),
        (scene.faulty("dead", "dead"), "crash: exit status 7"),
        (scene.faulty("chess-only", "old"), "it has no option UCI_Variant, so it cannot play"),
    ] {
        let words = "--each nodes=1 --games 2 --variant chess,rollerball --record r --pgnout pgn";
        let text = refused(&scene, &[good(), engine], words);
        assert!(text.contains(why), "{text}");
        assert!(!scene.file("r").exists(), "what was refused leaves nothing behind");
        assert_eq!(fs::read_to_string(scene.file("pgn")).expect("still there"), "precious");
    }
    let old = [scene.faulty("chess-only", "old"), good()];
    let (games, _) = scene.play(&old, "--each nodes=1 --games 2 --maxmoves 2");
    assert_eq!(games.len(), 2, "it plays chess");
    scene.assert_no_engines();
}

fn files() {
    let scene = Scene::new();
    let engines = [scene.faulty("honest", "a"), scene.faulty("honest", "b")];
    let words = "--each nodes=1 --games 2 --maxmoves 2 --openings start --record r";
    assert!(scene.run(&engines, words).status.success());
    let record = fs::read_to_string(scene.file("r")).expect("a record");
    fs::hard_link(scene.file("r"), scene.file("linked")).expect("there are links");
    for same in ["--pgnout r", "--pgnout ./r", "--jsonout r", "--pgnout linked", "--jsonout linked"]
    {
        let text = refused(&scene, &engines, &format!("{words} --resume {same}"));
        assert!(text.contains("same file"), "{text}");
        assert_eq!(fs::read_to_string(scene.file("r")).expect("still there"), record, "{same}");
    }
    for notes in ["notes without an end", "notes\n", "{\"a\": 1}\n"] {
        fs::write(scene.file("notes"), notes).expect("written");
        let words = words.replace("--record r", "--record notes --resume");
        let text = refused(&scene, &engines, &words);
        assert!(text.contains("no record of a match"), "{text}");
        assert_eq!(fs::read_to_string(scene.file("notes")).expect("still there"), notes);
    }
    let flipped = record.replacen("\"points\":[50", "\"points\":[70", 1);
    assert_ne!(flipped, record);
    fs::write(scene.file("r"), flipped).expect("written");
    let text = refused(&scene, &engines, &format!("{words} --resume"));
    assert!(text.contains("line 2: is damaged"), "{text}");
    fs::write(scene.file("pgn"), "precious").expect("written");
    let mut report = scene.command(&[], "");
    let output = report.args(["report", "r", "--pgnout", "pgn"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(scene.file("pgn")).expect("still there"), "precious");
}

fn books() {
    let scene = Scene::new();
    let engines = [scene.faulty("honest", "a"), scene.faulty("honest", "b")];
    let words = "--each nodes=1 --games 2 --maxmoves 2 --openings file=book";
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for (book, why) in [
        (format!("e2e4\n{mate}\n"), "line 2: the game is over already"),
        ("e2e4\nf2f3 e7e5 g2g4 d8h4".into(), "line 2: the game is over already"),
        ("e2e5".into(), "line 1: no opening of chess"),
    ] {
        fs::write(scene.file("book"), book).expect("written");
        let text = refused(&scene, &engines, words);
        assert!(text.contains(why), "{text}");
    }
    fs::write(scene.file("book"), "\u{feff}e2e4 e7e5\n").expect("written");
    let (games, _) = scene.play(&engines, words);
    assert_eq!(games[0]["opening"]["moves"][0], "e2e4", "a mark of byte order is no move");
}

fn startup() {
    let scene = Scene::new();
    let engines = [scene.faulty("sluggish", "slow"), scene.faulty("honest", "good")];
    let words = "--each nodes=1 --games 2 --maxmoves 2 --openings start";
    let text = refused(&scene, &engines, &format!("{words} --each startup=0.2"));
    assert!(text.contains("slow: engine failed to start: hang: no uciok within"), "{text}");
    let (_, report) = scene.play(&engines, words);
    assert_eq!(report["tables"][0]["endings"]["move limit"], 2, "{report}");
}
