//! The reason why a move is refused, in a sentence.

use std::ops::ControlFlow;

use rotunda_movegen::{
    CastlingSpec, Cell, Game, Hindrance, Mode, Path, Piece, Seat, Spec, Step, Variant,
};

/// Moves that are named as examples, at most.
const EXAMPLES: usize = 3;
/// Letters of a refused text that are repeated.
const SHOWN: usize = 40;
/// States of jump series that are looked at for a sentence.
const STATES: usize = 200_000;

/// Returns a sentence that says why a text is no legal move of a game that goes on.
///
/// ```
/// let variant = rotunda_movegen::Variant::by_name("chess")?;
/// let game = variant.game_from(Some("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"))?;
/// let why = rotunda_notation::why_not(variant, &game, "e2c3");
/// assert_eq!(why, "e2c3 would leave White's own king to the rook on e4.");
/// let why = rotunda_notation::why_not(variant, &game, "e2e3");
/// assert_eq!(why, "The knight on e2 does not go to e3.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn why_not(variant: &'static Variant, game: &Game, text: &str) -> String {
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect();
    let spec = variant.spec();
    let cells = cells_of(text, &spec);
    let (Some(from), Some(to)) = (cells.first().copied(), cells.get(1..).and_then(<[Cell]>::last))
    else {
        return format!("\"{shown}\" names no move here; {}.", examples(game));
    };
    let scene = Scene { variant, game, spec: &spec };
    let mover = scene.colour(game.turn());
    let Some(piece) = game.piece(from) else {
        return format!("No piece stands on {}.", scene.name(from));
    };
    let what = format!("The {}", scene.at(from, piece));
    if piece.is_dead() {
        return format!("{what} is dead: it does not move.");
    }
    if piece.seat() != game.turn() {
        let owner = scene.colour(piece.seat());
        return format!("{what} is {owner}'s, and {mover} is to move.");
    }
    let steps = game.reach(from);
    let step = steps.iter().find(|step| step.to == *to && step.text == text);
    let step = step.or_else(|| steps.iter().find(|step| step.to == *to));
    let why = step.and_then(|step| step.hindrance).or_else(|| game.hindrance(from, *to));
    match why {
        Some(Hindrance::Duty) if all_capture(game) => {
            format!("{mover} must capture; {}.", examples(game))
        }
        Some(Hindrance::Duty) => {
            format!("A duty to capture binds {mover}; {}.", examples(game))
        }
        Some(Hindrance::InCheck) if scene.castling(from, *to).is_some() => {
            "A king in check does not castle.".to_owned()
        }
        Some(Hindrance::InCheck) => {
            format!("A king in check does not cross a castle wall to {}.", scene.name(*to))
        }
        Some(Hindrance::ExposesKing) => scene.exposed(&shown, step),
        None => scene.unnatural(from, *to, &what),
    }
}

/// A game and the words of its variant.
struct Scene<'a> {
    variant: &'static Variant,
    game: &'a Game,
    spec: &'a Spec,
}

