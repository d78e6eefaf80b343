// The number of columns for the moves of a round.

/** Seats that have a column each; more stand in rows of three. */
const MOST = 4;
const FEW = 3;

export function columns(seats: number): number {
  return seats <= MOST ? seats : FEW;
}
