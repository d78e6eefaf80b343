//! [`Match`]: a match between engines, from its plan to its report.

use std::fs;
use std::path::{Path, PathBuf};

use rotunda_movegen::{Shard, Variant};

use crate::base::error::{ArenaError, EngineFault, PlanError, RecordProblem};
use crate::engines::check_engines::check_engines;
use crate::plan::match_plan::Plan;
use crate::plan::openings::Openings;
use crate::plan::schedule::Schedule;
use crate::play::live::LiveFolder;
use crate::play::runner::{Job, MatchEvent, run};
use crate::record::match_file::{FileEntry, Header, MatchFile, in_file, read};
use crate::report::match_report::Report;
use crate::report::observer::{MatchObserver, MatchStop};
use crate::report::outputs::{Files, JsonOutput, Outputs};
use crate::report::standings::Standings;

/// The length of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// The number of openings of every variant, each with all of its seatings.
    Rounds(u64),
    /// The least number of games of every variant. Rounds are whole.
    Games(u64),
    /// The games until the plan's sequential test decides.
    UntilDecided,
}

impl Length {
    /// Returns the number of openings of every variant; `None` if a test decides.
    fn rounds(self, schedule: &Schedule) -> Option<u64> {
        match self {
            Self::Rounds(rounds) => Some(rounds),
            Self::Games(games) => Some(schedule.rounds(games)),
            Self::UntilDecided => None,
        }
    }
}

/// The configuration of a match: the plan, the length, and the files to write.
///
/// The files are optional: an observer and the report have the same information.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The engines, the variants and the conditions of the games.
    pub plan: Plan,
    /// The number of games.
    pub length: Length,
    /// The part of the match to play.
    pub shard: Shard,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The file that keeps the match. It survives a kill of the program.
    pub record: Option<PathBuf>,
    /// Whether a match in the record continues. Otherwise such a record is refused.
    pub resume: bool,
    /// The file for the games as PGN. It is written anew, with the games of the record.
    pub pgn: Option<PathBuf>,
    /// The output for games and report as JSON lines. It too gets the games of the record.
    pub json: Option<JsonOutput>,
    /// The handle that ends the match; keep a clone. A sequential test ends the match with it, too.
    pub stop: MatchStop,
}

impl MatchConfig {
    /// Returns the whole match of a plan, one game at a time, without any file.
    #[must_use]
    pub fn new(plan: Plan, length: Length) -> Self {
        Self {
            plan,
            length,
            shard: Shard::ALL,
            concurrency: 1,
            record: None,
            resume: false,
            pgn: None,
            json: None,
            stop: MatchStop::new(),
        }
    }
}

/// The reason why a match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games have been played.
    Complete,
    /// The sequential test has accepted a hypothesis.
    Decided,
    /// The [`MatchStop`] has ended it.
    Stopped,
}

/// A match: its games so far, and the files that it keeps.
///
/// ```no_run
/// use rotunda_arena::{EngineLimits, EngineSpec, Length, Match, MatchConfig, Plan};
///
/// let engine = |name: &str, nodes| EngineSpec::new(name, "rotunda", EngineLimits::nodes(nodes));
/// let plan = Plan::new(vec![engine("strong", 2000), engine("weak", 200)]);
/// let mut game = Match::open(MatchConfig::new(plan, Length::Games(10)))?;
/// game.play(&mut ())?;
/// println!("{}", game.report());
/// # Ok::<(), rotunda_arena::ArenaError>(())
/// ```
pub struct Match {
    config: MatchConfig,
    entries: Vec<&'static Variant>,
    openings: Openings,
    standings: Standings,
    outputs: Outputs,
}

impl Match {
    /// Prepares a match: reads its books, opens its files, adds the games of its record, and starts
    /// every engine once to check that it can play.
    ///
    /// # Errors
    /// Returns an error if the plan makes no sense, a file cannot be used, or an engine cannot
    /// play. Then nothing has changed.
    pub fn open(mut config: MatchConfig) -> Result<Self, ArenaError> {
        let plan = &mut config.plan;
        plan.check()?;
        if plan.sprt.is_none() && config.length == Length::UntilDecided {
            return Err(PlanError::Endless.into());
        }
        let entries = plan.entries()?;
        let openings = Openings::read(&mut plan.openings, &entries, plan.seed)?;
        let mut standings = Standings::new(plan)?;
        let books = openings.files();
        let files = Files {
            record: config.record.as_deref(),
            pgn: config.pgn.as_deref(),
            json: config.json.as_ref(),
            sources: books.iter().map(PathBuf::as_path).collect(),
        };
        let outputs = Outputs::open(&files, || ready(&config, &mut standings))?;
        Ok(Self { config, entries, openings, standings, outputs })
    }

