//! The comparison of one position with the oracle, in everything that can be asked of it.

use rotunda_movegen::{AnyGame, Cell, Game, Move, Multiplayer, Position, Rules, Seat, Select};

use super::random_games::WalkStep;
use crate::oracle::ring::{Attempt, Outcome, Ring, State};

/// How many positions share one in which every cell is asked for its attackers, and one in which
/// all actions are played.
const THOROUGH: usize = 4;

/// A game played by engine and oracle together.
pub struct Comparison<const W: usize> {
    game: Game<Multiplayer, W>,
    /// How many positions have been compared.
    pub positions: usize,
    /// How many actions have been played and their results compared.
    pub actions: usize,
}

impl<const W: usize> Comparison<W> {
    /// Begins with any game of the variant.
    pub fn new(game: Game<Multiplayer, W>) -> Self {
        Self { game, positions: 0, actions: 0 }
    }

    /// Makes the walk's next move in the engine and compares the positions.
    ///
    /// # Panics
    /// At the first difference.
    pub fn on_position(&mut self, step: &WalkStep) {
        let (ring, s) = (step.ring, step.now());
        let text = ring.fen(s);
        let variant = self.game.position().variant();
        let parsed = Position::parse(variant, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        match step.mv {
            None => self.game = Game::from_position(parsed.clone()),
            Some(mv) => {
                let mv = self.game.find(mv).expect("both sides know the action");
                self.game.play_unchecked(&mv);
            }
        }
        let position = self.game.position();
        assert_eq!(position.fen(), text);
        assert_eq!(parsed.fen(), text);
        assert_eq!(position.key(), parsed.key(), "{text}");
        assert_eq!(position.key(), position.key_from_scratch(), "{text}");
        same_outcome(&self.game, step.outcome, &text);
        actions(&self.game, step, &text);
        kings(&self.game, step, &text);
        self.positions += 1;
        if self.positions.is_multiple_of(THOROUGH) {
            all_attackers(position, ring, s, &text);
            self.actions += children(&self.game, step.attempts, ring, &text);
        }
    }
}

/// Reason and points of all seats.
fn same_outcome<const W: usize>(
    game: &Game<Multiplayer, W>,
    expected: Option<&Outcome>,
    text: &str,
) {
    let found = game.outcome().map(|outcome| {
        let points = (0..AnyGame::seats(game)).map(|seat| outcome.points(Seat(seat as u8)));
        (outcome.reason.to_string(), points.collect::<Vec<_>>())
    });
    let expected = expected.map(|end| (end.reason.to_owned(), end.points.clone()));
    assert_eq!(found, expected, "{text}");
}

fn select<const W: usize>(position: &Position<W>, select: Select) -> (Vec<Move>, Vec<String>) {
    let mut list = Vec::new();
    Multiplayer::generate(position, &Multiplayer::check_info(position), select, &mut list);
    let texts = Multiplayer::texts(position, &list);
    (list, texts)
}

/// The actions, the noisy ones among them, how many there are, and how many pieces each takes.
fn actions<const W: usize>(game: &Game<Multiplayer, W>, step: &WalkStep, text: &str) {
    let (position, s) = (game.position(), step.now());
    let legal = || step.attempts.iter().filter(|attempt| attempt.legal);
    let pieces = |s: &State| s.pieces.iter().flatten().count();
    let is_noisy = |attempt: &&Attempt| {
        let promotes = attempt.name.ends_with(|c: char| c.is_ascii_alphabetic());
        promotes || pieces(&attempt.after) < pieces(s)
    };
    let check = |which, expected: Vec<&Attempt>| {
        let (list, texts) = select(position, which);
        for (action, name) in list.iter().zip(&texts) {
            let found = expected.iter().find(|attempt| attempt.name == *name);
            let taken = found.map(|attempt| pieces(s) - pieces(&attempt.after));
            let captured = Multiplayer::captured(position, action).len() as usize;
            assert_eq!(taken, Some(captured), "{which:?} {text} {name}");
        }
        let mut texts = texts;
        texts.sort();
        let expected: Vec<&String> = expected.iter().map(|attempt| &attempt.name).collect();
        assert_eq!(texts.iter().collect::<Vec<_>>(), expected, "{which:?} {text}");
    };
    check(Select::All, legal().collect());
    check(Select::Noisy, legal().filter(is_noisy).collect());
    check(Select::Quiet, legal().filter(|attempt| !is_noisy(attempt)).collect());
    assert_eq!(Multiplayer::count(position), legal().count() as u64, "{text}");
}

/// Compares who attacks the kings, and which actions leave the mover's king en prise.
fn kings<const W: usize>(game: &Game<Multiplayer, W>, step: &WalkStep, text: &str) {
    let (position, ring, s) = (game.position(), step.ring, step.now());
    let in_check = ring.two_left(s) && ring.checked(s, s.seat);
    assert_eq!(Multiplayer::check_info(position).in_check(), in_check, "{text}");
    let names = |cells: Vec<usize>| sorted(cells.into_iter().map(crate::oracle::ring::name));
    let checkers = ring.checkers(s, s.seat);
    assert_eq!(sorted(game.checkers().into_iter()), names(checkers), "{text}");
    for seat in 0..ring.seats {
        let threats = Multiplayer::threats(position, Seat(seat as u8));
        let found = threats.iter().map(Cell::index).collect();
        assert_eq!(names(found), names(ring.checkers(s, seat)), "{text} seat {seat}");
        if let Some(king) = s.king(seat) {
            let cell = crate::oracle::ring::name(king);
            for by in 0..ring.seats {
                let found = sorted(game.attackers(&cell, Seat(by as u8)).into_iter());
                assert_eq!(found, names(ring.captures_onto(s, king, by)), "{text} {cell} {by}");
            }
        }
    }
    let exposed = |attempt: &&Attempt| {
        let ends_turn = !attempt.name.starts_with('x');
        attempt.legal && ends_turn && ring.checked(&attempt.after, s.seat)
    };
    let expected = step.attempts.iter().filter(exposed).map(|attempt| attempt.name.clone());
    let expected: Vec<String> = if ring.two_left(s) { Vec::new() } else { expected.collect() };
    assert_eq!(sorted(game.self_checks().into_iter()), expected, "{text}");
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The attackers of every cell, for every seat.
fn all_attackers<const W: usize>(position: &Position<W>, ring: &Ring, s: &State, text: &str) {
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
            assert_eq!(found, *expected, "{text} cell {cell} seat {seat}");
        }
    }
}

/// What every action leads to; how many there are.
fn children<const W: usize>(
    game: &Game<Multiplayer, W>,
    attempts: &[Attempt],
    ring: &Ring,
    text: &str,
) -> usize {
    let legal = attempts.iter().filter(|attempt| attempt.legal);
    legal
        .map(|attempt| {
            let mut next = game.clone();
            AnyGame::play(&mut next, &attempt.name).expect("it is legal");
            let expected = ring.fen(&attempt.after);
            assert_eq!(next.position().fen(), expected, "{text} {}", attempt.name);
            let parsed = Position::parse(game.position().variant(), &expected);
            let parsed = parsed.unwrap_or_else(|error| panic!("{expected}: {error}"));
            assert_eq!(next.position().key(), parsed.key(), "{text} {}", attempt.name);
        })
        .count()
}
