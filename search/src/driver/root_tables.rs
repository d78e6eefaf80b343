//! [`RootTables`]: the values of the moves at the root by endgame tables.

use std::cmp::{Ordering, Reverse};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use rotunda_endgames::{Library, Material, Observer, Store, Verdict};
use rotunda_movegen::{FULL, FamilyGame, HALF, Position, Rules, VariantTables};

use crate::base::limits::Limits;
use crate::base::score::{MAX_PLY, Score, lost_in, of_share, won_in};
use crate::base::stop::StopHandle;
use crate::base::threads::caught;
use crate::tree::root_moves::RootMove;

/// The bytes of a table that even a slow machine reads in a millisecond.
const BYTES_PER_MILLISECOND: usize = 100_000;
/// The positions that a thread decides in a millisecond while it builds a table; about 1300 on a
/// machine of 2020.
const POSITIONS_PER_MILLISECOND: usize = 1000;
/// The part of the clock for building a table, after which all later moves are known.
const CLOCK_SHARE: u32 = 3;
/// The time for building tables in a search without limits.
const PATIENCE: Duration = Duration::from_secs(10);
/// The positions that a search limited by depth, nodes or a mate decides at most to build tables:
/// enough for three pieces on a usual board, and a fraction of a second. It does not look at the
/// time, so that such a search is the same on every machine.
const POSITIONS_OF_LIMITED: usize = 300_000;
/// The time that must be left for the first look at some material. The symmetries of its tables
/// take a tenth of a second on a slow machine.
const FIRST_LOOK: Duration = Duration::from_millis(300);

/// The value of a move to its player, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TableValue {
    /// The player gets less than half of the point after so many plies, the later the better.
    Lost { share: u16, plies: u16 },
    /// Both players get half of the point.
    Drawn,
    /// The player gets more than half of the point after so many plies, the sooner the better.
    Won { share: u16, plies: Reverse<u16> },
}

impl TableValue {
    /// Returns the value of a share of the point, in parts of [`FULL`], after so many plies.
    fn of(share: u16, plies: u16) -> Self {
        match share.cmp(&HALF) {
            Ordering::Less => Self::Lost { share, plies },
            Ordering::Equal => Self::Drawn,
            Ordering::Greater => Self::Won { share, plies: Reverse(plies) },
        }
    }

    /// Returns the score of the move for its player, if it is certain with so many plies left
    /// before a draw by counted moves.
    fn score(self, left: u32) -> Option<Score> {
        let (share, plies) = match self {
            Self::Drawn => return Some(0),
            Self::Won { share, plies: Reverse(plies) } | Self::Lost { share, plies } => {
                (share, usize::from(plies) + 1)
            }
        };
        let is_certain = plies <= left as usize && plies < MAX_PLY;
        is_certain.then(|| match share {
            FULL => won_in(plies),
            0 => lost_in(plies),
            share => of_share(share),
        })
    }
}

/// The tables that a search may build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Building {
    /// None.
    Nothing,
    /// Those of so many positions together, without a look at the time.
    Positions(usize),
    /// Those that fit into the time.
    InTime,
}

impl Building {
    /// Returns the tables that a search with some limits may build.
    pub const fn within(limits: &Limits) -> Self {
        let is_timed = limits.clock.is_some() || limits.move_time.is_some();
        let is_limited = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.soft_nodes.is_some()
            || limits.mate.is_some();
        if is_limited && !is_timed { Self::Positions(POSITIONS_OF_LIMITED) } else { Self::InTime }
    }
}

/// The budget for work on tables.
pub(crate) struct TableBudget<'a> {
    /// The time that is left for the move; `None` without a clock.
    pub time_left: &'a dyn Fn() -> Option<Duration>,
    /// The time on the mover's clock; `None` without one.
    pub clock: Option<Duration>,
    /// The handle that ends the work.
    pub stop: &'a StopHandle,
    /// The number of threads that build.
    pub threads: usize,
    /// The missing tables that are built.
    pub building: Building,
}

