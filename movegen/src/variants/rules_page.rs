//! [`RulesPage`]: where a game's rules stand, and what they say in short.

/// Where a game's rules stand in full, and what somebody who can play chess has to know of them.
///
/// ```
/// let rules = rotunda_movegen::Variant::by_name("rollerball")?.rules;
/// assert_eq!(rules.file, "rollerball.md");
/// assert!(rules.summary.lines().count() > 3);
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesPage {
    /// The file in `docs/rules`; empty if the game has none.
    pub file: &'static str,
    /// The rules in short: a few lines that end without a line break.
    pub summary: &'static str,
}
