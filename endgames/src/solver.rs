//! The solver: retrograde analysis of all positions of some material.
//!
//! It decides positions class by class, and in each class by length. A position lost in `n` plies
//! makes all positions before it won in `n + 1`. A position won in `n` marks those before it for a
//! look: such a position is lost if all its moves lead to won positions.
//!
//! The values of moves to other material are known from the start. They give a position a win of at
//! most so many plies, which counts once the analysis has reached that length without a shorter
//! win.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rotunda_movegen::VariantTables;

use crate::code::Code;
use crate::endings::{Endings, winning_shares};
use crate::layout::State;
use crate::moves::{Moves, Next};
use crate::table::Table;

/// The number of entries that a thread works on at a time; a multiple of 64.
const CHUNK: usize = 1 << 14;

/// Receives reports while tables are built.
pub trait Observer: Sync {
    /// Reports that a table of so many positions is begun.
    fn on_table(&self, _name: &str, _positions: usize) {}

    /// Reports that all wins and losses up to so many plies are known.
    fn on_plies(&self, _plies: u16) {}

    /// Returns whether the work shall stop.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// The progress of the analysis: all wins of better classes are decided, and those of this class up
/// to so many plies.
#[derive(Clone, Copy, Debug)]
struct Level {
    class: usize,
    plies: u16,
}

impl Level {
    /// Returns whether a win or a loss is decided.
    const fn covers(self, code: Code) -> bool {
        code.class() < self.class || code.class() == self.class && code.plies() <= self.plies
    }
}

/// The analysis of one table.
struct Solver<'a, M, const W: usize> {
    table: &'a Table,
    moves: &'a M,
    endings: Endings<W>,
    /// A bit for every entry that must be looked at.
    marked: Vec<AtomicU64>,
    /// The longest win or loss found so far, by class.
    longest: [AtomicU16; 3],
    observer: &'a dyn Observer,
}

