//! Searches on threads of their own, a limited number at once, and their reports.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use rotunda_movegen::{Game, GameMove, Seat, Variant};
use rotunda_notation::Notation;
use rotunda_notation::pgn::Ply;
use rotunda_search::threads::{STACK, caught, with_large_stack};
use rotunda_search::{Bound, Event, Info, Limits, SearchResult, Searcher, StopHandle, Value};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::protocol::{Line, Mover, Progress, Score, ScoreBound};
use crate::tree::Verdict;
use crate::variant_view::VariantView;

/// Between two messages about a search.
const PACE: Duration = Duration::from_millis(100);
/// The moves of a line that are sent.
const LINE: usize = 24;
/// The sum of shares.
const WHOLE: u32 = 1000;

/// The pool of searches that may run at the same time.
#[derive(Clone, Debug)]
pub struct Pool {
    all: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
}

/// The leave to search; it ends when dropped.
#[derive(Debug)]
pub struct Permit(#[expect(dead_code, reason = "held, not read")] Vec<OwnedSemaphorePermit>);

impl Pool {
    /// A pool for so many searches, one of which is never an analysis if there are several.
    pub fn new(engines: usize) -> Self {
        let analyses = engines.saturating_sub(1).max(1);
        Self {
            all: Arc::new(Semaphore::new(engines)),
            analyses: Arc::new(Semaphore::new(analyses)),
        }
    }

    /// The leave to search for a seat, as soon as there is one.
    pub async fn seat(&self) -> Permit {
        Permit(Arc::clone(&self.all).acquire_owned().await.into_iter().collect())
    }

    /// The leave to analyse, if there is one now.
    pub fn analysis(&self) -> Option<Permit> {
        let analysis = Arc::clone(&self.analyses).try_acquire_owned().ok()?;
        let search = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some(Permit(vec![analysis, search]))
    }
}

/// The order for a search.
pub struct Job {
    /// The variant.
    pub variant: &'static Variant,
    /// The game.
    pub game: Game,
    /// The node, for reports.
    pub node: usize,
    /// The limits of the search.
    pub limits: Limits,
    /// The hand that ends it earlier.
    pub stop: StopHandle,
}

/// The result of a search.
pub struct Found {
    /// The searcher, for the next time; `None` if the search has failed.
    pub searcher: Option<Searcher>,
    /// The decision.
    pub result: SearchResult,
    /// The last progress that was sent.
    pub progress: Progress,
}

/// Searches on a thread of its own; `tell` gets the progress, and the end as `done`.
pub async fn search(
    mut searcher: Searcher,
    job: Job,
    tell: impl Fn(&Progress) + Send + Sync + 'static,
) -> Found {
    let (sender, mut receiver) = oneshot::channel();
    let teller = Arc::new(Mutex::new(Teller::new(&job)));
    let heard = Arc::clone(&teller);
    let body = move || {
        let run =
            || searcher.run(&job.game, &job.limits, &job.stop, |event| locked(&heard).hear(event));
        let result = caught(|| with_large_stack(run));
        let searcher = result.is_ok().then_some(searcher);
        let _ = sender.send((searcher, result.unwrap_or_default()));
    };
    let began = Builder::new().name("search".into()).stack_size(STACK).spawn(body).is_ok();
    let mut pace = tokio::time::interval(PACE);
    let ended = loop {
        tokio::select! {
            ended = &mut receiver, if began => break ended.ok(),
            _ = pace.tick(), if began => {
                let news = locked(&teller).news();
                if let Some(progress) = news {
                    tell(&progress);
                }
            }
            else => break None,
        }
    };
    let progress = locked(&teller).progress(true);
    tell(&progress);
    let (searcher, result) = ended.unwrap_or_default();
    Found { searcher, result, progress }
}

fn locked(teller: &Mutex<Teller>) -> MutexGuard<'_, Teller> {
    teller.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reports of a search so far.
struct Teller {
    variant: &'static Variant,
    game: Game,
    node: usize,
    lines: BTreeMap<usize, Info>,
    shares: Vec<u16>,
    /// Whether there are reports since the last message.
    has_news: bool,
}

impl Teller {
    fn new(job: &Job) -> Self {
        Self {
            variant: job.variant,
            game: job.game.clone(),
            node: job.node,
            lines: BTreeMap::new(),
            shares: Vec::new(),
            has_news: false,
        }
    }

    /// Takes an event in.
    fn hear(&mut self, event: Event) {
        self.has_news = true;
        match event {
            Event::Info(info) => {
                if let Some(wdl) = info.wdl.filter(|_| info.multi_pv == 1) {
                    self.shares = shares(&self.game, wdl);
                }
                self.place(info);
            }
            Event::Shares(shares) => self.shares = shares,
            Event::Note(_) => {}
        }
    }

    /// Inserts a line at its rank. If its move had a line at another rank, the line that it
    /// replaces goes there until the search reports again, so no move has two lines.
    fn place(&mut self, info: Info) {
        let (rank, first) = (info.multi_pv, info.pv.first().cloned());
        let Some(before) = self.lines.insert(rank, info) else { return };
        let same = self.lines.iter().find(|(other, line)| {
            **other != rank && first.is_some() && line.pv.first() == first.as_ref()
        });
        if let Some(other) = same.map(|(other, _)| *other) {
            self.lines.insert(other, before);
        }
    }

    /// Returns the progress to send, if there are new reports.
    fn news(&mut self) -> Option<Progress> {
        std::mem::take(&mut self.has_news).then(|| self.progress(false))
    }

    fn progress(&self, done: bool) -> Progress {
        let info = self.lines.values().max_by_key(|info| info.nodes);
        let (nodes, hashfull) = info.map_or((0, 0), |info| (info.nodes, info.hash_full));
        let time = info.map_or(Duration::ZERO, |info| info.time);
        let micros = time.as_micros().max(1) as u64;
        Progress {
            node: self.node,
            lines: self.lines.values().map(|info| self.line(info)).collect(),
            nodes,
            nps: nodes.saturating_mul(1_000_000) / micros,
            hashfull,
            time: time.as_millis() as u64,
            shares: self.shares.clone(),
            done,
        }
    }

    fn line(&self, info: &Info) -> Line {
        let moves = &info.pv[..info.pv.len().min(LINE)];
        let (pv, by) = self.shown(moves);
        let ways = moves.first().map(|mv| VariantView::of(self.variant).ways(mv));
        Line {
            depth: info.depth,
            seldepth: info.selective_depth,
            score: match info.value {
                Value::Centipawns(score) => Score::Cp(score),
                Value::Mate(moves) => Score::Mate(moves),
            },
            bound: match info.bound {
                Bound::Exact => ScoreBound::Exact,
                Bound::Lower => ScoreBound::Lower,
                Bound::Upper => ScoreBound::Upper,
            },
            pv,
            movers: by,
            ways: ways.unwrap_or_default(),
            moves: moves.iter().map(ToString::to_string).collect(),
        }
    }

    /// Returns moves as people write them, and who makes them.
    fn shown(&self, moves: &[GameMove]) -> (Vec<String>, Vec<Mover>) {
        let notation = Notation::of(self.variant);
        let mut game = self.game.clone();
        let plies = moves.iter().map_while(|mv| {
            let piece = game.piece(mv.from()).filter(|_| mv.cells().len() > 1);
            let who = (game.turn().0, piece.map(|piece| piece.kind().index()));
            Ply::of(&notation, &mut game, mv).ok().map(|ply| (ply.text, who))
        });
        plies.unzip()
    }
}

/// Returns every seat's expected share with two sides left, from the wins, draws and losses of the
/// mover's side in permille.
fn shares(game: &Game, [wins, draws, _]: [u32; 3]) -> Vec<u16> {
    let own = (wins + draws / 2).min(WHOLE);
    let side = game.side(game.turn());
    let share = |seat: usize| {
        let seat = Seat(seat as u8);
        let of_side = if game.side(seat) == side { own } else { WHOLE - own };
        let plays = (0..game.seats())
            .map(|other| Seat(other as u8))
            .any(|other| game.side(other) == game.side(seat) && game.is_alive(other));
        if plays { of_side as u16 } else { 0 }
    };
    (0..game.seats()).map(share).collect()
}

/// Returns the verdict of a search.
pub fn verdict(progress: &Progress) -> Option<Verdict> {
    let best = progress.lines.first()?;
    let (cp, mate) = match best.score {
        Score::Cp(score) => (Some(score), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    Some(Verdict { depth: best.depth, cp, mate, shares: progress.shares.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_search_tells_its_lines_and_its_end() {
        for name in ["chess", "modern3", "modern4-2v2", "byzantine6"] {
            let variant = Variant::by_name(name).expect("known");
            let (game, stop) = (variant.game(), StopHandle::new());
            let job = Job { variant, game, node: 3, limits: Limits::depth(3), stop };
            let reports = Arc::new(Mutex::new(Vec::new()));
            let hear = Arc::clone(&reports);
            let mut searcher = Searcher::new().expect("a small table");
            searcher.settings.multi_pv = 2;
            let found = search(searcher, job, move |progress| {
                hear.lock().expect("no panic").push(progress.clone());
            })
            .await;
            assert!(found.searcher.is_some() && found.result.best.is_some());
            let reports = reports.lock().expect("no panic");
            let last = reports.last().expect("a report of the end");
            assert!(last.done && last.node == 3 && last.lines.len() == 2, "{last:?}");
            assert_eq!(last.shares.len(), variant.seats, "{name}");
            assert!(!last.lines[0].ways.is_empty() && last.lines[0].depth == 3);
            let movers: Vec<u8> = last.lines[0].movers.iter().map(|(seat, _)| *seat).collect();
            assert_eq!(movers[..2], [0, 1], "{name}: nobody is out so soon");
            assert!(last.lines[0].movers.iter().all(|(_, kind)| kind.is_some()));
            assert!(verdict(last).is_some_and(|verdict| verdict.depth == 3));
        }
    }

    #[test]
    fn no_move_has_two_lines() {
        let variant = Variant::by_name("chess").expect("known");
        let limits = Limits::depth(1);
        let job = Job { variant, game: variant.game(), node: 0, limits, stop: StopHandle::new() };
        let mut teller = Teller::new(&job);
        let mut events = Vec::new();
        let mut searcher = Searcher::new().expect("a small table");
        searcher.settings.multi_pv = 3;
        searcher.run(&job.game, &job.limits, &job.stop, |event| events.push(event));
        let mut infos: Vec<Info> = Vec::new();
        for event in events {
            if let Event::Info(info) = &event {
                infos.push(info.clone());
            }
            teller.hear(event);
        }
        let firsts = |teller: &mut Teller| -> Option<Vec<String>> {
            let news = teller.news()?;
            Some(news.lines.iter().map(|line| line.moves[0].clone()).collect())
        };
        let [a, b, c] = &firsts(&mut teller).expect("news")[..] else { panic!("three lines") };
        assert_eq!(firsts(&mut teller), None);
        // The third line is now first, and is sent before the others.
        let third = infos
            .iter()
            .rfind(|info| info.pv[0].to_string() == *c)
            .expect("it was reported")
            .clone();
        teller.hear(Event::Info(Info { multi_pv: 1, ..third }));
        assert_eq!(firsts(&mut teller), Some(vec![c.clone(), b.clone(), a.clone()]));
    }

    #[tokio::test]
    async fn so_many_searches_run_at_once_and_one_is_kept_for_seats() {
        let pool = Pool::new(2);
        let analysis = pool.analysis().expect("the first");
        assert!(pool.analysis().is_none(), "the second is for seats");
        let seat = pool.seat().await;
        drop((analysis, seat));
        assert!(pool.analysis().is_some());
    }
}
