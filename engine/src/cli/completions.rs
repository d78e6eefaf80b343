//! `rotunda completions` and `rotunda man`: the command line for shells and `man`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::completion::{Completion, RunError};

/// The name of the program.
const NAME: &str = "rotunda";

/// The options of `rotunda completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The options of `rotunda man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Folder to write; it is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl CompletionsArgs {
    /// Writes the script for the shell to `out`.
    ///
    /// # Errors
    /// Returns an error if `out` takes no more.
    pub fn run(&self, mut command: Command, out: &mut dyn Write) -> Result<Completion, RunError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, NAME, &mut script);
        out.write_all(&script)?;
        Ok(Completion::Success)
    }
}

impl ManArgs {
    /// Writes a page for the program and one for each command.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn run(&self, command: Command) -> Result<Completion, RunError> {
        fs::create_dir_all(&self.folder)?;
        clap_mangen::generate_to(command, &self.folder)?;
        Ok(Completion::Success)
    }
}
