//! `rotunda datagen` writes the same bytes on any number of threads, interrupted or not, and
//! `rotunda data` reads them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// The variants of the tests, with further options for each.
const VARIANTS: [(&str, &str); 4] = [
    ("rollerball", ""),
    ("modern2", "--temperature 40"),
    ("ordinary", "--scoring classic"),
    ("byzantine3", "--random-plies 4-9 --imbalance 90"),
];

/// Returns the command `rotunda datagen` with these words and this output folder.
fn datagen(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
    command.arg("datagen").args(words.split_whitespace()).arg("--out").arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn words((variant, more): (&str, &str), positions: u32) -> String {
    format!("--variant {variant} --soft-nodes 25 --positions {positions} --seed 5 {more}")
}

/// Returns the bytes of the only file in a folder.
fn bytes(folder: &Path) -> Vec<u8> {
    let mut entries = fs::read_dir(folder).expect("the folder is there");
    let path = entries.next().expect("a file").expect("a readable entry").path();
    assert!(entries.next().is_none(), "one file");
    fs::read(path).expect("readable")
}

fn generated(words: &str) -> Vec<u8> {
    let folder = TempDir::new().expect("a folder");
    assert!(datagen(folder.path(), words).status().expect("it runs").success());
    bytes(folder.path())
}

fn data(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
    command.arg("data").args(words).arg(folder).output().expect("it runs")
}

#[test]
fn threads_change_no_byte() {
    for variant in VARIANTS {
        let words = words(variant, 1200);
        let alone = generated(&format!("{words} --threads 1"));
        assert!(alone == generated(&format!("{words} --threads 3")), "{words}");
    }
}

/// Kills runs after their file has grown by some bytes, also in the middle of a block, and resumes
/// them until a run reaches its end.
#[test]
fn a_killed_run_is_gone_on_with_to_the_same_bytes() {
    let words = words(VARIANTS[0], 6000);
    let whole = generated(&words);
    let folder = TempDir::new().expect("a folder");
    let (mut kills, mut threads) = (0, 1);
    loop {
        let words = format!("{words} --resume --threads {threads}");
        let mut run = datagen(folder.path(), &words).spawn().expect("it runs");
        let size = || {
            let files = fs::read_dir(folder.path()).expect("the folder is there");
            files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum::<u64>()
        };
        let begin = size();
        let more = 1 + 2600 * u64::from(kills % 3);
        let status = loop {
            if let Some(status) = run.try_wait().expect("a child") {
                break Some(status);
            }
            if size() >= begin + more {
                break None;
            }
            thread::sleep(Duration::from_millis(1));
        };
        if let Some(status) = status {
            assert!(status.success());
            break;
        }
        run.kill().expect("it runs");
        run.wait().expect("a child");
        kills += 1;
        threads = 1 + kills % 3;
        tear(folder.path(), kills);
    }
    assert!(kills > 3, "{kills} kills");
    assert!(bytes(folder.path()) == whole);
}

/// Cuts some bytes off a file, like a last block that was not written in full.
fn tear(folder: &Path, bytes: u32) {
    let path = fs::read_dir(folder).expect("the folder is there").next().expect("a file");
    let path = path.expect("a readable entry").path();
    let file = fs::OpenOptions::new().write(true).open(path).expect("writable");
    let length = file.metadata().expect("it is there").len();
    file.set_len(length - length.min(bytes.into())).expect("writable");
}

#[test]
fn a_finished_file_is_lengthened_to_the_same_bytes() {
    let folder = TempDir::new().expect("a folder");
    for positions in [300, 300, 900] {
        let words = format!("{} --resume", words(VARIANTS[1], positions));
        assert!(datagen(folder.path(), &words).status().expect("it runs").success());
    }
    assert!(bytes(folder.path()) == generated(&words(VARIANTS[1], 900)));
}

#[test]
fn shards_hold_different_games_and_are_read_together() {
    let folder = TempDir::new().expect("a folder");
    for part in 1..=2 {
        let words = format!("{} --shard {part}/2", words(VARIANTS[0], 800));
        assert!(datagen(folder.path(), &words).status().expect("it runs").success());
    }
    let text = String::from_utf8(data(folder.path(), &[]).stdout).expect("text");
    let count = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect("a line");
        line.rsplit(' ').next().and_then(|word| word.parse::<u32>().ok()).expect("a number")
    };
    assert!(count("positions: ") >= 800 && count("games: ") >= 2, "{text}");
    let lines = String::from_utf8(data(folder.path(), &["--print", "25"]).stdout).expect("text");
    assert_eq!(lines.lines().count(), 25);
    assert!(lines.lines().all(|line| line.contains("; score ") && line.contains("; move ")));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let words = words(VARIANTS[0], 50);
    let exit = |words: &str| datagen(folder.path(), words).status().expect("it runs").code();
    assert_eq!(exit(&words), Some(0));
    assert_eq!(exit(&words), Some(2), "without --resume");
    assert_eq!(exit(&format!("{words} --resume --imbalance 7")), Some(2), "another recipe");
    let path = fs::read_dir(folder.path()).expect("a folder").next().expect("a file");
    let path = path.expect("a readable entry").path();
    let mut damaged = fs::read(&path).expect("readable");
    let middle = damaged.len() - 40;
    damaged[middle] ^= 1;
    fs::write(&path, damaged).expect("writable");
    assert_eq!(data(folder.path(), &[]).status.code(), Some(1), "damage is noticed");
    assert_eq!(exit(&format!("{words} --resume")), Some(2), "and never written over");
}
