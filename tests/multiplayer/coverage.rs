//! Counts of how often each rule of the circular games took effect (multiplayer-circular.md).

use super::actions;
use super::random_games::WalkStep;
use crate::coverage::Coverage;
use crate::oracle::ring::{Piece, Ring, State};

/// The events that can happen on every board.
const EVERYWHERE: [&str; 40] = [
    "end: last-king",
    "end: fifty-moves",
    "king: move",
    "king: takes the living",
    "knight: move",
    "knight: takes the living",
    "rook: move",
    "rook: takes the living",
    "P: move",
    "P: takes the living inward",
    "P: takes the living outward",
    "M: move",
    "M: takes the living inward",
    "M: takes the living outward",
    "P: across the last sector",
    "M: across the last sector",
    "knight: across the last sector",
    "rook: across the last sector",
    "rook: over a free ring",
    "rook: both ways open",
    "rook: both ways open, takes the living",
    "rook: only the longer way open",
    "rook: only the longer way open, takes the living",
    "a pawn stopped by a living piece",
    "a pawn stopped by a dead piece",
    "a dead piece shields a king",
    "king: takes the dead",
    "knight: takes the dead",
    "rook: takes the dead",
    "P: takes the dead",
    "M: takes the dead",
    "rook: both ways open, takes the dead",
    "rook: only the longer way open, takes the dead",
    "a dead king is taken",
    "a dead king is taken by a king",
    "a dead piece of a living player is taken",
    "a king taken",
    "a king taken by a king",
    "several pieces attack a king",
    "attacked all round, both ways open",
];

/// The events that can happen only under the Modern rules.
const MODERN: [&str; 27] = [
    "bishop: move",
    "bishop: takes the living",
    "bishop: takes the dead",
    "bishop: across the last sector",
    "bishop: three steps",
    "queen: move",
    "queen: takes the living",
    "queen: takes the dead",
    "queen: across the last sector",
    "queen: over a free ring",
    "queen: both ways open",
    "P: promotion to Q",
    "P: promotion to R",
    "P: promotion to B",
    "P: promotion to N",
    "P: promotion to Q by capture",
    "P: promotion to R by capture",
    "P: promotion to B by capture",
    "P: promotion to N by capture",
    "M: promotion to Q",
    "M: promotion to R",
    "M: promotion to B",
    "M: promotion to N",
    "M: promotion to Q by capture",
    "M: promotion to R by capture",
    "M: promotion to B by capture",
    "M: promotion to N by capture",
];

/// The events that can happen only under the Byzantine rules.
const BYZANTINE: [&str; 21] = [
    "elephant: move",
    "elephant: takes the living",
    "elephant: takes the dead",
    "elephant: across the last sector",
    "elephant: jumps over a piece",
    "general: move",
    "general: takes the living",
    "general: takes the dead",
    "general: across the last sector",
    "P: beyond six spaces",
    "M: beyond six spaces",
    "P: comes round to its start",
    "M: comes round to its start",
    "removal",
    "removal of one pair of several",
    "removal across the last sector",
    "removal that opens a capture",
    "removal that opens the capture of a king",
    "the mover's own pair",
    "a pair of dead pawns",
    "pawns of one player back to back",
];

/// The events that can happen while two are left in a free-for-all (7).
const TWO_LEFT: [&str; 10] = [
    "end: checkmate",
    "end: stalemate",
    "end: threefold",
    "two left: check",
    "two left: double check",
    "two left: a pinned piece",
    "two left: a king's step into check",
    "two left: a check left standing",
    "two left: a king taken",
    "two left: a king taken in check",
];

/// The events that can happen while no check rule holds (6, 8).
const REGICIDE: [&str; 9] = [
    "end: all-pass",
    "pass",
    "pass of an attacked king",
    "regicide: a king steps into attack",
    "regicide: a king left in attack",
    "regicide: a king uncovered",
    "regicide: kings side by side",
    "the turn skips a dead player",
    "the round passes over the dead seat a",
];

/// The events that can happen in a free-for-all of more than two.
const CROWD: [&str; 7] = [
    "a king taken: its player eliminated",
    "two left: transition",
    "two left: transition, the mover's king en prise",
    "two left: transition, the next king in check",
    "two left: among dead pieces",
    "end: fifty-moves, more than two left",
    "end: last-king, among dead pieces",
];

/// The events that can happen in a Byzantine free-for-all.
const BARE: [&str; 6] = [
    "bare king: eliminated by capture",
    "bare king: eliminated by a removal",
    "bare king: eliminated by a king",
    "bare king: a protected last piece taken by a king with two left",
    "bare king: the last of two",
    "bare king: the last of two, by a removal",
];

/// The further events that can happen in a Byzantine free-for-all with two left.
const REMOVALS_IN_A_DUEL: [&str; 4] = [
    "removal in check",
    "removal that exposes the own king",
    "a pair shields a king",
    "only removals left",
];