    /// Plays the missing games, and writes the report to the JSON output at the end.
    ///
    /// # Errors
    /// Returns an error if an output takes no more, an engine no longer starts, or there is no
    /// memory. The games so far count nevertheless.
    pub fn play(&mut self, observer: &mut dyn MatchObserver) -> Result<MatchEnd, ArenaError> {
        let played = self.play_missing(observer);
        let reported = self.outputs.report(&self.report());
        played?;
        reported?;
        Ok(if self.standings.decision().is_some() {
            MatchEnd::Decided
        } else if self.config.stop.is_finishing() {
            MatchEnd::Stopped
        } else {
            MatchEnd::Complete
        })
    }

    /// Returns the notes about what was left out in reading the books of openings.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        self.openings.notes()
    }

    /// Returns the games so far.
    #[must_use]
    pub const fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the table of the games so far.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::new(&self.standings)
    }

    fn play_missing(&mut self, observer: &mut dyn MatchObserver) -> Result<(), ArenaError> {
        let Self { config, entries, openings, standings, outputs } = self;
        let (schedule, done) = (standings.schedule().clone(), standings.played());
        replay(config, outputs)?;
        if is_over(config, standings) {
            return Ok(());
        }
        let games = || blocks(config, &schedule).map(|block| schedule.games(block) as u64).sum();
        observer.begins(standings, config.length.rounds(&schedule).map(|_| games()));
        let live = config.record.as_deref().and_then(LiveFolder::open);
        let job = Job {
            plan: &config.plan,
            entries,
            openings,
            schedule: &schedule,
            done: &done,
            concurrency: config.concurrency.max(1),
            live: live.as_ref(),
            stop: config.stop.finish_flag(),
            abort: config.stop.abort_flag(),
        };
        let mut failure = None;
        let ran = run(&job, blocks(config, &schedule), &mut |event| {
            if failure.is_some() || standings.decision().is_some() {
                return;
            }
            match event {
                MatchEvent::Finished(game) => {
                    let taken = outputs.take(&config.plan, &game).map_err(ArenaError::from);
                    let stray = |game| in_record(config, RecordProblem::Game(game));
                    let added = taken.and_then(|()| standings.add(&game).map_err(stray));
                    failure = added.err();
                    observer.finished(&game, standings);
                }
                MatchEvent::NotStarted(engine, fault) => {
                    let engine = config.plan.engines[engine].name.clone();
                    failure = Some(ArenaError::NotStarted(EngineFault { engine, fault }));
                }
            }
            if failure.is_some() || standings.decision().is_some() {
                config.stop.abort();
            }
        });
        observer.ends(standings);
        ran?;
        failure.map_or(Ok(()), Err)
    }
}

/// Returns the error for the record of a match.
fn in_record(config: &MatchConfig, problem: RecordProblem) -> ArenaError {
    in_file(config.record.as_deref().unwrap_or(Path::new("")), problem).into()
}

/// Opens the record, if one is wanted, and starts every engine once, if a game remains to play.
fn ready(config: &MatchConfig, standings: &mut Standings) -> Result<Option<MatchFile>, ArenaError> {
    let is_new = config.record.as_ref().is_some_and(|path| !path.exists());
    let match_file = open_match_file(config, standings)?;
    if is_over(config, standings) {
        return Ok(match_file);
    }
    let Err(faults) = check_engines(&config.plan, config.stop.finish_flag()) else {
        return Ok(match_file);
    };
    drop(match_file);
    if let Some(path) = config.record.as_ref().filter(|_| is_new) {
        // The user corrects the fault and begins a new match.
        let _ = fs::remove_file(path);
    }
    Err(ArenaError::Engines(faults))
}

