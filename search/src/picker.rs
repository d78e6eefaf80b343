//! [`Picker`]: the legal moves of a node, best first, generated in stages.

use rotunda_movegen::{AsMove, CheckInfo, Duty, Kind, Position, Rules, Select};

use crate::eval::Weights;
use crate::exchange::gains_at_least;
use crate::histories::{Histories, PieceTo};
use crate::score::Score;

/// What one centipawn of a victim counts against the history of captures.
const VICTIM: i32 = 32;

/// The longest list out of which moves are selected one by one.
const SELECTED: usize = 256;

/// A legal move with its place in the order.
#[derive(Clone, Debug)]
pub(crate) struct Scored<M> {
    pub mv: M,
    pub order: i32,
    /// Whether it captures or promotes.
    pub noisy: bool,
}

/// Lists that nodes lend each other, so that none is allocated anew.
pub(crate) struct Pool<M> {
    moves: Vec<Vec<M>>,
    scored: Vec<Vec<Scored<M>>>,
}

impl<M> Pool<M> {
    pub const fn new() -> Self {
        Self { moves: Vec::new(), scored: Vec::new() }
    }

    /// An empty list of moves.
    pub fn moves(&mut self) -> Vec<M> {
        self.moves.pop().unwrap_or_default()
    }

    /// Takes a list of moves back.
    pub fn return_moves(&mut self, mut list: Vec<M>) {
        list.clear();
        self.moves.push(list);
    }

    fn scored(&mut self) -> Vec<Scored<M>> {
        self.scored.pop().unwrap_or_default()
    }

    fn return_scored(&mut self, mut list: Vec<Scored<M>>) {
        list.clear();
        self.scored.push(list);
    }
}

/// The part of the moves that is being handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hash,
    Noisy,
    Quiet,
    Losing,
}

/// Which moves a node asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// Captures and promotions that do not lose material.
    Winning,
}

/// The legal moves of a node, best first: the hash move, captures that do not lose material,
/// quiet moves by history, the other captures.
pub(crate) struct Picker<'a, R: Rules<W>, const W: usize> {
    position: &'a Position<W>,
    check_info: &'a CheckInfo<W>,
    weights: &'a Weights<W>,
    before: [Option<PieceTo>; 2],
    wanted: Wanted,
    stage: Stage,
    hash: Option<Scored<R::Move>>,
    list: Vec<Scored<R::Move>>,
    losing: Vec<Scored<R::Move>>,
    made: Vec<R::Move>,
    quiets_made: bool,
    /// The sort of moves for which a long list stands in order, if it does.
    sorted: Option<bool>,
}

impl<'a, R: Rules<W>, const W: usize> Picker<'a, R, W> {
    /// Prepares the moves of a position, those that its duty leaves if there is one; `fingerprint`
    /// is that of the hash move, or 0.
    pub fn new(
        (position, check_info): (&'a Position<W>, &'a CheckInfo<W>),
        weights: &'a Weights<W>,
        (histories, pool): (&Histories, &mut Pool<R::Move>),
        before: [Option<PieceTo>; 2],
        wanted: Wanted,
        duty: Option<Duty<R::Move>>,
        fingerprint: u16,
    ) -> Self {
        let mut picker = Self {
            position,
            check_info,
            weights,
            before,
            wanted,
            stage: Stage::Hash,
            hash: None,
            list: pool.scored(),
            losing: pool.scored(),
            made: pool.moves(),
            quiets_made: false,
            sorted: None,
        };
        match duty {
            Some(duty) => picker.take_over(duty.moves, histories),
            None => picker.make_noisy(histories),
        }
        if fingerprint != 0 {
            picker.hash = picker.take(fingerprint);
            if picker.hash.is_none() && wanted == Wanted::All && !picker.quiets_made {
                picker.make_quiets(histories);
                picker.hash = picker.take(fingerprint);
            }
        }
        picker
    }

    /// Takes the move with this fingerprint out of the list.
    fn take(&mut self, fingerprint: u16) -> Option<Scored<R::Move>> {
        let found = self.list.iter().position(|m| m.mv.fingerprint() == fingerprint)?;
        Some(self.list.swap_remove(found))
    }

    fn generate(&mut self, select: Select, order: impl Fn(&Self, &R::Move) -> i32) {
        let mut made = std::mem::take(&mut self.made);
        R::generate(self.position, self.check_info, select, &mut made);
        for mv in made.drain(..) {
            let order = order(self, &mv);
            self.list.push(Scored { mv, order, noisy: select == Select::Noisy });
        }
        self.made = made;
        self.sorted = None;
    }

    /// How many moves have been generated.
    pub fn generated(&self) -> usize {
        self.list.len()
    }

    /// Gives the lists back.
    pub fn release(self, pool: &mut Pool<R::Move>) {
        pool.return_scored(self.list);
        pool.return_scored(self.losing);
        pool.return_moves(self.made);
    }

