//! `rotunda match` and `rotunda match report`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rotunda_command::{Completion, RunError, handle_interrupts_in_steps, is_interrupted};
use rotunda_movegen::Variant;

use crate::args::{Action, MatchArgs, ReportArgs};
use crate::check_engines::check_engines;
use crate::ending_text::finished_line;
use crate::game_record::GameRecord;
use crate::live::LiveFolder;
use crate::match_file::{FileEntry, Header, MatchFile, read};
use crate::openings::Openings;
use crate::outputs::{Files, Outputs, is_standard};
use crate::plan::Plan;
use crate::progress::Progress;
use crate::report::Report;
use crate::runner::{Job, MatchEvent, run};
use crate::schedule::{Schedule, label, sides};
use crate::standings::Standings;

/// Whether the match is to end, for whatever reason.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);
/// Whether the games that run are to be broken off.
static ABORT: AtomicBool = AtomicBool::new(false);

impl MatchArgs {
    /// Plays the match, or reports of one; the table goes to `out`.
    ///
    /// # Errors
    /// If what was asked for makes no sense, or files cannot be read or written.
    pub fn run(self, out: &mut dyn Write) -> Result<Completion, RunError> {
        match self.action {
            Some(Action::Report(args)) => report(&args, out),
            None => play(&self, out),
        }
    }
}

/// The entries of a plan's variants.
pub(crate) fn entries(plan: &Plan) -> Result<Vec<&'static Variant>, RunError> {
    let entry = |name: &String| {
        rotunda_movegen::Variant::by_name(name)
            .map_err(|_| RunError::Usage(format!("unknown variant {name}")))
    };
    plan.variants.iter().map(entry).collect()
}

fn standings(plan: &Plan) -> Result<Standings, RunError> {
    let sides: Vec<Vec<usize>> = entries(plan)?.into_iter().map(sides).collect();
    Ok(Standings::new(plan, &sides))
}

fn play(args: &MatchArgs, out: &mut dyn Write) -> Result<Completion, RunError> {
    let mut plan = args.plan().map_err(RunError::Usage)?;
    let entries = entries(&plan)?;
    let openings =
        Openings::read(&mut plan.openings, &entries, plan.seed).map_err(RunError::Usage)?;
    let books = openings.files();
    let files = Files {
        record: args.record.as_deref(),
        pgn: args.pgnout.as_deref(),
        json: args.json.as_deref(),
        sources: books.iter().map(PathBuf::as_path).collect(),
    };
    let mut standings = standings(&plan)?;
    let header = Header::new(plan.clone(), args.shard);
    handle_interrupts_in_steps(&STOP, &ABORT)?;
    let ready = || {
        let is_new = args.record.as_ref().is_some_and(|path| !path.exists());
        let match_file = open_match_file(args, &header, &mut standings)?;
        if !is_over(args, &standings)
            && let Err(why) = check_engines(&plan, &STOP)
        {
            drop(match_file);
            if let Some(path) = args.record.as_ref().filter(|_| is_new) {
                // The user mends the fault and begins a new match.
                let _ = fs::remove_file(path);
            }
            return Err(why);
        }
        Ok(match_file)
    };
    let mut outputs = Outputs::open(&files, ready).map_err(RunError::Usage)?;
    let played = play_missing(args, &plan, &entries, &openings, &mut standings, &mut outputs);
    let report = Report::new(&plan, &standings);
    let played = played.and(outputs.report(&report).map_err(RunError::Machine));
    if args.json.as_deref().is_some_and(is_standard) {
        eprint!("{report}");
    } else {
        write!(out, "{report}")?;
    }
    played?;
    if is_interrupted() {
        return Ok(Completion::Interrupted);
    }
    Ok(if args.strict && report.fault_count() > 0 {
        Completion::CheckFailed
    } else {
        Completion::Success
    })
}

/// Opens the match file, if there is to be one, and adds the games that it holds.
fn open_match_file(
    args: &MatchArgs,
    header: &Header,
    standings: &mut Standings,
) -> Result<Option<MatchFile>, String> {
    let Some(path) = &args.record else { return Ok(None) };
    let match_file = MatchFile::open(path, header, args.resume, &mut |game| {
        standings.add(&game).map_err(|why| format!("{}: {why}", path.display()))
    })?;
    Ok(Some(match_file))
}

/// The blocks that are to be played; without end if a test decides.
fn blocks(args: &MatchArgs, schedule: &Schedule) -> impl Iterator<Item = u64> + use<> {
    schedule.blocks(args.rounds(schedule).unwrap_or(u64::MAX), args.shard)
}

/// Whether no game is left to be played.
fn is_over(args: &MatchArgs, standings: &Standings) -> bool {
    let (schedule, done) = (standings.schedule(), standings.played());
    let is_done = |block| (0..schedule.games(block)).all(|game| done.contains(&(block, game)));
    standings.decision().is_some() || blocks(args, schedule).all(is_done)
}

