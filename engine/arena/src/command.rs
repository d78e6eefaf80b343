//! `rotunda match` and `rotunda match report`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rotunda_movegen::Entry as Variant;
use serde::Serialize;

use crate::args::{Action, MatchArgs, ReportArgs};
use crate::ending::{Ending, Failure};
use crate::ledger::{Ledger, label};
use crate::live::Live;
use crate::openings::Openings;
use crate::pgn::pgn;
use crate::plan::Plan;
use crate::record::{Entry, GameRecord, Header, Record, read};
use crate::report::Report;
use crate::runner::{Job, run};
use crate::schedule::sides;

/// Whether the match is to end, for whatever reason.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether somebody wants the match to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The exit code of programs that end by Ctrl-C.
const BY_CTRL_C: i32 = 130;

impl MatchArgs {
    /// Plays the match, or reports of one; the table goes to `out`.
    ///
    /// # Errors
    /// If what was asked for makes no sense, or files cannot be read or written.
    pub fn run(self, out: &mut dyn Write) -> Result<Ending, Failure> {
        match self.action {
            Some(Action::Report(args)) => report(&args, out),
            None => play(&self, out),
        }
    }
}

/// The files and streams to which games go as they finish.
struct Outputs<'a> {
    record: Option<Record>,
    pgn: Option<File>,
    json: Option<Box<dyn Write + 'a>>,
}

/// A line of the JSON output.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Line<'a> {
    Game(&'a GameRecord),
    Report(&'a Report),
}

impl Outputs<'_> {
    /// Files and streams as asked for, emptied.
    fn open(pgn: Option<&Path>, json: Option<&Path>) -> Result<Self, Failure> {
        let create = |path: &Path| {
            let file = OpenOptions::new().write(true).create(true).truncate(true).open(path);
            file.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
        };
        let json = json.map(|path| -> Result<Box<dyn Write>, Failure> {
            Ok(if is_standard(path) { Box::new(io::stdout()) } else { Box::new(create(path)?) })
        });
        Ok(Self { record: None, pgn: pgn.map(create).transpose()?, json: json.transpose()? })
    }

    /// Whether anything but the record wants games.
    const fn show_games(&self) -> bool {
        self.pgn.is_some() || self.json.is_some()
    }

    /// Writes a game to everything but the record.
    fn show(&mut self, plan: &Plan, game: &GameRecord) -> io::Result<()> {
        if let Some(file) = &mut self.pgn {
            file.write_all(pgn(plan, game).as_bytes())?;
        }
        self.tell(&Line::Game(game))
    }

    fn tell(&mut self, line: &Line) -> io::Result<()> {
        if let Some(json) = &mut self.json {
            let text = serde_json::to_string(line)? + "\n";
            json.write_all(text.as_bytes())?;
            json.flush()?;
        }
        Ok(())
    }

    /// Writes a game to the record first, and then to everything else.
    fn take(&mut self, plan: &Plan, game: &GameRecord) -> io::Result<()> {
        if let Some(record) = &mut self.record {
            record.append(game)?;
        }
        self.show(plan, game)
    }
}

/// The entries of a plan's variants.
fn entries(plan: &Plan) -> Result<Vec<&'static Variant>, Failure> {
    let entry = |name: &String| {
        rotunda_movegen::variant(name)
            .ok_or_else(|| Failure::Usage(format!("unknown variant {name}")))
    };
    plan.variants.iter().map(entry).collect()
}

fn ledger(plan: &Plan) -> Result<Ledger, Failure> {
    let tables: Vec<Vec<usize>> = entries(plan)?.into_iter().map(sides).collect();
    Ok(Ledger::new(plan, &tables))
}

