//! [`Preferences`]: the options of the search and its reports, not those of the game.

use std::time::Duration;

use rotunda_search::net::EvalFile;
use rotunda_search::{Evaluation, MultiSearch, Settings};

/// The highest `Skill Level`: full strength.
pub(crate) const BEST_SKILL: u32 = 20;

/// A change of one preference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// `Threads`.
    Threads(usize),
    /// `MultiPV`.
    MultiPv(usize),
    /// `Ponder`: the interface may ask the engine to ponder, which it always may.
    Ponder(bool),
    /// `Move Overhead`.
    MoveOverhead(Duration),
    /// `UCI_ShowWDL`.
    ShowWdl(bool),
    /// `UCI_LimitStrength`.
    LimitStrength(bool),
    /// `UCI_Elo`.
    Elo(u32),
    /// `Skill Level`.
    SkillLevel(u32),
    /// `UCI_AnalyseMode`.
    AnalyseMode(bool),
    /// `MultiSearch`.
    MultiSearch(MultiSearch),
    /// `Evaluation`.
    Evaluation(Evaluation),
    /// `EndgameTables`.
    EndgameTables(bool),
    /// `Mercy`.
    Mercy(bool),
}

/// The preferences for searches and reports.
#[derive(Clone, PartialEq, Debug)]
pub struct Preferences {
    settings: Settings,
    reports: Reports,
    limit_strength: bool,
    elo: u32,
    skill: u32,
    analyse: bool,
}

/// The optional reports.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Reports {
    wdl: bool,
    mercy: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            settings: Settings { endgame_tables: true, ..Settings::default() },
            reports: Reports::default(),
            limit_strength: false,
            elo: *Settings::ELO.end(),
            skill: BEST_SKILL,
            analyse: false,
        }
    }
}

impl Preferences {
    /// Changes one preference.
    pub fn change(&mut self, preference: Preference) {
        match preference {
            Preference::Threads(threads) => self.settings.threads = threads,
            Preference::MultiPv(lines) => self.settings.multi_pv = lines,
            Preference::Ponder(_) => {}
            Preference::MoveOverhead(time) => self.settings.move_overhead = time,
            Preference::ShowWdl(on) => self.reports.wdl = on,
            Preference::LimitStrength(on) => self.limit_strength = on,
            Preference::Elo(elo) => self.elo = elo,
            Preference::SkillLevel(level) => self.skill = level,
            Preference::AnalyseMode(on) => self.analyse = on,
            Preference::MultiSearch(mode) => self.settings.multi_search = mode,
            Preference::Evaluation(evaluation) => self.settings.evaluation = evaluation,
            Preference::EndgameTables(on) => self.settings.endgame_tables = on,
            Preference::Mercy(on) => self.reports.mercy = on,
        }
    }

    /// Changes the evaluation of a file that is used instead of the program's own.
    pub fn set_eval_file(&mut self, file: Option<EvalFile>) {
        self.settings.eval_file = file;
    }

    /// The settings of the next search.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings { elo: self.strength(), ..self.settings.clone() }
    }

    /// Returns whether info lines have the expected wins, draws and losses.
    #[must_use]
    pub const fn show_wdl(&self) -> bool {
        self.reports.wdl
    }

    /// Returns whether, in games for two to six players, moves that leave the mover's king en prise
    /// are listed.
    #[must_use]
    pub const fn mercy(&self) -> bool {
        self.reports.mercy
    }

    /// Returns the strength of play. `UCI_LimitStrength` takes precedence over `Skill Level`, and
    /// analysis is at full strength.
    fn strength(&self) -> Option<u32> {
        if self.analyse {
            return None;
        }
        if self.limit_strength {
            return Some(self.elo);
        }
        let (weakest, strongest) = (*Settings::ELO.start(), *Settings::ELO.end());
        (self.skill < BEST_SKILL).then(|| weakest + (strongest - weakest) * self.skill / BEST_SKILL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_comes_from_elo_then_from_skill() {
        let mut preferences = Preferences::default();
        assert_eq!(preferences.settings().elo, None);
        preferences.change(Preference::SkillLevel(0));
        assert_eq!(preferences.settings().elo, Some(800));
        preferences.change(Preference::SkillLevel(10));
        assert_eq!(preferences.settings().elo, Some(1800));
        preferences.change(Preference::Elo(1500));
        preferences.change(Preference::LimitStrength(true));
        assert_eq!(preferences.settings().elo, Some(1500));
        preferences.change(Preference::AnalyseMode(true));
        assert_eq!(preferences.settings().elo, None);
    }
}
