//! A test for each variant, so that the tests of several run at the same time and a failure names
//! its variant.

use rotunda_movegen::Variant;

use crate::wanted::is_wanted;

/// Makes a module with the function's name that has a test for each name. The test calls the
/// function with the name, unless the environment narrows the run to other variants.
macro_rules! tests_of {
    ($function:ident: $($test:ident $name:literal,)*) => {
        mod $function {
            $(
                #[test]
                fn $test() {
                    $crate::each_variant::if_wanted($name, super::$function);
                }
            )*
        }
    };
}
pub(crate) use tests_of;

/// Makes the list of some variants, and a macro that makes a test for each of them.
macro_rules! list {
    ($(#[$about:meta])* $list:ident, $each:ident, $dollar:tt: $($test:ident $name:literal,)*) => {
        $(#[$about])*
        const $list: &[&str] = &[$($name),*];

        /// Makes a test for each of these variants. The function gets the variant's name.
        macro_rules! $each {
            ($dollar function:ident) => {
                $crate::each_variant::tests_of!($dollar function: $($test $name,)*);
            };
        }
        pub(crate) use $each;
    };
}

list! {
    /// The duels of the registry.
    DUELS, each_duel, $:
    chess "chess",
    rollerball "rollerball",
    circular70 "circular70",
    circular68 "circular68",
    circular66 "circular66",
    ordinary "ordinary",
    ordinary_nocheckers "ordinary-nocheckers",
    roundtable84 "roundtable84",
    roundtable84_knights_front "roundtable84-knights-front",
}

list! {
    /// The multiplayer games of the registry.
    MULTIPLAYER, each_multiplayer_game, $:
    modern2 "modern2",
    modern2_rotated "modern2-rotated",
    modern3 "modern3",
    modern4 "modern4",
    modern5 "modern5",
    modern6 "modern6",
    byzantine2 "byzantine2",
    byzantine2_mirrored "byzantine2-mirrored",
    byzantine3 "byzantine3",
    byzantine4 "byzantine4",
    byzantine5 "byzantine5",
    byzantine6 "byzantine6",
    modern4_2v2 "modern4-2v2",
    modern6_3v3 "modern6-3v3",
    modern6_2v2v2 "modern6-2v2v2",
    byzantine4_2v2 "byzantine4-2v2",
    byzantine6_3v3 "byzantine6-3v3",
    byzantine6_2v2v2 "byzantine6-2v2v2",
}

/// Makes a test for each variant of the registry, in modules of the function's name.
macro_rules! each_variant {
    ($function:ident) => {
        mod duels {
            use super::$function;
            $crate::each_variant::each_duel!($function);
        }
        mod multiplayer_games {
            use super::$function;
            $crate::each_variant::each_multiplayer_game!($function);
        }
    };
}
pub(crate) use each_variant;

/// Runs a test if the environment does not narrow the run to other variants.
pub fn if_wanted(variant: &'static str, test: impl FnOnce(&'static str)) {
    if is_wanted(variant) {
        test(variant);
    }
}

#[test]
fn every_variant_of_the_registry_has_its_tests() {
    let sorted = |names: Vec<&'static str>| {
        let mut names = names;
        names.sort_unstable();
        names
    };
    let registered = |is_duel: bool| {
        let variants = Variant::all().iter().filter(|variant| variant.is_duel() == is_duel);
        sorted(variants.map(|variant| variant.name).collect())
    };
    assert_eq!(sorted(DUELS.to_vec()), registered(true));
    assert_eq!(sorted(MULTIPLAYER.to_vec()), registered(false));
}
