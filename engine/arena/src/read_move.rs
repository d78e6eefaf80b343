//! Moves as files write them.

use rotunda_movegen::AnyGame;

use crate::san::san;

/// What may follow a move without being part of it.
const DECORATION: [char; 4] = ['+', '#', '!', '?'];

/// The legal move that a file writes: in the game's own notation, or for chess in standard
/// algebraic notation; `None` if no legal move is written so.
///
/// ```
/// let game = rotunda_movegen::Variant::by_name("chess")?.game();
/// assert_eq!(rotunda_arena::read_move(&*game, "Nf3").as_deref(), Some("g1f3"));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[must_use]
pub fn read_move(game: &dyn AnyGame, text: &str) -> Option<String> {
    if let Ok(mv) = game.parse_move(text) {
        return Some(mv.to_string());
    }
    if game.variant() != "chess" {
        return None;
    }
    let bare = |text: &str| -> String {
        let letters = text.trim_end_matches(DECORATION).chars();
        // `0-0` for castling and `e8Q` for a promotion are common.
        letters.filter(|letter| *letter != '=').map(|l| if l == '0' { 'O' } else { l }).collect()
    };
    let wanted = bare(text);
    let mut candidates = game.legal();
    candidates.retain(|mv| bare(&san(game, mv)) == wanted);
    candidates.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotunda_movegen::Variant;

    #[test]
    fn moves_are_read_in_both_notations() {
        let chess = Variant::by_name("chess").expect("known");
        let fen = "3r2k1/4P3/8/8/8/8/8/4K2R w K - 0 1";
        let game = chess.game_from(Some(fen)).expect("well-formed");
        for (text, mv) in [
            ("e7d8q", Some("e7d8q")),
            ("exd8=Q+", Some("e7d8q")),
            ("exd8N", Some("e7d8n")),
            ("0-0", Some("e1g1")),
            ("Rh4+!?", Some("h1h4")),
            ("Ra8", None),
        ] {
            assert_eq!(read_move(&*game, text).as_deref(), mv, "{text}");
        }
        let ring = Variant::by_name("rollerball").expect("known").game();
        assert_eq!(read_move(&*ring, "c2b3").as_deref(), Some("c2b3"));
        assert_eq!(read_move(&*ring, "b3"), None);
    }
}
