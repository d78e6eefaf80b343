//! Options of the form `key=value key=value ..`, as match tools have them.

use std::str::FromStr;
use std::time::Duration;

use crate::plan::{
    DrawRule, EngineProtocol, EngineSpec, OpeningSource, Order, ResignRule, TimeControl,
};
use crate::sprt::{Model, SprtSpec};

/// Longest time that is told apart from a longer one, in seconds: some thirty years.
const LONGEST: f64 = 1e9;

/// Milliseconds of a minute.
const MINUTE: u64 = 60_000;

/// The words after an option, each of them a key and a value.
struct KeyValues<'a> {
    option: &'static str,
    words: &'a [String],
}

impl<'a> KeyValues<'a> {
    fn pairs(&self) -> impl Iterator<Item = Result<(&'a str, &'a str), String>> {
        let option = self.option;
        self.words.iter().map(move |word| {
            // Other tools have this one without a value.
            let bare = (word == "ponder").then_some(("ponder", "on"));
            let pair = word.split_once('=').or(bare);
            pair.ok_or_else(|| format!("--{option}: {word:?}: expected key=value"))
        })
    }

    fn unknown<T>(&self, key: &str) -> Result<T, String> {
        Err(format!("--{}: {key:?}: unknown key", self.option))
    }

    fn number<T: FromStr>(&self, key: &str, value: &str) -> Result<T, String> {
        value.parse().map_err(|_| format!("--{}: {key}={value}: expected a number", self.option))
    }

    fn positive(&self, key: &str, value: &str) -> Result<u64, String> {
        let number: u64 = self.number(key, value)?;
        if number == 0 {
            return Err(format!("--{}: {key}={value}: expected at least 1", self.option));
        }
        Ok(number)
    }

    fn milliseconds(&self, key: &str, value: &str) -> Result<u64, String> {
        seconds(value).ok_or_else(|| format!("--{}: {key}={value}: expected seconds", self.option))
    }
}

/// Seconds, with a fraction perhaps, in milliseconds; `None` if it is no such number.
fn seconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    let valid = (0.0..=LONGEST).contains(&seconds);
    valid.then(|| Duration::from_secs_f64(seconds).as_millis() as u64)
}

/// A time control in the words of cutechess-cli: `[moves/][minutes:]seconds[+increment]`.
fn time_control(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base = match base.split_once(':') {
        Some((minutes, rest)) => u64::from(minutes.parse::<u32>().ok()?) * MINUTE + seconds(rest)?,
        None => seconds(base)?,
    };
    let increment = seconds(increment)?;
    (base > 0 || increment > 0).then_some(TimeControl { moves, base, increment })
}

