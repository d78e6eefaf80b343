//! Players round a board that is not a ring: the heading that each faces, and its view of the
//! board.

use rotunda_movegen::Dir;

use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::source::{Game, Spanned, Text};

/// Returns the board with the heading that each player faces. Boards of duels and rings stay as
/// they are.
pub fn seated(plane: Plane, game: &Game) -> Result<Plane, Problem> {
    let (Seating::Table(players), Some(count)) = (plane.seating, &game.players) else {
        return Ok(plane);
    };
    let turns = match &game.forward {
        Some(text) => given(&plane, text, players)?,
        None => shared_out(&plane, count, players)?,
    };
    let all = plane.orthogonal.len();
    let corners = plane.diagonal.len();
    if corners != 0 && corners != all && turns.iter().any(|turn| *turn != 0) {
        let message = format!(
            "{corners} headings across corners do not turn with {all} across sides: all players face one way"
        );
        let span = game.forward.as_ref().map_or(count.span(), Text::span);
        return Err(Problem::new(span, message, example(&plane, players, 1)));
    }
    let degrees = turns.iter().map(|turn| *turn as f64 * 360.0 / all as f64).collect();
    let quarters = turns.iter().map(|turn| quarter(*turn, all)).collect();
    Ok(Plane {
        layout: plane.layout.with_players(degrees),
        grid: plane.grid.with_quarter_turns(quarters),
        turns,
        ..plane
    })
}

/// Returns an example of the key with headings for so many players, `different` ones in turn.
fn example(plane: &Plane, players: usize, different: usize) -> String {
    let name =
        |seat: usize| plane.names[usize::from(plane.orthogonal[seat % different].0)].as_str();
    format!("forward = {:?}", (0..players).map(name).collect::<Vec<_>>().join(" "))
}

/// Returns turns that share out the headings across sides evenly.
fn shared_out(
    plane: &Plane,
    count: &Spanned<usize>,
    players: usize,
) -> Result<Vec<usize>, Problem> {
    let all = plane.orthogonal.len();
    if all.is_multiple_of(players) {
        return Ok((0..players).map(|seat| seat * all / players).collect());
    }
    let message = format!(
        "{all} headings across sides are not as many for each of {players} players: say which one is forward to whom"
    );
    Err(Problem::new(count.span(), message, example(plane, players, all)))
}

/// Returns the turns of the file's forward headings.
fn given(plane: &Plane, text: &Text, players: usize) -> Result<Vec<usize>, Problem> {
    let name = |dir: &Dir| plane.names[usize::from(dir.0)].as_str();
    let names: Vec<&str> = plane.orthogonal.iter().map(name).collect();
    let wrong =
        |message: String| Problem::new(text.span(), message, example(plane, players, names.len()));
    let words: Vec<&str> = text.get_ref().split_whitespace().collect();
    if words.len() != players {
        let message = format!("{} headings, where each of {players} players has one", words.len());
        return Err(wrong(message));
    }
    let turn = |word: &&str| {
        let found = names.iter().position(|name| name == word);
        found.ok_or_else(|| {
            wrong(format!("{word:?} is no heading across a side; there are {}", names.join(" ")))
        })
    };
    let turns = words.iter().map(turn).collect::<Result<Vec<_>, _>>()?;
    if turns[0] != 0 {
        return Err(wrong(format!("the first player faces {:?}", names[0])));
    }
    Ok(turns)
}

/// Returns the quarter turns of a drawing in letters for a player at this `turn` of `all` headings.
/// Boards whose cells do not have four sides are upright or upside down.
fn quarter(turn: usize, all: usize) -> u8 {
    match 4 * turn / all {
        quarter if all == 4 => quarter as u8,
        2 if all == 2 * turn => 2,
        _ => 0,
    }
}
