use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{SEATS, Variant};

use super::*;
use crate::{ClockLists, Command, OptionKind, SeatClock, options, reply};

/// The number of orders of each kind that are printed and parsed.
const ORDERS: usize = 2000;

#[test]
fn a_move_comes_with_what_was_said_before_it() {
    let mut parser = ReplyParser::default();
    let sent = [
        "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 900 pv e2e4 e7e5",
        "info depth 7 multipv 2 score cp -90 nodes 950 pv d2d4",
        "info depth 8 currmove e2e4 currmovenumber 1",
        "info string claim bareking",
        "noise without a meaning",
        "",
    ];
    assert!(sent.iter().all(|line| parser.parse(line).is_none()));
    let Some(EngineReply::BestMove(best)) = parser.parse("bestmove e2e4 ponder e7e5\r") else {
        panic!("an answer");
    };
    let pv = "e2e4 e7e5".into();
    let info = SearchInfo { score: Some(Score::Cp(-31)), depth: 8, nodes: 900, pv, shares: vec![] };
    let ponder = Some("e7e5".into());
    assert_eq!(best, BestMove { text: "e2e4".into(), ponder, claim: true, info });
    let next = parser.parse("bestmove");
    assert_eq!(next, Some(EngineReply::BestMove(BestMove::default())));
    let odd = parser.parse("bestmove a2a3 wonder a7a6");
    let expected = BestMove { text: "a2a3".into(), ..BestMove::default() };
    assert_eq!(odd, Some(EngineReply::BestMove(expected)));
}

#[test]
fn everybodys_share_is_heard_if_it_makes_sense() {
    let mut parser = ReplyParser::default();
    for line in ["shares a 341 b 336 c 323", "shares a 341 c 336", "shares a 2000", "shares a"] {
        assert_eq!(parser.parse(&format!("info string {line}")), None);
    }
    let Some(EngineReply::BestMove(best)) = parser.parse("bestmove a4a5") else {
        panic!("an answer");
    };
    assert_eq!(best.info.shares, [341, 336, 323]);
}

#[test]
fn long_lines_and_long_moves_are_cut() {
    let mut parser = ReplyParser::default();
    assert_eq!(parser.parse(&format!("info pv {}", "a2a3 ".repeat(500))), None);
    let long = "x".repeat(MAX_MOVE_LENGTH + 1);
    let Some(EngineReply::BestMove(best)) = parser.parse(&format!("bestmove {long} ponder {long}"))
    else {
        panic!("an answer");
    };
    assert_eq!((best.text.as_str(), best.ponder), ("", None));
    assert_eq!(best.info.pv.split(' ').count(), MAX_LINE);
}

#[test]
fn options_have_names_of_several_words() {
    let offered = |line: &str| match ReplyParser::default().parse(line) {
        Some(EngineReply::Option(option)) => option,
        other => panic!("{line}: {other:?}"),
    };
    let combo = offered("option name UCI_Variant type combo default chess var chess var a b");
    assert_eq!(combo.values, OfferedValues::Combo(vec!["chess".into(), "a b".into()]));
    assert!(combo.is_named("uci_variant") && combo.objection("A B").is_none());
    assert_eq!(combo.objection("c").as_deref(), Some("expected chess or a b"));
    let check = offered("option name Use NNUE type check default true");
    assert_eq!((check.name.as_str(), &check.values), ("Use NNUE", &OfferedValues::Check));
    assert!(check.objection("maybe").is_some() && check.objection("False").is_none());
    let spin = offered("option name Hash type spin default 16 min 1 max 1024");
    assert_eq!(spin.values, OfferedValues::Spin(1, 1024));
    assert!(spin.objection("0").is_some() && spin.objection("1024").is_none());
    assert_eq!(offered("option name Book type string default <empty>").objection("x"), None);
}

/// Checks that the client reads every option of the engine correctly.
#[test]
fn our_own_options_are_read_back() {
    for option in options() {
        let line = option.to_string();
        let Some(EngineReply::Option(offered)) = ReplyParser::default().parse(&line) else {
            panic!("{line}: no option");
        };
        let values = match option.kind {
            OptionKind::Spin { min, max, .. } => OfferedValues::Spin(min.into(), max.into()),
            OptionKind::Check { .. } => OfferedValues::Check,
            OptionKind::Combo { values, .. } => {
                OfferedValues::Combo(values().into_iter().map(String::from).collect())
            }
            OptionKind::Text { .. } => OfferedValues::Text,
            OptionKind::Button { .. } => OfferedValues::Button,
        };
        let default = match option.kind {
            OptionKind::Spin { default, .. } => Some(default.into()),
            _ => None,
        };
        assert_eq!(offered, OfferedOption { name: option.name.into(), values, default });
        let value = match offered.values {
            OfferedValues::Spin(min, _) => Some(min.to_string()),
            OfferedValues::Check => Some("true".into()),
            OfferedValues::Combo(values) => values.last().cloned(),
            OfferedValues::Button | OfferedValues::Text => None,
        };
        let command = set_option(&offered.name, value.as_deref());
        let parsed = Command::parse(command.as_bytes());
        assert!(matches!(parsed, Ok(Some(Command::SetOption(_)))), "{command}: {parsed:?}");
    }
}

