//! Games in PGN.

use rotunda_notation::pgn::{PgnReader, PlayedGame, Ply};

use super::Analysis;
use super::annotated::Annotated;
use super::summary::Summary;
use super::task::Task;
use crate::completion::RunError;
use crate::source::Source;

/// Analyses the games of a file, one after the other; one that cannot be read is named, and the
/// others go on.
pub(super) fn analyse(analysis: &mut Analysis<'_>, source: Source) -> Result<(), RunError> {
    let variant = analysis.args.usual.variant;
    for text in PgnReader::new(source.input) {
        match text.and_then(|text| PlayedGame::of(text, variant)) {
            Ok(game) => analyse_game(analysis, &source.name, &game)?,
            Err(error) => analysis.refuse(&format!("{}: ", source.name), &error),
        }
    }
    Ok(())
}

/// Judges every move of the main line.
fn analyse_game(
    analysis: &mut Analysis<'_>,
    file: &str,
    game: &PlayedGame,
) -> Result<(), RunError> {
    let place = format!("{file}: game {}", game.number);
    for note in &game.notes {
        analysis.remark(&format!("{place}: "), note);
    }
    let mut summary = Summary::new(&place, game.header.variant);
    let mut annotated = Annotated::new(game);
    let is_pgn = analysis.args.pgn;
    for (ply, position) in game.positions() {
        let shown = shown(ply);
        let task = Task {
            place: format!("{place}, {shown}"),
            variant: game.header.variant,
            game: position,
            played: Some(ply.mv.clone()),
            best: Vec::new(),
            avoid: Vec::new(),
            id: None,
        };
        let verdict = analysis.judge(&task);
        if let Some(played) = &verdict.played {
            summary.add(ply.seat, &shown, played.loss, played.mark);
        }
        if is_pgn {
            annotated.add(&task, &verdict);
        } else {
            analysis.print(&verdict)?;
        }
    }
    if is_pgn {
        analysis.print_line(&annotated.finish().to_string())?;
    } else if !summary.is_empty() {
        analysis.print(&summary)?;
    }
    Ok(())
}

/// Returns a move as the file has it, with its number: `3. e2e4`, or `3... e7e5` of another seat
/// than the first.
fn shown(ply: &Ply) -> String {
    format!("{} {}", ply.numbered(), ply.written)
}
