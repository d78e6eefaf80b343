//! Iterative deepening: the root of the search, its windows, and its reports.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rotunda_movegen::{GameMove, Position, Rules};

use super::settings::Settings;
use super::stopping::{Stopping, deepest};
use crate::base::params as p;
use crate::base::report::{Bound, Event, Info};
use crate::base::score::{INFINITE, is_decisive, value, won_in};
use crate::base::window::Window;
use crate::mate::{Hunted, MateGoal, MateHunt, is_clock_old};
use crate::tree::perspective::MultiSearch;
use crate::tree::root_moves::RootMove;
use crate::tree::search_thread::{SearchThread, Searched, Shared, Stopped};

/// The time in milliseconds before which failing windows are not reported.
const QUIET_START: u128 = 2500;
/// The depth of the usual search before the search for a mate, which provides a move if there is no
/// mate.
const HUNT_DEPTH: i32 = 4;
/// The least nodes of each slice of the search for a mate.
const HUNT_NODES: u64 = 100_000;

/// The root moves of a finished iteration, best line first.
pub(crate) type Best<M> = Vec<RootMove<M>>;

/// The result of the deepest finished iteration.
#[derive(Clone, Debug)]
pub(crate) struct BestSoFar<M> {
    pub best: Best<M>,
    pub depth: i32,
    /// The nodes of all threads when it was finished.
    pub nodes: u64,
    /// Whether its lines were reported.
    pub is_told: bool,
}

/// The reports of the main thread.
pub(crate) struct Reporter<'a, M> {
    pub settings: &'a Settings,
    /// The function that keeps each finished iteration, so that a later panic loses nothing.
    pub keep: &'a mut (dyn FnMut(BestSoFar<M>) + Send),
    pub report: &'a mut (dyn FnMut(Event) + Send),
    /// The function that returns the texts of a line's moves.
    pub lines: &'a (dyn Fn(&[M]) -> Vec<GameMove> + Sync),
    /// The function that returns every seat's expected share at the end of a line, see
    /// [`Event::Shares`].
    pub shares: &'a (dyn Fn(&[M]) -> Option<Event> + Sync),
}

