//! What is asked of a game: by its owner, and by players and watchers from elsewhere.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rotunda_movegen::{AnyGame, Variant};

use crate::onward::Onward;
use crate::protocol::{Reply, Request};
use crate::standing::Standing;
use crate::table::{Table, Watcher};
use crate::tree::{NOT_LEGAL, Refusal};
use crate::why_not::why_not;

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
            let game = table.standing_shown(node).map_err(said)?.game;
            return Ok(Some(onward(table.variant(), &*game, node, &clicks)));
        }
        Request::Export => return Ok(Some(Reply::Pgn { pgn: &table.pgn_shown() }.text())),
        Request::Stop => Ok(()),
        Request::Play { node, text } => {
            let played = own().and_then(|seat| table.play_as(seat, node, &text));
            let at = table.standing_shown(node).ok();
            return played.map(|()| None).map_err(|refusal| refused(table, at, refusal, &text));
        }
        Request::Claim => own().and_then(|seat| table.claim_as(seat)),
        Request::Resign { seat } => table.resign_as(seat),
        Request::Hand { seat } => own().and_then(|own| table.hand(Some(own), seat)),
        Request::Take { seat } => table.take(seat),
        _ => Err(Refusal("that is not asked of a game")),
    };
    done.map(|()| None).map_err(said)
}

/// How moves go on from cells, as a message.
fn onward(variant: &'static Variant, game: &dyn AnyGame, node: usize, clicks: &[u16]) -> String {
    let began = Instant::now();
    let is_over = || began.elapsed() > LOOKING;
    let Onward { next, moves, cut } = Onward::of(variant, game, clicks, &is_over);
    Reply::Onward { node, clicks, next: &next, moves: &moves, cut }.text()
}

/// Why a move is refused: where it is at fault, a sentence says why.
fn refused(table: &Table, at: Option<Standing>, refusal: Refusal, text: &str) -> String {
    let game = at.map(|standing| standing.game).filter(|_| refusal == NOT_LEGAL);
    game.map_or_else(|| said(refusal), |game| why_not(table.variant(), &*game, text))
}

/// What concerns the game that is open.
pub fn at_table(table: &Arc<Table>, request: Request) -> Result<Option<String>, String> {
    let done = match request {
        Request::Look { node } => {
            let position = table.look(node).map_err(said)?;
            return Ok(Some(Reply::Position { position: &position }.text()));
        }
        Request::Onward { node, clicks } => {
            let game = table.standing(node).map_err(said)?.game;
            return Ok(Some(onward(table.variant(), &*game, node, &clicks)));
        }
        Request::Export => return Ok(Some(Reply::Pgn { pgn: &table.pgn() }.text())),
        Request::Play { node, text } => {
            return table
                .play(node, &text)
                .map(|()| None)
                .map_err(|refusal| refused(table, table.standing(node).ok(), refusal, &text));
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
