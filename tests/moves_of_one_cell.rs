//! The moves from one cell, compared with the whole list in random games of all variants, and the
//! fingerprints of moves, which must differ.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{
    AsMove, Cell, FamilyGame, GenBudget, GenKind, Kind, Options, Rules, Variant, VariantTables,
    in_family,
};

/// The number of games of each variant, and of plies of each game.
const GAMES: (usize, usize) = (4, 80);

fn moves_from<R: Rules<W>, const W: usize>(game: &FamilyGame<R, W>, from: Cell) -> Vec<R::Move> {
    let (position, mut list) = (game.position(), Vec::new());
    let check_info = R::check_info(position);
    R::generate_from(position, &check_info, from, &mut GenBudget::unlimited(), &mut list);
    list
}

fn check_position<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    name: &str,
) -> Vec<R::Move> {
    let (position, mut all) = (game.position(), Vec::new());
    R::generate(position, &R::check_info(position), GenKind::All, &mut all);
    let from_all_cells: Vec<R::Move> =
        position.variant().grid().all().flat_map(|from| moves_from(game, from)).collect();
    let sets = [&all, &from_all_cells].map(|list| list.iter().cloned().collect::<HashSet<_>>());
    assert_eq!(sets[0], sets[1], "{name}: {}", game.fen());
    assert_eq!(all.len(), from_all_cells.len(), "{name}: a move twice in {}", game.fen());
    let prints: HashSet<u16> = all.iter().map(AsMove::fingerprint).collect();
    assert!(!prints.contains(&0));
    // A fingerprint does not hold a whole series of jumps, nor all promotions to many kinds in
    // games from files.
    let is_built_in = Variant::by_name(name).is_ok();
    let kinds = position.variant().kinds().len() as u8;
    let jumps = |kind: u8| !position.variant().hurdles(Kind(kind), Cell(0)).is_empty();
    if is_built_in && !(0..kinds).any(jumps) {
        assert_eq!(prints.len(), all.len(), "{name}: moves with one fingerprint in {}", game.fen());
    }
    for mv in &all {
        let [from, _] = mv.fingerprint().to_le_bytes();
        assert!(Cell(from) == mv.from() || mv.fingerprint() == 1, "{mv:?}");
    }
    all
}

fn check_games<R: Rules<W>, const W: usize>(name: &str, variant: &'static VariantTables<W>) {
    for seed in 0..GAMES.0 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let mut game = FamilyGame::<R, W>::new(variant);
        for _ in 0..GAMES.1 {
            if game.outcome().is_some() {
                break;
            }
            let all = check_position(&game, name);
            // The game prefers captures and promotions, so that rare moves occur.
            let noisy: Vec<_> = all
                .iter()
                .filter(|mv| {
                    mv.promotes_to().is_some() || !R::captured(game.position(), mv).is_empty()
                })
                .collect();
            let mv = match noisy.choose(&mut rng) {
                Some(noisy) if rng.random_bool(0.2) => (*noisy).clone(),
                _ => all.choose(&mut rng).expect("the game goes on").clone(),
            };
            game.play_unchecked(&mv);
        }
    }
}

/// Returns the games that exist only as files.
fn from_files() -> Vec<&'static Variant> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/games");
    let mut found = Vec::new();
    for file in fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("it can be read").path();
        let text = fs::read_to_string(&path).expect("a text");
        let games = rotunda_games::read(&path.display().to_string(), &text);
        let games = games.unwrap_or_else(|error| panic!("{error}"));
        let new = games.iter().filter(|game| Variant::by_name(&game.data().spec.name).is_err());
        found.extend(new.map(|game| game.unlisted().unwrap_or_else(|error| panic!("{error}"))));
    }
    found
}

#[test]
fn moves_of_single_cells_make_up_the_list_in_games_from_files() {
    let games = from_files();
    assert!(games.len() > 8, "{} games", games.len());
    for entry in games {
        in_family!(entry.family(Options::default()), R, tables => check_games::<R, _>(entry.name, tables));
    }
}

#[test]
fn moves_of_single_cells_make_up_the_list() {
    for entry in Variant::all() {
        in_family!(entry.family(Options::default()), R, tables => check_games::<R, _>(entry.name, tables));
    }
}
