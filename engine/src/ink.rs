//! [`Ink`]: the terminal colours of printed boards.

use std::ffi::OsStr;

use rotunda_movegen::{Drawing, Mark};

/// The escape sequences of the seats: colours that differ clearly on dark and light screens.
const COLOURS: [&str; 6] =
    ["\x1b[1;33m", "\x1b[1;32m", "\x1b[1;31m", "\x1b[1;34m", "\x1b[1;35m", "\x1b[1;36m"];
/// The escape sequence of dead pieces and eliminated players.
const DIM: &str = "\x1b[2m";
/// The escape sequence that ends all others.
const PLAIN: &str = "\x1b[0m";

/// The colours of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Only text, for files and programs.
    Plain,
    /// Text with a terminal's escape sequences for the parts of players.
    Coloured,
}

impl Ink {
    /// Returns colours for a terminal, unless the environment variable `NO_COLOR` has a value
    /// (<https://no-color.org>).
    #[must_use]
    pub fn of_terminal(is_terminal: bool, no_color: Option<&OsStr>) -> Self {
        let is_forbidden = no_color.is_some_and(|value| !value.is_empty());
        if is_terminal && !is_forbidden { Self::Coloured } else { Self::Plain }
    }

    /// Returns the text of a drawing in this ink.
    ///
    /// ```
    /// use rotunda_engine::Ink;
    /// use rotunda_movegen::{Options, Variant};
    /// let game = Variant::by_name("modern2").expect("known").family(Options::default()).game(None)?;
    /// assert!(Ink::Plain.print(&game.draw()).is_ascii());
    /// assert!(Ink::Coloured.print(&game.draw()).contains("\x1b[1;33m aR\x1b[0m"));
    /// # Ok::<(), rotunda_movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn print(self, drawing: &Drawing) -> String {
        let coloured = |(text, mark): (&str, Option<Mark>)| match mark {
            Some(Mark::Living(seat)) => format!("{}{text}{PLAIN}", COLOURS[seat.index()]),
            Some(Mark::Dead) => format!("{DIM}{text}{PLAIN}"),
            None => text.to_owned(),
        };
        match self {
            Self::Plain => drawing.to_string(),
            Self::Coloured => drawing.parts().map(coloured).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotunda_movegen::{Options, Variant};

    #[test]
    fn terminals_have_colours_unless_these_are_forbidden() {
        assert_eq!(Ink::of_terminal(true, None), Ink::Coloured);
        assert_eq!(Ink::of_terminal(true, Some(OsStr::new(""))), Ink::Coloured);
        assert_eq!(Ink::of_terminal(true, Some(OsStr::new("1"))), Ink::Plain);
        assert_eq!(Ink::of_terminal(false, None), Ink::Plain);
    }

    #[test]
    fn players_have_colours_and_the_dead_are_dim() {
        let fen = "4aR1xbN25/32/32/2aK15cK3dKdR8 c acd ac.bd mf 0 1";
        let family = Variant::by_name("modern4-2v2").expect("known").family(Options::default());
        let drawing = family.game(Some(fen)).expect("well-formed").draw();
        let coloured = Ink::Coloured.print(&drawing);
        assert!(
            coloured.contains("\x1b[2mxbN\x1b[0m") && coloured.contains("\x1b[1;33m aR\x1b[0m")
        );
        assert!(coloured.contains("* \x1b[1;31mc\x1b[0m  team ac, to move\n"));
        assert!(coloured.contains("  \x1b[2mb\x1b[0m  team bd, dead\n"));
        assert!(!Ink::Plain.print(&drawing).contains('\x1b'));
    }
}
