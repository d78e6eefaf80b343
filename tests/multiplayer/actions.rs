//! Counts the effects of single actions.

use super::random_games::WalkStep;
use crate::coverage::Coverage;
use crate::oracle::ring::{Action, Attempt, PROMOTION_DISTANCE, Piece, Ring, State, place};

/// Returns the number of cells between two cells of one ring, for each way round that is open.
pub fn open_ways(ring: &Ring, s: &State, from: usize, to: usize) -> Vec<usize> {
    if place(from).0 != place(to).0 {
        return Vec::new();
    }
    let way = |turn: i32| {
        let mut between = 0;
        let mut at = ring.step(from, (0, turn)).expect("rings have no end");
        while at != to && s.pieces[at].is_none() {
            between += 1;
            at = ring.step(at, (0, turn)).expect("rings have no end");
        }
        (at == to).then_some(between)
    };
    [1, -1].into_iter().filter_map(way).collect()
}

fn word(kind: char) -> &'static str {
    match kind {
        'K' => "king",
        'Q' => "queen",
        'R' => "rook",
        'B' => "bishop",
        'N' => "knight",
        'G' => "general",
        'E' => "elephant",
        'P' => "P",
        _ => "M",
    }
}

/// Counts the effects of an action, or the reason why it is illegal.
pub fn watch(step: &WalkStep, attempt: &Attempt, coverage: &mut Coverage) {
    let (ring, s, after) = (step.ring, step.now(), &attempt.after);
    let is_king =
        matches!(attempt.action, Action::Move { from, .. } if s.king(s.seat) == Some(from));
    let two_left = ring.two_left(s);
    if !attempt.legal {
        let checked = ring.checked(s, s.seat);
        coverage.note_if(is_king, "two left: a king's step into check");
        coverage.note_if(!is_king && checked, "two left: a check left standing");
        coverage.note_if(!is_king && !checked, "two left: a pinned piece");
        return;
    }
    match attempt.action {
        Action::Move { from, to, promotion } => {
            watch_move(ring, s, (from, to), promotion, coverage);
            watch_capture(ring, s, (from, to), after, coverage);
        }
        Action::Swap { from, to } => watch_swap(s, from, to, coverage),
        Action::Removal { plus, minus } => {
            let several = step.attempts.iter().filter(|other| other.name.starts_with('x'));
            coverage.note("removal");
            coverage.note_if(several.count() > 1, "removal of one pair of several");
            let wraps = place(plus).1 > place(minus).1;
            coverage.note_if(wraps, "removal across the last sector");
            watch_removal(step, attempt, coverage);
        }
        Action::Pass => {
            coverage.note("pass");
            coverage.note_if(ring.checked(s, s.seat), "pass of an attacked king");
        }
    }
    watch_loss(ring, s, attempt, coverage);
    if !matches!(attempt.action, Action::Removal { .. }) {
        let next = (s.seat + 1) % ring.seats;
        coverage.note_if(after.seat != next, "the turn skips a dead player");
        let over_a = after.fullmove > s.fullmove && !after.alive[0];
        coverage.note_if(over_a, "the round passes over the dead seat a");
    }
    if !two_left && ring.checked(after, s.seat) {
        let before = ring.checked(s, s.seat);
        coverage.note_if(is_king, "regicide: a king steps into attack");
        coverage.note_if(!is_king && before, "regicide: a king left in attack");
        coverage.note_if(!is_king && !before, "regicide: a king uncovered");
    }
    if !two_left && ring.two_left(after) {
        coverage.note("two left: transition");
        let en_prise = ring.checked(after, s.seat);
        coverage.note_if(en_prise, "two left: transition, the mover's king en prise");
        let check = ring.checked(after, after.seat);
        coverage.note_if(check, "two left: transition, the next king in check");
    }
}

