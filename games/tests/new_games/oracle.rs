//! A slow generator for chess on lattices, written from the rules pages: pieces walk step by step,
//! and a move is legal if no enemy piece could take the king after it. It shares only the names of
//! cells and moves with the engine.

use std::collections::{BTreeMap, BTreeSet};

/// A place, or a step between two places.
pub type Vector = (i32, i32);

/// The moves of a kind: leaps, and steps that the kind repeats.
#[derive(Clone, Default)]
pub struct Moves {
    pub leaps: Vec<Vector>,
    pub lines: Vec<Vector>,
}

/// A game on a lattice.
pub struct Rules {
    /// Returns the place on the board for a place that may lie beyond joined edges, or `None` off
    /// the board.
    pub on_board: fn(Vector) -> Option<Vector>,
    /// The most steps of a line.
    pub longest: i32,
    /// The name of a place.
    pub name: fn(Vector) -> String,
    /// The movements of pieces by their letters.
    pub kinds: BTreeMap<char, Moves>,
    /// The step ahead of White's pawns, letter P, and their captures. Black's pawns move upside
    /// down, and so do White's pawns with the letter M.
    pub ahead: Vector,
    pub taking: Vec<Vector>,
    /// The places where White's and Black's pawns have a double step.
    pub doubles: [BTreeSet<String>; 2],
    /// The places where White's and Black's pawns promote.
    pub ends: [BTreeSet<String>; 2],
    /// The places of promotion where it is optional.
    pub declining: [BTreeSet<String>; 2],
    /// The letters of promotion.
    pub choices: &'static str,
    /// The number of pieces of each choice at the start, if a pawn promotes only to a lost piece.
    pub supply: Option<BTreeMap<char, usize>>,
    /// The castlings of both sides.
    pub castlings: Vec<Castling>,
}

/// A castling of a side.
pub struct Castling {
    pub side: usize,
    pub right: char,
    /// The first and the last place of the king, and of the rook.
    pub king: (Vector, Vector),
    pub rook: (Vector, Vector),
    /// The places that must be empty, and those where the king must not be attacked.
    pub free: Vec<Vector>,
    pub safe: Vec<Vector>,
}

/// A position.
#[derive(Clone)]
pub struct State {
    /// Sides, 0 for White, and letters of the pieces.
    pub board: BTreeMap<Vector, (usize, char)>,
    pub turn: usize,
    /// The place that a pawn has just passed over, and the place of the pawn.
    pub passed: Option<(Vector, Vector)>,
    /// The castlings whose king and rook have not moved.
    pub rights: BTreeSet<char>,
}

/// Returns whether a letter is that of pawns.
fn is_pawn(letter: char) -> bool {
    letter == 'P' || letter == 'M'
}

impl Rules {
    fn step(&self, (x, y): Vector, (dx, dy): Vector) -> Option<Vector> {
        (self.on_board)((x + dx, y + dy))
    }

    /// Returns a step as a side's pawns with this letter take it.
    fn of((side, letter): (usize, char), (x, y): Vector) -> Vector {
        if (side == 0) == (letter == 'P') { (x, y) } else { (x, -y) }
    }

    /// Returns the places that a piece attacks.
    fn attacks(&self, s: &State, from: Vector) -> Vec<Vector> {
        let piece @ (_, letter) = s.board[&from];
        if is_pawn(letter) {
            let steps = self.taking.iter().map(|step| Self::of(piece, *step));
            return steps.filter_map(|step| self.step(from, step)).collect();
        }
        let Moves { leaps, lines } = &self.kinds[&letter];
        let mut all: Vec<Vector> = leaps
            .iter()
            .filter_map(|leap| self.step(from, *leap))
            .filter(|to| *to != from)
            .collect();
        for (x, y) in lines {
            // Steps are counted from the start, so that a board may turn them on the way.
            for count in 1..=self.longest {
                let next = self.step(from, (x * count, y * count)).filter(|next| *next != from);
                let Some(next) = next else { break };
                all.push(next);
                if s.board.contains_key(&next) {
                    break;
                }
            }
        }
        all
    }

    /// Returns whether the king of a side is en prise.
    fn is_exposed(&self, s: &State, side: usize) -> bool {
        let king = s.board.iter().find(|(_, piece)| **piece == (side, 'K'));
        let king = *king.expect("there is a king").0;
        let mut enemies = s.board.iter().filter(|(_, piece)| piece.0 != side);
        enemies.any(|(from, _)| self.attacks(s, *from).contains(&king))
    }

