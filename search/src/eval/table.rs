//! The evaluation where more than two may sit at the table: every seat's own worth, and what the
//! worths come to for one of them.

use rotunda_movegen::{Bitboard, Position, SEATS, Seat};

use super::pair::Pair;
use super::{ATTACK, DANGER, DEFENDED_PAWN, LEAST_ATTACKERS, SHELTER, THREATENED, Weights};
use crate::score::{MAX_EVAL, Score};

/// Centipawns that a rival's being at the table is worth to it, beside its men.
const LIFE: Score = 400;
/// Centipawns for a king that an enemy can take while it is not its player's turn.
const EN_PRISE: Score = 150;
/// The part of a lead over everybody else that is lost by drawing their fire.
const ENVY: Score = 8;
/// Centipawns for a dead man beside the king: cover, as long as nobody clears it away.
const RUINS: Pair = Pair::new(2, 0);
/// Centipawns for being next to move.
const TEMPO: Score = 12;
/// Centipawns that make one seat's share ten times another's, among two and among more.
const TENFOLD: (f64, f64) = (400.0, 700.0);

/// What every seat's men are worth, their places and dangers included; 0 for those who are out.
pub(crate) type Worths = [Score; SEATS];

/// What one seat's men see, gathered before any judgement on it.
#[derive(Clone, Copy)]
struct Sight<const W: usize> {
    pawns: Bitboard<W>,
    all: Bitboard<W>,
}

/// The evaluation of one position.
struct Table<'a, const W: usize> {
    position: &'a Position<W>,
    weights: &'a Weights<W>,
    sights: [Sight<W>; SEATS],
    /// What each seat is worth so far.
    worths: [Pair; SEATS],
    /// Units of danger to each seat's king, and from how many men.
    dangers: [(i32, i32); SEATS],
}

/// What every seat is worth, in centipawns.
pub(crate) fn worths<const W: usize>(position: &Position<W>, weights: &Weights<W>) -> Worths {
    let none = Sight { pawns: Bitboard::EMPTY, all: Bitboard::EMPTY };
    let mut table = Table {
        position,
        weights,
        sights: [none; SEATS],
        worths: [Pair::default(); SEATS],
        dangers: [(0, 0); SEATS],
    };
    table.look_at_pawns();
    for seat in position.living() {
        table.pieces(seat);
    }
    for seat in position.living() {
        table.king(seat);
        table.loose(seat);
    }
    table.total()
}

impl<const W: usize> Table<'_, W> {
    /// Whatever any enemy of a seat sees.
    fn seen_by_enemies(&self, seat: Seat, of: fn(&Sight<W>) -> Bitboard<W>) -> Bitboard<W> {
        let side = self.position.side_of(seat);
        let enemies = self.position.living().filter(|other| self.position.side_of(*other) != side);
        enemies.fold(Bitboard::EMPTY, |set, enemy| set | of(&self.sights[enemy.index()]))
    }

    fn look_at_pawns(&mut self) {
        let (position, weights) = (self.position, self.weights);
        for seat in position.living() {
            let mut attacks = Bitboard::EMPTY;
            for &kind in &weights.pawn_kinds {
                attacks |= position.pawn_attacks(seat, kind);
            }
            self.sights[seat.index()].pawns = attacks;
            let mut defended = 0;
            for &kind in &weights.pawn_kinds {
                let men = position.men(seat, kind);
                defended += (men & attacks).len() as i32;
                for cell in men {
                    self.worths[seat.index()] += weights.square(seat, kind, cell);
                }
            }
            self.worths[seat.index()] += DEFENDED_PAWN * defended;
        }
    }

    /// A seat's pieces, and the danger they are to enemy kings.
    fn pieces(&mut self, seat: Seat) {
        let (position, weights) = (self.position, self.weights);
        let hostile_pawns = self.seen_by_enemies(seat, |sight| sight.pawns);
        let free = !(position.friends(seat) | hostile_pawns);
        let mut zones = [Bitboard::EMPTY; SEATS];
        let side = position.side_of(seat);
        for enemy in position.living().filter(|other| position.side_of(*other) != side) {
            if let Some(king) = position.men(enemy, position.variant().king()).first() {
                zones[enemy.index()] = weights.zone(king);
            }
        }
        let mut worth = Pair::default();
        let mut all = self.sights[seat.index()].pawns;
        for &kind in weights.pieces() {
            let (usual, each) = weights.mobility[kind.index()];
            let mut mobility = 0;
            position.sights(seat, kind, |cell, attacks, moves| {
                all |= attacks;
                worth += weights.square(seat, kind, cell);
                mobility += (moves & free).len() as i32 - usual;
                for (zone, danger) in zones.iter().zip(&mut self.dangers) {
                    let near = (attacks & *zone).len() as i32;
                    danger.0 += near * weights.danger[kind.index()];
                    danger.1 += i32::from(near > 0);
                }
            });
            worth += each * mobility;
            worth += THREATENED * (position.men(seat, kind) & hostile_pawns).len() as i32;
        }
        self.worths[seat.index()] += worth;
        let king = position.men(seat, position.variant().king()).first();
        self.sights[seat.index()].all = king.map_or(all, |king| all | weights.zone(king));
    }

    fn king(&mut self, seat: Seat) {
        let (position, weights) = (self.position, self.weights);
        let Some(king) = position.men(seat, position.variant().king()).first() else { return };
        let mut worth = weights.square(seat, position.variant().king(), king);
        let zone = weights.zone(king);
        let beside = zone & position.friends(seat);
        let pawns =
            weights.pawn_kinds.iter().map(|kind| (beside & position.men(seat, *kind)).len());
        let pawns = pawns.sum::<u32>() as i32;
        worth += SHELTER.0 * pawns + SHELTER.1 * (beside.len() as i32 - 1 - pawns);
        if position.living_count() < position.variant().seats() as u32 {
            worth += RUINS * (zone & position.dead()).len() as i32;
        }
        let (danger, attackers) = self.dangers[seat.index()];
        if attackers >= LEAST_ATTACKERS {
            let lost = (danger * danger / DANGER.0).min(DANGER.1);
            worth = worth - Pair::new(lost, danger);
        }
        let hostile = self.seen_by_enemies(seat, |sight| sight.all);
        if position.turn() != seat && !position.has_check_rules() && hostile.has(king) {
            worth = worth - Pair::new(EN_PRISE, EN_PRISE);
        }
        self.worths[seat.index()] += worth;
    }

    /// Men that an enemy attacks and nobody defends.
    fn loose(&mut self, seat: Seat) {
        let position = self.position;
        let side = position.side_of(seat);
        let friends = position.living().filter(|other| position.side_of(*other) == side);
        let defended = friends.fold(Bitboard::EMPTY, |set, f| set | self.sights[f.index()].all);
        let kings = position.men(seat, position.variant().king());
        let hostile = self.seen_by_enemies(seat, |sight| sight.all);
        let loose = (position.seat(seat) - defended - kings) & hostile;
        let lost = ATTACK * loose.len() as i32;
        self.worths[seat.index()] = self.worths[seat.index()] - lost;
    }

    fn total(&self) -> Worths {
        let position = self.position;
        let full = self.weights.full_phase;
        let phases = self.weights.pieces().iter().map(|kind| {
            let living = position.living().map(|seat| position.men(seat, *kind).len()).sum::<u32>();
            self.weights.phases[kind.index()] * living as i32
        });
        let phase = phases.sum::<i32>().min(full);
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            if !position.is_alive(seat) {
                return 0;
            }
            let tempo = if position.turn() == seat { TEMPO } else { 0 };
            LIFE + tempo + self.worths[seat.index()].blend(phase, full)
        })
    }
}

