//! [`Threats`]: the attacks of the opponent in a duel.

use rotunda_movegen::{AsMove, Bitboard, Cell, Position, Rules, SlideCache};

use crate::eval::Weights;
use crate::eval::reach::Reach;

/// The cells that the opponent of a duel attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats<const W: usize> {
    /// The cells that its pawns attack.
    pub pawns: Bitboard<W>,
    /// The cells that any of its pieces but the king attacks.
    pub all: Bitboard<W>,
    /// The cells that its king attacks; all cells in games where moves uncover attacks in other
    /// ways than along lines.
    king: Bitboard<W>,
}

impl<const W: usize> Threats<W> {
    /// No threats, as for games of many players.
    pub const NONE: Self =
        Self { pawns: Bitboard::EMPTY, all: Bitboard::EMPTY, king: Bitboard::ALL };

    /// Returns the threats of the side that is not to move; `slides` is the cache of the game's
    /// attack sets.
    pub fn of<R: Rules<W>>(
        position: &Position<W>,
        weights: &Weights<W>,
        slides: &mut SlideCache<W>,
    ) -> Self {
        if !R::ALTERNATES {
            return Self::NONE;
        }
        let enemy = position.turn().opponent();
        let Reach { pawns, pieces, king } = Reach::of(position, enemy, slides);
        let king = if weights.attacks_on_lines_alone() { king } else { Bitboard::ALL };
        Self { pawns, all: pawns | pieces, king }
    }

    /// Returns whether certainly no enemy can capture the piece of this quiet move: its target is
    /// not attacked, and no line to it opens through the source cell.
    #[inline]
    pub fn leaves_alone(&self, mv: &impl AsMove) -> bool {
        self.class(mv) == 0 && !self.king.has(mv.to())
    }

    /// Returns the class of a move, one of four: whether it leaves an attacked cell, and whether it
    /// goes to one.
    #[inline]
    pub fn class(&self, mv: &impl AsMove) -> usize {
        self.classes(mv.from())[usize::from(self.all.has(mv.to()))]
    }

    /// Returns the classes of moves from a cell: to cells that are not attacked, and to those that
    /// are.
    #[inline]
    pub fn classes(&self, from: Cell) -> [usize; 2] {
        let leaves = usize::from(self.all.has(from)) * 2;
        [leaves, leaves + 1]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{Duel, Family, GenBudget, GenKind, Options, Rules, Variant};

    use super::*;
    use crate::ordering::exchange::gains_at_least;

    /// The number of random games of each variant.
    const GAMES: u64 = 12;
    /// The most plies of a game.
    const PLIES: usize = 120;

    /// Plays a random game and returns the number of quiet moves whose piece no enemy can capture.
    /// Checks that no exchange loses anything after them.
    fn left_alone(start: &Position<1>, weights: &Weights<1>, seed: u64) -> usize {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut position = start.clone();
        let (mut count, mut slides) = (0, SlideCache::new());
        for _ in 0..PLIES {
            let check_info = <Duel as Rules<1>>::check_info(&position);
            let threats = Threats::of::<Duel>(&position, weights, &mut slides);
            let (mut moves, mut budget) = (Vec::new(), GenBudget::new(0, 0));
            <Duel as Rules<1>>::generate_within(
                &position,
                &check_info,
                GenKind::All,
                &mut budget,
                &mut moves,
            );
            for mv in &moves {
                let is_quiet = <Duel as Rules<1>>::captured(&position, mv).is_empty();
                if is_quiet && AsMove::promotes_to(mv).is_none() && threats.leaves_alone(mv) {
                    assert!(gains_at_least::<Duel, 1>(&position, weights, mv, 0), "{mv:?}");
                    count += 1;
                }
            }
            let Some(mv) = moves.choose(&mut random) else { break };
            Duel::play(&mut position, mv);
        }
        count
    }

    #[test]
    fn no_exchange_takes_what_is_left_alone() {
        for variant in Variant::all() {
            let Family::Duel(tables) = variant.family(Options::default()) else { continue };
            let start = <Duel as Rules<1>>::start(tables);
            let weights = Weights::derive(&start);
            let count: usize = (0..GAMES).map(|seed| left_alone(&start, &weights, seed)).sum();
            let expected = tables.attacks_on_lines_alone();
            assert_eq!(count > 1000, expected, "{}: {count}", variant.name);
            assert_eq!(count > 0, expected, "{}: {count}", variant.name);
        }
    }
}
