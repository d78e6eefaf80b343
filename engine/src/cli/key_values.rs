//! Options of the form `key=value key=value ..`, as match tools have them.

use std::str::FromStr;

use rotunda_arena::{
    DrawRule, EngineProtocol, EngineSpec, Model, OpeningSource, Order, PlanError, ResignRule,
    SprtSpec, TimeControlError, seconds,
};
use rotunda_movegen::Variant;
use thiserror::Error;

/// The reason why the words after an option make no sense.
#[derive(Error, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum WordError {
    /// A word is no key with a value.
    #[error("--{option}: {word:?}: expected key=value")]
    NoPair {
        /// The option.
        option: &'static str,
        /// The word.
        word: String,
    },
    /// The option has no such key.
    #[error("--{option}: {key:?}: unknown key")]
    UnknownKey {
        /// The option.
        option: &'static str,
        /// The key.
        key: String,
    },
    /// A value does not fit its key.
    #[error("--{option}: {key}={value}: expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that the key takes.
        expected: &'static str,
    },
    /// A value is no time control.
    #[error("--{option}: tc={value}: {error}")]
    TimeControl {
        /// The option.
        option: &'static str,
        /// The value.
        value: String,
        /// The error.
        error: TimeControlError,
    },
    /// A key that the option needs is missing.
    #[error("--{option}: {what} is missing")]
    Missing {
        /// The option.
        option: &'static str,
        /// The key.
        what: &'static str,
    },
    /// A tuning has one engine.
    #[error("one engine plays against itself: --engine cmd=..")]
    OneEngine,
    /// The words contradict each other.
    #[error("{}", with_remedy(.0))]
    Plan(#[from] PlanError),
}

/// Returns the fault of a plan, and the options that correct it.
fn with_remedy(error: &PlanError) -> String {
    let remedy = match error {
        PlanError::TooFewEngines => ": --engine cmd=.. --engine cmd=..".into(),
        PlanError::NoCommand => ": --engine cmd=..".into(),
        PlanError::NoLimit { .. } => " tc=.., st=.., nodes=.. or depth=..".into(),
        PlanError::NodesOverXboard { .. } => ": use tc=.., st=.. or depth=..".into(),
        PlanError::Endless => " --games, --rounds or --sprt".into(),
        PlanError::UnknownVariant(_) => {
            let names: Vec<_> = Variant::known().map(|entry| entry.name).collect();
            format!("; there are {}", names.join(", "))
        }
        _ => String::new(),
    };
    format!("{error}{remedy}")
}

/// The words after an option, each of them a key and a value.
struct KeyValues<'a> {
    option: &'static str,
    words: &'a [String],
}

impl<'a> KeyValues<'a> {
    fn pairs(&self) -> impl Iterator<Item = Result<(&'a str, &'a str), WordError>> {
        let option = self.option;
        self.words.iter().map(move |word| {
            // Other tools have this one without a value.
            let bare = (word == "ponder").then_some(("ponder", "on"));
            let pair = word.split_once('=').or(bare);
            pair.ok_or_else(|| WordError::NoPair { option, word: word.clone() })
        })
    }

    fn unknown<T>(&self, key: &str) -> Result<T, WordError> {
        Err(WordError::UnknownKey { option: self.option, key: key.into() })
    }

    /// The error for a value that its key does not take.
    fn wrong(&self, key: &str, value: &str, expected: &'static str) -> WordError {
        WordError::Value { option: self.option, key: key.into(), value: value.into(), expected }
    }

    fn number<T: FromStr>(&self, key: &str, value: &str) -> Result<T, WordError> {
        value.parse().map_err(|_| self.wrong(key, value, "a number"))
    }

    fn positive(&self, key: &str, value: &str) -> Result<u64, WordError> {
        let number: u64 = self.number(key, value)?;
        if number == 0 { Err(self.wrong(key, value, "at least 1")) } else { Ok(number) }
    }

    fn milliseconds(&self, key: &str, value: &str) -> Result<u64, WordError> {
        seconds(value).ok_or_else(|| self.wrong(key, value, "seconds"))
    }

    /// The error for a key that the option needs.
    fn missing(&self, what: &'static str) -> WordError {
        WordError::Missing { option: self.option, what }
    }
}

/// The engines of the match: first the settings of `--each`, then those of each `--engine`.
pub fn engines(each: &[String], engines: &[Vec<String>]) -> Result<Vec<EngineSpec>, WordError> {
    let mut specs = Vec::with_capacity(engines.len());
    for words in engines {
        let mut spec = EngineSpec::default();
        configure(&mut spec, &KeyValues { option: "each", words: each })?;
        configure(&mut spec, &KeyValues { option: "engine", words })?;
        specs.push(spec);
    }
    name(&mut specs);
    Ok(specs)
}

