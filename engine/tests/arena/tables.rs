//! Matches of games with more than two seats: a faulty engine leaves the table, and the game goes
//! on.

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::faults::row;
use crate::scene::{Scene, rotunda};
use crate::trial;

/// The words for a game of four whose first two seats belong to the first engine. The game is so
/// short that nothing is captured.
const FOUR: &str = "--variant modern4 --repeat off --games 1 --maxmoves 4 --openings start \
                    --each tc=0.5 timemargin=300";

pub fn trials() -> Vec<Trial> {
    let modes = [
        ("crash", "crash", 4),
        ("hang", "hang", 4),
        ("cheat", "illegal move", 4),
        ("none", "nonsense", 4),
        ("slow", "time forfeit", 4),
    ];
    let fault = |(mode, kind, after)| {
        trial(format!("tables::{mode}"), move || leaves_the_table(mode, kind, after))
    };
    let mut trials: Vec<Trial> = modes.into_iter().map(fault).collect();
    trials.extend([
        trial("tables::all_seatings_of_three_seats", three),
        trial("tables::team_mates_play_on", team),
        trial("tables::who_resigns_leaves_the_table", resigned),
        trial("tables::who_has_left_has_no_say_in_a_draw", called),
        trial("tables::pgn_tells_who_sat_where_and_who_left", pgn),
        trial("tables::equal_engines_share_every_block", equals),
        trial("tables::every_table_is_played", every_table),
    ]);
    trials
}

/// Returns the engines of a match, the first one with a fault.
fn engines(scene: &Scene, mode: &str) -> [Vec<String>; 2] {
    [scene.faulty(mode, "bad"), scene.faulty("honest", "good")]
}

fn leaves_the_table(mode: &str, kind: &str, after: u64) {
    let scene = Scene::new();
    let (games, report) = scene.play(&engines(&scene, mode), FOUR);
    let game = &games[0];
    assert_eq!(game["seating"], json!([0, 0, 1, 1]));
    let gone = game["eliminations"].as_array().expect("players who left");
    let seats: Vec<&Value> = gone.iter().map(|gone| &gone["seat"]).collect();
    assert_eq!(seats, [0, 1], "{game}");
    assert!(gone.iter().all(|gone| gone["after"] == after), "{game}");
    assert_eq!((&game["points"], &game["end"]), (&json!([0, 0, 50, 50]), &json!("max-moves")));
    // The other engines make all their moves.
    let moves = game["moves"].as_array().map(Vec::len);
    assert_eq!(moves, Some(10));
    let table = &report["tables"][0];
    assert_eq!(table["eliminations"], json!({ kind: 2 }), "{report}");
    assert_eq!(table["faults"]["bad"][kind], 2);
    assert_eq!(table["endings"], json!({ "move limit": 1 }));
    assert_eq!(
        (&row(&report, "good")["points"], &row(&report, "bad")["points"]),
        (&json!(1.0), &json!(0.0))
    );
    scene.assert_no_engines();
}

fn three() {
    let scene = Scene::new();
    let words = "--variant modern3 --games 6 --maxmoves 4 --openings start --each nodes=1";
    let (games, report) = scene.play(&engines(&scene, "crash"), words);
    // The last seat in the game wins. Two seats that are left share the point.
    for game in &games {
        let bad = |seat: usize| game["seating"][seat] == 0;
        let left = (0..3).filter(|seat| !bad(*seat)).count() as u64;
        let points = |seat| if bad(seat) { 0 } else { 100 / left };
        assert_eq!(game["points"], json!([points(0), points(1), points(2)]), "{game}");
    }
    let table = &report["tables"][0];
    assert_eq!(table["endings"], json!({ "crash": 3, "move limit": 3 }), "{report}");
    assert_eq!(
        (&table["eliminations"]["crash"], &table["faults"]["bad"]["crash"]),
        (&json!(6), &json!(9))
    );
    assert_eq!(
        (&row(&report, "good")["wins"], &row(&report, "bad")["losses"]),
        (&json!(6), &json!(6))
    );
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(9), "each of them is reported");
    scene.assert_no_engines();
}

