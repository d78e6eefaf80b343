//! Rollerball: a 7x7 ring on which all pieces but the kings run clockwise.

use super::duel::{self, Duel, PseudoMove};
use super::facts::{USUAL, VariantFacts};
use super::grid::Grid;
use super::square::{self, BISHOP, QUEEN, ROOK, Step};
use super::{BLACK, Piece, State, WHITE, fen};

const START: &str = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - 0 1";

/// The board, rank 7 first; the arrow on each cell is its forward direction.
const ARROWS: [&str; 7] =
    [">>>>>>v", "^>>>>vv", "^^***vv", "^^***vv", "^^***vv", "^^<<<<v", "^<<<<<<"];

/// The corners of the outer ring, where a rook may rebound.
const CORNERS: [&str; 4] = ["a1", "a7", "g7", "g1"];

/// The cells where a rook may slide sideways, and the directions.
const SIDE_SLIDES: [(&str, Step); 4] =
    [("b1", (0, 1)), ("a6", (1, 0)), ("f7", (0, -1)), ("g2", (-1, 0))];

/// The kinds to which a pawn may promote.
const PROMOTIONS: &str = "RB";

/// The cells that matter to a side's king and pawns.
struct Seat {
    /// The letter of the lap in a FEN.
    lap: char,
    /// The start of the enemy king, which is the goal.
    goal: &'static str,
    /// The start of the enemy pawns, where the own pawns promote.
    promotion: [&'static str; 2],
    /// The cells before and behind the start line, for a king that runs clockwise.
    line: [[&'static str; 2]; 2],
}

const SEATS: [Seat; 2] = [
    Seat { lap: 'K', goal: "d6", promotion: ["e6", "e7"], line: [["d1", "d2"], ["c1", "c2"]] },
    Seat { lap: 'k', goal: "d2", promotion: ["c1", "c2"], line: [["d6", "d7"], ["e6", "e7"]] },
];

/// The facts of Rollerball.
pub const FACTS: VariantFacts = VariantFacts {
    variant: "rollerball",
    pieces: "RRBBPP",
    castlings: &[],
    en_passant: None,
    double_files: 0,
    laps: "Kk",
    promotions: "rb",
    endings: &["checkmate", "stalemate", "goal", "threefold", "fifty-moves"],
    extent: USUAL,
};

/// The rules of Rollerball.
pub struct Rollerball {
    grid: Grid,
    /// The forward direction of every cell.
    forward: Vec<Step>,
}

impl Rollerball {
    /// Creates the rules.
    pub fn new() -> Rollerball {
        let arrows = ARROWS.iter().rev().flat_map(|row| row.chars());
        let forward = arrows.map(|arrow| match arrow {
            '^' => (0, 1),
            '>' => (1, 0),
            'v' => (0, -1),
            '<' => (-1, 0),
            _ => (0, 0),
        });
        Rollerball { grid: Grid::drawn(&ARROWS), forward: forward.collect() }
    }

    /// Walks from `from` until the edge or a piece, and adds every cell on the way. Returns the
    /// last cell if it is empty and no piece has stopped the walk.
    fn walk(
        &self,
        board: &[Option<Piece>],
        from: usize,
        step: Step,
        reached: &mut Vec<usize>,
    ) -> Option<usize> {
        let mut at = from;
        while let Some(next) = self.grid.step(at, step) {
            reached.push(next);
            if board[next].is_some() {
                return None;
            }
            at = next;
        }
        Some(at)
    }

    fn rook(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        let forward = self.forward[from];
        let mut reached = Vec::new();
        let end = self.walk(board, from, forward, &mut reached);
        if let Some(corner) = end.filter(|&end| end != from && self.is_any(end, &CORNERS)) {
            self.walk(board, corner, self.forward[corner], &mut reached);
        }
        for step in ROOK {
            if SIDE_SLIDES.contains(&(self.grid.name(from), step)) {
                self.walk(board, from, step, &mut reached);
            } else if step != forward {
                reached.extend(self.grid.step(from, step));
            }
        }
        reached
    }

    fn bishop(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        for step in BISHOP {
            if !self.leads_forward(from, step) {
                reached.extend(self.grid.step(from, step));
                continue;
            }
            let end = self.walk(board, from, step, &mut reached);
            if let Some(wall) = end.filter(|&end| end != from)
                && let Some(rebound) = self.rebound(wall, step)
            {
                self.walk(board, wall, rebound, &mut reached);
            }
        }
        reached
    }

    /// Returns the direction in which a bishop goes on from `wall` when the next cell along `step`
    /// does not exist.
    fn rebound(&self, wall: usize, (files, ranks): Step) -> Option<Step> {
        let beside = self.grid.step(wall, (files, 0)).is_some();
        let above = self.grid.step(wall, (0, ranks)).is_some();
        match (beside, above) {
            (false, true) => Some((-files, ranks)),
            (true, false) => Some((files, -ranks)),
            // The bishop hits a corner of the hole, and takes the direction that leads forward.
            (true, true) => [(-files, ranks), (files, -ranks)]
                .into_iter()
                .find(|&step| self.leads_forward(wall, step)),
            (false, false) => None,
        }
    }

    /// Returns whether a step has a part along the forward direction of this cell.
    fn leads_forward(&self, cell: usize, step: Step) -> bool {
        let forward = self.forward[cell];
        forward.0 * step.0 + forward.1 * step.1 > 0
    }

    fn pawn(&self, from: usize) -> Vec<usize> {
        let forward = QUEEN.into_iter().filter(|&step| self.leads_forward(from, step));
        forward.filter_map(|step| self.grid.step(from, step)).collect()
    }

    /// Returns whether the cell has one of these names.
    fn is_any(&self, cell: usize, names: &[&str]) -> bool {
        names.contains(&self.grid.name(cell))
    }

    /// Sets or clears the lap of the mover, whose king went from `from` to `to`.
    fn count_lap(&self, s: &mut State, mover: usize, from: usize, to: usize) {
        let [before, behind] = &SEATS[mover].line;
        let mut set = SEATS.map(|seat| s.rights.contains(seat.lap));
        if self.is_any(from, before) && self.is_any(to, behind) {
            set[mover] = true;
        } else if self.is_any(from, behind) && self.is_any(to, before) {
            set[mover] = false;
        }
        let laps = SEATS.iter().zip(set).filter(|(_, set)| *set);
        s.rights = laps.map(|(seat, _)| seat.lap).collect();
    }
}

impl Duel for Rollerball {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn array(&self) -> &'static str {
        START
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        let [board, side, laps, halfmove, fullmove] = fen::fields::<5>(fen)?;
        let s = State {
            board: self.grid.read(board, "KRBP")?,
            side: fen::side(side)?,
            rights: fen::rights(laps, "Kk")?,
            passed: None,
            halfmove: fen::counter(halfmove)?,
            fullmove: fen::counter(fullmove)?,
        };
        for side in [WHITE, BLACK] {
            let mut pawns = duel::pieces_of(&s.board, side).filter(|(_, piece)| piece.kind == 'P');
            if pawns.any(|(cell, _)| self.is_any(cell, &SEATS[side].promotion)) {
                return Err("a pawn where it should have promoted".into());
            }
        }
        Ok(s)
    }

    fn write(&self, s: &State) -> String {
        format!(
            "{} {} {} {} {}",
            self.grid.write(&s.board),
            fen::side_letter(s.side),
            fen::or_dash(&s.rights),
            s.halfmove,
            s.fullmove
        )
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        match board[from].map(|piece| piece.kind) {
            None => Vec::new(),
            Some('K') => square::leaps(&self.grid, from, &QUEEN),
            Some('R') => self.rook(board, from),
            Some('B') => self.bishop(board, from),
            Some('P') => self.pawn(from),
            Some(kind) => unreachable!("no piece {kind}"),
        }
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        let mut all = Vec::new();
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            for to in self.attacks(&s.board, from) {
                if s.board[to].is_some_and(|other| other.side == s.side) {
                    continue;
                }
                let mut t = duel::plain(&self.grid, s, from, to);
                if piece.kind == 'P' && self.is_any(to, &SEATS[s.side].promotion) {
                    for kind in PROMOTIONS.chars() {
                        let name = format!("{}{}", t.name, kind.to_ascii_lowercase());
                        all.push(PseudoMove::new(name, s.after(from, to, kind)));
                    }
                    continue;
                }
                if piece.kind == 'K' {
                    self.count_lap(&mut t.after, s.side, from, to);
                }
                all.push(t);
            }
        }
        all
    }

    /// Returns the side whose king stands on its goal and came there clockwise.
    fn goal(&self, s: &State) -> Option<usize> {
        [WHITE, BLACK].into_iter().find(|&side| {
            let goal = self.grid.cell(SEATS[side].goal).expect("the goal is on the board");
            s.rights.contains(SEATS[side].lap) && s.board[goal] == Some(Piece { side, kind: 'K' })
        })
    }

    /// Returns `false`: a lone king can still reach its goal.
    fn insufficient(&self, _s: &State) -> bool {
        false
    }
}
