//! The search of multiplayer games: it captures and guards kings, and every mode plays by the
//! rules.

use std::time::Duration;

use cpu_time::ThreadTime;
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::Game;
use rotunda_search::{Event, Limits, MultiSearch, SearchResult, Searcher, StopHandle, Value};

use super::artificial::artificial_fen;
use super::ends::once_round;
use crate::each_variant::each_multiplayer_game;
use crate::oracle::ring::{Ring, State};
use crate::support::{family, game, multiplayer_games, rng, sample, searcher};

/// The number of positions of each variant with a win in one, and with a king in danger.
const SAMPLES: usize = 6;
/// The number of positions of each variant that are searched in every mode.
const SEARCHES: usize = 6;
/// The plies that suffice to see the capture of a king.
const DEPTH: u32 = 3;
/// The nodes of a search that only has to find some move.
const NODES: u64 = 500;
/// The most processor time of a search for 20 milliseconds, however busy the machine is.
const PROCESSOR_TIME: Duration = Duration::from_secs(1);
/// All modes of search for more than two sides.
const MODES: [MultiSearch; 4] =
    [MultiSearch::Auto, MultiSearch::Paranoid, MultiSearch::BestReply, MultiSearch::MaxN];

/// Searches with an empty memory. The searcher keeps the variant, since a change of variant takes
/// longer than these searches.
fn think(
    searcher: &mut Searcher,
    game: &Game,
    mode: MultiSearch,
    limits: &Limits,
    stop: &StopHandle,
) -> SearchResult {
    searcher.new_game();
    searcher.settings.multi_search = mode;
    let fault = |event| assert!(!matches!(event, Event::Note(_)), "{event:?}");
    searcher.run(game, limits, stop, fault)
}

/// Returns the move that a search plays, and whether its score is a lost game.
fn best(searcher: &mut Searcher, variant: &str, fen: &str, mode: MultiSearch) -> (String, bool) {
    searcher.new_game();
    searcher.settings.multi_search = mode;
    let mut lost = false;
    let note = |event| match event {
        Event::Info(info) => lost = matches!(info.value, Value::Mate(moves) if moves <= 0),
        Event::Shares(_) => {}
        Event::Note(fault) => panic!("{variant} {fen}: {fault}"),
    };
    let (game, stop) = (game(variant, fen), StopHandle::new());
    let result = searcher.run(&game, &Limits::depth(DEPTH), &stop, note);
    (result.best.expect("there are moves").to_string(), lost)
}

/// Returns a position that goes on and for which `ask` has an answer, and the answer.
fn find<T>(rules: &Ring, rng: &mut ChaCha8Rng, ask: impl Fn(&State) -> Option<T>) -> (String, T) {
    loop {
        let fen = artificial_fen(rules, rng);
        let Ok(s) = rules.parse(&fen) else { continue };
        if rules.outcome(std::slice::from_ref(&s)).is_none()
            && let Some(found) = ask(&s)
        {
            return (fen, found);
        }
    }
}

/// Returns the actions that win at once: mates, and captures or removals that leave one side.
/// Returns `None` if there are none.
fn wins(rules: &Ring, s: &State) -> Option<Vec<String>> {
    let won = |after: &State| {
        let outcome = rules.outcome(std::slice::from_ref(after));
        outcome.is_some_and(|outcome| outcome.points[s.seat] == 100)
    };
    let attempts = rules.attempts(s).into_iter().filter(|attempt| attempt.legal);
    let wins: Vec<String> = attempts.filter(|a| won(&a.after)).map(|a| a.name).collect();
    (!wins.is_empty()).then_some(wins)
}

fn a_win_in_one_is_played(variant: &'static str) {
    let rules = Ring::new(variant).expect("a known variant");
    let (mut rng, mut searcher) = (rng("wins in one"), searcher());
    for _ in 0..sample(SAMPLES) {
        let (fen, wins) = find(&rules, &mut rng, |s| wins(&rules, s));
        let best = best(&mut searcher, variant, &fen, MultiSearch::Auto).0;
        assert!(wins.contains(&best), "{variant} {fen}: {best} and not one of {wins:?}");
    }
}

