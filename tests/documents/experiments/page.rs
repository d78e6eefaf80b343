//! The pages of the record, in Markdown.

use std::fmt::Write;

use super::record::{Area, COLUMNS, Row, sections};

/// The meaning of each column in a file of rows.
const MEANINGS: [&str; COLUMNS.len()] = [
    "the day on which the row was written down",
    "the commit that did so; empty in rows that came after the first ones",
    "the section of the page",
    "the change, or what was measured",
    "the variant; several share a row where they were counted together",
    "nodes a move (`5000 nodes`; `3600 v 3000 nodes` for the new and the old program) or a time control (`1+0.01`)",
    "the number of games; empty if none were played, or if the number was not recorded",
    "the gain of the change over the program without it",
    "half of the 95 % interval of the gain",
    "`yes` or `no`; empty where nothing was to be decided",
    "further figures, seeds, reasons",
];

/// The beginning of the generated pages.
const NOTICE: &str = "<!-- Made from the CSV files by ROTUNDA_RECORD=1 cargo test -p rotunda-tests --test documents experiments -->\n\n";

/// Returns the name of the plot of a section.
pub fn plot_name(area: &str, section: &str) -> String {
    let kept = section.to_lowercase();
    let words: Vec<&str> =
        kept.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("{area}-{}.svg", words.join("-"))
}

/// Returns a text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_")
}

/// Returns the gain with its error, `+31 +-36`.
fn gain(row: &Row) -> String {
    match row.error {
        Some(error) => format!("{} +-{error}", row.elo),
        None => row.elo.clone(),
    }
}

/// A column of a table: its heading, and the function that returns the text of a row.
type Column = (&'static str, fn(&Row) -> String);

/// Returns the columns of a section's table that at least one of its rows fills.
fn columns(rows: &[(usize, &Row)]) -> Vec<Column> {
    let all: [Column; 8] = [
        ("change", |row| cell(&row.change)),
        ("variant", |row| cell(&row.variant)),
        ("limit", |row| cell(&row.limit)),
        ("games", |row| row.games.map(|games| games.to_string()).unwrap_or_default()),
        ("Elo", gain),
        ("kept", |row| row.kept.clone()),
        ("note", |row| cell(&row.note)),
        ("written down", |row| format!("{} {}", row.date, row.commit).trim_end().to_owned()),
    ];
    let is_filled = |of: &fn(&Row) -> String| rows.iter().any(|(_, row)| !of(row).is_empty());
    all.into_iter().filter(|(_, of)| is_filled(of)).collect()
}

/// Writes a section: remarks as sentences, all other rows as a table with their numbers.
fn section(page: &mut String, area: &Area, name: &str, rows: &[Row]) {
    let of_section: Vec<&Row> = rows.iter().filter(|row| row.area == name).collect();
    let numbered: Vec<(usize, &Row)> = (1..).zip(of_section).collect();
    writeln!(page, "\n## {}{}", name[..1].to_uppercase(), &name[1..]).expect("memory");
    for (number, row) in numbered.iter().filter(|(_, row)| row.is_remark()) {
        let note = if row.note.is_empty() { String::new() } else { format!(" {}.", row.note) };
        writeln!(page, "\n{number}. {}.{}", cell(&row.change), cell(&note)).expect("memory");
    }
    let measured: Vec<_> = numbered.into_iter().filter(|(_, row)| !row.is_remark()).collect();
    if !measured.is_empty() {
        let columns = columns(&measured);
        let headings: Vec<&str> = columns.iter().map(|(heading, _)| *heading).collect();
        writeln!(page, "\n| | {} |", headings.join(" | ")).expect("memory");
        writeln!(page, "|---|{}", "---|".repeat(columns.len())).expect("memory");
        for (number, row) in measured {
            let cells: Vec<String> = columns.iter().map(|(_, of)| of(row)).collect();
            writeln!(page, "| {number} | {} |", cells.join(" | ")).expect("memory");
        }
    }
    if area.plots().any(|drawn| drawn == name) {
        writeln!(page, "\n![Elo of {name}]({})", plot_name(&area.name, name)).expect("memory");
    }
}

/// Returns the page of an area.
pub fn of_area(area: &Area, rows: &[Row]) -> String {
    let mut page = format!("{NOTICE}# Experiments: {}\n\n{}\n", area.title, area.about);
    writeln!(
        page,
        "\n[All areas](README.md), [the rows of this page as CSV]({}.csv). Numbers in the first column \
         count the rows of a section; plots name rows by them. Errors are half of 95 % intervals.",
        area.name
    )
    .expect("memory");
    for name in sections(rows) {
        section(&mut page, area, &name, rows);
    }
    page
}

/// Returns the page that lists the areas.
pub fn index(record: &[(Area, Vec<Row>)]) -> String {
    let mut page = format!(
        "{NOTICE}# Experiments\n\nEvery change that was tried for strength or speed is a row of a CSV file, \
         failures included. A positive Elo means that the change gained. [Twenty lessons](lessons.md) \
         sum them up.\n\n| area | rows | games | from | to |\n|---|---|---|---|---|\n"
    );
    for (area, rows) in record {
        let games: u64 = rows.iter().filter_map(|row| row.games).sum();
        let dates = || rows.iter().map(|row| row.date.as_str());
        writeln!(
            page,
            "| [{}]({}.md) ([CSV]({}.csv)) | {} | {games} | {} | {} |",
            area.title,
            area.name,
            area.name,
            rows.len(),
            dates().min().unwrap_or_default(),
            dates().max().unwrap_or_default()
        )
        .expect("memory");
    }
    page.push_str("\nThe columns:\n\n| column | what it holds |\n|---|---|\n");
    for (column, meaning) in COLUMNS.iter().zip(MEANINGS) {
        writeln!(page, "| `{column}` | {meaning} |").expect("memory");
    }
    page.push_str(
        "\nTo add an experiment, append a row to the file of its area and write the pages anew:\n\n```sh\n\
         ROTUNDA_RECORD=1 cargo test -p rotunda-tests --test documents experiments\n```\n\n\
         `areas.csv` lists the areas, with the sections that are drawn.\n",
    );
    page
}
