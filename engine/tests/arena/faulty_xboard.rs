//! An engine over XBoard's protocol that plays the first legal move, and has one fault.

use std::io::{self, BufRead};

use rotunda_movegen::Game;
use rotunda_protocol::cecp::Notation;

/// The prefix of this engine's modes.
pub const PREFIX: &str = "xboard-";
/// The move at which faults show.
const LATER: usize = 2;

/// The engine's state.
struct Engine<'a> {
    mode: &'a str,
    notation: Notation,
    game: Game,
    plays: bool,
    moves: usize,
    games: usize,
}

/// Speaks XBoard's protocol with the fault of this mode.
pub fn run(mode: &str) {
    let notation = Notation::named("normal").expect("chess is offered");
    let game = notation.variant().game();
    let mut engine = Engine { mode, notation, game, plays: false, moves: 0, games: 0 };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "quit" => return,
            "protover" => greet(mode),
            "ping" => println!("pong {rest}"),
            "new" => engine.begin("normal"),
            "variant" => engine.begin(rest),
            "option" if mode == "grumpy" => println!("Error (bad option): {line}"),
            "setboard" => {
                let fen = engine.notation.own_fen(rest);
                engine.game = engine.notation.variant().game_from(Some(&fen)).expect("a position");
            }
            "force" => engine.plays = false,
            "go" => {
                engine.plays = true;
                engine.answer();
            }
            "usermove" => engine.take(rest),
            _ if engine.notation.find(&engine.game, word).is_some() => engine.take(word),
            _ => {}
        }
    }
}

fn greet(mode: &str) {
    match mode {
        // Version 1 of the protocol has no features.
        "old" => {}
        "slow" => {
            println!("feature done=0");
            std::thread::sleep(std::time::Duration::from_millis(2500));
            println!("feature ping=1 setboard=1 usermove=1 done=1");
        }
        "single" => println!("feature ping=1 reuse=0 done=1"),
        _ => println!(
            "feature ping=1 setboard=1 usermove=1 san=1 variants=\"normal,ordinary\" \
             option=\"Contempt -spin 0 0 100\" memory=1 done=1"
        ),
    }
}

impl Engine<'_> {
    fn begin(&mut self, name: &str) {
        // An engine with reuse=0 plays one game only.
        if name == "normal" {
            self.games += 1;
            assert!(self.mode != "single" || self.games < 3, "a process for each game");
        }
        self.notation = Notation::named(name).expect("it was offered");
        self.game = self.notation.variant().game();
        (self.plays, self.moves) = (true, 0);
    }

    fn take(&mut self, theirs: &str) {
        if self.mode == "denier" && self.moves >= LATER {
            println!("Illegal move: {theirs}");
            return;
        }
        let own = self.notation.find(&self.game, theirs).expect("a legal move");
        self.game.play(&own).expect("a legal move");
        if self.plays {
            self.answer();
        }
    }

    fn answer(&mut self) {
        self.moves += 1;
        if self.moves > LATER {
            match self.mode {
                "cheat" => return println!("move a1a1"),
                "quitter" => return println!("resign"),
                "drawn" => return println!("1/2-1/2 {{bored}}"),
                "beaten" => {
                    let is_white = self.game.turn().index() == 0;
                    return println!("{} {{beaten}}", if is_white { "0-1" } else { "1-0" });
                }
                _ => {}
            }
        }
        let Some(best) = self.game.legal_moves().first().cloned() else { return };
        let legs = self.notation.legs(&self.game, &best);
        println!("3 -25 1 42 {}", legs.concat());
        for leg in &legs {
            println!("move {leg}");
        }
        self.game.play(&best).expect("a legal move");
    }
}
