//! The evaluation of a game of two: the static value of the position.

use std::fmt::Write;

use rotunda_movegen::{Bitboard, Kind, Position, Seat, SlideCache};

use super::base::Base;
use super::pawn_terms::PawnTerms;
use super::places::Places;
use super::reach::Reach;
use super::tapered::Tapered;
use super::terms::{MIN_ATTACKERS, exchange_values};
use super::weights::{PawnWeights, Weights};
use crate::base::score::{MAX_EVAL, Score};

/// The part of a passed pawn's value that is left when the cell before it is occupied, in percent.
const BLOCKED_PERCENT: i32 = 60;
/// The centipawns for each step by which the kings are closer than the width of the board, against
/// a bare king.
const CLOSE_IN: i32 = 12;
/// The terms of one side.
#[derive(Default)]
struct Terms {
    squares: Tapered,
    mobility: Tapered,
    pawns: Tapered,
    threats: Tapered,
    king: Tapered,
    race: Tapered,
}

impl Terms {
    fn sum(&self) -> Tapered {
        self.squares + self.mobility + self.pawns + self.threats + self.king + self.race
    }
}

/// The known facts about a position before its evaluation.
pub(crate) struct Known<'a, const W: usize> {
    /// Its pawn terms.
    pub pawns: &'a PawnTerms<W>,
    /// The attack sets of sliders in other positions of the game.
    pub slides: &'a mut SlideCache<W>,
    /// The piece-square sums of other positions of the game.
    pub places: &'a mut Places,
}

/// The evaluation of one position.
struct Evaluation<'a, const W: usize> {
    position: &'a Position<'a, W>,
    weights: &'a Weights<W>,
    base: Base,
    known: Known<'a, W>,
    /// The enemy pieces that each seat can capture with one jump.
    jumped: [Bitboard<W>; 2],
    /// The number of single jumps of each seat.
    jumps: [i32; 2],
    /// The attacks of each seat: with the full base all attacks, once its pieces have been
    /// evaluated; with a summary only those of pawns.
    reach: [Reach<W>; 2],
}

/// Returns the value of the position for the side to move in centipawns. `net` returns the net's
/// output for that side; it gets the attacks of the seats, if they were computed, and the cache of
/// attack sets. `known` has the known facts.
#[inline]
pub(crate) fn evaluate<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    known: Known<W>,
    base: Base,
    net: impl FnOnce(Option<&[Reach<W>; 2]>, &mut SlideCache<W>) -> Score,
) -> Score {
    let mut evaluation = Evaluation::new(position, weights, known, base);
    let [white, black] = evaluation.terms();
    let reach = (base == Base::Full).then_some(&evaluation.reach);
    let net = net(reach, evaluation.known.slides);
    total(position, weights, blended(position, weights, white.sum() - black.sum()), net)
}

/// Returns White's advantage, blended by phase.
fn blended<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    balance: Tapered,
) -> Score {
    let phases = weights.other_kinds().iter().map(|kind| {
        let pieces = position.pieces(Seat::WHITE, *kind) | position.pieces(Seat::BLACK, *kind);
        weights.phases[kind.index()] * pieces.len() as i32
    });
    let full = weights.full_phase;
    balance.blend(phases.sum::<i32>().min(full), full)
}

/// Returns White's advantage and the net's output for the side to move, as a score for that side.
fn total<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    balance: Score,
    net: Score,
) -> Score {
    let sign = if position.turn() == Seat::WHITE { 1 } else { -1 };
    let white = weights.endings.judge(position, balance + sign * net, &weights.bound_to_colour);
    let (left, all) = weights.fifty_move_scaling.left(position);
    ((sign * white + weights.terms.tempo) * left / all).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Returns the value of the position for the side to move in centipawns, given the output for that
/// side of a net that stands alone.
#[inline]
pub(crate) fn evaluate_by_net<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    net: Score,
) -> Score {
    total(position, weights, 0, net)
}

impl<'a, const W: usize> Evaluation<'a, W> {
    fn new(
        position: &'a Position<'a, W>,
        weights: &'a Weights<W>,
        known: Known<'a, W>,
        base: Base,
    ) -> Self {
        let reach = known.pawns.attacks.map(|pawns| Reach { pawns, ..Reach::default() });
        let (mut jumped, mut jumps) = ([Bitboard::EMPTY; 2], [0; 2]);
        for seat in [Seat::WHITE, Seat::BLACK] {
            for hurdles in position.hurdles(seat) {
                jumped[seat.index()] |= hurdles & position.seat(seat.opponent());
                jumps[seat.index()] += hurdles.len() as i32;
            }
        }
        Self { position, weights, base, known, jumped, jumps, reach }
    }

