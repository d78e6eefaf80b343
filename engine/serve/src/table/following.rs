//! Tables that show a game that is played elsewhere: moves come, clocks run, and pages cannot
//! change them. Variations beside it are free, as everywhere.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Table;
use super::state::{Elsewhere, State};
use crate::action::{Refusal, WrittenAction};
use crate::protocol::Reply;
use crate::tree::Verdict;
use crate::view::PositionView;

/// The refusal for pages that try to change the course of the game.
pub(super) const ELSEWHERE: Refusal = Refusal("that game is played elsewhere");
/// The most moves that are sent one by one. For more, the page gets the whole game.
const SINGLE: usize = 4;

/// An event of a game elsewhere.
#[derive(Clone, Debug)]
pub struct GameEvent {
    /// The action.
    pub action: WrittenAction,
    /// The mover's verdict on the position before.
    pub verdict: Option<Verdict>,
    /// The milliseconds left to every seat after it; none where no clock runs.
    pub clocks: Vec<u64>,
}

/// News of a game elsewhere.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// The events since the last news.
    pub news: Vec<GameEvent>,
    /// The clocks after them, and the time since then; `None` if the game has ended.
    pub clocks: Option<(Vec<u64>, Duration)>,
    /// The comment on the position, if there is one.
    pub comment: Option<String>,
}

impl Table {
    /// Returns whether the game of this table is played elsewhere.
    pub fn is_following(&self) -> bool {
        self.state().follows.is_some()
    }

    /// Adds news of the game, and reports them to all pages.
    ///
    /// # Errors
    /// Returns an error if something in it is not possible here; nothing more can be followed then.
    pub fn follow(self: &Arc<Self>, update: &GameUpdate) -> Result<(), Refusal> {
        let mut state = self.state();
        let had_clocks = state.follows.is_some();
        state.follows = update.clocks.as_ref().map(|(left, ago)| {
            let since = Instant::now().checked_sub(*ago).unwrap_or_else(Instant::now);
            Elsewhere { left: left.clone(), since }
        });
        let is_whole = update.news.len() > SINGLE || state.follows.is_some() != had_clocks;
        let taken = update.news.iter().try_for_each(|news| {
            let (before, node, is_new) = add(&mut state, news)?;
            if is_whole {
                return Ok(());
            }
            if let Some(verdict) = &news.verdict {
                self.send(&Reply::Verdict { node: before, verdict });
            }
            if is_new {
                let position = PositionView::of(&state.record.tree, node);
                let entry = &state.record.tree.nodes()[node];
                let clocks = state.clocks(state.mover());
                self.send(&Reply::Played {
                    node,
                    tree_node: entry,
                    live: node,
                    position: &position,
                    clocks,
                });
            } else {
                self.send_game(&state);
            }
            Ok(())
        });
        if taken.is_err() {
            state.follows = None;
        }
        let live = state.record.live;
        if let (Some(comment), Some(node)) = (&update.comment, state.record.tree.node_mut(live)) {
            node.comment.clone_from(comment);
        }
        if is_whole || taken.is_err() || update.comment.is_some() {
            self.send_game(&state);
        }
        if state.kept && !update.news.is_empty() {
            self.keep(&mut state);
        }
        taken
    }
}

/// Adds an event at the current node. Returns the node before, the node after, and whether that is
/// new and the only one there.
fn add(state: &mut State, news: &GameEvent) -> Result<(usize, usize, bool), Refusal> {
    let before = state.record.live;
    let (node, is_new) = state.record.tree.add(before, &news.action)?;
    let tree = &mut state.record.tree;
    let is_only = tree.nodes()[before].children.len() == 1;
    // A variation of a page may have come first.
    tree.promote(node)?;
    if let Some(entry) = tree.node_mut(before).filter(|_| news.verdict.is_some()) {
        entry.verdict.clone_from(&news.verdict);
    }
    if let Some(entry) = tree.node_mut(node).filter(|_| !news.clocks.is_empty()) {
        entry.clocks = Some(news.clocks.clone());
    }
    state.stand_at(node, None);
    Ok((before, node, is_new && is_only))
}