impl TableBudget<'_> {
    /// Returns the time for building tables; `None` where the time does not count.
    fn to_build(&self) -> Option<Duration> {
        let of_clock = || self.clock.map(|left| left / CLOCK_SHARE);
        let of_move = || (self.time_left)().map(|left| left * 3 / 4);
        let in_time = || of_clock().or_else(of_move).unwrap_or(PATIENCE);
        (self.building == Building::InTime).then(in_time)
    }

    /// Returns the number of positions that may be decided in a time for building.
    fn positions(&self, time: Option<Duration>) -> usize {
        match (self.building, time) {
            (Building::Positions(most), _) => most,
            (Building::InTime, Some(time)) => {
                let milliseconds = time.as_millis().try_into().unwrap_or(usize::MAX);
                (POSITIONS_PER_MILLISECOND * self.threads).saturating_mul(milliseconds)
            }
            _ => 0,
        }
    }
}

/// Ends the building of tables when the search is stopped or the time is up.
struct Watch<'a> {
    stop: &'a StopHandle,
    /// The end of the time; `None` where the time does not count.
    end: Option<Instant>,
}

impl Observer for Watch<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// The endgame tables of a variant for roots with few pieces. A table is read if it has been saved,
/// or else built if that is quick.
pub(crate) struct RootTables<R, const W: usize> {
    /// The library; `None` for a game that can have no tables.
    library: Option<Library<'static, R, W>>,
    /// The tables that are missing or damaged, which are not tried again.
    missing: Vec<Material>,
    /// The tables that could not be built, which are not tried again.
    given_up: Vec<Material>,
    /// The material of roots whose tables have been looked at.
    seen: Vec<Material>,
    /// The notes for people.
    notes: Vec<String>,
}

