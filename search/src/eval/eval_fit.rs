//! [`EvalFit`]: numbers of the derived evaluation that were fitted to a game, and their file.
//!
//! The file is TOML, which people can read and change: the game's name and fingerprint, a note on
//! the data, the numbers, and the values of kinds by their letters.

use std::fmt::{self, Write};

use crc32fast::Hasher;
use rotunda_movegen::{Options, Variant, VariantTables, in_family};
use serde::Deserialize;
use thiserror::Error;

use super::eval_params::{EVAL_PARAMS, EvalParams};

/// The reason why the file of fitted numbers cannot be used.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FitError {
    /// The file has no fitted numbers, or an unknown name.
    #[error("has no fitted numbers: {0}")]
    Malformed(String),
    /// A number is out of its range.
    #[error("has a number out of its range: {0}")]
    OutOfRange(String),
    /// The numbers belong to another game.
    #[error("is for another game, {0}")]
    OtherGame(String),
}

/// Numbers of the derived evaluation that were fitted to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalFit {
    /// The name of the game.
    pub variant: String,
    /// The number that differs between games whose boards or pieces differ.
    pub fingerprint: u32,
    /// A note on the data.
    pub note: String,
    /// The numbers.
    pub params: EvalParams,
}

/// The file as TOML has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FitFile {
    variant: String,
    fingerprint: String,
    #[serde(default)]
    note: String,
    #[serde(default)]
    numbers: EvalParams,
    #[serde(default)]
    values: std::collections::BTreeMap<char, i32>,
}

impl EvalFit {
    /// Creates the fit of a variant.
    #[must_use]
    pub fn new(variant: &'static Variant, params: EvalParams, note: impl Into<String>) -> Self {
        let fingerprint = fingerprint_of(variant);
        Self { variant: variant.name.into(), fingerprint, note: note.into(), params }
    }

    /// Returns whether bytes are those of a file of fitted numbers, or are meant to be.
    #[must_use]
    pub fn is_meant(bytes: &[u8]) -> bool {
        let is_field = |line: &str| line.trim_start().starts_with("fingerprint");
        str::from_utf8(bytes).is_ok_and(|text| text.lines().any(is_field))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Returns an error if it is malformed, or a number is out of its range.
    pub fn parse(text: &str) -> Result<Self, FitError> {
        let malformed = |error: toml::de::Error| FitError::Malformed(error.message().to_owned());
        let FitFile { variant, fingerprint, note, mut numbers, values } =
            toml::from_str(text).map_err(malformed)?;
        numbers.values = values;
        if let Some(name) = numbers.out_of_range() {
            return Err(FitError::OutOfRange(name));
        }
        let fingerprint = u32::from_str_radix(&fingerprint, 16);
        let fingerprint =
            fingerprint.map_err(|_| FitError::Malformed("its fingerprint".to_owned()))?;
        Ok(Self { variant, fingerprint, note, params: numbers })
    }

    /// Checks that the numbers belong to a variant. That may differ from their own variant if board
    /// and pieces are the same.
    ///
    /// # Errors
    /// Returns an error if they belong to another game.
    pub fn fits(&self, variant: &'static Variant) -> Result<(), FitError> {
        let other = || FitError::OtherGame(self.variant.clone());
        (self.fingerprint == fingerprint_of(variant)).then_some(()).ok_or_else(other)
    }

    /// Returns the variant that the numbers were fitted to.
    ///
    /// # Errors
    /// Returns an error if the program does not know the variant, or if its board or pieces differ.
    pub fn variant(&self) -> Result<&'static Variant, FitError> {
        let other = || FitError::OtherGame(self.variant.clone());
        let variant = Variant::by_name(&self.variant).map_err(|_| other())?;
        self.fits(variant)?;
        Ok(variant)
    }
}

