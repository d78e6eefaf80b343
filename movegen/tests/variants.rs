//! Every game of the program compiles.

use rotunda_movegen::{Options, Variant};

#[test]
fn every_variant_compiles_under_every_option() {
    for variant in Variant::all() {
        for (classic_scoring, team_king_loss_eliminates) in [(false, false), (true, true)] {
            let family = variant.family(Options { classic_scoring, team_king_loss_eliminates });
            assert!(family.game(None).is_ok(), "{}", variant.name);
        }
    }
}
