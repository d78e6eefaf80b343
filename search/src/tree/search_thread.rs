//! [`SearchThread`]: the state of one search thread, and its services for every node.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;
use rotunda_endgames::Fortresses;
use rotunda_movegen::{
    AsMove, CheckInfo, Duty, FULL, FamilyGame, History, Outcome, Position, Rules, Seat, SlideCache,
};

use super::iteration_cost::IterationCost;
use super::perspective::{MultiSearch, Perspective};
use super::playout_tree::Tree;
use super::root_moves::{RootMove, RootMoves};
use super::upcoming_repetition::UpcomingRepetition;
use crate::base::limits::Limits;
use crate::base::params;
use crate::base::score::{DRAW, INFINITE, MAX_EVAL, MAX_PLY, Score, ScoreScale, of_share, wdl};
use crate::base::statistics::Statistics;
use crate::base::stop::StopHandle;
use crate::base::window::Window;
use crate::eval::reach::Reach;
use crate::eval::{
    Base, EvalCache, Known, SeatValues, Weights, evaluate, evaluate_by_net, seat_values,
    standing_of,
};
use crate::net::{Accumulators, GameNet};
use crate::ordering::histories::{CorrectionKeys, Histories, PieceTo, PreviousMoves};
use crate::ordering::picker::{ListPool, PickKind, Picker, ScoredMove};
use crate::ordering::threats::Threats;
use crate::table::tt::TranspositionTable;
use crate::time::clock::Timer;

/// The nodes between two looks at the clock and at the other threads.
const NODES_PER_CHECK: u64 = 128;
/// The generated moves after which the thread looks at the clock even before that.
const MOVES_PER_CHECK: usize = 1 << 15;
/// The plies of the longest line, including the root's and one beyond the deepest.
const PLIES: usize = MAX_PLY + 1;
/// The number of depths and move numbers in the table of reductions.
const REDUCTIONS: usize = 64;

/// The state that all threads of a search share.
pub(crate) struct Shared<'a> {
    pub tt: &'a TranspositionTable,
    pub stop: &'a StopHandle,
    pub limits: &'a Limits,
    /// The nodes of all threads, updated every [`NODES_PER_CHECK`] nodes.
    pub nodes: AtomicU64,
    /// Whether the search has reached a limit.
    pub done: AtomicBool,
    /// Whether there is only one thread.
    pub alone: bool,
    pub reductions: Arc<Reductions>,
    pub repetitions: Arc<UpcomingRepetition>,
    /// The scale of scores at the root.
    pub scale: ScoreScale,
    /// Whether the root has more series of jumps than a node looks at.
    pub long_root: bool,
    /// Whether at most two sides play, so that one side's gain is the other's loss.
    pub two_sided: bool,
}

impl Shared<'_> {
    /// Returns the expected wins, draws and losses at a score for the side to move.
    pub fn wdl(&self, score: Score) -> Option<[u32; 3]> {
        self.two_sided.then(|| wdl(score))
    }
}

/// The error that the search must end without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The result of a part of the search, unless it had to end.
pub(crate) type Searched<T> = Result<T, Stopped>;

/// Late-move reductions in 1024ths of a ply by depth and number of the move.
pub(crate) struct Reductions {
    /// The constant part, and the factor of the product of the logarithms.
    numbers: [i32; 2],
    table: [[i16; REDUCTIONS]; REDUCTIONS],
}

impl Reductions {
    pub fn new() -> Self {
        let numbers = Self::wanted();
        let [base, slope] = numbers.map(f64::from);
        let of = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            f64::mul_add(product, slope, base) as i16
        };
        let row = |depth| std::array::from_fn(|number| of(depth, number));
        Self { numbers, table: std::array::from_fn(row) }
    }

    /// Returns whether they use the present parameters, which a tuner may have changed.
    pub fn are_current(&self) -> bool {
        self.numbers == Self::wanted()
    }

    fn wanted() -> [i32; 2] {
        [params::reduction_base(), params::reduction_slope()]
    }

    pub fn at(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(REDUCTIONS - 1);
        i32::from(self.table[depth][number.min(REDUCTIONS - 1)])
    }
}

