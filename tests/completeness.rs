//! The completeness of the variants: each variant of the registry has all that belongs to a game,
//! and a sentence names each lack. `docs/adding-a-variant.md` explains how to make each part.

use std::fs;
use std::path::{Path, PathBuf};

use rotunda_movegen::Variant;

use crate::golden::{self, RECORDED};
use crate::oracle;
use crate::recorded;
use crate::wanted::entries;

/// Returns the top folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the missing parts of a variant, each as a sentence.
fn lacks(entry: &'static Variant) -> Vec<String> {
    let name = entry.name;
    let mut lacks = Vec::new();
    let mut need = |there: bool, sentence: String| {
        if !there {
            lacks.push(sentence);
        }
    };
    let file = entry.rules.file;
    let page = fs::read_to_string(root().join("docs/rules").join(file)).unwrap_or_default();
    need(
        page.contains(&format!("`{}", base(name))),
        format!("{name} has no rules page: docs/rules/{file:?} is not there or does not name it"),
    );
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
    for (folder, tests, is_of_all) in [
        ("playthroughs", "playthroughs", false),
        ("transcripts", "transcripts", false),
        (recorded::FOLDER, "oracle_plays", true),
    ] {
        let wanted = is_of_all || entry.is_duel() || RECORDED.contains(&name);
        let there = golden::path(folder, name).exists();
        need(
            there || !wanted,
            format!(
                "{name} has no tests/{folder}/{name}.txt: ROTUNDA_RECORD=1 cargo test -p rotunda-tests {tests} records it"
            ),
        );
    }
    lacks
}

/// Returns the part of a name that a rules page uses: without the number of seats and the teams.
fn base(name: &str) -> String {
    let name = name.split('-').next().unwrap_or(name);
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned()
}

#[test]
fn every_variant_is_complete() {
    let lacks: Vec<String> = entries().flat_map(lacks).collect();
    assert!(lacks.is_empty(), "see docs/adding-a-variant.md\n{}", lacks.join("\n"));
}

#[test]
fn no_file_belongs_to_a_variant_that_is_gone() {
    for (folder, others) in [
        ("perft", &[][..]),
        ("playthroughs", &[][..]),
        (
            "positions",
            &[
                "cylinder",
                "meetings-ordinary",
                "meetings-ordinary-nocheckers",
                "meetings-vaochess",
                "modern4-ab.cd",
                "modern6-ab.cd.ef",
                "modern6-abc.def",
            ][..],
        ),
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