    /// Returns the terms of both sides; without a base none of them counts.
    fn terms(&mut self) -> [Terms; 2] {
        let mut all = [Terms::default(), Terms::default()];
        if self.base == Base::None {
            return all;
        }
        for (seat, terms) in [Seat::WHITE, Seat::BLACK].into_iter().zip(&mut all) {
            self.pieces(seat, terms);
            self.pawns(seat, terms);
            self.king(seat, terms);
        }
        if self.base == Base::Full {
            for (seat, terms) in [Seat::WHITE, Seat::BLACK].into_iter().zip(&mut all) {
                self.undefended(seat, terms);
            }
        }
        all
    }

    /// Adds the terms for enemy pieces that are attacked and not defended.
    fn undefended(&self, seat: Seat, terms: &mut Terms) {
        let (position, enemy) = (self.position, seat.opponent());
        let kings = position.pieces(enemy, position.variant().king());
        let loose = position.seat(enemy) - self.reach[enemy.index()].all() - kings;
        let attacked = loose & self.reach[seat.index()].all();
        terms.threats += self.weights.terms.attack * attacked.len() as i32;
    }

    /// Adds the terms of pieces: their cells, the threats to them, and their activity.
    fn pieces(&mut self, seat: Seat, terms: &mut Terms) {
        let (position, weights, enemy) = (self.position, self.weights, seat.opponent());
        let danger = self.known.pawns.attacks[enemy.index()] | self.jumped[enemy.index()];
        let kings = position.pieces(seat, position.variant().king());
        let pawn_kinds = weights.pawn_kinds.iter();
        let others = pawn_kinds
            .fold(position.seat(seat) - kings, |left, kind| left - position.pieces(seat, *kind));
        terms.threats += weights.terms.threatened * (others & danger).len() as i32;
        terms.mobility += weights.terms.jump * self.jumps[seat.index()];
        for kind in &weights.bound_to_colour {
            let pieces = position.pieces(seat, *kind);
            let light = position.variant().light();
            if pieces.meets(light) && !(pieces - light).is_empty() {
                terms.squares += weights.terms.both_colours;
            }
        }
        if self.base == Base::Full {
            self.activity(seat, terms);
        } else {
            terms.squares += self.known.places.of(position, seat, weights);
        }
    }

    /// Adds the activity of pieces: their attacks, and the danger to the enemy king.
    fn activity(&mut self, seat: Seat, terms: &mut Terms) {
        let (position, weights) = (self.position, self.weights);
        let enemy = seat.opponent();
        let zone = weights.zone(position.king_cell(enemy));
        let free = !(position.seat(seat) | self.known.pawns.attacks[enemy.index()]);
        let (mut danger, mut attackers) = (0, 0);
        let mut pieces = Bitboard::EMPTY;
        let has = |kind: &&Kind| !position.pieces(seat, **kind).is_empty();
        for &kind in weights.other_kinds().iter().filter(has) {
            let usual = weights.mobility[kind.index()].usual;
            let (mut mobility, mut greater_attacked) = (0, 0);
            let greater = weights.greater(position, enemy, kind);
            position.for_each_attacker(seat, kind, self.known.slides, |cell, attacks, moves| {
                pieces |= attacks;
                greater_attacked += (attacks & greater).len() as i32;
                terms.squares += weights.square(seat, kind, cell);
                mobility += (moves & free).len() as i32 - usual;
                let near_king = (attacks & zone).len() as i32;
                attackers += i32::from(near_king > 0);
                danger += near_king * weights.danger[kind.index()];
            });
            terms.mobility += weights.mobility[kind.index()].worth(mobility);
            terms.threats += weights.terms.attack * greater_attacked;
        }
        let king = position.attacks(seat, position.variant().king(), position.king_cell(seat));
        self.reach[seat.index()] = Reach { pieces, king, ..self.reach[seat.index()] };
        if attackers >= MIN_ATTACKERS {
            terms.threats += weights.terms.danger(danger);
        }
    }