fn team() {
    let scene = Scene::new();
    let words = "--variant modern4-2v2 --games 2 --maxmoves 4 --openings start --each nodes=1 \
                 --pgnout games.pgn";
    let (games, report) = scene.play(&engines(&scene, "crash"), words);
    assert_eq!(games[0]["seating"], json!([0, 1, 0, 1]));
    assert_eq!(games[0]["points"], json!([0, 100, 0, 100]), "every member has its team's points");
    assert_eq!(games[0]["end"]["fault"]["seat"], 2, "the mate played on");
    assert_eq!(games[0]["eliminations"][0]["seat"], 0);
    assert_eq!(row(&report, "good")["points"], 2.0, "a game is one point: {report}");
    let pgn = std::fs::read_to_string(scene.file("games.pgn")).expect("written");
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.contains("[Points \"0-100-0-100\"]"), "{pgn}");
}

fn resigned() {
    let scene = Scene::new();
    let words = format!("{FOUR} --resign movecount=2 score=500");
    let (games, report) = scene.play(&engines(&scene, "gloomy"), &words);
    assert_eq!(games[0]["eliminations"][0]["cause"], "resigned", "{}", games[0]);
    assert_eq!(games[0]["points"], json!([0, 0, 50, 50]));
    let table = &report["tables"][0];
    assert_eq!(table["eliminations"], json!({ "resigned": 2 }), "{report}");
    assert_eq!(table["faults"], json!({}), "it is no fault");
    scene.assert_no_engines();
}

fn called() {
    let scene = Scene::new();
    let words = FOUR.replace("--maxmoves 4", "--maxmoves 9") + " --draw movecount=3 score=5";
    let (games, report) = scene.play(&engines(&scene, "crash"), &words);
    assert_eq!(games[0]["end"], "adjudicated", "{report}");
    assert_eq!(games[0]["points"], json!([0, 0, 50, 50]));
}

fn pgn() {
    let scene = Scene::new();
    scene.play(&engines(&scene, "crash"), &format!("{FOUR} --pgnout games.pgn"));
    let pgn = std::fs::read_to_string(scene.file("games.pgn")).expect("written");
    for tag in [
        "[Result \"*\"]",
        "[Seat1 \"bad\"]\n[Seat2 \"bad\"]\n[Seat3 \"good\"]\n[Seat4 \"good\"]\n",
        "[Points \"0-0-50-50\"]",
        "[Variant \"modern4\"]",
        "[Termination \"adjudication\"]",
    ] {
        assert!(pgn.contains(tag), "{tag} in {pgn}");
    }
    let line = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, rest) = line.split_once("{seat 1 eliminated: crash; ").expect("a comment");
    let (fen, rest) = rest.split_once('}').expect("its end");
    assert!(fen.ends_with(" b bcd - m 0 2"), "{fen}");
    assert!(rest.starts_with(" {seat 2 eliminated: crash; "), "{rest}");
    assert!(rest.ends_with(" {move limit} *"), "{rest}");
}

fn equals() {
    let scene = Scene::new();
    let engines = ["A", "B"].map(|name| rotunda(name, "nodes=150 option.Hash=1"));
    let words = "--variant modern3,byzantine4 --rounds 1 --maxmoves 20";
    let (games, report) = scene.play(&engines, words);
    assert_eq!(games.len(), 12);
    for (table, _) in report["tables"].as_array().expect("tables").iter().zip(0..3) {
        let scores: Vec<_> =
            table["rows"].as_array().expect("rows").iter().map(|row| &row["score"]).collect();
        assert_eq!(scores, [&json!(0.5), &json!(0.5)], "{table}");
    }
}

fn every_table() {
    let scene = Scene::new();
    let tables = rotunda_movegen::Variant::all().iter().filter(|entry| entry.seats > 2);
    let names: Vec<_> = tables.map(|entry| entry.name).collect();
    let words = format!(
        "--each st=0.01 timemargin=2000 --maxmoves 6 --games 1 --repeat off --strict --variant {}",
        names.join(",")
    );
    let output = scene.run(&[rotunda("A", ""), rotunda("B", ""), rotunda("C", "")], &words);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    assert!(text.contains(&format!("{} games", names.len())), "{text}");
}
