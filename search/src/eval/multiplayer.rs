//! The evaluation where more than two may sit at the table: every seat's own worth, and what the
//! worths come to for one of them.

use std::fmt::Write;

use rotunda_movegen::{Bitboard, Position, SEATS, Seat};

use super::tapered::Tapered;
use super::{
    ATTACK, DANGER, DEFENDED_PAWN, MIN_ATTACKERS, SHELTER, THREATENED, Weights, exchange_values,
};
use crate::score::{MAX_EVAL, Score};

/// Centipawns that a rival's being at the table is worth to it, beside its pieces.
const LIFE: Score = 400;
/// Centipawns for a king that an enemy can take while it is not its player's turn.
const EN_PRISE: Score = 150;
/// The part of a lead over everybody else that is lost by drawing their fire.
const ENVY: Score = 8;
/// Centipawns for a dead piece beside the king: cover, as long as nobody clears it away.
const RUINS: Tapered = Tapered::new(2, 0);
/// Centipawns for being next to move.
const TEMPO: Score = 12;
/// Centipawns that make one seat's share ten times another's, among two and among more.
const TENFOLD: (f64, f64) = (400.0, 700.0);
/// The whole point as shares are told.
const PERMILLE: i64 = 1000;

/// What every seat's pieces are worth, their places and dangers included; 0 for those who are out.
pub(crate) type Worths = [Score; SEATS];

/// What one seat's pieces see, gathered before any judgement on it.
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
    worths: [Tapered; SEATS],
    /// Units of danger to each seat's king, and from how many pieces.
    dangers: [(i32, i32); SEATS],
}

/// What every seat is worth, in centipawns.
pub(crate) fn worths<const W: usize>(position: &Position<W>, weights: &Weights<W>) -> Worths {
    let mut table = Table::new(position, weights);
    table.look_at_pawns();
    table.look_at_pieces();
    for seat in position.living() {
        table.king(seat);
        table.loose(seat);
    }
    table.total()
}

