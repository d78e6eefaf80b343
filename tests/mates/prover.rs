//! A naive search for mates, which shares no code with the engine's search: it tries every move of
//! every player and uses the rules of the game alone.

use rotunda_movegen::{Claim, FULL, Family, FamilyGame, Rules, Seat, in_family};

/// The number of positions that the search may still visit.
pub struct Naive {
    pub left: u64,
}

/// The error of a search that would visit more positions than it may.
#[derive(Debug, PartialEq)]
pub struct TooManyPositions;

/// Returns the fewest moves, up to `most`, in which the mover of a position wins the whole point
/// against all others together, if there is such a win.
pub fn moves_to_mate(
    family: Family,
    fen: &str,
    most: u32,
    budget: u64,
) -> Result<Option<u32>, TooManyPositions> {
    let naive = Naive { left: budget };
    in_family!(family, R, tables => {
        let game = FamilyGame::<R, _>::parse(tables, fen).expect("a good position");
        naive.quickest(&game, most)
    })
}

impl Naive {
    fn quickest<R: Rules<W>, const W: usize>(
        mut self,
        game: &FamilyGame<R, W>,
        most: u32,
    ) -> Result<Option<u32>, TooManyPositions> {
        let position = game.position();
        let seats = if R::ALTERNATES { 2 } else { position.living_count() };
        let seat = position.turn();
        for moves in 1..=most {
            if self.wins(game, seat, (moves - 1) * seats + 1, true)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Returns whether a seat's side wins within so many plies.
    fn wins<R: Rules<W>, const W: usize>(
        &mut self,
        game: &FamilyGame<R, W>,
        seat: Seat,
        plies: u32,
        is_root: bool,
    ) -> Result<bool, TooManyPositions> {
        self.left = self.left.checked_sub(1).ok_or(TooManyPositions)?;
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.points(seat) == FULL);
        }
        let position = game.position();
        let ours = position.side_of(position.turn()) == position.side_of(seat);
        let escapes = |claim: Claim| {
            claim.share > 0 && position.side_of(claim.seat) != position.side_of(seat)
        };
        if !is_root && R::claim(position).is_some_and(escapes) {
            return Ok(false);
        }
        if plies == 0 {
            return Ok(false);
        }
        for mv in game.moves() {
            let mut child = game.clone();
            child.play_unchecked(&mv);
            if self.wins(&child, seat, plies - 1, false)? == ours {
                return Ok(ours);
            }
        }
        Ok(!ours)
    }
}