    fn pawns(&self, seat: Seat, terms: &mut Terms) {
        let known = self.known.pawns;
        terms.squares += known.squares[seat.index()];
        terms.pawns += known.structure[seat.index()];
        for cell in known.passed[seat.index()] {
            let kind = self.position.piece(cell).kind();
            terms.pawns += self.passed(seat, self.weights.pawn(seat, kind, cell));
        }
    }

    /// Returns the value of a passed pawn: less if it is blocked, more if the enemy king is far.
    fn passed(&self, seat: Seat, pawn: &PawnWeights<W>) -> Tapered {
        let Some(front) = pawn.front else { return pawn.passed };
        let (position, distances) = (self.position, &self.weights.distances);
        let own = i32::from(distances.between(position.king_cell(seat), front));
        let enemy = i32::from(distances.between(position.king_cell(seat.opponent()), front));
        let each = self.weights.terms.escort;
        let escort = Tapered::new(0, each * (enemy - own) / i32::from(pawn.steps.max(1)));
        if position.occupied().has(front) {
            let left = |worth: i32| worth * BLOCKED_PERCENT / 100;
            return Tapered::new(left(pawn.passed.middle()), left(pawn.passed.end())) + escort;
        }
        pawn.passed + escort
    }

    fn king(&self, seat: Seat, terms: &mut Terms) {
        let (position, weights) = (self.position, self.weights);
        let king = position.king_cell(seat);
        terms.squares += weights.square(seat, position.variant().king(), king);
        let beside = weights.zone(king) & position.seat(seat);
        let pawns =
            weights.pawn_kinds.iter().map(|kind| (beside & position.pieces(seat, *kind)).len());
        let pawns = pawns.sum::<u32>() as i32;
        let others = beside.len() as i32 - 1 - pawns;
        let (of_pawn, of_other) = weights.terms.shelter;
        terms.king += of_pawn * pawns + of_other * others;
        if position.seat(seat.opponent()).is_single() {
            let other = position.king_cell(seat.opponent());
            let apart = weights.distances.between(king, other).min(weights.distances.greatest());
            let closer = i32::from(weights.distances.greatest() - apart);
            terms.king += Tapered::new(CLOSE_IN * closer, CLOSE_IN * closer);
        }
        for race in weights.races.iter().filter(|race| race.seat == seat) {
            terms.race += race.worth(king, position.has_lapped(seat));
        }
    }
}

/// One term of a side.
type Term = fn(&Terms) -> Tapered;

/// Returns the terms of both sides, for people: a row for each term, in centipawns of middlegame
/// and endgame.
fn term_table(white: &Terms, black: &Terms) -> String {
    let rows: [(&str, Term); 6] = [
        ("pieces and cells", |terms| terms.squares),
        ("mobility", |terms| terms.mobility),
        ("pawns", |terms| terms.pawns),
        ("threats", |terms| terms.threats),
        ("king", |terms| terms.king),
        ("race", |terms| terms.race),
    ];
    let mut text = "term           | white mg    eg | black mg    eg\n".to_owned();
    for (name, term) in rows {
        let (white, black) = (term(white), term(black));
        let _ = writeln!(
            text,
            "{name:14} | {:8} {:5} | {:8} {:5}",
            white.middle(),
            white.end(),
            black.middle(),
            black.end()
        );
    }
    text
}

/// Returns the values of pieces and the evaluation term by term, for people. A net that stands
/// alone has no terms. It also returns the evaluation itself.
pub(crate) fn trace<const W: usize>(
    position: &Position<W>,
    weights: &Weights<W>,
    net: Option<(Base, Score)>,
) -> (String, Score) {
    let base = net.map_or(Base::Full, |(base, _)| base);
    let pawn_terms = PawnTerms::of(position, weights);
    let (slides, places) = (&mut SlideCache::new(), &mut Places::new());
    let known = Known { pawns: &pawn_terms, slides, places };
    let mut evaluation = Evaluation::new(position, weights, known, base);
    let [white, black] = evaluation.terms();
    let mut text = exchange_values(position, weights);
    if base != Base::None {
        text.push_str(&term_table(&white, &black));
    }
    let net = net.map(|(_, net)| net);
    if let Some(net) = net {
        let _ = writeln!(text, "{:14} | {net} cp for the side to move", "net");
    }
    let balance = blended(position, weights, white.sum() - black.sum());
    let score = total(position, weights, balance, net.unwrap_or(0));
    let _ = writeln!(text, "total for the side to move: {score} cp");
    (text, score)
}