impl<'a, const W: usize> Table<'a, W> {
    fn new(position: &'a Position<W>, weights: &'a Weights<W>) -> Self {
        let none = Sight { pawns: Bitboard::EMPTY, all: Bitboard::EMPTY };
        Self {
            position,
            weights,
            sights: [none; SEATS],
            worths: [Tapered::default(); SEATS],
            dangers: [(0, 0); SEATS],
        }
    }

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
                let pieces = position.pieces(seat, kind);
                defended += (pieces & attacks).len() as i32;
                for cell in pieces {
                    self.worths[seat.index()] += weights.square(seat, kind, cell);
                }
            }
            self.worths[seat.index()] += DEFENDED_PAWN * defended;
        }
    }

    fn look_at_pieces(&mut self) {
        for seat in self.position.living() {
            self.pieces(seat);
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
            if let Some(king) = position.pieces(enemy, position.variant().king()).first() {
                zones[enemy.index()] = weights.zone(king);
            }
        }
        let mut worth = Tapered::default();
        let mut all = self.sights[seat.index()].pawns;
        for &kind in weights.other_kinds() {
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
            worth += THREATENED * (position.pieces(seat, kind) & hostile_pawns).len() as i32;
        }
        self.worths[seat.index()] += worth;
        let king = position.pieces(seat, position.variant().king()).first();
        self.sights[seat.index()].all = king.map_or(all, |king| all | weights.zone(king));
    }

    fn king(&mut self, seat: Seat) {
        let (position, weights) = (self.position, self.weights);
        let Some(king) = position.pieces(seat, position.variant().king()).first() else { return };
        let mut worth = weights.square(seat, position.variant().king(), king);
        let zone = weights.zone(king);
        let beside = zone & position.friends(seat);
        let pawns =
            weights.pawn_kinds.iter().map(|kind| (beside & position.pieces(seat, *kind)).len());
        let pawns = pawns.sum::<u32>() as i32;
        worth += SHELTER.0 * pawns + SHELTER.1 * (beside.len() as i32 - 1 - pawns);
        if position.living_count() < position.variant().seats() as u32 {
            worth += RUINS * (zone & position.dead()).len() as i32;
        }
        let (danger, attackers) = self.dangers[seat.index()];
        if attackers >= MIN_ATTACKERS {
            let lost = (danger * danger / DANGER.0).min(DANGER.1);
            worth = worth - Tapered::new(lost, danger);
        }
        let hostile = self.seen_by_enemies(seat, |sight| sight.all);
        if position.turn() != seat && !position.has_check_rules() && hostile.has(king) {
            worth = worth - Tapered::new(EN_PRISE, EN_PRISE);
        }
        self.worths[seat.index()] += worth;
    }

    /// Men that an enemy attacks and nobody defends.
    fn loose(&mut self, seat: Seat) {
        let position = self.position;
        let side = position.side_of(seat);
        let friends = position.living().filter(|other| position.side_of(*other) == side);
        let defended = friends.fold(Bitboard::EMPTY, |set, f| set | self.sights[f.index()].all);
        let kings = position.pieces(seat, position.variant().king());
        let hostile = self.seen_by_enemies(seat, |sight| sight.all);
        let loose = (position.seat(seat) - defended - kings) & hostile;
        let lost = ATTACK * loose.len() as i32;
        self.worths[seat.index()] = self.worths[seat.index()] - lost;
    }

    fn total(&self) -> Worths {
        let position = self.position;
        let (phase, full) = self.phase();
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            if !position.is_alive(seat) {
                return 0;
            }
            LIFE + self.tempo(seat) + self.worths[seat.index()].blend(phase, full)
        })
    }

    fn tempo(&self, seat: Seat) -> Score {
        if self.position.turn() == seat { TEMPO } else { 0 }
    }

    /// The phase of the game, and that of its opening.
    fn phase(&self) -> (i32, i32) {
        let position = self.position;
        let full = self.weights.full_phase;
        let phases = self.weights.other_kinds().iter().map(|kind| {
            let living =
                position.living().map(|seat| position.pieces(seat, *kind).len()).sum::<u32>();
            self.weights.phases[kind.index()] * living as i32
        });
        (phases.sum::<i32>().min(full), full)
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

/// Every seat's part in permille, given the parts of the seats in any unit: team mates have the
/// same part, and those of the sides add up to 1000.
///
/// What rounding down leaves goes to the sides that have lost most by it.
pub(crate) fn permille<const W: usize>(position: &Position<W>, parts: &[i32; SEATS]) -> Vec<u16> {
    let seats = position.variant().seats();
    let sides = (0..seats).filter(|seat| position.side_of(Seat(*seat as u8)) == *seat);
    let mut sides: Vec<usize> = sides.collect();
    let whole: i64 = sides.iter().map(|side| i64::from(parts[*side])).sum::<i64>().max(1);
    let exact = |side: usize| i64::from(parts[side]) * PERMILLE;
    let mut rounded = [0; SEATS];
    for &side in &sides {
        rounded[side] = exact(side) / whole;
    }
    let left = PERMILLE - rounded.iter().sum::<i64>();
    sides.sort_by_key(|side| -(exact(*side) % whole));
    for &side in sides.iter().take(left.max(0) as usize) {
        rounded[side] += 1;
    }
    (0..seats).map(|seat| rounded[position.side_of(Seat(seat as u8))] as u16).collect()
}

/// What pieces are worth, and every seat's worth term by term, for people: a row a seat, in
/// centipawns.
pub(crate) fn explain_table<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
) -> String {
    let mut table = Table::new(position, weights);
    let mut sums = vec![table.worths];
    table.look_at_pawns();
    sums.push(table.worths);
    table.look_at_pieces();
    sums.push(table.worths);
    position.living().for_each(|seat| table.king(seat));
    sums.push(table.worths);
    position.living().for_each(|seat| table.loose(seat));
    sums.push(table.worths);
    let ((phase, full), worths) = (table.phase(), table.total());
    let parts = permille(position, &shares(position, &worths, PERMILLE as i32));
    let mut text = exchange_values(position, weights);
    text.push_str("seat | pawns pieces   king  loose   life |  worth | share\n");
    for (seat, part) in parts.into_iter().enumerate() {
        let letter = char::from(b'a' + seat as u8);
        if !position.is_alive(Seat(seat as u8)) {
            let _ = writeln!(text, "{letter:4} | {:30}out |        | {part:5}", "");
            continue;
        }
        let _ = write!(text, "{letter:4} |");
        let blended = sums.iter().map(|sum| sum[seat].blend(phase, full));
        let blended: Vec<Score> = blended.collect();
        for (index, terms) in blended.windows(2).enumerate() {
            let width = if index == 0 { 6 } else { 7 };
            let _ = write!(text, "{:width$}", terms[1] - terms[0]);
        }
        let life = LIFE + table.tempo(Seat(seat as u8));
        let _ = writeln!(text, "{life:7} | {:6} | {part:5}", worths[seat]);
    }
    let score = standing(position, &worths, position.turn());
    let _ = writeln!(text, "total for the side to move: {score} cp; shares in permille");
    text
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Family, Options, variant};

    use super::*;

    fn position(name: &str, fen: &str) -> Position<1> {
        let Family::Multiplayer(rules) = variant(name).expect("known").family(Options::default())
        else {
            panic!("{name} has another board");
        };
        Position::parse(rules, fen).expect("well-formed")
    }

    #[test]
    fn permilles_add_up_over_sides() {
        let three = position("modern3", "24/24/24/2aK5bK7cK7 a abc - m 0 1");
        assert_eq!(permille(&three, &[1, 1, 1, 0, 0, 0]), [334, 333, 333]);
        assert_eq!(permille(&three, &[33, 0, 33, 0, 0, 0]), [500, 0, 500]);
        assert_eq!(permille(&three, &[0, 0, 100, 0, 0, 0]), [0, 0, 1000]);
        let teams = position("modern4-2v2", "32/32/32/2aK5bK7cK7dK7 a abcd ac.bd m 0 1");
        assert_eq!(permille(&teams, &[1, 2, 1, 2, 0, 0]), [333, 667, 333, 667]);
    }

    #[test]
    fn the_table_of_terms_adds_up() {
        let fen = "4aR1xbN17/24/24/2aK15cK1cQ3 c ac - m 0 1";
        let text = {
            let Family::Multiplayer(rules) =
                variant("modern3").expect("known").family(Options::default())
            else {
                panic!("another board");
            };
            let position = Position::parse(rules, fen).expect("well-formed");
            explain_table(&position, &Weights::derive(rules))
        };
        let rows: Vec<&str> = text.lines().filter(|line| line.contains(" | ")).collect();
        assert_eq!(rows.len(), 4, "{text}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
        assert!(rows[2].starts_with("b    |") && rows[2].contains("out"), "{text}");
        for row in [rows[1], rows[3]] {
            let columns: Vec<&str> = row.split('|').collect();
            let numbers = |column: &str| -> i32 {
                column.split_whitespace().map(|n| n.parse::<i32>().expect("a number")).sum()
            };
            assert_eq!(numbers(columns[1]), numbers(columns[2]), "{text}");
        }
    }
}
