//! The engine plays a game against itself: `cargo run --release --example self_play -- rollerball`.

use std::error::Error;

use rotunda_movegen::Variant;
use rotunda_search::{Event, Limits, Searcher, StopHandle, Value};

/// Nodes of every move.
const NODES: u64 = 20_000;
/// Plies after which the game is left unfinished.
const LONGEST: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "rollerball".into());
    let mut game = Variant::by_name(&name)?.game();
    let mut searcher = Searcher::new()?;
    for ply in 1..=LONGEST {
        if game.outcome().is_some() {
            break;
        }
        let mut score = String::new();
        let result = searcher.run(&game, &Limits::nodes(NODES), &StopHandle::new(), |event| {
            if let Event::Info(info) = event {
                score = match info.value {
                    Value::Centipawns(score) => format!("{score} centipawns"),
                    Value::Mate(moves) => format!("mate in {moves}"),
                };
            }
        });
        let best = result.best.ok_or("the game goes on, so there is a move")?;
        println!("{ply:3}. {best:8} {score}");
        game.play(&best)?;
    }
    match game.outcome() {
        Some(outcome) => println!("{}: {}", game.fen(), outcome.reason),
        None => println!("{}: unfinished", game.fen()),
    }
    Ok(())
}
