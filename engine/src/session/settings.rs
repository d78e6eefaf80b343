//! The settings of every conversation: options, the games of files, nets and fitted numbers.

use std::path::Path;
use std::sync::Arc;

use rotunda_games::FileError;
use rotunda_movegen::Options;
use rotunda_protocol::{CommandError, PositionOrder, Preference, Reason, Setting, reply};
use rotunda_search::net::{EvalFit, Network};

use super::conversation::{Conversation, Dialect};
use crate::files::read_file;

/// The largest file of a net, in bytes.
const LARGEST_NET: u64 = 1 << 30;

impl<D: Dialect> Conversation<D> {
    /// Changes a setting.
    pub(super) fn set(&mut self, setting: Setting) -> Result<(), CommandError> {
        const NAME: &str = "setoption";
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

    /// Takes in the games of a file, and names them; those of earlier files stay.
    fn load_games(&self, path: Option<&str>) -> Result<(), CommandError> {
        let Some(path) = path else { return Ok(()) };
        let refuse = |error: FileError| Reason::Games(error.brief());
        let games = rotunda_games::load(Path::new(path))
            .map_err(|error| CommandError::new("setoption", refuse(error)))?;
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        self.output.print(&format!("info string variants {}", names.join(" ")));
        Ok(())
    }

    /// Uses the net or the fitted numbers of a file, or the program's own; the table, which holds
    /// evaluations, is cleared.
    fn set_eval_file(&mut self, path: Option<&str>) -> Result<(), CommandError> {
        let refuse = |reason| CommandError::at("setoption", path.unwrap_or_default(), reason);
        let Some(path) = path else {
            self.state.preferences.set_net(None);
            self.state.tt().clear();
            return Ok(());
        };
        let bytes = read_file(Path::new(path), LARGEST_NET)
            .map_err(|why| refuse(Reason::File(why.to_string())))?;
        if EvalFit::is_meant(&bytes) {
            let fit = EvalFit::parse(&String::from_utf8_lossy(&bytes)).and_then(|fit| {
                fit.variant()?;
                Ok(fit)
            });
            let fit = fit.map_err(|error| refuse(Reason::Fit(error)))?;
            self.state.preferences.set_fit(Arc::new(fit));
        } else {
            let net = Network::from_bytes(&bytes).and_then(|net| {
                net.variant()?;
                Ok(net)
            });
            let net = net.map_err(|error| refuse(Reason::Net(error)))?;
            self.state.preferences.set_net(Some(Arc::new(net)));
        }
        self.state.tt().clear();
        Ok(())
    }

    /// Prints the line that describes the variant's board.
    pub(super) fn announce_variant(&self) {
        self.output.print(&reply::announcement(self.state.entry(), &self.state.start()));
    }
}
