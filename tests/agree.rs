//! The comparison of one position with the oracle in every respect.

use std::ops::ControlFlow;

use rotunda_movegen::{
    AsMove, Bitboard, FamilyGame, GenBudget, GenKind, Outcome, Position, Rules, Seat,
};

use crate::difference::Case;
use crate::oracle::{self, Attempt, Piece, State};
use crate::support::{Oracle, after, gen_kind, legal};

/// The most moves of a position in which the moves of each cell are also compared.
const MOST_MOVES_FROM_CELLS: usize = 500;

/// Compares a position with the oracle's. Returns the moves of the oracle's pieces, legal or not.
///
/// # Panics
/// Panics at the first difference.
pub fn agree<R: Rules<1>>(oracle: &Oracle, position: &Position<1>, s: &State) -> Vec<Attempt> {
    let fen = oracle.rules.fen(s);
    let case = Case::new(oracle.variant, &fen);
    case.same("position string", R::fen(position), &*fen);
    case.same("key, incremental and from scratch", position.key(), position.key_from_scratch());
    let attempts = oracle.rules.attempts(s);
    let moves = legal::<R>(position);
    let expected: Vec<&str> = legal_names(&attempts).collect();
    let found: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    case.same_list("legal moves", &found, &expected);
    case.same("number of moves", R::count(position), moves.len() as u64);
    from_cells::<R>(position, &moves, &case);
    let check_info = R::check_info(position);
    case.same("in check", check_info.in_check(), oracle.rules.checked(s));
    let king = oracle.king(s, s.side);
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    case.same_list("pieces that give check", &names(position, check_info.checkers), &checkers);
    let forbidden = attempts.iter().any(|attempt| attempt.forbidden_by_duty);
    let duty = R::duty(position, &check_info, &mut GenBudget::unlimited());
    if forbidden && !duty.as_ref().is_some_and(|duty| duty.binds) {
        case.fail("duty", "the engine knows of none that forbids a move");
    }
    if let Some(duty) = duty {
        case.same("moves that the duty leaves", duty.moves, gen_kind::<R>(position, GenKind::All));
    }
    with_a_small_budget::<R>(position, &moves, &case);
    let mut listed = Vec::new();
    let all = R::each_written(position, &|| false, &mut |_, written| {
        listed.push(written.text);
        ControlFlow::Continue(())
    });
    case.same("whether all moves are listed one after another", all.is_continue(), true);
    case.same_list("legal moves, listed one after another", &sorted(&listed), &sorted(&found));
    for attempt in attempts.iter().filter(|attempt| !attempt.legal) {
        case.same(&attempt.name, R::find(position, &attempt.name).is_some(), false);
    }
    let outcome = FamilyGame::<R, 1>::from_position(position.clone()).outcome();
    same_outcome(outcome, oracle.rules.outcome(std::slice::from_ref(s)), case);
    let children = attempts.iter().filter(|attempt| attempt.legal);
    for ((text, mv), attempt) in moves.iter().zip(children) {
        let way = [text.as_str()];
        let case = Case { moves: &way, ..case };
        let next = after::<R>(position, mv);
        let next_fen = oracle.rules.fen(&attempt.after);
        case.same("position string", R::fen(&next), &*next_fen);
        let parsed = R::parse(position.variant(), &next_fen).expect("a legal position");
        case.same("key, played and parsed", next.key(), parsed.key());
        let captured = names(position, R::captured(position, mv));
        case.same_list("captured pieces", &captured, &taken(oracle, s, &attempt.after));
    }
    noisy_and_quiet::<R>(position, s, &attempts, case);
    attempts
}

/// Compares the moves from each cell with the moves of the whole list from there.
fn from_cells<R: Rules<1>>(position: &Position<1>, moves: &[(String, R::Move)], case: &Case) {
    // The list of series would be long for each piece again.
    if moves.len() > MOST_MOVES_FROM_CELLS {
        return;
    }
    let check_info = R::check_info(position);
    let mut found = Vec::new();
    for from in position.variant().grid().all() {
        let before = found.len();
        R::generate_from(position, &check_info, from, &mut GenBudget::unlimited(), &mut found);
        let strays = found[before..].iter().any(|mv| mv.from() != from);
        case.same("moves from one cell that leave another", strays, false);
    }
    let mut texts = R::to_uci(position, &found);
    texts.sort();
    let expected: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    case.same_list("moves from all cells, one after the other", &texts, &expected);
}