fn play(args: &MatchArgs, out: &mut dyn Write) -> Result<Ending, Failure> {
    let mut plan = args.plan().map_err(Failure::Usage)?;
    let entries = entries(&plan)?;
    let openings =
        Openings::read(&mut plan.openings, &entries, plan.seed).map_err(Failure::Usage)?;
    let mut ledger = ledger(&plan)?;
    let header = Header::new(plan.clone(), args.shard);
    let record = args.record.as_deref().map(|path| {
        Record::open(path, &header, args.resume, &mut |game| {
            ledger.add(&game).map_err(|why| format!("{}: {why}", path.display()))
        })
    });
    let record = record.transpose().map_err(Failure::Usage)?;
    // Files are emptied only when nothing stands against the match any more.
    let mut outputs = Outputs::open(args.pgnout.as_deref(), args.json.as_deref())?;
    if let Some(path) = args.record.as_deref().filter(|_| outputs.show_games()) {
        let mut show = |entry| match entry {
            Entry::Header(_) => Ok(()),
            Entry::Game(game) => outputs.show(&plan, &game).map_err(|error| error.to_string()),
        };
        read(path, &mut show).map_err(Failure::Machine)?;
    }
    outputs.record = record;
    conduct(args, &plan, &entries, &openings, &mut ledger, &mut outputs)?;
    let report = Report::new(&plan, &ledger);
    outputs.tell(&Line::Report(&report))?;
    if args.json.as_deref().is_some_and(is_standard) {
        eprint!("{report}");
    } else {
        write!(out, "{report}")?;
    }
    if INTERRUPTED.load(Ordering::Relaxed) {
        return Ok(Ending::Interrupted);
    }
    Ok(if args.strict && report.fault_count() > 0 { Ending::Failed } else { Ending::Fine })
}

/// Plays what has not been played.
fn conduct(
    args: &MatchArgs,
    plan: &Plan,
    entries: &[&'static Variant],
    openings: &Openings,
    ledger: &mut Ledger,
    outputs: &mut Outputs,
) -> Result<(), Failure> {
    let schedule = ledger.schedule().clone();
    let rounds = args.rounds(&schedule);
    let blocks = || schedule.blocks(rounds.unwrap_or(u64::MAX), args.shard);
    let total = rounds.map(|_| blocks().map(|block| schedule.games(block) as u64).sum());
    let done = ledger.played();
    if ledger.decision().is_some() {
        return Ok(());
    }
    listen()?;
    let mut live = Live::new(done.len(), total);
    let mut trouble = None;
    let concurrency = args.concurrency.into();
    let job =
        Job { plan, entries, openings, schedule: &schedule, done: &done, concurrency, stop: &STOP };
    let ran = run(&job, blocks(), &mut |game| {
        if trouble.is_some() || ledger.decision().is_some() {
            return;
        }
        let taken = outputs.take(plan, &game).map_err(Failure::Output);
        trouble = taken.and_then(|()| ledger.add(&game).map_err(Failure::Machine)).err();
        for (seat, fault) in game.faults() {
            let (at, engine) = (label((game.block, game.game)), game.seating[seat]);
            live.say(&format!("game {at}, {}: {fault}", plan.engines[engine].name));
        }
        live.show(plan, ledger);
        if trouble.is_some() || ledger.decision().is_some() {
            STOP.store(true, Ordering::Relaxed);
        }
    });
    live.end();
    ran.map_err(|error| Failure::Machine(error.to_string()))?;
    trouble.map_or(Ok(()), Err)
}

/// Lets Ctrl-C, and requests to terminate, end the match in good order; the second one ends it at
/// once.
fn listen() -> Result<(), Failure> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(BY_CTRL_C);
        }
        STOP.store(true, Ordering::Relaxed);
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Machine(error.to_string()))
}

/// The report of the games in files, which are parts of one match.
fn report(args: &ReportArgs, out: &mut dyn Write) -> Result<Ending, Failure> {
    let mut merged: Option<(Header, Ledger)> = None;
    let mut outputs = Outputs::open(args.pgnout.as_deref(), args.json.as_deref())?;
    for path in &args.files {
        let mut hear = |entry| match (entry, &mut merged) {
            (Entry::Header(header), Some((first, _))) => first.same_match(&header),
            (Entry::Header(header), empty) => {
                let ledger = ledger(&header.plan).map_err(|failure| failure.to_string())?;
                *empty = Some((*header, ledger));
                Ok(())
            }
            (Entry::Game(game), Some((header, ledger))) => {
                ledger.add(&game)?;
                outputs.show(&header.plan, &game).map_err(|error| error.to_string())
            }
            (Entry::Game(_), None) => Err("a game without a match".into()),
        };
        read(path, &mut hear).map_err(Failure::Usage)?;
    }
    let Some((header, ledger)) = merged else { return Ok(Ending::Fine) };
    let report = Report::new(&header.plan, &ledger);
    outputs.tell(&Line::Report(&report))?;
    if !args.json.as_deref().is_some_and(is_standard) {
        write!(out, "{report}")?;
    }
    Ok(Ending::Fine)
}

/// Whether a path means the standard output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}
