//! [`check_engines`]: checks before the first game whether a match can be played.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::conversation::PlayerError;
use super::player::Player;
use crate::base::error::EngineFault;
use crate::base::fault::FaultKind;
use crate::plan::match_plan::{EngineSpec, Plan};

/// Starts every engine once, and checks that it has its options and plays the variants.
///
/// # Errors
/// Returns the engines that cannot play, each with the reason. If the match is to end, the list may
/// be incomplete.
pub(crate) fn check_engines(plan: &Plan, stop: &AtomicBool) -> Result<(), Vec<EngineFault>> {
    let check = |spec: &EngineSpec| -> Result<(), PlayerError> {
        let mut player = Player::start(spec, stop)?;
        plan.variants.iter().try_for_each(|variant| player.check_variant(variant))?;
        // An engine that would refuse a game is refused before the first one.
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
