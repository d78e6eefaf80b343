//! Lists the legal moves of every game's start: `cargo run -p rotunda-movegen --example moves`.

fn main() {
    for entry in rotunda_movegen::Variant::all() {
        let moves = entry.game().legal_moves();
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        println!("{} ({}): {}", entry.title, moves.len(), texts.join(" "));
    }
}
