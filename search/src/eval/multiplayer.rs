//! The evaluation of games of more than two players: the value of every seat, and the score of one
//! of them.

use std::fmt::Write;

use rotunda_movegen::{Bitboard, Cell, Position, SEATS, Seat};

use super::activity::Surroundings;
use super::base::Base;
use super::cache::EvalCache;
use super::standing::{PERMILLE, SeatValues, even_standing_within, permille, shares, standing_of};
use super::tapered::Tapered;
use super::terms::{MIN_ATTACKERS, exchange_values};
use super::weights::Weights;
use crate::base::score::Score;

/// The cells that one seat's pieces attack.
#[derive(Clone, Copy)]
struct SeatAttacks<const W: usize> {
    pawns: Bitboard<W>,
    all: Bitboard<W>,
}

/// The evaluation of one position.
struct MultiplayerEvaluation<'a, const W: usize> {
    position: &'a Position<'a, W>,
    weights: &'a Weights<W>,
    cache: &'a mut EvalCache<W>,
    base: Base,
    /// The attacks of each seat: all attacks once its pieces have been evaluated, or with a summary
    /// only those of pawns.
    attacks: [SeatAttacks<W>; SEATS],
    /// The value of each seat so far.
    seat_values: [Tapered; SEATS],
    /// The units of danger to each seat's king, and the number of pieces that cause it.
    dangers: [(i32, i32); SEATS],
}

/// Returns the value of every seat in centipawns. `net` is the net's output for each, besides the
/// base.
pub(crate) fn seat_values<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    cache: &mut EvalCache<W>,
    (base, net): (Base, &SeatValues),
) -> SeatValues {
    let mut evaluation = MultiplayerEvaluation::new(position, weights, cache, base);
    if base != Base::None {
        evaluation.add_pawns();
        evaluation.add_pieces();
        evaluation.add_kings();
        evaluation.subtract_loose();
    }
    evaluation.total(net)
}

impl<'a, const W: usize> MultiplayerEvaluation<'a, W> {
    /// The parts of a base, in the order in which they are added.
    const STEPS: [fn(&mut Self); 4] =
        [Self::add_pawns, Self::add_pieces, Self::add_kings, Self::subtract_loose];

    fn new(
        position: &'a Position<'a, W>,
        weights: &'a Weights<W>,
        cache: &'a mut EvalCache<W>,
        base: Base,
    ) -> Self {
        let none = SeatAttacks { pawns: Bitboard::EMPTY, all: Bitboard::EMPTY };
        Self {
            position,
            weights,
            cache,
            base,
            attacks: [none; SEATS],
            seat_values: [Tapered::default(); SEATS],
            dangers: [(0, 0); SEATS],
        }
    }

    /// The cells that any enemy of a seat attacks with the pieces that `of` selects.
    fn attacked_by_enemies(
        &self,
        seat: Seat,
        of: fn(&SeatAttacks<W>) -> Bitboard<W>,
    ) -> Bitboard<W> {
        let side = self.position.side_of(seat);
        let enemies = self.position.living().filter(|other| self.position.side_of(*other) != side);
        enemies.fold(Bitboard::EMPTY, |set, enemy| set | of(&self.attacks[enemy.index()]))
    }

    fn add_pawns(&mut self) {
        let (position, weights) = (self.position, self.weights);
        for seat in position.living() {
            let known = &mut self.cache.seat_pawns[seat.index()];
            known.update(position, seat, weights);
            self.attacks[seat.index()].pawns = known.attacks;
            self.seat_values[seat.index()] += known.value;
        }
    }