impl<R: Rules<W>, const W: usize> RootTables<R, W> {
    /// Creates the tables of a variant, some of which may be in a store.
    pub fn new(variant: &'static VariantTables<W>, store: Option<Store>) -> Self {
        let library = Library::new(variant).ok().map(|library| match store {
            Some(store) => library.reading(store),
            None => library,
        });
        Self {
            library,
            missing: Vec::new(),
            given_up: Vec::new(),
            seen: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Keeps the moves that are best by the tables, with their certain scores: those that win most
    /// and soonest, or else draw, or else lose least and latest. It keeps all moves unless every
    /// move ends the game or leads into a table that is in memory, or can be read or built in the
    /// time left.
    ///
    /// Tables do not count plies without progress. A win that may take too many of them is kept
    /// like others, but its score is not certain.
    pub fn keep_best(
        &mut self,
        game: &FamilyGame<'static, R, W>,
        budget: &TableBudget<'_>,
        moves: &mut Vec<RootMove<R::Move>>,
    ) {
        if !self.may_look(game.position(), budget) {
            return;
        }
        self.build(game.position(), budget);
        let values = moves.iter().map(|root| self.value(game, &root.mv, budget.time_left));
        let Some(values) = values.collect::<Option<Vec<TableValue>>>() else { return };
        let best = values.iter().max();
        let left = R::quiet_limit(game.position()).saturating_sub(game.position().halfmove());
        let proven = best.and_then(|best| best.score(left));
        let mut own = values.iter();
        moves.retain_mut(|root| {
            root.proven = proven;
            own.next() == best
        });
    }

    /// Returns the notes for people since the last call, and the errors of table files.
    pub fn take_notes(&mut self) -> Vec<String> {
        let faults = self.library.as_mut().map(Library::take_notes).unwrap_or_default();
        faults.into_iter().chain(self.notes.drain(..)).collect()
    }

    /// Returns whether there is time to look at the tables of a position.
    fn may_look(&mut self, position: &Position<'static, W>, budget: &TableBudget<'_>) -> bool {
        let Some(material) = Material::of(position) else { return true };
        if self.seen.contains(&material) {
            return true;
        }
        let may = (budget.time_left)().is_none_or(|left| left >= FIRST_LOOK);
        if may {
            self.seen.push(material);
        }
        may
    }

    /// Builds the tables of a position and of all material that can follow, if there is time.
    fn build(&mut self, position: &Position<'static, W>, budget: &TableBudget<'_>) {
        let Some(library) = self.library.as_mut() else { return };
        let material = Material::of(position).filter(|_| !position.has_castling_rights());
        let Some(material) = material.filter(|material| !self.given_up.contains(material)) else {
            return;
        };
        if library.probe(position).is_some()
            || is_read(library, &mut self.missing, &material, budget.time_left)
            || budget.building == Building::Nothing
        {
            return;
        }
        let time = budget.to_build();
        if !library.takes_at_most(budget.positions(time), &material) {
            return;
        }
        let Ok(pool) = ThreadPoolBuilder::new().num_threads(budget.threads).build() else { return };
        let end = time.map(|time| Instant::now() + time);
        let watch = Watch { stop: budget.stop, end };
        let built = caught(|| pool.install(|| library.build(&material, &watch)));
        if matches!(built, Ok(Ok(()))) {
            let name = material.name(library.tables());
            self.notes.push(format!("the endgame table {name} has been built"));
        } else if !budget.stop.is_stopped() {
            self.given_up.push(material);
        }
    }

    /// Returns the value of a move, if it is known.
    fn value(
        &mut self,
        game: &FamilyGame<'static, R, W>,
        mv: &R::Move,
        time_left: &dyn Fn() -> Option<Duration>,
    ) -> Option<TableValue> {
        let mover = game.position().turn();
        let mut child = game.clone();
        child.play_unchecked(mv);
        if let Some(outcome) = child.outcome() {
            return Some(TableValue::of(outcome.points(mover), 0));
        }
        match self.verdict(child.position(), time_left)? {
            Verdict::Draw => Some(TableValue::Drawn),
            Verdict::Win { share, plies } => Some(TableValue::of(FULL - share, plies)),
            Verdict::Loss { share, plies } => Some(TableValue::of(share, plies)),
        }
    }

    fn verdict(
        &mut self,
        position: &Position<'static, W>,
        time_left: &dyn Fn() -> Option<Duration>,
    ) -> Option<Verdict> {
        let library = self.library.as_mut()?;
        if let Some(verdict) = library.probe(position) {
            return Some(verdict);
        }
        let material = Material::of(position)?;
        if is_read(library, &mut self.missing, &material, time_left) {
            return library.probe(position);
        }
        None
    }
}

/// Reads a table if it has been saved and there is time, and returns whether it is in memory now.
/// Tables that are `missing` are not tried again.
fn is_read<R: Rules<W>, const W: usize>(
    library: &mut Library<'static, R, W>,
    missing: &mut Vec<Material>,
    material: &Material,
    time_left: &dyn Fn() -> Option<Duration>,
) -> bool {
    if missing.contains(material) {
        return false;
    }
    let milliseconds = library.bytes(material) / BYTES_PER_MILLISECOND;
    if time_left().is_some_and(|time| time.as_millis() < milliseconds as u128) {
        return false;
    }
    let is_there = library.read(material);
    if !is_there {
        missing.push(*material);
    }
    is_there
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rotunda_movegen::{Duel, Family, Options, Variant};

    use super::*;
    use crate::base::params;

    fn chess() -> &'static VariantTables<1> {
        let chess = Variant::by_name("chess").expect("known").family(Options::default());
        let Family::Duel(tables) = chess else { panic!("chess is a duel") };
        tables
    }

    type Kept = Vec<RootMove<<Duel as Rules<1>>::Move>>;

    /// Returns the game of a position, and the moves that are kept.
    fn look(
        tables: &mut RootTables<Duel, 1>,
        fen: &str,
        budget: &TableBudget<'_>,
    ) -> (FamilyGame<'static, Duel, 1>, Kept) {
        let game = FamilyGame::<Duel, 1>::parse(chess(), fen).expect("a good string");
        let mut moves =
            game.moves_within(&mut params::root_budget()).into_iter().map(RootMove::new).collect();
        tables.keep_best(&game, budget, &mut moves);
        (game, moves)
    }

    /// Does the same without a limit of time, where these tables may be built.
    fn look_without_time(tables: &mut RootTables<Duel, 1>, fen: &str, building: Building) -> usize {
        let stop = &StopHandle::new();
        let budget = TableBudget { time_left: &|| None, clock: None, stop, threads: 1, building };
        look(tables, fen, &budget).1.len()
    }

    /// Does the same with so much time.
    fn look_for(
        tables: &mut RootTables<Duel, 1>,
        fen: &str,
        time: Option<Duration>,
    ) -> (FamilyGame<'static, Duel, 1>, Kept) {
        let stop = &StopHandle::new();
        look(
            tables,
            fen,
            &TableBudget {
                time_left: &|| time,
                clock: None,
                stop,
                threads: 1,
                building: Building::InTime,
            },
        )
    }

    /// Returns the moves of a position that are kept, in the order of their texts.
    fn kept(tables: &mut RootTables<Duel, 1>, fen: &str, time: Option<Duration>) -> Vec<String> {
        let (game, moves) = look_for(tables, fen, time);
        let mut texts: Vec<_> =
            moves.iter().map(|root| game.line(&[root.mv]).remove(0).to_string()).collect();
        texts.sort();
        texts
    }

    /// Returns the certain scores of the moves that are kept.
    fn proven(tables: &mut RootTables<Duel, 1>, fen: &str) -> Option<Score> {
        let (_, moves) = look_for(tables, fen, None);
        let all = moves.iter().map(|root| root.proven).collect::<Vec<_>>();
        assert!(all.iter().all(|proven| *proven == all[0]), "{all:?}");
        all[0]
    }

    #[test]
    fn the_moves_that_are_best_by_tables_are_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().into());
        let mut library = Library::<Duel, 1>::new(chess()).expect("a duel");
        library = library.with_store(store.clone());
        let material = Material::parse(chess(), "KPK").expect("three men");
        library.build(&material, &()).expect("small enough");
        let mut tables = RootTables::<Duel, 1>::new(chess(), Some(store));

