//! Games as PGN.

use std::fmt::{self, Write};
use std::time::Duration;

use rotunda_movegen::{AnyGame, FULL, HALF, Options, Seat, variant};
use rotunda_protocol::uci_client::{Score, SearchInfo};

use crate::game_record::GameRecord;
use crate::game_result::{Elimination, PlayedMove};
use crate::plan::Plan;
use crate::schedule::{label, sides};

/// Longest line of movetext, as PGN has it.
const WIDTH: usize = 80;

/// A game as PGN, with an empty line at its end.
///
/// Moves of `chess` are written in SAN, those of other games as UCI has them. Partial wins are
/// draws with a tag `Points`. Games of more than two seats have that tag always, and tags `Seat1`,
/// `Seat2`, ..; their result says how two sides fared, and nothing where there are more. A player
/// who leaves before the end other than by the rules does so in a comment, which has the position
/// from which the game goes on.
pub(crate) fn pgn(plan: &Plan, record: &GameRecord) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(plan, record, &mut text);
    text
}

fn write(plan: &Plan, record: &GameRecord, text: &mut String) -> fmt::Result {
    let name = |seat: usize| plan.engines[record.seating[seat]].name.as_str();
    let mut tag = |key: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{key} \"{value}\"]")
    };
    let result = result(record);
    tag("Event", "rotunda match")?;
    tag("Site", "?")?;
    tag("Date", &record.date)?;
    tag("Round", &label((record.block, record.game)))?;
    tag("White", name(0))?;
    tag("Black", name(1))?;
    tag("Result", result)?;
    if record.seating.len() > 2 {
        // The roster of tags has two names, whatever the game.
        for seat in 0..record.seating.len() {
            tag(&format!("Seat{}", seat + 1), name(seat))?;
        }
    }
    let many = record.seating.len() > 2;
    if many || record.points.iter().any(|points| ![0, HALF, FULL].contains(points)) {
        let points: Vec<_> = record.points.iter().map(ToString::to_string).collect();
        tag("Points", &points.join("-"))?;
    }
    tag("Variant", &record.variant)?;
    if let Some(fen) = &record.opening.fen {
        tag("SetUp", "1")?;
        tag("FEN", fen)?;
    }
    tag("Termination", record.end.termination())?;
    tag("PlyCount", &(record.opening.moves.len() + record.moves.len()).to_string())?;
    let mut words = moves(record);
    let by = record.end.seat().filter(|_| many);
    let by = by.map_or_else(String::new, |seat| format!("seat {}: ", seat + 1));
    words.push(format!("{{{by}{}}}", record.end.word()));
    words.push(result.into());
    writeln!(text, "\n{}\n", wrapped(&words))
}

/// The result as PGN has it, where there are two sides.
fn result(record: &GameRecord) -> &'static str {
    let table = variant(&record.variant).map(sides).unwrap_or_default();
    let other = table.iter().position(|side| *side != table[0]).unwrap_or(0);
    if table.iter().any(|side| ![table[0], table[other]].contains(side)) {
        return "*";
    }
    match (record.points[0], record.points[other]) {
        (FULL, 0) => "1-0",
        (0, FULL) => "0-1",
        _ => "1/2-1/2",
    }
}

/// The movetext, a word each: numbers, moves, comments.
fn moves(record: &GameRecord) -> Vec<String> {
    let options = Options::default();
    let entry = variant(&record.variant);
    let fen = record.opening.fen.as_deref();
    let Some(Ok(mut game)) = entry.map(|entry| entry.family(options).game(fen)) else {
        return Vec::new();
    };
    let opening = record.opening.moves.iter().map(|text| (text, None));
    let mv = record.moves.iter().map(|mv| (&mv.text, Some(comment(mv))));
    let mut words = Vec::new();
    let mut last = None;
    let first = record.opening.moves.len();
    for (index, (text, comment)) in opening.chain(mv).enumerate() {
        for gone in record.eliminations.iter().filter(|gone| gone.after + first == index) {
            words.push(departure(&mut *game, gone));
        }
        let number = number(&*game);
        if last.replace(number) != Some(number) {
            let begins = (0..game.turn().0).all(|seat| !game.is_alive(Seat(seat)));
            words.push(format!("{number}{}", if begins { "." } else { "..." }));
        }
        words.push(if game.variant() == "chess" { san(&*game, text) } else { text.clone() });
        if game.play(text).is_err() {
            return words;
        }
        words.extend(comment);
    }
    let plies = first + record.moves.len();
    for gone in record.eliminations.iter().filter(|gone| gone.after + first >= plies) {
        words.push(departure(&mut *game, gone));
    }
    words
}

/// Lets a player leave the table; the comment on it.
fn departure(game: &mut dyn AnyGame, gone: &Elimination) -> String {
    game.eliminate(Seat(gone.seat as u8));
    format!("{{seat {} eliminated: {}; {}}}", gone.seat + 1, gone.cause.word(), game.fen())
}

