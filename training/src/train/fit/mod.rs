//! The numbers of the derived evaluation, fitted to a game.
//!
//! The evaluation is linear in nearly all of its numbers (Texel's method with exact derivatives):
//!
//! ```text
//!   columns    the numbers, each with its step and the width of its pull
//!   rows       what each number adds to the evaluation of each position
//!   problem    the loss of changed numbers, and its minimum by Newton's method
//!   fitting    the strength of the pull, by games that are held out
//! ```

mod columns;
mod fitting;
mod problem;
mod rows;
mod solve;

pub use columns::FittedNumber;
pub use fitting::{FitConfig, FitEvent, FitObserver, Fitted, fit};
