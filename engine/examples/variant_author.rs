//! A tool for the author of a variant: it shows the effects of the rules, and lets the engine play.
//!
//! `cargo run --release -p rotunda-engine --example variant_author -- games/games/moebius.toml`

use std::error::Error;
use std::fmt::Write;

use rotunda_movegen::Variant;
use rotunda_notation::sentence;
use rotunda_search::{Limits, Searcher, StopHandle};

/// Nodes of every move of the trial game.
const NODES: u64 = 500;
/// Most plies of the trial game.
const LONGEST: usize = 300;

/// Reports the result of the rules of every game in a file.
///
/// # Errors
/// Returns an error if the file has a mistake: the place, the reason, and an example.
pub fn review(file: &str, text: &str) -> Result<String, Box<dyn Error>> {
    let mut review = String::new();
    for game in rotunda_games::read(file, text)? {
        let variant = game.unlisted()?;
        let start = variant.game();
        writeln!(review, "{}, {} cells\n\n{}", variant.title, variant.cells(), start.draw())?;
        writeln!(review, "{}", game.moves_from(None)?)?;
        for finding in game.findings() {
            writeln!(review, "note: {finding}")?;
        }
        for depth in 1..=3 {
            let leaves: u64 = start.perft(depth).iter().map(|(_, leaves)| leaves).sum();
            writeln!(review, "perft {depth}: {leaves}")?;
        }
        writeln!(review, "a game against itself: {}", trial(variant)?)?;
    }
    Ok(review)
}

/// Lets the engine play against itself; how the game ends.
fn trial(variant: &'static Variant) -> Result<String, Box<dyn Error>> {
    let (mut game, mut searcher) = (variant.game(), Searcher::new()?);
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return Ok(format!("after {ply} plies: {}", sentence(variant, &outcome)));
        }
        let found = searcher.run(&game, &Limits::nodes(NODES), &StopHandle::new(), |_| {});
        game.play(&found.best.ok_or("the game goes on, so there is a move")?)?;
    }
    Ok(format!("unfinished after {LONGEST} plies"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    println!("{}", review(&file, &std::fs::read_to_string(&file)?)?);
    Ok(())
}
