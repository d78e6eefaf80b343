//! Artificial positions of the Ordinary Variant in which draughtsmen have many hurdles.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::artificial::{put, set_up_castlings};
use crate::oracle::{BLACK, Piece, State, WHITE};
use crate::support::{Oracle, name};

/// Files and ranks of the windows in which the pieces stand.
const WINDOWS: [i32; 3] = [5, 6, 7];
/// The most hurdles of each side: the number of distinct series grows exponentially with them.
const HURDLES: [usize; 2] = [6, 9];
/// The most draughtsmen of each side on the landing squares.
const JUMPERS: usize = 2;
/// The letters of the hurdles, the more frequent ones repeated.
const PIECES: &str = "CCCCCPPPPPMMNTLBRQ";

/// A place on the board: file and rank, both counted from 0.
type Place = (i32, i32);

/// A position under construction, seen from the side to move.
struct Scene<'a> {
    oracle: &'a Oracle,
    rng: &'a mut ChaCha8Rng,
    s: State,
    /// The corner of the window.
    corner: Place,
    /// Files and ranks of the window.
    size: i32,
    /// A square of the parity class on which the draughtsmen land.
    landing: Place,
    /// Squares that must stay empty.
    empty: Vec<Place>,
}

/// The eight directions.
const WAYS: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn plus(a: Place, b: Place, times: i32) -> Place {
    (a.0 + times * b.0, a.1 + times * b.1)
}

/// Returns a position string with pieces crowded around a lattice of landing squares; often an
/// impossible one.
pub fn crowded_fen(oracle: &Oracle, rng: &mut ChaCha8Rng) -> String {
    let mut s = oracle.blank();
    s.side = rng.random_range(WHITE..=BLACK);
    let size = *WINDOWS.choose(rng).expect("three sizes");
    let corner =
        (rng.random_range(0..=oracle.files - size), rng.random_range(0..=oracle.ranks - size));
    let landing = plus(corner, (rng.random_range(0..2), rng.random_range(0..2)), 1);
    let recipe = rng.random_range(0..9);
    let mut scene = Scene { oracle, rng, s, corner, size, landing, empty: Vec::new() };
    match recipe {
        0 => scene.castling(),
        1 => scene.en_passant(),
        2 => scene.double_step(),
        3 => scene.last_rank(),
        4 => scene.corner(),
        _ => {}
    }
    scene.kings();
    let sparse = scene.rng.random_bool(match recipe {
        2 | 4 => 0.7,
        _ => 0.0,
    });
    if scene.rng.random_bool(0.4) && recipe != 4 {
        scene.line();
    }
    if !sparse {
        scene.crowd();
    }
    let Scene { mut s, rng, .. } = scene;
    s.halfmove = *[0, rng.random_range(0..100), 99].choose(rng).expect("three choices");
    s.fullmove = rng.random_range(1..300);
    oracle.rules.fen(&s)
}