/// The events that pawns on an endless run cause with two left. Two rounds of two or three homes
/// fit into the quiet moves, those of larger boards do not.
const RUNNERS: [&str; 2] =
    ["end: threefold, after pawn moves", "end: fifty-moves, after pawn moves"];

/// The events that can happen in teams.
const TEAMS: [&str; 13] = [
    "teams: a kingless seat to move",
    "teams: king lost, the player goes on",
    "teams: last piece lost",
    "teams: last piece lost, a king",
    "teams: last king lost, the side eliminated",
    "teams: last king lost, a kingless player eliminated too",
    "teams: king loss eliminates",
    "teams: dead pieces of a former mate's taken",
    "teams: stopped by a mate",
    "teams: a pawn stopped by a mate's piece",
    "teams: two players left without a check rule",
    "teams: a dead player's side wins",
    "teams: a mate's king protected from his mate",
];

/// The events that can happen in Byzantine teams.
const SWAPS: [&str; 9] = [
    "swap: P with M, face to face",
    "swap: M with P, face to face",
    "swap: P with P, in file",
    "swap: M with M, in file",
    "swap: across the last sector",
    "swap: a dead pawn of a mate's refuses",
    "a mate's pair",
    "teams: last piece lost by a removal",
    "only removals left",
];

/// Returns the events that the compared positions of a game must contain.
pub fn required(ring: &Ring) -> Vec<&'static str> {
    let mut all: Vec<&str> = EVERYWHERE.to_vec();
    all.extend(if ring.byzantine { &BYZANTINE[..] } else { &MODERN[..] });
    if ring.in_teams() {
        all.extend(TEAMS);
        all.extend(if ring.byzantine { &SWAPS[..] } else { &[] });
    } else {
        all.extend(TWO_LEFT);
        all.extend(if ring.seats > 2 { &CROWD[..] } else { &[] });
        all.extend(if ring.byzantine { &BARE[..] } else { &[] });
        all.extend(if ring.byzantine { &REMOVALS_IN_A_DUEL[..] } else { &[] });
        all.extend(if ring.byzantine { &RUNNERS[usize::from(ring.seats > 3)..][..1] } else { &[] });
    }
    if ring.seats > 2 {
        all.extend(REGICIDE);
    }
    if ring.living_sides(&ring.start()).len() > 2 && ring.in_teams() {
        all.push("teams: a beaten side's pieces stay");
    }
    all
}

/// Counts the events of a position.
pub fn watch(step: &WalkStep, coverage: &mut Coverage) {
    let (ring, s) = (step.ring, step.now());
    if let Some(outcome) = step.outcome {
        coverage.note(format!("end: {}", outcome.reason));
        let many = outcome.reason == "fifty-moves" && !ring.two_left(s);
        coverage.note_if(many, "end: fifty-moves, more than two left");
        let ran = pawns_ran(step);
        coverage.note_if(ran, &format!("end: {}, after pawn moves", outcome.reason));
        let dead = s.pieces.iter().flatten().filter(|piece| piece.dead && !s.alive[piece.seat]);
        let losers = s.alive.iter().filter(|alive| !**alive).count();
        let last = outcome.reason == "last-king";
        coverage
            .note_if(last && losers > 1 && dead.count() > 2, "end: last-king, among dead pieces");
        let gone = |seat: usize| !s.alive[seat] && outcome.points[seat] > 0;
        let any_gone = (0..ring.seats).any(gone);
        coverage.note_if(last && any_gone, "teams: a dead player's side wins");
    }
    if ring.is_over(s) {
        return;
    }
    watch_kings(step, coverage);
    watch_pawns(ring, s, coverage);
    watch_pairs(ring, s, coverage);
    watch_mates(ring, s, coverage);
    for attempt in step.attempts {
        actions::watch(step, attempt, coverage);
    }
}

/// Returns whether a pawn has moved since the first occurrence of this position, or within the last
/// quiet moves if it has not occurred before.
fn pawns_ran(step: &WalkStep) -> bool {
    let now = step.now();
    let pawns = |s: &State| {
        let is_pawn = |piece: &Option<Piece>| piece.is_some_and(Piece::is_pawn);
        s.pieces.iter().map(|piece| piece.filter(|_| is_pawn(piece))).collect::<Vec<_>>()
    };
    let came_back = step.line.iter().position(|s| s.pieces == now.pieces && s.seat == now.seat);
    let quiet = step.line.len().saturating_sub(now.halfmove as usize + 1);
    let first = came_back.filter(|&index| index + 1 < step.line.len()).unwrap_or(quiet);
    step.line[first..].iter().any(|s| pawns(s) != pawns(now))
}

