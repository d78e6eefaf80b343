//! Training data and nets: games of the engine against itself, their compact format, their
//! contents, and the training of nets. docs/data.md describes the format and the commands.
//!
//! [`generate()`] creates such files, [`train()`] trains a net from them, and [`check_net`] and
//! [`judge`] examine nets. Each takes a configuration and an observer.
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

mod block;
mod check;
mod checkpoint;
mod data;
mod data_file;
mod data_files;
mod error;
mod examples;
mod foresight;
mod game_pool;
mod game_record;
mod generate;
mod header;
mod judge;
mod judgement;
mod loss;
mod model;
mod net_file;
mod odds;
mod phase;
mod plies;
mod plot;
mod quantise;
mod regions;
mod scored;
mod self_play;
mod set_ups;
mod statistics;
mod train;
mod trainer;
#[cfg(test)]
mod trainer_tests;
mod training_error;
mod verdicts;
mod writer;

pub use block::{Block, DataReader};
pub use check::{Comparison, check_net};
pub use data::{DataSummary, FaultObserver, first_positions, summarize};
pub use data_files::data_files;
pub use error::DataError;
pub use game_record::{Ending, GameRecord};
pub use generate::{
    Evaluator, GenerateConfig, GenerateObserver, Generated, GeneratedFile, generate,
};
pub use header::{EXTENSION, Header, Recipe};
pub use judgement::{JudgedPhase, Judgement, judge};
pub use net_file::NetFile;
pub use plies::{PlayedGame, Ply, Visitor, record, replay};
pub use quantise::Rounding;
pub use scored::{LEAST_MATE, MATE, ScoredMove, is_mate, score};
pub use statistics::Statistics;
pub use train::{TrainConfig, TrainEvent, TrainObserver, Trained, train};
pub use trainer::Losses;
pub use training_error::{
    CheckpointProblem, FileProblem, OriginConflict, PositionProblem, TrainingError, VerdictProblem,
};
pub use verdicts::{VerdictConfig, write_verdicts};
pub use writer::DataWriter;
