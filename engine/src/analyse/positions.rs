//! Files of positions, a line each.

use rotunda_movegen::Variant;

use super::task::Task;

/// The positions of a file: position strings with operations as in EPD, of which `bm`, `am` and `id`
/// are read, or with `moves M1 M2 ..` behind them. Blank lines, and those that begin with `#`, say
/// nothing.
pub fn tasks(file: &str, variant: &'static Variant, text: &str) -> Result<Vec<Task>, String> {
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    lines.map(|(line, number)| task(format!("{file}:{number}"), variant, line.trim())).collect()
}

fn task(place: String, variant: &'static Variant, line: &str) -> Result<Task, String> {
    let (position, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let fen = (position != "startpos").then(|| position.to_owned());
    let wrong = |error| format!("{place}: bad position: {error}");
    variant.game_from(fen.as_deref()).map_err(wrong)?;
    let operands = |name: &str| -> Vec<String> {
        let operation = operation(position, name).unwrap_or_default();
        operation.split_whitespace().map(String::from).collect()
    };
    Ok(Task {
        variant,
        moves: moves.split_whitespace().map(String::from).collect(),
        played: None,
        best: operands("bm"),
        avoid: operands("am"),
        id: operation(position, "id").map(|id| id.trim_matches('"').to_owned()),
        fen,
        place,
    })
}

/// The operands of an EPD operation, as they stand there.
fn operation<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let named = format!(" {name} ");
    let (_, rest) = line.split_once(&named)?;
    Some(rest.split(';').next().unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_say_what_is_right() {
        let text = "# a suite\n\n4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O; am h1h2; id \"a b\";\n\
                    startpos moves e2e4 e7e5\n";
        let chess = Variant::by_name("chess").expect("known");
        let [first, second] = &tasks("f.epd", chess, text).expect("well-formed")[..] else {
            panic!("two positions");
        };
        assert_eq!(
            (&first.best[..], &first.avoid[..]),
            (&["Rh8+".into(), "O-O".into()][..], &["h1h2".into()][..])
        );
        assert_eq!((first.id.as_deref(), first.place.as_str()), (Some("a b"), "f.epd:3"));
        assert_eq!(
            (second.fen.as_ref(), &second.moves[..]),
            (None, &["e2e4".into(), "e7e5".into()][..])
        );
        let error = tasks("f.epd", chess, "8/8 w - -").expect_err("no board");
        assert!(error.starts_with("f.epd:1: bad position: "), "{error}");
    }
}
