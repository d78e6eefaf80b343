//! The ends of training commands with an error.

use rotunda_training::TrainingError;

use crate::completion::RunError;

/// Returns the end of a command with an error of the library.
pub fn run_error(error: TrainingError) -> RunError {
    match error {
        TrainingError::Output(error) => RunError::Output(error),
        TrainingError::Write { .. }
        | TrainingError::Memory(_)
        | TrainingError::Threads(_)
        | TrainingError::Player(_) => RunError::Machine(error.to_string()),
        error => RunError::Usage(error.to_string()),
    }
}