    /// Returns the kinds to which pawns of a side may promote.
    fn open(&self, s: &State, side: usize) -> Vec<char> {
        let own = |choice: char| s.board.values().filter(|piece| **piece == (side, choice)).count();
        let is_lost =
            |choice: &char| self.supply.as_ref().is_none_or(|supply| own(*choice) < supply[choice]);
        self.choices.chars().filter(is_lost).collect()
    }

    /// Returns the moves of a piece with the positions after them, legal or not.
    fn pseudo(&self, s: &State, from: Vector) -> Vec<(String, State)> {
        let (side, letter) = s.board[&from];
        let mut all = Vec::new();
        let mut add = |to: Vector, taken: Vector, passed: Option<(Vector, Vector)>| {
            let text = (self.name)(from) + &(self.name)(to);
            let rights = self.kept(s, &[from, to]);
            let mut next = State { board: s.board.clone(), turn: 1 - s.turn, passed, rights };
            next.board.remove(&taken);
            next.board.remove(&from);
            let ends = is_pawn(letter) && self.ends[side].contains(&(self.name)(to));
            for choice in self.open(s, side).into_iter().filter(|_| ends) {
                let mut next = next.clone();
                next.board.insert(to, (side, choice));
                all.push((format!("{text}{}", choice.to_ascii_lowercase()), next));
            }
            if !ends || self.declining[side].contains(&(self.name)(to)) {
                next.board.insert(to, (side, letter));
                all.push((text, next));
            }
        };
        for to in self.attacks(s, from) {
            match s.board.get(&to) {
                Some((owner, _)) if *owner != side => add(to, to, None),
                None if !is_pawn(letter) => add(to, to, None),
                None => {
                    if let Some((_, pawn)) = s.passed.filter(|(over, _)| *over == to) {
                        add(to, pawn, None);
                    }
                }
                Some(_) => {}
            }
        }
        if is_pawn(letter) {
            let ahead = Self::of((side, letter), self.ahead);
            let free = |to: &Vector| !s.board.contains_key(to);
            if let Some(one) = self.step(from, ahead).filter(free) {
                add(one, one, None);
                if self.doubles[side].contains(&(self.name)(from))
                    && let Some(two) = self.step(one, ahead).filter(free)
                {
                    add(two, two, Some((one, two)));
                }
            }
        }
        all
    }

    /// Returns the rights to castle that remain after moves from or to these places.
    fn kept(&self, s: &State, places: &[Vector]) -> BTreeSet<char> {
        let is_lost = |it: &&Castling| places.contains(&it.king.0) || places.contains(&it.rook.0);
        let lost: Vec<char> = self.castlings.iter().filter(is_lost).map(|it| it.right).collect();
        s.rights.iter().copied().filter(|right| !lost.contains(right)).collect()
    }

    /// Returns the castlings of the side to move with the positions after them, legal or not.
    fn castled(&self, s: &State) -> Vec<(String, State)> {
        let with = |moved: &[(Vector, Vector)]| {
            let rights = self.kept(s, &moved.iter().map(|(from, _)| *from).collect::<Vec<_>>());
            let mut next = State { turn: 1 - s.turn, passed: None, rights, board: s.board.clone() };
            let men = moved.iter().map(|(from, to)| (*to, next.board.remove(from)));
            for (to, man) in men.collect::<Vec<_>>() {
                next.board.insert(to, man.expect("who has the right stands there"));
            }
            next
        };
        let is_open = |it: &&Castling| {
            let is_safe = |place: &Vector| !self.is_exposed(&with(&[(it.king.0, *place)]), it.side);
            it.side == s.turn
                && s.rights.contains(&it.right)
                && it.free.iter().all(|place| !s.board.contains_key(place))
                && !self.is_exposed(s, it.side)
                && it.safe.iter().all(is_safe)
        };
        let text = |it: &Castling| (self.name)(it.king.0) + &(self.name)(it.king.1);
        let open = self.castlings.iter().filter(is_open);
        open.map(|it| (text(it), with(&[it.king, it.rook]))).collect()
    }

    /// Returns the legal moves by their texts, and the positions after them.
    pub fn moves(&self, s: &State) -> BTreeMap<String, State> {
        let own = s.board.iter().filter(|(_, piece)| piece.0 == s.turn);
        let all = own.flat_map(|(from, _)| self.pseudo(s, *from)).chain(self.castled(s));
        all.filter(|(_, next)| !self.is_exposed(next, s.turn)).collect()
    }

    /// Returns the number of move sequences of so many plies.
    pub fn perft(&self, s: &State, depth: u32) -> u64 {
        let moves = self.moves(s);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.values().map(|next| self.perft(next, depth - 1)).sum()
    }
}
