//! Training data and nets: games of the engine against itself, their compact format, their
//! contents, and the training of nets. docs/data.md describes the format and the commands.
//!
//! [`generate()`] creates such files, [`fit()`] fits the numbers of the derived evaluation to them,
//! [`train()`] trains a net from them, and [`check_net`] and [`judge`] examine nets. Each takes a
//! configuration and an observer.
//!
//! The folders are floors, each of which imports only from those before it: `file`, `selfplay`,
//! `train`, `measure`.
//!
//! Another trainer reads files with a [`DataReader`] and sees every searched position, in the types
//! of its family, as a [`Visitor`]:
//!
//! ```
//! use rotunda_movegen::{Position, Rules};
//! use rotunda_training::{DataError, DataReader, Ply, Visitor, replay};
//!
//! #[derive(Default)]
//! struct Quiet(usize);
//!
//! impl Visitor for Quiet {
//!     fn visit<R: Rules<W>, const W: usize>(
//!         &mut self,
//!         _position: &Position<'static, W>,
//!         ply: &Ply<R::Move>,
//!     ) {
//!         self.0 += usize::from(ply.quiet);
//!     }
//! }
//!
//! fn count(file: std::fs::File) -> Result<usize, DataError> {
//!     let mut reader = DataReader::new(std::io::BufReader::new(file))?;
//!     let family = reader.header().family()?;
//!     let mut quiet = Quiet::default();
//!     while let Some(block) = reader.next_block()? {
//!         for game in block.records() {
//!             replay(family, &game?, &mut quiet)?;
//!         }
//!     }
//!     Ok(quiet.0)
//! }
//! ```

mod file;
mod measure;
mod selfplay;
mod train;

pub use file::block::{Block, DataReader};
pub use file::data_files::data_files;
pub use file::error::DataError;
pub use file::header::{EXTENSION, Header, Recipe};
pub use file::net_file::NetFile;
pub use file::plies::{PlayedGame, Ply, Visitor, record, replay};
pub use file::scored::{LEAST_MATE, MATE, MoveSearch, is_mate, score};
pub use file::stored_game::{Ending, StoredGame};
pub use file::training_error::{
    CheckpointProblem, FileProblem, OriginConflict, PositionProblem, TrainingError, VerdictProblem,
};
pub use file::writer::DataWriter;
pub use measure::check::{Comparison, check_net};
pub use measure::judgement::{JudgedPhase, Judgement, judge};
pub use measure::statistics::Statistics;
pub use measure::summary::{DataSummary, FaultObserver, first_positions, summarize};
pub use measure::verdicts::{VerdictConfig, write_verdicts};
pub use selfplay::generate::{
    Evaluator, GenerateConfig, GenerateObserver, Generated, GeneratedFile, generate,
};
pub use train::fit::{FitConfig, FitEvent, FitObserver, Fitted, FittedNumber, fit};
pub use train::quantise::Rounding;
pub use train::trainer::Losses;
pub use train::training::{TrainConfig, TrainEvent, TrainObserver, Trained, train};
