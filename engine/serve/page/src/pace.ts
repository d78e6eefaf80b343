// How fast moves follow each other.

/** Tells many moves in a row from a player's move with its answer, which may come at once. */
export class Pace {
  private last = -Infinity;
  private before = -Infinity;

  constructor(private readonly time: number) {}

  /** Takes the time of a move, in milliseconds; returns whether moves come too fast. */
  isFast(now: number): boolean {
    const isFast = now - this.before < 2 * this.time;
    [this.before, this.last] = [this.last, now];
    return isFast;
  }
}
