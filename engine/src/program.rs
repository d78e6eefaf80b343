//! [`program`]: the program `rotunda`, from the words of its command line to its exit code.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::thread::Builder;

use clap::Parser;
use rotunda_search::threads::{STACK, with_large_stack};

use crate::cli::{Cli, Words};
use crate::{Completion, RunError, game_files};

/// The exit code of a failed check, and of a machine that lacks memory or files.
const FAILED: u8 = 1;
/// Exit code of bad usage; clap's own.
const BAD_USAGE: u8 = 2;
/// The exit code after Ctrl-C, as in shells.
const INTERRUPTED: u8 = 130;

/// Runs the program with the words of a command line, its name first, on the standard streams, and
/// returns its exit code. Words that are none of its command line end the process.
#[must_use]
pub fn program(words: Vec<OsString>) -> u8 {
    // Games of files come first, so that the command line can name them.
    let run = || {
        let words = Words::of(words.into_iter());
        for note in words.notes() {
            let _ = writeln!(io::stderr(), "rotunda: {note}");
        }
        game_files::load(words.words.iter().cloned())?;
        match Cli::try_parse_from(words.words) {
            Ok(cli) => cli.run(&mut io::stdout()),
            Err(error) if error.use_stderr() => error.exit(),
            Err(help) => Ok(help.print().map(|()| Completion::Success)?),
        }
    };
    let body = move || with_large_stack(run);
    let thread = Builder::new().name("main".into()).stack_size(STACK).spawn(body);
    let result = match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        // The panic has printed its message.
        Ok(Err(_)) => return FAILED,
        Err(error) => Err(RunError::Machine(error.to_string())),
    };
    match result {
        Ok(Completion::Success) => 0,
        Ok(Completion::CheckFailed) => FAILED,
        Ok(Completion::Interrupted) => INTERRUPTED,
        // The reader of the results has closed the pipe.
        Err(RunError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "rotunda: {failure}");
            if matches!(failure, RunError::Usage(_)) { BAD_USAGE } else { FAILED }
        }
    }
}
