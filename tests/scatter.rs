//! Artificial positions: pieces strewn at random, crowded together, or around a special move.

mod roundtable;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::cluster::cluster;
use crate::kits::Kit;
use crate::oracle::{BLACK, Piece, State, WHITE};
use crate::support::{Sheet, name, place};

/// Most pieces beside the kings.
const CROWD: usize = 18;
/// Most pieces beside the kings where one of them is in a corner.
const FEW: usize = 4;
/// Files and ranks of the window in which a crowd stands.
const WINDOW: i32 = 5;

/// A position string of the variant with pieces strewn at random; often an impossible one.
pub fn scatter(sheet: &Sheet, kit: &Kit, rng: &mut ChaCha8Rng) -> String {
    if kit.variant.starts_with("roundtable") {
        return roundtable::scatter(sheet, kit, rng);
    }
    if kit.variant == "ordinary" && rng.random() {
        return cluster(sheet, rng);
    }
    let mut s = sheet.blank();
    s.side = rng.random_range(WHITE..=BLACK);
    let recipe = rng.random_range(0..4);
    if recipe == 0 && !kit.wings.is_empty() {
        for side in [WHITE, BLACK] {
            set_up_castlings(sheet, kit, &mut s, side, rng);
        }
    }
    if recipe == 1 && kit.double_files > 0 {
        set_up_en_passant(sheet, kit, &mut s, rng);
    }
    if recipe == 2 {
        set_up_corner(sheet, &mut s, rng);
    }
    let pool = pool(sheet, rng);
    for side in [WHITE, BLACK] {
        let king = Piece { side, kind: 'K' };
        if !s.board.contains(&Some(king)) {
            put(sheet, &mut s, pool.choose(rng), king);
        }
    }
    let max = match recipe {
        2 => FEW,
        _ if rng.random() => CROWD,
        _ => CROWD / 3,
    };
    let letters: Vec<char> = kit.pieces.chars().collect();
    for _ in 0..rng.random_range(0..=max) {
        let kind = *letters.choose(rng).expect("every variant has pieces");
        let piece = Piece { side: rng.random_range(WHITE..=BLACK), kind };
        put(sheet, &mut s, pool.choose(rng), piece);
    }
    s.rights.extend(kit.laps.chars().filter(|_| rng.random()));
    s.halfmove = *[0, rng.random_range(0..100), 99].choose(rng).expect("three choices");
    s.fullmove = rng.random_range(1..300);
    sheet.rules.fen(&s)
}

/// The cells on which pieces may be strewn: the whole board, or a window of it.
fn pool(sheet: &Sheet, rng: &mut ChaCha8Rng) -> Vec<String> {
    if rng.random() {
        return sheet.cells.clone();
    }
    let file = rng.random_range(0..=sheet.files - WINDOW);
    let rank = rng.random_range(0..=sheet.ranks - WINDOW);
    let inside = |cell: &&String| {
        let (f, r) = place(cell);
        (file..file + WINDOW).contains(&f) && (rank..rank + WINDOW).contains(&r)
    };
    sheet.cells.iter().filter(inside).cloned().collect()
}

/// Puts a piece on a cell if nothing stands there.
pub fn put(sheet: &Sheet, s: &mut State, cell: Option<&String>, piece: Piece) {
    if let Some(cell) = cell {
        s.board[sheet.index(cell)].get_or_insert(piece);
    }
}

/// King and rooks at home, mostly with their rights.
pub fn set_up_castlings(
    sheet: &Sheet,
    kit: &Kit,
    s: &mut State,
    side: usize,
    rng: &mut ChaCha8Rng,
) {
    let home = |cell: &str| sheet.mirrored(cell, side);
    put(sheet, s, Some(&home(kit.wings[0].king[0])), Piece { side, kind: 'K' });
    for wing in kit.wings {
        if rng.random_bool(0.8) {
            put(sheet, s, Some(&home(wing.rook[0])), Piece { side, kind: 'R' });
            let right = if side == WHITE { wing.right } else { wing.right.to_ascii_lowercase() };
            s.rights.extend(rng.random_bool(0.9).then_some(right));
        }
    }
}

/// The mover's king alone at the edge and the enemy's queen or rook, which may leave it no move.
fn set_up_corner(sheet: &Sheet, s: &mut State, rng: &mut ChaCha8Rng) {
    let (king, strong) = (Piece { side: s.side, kind: 'K' }, 1 - s.side);
    let edges: Vec<&String> = sheet.cells.iter().filter(|cell| place(cell).0 == 0).collect();
    put(sheet, s, edges.choose(rng).copied(), king);
    for kind in ['K', 'R'] {
        put(sheet, s, sheet.cells.choose(rng), Piece { side: strong, kind });
    }
}

/// A pawn before its double step and pieces that could capture it; often with the capturer's king
/// and an enemy rook beside the two pawns, so that the capture is forbidden.
fn set_up_en_passant(sheet: &Sheet, kit: &Kit, s: &mut State, rng: &mut ChaCha8Rng) {
    let kind = kit.en_passant.expect("a double step can be answered");
    let (side, enemy) = (s.side, 1 - s.side);
    let last = kit.double_files - 1;
    let any = rng.random_range(0..=last);
    let file = *[0, last, any, any, any].choose(rng).expect("five choices");
    let cell = |file: i32, rank: i32| sheet.mirrored(&name(file, rank), side);
    let stand = |s: &mut State, file: i32, piece: Piece| {
        if sheet.has(file, 3) {
            put(sheet, s, Some(&cell(file, 3)), piece);
        } else if kind == 'X' && file == -1 {
            // The innermost circle of a round board closes.
            put(sheet, s, Some(&cell(sheet.files - 1, 4)), piece);
        }
    };
    put(sheet, s, Some(&cell(file, 1)), Piece { side, kind: 'P' });
    let way = if rng.random() { 1 } else { -1 };
    // In Circular Chess an uncrossed pawn stands there in vain.
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
