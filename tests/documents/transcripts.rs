//! Golden transcripts: a recorded session of every duel and of some multiplayer games, one of bad
//! input, and one in XBoard's protocol.
//!
//! A transcript is a file of commands, marked `> `, each followed by its replies. Masks hide only
//! the figures that depend on a clock. A transcript that begins with `xboard` is in XBoard's
//! protocol.

use std::fs;

use crate::conversation::Conversation;
use crate::golden::{self, check, recorded};

/// The folder of the transcripts.
const FOLDER: &str = "transcripts";
/// The marker of a command in a transcript.
pub const PROMPT: &str = "> ";

/// Returns a reply with masks for the figures that depend on a clock.
pub fn masked(reply: &str) -> String {
    if let Some((figures, line)) = reply.split_once('\t') {
        return format!("{}\t{line}", masked_figures(figures));
    }
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

/// Returns the figures of a line of thinking in XBoard's protocol, with masks for time and speed.
fn masked_figures(figures: &str) -> String {
    let mut words: Vec<&str> = figures.split(' ').collect();
    if words.len() == 7 {
        (words[2], words[5]) = ("*", "*");
    }
    words.join(" ")
}

/// Returns the replies to a command of a conversation in XBoard's protocol, up to the answer to a
/// `ping` with this number, which waits for the engine's move.
fn ask_xboard(conversation: &Conversation, command: &str, number: usize) -> Vec<String> {
    conversation.send(command);
    conversation.send(&format!("ping {number}"));
    let pong = format!("pong {number}");
    let mut replies = conversation.until(|line| line == pong);
    replies.pop();
    replies
}

/// Returns the replies to each of the commands, in one session.
pub fn replies(commands: &[String]) -> Vec<Vec<String>> {
    let conversation = Conversation::new();
    let is_xboard = commands.first().is_some_and(|command| command == "xboard");
    let ask = |(command, number): (&String, usize)| {
        if is_xboard {
            ask_xboard(&conversation, command, number)
        } else {
            conversation.ask(command)
        }
    };
    let replies = commands.iter().zip(1..).map(ask).collect();
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
    for name in recorded().chain(["bad-input", "xboard"]) {
        let recorded = fs::read_to_string(golden::path(FOLDER, name)).unwrap_or_default();
        let commands = recorded.lines().filter_map(|line| line.strip_prefix(PROMPT));
        let commands: Vec<String> = commands.map(ToOwned::to_owned).collect();
        assert!(!commands.is_empty(), "{name} has no transcript");
        check(FOLDER, name, &record(&commands));
    }
}
