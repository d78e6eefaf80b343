//! Processes with few addresses: each request that needs more memory is refused by a line, and no
//! failed allocation ends the process.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

/// The kilobytes of addresses, from too few for the start to enough for everything. With fewer than
/// the first number the loader of shared libraries fails before the program begins; a development
/// build takes 29,000.
const LIMITS: [u32; 12] = [
    50_000, 80_000, 120_000, 160_000, 200_000, 260_000, 320_000, 400_000, 500_000, 600_000,
    800_000, 1_200_000,
];
/// Commands that take memory.
const SCRIPT: &str = "uci\nsetoption name Hash value 100000\nsetoption name Hash value 3000\n\
    go nodes 500\ngo perft 2\nsetoption name Threads value 8\ngo nodes 500\neval\nd\nlegal\n\
    position variant modern6 startpos\ngo nodes 500\ngo perft 1\n\
    position variant ordinary startpos\ngo nodes 500\n";
/// The number of searches in the script.
const SEARCHES: usize = 4;

/// Runs the binary with these words and this input in so many kilobytes of addresses.
fn run(limit: u32, words: &str, input: &str) -> Output {
    let line = format!("ulimit -v {limit}; exec \"$0\" {words}");
    let mut command = Command::new("sh");
    command.args(["-c", &line, env!("CARGO_BIN_EXE_rotunda")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("there is a shell");
    // A process that fails to start reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Returns standard output and standard error of a process. Checks that no signal ended it and that
/// it neither panicked nor failed to allocate.
fn text(limit: u32, output: &Output) -> (String, String) {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert_eq!(output.status.signal(), None, "{limit} KB: {out}{err}");
    assert!(!err.contains("panicked") && !err.contains("allocation"), "{limit} KB: {err}");
    (out.into_owned(), err.into_owned())
}

#[test]
fn a_session_refuses_what_there_is_no_memory_for() {
    let mut served = 0;
    for limit in LIMITS {
        let output = run(limit, "", SCRIPT);
        let (out, err) = text(limit, &output);
        if !output.status.success() {
            assert!(
                output.status.code() == Some(1) && err.starts_with("rotunda: "),
                "{limit}: {err}"
            );
            assert!(!out.contains("bestmove"), "{limit} KB: {out}");
            continue;
        }
        served += 1;
        assert!(out.contains("uciok"), "{limit} KB: {out}");
        assert!(out.contains("info string error: setoption: "), "{limit} KB: {out}");
        let moves = out.lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, SEARCHES, "{limit} KB: {out}{err}");
    }
    assert!(served >= 3, "{served} sessions could start");
}

#[test]
fn perft_on_many_threads_ends_in_good_order() {
    let mut counted = 0;
    for limit in LIMITS {
        let output = run(limit, "perft --depth 3 --threads 6", "");
        let (out, err) = text(limit, &output);
        counted += usize::from(out.contains("Nodes searched: 8902\n"));
        assert!(output.status.success() || err.starts_with("rotunda: "), "{limit} KB: {out}{err}");
    }
    assert!(counted > 0, "a gigabyte is enough");
}
