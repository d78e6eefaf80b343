//! [`Picker`]: the legal moves of a node, best first, generated in stages.

use rotunda_movegen::{AsMove, Cell, CheckInfo, Duty, GenKind, Position, Rules, SlideCache};

use super::capture::capture_value;
use super::exchange::gains_at_least;
use super::histories::{Histories, HistoryRows, piece_to};
use super::quiet_order::QuietOrder;
use super::threats::Threats;
use crate::base::move_list::MoveList;
use crate::base::params;
use crate::eval::Weights;

/// The weight of one centipawn of the victim against the capture history.
const VICTIM: i32 = 32;

/// A legal move with its place in the order.
#[derive(Clone, Debug)]
pub(crate) struct ScoredMove<M> {
    pub mv: M,
    pub order: i32,
    /// Whether it captures or promotes.
    pub noisy: bool,
}

impl<M> ScoredMove<M> {
    fn noisy((mv, order): (M, i32)) -> Self {
        Self { mv, order, noisy: true }
    }

    fn quiet((mv, order): (M, i32)) -> Self {
        Self { mv, order, noisy: false }
    }
}

/// A pool of lists for nodes, which avoids allocations.
pub(crate) struct ListPool<M> {
    moves: Vec<Vec<M>>,
    lists: Vec<MoveList<M>>,
    scored: Vec<Vec<ScoredMove<M>>>,
}

impl<M> ListPool<M> {
    pub const fn new() -> Self {
        Self { moves: Vec::new(), lists: Vec::new(), scored: Vec::new() }
    }

    /// Returns an empty list of moves.
    pub fn moves(&mut self) -> Vec<M> {
        self.moves.pop().unwrap_or_default()
    }

    /// Takes a list of moves back.
    pub fn return_moves(&mut self, mut list: Vec<M>) {
        list.clear();
        self.moves.push(list);
    }

    fn list(&mut self) -> MoveList<M> {
        self.lists.pop().unwrap_or_else(MoveList::new)
    }

    fn return_list(&mut self, mut list: MoveList<M>) {
        list.clear();
        self.lists.push(list);
    }

    fn scored(&mut self) -> Vec<ScoredMove<M>> {
        self.scored.pop().unwrap_or_default()
    }

    fn return_scored(&mut self, mut list: Vec<ScoredMove<M>>) {
        list.clear();
        self.scored.push(list);
    }
}

/// The stage of the moves that are being returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    HashMove,
    MakeNoisy,
    GoodNoisy,
    Quiet,
    BadNoisy,
}

/// The moves that a node asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PickKind {
    /// All moves.
    All,
    /// Captures and promotions that do not lose material.
    GoodNoisy,
}

/// The legal moves of a node, best first: the hash move, captures that do not lose material, quiet
/// moves by history with safe checks first, and the other captures.
pub(crate) struct Picker<'a, R: Rules<W>, const W: usize> {
    position: &'a Position<'a, W>,
    check_info: &'a CheckInfo<W>,
    weights: &'a Weights<W>,
    rows: HistoryRows,
    pick_kind: PickKind,
    stage: Stage,
    /// The hash move, until it is returned.
    hash: Option<ScoredMove<R::Move>>,
    /// The hash move, which later stages leave out.
    tried: Option<R::Move>,
    noisy: MoveList<R::Move>,
    quiets: MoveList<R::Move>,
    bad_noisy: Vec<ScoredMove<R::Move>>,
    made: Vec<R::Move>,
    /// Whether all moves are in the lists already.
    is_complete: bool,
    quiets_made: bool,
    /// The enemy's threats, once a quiet move needs them.
    threats: Option<Threats<W>>,
    /// The number of generated moves and states of series since the last call of
    /// [`Picker::take_spent`].
    spent: usize,
}

impl<'a, R: Rules<W>, const W: usize> Picker<'a, R, W> {
    /// Prepares the moves of a position, or those that its duty allows. `fingerprint` is that of
    /// the hash move, or 0.
    pub fn new(
        (position, check_info): (&'a Position<W>, &'a CheckInfo<W>),
        weights: &'a Weights<W>,
        (histories, slides, pool): (&Histories, &mut SlideCache<W>, &mut ListPool<R::Move>),
        rows: HistoryRows,
        pick_kind: PickKind,
        duty: Option<Duty<R::Move>>,
        fingerprint: u16,
    ) -> Self {
        let mut picker = Self {
            position,
            check_info,
            weights,
            rows,
            pick_kind,
            stage: Stage::HashMove,
            hash: None,
            tried: None,
            noisy: pool.list(),
            quiets: pool.list(),
            bad_noisy: pool.scored(),
            made: pool.moves(),
            is_complete: false,
            quiets_made: false,
            threats: None,
            spent: 0,
        };
        if let Some(duty) = duty {
            picker.take_over(duty.moves, (histories, slides));
        }
        if fingerprint != 0 {
            picker.hash = if picker.is_complete {
                picker.take(fingerprint)
            } else {
                picker.find(fingerprint)
            };
            picker.tried = picker.hash.as_ref().map(|hash| hash.mv.clone());
        }
        picker
    }

    /// Returns the legal move with this fingerprint, if the node asks for it.
    fn find(&mut self, fingerprint: u16) -> Option<ScoredMove<R::Move>> {
        let [from, _] = fingerprint.to_le_bytes();
        if usize::from(from) >= self.position.variant().cells() {
            return None;
        }
        let mut budget = params::node_budget();
        let made = &mut self.made;
        R::generate_from(self.position, self.check_info, Cell(from), &mut budget, made);
        self.spent += budget.spent() + made.len();
        let mv = made.drain(..).find(|mv| mv.fingerprint() == fingerprint)?;
        let noisy = self.is_noisy(&mv);
        (noisy || self.pick_kind == PickKind::All).then_some(ScoredMove { mv, order: 0, noisy })
    }

