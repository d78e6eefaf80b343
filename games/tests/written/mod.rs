//! Start steps, promotions, closed cells and castlings of games in files, against a slow generator
//! that is written from docs/games.md.

mod faults;
mod games;
mod graphs;
mod meetings;
mod oracle;
mod refusals;
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_games::read;
use rotunda_movegen::Variant;

use self::games::{Game, square};
use self::oracle::{Square, State, name};

/// The number of random positions of each game, and of plies that are played from each.
const POSITIONS: u64 = 1000;
const PLIES: usize = 4;

/// The rules that the moves of a test used.
#[derive(Default, Debug)]
struct Seen {
    compared: usize,
    refused: usize,
    in_passing: usize,
    several_passed: usize,
    pawn_named: usize,
    promotions: usize,
    castlings: usize,
}

fn variant(game: &Game) -> &'static Variant {
    let games = read("f", &game.file).unwrap_or_else(|error| panic!("{error}"));
    games[0].unlisted().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns random pieces on squares where they can stand, and rights for castlings that are
/// possible.
fn random_state(game: &Game, random: &mut StdRng) -> State {
    let rules = &game.rules;
    let any = |random: &mut StdRng| -> Square {
        (random.random_range(0..rules.size.0), random.random_range(0..rules.size.1))
    };
    let (mut board, mut rights) = (BTreeMap::new(), BTreeSet::new());
    for side in 0..2 {
        let seen = |(file, rank): Square| if side == 0 { (file, rank) } else { (file, 7 - rank) };
        for it in rules.castlings.iter().filter(|_| random.random_bool(0.8)) {
            let partner = if it.right == 'A' { 'R' } else { 'B' };
            board.insert(seen(it.king.0), (side, 'K'));
            board.insert(seen(it.rook.0), (side, partner));
            rights.insert(if side == 0 { it.right } else { it.right.to_ascii_lowercase() });
        }
    }
    let count = random.random_range(2..14);
    let letters: Vec<char> = game.men.chars().collect();
    let mut men: Vec<(usize, char)> = vec![(0, 'K'), (1, 'K')];
    men.retain(|king| !board.values().any(|man| man == king));
    for _ in 0..count {
        men.push((random.random_range(0..2), letters[random.random_range(0..letters.len())]));
    }
    for man in men {
        let at = any(random);
        if man.1 == 'K' {
            let mut at = at;
            while board.contains_key(&at) || !rules.may_stand(man, at) {
                at = any(random);
            }
            board.insert(at, man);
        } else if !board.contains_key(&at) && rules.may_stand(man, at) {
            board.insert(at, man);
        }
    }
    State { board, turn: random.random_range(0..2), passed: None, rights }
}

/// Returns the position string of a state.
fn fen(game: &Game, s: &State) -> String {
    let (files, ranks) = game.rules.size;
    let mut rows = Vec::new();
    for rank in (0..ranks).rev() {
        let cell = |file| match s.board.get(&(file, rank)) {
            Some((0, letter)) => letter.to_string(),
            Some((_, letter)) => letter.to_ascii_lowercase().to_string(),
            None => "1".into(),
        };
        let row: String = (0..files).map(cell).collect();
        let runs = (2..=files as usize).rev();
        rows.push(runs.fold(row, |row, run| row.replace(&"1".repeat(run), &run.to_string())));
    }
    let rights: String = s.rights.iter().collect();
    let rights = if rights.is_empty() { "-".into() } else { rights };
    format!("{} {} {rights} - 0 1", rows.join("/"), if s.turn == 0 { "w" } else { "b" })
}

