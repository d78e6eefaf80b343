//! Files of positions, a line each.

use rotunda_movegen::Variant;
use rotunda_notation::{LineError, LineNote, Lines, PositionLine};

use super::Analysis;
use super::task::Task;
use crate::completion::RunError;
use crate::source::Source;

/// Analyses the positions of a file: position strings with operations as in EPD, of which `bm`,
/// `am`, `dm` and `id` are read, or with `moves M1 M2 ..` behind them. Lines that are empty or
/// comments say nothing.
pub(super) fn analyse(analysis: &mut Analysis<'_>, source: Source) -> Result<(), RunError> {
    let variant = analysis.args.usual.variant;
    for (line, number) in Lines::new(source.input).zip(1..) {
        let place = format!("{}:{number}", source.name);
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                analysis.refuse(&format!("{place}: "), &error);
                break;
            }
        };
        let line = line.trim();
        if PositionLine::is_comment(line) {
            continue;
        }
        match task(place.clone(), variant, line) {
            Ok((task, notes)) => {
                for note in notes {
                    analysis.remark(&format!("{place}: "), &note);
                }
                let verdict = analysis.judge(&task);
                analysis.print(&verdict)?;
            }
            Err(error) => analysis.refuse(&format!("{place}: "), &error),
        }
    }
    Ok(())
}

/// The task of a line, and the notes about its oddities.
fn task(
    place: String,
    variant: &'static Variant,
    line: &str,
) -> Result<(Task, Vec<LineNote>), LineError> {
    let line = PositionLine::read(line, variant)?;
    let mut best = line.goals("bm", variant)?;
    best.extend(line.goals("dm", variant)?);
    let task = Task {
        place,
        variant,
        game: line.game(variant)?,
        played: None,
        best,
        avoid: line.goals("am", variant)?,
        id: line.operands("id").first().map(|id| (*id).to_owned()),
    };
    Ok((task, line.notes))
}

#[cfg(test)]
mod tests {
    use rotunda_notation::Goal;

    use super::*;

    #[test]
    fn operations_say_what_is_right() {
        let chess = Variant::by_name("chess").expect("known");
        let read = |line| task("f.epd:3".into(), chess, line);
        let texts = |goals: &[Goal]| -> Vec<String> {
            let text = |goal: &Goal| match goal {
                Goal::Move(mv) => mv.to_string(),
                Goal::Mate(moves) => format!("#{moves}"),
            };
            goals.iter().map(text).collect()
        };
        let line = "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O; am h1h2; dm 9; id \"a; b\";";
        let (first, _) = read(line).expect("well-formed");
        assert_eq!(texts(&first.best), ["h1h8", "e1g1", "#9"]);
        assert_eq!(texts(&first.avoid), ["h1h2"]);
        assert_eq!((first.id.as_deref(), first.place.as_str()), (Some("a; b"), "f.epd:3"));
        let (second, _) = read("startpos moves e2e4 e7e5").expect("well-formed");
        assert_eq!(second.game.fullmove(), 2);
        assert!(matches!(read("8/8 w - -"), Err(LineError::Position(_))));
        assert!(matches!(read("(1. e4)"), Err(LineError::NoMoves)));
        let line = "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+,O-O; dm 0;";
        let (task, notes) = read(line).expect("well-formed");
        assert_eq!((texts(&task.best), notes.len()), (vec!["h1h8".into(), "e1g1".into()], 1));
        assert!(matches!(read("startpos moves e2e5"), Err(LineError::Move(_))));
    }
}
