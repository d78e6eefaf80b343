//! [`Features`]: the declared features of an engine with XBoard's protocol.

use std::collections::BTreeSet;
use std::fmt::Write;

use rotunda_protocol::cecp_client::Feature;

/// The features that the match runner does not need, or follows.
const ACCEPTED: [&str; 23] = [
    "ping",
    "setboard",
    "playother",
    "usermove",
    "time",
    "draw",
    "sigint",
    "sigterm",
    "reuse",
    "analyze",
    "myname",
    "variants",
    "colors",
    "ics",
    "name",
    "pause",
    "nps",
    "debug",
    "memory",
    "smp",
    "highlight",
    "option",
    "done",
];

/// The switches that are on unless the engine turns them off.
const ON_BY_DEFAULT: [&str; 2] = ["time", "reuse"];

/// The declared features of an engine; at the start the protocol's defaults.
#[derive(Debug)]
pub(crate) struct Features {
    /// The names of the switches that are on.
    on: BTreeSet<String>,
    /// The names of the variants; `None` if it has not named any.
    variants: Option<Vec<String>>,
    /// The last value of `done`, if there was any.
    done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        let on = ON_BY_DEFAULT.map(String::from).into();
        Self { on, variants: None, done: None }
    }
}

impl Features {
    /// Records the features of a line and returns the lines that accept or reject them.
    pub fn take(&mut self, features: &[Feature]) -> String {
        let mut answers = String::new();
        for feature in features {
            let is_on = feature.is_on();
            match feature.name.as_str() {
                "variants" => {
                    let names = feature.value.split(',').map(|name| name.trim().to_owned());
                    self.variants = Some(names.collect());
                }
                "done" => self.done = Some(is_on),
                name if is_on && ACCEPTED.contains(&name) => {
                    self.on.insert(name.to_owned());
                }
                name => {
                    self.on.remove(name);
                }
            }
            // Moves are written by cells, never in SAN.
            let is_accepted =
                ACCEPTED.contains(&feature.name.as_str()) || feature.name == "san" && !is_on;
            let word = if is_accepted { "accepted" } else { "rejected" };
            let _ = writeln!(answers, "{word} {}", feature.name);
        }
        answers
    }

    /// Returns whether a feature that can be on or off is on.
    pub fn has(&self, name: &str) -> bool {
        self.on.contains(name)
    }

    /// Returns whether the engine has declared all of its features.
    pub fn is_done(&self) -> bool {
        self.done == Some(true)
    }

    /// Returns whether the engine has asked for more time than the protocol gives.
    pub fn needs_time(&self) -> bool {
        self.done == Some(false)
    }

    /// Returns whether the engine plays a variant, by its name in the protocol. An engine that
    /// names no variants plays chess.
    pub fn plays(&self, name: &str) -> bool {
        match &self.variants {
            Some(variants) => variants.iter().any(|variant| variant == name),
            None => name == "normal",
        }
    }

    /// Returns the command for the megabytes or the threads that an engine may use, by the UCI
    /// option's name; `None` for any other option, or if the engine has no such command.
    pub fn resource_command(&self, option: &str) -> Option<&'static str> {
        match option.to_ascii_lowercase().as_str() {
            "hash" if self.has("memory") => Some("memory"),
            "threads" if self.has("smp") => Some("cores"),
            _ => None,
        }
    }
}
