//! The binary: a UCI session without arguments, else a command of [`rotunda_engine::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(rotunda_engine::program(std::env::args_os().collect()))
}
