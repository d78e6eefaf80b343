//! Games as PGN.

use std::time::Duration;

use rotunda_movegen::{FULL, Game, HALF, Options, Seat, Variant};
use rotunda_notation::Notation;
use rotunda_notation::pgn::{GameResult, Movetext, Numbering, Ply, Tags};
use rotunda_protocol::uci_client::{Score, SearchInfo};

use super::game_record::GameRecord;
use super::game_result::{Elimination, PlayedMove};
use crate::plan::match_plan::{EngineLimits, Plan, TimeControl};
use crate::plan::schedule::label;

/// Returns a game as PGN, with an empty line at its end.
///
/// Partial wins are draws with a tag `Points`. Games of more than two seats always have that tag
/// and the tags `Seat1`, `Seat2`, ..; their result is that of two sides, or unknown if there are
/// more. A comment reports that a player leaves before the end other than by the rules, and has the
/// position from which the game goes on.
pub(crate) fn pgn(plan: &Plan, record: &GameRecord) -> String {
    let mut text = Movetext::with(Numbering::Once);
    add_moves(record, &mut text);
    let by = record.end.seat().filter(|_| record.seating.len() > 2);
    let by = by.map_or_else(String::new, |seat| format!("seat {}: ", seat + 1));
    text.comment(&format!("{by}{}", record.end.word()));
    let result: GameResult = record.result().parse().unwrap_or_default();
    format!("{}\n{}\n", tags(plan, record), text.finish(result))
}

fn tags(plan: &Plan, record: &GameRecord) -> Tags {
    let name = |seat: usize| plan.engines[record.seating[seat]].name.as_str();
    let mut tags = Tags::default();
    tags.set("Event", "rotunda match");
    tags.set("Site", "?");
    tags.set("Date", &*record.date);
    tags.set("Round", label((record.block, record.game)));
    tags.set("White", name(0));
    tags.set("Black", name(1));
    tags.set("Result", record.result());
    let many = record.seating.len() > 2;
    if many {
        // The roster of tags has two names, whatever the game.
        for seat in 0..record.seating.len() {
            tags.set(&format!("Seat{}", seat + 1), name(seat));
        }
    }
    if many || record.points.iter().any(|points| ![0, HALF, FULL].contains(points)) {
        tags.set("Points", record.points_text());
    }
    tags.set("Variant", &*record.variant);
    if let Some(fen) = &record.opening.fen {
        tags.set("SetUp", "1");
        tags.set("FEN", &**fen);
    }
    for (name, control) in time_controls(plan, record) {
        tags.set(&name, control);
    }
    tags.set("Termination", record.end.termination());
    tags.set("PlyCount", (record.opening.moves.len() + record.moves.len()).to_string());
    tags
}

/// Adds the moves and the comments of a record, up to where a damaged one has a move that is not
/// legal.
fn add_moves(record: &GameRecord, text: &mut Movetext) {
    let Ok(variant) = Variant::by_name(&record.variant) else { return };
    let start = variant.family(Options::default()).game(record.opening.fen.as_deref());
    let Ok(mut game) = start else { return };
    let notation = Notation::of(variant);
    let opening = record.opening.moves.iter().map(|text| (text, None));
    let moves = record.moves.iter().map(|mv| (&mv.text, Some(comment(mv))));
    let first = record.opening.moves.len();
    for (index, (mv, comment)) in opening.chain(moves).enumerate() {
        for gone in record.eliminations.iter().filter(|gone| gone.after + first == index) {
            text.comment(&departure(&mut game, gone));
        }
        let Ok(ply) = Ply::play(&notation, &mut game, mv) else { return };
        text.play(ply.number, ply.is_first, &ply.text);
        text.comment(comment.as_deref().unwrap_or_default());
    }
    let plies = first + record.moves.len();
    for gone in record.eliminations.iter().filter(|gone| gone.after + first >= plies) {
        text.comment(&departure(&mut game, gone));
    }
}

/// Lets a player leave the table; the comment on it.
fn departure(game: &mut Game, gone: &Elimination) -> String {
    game.eliminate(Seat(gone.seat as u8));
    format!("seat {} eliminated: {}; {}", gone.seat + 1, gone.cause.word(), game.fen())
}

/// The tag `TimeControl` if it is the same for all seats, else one for each of them.
fn time_controls(plan: &Plan, record: &GameRecord) -> Vec<(String, String)> {
    let control = |&engine: &usize| time_control(&plan.engines[engine].limits);
    let controls: Vec<String> = record.seating.iter().map(control).collect();
    if controls.iter().all(|control| *control == controls[0]) {
        return vec![("TimeControl".into(), controls[0].clone())];
    }
    let name = |seat: usize| match (record.seating.len(), seat) {
        (2, 0) => "WhiteTimeControl".into(),
        (2, _) => "BlackTimeControl".into(),
        _ => format!("Seat{}TimeControl", seat + 1),
    };
    controls.into_iter().enumerate().map(|(seat, control)| (name(seat), control)).collect()
}

/// Returns a time control in the form of PGN, in seconds: `8+0.08`, `40/60`, `1/5` for five seconds
/// a move, and `-` where there is no clock.
fn time_control(limits: &EngineLimits) -> String {
    let seconds = |milliseconds: u64| Duration::from_millis(milliseconds).as_secs_f64();
    match (limits.clock, limits.move_time) {
        (Some(TimeControl { moves, base, increment }), _) => {
            let moves = moves.map_or_else(String::new, |moves| format!("{moves}/"));
            let added = seconds(increment);
            let added = if increment > 0 { format!("+{added}") } else { String::new() };
            format!("{moves}{}{added}", seconds(base))
        }
        (None, Some(time)) => format!("1/{}", seconds(time)),
        (None, None) => "-".into(),
    }
}

