//! Games in PGN.

use rotunda_arena::{read_move, read_tag};
use rotunda_movegen::{AnyGame, Variant};

use super::task::{GameMove, Task};

/// The results that may end the movetext.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A task for every position of the games of a file in which a move was played. Comments and
/// variations are left out; the tag `Variant` names another game than the usual one, `FEN` another
/// start.
pub fn tasks(file: &str, usual: &'static Variant, text: &str) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for (game, number) in games(text).into_iter().zip(1..) {
        let place = format!("{file}: game {number}");
        tasks.extend(game.tasks(&place, usual)?);
    }
    Ok(tasks)
}

/// The tags and the moves of a game.
#[derive(Default)]
struct Record {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
}

impl Record {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn tasks(&self, place: &str, usual: &'static Variant) -> Result<Vec<Task>, String> {
        let variant = match self.tag("Variant") {
            Some(name) => Variant::by_name(name).map_err(|error| format!("{place}: {error}"))?,
            None => usual,
        };
        let fen = self.tag("FEN").map(String::from);
        let game = variant.game_from(fen.as_deref());
        let mut game = game.map_err(|error| format!("{place}: bad position: {error}"))?;
        let mut played: Vec<String> = Vec::new();
        let mut tasks = Vec::new();
        for text in &self.moves {
            let mv = read_move(&*game, text)
                .ok_or_else(|| format!("{place}: {text:?} is not legal after {played:?}"))?;
            let shown = numbered(&*game, text);
            let (text, seat) = (mv.clone(), game.turn());
            tasks.push(Task {
                place: format!("{place}, {shown}"),
                variant,
                fen: fen.clone(),
                moves: played.clone(),
                played: Some(GameMove { game: place.to_owned(), seat, text, shown }),
                best: Vec::new(),
                avoid: Vec::new(),
                id: None,
            });
            game.play(&mv).map_err(|error| format!("{place}: {error}"))?;
            played.push(mv);
        }
        Ok(tasks)
    }
}

/// A move with its number: `3. e2e4`, or `3... e7e5` of another seat than the first.
fn numbered(game: &dyn AnyGame, text: &str) -> String {
    let dots = if game.turn().0 == 0 { "." } else { "..." };
    format!("{}{dots} {text}", game.fullmove())
}

/// The games of a file.
fn games(text: &str) -> Vec<Record> {
    let mut games: Vec<Record> = Vec::new();
    let mut movetext = String::new();
    let mut is_in_tags = false;
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        if let Some(tag) = read_tag(line) {
            if !is_in_tags {
                finish(&mut games, &mut movetext);
                games.push(Record::default());
            }
            is_in_tags = true;
            games.last_mut().expect("one was pushed").tags.push(tag);
        } else if !line.trim().is_empty() {
            is_in_tags = false;
            movetext += line.split(';').next().unwrap_or_default();
            movetext.push('\n');
        }
    }
    if games.is_empty() {
        games.push(Record::default());
    }
    finish(&mut games, &mut movetext);
    games.retain(|game| !game.moves.is_empty());
    games
}

/// Gives the moves that have been read to the last game.
fn finish(games: &mut [Record], movetext: &mut String) {
    if let Some(game) = games.last_mut() {
        game.moves = words(movetext);
    }
    movetext.clear();
}

/// The moves of a movetext, without numbers, comments, variations, glyphs and the result.
fn words(movetext: &str) -> Vec<String> {
    let mut plain = String::new();
    let (mut comments, mut variations) = (0_usize, 0_usize);
    for letter in movetext.chars() {
        match letter {
            '{' => comments = 1,
            '}' => comments = 0,
            _ if comments > 0 => {}
            '(' => variations += 1,
            ')' => variations = variations.saturating_sub(1),
            _ if variations > 0 => {}
            letter => plain.push(letter),
        }
    }
    let unnumbered = |word: &str| -> String {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        // A number is followed by dots; `0000` and `0-0` are moves.
        if rest.starts_with('.') {
            rest.trim_start_matches('.').to_owned()
        } else {
            word.to_owned()
        }
    };
    let words = plain.split_whitespace().filter(|word| !RESULTS.contains(word));
    words.map(unnumbered).filter(|word| !word.is_empty() && !word.starts_with('$')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_with_their_tags() {
        let text = "[Event \"x\"]\n[Variant \"rollerball\"]\n\n1. c2b3 {a (comment} e6f5 (1... e6f6) 1-0\n\n\
                    [Event \"y\"]\n\n1.e4 e5 2. Nf3 $1 Nc6 ; the rest\n3. Bb5 *\n";
        let chess = Variant::by_name("chess").expect("known");
        let tasks = tasks("g.pgn", chess, text).expect("legal moves");
        let played: Vec<_> = tasks.iter().flat_map(|task| &task.played).collect();
        let places: Vec<_> = played.iter().map(|mv| (&mv.game[..], mv.seat.0)).collect();
        assert_eq!(places[1..3], [("g.pgn: game 1", 1), ("g.pgn: game 2", 0)]);
        let played: Vec<_> = played.iter().map(|mv| &mv.text[..]).collect();
        assert_eq!(played, ["c2b3", "e6f5", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
        assert_eq!(tasks[1].place, "g.pgn: game 1, 1... e6f5");
        assert_eq!((tasks[0].variant.name, tasks[6].moves.len()), ("rollerball", 4));
        let quoted = &games("[White \"Ed \\\"Strangler\\\"\"]\n\n1. e4 *\n")[0];
        assert_eq!(quoted.tag("White"), Some("Ed \"Strangler\""));
    }
}
