//! Artificial positions: pieces placed at random, crowded together, or around a special move.

pub mod crowded;
pub mod meetings;
mod roundtable;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::artificial::crowded::crowded_fen;
use crate::oracle::facts::VariantFacts;
use crate::oracle::{BLACK, Piece, State, WHITE};
use crate::support::{Oracle, name, place};

/// The most pieces beside the kings.
const CROWD: usize = 18;
/// The most pieces beside the kings where one king is in a corner.
const FEW: usize = 4;
/// The files and ranks of the window in which a crowd stands.
const WINDOW: i32 = 5;

/// Returns a position string of the variant with pieces placed at random; often an impossible one.
pub fn artificial_fen(oracle: &Oracle, facts: &VariantFacts, rng: &mut ChaCha8Rng) -> String {
    if facts.variant.starts_with("roundtable") {
        return roundtable::artificial_fen(oracle, facts, rng);
    }
    if facts.variant == "ordinary" && rng.random() {
        return crowded_fen(oracle, rng);
    }
    let mut s = oracle.blank();
    s.side = rng.random_range(WHITE..=BLACK);
    let recipe = rng.random_range(0..4);
    if recipe == 0 && !facts.castlings.is_empty() {
        for side in [WHITE, BLACK] {
            set_up_castlings(oracle, facts, &mut s, side, rng);
        }
    }
    if recipe == 1 && facts.double_files > 0 {
        set_up_en_passant(oracle, facts, &mut s, rng);
    }
    if recipe == 2 {
        set_up_corner(oracle, &mut s, rng);
    }
    let pool = pool(oracle, rng);
    for side in [WHITE, BLACK] {
        let king = Piece { side, kind: 'K' };
        if !s.board.contains(&Some(king)) {
            put(oracle, &mut s, pool.choose(rng), king);
        }
    }
    let max = match recipe {
        2 => FEW,
        _ if rng.random() => CROWD,
        _ => CROWD / 3,
    };
    let letters: Vec<char> = facts.pieces.chars().collect();
    for _ in 0..rng.random_range(0..=max) {
        let kind = *letters.choose(rng).expect("every variant has pieces");
        let piece = Piece { side: rng.random_range(WHITE..=BLACK), kind };
        put(oracle, &mut s, pool.choose(rng), piece);
    }
    s.rights.extend(facts.laps.chars().filter(|_| rng.random()));
    s.halfmove = *[0, rng.random_range(0..100), 99].choose(rng).expect("three choices");
    s.fullmove = rng.random_range(1..300);
    oracle.rules.fen(&s)
}

/// Returns the cells on which pieces may be placed: the whole board, or a window of it.
fn pool(oracle: &Oracle, rng: &mut ChaCha8Rng) -> Vec<String> {
    if rng.random() {
        return oracle.cells.clone();
    }
    let file = rng.random_range(0..=oracle.files - WINDOW);
    let rank = rng.random_range(0..=oracle.ranks - WINDOW);
    let inside = |cell: &&String| {
        let (f, r) = place(cell);
        (file..file + WINDOW).contains(&f) && (rank..rank + WINDOW).contains(&r)
    };
    oracle.cells.iter().filter(inside).cloned().collect()
}

/// Puts a piece on a cell if nothing stands there.
pub fn put(oracle: &Oracle, s: &mut State, cell: Option<&String>, piece: Piece) {
    if let Some(cell) = cell {
        s.board[oracle.index(cell)].get_or_insert(piece);
    }
}

/// Puts king and rooks at home, mostly with their rights.
pub fn set_up_castlings(
    oracle: &Oracle,
    facts: &VariantFacts,
    s: &mut State,
    side: usize,
    rng: &mut ChaCha8Rng,
) {
    let home = |cell: &str| oracle.mirrored(cell, side);
    put(oracle, s, Some(&home(facts.castlings[0].king[0])), Piece { side, kind: 'K' });
    for wing in facts.castlings {
        if rng.random_bool(0.8) {
            put(oracle, s, Some(&home(wing.rook[0])), Piece { side, kind: 'R' });
            let right = if side == WHITE { wing.right } else { wing.right.to_ascii_lowercase() };
            s.rights.extend(rng.random_bool(0.9).then_some(right));
        }
    }
}

/// Puts the mover's king alone at the edge, and an enemy king and rook that may leave it no move.
fn set_up_corner(oracle: &Oracle, s: &mut State, rng: &mut ChaCha8Rng) {
    let (king, strong) = (Piece { side: s.side, kind: 'K' }, 1 - s.side);
    let edges: Vec<&String> = oracle.cells.iter().filter(|cell| place(cell).0 == 0).collect();
    put(oracle, s, edges.choose(rng).copied(), king);
    for kind in ['K', 'R'] {
        put(oracle, s, oracle.cells.choose(rng), Piece { side: strong, kind });
    }
}

/// Puts a pawn before its double step and pieces that could capture it. Often the capturer's king
/// and an enemy rook stand beside the two pawns, so that the capture is forbidden.
fn set_up_en_passant(oracle: &Oracle, facts: &VariantFacts, s: &mut State, rng: &mut ChaCha8Rng) {
    let kind = facts.en_passant.expect("a double step can be answered");
    let (side, enemy) = (s.side, 1 - s.side);
    let last = facts.double_files - 1;
    let any = rng.random_range(0..=last);
    let file = *[0, last, any, any, any].choose(rng).expect("five choices");
    let cell = |file: i32, rank: i32| oracle.mirrored(&name(file, rank), side);
    let stand = |s: &mut State, file: i32, piece: Piece| {
        if oracle.has(file, 3) {
            put(oracle, s, Some(&cell(file, 3)), piece);
        } else if kind == 'X' && file == -1 {
            // The innermost circle of a round board closes, so the neighbour is at its other end.
            put(oracle, s, Some(&cell(oracle.files - 1, 4)), piece);
        }
    };
    put(oracle, s, Some(&cell(file, 1)), Piece { side, kind: 'P' });
    let way = if rng.random() { 1 } else { -1 };
    // In Circular Chess an uncrossed pawn here cannot capture.
    stand(
        s,
        file + way,
        Piece { side: enemy, kind: if rng.random_bool(0.8) { kind } else { 'P' } },
    );
    if rng.random_bool(0.2) {
        stand(s, file - way, Piece { side: enemy, kind });
    }
    if rng.random() {
        stand(s, file + way * rng.random_range(2..4), Piece { side: enemy, kind: 'K' });
        stand(s, file - way * rng.random_range(1..4), Piece { side, kind: 'R' });
    }
}
