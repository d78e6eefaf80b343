//! Pieces that are set up around one rule.

use rand::Rng;
use rand::seq::IndexedRandom;

use rand_chacha::ChaCha8Rng;

use super::artificial::Draft;
use crate::oracle::ring::{Piece, RINGS, Ring, SECTORS_PER_SEAT, State};

/// Puts down pawns that are about to promote, capture, swap or be removed.
pub fn pawns(draft: &mut Draft) {
    for _ in 0..draft.rng.random_range(1..5) {
        if draft.ring.byzantine {
            byzantine_pawns(draft);
        } else {
            modern_pawn(draft);
        }
    }
}

/// Puts a pawn of the mover's near its last space, and pieces that it may capture.
fn modern_pawn(draft: &mut Draft) {
    let (seat, home) = (draft.s.seat, SECTORS_PER_SEAT * draft.s.seat as i32);
    let travelled = *[0, 3, 4, 5, 5, 5, 5].choose(draft.rng).expect("seven choices");
    let way = if draft.odds(0.5) { 1 } else { -1 };
    let (kind, sector) =
        if way == 1 { ('P', home + 3 + travelled) } else { ('M', home - travelled) };
    let ring = draft.any_ring();
    draft.put(ring, sector, seat, kind);
    for beside in [-1, 0, 1] {
        if draft.odds(0.4) {
            let (other, piece) = (draft.rng.random_range(0..draft.ring.seats), draft.any_piece());
            draft.put(ring + beside, sector + way, other, piece);
        }
    }
}

/// Puts down two pawns in file or face to face: of the same player, of team mates, or of enemies.
fn byzantine_pawns(draft: &mut Draft) {
    let mover = draft.s.seat;
    let seats = match draft.rng.random_range(0..6) {
        0 => [draft.any_enemy(mover); 2],
        1 => [draft.rng.random_range(0..draft.ring.seats); 2],
        2 => [mover, draft.any_enemy(mover)],
        _ => [mover, draft.any_mate(mover)],
    };
    let seats = if draft.odds(0.5) { seats } else { [seats[1], seats[0]] };
    let kinds = *[['P', 'M'], ['P', 'M'], ['M', 'P'], ['P', 'P'], ['M', 'M']]
        .choose(draft.rng)
        .expect("five choices");
    let (ring, sector) = (draft.any_ring(), draft.any_sector());
    for (on, (seat, kind)) in (0..).zip(seats.into_iter().zip(kinds)) {
        let dead = !draft.s.alive[seat] || draft.odds(0.1);
        draft.put_piece(ring, sector + on, Piece { seat, kind, dead });
    }
}

/// Puts down players whose pieces cannot move: the king behind own pawns, the pawns behind each
/// other and behind two pawns of the next seat, which cannot move either.
///
/// ```text
/// ring c      P P P m
/// ring b    P P B .      the sectors of seat s from 8s+3 on; a General in place of the
/// ring a    P K P P m    Bishop in Byzantine games
/// ```
pub fn frozen(draft: &mut Draft) {
    let piece = if draft.ring.byzantine { 'G' } else { 'B' };
    let plan = [
        (0, 0, 'P'),
        (0, 1, 'K'),
        (0, 2, 'P'),
        (0, 3, 'P'),
        (1, 0, 'P'),
        (1, 1, 'P'),
        (1, 2, piece),
        (2, 1, 'P'),
        (2, 2, 'P'),
        (2, 3, 'P'),
    ];
    let all = draft.odds(0.6);
    let living: Vec<usize> = draft.s.living().collect();
    for seat in living {
        let first = SECTORS_PER_SEAT * seat as i32 + 3;
        if seat != draft.s.seat && !all {
            continue;
        }
        for (ring, sector, kind) in plan {
            draft.put(ring, first + sector, seat, kind);
        }
        let next = (seat + 1) % draft.ring.seats;
        for ring in [0, 2] {
            draft.put(ring, first + 4, next, 'M');
        }
    }
    let (mover, enemy) = (draft.s.seat, draft.any_enemy(draft.s.seat));
    if draft.odds(0.3) {
        // The knight attacks the king.
        draft.put(1, SECTORS_PER_SEAT * mover as i32 + 2, enemy, 'N');
    }
    if draft.odds(0.3) {
        let (ring, sector) = (RINGS - 1, draft.any_sector());
        draft.put(ring, sector, enemy, 'P');
        draft.put(ring, sector + 1, enemy, 'M');
    }
    if !all {
        let (ring, sector, piece) = (draft.any_ring(), draft.any_sector(), draft.any_piece());
        draft.put(ring, sector, enemy, 'K');
        draft.put(RINGS - 1, sector + 1, enemy, piece);
    }
}

