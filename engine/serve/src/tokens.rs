//! [`Token`]: a secret of 128 random bits that gives a right.

use std::fmt;
use std::hint::black_box;
use std::str::FromStr;

use rand::TryRngCore;
use rand::rngs::OsRng;

/// Bytes of a token.
const BYTES: usize = 16;

/// A secret that nobody can guess. It is written as 32 hexadecimal digits.
///
/// Tokens are compared by [`Token::is`] alone, which takes the same time for all of them, and a
/// token that is printed for debugging does not show its bits.
#[derive(Clone)]
pub struct Token([u8; BYTES]);

impl Token {
    /// Returns a new random token.
    ///
    /// # Panics
    /// Panics if the system gives no random bytes: a server must not continue then.
    pub fn new() -> Self {
        let mut bytes = [0; BYTES];
        OsRng.try_fill_bytes(&mut bytes).expect("the system gives random bytes");
        Self(bytes)
    }

    /// Returns whether this is the same token, in a time that does not depend on where they differ.
    pub fn is(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        black_box(pairs.fold(0, |all, (one, two)| black_box(all | (one ^ two)))) == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(..)")
    }
}

impl FromStr for Token {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 2 * BYTES || !text.bytes().all(is_digit) {
            return Err(());
        }
        let mut bytes = [0; BYTES];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(pair).map_err(|_| ())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| ())?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_written_read_and_differ() {
        let (one, two) = (Token::new(), Token::new());
        let again: Token = one.to_string().parse().expect("what was written");
        assert!(one.is(&again) && !one.is(&two) && !two.is(&again));
        for at in 0..BYTES {
            for bit in 0..8 {
                let mut near = one.clone();
                near.0[at] ^= 1 << bit;
                assert!(!one.is(&near), "they differ in bit {bit} of byte {at}");
            }
        }
        assert_eq!(format!("{one:?}"), "Token(..)");
    }

    #[test]
    fn what_is_no_token_is_not_read() {
        let long = "0".repeat(33);
        let upper = "A".repeat(32);
        let signs = format!("+{}", "0".repeat(31));
        for bad in ["", "0", &long, &upper, &signs, &"é".repeat(16)] {
            assert!(bad.parse::<Token>().is_err(), "{bad}");
        }
    }
}
