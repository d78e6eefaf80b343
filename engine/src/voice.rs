//! [`Voice`]: the reports of a search in the protocol of the conversation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rotunda_protocol::cecp::{self, Notation};
use rotunda_protocol::{CommandError, reply};
use rotunda_search::{Event, Info, SearchResult};

/// The reports of a search in the protocol of the conversation.
pub(crate) trait Voice: Send + Sync {
    /// Returns the line about an event of a running search, if there is one.
    fn event(&self, event: &Event) -> Option<String>;
    /// Returns the line about an error.
    fn error(&self, error: &CommandError) -> String;
    /// Returns the line about a refused command, which may repeat the command's line.
    fn refusal(&self, error: &CommandError, line: &str) -> String;
    /// Returns a remark for people.
    fn note(&self, remark: &str) -> String;
    /// Returns the line about the result of a search, if there is one.
    fn decision(&self, result: &SearchResult) -> Option<String>;
}

/// The extended UCI language.
pub(crate) struct UciVoice {
    pub show_wdl: bool,
}

impl Voice for UciVoice {
    fn event(&self, event: &Event) -> Option<String> {
        Some(reply::event(event, self.show_wdl))
    }

    fn error(&self, error: &CommandError) -> String {
        reply::error(error)
    }

    fn refusal(&self, error: &CommandError, _: &str) -> String {
        reply::error(error)
    }

    fn note(&self, remark: &str) -> String {
        reply::note(remark)
    }

    fn decision(&self, result: &SearchResult) -> Option<String> {
        Some(reply::best_move(result))
    }
}

/// The protocol of XBoard. The session itself plays and reports the result of a search.
pub(crate) struct CecpVoice {
    pub notation: Notation,
    /// Whether thinking is shown.
    pub posts: AtomicBool,
    latest: Mutex<Option<Info>>,
}

impl CecpVoice {
    /// Creates a voice for a game.
    pub fn new(notation: Notation, posts: bool) -> Self {
        Self { notation, posts: AtomicBool::new(posts), latest: Mutex::new(None) }
    }

    /// Returns the latest line of the search.
    pub fn latest(&self) -> Option<Info> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Voice for CecpVoice {
    fn event(&self, event: &Event) -> Option<String> {
        let Event::Info(info) = event else { return None };
        if info.multi_pv == 1 {
            *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.clone());
        }
        let shows = self.posts.load(Ordering::Relaxed) && !info.pv.is_empty();
        shows.then(|| cecp::reply::thinking(info, self.notation))
    }

    fn error(&self, error: &CommandError) -> String {
        cecp::reply::note(&error.to_string())
    }

    fn refusal(&self, error: &CommandError, line: &str) -> String {
        cecp::reply::error(error, line)
    }

    fn note(&self, remark: &str) -> String {
        cecp::reply::note(remark)
    }

    fn decision(&self, _: &SearchResult) -> Option<String> {
        None
    }
}
