//! [`generate`]: games of the engine against itself, as training data.

use std::fs;
use std::path::{Path, PathBuf};

use rotunda_movegen::{Options, Shard, Variant};
use rotunda_search::net::{EvalFile, EvalFileError};
use rotunda_search::{Evaluation, Settings, StopHandle};

use super::game_pool::{Job, play_into};
use crate::file::data_file::DataFile;
use crate::file::header::{Header, Recipe};
use crate::file::net_file::net_checksum;
use crate::file::training_error::TrainingError;

/// The evaluation of positions.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// The evaluation that needs nothing but the variant's tables.
    Derived,
    /// The evaluation of a file, a net or fitted numbers.
    File {
        /// The evaluation.
        file: EvalFile,
        /// The checksum of the file, by which the recipe of the data names it.
        checksum: u32,
    },
}

impl Evaluator {
    /// Reads a file of a net or of fitted numbers.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or holds neither.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, EvalFileError> {
        let bytes = EvalFile::bytes(path)?;
        let file = EvalFile::from_bytes(&bytes)?;
        let checksum = match &file {
            EvalFile::Net(_) => net_checksum(&bytes),
            EvalFile::Fit(_) => crc32fast::hash(&bytes),
        };
        Ok(Self::File { file, checksum })
    }
}

/// The configuration of a generation: the games, the number of positions, and the folder.
///
/// Every game follows from the seed and its number. The same settings give the same file, on any
/// number of threads.
#[derive(Clone, Debug)]
pub struct GenerateConfig {
    /// The variant.
    pub variant: &'static Variant,
    /// The folder for the file, which is created if it does not exist.
    pub folder: PathBuf,
    /// The number of searched positions, all shards together. The last game is finished.
    pub positions: u64,
    /// The nodes after which a search begins no new iteration.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of games at a time.
    pub threads: usize,
    /// The part of the games to play, which has a file of its own.
    pub shard: Shard,
    /// Whether a file with games is continued. Otherwise it is refused.
    pub resume: bool,
    /// The least and the greatest number of random plies at the beginning; `None` for 3 to 5 of
    /// each seat, less one.
    pub opening: Option<(u32, u32)>,
    /// The greatest score, in centipawns, of a position from which a game is played.
    pub imbalance: u32,
    /// The temperature in centipawns: in the first twenty moves, a move that is worse by this much
    /// is chosen 1/e times as often as the best one. At 0 it is always the best move.
    pub temperature: u32,
    /// The megabytes of each thread's table, which is cleared before each game.
    pub hash: usize,
    /// The evaluation of positions; `None` for the usual one.
    pub evaluator: Option<Evaluator>,
    /// The rules that games are played by, where they leave a choice.
    pub options: Options,
    /// Ends the generation; keep a clone.
    pub stop: StopHandle,
}

impl GenerateConfig {
    /// Returns the usual settings, on one thread.
    #[must_use]
    pub fn new(
        variant: &'static Variant,
        folder: impl Into<PathBuf>,
        positions: u64,
        nodes: u64,
        seed: u64,
    ) -> Self {
        Self {
            variant,
            folder: folder.into(),
            positions,
            nodes,
            seed,
            threads: 1,
            shard: Shard::ALL,
            resume: false,
            opening: None,
            imbalance: 400,
            temperature: 0,
            hash: 2,
            evaluator: None,
            options: Options::default(),
            stop: StopHandle::new(),
        }
    }

    /// Returns the header of the file.
    fn header(&self) -> Header {
        let seats = self.variant.seats as u32;
        Header {
            version: env!("CARGO_PKG_VERSION").into(),
            variant: self.variant.name.into(),
            classic_scoring: self.options.classic_scoring,
            team_king_loss_eliminates: self.options.team_king_loss_eliminates,
            shard: self.shard,
            recipe: Recipe {
                seed: self.seed,
                nodes: self.nodes,
                hash: self.hash,
                opening: self.opening.unwrap_or((3 * seats, 5 * seats - 1)),
                imbalance: self.imbalance,
                temperature: self.temperature,
                evaluation: self.evaluator.as_ref().map(|evaluator| match evaluator {
                    Evaluator::Derived => "derived".into(),
                    Evaluator::File { checksum, .. } => format!("{checksum:08x}"),
                }),
            },
        }
    }

    /// Returns the settings of all searches.
    fn settings(&self) -> Result<Settings, TrainingError> {
        let usual = Settings::default();
        match &self.evaluator {
            None => Ok(usual),
            Some(Evaluator::Derived) => Ok(Settings { evaluation: Evaluation::Derived, ..usual }),
            Some(Evaluator::File { file, .. }) => {
                file.fits(self.variant).map_err(TrainingError::Evaluation)?;
                Ok(Settings { eval_file: Some(file.clone()), ..usual })
            }
        }
    }
}

/// The contents of a file of training data so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The games.
    pub games: u64,
    /// Their searched positions.
    pub positions: u64,
}

impl Generated {
    fn of(file: &DataFile) -> Self {
        Self { games: file.games, positions: file.positions }
    }
}

/// The reports of a generation to a program. Every method does nothing by default.
///
/// `()` ignores all reports.
pub trait GenerateObserver {
    /// Reports that the file is open, with its contents so far; `total` positions are wanted.
    fn begins(&mut self, so_far: Generated, total: u64) {
        let _ = (so_far, total);
    }

    /// Reports that a game was added.
    fn grows(&mut self, so_far: Generated) {
        let _ = so_far;
    }
}

impl GenerateObserver for () {}

/// A file of training data, after [`generate`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedFile {
    /// The file.
    pub path: PathBuf,
    /// The contents.
    pub held: Generated,
    /// Whether it has all of its positions. Otherwise the generation was stopped.
    pub is_complete: bool,
}

/// Plays games of the engine against itself and writes them to a file, until it has its positions
/// or is stopped.
///
/// ```
/// use rotunda_movegen::Variant;
/// use rotunda_training::{GenerateConfig, generate};
///
/// let folder = std::env::temp_dir().join(format!("rotunda-doc-{}", std::process::id()));
/// let rollerball = Variant::by_name("rollerball")?;
/// let file = generate(&GenerateConfig::new(rollerball, &folder, 100, 50, 1), &mut ())?;
/// assert!(file.is_complete && file.held.positions >= 100);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the net belongs to another game, the file has other contents, or the machine
/// lacks the resources.
pub fn generate(
    config: &GenerateConfig,
    observer: &mut dyn GenerateObserver,
) -> Result<GeneratedFile, TrainingError> {
    let (header, settings) = (config.header(), config.settings()?);
    let path = config.folder.join(header.file_name());
    fs::create_dir_all(&config.folder).map_err(|error| TrainingError::file(&path, error))?;
    let file = DataFile::open(&path, &header, config.resume);
    let mut file = file.map_err(|problem| TrainingError::file(&path, problem))?;
    let job = Job {
        header: &header,
        path: &path,
        settings: &settings,
        variant: config.variant,
        options: config.options,
        threads: config.threads.max(1),
        positions: config.positions.div_ceil(config.shard.of),
        stop: &config.stop,
    };
    observer.begins(Generated::of(&file), job.positions);
    let is_complete = play_into(&job, &mut file, &mut |file| observer.grows(Generated::of(file)))?;
    let held = Generated::of(&file);
    if is_complete {
        file.finish().map_err(|error| TrainingError::write(&path, error))?;
    }
    Ok(GeneratedFile { path, held, is_complete })
}
