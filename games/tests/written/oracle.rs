//! A slow generator for games of any pieces on a board of squares, written from docs/games.md:
//! pieces walk step by step, and a move is legal if no enemy piece could capture the king after it.
//! It shares only the names of cells and moves with the engine.

use std::collections::{BTreeMap, BTreeSet};

/// A square: file and rank from 0.
pub type Square = (i32, i32);

/// The mode of a way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Both,
    Move,
    Take,
}

/// A way of White's pieces: its step, and the most steps.
#[derive(Clone, Copy)]
pub struct Way {
    pub by: (i32, i32),
    pub most: i32,
    pub mode: Mode,
}

/// A kind of pieces, as White has it. Black's kind is upside down.
#[derive(Clone, Default)]
pub struct Kind {
    pub ways: Vec<Way>,
    pub is_pawn: bool,
    /// The squares where it makes several single steps at once, and the most steps.
    pub starts: BTreeSet<Square>,
    pub most: i32,
    pub takes_in_passing: bool,
    pub promotes_on: BTreeSet<Square>,
    pub declines_on: BTreeSet<Square>,
    /// The kinds to which White's and Black's pieces promote.
    pub becomes: [&'static str; 2],
    pub closed: BTreeSet<Square>,
}

/// A castling of White's; Black's is upside down.
pub struct Castling {
    pub right: char,
    pub king: (Square, Square),
    pub rook: (Square, Square),
    pub between: Vec<Square>,
    pub safe: Vec<Square>,
}

/// A game.
pub struct Rules {
    pub size: (i32, i32),
    pub kinds: BTreeMap<char, Kind>,
    pub castlings: Vec<Castling>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub board: BTreeMap<Square, (usize, char)>,
    pub turn: usize,
    /// The squares that a pawn has just passed over, and the pawn's square.
    pub passed: Option<(BTreeSet<Square>, Square)>,
    pub rights: BTreeSet<char>,
}

pub fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Returns the letter of a side's right.
fn right_of(side: usize, right: char) -> char {
    if side == 0 { right } else { right.to_ascii_lowercase() }
}

impl Rules {
    /// Returns a square as a side sees it.
    fn seen(&self, side: usize, (file, rank): Square) -> Square {
        if side == 0 { (file, rank) } else { (file, self.size.1 - 1 - rank) }
    }

    fn has(&self, (file, rank): Square) -> bool {
        (0..self.size.0).contains(&file) && (0..self.size.1).contains(&rank)
    }

    /// Returns whether a side's piece never goes to a square, even to promote.
    fn is_barred(&self, (side, letter): (usize, char), square: Square) -> bool {
        let (kind, at) = (&self.kinds[&letter], self.seen(side, square));
        kind.closed.contains(&at) && !kind.promotes_on.contains(&at)
    }

    /// Returns whether a side's piece may stand on a square, which excludes squares where a pawn
    /// must promote.
    pub fn may_stand(&self, piece @ (side, letter): (usize, char), square: Square) -> bool {
        let (kind, at) = (&self.kinds[&letter], self.seen(side, square));
        let must = kind.is_pawn
            && kind.promotes_on.contains(&at)
            && !kind.declines_on.contains(&at)
            && !kind.becomes[side].is_empty();
        !self.is_barred(piece, square) && !kind.closed.contains(&at) && !must
    }

    /// Returns the empty squares of a way, and the next one.
    fn walk(&self, s: &State, side: usize, from: Square, way: Way, most: i32) -> Vec<Square> {
        let mut squares = Vec::new();
        let up = if side == 0 { 1 } else { -1 };
        for step in 1..=most {
            let to = (from.0 + way.by.0 * step, from.1 + way.by.1 * step * up);
            if !self.has(to) {
                break;
            }
            squares.push(to);
            if s.board.contains_key(&to) {
                break;
            }
        }
        squares
    }

