//! Positions in which lines to the mover's king meet: one line over a pawn after its double step
//! and one along the cell that it passed, lines over one hurdle, and lines that cross.
//!
//! Random play seldom leads to two checks at once that a single move answers.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::put;
use crate::oracle::facts::VariantFacts;
use crate::oracle::{BLACK, Piece, State, WHITE};
use crate::support::{Oracle, name};

/// The most pieces beside those of the scene.
const OTHERS: usize = 8;
/// The most lines that lead to the king.
const LINES: usize = 3;
/// The most steps from the king to a knot, and from there to the piece behind it. A knot is a cell
/// in which lines meet.
const REACH: i32 = 4;

/// A place as the mover sees it: file and rank, both counted from 0.
type Place = (i32, i32);

/// The eight directions.
const WAYS: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn plus(a: Place, b: Place, times: i32) -> Place {
    (a.0 + times * b.0, a.1 + times * b.1)
}

/// Returns the direction and the number of steps from one place to another, if they lie on a line.
fn line(from: Place, to: Place) -> Option<(Place, i32)> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let length = files.abs().max(ranks.abs());
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (length > 0 && is_straight).then(|| ((files.signum(), ranks.signum()), length))
}

/// A position under construction.
struct Scene<'a> {
    oracle: &'a Oracle,
    facts: &'a VariantFacts,
    rng: &'a mut ChaCha8Rng,
    s: State,
    /// Places that must stay empty.
    empty: Vec<Place>,
}

/// Returns a position string with lines to the mover's king that meet; often an impossible one.
pub fn meeting_fen(oracle: &Oracle, facts: &VariantFacts, rng: &mut ChaCha8Rng) -> String {
    let mut s = oracle.blank();
    s.side = rng.random_range(WHITE..=BLACK);
    let mut scene = Scene { oracle, facts, rng, s, empty: Vec::new() };
    let king = match scene.rng.random_range(0..10) {
        0 | 1 => scene.two_checks(),
        2 if facts.pieces.contains('C') => scene.series(),
        recipe => {
            let knots = if recipe == 3 { scene.crossing() } else { scene.double_step() };
            let king = if recipe == 4 { scene.beside(&knots) } else { scene.king(&knots) };
            for _ in 0..scene.rng.random_range(1..=LINES) {
                scene.line(king, &knots);
            }
            king
        }
    };
    let enemy_king = scene.anywhere();
    scene.stand(enemy_king, 1 - scene.s.side, 'K');
    scene.others(king);
    oracle.rules.fen(&scene.s)
}

