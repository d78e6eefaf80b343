//! The target `positions`: a position string, moves played from it, and a search of the last
//! position.
//!
//! The first byte is the variant's number. The position string follows up to the end of the line,
//! or nothing for the start. Every byte after it chooses one of the legal moves.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use rotunda_movegen::{Game, GameMove, Options, Variant};
use rotunda_search::{Event, Limits, Searcher, StopHandle, TranspositionTable};

use crate::fragments::expand;

/// The most moves that are played.
const PLIES: usize = 12;
/// The most moves of a position whose replies are counted too.
const FEW: usize = 40;
/// The nodes of a search.
const NODES: u64 = 60;

thread_local! {
    /// The searchers, one for each variant: a change of variant takes longer than a search, because
    /// the weights are derived anew.
    static SEARCHERS: RefCell<HashMap<&'static str, Searcher>> = RefCell::default();
}

/// Parses a position, plays on from it, and searches.
///
/// # Panics
/// Panics if a position does not round-trip, or the search does not answer with a legal move.
pub fn run(bytes: &[u8]) {
    let Some((number, bytes)) = bytes.split_first() else { return };
    let entry = &Variant::all()[usize::from(*number) % Variant::all().len()];
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let text = expand(parts.next().unwrap_or_default());
    let text = String::from_utf8_lossy(&text);
    let fen = (!text.is_empty()).then_some(&*text);
    let family = entry.family(Options::default());
    let Ok(mut game) = family.game(fen) else { return };
    look(entry, &game);
    for choice in parts.next().unwrap_or_default().iter().take(PLIES) {
        let legal = game.legal_moves();
        if legal.is_empty() || game.outcome().is_some() {
            break;
        }
        let mv = &legal[usize::from(*choice) % legal.len()];
        game.play(mv).unwrap_or_else(|error| panic!("{} {mv}: {error}", game.fen()));
        look(entry, &game);
    }
    count_replies(&game);
    search(&game);
}

/// Calls every query of a game, and checks that its position string round-trips.
fn look(entry: &'static Variant, game: &Game) {
    let fen = game.fen();
    let again = entry.family(Options::default()).game(Some(&fen));
    let again = again.unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!((again.fen(), again.key()), (fen.clone(), game.key()));
    let legal = game.legal_moves();
    assert!(!legal.is_empty() || game.outcome().is_some(), "{fen}: no move and no end");
    let _ = (game.claim(), game.checkers(), game.self_checks());
}

/// Plays every move if there are few, and counts the replies.
fn count_replies(game: &Game) {
    let (fen, mut legal) = (game.fen(), texts(&game.legal_moves()));
    let depth = if legal.len() <= FEW { 2 } else { 1 };
    assert_eq!(game.perft(depth).len(), legal.len(), "{fen}");
    let mut listed = Vec::new();
    let all = game.each_legal(&|| false, &mut |mv| {
        listed.push(mv);
        ControlFlow::Continue(())
    });
    assert!(all.is_continue(), "{fen}");
    let mut listed = texts(&listed);
    listed.sort_unstable();
    legal.sort_unstable();
    assert_eq!(listed, legal, "{fen}");
}

fn texts(moves: &[GameMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Searches the position, and checks that the answer is legal.
fn search(game: &Game) {
    let fen = game.fen();
    let fault = |event| assert!(!matches!(event, Event::Note(_)), "{fen}: {event:?}");
    let result = SEARCHERS.with_borrow_mut(|searchers| {
        let table = || Arc::new(TranspositionTable::new(1).expect("the machine has memory"));
        let searcher =
            searchers.entry(game.variant()).or_insert_with(|| Searcher::with_table(table()));
        searcher.new_game();
        searcher.run(game, &Limits::nodes(NODES), &StopHandle::new(), fault)
    });
    match result.best {
        Some(best) => assert!(game.is_legal(&best), "{fen}: {best} is not legal"),
        None => assert!(game.outcome().is_some(), "{fen}: no answer"),
    }
}