/// Plays what has not been played.
fn play_missing(
    args: &MatchArgs,
    plan: &Plan,
    entries: &[&'static Variant],
    openings: &Openings,
    standings: &mut Standings,
    outputs: &mut Outputs,
) -> Result<(), RunError> {
    let schedule = standings.schedule().clone();
    let done = standings.played();
    replay(args.record.as_deref(), plan, outputs).map_err(RunError::Machine)?;
    if is_over(args, standings) {
        return Ok(());
    }
    let games = || blocks(args, &schedule).map(|block| schedule.games(block) as u64).sum();
    let mut progress = Progress::new(done.len(), args.rounds(&schedule).map(|_| games()));
    let mut failure = None;
    let concurrency = args.concurrency.into();
    let live = args.record.as_deref().and_then(LiveFolder::open);
    let job = Job {
        plan,
        entries,
        openings,
        schedule: &schedule,
        done: &done,
        concurrency,
        live: live.as_ref(),
        stop: &STOP,
        abort: &ABORT,
    };
    let ran = run(&job, blocks(args, &schedule), &mut |event| {
        if failure.is_some() || standings.decision().is_some() {
            return;
        }
        let result = match event {
            MatchEvent::Finished(game) => {
                let taken = outputs.take(plan, &game).and_then(|()| standings.add(&game));
                let number = schedule.number(game.block, game.game);
                progress.print(&finished_line(plan, number, &game));
                show_faults(plan, &game, &progress);
                taken.map_err(|why| format!("{why}; the match has ended early"))
            }
            MatchEvent::NotStarted(engine, fault) => Err(format!(
                "{}: {fault}; the match has ended early, and the game is not rated",
                plan.engines[engine].name
            )),
        };
        failure = result.map_err(RunError::Machine).err();
        progress.show(plan, standings);
        if failure.is_some() || standings.decision().is_some() {
            STOP.store(true, Ordering::Relaxed);
            ABORT.store(true, Ordering::Relaxed);
        }
    });
    progress.end();
    ran.map_err(|error| RunError::Machine(error.to_string()))?;
    failure.map_or(Ok(()), Err)
}

/// Writes the games that a match file holds to the other outputs.
fn replay(path: Option<&Path>, plan: &Plan, outputs: &mut Outputs) -> Result<(), String> {
    let Some(path) = path.filter(|_| outputs.wants_games()) else { return Ok(()) };
    let Some(mut match_file) = outputs.match_file.take() else { return Ok(()) };
    let replayed = match_file.replay(path, &mut |game| outputs.show(plan, &game));
    outputs.match_file = Some(match_file);
    replayed
}

/// Shows the faults of a game.
fn show_faults(plan: &Plan, game: &GameRecord, progress: &Progress) {
    for (seat, fault) in game.faults() {
        let (at, engine) = (label((game.block, game.game)), game.seating[seat]);
        progress.print(&format!("game {at}, {}: {fault}", plan.engines[engine].name));
    }
}

/// The games of files, which are parts of one match.
fn merge(files: &[PathBuf]) -> Result<Option<(Header, Standings)>, String> {
    let mut merged: Option<(Header, Standings)> = None;
    for path in files {
        let mut on_entry = |entry| match (entry, &mut merged) {
            (FileEntry::Header(header), Some((first, _))) => first.same_match(&header),
            (FileEntry::Header(header), empty) => {
                let standings = standings(&header.plan).map_err(|error| error.to_string())?;
                *empty = Some((*header, standings));
                Ok(())
            }
            (FileEntry::Game(game), Some((_, standings))) => standings.add(&game),
            (FileEntry::Game(_), None) => Err("a game without a match".into()),
        };
        read(path, &mut on_entry)?;
    }
    Ok(merged)
}

/// The report of the games in files, which are parts of one match.
fn report(args: &ReportArgs, out: &mut dyn Write) -> Result<Completion, RunError> {
    let mut merged = None;
    let files = Files {
        record: None,
        pgn: args.pgnout.as_deref(),
        json: args.json.as_deref(),
        sources: args.files.iter().map(PathBuf::as_path).collect(),
    };
    let ready = || {
        merged = merge(&args.files)?;
        Ok(None)
    };
    let mut outputs = Outputs::open(&files, ready).map_err(RunError::Usage)?;
    let Some((header, standings)) = merged else { return Ok(Completion::Success) };
    let wants_games = outputs.wants_games();
    for path in args.files.iter().filter(|_| wants_games) {
        let mut on_entry = |entry| match entry {
            FileEntry::Header(_) => Ok(()),
            FileEntry::Game(game) => outputs.show(&header.plan, &game),
        };
        read(path, &mut on_entry).map_err(RunError::Machine)?;
    }
    let report = Report::new(&header.plan, &standings);
    outputs.report(&report).map_err(RunError::Machine)?;
    if !args.json.as_deref().is_some_and(is_standard) {
        write!(out, "{report}")?;
    }
    Ok(Completion::Success)
}
