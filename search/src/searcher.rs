//! [`Searcher`]: the thinking player of one variant, with its threads.

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rotunda_movegen::{AnyGame, Draughts, Duel, Family, Game, Multiplayer, Rules, Seat, Variant};

use crate::clock::{Timer, must_wait};
use crate::eval::{Weights, explain, explain_table, permille, shares, worths};
use crate::histories::Histories;
use crate::picker::capture_value;
use crate::root::{BestSoFar, Reporter, line_info};
use crate::roots::RootMove;
use crate::score::{of_outcome, of_share, value, wdl};
use crate::strength::Handicap;
use crate::worker::{Reductions, Shared, Worker};
use crate::{
    Bound, Control, Event, Info, Limits, Settings, SetupError, Thinker, TranspositionTable, Verdict,
};

/// Bytes of stack of a search thread: several times what the deepest line takes.
const STACK: usize = 64 << 20;
/// The whole of which shares are computed before they are told in permille.
const WHOLE: i32 = 1_000_000;
/// How long a search that may not answer yet sleeps before it looks again.
const WAIT: Duration = Duration::from_millis(1);

/// A searching player of the variant.
#[must_use]
pub fn thinker(family: Family) -> Box<dyn Thinker> {
    match family {
        Family::Duel(variant) => Box::new(Searcher::<Duel, 1>::new(variant)),
        Family::Draughts(variant) => Box::new(Searcher::<Draughts, 1>::new(variant)),
        Family::Multiplayer(variant) => Box::new(Searcher::<Multiplayer, 1>::new(variant)),
        Family::WideMultiplayer(variant) => Box::new(Searcher::<Multiplayer, 2>::new(variant)),
    }
}

/// The thinking player of one variant.
struct Searcher<R: Rules<W>, const W: usize> {
    variant: &'static Variant<W>,
    weights: Weights<W>,
    game: Game<R, W>,
    /// The position string the game was set up from.
    start: String,
    /// The moves from there to the current position.
    moves: Vec<String>,
    /// What each thread has learned.
    histories: Vec<Histories>,
}

impl<R: Rules<W>, const W: usize> Searcher<R, W> {
    fn new(variant: &'static Variant<W>) -> Self {
        Self {
            variant,
            weights: Weights::derive(variant),
            game: Game::new(variant),
            start: variant.start().to_owned(),
            moves: Vec::new(),
            histories: Vec::new(),
        }
    }

    /// How many of these moves from a position string lead to the current position; `None` if it
    /// is not on the way. An order that continues the game then costs its new moves alone.
    fn known_part(&self, fen: &str, moves: &[&str]) -> Option<usize> {
        let known = self.moves.len();
        let is_way = self.start == fen && moves.get(..known).is_some_and(|way| self.moves == way);
        is_way.then_some(known)
    }

    /// The texts of a line of moves from the current position.
    fn texts(&self, line: &[R::Move]) -> Vec<String> {
        let mut position = self.game.position().clone();
        let text = |mv: &R::Move| {
            let mut text = R::texts(&position, std::slice::from_ref(mv));
            R::play(&mut position, mv);
            text.remove(0)
        };
        line.iter().map(text).collect()
    }

    /// What every seat can expect at the end of a line from the current position; `None` with no
    /// more than two sides, whose score says it.
    fn shares(&self, line: &[R::Move]) -> Option<Event> {
        if self.is_two_sided() {
            return None;
        }
        let mut game = Game::<R, W>::from_position(self.game.position().clone());
        for mv in line {
            game.play_unchecked(mv);
        }
        let position = game.position();
        let parts = match game.outcome() {
            Some(outcome) => {
                std::array::from_fn(|seat| i32::from(outcome.points(Seat(seat as u8))))
            }
            None => shares(position, &worths(position, &self.weights), WHOLE),
        };
        Some(Event::Shares(permille(position, &parts)))
    }

    /// Whether no more than two sides play.
    fn is_two_sided(&self) -> bool {
        R::ALTERNATES || self.game.position().living_sides() <= 2
    }

    /// The moves to consider at the root, those that take most first: should the time be up before
    /// any has been searched, the first is played.
    fn root(&self, limits: &Limits) -> Vec<RootMove<R::Move>> {
        let position = self.game.position();
        let asked: Vec<_> =
            limits.search_moves.iter().filter_map(|text| R::find(position, text)).collect();
        let wanted = |mv: &R::Move| limits.search_moves.is_empty() || asked.contains(mv);
        let mut moves: Vec<_> = self.game.moves().into_iter().filter(wanted).collect();
        moves.sort_by_cached_key(|m| {
            Reverse(capture_value::<R, W>(position, &self.weights, m).value)
        });
        moves.into_iter().map(RootMove::new).collect()
    }