    fn add_pieces(&mut self) {
        let position = self.position;
        let kings = std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            position.is_alive(seat).then(|| position.king(seat)).flatten()
        });
        for seat in position.living() {
            let hostile_pawns = self.attacked_by_enemies(seat, |sight| sight.pawns);
            if self.base == Base::Full {
                let (occupied, friends) = (position.occupied(), position.friends(seat));
                self.activity(seat, &Surroundings { kings, occupied, friends, hostile_pawns });
            } else {
                self.places(seat, hostile_pawns);
            }
        }
    }

    fn add_kings(&mut self) {
        self.position.living().for_each(|seat| self.king(seat));
    }

    fn subtract_loose(&mut self) {
        self.position.living().for_each(|seat| self.loose(seat));
    }

    /// Adds the piece-square values of a seat, and the threats to its pieces by pawns.
    fn places(&mut self, seat: Seat, hostile_pawns: Bitboard<W>) {
        let (position, weights) = (self.position, self.weights);
        let kinds = weights.other_kinds().iter();
        let pieces = kinds.fold(Bitboard::EMPTY, |set, kind| set | position.pieces(seat, *kind));
        self.seat_values[seat.index()] += self.cache.places.of(position, seat, weights);
        self.seat_values[seat.index()] +=
            weights.terms.threatened * (pieces & hostile_pawns).len() as i32;
    }

    /// Adds the activity of a seat's pieces: their values, their attacks, and the danger to enemy
    /// kings.
    fn activity(&mut self, seat: Seat, around: &Surroundings<W>) {
        let EvalCache { activities, slides, .. } = &mut *self.cache;
        let known = &mut activities[seat.index()];
        known.update(self.position, seat, around, (self.weights, slides));
        self.seat_values[seat.index()] += known.value;
        for (sum, danger) in self.dangers.iter_mut().zip(known.dangers) {
            *sum = (sum.0 + danger.0, sum.1 + danger.1);
        }
        let king = around.kings[seat.index()].map(|king| self.weights.zone(king));
        let attacks = &mut self.attacks[seat.index()];
        attacks.all = attacks.pawns | known.attacks | king.unwrap_or(Bitboard::EMPTY);
    }

    fn king(&mut self, seat: Seat) {
        let (position, weights) = (self.position, self.weights);
        let Some(king) = position.king(seat) else { return };
        let mut value = weights.square(seat, position.variant().king(), king);
        let zone = weights.zone(king);
        let beside = zone & position.friends(seat);
        let pawns =
            weights.pawn_kinds.iter().map(|kind| (beside & position.pieces(seat, *kind)).len());
        let pawns = pawns.sum::<u32>() as i32;
        let terms = &weights.terms;
        value += terms.shelter.0 * pawns + terms.shelter.1 * (beside.len() as i32 - 1 - pawns);
        if position.living_count() < position.variant().seats() as u32 {
            value += terms.dead_cover * (zone & position.dead()).len() as i32;
        }
        let (danger, attackers) = self.dangers[seat.index()];
        if attackers >= MIN_ATTACKERS {
            value = value - terms.danger(danger);
        }
        if position.turn() != seat && !position.has_check_rules() && self.is_en_prise(seat, king) {
            value = value - terms.en_prise;
        }
        self.seat_values[seat.index()] += value;
    }

    /// Returns whether an enemy of a seat attacks its king.
    fn is_en_prise(&self, seat: Seat, king: Cell) -> bool {
        let position = self.position;
        if self.base == Base::Full {
            self.attacked_by_enemies(seat, |sight| sight.all).has(king)
        } else {
            position.is_attacked_by_enemies(seat, king)
        }
    }

    /// Subtracts the terms for undefended pieces that an enemy attacks. A summary has none.
    fn loose(&mut self, seat: Seat) {
        if self.base != Base::Full {
            return;
        }
        let position = self.position;
        let side = position.side_of(seat);
        let friends = position.living().filter(|other| position.side_of(*other) == side);
        let defended = friends.fold(Bitboard::EMPTY, |set, f| set | self.attacks[f.index()].all);
        let kings = position.pieces(seat, position.variant().king());
        let hostile = self.attacked_by_enemies(seat, |sight| sight.all);
        let loose = (position.seat(seat) - defended - kings) & hostile;
        let lost = self.weights.terms.attack * loose.len() as i32;
        self.seat_values[seat.index()] = self.seat_values[seat.index()] - lost;
    }

    fn total(&self, net: &SeatValues) -> SeatValues {
        let position = self.position;
        let (phase, full) = self.phase();
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            if !position.is_alive(seat) {
                return 0;
            }
            let derived = self.seat_values[seat.index()].blend(phase, full);
            self.weights.terms.alive + self.tempo(seat) + derived + net[seat.index()]
        })
    }

    fn tempo(&self, seat: Seat) -> Score {
        if self.position.turn() == seat { self.weights.terms.tempo } else { 0 }
    }

    /// Returns the phase of the game, and that of the start.
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

