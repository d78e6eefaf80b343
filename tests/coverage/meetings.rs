//! Lines to the king that meet: two checks that one move answers, and moves that open a line and
//! close it again.

use super::{Coverage, Step};
use crate::oracle::facts::VariantFacts;
use crate::oracle::{Piece, State};
use crate::support::{Oracle, name, place};

/// The letters of pieces that capture behind exactly one piece: on all lines, and on diagonals
/// only.
const HOPPERS: [char; 2] = ['L', 'V'];

/// The events that the constructed positions of every such game must contain.
const REQUIRED: [&str; 12] = [
    "two checks answered en passant: by the pawn and by a hopper over it",
    "two checks answered en passant: along the passed cell and by a hopper over the pawn",
    "two checks not answered en passant",
    "a hopper's check over the passed pawn answered en passant",
    "a hopper's check answered en passant on the passed cell",
    "en passant opens a hopper's line and shuts it again",
    "en passant refused: a hopper is left with one hurdle",
    "en passant refused: the capturer becomes a hurdle",
    "two checks along one line answered by putting in a piece",
    "two checks answered by a hurdle that closes another line",
    "two checks answered by a hurdle that captures",
    "a move opens a hopper's line and shuts it again",
];

/// The further events of games in which a hopper captures along files and ranks too.
const ORTHOGONAL: [&str; 2] = [
    "en passant refused: the capturer is the next hurdle",
    "en passant refused: two of three hurdles vanish",
];

/// The further events of games with draughtsmen.
const SERIES: [&str; 4] = [
    "two checks answered by a series of captures",
    "a hopper's check answered by a series that takes the hurdle",
    "a series refused: a hopper is left with one hurdle",
    "a series opens a hopper's line and shuts it again",
];

/// Returns the events that the constructed positions of a variant must contain.
pub fn required(facts: &VariantFacts) -> Vec<String> {
    let has = |letter| facts.pieces.contains(letter);
    let orthogonal = ORTHOGONAL.iter().filter(|_| has('L'));
    let series = SERIES.iter().filter(|_| has('C'));
    REQUIRED.iter().chain(orthogonal).chain(series).map(ToString::to_string).collect()
}

/// A line from an enemy hopper to the mover's king, and the number of pieces between them.
struct Line {
    hopper: String,
    cells: Vec<String>,
    hurdles: usize,
}

impl Line {
    fn has(&self, cell: &str) -> bool {
        self.cells.iter().any(|on| on == cell)
    }

    fn hurdles_in(&self, oracle: &Oracle, s: &State) -> usize {
        self.cells.iter().filter(|cell| oracle.piece(s, cell).is_some()).count()
    }
}

/// Returns the cells between two cells of one rank, file or diagonal; `None` if they lie on none.
fn between(from: &str, to: &str) -> Option<Vec<String>> {
    let ((f, r), (g, q)) = (place(from), place(to));
    let (files, ranks) = (g - f, q - r);
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    let cell = |n| name(f + n * files.signum(), r + n * ranks.signum());
    is_straight.then(|| (1..length).map(cell).collect())
}

fn lines(oracle: &Oracle, s: &State, king: &str) -> Vec<Line> {
    let is_hopper = |piece: &Piece| piece.side != s.side && HOPPERS.contains(&piece.kind);
    let hoppers = (0..s.board.len()).filter_map(|cell| {
        let piece = s.board[cell].filter(is_hopper)?;
        Some((oracle.name(cell), piece.kind))
    });
    hoppers
        .filter_map(|(hopper, kind)| {
            let cells = between(&hopper, king)?;
            let (from, to) = (place(&hopper), place(king));
            let sees = kind == 'L' || (from.0 != to.0 && from.1 != to.1);
            let mut line = Line { hopper, cells, hurdles: 0 };
            line.hurdles = line.hurdles_in(oracle, s);
            sees.then_some(line)
        })
        .collect()
}

/// The mover's position, and the pieces and lines that threaten its king.
struct Scene<'a> {
    oracle: &'a Oracle,
    s: &'a State,
    king: String,
    checkers: Vec<String>,
    lines: Vec<Line>,
}

/// Counts the effects of moves on lines that meet.
pub fn watch(oracle: &Oracle, s: &State, steps: &[Step], coverage: &mut Coverage) {
    let king = oracle.king(s, s.side);
    let checkers = oracle.rules.captures_onto(s, &king, 1 - s.side);
    let lines = lines(oracle, s, &king);
    if lines.is_empty() {
        return;
    }
    let scene = Scene { oracle, s, king, checkers, lines };
    let others = steps.iter().filter(|step| step.piece.kind != 'K' && !step.castles);
    for step in others.filter(|step| !step.attempt.forbidden_by_duty) {
        if step.attempt.en_passant && step.piece.kind == 'P' {
            scene.watch_en_passant(step, coverage);
        } else if step.piece.kind == 'C' {
            scene.watch_series(step, coverage);
        } else if step.attempt.legal {
            scene.watch_move(step, coverage);
        }
    }
}