fn watch_move(
    ring: &Ring,
    s: &State,
    (from, to): (usize, usize),
    promotion: Option<char>,
    coverage: &mut Coverage,
) {
    let piece = s.pieces[from].expect("a piece moves");
    let (who, victim) = (word(piece.kind), s.pieces[to]);
    let taking = match victim {
        None => "",
        Some(Piece { dead: true, .. }) => ", takes the dead",
        Some(_) => ", takes the living",
    };
    let ((ring_from, sector_from), (ring_to, sector_to)) = (place(from), place(to));
    if piece.is_pawn() {
        let outward = if ring_to > ring_from { "outward" } else { "inward" };
        match victim {
            None => coverage.note(format!("{who}: move")),
            Some(Piece { dead: true, .. }) => coverage.note(format!("{who}: takes the dead")),
            Some(_) => coverage.note(format!("{who}: takes the living {outward}")),
        }
        if let Some(kind) = promotion {
            let by = if victim.is_some() { " by capture" } else { "" };
            coverage.note(format!("{who}: promotion to {kind}{by}"));
        }
        let travelled = ring.travelled(piece, to);
        coverage.note_if(travelled > PROMOTION_DISTANCE, &format!("{who}: beyond six spaces"));
        coverage.note_if(travelled == 0, &format!("{who}: comes round to its start"));
    } else {
        let what = if taking.is_empty() { "move" } else { &taking[2..] };
        coverage.note(format!("{who}: {what}"));
    }
    let wraps = (sector_from - sector_to).abs() > ring.sectors() / 2;
    coverage.note_if(wraps, &format!("{who}: across the last sector"));
    let rings = (ring_to - ring_from).abs();
    coverage.note_if(piece.kind == 'B' && rings == 3, "bishop: three steps");
    if piece.kind == 'E' {
        let out = ring_to - ring_from;
        let turn = if ring.step(from, (out, 2)) == Some(to) { 1 } else { -1 };
        let over = ring.step(from, (out / 2, turn)).expect("between two rings");
        let jumps = s.pieces[over].is_some();
        coverage.note_if(jumps, "elephant: jumps over a piece");
    }
    if matches!(piece.kind, 'R' | 'Q') && rings == 0 {
        let ways = open_ways(ring, s, from, to);
        let longer = ways.len() == 1 && ways[0] as i32 >= ring.sectors() / 2;
        coverage.note_if(ways.len() == 2, &format!("{who}: both ways open{taking}"));
        coverage.note_if(longer, &format!("{who}: only the longer way open{taking}"));
        let free = ways.len() == 2 && victim.is_none() && ways.contains(&0);
        coverage.note_if(free, &format!("{who}: over a free ring"));
    }
}

fn watch_capture(
    ring: &Ring,
    s: &State,
    (from, to): (usize, usize),
    after: &State,
    coverage: &mut Coverage,
) {
    let (Some(piece), Some(victim)) = (s.pieces[from], s.pieces[to]) else { return };
    let (king, is_king) = (piece.kind == 'K', victim.kind == 'K');
    if victim.dead {
        coverage.note_if(is_king, "a dead king is taken");
        coverage.note_if(is_king && king, "a dead king is taken by a king");
        coverage.note_if(s.alive[victim.seat], "a dead piece of a living player is taken");
        let former = victim.seat != s.seat && ring.sides[victim.seat] == ring.sides[s.seat];
        coverage.note_if(former, "teams: dead pieces of a former mate's taken");
        return;
    }
    let two_left = ring.two_left(s);
    coverage.note_if(is_king, "a king taken");
    coverage.note_if(is_king && king, "a king taken by a king");
    coverage.note_if(is_king && two_left, "two left: a king taken");
    let checked = two_left && ring.checked(s, s.seat);
    coverage.note_if(is_king && checked, "two left: a king taken in check");
    let bared = !is_king && !after.alive[victim.seat] && !ring.in_teams();
    if bared {
        coverage.note("bare king: eliminated by capture");
        coverage.note_if(king, "bare king: eliminated by a king");
        coverage.note_if(two_left, "bare king: the last of two");
        let protected = !ring.captures_onto(s, to, victim.seat).is_empty();
        let rule = "bare king: a protected last piece taken by a king with two left";
        coverage.note_if(king && two_left && protected, rule);
    }
}