/// The number of the next move, which position strings have at their end.
fn number(game: &dyn AnyGame) -> u32 {
    game.fen().rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// What a player thought of its move: score, depth, seconds.
fn comment(mv: &PlayedMove) -> String {
    let SearchInfo { score, depth, .. } = mv.info;
    let score = match score {
        None => String::new(),
        Some(Score::Cp(score)) => format!("{:+.2}/{depth} ", f64::from(score) / 100.0),
        Some(Score::Mate(moves)) => {
            format!("{}M{}/{depth} ", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
        }
    };
    let seconds = Duration::from_millis(mv.time).as_secs_f64();
    format!("{{{score}{seconds:.3}s}}")
}

/// Words in lines.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

/// A legal move of chess in standard algebraic notation.
fn san(game: &dyn AnyGame, text: &str) -> String {
    let board = Board::of(&game.fen());
    let (from, to) = (&text[..2], &text[2..4]);
    let piece = board.at(from).to_ascii_uppercase();
    let capture = board.at(to) != ' ' || piece == 'P' && from[..1] != to[..1];
    let mut san = match (piece, from, to) {
        ('K', "e1", "g1") | ('K', "e8", "g8") => "O-O".to_string(),
        ('K', "e1", "c1") | ('K', "e8", "c8") => "O-O-O".to_string(),
        ('P', ..) if capture => from[..1].to_string(),
        ('P', ..) => String::new(),
        _ => format!("{piece}{}", board.origin(game, from, to)),
    };
    if !san.starts_with('O') {
        san += if capture { "x" } else { "" };
        san += to;
        if let Some(promoted) = text[4..].chars().next() {
            san.push('=');
            san.push(promoted.to_ascii_uppercase());
        }
    }
    let mut after = game.boxed();
    if after.play(text).is_ok() && !after.checkers().is_empty() {
        san.push(if after.legal().is_empty() { '#' } else { '+' });
    }
    san
}

/// The pieces of a chess position by cell.
struct Board(Vec<Vec<char>>);

impl Board {
    fn of(fen: &str) -> Self {
        let placement = fen.split(' ').next().unwrap_or_default();
        let row = |row: &str| {
            let cells = row.chars().flat_map(|c| match c.to_digit(10) {
                Some(empty) => vec![' '; empty as usize],
                None => vec![c],
            });
            cells.collect()
        };
        Self(placement.rsplit('/').map(row).collect())
    }

    /// The piece's letter on a cell, or a blank.
    fn at(&self, cell: &str) -> char {
        let mut bytes = cell.bytes();
        let mut index = |base: u8| bytes.next().map(|byte| usize::from(byte.wrapping_sub(base)));
        let (file, rank) = (index(b'a'), index(b'1'));
        let piece = rank.zip(file).and_then(|(rank, file)| self.0.get(rank)?.get(file));
        piece.copied().unwrap_or(' ')
    }

    /// As much of the origin as tells a move from those of the same pieces to the same cell.
    fn origin<'a>(&self, game: &dyn AnyGame, from: &'a str, to: &str) -> &'a str {
        let rivals: Vec<String> = game
            .legal()
            .into_iter()
            .filter(|other| &other[2..4] == to && &other[..2] != from)
            .filter(|other| self.at(&other[..2]) == self.at(from))
            .collect();
        let shares = |part: std::ops::Range<usize>| {
            rivals.iter().any(|other| other[part.clone()] == from[part.clone()])
        };
        match (rivals.is_empty(), shares(0..1), shares(1..2)) {
            (true, ..) => "",
            (_, false, _) => &from[..1],
            (_, _, false) => &from[1..],
            _ => from,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_record::samples::{game, plan};
    use crate::game_result::{Cause, End};
    use crate::openings::Opening;

    fn san_of(fen: &str, text: &str) -> String {
        let chess = variant("chess").expect("known").family(Options::default());
        san(&*chess.game(Some(fen)).expect("well-formed"), text)
    }

    #[test]
    fn chess_is_written_in_standard_algebraic_notation() {
        for (fen, text, san) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
            ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
            ("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3"),
            ("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3", "N1b3"),
            ("4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3"),
            ("6k1/5ppp/8/8/8/8/8/4K2R w - - 0 1", "h1h7", "Rxh7"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ] {
            assert_eq!(san_of(fen, text), san, "{fen}");
        }
    }

    #[test]
    fn games_have_their_tags_and_comments() {
        let text = pgn(&plan(1), &game(4, 1, 60));
        let expected = "[Event \"rotunda match\"]\n[Site \"?\"]\n[Date \"2026.01.31\"]\n\
                        [Round \"5.2\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\
                        [Points \"40-60\"]\n[Variant \"chess\"]\n[Termination \"normal\"]\n\
                        [PlyCount \"2\"]\n\n1. e4 e5 {-0.31/8 0.012s} {checkmate} 1/2-1/2\n\n";
        assert_eq!(text, expected);
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
    fn games_may_begin_anywhere() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b K - 3 17".to_string();
        let opening = Opening { fen: Some(fen.clone()), moves: vec!["e8d7".into(), "e1g1".into()] };
        let text = pgn(&plan(1), &GameRecord { opening, moves: vec![], ..game(0, 0, 100) });
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{text}");
        assert!(text.ends_with("\n\n17... Kd7 18. O-O {checkmate} 1-0\n\n"), "{text}");
    }
}
