//! `rotunda train` as a whole: a training that ends early goes on to the same net, nets are
//! checked, and evaluations judged.

use std::fs;
use std::io::{self, Write};

use clap::Parser;
use rotunda_command::{Completion, RunError};
use rotunda_movegen::Variant;
use rotunda_search::net::Network;
use rotunda_training::{DataArgs, TrainArgs};
use tempfile::TempDir;

use crate::random_games;

/// How many games there are to learn from.
const GAMES: u64 = 120;

#[derive(Parser)]
enum Command {
    Train(Box<TrainArgs>),
    Data(DataArgs),
}

/// A folder with games of Rollerball.
fn folder() -> TempDir {
    let rollerball = Variant::by_name("rollerball").expect("known");
    let games = random_games::games(rollerball, GAMES);
    let bytes = random_games::written(&random_games::header(rollerball), &games);
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.rtd"), bytes).expect("writable");
    folder
}

/// Carries out a command in whose words `@` stands for the folder.
fn run(folder: &TempDir, words: &str, out: &mut dyn Write) -> Result<Completion, RunError> {
    let words = words.replace('@', &folder.path().display().to_string());
    let words = std::iter::once("rotunda").chain(words.split_whitespace());
    match Command::try_parse_from(words).expect("well-formed") {
        Command::Train(args) => args.run(out),
        Command::Data(args) => args.run(out),
    }
}

/// What a command that succeeds tells.
fn told(folder: &TempDir, words: &str) -> String {
    let mut out = Vec::new();
    assert_eq!(run(folder, words, &mut out).expect(words), Completion::Success, "{words}");
    String::from_utf8(out).expect("text")
}

/// Why a command is refused.
fn refused(folder: &TempDir, words: &str) -> String {
    match run(folder, words, &mut Vec::new()) {
        Err(RunError::Usage(why)) => why,
        other => panic!("{words}: {other:?}"),
    }
}

/// Takes lines up to one that tells of the second epoch: as if the process had been killed then.
struct Death;

impl Write for Death {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.windows(8).any(|part| part == b"epoch 2:") {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(|_| ())
    }

