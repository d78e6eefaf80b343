//! `rotunda convert`: games of PGN files as other texts.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rotunda_movegen::Game;
use rotunda_notation::GameError;
use rotunda_notation::pgn::{GameText, PgnReader, PlayedGame};
use same_file::is_same_file;

use super::shared::VariantArg;
use crate::completion::{Completion, RunError};
use crate::in_order::in_order;
use crate::source::Source;

/// The format of the converted games.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// Standard PGN: SAN, the seven tags first, correct numbers and lines
    Pgn,
    /// The last position of each game, a line each
    Epd,
    /// The start and the moves in coordinates, a line for each game
    Moves,
}

/// A game that has been converted.
struct Converted {
    /// What the reader must know of it, a line each.
    remarks: Vec<String>,
    /// The text; `None` if there is none, which the remarks say.
    text: Option<String>,
}

/// The options of `rotunda convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Files of games in PGN; `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, default_value = "pgn")]
    to: Target,
    #[command(flatten)]
    usual: VariantArg,
    /// Take only the first N plies of each game, for `epd` and `moves`
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// File to write; by default the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl ConvertArgs {
    /// Converts the games of all files, one after the other. One that cannot be read is named on
    /// standard error with its line and the reason, and is a failed check; the others go on.
    ///
    /// # Errors
    /// Returns an error if a file cannot be opened, options do not fit together, or `out` takes no
    /// more.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        if self.to == Target::Pgn && self.plies.is_some() {
            return Err(RunError::Usage("--plies needs --to epd or --to moves".into()));
        }
        let sources: Vec<Source> =
            self.files.iter().map(|file| Source::open(file)).collect::<Result<_, _>>()?;
        match &self.out {
            None => self.convert(sources, &mut BufWriter::new(out)),
            Some(path) => {
                if self.files.iter().any(|file| is_same_file(file, path).unwrap_or(false)) {
                    let text = format!("{} would be read and written", path.display());
                    return Err(RunError::Usage(text));
                }
                let wrong = |error| RunError::Usage(format!("{}: {error}", path.display()));
                self.convert(sources, &mut BufWriter::new(File::create(path).map_err(wrong)?))
            }
        }
    }

    fn convert(&self, sources: Vec<Source>, out: &mut dyn Write) -> Result<Completion, RunError> {
        let mut completion = Completion::Success;
        for Source { name, input, .. } in sources {
            let games = PgnReader::new(input);
            in_order(
                games,
                |game| self.converted(&name, game),
                |batch| {
                    for Converted { remarks, text } in batch {
                        for remark in remarks {
                            // Whoever reads no messages still gets the games.
                            let _ = writeln!(io::stderr(), "{remark}");
                        }
                        match text {
                            Some(text) => out.write_all(text.as_bytes())?,
                            None => completion = Completion::CheckFailed,
                        }
                    }
                    Ok(out.flush()?)
                },
            )?;
        }
        Ok(completion)
    }

    /// Converts a game of the source with this name.
    fn converted(&self, name: &str, game: Result<GameText, GameError>) -> Converted {
        let game = match game.and_then(|game| PlayedGame::of(game, self.usual.variant)) {
            Ok(game) => game,
            Err(error) => {
                return Converted { remarks: vec![format!("{name}: {error}")], text: None };
            }
        };
        let remark = |what: &dyn Display| format!("{name}: game {}: {what}", game.number);
        let mut remarks: Vec<String> = game.notes.iter().map(|note| remark(note)).collect();
        let text = self.text(&game).map_err(|why| remarks.push(remark(&why))).ok();
        Converted { remarks, text }
    }

    /// Returns the converted game, or why it cannot be converted.
    fn text(&self, game: &PlayedGame) -> Result<String, String> {
        if self.to == Target::Pgn {
            return Ok(format!("{game}\n"));
        }
        let (own, wanted) = (game.header.variant.name, self.usual.variant.name);
        if own != wanted {
            return Err(format!("a game of {own}, which a line of {wanted} cannot hold"));
        }
        let plies = self.plies.unwrap_or(usize::MAX);
        if self.to == Target::Epd {
            // The record has the last position; earlier ones are played again.
            let is_part = game.main_line().nth(plies).is_some();
            let before = is_part.then(|| game.positions().nth(plies)).flatten();
            return Ok(match before {
                Some((_, position)) => epd(game, &position),
                None => epd(game, game.record.game()),
            });
        }
        let start = game.header.start.as_deref().unwrap_or("startpos");
        let moves = game.main_line().take(plies);
        let moves = moves.fold(String::new(), |line, ply| format!("{line} {}", ply.mv));
        Ok(if moves.is_empty() { format!("{start}\n") } else { format!("{start} moves{moves}\n") })
    }
}

/// Returns a line of EPD: the position, its clocks, and the players.
fn epd(game: &PlayedGame, position: &Game) -> String {
    let fen = position.fen();
    let mut fields = fen.rsplitn(3, ' ');
    let (fullmove, halfmove) = (fields.next().unwrap_or("1"), fields.next().unwrap_or("0"));
    let board = fields.next().unwrap_or_default();
    let name = |tag| game.tags.get(tag).unwrap_or("?").replace('"', "'");
    let id = format!("game {}: {} - {}", game.number, name("White"), name("Black"));
    format!("{board} hmvc {halfmove}; fmvn {fullmove}; id \"{id}\";\n")
}
