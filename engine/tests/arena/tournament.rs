//! The example `tournament` of the arena, played by this program.

#[path = "../../arena/examples/tournament.rs"]
#[expect(dead_code, reason = "the example has a main of its own")]
mod example;

use libtest_mimic::Trial;

use crate::trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("tournament::every_engine_plays_every_other_one", round_robin),
        trial("tournament::who_cannot_play_is_named", not_admitted),
    ]
}

fn round_robin() {
    let programs = vec![env!("CARGO_BIN_EXE_rotunda").to_owned(); 3];
    let mut lines = Vec::new();
    let report =
        example::tournament("rollerball", &programs, "0.3+0.02", &mut |line| lines.push(line));
    let report = report.expect("a table");
    assert_eq!(report.engines, ["engine 1", "engine 2", "engine 3"]);
    assert_eq!(report.variants[0].games, 6, "each pair plays with both colours");
    assert!(report.variants[0].rows.iter().all(|row| row.games == 4), "{report}");
    assert!(
        lines.iter().filter(|line| line.starts_with("Finished game")).count() == 6,
        "{lines:?}"
    );
}

fn not_admitted() {
    let programs = [env!("CARGO_BIN_EXE_rotunda").to_owned(), "/nowhere/engine".to_owned()];
    let mut lines = Vec::new();
    assert!(example::tournament("chess", &programs, "1", &mut |line| lines.push(line)).is_err());
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("not admitted: engine 2: engine failed to start"), "{lines:?}");
}
