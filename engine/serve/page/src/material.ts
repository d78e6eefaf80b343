// The pieces that every seat has lost since the start.

/** A piece as positions have it: cell, number of the kind, seat. */
type Piece = [number, number, number];

/** So many pieces of a kind. */
export interface Lost {
  kind: number;
  count: number;
}

/**
 * The pieces that each seat has lost, by seat; pawns that have become something else are not lost.
 * Pieces of a kind beyond its number at the start come from promotions, so they replace as many of the pieces that are missing most, the pawns.
 */
export function lost(start: readonly Piece[], now: readonly Piece[], seats: number): Lost[][] {
  return Array.from({ length: seats }, (_, seat) => {
    const missing = new Map<number, number>();
    const count = (pieces: readonly Piece[], by: number) => {
      for (const [, kind, owner] of pieces) if (owner === seat) missing.set(kind, (missing.get(kind) ?? 0) + by);
    };
    count(start, 1);
    count(now, -1);
    let surplus = [...missing.values()].filter((of) => of < 0).reduce((sum, of) => sum - of, 0);
    const most = [...missing].filter(([, of]) => of > 0).sort((a, b) => b[1] - a[1]);
    const found: Lost[] = [];
    for (const [kind, of] of most) {
      const changed = Math.min(surplus, of);
      surplus -= changed;
      if (of > changed) found.push({ kind, count: of - changed });
    }
    return found.sort((a, b) => a.kind - b.kind);
  });
}
