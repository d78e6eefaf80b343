//! The Ordinary Variant with its draughtsmen, from docs/rules/ordinary.md.
//!
//! The other pieces are those of [`Ordinary`]. The oracle walks every series of jumps in full. The
//! duties to capture draughtsmen are in [`super::duties`].

use std::collections::BTreeMap;

use super::castling::{self, Castling};
use super::duel::{self, Duel, PseudoMove};
use super::grid::Grid;
use super::ordinary::{Ordinary, PIECES};
use super::series::{DRAUGHTSMAN, Jump, Series, SeriesSoFar, Stop};
use super::square::{self, QUEEN};
use super::{Attempt, BLACK, Game, Outcome, Piece, State, WHITE, fen};

/// The number of pieces of each side at the start: twelve officers, twelve pawns and four
/// draughtsmen (2).
const ARMY: usize = 28;
const START: &str = "rnbtqmlktbnr/pppppppppppp/1c2c2c2c1/12/12/12/12/1C2C2C2C1/PPPPPPPPPPPP/\
                     RNBTQMLKTBNR w KQkq - 0 1";

/// The rules.
pub struct DraughtsRules {
    pieces: Ordinary,
}

/// A move that a piece can make. Two paths of a draughtsman with the same result are one move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its canonical text.
    pub name: String,
    /// The kind of the moving piece.
    pub kind: char,
    /// The position after it.
    pub after: State,
    /// Whether its canonical path captures en passant.
    pub en_passant: bool,
    /// The cells of the captured pieces, in order.
    pub taken: Vec<usize>,
    /// All series of this move, if a draughtsman jumps; the canonical one is first.
    pub paths: Vec<Series>,
    /// Whether the king is safe after it.
    pub safe: bool,
    /// Whether the king is safe after it and no duty forbids it.
    pub legal: bool,
}

impl DraughtsRules {
    /// Creates the rules.
    pub fn new() -> DraughtsRules {
        DraughtsRules { pieces: Ordinary::new() }
    }

    /// Returns the board.
    pub fn grid(&self) -> &Grid {
        self.pieces.grid()
    }

    /// Returns the jumps of the shortest series by which the draughtsman on `from` could capture
    /// the piece on `target`; `passed` is its side's right to capture en passant (C8).
    pub fn threat(
        &self,
        board: &[Option<Piece>],
        passed: Option<usize>,
        from: usize,
        target: usize,
    ) -> Option<Vec<Jump>> {
        let so_far = SeriesSoFar::new(self.grid(), board, from, passed);
        so_far.shortest(|jump| jump.captured == Some(target))
    }

    /// Returns the pieces of `by` that could capture an enemy piece on `target`.
    pub fn captors(
        &self,
        board: &[Option<Piece>],
        passed: Option<usize>,
        target: usize,
        by: usize,
    ) -> Vec<usize> {
        let captures = |from: usize, piece: Piece| match piece.kind {
            DRAUGHTSMAN => self.threat(board, passed, from, target).is_some(),
            _ => self.pieces.attacks(board, from).contains(&target),
        };
        let pieces = duel::pieces_of(board, by).filter(|&(from, piece)| captures(from, piece));
        pieces.map(|(from, _)| from).collect()
    }

    /// Returns whether the enemy could capture the king of `side`; `passed` is the enemy's right to
    /// capture en passant.
    fn capturable(&self, board: &[Option<Piece>], passed: Option<usize>, side: usize) -> bool {
        let king = board.iter().position(|piece| *piece == Some(Piece { side, kind: 'K' }));
        king.is_some_and(|king| !self.captors(board, passed, king, duel::other(side)).is_empty())
    }

    /// Returns whether the enemy could capture the king of the side that has just moved.
    fn exposes_king(&self, after: &State) -> bool {
        self.capturable(&after.board, after.passed, duel::other(after.side))
    }

    /// Returns whether the enemy could capture the king on `cell`, its home being empty (K2).
    pub fn catches(&self, s: &State, castling: &Castling, cell: usize) -> bool {
        let mut board = s.board.clone();
        let king = board[castling.king[0]].take();
        board[cell] = king;
        self.capturable(&board, None, s.side)
    }

    /// Returns the castlings of both sides.
    pub fn castlings(&self) -> &[Castling] {
        &self.pieces.castlings
    }

    /// Returns the position after a series that ends here.
    fn landed(&self, s: &State, so_far: &SeriesSoFar) -> State {
        let mut after = s.after(so_far.from, so_far.at(), DRAUGHTSMAN);
        for cell in so_far.captured() {
            after.board[cell] = None;
            after.halfmove = 0;
        }
        castling::forfeit(&self.pieces.castlings, &mut after);
        after
    }

