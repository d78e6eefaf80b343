//! [`feed`]: sends news of a game of the match to the table that shows it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use rotunda_arena::LiveStart;
use tokio::task::block_in_place;

use super::Follower;
use crate::table::Table;

/// The time between two looks.
const PACE: Duration = Duration::from_millis(200);

/// Sends news to a table until the game has ended or the table is gone. While no page shows it,
/// there are no news.
pub fn feed(
    follower: Arc<Follower>,
    name: String,
    start: LiveStart,
    heard: usize,
    table: &Arc<Table>,
) -> impl Future<Output = ()> + use<> {
    let table = Arc::downgrade(table);
    async move {
        let mut heard = heard;
        loop {
            tokio::time::sleep(PACE).await;
            let Some(table) = Weak::upgrade(&table) else { return };
            if table.is_deserted() {
                continue;
            }
            let news = block_in_place(|| follower.news(&name, &start, heard));
            // A failed read may succeed later.
            let Ok(Some(update)) = news else { continue };
            let is_over = update.clocks.is_none();
            if update.news.is_empty() && !is_over {
                continue;
            }
            heard += update.news.len();
            let went = block_in_place(|| table.follow(&update));
            if went.is_err() || is_over {
                return;
            }
        }
    }
}
