//! A slow generator for games of players round a table, written from docs/rules/cross4.md and
//! docs/rules/hex3.md, whose numbers the comments cite: pieces walk step by step over a map of
//! places. It shares only the names of cells and moves with the engine.

use std::collections::{BTreeMap, BTreeSet};

use super::oracle::Vector;

/// A piece: its owner, its kind, and whether its player is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub seat: usize,
    pub letter: char,
    pub dead: bool,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub board: BTreeMap<Vector, Man>,
    pub turn: usize,
    pub alive: Vec<bool>,
    pub quiet: u32,
    pub round: u32,
}

/// The reason of an end, and the points of all seats.
pub type Ending = (&'static str, Vec<u16>);

/// A board with players round it.
pub struct Table {
    /// The places by their names.
    pub places: BTreeMap<String, Vector>,
    pub names: BTreeMap<Vector, String>,
    /// The most files and ranks.
    pub size: (i32, i32),
    /// Steps of rooks and bishops, and leaps of knights.
    pub rook: Vec<Vector>,
    pub bishop: Vec<Vector>,
    pub knight: Vec<Vector>,
    /// The step ahead of each seat's pawns, and their captures.
    pub ahead: Vec<Vector>,
    pub taking: Vec<Vec<Vector>>,
    /// The places where each seat's pawns have a double step, where they promote, and where they
    /// cannot stand.
    pub doubles: Vec<BTreeSet<String>>,
    pub ends: Vec<BTreeSet<String>>,
    pub barred: Vec<BTreeSet<String>>,
    /// The number of each seat's side.
    pub sides: Vec<usize>,
    /// The start: cell and letter of each piece, by seat.
    pub start: Vec<Vec<(String, char)>>,
}

impl Table {
    pub fn seats(&self) -> usize {
        self.sides.len()
    }

    fn has_teams(&self) -> bool {
        self.sides.iter().collect::<BTreeSet<_>>().len() < self.seats()
    }

    /// Returns the start position.
    pub fn begin(&self) -> State {
        let mut board = BTreeMap::new();
        for (seat, men) in self.start.iter().enumerate() {
            for (cell, letter) in men {
                board.insert(self.places[cell], Man { seat, letter: *letter, dead: false });
            }
        }
        State { board, turn: 0, alive: vec![true; self.seats()], quiet: 0, round: 1 }
    }

    fn step(&self, (x, y): Vector, (dx, dy): Vector) -> Option<Vector> {
        Some((x + dx, y + dy)).filter(|to| self.names.contains_key(to))
    }

    /// Returns the places that the piece on a place attacks.
    pub fn attacks(&self, s: &State, from: Vector) -> Vec<Vector> {
        let man = s.board[&from];
        let leaps = |steps: &[Vector]| -> Vec<Vector> {
            steps.iter().filter_map(|step| self.step(from, *step)).collect()
        };
        let lines = |steps: &[Vector]| {
            let mut all = Vec::new();
            for step in steps {
                let mut at = from;
                while let Some(next) = self.step(at, *step) {
                    all.push(next);
                    if s.board.contains_key(&next) {
                        break;
                    }
                    at = next;
                }
            }
            all
        };
        let queen = [&self.rook[..], &self.bishop].concat();
        match man.letter {
            'P' => leaps(&self.taking[man.seat]),
            'N' => leaps(&self.knight),
            'K' => leaps(&queen),
            'B' => lines(&self.bishop),
            'R' => lines(&self.rook),
            _ => lines(&queen),
        }
    }

    /// Returns whether the pieces of two seats may capture each other.
    fn are_enemies(&self, one: usize, other: usize) -> bool {
        self.sides[one] != self.sides[other]
    }

    fn has_king(s: &State, seat: usize) -> bool {
        s.board.values().any(|man| *man == Man { seat, letter: 'K', dead: false })
    }

    /// Returns whether a living enemy attacks a seat's king.
    pub fn is_attacked(&self, s: &State, seat: usize) -> bool {
        let king = s.board.iter().find(|(_, man)| **man == Man { seat, letter: 'K', dead: false });
        let Some((king, _)) = king else { return false };
        let mut men =
            s.board.iter().filter(|(_, man)| !man.dead && self.are_enemies(man.seat, seat));
        men.any(|(from, _)| self.attacks(s, *from).contains(king))
    }

    /// Returns whether check and mate exist: two players without teams are left (4).
    pub fn two_left(&self, s: &State) -> bool {
        !self.has_teams() && s.alive.iter().filter(|alive| **alive).count() == 2
    }

    fn sides_left(&self, s: &State) -> BTreeSet<usize> {
        (0..self.seats()).filter(|seat| s.alive[*seat]).map(|seat| self.sides[seat]).collect()
    }

    /// Returns all actions of the mover with the positions after them; none once the game is over.
    pub fn moves(&self, s: &State) -> BTreeMap<String, State> {
        if self.sides_left(s).len() < 2 {
            return BTreeMap::new();
        }
        let mut all = BTreeMap::new();
        for (from, man) in s.board.iter().filter(|(_, man)| !man.dead && man.seat == s.turn) {
            self.moves_of(s, *from, *man, &mut all);
        }
        if self.two_left(s) {
            let mover = s.turn;
            all.retain(|_, after: &mut State| !self.is_attacked(after, mover));
        } else if all.is_empty() {
            let mut after = State { quiet: s.quiet + 1, ..s.clone() };
            Self::pass_turn(&mut after);
            all.insert("0000".into(), after);
        }
        all
    }

    fn moves_of(&self, s: &State, from: Vector, man: Man, all: &mut BTreeMap<String, State>) {
        let may_take = |to: &Vector| {
            s.board
                .get(to)
                .is_some_and(|other| other.dead || self.are_enemies(other.seat, man.seat))
        };
        let is_free = |to: &Vector| !s.board.contains_key(to);
        for to in self.attacks(s, from) {
            if may_take(&to) || is_free(&to) && man.letter != 'P' {
                self.add(s, (from, to), man, all);
            }
        }
        let Some(one) =
            (man.letter == 'P').then(|| self.step(from, self.ahead[man.seat])).flatten()
        else {
            return;
        };
        if is_free(&one) {
            self.add(s, (from, one), man, all);
            let doubles = self.doubles[man.seat].contains(&self.names[&from]);
            if let Some(two) = self.step(one, self.ahead[man.seat]).filter(is_free)
                && doubles
            {
                self.add(s, (from, two), man, all);
            }
        } else if let Some(mate) = s.board.get(&one).filter(|other| {
            other.letter == 'P' && !other.dead && other.seat != man.seat && !may_take(&one)
        }) {
            // A pawn does not swap to a place where it would promote or cannot stand (3).
            let bars = |seat: usize, at: Vector| {
                let name = &self.names[&at];
                self.ends[seat].contains(name) || self.barred[seat].contains(name)
            };
            if !bars(man.seat, one) && !bars(mate.seat, from) {
                let mut after = State { quiet: 0, ..s.clone() };
                after.board.insert(one, man);
                after.board.insert(from, *mate);
                Self::pass_turn(&mut after);
                all.insert(self.text(from, one), after);
            }
        }
    }

    fn text(&self, from: Vector, to: Vector) -> String {
        self.names[&from].clone() + &self.names[&to]
    }

    /// Adds a move from one place to another, or one for each promotion.
    fn add(
        &self,
        s: &State,
        (from, to): (Vector, Vector),
        man: Man,
        all: &mut BTreeMap<String, State>,
    ) {
        let is_pawn = man.letter == 'P';
        let promotes = is_pawn && self.ends[man.seat].contains(&self.names[&to]);
        for letter in if promotes { "QRBN" } else { "." }.chars() {
            let mut after = s.clone();
            let mut text = self.text(from, to);
            after.board.remove(&from);
            let arrived = if promotes { Man { letter, ..man } } else { man };
            if promotes {
                text.push(letter.to_ascii_lowercase());
            }
            let taken = after.board.insert(to, arrived);
            after.quiet = if is_pawn || taken.is_some() { 0 } else { s.quiet + 1 };
            if let Some(victim) = taken.filter(|victim| !victim.dead) {
                self.lose(&mut after, victim);
            }
            Self::pass_turn(&mut after);
            all.insert(text, after);
        }
    }

    /// Eliminates the players that a capture puts out (5).
    fn lose(&self, s: &mut State, victim: Man) {
        let side = self.sides[victim.seat];
        let mates: Vec<usize> =
            (0..self.seats()).filter(|seat| self.sides[*seat] == side && s.alive[*seat]).collect();
        let has_men = |s: &State, seat| s.board.values().any(|man| man.seat == seat && !man.dead);
        if victim.letter == 'K' && !mates.iter().any(|seat| Self::has_king(s, *seat)) {
            for seat in mates {
                Self::eliminate(s, seat);
            }
        } else if !has_men(s, victim.seat) {
            Self::eliminate(s, victim.seat);
        }
    }

    fn eliminate(s: &mut State, seat: usize) {
        s.alive[seat] = false;
        s.board.values_mut().filter(|man| man.seat == seat).for_each(|man| man.dead = true);
    }

    fn pass_turn(s: &mut State) {
        let count = s.alive.len();
        let next = (1..=count).map(|on| (s.turn + on) % count).find(|seat| s.alive[*seat]);
        let next = next.expect("the mover lives");
        s.round += u32::from(next <= s.turn);
        s.turn = next;
    }

    /// Returns the end of a game with these positions, if it has ended (5).
    pub fn ending(&self, line: &[State]) -> Option<Ending> {
        let now = line.last().expect("a game has a position");
        let left = self.sides_left(now);
        let share = 100 / left.len().max(1) as u16;
        let even = |seat: usize| if left.contains(&self.sides[seat]) { share } else { 0 };
        let even: Vec<u16> = (0..self.seats()).map(even).collect();
        if left.len() < 2 {
            return Some(("last-king", even));
        }
        let living = now.alive.iter().filter(|alive| **alive).count();
        if self.two_left(now) {
            if self.moves(now).is_empty() {
                if !self.is_attacked(now, now.turn) {
                    return Some(("stalemate", even));
                }
                let wins = |seat: usize| if now.alive[seat] && seat != now.turn { 100 } else { 0 };
                return Some(("checkmate", (0..self.seats()).map(wins).collect()));
            }
            let is_same =
                |s: &&State| (&s.board, s.turn, &s.alive) == (&now.board, now.turn, &now.alive);
            if line.iter().filter(is_same).count() > 2 {
                return Some(("threefold", even));
            }
        }
        if now.quiet >= 50 * living as u32 {
            return Some(("fifty-moves", even));
        }
        // Every player has passed: any other action moves or removes a piece.
        let passed = line.len() > living
            && line[line.len() - 1 - living..].iter().all(|s| s.board == now.board);
        passed.then_some(("all-pass", even))
    }

    /// Returns the position string (6).
    pub fn fen(&self, s: &State) -> String {
        let letter = |seat: usize| char::from(b'a' + seat as u8);
        let mut rows = Vec::new();
        for rank in (1..=self.size.1).rev() {
            let (mut row, mut run) = (String::new(), 0);
            for file in 0..self.size.0 {
                let name = format!("{}{rank}", char::from(b'a' + file as u8));
                let place = self.places.get(&name);
                let man = place.and_then(|place| s.board.get(place));
                if place.is_some() && man.is_none() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    row += &run.to_string();
                    run = 0;
                }
                match man {
                    None => row.push('*'),
                    Some(man) => {
                        row.extend(man.dead.then_some('x'));
                        row.extend([letter(man.seat), man.letter]);
                    }
                }
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        let alive: String = (0..self.seats()).filter(|seat| s.alive[*seat]).map(letter).collect();
        let team = |side: usize| -> String {
            (0..self.seats()).filter(|seat| self.sides[*seat] == side).map(letter).collect()
        };
        let sides: BTreeSet<usize> = self.sides.iter().copied().collect();
        let teams = if self.has_teams() {
            sides.into_iter().map(team).collect::<Vec<_>>().join(".")
        } else {
            "-".into()
        };
        let (turn, quiet, round) = (letter(s.turn), s.quiet, s.round);
        format!("{} {turn} {alive} {teams} m {quiet} {round}", rows.join("/"))
    }

    /// Returns the number of action sequences of so many plies.
    pub fn perft(&self, s: &State, depth: u32) -> u64 {
        let moves = self.moves(s);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.values().map(|next| self.perft(next, depth - 1)).sum()
    }
}
