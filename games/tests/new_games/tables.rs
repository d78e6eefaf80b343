//! Games of players round a table other than a ring, against their slow generator.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_movegen::{Game, Seat};

use super::table::{Man, State, Table};
use super::{named, table_rules};

/// The numbers of games from the start and from random positions, and their greatest length in
/// plies.
const GAMES: u64 = 3;
const SETUPS: u64 = 100;
/// The most leaves of a count that the slow generator repeats.
const SLOW_LIMIT: u64 = 10_000;
const PLIES: usize = 300;

/// The counts of how often rules took effect.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    doubles: usize,
    promotions: usize,
    swaps: usize,
    barred_swaps: usize,
    passes: usize,
    /// The number of captures of pieces whose players are out.
    dead: usize,
    /// The number of kings left en prise while more than two play.
    exposed: usize,
    /// The number of checks between the last two players.
    checks: usize,
    endings: BTreeMap<&'static str, usize>,
}

/// Returns a position with a few pieces of some players on random places. The pieces of a player
/// who is out are dead.
fn scattered(rules: &Table, random: &mut StdRng) -> State {
    let mut state = rules.begin();
    state.board.clear();
    let places: Vec<_> = rules.names.keys().copied().collect();
    let is_small = random.random_bool(0.7);
    for seat in 1..rules.seats() {
        state.alive[seat] = random.random_bool(0.7);
    }
    let sides: BTreeSet<usize> = (0..rules.seats())
        .filter(|seat| state.alive[*seat])
        .map(|seat| rules.sides[seat])
        .collect();
    if sides.len() < 2 {
        state.alive.fill(true);
    }
    for seat in 0..rules.seats() {
        let count = if is_small { random.random_range(0..4) } else { random.random_range(4..14) };
        let letters = (0..count).map(|_| "PPPNBRQ".as_bytes()[random.random_range(0..7)]);
        let men: Vec<u8> = [b'K'].into_iter().chain(letters).collect();
        for letter in men.into_iter().map(char::from) {
            let place = places[random.random_range(0..places.len())];
            let name = &rules.names[&place];
            let is_barred = rules.ends[seat].contains(name) || rules.barred[seat].contains(name);
            let is_lost = letter == 'K' && !state.alive[seat];
            let is_first = !state.board.contains_key(&place);
            if is_first && !is_lost && !(letter == 'P' && is_barred) {
                let man = Man { seat, letter, dead: !state.alive[seat] };
                state.board.insert(place, man);
                if letter == 'P' && random.random_bool(0.3) {
                    put_ahead(rules, &mut state, place, man, random.random_range(0..rules.seats()));
                }
            } else if letter == 'K' && !is_lost {
                let free = places.iter().find(|place| !state.board.contains_key(*place));
                let free = *free.expect("the board is larger than all men");
                state.board.insert(free, Man { seat, letter, dead: false });
            }
        }
    }
    state
}

/// Puts a player's pawn directly ahead of a pawn, if it can stand there.
fn put_ahead(rules: &Table, state: &mut State, (x, y): (i32, i32), pawn: Man, seat: usize) {
    let (dx, dy) = rules.ahead[pawn.seat];
    let one = (x + dx, y + dy);
    let Some(name) = rules.names.get(&one).filter(|_| !state.board.contains_key(&one)) else {
        return;
    };
    if !rules.ends[seat].contains(name) && !rules.barred[seat].contains(name) {
        state.board.insert(one, Man { seat, letter: 'P', dead: !state.alive[seat] });
    }
}

/// Returns the pieces of a game in the form of the slow generator.
fn men(rules: &Table, game: &Game) -> BTreeMap<(i32, i32), Man> {
    let (names, kinds) = (game.cells(), game.kinds());
    let man = |(cell, piece): (rotunda_movegen::Cell, rotunda_movegen::Piece)| {
        let (seat, letter) = (piece.seat().index(), kinds[piece.kind().index()].0);
        (rules.places[&names[cell.index()]], Man { seat, letter, dead: piece.is_dead() })
    };
    game.pieces().into_iter().map(man).collect()
}

