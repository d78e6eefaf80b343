//! The example of `docs/adding-a-variant.md`: the page quotes these files, and the game that they
//! make is compared with its oracle and counted.

mod cylinder;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use rand::seq::IndexedRandom;
use rotunda_engine::PerftLine;
use rotunda_movegen::{AnyGame, Duel, Game, Rules, VariantTables};
use similar::TextDiff;

use crate::agree::{agree, same_outcome};
use crate::artificial::artificial_fen;
use crate::coverage::{Coverage, required, watch};
use crate::difference::Case;
use crate::golden;
use crate::oracle;
use crate::support::{Oracle, rng};

/// The compiled variant; in the registry, an entry would hold it.
static CYLINDER: LazyLock<VariantTables<1>> =
    LazyLock::new(|| VariantTables::compile(cylinder::spec()).expect("a good specification"));

/// Most plies of a game.
const LONGEST: usize = 400;
/// Plies played from an artificial position.
const SHORT: usize = 4;

/// Plays random moves and compares every position; returns how many.
fn play(oracle: &Oracle, fen: &str, plies: usize, coverage: &mut Coverage) -> usize {
    let facts = oracle::facts(oracle.variant);
    let mut rng = rng(fen);
    let position = Duel::parse(&CYLINDER, fen).expect("a good position");
    let mut line = vec![oracle.rules.parse(fen).expect("both sides accept it")];
    let mut game = Game::<Duel, 1>::from_position(position);
    for played in 0..=plies {
        let now = line.last().expect("a line has a position");
        let attempts = agree::<Duel>(oracle, game.position(), now);
        watch(oracle, facts, now, &attempts, coverage);
        let outcome = oracle.rules.outcome(&line);
        same_outcome(game.outcome(), outcome, Case::new(oracle.variant, &oracle.rules.fen(now)));
        let legal: Vec<_> = attempts.into_iter().filter(|attempt| attempt.legal).collect();
        // Double steps are preferred, so that captures en passant are met.
        let double: Vec<_> = legal.iter().filter(|a| a.after.passed.is_some()).collect();
        let double = double.choose(&mut rng).copied().filter(|_| played.is_multiple_of(2));
        let Some(chosen) = double.or_else(|| legal.choose(&mut rng)).filter(|_| outcome.is_none())
        else {
            return played + 1;
        };
        AnyGame::play(&mut game, &chosen.name).expect("both sides know the move");
        line.push(chosen.after.clone());
    }
    plies + 1
}

#[test]
fn the_example_is_played_as_its_oracle_plays_it() {
    let oracle = Oracle::new("cylinder");
    let facts = oracle::facts("cylinder");
    let (mut coverage, mut rng) = (Coverage::default(), rng("cylinder"));
    let mut positions = 0;
    for _ in 0..facts.extent.games {
        positions += play(&oracle, oracle.rules.start(), LONGEST, &mut coverage);
    }
    for _ in 0..facts.extent.artificial {
        let fen = artificial_fen(&oracle, facts, &mut rng);
        let accepted = Duel::parse(&CYLINDER, &fen).is_ok();
        assert_eq!(accepted, oracle.rules.parse(&fen).is_ok(), "{fen}");
        if accepted {
            positions += play(&oracle, &fen, SHORT, &mut coverage);
        }
    }
    println!("{positions} positions");
    coverage.require("cylinder", &required(facts));
    assert!(positions >= facts.extent.enough, "{positions} positions");
}

/// Most leaves of a count that the oracle makes.
const ORACLE_LIMIT: u64 = 20_000;

/// A line of the suite with the counts of the oracle, as deep as it counts.
fn recorded(oracle: &Oracle, line: &str) -> String {
    let PerftLine { fen, name, .. } = line.parse().expect("a line of a suite");
    let s = oracle.rules.parse(&fen).expect("a good position");
    let counts = (1..).map(|depth| (depth, oracle::perft(&*oracle.rules, &s, depth)));
    let counts = counts.take_while(|(_, leaves)| *leaves <= ORACLE_LIMIT);
    let counts: Vec<_> = counts.map(|(depth, leaves)| format!(";D{depth} {leaves} ")).collect();
    format!("{fen} {}; # {name}\n", counts.concat())
}

#[test]
fn the_example_is_counted_as_its_suite_says() {
    let oracle = Oracle::new("cylinder");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("example/cylinder.epd");
    let suite = fs::read_to_string(&path).expect("the example has a suite");
    if golden::is_recording() {
        let lines: String = suite.lines().map(|line| recorded(&oracle, line)).collect();
        fs::write(path, lines).expect("the folder can be written");
        return;
    }
    for line in suite.lines() {
        let PerftLine { fen, counts, .. } = line.parse().expect("a line of a suite");
        let game = Game::<Duel, 1>::parse(&CYLINDER, &fen).expect("a good position");
        let s = oracle.rules.parse(&fen).expect("a good position");
        for (depth, leaves) in counts {
            let found: u64 = AnyGame::perft(&game, depth).iter().map(|(_, count)| count).sum();
            assert_eq!(found, leaves, "{fen} depth {depth}, by the engine");
            if leaves <= ORACLE_LIMIT {
                let found = oracle::perft(&*oracle.rules, &s, depth);
                assert_eq!(found, leaves, "{fen} depth {depth}, by the oracle");
            }
        }
    }
}

/// The page quotes whole files: a line with a file's name in backticks and a colon, and then the
/// file between fences.
#[test]
fn the_page_quotes_the_files_of_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let page = read("docs/adding-a-variant.md");
    for path in
        ["tests/example/cylinder.rs", "tests/oracle/cylinder.rs", "tests/example/cylinder.epd"]
    {
        let quoted = page.split_once(&format!("\n`{path}`:\n\n```")).and_then(|(_, rest)| {
            let (_, rest) = rest.split_once('\n')?;
            rest.split_once("```\n").map(|(quoted, _)| quoted)
        });
        let quoted = quoted.unwrap_or_else(|| panic!("the page does not quote {path}"));
        let file = read(path);
        let difference = TextDiff::from_lines(quoted, &file).unified_diff().to_string();
        assert!(quoted == file, "{path} is not as the page quotes it\n{difference}");
    }
}
