// Moves that are given before it is one's turn, played one after the other as soon as it is.

import type { Move, Position } from "./types";

/** A move to be played: its seat, and its cells. */
export interface Premove {
  seat: number;
  clicks: number[];
}

export class Premoves {
  private queue: Premove[] = [];

  /** Those that wait, the next one first. */
  get waiting(): readonly Premove[] {
    return this.queue;
  }

  /** Adds a move; a second one from the same cell replaces the first. */
  add(premove: Premove): void {
    const isOther = ({ seat, clicks }: Premove) => seat !== premove.seat || clicks[0] !== premove.clicks[0];
    this.queue = [...this.queue.filter(isOther), premove];
  }

  clear(): void {
    this.queue = [];
  }

  /**
   * Takes the next move of the seat that is to move off the queue: the legal moves that it may
   * mean; none, and nothing left of that seat's queue, if it is not legal now; null if none waits.
   */
  next({ turn, moves }: Pick<Position, "turn" | "moves">): Move[] | null {
    const premove = this.queue.find(({ seat }) => seat === turn);
    if (!premove) return null;
    const meant = moves.filter(({ clicks }) => String(clicks) === String(premove.clicks));
    const isGone = (other: Premove) => other === premove || (meant.length === 0 && other.seat === turn);
    this.queue = this.queue.filter((other) => !isGone(other));
    return meant;
  }
}
