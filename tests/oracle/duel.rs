//! The common rules of all games of two sides with one king each: a move is made first, and is
//! legal if the king cannot be captured then.

use super::draws::{self, Limits};
use super::grid::Grid;
use super::{Attempt, BLACK, Game, Outcome, Piece, State, WHITE};

/// A move that the pieces can make, whether the king is safe or not.
pub struct PseudoMove {
    /// Its UCI form.
    pub name: String,
    /// The position after it.
    pub after: State,
    /// Whether it captures en passant.
    pub en_passant: bool,
}

impl PseudoMove {
    /// Creates a move that is not en passant.
    pub fn new(name: String, after: State) -> PseudoMove {
        let en_passant = false;
        PseudoMove { name, after, en_passant }
    }
}

/// The points of a stalemate and of a perpetual check.
pub struct Scoring {
    /// The points of the stalemating side and of the stalemated one.
    pub stalemate: [u16; 2],
    /// The points of White and Black for a perpetual check by White, and by Black; `None` where it
    /// is a repetition like any other.
    pub perpetual: Option<[[u16; 2]; 2]>,
}

/// The scoring of chess: draws.
pub const DRAWS: Scoring = Scoring { stalemate: [50, 50], perpetual: None };

/// The rules in which one game of two sides differs from others.
pub trait Duel: Sync {
    /// Returns the board.
    fn grid(&self) -> &Grid;

    /// Returns the FEN of the start.
    fn array(&self) -> &str;

    /// Reads a FEN; [`Game::parse`] checks the kings.
    fn read(&self, fen: &str) -> Result<State, String>;

    /// Writes a FEN.
    fn write(&self, s: &State) -> String;

    /// Returns the cells where the piece on `from` could capture an enemy piece, if one stood
    /// there.
    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize>;

    /// Returns all moves of the side to move, legal or not; the same one may appear twice.
    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove>;

    /// Returns whether a rule other than the safety of the king forbids the move that leads from
    /// `s` to `after`.
    fn forbids(&self, _s: &State, _after: &State) -> bool {
        false
    }

    /// Returns the side that has won otherwise than by mate.
    fn goal(&self, _s: &State) -> Option<usize> {
        None
    }

    /// Returns whether the pieces on the board can never mate.
    fn insufficient(&self, s: &State) -> bool;

    /// Returns the points of draws.
    fn scoring(&self) -> Scoring {
        DRAWS
    }

    /// Returns the limits of a game without progress.
    fn limits(&self) -> Limits {
        draws::USUAL
    }

    /// Returns the passed cell if it makes a difference between two positions: by default, if a
    /// legal move captures en passant.
    fn passed(&self, s: &State) -> Option<usize> {
        let usable = |t: &PseudoMove| t.en_passant && lawful(self, s, &t.after);
        s.passed.filter(|_| self.pseudo_moves(s).iter().any(usable))
    }
}

/// Returns the pieces of `side`, with their cells.
pub fn pieces_of(board: &[Option<Piece>], side: usize) -> impl Iterator<Item = (usize, Piece)> {
    let pieces = board.iter().enumerate();
    pieces.filter_map(move |(cell, piece)| {
        piece.filter(|piece| piece.side == side).map(|piece| (cell, piece))
    })
}

/// Returns the cells and kinds of all pieces except the kings.
pub fn non_kings(board: &[Option<Piece>]) -> Vec<(usize, char)> {
    let pieces = board.iter().enumerate();
    let pieces = pieces.filter_map(|(cell, piece)| piece.map(|piece| (cell, piece.kind)));
    pieces.filter(|&(_, kind)| kind != 'K').collect()
}

/// Returns a move from one cell to another that changes nothing else.
pub fn plain(grid: &Grid, s: &State, from: usize, to: usize) -> PseudoMove {
    let name = format!("{}{}", grid.name(from), grid.name(to));
    let kind = s.board[from].expect("a piece stands there").kind;
    PseudoMove::new(name, s.after(from, to, kind))
}

/// Returns the side that is not `side`.
pub fn other(side: usize) -> usize {
    if side == WHITE { BLACK } else { WHITE }
}

/// Returns whether a piece of `by` could capture on `cell`.
pub fn attacked<D: Duel + ?Sized>(
    duel: &D,
    board: &[Option<Piece>],
    cell: usize,
    by: usize,
) -> bool {
    pieces_of(board, by).any(|(from, _)| duel.attacks(board, from).contains(&cell))
}

/// Returns whether the enemy could capture the king of `side`.
pub fn capturable<D: Duel + ?Sized>(duel: &D, board: &[Option<Piece>], side: usize) -> bool {
    pieces_of(board, side)
        .filter(|(_, piece)| piece.kind == 'K')
        .any(|(king, _)| attacked(duel, board, king, other(side)))
}

/// Returns whether the move that leads from `s` to `after` is legal.
fn lawful<D: Duel + ?Sized>(duel: &D, s: &State, after: &State) -> bool {
    !capturable(duel, &after.board, s.side) && !duel.forbids(s, after)
}