/// The stack entry of a ply of the current line, for the plies below it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct StackEntry {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The uncorrected static evaluation; meaningless in check.
    pub raw_eval: Score,
    /// The move played at this ply, `None` for a pass.
    pub piece_to: Option<PieceTo>,
    /// The index of that move in the main history.
    pub main_history: usize,
    /// The indices of the position's keys in the correction histories.
    pub correction_keys: CorrectionKeys,
    /// Whether that move captures or promotes.
    pub is_noisy: bool,
    /// The number of moves of the line up to this ply that were extended by two plies.
    pub double_extensions: u8,
    /// The plies by which the line up to this ply was extended.
    pub extended: i32,
    /// The fingerprint of the move that a singular search leaves out, or 0.
    pub excluded: u16,
    /// Whether one of several enemies has chosen its reply since the thinking player's last move.
    pub replied: bool,
}

/// The knowledge about a game before its search.
#[derive(Clone, Copy)]
pub(crate) struct Knowledge<'a, const W: usize> {
    pub weights: &'a Weights<W>,
    pub net: Option<&'a GameNet>,
    pub fortresses: Option<&'a Fortresses<W>>,
}

/// One search thread.
pub(crate) struct SearchThread<'a, R: Rules<W>, const W: usize> {
    pub shared: &'a Shared<'a>,
    pub weights: &'a Weights<W>,
    /// The known fortresses.
    fortresses: Option<&'a Fortresses<W>>,
    pub perspective: Perspective,
    pub histories: &'a mut Histories,
    eval_cache: EvalCache<W>,
    /// The hidden layer of the game's net along the line searched, if it has one.
    accumulators: Option<Accumulators<'a, W>>,
    /// The clock, on the thread that checks it.
    pub timer: Option<&'a mut Timer>,
    pub history: History,
    /// The number of the game's positions before the search.
    pub game_length: usize,
    pub stack: [StackEntry; PLIES],
    /// The best line from each ply on, which cannot go beyond the deepest ply.
    pub pv: Vec<ArrayVec<R::Move, PLIES>>,
    pub root: RootMoves<R::Move>,
    /// The tree of [`MultiSearch::Mcts`], which lasts for the search.
    pub tree: Tree<R::Move>,
    /// The last move that has raised alpha in the root's current window, after its search.
    pub raised_alpha: Option<R::Move>,
    /// The index of the best line that is searched: so many root moves are final in this iteration.
    pub pv_index: usize,
    /// The count of nodes at which the present quiescence search stops searching captures.
    pub quiescence_end: u64,
    /// The ply from which null moves are tried; below the root during a verification.
    pub null_from: usize,
    /// The depth of the iteration.
    pub iteration: i32,
    /// The nodes of the iterations, which reduce an expensive one.
    pub iteration_cost: IterationCost,
    pub nodes: u64,
    pub statistics: Statistics,
    pub selective_depth: usize,
    pub pool: ListPool<R::Move>,
    /// The moves generated since the last look at the clock.
    generated: usize,
}

