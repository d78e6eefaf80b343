//! `rotunda tables`: the values of endgames of few pieces.

use std::io::Write;

use clap::{ArgGroup, Args};
use indicatif::ProgressBar;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rotunda_endgames::{
    Library, Material, Observer, Odds, Refusal, Report, Store, Verdict, rules_line,
};
use rotunda_movegen::{FULL, FamilyGame, Options, Rules, VariantTables, in_family};

use super::shared::{PositionArg, ThreadsArg};
use crate::completion::{Completion, RunError};
use crate::progress;

/// The options of `rotunda tables`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").args(["sets", "men", "fen"])))]
pub struct TablesArgs {
    /// Sets of pieces, White's and Black's letters, such as KQKR or KBNK
    #[arg(value_name = "SET")]
    sets: Vec<String>,
    /// All sets of so many pieces, including the kings
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4), default_value = "3")]
    men: u8,
    #[command(flatten)]
    position: PositionArg,
    /// Print a line of numbers for each set, in the form of the files in endgames/summaries
    #[arg(long, conflicts_with = "fen")]
    summary: bool,
    /// Do not read or write the user's cache directory of tables
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// Shows the work on a bar.
struct Bar(ProgressBar);

impl Observer for Bar {
    fn on_table(&self, name: &str, positions: usize) {
        self.0.set_message(format!("{name}: {positions} positions"));
    }

    fn on_plies(&self, plies: u16) {
        self.0.set_position(plies.into());
    }
}

impl TablesArgs {
    /// Carries out the command.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        in_family!(self.position.of.variant.family(Options::default()), R, tables => self.of::<R, _>(tables, out))
    }

    fn of<R: Rules<W>, const W: usize>(
        &self,
        tables: &'static VariantTables<W>,
        out: &mut dyn Write,
    ) -> Result<Completion, RunError> {
        let mut library = Library::<R, W>::new(tables).map_err(|refusal| refused(&refusal))?;
        if let Some(store) = Store::of_user().filter(|_| !self.no_cache) {
            library = library.with_store(store);
        }
        let pool = ThreadPoolBuilder::new().num_threads(self.threads.count()).build();
        let pool = pool.map_err(|error| RunError::Machine(error.to_string()))?;
        let mut desk = Desk { library, pool };
        match &self.position.fen {
            Some(fen) => desk.position(fen, out)?,
            None => self.list(&mut desk, out)?,
        }
        for note in desk.library.take_notes() {
            eprintln!("rotunda: {note}");
        }
        Ok(Completion::Success)
    }

    /// The requested sets.
    fn material<R: Rules<W>, const W: usize>(
        &self,
        library: &mut Library<'static, R, W>,
    ) -> Result<Vec<Material>, RunError> {
        if self.sets.is_empty() {
            return Ok(library.all_material(self.men.into()));
        }
        let of = |text: &String| {
            Material::parse(library.tables(), text).ok_or_else(|| {
                RunError::Usage(format!(
                    "{text:?} is no set of men: write the letters of White's men and of Black's, \
                     each beginning with the king, four at most, as in KQKR"
                ))
            })
        };
        self.sets.iter().map(of).collect()
    }

    fn list<R: Rules<W>, const W: usize>(
        &self,
        desk: &mut Desk<R, W>,
        out: &mut dyn Write,
    ) -> Result<(), RunError> {
        let sets = self.material(&mut desk.library)?;
        if self.summary {
            writeln!(out, "{}", rules_line(desk.library.tables()))?;
        } else {
            writeln!(out, "{HEADING}")?;
        }
        for material in sets {
            let name = material.name(desk.library.tables());
            if let Err(refusal) = desk.build(&material) {
                // A list of all sets leaves out those that are too large.
                if self.sets.is_empty() {
                    eprintln!("rotunda: {name}: {refusal}");
                    continue;
                }
                return Err(refused(&refusal));
            }
            let report = desk.library.report(&material).expect("it has been built");
            if self.summary {
                writeln!(out, "{name} {}", Odds::of(&report))?;
                let resistance = desk.library.resistance(&material);
                resistance.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            } else {
                rows(&report).iter().try_for_each(|row| writeln!(out, "{row}"))?;
            }
        }
        Ok(())
    }
}

/// The heading of the list of sets.
const HEADING: &str = "set    positions  won %  part %  drawn %  lost %  longest  class";

/// Returns the statistics of a set, a row for each side to move.
fn rows(report: &Report) -> [String; 2] {
    let [first, second] = [0, 1].map(|seat| {
        let (tally, longest) = (report.tallies[seat], report.longest[seat].as_ref());
        let percent = |count: u64| 100.0 * count as f64 / tally.positions.max(1) as f64;
        let part = tally.won[1..].iter().chain(&tally.lost[1..]).sum::<u64>();
        let drawn = tally.positions - part - tally.won[0] - tally.lost[0];
        format!(
            "{:9}  {:5.1}  {:6.1}  {:7.1}  {:6.1}  {:>7}",
            tally.positions,
            percent(tally.won[0]),
            percent(part),
            percent(drawn),
            percent(tally.lost[0]),
            longest.map_or("-".to_owned(), |(plies, _)| plies.div_ceil(2).to_string()),
        )
    });
    [
        format!("{:5}  {first}  {}", report.name, Odds::of(report).class()),
        format!("{:5}  {second}", ""),
    ]
}

fn refused(refusal: &Refusal) -> RunError {
    RunError::Usage(refusal.to_string())
}

/// A library, and the threads that build for it.
struct Desk<R, const W: usize> {
    library: Library<'static, R, W>,
    pool: ThreadPool,
}

impl<R: Rules<W>, const W: usize> Desk<R, W> {
    fn build(&mut self, material: &Material) -> Result<(), Refusal> {
        let bar = Bar(progress::counter("plies"));
        let result = self.pool.install(|| self.library.build(material, &bar));
        bar.0.finish_and_clear();
        result
    }

    /// Prints the value of a position and the winning line.
    fn position(&mut self, fen: &str, out: &mut dyn Write) -> Result<(), RunError> {
        let mut game = FamilyGame::<R, W>::parse(self.library.tables(), fen)
            .map_err(|error| RunError::Usage(format!("bad position: {error}")))?;
        let material = Material::of(game.position()).ok_or_else(|| {
            RunError::Usage("tables have four men at most, kings included".to_owned())
        })?;
        self.build(&material).map_err(|refusal| refused(&refusal))?;
        let verdict = self.library.probe(game.position()).ok_or_else(|| {
            RunError::Usage("tables know nothing of castling and of games that are over".into())
        })?;
        writeln!(out, "{}: {}", material.name(self.library.tables()), verdict_text(verdict))?;
        let mut line = Vec::new();
        for mv in self.library.line(&game) {
            line.extend(R::to_uci(game.position(), std::slice::from_ref(&mv)));
            game.play_unchecked(&mv);
        }
        if !line.is_empty() {
            writeln!(out, "{}", line.join(" "))?;
        }
        Ok(())
    }
}

/// Returns a verdict for people.
fn verdict_text(verdict: Verdict) -> String {
    let (what, share, plies) = match verdict {
        Verdict::Draw => return "drawn".to_owned(),
        Verdict::Win { share, plies } => ("won", share, plies),
        Verdict::Loss { share, plies } => ("lost", share, plies),
    };
    let points = if share == FULL { String::new() } else { format!(" for {share} points") };
    format!("{what}{points} in {plies} plies")
}