fn watch_kings(step: &WalkStep, coverage: &mut Coverage) {
    let (ring, s) = (step.ring, step.now());
    let two_left = ring.two_left(s);
    let checkers = ring.checkers(s, s.seat);
    coverage.note_if(checkers.len() > 1, "several pieces attack a king");
    coverage.note_if(two_left && !checkers.is_empty(), "two left: check");
    coverage.note_if(two_left && checkers.len() > 1, "two left: double check");
    let is_dead = |piece: &Piece| piece.dead;
    let any_dead = s.pieces.iter().flatten().any(is_dead);
    coverage.note_if(two_left && any_dead, "two left: among dead pieces");
    if let Some(king) = s.king(s.seat) {
        let round = |from: &&usize| actions::open_ways(ring, s, **from, king).len() == 2;
        let slides =
            |from: &&usize| s.pieces[**from].is_some_and(|piece| "QR".contains(piece.kind));
        let both = checkers.iter().filter(slides).any(|from| round(&from));
        coverage.note_if(both, "attacked all round, both ways open");
        let mut bared = s.clone();
        for piece in bared.pieces.iter_mut().filter(|piece| piece.is_some_and(|piece| piece.dead)) {
            *piece = None;
        }
        let more = ring.checkers(&bared, s.seat).len() > checkers.len();
        coverage.note_if(more, "a dead piece shields a king");
        for (plus, minus) in ring.pairs(s) {
            let mut bared = s.clone();
            (bared.pieces[plus], bared.pieces[minus]) = (None, None);
            let more = ring.checkers(&bared, s.seat).len() > checkers.len();
            coverage.note_if(more && two_left, "a pair shields a king");
        }
        if !two_left {
            let mut royals = s.living().filter_map(|seat| s.king(seat)).filter(|&at| at != king);
            let beside = royals.any(|at| ring.attacks(&s.pieces, king).contains(&at));
            coverage.note_if(beside, "regicide: kings side by side");
        }
    }
    let removals = |name: &String| name.starts_with('x');
    let legal: Vec<&String> =
        step.attempts.iter().filter(|a| a.legal).map(|attempt| &attempt.name).collect();
    let only = !legal.is_empty() && legal.iter().all(|name| removals(name));
    coverage.note_if(only, "only removals left");
}

fn watch_pawns(ring: &Ring, s: &State, coverage: &mut Coverage) {
    for (from, piece) in s.pieces_of(s.seat).filter(|(_, piece)| piece.is_pawn()) {
        let ahead = ring.step(from, (0, piece.way())).expect("rings have no end");
        let Some(other) = s.pieces[ahead] else { continue };
        let mate = other.seat != piece.seat && ring.sides[other.seat] == ring.sides[piece.seat];
        coverage.note_if(!other.dead, "a pawn stopped by a living piece");
        coverage.note_if(other.dead, "a pawn stopped by a dead piece");
        let living_mate = mate && !other.dead;
        coverage
            .note_if(living_mate && !other.is_pawn(), "teams: a pawn stopped by a mate's piece");
        let refuses = mate && other.dead && other.is_pawn();
        coverage.note_if(refuses && ring.byzantine, "swap: a dead pawn of a mate's refuses");
    }
}

fn watch_pairs(ring: &Ring, s: &State, coverage: &mut Coverage) {
    for (plus, _) in ring.pairs(s) {
        let owner = s.pieces[plus].expect("a pawn stands there").seat;
        coverage.note_if(owner == s.seat, "the mover's own pair");
        let mate = owner != s.seat && ring.sides[owner] == ring.sides[s.seat];
        coverage.note_if(mate, "a mate's pair");
    }
    for (cell, piece) in s.pieces.iter().enumerate() {
        let Some(piece) = piece.filter(|piece| piece.is_pawn()) else { continue };
        let next = ring.step(cell, (0, 1)).and_then(|next| s.pieces[next]);
        let opposite = next.filter(|next| next.seat == piece.seat && next.kind != piece.kind);
        let Some(next) = opposite.filter(|next| next.is_pawn()) else { continue };
        let any_dead = piece.kind == 'P' && (piece.dead || next.dead);
        coverage.note_if(any_dead, "a pair of dead pawns");
        let back = piece.kind == 'M' && !piece.dead && !next.dead;
        coverage.note_if(back, "pawns of one player back to back");
    }
}

fn watch_mates(ring: &Ring, s: &State, coverage: &mut Coverage) {
    if !ring.in_teams() {
        return;
    }
    coverage.note_if(s.king(s.seat).is_none(), "teams: a kingless seat to move");
    let two = s.living().count() == 2;
    coverage.note_if(two, "teams: two players left without a check rule");
    for (from, piece) in s.pieces_of(s.seat).filter(|(_, piece)| !piece.is_pawn()) {
        for to in ring.attacks(&s.pieces, from) {
            let mate = s.pieces[to].filter(|other| !other.dead && other.seat != piece.seat);
            let mate = mate.filter(|other| ring.sides[other.seat] == ring.sides[piece.seat]);
            coverage.note_if(mate.is_some(), "teams: stopped by a mate");
            let is_king = mate.is_some_and(|mate| mate.kind == 'K');
            coverage.note_if(is_king, "teams: a mate's king protected from his mate");
        }
    }
}