impl<R: Rules<W>, const W: usize> SearchThread<'_, R, W> {
    /// Deepens until the search ends, and then adds the uncounted nodes to the total.
    pub fn deepen(
        &mut self,
        position: &Position<W>,
        first_depth: i32,
        reporter: Option<Reporter<'_, R::Move>>,
    ) {
        let is_main = reporter.is_some();
        self.iterate(position, first_depth, reporter);
        if is_main {
            self.shared.done.store(true, Ordering::Relaxed);
        }
        let unreported = self.all_nodes() - self.shared.nodes.load(Ordering::Relaxed);
        self.shared.nodes.fetch_add(unreported, Ordering::Relaxed);
    }

    /// Iterates over the depths; the main thread has a reporter.
    fn iterate(
        &mut self,
        position: &Position<W>,
        first_depth: i32,
        mut reporter: Option<Reporter<'_, R::Move>>,
    ) {
        let lines = reporter.as_ref().map_or(1, |reporter| reporter.settings.multi_pv);
        let lines = lines.min(self.root.len()).max(1);
        let limits = self.shared.limits;
        let goal = limits.mate.map(|moves| MateGoal::new(moves, self.shared.scale.players));
        let deepest = deepest(limits, goal);
        let plies = goal.map_or(0, |goal| goal.plies);
        let is_exact = self.shared.two_sided && !is_clock_old::<R, W>(position, plies);
        let mut stopping = Stopping::new(goal.filter(|_| is_exact));
        let moves = limits.mate.filter(|_| limits.depth.is_none());
        let mut hunt = moves.map(|moves| MateHunt::new(moves, self.shared.scale.players));
        for depth in first_depth..=deepest {
            if depth > HUNT_DEPTH
                && let (Some(reporter), Some(hunt)) = (reporter.as_mut(), hunt.as_mut())
                && self.hunts(position, hunt, self.nodes.max(HUNT_NODES), (lines, reporter))
            {
                return;
            }
            self.root.forget_nodes();
            self.iteration_cost.begin(self.nodes);
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                let stopped = self.aspire(position, depth, reporter.as_mut()).is_err();
                if stopped {
                    self.keep_what_there_is(position, depth, first_depth, (lines, reporter));
                    return;
                }
                self.root.sort(pv_index..self.root.len());
                self.root.sort(0..pv_index + 1);
            }
            let nodes = self.iteration_cost.end(self.nodes);
            self.keep(reporter.as_mut(), (depth, true), lines);
            let Some(reporter) = reporter.as_mut() else { continue };
            self.report_lines(reporter, depth, lines);
            if self.is_enough((depth, nodes, lines), &mut stopping) {
                return;
            }
        }
        if let Some((mut reporter, mut hunt)) = reporter.zip(hunt) {
            self.hunts(position, &mut hunt, u64::MAX, (lines, &mut reporter));
        }
    }

    /// Searches for the requested mate. Returns whether the search is over, by the mate, by the
    /// proof that there is none, or by a limit.
    fn hunts(
        &mut self,
        position: &Position<W>,
        hunt: &mut MateHunt,
        nodes: u64,
        (lines, reporter): (usize, &mut Reporter<'_, R::Move>),
    ) -> bool {
        self.selective_depth = 0;
        match self.hunt(position, hunt, nodes) {
            Ok(Hunted::Open) => return false,
            Ok(Hunted::Mate(line)) => self.report_mate(line, lines, reporter),
            Ok(Hunted::Nothing) => {
                let moves = self.shared.limits.mate.unwrap_or_default();
                let among = if hunt.has_left_out() { " among the moves looked at" } else { "" };
                (reporter.report)(Event::Note(format!("no mate in {moves}{among}")));
            }
            Err(Stopped) => {}
        }
        true
    }

    /// Puts the line of a mate before all others and reports it.
    fn report_mate(
        &mut self,
        line: Vec<R::Move>,
        lines: usize,
        reporter: &mut Reporter<'_, R::Move>,
    ) {
        let Some(place) = line.first().and_then(|mv| self.root.place(mv)) else { return };
        self.root.bring_to_front(place);
        let depth = line.len();
        let root = self.root.at(0);
        root.score = won_in(depth);
        root.selective_depth = depth;
        root.pv = line;
        self.keep(Some(reporter), (depth as i32, true), lines);
        self.report_lines(reporter, depth as i32, lines);
    }

    /// Keeps the result of an unfinished iteration. In the first iteration the best of some moves
    /// is better than the first move.
    fn keep_what_there_is(
        &mut self,
        position: &Position<W>,
        depth: i32,
        first_depth: i32,
        (lines, reporter): (usize, Option<Reporter<'_, R::Move>>),
    ) {
        let Some(mut reporter) = reporter else { return };
        if depth > first_depth {
            self.keep_raised(&mut reporter, depth, lines);
            return;
        }
        self.glimpse(position);
        self.keep(Some(&mut reporter), (depth, true), lines);
        self.report_lines(&mut reporter, depth, lines);
    }

    /// Keeps a move that raised alpha in an unfinished iteration. It is better than the best move
    /// of the iteration before, which was searched first and has been refuted or surpassed.
    fn keep_raised(&mut self, reporter: &mut Reporter<'_, R::Move>, depth: i32, lines: usize) {
        if lines == 1
            && let Some(place) = self.raised_alpha.take().and_then(|mv| self.root.place(&mv))
        {
            self.root.bring_to_front(place);
            self.keep(Some(reporter), (depth - 1, false), lines);
        }
    }

    /// Hands over the best lines so far, with their depth and whether they were reported.
    fn keep(
        &self,
        reporter: Option<&mut Reporter<'_, R::Move>>,
        (depth, is_told): (i32, bool),
        lines: usize,
    ) {
        let Some(reporter) = reporter else { return };
        let best = self.root.all()[..lines].to_vec();
        (reporter.keep)(BestSoFar { best, depth, nodes: self.all_nodes(), is_told });
    }

    /// Searches the root in a window around the last score, and widens it until the score lies
    /// inside.
    fn aspire(
        &mut self,
        position: &Position<W>,
        depth: i32,
        mut reporter: Option<&mut Reporter<'_, R::Move>>,
    ) -> Searched<()> {
        if !R::ALTERNATES && !position.is_two_sided() {
            match self.perspective.mode {
                MultiSearch::MaxN => return self.maxn_root(position, depth),
                MultiSearch::Mcts => return self.mcts_root(position, depth),
                _ => {}
            }
        }
        let check_info = R::check_info(position);
        let last = self.root.all()[self.pv_index].score;
        let mut width = p::aspiration();
        let mut window = Window::FULL;
        if depth >= p::ASPIRATION_DEPTH && !is_decisive(last) {
            window = Window::new(last - width, last + width);
        }
        self.selective_depth = 0;
        self.iteration = depth;
        let mut shallower = 0;
        loop {
            self.raised_alpha = None;
            let reduced = (depth - shallower).max(1);
            let score =
                self.alpha_beta::<true>(position, &check_info, window, reduced, 0, false)?;
            self.root.sort(self.pv_index..self.root.len());
            let bound = window.bound(score);
            if bound == Bound::Exact {
                return Ok(());
            }
            let elapsed = self.timer.as_ref().map_or(0, |timer| timer.elapsed().as_millis());
            // Several lines are reported only as whole sets.
            if let Some(reporter) = reporter.as_mut()
                && reporter.settings.multi_pv == 1
                && elapsed > QUIET_START
            {
                let info = self.info(reporter, depth, self.pv_index, bound);
                (reporter.report)(Event::Info(info));
            }
            width *= 2;
            let open = width > p::ASPIRATION_LIMIT || is_decisive(score);
            if bound == Bound::Upper {
                shallower = 0;
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = if open { -INFINITE } else { (score - width).max(-INFINITE) };
            } else {
                // The move is known to be good, so a shallower search is enough for its score.
                shallower = (shallower + 1).min(p::ASPIRATION_SHALLOWER);
                window.beta = if open { INFINITE } else { (score + width).min(INFINITE) };
            }
        }
    }

    fn report_lines(&self, reporter: &mut Reporter<'_, R::Move>, depth: i32, lines: usize) {
        for rank in 0..lines {
            let info = Info { lines, ..self.info(reporter, depth, rank, Bound::Exact) };
            (reporter.report)(Event::Info(info));
            if rank == 0
                && let Some(shares) = (reporter.shares)(&self.root.all()[0].pv)
            {
                (reporter.report)(shares);
            }
        }
    }

    fn info(
        &self,
        reporter: &Reporter<'_, R::Move>,
        depth: i32,
        rank: usize,
        bound: Bound,
    ) -> Info {
        let time = self.timer.as_ref().map_or_else(Default::default, |timer| timer.elapsed());
        let root = &self.root.all()[rank];
        Info {
            bound: root.reported(bound).1,
            pv: (reporter.lines)(&root.pv),
            ..line_info(root, depth, rank, (self.all_nodes(), time), self.shared)
        }
    }
}

/// Returns the report of one root move's line, without its text.
pub(crate) fn line_info<M>(
    root: &RootMove<M>,
    depth: i32,
    rank: usize,
    (nodes, time): (u64, Duration),
    shared: &Shared<'_>,
) -> Info {
    let (score, bound) = root.reported(Bound::Exact);
    Info {
        depth: depth as u32,
        selective_depth: root.selective_depth.max(depth as usize) as u32,
        multi_pv: rank + 1,
        lines: 1,
        value: value(score, shared.scale),
        bound,
        wdl: shared.wdl(score),
        nodes,
        hash_full: shared.tt.permille_full(),
        time,
        pv: Vec::new(),
    }
}
