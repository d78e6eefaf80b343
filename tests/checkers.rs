//! The oracle of the Ordinary Variant with its Checkers, examined by itself.

use std::collections::{BTreeSet, HashSet};

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::cluster::cluster;
use crate::coverage::{Coverage, required, watch};
use crate::kits::CHECKERS;
use crate::oracle::checkers::Checkers;
use crate::oracle::{Attempt, Game, Man, State, WHITE};
use crate::support::{Sheet, rng, scaled, squares};

/// The perft suite.
const SUITE: &str = include_str!("perft/ordinary.epd");
/// Most leaves of a count in the default run.
const LIMIT: u64 = 8000;
/// The environment variable that sets another limit of leaves.
const LIMIT_VARIABLE: &str = "ROTUNDA_ORACLE_LEAVES";

/// How many lines of `depth` legal moves there are.
fn leaves(rules: &Checkers, s: &State, depth: u32) -> u64 {
    let legal = rules.judge(s).plies.into_iter().filter(|ply| ply.legal);
    if depth == 1 {
        return legal.count() as u64;
    }
    legal.map(|ply| leaves(rules, &ply.after, depth - 1)).sum()
}

#[test]
fn the_oracle_with_checkers_counts_as_the_suite_does() {
    let rules = Checkers::new();
    let limit = std::env::var(LIMIT_VARIABLE).ok().and_then(|text| text.parse().ok());
    let limit = limit.unwrap_or(LIMIT);
    let mut passed = 0;
    for line in SUITE.lines() {
        let mut fields = line.split(';').map(str::trim);
        let s = rules.parse(fields.next().expect("a position")).expect("a good position");
        assert_eq!(rules.fen(&s), line.split(" ;").next().expect("a position"));
        let counts = fields.filter_map(|field| field.strip_prefix('D')?.split_once(' '));
        for (depth, expected) in counts {
            let depth = depth.parse().expect("a depth");
            let expected: u64 = expected.trim().parse().expect("a count");
            if expected <= limit {
                assert_eq!(leaves(&rules, &s, depth), expected, "{line} depth {depth}");
                passed += 1;
            }
        }
    }
    println!("{passed} counts of at most {limit} leaves");
}

/// Positions of random games.
const IN_GAMES: usize = 1000;
/// Clustered positions.
const CLUSTERED: usize = 6000;

/// Plies after which a game is cut off.
const LONGEST: usize = 200;

/// A count under way.
struct Run {
    sheet: Sheet,
    rng: ChaCha8Rng,
    coverage: Coverage,
    reasons: Coverage,
    positions: usize,
    /// The most moves, legal or not, of one position.
    most: usize,
}

impl Run {
    /// Counts what happens in the last position of a line; returns its legal moves.
    fn watch(&mut self, line: &[State]) -> Vec<Attempt> {
        let now = line.last().expect("a line has a position");
        let attempts = self.sheet.rules.attempts(now);
        watch(&self.sheet, &CHECKERS, now, &attempts, &mut self.coverage);
        if let Some(outcome) = self.sheet.rules.outcome(line) {
            self.reasons.note(outcome.reason);
        }
        self.positions += 1;
        self.most = self.most.max(attempts.len());
        attempts.into_iter().filter(|attempt| attempt.legal).collect()
    }

    /// A random game from the start, cut off after so many plies.
    fn play(&mut self, plies: usize) {
        let mut line = vec![self.sheet.start.clone()];
        for _ in 0..plies {
            let legal = self.watch(&line);
            let Some(chosen) = legal.choose(&mut self.rng) else { return };
            line.push(chosen.after.clone());
        }
    }
}

#[test]
fn every_rule_of_the_checkers_takes_effect() {
    let mut run = Run {
        sheet: Sheet::new("ordinary"),
        rng: rng("checkers"),
        coverage: Coverage::default(),
        reasons: Coverage::default(),
        positions: 0,
        most: 0,
    };
    while run.positions < scaled(IN_GAMES) {
        run.play(LONGEST);
    }
    let games = run.positions;
    while run.positions < games + scaled(CLUSTERED) {
        let fen = cluster(&run.sheet, &mut run.rng);
        if let Ok(s) = run.sheet.rules.parse(&fen) {
            run.watch(&[s]);
        }
    }
    println!("{} positions, at most {} moves", run.positions, run.most);
    run.reasons.require("ordinary", &["checkmate".into(), "stalemate".into()]);
    run.coverage.require("ordinary", &required(&CHECKERS));
}

fn rules_and(fen: &str) -> (Checkers, State) {
    let rules = Checkers::new();
    let s = rules.parse(fen).expect("a good position");
    (rules, s)
}

#[test]
fn from_and_to_do_not_tell_which_men_a_series_captures() {
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

/// The position after the path has been walked jump by jump.
fn walked(sheet: &Sheet, s: &State, text: &str) -> Vec<Option<Man>> {
    let path: Vec<usize> = squares(text).0.iter().map(|cell| sheet.index(cell)).collect();
    let mut board = s.board.clone();
    let checker = board[path[0]].take();
    for pair in path.windows(2) {
        let over = usize::midpoint(pair[0], pair[1]);
        assert_eq!(board[pair[1]], None, "{text}");
        match board[over] {
            Some(man) if man.side == s.side => {}
            Some(_) => board[over] = None,
            None => {
                assert_eq!(s.passed, Some(over), "{text}");
                let pawn = if s.side == WHITE { over - 12 } else { over + 12 };
                assert_eq!(board[pawn].take().map(|man| man.kind), Some('P'), "{text}");
            }
        }
    }
    board[path[path.len() - 1]] = checker;
    board
}

#[test]
fn all_paths_of_a_move_do_the_same() {
    let (rules, sheet) = (Checkers::new(), Sheet::new("ordinary"));
    let (mut rng, mut others) = (rng("paths"), 0);
    for _ in 0..scaled(CLUSTERED) {
        let Ok(s) = rules.parse(&cluster(&sheet, &mut rng)) else { continue };
        let paths = rules.paths(&s);
        let texts: HashSet<&String> = paths.iter().map(|(text, _)| text).collect();
        assert_eq!(texts.len(), paths.len(), "a text that stands for two moves");
        let canonical: BTreeSet<&String> = paths.iter().map(|(_, name)| name).collect();
        assert_eq!(canonical.into_iter().cloned().collect::<Vec<_>>(), rules.moves(&s));
        let moves = rules.judge(&s).plies;
        for (text, name) in &paths {
            let ply = moves.iter().find(|ply| ply.name == *name).expect("a move");
            if !ply.paths.is_empty() {
                assert_eq!(walked(&sheet, &s, text), ply.after.board, "{text} {name}");
            }
            let length = |text: &str| squares(text).0.len();
            assert!(length(name) <= length(text), "{text} {name}");
            others += usize::from(text != name);
        }
    }
    assert!(others > 0);
}

/// Plays the moves; nothing may end the game before the last one.
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
