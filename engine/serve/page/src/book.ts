// What the kept games have played in positions, as far as the page knows it.

import type { ExploredMove } from "./types";
import { counted } from "./words";

/** What the games have played in a position. */
export interface Found {
  games: number;
  moves: ExploredMove[];
  /** The number of games that the server has not read yet. */
  unread: number;
}

/** The most positions that are remembered. */
const MOST = 200;

export class Book {
  private readonly known = new Map<number, Found>();

  /** Returns what is known of the position at a node. */
  at(node: number): Found | undefined {
    return this.known.get(node);
  }

  /** Returns whether the server knows more of a position than this page. */
  lacks(node: number): boolean {
    const found = this.known.get(node);
    return !found || found.unread > 0;
  }

  take(node: number, found: Found): void {
    this.known.delete(node);
    this.known.set(node, found);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value as number);
  }

  /** Forgets everything, since the kept games have changed. */
  forget(): void {
    this.known.clear();
  }
}

/** Returns what is known of a position, in words. */
export function inWords(found: Found | undefined): string {
  if (!found) return "";
  const rest = found.unread > 0 ? `, ${counted(found.unread, "more game")} to read` : "";
  return (found.games === 0 ? "no game came here" : counted(found.games, "game")) + rest;
}

/** Returns the points of a move's mover in percent; a dash if no game has ended. */
export function percent(points: number | null): string {
  return points === null ? "–" : `${Math.round(points / 10)} %`;
}
