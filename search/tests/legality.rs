//! The moves that searches return are legal, and come from finished iterations, for every content
//! of the table and at every stop.

use std::sync::Arc;

use rotunda_movegen::{Game, GameMove, Options, Variant};
use rotunda_search::{Event, Limits, Searcher, StopHandle, TranspositionTable};

/// The plies of the games whose every position is searched.
const PLIES: usize = 8;

/// Plays a line on a copy of the game, and panics if a move is not legal.
fn check_line(game: &Game, line: &[GameMove]) {
    let mut game = game.clone();
    for mv in line {
        assert!(game.play(mv).is_ok(), "{mv} of {line:?} in {}", game.fen());
    }
}

#[test]
fn a_table_that_confuses_positions_never_makes_an_illegal_move() {
    for entry in Variant::all() {
        let mut tt = TranspositionTable::new(1).expect("a megabyte");
        tt.confuse_positions();
        let mut searcher = Searcher::with_table(Arc::new(tt));
        searcher.settings.multi_pv = 2;
        let mut game = entry.family(Options::default()).game(None).expect("the start");
        for ply in 0..PLIES {
            let mut lines = Vec::new();
            let stop = StopHandle::new();
            let result = searcher.run(&game, &Limits::nodes(500), &stop, |event| match event {
                Event::Info(info) => lines.push(info.pv),
                Event::Note(fault) => panic!("{}: {fault}", entry.name),
                Event::Shares(_) => {}
            });
            for line in &lines {
                check_line(&game, line);
            }
            check_line(&game, &[result.best.clone().expect("the game goes on")]);
            // The game goes on with other moves than those of the search, so that games differ.
            let legal = game.legal_moves();
            game.play(&legal[ply * 5 % legal.len()]).expect("a legal move");
            if game.outcome().is_some() {
                break;
            }
        }
    }
}

/// Stops in the middle of an iteration. Returns the played move and the best move of the last
/// finished iteration. The search must report the played move last.
fn stopped(searcher: &mut Searcher, game: &Game, nodes: u64) -> (GameMove, Option<GameMove>) {
    searcher.new_game();
    let (mut finished, mut reported) = (None, None);
    let result = searcher.run(game, &Limits::nodes(nodes), &StopHandle::new(), |event| {
        if let Event::Info(info) = event {
            reported = info.pv.first().cloned();
            if info.nodes < nodes {
                finished.clone_from(&reported);
            }
        }
    });
    let best = result.best.expect("the game goes on");
    assert_eq!(Some(&best), reported.as_ref(), "{} after {nodes} nodes", game.variant());
    (best, finished)
}

#[test]
fn a_better_move_whose_search_is_finished_survives_a_stop() {
    let duels = Variant::all().iter().filter(|entry| entry.seats == 2).take(4);
    let mut changed = 0;
    for entry in duels {
        let game = entry.family(Options::default()).game(None).expect("the start");
        let mut searcher = Searcher::new().expect("a small table");
        for step in 1..12 {
            let (best, finished) = stopped(&mut searcher, &game, step * 700);
            changed += usize::from(Some(best) != finished);
        }
    }
    assert!(changed > 0, "no stop falls between a better move and an iteration's end");
}
