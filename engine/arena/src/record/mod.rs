//! The records of games: their results, the file of a match, PGN.

pub(crate) mod ending_text;
pub(crate) mod game_record;
pub(crate) mod game_result;
pub(crate) mod match_file;
pub(crate) mod pgn;
