//! Training as a whole: a training that ends early resumes and gives the same net, nets are
//! checked, and evaluations are judged.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use rotunda_movegen::Variant;
use rotunda_search::net::{Base, NetError, Network};
use rotunda_training::{
    CheckpointProblem, FileProblem, NetFile, OriginConflict, TrainConfig, TrainEvent, Trained,
    TrainingError, VerdictConfig, check_net, judge, train, write_verdicts,
};
use tempfile::TempDir;

use crate::random_games;

/// The number of games in the training data.
const GAMES: u64 = 120;

/// Creates a folder with games of Rollerball.
fn folder() -> TempDir {
    folder_of("rollerball")
}

/// Creates a folder with games of a variant.
fn folder_of(variant: &str) -> TempDir {
    let variant = Variant::by_name(variant).expect("known");
    let games = random_games::games(variant, GAMES);
    let bytes = random_games::written(&random_games::header(variant), &games);
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.rtd"), bytes).expect("writable");
    folder
}

/// Returns the usual training of these tests, with this file for its net.
fn config(folder: &TempDir, net: &str) -> TrainConfig {
    let data = vec![folder.path().join("games.rtd")];
    TrainConfig { hidden: Some(16), epochs: 5, ..TrainConfig::new(data, folder.path().join(net)) }
}

/// Returns the usual training that begins with a net.
fn begun_with(folder: &TempDir, origin: &str, net: &str) -> TrainConfig {
    let origin = NetFile::read(folder.path().join(origin)).expect("a net");
    TrainConfig { from: Some(origin), ..config(folder, net) }
}

/// The result of a training: the net, the loss of the net with which it began, and the epoch after
/// which it resumed.
struct Run {
    trained: Trained,
    origin: Option<f32>,
    resumed: Option<u32>,
    epochs: Vec<u32>,
}

