//! Artificial positions: pieces placed at random, or set up around one rule.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::setups;
use crate::oracle::ring::{PROMOTION_DISTANCE, Piece, RINGS, Ring, SECTORS_PER_SEAT, State, place};

/// The most pieces beside the kings.
const CROWD: usize = 24;
/// The number of sectors of the window in which a crowd stands.
const WINDOW: i32 = 7;
/// The share of the placed pieces that are dead although their player lives.
const STRAY: f64 = 0.04;
/// The same share in games of two, where no other pieces can be dead.
const STRAY_OF_TWO: f64 = 0.2;

/// A position under construction.
pub struct Draft<'a> {
    /// The rules.
    pub ring: &'a Ring,
    /// The position so far.
    pub s: State,
    /// The source of random numbers.
    pub rng: &'a mut ChaCha8Rng,
}

/// Returns a position string with pieces placed at random; sometimes an impossible one.
pub fn artificial_fen(rules: &Ring, rng: &mut ChaCha8Rng) -> String {
    let s = State { pieces: vec![None; rules.size()], ..rules.start() };
    let mut draft = Draft { ring: rules, s, rng };
    draft.choose_seats();
    let mut crowd = *[0, 3, CROWD / 3, CROWD].choose(draft.rng).expect("four choices");
    let mut pool = draft.pool();
    match draft.rng.random_range(0..8) {
        0 => setups::pawns(&mut draft),
        1 => {
            setups::frozen(&mut draft);
            crowd = 0;
        }
        2 => setups::shield(&mut draft),
        3 => {
            setups::cornered(&mut draft);
            crowd = 3;
        }
        4 => {
            let way = draft.any_ring();
            pool.retain(|&cell| place(cell).0 != way);
            setups::along(&mut draft, way);
        }
        5 => {
            setups::few(&mut draft);
            crowd = 0;
        }
        _ => {}
    }
    draft.place_kings(&pool);
    for _ in 0..draft.rng.random_range(0..=crowd) {
        draft.place_pieces(&pool);
    }
    draft.place_missing_pieces(&pool);
    draft.count();
    rules.fen(&draft.s)
}

