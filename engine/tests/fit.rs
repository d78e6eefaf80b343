//! `rotunda fit` fits numbers to a game of a file, and `EvalFile` reads them for this game alone.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The game.
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/games/moebius.toml");

/// Runs the program with these words.
fn rotunda(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rotunda")).args(words).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the answers to the lines of a script.
fn answers(script: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = command.spawn().expect("it runs");
    let mut input = program.stdin.take().expect("a pipe");
    input.write_all(script.as_bytes()).expect("it reads");
    drop(input);
    text(&program.wait_with_output().expect("it ends").stdout)
}

/// Fits the game's numbers to a few games, and returns what the command prints.
fn fit(folder: &Path) -> String {
    let (data, out) = (folder.join("data"), folder.join("my.fit"));
    let data = data.to_str().expect("plain");
    let words = "datagen --variant moebius --soft-nodes 20 --positions 4000 --seed 1 --threads 2";
    let mut generate = vec!["--load", GAME];
    generate.extend(words.split(' ').chain(["--out", data]));
    assert!(rotunda(&generate).status.success());
    let fit = rotunda(&["--load", GAME, "fit", data, "--out", out.to_str().expect("plain")]);
    assert!(fit.status.success(), "{}", text(&fit.stderr));
    text(&fit.stdout)
}

#[test]
fn numbers_of_a_game_of_a_file_are_fitted_and_read() {
    let folder = TempDir::new().expect("a folder");
    let printed = fit(folder.path());
    for part in ["moebius: ", "\npull ", "\nnumber ", "\nvalue N ", "\nloss, held out"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let file = folder.path().join("my.fit");
    let fitted = std::fs::read_to_string(&file).expect("written");
    let changed = fitted.replace("\ntempo = ", "\ntempo = 1");
    std::fs::write(&file, changed).expect("writable");
    let take_in = format!("setoption name VariantPath value {GAME}\n");
    let choose = "setoption name UCI_Variant value moebius\n";
    let read = format!("setoption name EvalFile value {}\n", file.display());
    let usual = answers(&format!("{take_in}{choose}eval\n"));
    let other = answers(&format!("{take_in}{choose}{read}eval\n"));
    assert!(!other.contains("error") && other != usual, "{other}");
    let derived = "setoption name Evaluation value derived\n";
    assert_eq!(answers(&format!("{take_in}{choose}{read}{derived}eval\n")), usual);
    let back = "setoption name EvalFile value <empty>\n";
    assert_eq!(answers(&format!("{take_in}{choose}{read}{back}eval\n")), usual);
    let chess = answers("eval\n");
    let refused = answers(&format!("{read}eval\n"));
    let (error, left) = refused.split_once('\n').expect("two lines");
    assert!(error.ends_with("is for another game, moebius"), "{error}");
    assert_eq!(left, chess);
    std::fs::write(&file, fitted.replace("[numbers]", "[number]")).expect("writable");
    let malformed = answers(&format!("{take_in}{read}"));
    assert!(malformed.contains("has no fitted numbers: "), "{malformed}");
}

#[test]
fn games_are_generated_with_fitted_numbers() {
    let folder = TempDir::new().expect("a folder");
    fit(folder.path());
    let file = folder.path().join("my.fit");
    let file = file.to_str().expect("plain");
    let generate = |variant: &str, out: &str, evaluation: &str| {
        let out = folder.path().join(out);
        let words = "datagen --soft-nodes 20 --positions 400 --seed 1 --threads 1";
        let mut all = vec!["--load", GAME];
        all.extend(words.split(' '));
        all.extend(["--variant", variant, "--out", out.to_str().expect("plain")]);
        all.extend(["--evaluation", evaluation]);
        rotunda(&all)
    };
    let summary = |out: &str, evaluation: &str| {
        let played = generate("moebius", out, evaluation);
        assert!(played.status.success(), "{}", text(&played.stderr));
        let out = folder.path().join(out);
        text(&rotunda(&["--load", GAME, "data", out.to_str().expect("plain")]).stdout)
    };
    let (fitted, derived) = (summary("fitted", file), summary("derived", "derived"));
    assert!(fitted.contains("variant: moebius") && fitted != derived, "{fitted}");
    let refused = generate("chess", "refused", file);
    let errors = text(&refused.stderr);
    assert!(!refused.status.success() && errors.contains("is for another game"), "{errors}");
}

#[test]
fn fits_are_refused_with_a_reason() {
    let folder = TempDir::new().expect("a folder");
    let (empty, out) = (folder.path().to_str().expect("plain"), folder.path().join("my.fit"));
    let out = out.to_str().expect("plain");
    for (words, why) in [
        (["fit", "absent.rtd", "--out", out, "--pull", "1"], "absent.rtd"),
        (["fit", empty, "--out", out, "--pull", "1"], "no "),
        (["fit", empty, "--out", out, "--pull", "0"], "a number above 0"),
        (["fit", empty, "--out", out, "--wdl", "2"], "a number from 0 to 1"),
    ] {
        let refused = rotunda(&words);
        let errors = text(&refused.stderr);
        assert!(!refused.status.success() && errors.contains(why), "{words:?}: {errors}");
        assert!(!Path::new(out).exists());
    }
}
