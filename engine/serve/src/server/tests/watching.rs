//! Matches that are followed: finished games, games that go on, and a match that was killed.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_a_match_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("match.jsonl");
    let port = server(folder.path(), Some(record.clone())).await;
    let mut page = connect(port).await;
    send(&mut page, json!({"type": "watch"})).await;
    assert_eq!(next(&mut page, "watch").await["total"], 0);
    std::fs::write(&record, include_str!("../match.jsonl")).expect("it is written");
    send(&mut page, json!({"type": "watch"})).await;
    let message = next(&mut page, "watch").await;
    assert_eq!((&message["total"], &message["title"]), (&json!(2), &json!("one – two")));
    for row in message["games"].as_array().expect("games") {
        send(&mut page, json!({"type": "watch-game", "number": row["number"]})).await;
        let game = next(&mut page, "created").await;
        send(&mut page, json!({"type": "open", "game": game["game"]})).await;
        let game = next(&mut page, "game").await;
        let plies = row["plies"].as_u64().expect("a number") as usize;
        assert!(game["nodes"].as_array().expect("nodes").len() > plies);
    }
}

/// A line of the file of a live game.
fn live_line(line: &Value) -> String {
    format!("{line}\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_a_running_match_is_followed_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("match.jsonl");
    let text = include_str!("../match.jsonl");
    let (header, games) = text.split_once('\n').expect("a header");
    std::fs::write(&record, format!("{header}\n")).expect("it is written");
    let live = rotunda_arena::live_folder(&record);
    std::fs::create_dir(&live).expect("it is made");
    let lock = std::fs::File::create(live.join("lock")).expect("it is made");
    lock.lock().expect("nobody else has it");
    let finished: Value =
        serde_json::from_str(games.lines().next().expect("a game")).expect("JSON");
    let (moves, path) = (finished["moves"].as_array().expect("moves"), live.join("0-0-1.jsonl"));
    let mut written = live_line(&json!({"start": {"block": 0, "game": 0, "variant": "rollerball",
        "seating": [0, 1], "opening": finished["opening"], "clocks": [9000, 9000]}}));
    let mut first = moves[0].clone();
    first["clocks"] = json!([8000, 9000]);
    first["shares"] = json!([600, 400]);
    written += &live_line(&json!({"move": first}));
    std::fs::write(&path, format!("{written}{{\"move\":{{\"m\":")).expect("it is written");
    let file = std::fs::File::options().write(true).open(&path).expect("it is there");
    let before = std::time::SystemTime::now() - Duration::from_secs(1);
    file.set_modified(before).expect("it can be set");

    let port = server(folder.path(), Some(record.clone())).await;
    let mut page = connect(port).await;
    send(&mut page, json!({"type": "watch"})).await;
    let message = next(&mut page, "watch").await;
    assert_eq!((&message["total"], &message["runs"]), (&json!(0), &json!(true)));
    let row = &message["live"][0];
    assert_eq!((&row["plies"], &row["clocks"]), (&json!(9), &json!([8000, 9000])), "{row}");

    send(&mut page, json!({"type": "watch-live", "name": row["name"]})).await;
    let name = next(&mut page, "created").await["game"].clone();
    send(&mut page, json!({"type": "open", "game": name})).await;
    let game = next(&mut page, "game").await;
    assert_eq!((&game["live"], &game["clocks"]["running"]), (&json!(9), &json!(1)), "{game}");
    assert!(game["clocks"]["left"][1].as_u64() < Some(8500), "{game}");
    assert_eq!(game["elsewhere"], true);
    assert_eq!(game["nodes"][8]["verdict"]["shares"], json!([600, 400]), "{game}");
    for request in ["live", "prune"] {
        send(&mut page, json!({"type": request, "node": 3})).await;
        next(&mut page, "error").await;
    }
    // A watcher's guess becomes the game's move only if it is played.
    send(&mut page, json!({"type": "play", "node": 9, "text": "e6f5"})).await;
    let guess = next(&mut page, "played").await;
    assert_eq!((&guess["node"], &guess["live"]), (&json!(10), &json!(9)));

    written += &live_line(&json!({"move": moves[1]}));
    std::fs::write(&path, &written).expect("it is written");
    let game = next(&mut page, "game").await;
    assert_eq!((&game["live"], &game["nodes"][9]["children"]), (&json!(11), &json!([11, 10])));
    written += &live_line(&json!({"move": moves[2]}));
    std::fs::write(&path, &written).expect("it is written");
    assert_eq!(next(&mut page, "played").await["live"], 12);

    // A second page joins the same table.
    let mut other = connect(port).await;
    send(&mut other, json!({"type": "watch-live", "name": row["name"]})).await;
    assert_eq!(next(&mut other, "created").await["game"], name);

    std::fs::write(&record, text).expect("it is written");
    std::fs::remove_file(&path).expect("it is there");
    let game = next(&mut page, "game").await;
    assert_eq!((&game["live"], &game["clocks"]), (&json!(8 + moves.len() + 1), &Value::Null));
    let end = game["live"].as_u64().expect("a number") as usize;
    assert_eq!(game["nodes"][end]["comment"], "The match ended the game: move limit, 50-50.");
    send(&mut page, json!({"type": "watch-live", "name": "../match"})).await;
    next(&mut page, "error").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_match_differs_from_a_running_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("match.jsonl");
    let header = include_str!("../match.jsonl").lines().next().expect("a header");
    std::fs::write(&record, format!("{header}\n")).expect("it is written");
    let live = rotunda_arena::live_folder(&record);
    std::fs::create_dir(&live).expect("it is made");
    std::fs::write(live.join("lock"), "").expect("it is written");
    let start = json!({"start": {"block": 0, "game": 0, "variant": "rollerball", "seating": [0, 1],
        "opening": {"moves": []}, "clocks": []}});
    std::fs::write(live.join("0-0-1.jsonl"), live_line(&start)).expect("it is written");
    let port = server(folder.path(), Some(record)).await;
    let mut page = connect(port).await;
    send(&mut page, json!({"type": "watch"})).await;
    let message = next(&mut page, "watch").await;
    assert_eq!((&message["runs"], &message["live"][0]["plies"]), (&json!(false), &json!(0)));
    send(&mut page, json!({"type": "watch-live", "name": "0-0-1"})).await;
    let name = next(&mut page, "created").await["game"].clone();
    send(&mut page, json!({"type": "open", "game": name})).await;
    let game = next(&mut page, "game").await;
    assert_eq!(game["nodes"][0]["comment"], "The match has stopped here.");
}
