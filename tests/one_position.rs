//! The comparison of one position with the oracle in every respect: the position of the environment
//! (`ROTUNDA_TEST_VARIANT`, `ROTUNDA_TEST_FEN`), or the start of every variant.

use rotunda_movegen::{Family, FamilyGame, Game, Multiplayer, Rules, Variant, VariantTables};

use crate::agree::{agree, same_outcome};
use crate::difference::Case;
use crate::multiplayer::{Comparison, WalkStep};
use crate::narrowing;
use crate::oracle::ring::Ring;
use crate::support::{Oracle, family, for_family, tables};
use crate::wanted::{VARIANT, entries};

/// Compares the positions on the way and their outcomes, in a duel.
fn compare_duel<R: Rules<1>>(variant: &'static str, fen: &str, moves: &[&str]) {
    let oracle = Oracle::new(variant);
    let position = R::parse(tables(variant), fen);
    let s = oracle.rules.parse(fen);
    let case = Case { variant, fen, moves };
    case.same("whether the string is accepted", position.is_ok(), s.is_ok());
    let (Ok(position), Ok(s)) = (position, s) else { return };
    let mut game = FamilyGame::<R, 1>::from_position(position);
    let mut line = vec![s];
    for played in 0..=moves.len() {
        let now = line.last().expect("a line has a position");
        agree::<R>(&oracle, game.position(), now);
        let case = Case { moves: &moves[..played], ..case };
        same_outcome(game.outcome(), oracle.rules.outcome(&line), case);
        if let Some(text) = moves.get(played) {
            let after = oracle.rules.play(now, text);
            let mv = game.find(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            game.play_unchecked(&mv);
            line.push(after);
        }
    }
}

/// Compares the positions on the way and their outcomes, in a multiplayer game.
fn compare_multiplayer<const W: usize>(
    tables: &'static VariantTables<W>,
    variant: &str,
    fen: &str,
    moves: &[&str],
) where
    Game: From<FamilyGame<'static, Multiplayer, W>>,
{
    let teams = fen.split(' ').nth(3).unwrap_or_default();
    let rules = Ring::new(variant).and_then(|rules| rules.with_teams(teams));
    let s = rules.as_ref().map(|rules| rules.parse(fen));
    let is_read = matches!(s, Some(Ok(_)));
    let accepted = Multiplayer::parse(tables, fen).is_ok();
    Case { variant, fen, moves }.same("whether the string is accepted", accepted, is_read);
    let (Some(rules), Some(Ok(s))) = (rules, s) else { return };
    let mut comparison = Comparison::new(FamilyGame::<Multiplayer, W>::new(tables));
    let (mut line, mut played) = (vec![s], Vec::new());
    for index in 0..=moves.len() {
        let now = line.last().expect("a line has a position");
        let (attempts, outcome) = (rules.attempts(now), rules.outcome(&line));
        comparison.on_position(&WalkStep {
            ring: &rules,
            line: &line,
            moves: &played,
            attempts: &attempts,
            outcome: outcome.as_ref(),
        });
        if let Some(text) = moves.get(index) {
            let after = rules.play(now, text);
            line.push(after);
            played.push((*text).to_owned());
        }
    }
}

fn compare(entry: &'static Variant, text: &str) {
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let moves: Vec<&str> = moves.split_whitespace().collect();
    match family(entry.name) {
        Family::Multiplayer(tables) => compare_multiplayer(tables, entry.name, fen, &moves),
        Family::WideMultiplayer(tables) => compare_multiplayer(tables, entry.name, fen, &moves),
        _ => for_family!(entry.name, compare_duel(entry.name, fen, &moves)),
    }
}

#[test]
fn one_position_is_the_same_for_engine_and_oracle() {
    let mut compared = 0;
    for entry in entries() {
        let text = narrowing::position().unwrap_or_else(|| entry.start().to_owned());
        compare(entry, &text);
        println!("{}: {text}: agreed", entry.name);
        compared += 1;
    }
    assert!(compared > 0, "{VARIANT} names no variant");
}
