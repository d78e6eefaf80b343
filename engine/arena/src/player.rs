//! [`Player`]: an engine at a seat, over UCI.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rotunda_movegen::quoted;
use rotunda_protocol::uci_client::{
    BestMove, EngineReply, OfferedOption, OfferedValues, set_option,
};
use rotunda_protocol::{GoOrder, PositionOrder};

use crate::clock::GameClock;
use crate::fault::{Fault, FaultKind};
use crate::plan::EngineSpec;
use crate::process::{EngineEvent, Process};

/// How often a waiting match looks whether it is to end.
const POLL: Duration = Duration::from_millis(100);
/// Moves from which one can tell how long the next one will take.
const RECENT: usize = 8;
/// The share of that time, as its reciprocal, in which nothing is read.
const READ_PAUSE: u32 = 2;
/// Most options that an engine may offer.
const MAX_OPTIONS: usize = 10_000;
/// Most replies that answer nothing before one that does.
const MAX_STRAY_REPLIES: usize = 10_000;
/// Bytes without an answer, at the deadline, from which an engine counts as flooding rather than
/// as hung.
const MUCH_OUTPUT: u64 = 4 << 20;
/// Bytes of a mebibyte.
const MIB: u64 = 1 << 20;
/// The variant that engines without `UCI_Variant` play.
const CHESS: &str = "chess";
/// The option that has the variant.
const VARIANT: &str = "UCI_Variant";
/// The option by which an engine learns that it may be asked to ponder.
const PONDER: &str = "Ponder";

/// Why there is no answer.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum PlayerError {
    /// The engine has done something wrong.
    Fault(Fault),
    /// The match is to end.
    Interrupted,
}

impl From<Fault> for PlayerError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// An engine that has been started and told its options.
pub(crate) struct Player<'a> {
    spec: &'a EngineSpec,
    stop: &'a AtomicBool,
    process: Process,
    offered: Vec<OfferedOption>,
    variant: Option<String>,
    is_pondering: bool,
    /// How long its last moves took.
    recent: ArrayVec<Duration, RECENT>,
}

impl<'a> Player<'a> {
    /// Starts an engine and tells it its options.
    ///
    /// # Errors
    /// If it does not start in time or lacks an option, or the match is to end.
    pub fn start(spec: &'a EngineSpec, stop: &'a AtomicBool) -> Result<Self, PlayerError> {
        let failed = |why: String| FaultKind::FailedStart.with(why);
        if let Some(dir) = spec.dir.as_ref().filter(|dir| !dir.is_dir()) {
            return Err(failed(format!("{} is no directory", dir.display())).into());
        }
        let process = Process::start(spec)
            .map_err(|error| failed(format!("cannot run {}: {error}", spec.command)))?;
        let mut player = Self {
            spec,
            stop,
            process,
            offered: Vec::new(),
            variant: None,
            is_pondering: false,
            recent: ArrayVec::new(),
        };
        player.handshake().map_err(|error| match error {
            PlayerError::Fault(fault) if fault.kind != FaultKind::FailedStart => {
                PlayerError::Fault(failed(fault.to_string()))
            }
            _ => error,
        })?;
        Ok(player)
    }

    /// The options that it offers.
    pub fn offered(&self) -> &[OfferedOption] {
        &self.offered
    }

    fn handshake(&mut self) -> Result<(), PlayerError> {
        let deadline = Instant::now() + self.spec.limits.startup();
        self.send("uci\n")?;
        loop {
            match self.reply(deadline, "uciok")?.0 {
                EngineReply::UciOk => break,
                EngineReply::Option(_) if self.offered.len() == MAX_OPTIONS => {
                    return Err(FaultKind::Flood.with("options without end").into());
                }
                EngineReply::Option(option) => self.offered.push(option),
                _ => {}
            }
        }
        let commands = self.option_commands().map_err(|why| FaultKind::FailedStart.with(why))?;
        self.send(commands)?;
        self.synchronize(deadline)
    }