impl Scene<'_> {
    /// Returns the lines by which hoppers give check.
    fn checks(&self) -> impl Iterator<Item = &Line> {
        let gives = |line: &&Line| line.hurdles == 1 && self.checkers.contains(&line.hopper);
        self.lines.iter().filter(gives)
    }

    /// Returns whether a move leaves two hurdles on a line although one of them has gone.
    fn opens_and_shuts(&self, line: &Line, after: &State) -> bool {
        let changed = line.cells.iter().any(|cell| {
            self.oracle.piece(self.s, cell).is_some() && self.oracle.piece(after, cell).is_none()
        });
        line.hurdles == 2 && changed && line.hurdles_in(self.oracle, after) == 2
    }

    fn watch_en_passant(&self, step: &Step, coverage: &mut Coverage) {
        let (checks, legal) = (self.checkers.len(), step.attempt.legal);
        let victim = name(place(step.to).0, place(step.from).1);
        let over_pawn = self.checks().filter(|line| line.has(&victim)).count();
        if legal && checks > 1 {
            let pawn = self.checkers.contains(&victim);
            let is_slider = |checker: &&String| {
                !self.lines.iter().any(|line| line.hopper == **checker)
                    && self
                        .oracle
                        .piece(self.s, checker)
                        .is_some_and(|piece| "QRB".contains(piece.kind))
            };
            let along = self.checkers.iter().filter(is_slider).any(|checker| {
                between(checker, &self.king).is_some_and(|cells| cells.iter().any(|c| c == step.to))
            });
            let what = "two checks answered en passant:";
            let hopper = over_pawn > 0;
            coverage
                .note_if(pawn && hopper, &format!("{what} by the pawn and by a hopper over it"));
            coverage.note_if(
                along && hopper,
                &format!("{what} along the passed cell and by a hopper over the pawn"),
            );
        }
        coverage.note_if(!legal && checks > 1, "two checks not answered en passant");
        if legal && checks == 1 {
            let what = "a hopper's check over the passed pawn answered en passant";
            coverage.note_if(over_pawn > 0, what);
            let put_in = self.checks().any(|line| line.has(step.to) && !line.has(&victim));
            coverage.note_if(put_in, "a hopper's check answered en passant on the passed cell");
        }
        for line in &self.lines {
            let after = line.hurdles_in(self.oracle, &step.attempt.after);
            let opens = legal && self.opens_and_shuts(line, &step.attempt.after);
            coverage.note_if(opens, "en passant opens a hopper's line and shuts it again");
            let what = match line.hurdles {
                _ if legal || after != 1 => continue,
                0 => "the capturer becomes a hurdle",
                1 if line.has(step.to) && line.has(&victim) => "the capturer is the next hurdle",
                2 => "a hopper is left with one hurdle",
                3 => "two of three hurdles vanish",
                _ => continue,
            };
            coverage.note(format!("en passant refused: {what}"));
        }
    }

    fn watch_move(&self, step: &Step, coverage: &mut Coverage) {
        for line in &self.lines {
            let opens = self.opens_and_shuts(line, &step.attempt.after);
            coverage.note_if(opens, "a move opens a hopper's line and shuts it again");
        }
        if self.checkers.len() < 2 {
            return;
        }
        // On these boards two lines to the king share a cell only if they lie in one direction.
        let left = self.checks().any(|line| line.has(step.from) && !line.has(step.to));
        let is_closed = |checker: &&String| {
            let cells = between(checker, &self.king).unwrap_or_default();
            cells.iter().any(|cell| cell == step.to) && !cells.iter().any(|cell| cell == step.from)
        };
        let closed = self.checkers.iter().filter(is_closed).count();
        let captured = self.checkers.iter().any(|checker| checker == step.to);
        let what = "two checks along one line answered by putting in a piece";
        coverage.note_if(closed > 1, what);
        let both = left && closed > 0;
        coverage.note_if(both, "two checks answered by a hurdle that closes another line");
        let both = left && captured;
        coverage.note_if(both, "two checks answered by a hurdle that captures");
    }

    fn watch_series(&self, step: &Step, coverage: &mut Coverage) {
        let (s, after, legal) = (self.s, &step.attempt.after, step.attempt.legal);
        let men = |s: &State| {
            s.board.iter().flatten().filter(|piece| piece.side != step.piece.side).count()
        };
        if men(after) == men(s) {
            return;
        }
        let answers = legal && self.checkers.len() > 1;
        coverage.note_if(answers, "two checks answered by a series of captures");
        for line in &self.lines {
            let is_gone = |cell: &String| {
                self.oracle.piece(s, cell).is_some_and(|piece| piece.side != step.piece.side)
                    && self.oracle.piece(after, cell).is_none()
            };
            let takes = line.hurdles == 1 && line.cells.iter().any(is_gone);
            let alone = legal && self.checkers.len() == 1 && self.checkers[0] == line.hopper;
            let what = "a hopper's check answered by a series that takes the hurdle";
            coverage.note_if(takes && alone, what);
            let left = line.hurdles > 1 && line.hurdles_in(self.oracle, after) == 1;
            let stays =
                self.oracle.piece(after, &line.hopper) == self.oracle.piece(s, &line.hopper);
            let refused = !legal && left && stays;
            coverage.note_if(refused, "a series refused: a hopper is left with one hurdle");
            let opens = legal && self.opens_and_shuts(line, after);
            coverage.note_if(opens, "a series opens a hopper's line and shuts it again");
        }
    }
}
