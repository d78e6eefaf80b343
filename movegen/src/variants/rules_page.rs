//! [`RulesPage`]: the page of a game's rules, and their summary.

/// The page with a game's full rules, and a summary for someone who knows chess.
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
    /// The summary of the rules: a few lines without a final line break.
    pub summary: &'static str,
}
