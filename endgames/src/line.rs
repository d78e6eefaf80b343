//! Best play by the tables.

use std::cmp::Reverse;

use rotunda_movegen::{FamilyGame, Rules};

use crate::library::{Library, Verdict};

impl Verdict {
    /// Returns the value, to the mover, of a move that leads to a position with this verdict.
    const fn before(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win { share, plies } => Self::Loss { share, plies: plies + 1 },
            Self::Loss { share, plies } => Self::Win { share, plies: plies + 1 },
        }
    }

    /// Returns a key that sorts verdicts by the preference of the side to move, the best first: it
    /// wins much and soon, and loses little and late.
    #[must_use]
    pub const fn preference(self) -> (u8, Reverse<u16>, i32) {
        match self {
            Self::Win { share, plies } => (0, Reverse(share), plies as i32),
            Self::Draw => (1, Reverse(0), 0),
            Self::Loss { share, plies } => (2, Reverse(u16::MAX - share), -(plies as i32)),
        }
    }
}

impl<R: Rules<W>, const W: usize> Library<'_, R, W> {
    /// Returns the legal moves with their value to the mover, the best first; `None` if the tables
    /// in memory do not know the position after some move.
    #[must_use]
    pub fn ranked(&mut self, game: &FamilyGame<'_, R, W>) -> Option<Vec<(R::Move, Verdict)>> {
        let mut ranked = Vec::new();
        for mv in game.moves() {
            let mut position = game.position().clone();
            R::play(&mut position, &mv);
            ranked.push((mv, self.probe(&position)?.before()));
        }
        ranked.sort_by_key(|(_, verdict)| verdict.preference());
        Some(ranked)
    }

    /// Returns the best moves of both sides from a decided position to the end of the game, or
    /// until a share may be claimed. It is empty for a drawn position.
    #[must_use]
    pub fn line(&mut self, game: &FamilyGame<'_, R, W>) -> Vec<R::Move> {
        let (mut game, mut line) = (game.clone(), Vec::new());
        while let Some(Verdict::Win { plies: 1.., .. } | Verdict::Loss { plies: 1.., .. }) =
            self.probe(game.position())
        {
            let best = self.ranked(&game).and_then(|ranked| ranked.into_iter().next());
            let Some((mv, _)) = best else { break };
            game.play_unchecked(&mv);
            line.push(mv);
        }
        line
    }
}
