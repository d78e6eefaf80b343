//! Xiangqi, from docs/rules/xiangqi.md: a slow generator in which a general captures the other one
//! along an open file, and positions with known moves.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_movegen::{Seat, Variant};

use super::{GAMES, PLIES, variant};

/// A file and a rank, from 0.
type Place = (i32, i32);
/// The pieces by their places: the side, 0 for Red, and the letter.
type Board = BTreeMap<Place, (usize, char)>;

const SIDES: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const CORNERS: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn plus((file, rank): Place, (files, ranks): Place) -> Place {
    (file + files, rank + ranks)
}

fn is_point((file, rank): Place) -> bool {
    (0..9).contains(&file) && (0..10).contains(&rank)
}

/// Returns the rank as its owner counts it.
fn own_rank(side: usize, (_, rank): Place) -> i32 {
    if side == 0 { rank } else { 9 - rank }
}

fn in_palace(side: usize, place: Place) -> bool {
    (3..6).contains(&place.0) && (0..3).contains(&own_rank(side, place))
}

/// Returns the empty points of a line up to the first piece, and the pieces on it, nearest first.
fn line(board: &Board, from: Place, step: Place) -> (Vec<Place>, Vec<Place>) {
    let walk = std::iter::successors(Some(plus(from, step)), |at| Some(plus(*at, step)));
    let points: Vec<Place> = walk.take_while(|at| is_point(*at)).collect();
    let is_free = |at: &&Place| !board.contains_key(at);
    let free = points.iter().take_while(is_free).copied().collect();
    (free, points.iter().filter(|at| board.contains_key(at)).copied().collect())
}

/// Returns the points that a piece reaches, those of its own side's pieces included.
fn reached(board: &Board, from: Place) -> Vec<Place> {
    let (side, letter) = board[&from];
    let step = |steps: &[Place]| -> Vec<Place> {
        steps.iter().map(|step| plus(from, *step)).filter(|to| is_point(*to)).collect()
    };
    let is_free = |place: Place| !board.contains_key(&place);
    match letter {
        'P' => {
            let ahead = (0, if side == 0 { 1 } else { -1 });
            let has_crossed = own_rank(side, from) >= 5;
            let steps = [ahead, (1, 0), (-1, 0)];
            step(if has_crossed { &steps } else { &steps[..1] })
        }
        'A' => step(&CORNERS).into_iter().filter(|to| in_palace(side, *to)).collect(),
        'K' => step(&SIDES).into_iter().filter(|to| in_palace(side, *to)).collect(),
        'B' => {
            let open = CORNERS.into_iter().filter(|eye| is_free(plus(from, *eye)));
            let leaps: Vec<Place> = open.map(|(x, y)| (2 * x, 2 * y)).collect();
            step(&leaps).into_iter().filter(|to| own_rank(side, *to) < 5).collect()
        }
        'N' => {
            let open = SIDES.into_iter().filter(|leg| is_free(plus(from, *leg)));
            let leaps =
                open.flat_map(|(x, y)| [-1, 1].map(|turn| (2 * x + turn * y, 2 * y + turn * x)));
            step(&leaps.collect::<Vec<_>>())
        }
        'R' | 'C' => {
            let taken = usize::from(letter == 'C');
            let of_line = |step| {
                let (mut points, pieces) = line(board, from, step);
                points.extend(pieces.get(taken));
                points
            };
            SIDES.into_iter().flat_map(of_line).collect()
        }
        other => panic!("no piece {other}"),
    }
}

/// Returns whether the general of a side is en prise or faces the other general.
fn is_exposed(board: &Board, side: usize) -> bool {
    let general = |side| board.iter().find(|(_, piece)| **piece == (side, 'K')).map(|(at, _)| *at);
    let (own, other) = (general(side).expect("a general"), general(1 - side));
    let faces = SIDES.into_iter().any(|step| line(board, own, step).1.first().copied() == other);
    let mut enemies = board.iter().filter(|(_, piece)| piece.0 != side);
    faces || enemies.any(|(from, _)| reached(board, *from).contains(&own))
}

/// Returns the legal moves of a side, and the boards after them.
fn moves(board: &Board, side: usize) -> BTreeMap<String, Board> {
    let mut all = BTreeMap::new();
    for (from, piece) in board.iter().filter(|(_, piece)| piece.0 == side) {
        for to in reached(board, *from) {
            let mut next = board.clone();
            next.remove(from);
            let taken = next.insert(to, *piece);
            if taken.is_none_or(|(owner, _)| owner != side) && !is_exposed(&next, side) {
                all.insert(name(*from) + &name(to), next);
            }
        }
    }
    all
}

fn perft(board: &Board, side: usize, depth: u32) -> u64 {
    let moves = moves(board, side);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.values().map(|next| perft(next, 1 - side, depth - 1)).sum()
}

fn xiangqi() -> &'static Variant {
    variant("xiangqi")
}

