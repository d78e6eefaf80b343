//! [`check_engines`]: whether a match can be played at all, before its first game.

use std::sync::atomic::AtomicBool;
use std::thread;

use crate::conversation::PlayerError;
use crate::error::EngineFault;
use crate::fault::FaultKind;
use crate::plan::{EngineSpec, Plan};
use crate::player::Player;

/// Starts every engine once, and asks whether it has its options and plays the variants.
///
/// # Errors
/// The engines that cannot play, each with the reason. If the match is to end, there is no more to
/// say.
pub(crate) fn check_engines(plan: &Plan, stop: &AtomicBool) -> Result<(), Vec<EngineFault>> {
    let check = |spec: &EngineSpec| -> Result<(), PlayerError> {
        let mut player = Player::start(spec, stop)?;
        plan.variants.iter().try_for_each(|variant| player.check_variant(variant))?;
        // What is refused for a game is refused before the first one.
        plan.variants.iter().try_for_each(|variant| player.new_game(variant))?;
        player.quit();
        Ok(())
    };
    let faults: Vec<EngineFault> = thread::scope(|scope| {
        let checks: Vec<_> =
            plan.engines.iter().map(|spec| (spec, scope.spawn(move || check(spec)))).collect();
        let results = checks.into_iter().map(|(spec, thread)| (spec, thread.join()));
        let fault = |(spec, result): (&EngineSpec, thread::Result<_>)| {
            let fault = match result {
                Ok(Err(PlayerError::Fault(fault))) => fault,
                Ok(Ok(()) | Err(PlayerError::Interrupted)) => return None,
                Err(_) => FaultKind::FailedStart.with("the check failed"),
            };
            Some(EngineFault { engine: spec.name.clone(), fault })
        };
        results.filter_map(fault).collect()
    });
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}
