//! [`UciPlayer`]: an engine at a seat that speaks UCI.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rotunda_movegen::quoted;
use rotunda_protocol::uci_client::{
    BestMove, EngineReply, OfferedOption, OfferedValues, ReplyParser, set_option,
};
use rotunda_protocol::{GoOrder, PositionOrder};

use super::clock::GameClock;
use super::conversation::{Conversation, POLL, PlayerError, Reply};
use super::offered::offered_option;
use crate::base::fault::{Fault, FaultKind};
use crate::plan::match_plan::EngineSpec;

/// The number of last moves from which the time of the next one is estimated.
const RECENT: usize = 8;
/// The reciprocal of the part of that time in which nothing is read.
const READ_PAUSE: u32 = 2;
/// The most options that an engine may offer.
const MAX_OPTIONS: usize = 10_000;
/// The variant that engines without `UCI_Variant` play.
const CHESS: &str = "chess";
/// The option for the variant.
const VARIANT: &str = "UCI_Variant";
/// The option that allows an engine to ponder.
const PONDER: &str = "Ponder";

impl Reply for EngineReply {
    fn is_move(&self) -> bool {
        matches!(self, Self::BestMove(_))
    }
}

/// An engine that has been started and has taken its options.
pub(crate) struct UciPlayer<'a> {
    spec: &'a EngineSpec,
    conversation: Conversation<'a, EngineReply>,
    offered: Vec<OfferedOption>,
    variant: Option<String>,
    is_pondering: bool,
    /// The times of its last moves.
    recent: ArrayVec<Duration, RECENT>,
}

impl<'a> UciPlayer<'a> {
    /// Starts an engine and sends it its options.
    ///
    /// # Errors
    /// Returns an error if it does not start in time or lacks an option, or the match is to end.
    pub fn start(spec: &'a EngineSpec, stop: &'a AtomicBool) -> Result<Self, PlayerError> {
        let mut parser = ReplyParser::default();
        let mut player = Self {
            spec,
            conversation: Conversation::start(spec, stop, move |line| parser.parse(line))?,
            offered: Vec::new(),
            variant: None,
            is_pondering: false,
            recent: ArrayVec::new(),
        };
        player.handshake()?;
        Ok(player)
    }

    /// Returns the options that it offers.
    pub fn offered(&self) -> &[OfferedOption] {
        &self.offered
    }

    fn handshake(&mut self) -> Result<(), PlayerError> {
        let deadline = Instant::now() + self.spec.limits.startup();
        self.conversation.send("uci\n")?;
        loop {
            match self.conversation.reply(deadline, "uciok")?.0 {
                EngineReply::UciOk => break,
                EngineReply::Option(_) if self.offered.len() == MAX_OPTIONS => {
                    return Err(FaultKind::Flood.with("options without end").into());
                }
                EngineReply::Option(option) => self.offered.push(option),
                _ => {}
            }
        }
        let commands = self.option_commands().map_err(|why| FaultKind::FailedStart.with(why))?;
        self.conversation.send(commands)?;
        self.synchronize(deadline)
    }

