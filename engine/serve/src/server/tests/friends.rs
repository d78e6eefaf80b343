//! Games with others over the network, and attackers who pose as players.

use super::*;
use crate::addresses::MAX_FAILURES;

/// A server that asks for tokens; its port and the owner's token.
async fn guarded(folder: &FilePath) -> (u16, String, tokio::task::JoinHandle<()>) {
    let listening = Listening { tokens: true, ..Listening::default() };
    let rooms = Rooms {
        games: Games::new(Pool::new(2), Store::open(folder).expect("a store")),
        follower: None,
        engine: "Rotunda".into(),
        gate: Gate::of(&listening),
    };
    let owner = rooms.gate.owner().expect("it is guarded").to_string();
    let server = Server::bind(0, Arc::new(rooms), &listening).await.expect("a free port");
    let port = server.port();
    (port, owner, tokio::spawn(server.run()))
}

/// Connects from an address of the network, which a proxy on this machine reports.
async fn connect_by_proxy(port: u16, address: &str) -> Result<Socket, Error> {
    let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request()?;
    let origin = format!("http://127.0.0.1:{port}");
    request.headers_mut().insert("origin", origin.parse().expect("a header"));
    request.headers_mut().insert("x-forwarded-for", address.parse().expect("a header"));
    Ok(connect_async(request).await?.0)
}

/// Connects and shows a token; the answer to it.
async fn join(port: u16, token: &str) -> (Socket, Value) {
    let mut socket = connect(port).await;
    send(&mut socket, json!({"type": "join", "token": token})).await;
    let joined = next(&mut socket, "joined").await;
    (socket, joined)
}

async fn refused(socket: &mut Socket, request: Value) {
    send(socket, request.clone()).await;
    assert!(next(socket, "error").await["message"].is_string(), "{request}");
}

