//! The target `records`: the file of a match, from which a report and the games in PGN are made.

use std::path::PathBuf;

use rotunda_arena::{ReportConfig, report};

/// A folder of this process, in memory if the system has such a folder. It is removed with the
/// thread.
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
}

/// Makes reports of a file with these bytes.
///
/// # Panics
/// Panics if the file cannot be written, or is refused without a reason.
pub fn run(bytes: &[u8]) {
    let (file, pgn) = FOLDER.with(|folder| (folder.0.join("record"), folder.0.join("pgn")));
    std::fs::write(&file, bytes).expect("the file can be written");
    // A file that is no record is refused with a reason.
    if let Err(why) = report(&ReportConfig { records: vec![file], pgn: Some(pgn), json: None }) {
        assert!(!why.to_string().is_empty());
    }
}
