//! [`Hindrance`]: the reason why a piece has no legal move to a cell that it could reach.

use crate::families::{GenBudget, Rules};
use crate::family_game::FamilyGame;
use crate::geometry::{Bitboard, Cell};
use crate::position::{AsMove, CheckInfo};

/// The most states of jump series that are looked at.
const STATES: usize = 200_000;

/// The reason why a step that a piece could make is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// The king could be captured after it.
    ExposesKing,
    /// It is a king move that is forbidden in check: castling, or a step across a castle wall.
    InCheck,
    /// A duty to capture applies, and the move does not fulfil it.
    Duty,
}

/// Returns the reason why no legal move leads from one cell to another; `None` if one does, or if
/// the piece could not go there anyway.
pub fn hindrance<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    from: Cell,
    to: Cell,
) -> Option<Hindrance> {
    let position = game.position();
    let real = R::check_info(position);
    if leads(game, &real, from, to) {
        return None;
    }
    let mut dutiless = real;
    dutiless.en_prise = Bitboard::EMPTY;
    if leads(game, &dutiless, from, to) {
        return Some(Hindrance::Duty);
    }
    let seat = position.turn();
    let is_king = position.king(seat) == Some(from);
    if leads(game, &CheckInfo::free(), from, to) {
        return Some(if is_king { Hindrance::InCheck } else { Hindrance::ExposesKing });
    }
    let is_step = is_king && R::attackers(position, to, seat).has(from);
    let exposes = is_step && position.has_check_rules() && !position.seat(seat).has(to);
    exposes.then_some(Hindrance::ExposesKing)
}

/// Returns whether a move from one cell to another is legal, given these threats to the king.
fn leads<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    check_info: &CheckInfo<W>,
    from: Cell,
    to: Cell,
) -> bool {
    let (mut budget, mut moves) = (GenBudget::new(STATES, STATES), Vec::new());
    R::generate_from(game.position(), check_info, from, &mut budget, &mut moves);
    moves.iter().any(|mv| mv.from() == from && mv.to() == to)
}

/// Returns whether a duty to capture forbids moves that would be legal without it, or demands one.
pub fn is_bound<R: Rules<W>, const W: usize>(game: &FamilyGame<R, W>) -> bool {
    let position = game.position();
    let mut budget = GenBudget::new(STATES, STATES);
    let duty = R::duty(position, &R::check_info(position), &mut budget);
    duty.is_some_and(|duty| duty.binds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::tables::Seat;
    use crate::variants::Variant;

    fn game(variant: &str, fen: &str) -> Game {
        let variant = Variant::by_name(variant).expect("known");
        variant.game_from(Some(fen)).expect("well-formed")
    }

    fn why(variant: &str, fen: &str, from: &str, to: &str) -> Option<Hindrance> {
        let game = game(variant, fen);
        let cells = game.cells();
        let cell = |name: &str| {
            let index = cells.iter().position(|other| other == name);
            Cell(index.expect("a cell") as u8)
        };
        game.hindrance(cell(from), cell(to))
    }

    #[test]
    fn pins_checks_and_duties_hinder_and_natures_do_not() {
        let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
        assert_eq!(why("chess", pinned, "e2", "c3"), Some(Hindrance::ExposesKing));
        assert_eq!(why("chess", pinned, "e2", "e3"), None);
        assert_eq!(why("chess", pinned, "e1", "d1"), None);
        let checked = "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1";
        assert_eq!(why("chess", checked, "e1", "e2"), Some(Hindrance::ExposesKing));
        assert_eq!(why("chess", checked, "e1", "g1"), Some(Hindrance::InCheck));
        assert_eq!(why("chess", checked, "h1", "h2"), Some(Hindrance::ExposesKing));
        let dutiful = "11k/12/12/12/12/12/4c1nC4/3P8/12/K11 w - - 0 1";
        assert_eq!(why("ordinary", dutiful, "a1", "a2"), Some(Hindrance::Duty));
        assert_eq!(why("ordinary", dutiful, "d3", "e4"), None);
        assert_eq!(why("ordinary", dutiful, "a1", "c5"), None);
        assert!(game("ordinary", dutiful).is_bound() && !game("chess", pinned).is_bound());
    }

    #[test]
    fn a_lap_is_known_of_kings_that_run_one() {
        let ring = game("rollerball", "2rbp2/2rkp2/2***2/1K***2/2***2/4R2/2PBR2 w K 0 1");
        assert_eq!(ring.has_lapped(Seat(0)), Some(true));
        assert_eq!(ring.has_lapped(Seat(1)), Some(false));
        let chess = game("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(chess.has_lapped(Seat(0)), None);
    }
}
