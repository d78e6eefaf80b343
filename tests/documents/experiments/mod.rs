//! The record of experiments: its rows are well-formed, none of its games is lost, and its pages
//! follow from the rows.

mod page;
mod plot;
mod record;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::golden::is_recording;

use record::{Area, Row, areas, rows};

/// The rows and games with which each file of the record began.
///
/// Before, they stood in one document of prose and tables. That document held 79,602 games in the
/// columns of its tables, 960 in the table of sizes and generations (24 matches of 40), and 61,570
/// in its sentences.
const FIRST: [(&str, usize, u64); 8] = [
    ("search", 99, 16_901),
    ("tuning", 63, 51_131),
    ("evaluation", 39, 7996),
    ("nets", 292, 41_164),
    ("multiplayer", 27, 14_532),
    ("progress", 67, 5878),
    ("opponents", 41, 4530),
    ("speed", 65, 0),
];

/// Returns the folder of the record.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/experiments")
}

/// Compares a file of the record's folder with a text, or writes the file if the environment asks
/// to record.
fn check(name: &str, text: &str) {
    let path = folder().join(name);
    if is_recording() {
        fs::write(&path, text).expect("the record's folder can be written");
        return;
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        recorded == text,
        "docs/experiments/{name} is out of date: ROTUNDA_RECORD=1 cargo test -p rotunda-tests \
         --test documents experiments writes it anew"
    );
}

#[test]
fn pages_and_plots_are_those_of_the_rows() {
    let areas = areas(&folder());
    let mut record = Vec::new();
    for area in areas {
        let rows = rows(&folder(), &area.name);
        check(&format!("{}.md", area.name), &page::of_area(&area, &rows));
        for section in area.plots() {
            let plot = plot::of_section(section, &rows);
            check(&page::plot_name(&area.name, section), &plot);
        }
        record.push((area, rows));
    }
    check("README.md", &page::index(&record));
    assert_eq!(unused_files(&record), Vec::<String>::new());
}

/// Returns the files in the folder of the record that belong to no area.
fn unused_files(record: &[(Area, Vec<Row>)]) -> Vec<String> {
    let mut known: HashSet<String> =
        ["README.md", "lessons.md", "areas.csv"].map(String::from).into();
    for (area, _) in record {
        known.extend([format!("{}.csv", area.name), format!("{}.md", area.name)]);
        known.extend(area.plots().map(|section| page::plot_name(&area.name, section)));
    }
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let names = names.map(|name| name.into_string().expect("ASCII"));
    names.filter(|name| !known.contains(name)).collect()
}

#[test]
fn no_game_of_the_record_is_lost() {
    let areas = areas(&folder());
    assert!(areas.len() >= FIRST.len());
    for (name, count, games) in FIRST {
        let rows = rows(&folder(), name);
        assert!(rows.len() >= count, "{name}.csv has lost rows: new ones go to its end");
        let sum: u64 = rows[..count].iter().filter_map(|row| row.games).sum();
        assert_eq!(sum, games, "games in the first {count} rows of {name}.csv");
    }
    assert_eq!(FIRST.iter().map(|(_, _, games)| games).sum::<u64>(), 79_602 + 960 + 61_570);
}

#[test]
fn every_row_is_sound() {
    for area in areas(&folder()) {
        for (number, row) in rows(&folder(), &area.name).iter().enumerate() {
            let faults = row.faults();
            assert!(faults.is_empty(), "{}.csv, row {}: {faults:?}", area.name, number + 1);
        }
        let sections = record::sections(&rows(&folder(), &area.name));
        for section in area.plots() {
            assert!(sections.contains(&section.to_owned()), "{}: no section {section}", area.name);
        }
    }
}

#[test]
fn faults_of_rows_are_found() {
    let good = Row::of("2026-11-22,3b21116,a section,A change,chess,5000 nodes,80,+127,68,yes,");
    assert_eq!(good.faults(), Vec::<&str>::new());
    for (text, fault) in [
        ("22.11.2026,3b21116,a,A,chess,5000 nodes,80,+127,68,yes,", "date"),
        ("2026-11-22,nobody!,a,A,chess,5000 nodes,80,+127,68,yes,", "commit"),
        ("2026-11-22,3b21116,,A,chess,5000 nodes,80,+127,68,yes,", "area"),
        ("2026-11-22,3b21116,a,,chess,5000 nodes,80,+127,68,yes,", "change"),
        ("2026-11-22,3b21116,a,A,chess,5000 nodes,80,127,68,yes,", "elo"),
        ("2026-11-22,3b21116,a,A,chess,5000 nodes,80,,68,yes,", "error without elo"),
        ("2026-11-22,3b21116,a,A,chess,5000 nodes,80,+127,68,perhaps,", "kept"),
    ] {
        assert_eq!(Row::of(text).faults(), [fault], "{text}");
    }
}
