//! Every way in, as pages use it and as hostile clients do.

use std::path::{Path as FilePath, PathBuf};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::*;
use crate::games::Games;
use crate::gate::Gate;
use crate::search::Pool;
use crate::store::Store;
use crate::watch::Follower;

mod friends;
mod watching;

/// The longest time of an answer on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A server with a folder of its own; its port.
async fn server(folder: &FilePath, follows: Option<PathBuf>) -> u16 {
    let rooms = Rooms {
        games: Games::new(Pool::new(2), Store::open(folder).expect("a store")),
        follower: follows.map(|path| Arc::new(Follower::new(path))),
        engine: "Rotunda".into(),
        gate: Gate::default(),
    };
    let server = Server::bind(0, Arc::new(rooms), &Listening::default()).await;
    let server = server.expect("a free port");
    let port = server.port();
    tokio::spawn(server.run());
    port
}

/// The head and the body of the answer to a request.
async fn fetch(port: u16, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = Vec::new();
    timeout(LONG, stream.read_to_end(&mut answer)).await.expect("in time").expect("an answer");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end..].to_vec())
}

async fn get_own(port: u16, path: &str) -> (String, Vec<u8>) {
    fetch(port, path, &format!("Host: 127.0.0.1:{port}\r\n")).await
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects as a page of some origin.
async fn connect_from(port: u16, origin: Option<&str>) -> Result<Socket, Error> {
    let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request()?;
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
    }
    Ok(connect_async(request).await?.0)
}

async fn connect(port: u16) -> Socket {
    let origin = format!("http://127.0.0.1:{port}");
    let mut socket = connect_from(port, Some(&origin)).await.expect("a page of the server");
    assert_eq!(next(&mut socket, "hello").await["version"], 2);
    socket
}

async fn send(socket: &mut Socket, request: Value) {
    socket.send(Message::text(request.to_string())).await.expect("it is open");
}

/// The next message of a type; others are left out.
async fn next(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = timeout(LONG, socket.next()).await.expect("in time");
        let Message::Text(text) = message.expect("it is open").expect("a message") else {
            continue;
        };
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert!(kind == "error" || value["type"] != "error", "{value}");
        if value["type"] == kind {
            return value;
        }
    }
}