impl Draft<'_> {
    /// Returns `true` with this probability.
    pub fn odds(&mut self, share: f64) -> bool {
        self.rng.random_bool(share)
    }

    /// Returns a random ring.
    pub fn any_ring(&mut self) -> i32 {
        self.rng.random_range(0..RINGS)
    }

    /// Returns a random sector, the last one more often than others.
    pub fn any_sector(&mut self) -> i32 {
        let last = self.ring.sectors() - 1;
        if self.odds(0.1) { last } else { self.rng.random_range(0..=last) }
    }

    /// Returns a random kind that is neither king nor pawn.
    pub fn any_piece(&mut self) -> char {
        let pieces: Vec<char> = self.ring.kinds().chars().filter(|k| !"KPM".contains(*k)).collect();
        *pieces.choose(self.rng).expect("there are pieces")
    }

    /// Returns a random living seat of another side than this one's.
    pub fn any_enemy(&mut self, seat: usize) -> usize {
        let sides = &self.ring.sides;
        let enemies: Vec<usize> =
            self.s.living().filter(|&other| sides[other] != sides[seat]).collect();
        *enemies.choose(self.rng).expect("two sides live")
    }

    /// Returns a random living seat of the same side, or the same seat if the side has no other.
    pub fn any_mate(&mut self, seat: usize) -> usize {
        let side = self.ring.sides[seat];
        let mates: Vec<usize> = self.ring.members(side).collect();
        let mates: Vec<usize> =
            mates.into_iter().filter(|&mate| mate != seat && self.s.alive[mate]).collect();
        mates.choose(self.rng).copied().unwrap_or(seat)
    }

    /// Puts a piece of a seat on a cell if the cell is free. The piece is dead if its player is.
    pub fn put(&mut self, ring: i32, sector: i32, seat: usize, kind: char) {
        let dead = !self.s.alive[seat];
        self.put_piece(ring, sector, Piece { seat, kind, dead });
    }

    /// Puts a piece on a cell if the cell is free and the piece can have reached it.
    pub fn put_piece(&mut self, ring: i32, sector: i32, piece: Piece) {
        let Some(cell) = self.ring.at(ring, sector) else { return };
        let second_king = piece.kind == 'K' && !piece.dead && self.s.king(piece.seat).is_some();
        let late = piece.is_pawn()
            && !piece.dead
            && self.ring.travelled(piece, cell) >= PROMOTION_DISTANCE;
        if !second_king && (self.ring.byzantine || !late) {
            self.s.pieces[cell].get_or_insert(piece);
        }
    }

    /// Chooses the living players, the mover, and the effect of a king's loss in a team.
    fn choose_seats(&mut self) {
        let seats = self.ring.seats;
        let mut order: Vec<usize> = (0..seats).collect();
        order.shuffle(self.rng);
        let any = self.rng.random_range(2..=seats);
        let living = [2, 2, 3, 3, any, seats].choose(self.rng).map_or(2, |&count| count.min(seats));
        self.s.alive = (0..seats).map(|seat| order[..living].contains(&seat)).collect();
        if self.ring.is_over(&self.s) {
            self.s.alive = vec![true; seats];
        }
        let living: Vec<usize> = self.s.living().collect();
        self.s.seat = *living.choose(self.rng).expect("somebody plays");
        self.s.king_loss = self.ring.in_teams() && self.odds(0.3);
    }

    /// Returns the cells on which pieces may be placed: the whole board, or a window of it.
    fn pool(&mut self) -> Vec<usize> {
        let all = 0..self.ring.size();
        if self.odds(0.4) {
            return all.collect();
        }
        let first = self.any_sector();
        let inside =
            |cell: &usize| (place(*cell).1 - first).rem_euclid(self.ring.sectors()) < WINDOW;
        all.filter(inside).collect()
    }

    fn put_anywhere(&mut self, pool: &[usize], seat: usize, kind: char) {
        for _ in 0..CROWD {
            let cell = *pool.choose(self.rng).expect("a pool has cells");
            if self.s.pieces[cell].is_none() {
                let (ring, sector) = place(cell);
                self.put(ring, sector, seat, kind);
                return;
            }
        }
    }

    /// Places kings: for every seat that needs one, for most seats that may have one, and for some
    /// dead seats.
    fn place_kings(&mut self, pool: &[usize]) {
        for seat in 0..self.ring.seats {
            let must = !self.ring.in_teams() || self.s.king_loss;
            if self.s.king(seat).is_some() || (!must && self.odds(0.4)) {
                continue;
            }
            if self.s.alive[seat] || self.odds(0.5) {
                self.put_anywhere(pool, seat, 'K');
            }
        }
        for side in self.ring.living_sides(&self.s) {
            let members: Vec<usize> = self.ring.members(side).collect();
            if members.iter().all(|&member| self.s.king(member).is_none()) {
                let living = members.iter().find(|&&member| self.s.alive[member]);
                self.put_anywhere(pool, *living.expect("a living side has members"), 'K');
            }
        }
    }

    /// Places one more piece of any seat, living or dead.
    fn place_pieces(&mut self, pool: &[usize]) {
        let (cell, kinds) = (*pool.choose(self.rng).expect("a pool has cells"), self.ring.kinds());
        let mut seat = self.rng.random_range(0..self.ring.seats);
        let (ring, sector) = place(cell);
        let stray = self.odds(if self.ring.seats == 2 { STRAY_OF_TWO } else { STRAY });
        let first = usize::from(!stray);
        let kind = kinds.chars().nth(self.rng.random_range(first..kinds.len())).expect("a kind");
        if stray {
            self.put_piece(ring, sector, Piece { seat, kind, dead: true });
            return;
        }
        if !self.ring.byzantine && matches!(kind, 'P' | 'M') {
            // The piece belongs to the seat whose pawns of this kind pass here.
            let home = if kind == 'P' { sector - 3 } else { sector + PROMOTION_DISTANCE - 1 };
            seat = home.div_euclid(SECTORS_PER_SEAT).rem_euclid(self.ring.seats as i32) as usize;
        }
        self.put(ring, sector, seat, kind);
    }

    /// Places pieces for every seat that would be eliminated without them.
    fn place_missing_pieces(&mut self, pool: &[usize]) {
        let fewest = if self.ring.byzantine && !self.ring.in_teams() { 2 } else { 1 };
        let living: Vec<usize> = self.s.living().collect();
        for seat in living {
            while self.s.pieces_of(seat).count() < fewest {
                let (kind, more) = (self.any_piece(), self.rng.random_range(0..self.ring.size()));
                self.put_anywhere(&[pool, &[more]].concat(), seat, kind);
            }
        }
    }

    /// Sets the counters, sometimes shortly before a draw.
    fn count(&mut self) {
        let limit = 50 * self.s.living().count() as u32;
        let any = self.rng.random_range(0..limit);
        let late = limit - self.rng.random_range(1..4);
        self.s.halfmove = *[0, 0, any, late].choose(self.rng).expect("four choices");
        self.s.fullmove = self.rng.random_range(1..300);
    }
}
