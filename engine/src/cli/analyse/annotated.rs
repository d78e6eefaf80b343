//! [`Annotated`]: a game with the search's verdicts on its moves.

use rotunda_movegen::GameMove;
use rotunda_notation::pgn::{Eval, Item, PlayedGame, Ply, commands};
use rotunda_notation::{Nag, Notation};

use super::task::Task;
use super::verdict::{Score, Verdict};

/// A game whose moves get scores, marks and better lines, beside all that its file says.
pub struct Annotated<'a> {
    game: &'a PlayedGame,
    notation: Notation,
    items: Vec<Item>,
    /// The part of the file's movetext that has been copied.
    taken: usize,
}

impl<'a> Annotated<'a> {
    pub fn new(game: &'a PlayedGame) -> Self {
        let notation = Notation::of(game.header.variant);
        Self { game, notation, items: Vec::new(), taken: 0 }
    }

    /// Adds the next move of the main line with its verdict, and the file's comments on it.
    pub fn add(&mut self, task: &Task, verdict: &Verdict) {
        self.take_until_move();
        self.take();
        let Some(played) = &verdict.played else { return };
        self.take_while(|item| matches!(item, Item::Nag(_)));
        let mark = Nag::of_sign(played.mark).map(Item::Nag);
        let is_marked = |item: &Item| mark.as_ref() == Some(item);
        let nags = self.items.iter().rev().take_while(|item| matches!(item, Item::Nag(_)));
        if !nags.into_iter().any(is_marked) {
            self.items.extend(mark);
        }
        let score = Self::score(task, played.score);
        let is_scored = score.is_some();
        self.items.extend(score.map(Item::Comment));
        let from = self.items.len();
        self.take_until_move();
        if is_scored && task.variant.is_duel() {
            self.remove_scores(from);
        }
        if !played.mark.is_empty() {
            self.add_line(task, verdict.best_line());
        }
    }

    /// The game with all that was added.
    pub fn finish(mut self) -> PlayedGame {
        self.take_while(|_| true);
        let mut tags = self.game.tags.clone();
        tags.set("Annotator", concat!("Rotunda ", env!("CARGO_PKG_VERSION")));
        PlayedGame {
            number: self.game.number,
            tags,
            header: self.game.header.clone(),
            items: self.items,
            result: self.game.result,
            record: self.game.record.clone(),
            notes: Vec::new(),
        }
    }

    fn take(&mut self) {
        self.items.extend(self.game.items.get(self.taken).cloned());
        self.taken += 1;
    }

    fn take_while(&mut self, is_wanted: impl Fn(&Item) -> bool) {
        while self.game.items.get(self.taken).is_some_and(&is_wanted) {
            self.take();
        }
    }

    /// Takes all items before the next move of the main line.
    fn take_until_move(&mut self) {
        let mut depth = 0_usize;
        while let Some(item) = self.game.items.get(self.taken) {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth -= 1,
                Item::Move(_) if depth == 0 => return,
                Item::Move(_) | Item::Comment(_) | Item::Nag(_) => {}
            }
            self.take();
        }
    }

    /// The score after the move, for White in duels, as a command; for other games as text for the
    /// player. Nothing where the move has mated.
    fn score(task: &Task, score: Score) -> Option<String> {
        if !task.variant.is_duel() {
            return Some(score.to_string());
        }
        let eval = match score {
            Score::Cp(cp) => Eval { cp: Some(cp), mate: None, depth: None },
            Score::Mate(1) => return None,
            // The move that was played is the first of those to mate.
            Score::Mate(moves) if moves > 0 => {
                Eval { cp: None, mate: Some(moves - 1), depth: None }
            }
            Score::Mate(moves) => Eval { cp: None, mate: Some(moves), depth: None },
        };
        Some(if task.game.turn().0 == 0 { eval } else { eval.reversed() }.to_string())
    }

    /// Removes the scores that the file has for the last move of the main line.
    fn remove_scores(&mut self, from: usize) {
        let mut depth = 0_usize;
        let mut kept = Vec::new();
        for item in self.items.drain(from..) {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth -= 1,
                Item::Comment(text) if depth == 0 && text.contains("[%eval ") => {
                    kept.extend(without_score(&text).map(Item::Comment));
                    continue;
                }
                Item::Comment(_) | Item::Move(_) | Item::Nag(_) => {}
            }
            kept.push(item);
        }
        self.items.extend(kept);
    }

    /// Adds a line as a variation.
    fn add_line(&mut self, task: &Task, line: &[GameMove]) {
        let mut game = task.game.clone();
        self.items.push(Item::Open);
        for mv in line {
            match Ply::of(&self.notation, &mut game, mv) {
                Ok(ply) => self.items.push(Item::Move(ply)),
                Err(_) => break,
            }
        }
        self.items.push(Item::Close);
    }
}

/// Returns a comment without its score, or `None` if nothing is left.
fn without_score(comment: &str) -> Option<String> {
    let (found, text) = commands(comment);
    let kept = found.iter().filter(|(name, _)| *name != "eval");
    let mut parts: Vec<String> = kept.map(|(name, value)| format!("[%{name} {value}]")).collect();
    parts.extend(Some(text).filter(|text| !text.is_empty()));
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::Variant;
    use rotunda_notation::pgn::PgnReader;
    use rotunda_search::{Limits, Searcher};

    use super::*;
    use crate::cli::analyse::verdict::judge;

    fn annotated(text: &str) -> String {
        let chess = Variant::by_name("chess").expect("known");
        let game = PgnReader::new(text.as_bytes()).next().expect("a game").expect("well-formed");
        let game = PlayedGame::of(game, chess).expect("legal");
        let mut searcher = Searcher::new().expect("a small table");
        let mut annotated = Annotated::new(&game);
        for (ply, position) in game.positions() {
            let task = Task {
                place: "here".into(),
                variant: chess,
                game: position,
                played: Some(ply.mv.clone()),
                best: Vec::new(),
                avoid: Vec::new(),
                id: None,
            };
            let verdict = judge(&mut searcher, &Limits::depth(4), &task);
            annotated.add(&task, &verdict);
        }
        let text = annotated.finish().to_string();
        let (_, movetext) = text.split_once("\n\n").expect("tags before moves");
        movetext.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn scores_marks_and_better_lines_stand_beside_what_the_file_says() {
        let text = "[FEN \"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n{First} 1. Ra2 $6 \
                    {[%eval 0.1] [%clk 0:01:00] hm} (1. Ra7 {no}) {x} 1... h6 {fine} 2. Ra8+ *";
        let written = annotated(text);
        let rest = written.strip_prefix("{First} 1. Ra2 $6 $4 {[%eval ").expect(&written);
        let (score, rest) = rest.split_once("]}").expect(&written);
        assert!(score.parse::<f64>().is_ok(), "{written}");
        assert!(
            rest.starts_with(" {[%clk 0:01:00] hm} (1. Ra7 {no}) {x} (1. Ra8#) 1... h6 {[%eval "),
            "{written}"
        );
        assert!(rest.contains("]} {fine} 2. Ra8+ {[%eval "), "{written}");
    }

    #[test]
    fn a_score_is_for_white_and_a_mate_has_none() {
        let text = "[FEN \"4k3/8/8/8/8/7q/8/r3K3 w - - 0 1\"]\n\n1. Kf2 Ra2+ 2. Kg1 Qg2# 0-1";
        let written = annotated(text);
        let mates: Vec<_> = written.match_indices("[%eval #-").collect();
        assert!(
            !mates.is_empty() && written.contains("2. Kg1 {[%eval #-1]} 2... Qg2# 0-1"),
            "{written}"
        );
    }
}