/// Gives a name to engines without one, and a number to those of the same name.
fn name(specs: &mut [EngineSpec]) {
    for index in 0..specs.len() {
        let (before, rest) = specs.split_at_mut(index);
        let spec = &mut rest[0];
        if spec.name.is_empty() {
            let path = std::path::Path::new(&spec.command);
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            spec.name = stem.to_string_lossy().into_owned();
        }
        let base = spec.name.clone();
        let mut number = 2;
        while before.iter().any(|other| other.name == spec.name) {
            spec.name = format!("{base} {number}");
            number += 1;
        }
    }
}

fn configure(spec: &mut EngineSpec, words: &KeyValues) -> Result<(), WordError> {
    let limits = &mut spec.limits;
    for pair in words.pairs() {
        let (key, value) = pair?;
        match key {
            "cmd" => spec.command = value.into(),
            "name" => spec.name = value.into(),
            "dir" => spec.dir = Some(value.into()),
            "arg" => spec.args.push(value.into()),
            "proto" => {
                spec.protocol = match value {
                    "uci" => EngineProtocol::Uci,
                    "xboard" | "cecp" => EngineProtocol::Xboard,
                    _ => return Err(words.wrong(key, value, "uci or xboard")),
                }
            }
            "tc" if value == "inf" => limits.clock = None,
            "tc" => {
                let clock = value.parse().map_err(|error| WordError::TimeControl {
                    option: words.option,
                    value: value.into(),
                    error,
                });
                limits.clock = Some(clock?);
            }
            "st" => limits.move_time = Some(words.milliseconds(key, value)?.max(1)),
            "nodes" => limits.nodes = Some(words.positive(key, value)?),
            "depth" => limits.depth = Some(words.positive(key, value)?),
            "timemargin" => limits.margin = words.number(key, value)?,
            "startup" => limits.startup = words.milliseconds(key, value)?.max(1),
            "ponder" => {
                spec.ponder = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(words.wrong(key, value, "on or off")),
                }
            }
            "patience" => limits.patience = words.milliseconds(key, value)?.max(1),
            _ => match key.strip_prefix("option.") {
                Some(option) => {
                    // The engine's own word outweighs everybody's.
                    spec.options.retain(|(name, _)| name != option);
                    spec.options.push((option.into(), value.into()));
                }
                None => return words.unknown(key),
            },
        }
    }
    Ok(())
}

/// Reads `--sprt elo0=.. elo1=.. [alpha=..] [beta=..] [model=normalized|logistic]`.
pub fn sprt(words: &[String]) -> Result<SprtSpec, WordError> {
    let words = KeyValues { option: "sprt", words };
    let (mut spec, mut elo1) = (SprtSpec::default(), None);
    for pair in words.pairs() {
        let (key, value) = pair?;
        match key {
            "elo0" => spec.elo0 = words.number(key, value)?,
            "elo1" => elo1 = Some(words.number(key, value)?),
            "alpha" => spec.alpha = words.number(key, value)?,
            "beta" => spec.beta = words.number(key, value)?,
            "model" => {
                spec.model = match value {
                    "normalized" => Model::Normalized,
                    "logistic" => Model::Logistic,
                    _ => return Err(words.wrong(key, value, "normalized or logistic")),
                }
            }
            _ => return words.unknown(key),
        }
    }
    spec.elo1 = elo1.ok_or_else(|| words.missing("elo1=.."))?;
    spec.check()?;
    Ok(spec)
}

/// Reads `--draw [movenumber=..] movecount=.. score=..`.
pub fn draw(words: &[String]) -> Result<DrawRule, WordError> {
    let words = KeyValues { option: "draw", words };
    let mut rule = DrawRule { move_number: 0, move_count: 0, score: 0 };
    for pair in words.pairs() {
        let (key, value) = pair?;
        match key {
            "movenumber" => rule.move_number = words.number(key, value)?,
            "movecount" => rule.move_count = words.number(key, value)?,
            "score" => rule.score = words.number(key, value)?,
            _ => return words.unknown(key),
        }
    }
    if rule.move_count == 0 {
        return Err(words.missing("movecount=.."));
    }
    Ok(rule)
}

/// Reads `--resign movecount=.. score=..`.
pub fn resign(words: &[String]) -> Result<ResignRule, WordError> {
    let words = KeyValues { option: "resign", words };
    let mut rule = ResignRule { move_count: 0, score: 0 };
    for pair in words.pairs() {
        let (key, value) = pair?;
        match key {
            "movecount" => rule.move_count = words.number(key, value)?,
            "score" => rule.score = words.number(key, value)?,
            _ => return words.unknown(key),
        }
    }
    match rule {
        ResignRule { move_count: 0, .. } => Err(words.missing("movecount=..")),
        ResignRule { score: 0, .. } => Err(words.missing("score=..")),
        rule => Ok(rule),
    }
}

