//! What is asked of a game: by its owner, and by players and watchers from elsewhere.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rotunda_movegen::GameRecord;
use rotunda_notation::why_not;

use crate::onward::Onward;
use crate::protocol::{Reply, Request};
use crate::reach::reach;
use crate::standing::{NOT_LEGAL, Refusal};
use crate::table::{Table, Watcher};

/// How long moves are looked through for those that go on from some cells.
const LOOKING: Duration = Duration::from_secs(3);

/// A refusal in words.
pub fn said(refusal: Refusal) -> String {
    refusal.0.to_owned()
}

/// What a player or a watcher from elsewhere asks, after it is known that it may.
pub fn as_guest(
    seat: Option<u8>,
    watcher: Option<&Watcher>,
    request: Request,
) -> Result<Option<String>, String> {
    let watcher = watcher.ok_or_else(|| "no game is open".to_owned())?;
    let table = watcher.table();
    let own = || seat.ok_or(Refusal("watchers do not play"));
    let done = match request {
        Request::Open { .. } => return Ok(Some(watcher.told())),
        Request::Look { node } => {
            let position = table.look_shown(node).map_err(said)?;
            return Ok(Some(Reply::Position { position: &position }.text()));
        }
        Request::Onward { node, clicks } => {
            let standing = table.standing_shown(node).map_err(said)?;
            return Ok(Some(onward(&standing, node, &clicks)));
        }
        Request::Reach { node, cell } => {
            let standing = table.standing_shown(node).map_err(said)?;
            return Ok(Some(reached(&standing, node, cell)));
        }
        Request::Why { node, text } => {
            let standing = table.standing_shown(node).map_err(said)?;
            return Ok(Some(reason(&standing, node, &text)));
        }
        Request::Export => return Ok(Some(Reply::Pgn { pgn: &table.pgn_shown() }.text())),
        Request::Stop => Ok(()),
        Request::Play { node, text } => {
            let played = own().and_then(|seat| table.play_as(seat, node, &text));
            let at = table.standing_shown(node).ok();
            return played.map(|()| None).map_err(|refusal| refused(at, refusal, &text));
        }
        Request::Claim => own().and_then(|seat| table.claim_as(seat)),
        Request::Resign { seat } => table.resign_as(seat),
        Request::Hand { seat } => own().and_then(|own| table.hand(Some(own), seat)),
        Request::Take { seat } => table.take(seat),
        _ => Err(Refusal("that is not asked of a game")),
    };
    done.map(|()| None).map_err(said)
}

/// Returns how moves go on from cells, as a message.
fn onward(standing: &GameRecord, node: usize, clicks: &[u16]) -> String {
    let began = Instant::now();
    let is_over = || began.elapsed() > LOOKING;
    let Onward { next, moves, cut } =
        Onward::of(standing.variant(), standing.game(), clicks, &is_over);
    Reply::Onward { node, clicks, next: &next, moves: &moves, cut }.text()
}

/// Returns where the piece on a cell goes by its nature, as a message.
fn reached(standing: &GameRecord, node: usize, cell: u16) -> String {
    let steps = &reach(standing.variant(), standing.game(), cell)[..];
    Reply::Reach { node, cell, steps }.text()
}

/// Returns why a text is no legal move, as a message.
fn reason(standing: &GameRecord, node: usize, text: &str) -> String {
    let (variant, game) = (standing.variant(), standing.game());
    let why = game.parse_move(text).is_err().then(|| why_not(variant, game, text));
    Reply::Why { node, text, why: why.as_deref() }.text()
}

/// Returns why a move is refused. Where the move is at fault, a sentence says why.
fn refused(at: Option<GameRecord>, refusal: Refusal, text: &str) -> String {
    let standing = at.filter(|_| refusal == NOT_LEGAL);
    standing.map_or_else(
        || said(refusal),
        |standing| why_not(standing.variant(), standing.game(), text),
    )
}

/// What concerns the game that is open.
pub fn at_table(table: &Arc<Table>, request: Request) -> Result<Option<String>, String> {
    let done = match request {
        Request::Look { node } => {
            let position = table.look(node).map_err(said)?;
            return Ok(Some(Reply::Position { position: &position }.text()));
        }
        Request::Onward { node, clicks } => {
            let standing = table.standing(node).map_err(said)?;
            return Ok(Some(onward(&standing, node, &clicks)));
        }
        Request::Reach { node, cell } => {
            let standing = table.standing(node).map_err(said)?;
            return Ok(Some(reached(&standing, node, cell)));
        }
        Request::Why { node, text } => {
            let standing = table.standing(node).map_err(said)?;
            return Ok(Some(reason(&standing, node, &text)));
        }
        Request::Export => return Ok(Some(Reply::Pgn { pgn: &table.pgn() }.text())),
        Request::Play { node, text } => {
            return table
                .play(node, &text)
                .map(|()| None)
                .map_err(|refusal| refused(table.standing(node).ok(), refusal, &text));
        }
        Request::Line { node, moves } => table.line(node, &moves),
        Request::Claim => table.claim(),
        Request::Resign { seat } => table.resign(seat),
        Request::Hand { seat } => table.hand(None, seat),
        Request::Take { seat } => table.take(seat),
        Request::Live { node } => table.live(node),
        Request::Players { players } => table.players(players),
        Request::Pause { on } => {
            table.pause(on);
            Ok(())
        }
        Request::Hurry => {
            table.hurry();
            Ok(())
        }
        Request::Prune { node } => table.prune(node),
        Request::Promote { node } => table.promote(node),
        Request::Comment { node, text } => table.comment(node, &text),
        _ => Err(Refusal("that is not asked of a game")),
    };
    done.map(|()| None).map_err(said)
}