    /// Returns the squares that a piece attacks.
    fn attacked(&self, s: &State, from: Square) -> Vec<Square> {
        let piece @ (side, letter) = s.board[&from];
        let ways = self.kinds[&letter].ways.iter().filter(|way| way.mode != Mode::Move);
        let squares = ways.flat_map(|way| self.walk(s, side, from, *way, way.most));
        squares.filter(|to| !self.is_barred(piece, *to)).collect()
    }

    /// Returns whether the king of a side is en prise.
    pub fn is_exposed(&self, s: &State, side: usize) -> bool {
        let king = s.board.iter().find(|(_, piece)| **piece == (side, 'K'));
        let king = *king.expect("there is a king").0;
        let mut enemies = s.board.iter().filter(|(_, piece)| piece.0 != side);
        enemies.any(|(from, _)| self.attacked(s, *from).contains(&king))
    }

    /// Returns the rights that remain after moves from or to these squares.
    fn kept(&self, s: &State, squares: &[Square]) -> BTreeSet<char> {
        let mut rights = s.rights.clone();
        for it in &self.castlings {
            for side in 0..2 {
                let homes = [it.king.0, it.rook.0].map(|home| self.seen(side, home));
                if homes.iter().any(|home| squares.contains(home)) {
                    rights.remove(&right_of(side, it.right));
                }
            }
        }
        rights
    }

    /// Returns the positions after a move and its capture, one for each kind that the piece may
    /// become there, with the letter of the move.
    fn ends(&self, s: &State, from: Square, to: Square, taken: Square) -> Vec<(String, State)> {
        let piece @ (side, letter) = s.board[&from];
        let (kind, seen) = (&self.kinds[&letter], self.seen(side, to));
        let rights = self.kept(s, &[from, to]);
        let mut next = State { board: s.board.clone(), turn: 1 - s.turn, passed: None, rights };
        next.board.remove(&taken);
        next.board.remove(&from);
        let choices = if kind.promotes_on.contains(&seen) { kind.becomes[side] } else { "" };
        let mut all = Vec::new();
        for choice in choices.chars() {
            if !self.kinds[&choice].closed.contains(&seen) {
                let mut next = next.clone();
                next.board.insert(to, (side, choice));
                all.push((choice.to_ascii_lowercase().to_string(), next));
            }
        }
        let stays = choices.is_empty() || kind.declines_on.contains(&seen);
        if stays && !kind.closed.contains(&seen) {
            next.board.insert(to, piece);
            all.push((String::new(), next));
        }
        all
    }

    /// Returns the squares to which a piece could move without a capture on an empty board.
    fn quiet(&self, side: usize, letter: char, from: Square) -> BTreeSet<Square> {
        let nobody =
            State { board: BTreeMap::new(), turn: side, passed: None, rights: BTreeSet::new() };
        let kind = &self.kinds[&letter];
        let is_start = kind.is_pawn && kind.starts.contains(&self.seen(side, from));
        let ways = kind.ways.iter().filter(|way| way.mode != Mode::Take);
        let most =
            |way: &Way| if is_start && way.mode == Mode::Move { kind.most } else { way.most };
        ways.flat_map(|way| self.walk(&nobody, side, from, *way, most(way))).collect()
    }

    /// Returns the moves of a piece with the positions after them, legal or not.
    fn pseudo(&self, s: &State, from: Square) -> BTreeMap<String, State> {
        let piece @ (side, letter) = s.board[&from];
        let kind = &self.kinds[&letter];
        let mut plain = BTreeSet::new();
        for way in &kind.ways {
            for to in self.walk(s, side, from, *way, way.most) {
                let fits = match s.board.get(&to) {
                    None => way.mode != Mode::Take,
                    Some((owner, _)) => *owner != side && way.mode != Mode::Move,
                };
                if fits && !self.is_barred(piece, to) {
                    plain.insert(to);
                }
            }
        }
        let text = |to: Square| name(from) + &name(to);
        let mut all = BTreeMap::new();
        for to in &plain {
            let ends = self.ends(s, from, *to, *to);
            all.extend(ends.into_iter().map(|(end, next)| (text(*to) + &end, next)));
        }
        self.start_steps(s, from, &mut all);
        let passed = s.passed.iter().filter(|_| kind.takes_in_passing);
        for (over, pawn) in passed.flat_map(|(over, pawn)| over.iter().map(move |to| (to, pawn))) {
            let takes = self.attacked(s, from).contains(over);
            if takes && !self.quiet(side, letter, from).contains(over) {
                let ends = self.ends(s, from, *over, *pawn);
                all.extend(ends.into_iter().map(|(end, next)| (text(*over) + &end, next)));
            }
        }
        all
    }