/// Compares everything that the engine reports about a position.
fn compare(rules: &Table, game: &Game, line: &[State], seen: &mut Seen) -> BTreeMap<String, State> {
    let state = line.last().expect("a position");
    let fen = rules.fen(state);
    assert_eq!(game.fen(), fen);
    assert_eq!(men(rules, game), state.board, "{fen}");
    let outcome = game.outcome().map(|outcome| {
        let points = (0..rules.seats()).map(|seat| outcome.points(Seat(seat as u8)));
        (outcome.reason.to_string(), points.collect::<Vec<_>>())
    });
    let ending = rules.ending(line);
    assert_eq!(
        outcome,
        ending.clone().map(|(reason, points)| (reason.to_owned(), points)),
        "{fen}"
    );
    let after = rules.moves(state);
    let found: BTreeSet<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    let right: BTreeSet<String> = after.keys().cloned().collect();
    assert_eq!(found, right, "{fen}");
    let attacked = rules.is_attacked(state, state.turn);
    assert_eq!(!game.checkers().is_empty(), attacked, "{fen}");
    let mover = state.turn;
    let leaves_king = |(_, after): &(&String, &State)| {
        after.turn != mover && after.alive[mover] && rules.is_attacked(after, mover)
    };
    let exposed: BTreeSet<String> =
        after.iter().filter(leaves_king).map(|(text, _)| text.clone()).collect();
    let is_checked = rules.two_left(state);
    let own: BTreeSet<String> = game.self_checks().iter().map(ToString::to_string).collect();
    assert_eq!(own, if is_checked { BTreeSet::new() } else { exposed }, "{fen}");
    seen.positions += 1;
    seen.checks += usize::from(is_checked && attacked);
    seen.exposed += usize::from(!is_checked && attacked);
    if let Some((reason, _)) = ending {
        *seen.endings.entry(reason).or_default() += 1;
        return BTreeMap::new();
    }
    after
}

/// Returns whether a team mate's pawn stands ahead of the mover's pawn and must not be swapped.
fn bars_a_swap(rules: &Table, state: &State, after: &BTreeMap<String, State>) -> bool {
    state.board.iter().any(|(from, man)| {
        let (dx, dy) = rules.ahead[man.seat];
        let one = (from.0 + dx, from.1 + dy);
        let mate = state.board.get(&one).filter(|mate| mate.letter == 'P' && !mate.dead);
        let is_mate = mate.is_some_and(|mate| {
            mate.seat != man.seat && rules.sides[mate.seat] == rules.sides[man.seat]
        });
        let is_own = man.seat == state.turn && man.letter == 'P' && !man.dead;
        is_own
            && is_mate
            && !after.contains_key(&format!("{}{}", rules.names[from], rules.names[&one]))
    })
}

