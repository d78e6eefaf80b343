//! [`Header`]: what a file of training data says of itself, and how its games were played.

use rotunda_movegen::{Family, Options, Shard, Variant};
use serde::{Deserialize, Serialize};

use crate::DataError;

/// How games are played. Together with a game's number it decides every move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The seed of all random choices.
    pub seed: u64,
    /// Nodes after which a search begins no new iteration.
    pub nodes: u64,
    /// Megabytes of the transposition table, which is cleared before each game.
    pub hash: usize,
    /// The least and the greatest number of random plies at the beginning.
    pub opening: (u32, u32),
    /// The greatest score, by its amount, of a position that a game is played from.
    pub imbalance: u32,
    /// Centipawns by which a move may be worse to be chosen with 1/e of the best one's likelihood,
    /// in the first twenty moves; 0 for the best move always.
    pub temperature: u32,
    /// What positions were evaluated with: `None` for the program's usual evaluation, `derived`, or
    /// the checksum of a net's file in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

/// What a file of training data says of itself.
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
    /// How the games are played.
    pub recipe: Recipe,
}

impl Header {
    /// The variant.
    ///
    /// # Errors
    /// If this program does not know it.
    pub fn variant(&self) -> Result<&'static Variant, DataError> {
        let found = Variant::by_name(&self.variant);
        found.map_err(|_| DataError::Malformed("an unknown variant"))
    }

    /// The tables of the variant under the file's options.
    ///
    /// # Errors
    /// If this program does not know the variant.
    pub fn family(&self) -> Result<Family, DataError> {
        Ok(self.variant()?.family(Options {
            classic_scoring: self.classic_scoring,
            team_king_loss_eliminates: self.team_king_loss_eliminates,
        }))
    }

    /// The name that a file with this header gets.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Shard { part, of } = self.shard;
        format!("{}-seed{}-{part}of{of}.{EXTENSION}", self.variant, self.recipe.seed)
    }
}

/// What the names of files of training data end with.
pub const EXTENSION: &str = "rtd";
