//! Ctrl-C, and requests to terminate.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::RunError;

/// How often somebody has asked the command to end.
static INTERRUPTS: AtomicUsize = AtomicUsize::new(0);
/// The exit code of programs that end by Ctrl-C.
const BY_CTRL_C: i32 = 130;

/// Lets Ctrl-C, and requests to terminate, set `stop`, so that the command ends in good order; the
/// second one ends it at once.
///
/// # Errors
/// If the process handles them already, or the system refuses.
pub fn handle_interrupts(stop: &'static AtomicBool) -> Result<(), RunError> {
    handle(Box::leak(Box::new([stop])))
}

/// The same for commands that end in two steps: the first Ctrl-C sets `finish`, the second `abort`,
/// the third ends the command at once.
///
/// # Errors
/// As [`handle_interrupts`].
pub fn handle_interrupts_in_steps(
    finish: &'static AtomicBool,
    abort: &'static AtomicBool,
) -> Result<(), RunError> {
    handle(Box::leak(Box::new([finish, abort])))
}

fn handle(steps: &'static [&'static AtomicBool]) -> Result<(), RunError> {
    let handler = || match steps.get(INTERRUPTS.fetch_add(1, Ordering::Relaxed)) {
        Some(step) => step.store(true, Ordering::Relaxed),
        None => std::process::exit(BY_CTRL_C),
    };
    ctrlc::set_handler(handler).map_err(|error| RunError::Machine(error.to_string()))
}

/// Whether somebody has asked the command to end.
#[must_use]
pub fn is_interrupted() -> bool {
    INTERRUPTS.load(Ordering::Relaxed) > 0
}
