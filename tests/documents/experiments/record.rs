//! The rows of the record, as its CSV files hold them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use csv::StringRecord;

/// The columns of a file of rows.
pub const COLUMNS: [&str; 11] = [
    "date", "commit", "area", "change", "variant", "limit", "games", "elo", "error", "kept", "note",
];

/// One measured change.
pub struct Row {
    /// The day of the entry, `2026-11-22`.
    pub date: String,
    /// The commit of the entry, or empty.
    pub commit: String,
    /// The section of the page.
    pub area: String,
    /// The change, or the subject of a measurement.
    pub change: String,
    /// The variant, several variants, or empty.
    pub variant: String,
    /// The limit: nodes a move or a time control.
    pub limit: String,
    /// The number of games, if it is known.
    pub games: Option<u64>,
    /// The gain in Elo with its sign, or empty.
    pub elo: String,
    /// Half of the 95 % interval, in Elo.
    pub error: Option<f64>,
    /// `yes`, `no`, or empty if there was no decision.
    pub kept: String,
    /// Further figures and reasons.
    pub note: String,
}

impl Row {
    /// Creates a row from its fields in the order of [`COLUMNS`].
    fn new(record: &StringRecord) -> Self {
        assert_eq!(record.len(), COLUMNS.len(), "{record:?}");
        let field = |column: &str| {
            let index = COLUMNS.iter().position(|name| *name == column).expect("a column");
            record[index].to_owned()
        };
        let number = |column: &str| {
            let text = field(column);
            let is_number = text.is_empty() || text.parse::<u64>().is_ok();
            assert!(is_number, "{column} is '{text}' in {record:?}");
            text.parse().ok()
        };
        Self {
            date: field("date"),
            commit: field("commit"),
            area: field("area"),
            change: field("change"),
            variant: field("variant"),
            limit: field("limit"),
            games: number("games"),
            elo: field("elo"),
            error: number("error").map(|error| error as f64),
            kept: field("kept"),
            note: field("note"),
        }
    }

    /// Creates a row from one line of CSV.
    pub fn of(line: &str) -> Self {
        let mut reader = reader(line.as_bytes(), false);
        Self::new(&reader.records().next().expect("a line").expect("CSV"))
    }

    /// Returns the gain in Elo.
    pub fn gain(&self) -> Option<f64> {
        self.elo.parse().ok()
    }

    /// Returns whether the row holds sentences only: a set-up, a finding, a conclusion.
    pub fn is_remark(&self) -> bool {
        let fields = [&self.limit, &self.variant, &self.elo, &self.kept];
        self.games.is_none() && fields.iter().all(|field| field.is_empty())
    }

    /// Returns the columns with a wrong value.
    pub fn faults(&self) -> Vec<&'static str> {
        let shape = |text: &str, shape: &str| {
            let fits = |(c, s): (char, char)| if s == '0' { c.is_ascii_digit() } else { c == s };
            text.len() == shape.len() && text.chars().zip(shape.chars()).all(fits)
        };
        let is_hex = self.commit.chars().all(|c| c.is_ascii_hexdigit());
        let has_sign = self.elo.starts_with(['+', '-']) || self.elo == "0";
        let checks = [
            (shape(&self.date, "0000-00-00"), "date"),
            (self.commit.is_empty() || self.commit.len() == 7 && is_hex, "commit"),
            (!self.area.is_empty(), "area"),
            (self.change.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "change"),
            (self.elo.is_empty() || has_sign && self.gain().is_some(), "elo"),
            (self.error.is_none() || !self.elo.is_empty(), "error without elo"),
            (["yes", "no", ""].contains(&self.kept.as_str()), "kept"),
        ];
        checks.into_iter().filter(|(is_sound, _)| !is_sound).map(|(_, name)| name).collect()
    }
}

/// A part of the record with a file and a page of its own.
pub struct Area {
    /// The stem of its files.
    pub name: String,
    /// The heading of its page.
    pub title: String,
    /// The method by which its rows were measured.
    pub about: String,
    /// The sections with a plot, with `|` between them.
    plots: String,
}

impl Area {
    /// Returns the sections with a plot.
    pub fn plots(&self) -> impl Iterator<Item = &str> {
        self.plots.split('|').filter(|section| !section.is_empty())
    }
}

/// Returns a reader of CSV.
fn reader<R: Read>(input: R, has_headers: bool) -> csv::Reader<R> {
    csv::ReaderBuilder::new().has_headers(has_headers).from_reader(input)
}

/// Returns the records of a file, which must have these columns.
fn records(path: &Path, columns: &[&str]) -> Vec<StringRecord> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = reader(file, true);
    assert_eq!(reader.headers().expect("a first line"), columns, "{}", path.display());
    reader.records().map(|record| record.expect("CSV")).collect()
}

/// Returns the areas in the order of the book.
pub fn areas(folder: &Path) -> Vec<Area> {
    let records = records(&folder.join("areas.csv"), &["name", "title", "about", "plots"]);
    let area = |record: &StringRecord| Area {
        name: record[0].to_owned(),
        title: record[1].to_owned(),
        about: record[2].to_owned(),
        plots: record[3].to_owned(),
    };
    records.iter().map(area).collect()
}

/// Returns the rows of an area.
pub fn rows(folder: &Path, area: &str) -> Vec<Row> {
    let records = records(&folder.join(format!("{area}.csv")), &COLUMNS);
    records.iter().map(Row::new).collect()
}

/// Returns the sections of some rows, in the order in which they begin.
pub fn sections(rows: &[Row]) -> Vec<String> {
    let mut found = Vec::new();
    for row in rows {
        if !found.contains(&row.area) {
            found.push(row.area.clone());
        }
    }
    found
}
