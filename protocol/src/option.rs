//! The option table, and `setoption`.

use std::fmt;
use std::time::Duration;

use rotunda_movegen::Variant;
use rotunda_search::{Evaluation, MultiSearch, Settings};

use crate::error::{CommandError, Reason};
use crate::preferences::{BEST_SKILL, Preference};
use crate::tokens::Tokens;

/// The setting that `setoption` changes.
#[derive(Clone, Debug)]
pub enum Setting {
    /// `Hash`: the size of the hash table in megabytes.
    Hash(usize),
    /// `Clear Hash`.
    ClearHash,
    /// `VariantPath`: a file of games, `None` for none.
    VariantPath(Option<String>),
    /// `UCI_Variant`.
    Variant(&'static Variant),
    /// `Scoring`: whether partial wins count as draws.
    Scoring {
        /// Whether they do.
        classic: bool,
    },
    /// `TeamKingLoss`: the fate of a player whose king is captured while a team mate has one.
    TeamKingLoss {
        /// Whether it is eliminated instead of playing on.
        eliminates: bool,
    },
    /// `EvalFile`: the file of a net or of fitted numbers, `None` for the program's own.
    EvalFile(Option<String>),
    /// An option that concerns the next search only.
    Preference(Preference),
    /// A number of the search, in builds for tuning.
    #[cfg(feature = "tune")]
    Tunable(&'static rotunda_search::Tunable, i32),
}

/// An option's type, default and range, with the function from a value to a [`Setting`].
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number within bounds.
    Spin {
        /// The default.
        default: u32,
        /// The smallest value.
        min: u32,
        /// The largest value.
        max: u32,
        /// The function from a value to the setting.
        set: fn(u32) -> Setting,
    },
    /// True or false.
    Check {
        /// The default.
        default: bool,
        /// The function from a value to the setting.
        set: fn(bool) -> Setting,
    },
    /// One of a list of names, the first of which is the default.
    Combo {
        /// The names.
        values: fn() -> Vec<&'static str>,
        /// The function from the index of a name to the setting.
        set: fn(usize) -> Setting,
    },
    /// A text.
    Text {
        /// The function from a text to the setting; `None` is the default, which means no text.
        set: fn(Option<String>) -> Setting,
    },
    /// An action without a value.
    Button {
        /// The function that returns the action.
        set: fn() -> Setting,
    },
}

/// The default of options with texts.
const NO_TEXT: &str = "<empty>";

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: OptionKind,
}

const OPTIONS: [OptionSpec; 20] = [
    spin("Hash", 16, 1, 33_554_432, |megabytes| Setting::Hash(megabytes as usize)),
    spin("Threads", 1, 1, 512, |n| Setting::Preference(Preference::Threads(n as usize))),
    spin("MultiPV", 1, 1, 500, |n| Setting::Preference(Preference::MultiPv(n as usize))),
    check("Ponder", |on| Setting::Preference(Preference::Ponder(on))),
    spin("Move Overhead", 10, 0, 5000, |milliseconds| {
        let overhead = Duration::from_millis(milliseconds.into());
        Setting::Preference(Preference::MoveOverhead(overhead))
    }),
    OptionSpec { name: "Clear Hash", kind: OptionKind::Button { set: || Setting::ClearHash } },
    check("UCI_ShowWDL", |on| Setting::Preference(Preference::ShowWdl(on))),
    check("UCI_LimitStrength", |on| Setting::Preference(Preference::LimitStrength(on))),
    spin("UCI_Elo", *Settings::ELO.end(), *Settings::ELO.start(), *Settings::ELO.end(), |elo| {
        Setting::Preference(Preference::Elo(elo))
    }),
    spin("Skill Level", BEST_SKILL, 0, BEST_SKILL, |level| {
        Setting::Preference(Preference::SkillLevel(level))
    }),
    check("UCI_AnalyseMode", |on| Setting::Preference(Preference::AnalyseMode(on))),
    OptionSpec { name: "VariantPath", kind: OptionKind::Text { set: Setting::VariantPath } },
    OptionSpec {
        name: "UCI_Variant",
        kind: OptionKind::Combo {
            values: || variants().iter().map(|entry| entry.name).collect(),
            set: |index| Setting::Variant(variants()[index]),
        },
    },
    OptionSpec {
        name: "Scoring",
        kind: OptionKind::Combo {
            values: || vec!["dynamic", "classic"],
            set: |index| Setting::Scoring { classic: index == 1 },
        },
    },
    OptionSpec {
        name: "TeamKingLoss",
        kind: OptionKind::Combo {
            values: || vec!["continue", "eliminate"],
            set: |index| Setting::TeamKingLoss { eliminates: index == 1 },
        },
    },
    OptionSpec {
        name: "MultiSearch",
        kind: OptionKind::Combo {
            values: || MULTI_SEARCHES.map(|(name, _)| name).into(),
            set: |index| Setting::Preference(Preference::MultiSearch(MULTI_SEARCHES[index].1)),
        },
    },
    OptionSpec {
        name: "Evaluation",
        kind: OptionKind::Combo {
            values: || vec!["net", "derived"],
            set: |index| {
                let evaluation = [Evaluation::Net, Evaluation::Derived][index];
                Setting::Preference(Preference::Evaluation(evaluation))
            },
        },
    },
    OptionSpec { name: "EvalFile", kind: OptionKind::Text { set: Setting::EvalFile } },
    OptionSpec {
        name: "EndgameTables",
        kind: OptionKind::Check {
            default: true,
            set: |on| Setting::Preference(Preference::EndgameTables(on)),
        },
    },
    check("Mercy", |on| Setting::Preference(Preference::Mercy(on))),
];