/// Makes a game and opens it; its name.
async fn open(socket: &mut Socket, request: Value) -> String {
    send(socket, request).await;
    let name = next(socket, "created").await["game"].as_str().expect("a name").to_owned();
    send(socket, json!({"type": "open", "game": name})).await;
    assert_eq!(next(socket, "game").await["game"], name.as_str());
    name
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_there_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    let mut sum = 0;
    for (path, kind) in [
        ("/", "text/html"),
        ("/app.js", "text/javascript"),
        ("/app.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
        ("/icon-turn.svg", "image/svg+xml"),
        ("/api/variants", "application/json"),
    ] {
        let headers = format!("Host: localhost:{port}\r\nAccept-Encoding: gzip\r\n");
        let (head, body) = fetch(port, path, &headers).await;
        assert!(head.starts_with("http/1.1 200") && head.contains(kind), "{path}: {head}");
        assert!(head.contains("default-src 'none'") && head.contains("nosniff"), "{head}");
        sum += head.len() + body.len();
    }
    assert!(sum < 100_000, "a page load is small: {sum} bytes without pictures");
    let mut pictures = 0;
    for variant in rotunda_movegen::Variant::all() {
        let (head, body) = get_own(port, &format!("/api/variants/{}", variant.name)).await;
        assert!(head.starts_with("http/1.1 200"), "{head}");
        let message: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(message["name"], variant.name);
        let headers = format!("Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n");
        let (head, body) = fetch(port, &format!("/pictures/{}.svg", variant.name), &headers).await;
        assert!(head.contains("image/svg+xml") && head.contains("gzip"), "{head}");
        pictures += body.len();
    }
    assert!(sum + pictures < 300_000, "all pictures of the gallery: {pictures} bytes");
    for path in
        ["/x", "/api/variants/gess", "/pictures/gess.svg", "/pictures/chess", "/../Cargo.toml"]
    {
        assert!(get_own(port, path).await.0.starts_with("http/1.1 404"), "{path}");
    }
    for path in ["/pictures/..%2f..%2fetc%2fpasswd", "/api/variants/%00", "/index.html"] {
        assert!(get_own(port, path).await.0.starts_with("http/1.1 4"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_hosts_and_origins_are_turned_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    for headers in [
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"),
    ] {
        let (head, _) = fetch(port, "/", &headers).await;
        assert!(head.starts_with("http/1.1 403"), "{headers}: {head}");
    }
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1")] {
        assert!(connect_from(port, origin).await.is_err(), "{origin:?}");
    }
    assert!(get_own(port, "/ws").await.0.starts_with("http/1.1 403"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_against_the_engine_and_survives() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    let mut page = connect(port).await;
    let players = json!([{"by": "human"}, {"by": "engine", "elo": 800, "time": 20}]);
    let clock = json!({"base": 600_000, "increment": 1000});
    let new = json!({"type": "new", "variant": "rollerball", "players": players, "clock": clock});
    let name = open(&mut page, new).await;
    send(&mut page, json!({"type": "play", "node": 0, "text": "c2b3"})).await;
    let first = next(&mut page, "played").await;
    assert_eq!((&first["live"], &first["tree_node"]["text"]), (&json!(1), &json!("c2b3")));
    assert!(first["tree_node"]["clocks"][0].as_u64().expect("a clock") > 590_000);
    let reply = next(&mut page, "played").await;
    assert_eq!((&reply["live"], &reply["position"]["turn"]), (&json!(2), &json!(0)));
    assert!(!reply["position"]["moves"].as_array().expect("moves").is_empty());

    // Another page sees the same game, and takes a move back.
    let mut other = connect(port).await;
    send(&mut other, json!({"type": "open", "game": name})).await;
    assert_eq!(next(&mut other, "game").await["nodes"].as_array().expect("nodes").len(), 3);
    send(&mut other, json!({"type": "live", "node": 0})).await;
    assert_eq!(next(&mut page, "played").await["live"], 0);

    // Another server finds it in the folder.
    drop((page, other));
    let mut later = connect(server(folder.path(), None).await).await;
    send(&mut later, json!({"type": "games"})).await;
    let games = next(&mut later, "games").await;
    assert_eq!(
        (&games["games"][0]["game"], &games["games"][0]["variant"]),
        (&json!(name), &json!("rollerball"))
    );
    send(&mut later, json!({"type": "open", "game": name})).await;
    let game = next(&mut later, "game").await;
    assert_eq!((game["nodes"].as_array().expect("nodes").len(), &game["live"]), (3, &json!(0)));
    send(&mut later, json!({"type": "export"})).await;
    let pgn = next(&mut later, "pgn").await;
    assert!(pgn["pgn"].as_str().expect("text").contains("[Variant \"rollerball\"]"));
    send(&mut later, json!({"type": "import", "variant": "chess", "pgn": pgn["pgn"]})).await;
    assert_eq!(next(&mut later, "created").await["note"], json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_names_what_was_left_out_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut page = connect(server(folder.path(), None).await).await;
    let text =
        "1.e4e5 (1... c5 2. --) ) 3. Nf3 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]\n\n1. Kd2 *";
    send(&mut page, json!({"type": "import", "variant": "chess", "pgn": text})).await;
    let created = next(&mut page, "created").await;
    let note = created["note"].as_str().expect("a note");
    for part in [
        "Read with changes: game 1, line 1: ')' closes nothing and is left out; ",
        "; game 1, line 1, column 3: \"e4e5\" is read as e4 e5; ",
        "; game 1, line 1, column 20: the rest of a variation is left out: ",
        "; and 1 more.",
    ] {
        assert!(note.contains(part), "{part}: {note}");
    }
    send(&mut page, json!({"type": "open", "game": created["game"]})).await;
    let game = next(&mut page, "game").await;
    assert_eq!(game["nodes"].as_array().expect("nodes").len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_each_other_until_they_are_paused() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    let mut page = connect(port).await;
    let engine = json!({"by": "engine", "time": 10});
    let new = json!({"type": "new", "variant": "modern3", "players": [engine, engine, engine]});
    let name = open(&mut page, new).await;
    for ply in 1..=4 {
        assert_eq!(next(&mut page, "played").await["node"], ply);
    }
    send(&mut page, json!({"type": "pause", "on": true})).await;
    assert_eq!(next(&mut page, "game").await["paused"], true);
    drop(page);
    let mut page = connect(port).await;
    send(&mut page, json!({"type": "open", "game": name})).await;
    let game = next(&mut page, "game").await;
    assert!(game["paused"].as_bool().expect("a flag"));
    let plies = game["nodes"].as_array().expect("nodes").len();
    send(&mut page, json!({"type": "resign", "seat": 0})).await;
    let left = next(&mut page, "played").await;
    assert_eq!((&left["node"], &left["position"]["alive"][0]), (&json!(plies), &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_analysed_until_it_is_enough() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    let mut page = connect(port).await;
    open(&mut page, json!({"type": "new", "variant": "chess", "moves": ["e2e4", "e7e5"]})).await;
    send(&mut page, json!({"type": "analyse", "node": 2, "lines": 3})).await;
    let message = next(&mut page, "analysis").await;
    assert_eq!(message["progress"]["node"], 2);
    send(&mut page, json!({"type": "stop"})).await;
    let verdict = next(&mut page, "verdict").await;
    assert_eq!(
        (&verdict["node"], verdict["verdict"]["shares"].as_array().expect("shares").len()),
        (&json!(2), 2)
    );
    send(&mut page, json!({"type": "play", "node": 1, "text": "c7c5"})).await;
    assert_eq!(next(&mut page, "played").await["node"], 3);
    send(&mut page, json!({"type": "line", "node": 2, "moves": ["g1f3", "b8c6"]})).await;
    let game = next(&mut page, "game").await;
    assert_eq!((game["nodes"].as_array().expect("nodes").len(), &game["live"]), (6, &json!(2)));
    for (request, node) in [("prune", 3), ("promote", 2), ("look", 2)] {
        send(&mut page, json!({"type": request, "node": node})).await;
        next(&mut page, if request == "look" { "position" } else { "game" }).await;
    }
    send(&mut page, json!({"type": "comment", "node": 1, "text": "best {by} test"})).await;
    assert_eq!(next(&mut page, "game").await["nodes"][1]["comment"], "best by test");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    let mut page = connect(port).await;
    for request in [
        json!({"type": "play", "node": 0, "text": "e2e4"}),
        json!({"type": "open", "game": "../../etc/passwd"}),
        json!({"type": "open", "game": "aaaaaaaaaaaa"}),
        json!({"type": "delete", "game": "/etc/passwd"}),
        json!({"type": "new", "variant": "gess"}),
        json!({"type": "new", "variant": "chess", "fen": "8/8/8 w"}),
        json!({"type": "new", "variant": "chess", "moves": ["e2e5"]}),
        json!({"type": "new", "variant": "chess", "players": [{"by": "human"}]}),
        json!({"type": "new", "variant": "modern2", "players": [{"by": "human"}, {"by": "engine", "time": 0}]}),
        json!({"type": "import", "variant": "chess", "pgn": "1. e5"}),
        json!({"type": "watch"}),
        json!([1, 2, 3]),
        json!({"type": "look", "node": 1e99}),
    ] {
        send(&mut page, request.clone()).await;
        assert!(next(&mut page, "error").await["message"].is_string(), "{request}");
    }
    open(&mut page, json!({"type": "new", "variant": "chess"})).await;
    for request in [
        json!({"type": "look", "node": 9}),
        json!({"type": "play", "node": 0, "text": "x".repeat(100_000)}),
        json!({"type": "live", "node": 7}),
        json!({"type": "prune", "node": 0}),
        json!({"type": "resign", "seat": 200}),
        json!({"type": "claim"}),
        json!({"type": "analyse", "node": 55, "lines": 1}),
    ] {
        send(&mut page, request.clone()).await;
        assert!(next(&mut page, "error").await["message"].is_string(), "{request}");
    }
}

/// Returns whether the server lets a socket go.
async fn is_closed(socket: &mut Socket) -> bool {
    timeout(LONG, async {
        while let Some(message) = socket.next().await {
            if matches!(message, Err(_) | Ok(Message::Close(_))) {
                return true;
            }
        }
        true
    })
    .await
    .unwrap_or(false)
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_clients_are_let_go_and_others_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = server(folder.path(), None).await;
    let mut huge = connect(port).await;
    let _ = huge.send(Message::text("x".repeat(MAX_MESSAGE + 1))).await;
    assert!(is_closed(&mut huge).await, "a huge frame");
    let mut binary = connect(port).await;
    let _ = binary.send(Message::binary(vec![0; 100])).await;
    assert!(is_closed(&mut binary).await, "bytes that are no text");
    let mut flood = connect(port).await;
    for _ in 0..2000 {
        if flood.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    assert!(is_closed(&mut flood).await, "a flood");
    let mut garbage = TcpStream::connect(("127.0.0.1", port)).await.expect("it listens");
    garbage.write_all(&[0xff; 4096]).await.expect("it reads");
    let mut answer = Vec::new();
    let _ = timeout(LONG, garbage.read_to_end(&mut answer)).await.expect("it is let go");

    let mut idle = Vec::new();
    for _ in 0..500 {
        idle.push(TcpStream::connect(("127.0.0.1", port)).await.expect("it listens"));
    }
    assert!(get_own(port, "/").await.0.starts_with("http/1.1 200"), "among 500 that say nothing");
    let mut page = connect(port).await;
    open(&mut page, json!({"type": "new", "variant": "chess"})).await;
    let origin = format!("http://127.0.0.1:{port}");
    let mut pages = Vec::new();
    let refused = loop {
        match connect_from(port, Some(&origin)).await {
            Ok(socket) => pages.push(socket),
            Err(error) => break error,
        }
    };
    assert_eq!(pages.len() + 1, MAX_PAGES, "{refused}");
    send(&mut page, json!({"type": "look", "node": 0})).await;
    next(&mut page, "position").await;
    // The server closes a silent connection.
    let mut byte = [0];
    let read = timeout(LONG, idle[0].read(&mut byte)).await.expect("it is let go");
    assert!(matches!(read, Ok(0) | Err(_)));
}