impl Scene<'_> {
    /// Puts a piece on a place, as the side to move sees it, if it is on the board and free.
    fn stand(&mut self, at: Place, side: usize, kind: char) {
        if self.oracle.has(at.0, at.1) && !self.empty.contains(&at) {
            let cell = self.oracle.mirrored(&name(at.0, at.1), self.s.side);
            put(self.oracle, &mut self.s, Some(&cell), Piece { side, kind });
        }
    }

    fn way(&mut self) -> Place {
        *WAYS.choose(self.rng).expect("eight ways")
    }

    fn sides(&self) -> [usize; 2] {
        [self.s.side, 1 - self.s.side]
    }

    /// Moves the window so that a place is near its middle.
    fn look_at(&mut self, place: Place) {
        let edge = |at: i32, all: i32| (at - self.size / 2).clamp(0, all - self.size);
        self.corner = (edge(place.0, self.oracle.files), edge(place.1, self.oracle.ranks));
    }

    /// Puts kings and rooks at home, and the window over the mover's king.
    fn castling(&mut self) {
        for side in self.sides() {
            set_up_castlings(
                self.oracle,
                crate::oracle::facts("ordinary"),
                &mut self.s,
                side,
                self.rng,
            );
        }
        // White's rights come first in a FEN.
        let mut rights: Vec<char> = self.s.rights.chars().collect();
        rights.sort_by_key(|&right| "KQkq".find(right));
        self.s.rights = rights.into_iter().collect();
        let file = self.rng.random_range(3..9);
        self.look_at((file, 0));
        if self.rng.random_bool(0.9) {
            self.empty = (0..self.oracle.files).map(|file| (file, 0)).collect();
        }
        if self.rng.random_bool(0.2) {
            // The home of the king that has castled is a landing square.
            let way = (*[-1, 0, 1].choose(self.rng).expect("three ways"), 1);
            let home = (7, 0);
            let [own, enemy] = self.sides();
            let hurdle = if self.rng.random() { own } else { enemy };
            let kind = *['P', 'M', 'N'].choose(self.rng).expect("three kinds");
            self.stand(plus(home, way, 1), hurdle, kind);
            self.stand(plus(home, way, 2), enemy, 'C');
            self.landing = plus(home, way, 2);
        }
    }

    /// Puts an enemy pawn that has just made its double step, and draughtsmen near the passed
    /// square.
    fn en_passant(&mut self) {
        let passed = (self.rng.random_range(0..self.oracle.files), self.oracle.ranks - 3);
        let [own, enemy] = self.sides();
        self.look_at(passed);
        self.stand(plus(passed, (0, -1), 1), enemy, 'P');
        let way = self.way();
        let (mut from, beyond) = (plus(passed, way, 1), plus(passed, way, -1));
        self.empty = vec![passed, plus(passed, (0, 1), 1), beyond];
        self.landing = from;
        if self.rng.random() {
            self.empty.push(from);
            let way = self.way();
            let hurdle = if self.rng.random() { own } else { enemy };
            let kind = self.kind();
            self.stand(plus(from, way, 1), hurdle, kind);
            from = plus(from, way, 2);
        }
        self.stand(from, own, 'C');
        if self.rng.random_bool(0.2) {
            self.stand(plus(passed, (1, -1), 1), own, 'P');
        }
        let cell = self.oracle.mirrored(&name(passed.0, passed.1), own);
        self.s.passed = Some(self.oracle.index(&cell));
    }

    /// Puts a pawn before its double step, and enemy draughtsmen that could jump over the passed
    /// square and then over the king.
    fn double_step(&mut self) {
        let [own, enemy] = self.sides();
        let passed = (self.rng.random_range(0..self.oracle.files), 2);
        let (way, on, before) = (self.way(), self.way(), self.way());
        let (from, lands) = (plus(passed, way, 1), plus(passed, way, -1));
        let beyond = plus(lands, on, 2);
        let all = [from, lands, beyond];
        if way.0 == 0 || all.iter().any(|at| !self.oracle.has(at.0, at.1)) {
            return;
        }
        self.look_at(passed);
        self.landing = from;
        self.stand(plus(passed, (0, -1), 1), own, 'P');
        self.empty = vec![passed, plus(passed, (0, 1), 1), lands, beyond];
        self.stand(plus(lands, on, 1), own, 'K');
        if self.rng.random() {
            self.empty.push(from);
            let hurdle = if self.rng.random_bool(0.7) { enemy } else { own };
            let kind = self.kind();
            self.stand(plus(from, before, 1), hurdle, kind);
            self.stand(plus(from, before, 2), enemy, 'C');
        } else {
            self.stand(from, enemy, 'C');
        }
    }

    /// Puts the mover's king at the edge with pawns around it.
    fn corner(&mut self) {
        let own = self.s.side;
        let home = (self.rng.random_range(0..self.oracle.files), self.rng.random_range(0..2));
        self.stand(home, own, 'K');
        self.line();
        for way in WAYS {
            let at = plus(home, way, 1);
            if at.1 > 0 && self.rng.random_bool(0.7) {
                self.stand(at, own, 'P');
                self.stand(plus(at, (0, 1), 1), 1 - own, 'P');
            }
        }
    }

    /// Puts the mover's pawns before the last rank, and enemy draughtsmen and other pieces on it.
    fn last_rank(&mut self) {
        let [own, enemy] = self.sides();
        let last = self.oracle.ranks - 1;
        let file = self.rng.random_range(2..self.oracle.files - 2);
        self.look_at((file, last));
        for file in file - 2..=file + 2 {
            if self.rng.random_bool(0.4) {
                self.stand((file, last - 1), own, 'P');
            }
            if self.rng.random_bool(0.3) {
                let kind = *['C', 'R', 'N', 'M'].choose(self.rng).expect("four kinds");
                self.stand((file, last), enemy, kind);
            }
        }
    }

    /// Returns a random place of the window.
    fn anywhere(&mut self) -> Place {
        let offset = (self.rng.random_range(0..self.size), self.rng.random_range(0..self.size));
        plus(self.corner, offset, 1)
    }

    fn lands(&self, at: Place) -> bool {
        (at.0 - self.landing.0) % 2 == 0 && (at.1 - self.landing.1) % 2 == 0
    }

    fn kind(&mut self) -> char {
        let letters: Vec<char> = PIECES.chars().collect();
        *letters.choose(self.rng).expect("there are letters")
    }

    /// Puts the missing kings on the board, mostly in the window.
    fn kings(&mut self) {
        for side in self.sides() {
            let near = self.rng.random_bool(if side == self.s.side { 0.8 } else { 0.4 });
            while !self.s.board.contains(&Some(Piece { side, kind: 'K' })) {
                let board = (0..self.oracle.files, 0..self.oracle.ranks);
                let at = if near {
                    self.anywhere()
                } else {
                    (self.rng.random_range(board.0), self.rng.random_range(board.1))
                };
                self.stand(at, side, 'K');
            }
        }
    }

    /// Puts an enemy slider on a line with the mover's king, often with a piece between them.
    fn line(&mut self) {
        let [own, enemy] = self.sides();
        let monarch = Some(Piece { side: own, kind: 'K' });
        let home =
            self.s.board.iter().position(|piece| *piece == monarch).expect("he stands there");
        let cell = self.oracle.mirrored(&self.oracle.name(home), own);
        let (at, way) = (crate::support::place(&cell), self.way());
        let sliders = if way.0 == 0 || way.1 == 0 { ['R', 'Q', 'L'] } else { ['B', 'Q', 'L'] };
        let distance = self.rng.random_range(2..5);
        let slider = *sliders.choose(self.rng).expect("three riders");
        self.stand(plus(at, way, distance), enemy, slider);
        let bound = plus(at, way, self.rng.random_range(1..distance));
        let kind = *['C', 'C', 'P'].choose(self.rng).expect("three kinds");
        self.stand(bound, own, kind);
        if self.rng.random() {
            let way =
                if kind == 'P' { (*[-1, 1].choose(self.rng).expect("two"), 1) } else { self.way() };
            self.stand(plus(bound, way, 1), enemy, 'C');
        }
    }

    /// Puts draughtsmen on landing squares, and hurdles between them.
    fn crowd(&mut self) {
        for (side, max) in self.sides().into_iter().zip(HURDLES) {
            let jumpers = self.rng.random_range(0..=JUMPERS);
            for _ in 0..jumpers {
                let at = self.anywhere();
                if self.lands(at) {
                    self.stand(at, side, 'C');
                }
            }
            let hurdles = self.rng.random_range(1..=max);
            for _ in 0..hurdles {
                let (at, kind) = (self.anywhere(), self.kind());
                if !self.lands(at) || self.rng.random_bool(0.1) {
                    self.stand(at, side, kind);
                }
            }
        }
    }
}
