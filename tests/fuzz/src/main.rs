//! The fuzzer, or a program that runs a target on files.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
use std::sync::LazyLock;

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

/// Runs a target on files: `rotunda-fuzz TARGET FILE..`
#[cfg(not(fuzzing))]
fn main() -> Result<(), String> {
    let mut words = std::env::args_os().skip(1);
    let name = words.next().unwrap_or_default().to_string_lossy().into_owned();
    let target = target(&name).ok_or_else(|| format!("\"{name}\" is no target"))?;
    for path in words {
        let shown = path.display();
        target(&std::fs::read(&path).map_err(|error| format!("{shown}: {error}"))?);
        println!("{shown}: fine");
    }
    Ok(())
}