/// Decides all positions of a table, and returns false if the observer stopped it.
pub(crate) fn solve<M: Moves, const W: usize>(
    tables: &VariantTables<W>,
    table: &Table,
    moves: &M,
    observer: &dyn Observer,
) -> bool {
    let solver = Solver {
        table,
        moves,
        endings: Endings::new(tables, &table.layout.material),
        marked: (0..table.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        longest: [const { AtomicU16::new(0) }; 3],
        observer,
    };
    solver.for_all(|index, state| {
        if !table.layout.is_in_order(state) || !moves.is_possible(state) {
            table.set(index, Code::IMPOSSIBLE);
        }
    }) && solver.for_all(|index, state| {
        if table.at(index) != Code::IMPOSSIBLE {
            solver.store(index, solver.first_code(state));
        }
    }) && (0..winning_shares(tables).len())
        .all(|class| solver.concede(class) && solver.decide(class))
}

impl<M: Moves, const W: usize> Solver<'_, M, W> {
    /// Visits all entries, and returns false if the observer stopped it.
    fn for_all(&self, visit: impl Fn(usize, State) + Sync) -> bool {
        self.for_chunks(&|entries| {
            entries.for_each(|index| visit(index, self.table.layout.state(index)));
        })
    }

    /// Shares out all entries to threads, and returns false if the observer stopped it.
    fn for_chunks(&self, work: &(dyn Fn(Range<usize>) + Sync)) -> bool {
        let stopped = AtomicBool::new(false);
        share_out(self.table.len().div_ceil(CHUNK), &|chunk| {
            if stopped.load(Ordering::Relaxed) || self.observer.is_stopped() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            work(chunk * CHUNK..((chunk + 1) * CHUNK).min(self.table.len()));
        });
        !stopped.into_inner()
    }

    fn men(&self) -> usize {
        self.table.layout.material.men().len()
    }

    fn store(&self, index: usize, code: Code) {
        self.table.set(index, code);
        if code.is_win() || code.is_loss() {
            assert!(code.plies() < Code::TOO_LONG, "a win of thousands of plies");
            self.longest[code.class()].fetch_max(code.plies(), Ordering::Relaxed);
        }
    }

    /// Returns the code of a position from the rules and from other tables alone.
    fn first_code(&self, state: State) -> Code {
        if let Some(code) = self.endings.ended(state, self.men()) {
            return code;
        }
        let (mut stays, mut best) = (false, None::<Code>);
        self.moves.successors(state, |next| {
            match next {
                Next::Inside(next) => {
                    stays = stays || self.table.code(next) != Code::IMPOSSIBLE;
                }
                Next::Outside(Code::IMPOSSIBLE) => {}
                Next::Outside(code) => best = Some(better(best, code.before())),
            }
            ControlFlow::Continue(())
        });
        let code = match best {
            None if !stays => return self.endings.without_moves(self.moves.in_check(state)),
            Some(code) if code.is_win() || !stays => code,
            _ => Code::OPEN,
        };
        match self.endings.claim(state) {
            Some(claim) => better(Some(claim), code),
            // The opponent's claim caps the value; the value may still be lower.
            None if code.is_win() && self.endings.leaving(state).is_some() => Code::OPEN,
            None => code,
        }
    }

    /// Records the losses of a class that claims cause where nothing worse is forced, and returns
    /// false if the observer stopped it.
    fn concede(&self, class: usize) -> bool {
        self.endings.class_of_leavings() != Some(class)
            || self.for_all(|index, state| {
                let leaving = self.endings.leaving(state);
                if let Some(loss) = leaving.filter(|_| self.table.at(index) == Code::OPEN) {
                    self.store(index, loss);
                }
            })
    }

    /// Decides all wins and losses of a class, and returns false if the observer stopped it.
    fn decide(&self, class: usize) -> bool {
        let mut level = Level { class, plies: 0 };
        loop {
            let found = AtomicBool::new(false);
            if !self.for_chunks(&|entries| self.look_back(level, entries, &found)) {
                return false;
            }
            let is_new = found.into_inner();
            let looks = is_new || level.plies == 0;
            if looks && !self.for_chunks(&|entries| self.look(level, entries)) {
                return false;
            }
            self.observer.on_plies(level.plies);
            if !is_new && level.plies > self.longest[class].load(Ordering::Relaxed) {
                return true;
            }
            level.plies += 1;
        }
    }

    /// Updates the predecessors of the positions that are won or lost at this level.
    fn look_back(&self, level: Level, places: Range<usize>, found: &AtomicBool) {
        let (win, loss) =
            (Code::win(level.class, level.plies), Code::loss(level.class, level.plies));
        for index in places {
            let code = self.table.at(index);
            if code != win && code != loss {
                continue;
            }
            found.store(true, Ordering::Relaxed);
            if !M::GOES_BACK {
                continue;
            }
            let layout = &self.table.layout;
            self.moves.predecessors(layout.state(index), |before| {
                layout.places(before, |place| {
                    if code == win {
                        self.mark(place);
                    } else {
                        self.improve(place, code.before());
                    }
                });
            });
        }
    }

    /// Records a win where nothing better is known.
    fn improve(&self, place: usize, win: Code) {
        let known = self.table.at(place);
        let is_left = || {
            self.endings.class_of_leavings().is_some()
                && self.endings.leaving(self.table.layout.state(place)).is_some()
        };
        if win.0 < known.0 && known.0 <= Code::OPEN.0 && !is_left() {
            self.store(place, win);
        }
    }

    fn mark(&self, place: usize) {
        let bit = 1 << (place % 64);
        let word = &self.marked[place / 64];
        if self.table.at(place) == Code::OPEN && word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Looks at the marked positions, or at all that are open where nothing can be marked.
    fn look(&self, level: Level, places: Range<usize>) {
        let layout = &self.table.layout;
        if !M::GOES_BACK {
            let is_open = |code: Code| code.0 <= Code::OPEN.0 && !level.covers(code);
            for place in places.filter(|place| is_open(self.table.at(*place))) {
                self.judge(place, layout.state(place), level);
            }
            return;
        }
        for word in places.start / 64..places.end.div_ceil(64) {
            let mut marks = self.marked[word].swap(0, Ordering::Relaxed);
            while marks != 0 {
                let place = word * 64 + marks.trailing_zeros() as usize;
                self.judge(place, layout.state(place), level);
                marks &= marks - 1;
            }
        }
    }

    /// Decides an open position if the values of its moves suffice by now.
    fn judge(&self, place: usize, state: State, level: Level) {
        let known = self.table.at(place);
        let mut best = None::<Code>;
        self.moves.successors(state, |next| {
            let code = match next {
                Next::Inside(next) => self.table.code(next),
                Next::Outside(code) => code,
            };
            if code == Code::IMPOSSIBLE {
                return ControlFlow::Continue(());
            }
            let decided = match next {
                Next::Inside(_) if !level.covers(code) => Code::OPEN,
                _ => code,
            };
            best = Some(better(best, decided.before()));
            match best {
                Some(code) if M::GOES_BACK && !code.is_loss() => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        let Some(best) = best else { return };
        if best.is_win() {
            self.improve(place, best);
        } else if best.is_loss() && known == Code::OPEN {
            self.store(place, best);
        }
    }
}

/// Does `work` for every number below `count`, shared out to threads.
///
/// The work is a trait object: the code that shares it out is compiled once, not once for each
/// family and width.
fn share_out(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Returns the code that the side to move prefers.
fn better(known: Option<Code>, code: Code) -> Code {
    match known {
        Some(known) if known.preference() <= code.preference() => known,
        _ => code,
    }
}

/// Returns whether the code of each position of a finished table follows from the codes after its
/// moves.
#[cfg(test)]
pub(crate) fn is_consistent<M: Moves, const W: usize>(
    tables: &VariantTables<W>,
    table: &Table,
    moves: &M,
) -> bool {
    let endings = Endings::<W>::new(tables, &table.layout.material);
    let men = table.layout.material.men().len();
    let follows = |index| {
        let (code, state) = (table.at(index), table.layout.state(index));
        if code == Code::IMPOSSIBLE {
            return true;
        }
        if let Some(ended) = endings.ended(state, men) {
            return code == ended;
        }
        let mut best = None::<Code>;
        moves.successors(state, |next| {
            let code = match next {
                Next::Inside(next) => table.code(next),
                Next::Outside(code) => code,
            };
            if code != Code::IMPOSSIBLE {
                best = Some(better(best, code.before()));
            }
            ControlFlow::Continue(())
        });
        let Some(best) = best else {
            return code == endings.without_moves(moves.in_check(state));
        };
        let worse = |leaving: Code| {
            if best.preference() < leaving.preference() { leaving } else { best }
        };
        let best = endings.leaving(state).map_or(best, worse);
        code == endings.claim(state).map_or(best, |claim| better(Some(claim), best))
    };
    let consistent = AtomicBool::new(true);
    share_out(table.len(), &|index| {
        if consistent.load(Ordering::Relaxed) && !follows(index) {
            consistent.store(false, Ordering::Relaxed);
        }
    });
    consistent.into_inner()
}
