// Pieces that somebody sets up on a board.

import type { Position } from "./types";

/** A piece: cell, number of the kind, seat. */
export type Placed = Position["pieces"][number];
/** The content for a cell: a kind of a seat, or nothing. */
export type Tool = { kind: number; seat: number } | null;

export class Arrangement {
  private readonly on = new Map<number, Tool & object>();
  /**
   * The position string with which the pieces have come: the server keeps its rights and counters
   * as far as the pieces allow them. Null is the start.
   */
  private source: string | null = null;
  private newest = 0;

  constructor(pieces: readonly Placed[] = []) {
    for (const [cell, kind, seat] of pieces) this.on.set(cell, { kind, seat });
  }

  /** Returns the number of a request for a position in place of this one. */
  replace(): number {
    this.source = null;
    return this.touch();
  }

  /** Takes all pieces off. */
  clear(): void {
    this.replace();
    this.on.clear();
  }

  /** Makes all earlier requests obsolete; returns the number of the next one. */
  touch(): number {
    this.newest += 1;
    return this.newest;
  }

  /** Returns whether an answer is that to the newest request. */
  isNewest(number: number): boolean {
    return number === this.newest;
  }

  /** Takes the pieces of an answer if it is that to the newest request; returns whether it is. */
  take(number: number, fen: string, pieces: readonly Placed[]): boolean {
    if (!this.isNewest(number)) return false;
    this.source ??= fen;
    this.on.clear();
    for (const [cell, kind, seat] of pieces) this.on.set(cell, { kind, seat });
    return true;
  }

  /** The parts of a request for the position of the pieces. */
  get request(): { fen?: string; pieces: Placed[]; number: number } {
    const { pieces, newest: number } = this;
    return this.source === null ? { pieces, number } : { fen: this.source, pieces, number };
  }

  /** The pieces by their cells. */
  get pieces(): Placed[] {
    return [...this.on].map(([cell, { kind, seat }]): Placed => [cell, kind, seat]).sort((a, b) => a[0] - b[0]);
  }

  has(cell: number): boolean {
    return this.on.has(cell);
  }

  /** Puts a piece on a cell; the same one again takes it off. */
  put(cell: number, tool: Tool): void {
    this.touch();
    const before = this.on.get(cell);
    const isSame = tool !== null && before?.kind === tool.kind && before.seat === tool.seat;
    if (tool === null || isSame) this.on.delete(cell);
    else this.on.set(cell, tool);
  }

  /** Moves a piece to another cell, or off the board. */
  move(from: number, to: number | null): void {
    const piece = this.on.get(from);
    if (!piece || from === to) return;
    this.touch();
    this.on.delete(from);
    if (to !== null) this.on.set(to, piece);
  }
}
