//! Ctrl-C, and requests to terminate.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::RunError;

/// Whether somebody wants the command to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The exit code of programs that end by Ctrl-C.
const BY_CTRL_C: i32 = 130;

/// Lets Ctrl-C, and requests to terminate, set `stop`, so that the command ends in good order; the
/// second one ends it at once.
///
/// # Errors
/// If the process handles them already, or the system refuses.
pub fn handle_interrupts(stop: &'static AtomicBool) -> Result<(), RunError> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(BY_CTRL_C);
        }
        stop.store(true, Ordering::Relaxed);
    };
    ctrlc::set_handler(handler).map_err(|error| RunError::Machine(error.to_string()))
}

/// Whether somebody has asked the command to end.
#[must_use]
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
