//! The pictures of the documents, compared with the output of the commands of
//! `docs/boards/commands.txt`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use rotunda_engine::cli::Cli;
use rotunda_movegen::Variant;

use crate::words::quoted_words;

/// The environment variable that asks to draw the pictures anew.
const RECORD: &str = "ROTUNDA_RECORD";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/boards")
}

/// Returns the pictures with the words of their commands: `FILE: --variant NAME ..`, with single
/// quotes around several words that are one.
fn commands() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(folder().join("commands.txt")).expect("the list is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (file, words) = line.split_once(": ").expect("a file and its command");
            (file.to_owned(), quoted_words(words))
        })
        .collect()
}

fn draw(words: &[String]) -> String {
    let all = ["rotunda", "board"].into_iter().chain(words.iter().map(String::as_str));
    let files = words.windows(2).filter(|pair| pair[0] == "--load");
    for pair in files {
        let path = folder().join("../..").join(&pair[1]);
        rotunda_games::load(&path).unwrap_or_else(|error| panic!("{error}"));
    }
    let cli = Cli::try_parse_from(all).unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    cli.run(&mut out).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    String::from_utf8(out).expect("SVG is text")
}

#[test]
fn the_pictures_of_the_documents_are_up_to_date() {
    for (file, words) in commands() {
        let drawn = draw(&words);
        let path = folder().join(&file);
        if env::var_os(RECORD).is_some() {
            fs::write(&path, drawn).expect("the folder can be written");
        } else {
            let recorded = fs::read_to_string(&path).unwrap_or_default();
            // A comparison that prints two long texts would help nobody.
            assert!(drawn == recorded, "{file} is out of date; {RECORD}=1 draws it anew");
        }
    }
}

#[test]
fn every_variant_has_a_picture_and_every_picture_a_command() {
    let commands = commands();
    for variant in Variant::all() {
        let wanted = format!("{variant}.svg");
        let found = commands.iter().find(|(file, _)| *file == wanted);
        let (_, words) = found.unwrap_or_else(|| {
            panic!("{variant} has no picture: docs/boards/commands.txt wants a line for {wanted}")
        });
        assert!(words.iter().any(|word| word == variant.name), "{wanted} shows another variant");
    }
    for entry in fs::read_dir(folder()).expect("the folder is there") {
        let name = entry.expect("it can be read").file_name().into_string().expect("ASCII");
        let is_known = name == "commands.txt" || commands.iter().any(|(file, _)| *file == name);
        assert!(is_known, "no command draws docs/boards/{name}");
    }
}