    /// The commands that set the options; the reason if an option or its value makes no sense.
    fn option_commands(&self) -> Result<String, String> {
        let mut commands = String::new();
        let own =
            |name: &str| self.spec.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let ponder = (self.spec.ponder && self.offers(PONDER).is_some() && !own(PONDER))
            .then(|| (PONDER.to_string(), "true".to_string()));
        for (name, value) in self.spec.options.iter().chain(&ponder) {
            let offered =
                self.offers(name).ok_or_else(|| format!("it has no option {}", quoted(name)))?;
            if let Some(objection) = offered.objection(value) {
                let pair = quoted(&format!("{name}={value}"));
                return Err(format!("option {pair}: {objection}"));
            }
            let value = (offered.values != OfferedValues::Button).then_some(value.as_str());
            commands += &set_option(name, value);
            commands.push('\n');
        }
        Ok(commands)
    }

    fn offers(&self, name: &str) -> Option<&OfferedOption> {
        self.offered.iter().find(|option| option.is_named(name))
    }

    /// Prepares for a game of a variant.
    ///
    /// # Errors
    /// If the engine does not play the variant or does not answer.
    pub fn new_game(&mut self, variant: &str) -> Result<(), PlayerError> {
        if self.variant.as_deref() != Some(variant) {
            self.check_variant(variant)?;
            if self.offers(VARIANT).is_some() {
                self.send(set_option(VARIANT, Some(variant)) + "\n")?;
            }
            self.variant = Some(variant.into());
        }
        self.send("ucinewgame\n")?;
        self.synchronize(Instant::now() + self.spec.limits.patience())
    }

