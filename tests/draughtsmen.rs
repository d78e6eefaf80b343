//! The series of draughtsmen as text: by the oracle alone, and as the engine reads them.

use std::collections::{BTreeSet, HashMap, HashSet};

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::artificial::crowded::crowded_fen;
use crate::oracle::draughtsmen::DraughtsRules;
use crate::oracle::{Game, Piece, State, WHITE};
use crate::support::{Oracle, family, game, name, place, rng, sample, squares};

/// The number of crowded positions.
const CROWDED: usize = 12_000;
/// The number of texts of each sort that are played in each position.
const TEXTS: usize = 12;

fn rules_and(fen: &str) -> (DraughtsRules, State) {
    let rules = DraughtsRules::new();
    let s = rules.parse(fen).expect("a good position");
    (rules, s)
}

#[test]
fn from_and_to_do_not_tell_which_pieces_a_series_captures() {
    let (rules, s) = rules_and("11k/12/12/12/4n7/3n1n6/3Cn7/12/12/K11 w - - 7 1");
    let moves = rules.moves(&s);
    for name in ["d4d6", "d4f4f6d6", "d4f4f6d6d4", "d4d6f6f4"] {
        assert!(moves.contains(&name.into()), "{name}: {moves:?}");
    }
    assert!(!moves.contains(&"d4d6f6f4d4".into()), "the other way round is the same move");
    assert!(rules.paths(&s).contains(&("d4d6f6f4d4".into(), "d4f4f6d6d4".into())));
    let after = rules.play(&s, "d4f4f6d6d4");
    assert_eq!(rules.fen(&after), "11k/12/12/12/12/12/3C8/12/12/K11 b - - 0 1");
}

/// Returns the board after a walk along the path, jump by jump.
fn walked(oracle: &Oracle, s: &State, text: &str) -> Vec<Option<Piece>> {
    let path: Vec<usize> = squares(text).0.iter().map(|cell| oracle.index(cell)).collect();
    let mut board = s.board.clone();
    let checker = board[path[0]].take();
    for pair in path.windows(2) {
        let over = usize::midpoint(pair[0], pair[1]);
        assert_eq!(board[pair[1]], None, "{text}");
        match board[over] {
            Some(piece) if piece.side == s.side => {}
            Some(_) => board[over] = None,
            None => {
                assert_eq!(s.passed, Some(over), "{text}");
                let pawn = if s.side == WHITE { over - 12 } else { over + 12 };
                assert_eq!(board[pawn].take().map(|piece| piece.kind), Some('P'), "{text}");
            }
        }
    }
    board[path[path.len() - 1]] = checker;
    board
}

#[test]
fn all_paths_of_a_move_do_the_same() {
    let (rules, oracle) = (DraughtsRules::new(), Oracle::new("ordinary"));
    let (mut rng, mut others) = (rng("paths"), 0);
    for _ in 0..sample(CROWDED) {
        let Ok(s) = rules.parse(&crowded_fen(&oracle, &mut rng)) else { continue };
        let paths = rules.paths(&s);
        let texts: HashSet<&String> = paths.iter().map(|(text, _)| text).collect();
        assert_eq!(texts.len(), paths.len(), "a text that stands for two moves");
        let canonical: BTreeSet<&String> = paths.iter().map(|(_, name)| name).collect();
        assert_eq!(canonical.into_iter().cloned().collect::<Vec<_>>(), rules.moves(&s));
        let moves = rules.judge(&s).candidates;
        for (text, name) in &paths {
            let candidate = moves.iter().find(|candidate| candidate.name == *name).expect("a move");
            if !candidate.paths.is_empty() {
                assert_eq!(walked(&oracle, &s, text), candidate.after.board, "{text} {name}");
            }
            let length = |text: &str| squares(text).0.len();
            assert!(length(name) <= length(text), "{text} {name}");
            others += usize::from(text != name);
        }
    }
    assert!(others > 0);
}

