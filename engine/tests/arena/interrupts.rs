//! Matches that end by Ctrl-C, or because the reader of their output goes away.
//!
//! Only this file of these tests knows signals.

use std::io::{BufRead, BufReader, Read};

use libtest_mimic::Trial;

use crate::scene::Scene;
use crate::trial;

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![trial("interrupts::output_that_nobody_reads_ends_the_match", unread)];
    #[cfg(unix)]
    for mode in ["hang", "mute", "chatter"] {
        let name = format!("interrupts::ctrl_c_ends_in_good_order::{mode}");
        trials.push(trial(name, move || interrupted(mode)));
    }
    trials
}

/// Ends a match by Ctrl-C in the middle of a game against an engine that does not answer.
#[cfg(unix)]
fn interrupted(mode: &str) {
    use std::fs;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let scene = Scene::new();
    let engines = [scene.faulty("honest", "a"), scene.faulty(mode, "b")];
    let words = "--each nodes=1 patience=100 --games 4 --openings start --maxmoves 4 --record r";
    let running = scene.command(&engines, words).spawn().expect("the program runs");
    scene.wait_for_lines("r", 1);
    let id = Pid::from_raw(running.id().cast_signed());
    kill(id, Signal::SIGINT).expect("it is there");
    // The game goes on after the first Ctrl-C. The second one breaks it off.
    std::thread::sleep(std::time::Duration::from_millis(300));
    kill(id, Signal::SIGINT).expect("it is still there");
    let output = running.wait_with_output().expect("it has ended");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("Match of a, b") && text.contains("chess: 0 games"), "{text}");
    assert_eq!(fs::read_to_string(scene.file("r")).expect("a record").lines().count(), 1);
    scene.assert_no_engines();
}

fn unread() {
    let scene = Scene::new();
    let engines = [scene.faulty("honest", "a"), scene.faulty("honest", "b")];
    let words = "--each nodes=1 --games 2000 --openings start --maxmoves 4 --jsonout -";
    let mut running = scene.command(&engines, words).spawn().expect("the program runs");
    let mut output = BufReader::new(running.stdout.take().expect("a pipe"));
    output.read_line(&mut String::new()).expect("a game");
    drop(output);
    let mut text = String::new();
    running.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
    let status = running.wait().expect("it has ended");
    assert_eq!(status.code(), Some(1), "{text}");
    assert!(text.contains("--jsonout: ") && text.contains("the match has ended early"), "{text}");
    assert!(text.contains("Match of a, b"), "the games so far are reported: {text}");
    scene.assert_no_engines();
}
