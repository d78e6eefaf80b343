//! Games with their ends, clocks and takebacks.

use std::time::Duration;

use rotunda_movegen::{
    Action, ActionError, Clocks, FULL, Forfeit, GameRecord, Options, Reason, Seat, Variant,
};

fn record(name: &str) -> GameRecord {
    let variant = Variant::by_name(name).expect("known");
    GameRecord::new(variant, Options::default(), None).expect("the start")
}

fn play(record: &mut GameRecord, text: &str) {
    let mv = record.game().parse_move(text).expect("legal");
    record.play(&mv).expect("the game goes on");
}

#[test]
fn each_forfeit_of_a_duel_ends_it_for_its_own_reason() {
    for (forfeit, reason) in [
        (Forfeit::Resignation, "resignation"),
        (Forfeit::FlagFall, "time-forfeit"),
        (Forfeit::IllegalMove, "illegal-move"),
        (Forfeit::Disconnection, "disconnection"),
    ] {
        let mut game = record("rollerball");
        game.act(Action::Forfeit(Seat::WHITE, forfeit)).expect("the game goes on");
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.reason.to_string(), reason);
        assert_eq!([0, 1].map(|seat| outcome.points(Seat(seat))), [0, 100]);
        let mv = game.game().legal_moves().remove(0);
        assert_eq!(game.play(&mv), Err(ActionError::Over));
        assert_eq!(game.undo(), Some(Action::Forfeit(Seat::WHITE, forfeit)));
        assert_eq!(game.play(&mv), Ok(()));
    }
}

#[test]
fn a_table_plays_on_until_one_side_is_left() {
    let mut game = record("modern3");
    game.act(Action::Forfeit(Seat(0), Forfeit::FlagFall)).expect("it plays");
    assert!(game.outcome().is_none() && !game.game().is_alive(Seat(0)));
    let gone = game.act(Action::Forfeit(Seat(0), Forfeit::Resignation));
    assert_eq!(gone, Err(ActionError::NotPlaying));
    game.act(Action::Forfeit(Seat(2), Forfeit::Resignation)).expect("it plays");
    let outcome = game.outcome().expect("one is left");
    assert_eq!((outcome.reason, outcome.points(Seat(1))), (Reason::Resignation, FULL));
    game.undo();
    assert!(game.outcome().is_none() && game.game().is_alive(Seat(2)));
    game.undo();
    assert!(game.game().is_alive(Seat(0)) && game.undo().is_none());
}

#[test]
fn agreed_and_adjudicated_games_are_shared_as_they_say() {
    let mut game = record("chess");
    play(&mut game, "e2e4");
    game.act(Action::Agreement).expect("the game goes on");
    let outcome = game.outcome().expect("agreed");
    assert_eq!((outcome.reason, outcome.points(Seat::WHITE)), (Reason::Agreement, 50));
    game.undo();
    game.act(Action::Adjudication([0, 100, 0, 0, 0, 0])).expect("the game goes on");
    let outcome = game.outcome().expect("adjudicated");
    assert_eq!((outcome.reason, outcome.points(Seat::BLACK)), (Reason::Adjudication, 100));
}

#[test]
fn clocks_come_back_with_the_moves() {
    let second = Duration::from_secs(1);
    let clocks = Clocks::new(2, 10 * second, second);
    let mut game = record("chess").with_clocks(Some(clocks.clone()));
    assert!(game.spend(Seat::WHITE, 4 * second));
    let before = game.clocks().cloned();
    play(&mut game, "e2e4");
    assert_eq!(game.clocks().map(|clocks| clocks.left(Seat::WHITE)), Some(7 * second));
    assert!(!game.spend(Seat::BLACK, 11 * second));
    game.act(Action::Forfeit(Seat::BLACK, Forfeit::FlagFall)).expect("it goes on");
    game.undo();
    game.undo();
    assert_eq!(game.clocks().cloned(), before);
}

#[test]
fn claims_and_ends_by_the_rules_are_undone_too() {
    let ordinary = Variant::by_name("ordinary").expect("known");
    let bare = Some("11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1");
    let mut game = GameRecord::new(ordinary, Options::default(), bare).expect("well-formed");
    play(&mut game, "k2k9");
    assert_eq!(game.act(Action::Claim(Seat::BLACK)), Err(ActionError::NoClaim));
    game.act(Action::Claim(Seat::WHITE)).expect("it is open");
    assert_eq!(game.outcome().map(|end| end.reason), Some(Reason::BareKing));
    assert_eq!(game.act(Action::Agreement), Err(ActionError::Over));
    game.undo();
    assert!(game.outcome().is_none() && game.game().claim().is_some());
    let mut mated = record("chess");
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        play(&mut mated, text);
    }
    assert_eq!(mated.outcome().map(|end| end.reason), Some(Reason::Checkmate));
    let late = mated.act(Action::Forfeit(Seat::WHITE, Forfeit::FlagFall));
    assert_eq!(late, Err(ActionError::Over));
}
