//! [`write_verdicts`]: positions of training games with the scores of long searches, as EPD.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Position, Rules, Variant};
use rotunda_search::{Bound, Event, Limits, Searcher, StopHandle};

use super::phase::Phase;
use crate::file::block::DataReader;
use crate::file::error::DataError;
use crate::file::plies::{Ply, Visitor, replay};
use crate::file::scored::{is_mate, score};
use crate::file::training_error::{FileProblem, PositionProblem, TrainingError};

/// The configuration: the number of positions, and the nodes of each search.
#[derive(Clone, Copy, Debug)]
pub struct VerdictConfig {
    /// The number of positions.
    pub positions: usize,
    /// The nodes of each search.
    pub nodes: u64,
    /// The seed that decides which positions of a game are taken.
    pub seed: u64,
}

/// Writes positions with verdicts as EPD, at most one of each game, and equally many of each phase.
///
/// # Errors
/// Returns an error if the files cannot be read or have too few games, there is no memory, or `out`
/// takes no more.
pub fn write_verdicts(
    files: &[PathBuf],
    wanted: VerdictConfig,
    out: &mut dyn Write,
) -> Result<(), TrainingError> {
    let (variant, positions) = choose(files, wanted)?;
    let VerdictConfig { positions: count, nodes, seed } = wanted;
    let found = positions.len();
    if found < count {
        return Err(TrainingError::TooFewPositions { found });
    }
    let names = files.iter().filter_map(|file| file.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    let (name, version) = (variant.name, env!("CARGO_PKG_VERSION"));
    writeln!(out, "# {name}: scores of searches of {nodes} nodes by Rotunda {version}, in")?;
    writeln!(out, "# centipawns for the mover; a mate in N moves is 30000 - N.")?;
    writeln!(out, "# One position of a game, of the phases in turn, chosen by seed {seed}; the")?;
    writeln!(out, "# games are those of {}", names.join(", "))?;
    let mut searcher = Searcher::new()?;
    for fen in positions {
        let found = search(&mut searcher, variant, &fen, &Limits::nodes(nodes))?;
        writeln!(out, "{fen} ce {found}; acn {nodes};")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the score of a search from scratch, see [`score`].
pub(crate) fn search(
    searcher: &mut Searcher,
    variant: &'static Variant,
    fen: &str,
    limits: &Limits,
) -> Result<i16, TrainingError> {
    let wrong = |problem| TrainingError::Position { fen: fen.into(), problem };
    let game = variant.game_from(Some(fen)).map_err(|error| wrong(error.into()))?;
    searcher.new_game();
    let mut found = None;
    searcher.run(&game, limits, &StopHandle::new(), |event| match event {
        Event::Info(info) if info.bound == Bound::Exact => found = Some(score(info.value)),
        _ => {}
    });
    found.ok_or_else(|| wrong(PositionProblem::NoScore))
}

/// Returns the positions as strings.
fn choose(
    files: &[PathBuf],
    wanted: VerdictConfig,
) -> Result<(&'static Variant, Vec<String>), TrainingError> {
    let (mut variant, mut chosen) = (None, Vec::new());
    for path in files {
        let named = |problem: FileProblem| TrainingError::file(path, problem);
        let own = choose_of(path, wanted, &mut chosen).map_err(|error| named(error.into()))?;
        if variant.replace(own).is_some_and(|other| other.name != own.name) {
            return Err(named(FileProblem::OtherVariant));
        }
    }
    variant.map(|variant| (variant, chosen)).ok_or(TrainingError::NoFiles)
}

fn choose_of(
    path: &Path,
    wanted: VerdictConfig,
    chosen: &mut Vec<String>,
) -> Result<&'static Variant, DataError> {
    let mut reader = DataReader::new(BufReader::new(File::open(path)?))?;
    let (variant, family) = (reader.header().variant()?, reader.header().family()?);
    while let Some(block) = reader.next_block()? {
        for game in block.records() {
            if chosen.len() == wanted.positions {
                return Ok(variant);
            }
            let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
            random.set_stream(chosen.len() as u64);
            let phase = Phase::ALL[chosen.len() % Phase::ALL.len()];
            let mut choice = Choice { phase, random, candidates: 0, fen: None };
            replay(family, &game?, &mut choice)?;
            chosen.extend(choice.fen);
        }
    }
    Ok(variant)
}

/// A random choice of one position of a game in a phase. It excludes positions with an announced
/// mate, which need no evaluation.
struct Choice {
    phase: Phase,
    random: ChaCha8Rng,
    candidates: u32,
    fen: Option<String>,
}

impl Visitor for Choice {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        let start = R::start(position.variant()).occupied().len() as usize;
        let phase = Phase::of(position.occupied().len() as usize, start);
        if phase != self.phase || is_mate(ply.score) {
            return;
        }
        self.candidates += 1;
        if self.random.random_range(0..self.candidates) == 0 {
            self.fen = Some(R::fen(position));
        }
    }
}
