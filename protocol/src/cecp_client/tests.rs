use super::*;

fn parse(line: &str) -> Option<EngineReply> {
    ReplyParser::default().parse(line)
}

#[test]
fn features_have_quoted_values() {
    let reply =
        parse("feature ping=1 myname=\"Some Engine 1.0\" variants=\"normal,3check\" done=1");
    let Some(EngineReply::Features(features)) = reply else { panic!("features: {reply:?}") };
    let pairs: Vec<_> = features.iter().map(|feature| (&*feature.name, &*feature.value)).collect();
    let expected = [
        ("ping", "1"),
        ("myname", "Some Engine 1.0"),
        ("variants", "normal,3check"),
        ("done", "1"),
    ];
    assert_eq!(pairs, expected);
    assert!(features[0].is_on());
    assert_eq!(parse("feature"), Some(EngineReply::Features(Vec::new())));
    let Some(EngineReply::Features(open)) = parse("feature a=\"never shut") else { panic!() };
    assert_eq!(open[0].value, "never shut");
}

#[test]
fn options_have_types() {
    let option =
        |value: &str| Feature { name: "option".into(), value: value.into() }.offered_option();
    let spin = option("King Safety -spin 10 0 100").expect("an option");
    assert_eq!((&*spin.name, spin.default), ("King Safety", Some(10)));
    assert_eq!(spin.values, OfferedValues::Spin(0, 100));
    let combo = option("Style -combo calm /// *wild").expect("an option");
    assert_eq!(combo.values, OfferedValues::Combo(vec!["calm".into(), "wild".into()]));
    assert_eq!(option("Own Book -check 1").expect("an option").values, OfferedValues::Check);
    assert_eq!(option("Clear -button").expect("an option").values, OfferedValues::Button);
    assert_eq!(option("Book -file a b").expect("an option").values, OfferedValues::Text);
    assert_eq!(option("Book"), None);
    assert_eq!(option("Book -shelf 3"), None);
}

#[test]
fn a_move_of_two_legs_is_one_move() {
    let mut parser = ReplyParser::default();
    assert_eq!(parser.parse("12 100007 33 4500 9 77 0\tc3e5 d6d5"), None);
    assert_eq!(parser.parse("move c3e5,"), None);
    let Some(EngineReply::Move(text, info)) = parser.parse("move e5g7") else { panic!("a move") };
    assert_eq!(text, "c3e5,e5g7");
    assert_eq!((info.score, info.nodes, &*info.pv), (Some(Score::Mate(7)), 4500, "c3e5 d6d5"));
    // The output about one move does not belong to the next.
    let Some(EngineReply::Move(_, info)) = parser.parse("move a1a2") else { panic!("a move") };
    assert_eq!(info, SearchInfo::default());
}

#[test]
fn version_1_has_other_words_for_a_move() {
    let reply = parse("My move is : b8c6");
    assert!(matches!(&reply, Some(EngineReply::Move(text, _)) if text == "b8c6"), "{reply:?}");
    assert_eq!(parse("My opinion is: none"), None);
}

#[test]
fn thinking_is_known_from_other_lines_by_its_numbers() {
    assert_eq!(thinking("9. 156 1084 48000 Nf3 Nc6").expect("thinking").pv, "Nf3 Nc6");
    assert_eq!(thinking("9 -100003 1084 48000").expect("thinking").score, Some(Score::Mate(-3)));
    for line in ["", "# 1 2 3 4", "9 156", "9 156 fast 4", "Hint: e2e4", "1-0 {White mates}"] {
        assert_eq!(thinking(line), None, "{line}");
    }
}

#[test]
fn other_replies() {
    assert_eq!(parse("pong 7"), Some(EngineReply::Pong(7)));
    assert_eq!(parse("pong many"), None);
    assert_eq!(parse("resign"), Some(EngineReply::Resign));
    assert_eq!(parse("tellics resign"), Some(EngineReply::Resign));
    assert_eq!(parse("0-1 {Black mates}"), Some(EngineReply::Result("0-1 {Black mates}".into())));
    let refusal = EngineReply::Refusal("(unknown command): cores".into());
    assert_eq!(parse("Error (unknown command): cores"), Some(refusal));
    assert!(matches!(parse("Illegal move: e2e5"), Some(EngineReply::IllegalMove(_))));
    assert_eq!(parse("tellusererror something"), None);
    let long = format!("move {}", "a1".repeat(MAX_MOVE_LENGTH));
    assert!(matches!(parse(&long), Some(EngineReply::Move(text, _)) if text.is_empty()));
}

#[test]
fn clocks_are_in_the_units_of_the_protocol() {
    let ms = Duration::from_millis;
    assert_eq!(level(None, ms(300), ms(10)), "level 0 0:01 0.01");
    assert_eq!(level(Some(40), ms(90_000), ms(0)), "level 40 1:30 0");
    assert_eq!(clock(ms(1234), ms(60_000)), "time 123\notim 6000");
}

#[test]
fn the_program_understands_its_own_words() {
    use crate::cecp::Command;
    let commands = [level(Some(40), Duration::from_secs(90), Duration::from_millis(500))];
    let more = clock(Duration::from_secs(3), Duration::from_secs(4));
    for line in commands.iter().map(String::as_str).chain(more.lines()) {
        assert!(Command::parse(line.as_bytes()).is_ok_and(|command| command.is_some()), "{line}");
    }
}
