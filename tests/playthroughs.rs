//! Golden random games: one of every duel and of some multiplayer games, with position, key, number
//! of moves and checkers of each position.

use std::fmt::Write;

use rand::Rng;
use rotunda_movegen::{Game, Options};

use crate::golden::{check, recorded};
use crate::support::rng;

/// The number of plies after which a random game is broken off.
const LONGEST: usize = 160;

/// Returns one line about a position.
fn line(game: &Game, mv: &str) -> String {
    let (fen, key, legal) = (game.fen(), game.key(), game.legal_moves().len());
    let checkers: Vec<String> =
        game.checkers().into_iter().map(|cell| game.cell_name(cell)).collect();
    format!("{mv}\t{fen}\t{key:016X}\t{legal} legal\tchecked by {checkers:?}")
}

fn random_game(variant: &str) -> String {
    let mut rng = rng(variant);
    let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
    let mut game = entry.family(Options::default()).game(None).expect("a good start");
    let mut text = line(&game, "start") + "\n";
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            let seats = (0..game.seats()).map(|seat| rotunda_movegen::Seat(seat as u8));
            let points: Vec<_> = seats.map(|seat| outcome.points(seat)).collect();
            let _ = writeln!(text, "{} {points:?}", outcome.reason);
            break;
        }
        let legal = game.legal_moves();
        let mv = &legal[rng.random_range(0..legal.len())];
        game.play(mv).expect("it is legal");
        text += &(line(&game, &mv.to_string()) + "\n");
    }
    text
}

#[test]
fn random_games_go_as_recorded() {
    for name in recorded() {
        check("playthroughs", name, &random_game(name));
    }
}