/// What the worths come to for the side of one seat.
///
/// Between two sides it is the difference. Among more it is the distance from the average of all
/// the others who sat down, less a part of any lead over all of them: the obvious leader is whom
/// they will turn against.
pub(crate) fn standing<const W: usize>(
    position: &Position<W>,
    worths: &Worths,
    seat: Seat,
) -> Score {
    let mut sides = [0; SEATS];
    for other in position.living() {
        sides[position.side_of(other)] += worths[other.index()];
    }
    let own = position.side_of(seat);
    let total: Score = sides.iter().sum();
    let others = total - sides[own];
    let score = if position.is_two_sided() {
        sides[own] - others
    } else {
        let rivals = (position.side_count() - 1).max(1) as Score;
        let strongest = (0..SEATS).filter(|side| *side != own).map(|side| sides[side]).max();
        let lead = sides[own] - strongest.unwrap_or(0);
        sides[own] - others / rivals - lead.max(0) / ENVY
    };
    score.clamp(-MAX_EVAL, MAX_EVAL)
}

/// Every seat's expected part of a `whole`, which the sides that are left share out; team mates
/// have the same part.
pub(crate) fn shares<const W: usize>(
    position: &Position<W>,
    worths: &Worths,
    whole: i32,
) -> [i32; SEATS] {
    let mut sides = [None; SEATS];
    for seat in position.living() {
        *sides[position.side_of(seat)].get_or_insert(0) += worths[seat.index()];
    }
    let tenfold = if position.is_two_sided() { TENFOLD.0 } else { TENFOLD.1 };
    let best = sides.iter().flatten().copied().max().unwrap_or(0);
    let odds = sides.map(|worth: Option<Score>| {
        worth.map_or(0.0, |worth| 10_f64.powf(f64::from(worth - best) / tenfold))
    });
    let sum: f64 = odds.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    std::array::from_fn(|seat| {
        let seat = Seat(seat as u8);
        let odds = odds[position.side_of(seat)];
        if position.is_side_alive(seat) {
            (odds / sum * f64::from(whole)).round() as i32
        } else {
            0
        }
    })
}

/// A share of the point between 0 and 1 as centipawns, 0 for an even share with all rivals.
pub(crate) fn share_of_odds(share: f64, rivals: usize) -> Score {
    let tenfold = if rivals < 2 { TENFOLD.0 } else { TENFOLD.1 };
    let odds = share / (1.0 - share) * rivals.max(1) as f64;
    ((tenfold * odds.log10()) as Score).clamp(-MAX_EVAL, MAX_EVAL)
}
