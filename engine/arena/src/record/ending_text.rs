//! The line about a finished game, in the form of cutechess-cli.

use rotunda_movegen::{FULL, HALF, Reason};

use super::game_record::GameRecord;
use super::game_result::End;
use crate::base::fault::FaultKind;
use crate::plan::match_plan::Plan;

/// The names of the sides of a duel.
const SIDES: [&str; 2] = ["White", "Black"];

/// Returns the line about a finished game in the form of cutechess-cli: `Finished game 3 (A vs B):
/// 1-0 {White mates}`; with points instead of a result unless the game is a plain win or draw of
/// two.
#[must_use]
pub fn finished_line(plan: &Plan, number: u64, game: &GameRecord) -> String {
    let names: Vec<_> =
        game.seating.iter().map(|&engine| plan.engines[engine].name.as_str()).collect();
    let is_plain =
        game.points.len() == 2 && game.points.iter().all(|p| [0, HALF, FULL].contains(p));
    let result = if is_plain { game.result().to_string() } else { game.points_text() };
    format!("Finished game {number} ({}): {result} {{{}}}", names.join(" vs "), ending(game))
}

/// Returns the end of a game.
fn ending(game: &GameRecord) -> String {
    let name = |seat: usize| match game.seating.len() {
        2 => SIDES[seat].to_string(),
        _ => format!("Seat {}", seat + 1),
    };
    match &game.end {
        End::Rules(reason) => by_rules(game, *reason),
        End::Claim { seat } => format!("{} claims a bare king", name(*seat)),
        End::Resigned { seat } => format!("{} resigns", name(*seat)),
        End::Adjudicated => "Draw by adjudication".into(),
        End::MaxMoves => "Draw by adjudication: move limit".into(),
        End::Fault { seat, fault } => {
            let does = match fault.kind {
                FaultKind::TimeForfeit => "loses on time",
                FaultKind::Crash => "disconnects",
                FaultKind::Hang => "stalls",
                FaultKind::Flood => "floods its output",
                FaultKind::FailedStart => "does not start",
                FaultKind::IllegalMove => "makes an illegal move",
                FaultKind::Nonsense => "answers nonsense",
            };
            format!("{} {does}: {}", name(*seat), fault.detail)
        }
    }
}

/// Returns the end of a game by the rules.
fn by_rules(game: &GameRecord, reason: Reason) -> String {
    let &[white, black] = &game.points[..] else { return reason.to_string() };
    let how = match reason {
        Reason::Threefold => "3-fold repetition",
        Reason::FiftyMoves => "fifty moves rule",
        Reason::InsufficientMaterial => "insufficient mating material",
        Reason::PerpetualCheck => "perpetual check",
        Reason::NoProgress => "lack of progress",
        other => other.word(),
    };
    if white == black {
        return format!("Draw by {how}");
    }
    let winner = SIDES[usize::from(black > white)];
    match reason {
        Reason::Checkmate => format!("{winner} mates"),
        Reason::Goal => format!("{winner} reaches the goal"),
        _ => format!("{winner} wins by {how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::game_record::samples::{game, plan};

    #[test]
    fn finished_games_are_told_as_cutechess_tells_them() {
        let line = |points: u16, end: End| {
            let game = GameRecord { end, ..game(1, 0, points) };
            finished_line(&plan(1), 3, &game)
        };
        assert_eq!(
            line(100, End::Rules(Reason::Checkmate)),
            "Finished game 3 (a vs b): 1-0 {White mates}"
        );
        assert_eq!(
            line(50, End::Rules(Reason::Threefold)),
            "Finished game 3 (a vs b): 1/2-1/2 {Draw by 3-fold repetition}"
        );
        assert_eq!(
            line(40, End::Rules(Reason::Stalemate)),
            "Finished game 3 (a vs b): 40-60 {Black wins by stalemate}"
        );
        assert_eq!(
            line(0, End::Rules(Reason::NoProgress)),
            "Finished game 3 (a vs b): 0-1 {Black wins by lack of progress}"
        );
        assert_eq!(
            line(52, End::Claim { seat: 0 }),
            "Finished game 3 (a vs b): 52-48 {White claims a bare king}"
        );
        let fault = FaultKind::TimeForfeit.with("by 30 ms");
        assert_eq!(
            line(100, End::Fault { seat: 1, fault }),
            "Finished game 3 (a vs b): 1-0 {Black loses on time: by 30 ms}"
        );
        let many = GameRecord {
            seating: vec![0, 1, 1],
            points: vec![0, 50, 50],
            end: End::MaxMoves,
            ..game(1, 0, 50)
        };
        assert_eq!(
            finished_line(&plan(1), 7, &many),
            "Finished game 7 (a vs b vs b): 0-50-50 {Draw by adjudication: move limit}"
        );
    }
}
