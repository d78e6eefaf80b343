// Pieces that somebody sets up on a board.

import type { Position } from "./types";

/** A piece: cell, number of the kind, seat. */
export type Placed = Position["pieces"][number];
/** The content for a cell: a kind of a seat, or nothing. */
export type Tool = { kind: number; seat: number } | null;

export class Arrangement {
  private readonly on = new Map<number, Tool & object>();

  constructor(pieces: readonly Placed[]) {
    this.set(pieces);
  }

  /** Puts all pieces anew. */
  set(pieces: readonly Placed[]): void {
    this.on.clear();
    for (const [cell, kind, seat] of pieces) this.on.set(cell, { kind, seat });
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
    const before = this.on.get(cell);
    const isSame = tool !== null && before?.kind === tool.kind && before.seat === tool.seat;
    if (tool === null || isSame) this.on.delete(cell);
    else this.on.set(cell, tool);
  }

  /** Moves a piece to another cell, or off the board. */
  move(from: number, to: number | null): void {
    const piece = this.on.get(from);
    if (!piece || from === to) return;
    this.on.delete(from);
    if (to !== null) this.on.set(to, piece);
  }
}