impl State {
    /// Returns the position after the piece on `from` has moved to `to` and become a piece of
    /// `kind`.
    ///
    /// It captures a piece on `to`, passes the turn and counts. The caller adds all other effects.
    pub(super) fn after(&self, from: usize, to: usize, kind: char) -> State {
        let mut next = self.clone();
        let mover = next.board[from].take().expect("a piece stands there");
        let captured = next.board[to].replace(Piece { kind, ..mover });
        next.passed = None;
        next.halfmove = if captured.is_some() || matches!(mover.kind, 'P' | 'X') {
            0
        } else {
            self.halfmove + 1
        };
        if self.side == BLACK {
            next.fullmove += 1;
        }
        next.side = other(self.side);
        next
    }
}

/// Returns the points of a win for `side`.
fn win(side: usize) -> [u16; 2] {
    if side == WHITE { [100, 0] } else { [0, 100] }
}

/// Returns the end of a game in which the side to move has no legal move.
pub fn without_moves(side: usize, checked: bool, scoring: &Scoring) -> Outcome {
    if checked {
        return Outcome { reason: "checkmate", points: win(other(side)) };
    }
    let [stalemating, stalemated] = scoring.stalemate;
    let mut points = [stalemating; 2];
    points[side] = stalemated;
    Outcome { reason: "stalemate", points }
}

/// Returns the end of a game by repetition or by the count of quiet moves.
pub fn drawn(
    line: &[State],
    scoring: &Scoring,
    limits: &Limits,
    passed: impl Fn(&State) -> Option<usize>,
    checked: impl Fn(&State) -> bool,
) -> Option<Outcome> {
    let now = line.last()?;
    if let Some(times) = limits.occurrences
        && let Some(first) = draws::repeated(line, times, passed)
    {
        let usual = limits.repetition[now.side];
        return Some(match (scoring.perpetual, draws::forcing(&line[first..], checked)) {
            (Some(points), Some(side)) if points[side] != usual => {
                Outcome { reason: "perpetual-check", points: points[side] }
            }
            _ if times == 3 => Outcome { reason: "threefold", points: usual },
            _ => Outcome { reason: "repetition", points: usual },
        });
    }
    let most = limits.quiet_plies.filter(|most| now.halfmove >= *most)?;
    let reason = if most == 100 { "fifty-moves" } else { "no-progress" };
    Some(Outcome { reason, points: limits.no_progress[now.side] })
}

impl<D: Duel> Game for D {
    fn start(&self) -> &str {
        self.array()
    }

    fn parse(&self, fen: &str) -> Result<State, String> {
        let s = self.read(fen)?;
        for side in [WHITE, BLACK] {
            let kings = pieces_of(&s.board, side).filter(|(_, piece)| piece.kind == 'K');
            if kings.count() != 1 {
                return Err("each side needs exactly one king".into());
            }
        }
        if capturable(self, &s.board, other(s.side)) {
            return Err("the side to move could capture the king".into());
        }
        Ok(s)
    }

    fn fen(&self, s: &State) -> String {
        self.write(s)
    }

    fn moves(&self, s: &State) -> Vec<String> {
        let legal = self.attempts(s).into_iter().filter(|attempt| attempt.legal);
        legal.map(|attempt| attempt.name).collect()
    }

    fn attempts(&self, s: &State) -> Vec<Attempt> {
        if self.goal(s).is_some() {
            return Vec::new();
        }
        let mut pseudo_moves = self.pseudo_moves(s);
        pseudo_moves.sort_by(|a, b| a.name.cmp(&b.name));
        pseudo_moves.dedup_by(|a, b| a.name == b.name);
        let judged = |t: PseudoMove| {
            let legal = lawful(self, s, &t.after);
            Attempt {
                name: t.name,
                after: t.after,
                en_passant: t.en_passant,
                legal,
                forbidden_by_duty: false,
            }
        };
        pseudo_moves.into_iter().map(judged).collect()
    }

    fn play(&self, s: &State, mv: &str) -> State {
        let pseudo_moves = self.pseudo_moves(s);
        let found = pseudo_moves.into_iter().find(|t| t.name == mv);
        let found = found.unwrap_or_else(|| panic!("no move {mv} in {}", self.write(s)));
        assert!(
            self.goal(s).is_none() && lawful(self, s, &found.after),
            "{mv} is not legal in {}",
            self.write(s)
        );
        found.after
    }

    fn checked(&self, s: &State) -> bool {
        capturable(self, &s.board, s.side)
    }

    fn captures_onto(&self, s: &State, cell: &str, side: usize) -> Vec<String> {
        let grid = self.grid();
        let cell = grid.cell(cell).expect("the cell is on the board");
        let mut names: Vec<String> = pieces_of(&s.board, side)
            .filter(|&(from, _)| self.attacks(&s.board, from).contains(&cell))
            .map(|(from, _)| grid.name(from).to_string())
            .collect();
        names.sort();
        names
    }

    fn outcome(&self, line: &[State]) -> Option<Outcome> {
        let now = line.last()?;
        if let Some(winner) = self.goal(now) {
            return Some(Outcome { reason: "goal", points: win(winner) });
        }
        if self.moves(now).is_empty() {
            return Some(without_moves(now.side, self.checked(now), &self.scoring()));
        }
        if self.insufficient(now) {
            return Some(Outcome { reason: "insufficient-material", points: [50, 50] });
        }
        drawn(line, &self.scoring(), &self.limits(), |s| self.passed(s), |s| self.checked(s))
    }

    fn cells(&self) -> Vec<String> {
        let grid = self.grid();
        grid.cells().map(|cell| grid.name(cell).to_string()).collect()
    }
}
