//! The messages between page and server, as JSON in text messages of a WebSocket.
//!
//! `docs/serve.md` explains every message. [`VERSION`] rises when a change could break pages of the
//! last version.

mod reply;
mod request;

use rotunda_movegen::Variant;

pub use reply::{
    Clocks, ExploredMove, GameRow, Line, LiveRow, Mover, Progress, Reply, RoleName, Score,
    ScoreBound, SeatRow, WatchRow, game_reply,
};
pub use request::{NewGame, Request};

/// The version of the protocol.
pub const VERSION: u32 = 2;
/// The most bytes of a message from the page.
pub const MAX_MESSAGE: usize = 256 << 10;

/// The variant with a name.
///
/// # Errors
/// Returns an error if there is none, in words.
pub fn variant(name: &str) -> Result<&'static Variant, String> {
    Variant::by_name(name).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Player;

    fn read(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn requests_are_read() {
        let new = read(
            r#"{"type":"new","variant":"modern3","players":[{"by":"human"},{"by":"engine","elo":1200,"time":500},
            {"by":"engine","time":500}],"clock":{"base":60000,"increment":500}}"#,
        );
        let Ok(Request::New(NewGame {
            variant, players: Some(players), clock: Some(clock), ..
        })) = new
        else {
            panic!("{new:?}");
        };
        assert_eq!((variant.as_str(), clock.base), ("modern3", 60_000));
        assert_eq!(players[1], Player::Engine { elo: Some(1200), time: 500 });
        assert!(matches!(read(r#"{"type":"stop"}"#), Ok(Request::Stop)));
        assert!(matches!(
            read(r#"{"type":"watch-game","number":3}"#),
            Ok(Request::WatchGame { number: 3 })
        ));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "{}",
            "[]",
            r#"{"type":"fly"}"#,
            r#"{"type":"look"}"#,
            r#"{"type":"look","node":-1}"#,
            r#"{"type":"look","node":1,"more":2}"#,
            r#"{"type":"play","node":0,"text":7}"#,
            r#"{"type":"new","variant":"chess","players":[{"by":"oracle"}]}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn replies_have_their_types() {
        let hello =
            Reply::Hello { version: 2, engine: "Rotunda", watches: false, tokens: false }.text();
        assert_eq!(
            hello,
            r#"{"type":"hello","version":2,"engine":"Rotunda","watches":false,"tokens":false}"#
        );
        let score = serde_json::to_string(&Score::Mate(-2)).expect("a score");
        assert_eq!(score, r#"{"mate":-2}"#);
    }
}
