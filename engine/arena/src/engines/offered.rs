//! [`offered_option`]: checks that an engine has an option and takes a value.

use rotunda_movegen::quoted;
use rotunda_protocol::uci_client::OfferedOption;

/// Returns the option of an engine by its name; case does not matter.
///
/// # Errors
/// Returns an error if the engine does not offer it, or the value makes no sense: the reason.
pub(crate) fn offered_option<'a>(
    offered: &'a [OfferedOption],
    name: &str,
    value: &str,
) -> Result<&'a OfferedOption, String> {
    let option = offered
        .iter()
        .find(|option| option.is_named(name))
        .ok_or_else(|| format!("it has no option {}", quoted(name)))?;
    match option.objection(value) {
        Some(objection) => {
            Err(format!("option {}: {objection}", quoted(&format!("{name}={value}"))))
        }
        None => Ok(option),
    }
}
