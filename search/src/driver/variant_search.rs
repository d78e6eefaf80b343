//! [`VariantSearch`]: the search of one variant, with its threads.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rotunda_endgames::{Fortresses, MOST_MEN, Store};
use rotunda_movegen::{
    Claim, FamilyGame, Game, GenBudget, Position, Rules, SEATS, Seat, VariantTables,
};

use super::lines::{is_two_sided, score_scale, shares_after, without_moves};
use super::root::{BestSoFar, Reporter, line_info};
use super::root_tables::{Building, RootTables, TableBudget};
use super::search_engine::SearchOrder;
use super::settings::Settings;
use super::strength::{GameNumber, Handicap, Steps};
use crate::base::limits::Limits;
use crate::base::params;
use crate::base::report::{Event, Info, SearchResult};
use crate::base::score::{Score, of_share};
use crate::base::statistics::Statistics;
use crate::base::stop::StopHandle;
use crate::base::threads::{STACK, caught, is_large_stack};
use crate::eval::{EvalFit, EvalParams, Weights, game_fingerprint, trace, trace_multiplayer};
use crate::net::{EvalFile, Evaluation, GameNet, added, embedded_fit, teams};
use crate::ordering::capture::capture_value;
use crate::ordering::histories::Histories;
use crate::time::clock::{TimeBounds, Timer};
use crate::time::move_lag::MoveLag;
use crate::tree::root_moves::RootMove;
use crate::tree::search_thread::{Knowledge, Reductions, SearchThread, Shared};
use crate::tree::upcoming_repetition::UpcomingRepetition;

/// The search of one variant: a [`SearchEngine`](crate::SearchEngine) for its games alone.
pub(crate) trait VariantSearch: Send {
    /// Returns whether the game is of its variant.
    fn knows(&self, game: &Game) -> bool;

    /// Searches like [`SearchEngine::think`](crate::SearchEngine::think). `lag` is that of the
    /// machine.
    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        lag: &mut MoveLag,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult;

    /// Begins a new game, see [`SearchEngine::new_game`](crate::SearchEngine::new_game).
    fn new_game(&mut self);

    /// Prepares a game, see [`SearchEngine::prepare`](crate::SearchEngine::prepare).
    fn prepare(&mut self, game: &Game, settings: &Settings);

    /// Returns the evaluation term by term, see
    /// [`SearchEngine::trace`](crate::SearchEngine::trace), and the evaluation itself.
    fn trace(&self, game: &Game, settings: &Settings) -> (String, Score);
}

/// Returns a search of the game's variant, if that is of this family.
pub(crate) fn searches<R: Rules<W>, const W: usize>(game: &Game) -> Option<Box<dyn VariantSearch>> {
    let game = game.family::<R, W>()?;
    Some(Box::new(VariantSearcher::<R, W>::new(game.position().variant())))
}

/// The part of a move's time for computing fortresses, with a clock or without.
const CLOCK_PART: u32 = 20;
const TIME_PART: u32 = 4;
/// The time for fortresses where the search has no limit.
const FORTRESS_TIME: Duration = Duration::from_secs(2);
/// The positions of fortresses that are computed for each ply of a depth limit.
const STATES_OF_PLY: usize = 60_000;
/// The nodes of a limit for each position of fortresses.
const NODES_OF_STATE: u64 = 4;

/// Returns the most positions of fortresses that a search with a limit of depth or nodes may
/// compute. It depends on the limits and not on the machine.
fn fortress_states(limits: &Limits) -> Option<usize> {
    let of_depth = limits.depth.map(|depth| STATES_OF_PLY.saturating_mul(depth as usize));
    let nodes = [limits.nodes, limits.soft_nodes].into_iter().flatten().min();
    let of_nodes = nodes.map(|nodes| (nodes / NODES_OF_STATE) as usize);
    [of_depth, of_nodes].into_iter().flatten().min()
}

/// The settings and teams that decide which net and which numbers are used and how.
type Choice = (Evaluation, Option<EvalFile>, [usize; SEATS]);