fn run(config: &TrainConfig) -> Run {
    let (mut origin, mut resumed, mut epochs) = (None, None, Vec::new());
    let trained = train(config, &mut |event| {
        match event {
            TrainEvent::Origin(_, loss) => origin = Some(loss),
            TrainEvent::Resumed { epochs, .. } => resumed = Some(epochs),
            TrainEvent::Epoch(epoch, _) => epochs.push(epoch),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    Run { trained: trained.expect("a net"), origin, resumed, epochs }
}

/// Returns the error by which a training is refused.
fn refused(config: &TrainConfig) -> TrainingError {
    train(config, &mut |_| ControlFlow::Continue(())).expect_err("it is refused")
}

/// Returns the reason why a training cannot begin with its net.
fn conflict(config: &TrainConfig) -> OriginConflict {
    match refused(config) {
        TrainingError::Origin { conflict, .. } => conflict,
        other => panic!("{other:?}"),
    }
}

/// Runs a training that ends after its second epoch.
fn end_early(folder: &TempDir, net: &str) {
    let ended = train(&config(folder, net), &mut |event| match event {
        TrainEvent::Epoch(2, _) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert!(matches!(ended, Err(TrainingError::Stopped)));
    assert!(!exists(folder, net), "no net was written");
}

fn exists(folder: &TempDir, name: &str) -> bool {
    folder.path().join(name).exists()
}

fn bytes(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).expect("readable")
}

/// Returns the net of a file.
fn net(folder: &TempDir, name: &str) -> Network {
    Network::from_bytes(&bytes(folder, name)).expect("a net")
}

/// Returns whether two losses agree. The file rounds the fitted scale, so they differ a little.
fn same(one: Option<f32>, other: f32) -> bool {
    one.is_some_and(|one| (one - other).abs() < 2e-5)
}

#[test]
fn a_training_that_ends_early_goes_on_to_the_same_net() {
    let folder = folder();
    run(&config(&folder, "whole.net"));
    assert!(!exists(&folder, "whole.net.checkpoint"), "nothing is left to be gone on with");
    end_early(&folder, "early.net");
    let on = run(&TrainConfig { resume: true, threads: 3, ..config(&folder, "early.net") });
    assert_eq!((on.resumed, on.epochs), (Some(2), vec![3, 4, 5]));
    assert!(bytes(&folder, "early.net") == bytes(&folder, "whole.net"));
    assert!(!exists(&folder, "early.net.checkpoint"));
    let new = run(&TrainConfig { resume: true, ..config(&folder, "new.net") });
    assert_eq!(new.resumed, None, "without a checkpoint it begins anew");
    assert!(bytes(&folder, "new.net") == bytes(&folder, "whole.net"));
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let folder = folder();
    end_early(&folder, "a.net");
    let again = || TrainConfig { resume: true, ..config(&folder, "a.net") };
    let problem = |config: &TrainConfig| match refused(config) {
        TrainingError::File { problem: FileProblem::Checkpoint(problem), .. } => problem,
        other => panic!("{other:?}"),
    };
    for other in
        [TrainConfig { result: Some(0.4), ..again() }, TrainConfig { buckets: 2, ..again() }]
    {
        let other = problem(&other);
        assert!(
            matches!(other, CheckpointProblem::OtherTask { what: "settings", .. }),
            "{other:?}"
        );
    }
    let fewer = problem(&TrainConfig { positions: 1500, ..again() });
    assert_eq!(fewer, CheckpointProblem::OtherExamples);
    let path = folder.path().join("a.net.checkpoint");
    let mut bytes = fs::read(&path).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("writable");
    assert_eq!(problem(&again()), CheckpointProblem::Damaged);
}

#[test]
fn a_training_begins_with_what_a_net_knows() {
    let folder = folder();
    let learned = run(&config(&folder, "first.net")).trained.validation;
    let second = run(&begun_with(&folder, "first.net", "second.net"));
    assert!(same(second.origin, learned), "{:?} {learned}", second.origin);
    let settings = net(&folder, "second.net").provenance.settings;
    let first = bytes(&folder, "first.net");
    let checksum = u32::from_le_bytes(*first.last_chunk().expect("bytes"));
    assert!(settings.ends_with(&format!(", from first.net {checksum:08x}")), "{settings}");
    let inherited =
        TrainConfig { hidden: None, epochs: 1, ..begun_with(&folder, "first.net", "onward.net") };
    let onward = run(&inherited).trained.network.provenance.settings;
    assert!(onward.contains("hidden 16,") && onward.contains("decay 5,"), "{onward}");
    assert!(settings.contains("decay 5,"), "{settings}");
    let wide =
        TrainConfig { hidden: Some(32), epochs: 1, ..begun_with(&folder, "first.net", "wide.net") };
    assert!(same(run(&wide).origin, learned));
    let base = Some(Base::Summary);
    let other = run(&TrainConfig { base, ..begun_with(&folder, "first.net", "other.net") });
    assert!(other.origin.is_some_and(|loss| loss > learned), "{:?} {learned}", other.origin);
    run(&begun_with(&folder, "other.net", "third.net"));
    for (name, base) in [("second", "full"), ("other", "summary"), ("third", "summary")] {
        let settings = net(&folder, &format!("{name}.net")).provenance.settings;
        assert!(settings.starts_with(&format!("base {base},")), "{settings}");
    }
    let narrow = begun_with(&folder, "wide.net", "no.net");
    assert_eq!(conflict(&narrow), OriginConflict::Size { hidden: 32, buckets: 4 });
    let fewer = TrainConfig { buckets: 2, ..begun_with(&folder, "first.net", "no.net") };
    assert_eq!(conflict(&fewer), OriginConflict::Size { hidden: 16, buckets: 4 });
    let of_four = concat!(env!("CARGO_MANIFEST_DIR"), "/../search/nets/modern4-2v2.net");
    let origin = NetFile::read(of_four).expect("a net");
    let other = TrainConfig { hidden: None, from: Some(origin), ..config(&folder, "no.net") };
    assert_eq!(conflict(&other), OriginConflict::OtherGame("modern4-2v2".into()));
}

#[test]
fn a_net_can_begin_with_one_of_a_related_game() {
    let (small, large) = (folder_of("circular68"), folder_of("circular70"));
    run(&config(&small, "small.net"));
    let origin = NetFile::read(small.path().join("small.net")).expect("a net");
    let begun = TrainConfig { from: Some(origin), ..config(&large, "large.net") };
    let mut relatives = Vec::new();
    let trained = train(&begun, &mut |event| {
        if let TrainEvent::Relative { variant, known, inputs } = event {
            relatives.push((variant.name, known, inputs));
        }
        ControlFlow::Continue(())
    });
    let network = trained.expect("a net").network;
    // Two owners of seven kinds on 68 and 70 cells.
    assert_eq!(relatives, [("circular68", 14 * 68, 14 * 70)]);
    assert_eq!(network.variant().expect("its own game").name, "circular70");
    assert!(network.provenance.settings.contains("from small.net"));
}

/// Returns the numbers of training and validation positions of a training of one epoch.
fn positions_on(base: Base) -> [usize; 2] {
    let folder = folder();
    let mut counts = [0; 2];
    let config = TrainConfig { base: Some(base), epochs: 1, ..config(&folder, "a.net") };
    let trained = train(&config, &mut |event| {
        if let TrainEvent::Read { positions, validation, .. } = event {
            counts = [positions, validation];
        }
        ControlFlow::Continue(())
    });
    trained.expect("a net");
    counts
}

#[test]
fn a_net_that_stands_alone_learns_from_endings_of_few_pieces_too() {
    let [full, summary, none] = [Base::Full, Base::Summary, Base::None].map(positions_on);
    assert_eq!(full, summary);
    assert!(none[0] > full[0] && none[1] >= full[1], "{none:?} {full:?}");
}

#[test]
fn regions_begin_with_what_is_known_of_the_whole_board() {
    let folder = folder();
    let learned = run(&config(&folder, "whole.net")).trained.validation;
    let four =
        run(&TrainConfig { regions: Some(4), ..begun_with(&folder, "whole.net", "four.net") });
    assert!(same(four.origin, learned), "{:?} {learned}", four.origin);
    let on = run(&begun_with(&folder, "four.net", "on.net"));
    assert!(same(on.origin, four.trained.validation));
    assert_eq!(net(&folder, "four.net").regions.count(), 4);
    let inherited = net(&folder, "on.net").regions;
    assert_eq!(inherited, net(&folder, "four.net").regions, "they are inherited");
    let inputs = net(&folder, "whole.net").shape.inputs * 16;
    let columns = net(&folder, "four.net").columns;
    assert!(columns.chunks(inputs).skip(1).any(|region| region != &columns[..inputs]));
    assert!(is_fine(&folder.path().join("four.net")));
    for regions in [1, 5] {
        let other = begun_with(&folder, "four.net", "no.net");
        let other = TrainConfig { regions: Some(regions), ..other };
        assert_eq!(conflict(&other), OriginConflict::Regions(4));
    }
}

/// Returns whether the check of a net of Rollerball finds its arithmetic correct.
fn is_fine(net: &Path) -> bool {
    let mut variants = Vec::new();
    let is_fine = check_net(net, 1, &mut |variant, comparison| {
        assert_eq!(comparison.stale, 0);
        variants.push(variant.name);
        Ok(())
    });
    assert_eq!(variants, ["rollerball"]);
    is_fine.expect("a net")
}

#[test]
fn a_net_is_checked() {
    let folder = folder();
    run(&config(&folder, "a.net"));
    assert!(is_fine(&folder.path().join("a.net")));
    let refused = check_net(&folder.path().join("games.rtd"), 1, &mut |_, _| Ok(()));
    assert!(matches!(
        refused,
        Err(TrainingError::File { problem: FileProblem::Net(NetError::NoNet), .. })
    ));
}

#[test]
fn evaluations_are_judged_by_verdicts() {
    let folder = folder();
    let files = [folder.path().join("games.rtd")];
    let mut verdicts = Vec::new();
    for seed in 1..=4 {
        let wanted = VerdictConfig { positions: 2, nodes: 400, seed };
        write_verdicts(&files, wanted, &mut verdicts).expect("there are games");
    }
    let text = String::from_utf8(verdicts).expect("text");
    let positions: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(positions.len(), 8, "{text}");
    assert!(positions.iter().all(|line| line.contains(" ce ") && line.ends_with("; acn 400;")));
    let path = folder.path().join("rollerball.epd");
    fs::write(&path, &text).expect("writable");
    let judgement = judge(&path, None, 400).expect("verdicts");
    let phases: Vec<_> = judgement.rows.iter().map(|row| row.phase.as_str()).collect();
    assert_eq!(phases, ["opening", "middlegame", "endgame", "all"]);
    let all = judgement.rows.last().expect("a row");
    // With as many nodes as the verdicts have, the program's own evaluation agrees with itself.
    let last = all.correlations.last().copied().flatten().expect("a figure");
    assert!(all.positions == 8 && all.correlations.len() == 4 && last > 0.9995, "{judgement}");
    assert_eq!(judgement.to_string().lines().count(), 6, "{judgement}");
    let nothing = folder.path().join("nothing.epd");
    fs::write(&nothing, &text).expect("writable");
    assert!(matches!(
        judge(&nothing, None, 400),
        Err(TrainingError::File { problem: FileProblem::Name(_), .. })
    ));
    let wanted = VerdictConfig { positions: 4000, nodes: 1, seed: 1 };
    assert!(matches!(
        write_verdicts(&files, wanted, &mut Vec::new()),
        Err(TrainingError::TooFewPositions { .. })
    ));
}