each_multiplayer_game!(a_win_in_one_is_played);

/// Returns whether the next mover can capture the last king of the side of `seat`.
fn falls_next(rules: &Ring, after: &State, seat: usize) -> bool {
    let side = rules.sides[seat];
    let taken = |next: &State| !next.living().any(|other| rules.sides[other] == side);
    let next = rules.attempts(after).into_iter().filter(|attempt| attempt.legal);
    next.into_iter().any(|attempt| taken(&attempt.after))
}

/// Returns the actions after which the next player cannot eliminate the mover's side, if both such
/// actions and others exist.
fn savers(rules: &Ring, s: &State) -> Option<Vec<String>> {
    let attempts: Vec<_> = rules.attempts(s).into_iter().filter(|attempt| attempt.legal).collect();
    let ends = |after: &State| {
        after.seat == s.seat || rules.outcome(std::slice::from_ref(after)).is_some()
    };
    if attempts.iter().any(|attempt| ends(&attempt.after)) || rules.two_left(s) {
        return None;
    }
    let (lost, saved): (Vec<_>, Vec<_>) =
        attempts.into_iter().partition(|attempt| falls_next(rules, &attempt.after, s.seat));
    let saved: Vec<String> = saved.into_iter().map(|attempt| attempt.name).collect();
    (!lost.is_empty() && !saved.is_empty()).then_some(saved)
}

#[test]
fn the_last_king_of_a_side_is_not_left_to_the_next_player() {
    let (mut kept, mut given_up) = (0, 0);
    for variant in multiplayer_games() {
        let rules = Ring::new(variant).expect("a known variant");
        if rules.seats == 2 {
            continue;
        }
        let (mut rng, mut searcher) = (rng("saved kings"), searcher());
        for _ in 0..sample(SAMPLES) {
            let (fen, savers) = find(&rules, &mut rng, |s| savers(&rules, s));
            for mode in [MultiSearch::Paranoid, MultiSearch::BestReply] {
                let (best, lost) = best(&mut searcher, variant, &fen, mode);
                let is_kept = savers.contains(&best);
                assert!(is_kept || lost, "{variant} {mode:?} {fen}: {best}, {savers:?}");
                kept += usize::from(is_kept);
                given_up += usize::from(!is_kept);
            }
        }
    }
    println!("{kept} kings kept, {given_up} that all enemies together would take anyway");
    assert!(kept >= 5 * given_up, "{kept} kept, {given_up} given up");
}

#[test]
fn kings_are_taken_and_team_mates_guarded() {
    let cases: [(&str, &str, &[&str]); 3] = [
        // A rook can capture either king.
        ("modern3", "4aR5bK7cR5/11bN4cM7/aM10bP12/2aK15cK5 a abc - m 0 1", &["d5d11", "d5d19"]),
        // The next player's rook attacks the team mate's king, the last king of the team.
        ("modern4-2v2", "19bK7dK4/32/6aN25/4cK3bR23 a abcd ac.bd m 0 1", &["b7a9"]),
        // The player after the next attacks the king with a rook that only the king can capture.
        ("modern4", "19bK7dK3cK/32/6aN25/4aK3cR23 a abcd - m 0 1", &["b7a9"]),
    ];
    for (variant, fen, expected) in cases {
        let mut searcher = searcher();
        for mode in MODES {
            let (best, _) = best(&mut searcher, variant, fen, mode);
            assert!(expected.contains(&best.as_str()), "{variant} {mode:?} {fen}: {best}");
        }
    }
}

