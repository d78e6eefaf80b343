//! The comparison of one position with the oracle in every respect.

use rotunda_movegen::{
    Cell, FamilyGame, Game, GenBudget, GenKind, Move, Multiplayer, Position, Rules, Seat,
};

use super::random_games::WalkStep;
use crate::difference::Case;
use crate::oracle::ring::{Attempt, Outcome, Ring, State};

/// The number of positions of random games among which one is compared thoroughly: with the
/// attackers of every cell, and with all actions played.
const THOROUGH: usize = 4;

/// A game played by engine and oracle together.
pub struct Comparison<const W: usize> {
    game: FamilyGame<'static, Multiplayer, W>,
    /// The number of compared positions.
    pub positions: usize,
    /// The number of actions that have been played and compared.
    pub actions: usize,
    /// The number of positions among which one is compared thoroughly.
    pub thorough: usize,
}

impl<const W: usize> Comparison<W>
where
    Game: From<FamilyGame<'static, Multiplayer, W>>,
{
    /// Creates a comparison that begins with any game of the variant.
    pub fn new(game: FamilyGame<'static, Multiplayer, W>) -> Self {
        Self { game, positions: 0, actions: 0, thorough: THOROUGH }
    }

    /// Makes the walk's next move in the engine and compares the positions.
    ///
    /// # Panics
    /// Panics at the first difference.
    pub fn on_position(&mut self, step: &WalkStep) {
        let (ring, s) = (step.ring, step.now());
        let text = ring.fen(s);
        let start = ring.fen(&step.line[0]);
        let way: Vec<&str> = step.moves.iter().map(String::as_str).collect();
        let variant = self.game.position().variant();
        let case = Case { variant: variant.name(), fen: &start, moves: &way };
        let parsed = Multiplayer::parse(variant, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        match step.moves.last() {
            None => self.game = FamilyGame::from_position(parsed.clone()),
            Some(mv) => {
                let mv = self.game.find(mv).expect("engine and oracle know the action");
                self.game.play_unchecked(&mv);
            }
        }
        let position = self.game.position();
        case.same("position string", Multiplayer::fen(position), &*text);
        case.same("position string, parsed and printed", Multiplayer::fen(&parsed), &*text);
        case.same("key, played and parsed", position.key(), parsed.key());
        case.same("key, incremental and from scratch", position.key(), position.key_from_scratch());
        same_outcome(&self.game, step.outcome, case);
        let case = Case::new(case.variant, &text);
        actions(&self.game, step, case);
        kings(&self.game, step, case);
        self.positions += 1;
        if self.positions.is_multiple_of(self.thorough) {
            all_attackers(position, ring, s, case);
            self.actions += children(&self.game, step.attempts, ring, case);
        }
    }
}

/// Compares the reason of the end and the points of all seats.
fn same_outcome<const W: usize>(
    game: &FamilyGame<'static, Multiplayer, W>,
    expected: Option<&Outcome>,
    case: Case,
) {
    let found = game.outcome().map(|outcome| {
        let points =
            (0..game.position().variant().seats()).map(|seat| outcome.points(Seat(seat as u8)));
        (outcome.reason.to_string(), points.collect::<Vec<_>>())
    });
    let expected = expected.map(|end| (end.reason.to_owned(), end.points.clone()));
    case.same("outcome", found, expected);
}

fn gen_kind<const W: usize>(position: &Position<W>, gen_kind: GenKind) -> (Vec<Move>, Vec<String>) {
    let mut list = Vec::new();
    Multiplayer::generate(position, &Multiplayer::check_info(position), gen_kind, &mut list);
    let texts = Multiplayer::to_uci(position, &list);
    (list, texts)
}

/// Compares the actions, the noisy ones among them, their number, and the number of pieces that
/// each captures.
fn actions<const W: usize>(
    game: &FamilyGame<'static, Multiplayer, W>,
    step: &WalkStep,
    case: Case,
) {
    let (position, s) = (game.position(), step.now());
    let legal = || step.attempts.iter().filter(|attempt| attempt.legal);
    let pieces = |s: &State| s.pieces.iter().flatten().count();
    let is_noisy = |attempt: &&Attempt| {
        let promotes = attempt.name.ends_with(|c: char| c.is_ascii_alphabetic());
        promotes || pieces(&attempt.after) < pieces(s)
    };
    let check = |which, expected: Vec<&Attempt>| {
        let (list, texts) = gen_kind(position, which);
        for (action, name) in list.iter().zip(&texts) {
            let found = expected.iter().find(|attempt| attempt.name == *name);
            let taken = found.map(|attempt| pieces(s) - pieces(&attempt.after));
            let captured = Multiplayer::captured(position, action).len() as usize;
            case.same(&format!("pieces that {name} takes"), Some(captured), taken);
        }
        let mut texts = texts;
        texts.sort();
        let expected: Vec<&str> = expected.iter().map(|attempt| attempt.name.as_str()).collect();
        case.same_list(&format!("actions selected by {which:?}"), &texts, &expected);
    };
    check(GenKind::All, legal().collect());
    check(GenKind::Noisy, legal().filter(is_noisy).collect());
    check(GenKind::Quiet, legal().filter(|attempt| !is_noisy(attempt)).collect());
    case.same("number of actions", Multiplayer::count(position), legal().count() as u64);
    let mut from_cells = Vec::new();
    let check_info = Multiplayer::check_info(position);
    for from in position.variant().grid().all() {
        let mut budget = GenBudget::unlimited();
        Multiplayer::generate_from(position, &check_info, from, &mut budget, &mut from_cells);
    }
    let mut texts = Multiplayer::to_uci(position, &from_cells);
    texts.sort();
    let expected: Vec<&str> = legal().map(|attempt| attempt.name.as_str()).collect();
    case.same_list("actions from all cells, one after the other", &texts, &expected);
}

/// Compares the attackers of the kings, and the actions that leave the mover's king en prise.
fn kings<const W: usize>(game: &FamilyGame<'static, Multiplayer, W>, step: &WalkStep, case: Case)
where
    Game: From<FamilyGame<'static, Multiplayer, W>>,
{
    let (position, ring, s) = (game.position(), step.ring, step.now());
    let in_check = ring.two_left(s) && ring.checked(s, s.seat);
    case.same("in check", Multiplayer::check_info(position).in_check(), in_check);
    let names = |cells: Vec<usize>| sorted(cells.into_iter().map(crate::oracle::ring::name));
    let checkers = ring.checkers(s, s.seat);
    let asked = Game::from(game.clone());
    let found = sorted(asked.checkers().into_iter().map(|cell| asked.cell_name(cell)));
    case.same_list("pieces that attack the mover's king", &found, &names(checkers));
    for seat in 0..ring.seats {
        let threats = Multiplayer::threats(position, Seat(seat as u8));
        let found = threats.iter().map(Cell::index).collect();
        let expected = names(ring.checkers(s, seat));
        case.same_list(&format!("threats to the king of seat {seat}"), &names(found), &expected);
        let found = position.king(Seat(seat as u8)).map(Cell::index);
        case.same(&format!("the king of seat {seat}"), found, s.king(seat));
        if let Some(king) = s.king(seat) {
            let cell = crate::oracle::ring::name(king);
            for by in 0..ring.seats {
                let found = asked.attackers(Cell(king as u8), Seat(by as u8)).into_iter();
                let found = sorted(found.map(|from| asked.cell_name(from)));
                let expected = names(ring.captures_onto(s, king, by));
                case.same_list(&format!("attackers of {cell} of seat {by}"), &found, &expected);
            }
        }
    }
    let exposed = |attempt: &&Attempt| {
        let ends_turn = !attempt.name.starts_with('x');
        attempt.legal && ends_turn && ring.checked(&attempt.after, s.seat)
    };
    let expected = step.attempts.iter().filter(exposed).map(|attempt| attempt.name.clone());
    let expected: Vec<String> = if ring.two_left(s) { Vec::new() } else { expected.collect() };
    let found = sorted(asked.self_checks().iter().map(ToString::to_string));
    case.same_list("actions that leave the own king en prise", &found, &expected);
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Compares the attackers of every cell, for every seat.
fn all_attackers<const W: usize>(position: &Position<W>, ring: &Ring, s: &State, case: Case) {
    let mut expected = vec![vec![Vec::new(); ring.size()]; ring.seats];
    for (seat, cells) in expected.iter_mut().enumerate() {
        for (from, _) in s.pieces_of(seat) {
            for to in ring.attacks(&s.pieces, from) {
                cells[to].push(from);
            }
        }
    }
    for (seat, cells) in expected.iter().enumerate() {
        for (cell, expected) in cells.iter().enumerate() {
            let found = Multiplayer::attackers(position, Cell(cell as u8), Seat(seat as u8));
            let found: Vec<usize> = found.iter().map(Cell::index).collect();
            case.same(&format!("attackers of cell {cell} of seat {seat}"), &found, expected);
        }
    }
}

/// Compares the position after each action. Returns the number of actions.
fn children<const W: usize>(
    game: &FamilyGame<'static, Multiplayer, W>,
    attempts: &[Attempt],
    ring: &Ring,
    case: Case,
) -> usize {
    let legal = attempts.iter().filter(|attempt| attempt.legal);
    legal
        .map(|attempt| {
            let mut next = game.clone();
            let mv = next.find(&attempt.name).expect("it is legal");
            next.play_unchecked(&mv);
            let expected = ring.fen(&attempt.after);
            let way = [attempt.name.as_str()];
            let case = Case { moves: &way, ..case };
            case.same("position string", next.fen(), &*expected);
            let parsed = Multiplayer::parse(game.position().variant(), &expected);
            let parsed = parsed.unwrap_or_else(|error| panic!("{expected}: {error}"));
            case.same("key, played and parsed", next.position().key(), parsed.key());
        })
        .count()
}
