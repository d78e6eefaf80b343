//! The library as docs/crates.md shows it, which a test compares with this file.

use rotunda_search::{Limits, Searcher, StopHandle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = rotunda_movegen::Variant::by_name("rollerball")?.game();
    for mv in game.legal_moves() {
        println!("{mv}");
    }
    let mv = game.parse_move("c2b3")?;
    game.play(&mv)?;
    println!("{} {:?}", game.fen(), game.outcome());

    let mut searcher = Searcher::new()?;
    let result = searcher.run(&game, &Limits::depth(8), &StopHandle::new(), |_event| {});
    if let Some(best) = result.best {
        println!("{best}");
    }
    Ok(())
}
