// A move in the making: the picked cells, and those that may follow. The server decides which moves
// are legal, and which cells play each.

import type { Move as LegalMove } from "./types";

/** A legal move, or the beginning of one whose continuations have to be asked. */
type Move = LegalMove & { begins?: true };

export class Picking {
  /** The cells so far. */
  cells: number[] = [];

  constructor(private readonly moves: Move[]) {}

  /** Adds the cells that may follow a beginning, if there are too many moves to know them all. */
  add(clicks: number[], next: number[], moves: Move[]): void {
    const beginnings = next.map((cell): Move => ({ text: "", class: "move", clicks: [...clicks, cell], takes: [], begins: true }));
    const known = new Set(this.moves.map((move) => move.text));
    this.moves.push(...moves.filter((move) => !known.has(move.text)), ...beginnings);
  }

  private get candidates(): Move[] {
    return this.moves.filter((move) => this.cells.every((cell, at) => move.clicks[at] === cell));
  }

  /** The cells that may be pointed at next. */
  targets(): Set<number> {
    const next = this.candidates.map((move) => move.clicks[this.cells.length]);
    return new Set(next.filter((cell) => cell !== undefined));
  }

  /** The cells on which moves begin. */
  starts(): Set<number> {
    return new Set(this.moves.filter((move) => move.clicks.length > 0).map((move) => move.clicks[0]));
  }

  /** The first cells of the moves that end on a cell. */
  startsOf(end: number): number[] {
    return [...new Set(this.moves.filter((move) => move.clicks.length > 1 && move.clicks.at(-1) === end).map((move) => move.clicks[0]))];
  }

  /** The moves that are complete with the cells so far. */
  complete(): Move[] {
    if (this.cells.length === 0) return [];
    return this.candidates.filter((move) => !move.begins && move.clicks.length === this.cells.length);
  }

  /** The castlings that begin with the only cell so far. */
  castlings(): Move[] {
    return this.cells.length === 1 ? this.candidates.filter((move) => move.class === "castling") : [];
  }

  /** The pieces that are taken with the cells so far, however the move goes on. */
  taken(): Set<number> {
    if (this.cells.length < 2) return new Set();
    const [complete] = this.complete();
    if (complete) return new Set(complete.takes);
    const candidates = this.candidates.filter((move) => !move.begins);
    const [first, ...others] = candidates;
    return new Set(first?.takes.filter((cell) => others.every((move) => move.takes.includes(cell))) ?? []);
  }

  /** Returns whether the move captures if it goes on to a cell that was pointed at. */
  takes(cell: number): boolean {
    const at = this.cells.length;
    return this.candidates.some((move) => move.clicks[at] === cell && move.takes.length > 0);
  }

  /**
   * Points at a cell. The moves to choose from if the move is complete; more than one where a
   * pawn promotes or cells say too little; "on" while more cells are wanted, "off" if the cell
   * begins nothing.
   */
  point(cell: number): Move[] | "on" | "off" {
    const isEnd = this.cells.length > 0 && this.cells[this.cells.length - 1] === cell;
    const goesOn = this.targets().has(cell);
    if (isEnd && !goesOn) {
      const complete = this.complete();
      if (complete.length > 0) return complete;
      this.cells = [];
      return "off";
    }
    if (!goesOn) {
      // The last cell of a series plays all of it.
      const ends = this.cells.length > 0 ? this.candidates.filter((move) => !move.begins && move.clicks.at(-1) === cell) : [];
      if (ends.length > 0) return ends;
      this.cells = [];
      if (!this.targets().has(cell)) return "off";
    }
    this.cells.push(cell);
    const complete = this.complete();
    // A series that may end here may go on too: then the same cell ends it.
    if (complete.length > 0 && this.targets().size === 0) return complete;
    return "on";
  }

  cancel(): void {
    this.cells = [];
  }
}
