//! The target `records`: the file of a match, from which a report and the games as PGN are made.

use std::cell::RefCell;
use std::path::PathBuf;

use clap::{Args, Command, FromArgMatches};
use rotunda_arena::MatchArgs;

/// A folder of this process, in memory where the system has one, which goes with the thread.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let memory = PathBuf::from("/dev/shm");
        let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let path = base.join(format!("rotunda-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the file of the match");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

thread_local! {
    static FOLDER: Folder = Folder::new();
    /// The command line's grammar, which takes longer to build than a file to read.
    static MATCH: RefCell<Command> = RefCell::new(MatchArgs::augment_args(Command::new("match")));
}

/// Reports of a file with these bytes.
///
/// # Panics
/// If the file cannot be written.
pub fn run(bytes: &[u8]) {
    let (file, pgn) = FOLDER.with(|folder| (folder.0.join("record"), folder.0.join("pgn")));
    std::fs::write(&file, bytes).expect("the file can be written");
    let words = [
        "match".as_ref(),
        "report".as_ref(),
        file.as_os_str(),
        "--pgnout".as_ref(),
        pgn.as_os_str(),
    ];
    let matches = MATCH.with_borrow_mut(|command| command.try_get_matches_from_mut(words));
    let matches = matches.expect("these words are right");
    let args = MatchArgs::from_arg_matches(&matches).expect("these words are right");
    // A file that is no record is refused with a reason.
    let _ = args.run(&mut std::io::sink());
}