    /// Returns all complete series that begin like this one and obey C5, whether the king is safe
    /// or not.
    fn completions(&self, s: &State, so_far: &SeriesSoFar) -> Vec<Series> {
        let begun = !so_far.jumps.is_empty();
        let (mut onto_draughtsmen, mut others) = (Vec::new(), Vec::new());
        if begun {
            let after = self.landed(s, so_far);
            let safe = !self.exposes_king(&after);
            let (path, jumps) = (so_far.path(), so_far.jumps.clone());
            others.push(Series { path, jumps, stops: Vec::new(), after, safe });
        }
        for jump in so_far.next_jumps() {
            let found = self.completions(s, &so_far.and(jump));
            if begun && so_far.takes_draughtsman(&jump) {
                onto_draughtsmen.extend(found);
            } else {
                others.extend(found);
            }
        }
        let any_safe = |all: &[Series]| all.iter().any(|series| series.safe);
        let bound = any_safe(&onto_draughtsmen);
        let stop = match bound {
            true if any_safe(&others) => Stop::Bound,
            false if !onto_draughtsmen.is_empty() => Stop::Void,
            _ => Stop::Free,
        };
        let mut all = onto_draughtsmen;
        if !bound {
            all.extend(others);
        }
        for series in all.iter_mut().filter(|_| begun) {
            series.stops.insert(0, stop);
        }
        all
    }

    /// Returns the moves by jumps of the draughtsman on `from`.
    fn series(&self, s: &State, from: usize) -> Vec<Candidate> {
        let so_far = SeriesSoFar::new(self.grid(), &s.board, from, s.passed);
        let mut moves: BTreeMap<_, Vec<Series>> = BTreeMap::new();
        for series in self.completions(s, &so_far) {
            let to = series.path.last().copied();
            moves.entry((to, taken(s, &series.after))).or_default().push(series);
        }
        let candidate = |(_, taken): (Option<usize>, Vec<usize>), mut paths: Vec<Series>| {
            paths.sort_by(|a, b| (a.path.len(), &a.path).cmp(&(b.path.len(), &b.path)));
            let Series { after, safe, jumps, path, .. } = paths[0].clone();
            let en_passant = jumps.iter().any(|jump| jump.en_passant);
            let (name, kind, legal) = (self.text(&path), DRAUGHTSMAN, safe);
            Candidate { name, kind, after, en_passant, taken, paths, safe, legal }
        };
        moves.into_iter().map(|(identity, paths)| candidate(identity, paths)).collect()
    }

    fn text(&self, path: &[usize]) -> String {
        path.iter().map(|&cell| self.grid().name(cell)).collect()
    }

    /// Returns a draughtsman's steps (C1).
    fn steps(&self, s: &State, from: usize) -> Vec<PseudoMove> {
        let grid = self.grid();
        let cells = square::leaps(grid, from, &QUEEN).into_iter();
        let free = cells.filter(|&to| s.board[to].is_none());
        free.map(|to| duel::plain(grid, s, from, to)).collect()
    }

    /// Returns all moves of the pieces, legal or not. A legal one leaves the king safe.
    pub fn candidates(&self, s: &State) -> Vec<Candidate> {
        let (mut pseudo_moves, mut all): (Vec<(char, PseudoMove)>, Vec<Candidate>) =
            (Vec::new(), Vec::new());
        for (from, piece) in duel::pieces_of(&s.board, s.side) {
            let of_piece = if piece.kind == DRAUGHTSMAN {
                all.extend(self.series(s, from));
                self.steps(s, from)
            } else {
                self.pieces.pseudo_moves_of(s, from, piece.kind)
            };
            pseudo_moves.extend(of_piece.into_iter().map(|t| (piece.kind, t)));
        }
        let castlings = &self.pieces.castlings;
        let castled = castling::pseudo_moves(self.grid(), castlings, s, |castling, cell| {
            self.catches(s, castling, cell)
        });
        pseudo_moves.extend(castled.into_iter().map(|t| ('K', t)));
        all.extend(pseudo_moves.into_iter().map(
            |(kind, PseudoMove { name, mut after, en_passant })| {
                castling::forfeit(castlings, &mut after);
                let safe = !self.exposes_king(&after);
                let (taken, paths, legal) = (taken(s, &after), Vec::new(), safe);
                Candidate { name, kind, after, en_passant, taken, paths, safe, legal }
            },
        ));
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Returns all texts of legal moves, each with the canonical text of its move.
    ///
    /// The quiet jumps of a series never come back to a square.
    pub fn paths(&self, s: &State) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for candidate in self.judge(s).candidates.into_iter().filter(|candidate| candidate.legal) {
            all.extend(
                candidate
                    .paths
                    .iter()
                    .map(|series| (self.text(&series.path), candidate.name.clone())),
            );
            if candidate.paths.is_empty() {
                all.push((candidate.name.clone(), candidate.name));
            }
        }
        all
    }