/// A game to which others are invited: its name, the tokens of its seats, and that of watchers.
async fn invited(owner: &mut Socket, new: Value) -> (String, Vec<String>, String) {
    let name = open(owner, new).await;
    send(owner, json!({"type": "invite"})).await;
    let message = next(owner, "invitations").await;
    let text = |value: &Value| value.as_str().expect("a token").to_owned();
    let seats = message["seats"].as_array().expect("tokens").iter().map(text).collect();
    (name, seats, text(&message["watchers"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn six_play_while_two_drop_and_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, joined) = join(port, &owner).await;
    assert_eq!(joined["role"], "owner");
    let clock = json!({"base": 600_000, "increment": 0});
    let new = json!({"type": "new", "variant": "byzantine6", "clock": clock});
    let (name, tokens, watchers) = invited(&mut owner, new).await;
    assert_eq!(tokens.len(), 6);
    drop(owner);
    let mut players = Vec::new();
    for (seat, token) in tokens.iter().enumerate() {
        let (mut player, joined) = join(port, token).await;
        assert_eq!((&joined["game"], &joined["seat"]), (&json!(name), &json!(seat)));
        assert_eq!(next(&mut player, "game").await["game"], name.as_str());
        players.push(player);
    }
    let (mut watcher, joined) = join(port, &watchers).await;
    assert_eq!((&joined["role"], &joined["seat"]), (&json!("watcher"), &Value::Null));
    next(&mut watcher, "game").await;
    let (mut turn, mut node) = (0, 0);
    for ply in 0..14 {
        if ply == 4 || ply == 9 {
            // The player to move and another one are cut off, and come back by their tokens.
            for seat in [turn, (turn + 3) % 6] {
                let (mut again, joined) = join(port, &tokens[seat]).await;
                assert_eq!(joined["seat"], seat);
                assert_eq!(next(&mut again, "game").await["live"], node);
                players[seat] = again;
            }
        }
        let player = &mut players[turn];
        send(player, json!({"type": "look", "node": node})).await;
        let position = next(player, "position").await["position"].clone();
        assert_eq!(position["turn"], turn);
        let text = position["moves"][0]["text"].clone();
        assert!(text.is_string(), "{position}");
        send(player, json!({"type": "play", "node": node, "text": text})).await;
        for (seat, player) in players.iter_mut().enumerate() {
            let heard = next(player, "played").await;
            assert_eq!(heard["tree_node"]["notation"], text, "seat {seat} sees ply {ply}");
            (node, turn) = (
                heard["live"].as_u64().expect("a node") as usize,
                heard["position"]["turn"].as_u64().expect("a seat") as usize,
            );
        }
        assert_eq!(next(&mut watcher, "played").await["tree_node"]["notation"], text);
    }
    // All leave, and the clock of the mover runs on.
    drop((players, watcher));
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (mut again, _) = join(port, &tokens[0]).await;
    let game = next(&mut again, "game").await;
    assert_eq!(game["clocks"]["running"], turn);
    assert!(game["clocks"]["left"][turn].as_u64().expect("a clock") < 599_800, "{game}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_sees_or_moves_anything() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let chess = json!({"type": "new", "variant": "chess"});
    let (name, tokens, _) = invited(&mut owner, chess).await;
    // A client without a token, or with only the name of a game.
    let mut nobody = connect(port).await;
    for request in [
        json!({"type": "games"}),
        json!({"type": "open", "game": name}),
        json!({"type": "new", "variant": "chess"}),
        json!({"type": "play", "node": 0, "text": "e2e4"}),
        json!({"type": "look", "node": 0}),
        json!({"type": "invite"}),
        json!({"type": "watch"}),
        json!({"type": "join", "token": name}),
        json!({"type": "join", "token": "0".repeat(32)}),
        json!({"type": "join", "token": format!("{}{}", &tokens[0][..31], u8::from(tokens[0].ends_with('0')))}),
        json!({"type": "join", "token": tokens[0].to_uppercase() + " "}),
    ] {
        refused(&mut nobody, request).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_not_another_one_and_no_more_than_that() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let chess = json!({"type": "new", "variant": "chess"});
    let (other, others, _) = invited(&mut owner, chess.clone()).await;
    let (name, tokens, watchers) = invited(&mut owner, chess).await;
    let (mut black, _) = join(port, &tokens[1]).await;
    next(&mut black, "game").await;
    for request in [
        json!({"type": "play", "node": 0, "text": "e2e4"}),
        json!({"type": "play", "node": 0, "text": "e2e4", "seat": 0}),
        json!({"type": "resign", "seat": 0}),
        json!({"type": "take", "seat": 0}),
        json!({"type": "hand", "seat": 0}),
        json!({"type": "claim"}),
        json!({"type": "open", "game": other}),
        json!({"type": "live", "node": 0}),
        json!({"type": "line", "node": 0, "moves": ["e2e4"]}),
        json!({"type": "analyse", "node": 0, "lines": 1}),
        json!({"type": "players", "players": [{"by": "human"}, {"by": "human"}]}),
        json!({"type": "comment", "node": 0, "text": "x"}),
        json!({"type": "prune", "node": 0}),
        json!({"type": "invite"}),
        json!({"type": "games"}),
        json!({"type": "delete", "game": name}),
    ] {
        refused(&mut black, request).await;
    }
    // A watcher does not play, and a token of the other game plays that one alone.
    let (mut watcher, _) = join(port, &watchers).await;
    for request in [
        json!({"type": "play", "node": 0, "text": "e2e4"}),
        json!({"type": "resign", "seat": 0}),
        json!({"type": "claim"}),
    ] {
        refused(&mut watcher, request).await;
    }
    let (mut stranger, joined) = join(port, &others[0]).await;
    assert_eq!(joined["game"], other.as_str());
    send(&mut stranger, json!({"type": "play", "node": 0, "text": "d2d4"})).await;
    assert_eq!(next(&mut stranger, "played").await["tree_node"]["text"], "d4");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_played_once_and_the_owner_tries_others_unseen() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let (_, tokens, _) = invited(&mut owner, json!({"type": "new", "variant": "chess"})).await;
    let (mut black, _) = join(port, &tokens[1]).await;
    next(&mut black, "game").await;
    // A move that is played again, or from where the game stood before.
    let (mut white, _) = join(port, &tokens[0]).await;
    next(&mut white, "game").await;
    let e4 = json!({"type": "play", "node": 0, "text": "e2e4"});
    send(&mut white, e4.clone()).await;
    assert_eq!(next(&mut white, "played").await["live"], 1);
    refused(&mut white, e4).await;
    refused(&mut white, json!({"type": "play", "node": 1, "text": "e7e5"})).await;
    refused(&mut white, json!({"type": "play", "node": 0, "text": "d2d4"})).await;

    // Others do not see the owner's variations, and cannot request them.
    send(&mut owner, json!({"type": "line", "node": 0, "moves": ["c2c4"]})).await;
    send(&mut owner, json!({"type": "comment", "node": 1, "text": "secret"})).await;
    for _ in 0..2 {
        let message = next(&mut black, "game").await;
        assert_eq!(message["live"], 1, "nothing of the other game");
        assert_eq!(message["nodes"][0]["children"], json!([1]));
        assert_eq!(
            (&message["nodes"][2]["notation"], &message["nodes"][1]["comment"]),
            (&json!(""), &json!(""))
        );
    }
    for request in [
        json!({"type": "look", "node": 2}),
        json!({"type": "reach", "node": 2, "cell": 0}),
        json!({"type": "why", "node": 2, "text": "e7e4"}),
    ] {
        refused(&mut black, request).await;
    }
    send(&mut black, json!({"type": "why", "node": 0, "text": "e2e5"})).await;
    assert!(next(&mut black, "why").await["why"].is_string());
    send(&mut black, json!({"type": "reach", "node": 0, "cell": 1})).await;
    assert_ne!(next(&mut black, "reach").await["steps"], json!([]), "a knight goes somewhere");
    send(&mut black, json!({"type": "export"})).await;
    let pgn = next(&mut black, "pgn").await["pgn"].as_str().expect("text").to_owned();
    assert!(pgn.contains("e4") && !pgn.contains("c4") && !pgn.contains("secret"), "{pgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_keeps_games_and_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner_before, task) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner_before).await;
    let new = json!({"type": "new", "variant": "modern3"});
    let (name, tokens, watchers) = invited(&mut owner, new).await;
    let (mut first, _) = join(port, &tokens[0]).await;
    next(&mut first, "game").await;
    send(&mut first, json!({"type": "look", "node": 0})).await;
    let text = next(&mut first, "position").await["position"]["moves"][0]["text"].clone();
    send(&mut first, json!({"type": "play", "node": 0, "text": text})).await;
    next(&mut first, "played").await;
    let kept = std::fs::read_to_string(folder.path().join(format!("{name}.pgn"))).expect("a file");
    for token in tokens.iter().chain([&watchers, &owner_before]) {
        assert!(!kept.contains(token.as_str()), "no token is in a PGN");
    }
    task.abort();
    drop((owner, first));

    let (port, owner_after, _) = guarded(folder.path()).await;
    let (first, second) = tokio::join!(join(port, &tokens[0]), join(port, &tokens[1]));
    let ((mut first, _), (mut second, _)) = (first, second);
    for player in [&mut first, &mut second] {
        let game = next(player, "game").await;
        assert_eq!((&game["live"], &game["nodes"][1]["notation"]), (&json!(1), &text));
    }
    send(&mut second, json!({"type": "look", "node": 1})).await;
    let reply = next(&mut second, "position").await["position"]["moves"][0]["text"].clone();
    send(&mut second, json!({"type": "play", "node": 1, "text": reply})).await;
    assert_eq!(
        next(&mut first, "played").await["tree_node"]["notation"],
        reply,
        "both sit at one table"
    );
    let mut nobody = connect(port).await;
    refused(&mut nobody, json!({"type": "join", "token": owner_before})).await;
    let (mut owner, _) = join(port, &owner_after).await;
    send(&mut owner, json!({"type": "games"})).await;
    assert_eq!(next(&mut owner, "games").await["games"][0]["game"], name.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_left_to_the_engine_taken_over_and_resigned() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let new = json!({"type": "new", "variant": "rollerball"});
    let (_, tokens, _) = invited(&mut owner, new).await;
    let (mut white, _) = join(port, &tokens[0]).await;
    next(&mut white, "game").await;
    send(&mut white, json!({"type": "hand", "seat": 0})).await;
    assert_eq!(next(&mut white, "game").await["players"][0]["by"], "engine");
    assert_eq!(next(&mut white, "played").await["tree_node"]["seat"], 0, "the engine has played");
    send(&mut white, json!({"type": "take", "seat": 0})).await;
    assert_eq!(next(&mut white, "game").await["players"][0]["by"], "human");
    let (black, _) = join(port, &tokens[1]).await;
    loop {
        let message = next(&mut white, "presence").await;
        if message["seats"][1]["here"] == true {
            break;
        }
    }
    drop(black);
    loop {
        let message = next(&mut white, "presence").await;
        if message["seats"][1]["here"] == false {
            break;
        }
    }
    refused(&mut white, json!({"type": "hand", "seat": 1})).await;
    send(&mut white, json!({"type": "resign", "seat": 0})).await;
    let end = next(&mut white, "game").await;
    assert!(
        end["nodes"].as_array().expect("nodes").last().expect("one")["text"]
            .as_str()
            .expect("words")
            .contains("resigns")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_needs_all_and_lapses_with_a_move_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let (name, tokens, watchers) =
        invited(&mut owner, json!({"type": "new", "variant": "chess"})).await;
    let (mut white, _) = join(port, &tokens[0]).await;
    let (mut black, _) = join(port, &tokens[1]).await;
    let (mut watcher, _) = join(port, &watchers).await;
    let draw = |seat: u8, agrees: bool| json!({"type": "draw", "seat": seat, "agrees": agrees});
    refused(&mut white, draw(1, true)).await;
    refused(&mut watcher, draw(0, true)).await;
    send(&mut black, draw(1, true)).await;
    assert_eq!(next(&mut white, "offers").await["seats"], json!([false, true]));
    // A player who comes back hears of the offer; a move of the other one ends it.
    let (mut again, _) = join(port, &tokens[0]).await;
    assert_eq!(next(&mut again, "offers").await["seats"], json!([false, true]));
    send(&mut white, json!({"type": "play", "node": 0, "text": "e2e4"})).await;
    assert_eq!(next(&mut black, "offers").await["seats"], json!([false, true]));
    assert_eq!(next(&mut black, "offers").await["seats"], json!([]));
    send(&mut white, draw(0, true)).await;
    assert_eq!(next(&mut black, "offers").await["seats"], json!([true, false]));
    send(&mut black, draw(1, false)).await;
    assert_eq!(next(&mut black, "offers").await["seats"], json!([]));
    send(&mut white, draw(0, true)).await;
    send(&mut black, draw(1, true)).await;
    let end = loop {
        let message = next(&mut black, "game").await;
        if message["nodes"].as_array().expect("nodes").len() == 3 {
            break message;
        }
    };
    assert_eq!(end["nodes"][2]["text"], "a draw is agreed");
    refused(&mut white, draw(0, true)).await;
    let kept = std::fs::read_to_string(folder.path().join(format!("{name}.pgn"))).expect("a file");
    assert!(kept.contains("[%agree]") && kept.contains("1/2-1/2"), "{kept}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_broken_off_only_while_not_everybody_has_moved() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let (name, tokens, watchers) =
        invited(&mut owner, json!({"type": "new", "variant": "chess"})).await;
    let (mut white, _) = join(port, &tokens[0]).await;
    let (mut watcher, _) = join(port, &watchers).await;
    refused(&mut watcher, json!({"type": "abort"})).await;
    send(&mut white, json!({"type": "play", "node": 0, "text": "e2e4"})).await;
    next(&mut white, "played").await;
    send(&mut white, json!({"type": "abort"})).await;
    next(&mut watcher, "aborted").await;
    next(&mut white, "aborted").await;
    refused(&mut white, json!({"type": "resign", "seat": 0})).await;
    assert!(!folder.path().join(format!("{name}.pgn")).exists(), "it is not kept");
    let mut late = connect(port).await;
    refused(&mut late, json!({"type": "join", "token": tokens[1]})).await;

    let (_, tokens, _) =
        invited(&mut owner, json!({"type": "new", "variant": "chess", "moves": ["e2e4", "e7e5"]}))
            .await;
    let (mut white, _) = join(port, &tokens[0]).await;
    refused(&mut white, json!({"type": "abort"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_known_phrases_are_sent_and_not_too_fast() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let (_, tokens, watchers) =
        invited(&mut owner, json!({"type": "new", "variant": "chess"})).await;
    let (mut white, _) = join(port, &tokens[0]).await;
    let (mut watcher, _) = join(port, &watchers).await;
    let say = |phrase: u8| json!({"type": "say", "phrase": phrase});
    refused(&mut watcher, say(0)).await;
    refused(&mut white, say(200)).await;
    send(&mut white, say(2)).await;
    let phrase = next(&mut watcher, "phrase").await;
    assert_eq!((&phrase["seat"], &phrase["phrase"]), (&json!(0), &json!(2)));
    refused(&mut white, say(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_games_are_no_help_in_a_game_with_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let (mut owner, _) = join(port, &owner).await;
    let explore = json!({"type": "explore", "node": 0});
    open(&mut owner, json!({"type": "new", "variant": "chess"})).await;
    send(&mut owner, explore.clone()).await;
    assert_eq!(next(&mut owner, "explored").await["games"], 0, "nothing is kept yet");
    send(&mut owner, json!({"type": "play", "node": 0, "text": "e4"})).await;
    next(&mut owner, "played").await;
    send(&mut owner, json!({"type": "resign", "seat": 1})).await;
    next(&mut owner, "played").await;

    let (_, seats, _) = invited(&mut owner, json!({"type": "new", "variant": "chess"})).await;
    refused(&mut owner, explore.clone()).await;
    let (mut black, _) = join(port, &seats[1]).await;
    refused(&mut black, explore.clone()).await;
    send(&mut owner, json!({"type": "resign", "seat": 0})).await;
    next(&mut owner, "played").await;
    send(&mut owner, explore.clone()).await;
    let explored = next(&mut owner, "explored").await;
    assert_eq!((&explored["games"], &explored["unread"]), (&json!(1), &json!(0)), "{explored}");
    let e4 = json!({"text": "e4", "notation": "e2e4", "kind": 0, "games": 1, "points": 1000});
    assert_eq!(explored["moves"], json!([e4]));
    refused(&mut black, explore).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_are_bounded_by_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, owner, _) = guarded(folder.path()).await;
    let mut guesser = connect_by_proxy(port, "192.0.2.1").await.expect("a place");
    next(&mut guesser, "hello").await;
    for number in 0..MAX_FAILURES {
        refused(&mut guesser, json!({"type": "join", "token": format!("{number:032x}")})).await;
    }
    // Now the right one does not help either; others are not concerned.
    refused(&mut guesser, json!({"type": "join", "token": owner})).await;
    let mut other = connect_by_proxy(port, "192.0.2.2").await.expect("a place");
    next(&mut other, "hello").await;
    send(&mut other, json!({"type": "join", "token": owner})).await;
    assert_eq!(next(&mut other, "joined").await["role"], "owner");
    let mut pages = Vec::new();
    while let Ok(page) = connect_by_proxy(port, "192.0.2.3").await {
        pages.push(page);
        assert!(pages.len() < MAX_PAGES, "there is an end for one address");
    }
    assert_eq!(pages.len(), crate::addresses::MAX_PAGES);
    connect_by_proxy(port, "192.0.2.4").await.expect("there is room for others");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_shows_the_page_under_a_path_and_a_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let listening = Listening {
        hosts: vec!["chess.example.org".parse().expect("a name")],
        base_path: "/chess".parse().expect("a path"),
        ..Listening::default()
    };
    let rooms = Rooms {
        games: Games::new(Pool::new(2), Store::open(folder.path()).expect("a store")),
        follower: None,
        engine: "Rotunda".into(),
        gate: Gate::of(&listening),
    };
    let server = Server::bind(0, Arc::new(rooms), &listening).await.expect("a free port");
    let port = server.port();
    tokio::spawn(server.run());
    for (path, answer) in [
        ("/chess/", "200"),
        ("/chess/app.js", "200"),
        ("/chess/api/variants", "200"),
        ("/chess", "308"),
        ("/app.js", "200"),
        ("/chess/x", "404"),
        ("/chessapp.js", "404"),
    ] {
        let (head, _) = fetch(port, path, "Host: chess.example.org\r\n").await;
        assert!(head.starts_with(&format!("http/1.1 {answer}")), "{path}: {head}");
    }
    let connect = async |path: &str, origin: &str| {
        let address = format!("ws://127.0.0.1:{port}{path}");
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        connect_async(request).await
    };
    assert!(connect("/chess/ws", "https://chess.example.org").await.is_ok());
    assert!(connect("/chess/ws", "https://chess.example.com").await.is_err());
}