        let cornered = "7k/8/5K2/8/8/8/8/Q7 w - - 0 1";
        assert_eq!(kept(&mut tables, cornered, Some(Duration::ZERO)).len(), 25, "no time to read");
        assert_eq!(
            kept(&mut tables, cornered, None),
            ["a1a7", "a1g1", "f6f7", "f6g6"],
            "mate in two"
        );
        assert_eq!(kept(&mut tables, cornered, Some(Duration::ZERO)).len(), 4, "already read");
        let late = "4k3/8/8/3K4/4P3/8/8/8 w - - 0 1";
        assert_eq!(kept(&mut tables, late, None), ["d5e6"], "the opposition wins");
        let taken = "8/8/8/8/8/2k5/1Q6/6K1 b - - 0 1";
        assert_eq!(kept(&mut tables, taken, None), ["c3b2"], "a draw is better than a loss");
        let lost = "8/8/8/8/8/1k6/1Q6/K7 b - - 0 1";
        assert_eq!(kept(&mut tables, lost, None).len(), 1, "the other way loses sooner");
        let hurried = "7k/8/5K2/8/8/8/8/Q7 w - - 98 60";
        let known = [cornered, hurried, taken, lost].map(|fen| proven(&mut tables, fen));
        assert_eq!(known, [Some(won_in(3)), None, Some(0), Some(lost_in(12))]);
        let short = Some(Duration::from_millis(500));
        assert_eq!(
            kept(&mut tables, ROOK_AND_KNIGHT, short).len(),
            17,
            "no table, nor time to build it"
        );
        assert_eq!(tables.missing.len(), 1, "which is not asked for again");
        let (_, moves) = look_for(&mut tables, ROOK_AND_KNIGHT, short);
        assert!(moves.iter().all(|root| root.proven.is_none()), "nothing is certain");