/// Plays random moves and compares every position.
fn walk(rules: &Table, variant: &'static rotunda_movegen::Variant, number: u64, seen: &mut Seen) {
    let mut random = StdRng::seed_from_u64(number);
    let state = if number < GAMES { rules.begin() } else { scattered(rules, &mut random) };
    let fen = rules.fen(&state);
    let mut game = variant.game_from(Some(&fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut line = vec![state];
    for _ in 0..PLIES {
        let after = compare(rules, &game, &line, seen);
        let now = line.last().expect("a position").clone();
        if after.is_empty() {
            break;
        }
        seen.barred_swaps += usize::from(bars_a_swap(rules, &now, &after));
        let men = now.board.len();
        let swaps = |next: &State| {
            let moved =
                next.board.iter().filter(|(at, man)| now.board.get(at) != Some(man)).count();
            next.board.len() == men && moved == 2
        };
        let is_rare = |text: &&String| {
            let next = &after[*text];
            next.board.len() < men
                || text.ends_with(|last: char| last.is_ascii_alphabetic())
                || swaps(next)
        };
        let texts: Vec<&String> = after.keys().collect();
        let rare: Vec<&&String> = texts.iter().filter(|text| is_rare(text)).collect();
        let text = match rare.len() {
            count if count > 0 && random.random_bool(0.4) => rare[random.random_range(0..count)],
            _ => texts[random.random_range(0..texts.len())],
        };
        let next = after[text].clone();
        let pawns = now
            .board
            .iter()
            .filter(|(at, man)| man.letter == 'P' && next.board.get(at) != Some(man));
        let pawns: Vec<_> = pawns.map(|(at, man)| (*at, *man)).collect();
        seen.passes += usize::from(text.as_str() == "0000");
        seen.promotions += usize::from(text.ends_with(|last: char| last.is_ascii_alphabetic()));
        seen.swaps += usize::from(swaps(&next));
        let is_double = |(at, man): &((i32, i32), Man)| {
            let (dx, dy) = rules.ahead[man.seat];
            next.board.get(&(at.0 + 2 * dx, at.1 + 2 * dy)) == Some(man) && next.board.len() == men
        };
        seen.doubles += usize::from(pawns.iter().any(is_double));
        let dead = |s: &State| s.board.values().filter(|man| man.dead).count();
        seen.dead += usize::from(next.alive == now.alive && dead(&next) < dead(&now));
        game.play_text(text).expect("legal");
        line.push(next);
    }
}

/// Compares the moves of many positions, the start, and the counts by depth.
fn check(file: &str, name: &str, counts: &[u64]) -> Seen {
    let (variant, rules) = (named(file, name), table_rules::rules(name));
    let game = variant.game();
    assert_eq!(game.fen(), rules.fen(&rules.begin()), "{name}: the start");
    let perft = |depth| game.perft(depth).iter().map(|(_, leaves)| leaves).sum::<u64>();
    let found: Vec<u64> = (1..=counts.len() as u32).map(perft).collect();
    assert_eq!(found, counts, "{name}");
    for (depth, leaves) in (1..).zip(counts).filter(|(_, leaves)| **leaves <= SLOW_LIMIT) {
        let right = rules.perft(&rules.begin(), depth);
        assert_eq!(right, *leaves, "{name}: the slow generator, depth {depth}");
    }
    let mut seen = Seen::default();
    for number in 0..GAMES + SETUPS {
        walk(&rules, variant, number, &mut seen);
    }
    assert!(seen.positions > 1000 && seen.doubles > 5 && seen.promotions > 5, "{name}: {seen:?}");
    assert!(seen.dead > 5 && seen.exposed > 12, "{name}: {seen:?}");
    assert!(seen.endings.get("last-king").is_some_and(|count| *count > 1), "{name}: {seen:?}");
    seen
}

/// Returns whether games of the last two players had check, and every possible end.
fn plays_on_for_two(seen: &Seen) -> bool {
    seen.checks > 12 && ["threefold", "checkmate"].iter().all(|end| seen.endings.contains_key(end))
}

#[test]
fn four_on_a_cross() {
    let seen = check("cross4", "cross4", &[20, 399, 7960, 158_402]);
    assert!(plays_on_for_two(&seen) && seen.swaps == 0, "{seen:?}");
}

#[test]
fn two_teams_on_a_cross() {
    let seen = check("cross4", "cross4-2v2", &[20, 399, 7960, 158_402]);
    assert!(seen.swaps > 2 && seen.barred_swaps > 0 && seen.checks == 0, "{seen:?}");
}

#[test]
fn three_on_a_hexagon() {
    let seen = check("hex3", "hex3", &[40, 1600, 64000]);
    assert!(plays_on_for_two(&seen) && seen.swaps == 0, "{seen:?}");
}
