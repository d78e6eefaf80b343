//! Moves of chess in standard algebraic notation.

use rotunda_movegen::AnyGame;

/// A legal move of chess, written as UCI has it, in standard algebraic notation.
///
/// # Panics
/// If the text is shorter than two names of cells.
///
/// ```
/// let game = rotunda_movegen::Variant::by_name("chess")?.game();
/// assert_eq!(rotunda_arena::san(&*game, "g1f3"), "Nf3");
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
#[must_use]
pub fn san(game: &dyn AnyGame, text: &str) -> String {
    let (from, to) = (&text[..2], &text[2..4]);
    let piece = game.letter(from).unwrap_or('P');
    let capture = game.letter(to).is_some() || piece == 'P' && from[..1] != to[..1];
    let mut san = match (piece, from, to) {
        ('K', "e1", "g1") | ('K', "e8", "g8") => "O-O".to_string(),
        ('K', "e1", "c1") | ('K', "e8", "c8") => "O-O-O".to_string(),
        ('P', ..) if capture => from[..1].to_string(),
        ('P', ..) => String::new(),
        _ => format!("{piece}{}", origin(game, from, to)),
    };
    if !san.starts_with('O') {
        san += if capture { "x" } else { "" };
        san += to;
        if let Some(promoted) = text[4..].chars().next() {
            san.push('=');
            san.push(promoted.to_ascii_uppercase());
        }
    }
    let mut after = game.boxed();
    if after.play(text).is_ok() && !after.checkers().is_empty() {
        san.push(if after.legal().is_empty() { '#' } else { '+' });
    }
    san
}

/// As much of the origin as tells a move from those of the same pieces to the same cell.
fn origin<'a>(game: &dyn AnyGame, from: &'a str, to: &str) -> &'a str {
    let others: Vec<String> = game
        .legal()
        .into_iter()
        .filter(|other| &other[2..4] == to && &other[..2] != from)
        .filter(|other| game.letter(&other[..2]) == game.letter(from))
        .collect();
    let shares = |part: std::ops::Range<usize>| {
        others.iter().any(|other| other[part.clone()] == from[part.clone()])
    };
    match (others.is_empty(), shares(0..1), shares(1..2)) {
        (true, ..) => "",
        (_, false, _) => &from[..1],
        (_, _, false) => &from[1..],
        _ => from,
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Options, Variant};

    use super::*;

    fn san_of(fen: &str, text: &str) -> String {
        let chess = Variant::by_name("chess").expect("known").family(Options::default());
        san(&*chess.game(Some(fen)).expect("well-formed"), text)
    }

    #[test]
    fn chess_is_written_in_standard_algebraic_notation() {
        for (fen, text, san) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
            ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
            ("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3"),
            ("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3", "N1b3"),
            ("4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3"),
            ("6k1/5ppp/8/8/8/8/8/4K2R w - - 0 1", "h1h7", "Rxh7"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ] {
            assert_eq!(san_of(fen, text), san, "{fen}");
        }
    }
}
