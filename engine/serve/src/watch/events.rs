//! The events in games of a match, in the types of tables.

use rotunda_arena::{Elimination, End, GameRecord, PlayedInfo, PlayedMove, PlayedScore};
use rotunda_movegen::Forfeit;

use crate::action::WrittenAction;
use crate::table::GameEvent;
use crate::tree::Verdict;

/// Returns the events of a finished game after its opening.
pub fn of(game: &GameRecord) -> Vec<GameEvent> {
    let mut events = Vec::new();
    let left = |at: usize| game.eliminations.iter().filter(move |gone| gone.after == at).map(gone);
    for (at, played) in game.moves.iter().enumerate() {
        events.extend(left(at));
        events.push(moved(played, Vec::new()));
    }
    events.extend(left(game.moves.len()));
    events.extend(last(&game.end).map(bare));
    events
}

/// A move.
pub fn moved(played: &PlayedMove, clocks: Vec<u64>) -> GameEvent {
    GameEvent {
        action: WrittenAction::Move(played.text.clone()),
        verdict: verdict(&played.info),
        clocks,
    }
}

/// A player has left the table.
pub fn gone(elimination: &Elimination) -> GameEvent {
    bare(WrittenAction::Forfeit(elimination.seat as u8, elimination.cause.forfeit()))
}

/// Returns the comment on the end of a game, where the position does not show it.
pub fn comment(game: &GameRecord) -> Option<String> {
    let is_called = matches!(game.end, End::Adjudicated | End::MaxMoves | End::Fault { .. });
    is_called
        .then(|| format!("The match ended the game: {}, {}.", game.end.word(), game.points_text()))
}

const fn bare(action: WrittenAction) -> GameEvent {
    GameEvent { action, verdict: None, clocks: Vec::new() }
}

/// Returns the action that ends a game, besides its moves.
fn last(end: &End) -> Option<WrittenAction> {
    match end {
        End::Claim { .. } => Some(WrittenAction::Claim),
        End::Resigned { seat } => Some(WrittenAction::Forfeit(*seat as u8, Forfeit::Resignation)),
        End::Fault { seat, fault } => {
            Some(WrittenAction::Forfeit(*seat as u8, fault.kind.forfeit()))
        }
        End::Rules(_) | End::Adjudicated | End::MaxMoves => None,
    }
}

/// Returns the mover's verdict on the position before its move.
fn verdict(info: &PlayedInfo) -> Option<Verdict> {
    let (cp, mate) = match info.score? {
        PlayedScore::Cp(score) => (Some(score), None),
        PlayedScore::Mate(moves) => (None, Some(moves)),
    };
    Some(Verdict { depth: info.depth, cp, mate, shares: info.shares.clone() })
}
