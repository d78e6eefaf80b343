//! The fuzzer, or a program that runs a target without one.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
use std::sync::LazyLock;

#[cfg(not(fuzzing))]
use clap::Parser;
#[cfg(fuzzing)]
use rotunda_fuzz::Target;
use rotunda_fuzz::target;

/// The target that `tests/fuzz/run` chooses.
#[cfg(fuzzing)]
static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("ROTUNDA_FUZZ_TARGET").expect("tests/fuzz/run sets it");
    target(&name).expect("tests/fuzz/run names a target")
});

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHOSEN(bytes));

/// Runs a target on files, and on inputs near its corpus.
#[cfg(not(fuzzing))]
#[derive(Parser)]
struct Words {
    /// The name of the target
    target: String,
    /// The files
    files: Vec<std::path::PathBuf>,
    /// The number of inputs near the corpus
    #[arg(long, default_value_t = 0)]
    runs: usize,
    /// The seed of these inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[cfg(not(fuzzing))]
fn main() -> Result<(), String> {
    let Words { target: name, files, runs, seed } = Words::parse();
    let target = target(&name).ok_or_else(|| format!("\"{name}\" is no target"))?;
    for path in files {
        let shown = path.display();
        target(&std::fs::read(&path).map_err(|error| format!("{shown}: {error}"))?);
        println!("{shown}: fine");
    }
    let found = rotunda_fuzz::smoke(&name, target, runs, seed);
    if let Some(path) = found.map_err(|error| format!("{name}: {error}"))? {
        return Err(format!("{name}: {} panics or hangs", path.display()));
    }
    println!("{name}: {runs} inputs are fine");
    Ok(())
}
