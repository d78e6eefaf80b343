//! [`History`]: the positions of a game so far, as far as repetition asks for them.

/// One position of a game.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Whether the side to move was in check; false too where that decides nothing.
    check: bool,
}

/// The keys of a game's positions, the current one last.
///
/// ```
/// use rotunda_movegen::History;
/// let mut history = History::default();
/// for key in [7, 8, 9, 8, 7] {
///     history.push(key, false);
/// }
/// // The position with key 7 has stood once before, at index 0, four plies ago.
/// assert_eq!(history.earlier(4).collect::<Vec<_>>(), [0]);
/// assert_eq!(history.earlier(3).count(), 0);
/// ```
#[derive(Clone, Default, Debug)]
pub struct History {
    entries: Vec<Entry>,
}

impl History {
    /// Adds the position after a move.
    pub fn push(&mut self, key: u64, check: bool) {
        self.entries.push(Entry { key, check });
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// Keeps only the first `length` positions.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.entries.truncate(length);
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no position yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the earlier occurrences of the current position among the last `reach` plies, newest
    /// first, as indices of the game's positions.
    pub fn earlier(&self, reach: u32) -> impl Iterator<Item = usize> + '_ {
        let current = self.entries.len().saturating_sub(1);
        let oldest = current.saturating_sub(reach as usize);
        let key = self.entries.last().map_or(0, |entry| entry.key);
        let indices = (oldest..current).rev().skip(1).step_by(2);
        indices.filter(move |index| self.entries[*index].key == key)
    }

    /// Returns the key differences between the current position of a duel and earlier ones with the
    /// other side to move, newest first. It includes those of the last `reach` plies since which
    /// the other side's moves have cancelled each other out, so one move may repeat such a
    /// position. `turn` is the key of the turn.
    pub fn one_side_away(&self, turn: u64, reach: u32) -> impl Iterator<Item = u64> + '_ {
        let current = self.entries.len().saturating_sub(1);
        let key = move |back: usize| self.entries[current - back].key;
        let mut others = 0;
        (0..current.min(reach as usize)).step_by(2).filter_map(move |back| {
            others ^= key(back) ^ key(back + 1) ^ turn;
            (others == 0).then(|| key(0) ^ key(back + 1))
        })
    }

    /// Returns whether the side to move and its opponent gave check with each of their moves since
    /// the position with this index, which had the same side to move.
    #[must_use]
    pub(crate) fn checking_since(&self, index: usize) -> [bool; 2] {
        let checked = |entries: &[Entry]| entries.iter().step_by(2).all(|entry| entry.check);
        let later = &self.entries[index + 1..];
        [checked(later), checked(later.get(1..).unwrap_or(&[]))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_occurrences_come_newest_first_and_within_reach() {
        let mut history = History::default();
        for key in [7, 1, 7, 2, 7] {
            history.push(key, false);
        }
        assert_eq!(history.earlier(10).collect::<Vec<_>>(), [2, 0]);
        assert_eq!(history.earlier(3).collect::<Vec<_>>(), [2]);
        assert_eq!(history.earlier(0).count(), 0);
    }

    #[test]
    fn one_side_is_away_where_the_other_has_come_back() {
        const TURN: u64 = 1 << 60;
        let mut history = History::default();
        // The low digit is the place of the first side's piece, the high one that of the second's.
        for key in [0x00, TURN ^ 0x03, 0x53, TURN ^ 0x57] {
            history.push(key, false);
            assert_eq!(history.one_side_away(TURN, 10).count(), 0);
        }
        history.push(0x07, false);
        assert_eq!(history.one_side_away(TURN, 3).collect::<Vec<_>>(), [TURN ^ 0x07 ^ 0x03]);
        assert_eq!(history.one_side_away(TURN, 2).count(), 0);
    }

    #[test]
    fn only_the_side_that_always_checked_gives_perpetual() {
        let mut history = History::default();
        for (key, check) in [(1, false), (2, true), (3, false), (4, true), (1, false)] {
            history.push(key, check);
        }
        assert_eq!(history.checking_since(0), [true, false]);
    }
}
