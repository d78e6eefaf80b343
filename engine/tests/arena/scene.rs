//! A directory, and matches that run in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The first argument of the faulty engine.
pub const FAULTY: &str = "faulty";
/// The time to wait for an event that should happen at once. It is long, because a machine may be
/// busy.
const SOON: Duration = Duration::from_secs(300);

/// The number of the next scene of this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A directory for one test, removed at its end.
pub struct Scene {
    dir: PathBuf,
    /// The word that marks its engines among all processes.
    pub mark: String,
}

impl Scene {
    /// Creates an empty directory.
    pub fn new() -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("rotunda-arena-{}-{number}", std::process::id());
        let dir = std::env::temp_dir().join(&mark);
        fs::create_dir_all(&dir).expect("a directory for the test");
        Self { dir, mark }
    }

    /// Returns the path of a file in the directory.
    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Returns the words for an engine with a fault.
    pub fn faulty(&self, mode: &str, name: &str) -> Vec<String> {
        let own = std::env::current_exe().expect("a running program has a file");
        let cmd = format!("cmd={}", own.display());
        let words =
            ["--engine", &cmd, "arg=faulty", &format!("arg={mode}"), &format!("arg={}", self.mark)];
        words.into_iter().map(String::from).chain([format!("name={name}")]).collect()
    }

    /// Returns the command of a match that runs in the directory.
    pub fn command(&self, engines: &[Vec<String>], words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rotunda"));
        command.current_dir(&self.dir).arg("match").args(engines.iter().flatten());
        command.args(words.split_whitespace());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Plays a match to its end.
    pub fn run(&self, engines: &[Vec<String>], words: &str) -> Output {
        self.command(engines, words).output().expect("the program runs")
    }

    /// Plays a match to its end. Returns its games and its report.
    pub fn play(&self, engines: &[Vec<String>], words: &str) -> (Vec<Value>, Value) {
        let output = self.run(engines, &format!("{words} --jsonout -"));
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let report = lines.pop().expect("a report")["report"].take();
        (lines.into_iter().map(|mut line| line["game"].take()).collect(), report)
    }

    /// Waits until the engines with the mark are gone.
    pub fn assert_no_engines(&self) {
        wait_until(|| !self.has_engines(), "engines are left");
    }

    /// Returns whether engines still run. Only a system with a list of processes can show that.
    fn has_engines(&self) -> bool {
        let Ok(processes) = fs::read_dir("/proc") else { return false };
        let lines =
            processes.flatten().filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let marked = |line: &Vec<u8>| String::from_utf8_lossy(line).contains(&self.mark);
        lines.filter(marked).any(|line| String::from_utf8_lossy(&line).contains(FAULTY))
    }

    /// Waits until a file has this many lines.
    pub fn wait_for_lines(&self, name: &str, lines: usize) {
        let count = || fs::read_to_string(self.file(name)).map_or(0, |text| text.lines().count());
        wait_until(|| count() >= lines, "too few lines");
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// Returns the words for Rotunda as an engine.
pub fn rotunda(name: &str, words: &str) -> Vec<String> {
    let cmd = format!("cmd={}", env!("CARGO_BIN_EXE_rotunda"));
    let rest = words.split_whitespace().map(String::from);
    ["--engine".into(), cmd, format!("name={name}")].into_iter().chain(rest).collect()
}

/// Waits until a condition holds.
pub fn wait_until(mut holds: impl FnMut() -> bool, otherwise: &str) {
    let deadline = Instant::now() + SOON;
    while !holds() {
        assert!(Instant::now() < deadline, "{otherwise}");
        sleep(Duration::from_millis(5));
    }
}

/// Kills a match.
pub fn kill(mut running: Child) {
    running.kill().expect("it is there");
    running.wait().expect("it has ended");
}
