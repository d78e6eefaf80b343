//! Faulty engines lose their games, and the match goes on.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::scene::Scene;
use crate::trial;

/// The limits under which every fault shows soon.
const LIMITS: &str = "--each tc=0.5 timemargin=300 --maxmoves 4 --openings start";

pub fn trials() -> Vec<Trial> {
    let modes = [
        ("crash", "crash", "exit status 3"),
        ("abort", "crash", "SIGABRT"),
        ("hang", "hang", "no bestmove within"),
        ("litter", "hang", "no bestmove within"),
        ("cheat", "illegal move", r#""a1a1" in "#),
        ("nonsense", "nonsense", "what?"),
        ("empty", "nonsense", "bestmove"),
        ("none", "nonsense", "(none)"),
        ("slow", "time forfeit", "by "),
        ("flood", "flood of output", "no bestmove"),
        ("line", "flood of output", "no bestmove in "),
        ("chatter", "flood of output", "no bestmove in "),
    ];
    let fault = |(mode, kind, detail)| {
        trial(format!("faults::{mode}"), move || loses_every_game(mode, kind, detail))
    };
    let mut trials: Vec<Trial> = modes.into_iter().map(fault).collect();
    trials.extend([
        trial("faults::an_engine_that_answers_twice", || loses_somehow("twice")),
        trial("faults::an_engine_that_dies_between_games_is_started_anew", dies_between_games),
        trial("faults::a_game_that_cannot_start_is_not_rated", not_rated),
        trial("faults::an_engine_that_does_not_want_to_leave", deaf),
        trial("faults::a_claim_is_granted_where_the_rules_have_one", claim),
        trial("faults::a_claim_is_granted_with_the_move_that_bares_the_king", claim_by_capture),
        trial("faults::games_are_called_by_scores", called),
        trial("faults::strict_matches_fail_by_faults", strict),
    ]);
    trials
}

/// Returns the row of an engine in the first table of a report.
pub fn row<'a>(report: &'a Value, engine: &str) -> &'a Value {
    let rows = report["tables"][0]["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["engine"] == engine).expect("the engine's row")
}

fn loses_every_game(mode: &str, kind: &str, detail: &str) {
    let scene = Scene::new();
    let engines = [scene.faulty(mode, "bad"), scene.faulty("honest", "good")];
    let (games, report) = scene.play(&engines, &format!("{LIMITS} --games 2"));
    assert_eq!(games.len(), 2, "no game is lost from the record");
    assert_eq!(row(&report, "bad")["losses"], 2, "{report}");
    assert_eq!(row(&report, "good")["points"], 2.0);
    assert_eq!(report["tables"][0]["faults"]["bad"][kind], 2, "{report}");
    for fault in report["faults"].as_array().expect("faults") {
        assert!(fault["what"].as_str().is_some_and(|what| what.contains(detail)), "{fault}");
    }
    scene.assert_no_engines();
}

/// Checks that an engine loses by a fault whose effect depends on timing: the second of two answers
/// is nonsense if it comes before the next question, otherwise an illegal move.
fn loses_somehow(mode: &str) {
    let scene = Scene::new();
    let engines = [scene.faulty(mode, "bad"), scene.faulty("honest", "good")];
    let (_, report) = scene.play(&engines, &format!("{LIMITS} --games 2"));
    assert_eq!(row(&report, "bad")["losses"], 2, "{report}");
    scene.assert_no_engines();
}

fn dies_between_games() {
    let scene = Scene::new();
    let engines = [scene.faulty("short-lived", "short"), scene.faulty("honest", "good")];
    let (_, report) = scene.play(&engines, &format!("{LIMITS} --games 4"));
    assert_eq!(report["tables"][0]["endings"]["move limit"], 4, "{report}");
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(0));
    scene.assert_no_engines();
}