/// Returns a path without the loop of its quiet jumps that comes back to a square, if it has one.
fn without_loop(s: &State, path: &[usize]) -> Option<Vec<usize>> {
    let is_quiet = |pair: &[usize]| {
        s.board[usize::midpoint(pair[0], pair[1])].is_some_and(|piece| piece.side == s.side)
    };
    let quiet_jumps = 1 + path.windows(2).take_while(|pair| is_quiet(pair)).count();
    (1..quiet_jumps).find_map(|end| {
        let start = path[..end].iter().position(|cell| *cell == path[end])?;
        Some([&path[..start], &path[end..]].concat())
    })
}

/// Returns a path with one change: a square added, removed or replaced, or the squares in another
/// order.
fn mangled(oracle: &Oracle, path: &[usize], rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut path = path.to_vec();
    let at = rng.random_range(0..path.len());
    let (file, rank) = place(&oracle.name(path[at]));
    let jump = (file + 2 * rng.random_range(-1..=1), rank + 2 * rng.random_range(-1..=1));
    let near = oracle.has(jump.0, jump.1).then(|| oracle.index(&name(jump.0, jump.1)));
    match (rng.random_range(0..6), near) {
        (0, _) => drop(path.remove(at)),
        (1, _) => path.truncate(at + 1),
        (2, Some(near)) => path[at] = near,
        (3, _) => path.rotate_left(at),
        (4, Some(near)) => drop(path.splice(at..at, [path[at], near])),
        (_, Some(near)) => path.insert(at + 1, near),
        _ => path.reverse(),
    }
    path
}

fn text_of(oracle: &Oracle, path: &[usize]) -> String {
    path.iter().map(|cell| oracle.name(*cell)).collect()
}

/// The number of texts of each sort that have been played.
#[derive(Default, Debug)]
struct Played {
    canonical: usize,
    others: usize,
    refused: usize,
    loops: usize,
}

/// Plays texts in a position: legal ones, those of illegal series, and changed ones.
fn play_texts(oracle: &Oracle, s: &State, rng: &mut ChaCha8Rng, mv: &mut Played) {
    let rules = DraughtsRules::new();
    let game = game("ordinary", &rules.fen(s));
    let path = |text: &str| squares(text).0.iter().map(|cell| oracle.index(cell)).collect();
    let judged = rules.judge(s);
    let lawful: HashMap<String, String> = rules.paths(s).into_iter().collect();
    let mut texts: Vec<(&String, &String)> = lawful.iter().collect();
    texts.sort();
    let (canonical, others): (Vec<_>, Vec<_>) =
        texts.into_iter().partition(|(text, name)| text == name);
    let chosen = [canonical.choose_multiple(rng, TEXTS), others.choose_multiple(rng, TEXTS)];
    let mut paths: Vec<Vec<usize>> =
        chosen.into_iter().flatten().map(|(text, _)| path(text)).collect();
    let unlawful = judged.candidates.iter().filter(|candidate| !candidate.legal);
    let unlawful: Vec<_> = unlawful.flat_map(|candidate| &candidate.paths).collect();
    paths.extend(unlawful.choose_multiple(rng, TEXTS).map(|series| series.path.clone()));
    let mangled: Vec<_> = paths.iter().map(|path| mangled(oracle, path, rng)).collect();
    for path in paths.into_iter().chain(mangled).filter(|path| path.len() > 1) {
        let (text, mut next) = (text_of(oracle, &path), game.clone());
        let straight = without_loop(s, &path).map(|path| text_of(oracle, &path));
        let found = next.play_text(&text).is_ok();
        let known = lawful.get(&text).or_else(|| {
            straight.as_ref().filter(|_| found).and_then(|straight| lawful.get(straight))
        });
        assert_eq!(found, known.is_some(), "{} {text}", game.fen());
        let Some(name) = known else {
            assert_eq!(next.fen(), game.fen(), "{text}");
            mv.refused += 1;
            continue;
        };
        let candidate =
            judged.candidates.iter().find(|candidate| candidate.name == *name).expect("a move");
        assert_eq!(next.fen(), rules.fen(&candidate.after), "{} {text}", game.fen());
        mv.loops += usize::from(straight.is_some());
        mv.canonical += usize::from(text == *name);
        mv.others += usize::from(text != *name);
    }
}