/// The searcher of one variant: its weights, and the histories of each thread.
struct VariantSearcher<R, const W: usize> {
    variant: &'static VariantTables<W>,
    weights: Weights<W>,
    /// The fitted numbers of the weights, if they have some.
    fit: Option<Arc<EvalFit>>,
    /// The net of the game, with the choice for which it was prepared.
    net: Option<(Choice, Option<GameNet>)>,
    reductions: Arc<Reductions>,
    repetitions: Arc<UpcomingRepetition>,
    histories: Vec<Histories>,
    /// The number of the game, and the number of its positions at the latest search.
    number: (GameNumber, usize),
    /// The endgame tables, once they are needed: those in the user's cache directory, and others.
    tables: Option<RootTables<R, W>>,
    /// The fortresses, as far as they are computed; `None` for a game without.
    fortresses: Option<Fortresses<W>>,
}

impl<R: Rules<W>, const W: usize> VariantSearcher<R, W> {
    fn new(variant: &'static VariantTables<W>) -> Self {
        let start = R::start(variant);
        Self {
            variant,
            weights: Weights::derive(&start),
            fit: None,
            repetitions: Arc::new(UpcomingRepetition::of::<R, W>(&start)),
            net: None,
            reductions: Arc::new(Reductions::new()),
            histories: Vec::new(),
            number: (GameNumber::random(), 0),
            tables: None,
            fortresses: Fortresses::of(start.variant()),
        }
    }

    /// Prepares the evaluation for a search of this position, if it differs from the last one.
    fn choose_evaluation(&mut self, position: &Position<W>, settings: &Settings) {
        let Settings { evaluation, eval_file, .. } = settings;
        let choice = (*evaluation, eval_file.clone(), teams(position));
        if self.net.as_ref().is_none_or(|(before, _)| *before != choice) {
            let (net, fit) = self.wanted(position, settings);
            self.net = Some((choice, net));
            if self.fit != fit {
                self.weights = self.weights_of(fit.as_deref());
                self.fit = fit;
            }
        }
    }

    /// Returns the net that the settings ask for, made ready for the teams of a position, or else
    /// the fitted numbers.
    fn wanted(
        &self,
        position: &Position<W>,
        settings: &Settings,
    ) -> (Option<GameNet>, Option<Arc<EvalFit>>) {
        let Settings { evaluation, eval_file, .. } = settings;
        if *evaluation == Evaluation::Derived {
            return (None, None);
        }
        let given = match eval_file {
            Some(EvalFile::Fit(fit)) if fit.fingerprint == game_fingerprint(self.variant) => {
                return (None, Some(fit.clone()));
            }
            Some(EvalFile::Net(network)) => Some(network),
            _ => None,
        };
        let start = R::start(self.variant);
        let net = GameNet::wanted::<R, W>(&start, position, *evaluation, given);
        let fit = if net.is_none() { embedded_fit(self.variant.name()) } else { None };
        (net, fit.map(Arc::new))
    }

    /// Returns the weights of the game with fitted numbers, or with the usual ones.
    fn weights_of(&self, fit: Option<&EvalFit>) -> Weights<W> {
        let start = R::start(self.variant);
        let usual = EvalParams::default();
        Weights::with_params(&start, fit.map_or(&usual, |fit| &fit.params))
    }

    /// The net of the game, if it has one.
    fn net(&self) -> Option<&GameNet> {
        self.net.as_ref().and_then(|(_, net)| net.as_ref())
    }

    /// Returns the moves to consider at the root, and the budget to find them. The captures of most
    /// material come first: if the time runs out before the first search, the first move is played.
    fn root_moves(
        &self,
        game: &FamilyGame<R, W>,
        limits: &Limits,
    ) -> (Vec<RootMove<R::Move>>, GenBudget<'static>) {
        let position = game.position();
        let mut budget = params::root_budget();
        let mut moves = game.moves_within(&mut budget);
        if !limits.search_moves.is_empty() {
            let asked: Vec<_> =
                limits.search_moves.iter().filter_map(|mv| game.typed(mv)).collect();
            moves.retain(|mv| asked.contains(mv));
            let missing: Vec<_> = asked.into_iter().filter(|mv| !moves.contains(mv)).collect();
            moves.extend(missing);
        }
        moves.sort_by_cached_key(|m| {
            Reverse(capture_value::<R, W>(position, &self.weights, m).value)
        });
        (moves.into_iter().map(RootMove::new).collect(), budget)
    }