/// Returns the comment with the player's score, depth, seconds, nodes and principal variation.
fn comment(mv: &PlayedMove) -> String {
    let SearchInfo { score, depth, nodes, pv, .. } = &mv.info;
    let score = match score {
        None => String::new(),
        Some(Score::Cp(score)) => format!("{:+.2}/{depth} ", f64::from(*score) / 100.0),
        Some(Score::Mate(moves)) => {
            format!("{}M{}/{depth} ", if *moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
        }
    };
    let seconds = Duration::from_millis(mv.time).as_secs_f64();
    let nodes = if *nodes > 0 { format!(", n={nodes}") } else { String::new() };
    let pv: String = pv.chars().filter(|c| !"{}\"".contains(*c) && !c.is_control()).collect();
    let pv = if pv.is_empty() { pv } else { format!(", pv=\"{pv}\"") };
    format!("{score}{seconds:.3}s{nodes}{pv}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::openings::Opening;
    use crate::record::game_record::samples::{game, plan};
    use crate::record::game_result::{Cause, End};

    #[test]
    fn games_have_their_tags_and_comments() {
        let text = pgn(&plan(1), &game(4, 1, 60));
        let expected = "[Event \"rotunda match\"]\n[Site \"?\"]\n[Date \"2026.01.31\"]\n\
                        [Round \"5.2\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\
                        [Points \"40-60\"]\n[Variant \"chess\"]\n[TimeControl \"-\"]\n\
                        [Termination \"normal\"]\n[PlyCount \"2\"]\n\n1. e4 e5 {-0.31/8 \
                        0.012s, n=900, pv=\"e7e5 g1f3\"} {checkmate} 1/2-1/2\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn moves_of_a_damaged_record_end_where_one_is_not_legal() {
        let mut record = game(4, 1, 60);
        record.moves[0].text = "e7`".into();
        assert!(pgn(&plan(1), &record).ends_with("\n\n1. e4 {checkmate} 1/2-1/2\n\n"));
        record.opening.moves = vec!["\u{fc}e2".into()];
        assert!(pgn(&plan(1), &record).ends_with("\n\n{checkmate} 1/2-1/2\n\n"));
    }

    #[test]
    fn games_of_many_seats_tell_who_sat_where_and_who_left() {
        let moves = ["c2b24", "c17c16", "d1d24"].map(|text| PlayedMove {
            text: text.into(),
            info: SearchInfo::default(),
            time: 5,
        });
        let gone = Elimination { seat: 1, after: 1, cause: Cause::Resigned };
        let record = GameRecord {
            variant: "modern3".into(),
            seating: vec![0, 1, 1],
            opening: Opening::default(),
            points: vec![50, 0, 50],
            end: End::MaxMoves,
            eliminations: vec![gone],
            moves: moves.into(),
            ..game(0, 0, 50)
        };
        let text = pgn(&plan(1), &record);
        let tags =
            "[Result \"*\"]\n[Seat1 \"a\"]\n[Seat2 \"b\"]\n[Seat3 \"b\"]\n[Points \"50-0-50\"]\n";
        assert!(text.contains(tags), "{text}");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, rest) =
            line.split_once("1. c2b24 {0.005s} {seat 2 eliminated: resigned; ").expect("a comment");
        assert!(
            rest.ends_with(" c ac - m 0 1} c17c16 {0.005s} 2. d1d24 {0.005s} {move limit} *"),
            "{rest}"
        );
    }

    #[test]
    fn comments_have_nodes_and_the_line() {
        let text = pgn(&plan(1), &game(0, 0, 100));
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            line.contains("e5 {-0.31/8 0.012s, n=900, pv=\"e7e5 g1f3\"} {checkmate}"),
            "{line}"
        );
    }

    #[test]
    fn time_controls_are_those_of_the_seats() {
        let clock = |moves, base, increment| EngineLimits {
            clock: Some(TimeControl { moves, base, increment }),
            ..EngineLimits::default()
        };
        let mut plan = plan(1);
        assert!(pgn(&plan, &game(0, 0, 50)).contains("\n[TimeControl \"-\"]\n"));
        plan.engines[0].limits = clock(None, 8000, 80);
        plan.engines[1].limits = clock(Some(40), 60_000, 0);
        let tags = "[WhiteTimeControl \"8+0.08\"]\n[BlackTimeControl \"40/60\"]\n";
        assert!(pgn(&plan, &game(0, 0, 50)).contains(tags));
        plan.engines[0].limits = EngineLimits { move_time: Some(500), ..EngineLimits::default() };
        plan.engines[1].limits = plan.engines[0].limits.clone();
        assert!(pgn(&plan, &game(0, 0, 50)).contains("\n[TimeControl \"1/0.5\"]\n"));
    }

    #[test]
    fn games_may_begin_anywhere() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b K - 3 17".to_string();
        let opening = Opening { fen: Some(fen.clone()), moves: vec!["e8d7".into(), "e1g1".into()] };
        let text = pgn(&plan(1), &GameRecord { opening, moves: vec![], ..game(0, 0, 100) });
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{text}");
        assert!(text.ends_with("\n\n17... Kd7 18. O-O {checkmate} 1-0\n\n"), "{text}");
    }
}