    fn write_fmt(&mut self, text: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(text.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const TRAIN: &str = "train @/games.rtd --hidden 16 --epochs 5";

/// A training that ends after its second epoch.
fn end_early(folder: &TempDir, net: &str) {
    let ended = run(folder, &format!("{TRAIN} --out @/{net}"), &mut Death);
    assert!(matches!(ended, Err(RunError::Output(_))));
    assert!(!exists(folder, net), "no net was written");
}

fn exists(folder: &TempDir, name: &str) -> bool {
    folder.path().join(name).exists()
}

#[test]
fn a_training_that_ends_early_goes_on_to_the_same_net() {
    let folder = folder();
    let bytes = |name: &str| fs::read(folder.path().join(name)).expect("readable");
    told(&folder, &format!("{TRAIN} --out @/whole.net"));
    assert!(!exists(&folder, "whole.net.checkpoint"), "nothing is left to be gone on with");
    end_early(&folder, "early.net");
    let text = told(&folder, &format!("{TRAIN} --out @/early.net --resume --threads 3"));
    assert!(text.contains("goes on after epoch 2\nepoch 3:"), "{text}");
    assert!(bytes("early.net") == bytes("whole.net"));
    assert!(!exists(&folder, "early.net.checkpoint"));
    told(&folder, &format!("{TRAIN} --out @/new.net --resume"));
    assert!(bytes("new.net") == bytes("whole.net"), "without a checkpoint it begins anew");
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let folder = folder();
    end_early(&folder, "a.net");
    for (words, reason) in [
        ("--wdl 0.4", "has other settings: "),
        ("--buckets 2", "has other settings: "),
        ("--positions 1500", "has other positions or scores"),
    ] {
        let why = refused(&folder, &format!("{TRAIN} --out @/a.net --resume {words}"));
        assert!(why.contains(reason), "{words}: {why}");
    }
    let path = folder.path().join("a.net.checkpoint");
    let mut bytes = fs::read(&path).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("writable");
    assert!(refused(&folder, &format!("{TRAIN} --out @/a.net --resume")).ends_with("is damaged"));
}

/// The loss that ends the line which begins so.
fn validation(text: &str, line: &str) -> f32 {
    let line = text.lines().find(|text| text.starts_with(line)).unwrap_or_else(|| panic!("{text}"));
    let (_, loss) = line.rsplit_once("validation ").expect("a loss");
    loss.parse().expect("a number")
}

#[test]
fn a_training_begins_with_what_a_net_knows() {
    let folder = folder();
    let first = told(&folder, &format!("{TRAIN} --out @/first.net"));
    let learned = validation(&first, &format!("{}/first.net", folder.path().display()));
    let second = told(&folder, &format!("{TRAIN} --from @/first.net --out @/second.net"));
    let begun = validation(&second, "first.net ");
    // The scale that was fitted is rounded in the file.
    assert!((begun - learned).abs() < 2e-5, "{first}{second}");
    let settings =
        Network::from_bytes(&fs::read(folder.path().join("second.net")).expect("readable"))
            .expect("a net")
            .provenance
            .settings;
    let first = fs::read(folder.path().join("first.net")).expect("readable");
    let checksum = u32::from_le_bytes(*first.last_chunk().expect("bytes"));
    assert!(settings.ends_with(&format!(", from first.net {checksum:08x}")), "{settings}");
    told(&folder, "train @/games.rtd --epochs 1 --from @/first.net --out @/onward.net");
    let bytes = fs::read(folder.path().join("onward.net")).expect("readable");
    let onward = Network::from_bytes(&bytes).expect("a net").provenance.settings;
    assert!(onward.contains("hidden 16,") && onward.contains("decay 0,"), "{onward}");
    assert!(settings.contains("decay 0,"), "{settings}");
    let wide = "train @/games.rtd --epochs 1 --hidden 32 --from @/first.net --out @/wide.net";
    let wide = told(&folder, wide);
    assert!((validation(&wide, "first.net ") - learned).abs() < 2e-5, "{wide}");
    let other =
        told(&folder, &format!("{TRAIN} --from @/first.net --base summary --out @/other.net"));
    assert!(validation(&other, "first.net ") > learned, "{other}");
    told(&folder, &format!("{TRAIN} --from @/other.net --out @/third.net"));
    for (name, base) in [("second", "full"), ("other", "summary"), ("third", "summary")] {
        let bytes = fs::read(folder.path().join(format!("{name}.net"))).expect("readable");
        let settings = Network::from_bytes(&bytes).expect("a net").provenance.settings;
        assert!(settings.starts_with(&format!("base {base},")), "{settings}");
    }
    let chess = concat!(env!("CARGO_MANIFEST_DIR"), "/../search/nets/chess.net");
    for (words, reason) in [
        ("--from @/wide.net --hidden 16", "it has 32 neurons and 4 buckets"),
        ("--from @/first.net --hidden 16 --buckets 2", "it has 16 neurons and 4 buckets"),
        (&format!("--from {chess}"), "it is of another game"),
    ] {
        let why = refused(&folder, &format!("train @/games.rtd --out @/no.net {words}"));
        assert!(why.contains(reason), "{words}: {why}");
    }
}

#[test]
fn rates_and_decay_are_numbers_from_0_up() {
    for (word, is_fine) in
        [("0.5", true), ("0", true), ("-1", false), ("nan", false), ("inf", false)]
    {
        for option in ["--lr", "--decay"] {
            let words = ["rotunda", "train", "games", "--out=a.net", &format!("{option}={word}")];
            assert_eq!(Command::try_parse_from(words).is_ok(), is_fine, "{option} {word}");
        }
    }
}

#[test]
fn regions_begin_with_what_is_known_of_the_whole_board() {
    let folder = folder();
    let net = |name: &str| {
        let bytes = fs::read(folder.path().join(name)).expect("readable");
        Network::from_bytes(&bytes).expect("a net")
    };
    let whole = told(&folder, &format!("{TRAIN} --out @/whole.net"));
    let learned = validation(&whole, &format!("{}/whole.net", folder.path().display()));
    let four = format!("{TRAIN} --from @/whole.net --regions 4 --out @/four.net");
    let four = told(&folder, &four);
    assert!((validation(&four, "whole.net ") - learned).abs() < 2e-5, "{four}");
    let learned = validation(&four, &format!("{}/four.net", folder.path().display()));
    let on = told(&folder, &format!("{TRAIN} --from @/four.net --out @/on.net"));
    assert!((validation(&on, "four.net ") - learned).abs() < 2e-5, "{four}{on}");
    assert_eq!(net("four.net").regions.count(), 4);
    assert_eq!(net("on.net").regions, net("four.net").regions, "they are inherited");
    let inputs = net("whole.net").shape.inputs * 16;
    let columns = net("four.net").columns;
    assert!(columns.chunks(inputs).skip(1).any(|region| region != &columns[..inputs]));
    assert!(told(&folder, "train --check @/four.net").ends_with(": fine\n"));
    for regions in [1, 5] {
        let words = format!("{TRAIN} --from @/four.net --regions {regions} --out @/no.net");
        let why = refused(&folder, &words);
        assert!(why.ends_with("a training cannot begin with it, it has 4 regions"), "{why}");
    }
}

#[test]
fn a_net_is_checked() {
    let folder = folder();
    told(&folder, &format!("{TRAIN} --out @/a.net"));
    let text = told(&folder, "train --check @/a.net");
    assert!(text.starts_with("rollerball: ") && text.ends_with(": fine\n"), "{text}");
    assert!(text.contains("differ in 0;"), "{text}");
    assert!(refused(&folder, "train --check @/games.rtd").ends_with("is no net"));
}

#[test]
fn evaluations_are_judged_by_verdicts() {
    let folder = folder();
    let verdicts =
        (1..=4).map(|seed| format!("data @/games.rtd --verdicts 2 --nodes 400 --seed {seed}"));
    let verdicts: String = verdicts.map(|words| told(&folder, &words)).collect();
    let positions: Vec<_> = verdicts.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(positions.len(), 8, "{verdicts}");
    assert!(positions.iter().all(|line| line.contains(" ce ") && line.ends_with("; acn 400;")));
    fs::write(folder.path().join("rollerball.epd"), &verdicts).expect("writable");
    let figures = told(&folder, "train --judge @/rollerball.epd --nodes 400");
    let lines: Vec<_> = figures.lines().collect();
    let names: Vec<_> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["rollerball:", "phase", "opening", "middlegame", "endgame", "all"]);
    let last: Vec<_> = lines[5].split_whitespace().collect();
    // With the nodes of the verdicts, the program's own evaluation agrees with itself.
    assert_eq!((last.len(), last[1], last[5]), (6, "8", "1.000"), "{figures}");
    fs::write(folder.path().join("nothing.epd"), &verdicts).expect("writable");
    assert!(refused(&folder, "train --judge @/nothing.epd").contains("nothing"));
    assert!(refused(&folder, "data @/games.rtd --verdicts 4000").contains("too few games"));
}