/// Puts a rook and a king on one ring, with two pieces between them that may be a pair for removal.
pub fn shield(draft: &mut Draft) {
    let (ring, sector) = (draft.any_ring(), draft.any_sector());
    let (mover, enemy) = (draft.s.seat, draft.any_enemy(draft.s.seat));
    let (slider_seat, king_seat) = if draft.odds(0.6) { (mover, enemy) } else { (enemy, mover) };
    let third = draft.any_enemy(mover);
    let owner = *[enemy, enemy, third, mover].choose(draft.rng).expect("four choices");
    let turn = if draft.odds(0.5) { 1 } else { -1 };
    let kinds = if turn == 1 { ['P', 'M'] } else { ['M', 'P'] };
    let dead = !draft.ring.byzantine || draft.odds(0.2);
    for (on, kind) in (1..).zip(kinds) {
        let kind = if draft.ring.byzantine { kind } else { draft.any_piece() };
        draft.put_piece(ring, sector + turn * on, Piece { seat: owner, kind, dead });
    }
    draft.put(ring, sector, slider_seat, 'R');
    let gap = draft.rng.random_range(3..5);
    draft.put(ring, sector + turn * gap, king_seat, 'K');
    if draft.odds(0.3) {
        // The knight gives check from elsewhere.
        draft.put(ring + 1, sector + turn * gap + 2, slider_seat, 'N');
    }
}

/// Puts the mover's king almost alone, with heavy enemy pieces near it.
pub fn cornered(draft: &mut Draft) {
    let (mover, enemy) = (draft.s.seat, draft.any_enemy(draft.s.seat));
    let sector = draft.any_sector();
    let edge = if draft.odds(0.5) { 0 } else { RINGS - 1 };
    draft.put(edge, sector, mover, 'K');
    let heavy = if draft.ring.byzantine { "RRRRENK" } else { "QQRRRNK" };
    for kind in heavy.chars() {
        let (ring, away) = (draft.any_ring(), draft.rng.random_range(-4..=4));
        if draft.odds(0.8) {
            draft.put(ring, sector + away, enemy, kind);
        }
    }
}

/// Puts a rook of the mover's on a ring with at most one other piece.
pub fn along(draft: &mut Draft, ring: i32) {
    let (mover, sector, other) = (draft.s.seat, draft.any_sector(), draft.any_sector());
    let kind = if draft.ring.byzantine || draft.odds(0.5) { 'R' } else { 'Q' };
    draft.put(ring, sector, mover, kind);
    if draft.odds(0.5) {
        let (seat, piece) = (draft.rng.random_range(0..draft.ring.seats), draft.any_piece());
        let piece = if draft.odds(0.4) && draft.s.alive[seat] { 'K' } else { piece };
        draft.put(ring, other, seat, piece);
    }
}

/// Puts a few pieces of every enemy on the board, and pieces of the mover beside them.
pub fn few(draft: &mut Draft) {
    let mover = draft.s.seat;
    let mut sector = draft.any_sector();
    let living: Vec<usize> = draft.s.living().collect();
    for seat in living {
        if draft.ring.sides[seat] == draft.ring.sides[mover] {
            continue;
        }
        let kingless = draft.ring.in_teams() && !draft.s.king_loss && draft.odds(0.5);
        let (ring, piece) = (draft.any_ring(), draft.any_piece());
        if !kingless {
            let away = draft.rng.random_range(0..3);
            draft.put(away, sector + 1, seat, 'K');
        }
        if draft.ring.byzantine && draft.odds(0.3) {
            draft.put(ring, sector, seat, 'P');
            draft.put(ring, sector + 1, seat, 'M');
        } else {
            draft.put(ring, sector, seat, piece);
        }
        for _ in 0..2 {
            let (near, away) = (draft.any_ring(), draft.rng.random_range(-2..=2));
            let kind = *['K', 'R', 'N'].choose(draft.rng).expect("three choices");
            draft.put(near, sector + away, mover, kind);
        }
        sector += 3;
    }
}

/// Returns a position with two players of a Byzantine game, one of whom has a pawn on an otherwise
/// empty ring.
pub fn runner(rules: &Ring, rng: &mut ChaCha8Rng) -> State {
    let mut alive = vec![false; rules.seats];
    let other = rng.random_range(1..rules.seats);
    (alive[0], alive[other]) = (true, true);
    let pieces = vec![None; rules.size()];
    let mut s = State {
        pieces,
        alive,
        seat: if rng.random_bool(0.5) { 0 } else { other },
        ..rules.start()
    };
    let half = rules.sectors() / 2;
    let first = rng.random_range(0..rules.sectors());
    let outer = rng.random_bool(0.5);
    let [track, inner] = if outer { [3, 0] } else { [0, 3] };
    let kind = if rng.random_bool(0.5) { 'P' } else { 'M' };
    let mut put = |ring, sector, seat, kind| {
        let cell = rules.at(ring, sector).expect("on the board");
        s.pieces[cell] = Some(Piece { seat, kind, dead: false });
    };
    put(inner, first, 0, 'K');
    put(track, first + rng.random_range(0..half), 0, kind);
    put(inner, first + half, other, 'K');
    put(inner, first + half + 2, other, *['G', 'N', 'R'].choose(rng).expect("three choices"));
    s
}