/// Checks that no game is rated if an engine starts only for the check before the first game.
fn not_rated() {
    let scene = Scene::new();
    let engines = [scene.faulty("starts-once", "tired"), scene.faulty("honest", "good")];
    let words = format!("{LIMITS} --games 4 --record r");
    let output = scene.run(&engines, &words);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(out.contains("chess: 0 games") && !out.contains("faults of"), "{out}");
    assert!(err.contains("tired: engine failed to start: crash: exit status 7"), "{err}");
    assert!(err.contains("not rated"), "{err}");
    let record = std::fs::read_to_string(scene.file("r")).expect("a record");
    assert_eq!(record.lines().count(), 1, "the game is played when the match is resumed");
    scene.assert_no_engines();
}

fn deaf() {
    let scene = Scene::new();
    let engines = [scene.faulty("deaf", "deaf"), scene.faulty("honest", "good")];
    let (_, report) = scene.play(&engines, &format!("{LIMITS} --games 2"));
    assert_eq!(row(&report, "deaf")["draws"], 2);
    scene.assert_no_engines();
}

fn claim() {
    let scene = Scene::new();
    let bare = "12/12/12/4k7/12/12/12/12/P11/RN4K5 w - - 0 1\n";
    std::fs::write(scene.file("bare.epd"), bare).expect("written");
    let engines = [scene.faulty("claim", "claims"), scene.faulty("honest", "good")];
    let words = "--each nodes=1 --games 2 --variant ordinary-nocheckers --openings file=bare.epd \
                 --maxmoves 9 --pgnout games.pgn";
    let (games, report) = scene.play(&engines, words);
    assert_eq!(games[0]["points"], serde_json::json!([52, 48]), "{report}");
    assert_eq!(report["tables"][0]["endings"]["claim"], 1, "{report}");
    let pgn = std::fs::read_to_string(scene.file("games.pgn")).expect("written");
    assert!(pgn.contains("[Result \"1/2-1/2\"]\n[Points \"52-48\"]"), "{pgn}");
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"12/12/12/4k7/"), "{pgn}");
}

fn claim_by_capture() {
    let scene = Scene::new();
    // The rook takes the knight, and the king could take the rook.
    let bare = "11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1\n";
    std::fs::write(scene.file("bare.epd"), bare).expect("written");
    let engines = [scene.faulty("claim-by-capture", "claims"), scene.faulty("honest", "good")];
    let words = "--each nodes=1 --games 2 --variant ordinary-nocheckers --openings file=bare.epd \
                 --maxmoves 9";
    let (games, report) = scene.play(&engines, words);
    assert_eq!(games[0]["points"], serde_json::json!([52, 48]), "{report}");
    assert_eq!(games[0]["moves"].as_array().map(Vec::len), Some(1), "{}", games[0]);
    assert_eq!(games[0]["end"], serde_json::json!({"claim": {"seat": 0}}), "{}", games[0]);
}

fn called() {
    let scene = Scene::new();
    let engines = [scene.faulty("gloomy", "gloomy"), scene.faulty("honest", "good")];
    let words = "--each nodes=1 --games 2 --openings start --resign movecount=2 score=500";
    let (_, report) = scene.play(&engines, words);
    assert_eq!(report["tables"][0]["endings"]["resigned"], 2, "{report}");
    assert_eq!(row(&report, "gloomy")["losses"], 2);
    let engines = [scene.faulty("honest", "a"), scene.faulty("honest", "b")];
    let words = "--each nodes=1 --games 2 --openings start --draw movenumber=3 movecount=2 score=5";
    let (games, report) = scene.play(&engines, words);
    assert_eq!(report["tables"][0]["endings"]["adjudicated draw"], 2, "{report}");
    assert_eq!(games[0]["moves"].as_array().map(Vec::len), Some(5));
}

fn strict() {
    let scene = Scene::new();
    let engines = [scene.faulty("crash", "bad"), scene.faulty("honest", "good")];
    let output = scene.run(&engines, &format!("{LIMITS} --games 2 --strict"));
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("faults of bad: crash 2"), "{text}");
    assert!(text.contains("game 1.1, bad: crash: exit status 3"), "{text}");
    let live = String::from_utf8_lossy(&output.stderr);
    for line in [
        "Finished game 1 (bad vs good): 0-1 {White disconnects: exit status 3}",
        "Finished game 2 (good vs bad): 1-0 {Black disconnects: exit status 3}",
    ] {
        assert!(live.contains(line), "{live}");
    }
}
