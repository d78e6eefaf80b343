//! Says how a game stands after some moves: `cargo run -p rotunda-movegen --example arbiter chess
//! f2f3 e7e5 g2g4 d8h4`.

use std::env;
use std::error::Error;

use rotunda_movegen::{Seat, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let mut game = Variant::by_name(&name)?.game();
    for text in arguments {
        let mv = game.parse_move(&text).map_err(|error| format!("{text}: {error}"))?;
        game.play(&mv)?;
    }
    println!("{}", game.fen());
    match game.outcome() {
        None => println!("the game goes on with {} moves", game.legal_moves().len()),
        Some(outcome) => {
            let seats = (0..game.seats() as u8).map(Seat);
            let points: Vec<String> = seats.map(|seat| outcome.points(seat).to_string()).collect();
            println!("{}: {}", outcome.reason, points.join(" "));
        }
    }
    Ok(())
}