/// Returns the values of pieces and the evaluation of every seat term by term, for people: a row
/// for each seat, in centipawns. It also returns the evaluation of the side to move.
pub(crate) fn trace_multiplayer<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    (base, net): (Base, &SeatValues),
) -> (String, Score) {
    let mut cache = EvalCache::new();
    let mut evaluation = MultiplayerEvaluation::new(position, weights, &mut cache, base);
    let mut sums = vec![evaluation.seat_values];
    for step in MultiplayerEvaluation::STEPS {
        if base != Base::None {
            step(&mut evaluation);
        }
        sums.push(evaluation.seat_values);
    }
    let ((phase, full), seat_values) = (evaluation.phase(), evaluation.total(net));
    let parts = permille(position, &shares(position, &seat_values, PERMILLE as i32));
    let mut text = exchange_values(position, weights);
    text.push_str("seat | pawns pieces   king  loose   life    net |  worth | share\n");
    for (seat, part) in parts.into_iter().enumerate() {
        let letter = char::from(b'a' + seat as u8);
        if !position.is_alive(Seat(seat as u8)) {
            let _ = writeln!(text, "{letter:4} | {:37}out |        | {part:5}", "");
            continue;
        }
        let _ = write!(text, "{letter:4} |");
        let blended = sums.iter().map(|sum| sum[seat].blend(phase, full));
        let blended: Vec<Score> = blended.collect();
        for (index, terms) in blended.windows(2).enumerate() {
            let width = if index == 0 { 6 } else { 7 };
            let _ = write!(text, "{:width$}", terms[1] - terms[0]);
        }
        let life = weights.terms.alive + evaluation.tempo(Seat(seat as u8));
        let _ = writeln!(text, "{life:7}{:7} | {:6} | {part:5}", net[seat], seat_values[seat]);
    }
    let range = weights.terms.rival_range;
    let even = even_standing_within(position.living_sides(), range);
    let score = standing_of(position, &seat_values, position.turn(), range) - even;
    let _ = writeln!(text, "total for the side to move: {score} cp; shares in permille");
    (text, score)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{Family, GenBudget, GenKind, Multiplayer, Options, Rules, Variant};

    use super::*;

    /// The plies of a random game.
    const PLIES: usize = 200;

    /// Returns the kings that are en prise by an evaluation with a base.
    fn en_prise(position: &Position<1>, weights: &Weights<1>, base: Base) -> [bool; SEATS] {
        let mut cache = EvalCache::new();
        let mut evaluation = MultiplayerEvaluation::new(position, weights, &mut cache, base);
        evaluation.add_pawns();
        evaluation.add_pieces();
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            let king = position.is_alive(seat).then(|| position.king(seat)).flatten();
            king.is_some_and(|king| evaluation.is_en_prise(seat, king))
        })
    }

    #[test]
    fn both_bases_see_the_same_kings_open_to_capture() {
        for variant in ["modern3", "modern4", "modern4-2v2", "byzantine3", "byzantine4-2v2"] {
            let Family::Multiplayer(rules) =
                Variant::by_name(variant).expect("known").family(Options::default())
            else {
                panic!("another board");
            };
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let mut position = <Multiplayer as Rules<1>>::start(rules);
            let weights = Weights::derive(&position);
            let mut seen = 0;
            for _ in 0..PLIES {
                let [full, summary] =
                    [Base::Full, Base::Summary].map(|base| en_prise(&position, &weights, base));
                assert_eq!(full, summary, "{variant}");
                seen += usize::from(full.contains(&true));
                let check_info = <Multiplayer as Rules<1>>::check_info(&position);
                let (mut moves, mut budget) = (Vec::new(), GenBudget::new(0, 0));
                let gen_kind = GenKind::All;
                Multiplayer::generate_within(
                    &position,
                    &check_info,
                    gen_kind,
                    &mut budget,
                    &mut moves,
                );
                let Some(mv) = moves.choose(&mut random) else { break };
                Multiplayer::play(&mut position, mv);
            }
            assert!(seen > 0, "{variant}");
        }
    }

    #[test]
    fn the_table_of_terms_adds_up() {
        let fen = "4aR1xbN17/24/24/2aK15cK1cQ3 c ac - m 0 1";
        let text = {
            let Family::Multiplayer(rules) =
                Variant::by_name("modern3").expect("known").family(Options::default())
            else {
                panic!("another board");
            };
            let position = Multiplayer::parse(rules, fen).expect("well-formed");
            let weights = Weights::derive(&Multiplayer::start(rules));
            trace_multiplayer(&position, &weights, (Base::Full, &[7, 0, -70, 0, 0, 0])).0
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
