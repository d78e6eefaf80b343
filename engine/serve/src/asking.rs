//! The answers to requests about the open game, from its owner and from guests.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rotunda_movegen::GameRecord;
use rotunda_notation::why_not;

use crate::action::{NOT_LEGAL, Refusal};
use crate::continuations::Continuations;
use crate::protocol::{Reply, Request};
use crate::reach::{attackers, reach};
use crate::table::{Table, Watcher};

/// The longest search for the moves that continue from some cells.
const LOOKING: Duration = Duration::from_secs(3);
/// The refusal of a request that no table answers.
const NOT_OF_A_GAME: Refusal = Refusal("that is not asked of a game");

/// Returns a refusal in words.
pub fn in_words(refusal: Refusal) -> String {
    refusal.0.to_owned()
}

/// Answers a request about the game of a watcher, whose role allows the request.
///
/// # Errors
/// Returns an error in words if the request is refused.
pub fn answer(watcher: &Watcher, request: Request) -> Result<Option<String>, String> {
    if let Some(view) = view(watcher, &request) {
        return view.map(Some).map_err(in_words);
    }
    let done = match request {
        Request::Play { node, text } => {
            let played = match watcher.guest() {
                None => watcher.table().play(node, &text),
                Some(guest) => {
                    let play = |seat| watcher.table().play_as(seat, node, &text, watcher.lag);
                    guest.player().and_then(play)
                }
            };
            return played
                .map(|()| None)
                .map_err(|refusal| refused(watcher.standing(node).ok(), refusal, &text));
        }
        request => match watcher.guest() {
            None => owner_acts(watcher.table(), request),
            Some(guest) => {
                guest.player().and_then(|seat| player_acts(watcher.table(), seat, &request))
            }
        },
    };
    done.map(|()| None).map_err(in_words)
}

/// Returns the view that a watcher requests, as a message; `None` for requests that ask for an
/// action.
fn view(watcher: &Watcher, request: &Request) -> Option<Result<String, Refusal>> {
    let at = |node: usize| watcher.standing(node);
    Some(match request {
        Request::Open { .. } => Ok(watcher.game_message()),
        Request::Look { node } => {
            watcher.look(*node).map(|position| Reply::Position { position: &position }.text())
        }
        Request::Continuations { node, clicks } => {
            at(*node).map(|game| continuations(&game, *node, clicks))
        }
        Request::Reach { node, cell } => at(*node).map(|game| reached(&game, *node, *cell)),
        Request::Attackers { node, cell } => at(*node).map(|game| {
            let from = &attackers(game.variant(), game.game(), *cell)[..];
            Reply::Attackers { node: *node, cell: *cell, from }.text()
        }),
        Request::Why { node, text } => at(*node).map(|game| reason(&game, *node, text)),
        Request::Preview { node, moves } => watcher
            .table()
            .preview(*node, moves)
            .map(|position| Reply::Preview { node: *node, moves, position: &position }.text()),
        Request::Export => Ok(Reply::Pgn { pgn: &watcher.pgn() }.text()),
        _ => return None,
    })
}

/// Returns how moves go on from cells, as a message.
fn continuations(standing: &GameRecord, node: usize, clicks: &[u16]) -> String {
    let began = Instant::now();
    let is_over = || began.elapsed() > LOOKING;
    let Continuations { next, moves, cut } = Continuations::of(standing.game(), clicks, &is_over);
    Reply::Continuations { node, clicks, next: &next, moves: &moves, cut }.text()
}

/// Returns the steps that the piece on a cell makes by its nature, as a message.
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

/// Returns why a move is refused. If the move is at fault, a sentence gives the reason.
fn refused(at: Option<GameRecord>, refusal: Refusal, text: &str) -> String {
    let standing = at.filter(|_| refusal == NOT_LEGAL);
    standing.map_or_else(
        || in_words(refusal),
        |standing| why_not(standing.variant(), standing.game(), text),
    )
}

/// Carries out an action of the player of a seat from elsewhere.
fn player_acts(table: &Arc<Table>, own: u8, request: &Request) -> Result<(), Refusal> {
    match request {
        Request::Claim => table.claim_as(own),
        Request::Resign { seat } => table.resign(*seat),
        Request::Draw { seat, agrees } => table.draw(*seat, *agrees),
        Request::Hand { seat } => table.hand(Some(own), *seat),
        Request::Take { seat } => table.take(*seat),
        _ => Err(NOT_OF_A_GAME),
    }
}

/// Carries out an action of the owner.
fn owner_acts(table: &Arc<Table>, request: Request) -> Result<(), Refusal> {
    match request {
        Request::Line { node, moves } => table.line(node, &moves),
        Request::Claim => table.claim(),
        Request::Resign { seat } => table.resign(seat),
        Request::Draw { seat, agrees } => table.draw(seat, agrees),
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
        _ => Err(NOT_OF_A_GAME),
    }
}