    /// Returns the commands that set the options; the reason if an option or its value is wrong.
    fn option_commands(&self) -> Result<String, String> {
        let mut commands = String::new();
        let own =
            |name: &str| self.spec.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let ponder = (self.spec.ponder && self.offers(PONDER).is_some() && !own(PONDER))
            .then(|| (PONDER.to_string(), "true".to_string()));
        for (name, value) in self.spec.options.iter().chain(&ponder) {
            let offered = offered_option(&self.offered, name, value)?;
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
    /// Returns an error if the engine does not play the variant or does not answer.
    pub fn new_game(&mut self, variant: &str) -> Result<(), PlayerError> {
        if self.variant.as_deref() != Some(variant) {
            self.check_variant(variant)?;
            if self.offers(VARIANT).is_some() {
                self.conversation.send(set_option(VARIANT, Some(variant)) + "\n")?;
            }
            self.variant = Some(variant.into());
        }
        self.conversation.send("ucinewgame\n")?;
        self.synchronize(Instant::now() + self.spec.limits.patience())
    }

    /// Checks whether the engine offers a variant.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub fn check_variant(&self, variant: &str) -> Result<(), Fault> {
        let Some(offered) = self.offers(VARIANT) else {
            let why = || format!("it has no option {VARIANT}, so it cannot play {variant}");
            return if variant == CHESS { Ok(()) } else { Err(FaultKind::FailedStart.with(why())) };
        };
        // A file of variants adds to the list without a report.
        let is_path = |(name, _): &(String, String)| name.eq_ignore_ascii_case("VariantPath");
        if offered.objection(variant).is_some() && !self.spec.options.iter().any(is_path) {
            let why = format!("its {VARIANT} does not offer {variant}");
            return Err(FaultKind::FailedStart.with(why));
        }
        Ok(())
    }

    /// Waits until the engine has carried out its commands.
    fn synchronize(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        self.conversation.send("isready\n")?;
        let is_ready = |reply| match reply {
            EngineReply::ReadyOk => Some(Ok(())),
            // Without the option the match would be another one.
            EngineReply::Refusal(why) => {
                let what = format!("it has refused an option: {}", quoted(&why));
                Some(Err(FaultKind::FailedStart.with(what)))
            }
            _ => None,
        };
        self.conversation.wait_for(deadline, "readyok", is_ready).map(|_| ())
    }

    /// Returns the engine's answer to a position and an order, and its time.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline.
    pub fn think(
        &mut self,
        position: &PositionOrder,
        go: &GoOrder,
        clock: &GameClock,
    ) -> Result<(BestMove, Instant), PlayerError> {
        self.refuse_unasked("unasked")?;
        if !clock.is_timed() && self.recent.is_full() {
            let shortest = self.recent.iter().min().copied().unwrap_or_default();
            self.conversation.pause_reading((shortest / READ_PAUSE).min(POLL));
        }
        let begin = Instant::now();
        self.conversation.send(format!("{position}\n{go}\n"))?;
        let (best, at) = self.best_move(begin + clock.patience())?;
        if self.recent.is_full() {
            self.recent.remove(0);
        }
        self.recent.push(at.saturating_duration_since(begin));
        Ok((best, at))
    }

    /// Lets the engine think on its opponent's time, about an expected position.
    ///
    /// # Errors
    /// Returns an error if it has closed its input.
    pub fn ponder(&mut self, position: &PositionOrder, go: &GoOrder) -> Result<(), PlayerError> {
        self.conversation.send(format!("{position}\n{go}\n"))?;
        self.is_pondering = true;
        Ok(())
    }

    /// Returns the answer of an engine that has pondered on the right position.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, or it came too early.
    pub fn ponder_hit(&mut self, clock: &GameClock) -> Result<(BestMove, Instant), PlayerError> {
        self.refuse_unasked("while pondering")?;
        self.is_pondering = false;
        let deadline = Instant::now() + clock.patience();
        self.conversation.send("ponderhit\n")?;
        self.best_move(deadline)
    }

    /// Ends the pondering on a wrong position, and ignores the engine's answer.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, or it came too early.
    pub fn stop_pondering(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        if !std::mem::take(&mut self.is_pondering) {
            return Ok(());
        }
        self.refuse_unasked("while pondering")?;
        self.conversation.send("stop\n")?;
        self.best_move(deadline).map(|_| ())
    }

    /// Refuses a best move without a request.
    fn refuse_unasked(&mut self, when: &str) -> Result<(), Fault> {
        let unasked = self.conversation.look_through(|reply| match reply {
            EngineReply::BestMove(best) => Some(format!("bestmove {}, {when}", quoted(&best.text))),
            _ => None,
        })?;
        unasked.map_or(Ok(()), |what| Err(FaultKind::Nonsense.with(what)))
    }

    /// Waits for the best move until a deadline.
    fn best_move(&mut self, deadline: Instant) -> Result<(BestMove, Instant), PlayerError> {
        self.conversation.wait_for(deadline, "bestmove", |reply| match reply {
            EngineReply::BestMove(best) => Some(Ok(best)),
            _ => None,
        })
    }

    /// Asks the engine to quit.
    pub fn quit(self) {
        self.conversation.quit();
    }
}