    /// Computes the fortresses that this search can use, in a part of its time.
    fn learn_fortresses(
        &mut self,
        game: &FamilyGame<R, W>,
        limits: &Limits,
        (timer, stop): (&Timer, &StopHandle),
    ) {
        let Some(fortresses) = self.fortresses.as_mut() else { return };
        let share = if limits.clock.is_some() { CLOCK_PART } else { TIME_PART };
        let states = fortress_states(limits);
        let without_clock = if states.is_some() { Duration::MAX } else { FORTRESS_TIME };
        let time = timer.time_left().map_or(without_clock, |left| left / share);
        let mut states = states.unwrap_or(usize::MAX);
        let begun = Instant::now();
        fortresses.prepare::<R>(game.position(), &mut |step| {
            let goes_on = states >= step && !stop.is_stopped() && begun.elapsed() < time;
            states = states.saturating_sub(step);
            goes_on
        });
    }

    /// Returns whether a root is a known draw, even without the tables.
    fn is_known_draw(&self, position: &Position<W>) -> bool {
        let is_held = |seat: Seat| {
            position.seat(seat.opponent()).is_single()
                && self.fortresses.as_ref().is_some_and(|all| all.cannot_win::<R>(position, seat))
        };
        R::ALTERNATES && (is_held(Seat::WHITE) || is_held(Seat::BLACK))
    }

    /// Removes the root moves that are not best by the endgame tables.
    fn ask_tables(
        &mut self,
        game: &FamilyGame<'static, R, W>,
        budget: &TableBudget<'_>,
        root: &mut Vec<RootMove<R::Move>>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) {
        if game.position().occupied().len() as usize > MOST_MEN {
            return;
        }
        let of_user = || RootTables::new(self.variant, Store::of_user());
        let tables = self.tables.get_or_insert_with(of_user);
        tables.keep_best(game, budget, root);
        tables.take_notes().into_iter().map(Event::Note).for_each(on_event);
    }