/// Returns the games in the order of `UCI_Variant`: those of two seats first, since some interfaces
/// drop the end of a long list.
fn variants() -> Vec<&'static Variant> {
    let mut games: Vec<_> = Variant::known().collect();
    games.sort_by_key(|entry| entry.seats > 2);
    games
}

/// The values of `MultiSearch`.
const MULTI_SEARCHES: [(&str, MultiSearch); 5] = [
    ("auto", MultiSearch::Auto),
    ("paranoid", MultiSearch::Paranoid),
    ("brs+", MultiSearch::BestReply),
    ("maxn", MultiSearch::MaxN),
    ("mcts", MultiSearch::Mcts),
];

const fn spin(
    name: &'static str,
    default: u32,
    min: u32,
    max: u32,
    set: fn(u32) -> Setting,
) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Spin { default, min, max, set } }
}

const fn check(name: &'static str, set: fn(bool) -> Setting) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Check { default: false, set } }
}

/// Returns all options, in the order in which `uci` lists them.
#[must_use]
pub const fn options() -> &'static [OptionSpec] {
    &OPTIONS
}

/// Returns a choice among names, the first of which is the default.
fn combo(names: &[&str]) -> String {
    let default = names.first().unwrap_or(&NO_TEXT);
    names.iter().fold(format!("combo default {default}"), |text, name| text + " var " + name)
}

impl fmt::Display for OptionSpec {
    /// Writes the line with which `uci` offers the option.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            OptionKind::Spin { default, min, max, .. } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Check { default, .. } => write!(f, "check default {default}"),
            OptionKind::Combo { values, .. } => f.write_str(&combo(&values())),
            OptionKind::Text { .. } => write!(f, "string default {NO_TEXT}"),
            OptionKind::Button { .. } => f.write_str("button"),
        }
    }
}

impl OptionSpec {
    /// Returns the line with which `uci` offers the option to an interface that gets only games for
    /// so many seats.
    #[must_use]
    pub fn offer(&self, seats: Option<usize>) -> String {
        let OptionKind::Combo { values, set } = self.kind else { return self.to_string() };
        let is_told = |index: &usize| match set(*index) {
            Setting::Variant(entry) => seats.is_none_or(|seats| entry.seats == seats),
            _ => true,
        };
        let values = values();
        let names: Vec<&str> =
            (0..values.len()).filter(is_told).map(|index| values[index]).collect();
        format!("option name {} type {}", self.name, combo(&names))
    }

    /// Returns the setting for a value as text.
    fn set(&self, value: &str, tokens: &Tokens) -> Result<Setting, CommandError> {
        let wrong = |right: String| tokens.error_at(value, Reason::WrongValue(right));
        match self.kind {
            OptionKind::Spin { min, max, set, .. } => tokens.parse(value, min..=max).map(set),
            OptionKind::Check { set, .. } if value.eq_ignore_ascii_case("true") => Ok(set(true)),
            OptionKind::Check { set, .. } if value.eq_ignore_ascii_case("false") => Ok(set(false)),
            OptionKind::Check { .. } => Err(wrong("true or false".into())),
            OptionKind::Combo { values, set } => {
                let values = values();
                let index = values.iter().position(|name| name.eq_ignore_ascii_case(value));
                index.map(set).ok_or_else(|| match set(0) {
                    Setting::Variant(_) => tokens.error_at(value, Reason::UnknownVariant),
                    _ => wrong(values.join(" or ")),
                })
            }
            OptionKind::Text { set } => {
                let is_empty = value.is_empty() || value == NO_TEXT;
                Ok(set((!is_empty).then(|| value.to_owned())))
            }
            OptionKind::Button { set } if value.is_empty() => Ok(set()),
            OptionKind::Button { .. } => Err(wrong("left out, this is a button".into())),
        }
    }
}