/// Opens the match file, if one is wanted, and adds its games.
fn open_match_file(
    config: &MatchConfig,
    standings: &mut Standings,
) -> Result<Option<MatchFile>, ArenaError> {
    let Some(path) = &config.record else { return Ok(None) };
    let header = Header::new(config.plan.clone(), config.shard);
    let mut add =
        |game| standings.add(&game).map_err(|stray| in_file(path, RecordProblem::Game(stray)));
    Ok(Some(MatchFile::open(path, &header, config.resume, &mut add)?))
}

/// Returns the blocks to play; they have no end if a test decides.
fn blocks(config: &MatchConfig, schedule: &Schedule) -> impl Iterator<Item = u64> + use<> {
    schedule.blocks(config.length.rounds(schedule).unwrap_or(u64::MAX), config.shard)
}

/// Returns whether no game is left to play.
fn is_over(config: &MatchConfig, standings: &Standings) -> bool {
    let (schedule, done) = (standings.schedule(), standings.played());
    let is_done = |block| (0..schedule.games(block)).all(|game| done.contains(&(block, game)));
    standings.decision().is_some() || blocks(config, schedule).all(is_done)
}

/// Writes the games of a match file to the other outputs.
fn replay(config: &MatchConfig, outputs: &mut Outputs) -> Result<(), ArenaError> {
    let path = config.record.as_deref().filter(|_| outputs.wants_games());
    let Some(path) = path else { return Ok(()) };
    let Some(mut match_file) = outputs.match_file.take() else { return Ok(()) };
    let replayed = match_file.replay(path, &mut |game| Ok(outputs.show(&config.plan, &game)?));
    outputs.match_file = Some(match_file);
    replayed
}

/// The records to report, and the outputs for their games.
#[derive(Clone, Default, Debug)]
pub struct ReportConfig {
    /// The records, which are parts of one match.
    pub records: Vec<PathBuf>,
    /// The file for the games as PGN.
    pub pgn: Option<PathBuf>,
    /// The output for games and report as JSON lines.
    pub json: Option<JsonOutput>,
}

/// Returns the report of the games in records; `None` if there are no records.
///
/// # Errors
/// Returns an error if a record cannot be read or is of another match than the first, or if an
/// output cannot be written.
pub fn report(config: &ReportConfig) -> Result<Option<Report>, ArenaError> {
    let mut standings = None;
    let files = Files {
        record: None,
        pgn: config.pgn.as_deref(),
        json: config.json.as_ref(),
        sources: config.records.iter().map(PathBuf::as_path).collect(),
    };
    let ready = || {
        standings = merge(&config.records)?;
        Ok(None)
    };
    let mut outputs = Outputs::open(&files, ready)?;
    let Some(standings) = standings else { return Ok(None) };
    let wants_games = outputs.wants_games();
    for path in config.records.iter().filter(|_| wants_games) {
        let mut on_entry = |entry| match entry {
            FileEntry::Header(_) => Ok(()),
            FileEntry::Game(game) => Ok(outputs.show(standings.plan(), &game)?),
        };
        read(path, &mut on_entry)?;
    }
    let report = Report::new(&standings);
    outputs.report(&report)?;
    Ok(Some(report))
}

/// Reads the games of files, which are parts of one match.
fn merge(files: &[PathBuf]) -> Result<Option<Standings>, ArenaError> {
    let mut merged: Option<(Header, Standings)> = None;
    for path in files {
        let named = |problem: RecordProblem| ArenaError::from(in_file(path, problem));
        let mut on_entry = |entry| match (entry, &mut merged) {
            (FileEntry::Header(header), Some((first, _))) => {
                first.same_match(&header).map_err(named)
            }
            (FileEntry::Header(header), empty) => {
                let standings = Standings::new(&header.plan);
                let standings = standings.map_err(|problem| named(problem.into()))?;
                *empty = Some((*header, standings));
                Ok(())
            }
            (FileEntry::Game(game), Some((_, standings))) => {
                standings.add(&game).map_err(|stray| named(stray.into()))
            }
            (FileEntry::Game(_), None) => Err(named(RecordProblem::Empty)),
        };
        read(path, &mut on_entry)?;
    }
    Ok(merged.map(|(_, standings)| standings))
}
