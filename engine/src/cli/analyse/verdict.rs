//! The verdict of the search on a position.

use std::fmt;

use rotunda_movegen::{Game, GameMove};
use rotunda_notation::Goal;
use rotunda_search::{Bound, Event, Info, Limits, Searcher, StopHandle, Value};
use serde::{Serialize, Serializer};

use super::task::Task;

/// The value of a mate in one in centipawns. Longer mates have slightly lower values.
const MATE: i32 = 100_000;
/// The centipawns from which a loss by a move has a mark, and the marks.
pub const MARKS: [(i32, &str); 3] = [(300, "??"), (100, "?"), (50, "?!")];

/// The best lines of a position, and the right or the played move.
#[derive(Clone, Serialize, Debug)]
pub struct Verdict {
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    variant: &'static str,
    fen: String,
    lines: Vec<Line>,
    /// Whether the best move is right, if the file has right moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
}

/// One of the best lines.
#[derive(Clone, Serialize, Debug)]
struct Line {
    score: Score,
    depth: u32,
    nodes: u64,
    #[serde(serialize_with = "texts")]
    pv: Vec<GameMove>,
}

/// A score for the mover.
#[derive(Clone, Copy, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the mover is mated.
    Mate(i32),
}

/// The move that was played, and its loss.
#[derive(Clone, Serialize, Debug)]
pub struct Played {
    #[serde(rename = "move", serialize_with = "text")]
    mv: GameMove,
    /// The score of the move for its player.
    pub score: Score,
    /// Centipawns below the best move; a mate counts a thousand pawns.
    pub loss: i32,
    /// The mark, one of [`MARKS`], or empty.
    pub mark: &'static str,
}

