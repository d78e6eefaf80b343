//! The needs of searching threads, here and in programs around the search: a large stack, and
//! panics as texts.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The stack of a searching thread in bytes: several times the need of the deepest line.
pub const STACK: usize = 64 << 20;

thread_local! {
    /// Whether this thread is known to have a stack of [`STACK`] bytes.
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// Runs the body of a thread that was spawned with a stack of [`STACK`] bytes.
///
/// Searches with one thread then run on it, instead of on a thread of their own. This matters where
/// thousands of searches take less than a millisecond each.
pub fn with_large_stack<T>(body: impl FnOnce() -> T) -> T {
    let before = IS_LARGE.replace(true);
    let result = body();
    IS_LARGE.set(before);
    result
}

/// Returns whether a search may run on this thread.
pub(crate) fn is_large_stack() -> bool {
    IS_LARGE.get()
}

/// Returns the result of a function.
///
/// # Errors
/// Returns the message of a panic on one line if the function panics.
///
/// ```
/// use rotunda_search::threads::caught;
/// assert_eq!(caught(|| 2 + 2), Ok(4));
/// assert_eq!(caught(|| -> u8 { panic!("out of\nideas") }), Err("out of ideas".into()));
/// ```
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| panic_text(&*payload))
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given").replace('\n', " ")
}
