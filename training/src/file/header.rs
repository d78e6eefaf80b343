//! [`Header`]: the header of a file of training data, with the recipe of its games.

use rotunda_movegen::{Family, Options, Shard, Variant};
use serde::{Deserialize, Serialize};

use super::error::DataError;

/// The recipe of games. Together with a game's number it decides every move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The seed of all random choices.
    pub seed: u64,
    /// The nodes after which a search begins no new iteration.
    pub nodes: u64,
    /// The megabytes of the transposition table, which is cleared before each game.
    pub hash: usize,
    /// The least and the greatest number of random plies at the beginning.
    pub opening: (u32, u32),
    /// The greatest absolute score of a position from which a game is played.
    pub imbalance: u32,
    /// The temperature in centipawns: in the first twenty moves, a move that is worse by this much
    /// is chosen with 1/e of the best one's probability. At 0 it is always the best move.
    pub temperature: u32,
    /// The evaluation: `None` for the program's usual one, `derived`, or the checksum of the
    /// file of a net or of fitted numbers in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

/// The header of a file of training data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program that wrote it.
    pub version: String,
    /// The variant's name.
    pub variant: String,
    /// Whether partial wins count as draws, see [`Options`].
    pub classic_scoring: bool,
    /// Whether team players without a king are eliminated, see [`Options`].
    pub team_king_loss_eliminates: bool,
    /// The part of the data.
    pub shard: Shard,
    /// The recipe of the games.
    pub recipe: Recipe,
}

impl Header {
    /// The variant.
    ///
    /// # Errors
    /// Returns an error if this program does not know it.
    pub fn variant(&self) -> Result<&'static Variant, DataError> {
        let found = Variant::by_name(&self.variant);
        found.map_err(|_| DataError::Malformed("an unknown variant"))
    }

    /// The tables of the variant under the file's options.
    ///
    /// # Errors
    /// Returns an error if this program does not know the variant.
    pub fn family(&self) -> Result<Family, DataError> {
        Ok(self.variant()?.family(Options {
            classic_scoring: self.classic_scoring,
            team_king_loss_eliminates: self.team_king_loss_eliminates,
        }))
    }

    /// Returns the name of a file with this header.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Shard { part, of } = self.shard;
        format!("{}-seed{}-{part}of{of}.{EXTENSION}", self.variant, self.recipe.seed)
    }
}

/// The extension of files of training data.
pub const EXTENSION: &str = "rtd";
