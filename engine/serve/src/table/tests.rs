//! Tables that no page shows, clocks that run out, and two servers.

use std::time::Duration;

use rotunda_movegen::{Options, Variant};

use super::*;
use crate::games::Games;
use crate::record::ClockRule;
use crate::tree::Tree;

/// A game from the start.
fn rollerball() -> Tree {
    let variant = Variant::by_name("rollerball").expect("known");
    Tree::new(variant, Options::default(), None).expect("the start")
}

/// A table where engines play, on a clock perhaps.
fn table(store: Store, clock: Option<ClockRule>, players: Vec<Player>) -> Arc<Table> {
    let record = Record::new(rollerball()).with(players, clock).expect("sensible");
    Arc::new(Table::new("game".into(), record, false, Pool::new(2), Arc::new(store)))
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_looks_and_the_game_rests() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let engine = Player::Engine { elo: None, time: 10 };
    let table = table(store, None, vec![engine.clone(), engine]);
    let mut watcher = table.watch();
    while !watcher.events.recv().await.expect("it is played").contains("\"played\"") {}
    drop(watcher);
    assert!(table.is_deserted());
    let before = table.game_message();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(table.game_message(), before);
    let mut watcher = table.watch();
    while !watcher.events.recv().await.expect("it goes on").contains("\"played\"") {}
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_time_left_has_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let clock = Some(ClockRule { base: 30, increment: 0 });
    let table = table(store, clock, vec![Player::PERSON, Player::PERSON]);
    let mut watcher = table.watch();
    table.play(0, "c2b3").expect("legal, and the first move has all the time");
    loop {
        let event = watcher.events.recv().await.expect("the time is over");
        if event.contains("Black has no time left: White wins.") {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_is_no_seat_is_refused_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let table = table(store, None, vec![Player::PERSON, Player::PERSON]);
    for refused in [table.hand(None, 2), table.hand(Some(0), 9), table.take(2)] {
        assert_eq!(refused.expect_err("two play").0, "there is no such seat");
    }
}

/// A server's games in a folder.
fn games(folder: &tempfile::TempDir) -> Games {
    Games::new(Pool::new(2), Store::open(folder.path()).expect("a store"))
}

/// Seats a new game; its name.
fn seat(games: &Games) -> String {
    games.seat(Record::new(rollerball())).expect("there is room")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_another_server_has_deleted_does_not_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (games(&folder), games(&folder));
    let name = seat(&one);
    let mut here = one.open(&name).expect("it is there").watch();
    here.table().play(0, "c2b3").expect("legal");
    assert!(here.events.recv().await.expect("it is played").contains("\"played\""));
    assert!(one.delete(&name).is_err(), "somebody looks at it");
    other.delete(&name).expect("it is kept");
    // A page that shows it plays on, and gets one message that it is not saved.
    let mut message = String::new();
    for (node, text) in ["e6f5", "b3b4"].into_iter().enumerate() {
        here.table().play(node + 1, text).expect("legal");
    }
    while let Ok(event) = here.events.try_recv() {
        message += &event;
    }
    assert_eq!(message.matches("\"played\"").count(), 2, "{message}");
    assert_eq!(
        message.matches("the game is not kept: it has been deleted").count(),
        1,
        "{message}"
    );
    assert!(other.list().is_empty() && games(&folder).open(&name).is_err());
    drop(here);
    assert!(one.open(&name).is_err(), "nobody looks at it any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_with_one_folder_lose_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (games(&folder), games(&folder));
    let name = seat(&one);
    let here = one.open(&name).expect("it is there").watch();
    here.table().play(0, "c2b3").expect("legal");
    let there = other.open(&name).expect("it is kept").watch();
    there.table().play(1, "e6f5").expect("legal");
    // Both play on without knowing of each other.
    here.table().play(0, "e2f2").expect("legal");
    there.table().play(2, "e2f2").expect("legal");
    here.table().comment(1, "a comment").expect("it is there");
    let third = games(&folder).open(&name).expect("it is kept");
    let pgn = third.pgn();
    for word in ["c2b3", "e6f5", "e2f2", "a comment"] {
        assert!(pgn.contains(word), "{word}: {pgn}");
    }
    assert_eq!(pgn.matches("e2f2").count(), 2, "{pgn}");
    // Where no page shows the game, its current node is that of the other server.
    drop((here, third));
    there.table().play(3, "f5e4").expect_err("not legal");
    let live = there.table().game_message();
    assert!(live.contains("\"live\":3"), "{live}");
    there.table().comment(3, "here").expect("it is there");
    let message = one.open(&name).expect("it is open").game_message();
    let message: serde_json::Value = serde_json::from_str(&message).expect("JSON");
    let node = message["live"].as_u64().expect("a number") as usize;
    assert_eq!(message["nodes"][node]["comment"], "here", "{message}");
}

/// A table of `ordinary` with a rook that can take the last piece beside Black's king, which could
/// take the rook in turn.
fn about_to_bare(folder: &tempfile::TempDir, piece: char, players: Vec<Player>) -> Arc<Table> {
    let variant = Variant::by_name("ordinary").expect("known");
    let fen = format!("11k/10{piece}1/12/12/12/12/12/12/10R1/K11 w - - 0 1");
    let tree = Tree::new(variant, Options::default(), Some(fen)).expect("well-formed");
    let record = Record::new(tree).with(players, None).expect("sensible");
    let store = Store::open(folder.path()).expect("a store");
    Arc::new(Table::new("game".into(), record, false, Pool::new(2), Arc::new(store)))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_bares_the_king_may_claim_while_the_engine_thinks() {
    let folder = tempfile::tempdir().expect("a folder");
    let slow = Player::Engine { elo: None, time: 60_000 };
    let table = about_to_bare(&folder, 'n', vec![Player::PERSON, slow.clone()]);
    let _watcher = table.watch();
    table.claim().expect_err("the knight is there");
    table.play(0, "k2k9").expect("legal");
    assert!(table.game_message().contains("\"live\":1"));
    table.claim().expect("it is the person's");
    let message = table.game_message();
    assert!(message.contains("White claims") && message.contains("\"live\":2"), "{message}");
    // A person cannot make a claim of an engine.
    let table = about_to_bare(&folder, 'n', vec![slow, Player::PERSON]);
    table.pause(true);
    table.play(0, "k2k9").expect("a paused engine is moved");
    table.pause(false);
    assert!(table.claim().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_claims_with_the_move_that_bares_the_king() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = Player::Engine { elo: None, time: 100 };
    let table = about_to_bare(&folder, 'q', vec![engine, Player::PERSON]);
    let mut watcher = table.watch();
    loop {
        let event = watcher.events.recv().await.expect("the engine plays");
        if event.contains("A bare king, and a claim") && event.contains("\"ending\"") {
            break;
        }
    }
    let message = table.game_message();
    assert!(message.contains("k2k9") && message.contains("White claims"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_is_hurried_plays_what_it_has_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let slow = Player::Engine { elo: None, time: 600_000 };
    let table = table(store, None, vec![slow, Player::PERSON]);
    let mut watcher = table.watch();
    loop {
        let event = watcher.events.recv().await.expect("it thinks");
        if event.contains("\"played\"") {
            break;
        }
        table.hurry();
    }
    assert!(table.game_message().contains("\"live\":1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_elsewhere_is_a_variation_though_people_play_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let table = table(store, None, vec![Player::PERSON, Player::PERSON]);
    table.play(0, "c2b3").expect("legal");
    table.play(0, "e2f2").expect("legal");
    assert!(table.game_message().contains("\"live\":1"));
    table.live(2).expect("it is there");
    assert!(table.game_message().contains("\"live\":2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn time_on_the_way_is_given_back_within_bounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let clock = Some(ClockRule { base: 60_000, increment: 0 });
    let table = table(store, clock, vec![Player::PERSON, Player::PERSON]);
    table.share().expect("it is played here");
    let _watcher = table.watch();
    table.play_as(0, 0, "c2b3", Duration::ZERO).expect("legal");
    let began = std::time::Instant::now();
    std::thread::sleep(Duration::from_millis(700));
    table.play_as(1, 1, "e6f5", Duration::from_secs(60)).expect("legal");
    let gone = began.elapsed().as_millis() as u64;
    let left = |table: &Arc<Table>| table.state().record.clocks().expect("they run");
    let black = left(&table)[1];
    let least = 60_000 + 400 - gone.max(700);
    assert!((least..=59_800).contains(&black), "half a second at most comes back: {black}");
    // Nobody gets back more than the move has taken.
    table.play_as(0, 2, "e2f2", Duration::from_secs(60)).expect("legal");
    assert!(left(&table)[0] <= 60_000, "{:?}", left(&table));
}
