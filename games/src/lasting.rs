//! [`lasting`]: texts of games that live as long as the process, each kept once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The texts so far.
static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Returns a text that lives as long as the process. The same text takes memory once, so a file
/// that is read again and again takes no more.
pub fn lasting(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = text.to_owned().leak();
    kept.insert(new);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_once() {
        let (first, other) = (lasting("archbishop"), lasting("amazon"));
        assert!(std::ptr::eq(lasting("archbishop"), first));
        assert_eq!((first, other), ("archbishop", "amazon"));
    }
}
