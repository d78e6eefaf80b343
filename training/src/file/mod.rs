//! Files of training data, games and positions in them, and files of nets.

pub(crate) mod block;
pub(crate) mod data_file;
pub(crate) mod data_files;
pub(crate) mod error;
pub(crate) mod header;
pub(crate) mod net_file;
pub(crate) mod plies;
pub(crate) mod scored;
pub(crate) mod stored_game;
pub(crate) mod training_error;
pub(crate) mod writer;