/// Checks that the client reads the engine's best moves correctly.
#[test]
fn our_own_best_moves_are_read_back() {
    for (best, ponder, claim) in
        [(Some("e2e4"), Some("e7e5"), true), (Some("a2a3"), None, false), (None, None, true)]
    {
        let mut game = rotunda_movegen::Variant::by_name("chess").expect("known").game();
        let mut played = |text| game.play_text(text).expect("legal");
        let (best, ponder) = (best.map(&mut played), ponder.map(&mut played));
        let result = rotunda_search::SearchResult { best, ponder, claim, ..Default::default() };
        let mut parser = ReplyParser::default();
        let text = reply::best_move(&result);
        let replies: Vec<_> = text.lines().filter_map(|line| parser.parse(line)).collect();
        let expected = BestMove {
            text: result.best.map_or_else(|| "(none)".into(), |mv| mv.to_string()),
            ponder: result.ponder.map(|mv| mv.to_string()),
            claim,
            info: SearchInfo::default(),
        };
        assert_eq!(replies, [EngineReply::BestMove(expected)], "{text}");
    }
}

#[test]
fn mates_outweigh_evaluations() {
    let scores =
        [Score::Mate(0), Score::Mate(-3), Score::Cp(-900), Score::Cp(9000), Score::Mate(2)];
    assert!(scores.map(Score::centipawns).is_sorted());
}

/// Returns moves that some game may have.
fn random_moves(random: &mut ChaCha8Rng, max: usize) -> Vec<String> {
    const MOVES: [&str; 6] = ["e2e4", "a10b9q", "P@f7", "0000", "b3d5d3", "xa4a5"];
    let number = random.random_range(0..=max);
    (0..number).map(|_| (*MOVES.choose(random).expect("there are some")).to_string()).collect()
}

fn random_order(random: &mut ChaCha8Rng) -> GoOrder {
    let mut order = GoOrder::default();
    let mut milliseconds = |min: u64| Duration::from_millis(random.random_range(min..1 << 40));
    let times: [Duration; SEATS] = std::array::from_fn(|_| milliseconds(1));
    let increments: [Duration; SEATS] = std::array::from_fn(|_| milliseconds(0));
    let move_time = milliseconds(1);
    let mut chance = || random.random_bool(0.5);
    order.lists = ClockLists { time: chance(), inc: chance() };
    let seats = |is_list: bool, chance: &mut dyn FnMut() -> bool| {
        // A list ends at some seat. Single clocks are those of the first two seats.
        let mut known = [false; SEATS];
        if is_list {
            let length = 1 + (0..SEATS - 1).filter(|_| chance()).count();
            known[..length].fill(true);
        } else {
            known[..2].fill_with(&mut *chance);
        }
        known
    };
    let known_times = seats(order.lists.time, &mut chance);
    let known_bonuses = seats(order.lists.inc, &mut chance);
    for seat in 0..SEATS {
        order.clocks[seat] = SeatClock {
            left: known_times[seat].then_some(times[seat]),
            increment: known_bonuses[seat].then_some(increments[seat]),
        };
    }
    (order.infinite, order.ponder) = (chance(), chance());
    order.move_time = chance().then_some(move_time);
    let mut number = |max: i64| {
        let some = random.random_bool(0.5);
        some.then(|| random.random_range(1..=max))
    };
    order.moves_to_go = number(1 << 16).map(|n| n as u32);
    order.depth = number(u32::MAX.into()).map(|n| n as u32);
    order.nodes = number(i64::MAX).map(i64::cast_unsigned);
    order.mate = number(1 << 16).map(|n| n as u32);
    order.search_moves = random_moves(random, 3);
    order
}

#[test]
fn random_searches_print_and_parse_to_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(10);
    for _ in 0..ORDERS {
        let order = random_order(&mut random);
        let text = order.to_string();
        match Command::parse(text.as_bytes()) {
            Ok(Some(Command::Go(parsed))) => assert_eq!(*parsed, order, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn random_positions_print_and_parse_to_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..ORDERS {
        let entry = Variant::all().choose(&mut random).expect("there are variants");
        let variant = random.random_bool(0.5).then_some(entry);
        let fen = random.random_bool(0.5).then(|| entry.start().to_string());
        let order = PositionOrder {
            fen,
            moves: random_moves(&mut random, 5),
            ..PositionOrder::start_of(variant)
        };
        let text = order.to_string();
        let Ok(Some(Command::Position(parsed))) = Command::parse(text.as_bytes()) else {
            panic!("{text}: no position");
        };
        assert_eq!(parsed.variant.map(|entry| entry.name), variant.map(|entry| entry.name));
        assert_eq!((parsed.fen, parsed.moves), (order.fen, order.moves), "{text}");
    }
}
