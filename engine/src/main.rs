//! The binary: a UCI session without arguments, else what [`rotunda_engine::cli`] offers.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(rotunda_engine::program(std::env::args_os().collect()))
}
