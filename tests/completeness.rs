//! Every variant of the registry has all that belongs to a game, and each lack is named in a
//! sentence. `docs/adding-a-variant.md` says how each of them is made.

use std::fs;
use std::path::{Path, PathBuf};

use rotunda_movegen::Variant;

use crate::golden;
use crate::oracle;
use crate::support::{RECORDED, entries};

/// The top folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A row of README's table of variants: the names in its first cell, and the page that it links to.
struct Row {
    names: Vec<String>,
    /// The file in `docs/rules`; that of the row above where it only says "the same".
    page: String,
}

/// The table under the heading `Variants`.
fn rows(readme: &str) -> Vec<Row> {
    let (_, section) = readme.split_once("\n## Variants\n").expect("README lists the variants");
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut rows: Vec<Row> = Vec::new();
    for line in
        section.lines().filter(|line| line.starts_with("| `") && !line.contains("UCI_Variant"))
    {
        let cell = line.split('|').nth(1).unwrap_or_default();
        let names = cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let link = line.split_once("(docs/rules/").and_then(|(_, rest)| rest.split_once(')'));
        let page = match link {
            Some((page, _)) => page.to_owned(),
            None => rows.last().map_or_else(String::new, |row| row.page.clone()),
        };
        rows.push(Row { names, page });
    }
    rows
}

/// What the repository holds of a variant; each lack is a sentence.
fn lacks(entry: &'static Variant, rows: &[Row]) -> Vec<String> {
    let name = entry.name;
    let mut lacks = Vec::new();
    let mut need = |there: bool, sentence: String| {
        if !there {
            lacks.push(sentence);
        }
    };
    let row = rows.iter().find(|row| row.names.iter().any(|known| known == name));
    need(row.is_some(), format!("{name} has no row in README's table of variants"));
    if let Some(row) = row {
        let page = root().join("docs/rules").join(&row.page);
        let is_page =
            fs::read_to_string(page).is_ok_and(|text| text.contains(&format!("`{}", base(name))));
        let page = &row.page;
        need(
            is_page,
            format!(
                "{name} has no rules page: README names docs/rules/{page:?}, which is not there or does not name it"
            ),
        );
    }
    let suite = root().join(format!("tests/perft/{name}.epd"));
    let suite = fs::read_to_string(suite).unwrap_or_default();
    let counts_start =
        suite.lines().any(|line| line.starts_with(&format!("{} ;D1 ", entry.start())));
    need(
        counts_start,
        format!(
            "{name} has no perft suite: tests/perft/{name}.epd should count from {}",
            entry.start()
        ),
    );
    let has_oracle = oracle::entry(name).is_some() || oracle::ring::Ring::new(name).is_some();
    need(
        has_oracle,
        format!(
            "{name} has no oracle: write tests/oracle/*.rs from the rules page and list it in ORACLES of tests/oracle/mod.rs"
        ),
    );
    for folder in ["playthroughs", "transcripts"] {
        let wanted = entry.is_duel() || RECORDED.contains(&name);
        let there = golden::path(folder, name).exists();
        need(
            there || !wanted,
            format!(
                "{name} has no tests/{folder}/{name}.txt: ROTUNDA_RECORD=1 cargo test -p rotunda-tests {folder} records it"
            ),
        );
    }
    lacks
}

/// The part of a name by which a rules page speaks of it: without the number of seats and the teams.
fn base(name: &str) -> String {
    let name = name.split('-').next().unwrap_or(name);
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned()
}

#[test]
fn every_variant_is_complete() {
    let readme = read("README.md");
    let rows = rows(&readme);
    let lacks: Vec<String> = entries().flat_map(|entry| lacks(entry, &rows)).collect();
    assert!(lacks.is_empty(), "see docs/adding-a-variant.md\n{}", lacks.join("\n"));
}

#[test]
fn the_readme_lists_no_other_variants() {
    for row in rows(&read("README.md")) {
        for name in row.names {
            assert!(rotunda_movegen::Variant::by_name(&name).is_ok(), "README lists {name}");
        }
    }
}

#[test]
fn no_file_belongs_to_a_variant_that_is_gone() {
    for (folder, others) in [
        ("perft", &[][..]),
        ("playthroughs", &[][..]),
        ("transcripts", &["bad-input", "xboard"][..]),
    ] {
        let folder = root().join("tests").join(folder);
        for file in fs::read_dir(&folder).expect("the folder is there") {
            let path = file.expect("it can be read").path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            let known = rotunda_movegen::Variant::by_name(stem).is_ok() || others.contains(&stem);
            assert!(known, "{} belongs to no variant", path.display());
        }
    }
}