    /// Checks whether the engine plays a variant, as far as it says.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_variant(&self, variant: &str) -> Result<(), Fault> {
        let Some(offered) = self.offers(VARIANT) else {
            let why = || format!("it has no option {VARIANT}, so it cannot play {variant}");
            return if variant == CHESS { Ok(()) } else { Err(FaultKind::FailedStart.with(why())) };
        };
        // A file of variants adds to the list without a word about it.
        let is_path = |(name, _): &(String, String)| name.eq_ignore_ascii_case("VariantPath");
        if offered.objection(variant).is_some() && !self.spec.options.iter().any(is_path) {
            let why = format!("its {VARIANT} does not offer {variant}");
            return Err(FaultKind::FailedStart.with(why));
        }
        Ok(())
    }

    /// Waits until the engine has done what it was told.
    fn synchronize(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        self.send("isready\n")?;
        loop {
            match self.reply(deadline, "readyok")?.0 {
                EngineReply::ReadyOk => return Ok(()),
                // Without the option the engine would play another match.
                EngineReply::Refusal(why) => {
                    let what = format!("it has refused an option: {}", quoted(&why));
                    return Err(FaultKind::FailedStart.with(what).into());
                }
                _ => {}
            }
        }
    }

    /// The engine's answer to a position and an order, and when it came.
    ///
    /// # Errors
    /// If there is none until the deadline.
    pub fn think(
        &mut self,
        position: &PositionOrder,
        go: &GoOrder,
        clock: &GameClock,
    ) -> Result<(BestMove, Instant), PlayerError> {
        self.refuse_unasked("unasked")?;
        if !clock.is_timed() && self.recent.is_full() {
            let shortest = self.recent.iter().min().copied().unwrap_or_default();
            self.process.pause_reading((shortest / READ_PAUSE).min(POLL));
        }
        let begin = Instant::now();
        self.send(format!("{position}\n{go}\n"))?;
        let (best, at) = self.best_move(begin + clock.patience())?;
        if self.recent.is_full() {
            self.recent.remove(0);
        }
        self.recent.push(at.saturating_duration_since(begin));
        Ok((best, at))
    }

    /// Lets the engine think on its opponent's time, about a position that may come.
    ///
    /// # Errors
    /// If it has closed its input.
    pub fn ponder(&mut self, position: &PositionOrder, go: &GoOrder) -> Result<(), PlayerError> {
        self.send(format!("{position}\n{go}\n"))?;
        self.is_pondering = true;
        Ok(())
    }

    /// The answer of an engine that has pondered on the position that has come.
    ///
    /// # Errors
    /// If there is none until the deadline, or it came too early.
    pub fn ponder_hit(&mut self, clock: &GameClock) -> Result<(BestMove, Instant), PlayerError> {
        self.refuse_unasked("while pondering")?;
        self.is_pondering = false;
        let deadline = Instant::now() + clock.patience();
        self.send("ponderhit\n")?;
        self.best_move(deadline)
    }

    /// Ends the pondering on a position that has not come; the engine's answer does not matter.
    ///
    /// # Errors
    /// If there is none until the deadline, or it came too early.
    pub fn stop_pondering(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        if !std::mem::take(&mut self.is_pondering) {
            return Ok(());
        }
        self.refuse_unasked("while pondering")?;
        self.send("stop\n")?;
        self.best_move(deadline).map(|_| ())
    }

    /// Looks for a best move that has come though nobody has asked for one.
    fn refuse_unasked(&mut self, when: &str) -> Result<(), Fault> {
        for _ in 0..MAX_STRAY_REPLIES {
            match self.process.poll() {
                Some(EngineEvent::Reply(EngineReply::BestMove(best), _)) => {
                    let what = format!("bestmove {}, {when}", quoted(&best.text));
                    return Err(FaultKind::Nonsense.with(what));
                }
                Some(EngineEvent::Reply(..)) => {}
                // The command that follows fails by it.
                Some(EngineEvent::Flood | EngineEvent::Closed) | None => return Ok(()),
            }
        }
        Err(FaultKind::Flood.with(format!("{MAX_STRAY_REPLIES} replies, unasked")))
    }

    fn send(&mut self, lines: impl Into<String>) -> Result<(), Fault> {
        self.process.send(lines).map_err(|_| FaultKind::Crash.with(self.process.exit_text()))
    }

    /// The best move that somebody waits for until a deadline.
    fn best_move(&mut self, deadline: Instant) -> Result<(BestMove, Instant), PlayerError> {
        for _ in 0..=MAX_STRAY_REPLIES {
            if let (EngineReply::BestMove(best), at) = self.reply(deadline, "bestmove")? {
                return Ok((best, at));
            }
        }
        let what = format!("no bestmove in {MAX_STRAY_REPLIES} replies");
        Err(FaultKind::Flood.with(what).into())
    }

    /// The next reply, for someone who waits for a word until a deadline.
    fn reply(
        &mut self,
        deadline: Instant,
        word: &str,
    ) -> Result<(EngineReply, Instant), PlayerError> {
        let begin = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(PlayerError::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.wait(left.min(POLL)) {
                Some(EngineEvent::Closed) => {
                    return Err(FaultKind::Crash.with(self.process.exit_text()).into());
                }
                Some(EngineEvent::Flood) => return Err(self.flood(word).into()),
                // Whoever chatters on has not answered either.
                Some(EngineEvent::Reply(reply, at))
                    if !left.is_zero() || matches!(reply, EngineReply::BestMove(_)) =>
                {
                    return Ok((reply, at));
                }
                Some(_) | None if left.is_zero() => {
                    if self.process.output_bytes() >= MUCH_OUTPUT {
                        return Err(self.flood(word).into());
                    }
                    let seconds = begin.elapsed().as_secs_f64();
                    let why = format!("no {word} within {seconds:.1} s");
                    return Err(FaultKind::Hang.with(why).into());
                }
                Some(_) | None => {}
            }
        }
    }

    fn flood(&self, word: &str) -> Fault {
        let size = self.process.output_bytes() / MIB;
        FaultKind::Flood.with(format!("no {word} in {size} MiB of output"))
    }

    /// Asks the engine to quit.
    pub fn quit(self) {
        self.process.quit();
    }
}