    /// Runs all threads; returns what the deepest finished iteration has found, and a note for each
    /// thread that panicked.
    fn run(
        &mut self,
        shared: &Shared<'_>,
        settings: &Settings,
        timer: &mut Timer,
        root: &[RootMove<R::Move>],
        report: &mut (dyn FnMut(Event) + Send),
    ) -> (BestSoFar<R::Move>, Vec<String>) {
        let kept = Mutex::new(BestSoFar { best: root.to_vec(), depth: 0, nodes: 0 });
        let notes = Mutex::new(Vec::new());
        let mut histories = std::mem::take(&mut self.histories);
        let this = &*self;
        let position = this.game.position();
        let guard = |work: &mut dyn FnMut()| {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                shared.done.store(true, Ordering::Relaxed);
                lock(&notes).push(panic_text(&*panic));
            }
        };
        let (main, helpers) = histories.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for (index, histories) in helpers.iter_mut().enumerate() {
                let helper = move || {
                    guard(&mut || {
                        let mut worker = Worker::new(
                            shared,
                            &this.weights,
                            histories,
                            &this.game,
                            (settings.multi_search, root.to_vec()),
                        );
                        worker.deepen(position, 1 + (index as i32 + 1) % 2, None);
                    });
                };
                // A machine out of threads searches with those it has.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, helper);
            }
            let main = || {
                guard(&mut || {
                    let mut worker = Worker::new(
                        shared,
                        &this.weights,
                        main,
                        &this.game,
                        (settings.multi_search, root.to_vec()),
                    );
                    worker.timer = Some(timer);
                    let duties = Reporter {
                        settings,
                        keep: &mut |better: BestSoFar<R::Move>| *lock(&kept) = better,
                        report,
                        lines: &|line: &[R::Move]| this.texts(line),
                        shares: &|line: &[R::Move]| this.shares(line),
                    };
                    worker.deepen(position, 1, Some(duties));
                });
            };
            if let Err(error) =
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, main)
            {
                // Nobody else would end the helpers.
                shared.done.store(true, Ordering::Relaxed);
                lock(&notes).push(error.to_string());
            }
        });
        self.histories = histories;
        (take(kept), take(notes))
    }

    /// The verdict on a position without legal moves, or with none that is asked for.
    fn answer_without_moves(&self, report: &mut (dyn FnMut(Event) + Send)) -> Verdict {
        let turn = self.game.position().turn();
        let score = Game::outcome(&self.game).map_or(0, |outcome| of_outcome(&outcome, turn, 0));
        report(Event::Info(Info {
            depth: 0,
            selective_depth: 0,
            multi_pv: 1,
            value: value(score),
            bound: Bound::Exact,
            wdl: Some(wdl(score)),
            nodes: 0,
            hash_full: 0,
            time: Duration::ZERO,
            pv: Vec::new(),
        }));
        Verdict::default()
    }
}

/// The content of a mutex, whatever became of its last holder.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn take<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("a search thread failed: {}", text.replace('\n', " "))
}

impl<R: Rules<W>, const W: usize> Thinker for Searcher<R, W> {
    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        let fen = fen.unwrap_or(self.variant.start());
        let (mut game, known) = match self.known_part(fen, moves) {
            Some(known) => (self.game.clone(), known),
            None => (Game::parse(self.variant, fen).map_err(SetupError::Fen)?, 0),
        };
        for (index, text) in moves.iter().enumerate().skip(known) {
            let mv = game.find(text).map_err(|_| SetupError::Move(index))?;
            game.play_unchecked(&mv);
        }
        self.game = game;
        fen.clone_into(&mut self.start);
        self.moves = moves.iter().map(ToString::to_string).collect();
        Ok(())
    }

    fn forget(&mut self) {
        self.histories.clear();
    }

    fn think(
        &mut self,
        table: &TranspositionTable,
        settings: &Settings,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Event) + Send),
    ) -> Verdict {
        let mut timer = Timer::new(limits, settings);
        let root = self.root(limits);
        if root.is_empty() {
            let verdict = self.answer_without_moves(report);
            wait(limits, control);
            return verdict;
        }
        let threads = settings.threads.max(1);
        self.histories.resize_with(threads, || Histories::new(self.variant));
        table.grow_older();
        let handicap = settings.elo.map(Handicap::of_elo);
        let limits = &handicap.as_ref().map_or_else(|| limits.clone(), |h| h.limit(limits));
        let settings =
            &handicap.as_ref().map_or_else(|| settings.clone(), |_| Handicap::widen(settings));
        let shared = Shared {
            table,
            control,
            limits,
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            alone: threads == 1,
            reductions: Reductions::new(),
            two_sided: self.is_two_sided(),
        };
        let (kept, failures) = self.run(&shared, settings, &mut timer, &root, report);
        for failure in failures {
            report(Event::Note(failure));
        }
        let nodes = shared.nodes.load(Ordering::Relaxed);
        if nodes > kept.nodes && kept.depth > 0 {
            // What the unfinished iteration has cost belongs to the account.
            let best = &kept.best[0];
            let info = line_info(best, kept.depth, 0, (nodes, timer.elapsed()), &shared);
            report(Event::Info(Info { pv: self.texts(&best.pv), ..info }));
            self.shares(&best.pv).into_iter().for_each(&mut *report);
        }
        wait(limits, control);
        let key = self.game.position().key();
        let chosen = handicap.map_or(0, |handicap| handicap.choose(&kept.best, key));
        self.verdict(&kept.best[chosen], nodes)
    }

    fn explain(&self) -> String {
        let position = self.game.position();
        if R::ALTERNATES {
            return explain(position, &self.weights);
        }
        explain_table(position, &self.weights)
    }
}

impl<R: Rules<W>, const W: usize> Searcher<R, W> {
    fn verdict(&self, best: &RootMove<R::Move>, nodes: u64) -> Verdict {
        let mut line = self.texts(&best.pv).into_iter();
        let claim = R::claim(self.game.position()).map(of_share);
        Verdict {
            best: line.next(),
            ponder: line.next(),
            claim: claim.is_some_and(|claim| best.score <= claim),
            nodes,
        }
    }
}

/// Waits until a search that has nothing more to find may answer.
fn wait(limits: &Limits, control: &Control) {
    while must_wait(limits, control) {
        std::thread::sleep(WAIT);
    }
}
