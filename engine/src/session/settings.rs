//! The settings of every conversation: options, the games of files, nets and fitted numbers.

use std::path::Path;

use rotunda_games::FileError;
use rotunda_movegen::{Options, Variant};
use rotunda_protocol::{CommandError, PositionOrder, Preference, Reason, Setting, reply};
use rotunda_search::net::{EvalFile, EvalFileError};

use super::conversation::{Conversation, Dialect};

/// The command that changes settings.
const NAME: &str = "setoption";

impl<D: Dialect> Conversation<D> {
    /// Changes a setting.
    pub(super) fn set(&mut self, setting: Setting) -> Result<(), CommandError> {
        match setting {
            Setting::Hash(megabytes) => self
                .state
                .resize_table(megabytes)
                .map_err(|error| CommandError::new(NAME, Reason::Table(error)))?,
            Setting::ClearHash => self.state.tt().clear(),
            Setting::VariantPath(path) => self.load_games(path.as_deref())?,
            Setting::Variant(entry) => {
                self.state.set_up(NAME, PositionOrder::start_of(Some(entry)))?;
                self.announce_variant();
            }
            Setting::Scoring { classic } => {
                let rules = Options { classic_scoring: classic, ..self.state.rules() };
                self.state.set_rules(NAME, rules)?;
            }
            Setting::TeamKingLoss { eliminates } => {
                let rules = Options { team_king_loss_eliminates: eliminates, ..self.state.rules() };
                self.state.set_rules(NAME, rules)?;
            }
            Setting::EvalFile(path) => self.set_eval_file(path.as_deref())?,
            Setting::Preference(preference @ Preference::Evaluation(_)) => {
                self.state.preferences.change(preference);
                self.state.tt().clear();
            }
            Setting::Preference(preference) => self.state.preferences.change(preference),
            #[cfg(feature = "tune")]
            Setting::Tunable(tunable, value) => tunable.set(value),
        }
        Ok(())
    }

    /// Takes in the games of a file, and names them. Games of earlier files stay, unless they have
    /// the same names. If the current game is one of these, its new form is set up. The table,
    /// which may hold positions of an earlier form, is cleared.
    fn load_games(&mut self, path: Option<&str>) -> Result<(), CommandError> {
        let Some(path) = path else { return Ok(()) };
        let refuse = |error: FileError| Reason::Games(error.brief());
        let games = rotunda_games::reload(Path::new(path))
            .map_err(|error| CommandError::new(NAME, refuse(error)))?;
        self.state.tt().clear();
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        self.output.print(&format!("info string variants {}", names.join(" ")));
        let current = self.state.entry();
        let is_new_form =
            |game: &&&Variant| game.name == current.name && !std::ptr::eq(**game, current);
        if let Some(game) = games.iter().find(is_new_form) {
            self.state.set_up(NAME, PositionOrder::start_of(Some(*game)))?;
            self.announce_variant();
        }
        Ok(())
    }

    /// Uses the net or the fitted numbers of a file, or the program's own; the table, which holds
    /// evaluations, is cleared.
    fn set_eval_file(&mut self, path: Option<&str>) -> Result<(), CommandError> {
        let read = |path: &str| -> Result<EvalFile, EvalFileError> {
            let file = EvalFile::read(path)?;
            file.variant()?;
            Ok(file)
        };
        let refuse =
            |error| CommandError::at(NAME, path.unwrap_or_default(), Reason::EvalFile(error));
        self.state.preferences.set_eval_file(path.map(read).transpose().map_err(refuse)?);
        self.state.tt().clear();
        Ok(())
    }

    /// Prints the line that describes the variant's board.
    pub(super) fn announce_variant(&self) {
        self.output.print(&reply::announcement(self.state.entry(), &self.state.start()));
    }
}