/// Parses the words after `setoption`: names have any case, and names and values may have several
/// words.
pub(crate) fn parse(mut tokens: Tokens) -> Result<Setting, CommandError> {
    match tokens.next() {
        Some("name") => {}
        Some(word) => return Err(tokens.error_at(word, Reason::UnknownWord)),
        None => return Err(tokens.error(Reason::Missing("name"))),
    }
    let mut has_value = false;
    let name_words = tokens.by_ref().take_while(|&word| {
        has_value = word == "value";
        !has_value
    });
    let name = name_words.collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(tokens.error(Reason::Missing("the name of an option")));
    }
    let value = tokens.by_ref().collect::<Vec<_>>().join(" ");
    #[cfg(feature = "tune")]
    if let Some(tunable) = rotunda_search::tunables().iter().find(|t| t.name == name) {
        let range = tunable.min..=tunable.max;
        return tokens.parse(&value, range).map(|value| Setting::Tunable(tunable, value));
    }
    let option = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(&name));
    let option = option.ok_or_else(|| tokens.error_at(&name, Reason::UnknownOption))?;
    let needs_none = matches!(option.kind, OptionKind::Button { .. } | OptionKind::Text { .. });
    if value.is_empty() && !needs_none {
        return Err(tokens.error_at(&name, Reason::Missing("the value")));
    }
    option.set(&value, &tokens)
}

/// Returns the setting of `NAME=VALUE` in the form of the XBoard protocol: 1 and 0 for true and
/// false, and only the name for a button.
pub(crate) fn parse_pair(text: &str) -> Result<Setting, CommandError> {
    const NAME: &str = "option";
    let tokens = Tokens::new(NAME, "");
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let option = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()));
    let option = option.ok_or_else(|| tokens.error_at(name, Reason::UnknownOption))?;
    let value = match (option.kind, value.trim()) {
        (OptionKind::Check { .. }, "1") => "true",
        (OptionKind::Check { .. }, "0") => "false",
        (_, value) => value,
    };
    option.set(value, &tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a line that UCI2WB 4.1 has room for.
    const UCI2WB_LINE: usize = 1023;
    /// The bytes that it has room for after the word `default`.
    const UCI2WB_VALUE: usize = 255;

    /// Returns the line of the option `UCI_Variant`, and the offered games.
    fn offered(seats: Option<usize>) -> (String, Vec<String>) {
        let mut lines = OPTIONS.iter().map(|option| option.offer(seats));
        let line = lines.find(|line| line.contains("UCI_Variant")).expect("listed");
        assert!(line.len() <= UCI2WB_LINE, "{} bytes", line.len());
        let (_, list) = line.split_once("default ").expect("a combo has a default");
        (list.to_owned(), list.split(" var ").skip(1).map(String::from).collect())
    }

    #[test]
    fn the_list_of_variants_begins_with_chess_and_the_games_of_two_seats() {
        let (list, names) = offered(None);
        assert!(list.starts_with("chess var chess var "), "{list}");
        let seats = names.iter().map(|name| Variant::by_name(name).expect("a game").seats);
        let seats: Vec<usize> = seats.collect();
        assert_eq!(seats.len(), Variant::all().len());
        assert!(seats.is_sorted_by_key(|seats| *seats > 2), "{list}");
        for name in names {
            let set = parse(Tokens::new("setoption", &format!("name UCI_Variant value {name}")));
            assert!(matches!(set, Ok(Setting::Variant(entry)) if entry.name == name), "{name}");
        }
    }

    #[test]
    fn adapters_have_room_for_the_games_of_two_seats() {
        let (list, names) = offered(Some(2));
        assert!(list.len() <= UCI2WB_VALUE, "{} bytes: {list}", list.len());
        let duels = Variant::all().iter().filter(|entry| entry.seats == 2);
        assert_eq!(names, duels.map(|entry| entry.name).collect::<Vec<_>>());
        let (_, none) = offered(Some(5));
        assert_eq!(none, ["modern5", "byzantine5"]);
    }

    #[test]
    fn every_default_is_a_value() {
        for option in OPTIONS {
            let default = match option.kind {
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Check { default, .. } => default.to_string(),
                OptionKind::Combo { values, .. } => values()[0].into(),
                OptionKind::Text { .. } => NO_TEXT.into(),
                OptionKind::Button { .. } => String::new(),
            };
            let line = format!("name {} value {default}", option.name.to_uppercase());
            parse(Tokens::new("setoption", &line)).expect("the default is right");
        }
    }
}
