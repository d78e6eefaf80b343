//! [`Checkpoint`]: the file of a training after an epoch, from which it continues.
//!
//! ```text
//! file := 89 'R' 'T' 'C' 'K' 'P' 0A version   body   crc32:4     version is 1
//! body := a `Checkpoint` as postcard writes it
//! ```
//!
//! The checksum covers everything before it, with the lowest byte first. Only the build that has
//! written a file needs to read it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::trainer::{Losses, State};
use crate::file::training_error::{CheckpointProblem, FileProblem};

/// The first bytes of a file; the last one is the version.
const MAGIC: [u8; 8] = *b"\x89RTCKP\n\x01";
/// The bytes of a checksum.
const WORD: usize = 4;

/// The task of a training. A checkpoint continues only the same task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TrainingTask {
    /// The version of the program.
    pub version: String,
    pub variant: String,
    /// All options that affect the net.
    pub settings: String,
    /// The names of the files with the training data.
    pub data: Vec<String>,
    /// The checksum of the examples, see
    /// [`Examples::checksum`](crate::train::examples::Examples::checksum).
    pub examples: u32,
}

impl TrainingTask {
    /// Returns the reason why a training of `self` cannot continue as one of `other`, if there is
    /// one.
    fn conflict(&self, other: &Self) -> Option<CheckpointProblem> {
        let [data, others] = [self, other].map(|task| task.data.join(", "));
        let texts = [
            ("version", &self.version, &other.version),
            ("variant", &self.variant, &other.variant),
            ("settings", &self.settings, &other.settings),
            ("data", &data, &others),
        ];
        let differs = texts.into_iter().find(|(_, own, other)| own != other);
        let problem = differs.map(|(what, own, other)| CheckpointProblem::OtherTask {
            what,
            found: own.clone(),
            asked: other.clone(),
        });
        let same = self.examples == other.examples;
        problem.or_else(|| (!same).then_some(CheckpointProblem::OtherExamples))
    }
}

/// The results of a training after some epochs.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// The losses after each epoch.
    pub history: Vec<Losses>,
    /// The lowest validation loss, and the parameters that had it.
    pub best: Option<(f32, Vec<f32>)>,
}

impl Progress {
    /// Records the losses of an epoch and the parameters after it.
    pub fn add(&mut self, losses: Losses, parameters: &[f32]) {
        self.history.push(losses);
        if self.best.as_ref().is_none_or(|(loss, _)| losses.validation < *loss) {
            self.best = Some((losses.validation, parameters.to_vec()));
        }
    }
}

/// A training after an epoch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub task: TrainingTask,
    pub progress: Progress,
    pub state: State,
}

impl Checkpoint {
    /// Returns the path of the checkpoint for a net with this path.
    pub fn path(net: &Path) -> PathBuf {
        let mut name = OsString::from(net);
        name.push(".checkpoint");
        name.into()
    }

    /// Reads the checkpoint of a file, `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not a checkpoint, is damaged, or belongs to
    /// another task.
    pub fn read(path: &Path, task: &TrainingTask) -> Result<Option<Self>, FileProblem> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let checkpoint = Self::from_bytes(&bytes)?;
        let conflict = checkpoint.task.conflict(task);
        conflict.map_or(Ok(Some(checkpoint)), |problem| Err(problem.into()))
    }

    /// Writes the file. The one before stays until the new one is complete.
    ///
    /// # Errors
    /// Returns an error if that was not possible.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(".new");
        let mut file = File::create(&draft)?;
        file.write_all(&self.to_bytes()?)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let body = postcard::to_stdvec(self).map_err(io::Error::other)?;
        let mut bytes = [&MAGIC[..], &body].concat();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointProblem> {
        if bytes.get(..7) != Some(&MAGIC[..7]) {
            return Err(CheckpointProblem::Foreign);
        }
        let (whole, checksum) =
            bytes.split_last_chunk::<WORD>().ok_or(CheckpointProblem::Damaged)?;
        if crc32fast::hash(whole) != u32::from_le_bytes(*checksum) {
            return Err(CheckpointProblem::Damaged);
        }
        let body = whole.strip_prefix(&MAGIC).ok_or(CheckpointProblem::Version)?;
        postcard::from_bytes(body).map_err(|_| CheckpointProblem::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let task = TrainingTask {
            version: "1".into(),
            variant: "chess".into(),
            settings: "hidden 16".into(),
            data: vec!["a.rtd".into(), "b.rtd".into()],
            examples: 7,
        };
        let mut progress = Progress::default();
        progress.add(Losses { training: 0.2, validation: 0.1 }, &[1.0, 2.0]);
        progress.add(Losses { training: 0.1, validation: 0.3 }, &[3.0, 4.0]);
        let moments = [vec![0.5, f32::MIN_POSITIVE], vec![1e-9, 0.25]];
        Checkpoint {
            task,
            progress,
            state: State { parameters: vec![3.0, 4.0], moments, steps: 9 },
        }
    }

    #[test]
    fn the_epoch_with_the_lowest_validation_loss_is_kept() {
        assert_eq!(checkpoint().progress.best, Some((0.1, vec![1.0, 2.0])));
    }

    #[test]
    fn checkpoints_come_back_and_damage_is_refused() {
        let bytes = checkpoint().to_bytes().expect("it is small");
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint()));
        for end in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..end]).is_err(), "{end} bytes");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x04;
            assert!(Checkpoint::from_bytes(&damaged).is_err(), "byte {place}");
        }
    }

    #[test]
    fn another_task_is_refused_with_the_reason() {
        let own = checkpoint().task;
        assert_eq!(own.conflict(&own), None);
        let differs = |what, found: &str, asked: &str| CheckpointProblem::OtherTask {
            what,
            found: found.into(),
            asked: asked.into(),
        };
        let others = [
            (
                TrainingTask { settings: "hidden 32".into(), ..own.clone() },
                differs("settings", "hidden 16", "hidden 32"),
            ),
            (
                TrainingTask { data: vec!["a.rtd".into()], ..own.clone() },
                differs("data", "a.rtd, b.rtd", "a.rtd"),
            ),
            (TrainingTask { version: "2".into(), ..own.clone() }, differs("version", "1", "2")),
            (TrainingTask { examples: 8, ..own.clone() }, CheckpointProblem::OtherExamples),
        ];
        for (other, problem) in others {
            assert_eq!(own.conflict(&other), Some(problem));
        }
    }
}
