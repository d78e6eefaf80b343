//! Tables of two words of 128 bits, compared with those of one word in every duel of the registry.

use rand::seq::IndexedRandom;
use rotunda_movegen::{
    Cell, Duel, Family, FamilyGame, Game, GameMove, Options, Seat, Variant, VariantTables,
};
use rotunda_search::{Limits, Searcher, StopHandle};

use crate::each_variant::each_duel;
use crate::support::{rng, sample, searcher};

/// The number of random games of each variant, and their greatest length in plies.
const GAMES: usize = 4;
const PLIES: usize = 100;
/// The number of plies between two searches of a game, and the depth of these searches. At this
/// depth the searches use nothing learned by hashes of sets, which differ for two words.
const SEARCHED: usize = 10;
const DEPTH: u32 = 1;

/// Returns a duel's tables of one word and of two.
fn both(
    variant: &'static Variant,
) -> Option<(&'static VariantTables<1>, &'static VariantTables<2>)> {
    let Family::Duel(narrow) = variant.family(Options::default()) else { return None };
    let wide = VariantTables::compile(variant.spec()).expect("a game of the registry");
    Some((narrow, Box::leak(Box::new(wide))))
}

/// Compares the positions of two games in every respect.
fn same(narrow: &Game, wide: &Game) {
    let (name, fen) = (narrow.variant(), narrow.fen());
    assert_eq!(narrow.legal_moves(), wide.legal_moves(), "{name} {fen}");
    assert_eq!(fen, wide.fen(), "{name}");
    assert_eq!(narrow.key(), wide.key(), "{name} {fen}");
    assert_eq!(narrow.checkers(), wide.checkers(), "{name} {fen}");
    assert_eq!(narrow.outcome(), wide.outcome(), "{name} {fen}");
    assert_eq!(narrow.claim(), wide.claim(), "{name} {fen}");
    for cell in (0..narrow.cells().len()).map(|cell| Cell(cell as u8)) {
        for seat in [Seat::WHITE, Seat::BLACK] {
            let attackers = narrow.attackers(cell, seat);
            assert_eq!(attackers, wide.attackers(cell, seat), "{name} {fen} {cell:?}");
        }
    }
    let texts = |game: &Game| game.draw_from(Seat::BLACK, &[]).to_string();
    assert_eq!(texts(narrow), texts(wide), "{name} {fen}");
}

/// Returns the best move, the nodes of the search for it, and the evaluation of the position as
/// text.
fn searched(searcher: &mut Searcher, game: &Game) -> (Option<GameMove>, u64, String) {
    searcher.new_game();
    let found = searcher.run(game, &Limits::depth(DEPTH), &StopHandle::new(), |_| ());
    (found.best, found.nodes, searcher.trace(game))
}

fn tables_of_two_words_say_what_those_of_one_do(name: &'static str) {
    let variant = Variant::by_name(name).expect("a known variant");
    let Some((narrow, wide)) = both(variant) else {
        assert_eq!(name, "ordinary", "only draughtsmen have tables of one word alone");
        return;
    };
    let (mut rng, mut counted) = (rng(name), 0);
    let mut searchers = [searcher(), searcher()];
    for _ in 0..sample(GAMES) {
        let mut games: [Game; 2] =
            [FamilyGame::<Duel, 1>::new(narrow).into(), FamilyGame::<Duel, 2>::new(wide).into()];
        for ply in 0..PLIES {
            let [one, two] = games.each_ref();
            same(one, two);
            if one.outcome().is_some() {
                break;
            }
            if ply % SEARCHED == SEARCHED / 2 {
                assert_eq!(one.perft(2), two.perft(2), "{}", one.fen());
                let [narrow, wide] = &mut searchers;
                assert_eq!(searched(narrow, one), searched(wide, two), "{}", one.fen());
                counted += 1;
            }
            let moves = one.legal_moves();
            let mv = moves.choose(&mut rng).expect("the game goes on");
            for game in &mut games {
                game.play(mv).expect("a legal move");
            }
        }
    }
    assert!(counted > 0, "{name}: nothing was counted");
}

each_duel!(tables_of_two_words_say_what_those_of_one_do);
