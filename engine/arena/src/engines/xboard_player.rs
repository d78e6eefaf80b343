//! [`XboardPlayer`]: an engine at a seat, over the Chess Engine Communication Protocol.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rotunda_movegen::{Game, GameMove, Options, Seat, Variant, quoted};
use rotunda_protocol::cecp::Notation;
use rotunda_protocol::cecp_client::{EngineReply, ReplyParser, clock, level, set_option};
use rotunda_protocol::uci_client::{BestMove, OfferedOption, OfferedValues, SearchInfo};
use rotunda_protocol::{GoOrder, PositionOrder};

use super::answer::Answer;
use super::clock::GameClock;
use super::conversation::{Conversation, PlayerError, Reply};
use super::features::Features;
use super::offered::offered_option;
use crate::base::fault::{Fault, FaultKind};
use crate::plan::match_plan::EngineSpec;

/// The time for an engine to declare its first feature. One that declares none speaks version 1 of
/// the protocol.
const FEATURE_TIME: Duration = Duration::from_secs(2);
/// The most options that an engine may offer.
const MAX_OPTIONS: usize = 10_000;
/// The word for the answer to an order to move.
const MOVE: &str = "move";
/// The commands without which a game would be another one.
const NEEDED: [&str; 9] =
    ["option", "memory", "cores", "new", "variant", "setboard", "usermove", "level", "go"];

impl Reply for EngineReply {
    fn is_move(&self) -> bool {
        matches!(self, Self::Move(..))
    }
}

/// The game as the engine knows it.
struct KnownGame {
    notation: Notation,
    /// The notation of the game's moves in files.
    san: rotunda_notation::Notation,
    game: Game,
    fen: Option<String>,
    /// The moves since, in this program's notation.
    moves: Vec<String>,
    /// The seat that the engine plays; `None` in force mode.
    plays: Option<Seat>,
}

impl KnownGame {
    /// The start of a game, or the position of a FEN.
    fn new(notation: Notation, fen: Option<&str>) -> Result<Self, Fault> {
        let game = notation.variant().family(Options::default()).game(fen);
        let game = game.map_err(|error| FaultKind::FailedStart.with(error.to_string()))?;
        let san = rotunda_notation::Notation::of(notation.variant());
        Ok(Self {
            notation,
            san,
            game,
            fen: fen.map(str::to_owned),
            moves: Vec::new(),
            plays: None,
        })
    }

    /// Plays a move that this program has written; its text in the protocol.
    fn play(&mut self, text: &str) -> Result<String, Fault> {
        let illegal = || FaultKind::IllegalMove.with(quoted(text));
        let mv = self.game.parse_move(text).map_err(|_| illegal())?;
        let theirs = self.notation.unambiguous(&self.game, &mv);
        self.game.play(&mv).map_err(|_| illegal())?;
        self.moves.push(text.to_owned());
        Ok(theirs)
    }

    /// Returns the move that an engine writes in a position, in this program's notation; `None` if
    /// no legal move is written so.
    ///
    /// Old engines write castlings, or every move, in SAN, even if the runner asks for coordinates.
    fn find(&self, game: &Game, theirs: &str) -> Option<GameMove> {
        let found = self.notation.find(game, theirs);
        found.or_else(|| self.san.read(game, theirs).ok())
    }

    /// Returns the moves of a line in this program's notation, up to the first that is no move.
    fn own_line(&self, theirs: &str) -> String {
        let mut game = self.game.clone();
        let mut line = Vec::new();
        for word in theirs.split_ascii_whitespace() {
            let Some(mv) = self.find(&game, word) else { break };
            if game.play(&mv).is_err() {
                break;
            }
            line.push(mv.to_string());
        }
        line.join(" ")
    }
}

/// An engine that has been started and has taken its options.
pub(crate) struct XboardPlayer<'a> {
    spec: &'a EngineSpec,
    stop: &'a AtomicBool,
    conversation: Conversation<'a, EngineReply>,
    features: Features,
    offered: Vec<OfferedOption>,
    /// The number of the last `ping`.
    pings: u32,
    known: Option<KnownGame>,
}

