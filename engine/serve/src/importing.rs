//! [`import`]: games that a page brings in as PGN.

use crate::games::Games;
use crate::pgn_read::{ReadGame, read_all};
use crate::protocol::{Reply, variant};
use crate::record::Record;

/// Games that one PGN brings in, at most.
const MAX_IMPORTED: usize = 100;
/// Notes of a PGN that are shown, at most.
const MAX_NOTES: usize = 4;

/// Takes the games of a PGN in: keeps several, puts one that comes alone on a table, and names the
/// first. Errors name those that cannot be read, and a note those parts that were left out of the
/// others or read leniently.
pub fn import(games: &Games, pgn: &str, usual: &str) -> Result<Vec<String>, String> {
    let (mut errors, mut notes) = (Vec::new(), Vec::new());
    // A game that comes alone is kept once something happens in it, as every new one.
    let (mut alone, mut first) = (None, None);
    for (game, index) in read_all(pgn, variant(usual)?).zip(0..) {
        if index == MAX_IMPORTED {
            errors.push(format!("only the first {MAX_IMPORTED} games have been imported"));
            break;
        }
        let ReadGame { number, record, notes: of_game } = match game {
            Ok(game) => game,
            Err(error) => {
                errors.push(error.to_string());
                continue;
            }
        };
        notes.extend(of_game.iter().map(|note| format!("game {number}, {note}")));
        let record = Record { live: record.tree.tip(), ..record };
        let mut keep = |record: &Record| match games.keep(record) {
            Ok(name) => first = first.take().or(Some(name)),
            Err(error) => errors.push(format!("a game is not kept: {error}")),
        };
        match (index, alone.take()) {
            (0, _) => alone = Some(record),
            (_, before) => before.iter().chain([&record]).for_each(&mut keep),
        }
    }
    if let Some(record) = alone {
        first = Some(games.seat(record)?);
    }
    let message = errors.join("; ");
    let game = match first {
        Some(game) => game,
        None if errors.is_empty() => return Err("there is no game in it".to_owned()),
        None => return Err(message),
    };
    let error = (!errors.is_empty()).then(|| Reply::refusal(&message).text());
    let note = sentence(&notes);
    let created = Reply::Created { game: &game, note: note.as_deref() };
    Ok(error.into_iter().chain([created.text()]).collect())
}

/// Returns notes as one sentence, the first few of many; `None` without notes.
fn sentence(notes: &[String]) -> Option<String> {
    let shown = notes.get(..MAX_NOTES).unwrap_or(notes).join("; ");
    match notes.len() {
        0 => None,
        count if count > MAX_NOTES => {
            Some(format!("Read with changes: {shown}; and {} more.", count - MAX_NOTES))
        }
        _ => Some(format!("Read with changes: {shown}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_one_sentence() {
        let notes: Vec<String> = ('a'..='f').map(String::from).collect();
        assert_eq!(sentence(&[]), None);
        assert_eq!(sentence(&notes[..2]).as_deref(), Some("Read with changes: a; b."));
        assert_eq!(sentence(&notes[..4]).as_deref(), Some("Read with changes: a; b; c; d."));
        let many = "Read with changes: a; b; c; d; and 2 more.";
        assert_eq!(sentence(&notes).as_deref(), Some(many));
    }
}
