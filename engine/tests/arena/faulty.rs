//! An engine that plays the first legal move, and has one fault.

use std::io::{self, BufRead, Write};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::ponder::Ponder;
use rotunda_movegen::{Game, Options, Variant};

/// A time longer than any test waits.
const FOREVER: Duration = Duration::from_secs(1000);
/// The time that the slow engine takes to start.
const SLUGGISH: Duration = Duration::from_millis(1500);
/// The move at which faults show.
const LATER: usize = 2;

/// Speaks UCI with the fault of this mode.
pub fn run(mode: &str) {
    match mode {
        "dead" => std::process::exit(7),
        "starts-once" if std::fs::File::create_new("started").is_err() => std::process::exit(7),
        "sluggish" => sleep(SLUGGISH),
        _ => {}
    }
    let mut game = start("chess");
    let mut asked = 0;
    let mut ponder = Ponder::new(mode);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "uci" => greet(mode),
            "isready" => println!("readyok"),
            "setoption" => {
                if let Some(name) = rest.strip_prefix("name UCI_Variant value ") {
                    game = start(name);
                }
            }
            "ucinewgame" if mode == "short-lived" && asked > 0 => return,
            "ucinewgame" => asked = 0,
            "position" => game = set_up(game.variant(), rest),
            "go" | "ponderhit" | "stop" if mode.starts_with("ponder") => {
                ponder.take(word, rest, &game);
            }
            "go" => {
                asked += 1;
                let moves = game.legal_moves();
                let best = moves.first().map_or_else(|| "(none)".into(), ToString::to_string);
                let best = best.as_str();
                if mode == "claim-by-capture" {
                    let capture = moves.iter().find(|mv| mv.is_capture()).map(ToString::to_string);
                    answer("claim", capture.as_deref().unwrap_or(best));
                } else if asked < LATER {
                    println!("info depth 1 score cp 0\nbestmove {best}");
                } else {
                    answer(mode, best);
                }
            }
            "quit" if mode != "deaf" => return,
            _ => {}
        }
    }
    if mode == "deaf" {
        sleep(FOREVER);
    }
}

fn greet(mode: &str) {
    println!("id name faulty");
    if mode != "chess-only" {
        let names: Vec<_> =
            Variant::all().iter().map(|entry| format!("var {}", entry.name)).collect();
        println!("option name UCI_Variant type combo default chess {}", names.join(" "));
    }
    if mode == "litter" {
        // A helper in the engine's process group, which outlives the engine.
        let _ = Command::new("sleep").arg(std::process::id().to_string()).spawn();
    }
    println!("uciok");
}

fn answer(mode: &str, best: &str) {
    match mode {
        "crash" => std::process::exit(3),
        "abort" => std::process::abort(),
        "hang" | "litter" => sleep(FOREVER),
        "cheat" => println!("bestmove a1a1"),
        "nonsense" => println!("bestmove what?"),
        "empty" => println!("bestmove"),
        "none" => println!("bestmove (none)"),
        "slow" => {
            sleep(Duration::from_millis(1200));
            println!("bestmove {best}");
        }
        "twice" => {
            println!("bestmove {best}\nbestmove {best}");
            sleep(Duration::from_millis(20));
        }
        "claim" => println!("info string claim bareking\nbestmove {best}"),
        "gloomy" => println!("info depth 1 score cp -900\nbestmove {best}"),
        "flood" => pour("info depth 1 score cp 1 pv a2a3\n"),
        "line" => pour("info depth 1 "),
        // The engine no longer reads, either.
        "mute" => loop {
            sleep(FOREVER);
        },
        "chatter" => pour("readyok\n"),
        _ => println!("info depth 1 score cp 0\nbestmove {best}"),
    }
}

/// Writes without end.
fn pour(text: &str) {
    let much = text.repeat(1000);
    while io::stdout().write_all(much.as_bytes()).is_ok() {}
}

fn start(name: &str) -> Game {
    let entry = Variant::by_name(name).expect("the match asks for what was offered");
    entry.family(Options::default()).game(None).expect("the start is well-formed")
}

fn set_up(name: &str, text: &str) -> Game {
    let (base, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let family = Variant::by_name(name).expect("known").family(Options::default());
    let mut game = family.game(base.strip_prefix("fen ")).expect("a position");
    moves.split(' ').filter(|text| !text.is_empty()).for_each(|text| {
        game.play_text(text).expect("a legal move");
    });
    game
}
