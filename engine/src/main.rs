//! The binary: a UCI session without arguments, else what [`rotunda_engine::cli`] offers.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::thread::Builder;

use clap::Parser;
use rotunda_engine::cli::Cli;
use rotunda_engine::{Completion, RunError, game_files};
use rotunda_search::threads::{STACK, with_large_stack};

/// Exit code of a failed check, and of a machine that lacks what it takes.
const FAILED: u8 = 1;
/// Exit code of bad usage; clap's own.
const BAD_USAGE: u8 = 2;
/// Exit code of what was ended by Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    // Games of files come first, so that the command line can name them.
    let run = || {
        game_files::load(std::env::args_os())?;
        Cli::parse().run(&mut io::stdout())
    };
    let body = move || with_large_stack(run);
    let thread = Builder::new().name("main".into()).stack_size(STACK).spawn(body);
    let result = match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        // The panic has told of itself.
        Ok(Err(_)) => return ExitCode::from(FAILED),
        Err(error) => Err(RunError::Machine(error.to_string())),
    };
    match result {
        Ok(Completion::Success) => ExitCode::SUCCESS,
        Ok(Completion::CheckFailed) => ExitCode::from(FAILED),
        Ok(Completion::Interrupted) => ExitCode::from(INTERRUPTED),
        // The reader of the results has closed the pipe.
        Err(RunError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "rotunda: {failure}");
            let is_usage = matches!(failure, RunError::Usage(_));
            ExitCode::from(if is_usage { BAD_USAGE } else { FAILED })
        }
    }
}
