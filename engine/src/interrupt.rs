//! Ctrl-C, and requests to terminate.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::completion::RunError;

/// How often somebody has asked the command to end.
static INTERRUPTS: AtomicUsize = AtomicUsize::new(0);
/// The exit code of programs that end by Ctrl-C.
const BY_CTRL_C: i32 = 130;

/// A step towards the end of a command.
type Step = Box<dyn Fn() + Send>;

/// Lets Ctrl-C, and requests to terminate, call `steps`: the first one calls the first step, and so
/// on. The one after the last step ends the process at once.
///
/// # Errors
/// If the process handles them already, or the system refuses.
pub fn handle_interrupts(steps: Vec<Step>) -> Result<(), RunError> {
    let handler = move || match steps.get(INTERRUPTS.fetch_add(1, Ordering::Relaxed)) {
        Some(step) => step(),
        None => std::process::exit(BY_CTRL_C),
    };
    ctrlc::set_handler(handler).map_err(|error| RunError::Machine(error.to_string()))
}

/// Returns whether somebody has asked the command to end.
#[must_use]
pub fn is_interrupted() -> bool {
    INTERRUPTS.load(Ordering::Relaxed) > 0
}
