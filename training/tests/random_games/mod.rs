//! Random games, and files of them.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{GameRecord, Options, Reason, Shard, Variant};
use rotunda_training::{DataWriter, Ending, Header, MATE, MoveSearch, PlayedGame, Recipe, record};

/// The plies of a random game, and the plies of its opening.
const PLIES: (usize, usize) = (90, 7);

/// Returns random games of a variant with random scores.
pub fn games(variant: &'static Variant, count: u64) -> Vec<PlayedGame> {
    (0..count).map(|seed| game(variant, seed)).collect()
}

fn game(variant: &'static Variant, seed: u64) -> PlayedGame {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut board = GameRecord::new(variant, Options::default(), None).expect("the start");
    let (mut plies, mut searches) = (0, Vec::new());
    while board.outcome().is_none() && plies < PLIES.0 {
        let legal = board.game().legal_moves();
        let mut choose = || legal.choose(&mut rng).expect("the game goes on").clone();
        let (mv, other) = (choose(), choose());
        board.play(&mv).expect("legal");
        plies += 1;
        if plies <= PLIES.1 {
            continue;
        }
        let score = if rng.random_ratio(1, 50) { -MATE } else { rng.random_range(-4000..4000) };
        let best = rng.random_ratio(1, 3).then_some(other).filter(|best| *best != mv);
        searches.push(MoveSearch { best, score });
    }
    let ending = board.outcome().map_or(Ending::Level, |outcome| Ending::by(outcome.reason));
    let points = [if ending == Ending::by(Reason::Checkmate) { 100 } else { 0 }, 50, 0, 0, 0, 7];
    let opening = plies.min(PLIES.1);
    PlayedGame { record: board, opening, searches, ending, points }
}

/// Returns a header for games of a variant.
pub fn header(variant: &'static Variant) -> Header {
    Header {
        version: "test".into(),
        variant: variant.name.into(),
        classic_scoring: false,
        team_king_loss_eliminates: false,
        shard: Shard::ALL,
        recipe: Recipe {
            seed: 1,
            nodes: 1,
            hash: 1,
            opening: (0, 0),
            imbalance: 0,
            temperature: 0,
            evaluation: None,
        },
    }
}

/// Returns the bytes of a file with these games.
pub fn written(header: &Header, games: &[PlayedGame]) -> Vec<u8> {
    let variant = Variant::by_name(&header.variant).expect("known");
    let family = variant.family(Options::default());
    let mut writer = DataWriter::new(Vec::new(), header).expect("memory takes all");
    for game in games {
        writer.push(&record(family, game).expect("a legal game")).expect("memory takes all");
    }
    writer.finish().expect("memory takes all")
}