impl Scene<'_> {
    fn colour(&self, seat: Seat) -> &'static str {
        self.variant.layout().colours[seat.index()].name
    }

    fn name(&self, cell: Cell) -> String {
        self.spec.grid.name(cell)
    }

    /// Returns a piece and its cell, such as `rook on e4`.
    fn at(&self, cell: Cell, piece: Piece) -> String {
        let name = self.spec.kinds[piece.kind().index()].name;
        // In one word where the rules have one.
        let word = name.split_once("(the ").and_then(|(_, rest)| rest.strip_suffix(')'));
        format!("{} on {}", word.unwrap_or(name), self.name(cell))
    }

    fn standing(&self, cell: Cell) -> Option<String> {
        self.game.piece(cell).map(|piece| self.at(cell, piece))
    }

    /// Names the pieces that could take the king after a step.
    fn exposed(&self, shown: &str, step: Option<&Step>) -> String {
        let mover = self.colour(self.game.turn());
        let exposers = step.map_or(&[][..], |step| &step.exposers);
        let by: Vec<String> = exposers.iter().filter_map(|cell| self.standing(*cell)).collect();
        let by = if by.is_empty() {
            "an enemy".to_owned()
        } else {
            format!("the {}", by.join(" and the "))
        };
        if self.game.checkers().is_empty() {
            format!("{shown} would leave {mover}'s own king to {by}.")
        } else {
            format!("{mover} is in check, and after {shown} {by} could still take the king.")
        }
    }

    /// Explains why a piece does not go to a cell when its own way of moving is the reason.
    fn unnatural(&self, from: Cell, to: Cell, what: &str) -> String {
        if from == to {
            return format!("{what} has to go to another cell.");
        }
        if let Some(castling) = self.castling(from, to) {
            return self.no_castling(castling);
        }
        let there = self.game.piece(to);
        if let Some(piece) = there.filter(|piece| self.is_friend(*piece)) {
            return format!("{what} does not take its own side's {}.", self.at(to, piece));
        }
        let piece = self.game.piece(from).expect("the caller has looked");
        let kind = &self.spec.kinds[piece.kind().index()];
        let paths = kind.paths[piece.seat().index()][from.index()].iter();
        let leading: Vec<&Path> = paths.filter(|path| path.targets().contains(&to)).collect();
        let takes = |path: &&&Path| !matches!(path.mode, Mode::Quiet);
        let goes = |path: &&&Path| !matches!(path.mode, Mode::Capture | Mode::Hop);
        let name = self.name(to);
        if leading.is_empty() {
            return format!("{what} does not go to {name}.");
        }
        let fitting =
            || leading.iter().filter(|path| if there.is_some() { takes(path) } else { goes(path) });
        if fitting().next().is_none() {
            let only =
                if there.is_some() { "does not capture on" } else { "goes only to capture to" };
            return format!("{what} {only} {name}.");
        }
        let blockers = fitting().filter_map(|path| self.first_on(path, to));
        match blockers.min_by_key(|(count, _)| *count) {
            Some((_, blocker)) => format!("{what} does not get past the {blocker}."),
            None => format!("{what} does not go to {name} now."),
        }
    }

    fn is_friend(&self, piece: Piece) -> bool {
        !piece.is_dead() && self.game.side(piece.seat()) == self.game.side(self.game.turn())
    }

    /// The first piece on a path before a cell, and how many stand there.
    fn first_on(&self, path: &Path, to: Cell) -> Option<(usize, String)> {
        let before = path.cells.iter().take_while(|cell| **cell != to);
        let pieces: Vec<String> = before.filter_map(|cell| self.standing(*cell)).collect();
        pieces.first().map(|piece| (pieces.len(), piece.clone()))
    }

    /// The castling that two cells name, if the king stands where it begins.
    fn castling(&self, from: Cell, to: Cell) -> Option<&CastlingSpec> {
        let turn = self.game.turn();
        let mut castlings = self.spec.castlings.iter();
        castlings.find(|one| one.seat == turn && one.king.0 == from && one.code == (from, to))
    }

    fn no_castling(&self, castling: &CastlingSpec) -> String {
        let mover = self.colour(castling.seat);
        if let Some(blocker) = castling.empty.iter().find_map(|cell| self.standing(*cell)) {
            return format!("{mover} does not castle past the {blocker}.");
        }
        let enemies = || {
            let seats = (0..self.variant.seats).map(|seat| Seat(seat as u8));
            seats.filter(|seat| self.game.side(*seat) != self.game.side(castling.seat))
        };
        let passed = castling.safe.iter().chain([&castling.king.1]);
        for cell in passed {
            if enemies().any(|enemy| !self.game.attackers(*cell, enemy).is_empty()) {
                let name = self.name(*cell);
                return format!("{mover} does not castle: the king would be attacked on {name}.");
            }
        }
        format!("{mover} has no right to castle there: the king or that rook has moved.")
    }
}