    fn is_noisy(&self, mv: &R::Move) -> bool {
        mv.promotes_to().is_some() || !R::captured(self.position, mv).is_empty()
    }

    /// Takes the move with this fingerprint out of its list.
    fn take(&mut self, fingerprint: u16) -> Option<ScoredMove<R::Move>> {
        let is_it = |mv: &R::Move| mv.fingerprint() == fingerprint;
        let noisy = self.noisy.take(is_it).map(ScoredMove::noisy);
        noisy.or_else(|| self.quiets.take(is_it).map(ScoredMove::quiet))
    }

    fn generate(&mut self, gen_kind: GenKind, mut order: impl FnMut(&Self, &R::Move) -> i32) {
        let mut made = std::mem::take(&mut self.made);
        let mut budget = params::node_budget();
        R::generate_within(self.position, self.check_info, gen_kind, &mut budget, &mut made);
        self.spent += budget.spent() + made.len();
        for mv in made.drain(..) {
            if Some(&mv) == self.tried.as_ref() {
                continue;
            }
            let order = order(self, &mv);
            let list = if gen_kind == GenKind::Noisy { &mut self.noisy } else { &mut self.quiets };
            list.push(mv, order);
        }
        self.made = made;
    }

    /// Returns the number of generated moves and states of series since the last call.
    pub fn take_spent(&mut self) -> usize {
        std::mem::take(&mut self.spent)
    }

    /// Returns the lists to the pool.
    pub fn release(self, pool: &mut ListPool<R::Move>) {
        pool.return_list(self.noisy);
        pool.return_list(self.quiets);
        pool.return_scored(self.bad_noisy);
        pool.return_moves(self.made);
    }

    fn make_noisy(&mut self, histories: &Histories) {
        self.generate(GenKind::Noisy, |picker, mv| picker.noisy_order(histories, mv));
    }

    fn make_quiets(&mut self, (histories, slides): (&Histories, &mut SlideCache<W>)) {
        self.quiets_made = true;
        let mut order = self.quiet_order((histories, slides));
        self.generate(GenKind::Quiet, |_, mv| order.of(mv));
    }

    /// Sorts given moves into the lists.
    fn take_over(
        &mut self,
        moves: Vec<R::Move>,
        (histories, slides): (&Histories, &mut SlideCache<W>),
    ) {
        (self.is_complete, self.quiets_made) = (true, true);
        self.spent += moves.len();
        let mut quiet_order = self.quiet_order((histories, slides));
        for mv in moves {
            if self.is_noisy(&mv) {
                let order = self.noisy_order(histories, &mv);
                self.noisy.push(mv, order);
            } else {
                let order = quiet_order.of(&mv);
                self.quiets.push(mv, order);
            }
        }
    }

    fn noisy_order(&self, histories: &Histories, mv: &R::Move) -> i32 {
        let capture_value = capture_value::<R, W>(self.position, self.weights, mv);
        let now = piece_to(self.position, mv);
        let promotion = mv.promotes_to().map_or(0, |kind| self.weights.values[kind.index()]);
        histories.noisy(now, capture_value.kind.unwrap_or(now.kind))
            + (capture_value.value + promotion) * VICTIM
    }

    /// Returns the enemy's threats.
    #[inline]
    pub fn threats(&mut self, slides: &mut SlideCache<W>) -> Threats<W> {
        let (position, weights) = (self.position, self.weights);
        *self.threats.get_or_insert_with(|| Threats::of::<R>(position, weights, slides))
    }

    /// Returns the order of quiet moves.
    fn quiet_order<'h>(
        &mut self,
        (histories, slides): (&'h Histories, &mut SlideCache<W>),
    ) -> QuietOrder<'a, 'h, W> {
        let threats = self.threats(slides);
        QuietOrder::new::<R>((self.position, self.weights), (histories, self.rows), threats)
    }

    /// The next move; after `skip_quiets` only captures and promotions.
    pub fn next(
        &mut self,
        (histories, slides): (&Histories, &mut SlideCache<W>),
        skip_quiets: bool,
    ) -> Option<ScoredMove<R::Move>> {
        if self.stage == Stage::HashMove {
            self.stage = Stage::MakeNoisy;
            if let Some(hash) = self.hash.take() {
                return Some(hash);
            }
        }
        if self.stage == Stage::MakeNoisy {
            self.stage = Stage::GoodNoisy;
            if !self.is_complete {
                self.make_noisy(histories);
            }
        }
        if self.stage == Stage::GoodNoisy {
            while let Some(scored) = self.noisy.take_best().map(ScoredMove::noisy) {
                if gains_at_least::<R, W>(self.position, self.weights, &scored.mv, 0) {
                    return Some(scored);
                }
                self.bad_noisy.push(scored);
            }
            if self.pick_kind == PickKind::GoodNoisy {
                return None;
            }
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if !skip_quiets {
                if !self.quiets_made {
                    self.make_quiets((histories, slides));
                }
                if let Some(scored) = self.quiets.take_best().map(ScoredMove::quiet) {
                    return Some(scored);
                }
            }
            self.stage = Stage::BadNoisy;
            self.bad_noisy.reverse();
        }
        self.bad_noisy.pop()
    }

    /// Returns whether all further moves are captures that lose material.
    pub fn is_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }
}
