//! The board in the browser: a page to play, watch and analyse every game of Rotunda on.
//!
//! [`PageServer`] serves a page as a [`ServeConfig`] describes it: a server on this machine alone
//! hands out a page, which knows no rule. Legal moves, paths, texts and outcomes come over a
//! WebSocket, in the messages of `docs/serve.md`.
//!
//! ```text
//!   page_server  from a configuration to the end
//!     -> server      the port, the ways in         guard, gate  who is let in, and as whom (roles)
//!       -> pages        the page, descriptions, pictures, lessons
//!       -> connection   a page that is open, and its analysis
//!            -> arrange     positions that somebody sets up
//!            -> asking      what is asked of the open game
//!            -> games       all games             store       those that are kept, as PGN
//!                 -> explorer   what those have played in a position
//!                 -> table      one game: clocks, engines, who hears of it
//!                      -> tree      variations                     view   a position as it is shown
//!                      -> action    what pages and files do to a game
//!                      -> search    searches on threads of their own
//! ```

mod action;
mod addresses;
mod arrange;
mod asking;
mod connection;
mod continuations;
mod echo;
mod explorer;
mod facts;
mod games;
mod gate;
mod guard;
mod importing;
mod invitations;
mod lessons;
mod listening;
mod merge;
mod page_server;
mod pages;
mod per_variant;
mod pgn_read;
mod pgn_write;
mod protocol;
mod reach;
mod record;
mod roles;
mod search;
mod server;
mod store;
mod table;
mod tokens;
mod tree;
#[cfg(test)]
mod typescript;
mod variant_view;
mod view;
mod watch;

pub use listening::{BasePath, HostName, ListenAddress, Listening, ListeningError};
pub use page_server::{PageServer, ServeConfig, ServeError, ServeStop};