fn sorted<T: AsRef<str>>(texts: &[T]) -> Vec<&str> {
    let mut sorted: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    sorted
}

/// Checks generation within a small budget: it finds legal moves only, and at least one if there is
/// any.
fn with_a_small_budget<R: Rules<1>>(
    position: &Position<1>,
    moves: &[(String, R::Move)],
    case: &Case,
) {
    let check_info = R::check_info(position);
    case.same("whether there is a move", R::has_move(position), !moves.is_empty());
    for states in [0, 1, 4, 16] {
        let (mut budget, mut some) = (GenBudget::new(states, usize::MAX), Vec::new());
        R::generate_within(position, &check_info, GenKind::All, &mut budget, &mut some);
        let is_legal = |mv: &&R::Move| moves.iter().any(|(_, legal)| legal == *mv);
        let illegal: Vec<R::Move> = some.iter().filter(|mv| !is_legal(mv)).cloned().collect();
        case.same(
            "illegal moves found with little budget",
            R::to_uci(position, &illegal),
            Vec::<String>::new(),
        );
        case.same("whether any is found", some.is_empty(), moves.is_empty());
        if budget.is_complete() {
            case.same("moves found with little budget", some.len(), moves.len());
        }
    }
}

/// Returns the names of cells, sorted.
pub fn names(position: &Position<1>, cells: Bitboard<1>) -> Vec<String> {
    let grid = position.variant().grid();
    let mut names: Vec<String> = cells.iter().map(|cell| grid.name(cell)).collect();
    names.sort();
    names
}

/// Returns the names of the cells from which a move has captured enemy pieces, sorted.
fn taken(oracle: &Oracle, s: &State, after: &State) -> Vec<String> {
    let both = s.board.iter().zip(&after.board).enumerate();
    let is_taken = |(before, after): (&Option<Piece>, &Option<Piece>)| {
        before.is_some_and(|piece| piece.side != s.side) && before != after
    };
    let taken = both.filter(|(_, (before, after))| is_taken((before, after)));
    let mut names: Vec<String> = taken.map(|(cell, _)| oracle.name(cell)).collect();
    names.sort();
    names
}

/// Returns the names of the legal moves.
pub fn legal_names(attempts: &[Attempt]) -> impl Iterator<Item = &str> {
    attempts.iter().filter(|attempt| attempt.legal).map(|attempt| attempt.name.as_str())
}

/// Checks the noisy and the quiet moves. By a noisy move a piece leaves the board or becomes
/// another piece; all other moves are quiet.
fn noisy_and_quiet<R: Rules<1>>(
    position: &Position<1>,
    s: &State,
    attempts: &[Attempt],
    case: Case,
) {
    let pieces = |s: &State| s.board.iter().flatten().count();
    let is_noisy = |attempt: &&Attempt| {
        pieces(&attempt.after) < pieces(s)
            || attempt.name.ends_with(|c: char| c.is_ascii_alphabetic())
    };
    let (noisy, quiet): (Vec<&Attempt>, Vec<&Attempt>) =
        attempts.iter().filter(|attempt| attempt.legal).partition(is_noisy);
    for (which, expected) in [(GenKind::Noisy, noisy), (GenKind::Quiet, quiet)] {
        let mut found = R::to_uci(position, &gen_kind::<R>(position, which));
        found.sort();
        let expected: Vec<&str> = expected.iter().map(|attempt| attempt.name.as_str()).collect();
        case.same_list(&format!("moves selected by {which:?}"), &found, &expected);
    }
}

/// Compares two outcomes.
///
/// # Panics
/// Panics if reasons or points differ.
pub fn same_outcome(found: Option<Outcome>, expected: Option<oracle::Outcome>, case: Case) {
    let points = |outcome: Outcome| [outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)];
    let found = found.map(|outcome| (outcome.reason.to_string(), points(outcome)));
    let expected = expected.map(|outcome| (outcome.reason.to_string(), outcome.points));
    case.same("outcome", found, expected);
}
