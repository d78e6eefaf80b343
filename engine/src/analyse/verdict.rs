//! What the search says of a position.

use std::fmt;

use rotunda_arena::read_move;
use rotunda_movegen::AnyGame;
use rotunda_search::{Bound, Event, Info, Limits, Searcher, StopHandle, Value};
use serde::Serialize;

use super::task::Task;

/// What a mate in one is worth against centipawns; a mate in more is worth a little less.
const MATE: i32 = 100_000;
/// The centipawns from which a loss by a move has a mark, and the marks.
pub const MARKS: [(i32, &str); 3] = [(300, "??"), (100, "?"), (50, "?!")];

/// The best lines of a position, and what was right or played there.
#[derive(Clone, Serialize, Debug)]
pub struct Verdict {
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    variant: &'static str,
    fen: String,
    lines: Vec<Line>,
    /// Whether the best move is the right one, if the file says which is.
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
    pv: Vec<String>,
}

/// A score for the mover.
#[derive(Clone, Copy, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the mover is mated.
    Mate(i32),
}

/// The move that was played, and what it gave away.
#[derive(Clone, Serialize, Debug)]
pub struct Played {
    #[serde(rename = "move")]
    mv: String,
    score: Score,
    /// Centipawns below the best move; a mate counts a thousand pawns.
    pub loss: i32,
    /// One of [`MARKS`], or nothing.
    pub mark: &'static str,
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
    /// As centipawns.
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
pub fn judge(searcher: &mut Searcher, limits: &Limits, task: &Task) -> Result<Verdict, String> {
    let game = position(task)?;
    let right = |texts: &[String]| -> Result<Vec<String>, String> {
        let read = |text: &String| {
            read_move(&*game, text).ok_or_else(|| format!("{}: {text:?} is not legal", task.place))
        };
        texts.iter().map(read).collect()
    };
    let (best, avoid) = (right(&task.best)?, right(&task.avoid)?);
    let lines = search(searcher, limits, &*game);
    let first = lines.first().and_then(|line| line.pv.first());
    let is_right = |mv: &String| (best.is_empty() || best.contains(mv)) && !avoid.contains(mv);
    let has_task = !best.is_empty() || !avoid.is_empty();
    let solved = has_task.then(|| first.is_some_and(is_right));
    let played = match (&task.played, lines.first()) {
        (Some(mv), Some(line)) => Some(weigh(searcher, limits, &*game, &mv.text, line)),
        _ => None,
    };
    let (place, id) = (task.place.clone(), task.id.clone());
    Ok(Verdict { place, id, variant: task.variant.name, fen: game.fen(), lines, solved, played })
}

/// The position that a task is about.
fn position(task: &Task) -> Result<Box<dyn AnyGame>, String> {
    let game = task.variant.game_from(task.fen.as_deref());
    let mut game = game.map_err(|error| format!("{}: bad position: {error}", task.place))?;
    for text in &task.moves {
        game.play(text).map_err(|error| format!("{}: {error}", task.place))?;
    }
    Ok(game)
}

/// The best lines, the best first; none if the game is over.
fn search(searcher: &mut Searcher, limits: &Limits, game: &dyn AnyGame) -> Vec<Line> {
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

/// What a move gives away against the best line.
fn weigh(
    searcher: &mut Searcher,
    limits: &Limits,
    game: &dyn AnyGame,
    mv: &str,
    best: &Line,
) -> Played {
    let is_best = best.pv.first().is_some_and(|first| first == mv);
    let limits = Limits { search_moves: vec![mv.to_owned()], ..limits.clone() };
    let own = if is_best { Vec::new() } else { search(searcher, &limits, game) };
    let score = own.first().map_or(best.score, |line| line.score);
    let loss = (best.score.worth() - score.worth()).max(0);
    let mark = MARKS.iter().find(|(least, _)| loss >= *least).map_or("", |(_, mark)| mark);
    Played { mv: mv.to_owned(), score, loss, mark }
}

impl Played {
    /// How the move compares with the best line, in words; nothing if it is that one.
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
            let (score, depth, pv) = (line.score, line.depth, line.pv.join(" "));
            let before = if self.lines.len() > 1 { format!("\n  {number}.") } else { ":".into() };
            write!(f, "{before} {score} depth {depth} {pv}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Seat, Variant};

    use super::*;
    use crate::analyse::task::GameMove;

    fn task(fen: &str) -> Task {
        let variant = Variant::by_name("chess").expect("known");
        let (moves, best, avoid) = (vec![], vec![], vec![]);
        let (place, fen) = ("here".into(), Some(fen.into()));
        Task { place, variant, fen, moves, played: None, best, avoid, id: None }
    }

    fn judged(task: &Task) -> Verdict {
        let mut searcher = Searcher::new().expect("a small table");
        judge(&mut searcher, &Limits::depth(4), task).expect("legal moves")
    }

    #[test]
    fn a_right_move_is_solved_and_a_wrong_one_is_not() {
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
        let right = Task { best: vec!["Ra8#".into()], ..task(mate) };
        assert_eq!(judged(&right).solved, Some(true));
        let wrong = Task { avoid: vec!["a1a8".into()], ..task(mate) };
        assert_eq!(judged(&wrong).solved, Some(false));
        assert_eq!(judged(&task(mate)).solved, None);
    }

    #[test]
    fn a_move_that_misses_mate_is_a_blunder() {
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
        let played = |text: &str| {
            let (game, shown) = ("here".into(), text.into());
            let mv = GameMove { game, seat: Seat::WHITE, text: text.into(), shown };
            judged(&Task { played: Some(mv), ..task(mate) }).to_string()
        };
        let text = played("a1a2");
        assert!(text.starts_with("here?? "), "{text}");
        assert!(text.contains(", misses mate in 1; best: mate 1 depth"), "{text}");
        assert!(played("a1a8").starts_with("here mate 1: mate 1 "));
    }
}
