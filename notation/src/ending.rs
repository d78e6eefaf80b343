//! The ends of games in words for people.

use std::borrow::Cow;

use rotunda_movegen::{FULL, Outcome, Reason, Seat, Variant};

/// Returns the end of a game as a sentence.
///
/// ```
/// let variant = rotunda_movegen::Variant::by_name("chess")?;
/// let game = variant.game_from(Some("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))?;
/// let outcome = game.outcome().expect("the game is over");
/// assert_eq!(rotunda_notation::sentence(variant, &outcome), "Stalemate: a draw.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sentence(variant: &'static Variant, outcome: &Outcome) -> String {
    format!("{}: {}.", reason(variant, outcome), result(variant, outcome))
}

/// Returns the word for how a game ended in the tag `Termination` of PGN.
///
/// ```
/// use rotunda_movegen::Reason;
/// use rotunda_notation::termination;
/// let words = [Reason::Checkmate, Reason::Resignation, Reason::TimeForfeit].map(termination);
/// assert_eq!(words, ["normal", "normal", "time forfeit"]);
/// ```
#[must_use]
pub const fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::TimeForfeit => "time forfeit",
        Reason::IllegalMove => "rules infraction",
        Reason::Disconnection => "abandoned",
        Reason::Adjudication => "adjudication",
        _ => "normal",
    }
}

/// The reason, at the beginning of a sentence.
fn reason(variant: &'static Variant, outcome: &Outcome) -> Cow<'static, str> {
    let limits = || variant.spec().limits;
    let text = match outcome.reason {
        Reason::Checkmate => "Checkmate",
        Reason::Stalemate => "Stalemate",
        Reason::Goal => "A king has reached its goal",
        Reason::InsufficientMaterial => "Nobody can mate any more",
        Reason::Threefold => "The same position for the third time",
        Reason::PerpetualCheck => "Perpetual check",
        Reason::FiftyMoves => "Fifty moves without a capture or a pawn's move",
        Reason::Repetition => {
            let times = limits().occurrences.unwrap_or(0);
            return format!("The same position {times} times").into();
        }
        Reason::NoProgress => {
            let plies = limits().quiet_plies.unwrap_or(0);
            return format!("No capture and no pawn's move within {plies} plies").into();
        }
        Reason::BareKing => "A bare king, and a claim",
        Reason::LastStanding => "The last king stands",
        Reason::AllPass => "Everybody passes",
        Reason::Agreement => "Agreed",
        Reason::Adjudication => "Adjudicated",
        Reason::Resignation => return forfeit(variant, outcome, "resigns"),
        Reason::TimeForfeit => return forfeit(variant, outcome, "has no time left"),
        Reason::IllegalMove => return forfeit(variant, outcome, "breaks the rules"),
        Reason::Disconnection => return forfeit(variant, outcome, "has left"),
    };
    text.into()
}

/// Returns a sentence about the loser of a duel. With more seats it names no player, as several may
/// have lost before.
fn forfeit(variant: &'static Variant, outcome: &Outcome, does: &str) -> Cow<'static, str> {
    let loser = [Seat::WHITE, Seat::BLACK].into_iter().find(|seat| outcome.points(*seat) == 0);
    match loser.filter(|_| variant.is_duel()) {
        Some(seat) => format!("{} {does}", variant.layout().colours[seat.index()].name).into(),
        None => format!("The last opponent {does}").into(),
    }
}

/// Returns the winner, or the points of all seats.
fn result(variant: &'static Variant, outcome: &Outcome) -> String {
    let colours = variant.layout().colours;
    let seats = || (0..variant.seats).map(|seat| Seat(seat as u8));
    let name = |seat: Seat| colours[seat.index()].name;
    let having = |points: u16| -> Vec<&str> {
        seats().filter(|seat| outcome.points(*seat) == points).map(name).collect()
    };
    let (winners, losers) = (having(FULL), having(0));
    if winners.len() + losers.len() == variant.seats {
        let verb = if winners.len() == 1 { "wins" } else { "win" };
        return format!("{} {verb}", winners.join(" and "));
    }
    if seats().all(|seat| outcome.points(seat) == outcome.points(Seat(0))) {
        return "a draw".into();
    }
    let points = seats().map(|seat| format!("{} {}", name(seat), outcome.points(seat)));
    format!("{} of {FULL} points", points.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{GameData, GameLimits, Scoring, Spec};

    use super::*;

    /// Returns the sentence about the end of a position.
    fn sentence_of(variant: &str, fen: &str) -> String {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(Some(fen)).expect("well-formed");
        sentence(variant, &game.outcome().expect("the game is over"))
    }

    #[test]
    fn limits_are_told_with_their_numbers() {
        let chess = Variant::by_name("chess").expect("known");
        let spec = chess.spec();
        let limits = GameLimits { quiet_plies: Some(60), occurrences: Some(2) };
        let scoring = Scoring { no_progress: [0, FULL], ..spec.scoring };
        let data = GameData {
            title: "Chess".into(),
            rules: String::new(),
            spec: Spec { limits, scoring, ..spec },
            layout: chess.layout().clone(),
            round_table: false,
        };
        let variant = Variant::unlisted(data).expect("sound");
        let end = |clock: u32, moves: &[&str]| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 50");
            let mut game = variant.game_from(Some(&fen)).expect("well-formed");
            for mv in moves {
                game.play_text(mv).expect("legal");
            }
            sentence(variant, &game.outcome().expect("the game is over"))
        };
        assert_eq!(end(60, &[]), "No capture and no pawn's move within 60 plies: Black wins.");
        let round = ["a1a2", "e8d8", "a2a1", "d8e8"];
        assert_eq!(end(0, &round), "The same position 2 times: a draw.");
    }

    #[test]
    fn who_forfeits_is_named() {
        let chess = Variant::by_name("chess").expect("known");
        let sentence_of = |reason| sentence(chess, &Outcome::duel(reason, Seat::BLACK, 0));
        assert_eq!(sentence_of(Reason::Resignation), "Black resigns: White wins.");
        assert_eq!(sentence_of(Reason::TimeForfeit), "Black has no time left: White wins.");
        assert_eq!(sentence_of(Reason::IllegalMove), "Black breaks the rules: White wins.");
        assert_eq!(sentence_of(Reason::Disconnection), "Black has left: White wins.");
        assert_eq!(sentence(chess, &Outcome::draw(Reason::Agreement)), "Agreed: a draw.");
        let ring = Variant::by_name("modern3").expect("known");
        let last = Outcome::shared(Reason::Resignation, [0, 100, 0, 0, 0, 0]);
        assert_eq!(sentence(ring, &last), "The last opponent resigns: Red wins.");
    }

    #[test]
    fn endings_are_told_in_words() {
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(sentence_of("chess", mate), "Checkmate: Black wins.");
        assert_eq!(sentence_of("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "Stalemate: a draw.");
        let partial = "k11/2Q9/12/12/12/12/12/12/12/11K b - - 0 1";
        let text = sentence_of("ordinary-nocheckers", partial);
        assert_eq!(text, "Stalemate: White 60, Black 40 of 100 points.");
        let team = "4aR1xbN25/32/32/2aK15cK13 c ac ac.bd m 0 1";
        assert_eq!(sentence_of("modern4-2v2", team), "The last king stands: Yellow and Red win.");
    }
}
