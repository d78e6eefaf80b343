//! [`Nag`]: numeric annotation glyphs, and the signs that people write for them.

use std::fmt;

/// A numeric annotation glyph of PGN, such as `$1` for a good move.
///
/// ```
/// use rotunda_notation::Nag;
/// assert_eq!((Nag::of_sign("?!"), Nag::of_sign("\u{b1}")), (Some(Nag(6)), Some(Nag(16))));
/// assert_eq!(Nag(6).to_string(), "$6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u16);

impl Nag {
    /// `!`: a good move.
    pub const GOOD: Self = Self(1);
    /// `?`: a mistake.
    pub const MISTAKE: Self = Self(2);
    /// `??`: a blunder.
    pub const BLUNDER: Self = Self(4);
    /// `?!`: a dubious move.
    pub const DUBIOUS: Self = Self(6);

    /// Returns the glyph of a sign in books: `!?`, `+-`, those of the Informant.
    #[must_use]
    pub fn of_sign(sign: &str) -> Option<Self> {
        let found = SIGNS.iter().find(|(known, _)| *known == sign);
        found.map(|(_, number)| Self(*number))
    }

    /// Returns the longest sign at the beginning of a text, and its glyph. Words are not signs.
    pub(crate) fn at_start(text: &str) -> Option<(&'static str, Self)> {
        if text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let signs = SIGNS.iter().filter(|(sign, _)| text.starts_with(sign));
        signs.max_by_key(|(sign, _)| sign.len()).map(|(sign, number)| (*sign, Self(*number)))
    }

    /// Returns the usual sign of the glyph; `None` if there is none.
    ///
    /// ```
    /// use rotunda_notation::Nag;
    /// assert_eq!((Nag::BLUNDER.sign(), Nag(99).sign()), (Some("??"), None));
    /// ```
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.iter().find(|(_, number)| *number == self.0).map(|(sign, _)| *sign)
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// The signs and their numbers, by the PGN standard, section 10, and the usual table of databases.
const SIGNS: [(&str, u16); 58] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("\u{203c}", 3),
    ("??", 4),
    ("\u{2047}", 4),
    ("!?", 5),
    ("\u{2049}", 5),
    ("?!", 6),
    ("\u{2048}", 6),
    ("\u{25a1}", 7),
    ("=", 10),
    ("\u{221e}", 13),
    ("+=", 14),
    ("+/=", 14),
    ("\u{2a72}", 14),
    ("=+", 15),
    ("=/+", 15),
    ("\u{2a71}", 15),
    ("+/-", 16),
    ("+/\u{2212}", 16),
    ("+/\u{2013}", 16),
    ("\u{b1}", 16),
    ("-/+", 17),
    ("\u{2212}/+", 17),
    ("\u{2013}/+", 17),
    ("\u{2213}", 17),
    ("+-", 18),
    ("+\u{2212}", 18),
    ("+\u{2013}", 18),
    ("-+", 19),
    ("\u{2212}+", 19),
    ("\u{2013}+", 19),
    ("\u{2a00}", 22),
    ("\u{2299}", 22),
    ("\u{27f3}", 32),
    ("\u{2191}", 36),
    ("\u{2192}", 40),
    ("=\u{221e}", 44),
    ("\u{221e}=", 44),
    ("=/\u{221e}", 44),
    ("\u{221e}/=", 44),
    ("\u{2bf9}", 44),
    ("\u{21c6}", 132),
    ("\u{2295}", 138),
    ("\u{2a01}", 138),
    ("\u{2206}", 140),
    ("\u{25b3}", 140),
    ("\u{394}", 140),
    ("\u{2207}", 141),
    ("\u{25bd}", 141),
    ("\u{2313}", 142),
    ("\u{2264}", 143),
    ("==", 144),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
];