impl Scene<'_> {
    fn chance(&mut self, share: f64) -> bool {
        self.rng.random_bool(share)
    }

    fn anywhere(&mut self) -> Place {
        let (files, ranks) = (self.oracle.files, self.oracle.ranks);
        (self.rng.random_range(0..files), self.rng.random_range(0..ranks))
    }

    /// Puts a piece on a place if it is on the board and free.
    fn stand(&mut self, at: Place, side: usize, kind: char) {
        if self.oracle.has(at.0, at.1) && !self.empty.contains(&at) {
            let cell = self.oracle.mirrored(&name(at.0, at.1), self.s.side);
            put(self.oracle, &mut self.s, Some(&cell), Piece { side, kind });
        }
    }

    fn kind(&mut self) -> char {
        let kinds: Vec<char> = self.facts.pieces.chars().collect();
        *kinds.choose(self.rng).expect("every variant has pieces")
    }

    fn side(&mut self) -> usize {
        self.rng.random_range(WHITE..=BLACK)
    }

    /// Puts an enemy pawn after its double step and a pawn that may capture it, seldom two or none.
    /// Returns the cells that the lines run through.
    fn double_step(&mut self) -> Vec<Place> {
        let (own, enemy) = (self.s.side, 1 - self.s.side);
        let passed = (self.rng.random_range(0..self.oracle.files), self.oracle.ranks - 3);
        let (pawn, home) = (plus(passed, (0, -1), 1), plus(passed, (0, 1), 1));
        self.empty = vec![passed, home];
        self.stand(pawn, enemy, 'P');
        let cell = self.oracle.mirrored(&name(passed.0, passed.1), own);
        self.s.passed = Some(self.oracle.index(&cell));
        let aside = if self.chance(0.5) { 1 } else { -1 };
        let from = plus(pawn, (aside, 0), 1);
        if self.chance(0.95) {
            self.stand(from, own, 'P');
        }
        if self.chance(0.1) {
            self.stand(plus(pawn, (-aside, 0), 1), own, 'P');
        }
        vec![pawn, pawn, pawn, passed, passed, from, from, home]
    }

    /// Puts the mover's king beside a pawn after its double step, with a slider along the passed
    /// cell and a hopper over the pawn.
    fn beside(&mut self, knots: &[Place]) -> Place {
        let (own, enemy) = (self.s.side, 1 - self.s.side);
        let (pawn, passed) = (knots[0], knots[3]);
        let row = if self.chance(0.5) { pawn } else { passed };
        let king = plus(row, (if self.chance(0.5) { 1 } else { -1 }, 0), 1);
        self.stand(king, own, 'K');
        for (knot, kinds) in [(passed, "RBQ"), (pawn, "LLLVVV")] {
            let Some((way, length)) = line(king, knot) else { continue };
            let attacker = self.attacker(way, kinds);
            let distance = length + self.rng.random_range(1..=REACH);
            self.stand(plus(king, way, distance), enemy, attacker);
        }
        king
    }

    /// Returns two or three cells after putting pieces on some of them.
    fn crossing(&mut self) -> Vec<Place> {
        let middle = self.anywhere();
        let near = |scene: &mut Self| {
            let way = *WAYS.choose(scene.rng).expect("eight ways");
            plus(middle, way, scene.rng.random_range(1..=3))
        };
        let knots = vec![middle, near(self), near(self)];
        for &knot in &knots {
            if self.chance(0.7) {
                let (side, kind) = (self.side(), self.kind());
                self.stand(knot, side, kind);
            }
        }
        knots
    }

    /// Puts the king in check on two lines, one of them over a hurdle that may answer both checks.
    /// Returns the king's place.
    fn two_checks(&mut self) -> Place {
        let (own, enemy) = (self.s.side, 1 - self.s.side);
        let king = self.anywhere();
        self.stand(king, own, 'K');
        let mut distance = |reach: i32| self.rng.random_range(1..=reach);
        let (first, behind, second) = (distance(REACH), distance(2), distance(REACH));
        let ways: Vec<Place> = WAYS.choose_multiple(self.rng, 2).copied().collect();
        let hurdle = if self.chance(0.6) { 'Q' } else { self.kind() };
        self.stand(plus(king, ways[0], first), own, hurdle);
        let hopper = self.attacker(ways[0], "LLLVVV");
        self.stand(plus(king, ways[0], first + behind), enemy, hopper);
        let slider = self.attacker(ways[1], "RBQ");
        self.stand(plus(king, ways[1], second), enemy, slider);
        if self.chance(0.3) {
            let hopper = self.attacker(ways[1], "LLLVVV");
            self.stand(plus(king, ways[1], second + behind), enemy, hopper);
        }
        king
    }

    /// Puts two hurdles on a diagonal line. A draughtsman can capture one of them and come back to
    /// the line by a second jump. Returns the king's place.
    fn series(&mut self) -> Place {
        let (own, enemy) = (self.s.side, 1 - self.s.side);
        let hurdle = self.anywhere();
        let way = *WAYS.iter().filter(|way| way.0 != 0 && way.1 != 0).collect::<Vec<_>>()
            [self.rng.random_range(0..4)];
        let aside = if self.chance(0.5) { (way.1, -way.0) } else { (-way.1, way.0) };
        let second =
            (hurdle.0 + i32::midpoint(way.0, aside.0), hurdle.1 + i32::midpoint(way.1, aside.1));
        self.empty = vec![plus(hurdle, aside, 1), plus(hurdle, way, 1)];
        let king = plus(hurdle, way, -self.rng.random_range(2..=3));
        self.stand(king, own, 'K');
        self.stand(plus(hurdle, aside, -1), own, 'C');
        for at in [hurdle, second] {
            let victim = *['P', 'N', 'M', 'C'].choose(self.rng).expect("four kinds");
            self.stand(at, enemy, victim);
        }
        let distance = self.rng.random_range(3..=5);
        self.stand(plus(hurdle, way, distance), enemy, 'L');
        let between = *[-1, 2].choose(self.rng).expect("two places");
        let (side, other) = (self.side(), self.kind());
        self.stand(plus(hurdle, way, between), side, other);
        king
    }

    /// Returns one of these kinds that the game has and that moves along this way.
    fn attacker(&mut self, way: Place, kinds: &str) -> char {
        let is_diagonal = way.0 != 0 && way.1 != 0;
        let fits = |kind: &char| match kind {
            'R' => !is_diagonal,
            'B' | 'V' => is_diagonal,
            _ => true,
        };
        let known = kinds.chars().filter(|kind| self.facts.pieces.contains(*kind)).filter(fits);
        let known: Vec<char> = known.collect();
        known.choose(self.rng).copied().unwrap_or('Q')
    }

    /// Puts the mover's king on a line with a knot, or where a pawn attacks it. Returns its place.
    fn king(&mut self, knots: &[Place]) -> Place {
        let own = self.s.side;
        for _ in 0..20 {
            let knot = *knots.choose(self.rng).expect("there are knots");
            let mut at = plus(
                knot,
                *WAYS.choose(self.rng).expect("eight ways"),
                self.rng.random_range(1..=REACH),
            );
            if self.s.passed.is_some() && self.chance(0.3) {
                let file = if self.chance(0.5) { 1 } else { -1 };
                at = plus(knots[0], (file, -1), 1);
            }
            self.stand(at, own, 'K');
            if self.s.board.contains(&Some(Piece { side: own, kind: 'K' })) {
                return at;
            }
        }
        (0, 0)
    }

    /// Puts a piece that attacks along a line or over a hurdle on it, behind a knot as the king
    /// sees it, and sometimes more pieces on the line.
    fn line(&mut self, king: Place, knots: &[Place]) {
        let enemy = 1 - self.s.side;
        let knot = *knots.choose(self.rng).expect("there are knots");
        let Some((way, length)) = line(king, knot) else { return };
        let distance = self.rng.random_range(1..=REACH);
        let attacker = self.attacker(way, "LLLVVVRBQ");
        self.stand(plus(knot, way, distance), enemy, attacker);
        let others = *[0, 0, 1, 1, 2].choose(self.rng).expect("five choices");
        for _ in 0..others {
            let steps = self.rng.random_range(1..length + distance);
            let (side, other) = (self.side(), self.kind());
            self.stand(plus(king, way, steps), side, other);
        }
    }

    /// Puts other pieces on the board, some of them near the king.
    fn others(&mut self, king: Place) {
        for _ in 0..self.rng.random_range(0..=OTHERS) {
            let near = plus(
                king,
                *WAYS.choose(self.rng).expect("eight ways"),
                self.rng.random_range(1..=REACH),
            );
            let at = if self.chance(0.3) { near } else { self.anywhere() };
            let (side, other) = (self.side(), self.kind());
            self.stand(at, side, other);
        }
    }
}