impl fmt::Display for EvalFit {
    /// Writes the text of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| {
            let mut quoted = String::from("\"");
            for letter in text.chars() {
                match letter {
                    '"' | '\\' => quoted.extend(['\\', letter]),
                    letter if letter.is_control() => {
                        let _ = write!(quoted, "\\u{:04X}", letter as u32);
                    }
                    letter => quoted.push(letter),
                }
            }
            quoted + "\""
        };
        writeln!(f, "# Numbers of the derived evaluation, fitted by `rotunda fit`.")?;
        writeln!(f, "variant = {}", quoted(&self.variant))?;
        writeln!(f, "fingerprint = \"{:08x}\"", self.fingerprint)?;
        writeln!(f, "note = {}", quoted(&self.note))?;
        writeln!(f, "\n[numbers]")?;
        for param in EVAL_PARAMS {
            writeln!(f, "{} = {}", param.name, param.of(&self.params))?;
        }
        writeln!(f, "\n[values]")?;
        for (letter, value) in &self.params.values {
            writeln!(f, "{} = {value}", quoted(&letter.to_string()))?;
        }
        Ok(())
    }
}

fn fingerprint_of(variant: &'static Variant) -> u32 {
    in_family!(variant.family(Options::default()), R, tables => game_fingerprint(tables))
}

/// Returns a number that differs between games whose boards or pieces differ.
pub(crate) fn game_fingerprint<const W: usize>(variant: &VariantTables<W>) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&[variant.seats() as u8, variant.cells() as u8]);
    for kind in variant.kinds() {
        hasher.update(&(kind.letter as u32).to_le_bytes());
        hasher.update(&[kind.role as u8]);
        for paths in &kind.paths[0] {
            hasher.update(&[paths.len() as u8]);
            for path in paths {
                hasher.update(&[path.mode as u8, path.cells.len() as u8]);
                path.cells.iter().for_each(|cell| hasher.update(&[cell.0]));
            }
        }
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(name: &str) -> EvalFit {
        let variant = Variant::by_name(name).expect("known");
        let mut params = EvalParams { pawn: 123, alive: 0, ..EvalParams::default() };
        params.values.insert('N', 301);
        EvalFit::new(variant, params, "a \"note\" with \\ and\na line")
    }

    #[test]
    fn fitted_numbers_come_back() {
        for name in ["chess", "modern4", "byzantine6"] {
            let fit = fit(name);
            assert_eq!(EvalFit::parse(&fit.to_string()), Ok(fit.clone()), "{fit}");
            assert_eq!(fit.variant().map(|variant| variant.name), Ok(name));
        }
    }

    #[test]
    fn left_out_numbers_have_their_usual_values() {
        let text = "variant = \"chess\"\nfingerprint = \"0\"\n[numbers]\npawn = 90\n";
        let fit = EvalFit::parse(text).expect("sound");
        assert_eq!(fit.params, EvalParams { pawn: 90, ..EvalParams::default() });
    }

    #[test]
    fn other_games_and_malformed_files_are_refused() {
        let chess = fit("chess");
        let modern = Variant::by_name("modern4").expect("known");
        assert_eq!(chess.fits(modern), Err(FitError::OtherGame("chess".into())));
        let unknown = EvalFit { variant: "gess".into(), ..chess.clone() };
        let refused = unknown.variant().map(|variant| variant.name);
        assert_eq!(refused, Err(FitError::OtherGame("gess".into())));
        let text = chess.to_string();
        for (right, wrong) in [
            ("pawn = 123", "pawn = 123000"),
            ("pawn = 123", "pawns = 123"),
            ("\"N\" = 301", "\"N\" = 0"),
            ("\"N\" = 301", "\"Nn\" = 301"),
            ("fingerprint = \"", "fingerprint = \"x"),
            ("[numbers]", "[names]"),
        ] {
            let read = EvalFit::parse(&text.replace(right, wrong));
            assert!(read.is_err(), "{wrong}: {read:?}");
        }
        assert!(EvalFit::parse("\u{89}RTNET").is_err() && EvalFit::parse("").is_err());
    }
}