/// Writes a move as its text.
fn text<S: Serializer>(mv: &GameMove, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

/// Writes moves as their texts.
fn texts<S: Serializer>(moves: &[GameMove], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(ToString::to_string))
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value {
            Value::Centipawns(score) => Self::Cp(score),
            Value::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl Score {
    /// Returns the value in centipawns.
    fn worth(self) -> i32 {
        match self {
            Self::Cp(score) => score,
            Self::Mate(moves) if moves > 0 => MATE - moves,
            Self::Mate(moves) => -MATE - moves,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Searches a position, and the move that was played there if it is not the best one.
pub fn judge(searcher: &mut Searcher, limits: &Limits, task: &Task) -> Verdict {
    let game = &task.game;
    let lines = search(searcher, &for_mates(limits, &task.best), game);
    let first = lines.first();
    let is_right = (task.best.is_empty() || meets(first, &task.best)) && !meets(first, &task.avoid);
    let has_task = !task.best.is_empty() || !task.avoid.is_empty();
    let played = match (&task.played, first) {
        (Some(mv), Some(line)) => Some(weigh(searcher, limits, game, mv, line)),
        _ => None,
    };
    Verdict {
        place: task.place.clone(),
        id: task.id.clone(),
        variant: task.variant.name,
        fen: game.fen(),
        solved: has_task.then_some(first.is_some() && is_right),
        lines,
        played,
    }
}

/// The limits of a search for these goals: where all are mates that the depth allows, it looks for
/// mates alone.
fn for_mates(limits: &Limits, goals: &[Goal]) -> Limits {
    let mate = |goal: &Goal| if let Goal::Mate(moves) = goal { Some(*moves) } else { None };
    let mates: Option<Vec<u32>> = goals.iter().map(mate).collect();
    let most = mates.unwrap_or_default().into_iter().max();
    let is_deep = |moves: &u32| {
        limits.depth.is_none_or(|depth| u64::from(*moves) * 2 <= u64::from(depth) + 1)
    };
    match most.filter(is_deep) {
        Some(moves) => Limits { mate: Some(moves), depth: None, ..limits.clone() },
        None => limits.clone(),
    }
}

/// Returns whether the best line begins with one of these moves, or mates as quickly as one of
/// these goals.
fn meets(best: Option<&Line>, goals: &[Goal]) -> bool {
    let Some(line) = best else { return false };
    goals.iter().any(|goal| match (goal, line.score) {
        (Goal::Move(mv), _) => line.pv.first() == Some(mv),
        (Goal::Mate(most), Score::Mate(moves)) => moves > 0 && moves.unsigned_abs() <= *most,
        (Goal::Mate(_), Score::Cp(_)) => false,
    })
}

/// Moves on one line.
fn joined(moves: &[GameMove]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Verdict {
    /// The moves of the best line.
    pub fn best_line(&self) -> &[GameMove] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }
}

/// The best lines, the best first; none if the game is over.
fn search(searcher: &mut Searcher, limits: &Limits, game: &Game) -> Vec<Line> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let mut lines: Vec<Option<Info>> = Vec::new();
    searcher.run(game, limits, &StopHandle::new(), |event| {
        if let Event::Info(info) = event
            && let Some(index) = info.multi_pv.checked_sub(1)
            && info.bound == Bound::Exact
            && !info.pv.is_empty()
        {
            lines.resize(lines.len().max(index + 1), None);
            lines[index] = Some(info);
        }
    });
    let line = |info: Info| Line {
        score: info.value.into(),
        depth: info.depth,
        nodes: info.nodes,
        pv: info.pv,
    };
    lines.into_iter().flatten().map(line).collect()
}

/// Returns the loss of a move against the best line.
fn weigh(
    searcher: &mut Searcher,
    limits: &Limits,
    game: &Game,
    mv: &GameMove,
    best: &Line,
) -> Played {
    let is_best = best.pv.first() == Some(mv);
    let limits = Limits { search_moves: vec![mv.clone()], ..limits.clone() };
    let own = if is_best { Vec::new() } else { search(searcher, &limits, game) };
    let score = own.first().map_or(best.score, |line| line.score);
    let loss = (best.score.worth() - score.worth()).max(0);
    let mark = MARKS.iter().find(|(least, _)| loss >= *least).map_or("", |(_, mark)| mark);
    Played { mv: mv.clone(), score, loss, mark }
}

impl Played {
    /// Describes the loss against the best line; empty if the move is the best one.
    fn beside(&self, best: &Line) -> String {
        if best.pv.first() == Some(&self.mv) {
            return String::new();
        }
        match (best.score, self.score) {
            _ if self.loss == 0 => ", as good as".into(),
            (Score::Mate(in_best), Score::Mate(in_own)) if (in_best > 0) == (in_own > 0) => {
                let word = if in_best > 0 { "later" } else { "sooner" };
                format!(", {} {word}; best", (in_best - in_own).abs())
            }
            (Score::Mate(moves), _) if moves > 0 => format!(", misses mate in {moves}; best"),
            (_, Score::Mate(moves)) => format!(", is mated in {}; best", -moves),
            _ => format!(", loses {:.2}; best", f64::from(self.loss) / 100.0),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(id) = &self.id {
            write!(f, " ({id})")?;
        }
        if let (Some(played), Some(best)) = (&self.played, self.lines.first()) {
            write!(f, "{} {}{}", played.mark, played.score, played.beside(best))?;
        }
        match self.solved {
            Some(true) => f.write_str(": solved")?,
            Some(false) => f.write_str(": not solved")?,
            None => {}
        }
        if self.lines.is_empty() {
            return f.write_str(": the game is over");
        }
        for (line, number) in self.lines.iter().zip(1..) {
            let (score, depth, pv) = (line.score, line.depth, joined(&line.pv));
            let before = if self.lines.len() > 1 { format!("\n  {number}.") } else { ":".into() };
            write!(f, "{before} {score} depth {depth} {pv}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Variant;

    use super::*;

    const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

    fn task(fen: &str) -> Task {
        let variant = Variant::by_name("chess").expect("known");
        let (best, avoid) = (vec![], vec![]);
        let game = variant.game_from(Some(fen)).expect("well-formed");
        Task { place: "here".into(), variant, game, played: None, best, avoid, id: None }
    }

    fn mv(text: &str) -> GameMove {
        task(MATE).game.parse_move(text).expect("legal")
    }

    fn judged(task: &Task) -> Verdict {
        let mut searcher = Searcher::new().expect("a small table");
        judge(&mut searcher, &Limits::depth(4), task)
    }

    #[test]
    fn a_right_move_is_solved_and_a_wrong_one_is_not() {
        let right = Task { best: vec![Goal::Move(mv("a1a8"))], ..task(MATE) };
        assert_eq!(judged(&right).solved, Some(true));
        let wrong = Task { avoid: vec![Goal::Move(mv("a1a8"))], ..task(MATE) };
        assert_eq!(judged(&wrong).solved, Some(false));
        assert_eq!(judged(&task(MATE)).solved, None);
    }

    #[test]
    fn a_mate_that_is_asked_for_is_solved_when_it_is_found() {
        let wanted = Task { best: vec![Goal::Mate(3)], ..task(MATE) };
        assert_eq!(judged(&wanted).solved, Some(true));
        let none = Task { best: vec![Goal::Mate(3)], ..task("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1") };
        assert_eq!(judged(&none).solved, Some(false));
        // A plain search of this depth sees no mate here.
        let deep =
            Task { best: vec![Goal::Mate(3)], ..task("8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - - 0 1") };
        let mut searcher = Searcher::new().expect("a small table");
        assert_eq!(judge(&mut searcher, &Limits::depth(5), &deep).solved, Some(true));
    }

    #[test]
    fn a_move_that_misses_mate_is_a_blunder() {
        let played = |text| judged(&Task { played: Some(mv(text)), ..task(MATE) }).to_string();
        let text = played("a1a2");
        assert!(text.starts_with("here?? "), "{text}");
        assert!(text.contains(", misses mate in 1; best: mate 1 depth"), "{text}");
        assert!(played("a1a8").starts_with("here mate 1: mate 1 "));
    }
}