impl<'a, R: Rules<W>, const W: usize> SearchThread<'a, R, W> {
    pub fn new(
        shared: &'a Shared<'a>,
        Knowledge { weights, net, fortresses }: Knowledge<'a, W>,
        histories: &'a mut Histories,
        game: &FamilyGame<R, W>,
        (mode, root): (MultiSearch, Vec<RootMove<R::Move>>),
    ) -> Self {
        Self {
            shared,
            weights,
            fortresses,
            perspective: Perspective::of(game.position(), mode),
            histories,
            eval_cache: EvalCache::new(),
            accumulators: net.map(|net| net.accumulators(PLIES)),
            timer: None,
            history: game.history().clone(),
            game_length: game.history().len(),
            stack: [StackEntry::default(); PLIES],
            pv: std::iter::repeat_with(ArrayVec::new).take(PLIES).collect(),
            root: RootMoves::new(root),
            tree: Tree::default(),
            raised_alpha: None,
            pv_index: 0,
            quiescence_end: 0,
            null_from: 0,
            iteration: 0,
            iteration_cost: IterationCost::default(),
            nodes: 0,
            statistics: Statistics::default(),
            selective_depth: 0,
            pool: ListPool::new(),
            generated: 0,
        }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// Returns an error when the search must end.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Searched<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.shared.alone && self.shared.limits.nodes.is_some_and(|max| self.nodes > max) {
            self.nodes -= 1;
            self.shared.done.store(true, Ordering::Relaxed);
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.shared.nodes.fetch_add(NODES_PER_CHECK, Ordering::Relaxed);
            return self.check();
        }
        if self.generated > MOVES_PER_CHECK { self.check() } else { Ok(()) }
    }

    /// Returns the picker of a node's moves and accounts for their generation. `fingerprint` is
    /// that of the hash move, or 0. The caller must release the picker to the pool.
    #[inline]
    pub fn picker<'p>(
        &mut self,
        (position, check_info): (&'p Position<W>, &'p CheckInfo<W>),
        ply: usize,
        pick_kind: PickKind,
        duty: Option<Duty<R::Move>>,
        fingerprint: u16,
    ) -> Picker<'p, R, W>
    where
        'a: 'p,
    {
        let correction_keys = self.stack[ply].correction_keys;
        let rows = self.histories.rows(self.previous_moves(ply), correction_keys, position.turn());
        let lists = (&*self.histories, &mut self.eval_cache.slides, &mut self.pool);
        let node = (position, check_info);
        let mut picker = Picker::new(node, self.weights, lists, rows, pick_kind, duty, fingerprint);
        self.generated += picker.take_spent();
        picker
    }

    /// Returns the next move of a picker and accounts for its generation. After `skip_quiets` it
    /// returns only captures and promotions.
    #[inline]
    pub fn next_move(
        &mut self,
        picker: &mut Picker<'_, R, W>,
        skip_quiets: bool,
    ) -> Option<ScoredMove<R::Move>> {
        let next = picker.next((self.histories, &mut self.eval_cache.slides), skip_quiets);
        self.generated += picker.take_spent();
        next
    }

    /// Returns the enemy's threats in the position of a picker.
    #[inline]
    pub fn threats(&mut self, picker: &mut Picker<'_, R, W>) -> Threats<W> {
        picker.threats(&mut self.eval_cache.slides)
    }

    /// Returns the moves of a mover to whom a duty may apply. At a root with more series than a
    /// node looks at, these are the moves of the root's search.
    #[inline]
    pub fn duty(
        &mut self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        ply: usize,
    ) -> Option<Duty<R::Move>> {
        if ply == 0 && self.shared.long_root {
            let moves = self.root.all().iter().map(|root| root.mv.clone()).collect();
            return Some(Duty { moves, binds: false });
        }
        let mut budget = params::node_budget();
        let duty = R::duty(position, check_info, &mut budget);
        self.generated += budget.spent();
        duty
    }

    /// Accounts for generated moves and states of series.
    pub fn account(&mut self, generated: usize) {
        self.generated += generated;
    }

    #[cold]
    fn check(&mut self) -> Searched<()> {
        self.generated = 0;
        self.iteration_cost.update(self.nodes);
        let shared = self.shared;
        let all = shared.nodes.load(Ordering::Relaxed);
        let over = self.timer.as_mut().is_some_and(|timer| timer.is_over(shared.stop));
        if over || shared.stop.is_stopped() || shared.limits.nodes.is_some_and(|max| all >= max) {
            shared.done.store(true, Ordering::Relaxed);
        }
        if shared.done.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Returns the nodes of all threads, this one's exactly.
    pub fn all_nodes(&self) -> u64 {
        let unreported = self.nodes % NODES_PER_CHECK;
        self.shared.nodes.load(Ordering::Relaxed) + unreported
    }

    /// Returns the score if the game is over here even though moves may remain.
    ///
    /// A position that has occurred before in the current line ends the game at once, since a side
    /// that could repeat it once could do so again.
    pub fn ended(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        ply: usize,
    ) -> Option<Score> {
        let score = |outcome| Some(self.perspective.score::<R, W>(position, &outcome, ply));
        if let Some(outcome) = R::ended(position) {
            return score(outcome);
        }
        if let Some(out) = self.perspective.eliminated::<R, W>(position, ply) {
            return Some(out);
        }
        if let Some(latest) = self.history.earlier(position.reversible_plies()).next()
            && let Some(repeated) = self.repeated(position, latest, ply)
        {
            return Some(repeated);
        }
        if position.halfmove() >= R::quiet_limit(position) {
            return score(if R::has_move(position) {
                R::no_progress_outcome(position)
            } else {
                R::no_moves_outcome(position, check_info)
            });
        }
        None
    }

    /// Returns alpha, raised to a draw where the mover can repeat a position of the current line
    /// other than the root.
    #[inline]
    pub fn at_least_drawn(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        alpha: Score,
        ply: usize,
    ) -> Score {
        let reach = ply.saturating_sub(1) as u32;
        let node = (position, check_info);
        self.shared.repetitions.at_least_drawn::<R, W>(node, &self.history, reach, alpha)
    }

    /// Returns the score of a position that has occurred before, last at this index, if the
    /// repetition ends the game.
    ///
    /// Until it has occurred as often as the rules require, a win or a loss is not certain, and its
    /// score is a large advantage. Where repetitions have no limit, a duel would go on until its
    /// clock ends it.
    fn repeated(&self, position: &Position<W>, latest: usize, ply: usize) -> Option<Score> {
        let in_search = latest >= self.game_length;
        let Some(occurrences) = R::occurrences(position) else {
            let endless = (R::ALTERNATES && in_search).then(|| R::no_progress_outcome(position))?;
            return Some(self.uncertain(position, &endless, ply));
        };
        let reach = position.reversible_plies();
        let first = self.history.earlier(reach).nth(occurrences as usize - 2);
        let since = if in_search { Some(latest) } else { first };
        let outcome = R::repeated(position, &self.history, since?);
        Some(if first.is_some() {
            self.perspective.score::<R, W>(position, &outcome, ply)
        } else {
            self.uncertain(position, &outcome, ply)
        })
    }

    /// Returns the score of an outcome that is only likely, and no certain win or loss.
    fn uncertain(&self, position: &Position<W>, outcome: &Outcome, ply: usize) -> Score {
        let score = self.perspective.score::<R, W>(position, outcome, ply);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Returns the scores that a claim leaves possible: the side to move gets at least its own
    /// claim, and at most the rest of its opponent's claim.
    #[inline]
    fn left_by_claims(position: &Position<W>) -> Window {
        match R::claim(position) {
            None => Window::FULL,
            Some(claim) if claim.seat != position.turn() => {
                Window::new(-INFINITE, of_share(FULL - claim.share))
            }
            // A mover without a move is mated or stalemated, and cannot claim any more.
            Some(_) if !R::has_move(position) => Window::FULL,
            Some(claim) => Window::new(of_share(claim.share), INFINITE),
        }
    }

    /// Returns the scores that a claim and a fortress leave possible.
    #[inline]
    pub fn left(&self, position: &Position<W>) -> Window {
        let left = Self::left_by_claims(position);
        match self.fortresses {
            Some(fortresses) => left.within(left_by_fortresses::<R, W>(fortresses, position)),
            None => left,
        }
    }

    /// Returns the static evaluation without correction.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<W>, ply: usize) -> Score {
        if R::ALTERNATES {
            return self.evaluate_duel(position, ply);
        }
        let seat_values = self.seat_values(position, ply);
        let range = self.weights.terms.rival_range;
        let ours = standing_of(position, &seat_values, self.perspective.seat, range);
        self.perspective.for_mover(position, ours)
    }

    #[inline]
    fn evaluate_duel(&mut self, position: &Position<W>, ply: usize) -> Score {
        let EvalCache { slides, places, pawns, .. } = &mut self.eval_cache;
        let base = self.accumulators.as_ref().map_or(Base::Full, Accumulators::base);
        let mut net = |reach: Option<&[Reach<W>; 2]>, slides: &mut SlideCache<W>| {
            let net = self.accumulators.as_mut();
            net.map_or(0, |net| net.duel_within(position, ply, (reach, slides)))
        };
        if base == Base::None {
            return evaluate_by_net(position, self.weights, net(None, slides));
        }
        let known = Known { pawns: pawns.terms(position, self.weights), slides, places };
        evaluate(position, self.weights, known, base, net)
    }

    /// Returns the value of every seat among many, in centipawns.
    pub fn seat_values(&mut self, position: &Position<W>, ply: usize) -> SeatValues {
        let slides = &mut self.eval_cache.slides;
        let net = self.accumulators.as_mut();
        let net = net.map(|net| (net.base(), net.seats_within(position, ply, slides)));
        let (base, net) = net.unwrap_or_default();
        seat_values(position, self.weights, &mut self.eval_cache, (base, &net))
    }

    /// Returns the static evaluation with correction.
    #[inline]
    pub fn corrected(&self, ply: usize, eval: Score) -> Score {
        let correction = self.histories.correction(self.stack[ply].correction_keys);
        (eval + correction).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Records the structures of a node's position for the correction histories.
    #[inline]
    pub fn note_structures(&mut self, position: &Position<W>, ply: usize) {
        let correction_keys = CorrectionKeys::of(position, self.previous_moves(ply));
        self.histories.prefetch_corrections(correction_keys);
        self.stack[ply].correction_keys = correction_keys;
    }

    /// The score, for the side to move, of a position without legal moves.
    pub fn no_moves_score(
        &self,
        position: &Position<W>,
        check_info: &CheckInfo<W>,
        ply: usize,
    ) -> Score {
        self.perspective.score::<R, W>(position, &R::no_moves_outcome(position, check_info), ply)
    }

    /// Returns the key of a position at a ply in the table. Near the end of the clock of quiet
    /// plies it includes the clock.
    #[inline]
    pub fn key(&self, position: &Position<W>, ply: usize) -> u64 {
        const CLOCK: u64 = 0x9E37_79B9_7F4A_7C15;
        let key = self.perspective.key::<R, W>(position, self.stack[ply].replied);
        let clock = position.halfmove();
        if clock + params::CLOCK_MATTERS < R::quiet_limit(position) {
            return key;
        }
        key ^ u64::from(clock).wrapping_mul(CLOCK)
    }

    /// Counts the extensions of the line up to a ply for a move that gets none.
    pub fn pass_extensions_on(&mut self, ply: usize) {
        let StackEntry { double_extensions, extended, .. } = self.stack[ply];
        self.stack[ply + 1].double_extensions = double_extensions;
        self.stack[ply + 1].extended = extended;
    }

    /// Returns the moves of the line before a ply.
    #[inline]
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].piece_to);
        [at(1), at(2), at(4)]
    }

    /// Makes `mv`, followed by the best line of the next ply, the best line from this ply on.
    pub fn extend_pv(&mut self, ply: usize, mv: &R::Move) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv.clone());
        line.extend(lower[0].iter().cloned());
    }

    /// Plays a move on `child`, a copy of the position, and returns its check information.
    #[inline]
    pub fn descend(&mut self, child: &mut Position<W>, mv: &R::Move) -> CheckInfo<W> {
        let plain = child.key_after_plain(mv.from(), mv.to());
        let foreseen = plain ^ self.perspective.salt::<R, W>(child);
        self.shared.tt.prefetch(foreseen);
        R::play(child, mv);
        let key = self.perspective.key::<R, W>(child, false);
        if foreseen != key {
            self.shared.tt.prefetch(key);
        }
        let check_info = R::check_info(child);
        self.history.push(child.key(), check_info.in_check());
        check_info
    }

    /// Returns whether this iteration still has to settle a root move.
    pub fn is_open(&self, mv: &R::Move) -> bool {
        self.root.place(mv).is_some_and(|place| place >= self.pv_index)
    }
}

/// Returns the scores that a fortress leaves possible: the seat against it gets at most a draw, and
/// a bare king also no more.
fn left_by_fortresses<R: Rules<W>, const W: usize>(
    fortresses: &Fortresses<W>,
    position: &Position<W>,
) -> Window {
    if !R::ALTERNATES {
        return Window::FULL;
    }
    let (own, other) = (position.turn(), position.turn().opponent());
    let [is_held, holds] = [own, other].map(|seat| fortresses.cannot_win::<R>(position, seat));
    let is_bare = |seat: Seat| position.seat(seat).is_single();
    Window {
        alpha: if holds || is_held && is_bare(other) { DRAW } else { -INFINITE },
        beta: if is_held || holds && is_bare(own) { DRAW } else { INFINITE },
    }
}
