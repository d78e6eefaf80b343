//! The standing of each side among many: a score for one of them, and every seat's share of the
//! point.

use rotunda_movegen::{Position, SEATS, Seat};

use crate::base::score::{LOGISTIC_SCALE, LOGISTIC_SCALE_OF_MANY, MAX_EVAL, Score};

/// The value of every seat's pieces, with places and dangers; 0 for eliminated seats.
pub(crate) type SeatValues = [Score; SEATS];

/// The whole point in the unit of shares.
pub(super) const PERMILLE: i64 = 1000;

/// The difference in centipawns of two sides up to which the lesser counts besides the greater.
///
/// With it, the [`soft_maximum`] of two equal sides is above each by the value of the odds of two
/// to one: `log10(2)` times the 1800 centipawns that make ten to one.
pub const SOFT_MAXIMUM_RANGE: Score = 2168;

/// Returns the strength of two sides together as rivals: the value of the greater, and more if the
/// lesser is close behind.
///
/// It approximates `ln(exp a + exp b)`, in units of odds, with integers alone.
///
/// ```
/// use rotunda_search::net::{SOFT_MAXIMUM_RANGE, soft_maximum};
/// assert_eq!(soft_maximum(500, 500), 500 + SOFT_MAXIMUM_RANGE / 4);
/// assert_eq!(soft_maximum(100, 100 + SOFT_MAXIMUM_RANGE), 100 + SOFT_MAXIMUM_RANGE);
/// ```
#[inline]
#[must_use]
pub const fn soft_maximum(a: Score, b: Score) -> Score {
    soft_maximum_within(a, b, SOFT_MAXIMUM_RANGE)
}

/// Returns the [`soft_maximum`] where the lesser side counts up to another difference.
#[inline]
const fn soft_maximum_within(a: Score, b: Score, range: Score) -> Score {
    let apart = (a - b).abs();
    let greater = if a > b { a } else { b };
    let near = if apart < range { range - apart } else { 0 };
    greater + near * near / (4 * range)
}

/// Returns the standing of each of so many equal sides against all others: 0 with two, and lower
/// with more.
///
/// ```
/// use rotunda_search::net::{SOFT_MAXIMUM_RANGE, even_standing};
/// assert_eq!([2, 3].map(even_standing), [0, -SOFT_MAXIMUM_RANGE / 4]);
/// ```
#[must_use]
pub fn even_standing(sides: usize) -> Score {
    even_standing_within(sides, SOFT_MAXIMUM_RANGE)
}

/// Returns the [`even_standing`] with another range of the soft maximum.
pub(crate) fn even_standing_within(sides: usize, range: Score) -> Score {
    let together = |a, b| soft_maximum_within(a, b, range);
    -(1..sides).map(|_| 0).reduce(together).unwrap_or(0)
}

/// Returns the value of each side, by its first seat; `None` for eliminated sides.
fn worths<const W: usize>(
    position: &Position<W>,
    seat_values: &SeatValues,
) -> [Option<Score>; SEATS] {
    let mut sides = [None; SEATS];
    for seat in position.living() {
        *sides[position.side_of(seat)].get_or_insert(0) += seat_values[seat.index()];
    }
    sides
}

/// Returns the standing of one seat's side in centipawns: its value less that of all its rivals
/// together.
///
/// Between two sides it is the difference. Among more it rises with the side's share of the point,
/// and so with the elimination of any rival; see [`even_standing`] for equal sides. `range` is that
/// of the soft maximum.
pub(crate) fn standing_of<const W: usize>(
    position: &Position<W>,
    seat_values: &SeatValues,
    seat: Seat,
    range: Score,
) -> Score {
    let mut sides = worths(position, seat_values);
    let own = sides[position.side_of(seat)].take().unwrap_or(0);
    let rivals = sides.into_iter().flatten();
    let rivals = rivals.reduce(|a, b| soft_maximum_within(a, b, range)).unwrap_or(0);
    (own - rivals).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Returns every seat's expected part of a `whole`, which the remaining sides share. Team mates
/// have the same part.
pub(crate) fn shares<const W: usize>(
    position: &Position<W>,
    seat_values: &SeatValues,
    whole: i32,
) -> [i32; SEATS] {
    let sides = worths(position, seat_values);
    let tenfold = if position.is_two_sided() { LOGISTIC_SCALE } else { LOGISTIC_SCALE_OF_MANY };
    let best = sides.iter().flatten().copied().max().unwrap_or(0);
    let odds = sides
        .map(|value| value.map_or(0.0, |value| 10_f64.powf(f64::from(value - best) / tenfold)));
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

/// Returns every seat's part in permille, given the parts in any unit. Team mates have the same
/// part, and the parts of the sides add up to 1000.
///
/// The rest of rounding down goes to the sides that have lost most by it.
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

#[cfg(test)]
mod tests {
    use rotunda_movegen::{FULL, Family, Multiplayer, Options, Rules, Variant};

    use super::*;
    use crate::base::score::of_share_of_many;

    fn position(name: &str, fen: &str) -> Position<'static, 1> {
        let Family::Multiplayer(rules) =
            Variant::by_name(name).expect("known").family(Options::default())
        else {
            panic!("{name} has another board");
        };
        Multiplayer::parse(rules, fen).expect("well-formed")
    }

    #[test]
    fn to_eliminate_a_rival_is_never_worse() {
        let three = position("modern3", "24/24/24/2aK5bK7cK7 a abc - m 0 1");
        let two = position("modern3", "24/24/24/2aK5bK7xcK7 a ab - m 0 1");
        let first = Seat(0);
        for weak in [0, 500, 1500, 3000, 6000] {
            let values = [3000, 2500, weak, 0, 0, 0];
            let before = standing_of(&three, &values, first, SOFT_MAXIMUM_RANGE);
            let after = standing_of(&two, &values, first, SOFT_MAXIMUM_RANGE);
            assert!(before <= after, "{weak}");
        }
        let lead = |position, values| standing_of(position, values, first, SOFT_MAXIMUM_RANGE);
        assert_eq!(lead(&two, &[3000, 2500, 0, 0, 0, 0]), 500);
        assert_eq!(lead(&three, &[700, 700, 700, 0, 0, 0]), even_standing(3));
    }

    #[test]
    fn an_even_standing_is_the_score_of_an_even_share() {
        for sides in 2..=SEATS {
            let share = f64::from(FULL) / sides as f64;
            let exact = f64::from(of_share_of_many(share as u16));
            let computed = f64::from(even_standing(sides));
            assert!(
                (exact - computed).abs() < 0.06 * LOGISTIC_SCALE_OF_MANY,
                "{sides}: {exact} {computed}"
            );
        }
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
}
