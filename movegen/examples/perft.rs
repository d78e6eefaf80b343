//! Counts the leaves of a game's tree: `cargo run --release -p rotunda-movegen --example perft
//! circular70 4`.

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let depth = arguments.next().map_or(Ok(3), |depth| depth.parse())?;
    let counts = rotunda_movegen::Variant::by_name(&name)?.game().perft(depth);
    for (mv, leaves) in &counts {
        println!("{mv}: {leaves}");
    }
    let sum: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    println!("\nNodes searched: {sum}");
    Ok(())
}
