//! The table of nets in `search/nets` is made from the headers of their files.

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::golden::is_recording;

/// The lines of the page between which the table stands.
const OPENING: &str = "<!-- nets: written by ROTUNDA_RECORD=1, tests/documents/net_list.rs -->\n";
const CLOSING: &str = "<!-- end of nets -->\n";
/// The places in a file of the length of the header, and of the header itself.
const LENGTH: usize = 8;
const HEADER: usize = 12;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/nets")
}

/// Returns the header of a net.
fn header(net: &[u8]) -> Value {
    let length = net[LENGTH..HEADER].try_into().expect("four bytes");
    let length = u32::from_le_bytes(length) as usize;
    serde_json::from_slice(&net[HEADER..HEADER + length]).expect("the header is JSON")
}

/// Returns a row of the table: the shape of a net, its training data, and its settings.
fn row(header: &Value, bytes: usize) -> String {
    let text = |field: &str| header[field].as_str().unwrap_or_default();
    let number = |field: &str| header[field].as_u64().unwrap_or_default();
    let regions = header["regions"].as_array().map_or(1, |cells| {
        cells.iter().map(ToString::to_string).collect::<HashSet<String>>().len().max(1)
    });
    let threats = if header["threats"] == true { "yes" } else { "" };
    let data = header["data"].as_array().expect("a list of files").iter();
    let data: Vec<&str> = data.filter_map(|file| file.as_str()?.strip_suffix(".rtd")).collect();
    format!(
        "| `{}` | {} | {regions} | {threats} | {} | {} | {} | {} | {bytes} |",
        text("variant"),
        number("hidden"),
        text("base"),
        number("positions"),
        data.join(", "),
        text("settings"),
    )
}

/// Returns the table of all nets.
fn table() -> String {
    let mut table =
        "| net | neurons | king buckets | threats | base | positions | data | settings | bytes |\n\
                     |---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "net"));
    files.sort();
    for file in files {
        let net = fs::read(&file).expect("a readable net");
        let header = header(&net);
        assert_eq!(file.file_stem().and_then(|stem| stem.to_str()), header["variant"].as_str());
        writeln!(table, "{}", row(&header, net.len())).expect("memory");
    }
    table
}

#[test]
fn the_table_of_nets_is_that_of_their_headers() {
    let path = folder().join("README.md");
    let text = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = text.split_once(OPENING).expect("the page has a place for the table");
    let (_, after) = rest.split_once(CLOSING).expect("the table has an end");
    let made = format!("{before}{OPENING}\n{}\n{CLOSING}{after}", table());
    if is_recording() {
        fs::write(&path, made).expect("the page can be written");
    } else {
        assert!(made == text, "search/nets/README.md is out of date; ROTUNDA_RECORD=1 writes it");
    }
}
