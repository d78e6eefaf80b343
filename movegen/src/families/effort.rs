//! [`Effort`]: how much a search spends on the moves of one position.

/// How many states of jump series the generation of a position's moves may look at, and whether that
/// was enough.
///
/// The series of a draughtsman among many pieces can be counted in millions. A search that is to
/// hear `stop` looks at the shortest of them; whatever it is given is legal, but there may be more.
/// Games without series are never cut short.
///
/// ```
/// use rotunda_movegen::{Draughts, Effort, Family, Options, Position, Rules, Select, Variant};
///
/// let Family::Draughts(rules) = Variant::by_name("ordinary")?.family(Options::default()) else {
///     unreachable!("An Ordinary Variant has draughtsmen");
/// };
/// let fen = "11k/12/12/12/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";
/// let position = Position::<1>::parse(rules, fen).unwrap();
/// let check_info = Draughts::check_info(&position);
/// let (mut effort, mut some) = (Effort::new(1000, 8000), Vec::new());
/// Draughts::generate_within(&position, &check_info, Select::All, &mut effort, &mut some);
/// assert!(!effort.is_complete() && some.len() > 500);
/// assert_eq!(Draughts::count(&position), 11_007);
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States that may still be looked at in this attempt.
    left: usize,
    /// States that an attempt begins with.
    limit: usize,
    /// The largest number of states for an attempt.
    max: usize,
    /// States looked at in all attempts.
    spent: usize,
    /// Whether something was left out for want of states.
    cut: bool,
}

impl Effort {
    /// `states` at first, and up to `max` if these leave open what is legal.
    #[must_use]
    pub const fn new(states: usize, max: usize) -> Self {
        Self { left: states, limit: states, max, spent: 0, cut: false }
    }

    /// As many states as there are.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self::new(usize::MAX, usize::MAX)
    }

    /// Whether all moves have been generated.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        !self.cut
    }

    /// How many states have been looked at.
    #[must_use]
    pub const fn spent(&self) -> usize {
        self.spent
    }

    /// Takes one more state; `false`, and noted, if there is none left.
    #[inline]
    pub(crate) fn take(&mut self) -> bool {
        if self.left == 0 {
            self.cut = true;
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    /// Prepares another attempt with more states after one that left something open; whether there
    /// may be one.
    pub(crate) fn grow(&mut self) -> bool {
        const FACTOR: usize = 8;
        if !self.cut || self.limit >= self.max {
            return false;
        }
        self.limit = self.limit.max(1).saturating_mul(FACTOR).min(self.max);
        self.left = self.limit;
        self.cut = false;
        true
    }
}