fn every_mode_answers_with_legal_actions_and_the_same_ones_again(variant: &'static str) {
    let rules = Ring::new(variant).expect("a known variant");
    let (mut rng, mut searcher) = (rng("searches"), searcher());
    for _ in 0..sample(SEARCHES) {
        let fen = artificial_fen(&rules, &mut rng);
        let s = rules.parse(&fen).expect("a good position");
        let actions = rules.actions(&s);
        let game = game(variant, &fen);
        for mode in MODES {
            let limits = Limits::nodes(NODES);
            let mut search = || think(&mut searcher, &game, mode, &limits, &StopHandle::new());
            let result = search();
            assert_eq!(result, search(), "{variant} {mode:?} {fen}");
            match result.best {
                Some(best) => {
                    assert!(actions.contains(&best.to_string()), "{variant} {fen}: {best}");
                }
                None => assert!(actions.is_empty(), "{variant} {mode:?} {fen}"),
            }
        }
    }
}

each_multiplayer_game!(every_mode_answers_with_legal_actions_and_the_same_ones_again);

#[test]
fn limits_hold_in_every_mode() {
    for variant in ["modern2", "byzantine3", "modern4-2v2", "byzantine5", "modern6-2v2v2"] {
        let mut searcher = searcher();
        for mode in MODES {
            limits_hold(&mut searcher, variant, mode);
        }
    }
}

/// Checks every limit in searches from the start.
fn limits_hold(searcher: &mut Searcher, variant: &str, mode: MultiSearch) {
    let game = family(variant).game(None).expect("a good start");
    let legal = game.legal_moves();
    let mut think = |limits: &Limits, stop: &StopHandle| think(searcher, &game, mode, limits, stop);
    let free = StopHandle::new();
    let result = think(&Limits::nodes(NODES), &free);
    assert!(result.nodes <= 2 * NODES, "{variant} {mode:?}: {} nodes", result.nodes);
    let started = ThreadTime::now();
    let result = think(&Limits::move_time(Duration::from_millis(20)), &free);
    assert!(started.elapsed() < PROCESSOR_TIME, "{variant} {mode:?}");
    assert!(legal.contains(&result.best.expect("there are moves")));
    let only = Limits { search_moves: vec![legal[3].clone()], ..Limits::nodes(NODES) };
    let result = think(&only, &free);
    assert_eq!(result.best.as_ref(), Some(&legal[3]), "{variant} {mode:?}");
    let stopped = StopHandle::new();
    stopped.stop();
    let result = think(&Limits::infinite(), &stopped);
    assert!(legal.contains(&result.best.expect("there are moves")), "{variant} {mode:?}");
}

/// Returns the move of a search to a depth after some moves, and its score.
fn after(fen: &str, moves: &[&str], depth: u32) -> (Option<String>, Option<Value>) {
    let mut game = game("byzantine2", fen);
    for mv in moves {
        game.play_text(mv).expect("the line is legal");
    }
    let (mut searcher, mut value) = (searcher(), None);
    let note = |event| {
        if let Event::Info(info) = event {
            value = Some(info.value);
        }
    };
    let verdict = searcher.run(&game, &Limits::depth(depth), &StopHandle::new(), note);
    (verdict.best.map(|mv| mv.to_string()), value)
}

#[test]
fn a_draw_by_a_pawn_that_has_come_round_is_seen() {
    // b is far behind, but its next move repeats the position for the third time.
    let fen = "aM15/2aR2aR10/16/aK7bK3bP3 a ab - b 0 1";
    let line = once_round().repeat(2);
    let mut moves: Vec<&str> = line.split_whitespace().collect();
    let last = moves.pop().expect("the line has moves");
    assert_eq!(after(fen, &moves, DEPTH), (Some(last.to_owned()), Some(Value::Centipawns(0))));
    // One round earlier the same move does not complete a threefold repetition, and b is lost in
    // two: a rook checks its king and then captures its last pawn, which leaves the king bare.
    let (_, value) = after(fen, &moves[..31], 2 * DEPTH);
    assert_eq!(value, Some(Value::Mate(-2)));
}