    /// Runs all threads; returns the result of the deepest finished iteration, and a note for each
    /// thread that panicked.
    fn run(
        &mut self,
        game: &FamilyGame<R, W>,
        (shared, settings): (&Shared<'_>, &Settings),
        timer: &mut Timer,
        root: &[RootMove<R::Move>],
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> (BestSoFar<R::Move>, Statistics, Vec<String>) {
        let statistics = Mutex::new(Statistics::default());
        let kept =
            Mutex::new(BestSoFar { best: root.to_vec(), depth: 0, nodes: 0, is_told: false });
        let notes = Mutex::new(Vec::new());
        let (weights, position) = (&self.weights, game.position());
        let net = self.net.as_ref().and_then(|(_, net)| net.as_ref());
        let knowledge = Knowledge { weights, net, fortresses: self.fortresses.as_ref() };
        let mode = settings.multi_search;
        // Otherwise the other threads would not end.
        let fail = |what: String| {
            shared.done.store(true, Ordering::Relaxed);
            lock(&notes).push(format!("a search thread failed: {what}"));
        };
        let (main, helpers) = self.histories.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for (index, histories) in helpers.iter_mut().enumerate() {
                let statistics = &statistics;
                let deepen = move || {
                    let root = (mode, root.to_vec());
                    let mut thread = SearchThread::new(shared, knowledge, histories, game, root);
                    thread.deepen(position, 1 + (index as i32 + 1) % 2, None);
                    *lock(statistics) += thread.statistics;
                };
                let helper = move || caught(deepen).unwrap_or_else(fail);
                // If the system has no more threads, the search goes on with those that it has.
                let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, helper);
            }
            let deepen = || {
                let mut thread =
                    SearchThread::new(shared, knowledge, main, game, (mode, root.to_vec()));
                thread.timer = Some(timer);
                let reporter = Reporter {
                    settings,
                    keep: &mut |better: BestSoFar<R::Move>| *lock(&kept) = better,
                    report: on_event,
                    lines: &|line: &[R::Move]| game.line(line),
                    shares: &|line: &[R::Move]| shares_after(game, weights, net, line),
                };
                thread.deepen(position, 1, Some(reporter));
                *lock(&statistics) += thread.statistics;
            };
            let main = || caught(deepen).unwrap_or_else(fail);
            if shared.alone && is_large_stack() {
                main();
            } else if let Err(error) = Builder::new().stack_size(STACK).spawn_scoped(scope, main) {
                fail(error.to_string());
            }
        });
        (take(kept), take(statistics), take(notes))
    }

    /// Returns the handicap of a search that plays below its strength. A game that is shorter than
    /// at its latest search is a new one.
    fn handicap(&mut self, game: &FamilyGame<R, W>, settings: &Settings) -> Option<Handicap> {
        let elo = settings.elo?;
        let length = game.history().len();
        if length <= self.number.1 {
            self.number.0 = GameNumber::random();
        }
        self.number.1 = length;
        let kinds = self.variant.kinds().len();
        let others = (0..kinds).filter(|kind| *kind != self.variant.king().index());
        let strongest = others.map(|kind| self.weights.values[kind]).max().unwrap_or_default();
        let steps = Steps::of(self.variant.name(), self.variant.seats());
        Some(Handicap::of_elo(elo, steps, strongest))
    }

    /// Searches a game of the variant.
    fn search(
        &mut self,
        game: &FamilyGame<'static, R, W>,
        order: &SearchOrder<'_>,
        timer: &mut Timer,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult {
        let SearchOrder { tt, settings, limits, stop, .. } = *order;
        let (mut root, budget) = self.root_moves(game, limits);
        if root.is_empty() {
            on_event(Event::Info(without_moves(game, &self.weights)));
            return SearchResult::default();
        }
        self.learn_fortresses(game, limits, (timer, stop));
        if settings.endgame_tables && settings.multi_pv == 1 && settings.elo.is_none() {
            let time_left = &|| timer.time_left();
            let clock = limits.clock.map(|clock| clock.left);
            let building = if self.is_known_draw(game.position()) {
                Building::Nothing
            } else {
                Building::within(limits)
            };
            let threads = settings.threads.max(1);
            let budget = TableBudget { time_left, clock, stop, threads, building };
            self.ask_tables(game, &budget, &mut root, on_event);
        }
        let threads = settings.threads.max(1);
        self.histories.resize_with(threads, || Histories::new(self.variant));
        if !self.reductions.are_current() {
            self.reductions = Arc::new(Reductions::new());
        }
        tt.next_generation();
        // A proof is asked for, not a game.
        let handicap = self.handicap(game, settings).filter(|_| limits.mate.is_none());
        let shown = settings.multi_pv;
        let mut on_event = |event: Event| match event {
            // The other lines are only for the choice of a move.
            Event::Info(info) if info.multi_pv > shown => {}
            Event::Info(info) => {
                on_event(Event::Info(Info { lines: info.lines.min(shown), ..info }));
            }
            event => on_event(event),
        };
        let on_event: &mut (dyn FnMut(Event) + Send) = &mut on_event;
        let key = game.position().key();
        let number = self.number.0;
        let limits =
            &handicap.as_ref().map_or_else(|| limits.clone(), |h| h.limit(limits, key, number));
        let settings = &handicap.as_ref().map_or_else(|| settings.clone(), |h| h.widen(settings));
        let shared = Shared {
            tt,
            stop,
            limits,
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            alone: threads == 1,
            reductions: self.reductions.clone(),
            repetitions: self.repetitions.clone(),
            scale: score_scale(game, &self.weights),
            long_root: params::is_long(&budget),
            two_sided: is_two_sided(game),
        };
        if !budget.is_complete() {
            let count = root.len();
            on_event(Event::Note(format!("{count} of the many series of jumps are looked at")));
        }
        let (kept, statistics, failures) =
            self.run(game, (&shared, settings), timer, &root, on_event);
        for failure in failures {
            on_event(Event::Note(failure));
        }
        let nodes = shared.nodes.load(Ordering::Relaxed);
        if kept.depth > 0 && (nodes > kept.nodes || !kept.is_told) {
            // The result and the cost of the unfinished iteration count too.
            let best = &kept.best[0];
            let info = line_info(best, kept.depth, 0, (nodes, timer.elapsed()), &shared);
            on_event(Event::Info(Info { pv: game.line(&best.pv), ..info }));
            shares_after(game, &self.weights, self.net(), &best.pv)
                .into_iter()
                .for_each(&mut *on_event);
        }
        let chosen = handicap.map_or(0, |handicap| handicap.choose(&kept.best, key, number));
        if chosen > 0 && shown == 1 {
            // The last reported line is that of the move that is played.
            let line = &kept.best[chosen];
            let info = line_info(line, kept.depth, 0, (nodes, timer.elapsed()), &shared);
            on_event(Event::Info(Info { pv: game.line(&line.pv), ..info }));
        }
        SearchResult { nodes, statistics, ..result(game, &kept.best[chosen]) }
    }
}