/// Compares the moves of random positions, and of positions after some moves. It also reads each
/// position back from its string.
fn agree(game: &Game) -> Seen {
    let variant = variant(game);
    let mut seen = Seen::default();
    for seed in 0..POSITIONS {
        let mut random = StdRng::seed_from_u64(seed);
        let mut state = random_state(game, &mut random);
        let start = fen(game, &state);
        let parsed = variant.game_from(Some(&start));
        if game.rules.is_exposed(&state, 1 - state.turn) {
            assert!(parsed.is_err(), "{start}");
            seen.refused += 1;
            continue;
        }
        let mut played = parsed.unwrap_or_else(|error| panic!("{}: {start}: {error}", game.name));
        for _ in 0..PLIES {
            let right = game.rules.moves(&state);
            let texts: BTreeSet<&String> = right.keys().collect();
            let own = played.fen();
            let again = variant.game_from(Some(&own));
            let again = again.unwrap_or_else(|error| panic!("{}: {own}: {error}", game.name));
            assert_eq!(again.fen(), own, "{}", game.name);
            for found in [&played, &again] {
                let moves = found.legal_moves();
                let list: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let found: BTreeSet<&String> = list.iter().collect();
                assert_eq!(found, texts, "{}: {own}", game.name);
                assert_eq!(list.len(), texts.len(), "{}: two moves of one text: {own}", game.name);
            }
            assert_eq!(again.key(), played.key(), "{}: {own}", game.name);
            seen.compared += 1;
            if let Some((over, pawn)) = &state.passed {
                seen.several_passed += usize::from(over.len() > 1);
                let field = own.split(' ').nth(3).expect("a field of passed cells");
                seen.pawn_named += usize::from(field.ends_with(&name(*pawn)));
            }
            let steps = right.iter().filter(|(_, next)| next.passed.is_some());
            let steps: Vec<&String> = steps.map(|(text, _)| text).collect();
            let all: Vec<&String> = right.keys().collect();
            let takes = |text: &&&String| {
                let is_empty = !state.board.contains_key(&square(&text[2..4]));
                is_empty && right[**text].board.len() < state.board.len()
            };
            let takes: Vec<&String> = all.iter().filter(takes).copied().collect();
            let from = match (takes.is_empty(), steps.is_empty() || random.random_bool(0.4)) {
                (false, _) => takes,
                (_, true) => all,
                (_, false) => steps,
            };
            let Some(text) = from.get(random.random_range(0..from.len().max(1))) else { break };
            let text = (*text).clone();
            let (from, to) = (square(&text[..2]), square(&text[2..4]));
            let men = |s: &State| s.board.len();
            let next = &right[&text];
            let is_empty = !state.board.contains_key(&to);
            seen.in_passing += usize::from(is_empty && men(next) < men(&state));
            seen.promotions += usize::from(text.len() > 4);
            let castles = state.board[&from].1 == 'K' && (from.0 - to.0).abs() > 1;
            seen.castlings += usize::from(castles);
            played.play_text(&text).expect("legal");
            state = next.clone();
        }
    }
    seen
}

#[test]
fn pawns_take_every_start_step_of_several_headings() {
    let seen = agree(&games::berolina(2));
    assert!(seen.in_passing > 7 && seen.promotions > 7 && seen.pawn_named > 1, "{seen:?}");
    let seen = agree(&games::berolina(3));
    assert!(seen.in_passing > 7 && seen.several_passed > 30, "{seen:?}");
}

#[test]
fn start_steps_lead_to_a_cell_by_all_ways_that_are_free() {
    let seen = agree(&games::sideways());
    let enough = seen.in_passing > 7 && seen.several_passed > 30 && seen.promotions > 30;
    assert!(enough && seen.compared > 1000, "{seen:?}");
}

#[test]
fn any_piece_promotes_and_stands_on_no_closed_cell() {
    let seen = agree(&games::promoters());
    assert!(seen.promotions > 60 && seen.compared > 1000 && seen.refused > 30, "{seen:?}");
}

#[test]
fn castlings_take_no_piece_from_the_board() {
    let seen = agree(&games::castlers());
    assert!(seen.castlings > 10 && seen.compared > 1000, "{seen:?}");
}
