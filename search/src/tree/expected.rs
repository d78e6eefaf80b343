//! Every seat's expected share of the point.

use rotunda_movegen::{FULL, Outcome, SEATS, Seat};

/// The whole point, in units of shares.
pub(super) const WHOLE: i32 = 1_000_000;
/// Every seat's expected share, in parts of [`WHOLE`].
pub(super) type Expected = [i32; SEATS];

/// Returns the shares of an outcome.
pub(super) fn expected(outcome: &Outcome) -> Expected {
    let share = |seat| i32::from(outcome.points(Seat(seat as u8))) * (WHOLE / i32::from(FULL));
    std::array::from_fn(share)
}
