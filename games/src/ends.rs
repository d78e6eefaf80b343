//! The ends of games without mate: limits and points.

use rotunda_movegen::{FULL, GameLimits, HALF, MOST_OCCURRENCES, MOST_QUIET_PLIES, Scoring};

use crate::problem::Problem;
use crate::source::{self, Limits, Pair, Points, Share, Spanned, TextOr};

/// An example of the key.
const SCORING: &str = "scoring = { stalemate = 75 }";
const LIMITS: &str = "limits = { quiet_plies = 200, occurrences = 4 }";
const SHARE: &str = "scoring = { repetition = { mover = 0 } }";
/// The reason why points are refused that no end gives.
const NO_LIMIT: &str = "points for a limit that the game does not have";

/// Returns the limits of a game without progress.
pub fn limits(limits: Option<&Limits>) -> Result<GameLimits, Problem> {
    let usual = GameLimits::USUAL;
    let Some(Limits { quiet_plies, occurrences }) = limits else { return Ok(usual) };
    Ok(GameLimits {
        quiet_plies: limit(quiet_plies.as_ref(), usual.quiet_plies, 1, MOST_QUIET_PLIES)?,
        occurrences: limit(occurrences.as_ref(), usual.occurrences, 2, MOST_OCCURRENCES)?,
    })
}

/// Reads a limit within a range. 0 means no limit, and a missing one has the usual value.
fn limit(
    given: Option<&Spanned<u32>>,
    usual: Option<u32>,
    least: u32,
    most: u32,
) -> Result<Option<u32>, Problem> {
    let Some(given) = given else { return Ok(usual) };
    match *given.get_ref() {
        0 => Ok(None),
        limit if (least..=most).contains(&limit) => Ok(Some(limit)),
        limit => {
            let message = format!("{limit} is no limit: it is {least} to {most}, or 0 for none");
            Err(Problem::new(given.span(), message, LIMITS))
        }
    }
}

/// Returns the points for the ends of a game with these limits.
pub fn scoring(scoring: Option<&source::Scoring>, limits: GameLimits) -> Result<Scoring, Problem> {
    let Some(scoring) = scoring else { return Ok(Scoring::CLASSIC) };
    let wrong = |message: &str| Err(Problem::new(scoring.span(), message, SCORING));
    match scoring.get_ref() {
        TextOr::Text(name) if name == "classic" => Ok(Scoring::CLASSIC),
        TextOr::Text(name) if name == "dynamic" => Ok(Scoring::DYNAMIC),
        TextOr::Text(_) => wrong("scoring is classic, dynamic, or a table of points"),
        TextOr::Other(points) => {
            if points.perpetual.is_some() && limits.occurrences.is_none() {
                return wrong(NO_LIMIT);
            }
            let points = of_points(points, limits)?;
            if points.is_sound() {
                Ok(points)
            } else {
                wrong("a share is 0 to 100 points of a game")
            }
        }
    }
}

/// Returns the scoring of a table of points, the rest as in chess.
fn of_points(points: &Points, limits: GameLimits) -> Result<Scoring, Problem> {
    let Points { stalemate, perpetual, repetition, no_progress, bare_king } = points;
    Ok(Scoring {
        stalemate: stalemate.unwrap_or(HALF),
        perpetual: perpetual.map(|Pair(points)| points),
        repetition: share(repetition.as_ref(), limits.occurrences)?,
        no_progress: share(no_progress.as_ref(), limits.quiet_plies)?,
        bare_king: *bare_king,
    })
}

/// Returns the points of the side to move, as White and as Black, where a limit ends the game. It
/// is half of the point each if the file says nothing.
fn share(given: Option<&Spanned<Share>>, limit: Option<u32>) -> Result<[u16; 2], Problem> {
    let Some(given) = given else { return Ok([HALF; 2]) };
    let wrong = |message: &str| Err(Problem::new(given.span(), message, SHARE));
    if limit.is_none() {
        return wrong(NO_LIMIT);
    }
    let rest = |points: u16| FULL.checked_sub(points);
    let shares = match given.get_ref() {
        Share { mover: Some(points), white: None, black: None } => [Some(*points); 2],
        Share { mover: None, white: Some(points), black: None } => [Some(*points), rest(*points)],
        Share { mover: None, white: None, black: Some(points) } => [rest(*points), Some(*points)],
        _ => return wrong("the points are those of one of mover, white and black"),
    };
    match shares {
        [Some(white), Some(black)] if white.max(black) <= FULL => Ok([white, black]),
        _ => wrong("a share is 0 to 100 points of a game"),
    }
}

/// Describes the end of a game of two without progress, a line for each of its limits.
pub fn descriptions(limits: GameLimits, scoring: Scoring) -> Vec<String> {
    let plies = limits.quiet_plies.map(|plies| {
        format!("{plies} plies without a capture or a pawn's move: {}", worth(scoring.no_progress))
    });
    let times = limits
        .occurrences
        .map(|times| format!("the same position {times} times: {}", worth(scoring.repetition)));
    plies.into_iter().chain(times).collect()
}

/// Describes the value of an end that gives the side to move so many points, as White and as Black.
fn worth([white, black]: [u16; 2]) -> String {
    let of = |who: &str, points: u16| match points {
        FULL => format!("{who} wins"),
        0 => format!("{who} loses"),
        _ => format!("{points} points for {who}"),
    };
    match (white, black) {
        (HALF, HALF) => "a draw".into(),
        _ if white == black => of("the side to move", white),
        _ => of("White", white),
    }
}