/// Reads `--openings file=.. [order=random|sequential]`, `--openings random [plies=N] [nodes=N]
/// [bound=CP]` or `--openings start`.
pub fn openings(words: &[String]) -> Result<OpeningSource, WordError> {
    match words.first().map(String::as_str) {
        Some("start") if words.len() == 1 => return Ok(OpeningSource::Start),
        Some("random") => {
            return random_openings(&KeyValues { option: "openings", words: &words[1..] });
        }
        _ => {}
    }
    let words = KeyValues { option: "openings", words };
    let (mut file, mut order) = (None, Order::Sequential);
    for pair in words.pairs() {
        match pair? {
            ("file", value) => file = Some(value.to_string()),
            ("order", "random") => order = Order::Random,
            ("order", "sequential") => order = Order::Sequential,
            ("order", value) => return Err(words.wrong("order", value, "random or sequential")),
            // A line shows whether it is a position or a list of moves.
            ("format", "epd" | "fen" | "moves") => {}
            (key, _) => return words.unknown(key),
        }
    }
    let file = file.ok_or_else(|| words.missing("file=.., random or start"))?;
    Ok(OpeningSource::Book { file, order, digest: 0 })
}

fn random_openings(words: &KeyValues) -> Result<OpeningSource, WordError> {
    let OpeningSource::Random { mut plies, mut nodes, mut bound } = OpeningSource::default() else {
        unreachable!("random openings are the default");
    };
    for pair in words.pairs() {
        let (key, value) = pair?;
        match key {
            "plies" => plies = words.number(key, value)?,
            "nodes" => nodes = words.positive(key, value)?,
            "bound" => bound = words.number(key, value)?,
            _ => return words.unknown(key),
        }
    }
    Ok(OpeningSource::Random { plies, nodes, bound })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn engines_take_what_is_said_of_each_and_outweigh_it() {
        let each = words("tc=1+0.1 option.Hash=16");
        let own = [words("cmd=/opt/rotunda option.Hash=1 arg=-q"), words("cmd=rotunda nodes=9")];
        let specs = engines(&each, &own).expect("well-formed");
        assert_eq!([&specs[0].name, &specs[1].name], ["rotunda", "rotunda 2"]);
        assert_eq!(specs[0].options, [("Hash".to_string(), "1".to_string())]);
        assert_eq!(specs[1].limits.nodes, Some(9));
        let wrong = [words("cmd=a tc=1 colour=red")];
        let unknown = WordError::UnknownKey { option: "engine", key: "colour".into() };
        assert_eq!(engines(&each, &wrong), Err(unknown));
        let value = |key: &str, value: &str, expected| WordError::Value {
            option: "engine",
            key: key.into(),
            value: value.into(),
            expected,
        };
        for (word, error) in [
            ("nodes=0", value("nodes", "0", "at least 1")),
            ("depth=x", value("depth", "x", "a number")),
            ("startup=x", value("startup", "x", "seconds")),
            ("ponder=maybe", value("ponder", "maybe", "on or off")),
            ("proto=ucci", value("proto", "ucci", "uci or xboard")),
        ] {
            assert_eq!(engines(&[], &[words(word)]), Err(error), "{word}");
        }
        assert!(matches!(
            engines(&[], &[words("tc=x")]),
            Err(WordError::TimeControl { option: "engine", .. })
        ));
    }

    #[test]
    fn bounds_and_rules() {
        let spec = sprt(&words("elo0=0 elo1=5 alpha=0.05 beta=0.1")).expect("well-formed");
        assert!((spec.elo1 - 5.0).abs() < f64::EPSILON && (spec.beta - 0.1).abs() < f64::EPSILON);
        let missing = |option, what| WordError::Missing { option, what };
        assert_eq!(sprt(&words("elo0=5 elo1=0")), Err(PlanError::SprtElo.into()));
        assert_eq!(sprt(&words("elo1=5 alpha=2")), Err(PlanError::SprtRates.into()));
        assert_eq!(sprt(&words("elo0=1")), Err(missing("sprt", "elo1=..")));
        let no_pair = WordError::NoPair { option: "sprt", word: "elo1".into() };
        assert_eq!(sprt(&words("elo1")), Err(no_pair));
        assert!(draw(&words("movenumber=30 movecount=8 score=10")).is_ok());
        assert_eq!(draw(&words("score=10")), Err(missing("draw", "movecount=..")));
        assert_eq!(resign(&words("movecount=3")), Err(missing("resign", "score=..")));
        assert!(matches!(
            openings(&words("random plies=4")),
            Ok(OpeningSource::Random { plies: 4, .. })
        ));
        let no_source = missing("openings", "file=.., random or start");
        assert_eq!(openings(&words("order=random")), Err(no_source));
        let unknown = WordError::UnknownKey { option: "openings", key: "y".into() };
        assert_eq!(openings(&words("file=x y=z")), Err(unknown));
    }
}
