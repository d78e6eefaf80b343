//! The old words of the command line, which are accepted with a note for one release.

use std::ffi::{OsStr, OsString};

/// Options that take a value and may stand before the command.
const BEFORE_COMMAND: [&str; 4] = ["--load", "--variants", "--protocol", "--seats"];

/// An old option, and its new name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// The command whose option it is; `None` for an option of all commands.
    pub command: Option<&'static str>,
    /// The old option.
    pub old: &'static str,
    /// The new option; or an action that follows the command, and the option that takes the value.
    pub new: &'static str,
}

const fn renamed(command: Option<&'static str>, old: &'static str, new: &'static str) -> Renamed {
    Renamed { command, old, new }
}

/// The list of all old options.
pub const RENAMED: [Renamed; 10] = [
    renamed(None, "--variants", "--load"),
    renamed(Some("board"), "--from", "--view"),
    renamed(Some("serve"), "--games", "--folder"),
    renamed(Some("match"), "--json", "--jsonout"),
    renamed(Some("datagen"), "--nodes", "--soft-nodes"),
    renamed(Some("datagen"), "--opening", "--random-plies"),
    renamed(Some("datagen"), "--net", "--evaluation"),
    renamed(Some("data"), "--verdicts", "verdicts --positions"),
    renamed(Some("train"), "--check", "check"),
    renamed(Some("train"), "--judge", "judge"),
];

/// The words of a command line, without old options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// The words, the program's name first.
    pub words: Vec<OsString>,
    /// The old options that stood there.
    pub old: Vec<Renamed>,
}

impl Words {
    /// Returns the words with new options in place of old ones.
    #[must_use]
    pub fn of(words: impl Iterator<Item = OsString>) -> Self {
        let mut words: Vec<OsString> = words.collect();
        let command = command(&words);
        let name = command.and_then(|at| words[at].to_str()).map(String::from);
        let mut old = Vec::new();
        for renamed in RENAMED {
            if renamed.command.is_none() || renamed.command == name.as_deref() {
                while let Some(at) = words.iter().position(|word| renamed.is(word)) {
                    // Words after `--` are not options.
                    if words[..at].iter().any(|word| word == "--") {
                        break;
                    }
                    renamed.replace(&mut words, at, command);
                    old.push(renamed);
                }
            }
        }
        Self { words, old }
    }

    /// Returns a line for each old option.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        self.old.iter().map(|Renamed { command, old, new }| {
            let command = command.map(|command| format!(" {command}")).unwrap_or_default();
            format!("note: 'rotunda{command} {old}' is 'rotunda{command} {new}' now; the next release refuses the old form")
        })
    }
}

impl Renamed {
    /// Returns whether a word is the old option, perhaps with its value.
    fn is(&self, word: &OsStr) -> bool {
        let rest = word.to_str().and_then(|word| word.strip_prefix(self.old));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    }

    /// Replaces the old option at a place; `command` is the place of the command.
    fn replace(&self, words: &mut Vec<OsString>, at: usize, command: Option<usize>) {
        let word = words.remove(at).into_string().unwrap_or_default();
        let value = word.split_once('=').map(|(_, value)| value);
        let (action, option) = match self.new.split_once(' ') {
            Some((action, option)) => (Some(action), Some(option)),
            None if self.new.starts_with("--") => (None, Some(self.new)),
            None => (Some(self.new), None),
        };
        let new = match (option, value) {
            (Some(option), Some(value)) => Some(format!("{option}={value}")),
            (Some(option), None) => Some(option.into()),
            (None, value) => value.map(Into::into),
        };
        if let Some(new) = new {
            words.insert(at, new.into());
        }
        if let (Some(action), Some(command)) = (action, command) {
            words.insert(command + 1, action.into());
        }
    }
}

/// Returns the place of the command among words.
fn command(words: &[OsString]) -> Option<usize> {
    let mut is_value = false;
    words.iter().enumerate().skip(1).find_map(|(at, word)| {
        let is_option = word.to_str().is_some_and(|word| word.starts_with('-'));
        let is_command = !is_option && !is_value;
        is_value = BEFORE_COMMAND.iter().any(|option| word == option);
        is_command.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Words {
        Words::of(line.split(' ').map(OsString::from))
    }

    #[test]
    fn old_words_become_new_ones() {
        for (old, new) in [
            ("rotunda --variants a.toml play", "rotunda --load a.toml play"),
            ("rotunda play --variants=a.toml", "rotunda play --load=a.toml"),
            ("rotunda --variants a --variants b variants", "rotunda --load a --load b variants"),
            ("rotunda board --from black", "rotunda board --view black"),
            ("rotunda match --json -", "rotunda match --jsonout -"),
            ("rotunda match report r --json x", "rotunda match report r --jsonout x"),
            ("rotunda datagen --nodes 9 --net n", "rotunda datagen --soft-nodes 9 --evaluation n"),
            ("rotunda data a --verdicts 5", "rotunda data verdicts a --positions 5"),
            ("rotunda train --check a.net --seed 3", "rotunda train check a.net --seed 3"),
            ("rotunda train --judge=a.epd", "rotunda train judge a.epd"),
            ("rotunda --variants match train --check a", "rotunda --load match train check a"),
        ] {
            let Words { words: found, old: renamed } = words(old);
            assert_eq!(found.join(OsStr::new(" ")), new, "{old}");
            assert!(!renamed.is_empty(), "{old}");
        }
    }

    #[test]
    fn what_is_no_old_word_stays() {
        for line in [
            "rotunda",
            "rotunda variants --json",
            "rotunda analyse a.epd --nodes 5 --json",
            "rotunda train a --from b.net --out c",
            "rotunda match --games 4 --pgnout a",
            "rotunda match -- --json",
        ] {
            let found = words(line);
            assert_eq!((found.words.join(OsStr::new(" ")), found.old), (line.into(), vec![]));
        }
    }

    #[test]
    fn every_old_word_has_a_note() {
        let notes: Vec<String> = words("rotunda train --check a").notes().collect();
        assert_eq!(notes.len(), 1);
        assert!(notes[0].contains("'rotunda train check' now"), "{}", notes[0]);
    }
}