#[test]
fn every_path_of_a_move_is_understood_and_no_other() {
    let (rules, oracle) = (DraughtsRules::new(), Oracle::new("ordinary"));
    let (mut rng, mut mv) = (rng("texts"), Played::default());
    for _ in 0..sample(CROWDED) {
        if let Ok(s) = rules.parse(&crowded_fen(&oracle, &mut rng)) {
            play_texts(&oracle, &s, &mut rng, &mut mv);
        }
    }
    println!("{mv:?}");
    let Played { canonical, others, refused, loops } = mv;
    assert!(canonical.min(others).min(refused).min(loops) > 0);
}

#[test]
fn what_is_no_move_is_refused() {
    let start = family("ordinary").game(None).expect("a good start");
    for text in [
        "",
        "e2",
        "e2e5",
        "e2e4q",
        "b3",
        "b3b3",
        "b3b5",
        "b3b4b5",
        "b3a4c6",
        "b3b11",
        "m3m4",
        "b3b4 ",
        " b3b4",
        "b3-b4",
        "b3b04",
        "b3\u{e9}4",
        "\u{e9}",
        "h1k1",
        "g1g9g1",
        "0000",
        "b3b99999999999999999999",
        "b3b4b3",
    ] {
        let mut game = start.clone();
        assert!(game.play_text(text).is_err(), "{text:?}");
        assert_eq!(game.fen(), start.fen());
    }
    assert!(start.clone().play_text("B3B4").is_ok(), "letters may be capitals");
    let promoting = game("ordinary", "11k/P11/12/12/12/12/12/12/12/K11 w - - 0 1");
    for (suffix, is_lawful) in
        ["", "c", "k", "p", "Q", "q", "l", "r", "b", "n", "t", "m"].into_iter().map(|suffix| {
            let letter = suffix.to_ascii_lowercase();
            (suffix, !suffix.is_empty() && "qlrbntm".contains(&letter))
        })
    {
        let mv = promoting.clone().play_text(&format!("a9a10{suffix}"));
        assert_eq!(mv.is_ok(), is_lawful, "{suffix}");
    }
}

/// Plays the moves and returns the end of the game. Nothing may end the game before the last move.
fn ending(fen: &str, moves: &str) -> Option<(&'static str, [u16; 2])> {
    let (rules, s) = rules_and(fen);
    let mut line = vec![s];
    for name in moves.split_whitespace() {
        assert_eq!(rules.outcome(&line), None, "{fen} before {name}");
        line.push(rules.play(&line[line.len() - 1], name));
    }
    rules.outcome(&line).map(|outcome| (outcome.reason, outcome.points))
}

#[test]
fn games_end_with_the_points_of_dynamic_scoring() {
    let stalemate = "k11/12/1Q10/12/12/12/12/12/12/K11 b - - 0 1";
    assert_eq!(ending(stalemate, ""), Some(("stalemate", [60, 40])));
    let by_black = "11k/12/12/12/12/12/11q/12/10P1/10K1 b - - 0 1";
    let round = " l4i1 k1l2 i1l4 l2k1";
    let perpetual = ending(by_black, &round.repeat(2));
    assert_eq!(perpetual, Some(("perpetual-check", [49, 51])));
    let by_white = "10k1/10p1/12/11Q/12/12/12/12/12/11K w - - 0 1";
    let round = " l7i10 k10l9 i10l7 l9k10";
    assert_eq!(ending(by_white, &round.repeat(2)), Some(("threefold", [50, 50])));
}

#[test]
fn checkers_do_not_reset_the_count_but_by_capture_and_are_not_dead_material() {
    let fen = "11k/12/12/12/12/5n6/4C7/4N7/12/K11 w - - 99 80";
    let drawn = Some(("fifty-moves", [50, 50]));
    assert_eq!(ending(fen, "e4d4"), drawn);
    assert_eq!(ending(fen, "e4e2"), drawn);
    assert_eq!(ending(fen, "e4g6"), None);
    assert_eq!(ending("11k/12/12/12/12/12/4C7/12/12/K11 w - - 0 1", ""), None);
    let dead = Some(("insufficient-material", [50, 50]));
    assert_eq!(ending("11k/12/12/12/12/12/12/12/12/K11 w - - 0 1", ""), dead);
}
