//! Moves that stand together without a space, as in `1.e4e5`.

use rotunda_movegen::Game;

use crate::notation::Notation;

/// The longest text that is split, in bytes.
const LONGEST: usize = 64;
/// The most moves of one text.
const MOST: usize = 6;

impl Notation {
    /// Returns the moves of a text that has several without a space between them, if it can be split
    /// into legal moves in one way alone.
    pub(crate) fn glued<'a>(&self, game: &Game, text: &'a str) -> Option<Vec<&'a str>> {
        let mut ways = Vec::new();
        if text.len() <= LONGEST {
            self.split(game, text, &mut Vec::new(), &mut ways);
        }
        if ways.len() == 1 { ways.pop() } else { None }
    }

    /// Adds the ways to split a text behind earlier moves, until there are two.
    fn split<'a>(
        &self,
        game: &Game,
        text: &'a str,
        before: &mut Vec<&'a str>,
        ways: &mut Vec<Vec<&'a str>>,
    ) {
        // The text as a whole is no move: else nobody would split it.
        let whole = (!before.is_empty()).then_some(text.len());
        let ends = text.char_indices().map(|(at, _)| at).filter(|at| *at > 0).chain(whole);
        for end in ends {
            let (first, rest) = text.split_at(end);
            if ways.len() > 1 || before.len() == MOST || !is_whole(first) {
                continue;
            }
            let Ok(mv) = self.read(game, first) else { continue };
            before.push(first);
            if rest.is_empty() {
                ways.push(before.clone());
            } else {
                let mut next = game.clone();
                if next.play(&mv).is_ok() {
                    self.split(&next, rest, before, ways);
                }
            }
            before.pop();
        }
    }
}

/// Returns whether a text can be a move on its own, and not a part of one as `-e4`, `xd5` or `e4-`.
fn is_whole(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c == '0' || !c.is_ascii() || c.is_ascii_alphabetic());
    begins && !text.starts_with('x') && !text.ends_with(['-', 'x', ':', '=', '/', '('])
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Variant;

    use super::*;

    /// Returns the moves of a text, separated by spaces; none if it is not split.
    fn split(variant: &str, fen: Option<&str>, text: &str) -> String {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(fen).expect("a position");
        Notation::of(variant).glued(&game, text).unwrap_or_default().join(" ")
    }

    #[test]
    fn texts_are_split_where_one_way_leads_to_legal_moves() {
        let start = |text| split("chess", None, text);
        assert_eq!(start("e4e5"), "e4 e5");
        assert_eq!(start("Nf3Nc6"), "Nf3 Nc6");
        assert_eq!(start("e2e4e7e5Nf3+Nc6"), "e2e4 e7e5 Nf3+ Nc6");
        assert_eq!(start("\u{2658}f3d5"), "\u{2658}f3 d5");
        for text in ["e4e4", "e4", "e5e4", "Nf3", "e4-e5", "e4xe5", "", "e4e5-", "e4e", "hello"] {
            assert_eq!(start(text), "", "{text}");
        }
        let long = "e4e5".repeat(20);
        assert_eq!(start(&long), "");
        let castlings = Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(split("chess", castlings, "O-OO-O-O"), "O-O O-O-O");
        assert_eq!(split("chess", castlings, "0-00-0-0"), "0-0 0-0-0");
        let promotion = Some("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(split("chess", promotion, "a8=Q+Kg7"), "a8=Q+ Kg7");
        assert_eq!(split("rollerball", None, "c2b3e6f5"), "c2b3 e6f5");
    }
}
