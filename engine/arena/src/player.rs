//! [`Player`]: an engine at a seat, over UCI.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;

use crate::clock::SeatClock;
use crate::dialect::{Answer, Offer, Reply};
use crate::fault::{Fault, FaultKind};
use crate::plan::EngineSpec;
use crate::process::Process;

/// How long an engine may take to say `uciok`.
const START: Duration = Duration::from_secs(10);
/// How often a waiting match looks whether it is to end.
const LOOK: Duration = Duration::from_millis(100);
/// Moves from which one can tell how long the next one will take.
const RECENT: usize = 8;
/// Which part of that time, at least, passes before an answer.
const LULL: u32 = 2;
/// Most options that an engine may offer.
const MAX_OFFERS: usize = 10_000;
/// The variant that engines without `UCI_Variant` play.
const CHESS: &str = "chess";

/// Why there is no answer.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The engine has done something wrong.
    Fault(Fault),
    /// The match is to end.
    Interrupted,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// An engine that has been started and told its options.
pub(crate) struct Player<'a> {
    spec: &'a EngineSpec,
    stop: &'a AtomicBool,
    process: Process,
    offers: Vec<Offer>,
    variant: Option<String>,
    /// How long its last moves took.
    recent: ArrayVec<Duration, RECENT>,
}

impl<'a> Player<'a> {
    /// Starts an engine and tells it its options.
    ///
    /// # Errors
    /// If it does not start, or the match is to end.
    pub fn start(spec: &'a EngineSpec, stop: &'a AtomicBool) -> Result<Self, Trouble> {
        let failed = |why: String| FaultKind::FailedStart.with(why);
        let process = Process::start(spec)
            .map_err(|error| failed(format!("cannot run {}: {error}", spec.command)))?;
        let mut player = Self {
            spec,
            stop,
            process,
            offers: Vec::new(),
            variant: None,
            recent: ArrayVec::new(),
        };
        player.greet().map_err(|trouble| match trouble {
            Trouble::Fault(fault) => Trouble::Fault(failed(fault.to_string())),
            Trouble::Interrupted => trouble,
        })?;
        Ok(player)
    }

    fn greet(&mut self) -> Result<(), Trouble> {
        self.send("uci\n")?;
        let deadline = Instant::now() + START;
        loop {
            match self.hear(deadline, "uciok")? {
                Reply::UciOk => break,
                Reply::Offer(_) if self.offers.len() == MAX_OFFERS => {
                    return Err(FaultKind::Flood.with("options without end").into());
                }
                Reply::Offer(offer) => self.offers.push(offer),
                _ => {}
            }
        }
        let set =
            |(name, value): &(String, String)| format!("setoption name {name} value {value}\n");
        let options: String = self.spec.options.iter().map(set).collect();
        self.send(&options)?;
        self.settle()
    }

    /// Prepares for a game of a variant.
    ///
    /// # Errors
    /// If the engine does not play the variant or does not answer.
    pub fn new_game(&mut self, variant: &str) -> Result<(), Trouble> {
        if self.variant.as_deref() != Some(variant) {
            self.choose(variant)?;
        }
        self.send("ucinewgame\n")?;
        self.settle()
    }

    fn choose(&mut self, variant: &str) -> Result<(), Trouble> {
        let named = |offer: &&Offer| offer.name.eq_ignore_ascii_case("UCI_Variant");
        let Some(offer) = self.offers.iter().find(named) else {
            if variant == CHESS {
                self.variant = Some(variant.into());
                return Ok(());
            }
            let why = format!("it has no option UCI_Variant, so it cannot play {variant}");
            return Err(FaultKind::FailedStart.with(why).into());
        };
        // A file of variants adds to the list without a word about it.
        let is_path = |(name, _): &(String, String)| name.eq_ignore_ascii_case("VariantPath");
        let offered = offer.values.iter().any(|value| value == variant);
        if !offered && !self.spec.options.iter().any(is_path) {
            let why = format!("its UCI_Variant does not offer {variant}");
            return Err(FaultKind::FailedStart.with(why).into());
        }
        self.send(&format!("setoption name UCI_Variant value {variant}\n"))?;
        self.variant = Some(variant.into());
        Ok(())
    }

    /// Waits until the engine has done what it was told.
    fn settle(&mut self) -> Result<(), Trouble> {
        self.send("isready\n")?;
        let deadline = Instant::now() + self.spec.limits.patience();
        while self.hear(deadline, "readyok")? != Reply::ReadyOk {}
        Ok(())
    }

    /// The engine's answer to a position and a request, and how long it took.
    ///
    /// # Errors
    /// If there is none.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        clock: &SeatClock,
    ) -> Result<(Answer, Duration), Trouble> {
        if let Some(Reply::Best(answer)) = self.process.poll() {
            let what = crate::fault::shown(&answer.text);
            return Err(FaultKind::Nonsense.with(format!("bestmove {what}, unasked")).into());
        }
        if !clock.is_timed() && self.recent.is_full() {
            let shortest = self.recent.iter().min().copied().unwrap_or_default();
            self.process.leave_alone((shortest / LULL).min(LOOK));
        }
        let begin = Instant::now();
        self.send(&format!("{position}\n{go}\n"))?;
        loop {
            if let Reply::Best(answer) = self.hear(begin + clock.patience(), "bestmove")? {
                let taken = answer.at.saturating_duration_since(begin);
                if self.recent.is_full() {
                    self.recent.remove(0);
                }
                self.recent.push(taken);
                return Ok((answer, taken));
            }
        }
    }

    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        self.process.send(lines).map_err(|_| FaultKind::Crash.with(self.process.epitaph()))
    }

    /// The next reply, for someone who waits for a word until a deadline.
    fn hear(&mut self, deadline: Instant, word: &str) -> Result<Reply, Trouble> {
        let begin = Instant::now();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.wait(left.min(LOOK)) {
                Some(Reply::Closed) => {
                    return Err(FaultKind::Crash.with(self.process.epitaph()).into());
                }
                Some(Reply::Flood) => {
                    return Err(FaultKind::Flood
                        .with(format!("no {word} in all its words"))
                        .into());
                }
                // Whoever chatters on has not answered either.
                Some(reply) if !left.is_zero() || matches!(reply, Reply::Best(_)) => {
                    return Ok(reply);
                }
                None if self.stop.load(Ordering::Relaxed) => return Err(Trouble::Interrupted),
                Some(_) | None if left.is_zero() => {
                    let seconds = begin.elapsed().as_secs_f64();
                    let why = format!("no {word} within {seconds:.1} s");
                    return Err(FaultKind::Hang.with(why).into());
                }
                Some(_) | None => {}
            }
        }
    }

    /// Asks the engine to leave.
    pub fn dismiss(self) {
        self.process.dismiss();
    }
}
