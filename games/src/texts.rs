//! Texts for people.

use crate::problem::Problem;
use crate::source::Text;

/// Returns a text for people without control characters except `but`, since it goes to terminals
/// and into protocols.
pub fn printable(text: Option<&Text>, but: &[char]) -> Result<Option<String>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let is_wrong = |letter: &char| letter.is_control() && !but.contains(letter);
    match text.get_ref().chars().find(is_wrong) {
        None => Ok(Some(text.get_ref().clone())),
        Some(letter) => {
            let message = format!("the control character {letter:?} in a text for people");
            Err(Problem::new(text.span(), message, ""))
        }
    }
}