    fn make_noisy(&mut self, histories: &Histories) {
        self.generate(Select::Noisy, |picker, mv| picker.noisy_order(histories, mv));
    }

    fn make_quiets(&mut self, histories: &Histories) {
        self.quiets_made = true;
        self.generate(Select::Quiet, |picker, mv| picker.quiet_order(histories, mv));
    }

    /// Sorts moves that are known already.
    fn take_over(&mut self, moves: Vec<R::Move>, histories: &Histories) {
        self.quiets_made = true;
        for mv in moves {
            let noisy = mv.promotes_to().is_some() || !R::captured(self.position, &mv).is_empty();
            let order = if noisy {
                self.noisy_order(histories, &mv)
            } else {
                self.quiet_order(histories, &mv)
            };
            self.list.push(Scored { mv, order, noisy });
        }
    }

    fn noisy_order(&self, histories: &Histories, mv: &R::Move) -> i32 {
        let capture_value = capture_value::<R, W>(self.position, self.weights, mv);
        let now = piece_to(self.position, mv);
        let promotion = mv.promotes_to().map_or(0, |kind| self.weights.values[kind.index()]);
        histories.noisy(now, capture_value.kind.unwrap_or(now.kind))
            + (capture_value.value + promotion) * VICTIM
    }

    fn quiet_order(&self, histories: &Histories, mv: &R::Move) -> i32 {
        let now = piece_to(self.position, mv);
        histories.quiet(self.position.turn(), mv, now, self.before)
    }

    /// Takes the best move of a sort out of the list.
    ///
    /// Most nodes want a few of a few dozen moves, for which selection is cheaper than sorting.
    fn best(&mut self, noisy: bool) -> Option<Scored<R::Move>> {
        if self.list.len() > SELECTED {
            if self.sorted != Some(noisy) {
                self.list.sort_by_key(|scored| (scored.noisy == noisy, scored.order));
                self.sorted = Some(noisy);
            }
            return self.list.pop_if(|scored| scored.noisy == noisy);
        }
        let candidates = self.list.iter().enumerate().filter(|(_, scored)| scored.noisy == noisy);
        let (index, _) = candidates.max_by_key(|(_, scored)| scored.order)?;
        Some(self.list.swap_remove(index))
    }

    /// The next move; after `skip_quiets` only captures and promotions.
    pub fn next(&mut self, histories: &Histories, skip_quiets: bool) -> Option<Scored<R::Move>> {
        if self.stage == Stage::Hash {
            self.stage = Stage::Noisy;
            if let Some(hash) = self.hash.take() {
                return Some(hash);
            }
        }
        if self.stage == Stage::Noisy {
            while let Some(scored) = self.best(true) {
                if gains_at_least::<R, W>(self.position, self.weights, &scored.mv, 0) {
                    return Some(scored);
                }
                self.losing.push(scored);
            }
            if self.wanted == Wanted::Winning {
                return None;
            }
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if !skip_quiets {
                if !self.quiets_made {
                    self.make_quiets(histories);
                }
                if let Some(scored) = self.best(false) {
                    return Some(scored);
                }
            }
            self.stage = Stage::Losing;
            self.losing.reverse();
        }
        self.losing.pop()
    }

    /// Whether the moves handed out from now on are captures that lose material.
    pub fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }
}

/// The kind and cell with which a move ends.
#[inline]
pub(crate) fn piece_to<const W: usize>(position: &Position<W>, mv: &impl AsMove) -> PieceTo {
    let piece = position.piece(mv.from());
    // A pass names no piece.
    let kind = if piece.is_some() { piece.kind() } else { Kind(0) };
    PieceTo { kind, to: mv.to() }
}

/// The pieces that a move takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CaptureValue {
    /// The kind of the most valuable one; `None` if there is none.
    pub kind: Option<Kind>,
    /// What all of them are worth, in centipawns; a king more if their loss bares their owner.
    pub value: Score,
}

/// What a move takes.
#[inline]
pub(crate) fn capture_value<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    mv: &R::Move,
) -> CaptureValue {
    let value = |kind: Kind| weights.values[kind.index()];
    let mut capture_value = CaptureValue { kind: None, value: 0 };
    let captured = R::captured(position, mv);
    for piece in captured.iter().map(|cell| position.piece(cell)) {
        if !R::ALTERNATES && piece.is_dead() {
            continue;
        }
        let kind = piece.kind();
        capture_value.value += value(kind);
        if capture_value.kind.is_none_or(|best| value(kind) > value(best)) {
            capture_value.kind = Some(kind);
        }
    }
    if !R::ALTERNATES && position.is_bared_by_loss_of(captured) {
        capture_value.value += value(position.variant().king());
    }
    capture_value
}