impl<'a> XboardPlayer<'a> {
    /// Starts an engine and sends it its options.
    ///
    /// # Errors
    /// Returns an error if it does not start in time or lacks an option, or the match is to end.
    pub fn start(spec: &'a EngineSpec, stop: &'a AtomicBool) -> Result<Self, PlayerError> {
        let mut parser = ReplyParser::default();
        let mut player = Self {
            spec,
            stop,
            conversation: Conversation::start(spec, stop, move |line| parser.parse(line))?,
            features: Features::default(),
            offered: Vec::new(),
            pings: 0,
            known: None,
        };
        player.handshake()?;
        Ok(player)
    }

    /// Returns the options that it offers.
    pub fn offered(&self) -> &[OfferedOption] {
        &self.offered
    }

    fn handshake(&mut self) -> Result<(), PlayerError> {
        let begin = Instant::now();
        let deadline = begin + self.spec.limits.startup();
        self.conversation.send("xboard\nprotover 2\n")?;
        while !self.features.is_done() {
            let is_patient = self.features.needs_time();
            let until = if is_patient { deadline } else { deadline.min(begin + FEATURE_TIME) };
            match self.conversation.reply(until, "feature done=1") {
                Ok((EngineReply::Features(features), _)) => {
                    let answers = self.features.take(&features);
                    self.conversation.send(answers)?;
                    self.offered.extend(features.iter().filter_map(|feature| {
                        feature.offered_option().filter(|_| feature.name == "option")
                    }));
                    if self.offered.len() > MAX_OPTIONS {
                        return Err(FaultKind::Flood.with("options without end").into());
                    }
                }
                Ok(_) => {}
                Err(PlayerError::Fault(fault)) if fault.kind == FaultKind::Hang && !is_patient => {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let commands = self.option_commands().map_err(|why| FaultKind::FailedStart.with(why))?;
        self.conversation.send(commands)?;
        self.synchronize(deadline)
    }

    /// Returns the commands that set the options; the reason if an option or its value makes no
    /// sense. `Hash` and `Threads` have commands of their own.
    fn option_commands(&self) -> Result<String, String> {
        let mut commands = String::new();
        for (name, value) in &self.spec.options {
            let is_offered = self.offered.iter().any(|option| option.is_named(name));
            let command = self.features.resource_command(name).filter(|_| !is_offered);
            let line = if let Some(command) = command {
                let number: u32 =
                    value.parse().map_err(|_| format!("option {name}: expected a number"))?;
                format!("{command} {number}")
            } else {
                let option = offered_option(&self.offered, name, value)?;
                let value = match option.values {
                    OfferedValues::Button => None,
                    OfferedValues::Check if value.eq_ignore_ascii_case("true") => Some("1"),
                    OfferedValues::Check => Some("0"),
                    _ => Some(value.as_str()),
                };
                set_option(&option.name, value)
            };
            commands += &line;
            commands.push('\n');
        }
        Ok(commands)
    }

    /// Waits until the engine has carried out its commands, if it can report so.
    fn synchronize(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        if !self.features.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        let ping = self.pings;
        self.conversation.send(format!("ping {ping}\n"))?;
        let is_answer = |reply| match reply {
            EngineReply::Pong(number) if number == ping => Some(Ok(())),
            EngineReply::Refusal(why) if is_needed(&why) => {
                let what = format!("it has refused a command: {}", quoted(&why));
                Some(Err(FaultKind::FailedStart.with(what)))
            }
            _ => None,
        };
        self.conversation.wait_for(deadline, "pong", is_answer).map(|_| ())
    }

    /// Prepares for a game of a variant.
    ///
    /// # Errors
    /// Returns an error if the engine does not play the variant or does not answer.
    pub fn new_game(&mut self, variant: &str) -> Result<(), PlayerError> {
        let notation = self.check_variant(variant)?;
        if self.known.is_some() && !self.features.has("reuse") {
            *self = Self::start(self.spec, self.stop)?;
        }
        self.begin(notation)?;
        self.synchronize(Instant::now() + self.spec.limits.patience())
    }

    /// Returns the notation of a variant if the engine plays it, as far as it says.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub fn check_variant(&self, variant: &str) -> Result<Notation, Fault> {
        let failed = |why: String| FaultKind::FailedStart.with(why);
        let known = Variant::by_name(variant).ok().map(Notation::new);
        let notation = known.filter(|notation| Notation::named(notation.name()).is_some());
        let notation = notation
            .ok_or_else(|| failed(format!("XBoard's protocol has no notation for {variant}")))?;
        if self.features.plays(notation.name()) {
            Ok(notation)
        } else {
            Err(failed(format!("its variants do not include {}", notation.name())))
        }
    }

    /// Sends the start of a game, with the time that the engine has.
    fn begin(&mut self, notation: Notation) -> Result<(), Fault> {
        let limits = &self.spec.limits;
        let mut commands = String::from("new\n");
        if !notation.is_chess() {
            let _ = writeln!(commands, "variant {}", notation.name());
        }
        if let Some(control) = limits.clock {
            let ms = Duration::from_millis;
            let level = level(control.moves, ms(control.base), ms(control.increment));
            let _ = writeln!(commands, "{level}");
        }
        if let Some(time) = limits.move_time {
            let _ = writeln!(commands, "st {}", time as f64 / 1000.0);
        }
        if let Some(depth) = limits.depth {
            let _ = writeln!(commands, "sd {depth}");
        }
        commands += if self.spec.ponder { "hard\n" } else { "easy\n" };
        commands += "post\nforce\n";
        self.conversation.send(commands)?;
        self.known = Some(KnownGame::new(notation, None)?);
        Ok(())
    }

    /// Returns the engine's answer to a position and an order, and when it came.
    ///
    /// # Errors
    /// Returns an error if there is none until the deadline, or the engine refuses the position.
    pub fn think(
        &mut self,
        position: &PositionOrder,
        go: &GoOrder,
        clock: &GameClock,
    ) -> Result<(Answer, Instant), PlayerError> {
        let begin = Instant::now();
        if self.has_resigned()? {
            return Ok((Answer::Resign, begin));
        }
        let order = self.order(position, go)?;
        self.conversation.send(order)?;
        let seat = self.known()?.game.turn();
        let answer = |reply| match reply {
            EngineReply::Move(text, info) => {
                Some(Ok(Answer::Move(BestMove { text, info, ..BestMove::default() })))
            }
            EngineReply::Resign => Some(Ok(Answer::Resign)),
            EngineReply::Result(line) => Some(Ok(claimed(line, seat))),
            EngineReply::IllegalMove(line) => {
                let what = format!("it refuses a legal move: {}", quoted(&line));
                Some(Err(FaultKind::Nonsense.with(what)))
            }
            EngineReply::Refusal(why) if is_needed(&why) => {
                let what = format!("it refuses a command: {}", quoted(&why));
                Some(Err(FaultKind::Nonsense.with(what)))
            }
            EngineReply::Features(_) | EngineReply::Pong(_) | EngineReply::Refusal(_) => None,
        };
        let (answer, at) = self.conversation.wait_for(begin + clock.patience(), MOVE, answer)?;
        match answer {
            Answer::Move(best) => Ok((Answer::Move(self.note_move(best, seat)?), at)),
            Answer::Resign => Ok((Answer::Resign, at)),
        }
    }

    /// Returns whether the engine has resigned on its opponent's time.
    ///
    /// # Errors
    /// Returns an error if it has moved, though nobody asked.
    fn has_resigned(&mut self) -> Result<bool, Fault> {
        let unasked = self.conversation.look_through(|reply| match reply {
            EngineReply::Move(text, _) => {
                Some(Err(FaultKind::Nonsense.with(format!("move {}, unasked", quoted(&text)))))
            }
            EngineReply::Resign => Some(Ok(true)),
            _ => None,
        })?;
        unasked.unwrap_or(Ok(false))
    }

    /// Returns the commands that lead to a position and ask for a move there.
    ///
    /// An engine that plays its seat answers the opponent's move by itself, so that it can use its
    /// thoughts of the meantime. Otherwise the moves are entered in force mode.
    fn order(&mut self, position: &PositionOrder, go: &GoOrder) -> Result<String, Fault> {
        let mut commands = self.set_up(position)?;
        let usermove = if self.features.has("usermove") { "usermove " } else { "" };
        let has_time = self.features.has("time");
        let known = self.known()?;
        let missing = &position.moves[known.moves.len()..];
        let plays = known.plays;
        let mut moves = String::new();
        for text in missing {
            let _ = writeln!(moves, "{usermove}{}", known.play(text)?);
        }
        let turn = known.game.turn();
        known.plays = Some(turn);
        let times = if has_time { times(go, turn) } else { String::new() };
        if missing.len() == 1 && plays == Some(turn) {
            commands += &times;
            commands += &moves;
        } else {
            commands += "force\n";
            commands += &moves;
            commands += &times;
            commands += "go\n";
        }
        Ok(commands)
    }

    /// Returns the commands that set up the beginning of a position, if the engine has another.
    fn set_up(&mut self, position: &PositionOrder) -> Result<String, Fault> {
        let can_set_up = self.features.has("setboard");
        let known = self.known()?;
        if known.fen == position.fen && position.moves.starts_with(&known.moves) {
            return Ok(String::new());
        }
        let notation = known.notation;
        let fen = position.fen.as_deref().unwrap_or_else(|| notation.variant().start());
        if !can_set_up {
            return Err(FaultKind::FailedStart.with("it has no setboard, which an opening needs"));
        }
        *known = KnownGame::new(notation, position.fen.as_deref())?;
        Ok(format!("force\nsetboard {}\n", notation.fen(fen)))
    }

    fn known(&mut self) -> Result<&mut KnownGame, Fault> {
        self.known.as_mut().ok_or_else(|| FaultKind::FailedStart.with("it has no game"))
    }

    /// Translates an engine's move and its principal variation to this program's notation, and
    /// notes the move. A move that is none stays as it is.
    fn note_move(&mut self, best: BestMove, seat: Seat) -> Result<BestMove, Fault> {
        let known = self.known()?;
        let Some(mv) = known.find(&known.game, &best.text) else { return Ok(best) };
        let text = mv.to_string();
        let info = SearchInfo { pv: known.own_line(&best.info.pv), ..best.info };
        known.play(&text)?;
        known.plays = Some(seat);
        Ok(BestMove { text, info, ..best })
    }

    /// Asks the engine to quit.
    pub fn quit(self) {
        self.conversation.quit();
    }
}

/// Returns the commands that report the clocks, as far as there are any.
fn times(go: &GoOrder, turn: Seat) -> String {
    let left = |seat: usize| go.clocks.get(seat).and_then(|clock| clock.left);
    let (own, opponent) = (left(turn.index()), left(1 - turn.index()));
    let both = own.zip(opponent.or(own));
    both.map_or_else(String::new, |(own, opponent)| clock(own, opponent) + "\n")
}

/// Returns the meaning of a result line instead of a move: the engine resigns if it has lost, and
/// otherwise makes the claim that the rules may allow.
fn claimed(line: String, seat: Seat) -> Answer {
    let has_lost = line.starts_with(if seat == Seat::WHITE { "0-1" } else { "1-0" });
    if has_lost {
        Answer::Resign
    } else {
        Answer::Move(BestMove { text: line, claim: true, ..BestMove::default() })
    }
}

/// Returns whether a refusal, `(REASON): COMMAND`, is of a command that the game depends on.
fn is_needed(refusal: &str) -> bool {
    let command = refusal.rsplit("): ").next().unwrap_or(refusal);
    command.split_ascii_whitespace().next().is_some_and(|word| NEEDED.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_against_oneself_is_a_resignation() {
        assert_eq!(claimed("0-1 {White resigns}".into(), Seat::WHITE), Answer::Resign);
        assert_eq!(claimed("1-0 {White mates}".into(), Seat::BLACK), Answer::Resign);
        let Answer::Move(best) = claimed("1/2-1/2 {repetition}".into(), Seat::WHITE) else {
            panic!("a claim");
        };
        assert!(best.claim);
    }

    #[test]
    fn refusals_matter_where_the_game_depends_on_them() {
        assert!(is_needed("(unknown option): option Contempt=3"));
        assert!(is_needed("(unknown command): memory 16"));
        assert!(!is_needed("(unknown command): accepted ping"));
        assert!(!is_needed("(unknown command): otim 300"));
    }
}
