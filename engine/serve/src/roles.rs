//! [`Role`]: the role of a connection, and the requests that it allows.

use crate::protocol::{Request, RoleName};

/// The role of a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// The user who has started the server. Everything is allowed.
    Owner,
    /// A player of one game.
    Seat {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
    },
    /// A watcher of one game.
    Watcher {
        /// The game.
        game: String,
    },
    /// A connection that has shown no token.
    Nobody,
}

/// The right that a request needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Right {
    /// Nothing.
    None,
    /// To see the game.
    See,
    /// To play in it.
    Play,
    /// To own the server.
    Own,
}

/// Returns the right that a request needs. The match names every request, so a new one must be
/// added here.
const fn right(request: &Request) -> Right {
    match request {
        Request::Join { .. } => Right::None,
        Request::Open { .. }
        | Request::Look { .. }
        | Request::Continuations { .. }
        | Request::Reach { .. }
        | Request::Attackers { .. }
        | Request::Why { .. }
        | Request::Export
        | Request::Stop => Right::See,
        Request::Play { .. }
        | Request::Claim
        | Request::Resign { .. }
        | Request::Draw { .. }
        | Request::Abort
        | Request::Say { .. }
        | Request::Hand { .. }
        | Request::Take { .. } => Right::Play,
        Request::New(_)
        | Request::Import { .. }
        | Request::Games
        | Request::Delete { .. }
        | Request::Line { .. }
        | Request::Live { .. }
        | Request::Players { .. }
        | Request::Pause { .. }
        | Request::Hurry
        | Request::Prune { .. }
        | Request::Promote { .. }
        | Request::Comment { .. }
        | Request::Analyse { .. }
        | Request::Preview { .. }
        | Request::Explore { .. }
        | Request::Arrange { .. }
        | Request::ExportAll
        | Request::Watch
        | Request::WatchGame { .. }
        | Request::WatchLive { .. }
        | Request::Invite => Right::Own,
    }
}

impl Role {
    /// Returns whether this role allows a request. The table decides whether a seat may act now.
    pub fn may(&self, request: &Request) -> bool {
        let has = match self {
            Self::Owner => return true,
            Self::Seat { .. } => right(request) != Right::Own,
            Self::Watcher { .. } => matches!(right(request), Right::None | Right::See),
            Self::Nobody => right(request) == Right::None,
        };
        has && match (self, request) {
            (Self::Seat { game, .. } | Self::Watcher { game }, Request::Open { game: wanted }) => {
                game == wanted
            }
            (
                Self::Seat { seat, .. },
                Request::Resign { seat: of }
                | Request::Take { seat: of }
                | Request::Draw { seat: of, .. },
            ) => seat == of,
            _ => true,
        }
    }

    /// Returns the role's name in messages.
    pub const fn name(&self) -> RoleName {
        match self {
            Self::Owner => RoleName::Owner,
            Self::Seat { .. } => RoleName::Seat,
            Self::Watcher { .. } => RoleName::Watcher,
            Self::Nobody => RoleName::Nobody,
        }
    }

    /// Returns the seat that it plays.
    pub const fn seat(&self) -> Option<u8> {
        match self {
            Self::Seat { seat, .. } => Some(*seat),
            Self::Owner | Self::Watcher { .. } | Self::Nobody => None,
        }
    }

