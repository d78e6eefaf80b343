//! Sentences about the state of a game that its board does not show.

use rotunda_movegen::{Field, Game, GameMove, GameMoveKind, Seat, Spec, Variant};

use crate::variant_view::VariantView;

/// The fewest plies without progress that are mentioned.
const MENTIONED: u32 = 10;

/// Returns the facts of a duel's position that its board does not show; none of games of more than
/// two players, whose boards show all. `legal` are the legal moves, as far as they are listed.
pub fn facts(variant: &'static Variant, game: &Game, legal: &[GameMove]) -> Vec<String> {
    if !variant.is_duel() {
        return Vec::new();
    }
    let spec = variant.spec();
    let fen = game.fen();
    let words: Vec<&str> = fen.split(' ').collect();
    let of = |field: Field| {
        let at = spec.fields.iter().position(|other| *other == field);
        at.and_then(|at| words.get(at)).copied().unwrap_or("-")
    };
    let rights = (0..2).filter_map(|seat| rights(variant, &spec, Seat(seat), of(Field::Flags)));
    // Position strings name a cell after every double step, capture or not.
    let passing = legal
        .iter()
        .any(|mv| mv.kind() == GameMoveKind::EnPassant)
        .then(|| format!("A pawn can be taken in passing on {}.", of(Field::EnPassant)));
    let plies = of(Field::Halfmove).parse().unwrap_or(0);
    let limit = spec.limits.quiet_plies.filter(|_| plies >= MENTIONED);
    let quiet =
        limit.map(|limit| format!("{plies} plies of {limit} without a capture or a pawn's move."));
    rights.chain(passing).chain(quiet).collect()
}

/// Returns the cells to which the king of a seat may still castle, now or later, in a sentence.
fn rights(variant: &'static Variant, spec: &Spec, seat: Seat, flags: &str) -> Option<String> {
    let own = spec.castlings.iter().filter(|one| one.seat == seat && flags.contains(one.right));
    let cells: Vec<String> = own.map(|one| spec.grid.name(one.king.1)).collect();
    let name = VariantView::of(variant).colour(seat.index());
    (!cells.is_empty()).then(|| format!("{name} may castle to {}.", cells.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variant: &str, fen: &str) -> Vec<String> {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(Some(fen)).expect("well-formed");
        facts(variant, &game, &game.legal_moves())
    }

    #[test]
    fn rights_passing_and_the_clock_are_shown() {
        let chess = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kkq e3 0 1";
        assert_eq!(
            of("chess", chess),
            [
                "White may castle to g1.",
                "Black may castle to g8 or c8.",
                "A pawn can be taken in passing on e3."
            ]
        );
        let free = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - e3 0 1";
        assert!(of("chess", free).is_empty(), "no pawn captures");
        let table = Variant::by_name("roundtable84").expect("known").start();
        assert_eq!(of("roundtable84", table)[0], "White may castle to h2 or h1 or e2 or e1.");
        let quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 42 80";
        assert_eq!(of("chess", quiet), ["42 plies of 100 without a capture or a pawn's move."]);
        let race = "2rbp2/2rkp2/2***2/1K***2/2***2/4R2/2PBR2 w K 0 1";
        assert!(of("rollerball", race).is_empty());
    }
}
