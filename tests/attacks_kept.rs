//! Cached attacks of sliders, and attacks of several enemies computed at once, are equal to the
//! attacks of each piece, in random games of all variants.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{
    FamilyGame, GenBudget, GenKind, Kind, Options, Position, Rules, Seat, SlideCache, Variant,
    VariantTables, in_family,
};

/// The number of games of each variant, and of plies of each game.
const GAMES: (u64, usize) = (2, 80);
/// The most states of jump series in the generation of a random move.
const STATES: usize = 1 << 12;

fn check_sliders<const W: usize>(position: &Position<W>, cache: &mut SlideCache<W>) {
    let variant = position.variant();
    let kinds = || (0..variant.kinds().len() as u8).map(Kind);
    for (seat, kind) in position.living().flat_map(|seat| kinds().map(move |kind| (seat, kind))) {
        position.for_each_attacker(seat, kind, cache, |from, attacks, _| {
            assert_eq!(attacks, position.attacks(seat, kind, from), "{}", variant.name());
        });
    }
}

fn check_enemies<const W: usize>(position: &Position<W>) {
    for seat in position.living() {
        let side = position.side_of(seat);
        let enemies = || position.living().filter(|other| position.side_of(*other) != side);
        let attacks = |enemy: Seat, cell| {
            position.is_attacked(cell, enemy, position.seat(enemy), position.occupied())
        };
        for cell in position.variant().grid().all() {
            let expected = enemies().any(|enemy| attacks(enemy, cell));
            let name = position.variant().name();
            assert_eq!(position.is_attacked_by_enemies(seat, cell), expected, "{name}");
        }
    }
}

fn check_games<R: Rules<W>, const W: usize>(variant: &'static VariantTables<W>) {
    let mut cache = SlideCache::new();
    for seed in 0..GAMES.0 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = FamilyGame::<R, W>::new(variant);
        for _ in 0..GAMES.1 {
            if game.outcome().is_some() {
                break;
            }
            let (position, mut all) = (game.position(), Vec::new());
            check_sliders(position, &mut cache);
            check_enemies(position);
            let (check_info, mut budget) =
                (R::check_info(position), GenBudget::new(STATES, STATES));
            R::generate_within(position, &check_info, GenKind::All, &mut budget, &mut all);
            // The game prefers captures, which are rare among random moves and eliminate players in
            // the end.
            let taking = all.iter().find(|mv| !R::captured(position, mv).is_empty());
            let chosen = taking.filter(|_| rng.random_bool(0.3)).or_else(|| all.choose(&mut rng));
            let mv = chosen.expect("the game goes on").clone();
            game.play_unchecked(&mv);
        }
    }
}

#[test]
fn what_is_kept_of_attacks_is_what_pieces_attack() {
    for variant in Variant::all() {
        in_family!(variant.family(Options::default()), R, tables => check_games::<R, _>(tables));
    }
}