    /// Returns the passed cell, if a capture over it exists; king safety and C5 do not count (N4).
    pub fn passed(&self, s: &State) -> Option<usize> {
        let grid = self.grid();
        let over = |passed: usize| {
            duel::pieces_of(&s.board, s.side).any(|(from, piece)| match piece.kind {
                'P' => square::pawn_attacks(grid, from, s.side).contains(&passed),
                DRAUGHTSMAN => {
                    let so_far = SeriesSoFar::new(grid, &s.board, from, s.passed);
                    so_far.shortest(|jump| jump.en_passant).is_some()
                }
                _ => false,
            })
        };
        s.passed.filter(|&passed| over(passed))
    }
}

/// Returns the cells of the enemy pieces that a move has captured.
fn taken(s: &State, after: &State) -> Vec<usize> {
    let gone = |&(cell, piece): &(usize, Piece)| after.board[cell] != Some(piece);
    duel::pieces_of(&s.board, duel::other(s.side)).filter(gone).map(|(cell, _)| cell).collect()
}

impl Game for DraughtsRules {
    fn start(&self) -> &str {
        START
    }

    fn parse(&self, fen: &str) -> Result<State, String> {
        let s = self.pieces.read_pieces(fen, &format!("{PIECES}{DRAUGHTSMAN}"))?;
        for side in [WHITE, BLACK] {
            let king = Some(Piece { side, kind: 'K' });
            if s.board.iter().filter(|piece| **piece == king).count() != 1 {
                return Err("each side needs exactly one king".into());
            }
            let own = s.board.iter().flatten().filter(|piece| piece.side == side);
            if own.count() > ARMY {
                return Err("more pieces than at the start".into());
            }
        }
        if self.exposes_king(&s) {
            return Err("the side to move could capture the king".into());
        }
        Ok(s)
    }

    fn fen(&self, s: &State) -> String {
        fen::write(self.grid(), s)
    }

    fn moves(&self, s: &State) -> Vec<String> {
        let legal = self.judge(s).candidates.into_iter().filter(|candidate| candidate.legal);
        legal.map(|candidate| candidate.name).collect()
    }

    fn attempts(&self, s: &State) -> Vec<Attempt> {
        let attempt = |candidate: Candidate| Attempt {
            name: candidate.name,
            after: candidate.after,
            en_passant: candidate.en_passant,
            legal: candidate.legal,
            forbidden_by_duty: candidate.safe && !candidate.legal,
        };
        self.judge(s).candidates.into_iter().map(attempt).collect()
    }

    fn play(&self, s: &State, mv: &str) -> State {
        let found = self
            .judge(s)
            .candidates
            .into_iter()
            .find(|candidate| candidate.name == mv && candidate.legal);
        found.unwrap_or_else(|| panic!("no legal move {mv} in {}", self.fen(s))).after
    }

    fn checked(&self, s: &State) -> bool {
        self.capturable(&s.board, None, s.side)
    }

    fn captures_onto(&self, s: &State, cell: &str, side: usize) -> Vec<String> {
        let grid = self.grid();
        let cell = grid.cell(cell).expect("the cell is on the board");
        let mut board = s.board.clone();
        board[cell] = Some(Piece { side: duel::other(side), kind: 'M' });
        let captors = self.captors(&board, None, cell, side).into_iter();
        let mut names: Vec<String> = captors.map(|from| grid.name(from).to_string()).collect();
        names.sort();
        names
    }

    fn outcome(&self, line: &[State]) -> Option<Outcome> {
        let now = line.last()?;
        let scoring = self.pieces.scoring();
        if self.moves(now).is_empty() {
            return Some(duel::without_moves(now.side, self.checked(now), &scoring));
        }
        if self.pieces.insufficient(now) {
            return Some(Outcome { reason: "insufficient-material", points: [50, 50] });
        }
        duel::drawn(line, &scoring, &self.pieces.limits(), |s| self.passed(s), |s| self.checked(s))
    }

    fn cells(&self) -> Vec<String> {
        let grid = self.grid();
        grid.cells().map(|cell| grid.name(cell).to_string()).collect()
    }
}