/// The cells that a text names, in its order.
fn cells_of(text: &str, spec: &Spec) -> Vec<Cell> {
    let letters = text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase());
    let starts: Vec<usize> = letters.map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let words = starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end));
    words.filter_map(|word| spec.grid.named(word)).collect()
}

/// Returns whether every legal move is a capture, as far as a bounded search shows.
fn all_capture(game: &Game) -> bool {
    let moves = game.legal_moves_within(STATES);
    moves.is_none_or(|moves| moves.iter().all(|mv| !mv.captured().is_empty()))
}

/// Returns a few of the legal moves, in words.
fn examples(game: &Game) -> String {
    let mut found = Vec::new();
    let all = game.each_legal(&|| false, &mut |mv| {
        found.push(mv.to_string());
        if found.len() > EXAMPLES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.truncate(EXAMPLES);
    let list = found.join(", ");
    if all.is_break() {
        format!("legal moves are {list} and others")
    } else {
        format!("legal moves are {list}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(variant: &str, fen: &str, text: &str) -> String {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(Some(fen)).expect("well-formed");
        why_not(variant, &game, text)
    }

    #[test]
    fn checks_and_pins_name_who_could_take_the_king() {
        let chess = |text| why("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", text);
        assert_eq!(chess("e2c3"), "e2c3 would leave White's own king to the rook on e4.");
        assert_eq!(chess("a1a2"), "No piece stands on a1.");
        assert_eq!(chess("e8e7"), "The king on e8 is Black's, and White is to move.");
        assert_eq!(
            chess("what"),
            "\"what\" names no move here; legal moves are e1d1, e1f1, e1d2 and others."
        );
        let checked = |text| why("chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", text);
        let still = "White is in check, and after h1h2 the rook on e4 could still take the king.";
        assert_eq!(checked("h1h2"), still);
        assert_eq!(
            checked("e1e2"),
            "White is in check, and after e1e2 the rook on e4 could still take the king."
        );
        assert_eq!(checked("e1g1"), "A king in check does not castle.");
    }

    #[test]
    fn natures_ways_and_castlings_are_explained() {
        let start =
            |text| why("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", text);
        assert_eq!(start("a1a3"), "The rook on a1 does not get past the pawn on a2.");
        assert_eq!(start("a1a2"), "The rook on a1 does not take its own side's pawn on a2.");
        assert_eq!(start("e2d3"), "The pawn on e2 goes only to capture to d3.");
        assert_eq!(start("b1b3"), "The knight on b1 does not go to b3.");
        assert_eq!(start("e1g1"), "White does not castle past the bishop on f1.");
        let blocked = "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1";
        assert_eq!(why("chess", blocked, "e2e3"), "The pawn on e2 does not capture on e3.");
        let attacked = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(
            why("chess", attacked, "e1g1"),
            "White does not castle: the king would be attacked on f1."
        );
        let moved = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        assert_eq!(
            why("chess", moved, "e1g1"),
            "White has no right to castle there: the king or that rook has moved."
        );
    }

    #[test]
    fn duties_and_the_dead_are_named() {
        let dutiful = "11k/12/12/12/12/12/4c1nC4/3P8/12/K11 w - - 0 1";
        assert_eq!(
            why("ordinary", dutiful, "a1a2"),
            "White must capture; legal moves are d3e4, h4f4d4."
        );
        let dead = "4aPxbN26/32/32/18cK3dK9 a acd ac.bd b 0 1";
        assert_eq!(
            why("byzantine4-2v2", dead, "d6d7"),
            "The knight on d6 is dead: it does not move."
        );
    }

    #[test]
    fn no_text_is_too_odd_for_a_sentence() {
        for text in ["", "e", "é2e4", "e2", "e2e2", "e2e9", "a0a1", "🙂e2🙂e4", "xa1b2"] {
            let sentence =
                why("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", text);
            assert!(sentence.ends_with('.'), "{text}: {sentence}");
        }
    }
}