    /// Adds a pawn's start steps. If several free ways lead to a square, the pawn passes over the
    /// squares of all.
    fn start_steps(&self, s: &State, from: Square, all: &mut BTreeMap<String, State>) {
        let piece @ (side, letter) = s.board[&from];
        let kind = &self.kinds[&letter];
        if !kind.is_pawn || !kind.starts.contains(&self.seen(side, from)) {
            return;
        }
        let mut over: BTreeMap<Square, BTreeSet<Square>> = BTreeMap::new();
        for way in kind.ways.iter().filter(|way| way.mode == Mode::Move) {
            let way = self.walk(s, side, from, *way, kind.most);
            let free = way.into_iter().take_while(|to| !s.board.contains_key(to));
            let free: Vec<Square> = free.collect();
            for count in 1..free.len() {
                over.entry(free[count]).or_default().extend(&free[..count]);
            }
        }
        let steps = kind.ways.iter().filter(|way| way.mode != Mode::Take);
        let single: Vec<Square> =
            steps.flat_map(|way| self.walk(s, side, from, *way, way.most)).collect();
        for (to, over) in over {
            if single.contains(&to) || self.is_barred(piece, to) {
                continue;
            }
            for (end, mut next) in self.ends(s, from, to, to) {
                // A promoted piece cannot be captured en passant.
                next.passed = end.is_empty().then(|| (over.clone(), to));
                all.insert(name(from) + &name(to) + &end, next);
            }
        }
    }

    /// Returns the castlings of the side to move with the positions after them, legal or not.
    fn castled(&self, s: &State) -> Vec<(String, State)> {
        let mut all = Vec::new();
        for it in &self.castlings {
            let seen = |square: &Square| self.seen(s.turn, *square);
            let pairs = [it.king, it.rook].map(|(from, to)| (seen(&from), seen(&to)));
            let homes = pairs.map(|(from, _)| from);
            let ends = pairs.iter().map(|(_, to)| *to).filter(|to| !homes.contains(to));
            let mut free = it.between.iter().map(seen).chain(ends);
            let on = |square: Square| {
                let mut moved = s.clone();
                let king = moved.board.remove(&homes[0]).expect("the king");
                moved.board.insert(square, king);
                self.is_exposed(&moved, s.turn)
            };
            if !s.rights.contains(&right_of(s.turn, it.right))
                || free.any(|square| s.board.contains_key(&square))
                || self.is_exposed(s, s.turn)
                || it.safe.iter().map(seen).any(on)
            {
                continue;
            }
            let rights = self.kept(s, &homes);
            let mut next = State { turn: 1 - s.turn, passed: None, rights, ..s.clone() };
            let men = homes.map(|home| next.board.remove(&home).expect("who has the right"));
            for (man, (_, to)) in men.into_iter().zip(pairs) {
                next.board.insert(to, man);
            }
            all.push((name(pairs[0].0) + &name(pairs[0].1), next));
        }
        all
    }

    /// Returns the legal moves by their texts, and the positions after them.
    pub fn moves(&self, s: &State) -> BTreeMap<String, State> {
        let own = s.board.iter().filter(|(_, piece)| piece.0 == s.turn);
        let all = own.flat_map(|(from, _)| self.pseudo(s, *from)).chain(self.castled(s));
        all.filter(|(_, next)| !self.is_exposed(next, s.turn)).collect()
    }
}
