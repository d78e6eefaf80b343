use super::*;
use crate::record::game_record::samples::{game, plan};

struct Dir(std::path::PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("rotunda-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a directory for the test");
        Self(dir)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn games(
    path: &Path,
    header: &Header,
    resume: bool,
) -> Result<(MatchFile, Vec<GameRecord>), RecordError> {
    let mut games = Vec::new();
    let match_file = MatchFile::open(path, header, resume, &mut |game| {
        games.push(game);
        Ok(())
    })?;
    Ok((match_file, games))
}

/// Writes a file with two games. Returns the games and the bytes of the file.
fn two_games(path: &Path, header: &Header) -> ([GameRecord; 2], Vec<u8>) {
    let (mut match_file, _) = games(path, header, false).expect("a new file");
    let all = [game(0, 0, 100), game(0, 1, 50)];
    for game in &all {
        match_file.append(game).expect("there is room");
    }
    drop(match_file);
    (all, std::fs::read(path).expect("written"))
}

#[test]
fn a_record_goes_on_wherever_it_was_cut() {
    let dir = Dir::new("cut");
    let path = dir.0.join("match.jsonl");
    let header = Header::new(plan(1), Shard::ALL);
    let (all, bytes) = two_games(&path, &header);
    for length in 0..=bytes.len() {
        std::fs::write(&path, &bytes[..length]).expect("written");
        let (mut match_file, found) = games(&path, &header, true).expect("a record");
        for game in &all[found.len()..] {
            match_file.append(game).expect("there is room");
        }
        drop(match_file);
        assert!(std::fs::read(&path).expect("written") == bytes, "cut at {length}");
    }
}

#[test]
fn a_flipped_bit_is_reported_and_never_counted() {
    let dir = Dir::new("flipped");
    let path = dir.0.join("match.jsonl");
    let header = Header::new(plan(1), Shard::ALL);
    let (_, bytes) = two_games(&path, &header);
    for place in 0..bytes.len() {
        let bit = place % 8;
        let mut flipped = bytes.clone();
        flipped[place] ^= 1 << bit;
        std::fs::write(&path, &flipped).expect("written");
        let report = read(&path, &mut |_| Ok(()));
        let resumed = games(&path, &header, true);
        assert!(report.is_err() && resumed.is_err(), "bit {bit} of byte {place}");
        assert!(std::fs::read(&path).expect("still there") == flipped);
    }
}

#[test]
fn records_without_checksums_are_read_and_not_gone_on_with() {
    let dir = Dir::new("unchecked");
    let path = dir.0.join("match.jsonl");
    let header = Header { format: UNCHECKED_FORMAT, ..Header::new(plan(1), Shard::ALL) };
    let lines = [
        serde_json::to_string(&header).expect("JSON"),
        serde_json::to_string(&game(0, 0, 100)).expect("JSON"),
    ];
    std::fs::write(&path, lines.map(|line| line + "\n").concat()).expect("written");
    let mut entries = 0;
    let read = read(&path, &mut |_| {
        entries += 1;
        Ok(())
    });
    assert!(read.is_ok() && entries == 2);
    let error = games(&path, &Header::new(plan(1), Shard::ALL), true).expect_err("refused");
    assert!(matches!(error.problem, RecordProblem::OldFormat { found: 1, now: 2 }), "{error}");
}

#[test]
fn other_matches_other_files_and_careless_users_are_refused() {
    let dir = Dir::new("refused");
    let path = dir.0.join("match.jsonl");
    let header = Header::new(plan(1), Shard::ALL);
    let (match_file, _) = games(&path, &header, false).expect("a new file");
    let problem =
        |header: &Header, resume| games(&path, header, resume).expect_err("refused").problem;
    assert!(matches!(problem(&header, true), RecordProblem::InUse));
    drop(match_file);
    assert!(matches!(problem(&header, false), RecordProblem::NotResumed));
    let games_of_pgn = dir.0.join("g.pgn");
    for text in ["[Event \"x\"]\n\n1. e4 *\n", "1. e4 *", "{}\n"] {
        std::fs::write(&games_of_pgn, text).expect("a file");
        let error = games(&games_of_pgn, &header, false).expect_err("no record");
        assert!(matches!(error.problem, RecordProblem::Foreign), "{text}");
    }
    let other = problem(&Header::new(plan(2), Shard::ALL), true);
    assert!(matches!(other, RecordProblem::OtherMatch(fields) if fields == ["seed"]));
    let shard = Shard { part: 2, of: 3 };
    let other = problem(&Header::new(plan(1), shard), true);
    assert!(matches!(other, RecordProblem::OtherShard { found: Shard::ALL, .. }));
    for text in ["rubbish\n", "notes without an end", "{\"rotunda-match\":3", "{}\n", "\n"] {
        std::fs::write(&path, text).expect("written");
        let problem = problem(&header, true);
        let is_refused = matches!(problem, RecordProblem::NoHeader(_) | RecordProblem::Foreign);
        assert!(is_refused, "{text:?}: {problem}");
        assert_eq!(std::fs::read_to_string(&path).expect("still there"), text);
    }
}
