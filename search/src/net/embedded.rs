//! The nets that the program holds, one for each game that has one, and fitted numbers of other
//! games, with the feature `nets`; search/nets/README.md says how they were made.

use crate::eval::EvalFit;

/// The names of variants with one net, and its file.
type Embedded = (&'static [&'static str], &'static [u8]);

/// The file of a net beside this crate's sources.
#[cfg(feature = "nets")]
macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../nets/", $name, ".net"))
    };
}

/// No nets.
#[cfg(not(feature = "nets"))]
const NETS: [Embedded; 0] = [];

/// All nets.
#[cfg(feature = "nets")]
const NETS: [Embedded; 16] = [
    (&["chess"], file!("chess")),
    (&["rollerball"], file!("rollerball")),
    (&["circular70"], file!("circular70")),
    (&["circular68"], file!("circular68")),
    (&["circular66"], file!("circular66")),
    (&["modern2", "modern2-rotated"], file!("modern2")),
    (&["byzantine2", "byzantine2-mirrored"], file!("byzantine2")),
    (&["modern4-2v2"], file!("modern4-2v2")),
    (&["modern6-3v3"], file!("modern6-3v3")),
    (&["modern6-2v2v2"], file!("modern6-2v2v2")),
    (&["byzantine4-2v2"], file!("byzantine4-2v2")),
    (&["byzantine6-3v3"], file!("byzantine6-3v3")),
    (&["byzantine6-2v2v2"], file!("byzantine6-2v2v2")),
    (&["ordinary"], file!("ordinary")),
    (&["ordinary-nocheckers"], file!("ordinary-nocheckers")),
    (&["roundtable84", "roundtable84-knights-front"], file!("roundtable84")),
];

/// The file of the net of a variant, if the program has one.
pub(super) fn embedded(variant: &str) -> Option<&'static [u8]> {
    let net = NETS.iter().find(|(names, _)| names.contains(&variant));
    net.map(|(_, file)| *file)
}

/// The fitted numbers of a variant: its name and the text of their file.
type EmbeddedFit = (&'static str, &'static str);

/// The fitted numbers of a variant in the file beside the nets.
#[cfg(feature = "nets")]
macro_rules! fit {
    ($name:literal) => {
        ($name, include_str!(concat!("../../nets/", $name, ".fit")))
    };
}

/// No fitted numbers.
#[cfg(not(feature = "nets"))]
const FITS: [EmbeddedFit; 0] = [];

/// All fitted numbers.
#[cfg(feature = "nets")]
const FITS: [EmbeddedFit; 5] =
    [fit!("modern3"), fit!("modern4"), fit!("modern5"), fit!("modern6"), fit!("byzantine3")];

/// The fitted numbers of a variant, if the program has some.
pub(crate) fn embedded_fit(variant: &str) -> Option<EvalFit> {
    let (_, text) = FITS.iter().find(|(name, _)| *name == variant)?;
    EvalFit::parse(text).ok()
}

#[cfg(all(test, feature = "nets"))]
mod tests {
    use rotunda_movegen::Variant;

    use super::super::network::Network;
    use super::*;

    #[test]
    fn every_net_fits_the_variants_that_it_is_for() {
        for (names, file) in NETS {
            let network = Network::from_bytes(file).expect("an intact file");
            for name in names {
                let variant = Variant::by_name(name).expect("a known variant");
                assert_eq!(network.fits(variant), Ok(()), "{name}");
            }
        }
    }

    #[test]
    fn fitted_numbers_are_for_games_without_a_net() {
        for (name, text) in FITS {
            let fit = EvalFit::parse(text).expect("sound numbers");
            assert_eq!(fit.variant().map(|variant| variant.name), Ok(name));
            assert!(embedded(name).is_none(), "{name}");
        }
    }

    #[test]
    fn all_nets_together_are_small() {
        let bytes: usize = NETS.iter().map(|(_, file)| file.len()).sum();
        assert!(bytes < 8 << 20, "{bytes} bytes");
    }
}
