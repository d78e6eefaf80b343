//! The example of `docs/adding-a-variant.md`. The page quotes these files; the tests compare their
//! game with its oracle and count its moves.

mod cylinder;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use rotunda_movegen::{Duel, FamilyGame, VariantTables, perft};
use rotunda_notation::PerftLine;
use similar::TextDiff;

use crate::comparison::Comparison;
use crate::coverage::required;
use crate::golden;
use crate::oracle;
use crate::support::Oracle;

/// The tables of the variant. In the registry, an entry would hold them.
static CYLINDER: LazyLock<VariantTables<1>> =
    LazyLock::new(|| VariantTables::compile(cylinder::spec()).expect("a good specification"));

#[test]
fn the_example_is_played_as_its_oracle_plays_it() {
    let mut comparison = Comparison::of(Oracle::new("cylinder"), &CYLINDER);
    comparison.explore::<Duel>();
    comparison.finish::<Duel>("cylinder", &required(oracle::facts("cylinder")));
}

/// The most leaves of a count that the oracle makes.
const ORACLE_LIMIT: u64 = 20_000;

/// Returns a line of the suite with the counts of the oracle, up to the depth that it counts.
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
        let game = FamilyGame::<Duel, 1>::parse(&CYLINDER, &fen).expect("a good position");
        let s = oracle.rules.parse(&fen).expect("a good position");
        for (depth, leaves) in counts {
            let found: u64 =
                perft::<Duel, 1>(game.position(), depth).iter().map(|(_, count)| count).sum();
            assert_eq!(found, leaves, "{fen} depth {depth}, by the engine");
            if leaves <= ORACLE_LIMIT {
                let found = oracle::perft(&*oracle.rules, &s, depth);
                assert_eq!(found, leaves, "{fen} depth {depth}, by the oracle");
            }
        }
    }
}

/// Checks that the page quotes whole files: a line with a file's name in backticks and a colon, and
/// then the file between fences.
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
