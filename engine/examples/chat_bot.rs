//! A bot that plays in the channels of a chat, one game in each. Here the chat is the terminal:
//! `general: new rollerball`, `general: c2b3`, `general: board`.
//!
//! `cargo run --release -p rotunda-engine --example chat_bot`

use std::collections::HashMap;
use std::error::Error;

use rotunda_board::{Picture, svg};
use rotunda_movegen::{Game, Variant};
use rotunda_notation::{Notation, sentence};
use rotunda_search::{Limits, Searcher, StopHandle};

/// The bot, with the game of each channel.
#[derive(Default)]
pub struct Bot(HashMap<String, (&'static Variant, Game)>);

impl Bot {
    /// Answers a message of a channel.
    ///
    /// # Errors
    /// Returns an error if the channel has no game, or the message is not a legal move.
    pub fn answer(&mut self, channel: &str, message: &str) -> Result<String, Box<dyn Error>> {
        if let Some(name) = message.strip_prefix("new ") {
            let variant = Variant::by_name(name)?;
            self.0.insert(channel.into(), (variant, variant.game()));
            return Ok(format!("{}: your move.", variant.title));
        }
        let no_game = "there is no game here; say 'new chess'";
        let (variant, game) = self.0.get_mut(channel).ok_or(no_game)?;
        if message == "board" {
            return Ok(svg(variant, game, &Picture::default()));
        }
        let notation = Notation::of(variant);
        notation.play(game, message)?;
        if let Some(outcome) = game.outcome() {
            return Ok(sentence(variant, &outcome));
        }
        let found = Searcher::new()?.run(game, &Limits::nodes(5000), &StopHandle::new(), |_| {});
        let best = found.best.ok_or("the game goes on, so there is a move")?;
        let text = notation.write(game, &best);
        game.play(&best)?;
        Ok(game
            .outcome()
            .map_or(text.clone(), |end| format!("{text}. {}", sentence(variant, &end))))
    }
}

fn main() {
    let mut bot = Bot::default();
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (channel, message) = line.split_once(": ").unwrap_or(("general", &line));
        let answer = bot.answer(channel, message.trim());
        println!("{}", answer.unwrap_or_else(|error| error.to_string()));
    }
}
