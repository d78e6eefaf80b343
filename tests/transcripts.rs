//! Golden transcripts: a recorded session of every duel and of some multiplayer games, and one of
//! bad input.
//!
//! A transcript is a file of commands, marked `> `, each followed by its replies. Only what a
//! clock decides is masked.

use std::fs;

use crate::conversation::Conversation;
use crate::golden::{self, check};
use crate::support::recorded;

/// The folder of the transcripts.
const FOLDER: &str = "transcripts";
/// The marker of a command in a transcript.
pub const PROMPT: &str = "> ";

/// A reply without what a clock decides.
pub fn masked(reply: &str) -> String {
    if !reply.starts_with("info ") {
        return reply.into();
    }
    let mut words: Vec<&str> = reply.split(' ').collect();
    for index in 1..words.len() {
        if ["nps", "time"].contains(&words[index - 1]) {
            words[index] = "*";
        }
    }
    words.join(" ")
}

/// The replies to each of the commands, as a session gives them one after another.
pub fn replies(commands: &[String]) -> Vec<Vec<String>> {
    let conversation = Conversation::new();
    let replies = commands.iter().map(|command| conversation.ask(command)).collect();
    conversation.quit();
    replies
}

fn record(commands: &[String]) -> String {
    let mut text = String::new();
    for (command, replies) in commands.iter().zip(replies(commands)) {
        text += &[PROMPT, command, "\n"].concat();
        for reply in replies {
            text += &(masked(&reply) + "\n");
        }
    }
    text
}

#[test]
fn sessions_go_as_recorded() {
    for name in recorded().chain(["bad-input"]) {
        let recorded = fs::read_to_string(golden::path(FOLDER, name)).unwrap_or_default();
        let commands = recorded.lines().filter_map(|line| line.strip_prefix(PROMPT));
        let commands: Vec<String> = commands.map(ToOwned::to_owned).collect();
        assert!(!commands.is_empty(), "{name} has no transcript");
        check(FOLDER, name, &record(&commands));
    }
}