        for file in fs::read_dir(folder.path()).expect("the folder") {
            fs::write(file.expect("a file").path(), "rotunda table 1\nbut no more")
                .expect("written");
        }
        let store = Store::new(folder.path().into());
        let mut damaged = RootTables::<Duel, 1>::new(chess(), Some(store));
        let kept = |damaged: &mut _, building| look_without_time(damaged, cornered, building);
        assert_eq!(kept(&mut damaged, Building::Nothing), 25, "what is damaged says nothing");
        let notes = damaged.take_notes();
        assert!(notes.len() == 1 && notes[0].contains("is damaged"), "{notes:?}");
        assert_eq!(kept(&mut damaged, Building::Nothing), 25);
        assert!(damaged.take_notes().is_empty(), "said once");
        assert_eq!(kept(&mut damaged, Building::InTime), 4, "but it can be built");
        let notes = damaged.take_notes();
        assert!(notes.last().is_some_and(|note| note.contains("KQK has been built")), "{notes:?}");
    }

    #[test]
    fn a_search_limited_by_nodes_builds_what_is_small_on_every_machine() {
        let mut tables = RootTables::<Duel, 1>::new(chess(), None);
        let building = Building::within(&Limits { nodes: Some(1), ..Limits::default() });
        assert_eq!(look_without_time(&mut tables, "7k/8/5K2/8/8/8/8/Q7 w - - 0 1", building), 4);
        assert_eq!(tables.take_notes(), ["the endgame table KQK has been built"]);
        assert_eq!(look_without_time(&mut tables, ROOK_AND_KNIGHT, building), 17);
        assert!(tables.take_notes().is_empty() && tables.given_up.is_empty());
        let timed = Limits { move_time: Some(Duration::from_secs(9)), ..Limits::depth(9) };
        let endless = Limits { infinite: true, ..Limits::default() };
        assert_eq!([timed, endless].map(|limits| Building::within(&limits)), [Building::InTime; 2]);
    }

    #[test]
    fn a_short_search_does_not_begin_with_tables() {
        let mut tables = RootTables::<Duel, 1>::new(chess(), None);
        let cornered = "7k/8/5K2/8/8/8/8/Q7 w - - 0 1";
        let all = |tables: &mut _, time| kept(tables, cornered, Some(time)).len();
        assert_eq!(all(&mut tables, FIRST_LOOK / 2), 25);
        assert!(tables.seen.is_empty(), "nothing has been computed");
        assert_eq!(all(&mut tables, Duration::from_secs(300)), 4);
        assert_eq!(all(&mut tables, Duration::ZERO), 4, "it is in memory");
    }

    const ROOK_AND_KNIGHT: &str = "7k/8/5K2/8/8/8/8/RN6 w - - 0 1";

    #[test]
    fn a_stop_ends_the_building_of_a_table_for_this_time() {
        let mut tables = RootTables::<Duel, 1>::new(chess(), None);
        let stop = &StopHandle::new();
        stop.stop();
        let budget = TableBudget {
            time_left: &|| None,
            clock: None,
            stop,
            threads: 2,
            building: Building::InTime,
        };
        assert_eq!(look(&mut tables, ROOK_AND_KNIGHT, &budget).1.len(), 17);
        assert!(tables.given_up.is_empty() && tables.take_notes().is_empty());
    }

    #[test]
    fn a_table_that_takes_longer_than_was_thought_is_given_up() {
        let mut tables = RootTables::<Duel, 1>::new(chess(), None);
        // So many threads would finish in that time.
        let (clock, stop) = (Some(CLOCK_SHARE * Duration::from_millis(24)), &StopHandle::new());
        let budget = TableBudget {
            time_left: &|| None,
            clock,
            stop,
            threads: 256,
            building: Building::InTime,
        };
        assert_eq!(look(&mut tables, ROOK_AND_KNIGHT, &budget).1.len(), 17);
        assert_eq!(tables.given_up.len(), 1);
    }
}
