//! Games of players round a table: the keys that their files have or lack, unlike those of White
//! and Black.

use rotunda_movegen::{Cell, KindSpec, Mode, Role};

use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::source::{Game, Piece, Spanned};

/// The numbers of players that a table can have.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=6;
/// The fewest sectors for each player: half of them are the home, and half lie between two homes.
const PITCH: usize = 4;

/// Returns the seating, and refuses keys that no table has.
pub fn seating(game: &Game) -> Result<Seating, Problem> {
    let Some(players) = &game.players else {
        refuse_without_players(game.byzantine.as_ref(), "byzantine")?;
        refuse_without_players(game.forward.as_ref(), "forward")?;
        return Ok(Seating::Duel);
    };
    let wrong = |message: String| Err(Problem::new(players.span(), message, "players = 4"));
    let count = *players.get_ref();
    if !PLAYERS.contains(&count) {
        return wrong(format!("{count} players, where 2 to 6 sit round a table"));
    }
    let board = game.board.get_ref();
    let is_ring = board.shape.get_ref() == "ring";
    if is_ring {
        check_ring(game, count).or_else(|message| wrong(message).map(drop))?;
    } else if board.shape.get_ref() == "disc" {
        return wrong("round a table one plays on any shape but a \"disc\"".into());
    } else if let Some(key) = game.byzantine.as_ref().filter(|key| *key.get_ref()) {
        let message = "Byzantine rules are those of a \"ring\"";
        return Err(Problem::new(key.span(), message, "byzantine = false"));
    }
    let keys = [
        ("castling", !game.castling.is_empty()),
        ("lap", !game.lap.is_empty()),
        ("fields", game.fields.is_some()),
        ("en_passant", game.en_passant.is_some()),
        ("scoring", game.scoring.is_some()),
        ("limits", game.limits.is_some()),
        ("dead", game.dead.is_some()),
    ];
    if let Some((key, _)) = keys.iter().find(|(_, is_given)| *is_given) {
        return wrong(format!("a game round a table has no key {key:?}"));
    }
    game.piece.iter().try_for_each(|piece| check_piece(piece, is_ring))?;
    Ok(if is_ring { Seating::Ring(count) } else { Seating::Table(count) })
}

/// Refuses a key that only games of tables have, if the file has it.
fn refuse_without_players<T>(key: Option<&Spanned<T>>, name: &str) -> Result<(), Problem> {
    let Some(key) = key else { return Ok(()) };
    let message = format!("a game without the key \"players\" has no key {name:?}");
    Err(Problem::new(key.span(), message, "players = 2"))
}

/// Refuses a ring that does not fit so many players.
fn check_ring(game: &Game, players: usize) -> Result<(), String> {
    let board = game.board.get_ref();
    if board.holes.is_some() {
        return Err("round a table one plays on a \"ring\" without holes".into());
    }
    if game.forward.is_some() {
        return Err("on a \"ring\" \"n\" is forward to everybody: it has no key \"forward\"".into());
    }
    let sectors = board.sectors.unwrap_or(0);
    if !sectors.is_multiple_of(2) || !sectors.is_multiple_of(players) || sectors / players < PITCH {
        return Err(format!(
            "{sectors} sectors are not an even number, as many for each of {players} players, {PITCH} or more"
        ));
    }
    Ok(())
}

/// Refuses keys that no piece at a table can have. On rings pawns have no start steps either.
fn check_piece(piece: &Piece, is_ring: bool) -> Result<(), Problem> {
    let keys = [
        ("double", is_ring && piece.double.is_some()),
        ("start", is_ring && piece.start.is_some()),
        ("en_passant", piece.en_passant),
        ("declines_on", piece.declines_on.is_some()),
        ("supply", piece.supply.is_some()),
        ("changes", piece.changes.is_some()),
        ("jumps", piece.jumps),
        ("faces", piece.faces.is_some()),
        ("regions", !piece.regions.is_empty()),
    ];
    let Some((key, _)) = keys.iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
    let message = format!("in a game round a table no piece has the key {key:?}");
    Err(Problem::new(piece.letter.span(), message, "letter = \"N\", moves = \"N\""))
}

/// Refuses pawns that do not fit the rules of tables, under which facing pawns may be swapped or
/// removed. Pawns stand first in the list of pieces. Where two facing pawns of an enemy may be
/// removed, the first kind moves one sector on and the second one sector back.
pub fn check_pawns(plane: &Plane, game: &Game, kinds: &[KindSpec]) -> Result<(), Problem> {
    let pawns = kinds.iter().filter(|kind| kind.role == Role::Pawn).count();
    let wrong = |message: &str| {
        Err(Problem::new(game.name.span(), message, "moves = [{ steps = \"n\", mode = \"move\" }]"))
    };
    if kinds[..pawns].iter().any(|kind| kind.role != Role::Pawn) {
        return wrong("the pawns are the first pieces of a game round a table");
    }
    let ways = [1, plane.grid.ranks() - 1];
    let runs = |(kind, way): (&KindSpec, usize)| {
        plane.grid.all().all(|cell| quiet(kind, 0, cell) == [ahead(plane, cell, way)])
    };
    if game.byzantine() && (pawns != 2 || !kinds.iter().zip(ways).all(runs)) {
        return wrong("Byzantine rules need two pawns, the first one step \"n\", the second \"s\"");
    }
    Ok(())
}

/// Returns the targets of a pawn's quiet moves.
fn quiet(kind: &KindSpec, seat: usize, from: Cell) -> Vec<Cell> {
    let paths = kind.paths[seat][from.index()].iter().filter(|path| path.mode == Mode::Quiet);
    paths.flat_map(|path| path.cells.iter().copied()).collect()
}

/// Returns the cell so many sectors on.
fn ahead(plane: &Plane, cell: Cell, sectors: usize) -> Cell {
    let (ring, sector) = plane.grid.place(cell);
    let to = plane.grid.cell(ring, (sector + sectors) % plane.grid.ranks());
    to.unwrap_or(cell)
}

/// Returns the sectors before which pictures draw the lines of promotion.
pub fn lines(plane: &Plane, kinds: &[KindSpec]) -> Vec<usize> {
    let sectors = plane.grid.ranks();
    let ring = plane.grid.files();
    let mut lines = Vec::new();
    for kind in kinds.iter().filter(|kind| kind.role == Role::Pawn) {
        for (seat, zone) in kind.promotes_on.iter().enumerate() {
            for sector in 0..sectors {
                let is_whole = (0..ring).all(|ring| {
                    plane.grid.cell(ring, sector).is_some_and(|cell| zone.contains(&cell))
                });
                let rises = plane.grid.all().any(|cell| {
                    plane.grid.place(cell).1 == sector
                        && quiet(kind, seat, cell).contains(&ahead(plane, cell, 1))
                });
                lines.extend(is_whole.then_some((sector + usize::from(rises)) % sectors));
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}
