//! Play below full strength: even the weakest player sees some moves, and its games differ.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{FULL, Game, GameMove, Variant};
use rotunda_search::{Event, Limits, Searcher, Settings, StopHandle, Value};

/// Returns the move of a player of this strength.
fn played(searcher: &mut Searcher, game: &Game, elo: u32) -> GameMove {
    searcher.settings = Settings { elo: Some(elo), ..Settings::default() };
    let limits = Limits::move_time(std::time::Duration::from_secs(300));
    let result = searcher.run(game, &limits, &StopHandle::new(), |_| {});
    result.best.expect("there are moves")
}

fn game(variant: &str, fen: &str) -> Game {
    let variant = Variant::by_name(variant).expect("known");
    variant.game_from(Some(fen)).expect("a position")
}

/// The strengths whose searches are short.
const STEPS: [u32; 5] = [800, 1000, 1320, 1600, 1900];
/// The number of games in which each strength is tested.
const TIMES: usize = 8;

#[test]
fn weak_players_see_a_mate_in_one_and_a_hanging_queen() {
    let mut searcher = Searcher::new().expect("a table");
    for (variant, fen, best) in [
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
        ("chess", "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"),
        ("chess", "rnb1kbnr/pppp1ppp/8/4p1q1/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 3", "c1g5"),
        ("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
    ] {
        let game = game(variant, fen);
        for elo in STEPS {
            for _ in 0..TIMES {
                searcher.new_game();
                assert_eq!(
                    played(&mut searcher, &game, elo).to_string(),
                    best,
                    "{variant} {fen} at {elo}"
                );
            }
        }
    }
}

#[test]
fn a_proof_of_mate_is_asked_of_full_strength() {
    let game = game("chess", "8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - - 0 1");
    let mut searcher = Searcher::new().expect("a table");
    for elo in STEPS {
        searcher.settings = Settings { elo: Some(elo), ..Settings::default() };
        for (moves, is_mate) in [(3, true), (2, false)] {
            let limits = Limits { mate: Some(moves), ..Limits::default() };
            let (mut found, mut denied) = (false, false);
            searcher.run(&game, &limits, &StopHandle::new(), |event| match event {
                Event::Info(info) => found |= info.value == Value::Mate(moves as i32),
                Event::Note(note) => denied |= note == format!("no mate in {moves}"),
                Event::Shares(_) => {}
            });
            assert_eq!((found, denied), (is_mate, !is_mate), "{moves} at {elo}");
        }
    }
}

/// Returns whether a move wins the whole point at once.
fn wins(game: &Game, mv: &GameMove) -> bool {
    let mut after = game.clone();
    after.play(mv).expect("a legal move");
    after.outcome().is_some_and(|outcome| outcome.points(game.turn()) == FULL)
}

#[test]
fn weak_players_see_a_win_in_one_on_every_board() {
    /// The number of positions of each variant, and of random games in which they are sought.
    const POSITIONS: usize = 3;
    const GAMES: u64 = 200;
    const PLIES: usize = 120;
    for variant in Variant::all().iter().filter(|variant| variant.is_duel()) {
        let mut searcher = Searcher::new().expect("a table");
        let mut found = 0;
        for seed in 0..GAMES {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut game = variant.game();
            for _ in 0..PLIES {
                let legal = game.legal_moves();
                if game.outcome().is_some() || found == POSITIONS {
                    break;
                }
                if legal.iter().any(|mv| wins(&game, mv)) {
                    let mv = played(&mut searcher, &game, 800);
                    assert!(wins(&game, &mv), "{}: {mv} in {}", variant.name, game.fen());
                    found += 1;
                    break;
                }
                game.play(&legal[random.random_range(0..legal.len())]).expect("a legal move");
            }
        }
        assert!(found > 0, "{}: no random game comes to a win in one", variant.name);
    }
}

#[test]
fn games_differ_and_no_game_plays_the_first_legal_move_throughout() {
    for variant in Variant::all() {
        let mut searcher = Searcher::new().expect("a table");
        let mut games = BTreeSet::new();
        let (mut plies, mut firsts) = (0, 0);
        for _ in 0..6 {
            searcher.new_game();
            let mut game = variant.game();
            let mut line = Vec::new();
            while line.len() < 6 && game.outcome().is_none() {
                let legal = game.legal_moves();
                let mv = played(&mut searcher, &game, 800);
                if legal.len() > 5 {
                    plies += 1;
                    firsts += usize::from(legal[0] == mv);
                }
                game.play(&mv).expect("a legal move");
                line.push(mv.to_string());
            }
            games.insert(line);
        }
        assert!(games.len() >= 4, "{}: {games:?}", variant.name);
        assert!(firsts * 2 < plies, "{}: {firsts} of {plies} are the first move", variant.name);
    }
}

#[test]
fn weak_players_report_the_lines_of_each_depth_and_no_more() {
    let mut searcher = Searcher::new().expect("a table");
    for variant in ["chess", "rollerball", "modern3"] {
        for (elo, multi_pv) in [(800, 1), (1320, 1), (2500, 1), (1320, 3)] {
            let game = Variant::by_name(variant).expect("known").game();
            searcher.settings = Settings { elo: Some(elo), multi_pv, ..Settings::default() };
            let mut sets = Vec::new();
            searcher.run(&game, &Limits::nodes(3000), &StopHandle::new(), |event| {
                if let Event::Info(info) = event {
                    sets.push((info.depth, info.multi_pv, info.lines));
                }
            });
            let of_first_depth: Vec<_> = sets.iter().filter(|set| set.0 == sets[0].0).collect();
            assert!(of_first_depth.len() >= multi_pv, "{variant} at {elo}: {sets:?}");
            assert!(
                sets.iter().all(|(_, rank, lines)| rank <= lines && *lines <= multi_pv),
                "{variant} at {elo}: {sets:?}"
            );
            let ends = sets.iter().filter(|(_, rank, lines)| rank == lines).count();
            assert!(ends > 0, "{variant} at {elo}: the set of a depth is complete: {sets:?}");
        }
    }
}