    /// The only game that it concerns.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Seat { game, .. } | Self::Watcher { game } => Some(game),
            Self::Owner | Self::Nobody => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every request, and the roles that may send it: the owner, the seat 1 of the game `g`, a
    /// watcher of it, nobody.
    const TABLE: [(&str, [bool; 4]); 43] = [
        (r#"{"type":"join","token":"x"}"#, [true, true, true, true]),
        (r#"{"type":"open","game":"g"}"#, [true, true, true, false]),
        (r#"{"type":"open","game":"h"}"#, [true, false, false, false]),
        (r#"{"type":"look","node":0}"#, [true, true, true, false]),
        (r#"{"type":"continuations","node":0,"clicks":[]}"#, [true, true, true, false]),
        (r#"{"type":"reach","node":0,"cell":0}"#, [true, true, true, false]),
        (r#"{"type":"attackers","node":0,"cell":0}"#, [true, true, true, false]),
        (r#"{"type":"why","node":0,"text":"e5"}"#, [true, true, true, false]),
        (r#"{"type":"export"}"#, [true, true, true, false]),
        (r#"{"type":"stop"}"#, [true, true, true, false]),
        (r#"{"type":"play","node":0,"text":"e4"}"#, [true, true, false, false]),
        (r#"{"type":"claim"}"#, [true, true, false, false]),
        (r#"{"type":"resign","seat":1}"#, [true, true, false, false]),
        (r#"{"type":"resign","seat":0}"#, [true, false, false, false]),
        (r#"{"type":"hand","seat":1}"#, [true, true, false, false]),
        (r#"{"type":"hand","seat":0}"#, [true, true, false, false]),
        (r#"{"type":"take","seat":1}"#, [true, true, false, false]),
        (r#"{"type":"take","seat":0}"#, [true, false, false, false]),
        (r#"{"type":"draw","seat":1,"agrees":true}"#, [true, true, false, false]),
        (r#"{"type":"draw","seat":0,"agrees":true}"#, [true, false, false, false]),
        (r#"{"type":"abort"}"#, [true, true, false, false]),
        (r#"{"type":"say","phrase":0}"#, [true, true, false, false]),
        (r#"{"type":"preview","node":0,"moves":[]}"#, [true, false, false, false]),
        (r#"{"type":"explore","node":0}"#, [true, false, false, false]),
        (r#"{"type":"arrange","variant":"chess"}"#, [true, false, false, false]),
        (r#"{"type":"export-all"}"#, [true, false, false, false]),
        (r#"{"type":"new","variant":"chess"}"#, [true, false, false, false]),
        (r#"{"type":"import","pgn":"","variant":"chess"}"#, [true, false, false, false]),
        (r#"{"type":"games"}"#, [true, false, false, false]),
        (r#"{"type":"delete","game":"g"}"#, [true, false, false, false]),
        (r#"{"type":"line","node":0,"moves":[]}"#, [true, false, false, false]),
        (r#"{"type":"live","node":0}"#, [true, false, false, false]),
        (r#"{"type":"players","players":[]}"#, [true, false, false, false]),
        (r#"{"type":"pause","on":true}"#, [true, false, false, false]),
        (r#"{"type":"hurry"}"#, [true, false, false, false]),
        (r#"{"type":"prune","node":1}"#, [true, false, false, false]),
        (r#"{"type":"promote","node":1}"#, [true, false, false, false]),
        (r#"{"type":"comment","node":0,"text":""}"#, [true, false, false, false]),
        (r#"{"type":"analyse","node":0,"lines":1}"#, [true, false, false, false]),
        (r#"{"type":"watch"}"#, [true, false, false, false]),
        (r#"{"type":"watch-game","number":0}"#, [true, false, false, false]),
        (r#"{"type":"watch-live","name":""}"#, [true, false, false, false]),
        (r#"{"type":"invite"}"#, [true, false, false, false]),
    ];

    #[test]
    fn every_request_is_allowed_to_whom_it_should_be() {
        let game = || "g".to_owned();
        let roles = [
            Role::Owner,
            Role::Seat { game: game(), seat: 1 },
            Role::Watcher { game: game() },
            Role::Nobody,
        ];
        for (text, expected) in TABLE {
            let request: Request = serde_json::from_str(text).expect("a request");
            for (role, may) in roles.iter().zip(expected) {
                assert_eq!(role.may(&request), may, "{:?} asks {text}", role.name());
            }
        }
    }

    /// All types of requests, as the error for an unknown one lists them.
    #[test]
    fn the_table_of_the_test_above_has_every_request() {
        let error = serde_json::from_str::<Request>(r#"{"type":"fly"}"#).expect_err("unknown");
        let error = error.to_string();
        let (_, listed) = error.split_once("expected one of ").expect("a list");
        let known = listed.split('`').skip(1).step_by(2);
        for kind in known {
            let tag = format!(r#""type":"{kind}""#);
            assert!(TABLE.iter().any(|(text, _)| text.contains(&tag)), "{kind}");
        }
    }
}
