//! [`Numbers`]: the distance of a node from a proof and from a refutation.

/// The number of a node that is settled. Sums of other numbers stay below it.
pub(super) const INFINITE: u32 = 1 << 30;

/// The proof number and the disproof number of a node: the least number of leaves that must be wins
/// of the mating side to prove it, and the least number that must not be to refute it (Allis and
/// others, Proof-number search, 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a win for the mating side.
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    /// The numbers of a node without a win in time.
    pub const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };

    /// Returns the numbers of a settled node.
    pub const fn settled(is_won: bool) -> Self {
        if is_won { Self::PROVEN } else { Self::REFUTED }
    }

    /// Returns whether the mating side wins in time, if that is known.
    pub const fn verdict(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Returns the number that the player of a node minimises: the proof number if `ours`.
    pub const fn of_choice(self, ours: bool) -> u32 {
        if ours { self.proof } else { self.disproof }
    }

    /// The other number, which adds up over the moves of a node.
    pub const fn of_sum(self, ours: bool) -> u32 {
        if ours { self.disproof } else { self.proof }
    }

    /// Creates the numbers from those of [`Numbers::of_choice`] and [`Numbers::of_sum`].
    pub const fn new(ours: bool, choice: u32, sum: u32) -> Self {
        if ours {
            Self { proof: choice, disproof: sum }
        } else {
            Self { proof: sum, disproof: choice }
        }
    }

    /// Returns the numbers of a node from those of its children; `ours` if the mating side chooses
    /// there.
    pub fn of_children(ours: bool, children: impl Iterator<Item = Self>) -> Self {
        let (mut choice, mut sum) = (INFINITE, 0_u32);
        for child in children {
            choice = choice.min(child.of_choice(ours));
            sum = sum.saturating_add(child.of_sum(ours)).min(INFINITE);
        }
        match (choice, sum) {
            (0, _) => Self::new(ours, 0, INFINITE),
            (INFINITE, _) => Self::new(ours, INFINITE, 0),
            // A sum that reaches the limit does not settle the node.
            _ => Self::new(ours, choice, sum.min(INFINITE - 1)),
        }
    }

    /// Returns whether neither number has reached the bound.
    pub const fn is_within(self, bound: Self) -> bool {
        self.proof < bound.proof && self.disproof < bound.disproof
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Numbers = Numbers { proof: 3, disproof: 5 };

    #[test]
    fn a_choice_takes_the_least_and_the_other_number_adds_up() {
        let other = Numbers { proof: 7, disproof: 2 };
        let both = |ours| Numbers::of_children(ours, [OPEN, other].into_iter());
        assert_eq!(both(true), Numbers { proof: 3, disproof: 7 });
        assert_eq!(both(false), Numbers { proof: 10, disproof: 2 });
    }

    #[test]
    fn one_settled_child_settles_a_choice_and_all_of_them_the_rest() {
        let of = |ours, children: &[Numbers]| {
            Numbers::of_children(ours, children.iter().copied()).verdict()
        };
        let (won, not) = (Numbers::PROVEN, Numbers::REFUTED);
        assert_eq!(of(true, &[not, won, OPEN]), Some(true));
        assert_eq!(of(false, &[not, won, OPEN]), Some(false));
        assert_eq!([of(true, &[not, not]), of(false, &[won, won])], [Some(false), Some(true)]);
        assert_eq!([of(true, &[not, OPEN]), of(false, &[won, OPEN])], [None, None]);
    }

    #[test]
    fn sums_that_grow_beyond_all_bounds_settle_nothing() {
        let huge = Numbers { proof: INFINITE - 1, disproof: INFINITE - 1 };
        for ours in [true, false] {
            assert_eq!(Numbers::of_children(ours, [huge; 9].into_iter()).verdict(), None);
        }
    }
}
