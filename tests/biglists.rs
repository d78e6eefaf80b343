//! Positions with more moves than any game has: the lists grow, and nothing else happens.

use std::collections::HashSet;
use std::time::Duration;

use cpu_time::ThreadTime;
use rotunda_search::{Event, Limits, SearchResult, StopHandle};

use crate::support::{game, searcher};

/// A draughtsman that can take each of sixteen pieces.
const SIXTEEN: &str = "11k/12/12/12/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";
/// A draughtsman that can take any of twenty-three pieces.
const TWENTY_THREE: &str = "11k/12/12/2nnnnn5/2n1n1n5/1nnnnnnn4/2nCn1n5/2nnnnn5/12/11K w - - 0 1";
/// Processor time that a search may take beyond the time that it was given.
const PATIENCE: Duration = Duration::from_secs(20);

/// A search and what it answers.
fn think(fen: &str, limits: &Limits) -> SearchResult {
    let fault = |event| assert!(matches!(event, Event::Info(_)), "{fen}: {event:?}");
    searcher().run(&*game("ordinary", fen), limits, &StopHandle::new(), fault)
}

/// The legal moves, of which no two have one text.
fn legal(fen: &str, count: usize) -> HashSet<String> {
    let counts = game("ordinary", fen).perft(1);
    assert!(counts.iter().all(|(_, leaves)| *leaves == 1));
    let texts: HashSet<String> = counts.into_iter().map(|(text, _)| text).collect();
    assert_eq!(texts.len(), count, "{fen}");
    texts
}

#[test]
fn thousands_of_moves_are_searched() {
    // 11,004 captures, and three steps of the king.
    let legal = legal(SIXTEEN, 11_007);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let result = think(SIXTEEN, &limits);
    assert!(result.nodes > 11_007);
    let best = result.best.expect("there are moves");
    assert!(legal.contains(&best), "{best}");
    let mut game = game("ordinary", SIXTEEN);
    game.play(&best).expect("a legal move");
    assert!(game.outcome().is_none());
}

#[test]
fn hundreds_of_thousands_of_moves_are_counted_and_answered_in_time() {
    // 407,478 captures, and three steps of the king.
    let legal = legal(TWENTY_THREE, 407_481);
    let longest = legal.iter().max_by_key(|text| text.len()).expect("there are moves");
    let mut game = game("ordinary", TWENTY_THREE);
    game.play(longest).expect("a legal move");
    let (started, asked) = (ThreadTime::now(), Duration::from_millis(300));
    let limits = Limits { move_time: Some(asked), ..Limits::default() };
    let best = think(TWENTY_THREE, &limits).best.expect("there are moves");
    println!("{asked:?} asked, {:?} of processor time spent", started.elapsed());
    assert!(legal.contains(&best), "{best}");
    assert!(started.elapsed() < asked + PATIENCE, "{:?}", started.elapsed());
}
