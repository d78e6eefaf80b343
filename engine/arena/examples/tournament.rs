//! A tournament arbiter: every engine plays every other one, and the arbiter prints each result.
//!
//! `cargo run --release -p rotunda-arena --example tournament -- rollerball ./first ./second`

use std::error::Error;

use rotunda_arena::{
    ArenaError, EngineLimits, EngineSpec, GameRecord, Length, Match, MatchConfig, MatchObserver,
    Plan, Report, Standings, finished_line,
};

/// Announces games as they end, and faults with the name of the engine.
struct Announcer<'a>(&'a mut dyn FnMut(String));

impl MatchObserver for Announcer<'_> {
    fn finished(&mut self, game: &GameRecord, standings: &Standings) {
        let plan = standings.plan();
        (self.0)(finished_line(plan, standings.number(game), game));
        for (seat, fault) in game.faults() {
            (self.0)(format!("{} forfeits: {fault}", plan.engines[game.seating[seat]].name));
        }
    }
}

/// Plays a tournament of a variant with a clock, and returns its table.
///
/// # Errors
/// Returns an error if an engine cannot play, or the tournament cannot continue.
pub fn tournament(
    variant: &str,
    programs: &[String],
    clock: &str,
    announce: &mut dyn FnMut(String),
) -> Result<Report, Box<dyn Error>> {
    let limits = EngineLimits::clock(clock.parse()?);
    let entrant = |(number, program): (usize, &String)| {
        EngineSpec::new(format!("engine {}", number + 1), program, limits.clone())
    };
    let engines = programs.iter().enumerate().map(entrant).collect();
    let plan = Plan { variants: vec![variant.into()], ..Plan::new(engines) };
    let mut games = match Match::open(MatchConfig::new(plan, Length::Rounds(1))) {
        Err(ArenaError::Engines(faults)) => {
            for fault in faults {
                announce(format!("not admitted: {fault}"));
            }
            return Err("not every engine can play".into());
        }
        opened => opened?,
    };
    games.play(&mut Announcer(announce))?;
    Ok(games.report())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let variant = words.next().ok_or("which variant?")?;
    let programs: Vec<String> = words.collect();
    println!("{}", tournament(&variant, &programs, "10+0.1", &mut |line| println!("{line}"))?);
    Ok(())
}