/// Returns the pieces of a position.
fn board(fen: Option<&str>) -> Board {
    let game = xiangqi().game_from(fen).expect("a position");
    let (names, kinds) = (game.cells(), game.kinds());
    let place = |name: &str| {
        let rank: i32 = name[1..].parse().expect("a number");
        (i32::from(name.as_bytes()[0] - b'a'), rank - 1)
    };
    let pieces = game.pieces().into_iter();
    let side = |seat| usize::from(seat != Seat::WHITE);
    pieces
        .map(|(cell, piece)| {
            let letter = kinds[piece.kind().index()].0;
            (place(&names[cell.index()]), (side(piece.seat()), letter))
        })
        .collect()
}

#[test]
fn random_games_have_the_moves_of_the_rules() {
    let (mut positions, mut checks) = (0, 0);
    for seed in 0..GAMES {
        let mut random = StdRng::seed_from_u64(seed);
        let mut game = xiangqi().game();
        let mut board = board(None);
        for ply in 0..PLIES {
            let after = moves(&board, ply % 2);
            let moves = game.legal_moves();
            let found: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
            assert_eq!(found, after.keys().cloned().collect(), "{}", game.fen());
            positions += 1;
            checks += usize::from(!game.checkers().is_empty());
            // The game prefers captures, so that files open.
            let takes: Vec<_> = moves.iter().filter(|mv| !mv.captured().is_empty()).collect();
            let mv = match (takes.len(), moves.len()) {
                (_, 0) => break,
                (count, _) if count > 0 && random.random_bool(0.3) => {
                    takes[random.random_range(0..count)]
                }
                (_, count) => &moves[random.random_range(0..count)],
            };
            board = after[&mv.to_string()].clone();
            game.play(mv).expect("legal");
        }
    }
    assert!(positions > 2000 && checks > 50, "{positions} positions, {checks} checks");
}

#[test]
fn counts_are_those_of_other_programs() {
    let middle = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
    for (fen, counts) in [(None, [44, 1920, 79666]), (Some(middle), [38, 1128, 43929])] {
        let game = xiangqi().game_from(fen).expect("a position");
        let perft_of = |depth| game.perft(depth).iter().map(|(_, leaves)| leaves).sum::<u64>();
        assert_eq!([1, 2, 3].map(perft_of), counts);
        let board = board(fen);
        assert_eq!([1, 2].map(|depth| perft(&board, 0, depth)), counts[..2], "the slow generator");
    }
}

/// Returns the moves of a position from a cell.
fn from(fen: &str, cell: &str) -> Vec<String> {
    let game = xiangqi().game_from(Some(fen)).expect("a position");
    let texts = game.legal_moves().into_iter().map(|mv| mv.to_string());
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(cell)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn generals_may_not_face_each_other() {
    // The advisor is pinned between the generals. Each of its steps leaves the file.
    assert_eq!(from("4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "e2"), [""; 0]);
    // The general may not come to the file of the other general.
    assert_eq!(from("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1"), ["d1d2"]);
    // It may not capture on that file either.
    assert_eq!(from("4k4/9/9/9/9/9/9/9/9/3Kp4 w - - 0 1", "d1"), ["d1d2"]);
    let between = "4k4/9/9/9/9/9/9/4N4/9/3K5 w - - 0 1";
    assert_eq!(from(between, "d1"), ["d1d2", "d1e1"]);
    assert!(xiangqi().game_from(Some("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1")).is_err());
}

#[test]
fn a_lame_leap_is_stopped_and_pinned_on_its_way() {
    // The horse on d3 gives check to e1 over d2.
    assert_eq!(from("3k5/9/9/9/9/9/9/3n5/R8/4K4 w - - 0 1", "a2"), ["a2d2"]);
    // The piece on d2 may leave it only to capture the horse.
    assert_eq!(from("3k5/9/9/9/9/9/9/3n5/3R5/4K4 w - - 0 1", "d2"), ["d2d3"]);
    // An elephant cannot jump over a piece on its way, and stays on its side of the river.
    assert_eq!(from("3k5/9/9/9/9/2B6/3p5/9/9/4K4 w - - 0 1", "c5"), ["c5a3"]);
}

#[test]
fn who_cannot_move_loses_and_so_does_who_checks_for_ever() {
    // The general in the corner of its palace has no step left.
    let mut game = xiangqi().game_from(Some("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1")).expect("legal");
    let play = |game: &mut rotunda_movegen::Game, text: &str| {
        let mv = game.legal_moves().into_iter().find(|mv| mv.to_string() == text);
        game.play(&mv.unwrap_or_else(|| panic!("{text} in {}", game.fen()))).expect("legal");
    };
    play(&mut game, "a2a9");
    let outcome = game.outcome().expect("Black cannot move");
    assert_eq!((outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)), (100, 0));
    // The chariot gives check on every move.
    let mut game = xiangqi().game_from(Some("3k5/9/9/9/9/9/9/9/R8/4KA3 w - - 0 1")).expect("legal");
    for text in ["a2a10", "d10d9", "a10a9", "d9d10", "a9a10", "d10d9", "a10a9", "d9d10", "a9a10"] {
        assert!(game.outcome().is_none(), "{text}");
        play(&mut game, text);
    }
    let outcome = game.outcome().expect("the third time");
    assert_eq!((outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)), (0, 100));
}