/// Returns the best move with its ponder move and claim.
fn result<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    best: &RootMove<R::Move>,
) -> SearchResult {
    let mut line = game.line(&best.pv[..best.pv.len().min(2)]).into_iter();
    SearchResult {
        best: line.next(),
        ponder: line.next(),
        claim: wants_claim(game, best),
        ..SearchResult::default()
    }
}

/// Returns whether the mover should end the game by a claim, now or after its best move, since it
/// cannot expect more from playing on.
fn wants_claim<R: Rules<W>, const W: usize>(
    game: &FamilyGame<R, W>,
    best: &RootMove<R::Move>,
) -> bool {
    let mover = game.position().turn();
    let is_enough = |claim: &Claim| claim.seat == mover && best.score <= of_share(claim.share);
    let after = || {
        let mut after = game.clone();
        after.play_unchecked(best.pv.first()?);
        R::claim(after.position()).and_then(|_| after.claim())
    };
    R::claim(game.position()).or_else(after).is_some_and(|claim| is_enough(&claim))
}

/// Locks a mutex, even if a thread has panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Rules<W>, const W: usize> VariantSearch for VariantSearcher<R, W> {
    fn knows(&self, game: &Game) -> bool {
        game.family::<R, W>()
            .is_some_and(|game| std::ptr::eq(game.position().variant(), self.variant))
    }

    fn think(
        &mut self,
        game: &Game,
        order: &SearchOrder<'_>,
        lag: &mut MoveLag,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult {
        let bounds = TimeBounds::new(order.limits, order.settings.move_overhead, lag);
        let mut timer = Timer::new(order.started, bounds, order.limits.ponder);
        let game = game.family::<R, W>().expect("a game that it knows");
        self.choose_evaluation(game.position(), order.settings);
        let result = self.search(game, order, &mut timer, on_event);
        if bounds.hard.is_some() {
            lag.learn(timer.longest_wait());
        }
        order.limits.wait_to_answer(order.stop);
        result
    }

    fn new_game(&mut self) {
        self.histories.clear();
        self.fortresses = Fortresses::of(self.variant);
        self.number = (GameNumber::random(), 0);
    }

    fn prepare(&mut self, game: &Game, settings: &Settings) {
        if let Some(game) = game.family::<R, W>() {
            self.choose_evaluation(game.position(), settings);
        }
    }

    fn trace(&self, game: &Game, settings: &Settings) -> (String, Score) {
        let game = game.family::<R, W>().expect("a game that it knows");
        let position = game.position();
        let (net, fit) = self.wanted(position, settings);
        let other = (fit != self.fit).then(|| self.weights_of(fit.as_deref()));
        let weights = other.as_ref().unwrap_or(&self.weights);
        if R::ALTERNATES {
            let net = net.map(|net| {
                let mut net = net.accumulators(1);
                (net.base(), net.duel(position, 0))
            });
            return trace(position, weights, net);
        }
        let (base, net) = added(net.as_ref(), position);
        trace_multiplayer(position, weights, (base, &net))
    }
}