/// Counts eliminations and their reasons, except those by bare kings.
fn watch_loss(ring: &Ring, s: &State, attempt: &Attempt, coverage: &mut Coverage) {
    let after = &attempt.after;
    let (victim, is_king) = match attempt.action {
        Action::Move { to, .. } => match s.pieces[to].filter(|victim| !victim.dead) {
            Some(victim) => (victim.seat, victim.kind == 'K'),
            None => return,
        },
        Action::Removal { plus, .. } => (s.pieces[plus].expect("a pawn").seat, false),
        _ => return,
    };
    let lives = after.alive[victim];
    if !ring.in_teams() {
        coverage.note_if(is_king && !lives, "a king taken: its player eliminated");
        return;
    }
    let side = ring.sides[victim];
    let side_lives = ring.members(side).any(|member| after.alive[member]);
    coverage.note_if(is_king && lives, "teams: king lost, the player goes on");
    if !lives && side_lives {
        let removal = matches!(attempt.action, Action::Removal { .. });
        let alone = s.pieces_of(victim).count() == 1;
        coverage.note_if(!is_king && !removal, "teams: last piece lost");
        coverage.note_if(removal, "teams: last piece lost by a removal");
        coverage.note_if(is_king && alone, "teams: last piece lost, a king");
        coverage.note_if(is_king && !alone && s.king_loss, "teams: king loss eliminates");
    }
    if !lives && !side_lives && is_king {
        coverage.note("teams: last king lost, the side eliminated");
        let kingless = |member: usize| s.alive[member] && s.king(member).is_none();
        let too = ring.members(side).any(kingless);
        coverage.note_if(too, "teams: last king lost, a kingless player eliminated too");
        coverage.note_if(!ring.is_over(after), "teams: a beaten side's pieces stay");
    }
}

fn watch_swap(s: &State, from: usize, to: usize, coverage: &mut Coverage) {
    let kinds = [from, to].map(|cell| s.pieces[cell].expect("a pawn stands there").kind);
    let how = if kinds[0] == kinds[1] { "in file" } else { "face to face" };
    coverage.note(format!("swap: {} with {}, {how}", kinds[0], kinds[1]));
    let wraps = (place(from).1 - place(to).1).abs() > 1;
    coverage.note_if(wraps, "swap: across the last sector");
}

fn watch_removal(step: &WalkStep, attempt: &Attempt, coverage: &mut Coverage) {
    let (ring, s, after) = (step.ring, step.now(), &attempt.after);
    let Action::Removal { plus, .. } = attempt.action else { return };
    let owner = s.pieces[plus].expect("a pawn stands there").seat;
    if !after.alive[owner] && !ring.in_teams() {
        coverage.note("bare king: eliminated by a removal");
        coverage.note_if(ring.is_over(after), "bare king: the last of two, by a removal");
    }
    let checked = ring.checked(s, s.seat);
    coverage.note_if(ring.two_left(s) && checked, "removal in check");
    let exposes = ring.two_left(after) && !checked && ring.checked(after, s.seat);
    coverage.note_if(exposes, "removal that exposes the own king");
    for (from, _) in s.pieces_of(s.seat).filter(|(_, piece)| piece.kind == 'R') {
        for to in ring.attacks(&after.pieces, from) {
            let victim = after.pieces[to].filter(|victim| ring.is_capturable(*victim, s.seat));
            let opened = victim.is_some() && !ring.attacks(&s.pieces, from).contains(&to);
            coverage.note_if(opened, "removal that opens a capture");
            let is_king = victim.is_some_and(|victim| victim.kind == 'K' && !victim.dead);
            coverage.note_if(opened && is_king, "removal that opens the capture of a king");
        }
    }
}
