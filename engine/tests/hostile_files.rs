//! Files of games that cost more than a game may: each is refused within little processor time and
//! memory. The shell's limits end a process that exceeds them.

use std::fs::{self, File};
use std::process::{Command, Output};

use tempfile::tempdir;

/// The seconds of processor time that the program may take for a file that it refuses.
const SECONDS: u32 = 2;
/// The seconds for the largest file of games: the most games, each of the greatest size.
const MOST_SECONDS: u32 = 6;
/// The kilobytes of addresses that it may take, with its code and the stacks of its threads.
const MEMORY: u32 = 2_000_000;

/// Returns the program's output for a file, under limits of time and memory.
fn check(path: &str, seconds: u32) -> Output {
    let limits = format!("ulimit -t {seconds} && ulimit -v {MEMORY} && exec \"$0\" \"$@\"");
    let program = env!("CARGO_BIN_EXE_rotunda");
    let arguments = ["-c", &limits, program, "--load", path, "variants"];
    Command::new("sh").args(arguments).output().expect("a shell")
}

/// Returns a game of kings on this board with these pieces.
fn game(name: &str, board: &str, start: &str, pieces: &str) -> String {
    format!(
        "[[game]]\nname = \"{name}\"\nstart = \"{start} w - - 0 1\"\nboard = {{ {board} }}\n{pieces}\n\
         [[game.piece]]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n"
    )
}

/// Returns as many games as a file can have, with the most kinds and the longest moves.
fn crowded() -> String {
    let of_kind = |letter| format!("[[game.piece]]\nletter = \"{letter}\"\nmoves = \"QNNCCZZ\"\n");
    let pieces: String = "ABCDEFGHI".chars().map(of_kind).collect();
    let board = "shape = \"cylinder\", files = 12, ranks = 10";
    let start = "k11/12/12/12/12/12/12/12/12/11K";
    (0..32).map(|number| game(&format!("crowded-{number}"), board, start, &pieces)).collect()
}

#[test]
fn hostile_files_cost_little() {
    let folder = tempdir().expect("a place for temporary files");
    let square = "shape = \"rectangle\", files = 5, ranks = 5";
    let kings = "k4/5/5/5/4K";
    let rook = |moves: &str| format!("[[game.piece]]\nletter = \"R\"\nmoves = {moves}\n");
    let of = |moves: &str| game("hostile", square, kings, &rook(moves));
    let large = "shape = \"rectangle\", files = 1000, ranks = 1000";
    let texts = [
        ("a million cells", game("hostile", large, kings, "")),
        (
            "holes",
            game(
                "hostile",
                &format!("{square}, holes = \"{}\"", "a1-e5 ".repeat(150_000)),
                kings,
                "",
            ),
        ),
        ("nested", "game = ".to_owned() + &"[".repeat(1_000_000)),
        ("tables", "[a.".to_owned() + &"a.".repeat(500_000) + "a]"),
        ("runs", game("hostile", square, &"9".repeat(900_000), "")),
        ("ranges", of("\"R99999999999999999999\"")),
        ("far", of("[{ slides = \"n\", most = 9999999999999 }, { slides = \"n\", most = -1 }]")),
        ("legs", of(&format!("[{{ bent = [\"{}\"] }}]", "n99999999 ".repeat(90_000)))),
        ("paths", of(&format!("[{{ paths = {{ a1 = [{}] }} }}]", "\"b1 c1 d1\", ".repeat(70_000)))),
        ("escapes", of(&format!("\"{}\"", "\\u0041".repeat(150_000)))),
        ("many games", "[[game]]\n".repeat(110_000)),
        ("one line", "x".repeat(1 << 20)),
    ];
    for (name, text) in &texts {
        let path = folder.path().join("file.toml");
        fs::write(&path, text).expect("room for a file");
        let output = check(path.to_str().expect("a plain path"), SECONDS);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {:?} {printed}", output.status);
        assert!(printed.len() < 2000 && printed.contains("file.toml"), "{name}: {printed}");
    }
}

#[test]
fn the_most_that_a_file_can_say_costs_seconds() {
    let folder = tempdir().expect("a place for temporary files");
    let path = folder.path().join("crowded.toml");
    fs::write(&path, crowded()).expect("room for a file");
    let output = check(path.to_str().expect("a plain path"), MOST_SECONDS);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{:?} {printed}", output.status);
}

#[test]
fn what_is_no_text_of_a_megabyte_is_not_read() {
    let folder = tempdir().expect("a place for temporary files");
    let sparse = folder.path().join("sparse.toml");
    File::create(&sparse).and_then(|file| file.set_len(8 << 30)).expect("a file system with holes");
    let bytes = folder.path().join("bytes.toml");
    fs::write(&bytes, [0xff; 1000]).expect("room for a file");
    let paths =
        [sparse.as_path(), &bytes, folder.path(), "/dev/zero".as_ref(), "/no/such/file".as_ref()];
    for path in paths {
        let output = check(path.to_str().expect("a plain path"), SECONDS);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{}: {printed}", path.display());
    }
}
