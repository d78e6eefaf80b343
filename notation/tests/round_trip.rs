//! Round trips: games written and read again, or read and written again, are the same.

use proptest::prelude::*;
use rotunda_movegen::{Game, Variant};
use rotunda_notation::pgn::{
    Eval, GameResult, Item, Movetext, PgnReader, PlayedGame, Tags, clock_command, commands,
    parse_clock, tokens,
};
use rotunda_notation::{Nag, Notation, PositionLine};

use crate::files::played;

fn chess() -> &'static Variant {
    Variant::by_name("chess").expect("known")
}

/// A part of a random game.
#[derive(Clone, Debug)]
enum Part {
    Move(usize),
    Comment(String),
    Nag(u16),
    Variation(Vec<Part>),
}

fn part() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        6 => (0..1000_usize).prop_map(Part::Move),
        2 => "\\PC{0,40}".prop_map(Part::Comment),
        1 => (0..300_u16).prop_map(Part::Nag),
    ];
    leaf.prop_recursive(3, 60, 12, |part| {
        prop::collection::vec(part, 0..12).prop_map(Part::Variation)
    })
}

fn results() -> impl Strategy<Value = GameResult> {
    use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
    prop::sample::select(vec![WhiteWins, BlackWins, Draw, Unknown])
}

/// Writes parts behind a position, in which a variation replaces the move before `before`. Adds the
/// items that a reader must find.
fn write(
    parts: &[Part],
    (game, before): (&mut Game, &mut Option<Game>),
    text: &mut Movetext,
    found: &mut Vec<String>,
) {
    let notation = Notation::of(chess());
    for part in parts {
        match part {
            Part::Move(choice) => {
                let legal = game.legal_moves();
                if legal.is_empty() {
                    continue;
                }
                let mv = &legal[choice % legal.len()];
                let san = notation.write(&*game, mv);
                text.play(game.fullmove(), game.turn().0 == 0, &san);
                found.push(san);
                *before = Some(game.clone());
                game.play(mv).expect("legal");
            }
            Part::Comment(comment) => {
                text.comment(comment);
                let words: Vec<&str> = comment.split_whitespace().collect();
                if !words.is_empty() {
                    found.push(format!("{{{}}}", words.join(" ")));
                }
            }
            Part::Nag(number) => {
                text.nag(Nag(*number));
                found.push(Nag(*number).to_string());
            }
            Part::Variation(parts) => {
                let mut start = before.as_ref().unwrap_or(game).clone();
                text.open();
                found.push("(".into());
                write(parts, (&mut start, &mut None), text, found);
                text.close();
                // A variation without contents is not written.
                if found.last().is_some_and(|last| last == "(") {
                    found.pop();
                } else {
                    found.push(")".into());
                }
            }
        }
    }
}

fn shown(item: &Item) -> String {
    match item {
        Item::Move(ply) => ply.text.clone(),
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Nag(nag) => nag.to_string(),
        Item::Open => "(".into(),
        Item::Close => ")".into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn no_tag_comment_glyph_variation_or_result_is_lost(
        parts in prop::collection::vec(part(), 0..40),
        values in prop::collection::vec("\\PC{0,30}", 0..6),
        result in results(),
    ) {
        let mut tags = Tags::default();
        for (value, number) in values.iter().zip(1..) {
            tags.set(&format!("Tag{number}"), value.clone());
        }
        let (mut text, mut expected) = (Movetext::default(), Vec::new());
        write(&parts, (&mut chess().game(), &mut None), &mut text, &mut expected);
        let file = format!("{}\n{}\n", tags.clone().with_roster(), text.finish(result));
        let games = played(file.as_bytes());
        prop_assert_eq!(games.len(), 1, "{}", file);
        let game = games[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{file}"));
        let found: Vec<_> = game.items.iter().map(shown).collect();
        prop_assert_eq!(found, expected, "{}", file);
        prop_assert_eq!(game.result, result);
        for (name, value) in tags.iter() {
            prop_assert_eq!(game.tags.get(name), Some(value));
        }
        let again = played(game.to_string().as_bytes());
        let again = again[0].as_ref().expect("what was written is read");
        prop_assert_eq!(again.to_string(), game.to_string());
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for game in PgnReader::new(&bytes[..]).flatten() {
            let _ = PlayedGame::of(game, chess());
        }
    }

    #[test]
    fn any_words_of_pgn_are_read_to_their_end(
        words in prop::collection::vec(prop::sample::select(vec![
            "[", "]", "[Event \"x\"]", "{", "}", "(", ")", ";", "\n", "\r", "%", "$", "$1", "1.",
            "...", "e4", "Nf3", "=Q", "a8(Q)", "(Q)", "e.p.", "1-0", "*", "1/2", "+-", "=", "!", "\u{b1}",
            "[%clk 0:00:01]", "[%leave 1 x]", "\"", "\\", " ", "0000", "--", "O-O", "e2e4", "\u{2026}",
            "\n1. ", " - ", "resigns", ",", "1 - 0", " (x)", "00", " = Q", "E4", "bc4", "Z0",
        ]), 0..60),
    ) {
        let text = words.concat();
        let games: Vec<_> = played(text.as_bytes());
        for game in games.iter().flatten() {
            let written = game.to_string();
            let again = played(written.as_bytes());
            prop_assert_eq!(again.len(), 1, "{}\n{}", text, written);
            let again = again[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{written}"));
            prop_assert_eq!(again.to_string(), written);
        }
        let _ = (tokens(&text), PositionLine::read(&text, chess()));
    }

    #[test]
    fn clocks_and_scores_come_back(
        tenths in 0..10_000_000_u64,
        cp in -30_000..30_000_i32,
        depth in prop::option::of(0..200_u32),
    ) {
        let command = clock_command(tenths * 100);
        prop_assert_eq!(parse_clock(commands(&command).0[0].1), Some(tenths * 100));
        for (cp, mate) in [(Some(cp), None), (None, Some(cp))] {
            let eval = Eval { cp, mate, depth };
            let text = eval.to_string();
            prop_assert_eq!(commands(&text).0[0].1.parse(), Ok(eval));
        }
    }
}