/// The engines of the match: what `--each` says, and then what each `--engine` says.
pub(crate) fn engines(each: &[String], engines: &[Vec<String>]) -> Result<Vec<EngineSpec>, String> {
    if engines.len() < 2 {
        return Err("a match needs two engines: --engine cmd=.. --engine cmd=..".into());
    }
    let mut specs = Vec::with_capacity(engines.len());
    for words in engines {
        let mut spec = EngineSpec::default();
        configure(&mut spec, &KeyValues { option: "each", words: each })?;
        configure(&mut spec, &KeyValues { option: "engine", words })?;
        if spec.command.is_empty() {
            return Err("--engine: cmd=.. is missing".into());
        }
        if !spec.limits.any() {
            let why = "how long may it think? tc=.., st=.., nodes=.. or depth=..";
            return Err(format!("--engine cmd={}: {why}", spec.command));
        }
        if spec.protocol == EngineProtocol::Xboard && spec.limits.nodes.is_some() {
            let why = "XBoard's protocol cannot limit nodes: use tc=.., st=.. or depth=..";
            return Err(format!("--engine cmd={}: {why}", spec.command));
        }
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

fn configure(spec: &mut EngineSpec, words: &KeyValues) -> Result<(), String> {
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
                    _ => return Err(format!("--{}: proto: expected uci or xboard", words.option)),
                }
            }
            "tc" if value == "inf" => limits.clock = None,
            "tc" => {
                let error =
                    || format!("--{}: tc={value}: expected [moves/][min:]sec[+inc]", words.option);
                limits.clock = Some(time_control(value).ok_or_else(error)?);
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
                    _ => return Err(format!("--{}: ponder: expected on or off", words.option)),
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

/// `--sprt elo0=.. elo1=.. [alpha=..] [beta=..] [model=normalized|logistic]`.
pub(crate) fn sprt(words: &[String]) -> Result<SprtSpec, String> {
    let words = KeyValues { option: "sprt", words };
    let mut spec =
        SprtSpec { elo0: 0.0, elo1: f64::NAN, alpha: 0.05, beta: 0.05, model: Model::Normalized };
    for pair in words.pairs() {
        let (key, value) = pair?;
        match key {
            "elo0" => spec.elo0 = words.number(key, value)?,
            "elo1" => spec.elo1 = words.number(key, value)?,
            "alpha" => spec.alpha = words.number(key, value)?,
            "beta" => spec.beta = words.number(key, value)?,
            "model" => {
                spec.model = match value {
                    "normalized" => Model::Normalized,
                    "logistic" => Model::Logistic,
                    _ => return Err("--sprt: model: expected normalized or logistic".into()),
                }
            }
            _ => return words.unknown(key),
        }
    }
    let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
    if !(spec.elo0.is_finite() && spec.elo1.is_finite() && spec.elo0 < spec.elo1) {
        return Err("--sprt: elo0 must be less than elo1".into());
    }
    if !is_chance(spec.alpha) || !is_chance(spec.beta) {
        return Err("--sprt: alpha and beta must lie between 0 and 0.5".into());
    }
    Ok(spec)
}

/// `--draw [movenumber=..] movecount=.. score=..`.
pub(crate) fn draw(words: &[String]) -> Result<DrawRule, String> {
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
        return Err("--draw: movecount=.. is missing".into());
    }
    Ok(rule)
}

/// `--resign movecount=.. score=..`.
pub(crate) fn resign(words: &[String]) -> Result<ResignRule, String> {
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
    if rule.move_count == 0 || rule.score == 0 {
        return Err("--resign: movecount=.. and score=.. are needed".into());
    }
    Ok(rule)
}

/// `--openings file=.. [order=random|sequential]`, `--openings random [plies=N] [nodes=N]
/// [bound=CP]`, `--openings start`.
pub(crate) fn openings(words: &[String]) -> Result<OpeningSource, String> {
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
            ("order", _) => return Err("--openings: order: expected random or sequential".into()),
            // Whether a line is a position or a list of moves can be seen.
            ("format", "epd" | "fen" | "moves") => {}
            (key, _) => return words.unknown(key),
        }
    }
    let file = file.ok_or("--openings: expected file=.., random or start")?;
    Ok(OpeningSource::Book { file, order, digest: 0 })
}

fn random_openings(words: &KeyValues) -> Result<OpeningSource, String> {
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
    fn time_controls_are_those_of_cutechess() {
        let control = |moves, base, increment| Some(TimeControl { moves, base, increment });
        assert_eq!(time_control("40/1:30+0.5"), control(Some(40), 90_000, 500));
        assert_eq!(time_control("10+0.1"), control(None, 10_000, 100));
        assert_eq!(time_control("0.25"), control(None, 250, 0));
        for wrong in ["", "x", "-1", "0/5", "0", "1e300", "5+", "NaN"] {
            assert_eq!(time_control(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn engines_take_what_is_said_of_each_and_outweigh_it() {
        let each = words("tc=1+0.1 option.Hash=16");
        let own = [words("cmd=/opt/rotunda option.Hash=1 arg=-q"), words("cmd=rotunda nodes=9")];
        let specs = engines(&each, &own).expect("well-formed");
        assert_eq!([&specs[0].name, &specs[1].name], ["rotunda", "rotunda 2"]);
        assert_eq!(specs[0].options, [("Hash".to_string(), "1".to_string())]);
        assert_eq!(specs[1].limits.nodes, Some(9));
        assert!(engines(&each, &own[..1]).is_err());
        assert!(engines(&[], &own).expect_err("no limit").contains("how long"));
        let wrong = [words("cmd=a tc=1 colour=red"), words("cmd=b")];
        assert!(engines(&each, &wrong).expect_err("no such key").contains("colour"));
    }

    #[test]
    fn bounds_and_rules() {
        let spec = sprt(&words("elo0=0 elo1=5 alpha=0.05 beta=0.1")).expect("well-formed");
        assert!((spec.elo1 - 5.0).abs() < f64::EPSILON && (spec.beta - 0.1).abs() < f64::EPSILON);
        assert!(sprt(&words("elo0=5 elo1=0")).is_err() && sprt(&words("elo0=1")).is_err());
        assert!(sprt(&words("elo1=5 alpha=2")).is_err() && sprt(&words("elo1")).is_err());
        assert!(draw(&words("movenumber=30 movecount=8 score=10")).is_ok());
        assert!(draw(&words("score=10")).is_err() && resign(&words("movecount=3")).is_err());
        assert!(matches!(
            openings(&words("random plies=4")),
            Ok(OpeningSource::Random { plies: 4, .. })
        ));
        assert!(
            openings(&words("order=random")).is_err() && openings(&words("file=x y=z")).is_err()
        );
    }
}
